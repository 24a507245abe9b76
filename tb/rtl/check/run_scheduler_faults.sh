#!/bin/sh
# Whole simulations must catch the faults of faulty_rr_scheduler.v and faulty_drr_scheduler.v that a run can cause. Not
# included are an index that is wrong only if N is no power of two, and faults that only a reset in traffic reveals.
# Fault 0 must pass.
# Usage: run_scheduler_faults.sh PROGRAM DIRECTORY   (DIRECTORY holds the two files)
set -u
. "$(dirname "$0")/faults.sh"
program=$1 directory=$2
traffic="--set traffic.frames=1 --set tx.queues=6 --set tx.packets=200 --set tx.burst=9 --set tx.idle_ns=3000"

# fault STATUS MODE FAULT: one run.
fault() {
  # shellcheck disable=SC2086
  expect "$1" "$2 fault $3" 'RTL and reference scheduler diverge' "$program" run $traffic \
    --set 'tx.frame_size=[64,1518,604]' --set "tx.scheduler=\"$2\"" --set tx.quantum=1800 --check rtl \
    --block scheduler --rtl "$directory/faulty_$2_scheduler.v" --top "faulty_$2_scheduler" --plusarg "+fault=$3"
}

for number in 0 1 2 4 5; do fault $((number != 0)) rr $number; done
for number in 0 1 2 3 5 7; do fault $((number != 0)) drr $number; done
report_status

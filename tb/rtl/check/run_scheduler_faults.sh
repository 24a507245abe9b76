#!/bin/sh
# Whole simulations must catch the faults of faulty_rr_scheduler.v and faulty_drr_scheduler.v that a run can bring
# about: not an index that is wrong only when N is no power of two, and not what only a reset in traffic shows.
# Fault 0 must pass.
# Usage: run_scheduler_faults.sh PROGRAM DIRECTORY   (DIRECTORY holds the two files)
set -u
program=$1 directory=$2
missed=0 caught=0
traffic="--set traffic.frames=1 --set tx.queues=6 --set tx.packets=200 --set tx.burst=9 --set tx.idle_ns=3000"

# expect STATUS MODE FAULT: one run.
expect() {
  # shellcheck disable=SC2086
  output=$("$program" run $traffic --set 'tx.frame_size=[64,1518,604]' --set "tx.scheduler=\"$2\"" \
    --set tx.quantum=1800 --check rtl --block scheduler --rtl "$directory/faulty_$2_scheduler.v" \
    --top "faulty_$2_scheduler" --plusarg "+fault=$3" 2>&1)
  status=$?
  if [ $status -ne "$1" ]; then
    echo "$2 fault $3: exit $status, expected $1"
    echo "$output" | tail -n 5
    missed=$((missed + 1))
  elif [ "$1" -eq 1 ] && ! echo "$output" | grep -q 'RTL and reference scheduler diverge'; then
    echo "$2 fault $3: failed without a divergence"
    missed=$((missed + 1))
  else
    caught=$((caught + 1))
  fi
}

for fault in 0 1 2 4 5; do expect $((fault != 0)) rr $fault; done
for fault in 0 1 2 3 5 7; do expect $((fault != 0)) drr $fault; done
echo "$caught runs as expected, $missed not"
[ $missed -eq 0 ]

#!/bin/sh
# Whole simulations must catch every fault of faulty_classifier. On generated traffic in which the driver rewrites its
# redirection table, these are an early, late, missing or doubled decision and a register write seen one frame early or
# late. On a replayed capture it is each inverted output bit. Fault 0 must pass.
# Usage: run_faults.sh PROGRAM CAPTURE RTL_FILE...   (faulty_classifier.v first)
set -u
. "$(dirname "$0")/faults.sh"
program=$1 capture=$2
shift 2

# fault STATUS FAULT OPTION...: one run.
fault() {
  wanted=$1 number=$2
  shift 2
  expect "$wanted" "fault $number" 'diverge|differ at' "$program" run "$@" --check rtl --top faulty_classifier \
    --latency 13 --plusarg "+fault=$number"
}

rebalance="--set traffic.frames=8000 --set traffic.flows=500 --set rx.rebalances=1200 --set rx.rebalance_interval_ns=500"
for number in 0 1 2 3 4 5 6; do
  # shellcheck disable=SC2086
  fault $((number != 0)) $number $rebalance --rtl "$@"
done
fault 0 0 --pcap "$capture" --set traffic.pace=line_rate --rtl "$@"
bit=100
while [ $bit -le 176 ]; do
  fault 1 $bit --pcap "$capture" --set traffic.pace=line_rate --rtl "$@"
  bit=$((bit + 1))
done
report_status

#!/bin/sh
# Whole simulations must catch every fault of faulty_classifier: an early, late, missing or doubled decision and a
# register write seen one frame early or late on generated traffic in which the driver rewrites its redirection
# table; each inverted output bit on a replayed capture. Fault 0 must pass.
# Usage: run_faults.sh PROGRAM CAPTURE RTL_FILE...   (faulty_classifier.v first)
set -u
program=$1 capture=$2
shift 2
missed=0 caught=0

# expect STATUS FAULT OPTION...: one run.
expect() {
  wanted=$1 fault=$2
  shift 2
  output=$("$program" run "$@" --check rtl --top faulty_classifier --latency 13 --plusarg "+fault=$fault" 2>&1)
  status=$?
  if [ $status -ne "$wanted" ]; then
    echo "fault $fault: exit $status, expected $wanted"
    echo "$output" | tail -n 5
    missed=$((missed + 1))
  elif [ "$wanted" -eq 1 ] && ! echo "$output" | grep -qE 'diverge|differ at'; then
    echo "fault $fault: failed without a divergence"
    missed=$((missed + 1))
  else
    caught=$((caught + 1))
  fi
}

rebalance="--set traffic.frames=8000 --set traffic.flows=500 --set rx.rebalances=1200 --set rx.rebalance_interval_ns=500"
for fault in 0 1 2 3 4 5 6; do
  # shellcheck disable=SC2086
  expect $((fault != 0)) $fault $rebalance --rtl "$@"
done
expect 0 0 --pcap "$capture" --set traffic.pace=line_rate --rtl "$@"
fault=100
while [ $fault -le 176 ]; do
  expect 1 $fault --pcap "$capture" --set traffic.pace=line_rate --rtl "$@"
  fault=$((fault + 1))
done
echo "$caught runs as expected, $missed not"
[ $missed -eq 0 ]

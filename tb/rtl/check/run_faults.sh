#!/bin/sh
# Whole simulations must catch every fault of faulty_classifier. On generated traffic in which the driver rewrites its
# redirection table, these are an early, late, missing or doubled decision and a register write seen one frame early or
# late. On a replayed capture it is an inverted output bit: with `ends` the first and the last of each output, with
# `bits` each of the others. Fault 0 must pass.
# Usage: run_faults.sh PROGRAM ends|bits CAPTURE RTL_FILE...   (faulty_classifier.v first)
set -u
. "$(dirname "$0")/faults.sh"
program=$1 form=$2 capture=$3
shift 3

# fault STATUS FAULT OPTION...: one run.
fault() {
  wanted=$1 number=$2
  shift 2
  expect "$wanted" "fault $number" 'diverge|differ at' "$program" run "$@" --check rtl --top faulty_classifier \
    --latency 13 --plusarg "+fault=$number"
}

# Outputs are in the order of faulty_classifier.v: m_rss_hash, m_tci, m_queue, m_drop, m_vmdq, m_tc, m_tagged, m_pif,
# m_ptype, m_rss_type, m_valid.
ends=' 100 131 132 147 148 153 154 155 156 159 160 162 163 164 165 171 172 175 176 '

rebalance="--set traffic.frames=8000 --set traffic.flows=500 --set rx.rebalances=1200 --set rx.rebalance_interval_ns=500"
if [ "$form" = ends ]; then
  for number in 0 1 2 3 4 5 6; do
    # shellcheck disable=SC2086
    fault $((number != 0)) $number $rebalance --rtl "$@"
  done
fi
fault 0 0 --pcap "$capture" --set traffic.pace=line_rate --rtl "$@"
bit=100
while [ $bit -le 176 ]; do
  case $ends in
    *" $bit "*) kind=ends ;;
    *) kind=bits ;;
  esac
  if [ $kind = "$form" ]; then fault 1 $bit --pcap "$capture" --set traffic.pace=line_rate --rtl "$@"; fi
  bit=$((bit + 1))
done
report_status

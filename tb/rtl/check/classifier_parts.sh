#!/bin/sh
# A user's filter, parser or hash instead of that part of the classifier passes the check. It fails the check with each
# error, and the report explains the failure.
# Usage: classifier_parts.sh PROGRAM FRAMES PARTS FILE   (classifier_parts.v; PARTS is one word)
set -u
. "$(dirname "$0")/faults.sh"
program=$1 frames=$2 parts=$3 file=$4

# part STATUS NAME LATENCY FAULT PATTERN OPTION...
part() {
  wanted=$1 name=$2 latency=$3 number=$4 pattern=$5
  shift 5
  expect "$wanted" "$name, latency $latency, fault $number" "$pattern" "$program" check classifier --part "$name" \
    --frames "$frames" --latency "$latency" --top "sample_$name" --shrink 0 --plusarg "+fault=$number" --rtl "$file" "$@"
}

for name in $parts; do
  case $name in
    filter) latency=3 first='drop: reference 2, RTL 0' second='VMDq [0-9]+ by VFTAVIND' ;;
    parser) latency=2 first='rss_hash: reference' second='ptype: reference' ;;
    hash) latency=4 first='rss_hash: reference' second='rss_hash: reference' ;;
  esac
  part 0 "$name" "$latency" 0 ''
  part 0 "$name" any 0 ''
  part 1 "$name" "$latency" 1 "$first"
  part 1 "$name" any 2 "$second"
  part 1 "$name" "$latency" 3 "no result $latency clocks after its key or last beat, --latency is $latency"
  part 1 "$name" $((latency - 1)) 0 "no result $((latency - 1)) clocks after its key"
  # Results in their order at any time: those of the last fault are right.
  part 0 "$name" any 3 ''
done
# Ports that do not fit are named, whatever the module is.
expect 2 "another part's ports" "Pin not found: 's_mac'|PINNOTFOUND" "$program" check classifier --part filter --top sample_hash \
  --rtl "$file"
report_status

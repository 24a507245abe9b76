#!/bin/sh
# A user's filter, parser or hash instead of that part of the classifier passes the check. It fails the check with each
# error, and the report explains the failure.
# Usage: classifier_parts.sh PROGRAM FRAMES PARTS FILE   (classifier_parts.v; PARTS is one word)
set -u
. "$(dirname "$0")/faults.sh"
program=$1 frames=$2 parts=$3 file=$4

# part STATUS CLOCKS FAULT PATTERN: one run of the part $kind.
part() {
  expect "$1" "$kind, latency $2, fault $3" "$4" "$program" check classifier --part "$kind" --frames "$frames" \
    --latency "$2" --top "sample_$kind" --shrink 0 --plusarg "+fault=$3" --rtl "$file"
}

for kind in $parts; do
  case $kind in
    filter) clocks=3 first='drop: reference 2, RTL 0' second='VMDq [0-9]+ by VFTAVIND' ;;
    parser) clocks=2 first='rss_hash: reference' second='ptype: reference' ;;
    hash) clocks=4 first='rss_hash: reference' second='rss_hash: reference' ;;
  esac
  part 0 $clocks 0 ''
  part 0 any 0 ''
  part 1 $clocks 1 "$first"
  part 1 any 2 "$second"
  part 1 $clocks 3 "no result $clocks clocks after its key or last beat, --latency is $clocks"
  part 1 $((clocks - 1)) 0 "no result $((clocks - 1)) clocks after its key or last beat"
  # Results in their order at any time: those of the last fault are right.
  part 0 any 3 ''
done
# A module with other ports is refused, with the port.
expect 2 "another part's ports" "Pin not found: 's_mac'" "$program" check classifier --part filter --top sample_hash \
  --rtl "$file"
report_status

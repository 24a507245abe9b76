#!/bin/sh
# A module whose stream has another form passes the check, and one with a planted error fails it: data of 32 to 512
# bits, s_axis_tready, and a latency of 1.
# Usage: stream_forms.sh PROGRAM BLOCK FRAMES WIDTHS RTL_FILE...   (prompt_classifier.v first; WIDTHS is one word)
set -u
. "$(dirname "$0")/faults.sh"
program=$1 block=$2 frames=$3 widths=$4
shift 4
case $block in
  pools) module=pool_classifier profile='--profile 82599' ;;
  *) module=classifier profile= ;;
esac

# form STATUS TOP WIDTH FAULT PATTERN: one run, with the RTL files of $rtl.
form() {
  wanted=$1 top=$2 width=$3 number=$4 pattern=$5
  shift 5
  expect "$wanted" "$top, $width bits, fault $number" "$pattern" "$program" check "$block" --frames "$frames" --latency 1 \
    --data-width "$width" -G "WIDTH=$width" --top "$top" --shrink 0 --plusarg "+fault=$number" --rtl "$@"
}

for width in $widths; do
  form 0 "stalling_$module" "$width" 0 'no divergence' "$@"
  form 1 "stalling_$module" "$width" 1 'divergence at edge' "$@"
  form 1 "stalling_$module" "$width" 2 'divergence at edge' "$@"
  form 1 "stalling_$module" "$width" 3 'divergence at edge' "$@"
  form 1 "stalling_$module" "$width" 4 's_axis_tready is 0 for 10000 clocks' "$@"
  # The module's latency is compared in its own clocks.
  expect 1 "$width bits, latency 2" '1 clocks after its last beat was taken, --latency is 2|no decision' \
    "$program" check "$block" --frames "$frames" --latency 2 --data-width "$width" -G "WIDTH=$width" \
    --top "stalling_$module" --shrink 0 --rtl "$@"
  # Without the option the port is refused.
  if [ "$width" != 64 ]; then
    expect 2 "$width bits without --data-width" "data-width $width" "$program" check "$block" --frames 100 \
      -G "WIDTH=$width" --top "stalling_$module" --rtl "$@"
    expect 2 "$width bits in a run" "data-width $width" "$program" run $profile --set traffic.frames=10 --check rtl \
      -G "WIDTH=$width" --top "stalling_$module" --rtl "$@"
  else
    form 0 "prompt_$module" 64 0 'no divergence' "$@"
    expect 2 "s_axis_tready in a run" 'found a module with s_axis_tready' "$program" run $profile --set traffic.frames=10 --check rtl \
      --top "stalling_$module" --rtl "$@"
  fi
done
report_status

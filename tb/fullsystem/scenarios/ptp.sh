# The clocks of two ports, which run in the same simulated time: set, moved and sped up. Then PTP with time stamps of the
# device: the clock of the first port follows that of the second, which is faster.
two_ports
ethtool -T "$first" >/tmp/abilities
for word in hardware-transmit hardware-receive hardware-raw-clock; do
  grep -q "$word" /tmp/abilities || fail "ethtool -T: no $word"
done
clock=$(ls /sys/class/net/"$first"/device/ptp) || fail "$first has no clock"
other=$(for name in /sys/class/ptp/*; do basename "$name"; done | grep -v "^$clock$" | head -1)
[ -n "$other" ] || fail "$second has no clock"
control() { phc_ctl /dev/"$1" -q -- $2 >/tmp/control || fail "phc_ctl $1 $2: $(tail -1 /tmp/control)"; }
seconds() { # of a clock
  control "$1" get
  sed -n 's/.*clock time is \([0-9.]*\).*/\1/p' /tmp/control
}
within() { # MESSAGE VALUE LEAST MOST
  awk -v v="$2" -v a="$3" -v b="$4" 'BEGIN {exit !(v != "" && v >= a && v <= b)}' || fail "$1: $2, expected $3 to $4"
}
step set
for name in $clock $other; do
  control "$name" "set 1000"
  within "$name after it is set" "$(seconds "$name")" 1000 1030
  control "$name" "adj 500"
  within "$name after it is moved" "$(seconds "$name")" 1500 1560
  control "$name" "adj -500"
  within "$name after it is moved back" "$(seconds "$name")" 1000 1090
done
step frequency
# Both clocks; the other one is read before and after, because a busy host is slow.
both() {
  before=$(seconds "$other") now=$(seconds "$clock") after=$(seconds "$other")
  awk "BEGIN {printf \"%.6f %.6f\", $now, ($before + $after) / 2}"
}
for billionths in 200000000 -200000000 0; do
  control "$clock" "freq $billionths"
  set -- $(both)
  sleep 6
  set -- "$@" $(both)
  ratio=$(awk "BEGIN {printf \"%.3f\", ($3 - $1) / ($4 - $2)}")
  row "ratio of the clocks at $billionths ppb|$ratio"
  middle=$(awk "BEGIN {print 1 + $billionths / 1e9}")
  within "ratio of the clocks at $billionths ppb" "$ratio" "$(awk "BEGIN {print $middle - 0.06}")" \
    "$(awk "BEGIN {print $middle + 0.06}")"
done
step ptp4l
fast="--logSyncInterval=-3 --logMinDelayReqInterval=-3 --logAnnounceInterval=-1 --tx_timestamp_timeout=2000"
control "$other" "set 5000"
control "$other" "freq 20000"
there ptp4l -2 -m -q -i "$second" --priority1=1 --uds_address=/tmp/ptp-there $fast >/tmp/master 2>&1 &
master=$!
ptp4l -2 -m -q -s -i "$first" --uds_address=/tmp/ptp-here $fast >/tmp/slave 2>&1 &
slave=$!
# The other clock is fast by 20,000 ppb, so ptp4l shows about -20,000. It writes a line a second:
# "rms OFFSET max OFFSET freq FREQUENCY +/- DEVIATION delay DELAY +/- DEVIATION".
i=0
while
  set -- $(grep 'rms .* delay' /tmp/slave | tail -1 | sed 's/.*rms/rms/')
  ! awk -v r="${2:-9999}" -v f="${6:-0}" 'BEGIN {exit !(r <= 100 && f >= -21000 && f <= -19000)}'
do
  i=$((i + 1))
  [ $i -le 90 ] || fail "the clock does not follow: ${*:-$(tail -1 /tmp/slave)}"
  sleep 1
done
kill $master $slave
row "offset, ns|rms $2, most $4"
row "frequency, ppb|$6"
row "delay, ns|${10}"
# A stamp that the driver does not fetch within a second, on a busy host, is one that it gives up.
late=$(($(statistic "$first" tx_hwtstamp_timeouts) + $(there ethtool -S "$second" | awk '/tx_hwtstamp_timeouts/ {print $2}')))
[ $late -le 3 ] || fail "$late packets without a time stamp"
within "time of the clock that follows" "$(seconds "$clock")" 5000 5200

# PAUSE: each setting is kept and reported. Then the software of the receiving port stands still: with PAUSE the sender waits
# and no frame is lost, without PAUSE frames are lost and counted.
two_ports
for setting in "on on" "off on" "on off" "off off"; do
  set -- $setting
  step rx $1 tx $2
  ethtool -A "$first" autoneg off rx $1 tx $2 2>/dev/null
  wait_link "$first"
  sleep 0.5
  shown=$(ethtool -a "$first" | awk '$1 == "RX:" {r = $2} $1 == "TX:" {t = $2} END {print r, t}')
  [ "$shown" = "$setting" ] || fail "pause: found $shown, set $setting"
  ping_peer 10.82.0.1
done
count=1000
there ethtool -G "$second" rx 64 || fail "ring of 64"
wait_link "$second" there
received() { statistic_there rx_packets; }
# Frames without space in the packet buffer, and those without a descriptor: the driver of the 82598 counts the latter as
# rx_no_buffer_count, which includes those that wait for one. With PAUSE it loses none.
lost() {
  there ethtool -S "$second" | awk '/^ *(rx_missed_errors|rx_no_dma_resources):/ {n += $2} /^ *rx_no_buffer_count:/ {n += '"$waits"' * $2}
    END {print n + 0}'
}
done_with() { echo $(($(received) + $(lost))); }
stand_still() { # SETTING OF BOTH PORTS: sends frames while the receiver's software stands still
  ethtool -A "$first" autoneg off rx "$1" tx "$1" 2>/dev/null
  there ethtool -A "$second" autoneg off rx "$1" tx "$1" 2>/dev/null
  sleep 1
  wait_link "$first"
  wait_link "$second" there
  ping_peer 10.82.0.1
  generator 0 $count
  [ "$1" = on ] && waits=0 || waits=1
  before=$(received)
  lost_before=$(lost)
  off=$(statistic_there tx_flow_control_xoff)
  hold_second
  generate pgctrl start &
  generator=$!
  sleep 1
  [ $(($(received) - before)) -lt $count ] || fail "the receiver takes all frames, although its interrupts are masked"
  off=$(($(statistic_there tx_flow_control_xoff) - off))
  release_second
  wait $generator
  until_least "frames with PAUSE $1" $((before + lost_before + count)) done_with
  lost=$(($(lost) - lost_before))
  row "PAUSE $1: frames sent, received, lost|$count|$(($(received) - before))|$lost"
}
step no PAUSE
stand_still off
[ $lost -gt 0 ] || fail "no frame is lost without PAUSE"
[ "$off" = 0 ] || fail "PAUSE is off, $off frames of it are sent"
# The driver subtracts frames that found no space from the good ones.
for name in rx_pkts_nic multicast; do
  [ "$(statistic_there $name)" -le $((count + 100)) ] || fail "$name: $(statistic_there $name)"
done
step PAUSE
stand_still on
[ $lost = 0 ] || fail "$lost frames are lost with PAUSE"
[ "$off" -gt 0 ] || fail "no XOFF"
sleep 1
for name in xoff xon; do
  sent=$(statistic_there tx_flow_control_$name)
  received=$(statistic "$first" rx_flow_control_$name)
  row "$name sent, received|$sent|$received"
  [ "$sent" -gt 0 ] || fail "tx_flow_control_$name: 0"
  [ "$received" = "$sent" ] || fail "rx_flow_control_$name: $received, $sent are sent"
done
# Drivers subtract PAUSE frames, which are multicast, from those sent.
for name in tx_pkts_nic multicast rx_pkts_nic; do
  [ "$(statistic_there $name)" -lt 1000000 ] || fail "$name: $(statistic_there $name)"
done
ping_peer 10.82.0.1

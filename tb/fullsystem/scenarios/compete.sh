# Four transmit queues send at once, faster than the wire: the scheduler has to choose. First frames of all sizes from the
# kernel's generator, a queue a processor; then four TCP streams.
two_ports
modprobe pktgen || fail "modprobe pktgen"
queues=4
count=1500
ethtool -L "$first" combined $queues || fail "ethtool -L"
wait_link "$first"
there ip link set "$second" mtu 9000
ip link set "$first" mtu 9000 || fail "MTU"
wait_link "$first"
ping_peer 10.82.0.1
peer=$(there cat /sys/class/net/"$second"/address)
generate() { # FILE COMMAND: a command for pktgen
  echo "$2" >/proc/net/pktgen/"$1" || fail "pktgen: $1: $2"
}
step frames
for n in $(seq 0 $((queues - 1))); do
  generate kpktgend_$n "rem_device_all"
  generate kpktgend_$n "add_device $first@$n"
  # The address is none of the receiver's, so that it answers nothing.
  for command in "count $count" "delay 0" "flag TXSIZE_RND" "min_pkt_size 60" "max_pkt_size 9000" "dst_mac $peer" \
    "dst 10.99.0.1" "src_min 10.98.0.$((n + 1))" "src_max 10.98.0.$((n + 1))" "queue_map_min $n" "queue_map_max $n"; do
    generate "$first@$n" "$command"
  done
done
received() { there cat /sys/class/net/"$second"/statistics/rx_packets; }
for n in $(seq 0 $((queues - 1))); do eval "before_$n=$(statistic "$first" tx_queue_${n}_packets)"; done
before=$(received)
generate pgctrl start
for n in $(seq 0 $((queues - 1))); do
  grep -q "pkts-sofar: $count  errors: 0" /proc/net/pktgen/"$first@$n" ||
    fail "queue $n: $(grep pkts-sofar /proc/net/pktgen/"$first@$n")"
done
i=0
while [ $(($(received) - before)) -lt $((queues * count)) ] && [ $i -lt 100 ]; do
  i=$((i + 1))
  sleep 0.1
done
got=$(($(received) - before))
[ $got -ge $((queues * count)) ] || fail "$got of $((queues * count)) frames arrive"
for n in $(seq 0 $((queues - 1))); do
  sent=$(($(statistic "$first" tx_queue_${n}_packets) - $(eval echo \$before_"$n")))
  [ $sent -ge $count ] || fail "queue $n: $sent of $count frames sent"
done
step streams
there iperf3 -s -D -1 >/dev/null 2>&1
until_done iperf3 -c 10.82.0.1 -P $queues -t 3 -f m >/tmp/rate || fail "iperf3: $(tail -1 /tmp/rate)"
grep "SUM.*receiver" /tmp/rate
step errors
for name in tx_errors tx_restart_queue tx_timeout_count; do
  [ $name = tx_restart_queue ] || [ "$(statistic "$first" $name)" = 0 ] || fail "$name: $(statistic "$first" $name)"
done
row "queues stopped and started|$(statistic "$first" tx_restart_queue)"

# A transmit queue of each processor sends frames of all sizes from the kernel's generator, faster than the wire: the
# scheduler has to choose.
two_ports
modprobe pktgen || fail "modprobe pktgen"
queues=$(nproc)
count=1500
ethtool -L "$first" combined $queues || fail "ethtool -L"
wait_link "$first"
there ip link set "$second" mtu 9000
ip link set "$first" mtu 9000 || fail "MTU"
wait_link "$first"
ping_peer 10.82.0.1
peer=$(there cat /sys/class/net/"$second"/address)
step frames
for n in $(seq 0 $((queues - 1))); do
  generate kpktgend_$n "add_device $first@$n"
  # The address is none of the receiver's, so that it answers nothing.
  for command in "count $count" "delay 0" "flag TXSIZE_RND" "min_pkt_size 60" "max_pkt_size 9000" "dst_mac $peer" \
    "dst 10.99.0.1" "src_min 10.98.0.$((n + 1))" "src_max 10.98.0.$((n + 1))" "queue_map_min $n" "queue_map_max $n"; do
    generate "$first@$n" "$command"
  done
done
received() { there cat /sys/class/net/"$second"/statistics/rx_packets; }
sent() { statistic "$first" tx_queue_"$1"_packets; }
sent_by_all() {
  sum=0
  for queue in $(seq 0 $((queues - 1))); do sum=$((sum + $(sent "$queue"))); done
  echo $sum
}
# A frame is counted as sent when the driver finds its descriptor done.
before=$(received)
sent_before=$(sent_by_all)
generate pgctrl start
# The command returns early if a processor is late.
made() { sed -n 's/.*pkts-sofar: \([0-9]*\)  errors: 0.*/\1/p' /proc/net/pktgen/"$first@$1"; }
for n in $(seq 0 $((queues - 1))); do until_least "packets made for queue $n" $count made $n; done
echo "queues: $(for n in $(seq 0 $((queues - 1))); do sent "$n"; done | tr '\n' ' ')"
# The generator of queue n starts at queue 1 and goes up to its own, a frame each: queue 1 sends more than its frames.
until_least "packets sent" $((sent_before + queues * count)) sent_by_all
until_least "packets received" $((before + queues * count)) received
step errors
no_errors tx_errors rx_errors tx_timeout_count
row "full queues that were stopped|$(statistic "$first" tx_restart_queue)"

# Bandwidth of traffic classes: queues of two classes send faster than the wire, and share it by the weights 30 and 10.
two_ports
there ip link set "$second" mtu 9000
ip link set "$first" mtu 9000 || fail "MTU"
# The generators take the processors from the receiver, whose PAUSE would stop them.
there ethtool -A "$second" autoneg off rx off tx off
dcb dcbx set dev "$first" host ieee || fail "dcb dcbx"
dcb ets set dev "$first" willing off tc-tsa 0:ets 1:ets 2:ets 3:ets 4:ets 5:ets 6:ets 7:ets \
  tc-bw 0:30 1:10 2:10 3:10 4:10 5:10 6:10 7:10 prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 || fail "dcb ets"
wait_link "$first"
wait_link "$second" there
ping_peer 10.82.0.1
modprobe pktgen || fail "modprobe pktgen"
peer=$(there cat /sys/class/net/"$second"/address)
for class in 0 1; do
  queue=$(grep -l "^$class" /sys/class/net/"$first"/queues/tx-*/traffic_class | sed 's,.*/tx-\([0-9]*\)/.*,\1,' | sort -n | head -1)
  [ -n "$queue" ] || fail "class $class has no queue"
  eval "queue_$class=$queue"
  generate kpktgend_$class rem_device_all
  generate kpktgend_$class "add_device $first@$class"
  for command in "count 0" "delay 0" "pkt_size 9000" "dst_mac $peer" "dst 10.99.0.1" "skb_priority $class" \
    "queue_map_min $queue" "queue_map_max $queue"; do
    generate "$first@$class" "$command"
  done
done
sent() { # bytes of both queues
  ethtool -S "$first" | awk -v a="tx_queue_${queue_0}_bytes:" -v b="tx_queue_${queue_1}_bytes:" \
    '$1 == a {x = $2} $1 == b {y = $2} END {print x, y}'
}
generate pgctrl start &
sleep 2
set -- $(sent)
sleep 5
set -- "$@" $(sent)
generate pgctrl stop
wait
share=$(awk "BEGIN {print int(100 * ($3 - $1) / ($3 - $1 + $4 - $2) + 0.5)}")
row "bytes of the classes with weights 30 and 10, share of the first|$(($3 - $1))|$(($4 - $2))|$share %"
[ "$share" -ge 70 ] && [ "$share" -le 80 ] || fail "the first class has $share %, expected 75 %"

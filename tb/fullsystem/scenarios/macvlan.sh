# Interfaces with an address each on one port, carried by pools of the device.
modprobe macvlan || fail "modprobe macvlan"
two_ports
ethtool -K "$first" l2-fwd-offload on || fail "l2-fwd-offload"
wait_link "$first"
for n in 1 2 3; do
  ip link add mv$n link "$first" type macvlan || fail "macvlan $n"
  ip netns add mv$n
  ip link set mv$n netns mv$n
  ip netns exec mv$n ip address add 10.82.0.1$n/24 dev mv$n
  ip netns exec mv$n ip link set mv$n up || fail "macvlan $n: up"
done
# Receive queues with packets that a command causes. Software would carry all addresses by the queues of the port itself.
queues_of() {
  ethtool -S "$first" | sed -n 's/^ *rx_queue_\([0-9]*\)_packets: /\1 /p' >/tmp/before
  "$@"
  ethtool -S "$first" | sed -n 's/^ *rx_queue_\([0-9]*\)_packets: /\1 /p' |
    awk 'NR == FNR {before[$1] = $2; next} $2 - before[$1] >= 5 {printf "%s ", $1}' /tmp/before -
}
interface_pings() { ip netns exec mv"$1" ping -q -c 5 -i 0.05 -W 5 10.82.0.1 >/tmp/ping || fail "macvlan $1: $(grep received /tmp/ping)"; }
used=$(queues_of ping_peer 10.82.0.1) || fail "$used"
row "queues of the port|$used"
for n in 1 2 3; do
  step interface $n
  queues=$(queues_of interface_pings $n) || fail "$queues"
  row "queues of interface $n|$queues"
  [ -n "$queues" ] || fail "macvlan $n: no queue has its 5 packets"
  for queue in $queues; do
    case " $used " in *" $queue "*) fail "macvlan $n: queue $queue is of another interface" ;; esac
  done
  used="$used $queues"
done
for n in 1 2 3; do ip netns exec mv$n ip link del mv$n; done
ping_peer 10.82.0.1

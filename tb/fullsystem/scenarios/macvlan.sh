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
for n in 1 2 3; do
  step interface $n
  ip netns exec mv$n ping -q -c 5 -i 0.05 -W 5 10.82.0.1 >/tmp/ping || fail "macvlan $n: $(grep received /tmp/ping)"
done
for n in 1 2 3; do ip netns exec mv$n ip link del mv$n; done
ping_peer 10.82.0.1

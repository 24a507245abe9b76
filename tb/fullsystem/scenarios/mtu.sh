# The MTU: 9,710 bytes, the largest, without fragments, then smaller ones, and 1,500 again.
ready
[ "$(cat /sys/class/net/"$first"/mtu)" = 1500 ] || fail "MTU at first"
for mtu in 9710 4000 1500; do
  step mtu $mtu
  ip link set "$first" mtu $mtu || fail "MTU $mtu"
  wait_link "$first"
  ping_peer -M do -s $((mtu - 28)) 10.82.0.1
  ! ping -q -M do -c 1 -W 1 -s $((mtu - 27)) 10.82.0.1 >/dev/null 2>&1 || fail "a packet above MTU $mtu passes"
done

# Multicast, VLANs and promiscuous reception: frames that the guest did not request are not received.
two_ports
address=$(cat /sys/class/net/"$first"/address)
# Both neighbours are fixed. Otherwise the kernel of the peer asks for this port 5 s after the pings of two_ports, with a
# frame to its address, which would count as one that the guest did not request.
ip neighbour replace 10.82.0.1 lladdr "$(there cat /sys/class/net/"$second"/address)" dev "$first" nud permanent ||
  fail "no fixed neighbour"
there ip neighbour replace 10.82.0.2 lladdr "$address" dev "$second" nud permanent || fail "no fixed neighbour there"
frames() { statistic "$first" rx_packets; }
try() { # MESSAGE yes|no ADDRESS: sends five pings without an answer, and compares what is counted
  sleep 2.2
  before=$(frames)
  there ping -q -c 5 -i 0.05 -W 1 "$3" >/dev/null 2>&1
  sleep 2.2
  got=$(($(frames) - before))
  if [ "$2" = yes ]; then [ $got -ge 5 ] || fail "$1: $got of 5 frames"; else [ $got = 0 ] || fail "$1: $got frames"; fi
}
there ip route add 224.0.0.0/4 dev "$second"
step multicast
try "a group that is not joined" no 225.1.2.3
ip maddress add 01:00:5e:01:02:03 dev "$first"
try "a group that is joined" yes 225.1.2.3
ip maddress del 01:00:5e:01:02:03 dev "$first"
ip link set "$first" allmulticast on
try "all groups" yes 225.1.2.4
ip link set "$first" allmulticast off
step vlan
modprobe 8021q || fail "modprobe 8021q"
there ip link add link "$second" name v42 type vlan id 42 || fail "VLAN there"
there ip link set v42 up
there ip route add 10.82.42.2/32 dev v42 src 10.82.0.1
there ip neighbour add 10.82.42.2 lladdr "$address" dev v42
try "a VLAN that is not there" no 10.82.42.2
ip link add link "$first" name v42 type vlan id 42 || fail "VLAN"
ip link set v42 up
try "a VLAN" yes 10.82.42.2
ip link del v42
try "a VLAN that is removed" no 10.82.42.2
there ip link del v42
step promiscuous
there ip neighbour add 10.82.0.77 lladdr 02:77:77:77:77:77 dev "$second"
try "another address" no 10.82.0.77
ip link set "$first" promisc on
try "promiscuous" yes 10.82.0.77
ip link set "$first" promisc off
step address
ip link set "$first" address 02:77:77:77:77:77
try "its new address" yes 10.82.0.77
ip link set "$first" address "$address"

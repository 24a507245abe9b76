# Virtual functions under their driver: to the wire, to each other, VLAN, MTU, address, reload.
modprobe 8021q
load ixgbevf
for round in 1 2; do
  step ping $round
  up "$first" 10.82.0.2
  ping_peer 10.82.0.1
  [ $round = 2 ] || load ixgbevf
done
ethtool -i "$first"
# RSS of a function with one queue does not choose another one.
step addresses
for n in 1 2 3 4 5 6 7; do ping_peer 10.82.0.10$n; done
step two functions
ip netns add there
second_device=$(readlink -f /sys/class/net/"$second"/device)
ip link set "$second" netns there
there ip address add 10.82.0.3/24 dev "$second"
there ip link set "$second" up
sleep 1
# The wire answers for every address: the functions know each other.
ip neighbour replace 10.82.0.3 lladdr "$(there cat /sys/class/net/"$second"/address)" dev "$first"
there ip neighbour replace 10.82.0.2 lladdr "$(cat /sys/class/net/"$first"/address)" dev "$second"
ping_peer 10.82.0.3
random_data 500000
ip netns exec there nc -l -p 5000 >/tmp/got <>/tmp/open &
until_done send_data 10.82.0.3 5000 || fail "no connection"
sleep 1
cmp -s /tmp/data /tmp/got || fail "$(wc -c </tmp/got) bytes arrive, or others"
step registers of the second function
# The driver reads its registers when it is asked for its statistics. The host compares the registers of the second function, in
# the trace, with the rings: most of its frames are carried by the switch alone.
for name in rx_packets tx_packets; do
  found=$(statistic_there $name)
  [ "$found" -gt 50 ] || fail "second function: $name: $found"
  echo "FULLSYSTEM counter 1 $name $found"
done
step a function that stands still
there ethtool -G "$second" rx 64 || fail "ring of 64"
wait_link "$second" there
before=$(statistic_there rx_packets)
hold_second
ping -q -c 200 -i 0.002 -W 0.1 10.82.0.3 >/dev/null
# The queue of the second function has no descriptors now. The first one receives all the same.
ping_peer 10.82.0.1
release_second
sleep 0.5
got=$(($(statistic_there rx_packets) - before))
row "frames to a function that stands still, received later|200|$got"
[ $got -ge 60 ] && [ $got -lt 150 ] || fail "$got of 200 frames find a descriptor, expected those of a ring of 64"
step vlan
ip link add link "$first" name v42 type vlan id 42 || fail VLAN
ip address add 10.82.42.2/24 dev v42
ip link set v42 up
ping_peer 10.82.42.1
ip link del v42
step address
ip link set "$first" address 02:77:77:77:77:77 || fail "MAC address"
there ip neighbour replace 10.82.0.2 lladdr 02:77:77:77:77:77 dev "$second"
ping_peer 10.82.0.3
ping_peer 10.82.0.1
step mtu
ip link set "$first" mtu 9000 || fail MTU
sleep 1
ping_peer -M do -s 8972 10.82.0.1
step statistics
[ "$(statistic "$first" rx_packets)" -gt 10 ] || fail "no packets counted"
ethtool -t "$first" offline || fail "self test"

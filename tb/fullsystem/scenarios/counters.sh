# The driver's counters equal the device's. The host compares them with the capture at the wire, and those of the queues with
# the model's own: packets and bytes, broadcast and multicast, of two ports with several queues.
two_ports
step queues
for n in $(seq 11 22); do
  there ip address add 10.82.0.$n/32 dev "$second"
  ping_peer 10.82.0.$n
done
step groups
ip route add 224.0.0.0/4 dev "$first"
there ip route add 224.0.0.0/4 dev "$second"
ip maddress add 01:00:5e:01:02:03 dev "$first"
there ip maddress add 01:00:5e:01:02:03 dev "$second"
# No host answers these.
ping -q -c 4 -i 0.05 -W 1 225.1.2.3 >/dev/null
there ping -q -c 7 -i 0.05 -W 1 225.1.2.3 >/dev/null
ping -q -b -c 3 -i 0.05 -W 1 10.82.0.255 >/dev/null 2>&1
there ping -q -b -c 5 -i 0.05 -W 1 10.82.0.255 >/dev/null 2>&1
step sizes
for size in 0 100 1000 1472; do ping_peer -s $size 10.82.0.1; done
ping -q -f -c 200 10.82.0.1 >/dev/null
# The driver adds its registers up every two seconds.
sleep 4.5
report_port() { # NUMBER INTERFACE [COMMAND...]: the counters of a port, its queues and its RSS key
  number=$1
  interface=$2
  shift 2
  "$@" ethtool -S "$interface" | sed -n "s/^ *\([a-z_0-9]*\): \([0-9]*\)$/FULLSYSTEM counter $number \1 \2/p"
  queues=$("$@" ethtool -x "$interface" | sed -n 's/.* with \([0-9]*\) RX ring.*/\1/p')
  "$@" ethtool -x "$interface" | sed -n "s/^\(..:..:..:.*\)$/FULLSYSTEM key $number $queues \1/p"
}
report_port 0 "$first"
report_port 1 "$second" there
[ "$(statistic "$first" rx_packets)" -gt 200 ] || fail "rx_packets: $(statistic "$first" rx_packets)"
for port in "$first" "$second"; do
  prefix=; [ "$port" = "$first" ] || prefix=there
  $prefix ethtool -S "$port" >/tmp/statistics
  for side in rx tx; do
    set -- $(awk -F: -v side=$side '{gsub(/ /, "", $1)} $1 == side "_packets" || $1 == side "_pkts_nic" {print $2 + 0}' /tmp/statistics)
    [ "$1" = "$2" ] || fail "${side}_pkts_nic: $2, ${side}_packets: $1"
  done
done
row "packets of receive queues|$(for n in $(seq 0 $(($(nproc) - 1))); do statistic "$first" rx_queue_${n}_packets; done | tr '\n' ' ')"

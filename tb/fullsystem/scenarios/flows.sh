# Flow Director: filters of ethtool -N select the queue, also by Ethertype; a deleted filter has no further effect.
two_ports
ethtool -L "$first" combined 4 || fail "ethtool -L"
wait_link "$first"
ethtool -K "$first" ntuple on || fail "ntuple"
wait_link "$first"
queue_gets() { # QUEUE PORT: how many packets a queue gets of five SYN to a port
  before=$(statistic "$first" rx_queue_"$1"_packets)
  connect 6000 10.82.0.2 "$2" 5
  got=$(($(statistic "$first" rx_queue_"$1"_packets) - before))
}
for queue in 3 1; do
  step queue $queue
  port=$((5000 + queue))
  ethtool -N "$first" flow-type tcp4 src-ip 10.82.0.1 dst-ip 10.82.0.2 src-port 6000 dst-port $port action $queue loc $queue \
    || fail "ethtool -N"
  queue_gets $queue $port
  [ $got -ge 5 ] || fail "$got of 5 packets in queue $queue"
done
step deleted
matches=$(statistic "$first" fdir_match)
[ "$matches" -ge 10 ] || fail "$matches matches counted, expected 10"
for queue in 3 1; do ethtool -N "$first" delete $queue || fail "delete"; done
queue_gets 3 5003
queue_gets 1 5001
[ "$(statistic "$first" fdir_match)" = "$matches" ] || fail "a filter that is deleted matches"
# The driver gives the device the Ethertype of a rule as the two flexible bytes.
step flexible bytes
rule() { # ETHERTYPE
  ethtool -N "$first" flow-type tcp4 src-ip 10.82.0.1 dst-ip 10.82.0.2 src-port 6000 dst-port 5002 vlan-etype "$1" action 2 loc 2 \
    || fail "ethtool -N with an Ethertype"
}
rule 0x0800
queue_gets 2 5002
[ $got -ge 5 ] || fail "$got of 5 packets with the Ethertype in queue 2"
# RSS may choose this queue too.
matched=$(($(statistic "$first" fdir_match) - matches))
[ $matched -ge 5 ] || fail "$matched of 5 packets with the Ethertype match"
ethtool -N "$first" delete 2 || fail "delete"
matches=$(statistic "$first" fdir_match)
rule 0x0008
queue_gets 2 5002
[ "$(statistic "$first" fdir_match)" = "$matches" ] || fail "a filter of another Ethertype matches"

# Flow Director: filters of ethtool -N choose the queue; one that is deleted does no more.
two_ports
ethtool -L "$first" combined 4 || fail "ethtool -L"
wait_link "$first"
ethtool -K "$first" ntuple on || fail "ntuple"
wait_link "$first"
send() { for i in 1 2 3 4 5; do echo x | there nc -u -w 1 -p 6000 10.82.0.2 "$1" >/dev/null 2>&1; done; }
for queue in 3 1; do
  step queue $queue
  port=$((5000 + queue))
  ethtool -N "$first" flow-type tcp4 src-ip 10.82.0.1 dst-ip 10.82.0.2 src-port 6000 dst-port $port action $queue loc $queue \
    || fail "ethtool -N"
  before=$(statistic "$first" rx_queue_${queue}_packets)
  matches=$(statistic "$first" fdir_match)
  for i in 1 2 3 4; do there nc -w 1 -p 6000 10.82.0.2 $port </dev/null >/dev/null 2>&1; done
  got=$(($(statistic "$first" rx_queue_${queue}_packets) - before))
  [ $got -ge 4 ] || fail "$got packets in queue $queue"
  ethtool -N "$first" delete $queue || fail "delete"
done
sleep 2.2
[ "$(statistic "$first" fdir_match)" -gt "$matches" ] || fail "no match is counted"

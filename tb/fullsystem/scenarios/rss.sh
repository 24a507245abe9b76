# RSS with several processors: the published vectors of the hash choose the queue that the table names.
two_ports
queues=$(ethtool -l "$first" | awk '/^Combined/ {n = $2} END {print n}')
[ "$queues" -ge 4 ] || fail "$queues queues, expected 4"
ethtool -L "$first" combined 4 || fail "ethtool -L"
wait_link "$first"
key=6d:5a:56:da:25:5b:0e:c2:41:67:25:3d:43:a3:8f:b0:d0:ca:2b:cb:ae:7b:30:b4:77:cb:2d:a3:80:30:f2:0c:6a:42:b7:3b:be:ac:01:fa
ethtool -X "$first" hkey $key || fail "ethtool -X hkey"
ethtool -X "$first" equal 4 || fail "ethtool -X equal"
ethtool -x "$first" | grep -q "6d:5a:56:da" || fail "ethtool -x does not show the key"
# Source, port, destination, port, hash: the entry of the table is its low seven bits, its queue their rest by four.
set -f
while read -r from port to target hash; do
  there ip address add "$from"/32 dev "$second"
  ip address add "$to"/32 dev "$first"
  there ip route replace "$to"/32 via 10.82.0.2 src "$from"
  queue=$(((0x$hash & 127) % 4))
  before=$(statistic "$first" rx_queue_${queue}_packets)
  connect "$port" "$to" "$target" 3
  after=$(statistic "$first" rx_queue_${queue}_packets)
  [ $((after - before)) -ge 3 ] || fail "$from:$port to $to:$target: $((after - before)) packets in queue $queue"
done <<END
66.9.149.187 2794 161.142.100.80 1766 51ccc178
199.92.111.2 14230 65.69.140.83 4739 c626b0ea
24.19.198.95 12898 12.22.207.184 38024 5c2b394a
38.27.205.30 48228 209.142.163.6 2217 afc7327f
153.39.163.191 44251 202.188.127.2 1303 10e828a2
END
step one queue
ethtool -X "$first" equal 1 || fail "ethtool -X equal 1"
before=$(statistic "$first" rx_queue_2_packets)
connect 14230 65.69.140.83 4739 3
[ "$(statistic "$first" rx_queue_2_packets)" = "$before" ] || fail "a queue that the table does not name receives"

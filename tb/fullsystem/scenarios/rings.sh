# Throughput of TCP against the sizes of the rings, between two ports.
two_ports
for size in 64 512 4096; do
  step ring $size
  ethtool -G "$first" rx $size tx $size || fail "ring of $size"
  there ethtool -G "$second" rx $size tx $size || fail "ring of $size there"
  wait_link "$first"
  ping_peer 10.82.0.1
  there iperf3 -s -D -1 >/dev/null 2>&1
  until_done iperf3 -c 10.82.0.1 -n 3M -f m >/tmp/rate || fail "iperf3: $(tail -1 /tmp/rate)"
  row "ring $size|$(awk '/receiver/ {print $7, $8}' /tmp/rate)|$(awk '/sender/ {print $9}' /tmp/rate) sent again"
done

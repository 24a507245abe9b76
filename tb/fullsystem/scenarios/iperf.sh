# iperf3 with the peer of the wire `echo`: TCP with rings of several sizes and UDP, each direction.
ready
# run NAME OPTIONS...: a test of iperf3, with its row: what arrives, and what is sent again or lost.
run() {
  name=$1
  shift
  step "$name"
  timeout 300 iperf3 -c 10.82.0.1 -f m "$@" >/tmp/iperf || fail "$name: $(tail -1 /tmp/iperf)"
  row "$name|$(awk '/receiver/ {print $7, $8}' /tmp/iperf)|$(awk -v u="$udp" '/sender/ {s = $9} /receiver/ {l = $11} END {print u ? l " lost" : s " sent again"}' /tmp/iperf)"
}
udp=
for size in 64 512 4096; do
  ethtool -G "$first" rx $size tx $size || fail "ring of $size"
  wait_link "$first"
  ping_peer 10.82.0.1
  run "TCP sent, ring $size" -n 4M
  run "TCP received, ring $size" -n 4M -R
done
udp=yes
run "UDP sent" -u -b 20M -t 1
run "UDP received" -u -b 20M -t 1 -R
step errors
for name in rx_errors tx_errors rx_csum_offload_errors rx_crc_errors; do
  [ "$(statistic "$first" $name)" = 0 ] || fail "$name: $(statistic "$first" $name)"
done

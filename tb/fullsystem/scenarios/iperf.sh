# iperf3 with the peer of the wire `echo`: TCP received with rings of several sizes, TCP sent, and UDP in each direction.
ready
# run NAME OPTIONS...: a test of iperf3 of one second, with its row: what arrives, and what is sent again or lost.
run() {
  name=$1
  shift
  step "$name"
  timeout 300 iperf3 -c 10.82.0.1 -f m -t 1 "$@" >/tmp/iperf || fail "$name: $(tail -1 /tmp/iperf)"
  row "$name|$(awk '/receiver/ {print $7, $8}' /tmp/iperf)|$(awk '/sender/ {s = $9} /receiver/ {l = $11} END {print l ~ "/" ? l " lost" : s " sent again"}' /tmp/iperf)"
}
rings() {
  ethtool -G "$first" rx "$1" tx "$1" || fail "rings of $1"
  wait_link "$first"
  ping_peer 10.82.0.1
}
for size in 64 4096 512; do
  rings $size
  run "TCP received, rings of $size" -R
done
run "TCP sent"
run "UDP sent" -u -b 20M
run "UDP received" -u -b 20M -R
step errors
no_errors rx_errors tx_errors rx_csum_offload_errors rx_crc_errors

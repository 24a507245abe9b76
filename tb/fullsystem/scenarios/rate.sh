# The rate of TCP with all offloads from here to there, and of UDP whose receiver is not there; processor time is measured.
two_ports
packets() { echo $(($(cat /sys/class/net/"$first"/statistics/tx_packets) + $(cat /sys/class/net/"$first"/statistics/rx_packets))); }
for round in send receive; do
  step tcp $round
  there iperf3 -s -D -1 >/dev/null 2>&1
  sleep 2.5
  before=$(packets)
  reverse=
  [ $round = send ] || reverse=-R
  measure tcp-$round begin
  until_done iperf3 -c 10.82.0.1 -t 10 -f m $reverse >/tmp/rate || fail "iperf3: $(tail -1 /tmp/rate)"
  measure tcp-$round end
  sleep 2.5
  figure tcp-$round frames $(($(packets) - before))
  figure tcp-$round Mbit/s "$(awk '/receiver/ {print $7}' /tmp/rate)"
done
step udp
ip neighbour replace 10.82.0.99 lladdr 02:99:99:99:99:99 dev "$first"
sleep 2.5
before=$(packets)
measure udp begin
timeout 5 dd if=/dev/zero bs=1400 2>/dev/null | timeout 5 nc -u 10.82.0.99 9
measure udp end
sleep 2.5
figure udp frames $(($(packets) - before))

# The rate of TCP with all offloads, each way; the host measures the processor time.
two_ports
packets() { cat /sys/class/net/"$first"/statistics/$1_packets; }
for round in send receive; do
  step tcp $round
  there iperf3 -s -D -1 >/dev/null 2>&1
  sleep 2.5
  sent=$(packets tx)
  received=$(packets rx)
  reverse=
  [ $round = send ] || reverse=-R
  measure tcp-$round begin
  until_done iperf3 -c 10.82.0.1 -t 10 -f m $reverse >/tmp/rate || fail "iperf3: $(tail -1 /tmp/rate)"
  measure tcp-$round end
  sleep 2.5
  figure tcp-$round sent $(($(packets tx) - sent))
  figure tcp-$round received $(($(packets rx) - received))
  figure tcp-$round Mbit/s "$(awk '/receiver/ {print $7}' /tmp/rate)"
done

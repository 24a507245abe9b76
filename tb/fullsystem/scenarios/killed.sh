# A guest after others that were killed: files are transferred and compared. With the kernel parameter victim, TCP in both
# directions follows, in which the host kills QEMU.
two_ports
random_data 300000
transfer
transfer_back
[ "$victim" = yes ] || exit 0
bytes() { cat /sys/class/net/"$first"/statistics/rx_bytes; }
there iperf3 -s -D >/dev/null 2>&1
before=$(bytes)
until_done iperf3 -c 10.82.0.1 -t 300 --bidir >/tmp/rate 2>&1 &
i=0
while [ $(($(bytes) - before)) -lt 1000000 ]; do
  i=$((i + 1))
  [ $i -le 300 ] || fail "no traffic: $(tail -1 /tmp/rate)"
  sleep 0.1
done
echo "FULLSYSTEM traffic"
sleep 300
fail "not killed"

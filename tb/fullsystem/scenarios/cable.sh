# Two ports of one device with a cable between them: requests of each size from either side.
two_ports
for size in 0 18 1472; do
  ping_peer -s $size 10.82.0.1
  there /usr/bin/ping -q -c 5 -i 0.05 -W 5 -s $size 10.82.0.2 >/tmp/ping || fail "ping $size from there"
done

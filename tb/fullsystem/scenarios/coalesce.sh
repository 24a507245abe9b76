# Moderation of interrupts: none, much, and adaptive by the driver; sizes of rings. The rate of interrupts depends on the host
# here: the scenario "latency" checks it with one clock.
ready
for usecs in 0 10 100 1; do
  step rx-usecs $usecs
  ethtool -C "$first" rx-usecs $usecs || fail "rx-usecs $usecs"
  [ "$(ethtool -c "$first" | awk '$1 == "rx-usecs:" {print $2}')" = $usecs ] || fail "rx-usecs $usecs is not kept"
  ping_peer 10.82.0.1
done
for size in 64 4096 512; do
  step ring $size
  ethtool -G "$first" rx $size tx $size || fail "ring of $size"
  wait_link "$first"
  ping_peer 10.82.0.1
  ping -q -f -c 300 10.82.0.1 >/tmp/ping
  grep -q " 0% packet loss" /tmp/ping || fail "ring of $size: $(grep loss /tmp/ping)"
done

# Round trips of ping against the moderation of interrupts. Each request follows the answer of the one before (-A), and
# the time ends in the program (-U). The host compares them, and the interrupts that the guest counts, with the logs of both
# sides (scripts/full_system/one_clock.py). The first setting is the driver's default. Before that the driver's probe and a reset
# are timed: here the guest's time does not depend on the host. The limits are a tenth above what they take, less than a wait of
# 40 ms or a scan of the PHYs adds.
ready
slot=$(slot_of "$first")
case $(cat /sys/bus/pci/devices/"$slot"/device) in
  0x10fb) longest_probe=0.22 longest_reset=0.21 ;;
  *) longest_probe=0.38 longest_reset=0.26 ;;
esac
probe() {
  echo "$slot" >/sys/bus/pci/drivers/ixgbe/unbind || fail unbind
  echo "$slot" >/sys/bus/pci/drivers/ixgbe/bind || fail bind
}
timed probe $longest_probe probe
first=$(interfaces | head -1)
up "$first" 10.82.0.2
reset() { ethtool -r "$first" || fail "ethtool -r"; }
timed reset $longest_reset reset
wait_link "$first"
# The interrupts of the queues so far.
taken() { awk -v name="$first-TxRx" '$0 ~ name {for (i = 2; i <= NF && $i ~ /^[0-9]+$/; i++) n += $i} END {print n + 0}' /proc/interrupts; }
for usecs in 1 0 10 20 50 100; do
  ethtool -C "$first" rx-usecs $usecs || fail "rx-usecs $usecs"
  ping_peer 10.82.0.1
  before=$(taken)
  ping -U -A -c 50 -W 5 10.82.0.1 >/tmp/ping || fail "rx-usecs $usecs: $(grep received /tmp/ping)"
  after=$(taken)
  # The first request calls much of the program for the first time, and the last answer ends it.
  average=$(sed -n 's/.*icmp_seq=\([0-9]*\) .*time=\([0-9.]*\) ms/\1 \2/p' /tmp/ping |
    awk '$1 > 1 && $1 < 50 {n++; s += $2} END {if (n == 48) printf "%.1f", 1000 * s / n}')
  [ -n "$average" ] || fail "rx-usecs $usecs: not 50 answers"
  row "rx-usecs $usecs|round trip $average us|$((after - before)) interrupts|$(tail -1 /tmp/ping)"
done

# Round trips of ping against the moderation of interrupts. Each request follows the answer of the one before (-A), and
# the time ends in the program (-U). The first setting is the driver's default. Before that the driver's probe and a reset
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
for usecs in 1 0 10 20 50 100; do
  ethtool -C "$first" rx-usecs $usecs || fail "rx-usecs $usecs"
  ping_peer 10.82.0.1
  ping -q -U -A -c 50 -W 5 10.82.0.1 >/tmp/ping || fail "rx-usecs $usecs: $(grep received /tmp/ping)"
  row "rx-usecs $usecs|$(tail -1 /tmp/ping)"
done

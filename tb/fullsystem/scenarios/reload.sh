# The driver is loaded again, and unbound and bound; the interface goes down and up.
for round in 1 2; do
  step load $round
  ready
done
slot=$(slot_of "$first")
# The driver reports a queue that it cannot enable only with its debugging output.
message="Could not enable Tx Queue"
echo "module ixgbe format \"$message\" +p" >/proc/dynamic_debug/control
grep "$message" /proc/dynamic_debug/control | grep -q "=p" || fail "no debugging output of the driver"
step unbind
echo "$slot" >/sys/bus/pci/drivers/ixgbe/unbind || fail unbind
echo "$slot" >/sys/bus/pci/drivers/ixgbe/bind || fail bind
first=$(interfaces | head -1)
up "$first" 10.82.0.2
ping_peer 10.82.0.1
step down
for round in 1 2 3; do
  ip link set "$first" down
  ip link set "$first" up
  wait_link "$first"
done
ping_peer 10.82.0.1
! dmesg | grep "$message" || fail "$(dmesg | grep -c "$message") times: $message"

# Every kind of reset: those that the kernel can ask the device for, that of the bus, and the driver's own.
ready
slot=$(slot_of "$first")
for method in $(cat /sys/bus/pci/devices/"$slot"/reset_method); do
  # The root port of QEMU reports no link after a reset of the bus, and the kernel gives up, whatever the device is.
  [ "$method" != bus ] || continue
  step reset "$method"
  echo "$slot" >/sys/bus/pci/drivers/ixgbe/unbind
  echo "$method" >/sys/bus/pci/devices/"$slot"/reset_method
  echo 1 >/sys/bus/pci/devices/"$slot"/reset || fail "reset $method"
  echo "$slot" >/sys/bus/pci/drivers/ixgbe/bind || fail "bind after reset $method"
  first=$(interfaces | head -1)
  up "$first" 10.82.0.2
  ping_peer 10.82.0.1
done
step reset of the secondary bus
device=/sys/bus/pci/devices/$slot
bridge=$(dirname "$(readlink -f "$device")")
bytes() { dd if="$1" bs=1 skip=$(($2)) count="$3" 2>/dev/null | hexdump -v -e '1/1 "%02x"'; }
# Bridge control of the root port, at 0x3e: bit 6 resets the bus below it.
control=$(bytes "$bridge"/config 0x3e 1)
put_control() { printf "\\x$(printf %02x $(($1)))" | dd of="$bridge"/config bs=1 seek=62 conv=notrunc 2>/dev/null; }
echo "$slot" >/sys/bus/pci/drivers/ixgbe/unbind
# BAR 0 of the device, of two words on the 82599: its address is 0 after a reset.
address() { bytes "$device"/config 0x10 8; }
before=$(address)
put_control 0x$control\|0x40
[ "$(bytes "$bridge"/config 0x3e 1)" != "$control" ] || fail "bridge control does not keep the reset"
put_control 0x$control
sleep 0.3
[ "$(address)" != "$before" ] || fail "the reset of the bus leaves the device's address: $before"
# The kernel finds the device again, and gives it addresses.
echo 1 >"$device"/remove
echo 1 >/sys/bus/pci/rescan
first=$(interfaces | head -1)
[ -n "$first" ] || fail "no interface after the reset of the bus"
up "$first" 10.82.0.2
ping_peer 10.82.0.1
step driver
ethtool -s "$first" msglvl 0
ethtool -r "$first" || fail "restart of the negotiation"
wait_link "$first"
ping_peer 10.82.0.1

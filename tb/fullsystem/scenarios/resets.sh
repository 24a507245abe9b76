# Every kind of reset: those that the kernel can ask the device for, that of the bus, and the driver's own.
ready
slot=$(slot_of "$first")
device=/sys/bus/pci/devices/$slot
# Takes the semaphores of software, which a driver has at a reset in the midst of an access: SWSM, whose bit 0 is set by a read,
# and GSSR with the bit of manageability. A driver that finds them taken waits for 3 s.
take_semaphores() {
  base=$(($(head -1 "$device"/resource | cut -d ' ' -f 1)))
  devmem $((base + 0x10140)) >/dev/null
  devmem $((base + 0x10140)) 32 3
  devmem $((base + 0x10160)) 32 0x41f
  taken="$(devmem $((base + 0x10140))) $(devmem $((base + 0x10160)))"
  [ "$taken" = "0x00000003 0x0000041F" ] || fail "SWSM and GSSR: $taken"
}
# Less than the wait, and more than a probe on a busy host.
longest_probe=2.5
bind() { echo "$slot" >/sys/bus/pci/drivers/ixgbe/bind || fail "bind after reset $method"; }
for method in $(cat /sys/bus/pci/devices/"$slot"/reset_method); do
  # The root port of QEMU reports no link after a reset of the bus, and the kernel gives up, whatever the device is.
  [ "$method" != bus ] || continue
  step reset "$method"
  echo "$slot" >/sys/bus/pci/drivers/ixgbe/unbind
  take_semaphores
  echo "$method" >/sys/bus/pci/devices/"$slot"/reset_method
  echo 1 >/sys/bus/pci/devices/"$slot"/reset || fail "reset $method"
  timed "probe after reset $method" $longest_probe bind
  first=$(interfaces | head -1)
  up "$first" 10.82.0.2
  ping_peer 10.82.0.1
done
step reset of the secondary bus
bridge=$(dirname "$(readlink -f "$device")")
bytes() { dd if="$1" bs=1 skip=$(($2)) count="$3" 2>/dev/null | hexdump -v -e '1/1 "%02x"'; }
# Bridge control of the root port, at 0x3e: bit 6 resets the bus below it.
control=$(bytes "$bridge"/config 0x3e 1)
put_control() { printf "\\x$(printf %02x $(($1)))" | dd of="$bridge"/config bs=1 seek=62 conv=notrunc 2>/dev/null; }
echo "$slot" >/sys/bus/pci/drivers/ixgbe/unbind
take_semaphores
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
rescan() { echo 1 >/sys/bus/pci/rescan; }
timed "probe after reset of the bus" $longest_probe rescan
first=$(interfaces | head -1)
[ -n "$first" ] || fail "no interface after the reset of the bus"
up "$first" 10.82.0.2
ping_peer 10.82.0.1
step driver
ethtool -s "$first" msglvl 0
ethtool -r "$first" || fail "restart of the negotiation"
wait_link "$first"
ping_peer 10.82.0.1

# Every kind of reset that the kernel can ask the device for, and the driver's own.
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
step driver
ethtool -s "$first" msglvl 0
ethtool -r "$first" || fail "restart of the negotiation"
wait_link "$first"
ping_peer 10.82.0.1

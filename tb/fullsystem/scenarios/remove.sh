# The device is removed from the bus under the driver, and found again.
ready
slot=$(slot_of "$first")
step remove
echo 1 >/sys/bus/pci/devices/"$slot"/remove || fail remove
[ -z "$(interfaces)" ] || fail "the interface stays"
step rescan
echo 1 >/sys/bus/pci/rescan
first=$(interfaces | head -1)
[ -n "$first" ] || fail "the device does not come back"
up "$first" 10.82.0.2
ping_peer 10.82.0.1

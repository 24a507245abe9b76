# QEMU removes the device under traffic, and inserts it again. The removal is a press of the slot's attention button: the kernel
# waits for 5 s, stops the driver, and switches the slot off.
ready
slot=$(slot_of "$first")
gone() { [ ! -e /sys/bus/pci/devices/"$slot" ]; }
present() { [ -n "$(interfaces)" ]; }
/usr/bin/ping -q -i 0.002 -s 1400 10.82.0.1 >/tmp/traffic 2>&1 &
traffic=$!
step unplug
ask unplug
timed removal 30 retry 300 0.1 gone
gone || fail "the device stays"
[ -z "$(interfaces)" ] || fail "the interface stays"
sleep 0.1
kill -INT $traffic
wait $traffic
sent=$(sed -n 's/ packets transmitted.*//p' /tmp/traffic)
received=$(sed -n 's/.* \([0-9]*\) received.*/\1/p' /tmp/traffic)
[ "${received:-0}" -ge 20 ] || fail "traffic before the removal: ${received:-no} answers, expected 20"
[ "$sent" -gt "$received" ] || fail "the traffic ended before the removal: $received of $sent answers"
row "answers|$received of $sent"
step plug
ask plug
timed return 30 retry 300 0.1 present
present || fail "the device does not come back"
first=$(interfaces | head -1)
up "$first" 10.82.0.2
ping_peer 10.82.0.1

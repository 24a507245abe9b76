# The driver's own test of registers, EEPROM, interrupts, loopback and link; traffic afterwards.
ready
step test
ethtool -t "$first" offline >/tmp/test || fail "self test: $(grep -v ' 0$' /tmp/test | tail -n +3 | tr '\n' ' ')"
cat /tmp/test
step ping
wait_link "$first"
sleep 1
ping_peer 10.82.0.1
grep "$first\|$(slot_of "$first")" /proc/interrupts | sed 's/  */ /g'

# The guest pings, reboots, and pings again. A byte of the clock's memory, which survives the reset, marks the second start.
mark=$(ls /sys/bus/nvmem/devices/cmos_nvram*/nvmem | head -1)
[ -n "$mark" ] || fail "no memory of the clock"
place=100
ready
if [ "$(dd if="$mark" bs=1 skip=$place count=1 2>/dev/null)" = R ]; then
  row "ping after the reboot|passed"
  exit 0
fi
printf R | dd of="$mark" bs=1 seek=$place conv=notrunc 2>/dev/null || fail "memory of the clock: no write"
step reboot
echo "FULLSYSTEM log"
dmesg -r
echo "FULLSYSTEM end"
# The device works while the guest stops.
ping -q -f 10.82.0.1 >/dev/null &
sleep 0.3
reboot -f
sleep 60
fail "no reboot"

# Tools read EEPROM, registers, module, features, time stamps.
ready
step eeprom
ethtool -e "$first" >/tmp/eeprom || fail "EEPROM"
version=$(ethtool -i "$first" | sed -n 's/^firmware-version: //p')
row "firmware version|$version"
# An EEPROM without an image version reads as ones.
case $version in
  0xffffffff*) fail "firmware version: $version, as of an EEPROM without one" ;;
  0x*[1-9a-f]*) ;;
  *) fail "firmware version: $version" ;;
esac
step registers
ethtool -d "$first" >/tmp/registers || fail "register dump"
grep -qi "link up\|LINKS" /tmp/registers || fail "register dump: no LINKS"
step features
ethtool -k "$first" >/dev/null || fail "features"
ethtool -a "$first" || fail "pause"
ethtool -T "$first" || fail "time stamps"
ethtool -p "$first" 1 || fail "LED"
if grep -q "^0x10fb" /sys/class/net/"$first"/device/device; then
  step module
  ethtool -m "$first" | grep -i "identifier\|vendor name\|cable" || fail "module"
  [ -e /sys/class/net/"$first"/device/ptp ] || fail "no clock"
fi

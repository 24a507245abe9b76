# A table: every device of the guest, its link and an answer from its wire.
load
count=0
# The port that the driver shows for the PHY or module of an ID.
port_of() {
  case $1 in
    10b6 | 1508 | 10dd | 10ec | 10f[789] | 1514 | 1517 | 152a | 10fc) echo Other ;;
    10c8 | 150b | 151c) echo "Twisted Pair" ;;
    10c[67] | 10f4 | 10e1) echo FIBRE ;;
    *) echo "Direct Attach Copper" ;;
  esac
}
# The flow control that the driver reports with the link: that of a backplane is negotiated, and the link partner has no PAUSE
# there. A page of the link partner that is empty ends the negotiation, and the driver takes its own setting.
control_of() {
  case $1 in
    10b6 | 1508 | 10f[78] | 1514 | 1517 | 152a | 10fc) echo None ;;
    *) echo RX/TX ;;
  esac
}
for interface in $(interfaces); do
  count=$((count + 1))
  up "$interface" 10.83.$count.2 
  device=$(sed s/0x// /sys/class/net/"$interface"/device/device)
  speed=$(cat /sys/class/net/"$interface"/speed)
  port=$(ethtool "$interface" | awk -F': ' '/Port:/ {print $2}')
  if ping -q -c 5 -i 0.05 -W 5 10.83.$count.1 >/tmp/ping; then answers=5/5; else
    answers=none
    failed="$failed $device"
  fi
  [ "$speed" = 10000 ] || failed="$failed $device(speed $speed)"
  [ "$port" = "$(port_of "$device")" ] || failed="$failed $device(port $port)"
  control=$(dmesg | sed -n "s/.* $interface: NIC Link is Up .*Flow Control: //p" | tail -1)
  [ "$control" = "$(control_of "$device")" ] || failed="$failed $device(flow control $control)"
  row "$device|$port|$speed Mb/s|$answers|$control"
  ip link set "$interface" down
done
expected=$(grep -l 0x8086 /sys/bus/pci/devices/*/vendor | while read -r file; do
  case $(cat "${file%vendor}class") in 0x020000) echo x ;; esac
done | wc -l)
[ "$count" = "$expected" ] || fail "$count of $expected devices have an interface"
[ -z "$failed" ] || fail "no answer, or another speed, port or flow control:$failed"

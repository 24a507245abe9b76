# Probe, link up, ping: the minimum that every part must do.
step probe
modprobe ixgbe || return 1
interface=$(ls /sys/bus/pci/drivers/ixgbe/*/net | grep -v : | head -1)
[ -n "$interface" ] || return 2
step link
ip link set lo up
ip address add 10.82.0.2/24 dev "$interface"
ip link set "$interface" up
i=0
while [ "$(cat /sys/class/net/"$interface"/carrier)" != 1 ]; do
  i=$((i + 1))
  [ $i -le 100 ] || return 3
  sleep 0.1
done
ethtool -i "$interface"
ethtool "$interface" | grep -i speed
step ping
ping -c 10 -i 0.2 -W 2 10.82.0.1 || return 4
step counters
ethtool -S "$interface" | grep -v ': 0$'

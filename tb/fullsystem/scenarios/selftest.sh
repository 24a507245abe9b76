# The driver's own test of registers, EEPROM, interrupts, loopback and link; traffic afterwards.
step probe
modprobe ixgbe || return 1
interface=$(ls /sys/bus/pci/drivers/ixgbe/*/net | grep -v : | head -1)
ip address add 10.82.0.2/24 dev "$interface"
ip link set "$interface" up
sleep 1
step test
ethtool -t "$interface" offline || return 2
step ping
sleep 1
ping -c 5 -i 0.2 -W 2 10.82.0.1 || return 3

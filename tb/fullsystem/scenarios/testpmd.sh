# DPDK's testpmd, with 64 receive and 32 transmit queues on each of two ports with a cable between them.
modprobe uio_pci_generic || fail "modprobe uio_pci_generic"
echo 128 >/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
for file in /sys/bus/pci/devices/*/class; do
  [ "$(cat "$file")" = 0x020000 ] || continue
  device=${file%/class}
  echo uio_pci_generic >"$device"/driver_override
  basename "$device" >/sys/bus/pci/drivers_probe
  [ -e "$device"/driver ] || fail "uio_pci_generic does not take $device"
done
receive=64 transmit=32
# The processor of the forwarding is 1, which testpmd puts into the UDP ports of its frames.
pmd() { # reads commands, writes /tmp/pmd
  dpdk-testpmd -l 0,1 -n 1 --in-memory --no-telemetry --iova-mode=pa -d "$(ls /usr/lib/x86_64-linux-gnu/librte_mempool_ring.so.* | head -1)" \
    -- -i --rxq=$receive --txq=$transmit --rxd=128 --txd=128 --total-num-mbufs=32768 --rss-udp --txonly-multi-flow \
    --nb-cores=1 >/tmp/pmd 2>&1
}
# How many streams of the last report have a count of packets ($1: RX or TX) that is not 0, by port.
step start
{
  sleep 8
  echo "show port info all"
  sleep 1
  echo "start tx_first 2"
  sleep 3
  echo "stop"
  sleep 1
  echo "show port stats all"
  sleep 1
  echo "set fwd txonly"
  echo "start"
  sleep 2
  echo "stop"
  sleep 1
  echo "show port xstats all"
  sleep 1
  echo "quit"
} | pmd
cat /tmp/pmd

# DPDK's testpmd with 64 receive and 32 transmit queues on each of two ports with a cable between them. All transmit queues
# send. On the 82599 filters choose all 64 queues. On the 82598 DPDK's driver sets up no RSS, so that frames arrive in queue 0.
# Then the scenario writes the registers of RSS itself: each of the 16 queues that RSS can choose receives.
receive=64 transmit=32
# Transmit queues that are stopped and started again.
stopped="0 1 2 3"
# testpmd loads no library from a folder that others may write to.
chmod 755 /
mkdir -p /var/run
modprobe uio_pci_generic || fail "modprobe uio_pci_generic"
echo 128 >/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages
for file in /sys/bus/pci/devices/*/class; do
  [ "$(cat "$file")" = 0x020000 ] || continue
  device=${file%/class}
  id=$(cat "$device"/device)
  echo uio_pci_generic >"$device"/driver_override
  basename "$device" >/sys/bus/pci/drivers_probe
  [ -e "$device"/driver ] || fail "uio_pci_generic does not take $device"
done

# Commands go to testpmd through a pipe. It prints `testpmd>` when it is ready for the next one.
: >/tmp/output
given=0
give() {
  echo "$*"
  given=$((given + 1))
}
settle() { # waits until testpmd has done all commands
  i=0
  while [ "$(grep -o 'testpmd> ' /tmp/output | wc -l)" -le $given ] && [ $i -lt 1200 ]; do
    i=$((i + 1))
    sleep 0.1
  done
}
commands() {
  give show port info all
  if [ "$id" = 0x10fb ]; then
    # testpmd varies the high byte of the UDP source port from 0xC0 to 0xFF. The low byte is its processor.
    for port in 0 1; do
      for n in $(seq 0 $((receive - 1))); do
        give flow create $port ingress pattern eth / ipv4 proto is 17 / udp src is $(((192 + n) * 256 + 1)) / end \
          actions queue index "$n" / end
      done
    done
  fi
  settle
  give start tx_first 2
  settle
  sleep 5
  give stop
  give show port stats all
  give show port xstats all
  # Queues that testpmd does not poll keep their frames.
  for port in 0 1; do
    for n in $(seq $transmit $((receive - 1))); do give show port $port rxq "$n" desc used count; done
  done
  give set fwd txonly
  give start
  settle
  sleep 2
  give stop
  settle
  sleep 1
  # DPDK's driver of the 82599 waits until the device has fetched the last descriptor of a queue.
  for port in 0 1; do
    for n in $stopped; do give port $port txq "$n" stop; done
    for n in $stopped; do give port $port txq "$n" start; done
  done
  give show port xstats all
  if [ "$id" = 0x10c6 ]; then
    choose_by_rss
    give set fwd io
    give start tx_first 2
    settle
    sleep 5
    give stop
    settle
  fi
  give quit
}
register() { devmem $((base + $1)) 32 "$2" || echo "devmem: $1" >>/tmp/refused; }
choose_by_rss() { # on both ports: hash of UDP over IPv4, entry n of the table has queue n modulo 16
  for file in /sys/bus/pci/devices/*/class; do
    [ "$(cat "$file")" = 0x020000 ] || continue
    base=$(($(head -1 "${file%/class}"/resource | cut -d ' ' -f 1)))
    devmem $((base + 0x5818)) >>/tmp/mrqc
    n=0
    for word in 0xda565a6d 0xc20e5b25 0x3d256741 0xb08fa343 0xcb2bcad0 0xb4307bae 0xa32dcb77 0x0cf23080 0x3bb7426a 0xfa01acbe; do
      register $((0x5c80 + 4 * n)) $word
      n=$((n + 1))
    done
    for n in $(seq 0 31); do register $((0x5c00 + 4 * n)) $((0x03020100 + 0x04040404 * (n % 4))); done
    register 0x5818 0x00420001
  done
}
step testpmd
commands | dpdk-testpmd -l 0,1 -n 1 --in-memory --no-telemetry --iova-mode=pa \
  -d "$(ls /usr/lib/x86_64-linux-gnu/librte_mempool_ring.so.* | head -1)" -- -i --nb-cores=1 --rxq=$receive --txq=$transmit \
  --rxd=128 --txd=128 --total-num-mbufs=32768 --rss-udp --txonly-multi-flow >/tmp/output 2>&1 ||
  fail "testpmd: $(grep -v '^$' /tmp/output | tail -1)"
# Prompts are in the middle of other lines, because only the latter are buffered.
sed -e ':a' -e 'N' -e '$!ba' -e 's/testpmd> [^\n]*\n//g' /tmp/output >/tmp/report
cat /tmp/report

step check
lines() { grep -c "$1" /tmp/report; }
[ "$(lines "Current number of RX queues: $receive")" = 2 ] || fail "found other than $receive receive queues"
[ "$(lines "Current number of TX queues: $transmit")" = 2 ] || fail "found other than $transmit transmit queues"
# Each stream has sent, in each part.
parts=2
[ "$id" = 0x10fb ] || parts=3
[ "$(lines '^  RX-packets:.* TX-packets: [1-9].* TX-dropped:')" = $((2 * parts * transmit)) ] ||
  fail "$(lines '^  RX-packets:.* TX-packets: [1-9].* TX-dropped:') of $((2 * parts * transmit)) streams have sent"
[ "$(lines 'RX-missed: 0 ')" = 2 ] || fail "missed packets"
[ "$(lines 'RX-errors: 0')" = 2 ] || fail "receive errors"
# The MAC of each port has received what the other has sent: while frames are forwarded, and after the part without reception.
set -- $(awk '/^(rx|tx)_total_packets:/ {print $2}' /tmp/report)
[ "$#" = 8 ] || fail "statistics of other than two ports, twice: $*"
for part in forwarded all; do
  [ "$1" = "$4" ] && [ "$2" = "$3" ] && [ "$2" -gt 2000 ] || fail "$part frames received and sent: $1 $2 $3 $4"
  row "$part frames received and sent, by port|$1 $2|$3 $4"
  shift 4
done
# Statistics of the part in which frames are forwarded: of one port, then of the other.
awk '/NIC extended statistics/ {n++} n == 1 || n == 2' /tmp/report >/tmp/forwarded
for name in rx_missed_errors rx_errors tx_errors rx_crc_errors rx_length_errors rx_management_dropped rx_priority0_dropped; do
  found=$(sed -n "s/^$name: //p" /tmp/forwarded | tr '\n' ' ')
  [ "$found" = "0 0 " ] || fail "$name while frames are forwarded: $found"
done
row "frames without space in the part without reception, by port|$(awk '/^rx_missed_errors:/ && ++n > 2 {print $2}' /tmp/report | tr '\n' ' ')"
# The driver reports a queue that is not empty when it stops. It asks for a report (RS) of each 32nd packet: the last packets of a
# queue have to be without.
left=$(awk '/Telling cores to/ {stops++} /Forward Stats for RX Port=/ {split($0, text, "TX Port= [0-9]*/Queue="); queue = text[2] + 0}
  /^  RX-packets:.*TX-dropped/ && stops == 2 && queue < 4 && $4 % 32 {n++} END {print n + 0}' /tmp/report)
row "queues that stop after packets without RS|$left"
[ "$left" -gt 0 ] || fail "each queue that is stopped has ended with RS"
refused=$(grep -i "not empty when stopping\|could not [a-z]* tx queue\|txq .* \(fail\|not\)\|bad arguments" /tmp/output | head -1)
[ -z "$refused" ] || fail "queues that stop and start: $refused"
# Queues of either port that have received.
used() { # PART: queues with packets in the part before this stop of the streams
  awk -v part="$1" '/Telling cores to/ {stops++}
    /Forward Stats for RX Port=/ {split($0, text, "Queue="); queue = text[2] + 0}
    /^  RX-packets: [1-9].*TX-dropped/ && stops == part {print queue}' /tmp/report | sort -un | wc -l
}
used=$(used 1)
kept=$(grep -c 'esc count = [1-9]' /tmp/report)
row "receive queues that testpmd polls, with packets|$used"
row "others|$kept"
if [ "$id" = 0x10fb ]; then
  [ "$used" = $transmit ] || fail "$used of $transmit queues have received"
  [ "$kept" -ge $((receive - transmit)) ] || fail "$kept of $((receive - transmit)) other queues have received"
else
  [ "$used" = 1 ] && [ "$kept" = 0 ] || fail "$used queues have received, and $kept that are not polled"
  [ "$(sort -u /tmp/mrqc)" = 0x00000000 ] || fail "MRQC as DPDK's driver leaves it: $(cat /tmp/mrqc)"
  [ ! -e /tmp/refused ] || fail "$(cat /tmp/refused)"
  row "receive queues that RSS chooses|$(used 3)"
  [ "$(used 3)" = 16 ] || fail "RSS chooses $(used 3) queues"
fi

# TCP, UDP and SCTP between two ports. TCP is with offloads on and off, and every byte is compared.
two_ports
random_data 3000000
offloads() { # OPTIONS...: of both ports
  ethtool -K "$first" "$@" || fail "offloads $*"
  there ethtool -K "$second" "$@" || fail "offloads $* there"
}
# Packets that the kernel hands to the driver with more than a frame of the wire has: the device splits them.
mount -t tracefs trace /sys/kernel/tracing 2>/dev/null
handed=/sys/kernel/tracing/events/net/net_dev_xmit
[ -d $handed ] || fail "the kernel has no trace point net_dev_xmit"
echo "len > 1518" >$handed/filter
to_split() { # INTERFACE
  grep -c "dev=$1 .*len=" /sys/kernel/tracing/trace
}
for setting in on off; do
  step offloads $setting
  offloads rx $setting tx $setting sg $setting tso $setting gso $setting gro $setting
  wait_link "$first"
  echo >/sys/kernel/tracing/trace
  echo 1 >$handed/enable
  transfer
  transfer_back
  echo 0 >$handed/enable
  for port in "$first" "$second"; do
    split=$(to_split "$port")
    row "offloads $setting: packets of $port for the device to split|$split"
    case $setting in
      on) [ "$split" -ge 20 ] || fail "TSO: $split packets of 3 MB for the device to split" ;;
      off) [ "$split" = 0 ] || fail "no TSO: $split packets are longer than a frame" ;;
    esac
  done
done
# The 82599 coalesces received segments (RSC, "large receive offload"). Each figure is of the first port while `there` sends a
# file: without RSC the driver gets the frames as they are sent. With RSC it gets fewer packets, and each coalesced
# segment loses its header of 66 bytes (Ethernet, IPv4, TCP with time stamps) and nothing else.
figures() { # receive packets and bytes of the driver, its coalesced segments and packets, then what the sender sent
  for name in rx_packets rx_bytes hw_rsc_aggregated hw_rsc_flushed; do statistic "$first" $name; done
  for name in tx_packets tx_bytes; do statistic_there $name; done
}
received() { # SETTING: transfers, and prints the differences of the figures
  ethtool -K "$first" lro "$1" || fail "lro $1"
  [ "$(ethtool -k "$first" | awk '$1 == "large-receive-offload:" {print $2}')" = "$1" ] || fail "lro $1: not kept"
  wait_link "$first"
  wait_link "$second" there
  ping_peer 10.82.0.1
  figures >/tmp/before
  transfer_back
  # The driver counts sent packets when their descriptors are written back.
  sleep 1
  figures | paste -d ' ' - /tmp/before | awk '{printf "%d ", $1 - $2}' >/tmp/figures
  set -- "$1" $(cat /tmp/figures)
  row "lro $1: frames, packets, coalesced segments, packets of them|$6|$2|$4|$5"
  [ "$6" -gt 1000 ] || fail "lro $1: $6 frames"
  [ $(($6 - $2)) = $(($4 - $5)) ] || fail "lro $1: $6 frames, $2 packets, $4 segments in $5 packets"
  [ $(($7 - $3)) = $((66 * ($6 - $2))) ] || fail "lro $1: $6 frames of $7 bytes, $2 packets of $3 bytes"
  merged=$(($6 - $2))
}
if [ "$(cat "$second_device"/device)" = 0x10fb ]; then
  step lro
  offloads rx on tx on sg on tso on gso on gro on
  wait_link "$first"
  # No ARP: its frames are padded.
  ip neigh replace 10.82.0.1 lladdr "$(there cat /sys/class/net/"$second"/address)" dev "$first" nud permanent
  there ip neigh replace 10.82.0.2 lladdr "$(cat /sys/class/net/"$first"/address)" dev "$second" nud permanent
  received off
  [ "$merged" = 0 ] || fail "lro off: $merged frames are missing"
  received on
  [ "$merged" -gt 500 ] || fail "lro on: $merged segments coalesced"
  no_errors rx_csum_offload_errors
fi
step rate
there iperf3 -s -D -1 >/dev/null 2>&1
until_done iperf3 -c 10.82.0.1 -t 3 -f m >/tmp/rate || fail "iperf3: $(tail -1 /tmp/rate)"
grep receiver /tmp/rate
step udp
no_space() { there awk '$1 == "Udp:" && $6 != "RcvbufErrors" {print $6}' /proc/net/snmp; }
full=$(no_space)
there iperf3 -s -D -1 >/dev/null 2>&1
until_done iperf3 -c 10.82.0.1 -u -b 20M -t 2 -f m >/tmp/rate || fail "iperf3 -u: $(tail -1 /tmp/rate)"
grep receiver /tmp/rate
full=$(($(no_space) - full))
lost=$(awk '/receiver/ {split($(NF - 2), n, "/"); print n[1]}' /tmp/rate)
row "UDP: packets lost, without space in the socket|$lost|$full"
# A guest without a processor for it finds no space for a packet in its socket. No other packet may be lost.
[ "$lost" -le $full ] || fail "UDP: $lost packets lost, $full of them without space in the socket"
step sctp
offloads rx on tx on
row "SCTP: checksum by the device|$(ethtool -k "$first" | sed -n 's/.*tx-checksum-sctp: //p')"
modprobe sctp || fail "modprobe sctp"
there iperf3 -s -D -1 >/dev/null 2>&1
until_done iperf3 -c 10.82.0.1 --sctp -t 2 -f m >/tmp/rate || fail "iperf3 --sctp: $(tail -1 /tmp/rate)"
grep receiver /tmp/rate
for side in "" there; do
  wrong=$($side awk '$1 == "SctpChecksumErrors" {print $2}' /proc/net/sctp/snmp)
  [ "$wrong" = 0 ] || fail "SCTP: $wrong packets with a wrong checksum"
done
step errors
for name in rx_errors tx_errors rx_csum_offload_errors rx_crc_errors rx_missed_errors rx_no_dma_resources; do
  no_errors $name
  [ "$(statistic_there $name)" = 0 ] || fail "$name there: $(statistic_there $name)"
done
[ "$(statistic "$first" rx_packets)" -gt 1000 ] || fail "no packets counted"

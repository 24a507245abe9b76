# TCP, UDP and SCTP between two ports. TCP is with offloads on and off, and every byte is compared.
two_ports
random_data 3000000
offloads() { # OPTIONS...: of both ports
  ethtool -K "$first" "$@" || fail "offloads $*"
  there ethtool -K "$second" "$@" || fail "offloads $* there"
}
for setting in on off; do
  step offloads $setting
  offloads rx $setting tx $setting sg $setting tso $setting gso $setting gro $setting
  wait_link "$first"
  transfer
  transfer_back
done
step rate
there iperf3 -s -D -1 >/dev/null 2>&1
until_done iperf3 -c 10.82.0.1 -t 3 -f m >/tmp/rate || fail "iperf3: $(tail -1 /tmp/rate)"
grep receiver /tmp/rate
step udp
there iperf3 -s -D -1 >/dev/null 2>&1
until_done iperf3 -c 10.82.0.1 -u -b 20M -t 2 -f m >/tmp/rate || fail "iperf3 -u: $(tail -1 /tmp/rate)"
grep receiver /tmp/rate
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
no_errors rx_errors tx_errors rx_csum_offload_errors rx_crc_errors
[ "$(statistic "$first" rx_packets)" -gt 1000 ] || fail "no packets counted"

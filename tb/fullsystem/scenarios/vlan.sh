# VLANs, with the tag in the descriptor and in the packet. The scenario filters has VLANs that are not there and removed.
ready
modprobe 8021q || fail "modprobe 8021q"
for offload in on off; do
  step tag in the descriptor: $offload
  ethtool -K "$first" rx-vlan-hw-parse $offload tx-vlan-hw-insert $offload || fail "offload $offload"
  wait_link "$first"
  for vid in 1 42 4094; do
    ip link add link "$first" name v$vid type vlan id $vid || fail "VLAN $vid"
    ip address add 10.82.$((vid % 100 + 1)).2/24 dev v$vid
    ip link set v$vid up
    ping_peer 10.82.$((vid % 100 + 1)).1
  done
  for vid in 1 42 4094; do ip link del v$vid; done
done
ping_peer 10.82.0.1

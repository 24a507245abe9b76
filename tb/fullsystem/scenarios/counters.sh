# The driver's counters equal the device's. The host compares the latter with the capture at the wire.
ready
for size in 0 100 1000 1472; do ping_peer -s $size 10.82.0.1; done
ping -q -f -c 200 10.82.0.1 >/dev/null
# The driver adds its registers up every two seconds.
sleep 4.5
ethtool -S "$first" | sed -n 's/^ *\([rt]x_[a-z_]*\): \([0-9]*\)$/FULLSYSTEM counter \1 \2/p'
for side in rx tx; do
  [ "$(statistic "$first" ${side}_packets)" -gt 200 ] || fail "${side}_packets: $(statistic "$first" ${side}_packets)"
  [ "$(statistic "$first" ${side}_packets)" = "$(statistic "$first" ${side}_pkts_nic)" ] ||
    fail "${side}_pkts_nic: $(statistic "$first" ${side}_pkts_nic), ${side}_packets: $(statistic "$first" ${side}_packets)"
done

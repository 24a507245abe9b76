# Probe, link up, ping: the minimum that every part must do.
step probe
ready
ethtool -i "$first"
ethtool "$first" | grep -i speed
step sizes
for size in 0 1 17 18 100 1472; do ping_peer -s $size 10.82.0.1; done
step counters
ethtool -S "$first" | grep -v ': 0$'
[ "$(statistic "$first" rx_crc_errors)" = 0 ] || fail "CRC errors"

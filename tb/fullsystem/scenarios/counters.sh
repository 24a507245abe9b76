# What the driver counts: the capture at the wire is compared with it.
ready
for size in 0 100 1000 1472; do ping_peer -s $size 10.82.0.1; done
ping -q -f -c 200 10.82.0.1 >/dev/null
# The driver adds its registers up every two seconds.
sleep 4.5
ethtool -S "$first" | sed -n 's/^ *\([rt]x_[a-z_]*\): \([0-9]*\)$/FULLSYSTEM counter \1 \2/p'

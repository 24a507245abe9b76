# Two guests under one time, each with its own model: pings and one TCP transfer from this guest to the other one
# ("clocked_server"). Times in the guest are those of the models, the wire and the instructions of both guests.
load
up "$first" 10.82.0.2
until_done ping -q -c 1 -W 1 10.82.0.1 >/dev/null || fail "no answer of the other guest"
for size in 0 100 1472; do ping_peer -s $size 10.82.0.1; done
step latency
ping -q -U -A -c 50 -W 5 10.82.0.1 >/tmp/ping || fail "$(grep received /tmp/ping)"
row "ping|$(tail -1 /tmp/ping)"
step tcp
until_done iperf3 -c 10.82.0.1 -n 2M -f m >/tmp/rate || fail "iperf3: $(tail -1 /tmp/rate)"
row "TCP 2 MiB|$(awk '/receiver/ {print $7, $8}' /tmp/rate)|$(awk '/sender/ {print $9}' /tmp/rate) sent again"
step end
no_errors rx_crc_errors rx_csum_offload_errors rx_errors tx_errors
until_done say_end || fail "the other guest is gone"

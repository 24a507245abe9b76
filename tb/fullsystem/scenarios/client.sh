# A guest whose link partner is another guest on another model ("server"): pings, a file sent and returned by TCP, TCP in
# both directions.
load
up "$first" 10.82.0.2
until_done ping -q -c 1 -W 1 10.82.0.1 >/dev/null || fail "no answer of the other guest"
for size in 0 100 1472; do ping_peer -s $size 10.82.0.1; done
step file
random_data 2000000
until_done send_data 10.82.0.1 5000 || fail "no connection"
receive_data() { nc 10.82.0.1 5001 >/tmp/back <>/tmp/open 2>/dev/null; }
until_done receive_data || fail "no connection back"
cmp -s /tmp/data /tmp/back || fail "$(wc -c </tmp/back) of $(wc -c </tmp/data) bytes come back, or others"
for reverse in "" -R; do
  step tcp $reverse
  until_done iperf3 -c 10.82.0.1 -t 2 -f m $reverse >/tmp/rate || fail "iperf3: $(tail -1 /tmp/rate)"
  row "TCP $([ -z "$reverse" ] && echo send || echo receive)|$(awk '/receiver/ {print $7, $8}' /tmp/rate)"
done
step end
no_errors rx_crc_errors rx_csum_offload_errors rx_errors tx_errors
until_done say_end || fail "the other guest is gone"

# The other guest of "client": takes a file and sends it back, serves iperf3, and ends when the client has ended.
load
up "$first" 10.82.0.1
iperf3 -s -D >/dev/null 2>&1
nc -l -p 5000 >/tmp/got <>/tmp/open
nc -l -p 5001 </tmp/got >/dev/null
nc -l -p 5002 >/tmp/end <>/tmp/open
[ "$(cat /tmp/end)" = end ] || fail "the client ended early"

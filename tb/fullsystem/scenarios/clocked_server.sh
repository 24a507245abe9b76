# The other guest of "clocked_client": answers, serves iperf3, and ends when the client has ended.
load
up "$first" 10.82.0.1
iperf3 -s -D >/dev/null 2>&1
nc -l -p 5002 >/tmp/end <>/tmp/open
[ "$(cat /tmp/end)" = end ] || fail "the client ended early"

# The link is up, and nothing is sent for a minute; then the link is down, for half a minute.
ready
sleep 2
measure idle begin
sleep 60
measure idle end
ip link set "$first" down
sleep 2
measure down begin
sleep 30
measure down end

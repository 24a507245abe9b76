# The links are up, and nothing is sent for a minute; then the links are down, for half a minute. The host checks the load of
# each server: key highest_load of boots.toml.
load
number=0
for interface in $(interfaces); do
  number=$((number + 1))
  up "$interface" 10.82.$number.2
  ping_peer 10.82.$number.1
done
sleep 2
measure idle begin
sleep 60
measure idle end
for interface in $(interfaces); do ip link set "$interface" down; done
sleep 2
measure down begin
sleep 30
measure down end

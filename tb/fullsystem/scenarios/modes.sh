# Every device of the guest at once, each with a kind of interrupt: pings of several sizes, the driver's self test, and pings
# after it. The kernel parameter kinds=msix,msi,line,... has the kind that each device has to use, in their order on the bus.
load
examine() { # NUMBER INTERFACE KIND: one device; its failure is a file
  peer=10.83.$1.1
  result=/tmp/modes-$1
  for size in 0 100 1472; do
    ping -q -c 3 -i 0.05 -W 5 -s $size $peer >$result.ping || { echo "$2: ping before the test: $(grep received $result.ping)"; return; }
  done
  ethtool -t "$2" offline >$result.test || { echo "$2: self test: $(grep -v ' 0$' $result.test | tail -n +3 | tr '\n' ' ')"; return; }
  i=0
  while [ "$(cat /sys/class/net/"$2"/carrier 2>/dev/null)" != 1 ] && [ $i -le 150 ]; do i=$((i + 1)); sleep 0.1; done
  ping -q -c 3 -i 0.05 -W 5 $peer >$result.ping || { echo "$2: ping after the test: $(grep received $result.ping)"; return; }
  case $3 in line) pattern="IO-APIC" ;; *) pattern="PCI-$3-" ;; esac
  grep "$2\|$(slot_of "$2")" /proc/interrupts | grep -qi "$pattern" || { echo "$2: no $3 in use"; return; }
  echo passed
}
number=0
for interface in $(interfaces); do
  number=$((number + 1))
  kind=$(echo "$kinds" | cut -d, -f $number)
  up "$interface" 10.83.$number.2
  ping_peer 10.83.$number.1
  examine $number "$interface" "$kind" >/tmp/modes-$number &
done
wait
[ $number = "$(echo "$kinds" | tr ',' '\n' | wc -l)" ] || fail "$number interfaces, kinds: $kinds"
for n in $(seq $number); do
  row "$(interfaces | sed -n ${n}p)|$(echo "$kinds" | cut -d, -f $n)|$(cat /tmp/modes-$n)"
done
passed=$(cat /tmp/modes-[0-9] | grep -c '^passed$')
[ "$passed" = $number ] || fail "$passed of $number devices passed: $(grep -hv '^passed$' /tmp/modes-[0-9] | head -1)"

# Traffic classes: the queues of a priority, PFC, and transfers.
two_ports
random_data 300000
classes() { # INTERFACE [COMMAND...]: eight classes, each with its priority
  port=$1
  shift
  "$@" dcb dcbx set dev "$port" host ieee || fail "dcb dcbx"
  "$@" dcb ets set dev "$port" willing off tc-tsa 0:ets 1:ets 2:ets 3:ets 4:ets 5:ets 6:ets 7:ets \
    tc-bw 0:20 1:20 2:10 3:10 4:10 5:10 6:10 7:10 prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 || fail "dcb ets"
}
step classes
there ethtool -G "$second" rx 64 || fail "ring of 64"
classes "$first"
classes "$second" there
wait_link "$first"
wait_link "$second" there
dcb ets show dev "$first"
ping_peer 10.82.0.1
step queues
# Lines with a transmit queue and its class; receive queues have the same numbers.
grep -s . /sys/class/net/"$first"/queues/tx-*/traffic_class | sed 's,.*/tx-\([0-9]*\)/[^0-9]*\([0-9]*\)$,\1 \2,' | sort -n >/tmp/queues
queues_of() { awk -v class="$1" '$2 == class {print $1}' /tmp/queues; }
sum() { # SIDE CLASS COMMAND...: packets of a class; the command prints ethtool -S
  side=$1
  class=$2
  shift 2
  "$@" | awk -v side="$side" -v class="$class" 'NR == FNR {of[$1] = $2; next}
    {split($1, word, "_")} $1 ~ side "_queue_.*_packets:" && of[word[3]] == class {total += $2} END {print total + 0}' /tmp/queues -
}
here_statistics() { ethtool -S "$first"; }
there_statistics() { there ethtool -S "$second"; }
# The type of service of a packet selects its priority: 0x08 is 2, 0x18 is 4, 0x10 is 6.
for pair in "0x00 0" "0x08 2" "0x18 4" "0x10 6"; do
  set -- $pair
  sent=$(sum tx "$2" here_statistics)
  got=$(sum rx "$2" there_statistics)
  ping_peer -Q $1 10.82.0.1
  sent=$(($(sum tx "$2" here_statistics) - sent))
  got=$(($(sum rx "$2" there_statistics) - got))
  row "priority $2: queues, packets sent, received|$(queues_of "$2" | tr '\n' ' ')|$sent|$got"
  [ $sent -ge 5 ] || fail "priority $2: $sent of 5 packets by its queues"
  [ $got -ge 5 ] || fail "priority $2: $got of 5 packets arrive in its queues"
done
step pfc
dcb pfc set dev "$first" prio-pfc 3:on 5:on || fail "dcb pfc"
there dcb pfc set dev "$second" prio-pfc 3:on 5:on || fail "dcb pfc there"
sleep 1
wait_link "$first"
wait_link "$second" there
dcb pfc show dev "$first"
ping_peer 10.82.0.1
count=300
received() { statistic_there rx_packets; }
before=$(received)
generator "$(queues_of 3 | head -1)" $count "skb_priority 3"
hardware=$(statistic_there rx_pkts_nic)
hold_second
generate pgctrl start &
generator=$!
sleep 1
in_hardware() { statistic_there rx_pkts_nic; }
waiting=$(in_hardware)
[ $((waiting - hardware)) -lt $count ] || fail "priority 3 is not stopped: $((waiting - hardware)) of $count frames arrive"
# Another priority is not stopped. The receiver's software answers nothing.
ping -q -c 20 -i 0.02 -W 0.1 10.82.0.1 >/dev/null
got=$(($(in_hardware) - waiting))
row "PFC of priority 3: frames sent, received meanwhile; frames of priority 0 received|$count|$((waiting - hardware))|$got"
[ $got -ge 20 ] || fail "priority 0 is stopped by PFC of priority 3: $got of 20 frames arrive"
[ $got -lt 40 ] || fail "priority 3 is not stopped: $got frames arrive, 20 of priority 0 are sent"
release_second
wait $generator
until_least "frames with PFC" $((before + count + 20)) received
[ "$(statistic_there rx_missed_errors)" = 0 ] || fail "$(statistic_there rx_missed_errors) frames are lost with PFC"
sleep 1
there_statistics >/tmp/there
for n in $(seq 0 7); do
  sent=$(awk -v name="tx_pb_${n}_pxoff:" '$1 == name {print $2}' /tmp/there)
  if [ $n = 3 ]; then
    received=$(statistic "$first" rx_pb_${n}_pxoff)
    row "XOFF of priority 3 sent, received|$sent|$received"
    [ "$sent" -gt 0 ] || fail "no XOFF of priority 3"
    [ "$received" = "$sent" ] || fail "$received XOFF of priority 3 received, $sent are sent"
  else
    [ "$sent" = 0 ] || fail "$sent XOFF of priority $n"
  fi
done
step transfers
transfer
transfer_back

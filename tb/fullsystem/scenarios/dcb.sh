# Traffic classes: PFC, bandwidth and the map of priorities.
two_ports
random_data 300000
step classes
dcb dcbx set dev "$first" host ieee || fail "dcb dcbx"
dcb ets set dev "$first" willing off tc-tsa 0:ets 1:ets 2:ets 3:ets 4:ets 5:ets 6:ets 7:ets \
  tc-bw 0:20 1:20 2:10 3:10 4:10 5:10 6:10 7:10 prio-tc 0:0 1:1 2:2 3:3 4:4 5:5 6:6 7:7 || fail "dcb ets"
wait_link "$first"
dcb ets show dev "$first"
ping_peer 10.82.0.1
step pfc
dcb pfc set dev "$first" prio-pfc 3:on 5:on || fail "dcb pfc"
wait_link "$first"
dcb pfc show dev "$first"
transfer
transfer_back

# PAUSE: each setting is kept and reported; the link answers with it.
two_ports
for setting in "on on" "off on" "on off" "off off" "on on"; do
  set -- $setting
  step rx $1 tx $2
  ethtool -A "$first" autoneg off rx $1 tx $2 2>/dev/null
  wait_link "$first"
  sleep 0.5
  shown=$(ethtool -a "$first" | awk '$1 == "RX:" {r = $2} $1 == "TX:" {t = $2} END {print r, t}')
  [ "$shown" = "$setting" ] || fail "pause: found $shown, set $setting"
  ping_peer 10.82.0.1
done

# Functions of the scenarios. A scenario ends at its first failure, with a line that says what failed.

# The shell prefers its own programs of these names.
ping() { /usr/bin/ping "$@"; }
ip() { /usr/bin/ip "$@"; }
modprobe() { /usr/sbin/modprobe "$@"; }
rmmod() { /usr/sbin/rmmod "$@"; }

# The marker of a step; the console has it with its time.
step() { echo "FULLSYSTEM step $*"; }
fail() {
  echo "FULLSYSTEM fail $*"
  exit 1
}
# A row of a table of the report.
row() { echo "FULLSYSTEM row $*"; }

# timed NAME MOST COMMAND...: the command takes at most so many seconds of the guest.
timed() {
  name=$1
  most=$2
  shift 2
  begun=$(cut -d ' ' -f 1 /proc/uptime)
  "$@"
  took=$(awk -v begun="$begun" '{printf "%.2f", $1 - begun}' /proc/uptime)
  row "$name|$took s"
  awk -v took="$took" -v most="$most" 'BEGIN {exit !(took <= most)}' || fail "$name: $took s, at most $most s"
}

# Begin and end of a stretch of which the host measures the processor time, and a figure of it.
measure() { echo "FULLSYSTEM measure $*"; }
figure() { echo "FULLSYSTEM figure $*"; }

# Asks the host to remove the first device (unplug) or to insert it again (plug). The host does it a little later.
ask() { echo "FULLSYSTEM ask $*"; }

# The interfaces of a driver, in the order of the bus. The kernel parameter nic has another driver than ixgbe.
interfaces() { ls -d /sys/bus/pci/drivers/"${1:-${nic:-ixgbe}}"/*/net/* 2>/dev/null | sed 's,.*/,,'; }
# The PCI address of an interface.
slot_of() { basename "$(readlink -f /sys/class/net/"$1"/device)"; }

# The errors of a driver in the kernel's log.
driver_errors() { dmesg -r | sed -n "s/^<[0-3]>.*$1 [^ ]*: //p" | tr '\n' ';'; }

# Loads the driver again and names its interfaces first and second.
load() {
  driver=${1:-${nic:-ixgbe}}
  rmmod "$driver" 2>/dev/null
  modprobe "$driver" || fail "modprobe $driver"
  first=$(interfaces "$driver" | sed -n 1p)
  second=$(interfaces "$driver" | sed -n 2p)
  [ -n "$first" ] || fail "$driver has no interface: $(driver_errors "$driver")"
}

# wait_link INTERFACE [COMMAND...]: waits until an interface has its link; the command runs in its namespace.
wait_link() {
  i=0
  port=$1
  shift
  while [ "$("$@" cat /sys/class/net/"$port"/carrier 2>/dev/null)" != 1 ]; do
    i=$((i + 1))
    [ $i -le 150 ] || fail "$port: no link"
    sleep 0.1
  done
}

# up INTERFACE ADDRESS: address and link.
up() {
  ip address flush dev "$1"
  ip address add "$2"/24 dev "$1"
  ip link set "$1" up || fail "$1: cannot be set up"
  wait_link "$1"
}

# ping_peer [OPTIONS] ADDRESS: every request is answered.
ping_peer() { ping -q -c 5 -i 0.05 -W 5 "$@" >/tmp/ping || fail "ping $*: $(grep received /tmp/ping)"; }

# The first interface, with link, and an answer from its wire.
ready() {
  load "$@"
  up "$first" 10.82.0.2
  ping_peer 10.82.0.1
}

# Two ports with a cable between them, each in a separate network namespace: "here" and there.
two_ports() {
  load
  [ -n "$second" ] || fail "one interface only"
  second_device=$(readlink -f /sys/class/net/"$second"/device)
  ip netns del there 2>/dev/null
  ip netns add there || fail "no namespace"
  # No traffic that no scenario asks for.
  there sh -c 'for name in all default; do echo 1 >/proc/sys/net/ipv6/conf/$name/disable_ipv6; done'
  ip link set "$second" netns there
  up "$first" 10.82.0.2
  ip netns exec there ip address add 10.82.0.1/24 dev "$second"
  ip netns exec there ip link set lo up
  ip netns exec there ip link set "$second" up
  wait_link "$first"
  wait_link "$second" there
  ping_peer 10.82.0.1
}
there() { ip netns exec there "$@"; }

# connect FROM TO PORT COUNT: TCP connections from there, from port FROM, to an address here; each sends a SYN.
connect() {
  there sh -c "echo $1 $1 >/proc/sys/net/ipv4/ip_local_port_range"
  for i in $(seq "$4"); do there nc -w 1 "$2" "$3" </dev/null >/dev/null 2>&1; done
  sleep 0.2
}

# The value of a statistic of ethtool -S; 0 if it is not listed.
statistic() { ethtool -S "$1" | awk -F: -v name="$2" '{gsub(/ /, "", $1)} $1 == name {print $2 + 0; f = 1} END {if (!f) print 0}'; }

# no_errors NAME...: these statistics of the first port are 0.
no_errors() {
  for name in "$@"; do
    [ "$(statistic "$first" "$name")" = 0 ] || fail "$name: $(statistic "$first" "$name")"
  done
}

# retry TIMES SECONDS COMMAND...: repeats a command that fails, so many times and after so many seconds each.
retry() {
  i=0
  times=$1
  pause=$2
  shift 2
  until "$@"; do
    i=$((i + 1))
    [ $i -le "$times" ] || return 1
    sleep "$pause"
  done
}
# Repeats a command until its peer listens, which takes a while on a busy host.
until_done() { retry 50 0.2 "$@"; }
# Ends the scenario of the other guest.
say_end() { echo end | nc 10.82.0.1 5002 >/dev/null 2>&1; }
# Each attempt sends the file from its beginning.
send_data() { nc "$@" </tmp/data 2>/dev/null; }
send_data_there() { there nc "$@" </tmp/data 2>/dev/null; }

# Sends a file by TCP to the other namespace, and compares what arrives. The receiver's input stays open: its end would
# end the connection.
[ -p /tmp/open ] || mkfifo /tmp/open
transfer() {
  rm -f /tmp/got
  there nc -l -p 5000 >/tmp/got <>/tmp/open &
  receiver=$!
  until_done send_data 10.82.0.1 5000 || fail "transfer: no connection"
  wait $receiver
  cmp -s /tmp/data /tmp/got || fail "transfer: $(wc -c </tmp/got) of $(wc -c </tmp/data) bytes arrive, or others"
}
# The other direction.
transfer_back() {
  rm -f /tmp/got
  nc -l -p 5001 >/tmp/got <>/tmp/open &
  receiver=$!
  until_done send_data_there 10.82.0.2 5001 || fail "transfer back: no connection"
  wait $receiver
  cmp -s /tmp/data /tmp/got || fail "transfer back: $(wc -c </tmp/got) of $(wc -c </tmp/data) bytes arrive, or others"
}
# A command for a file of the kernel's packet generator.
generate() { echo "$2" >/proc/net/pktgen/"$1" || fail "pktgen: $1: $2"; }
# generator QUEUE COUNT COMMAND...: prepares the generator of processor 0 to send from the first interface to the second one.
# Its frames have a network address that is none of the receiver's, so that it answers nothing.
generator() {
  [ -e /proc/net/pktgen ] || modprobe pktgen || fail "modprobe pktgen"
  queue=$1
  count=$2
  shift 2
  generate kpktgend_0 rem_device_all
  generate kpktgend_0 "add_device $first@0"
  for command in "count $count" "delay 0" "pkt_size 1514" "dst_mac $(there cat /sys/class/net/"$second"/address)" \
    "dst 10.99.0.1" "queue_map_min $queue" "queue_map_max $queue" "$@"; do
    generate "$first@0" "$command"
  done
}

# The interrupts of the second port, masked for the whole function and open again: its software stands still. The bit is 14 of
# the control word of MSI-X, at 0x60 on the 82598 and at 0x70 on the 82599 and its virtual functions.
mask_second() {
  case $(cat "$second_device"/device) in 0x10fb | 0x10ed) place=$((0x73)) ;; *) place=$((0x63)) ;; esac
  printf "$1" | dd of="$second_device"/config bs=1 seek=$place conv=notrunc 2>/dev/null || fail "MSI-X control"
}
hold_second() { mask_second '\300'; }
release_second() { mask_second '\200'; }
statistic_there() { there ethtool -S "$second" | awk -F: -v name="$1" '{gsub(/ /, "", $1)} $1 == name {print $2 + 0; f = 1} END {if (!f) print 0}'; }
# until_least MESSAGE LEAST COMMAND: waits until the command prints a number that is not less. A command that prints none, or
# fails, must not end the wait as a number that is large enough would.
until_least() {
  i=0
  while true; do
    number=$(shift 2 && "$@") || fail "$1: status $? of: $3"
    case $number in '' | *[!0-9]*) fail "$1: no number: $number" ;; esac
    [ "$number" -lt "$2" ] || break
    i=$((i + 1))
    [ $i -le 150 ] || fail "$1: $number, expected $2"
    sleep 0.1
  done
}
random_data() { head -c "$1" /dev/urandom >/tmp/data; }

# Removes namespaces and interfaces that a scenario leaves.
restore() {
  ip netns del there
  ip -all netns delete
  rmmod ixgbe
  rmmod ixgbevf
}

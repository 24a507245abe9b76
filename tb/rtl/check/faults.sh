# shellcheck shell=sh
# For scripts that run a module with selectable faults: counts the faults that were caught and those that were missed.
missed=0 caught=0

# expect STATUS NAME PATTERN COMMAND...: runs the command; a run that must fail must say PATTERN (extended) too.
expect() {
  wanted=$1 name=$2 pattern=$3
  shift 3
  output=$("$@" 2>&1)
  status=$?
  if [ $status -ne "$wanted" ]; then
    echo "$name: exit $status, expected $wanted"
    echo "$output" | tail -n 5
    missed=$((missed + 1))
  elif [ "$wanted" -ne 0 ] && ! echo "$output" | grep -qE "$pattern"; then
    echo "$name: failed without a divergence"
    missed=$((missed + 1))
  else
    caught=$((caught + 1))
  fi
}

# The exit status of the script.
report_status() {
  echo "$caught runs as expected, $missed not"
  [ $missed -eq 0 ]
}

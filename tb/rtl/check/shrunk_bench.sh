#!/bin/sh
# The testbench of a shrunk failure fails in Icarus Verilog for the module with the fault and passes without it.
# Usage: shrunk_bench.sh DIRECTORY FAULT PROGRAM OPTION...   (options of `ixsim check` that name the module)
set -eu
directory=$1 fault=$2 program=$3
shift 3
rm -rf "$directory"
if "$program" check "$@" --plusarg "+fault=$fault" --out "$directory" >/dev/null 2>&1; then
  echo "fault $fault was not seen"
  exit 1
fi
cd "$directory/shrunk"
# The command in the header, without its last part, which runs what it compiles.
sh -c "$(sed -n 's#^//   \(iverilog .*\) && vvp.*#\1#p' bench.v)"
if vvp -n bench.vvp "+fault=$fault" >bad.txt; then
  echo "fault $fault passes:" && cat bad.txt && exit 1
fi
grep -q 'FAIL' bad.txt
vvp -n bench.vvp +fault=0 >good.txt || { echo "without a fault:" && cat good.txt && exit 1; }
grep '^PASS' good.txt

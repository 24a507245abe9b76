#!/bin/sh
# icarus_vectors.sh DIR BENCH FILE...: plays the vectors in DIR into the Verilog files' classifier under Icarus
# Verilog; BENCH.v holds the module BENCH. Exit status 0 when every output at every edge is as expected.
set -eu
directory=$1
shift
bench=$(basename "$1" .v)
edges=$(wc -l < "$directory/stimulus.hex")
program=$(mktemp)
trap 'rm -f "$program"' EXIT
iverilog -g2005 -Wall -Wno-timescale -o "$program" -s "$bench" -P "$bench.EDGES=$edges" "$@"
vvp -N "$program" "+stimulus=$directory/stimulus.hex" "+expected=$directory/expected.hex"

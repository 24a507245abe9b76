#!/bin/sh
# icarus_vectors.sh DIR FILE...: plays the vectors in DIR into the Verilog files' l2_classifier under Icarus
# Verilog; exit status 0 when every output at every edge is as expected.
set -eu
directory=$1
shift
edges=$(wc -l < "$directory/stimulus.hex")
program=$(mktemp)
trap 'rm -f "$program"' EXIT
iverilog -g2005 -Wall -Wno-timescale -o "$program" -s l2_classifier_vectors_tb -P "l2_classifier_vectors_tb.EDGES=$edges" "$@"
vvp -N "$program" "+stimulus=$directory/stimulus.hex" "+expected=$directory/expected.hex"

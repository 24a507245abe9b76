"""Compares the decisions in a vector directory with those of the decision table, at every edge.

    compare_vectors.py DIR [--block classifier|pools] [--size QUEUES POOLS ADDRESSES] [--summary]

Why it exists: the vectors come from the simulator's reference classifier. This script computes the expected decisions
again from stimulus.hex alone, frames, register writes and resets included.

Prints `N frames, N decisions compared, 0 differences`, or the first differences with the frame and both decisions. Exit
0: equal. Exit 1: a difference, a decision missing or extra, a decision that depends on a register that was not written
since reset, or nothing to compare. Exit 2: the files cannot be used.
"""

import argparse
import collections
import functools
import pathlib
import sys
from collections.abc import Callable
from typing import NamedTuple

import pool_table
from decision_table import Registers, Size, decide
from edge_replay import replay
from vector_format import (
    EXPECTED_BITS,
    STIMULUS_BITS,
    VALID,
    InputError,
    read_words,
    unpack_decision,
)

SHOWN = 5  # differences printed in full


class Block(NamedTuple):
    """One block's decision table, and how its decisions stand in expected.hex."""

    register_file: Callable
    decide: Callable
    unpack: Callable
    valid: int
    bits: int
    reserved: int


BLOCKS = {
    "classifier": Block(Registers, decide, unpack_decision, VALID, EXPECTED_BITS, 0),
    "pools": Block(
        pool_table.PoolRegisters,
        pool_table.decide,
        pool_table.unpack_decision,
        pool_table.VALID,
        pool_table.EXPECTED_BITS,
        0,
    ),
}


def compare(stimulus, expected, name="stimulus", block=BLOCKS["classifier"]):
    """(Replay, decisions compared, differences). A difference is (edge, reason, found, Due); found is the
    decision in `expected` or None, Due that of the replay or None."""
    run = replay(stimulus, name, block.register_file, block.decide)
    differences = []
    if run.first_reset is None:
        return run, 0, differences
    compared = 0
    due_at = {due.edge: due for due in run.due}
    for edge in range(run.first_reset + 1, len(expected)):
        word = expected[edge]
        due = due_at.pop(edge, None)
        found = block.unpack(word) if word & block.valid else None
        if due is None and found is None:
            continue
        if due is None:
            differences.append((edge, "extra decision", found, None))
        elif found is None:
            differences.append((edge, "missing decision", None, due))
        elif due.decision is None:
            differences.append((edge, f"undefined: {due.undefined}", found, due))
        else:
            compared += 1
            if found != due.decision:
                differences.append((edge, "different decision", found, due))
    differences += [
        (due.edge, "missing decision, due after the last line", None, due) for due in due_at.values()
    ]
    return run, compared, differences


def describe(difference):
    """A difference as lines of text."""
    edge, reason, found, due = difference
    lines = [f"edge {edge}: {reason}", f"  vectors: {found}"]
    if due is not None:
        lines.append(f"  table:   {due.decision}")
        lines.append(
            f"  frame:   {len(due.frame)} bytes, tuser {due.tuser}, VET {due.vet:04x}, {due.frame.hex()}"
        )
    return "\n".join(lines)


def summary(run):
    """Counts the kinds of compared frames, which show that a comparison covers them."""
    decisions = [due.decision for due in run.due if due.decision is not None]
    admitted = [decision for decision in decisions if not decision.drop]

    def count(values):
        return ", ".join(f"{value}: {n}" for value, n in sorted(collections.Counter(values).items()))

    lines = [
        f"{run.writes} writes, {run.resets} edges of reset, {run.lost} decisions lost to reset",
        f"drop      {count(d.drop for d in decisions)}",
        f"rss_type  {count(d.rss_type for d in admitted)}",
        f"ptype     {count(f'{d.ptype:02x}' for d in admitted)}",
        f"tagged    {count(d.tagged for d in admitted)}",
        f"pif       {count(d.pif for d in admitted)}",
        f"tc        {count(d.tc for d in admitted)}",
    ]
    if all(hasattr(d, "pools") for d in admitted):
        lines += [f"pools     {count(d.pools.bit_count() for d in admitted)} (number of pools: frames)"]
    else:
        lines += [
            f"vmdq      {count(d.vmdq for d in admitted)}",
            f"queues    {len({d.queue for d in admitted})}",
        ]
    return "\n".join(lines)


def main(arguments=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="compare vector files with the decision table")
    parser.add_argument("directory", type=pathlib.Path, help="holds stimulus.hex and expected.hex")
    parser.add_argument("--summary", action="store_true", help="also print what the frames were")
    parser.add_argument("--block", choices=BLOCKS, default="classifier", help="whose vectors they are")
    parser.add_argument(
        "--size", type=int, nargs=3, metavar=("QUEUES", "POOLS", "ADDRESSES"), help="of a classifier"
    )
    options = parser.parse_args(arguments)
    block = BLOCKS[options.block]
    if options.size:
        if options.block != "classifier":
            parser.error("--size: accepted with --block classifier")
        block = block._replace(register_file=functools.partial(Registers, Size(*options.size)))
    stimulus_path, expected_path = options.directory / "stimulus.hex", options.directory / "expected.hex"
    try:
        stimulus = read_words(stimulus_path, STIMULUS_BITS)
        expected = read_words(expected_path, block.bits, block.reserved)
        if len(stimulus) != len(expected):
            raise InputError(f"{expected_path}: found {len(expected)} lines, accepted is {len(stimulus)}")
        run, compared, differences = compare(stimulus, expected, stimulus_path, block)
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    for difference in differences[:SHOWN]:
        print(describe(difference))
    if options.summary:
        print(summary(run))
    print(f"{run.frames} frames, {compared} decisions compared, {len(differences)} differences")
    if compared == 0:
        print("nothing compared" + ("" if run.first_reset is not None else ": no reset in the stimulus"))
    return 1 if differences or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())

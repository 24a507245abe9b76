"""`ixsim cost`: memories against sizes computed by hand, synthesis against the known figures of the RTL, its cache, bad
input.
"""

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys

import pytest
from program import ROOT, program

sys.path.insert(0, str(ROOT / "scripts/explore"))
from ixsim.cost import cache, model, synthesis

RTL = ROOT / "rtl"


def run(*words, **environment):
    return subprocess.run(
        [program(), "cost", *words], capture_output=True, text=True, env={**os.environ, **environment}
    )


def sizes(*words):
    """The result without synthesis."""
    done = run("--step", "none", "--json", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def memory(result, name):
    (row,) = (row for row in result["memories"] if row["name"].startswith(name))
    return row["bits"]


def test_memories_of_the_82598():
    """Sizes of the datasheet: 64 cached descriptors of 16 bytes a queue, tables of 4,096 bits, 512 KiB of receive buffer."""
    result = sizes()
    assert memory(result, "receive packet buffer") == 512 * 1024 * 8
    assert memory(result, "transmit packet buffer") == 320 * 1024 * 8
    assert memory(result, "receive descriptor caches") == 64 * 1024 * 8
    assert memory(result, "transmit descriptor caches") == 32 * 1024 * 8
    assert memory(result, "multicast table") == 128 * 32
    assert memory(result, "VLAN table") == 128 * 32
    assert memory(result, "pool of a VLAN") == 4 * 128 * 32
    assert memory(result, "redirection table") == 128 * 8


@pytest.mark.parametrize(
    "words, name, bits",
    [
        (["--tx-queues", "16"], "transmit descriptor caches", 16 * 1024 * 8),
        (["--descriptors", "8"], "receive descriptor caches", 64 * 8 * 128),
        (["--packet-buffer", "64"], "receive packet buffer", 64 * 1024 * 8),
        (["--rx-queues", "2", "--pools", "1"], "redirection table", 128 * 2),
        (["--rules", "82599", "--pools", "32"], "pools of an address", 128 * 32),
        (["--vectors", "64"], "moderation", 64 * 32),
    ],
)
def test_a_size_changes_its_memory(words, name, bits):
    assert memory(sizes(*words), name) == bits


@pytest.mark.parametrize("words", [[], ["--rx-queues", "128", "--rules", "82599"], ["--sram-overhead", "0"]])
def test_parts_add_up(words):
    result = sizes(*words)
    rows, total = result["memories"], result["total"]
    assert total["ram_bits"] == sum(row["entries"] * row["width_bits"] for row in rows)
    each = 6 * (1 + result["parameters"]["sram_overhead"])
    assert total["transistors"] == pytest.approx(each * total["ram_bits"], abs=len(rows))
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    assert set(result["units"]) == set(total)


DEFICIT = [("drr_scheduler", 3), ("drr_scheduler", 6)]
# Mapping to LUTs takes seconds, whatever the size.
LONG_MAPPING = [pytest.param(*case, marks=pytest.mark.long) for case in DEFICIT]
LONG_SILICON = pytest.param(*DEFICIT[1], marks=pytest.mark.long)


@pytest.mark.parametrize(("top", "n"), [("rr_scheduler", 4), *LONG_MAPPING])
def test_flip_flops_of_a_scheduler(tmp_path, top, n):
    """Round robin keeps a mask of N - 1 flip-flops; deficit mode contains it."""
    area = synthesis.scheduler_xc7(RTL, top, n, tmp_path)
    assert area["flip-flops"] == n - 1 if top == "rr_scheduler" else area["flip-flops"] > n - 1


@pytest.mark.parametrize(("top", "n"), [("rr_scheduler", 4), DEFICIT[0], LONG_SILICON])
def test_transistors_of_a_scheduler(tmp_path, top, n):
    """The credits of deficit mode are memory."""
    silicon = synthesis.scheduler_silicon(RTL, top, n, tmp_path)
    if top == "rr_scheduler":
        assert silicon["ram_bits"] == 0
    else:
        assert silicon["ram_bits"] > 0 and silicon["ram_bits"] % n == 0
    # A flip-flop takes at least 20 transistors, a gate of two inputs 4.
    assert silicon["transistors"] > 20 * (n - 1) + 4 * n


@pytest.fixture
def figures(monkeypatch, tmp_path):
    """Makes the block of a scheduler of 4 queues from a copy of the RTL; counts the syntheses."""
    rtl = shutil.copytree(RTL, tmp_path / "tree" / "rtl")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    # One tool run, the shortest, is enough to see when the figures are made.
    monkeypatch.setattr(synthesis, "scheduler_levels", lambda *_: {6: (1, 1)})
    monkeypatch.setattr(synthesis, "scheduler_xc7", lambda *_: {"LUTs": 1, "flip-flops": 1})
    made = []
    real = synthesis.scheduler_silicon
    monkeypatch.setattr(
        synthesis, "scheduler_silicon", lambda *arguments: made.append(arguments) or real(*arguments)
    )

    def block(**values):
        parameters = model.Parameters(**{"tx_queues": 4, "pools": 1, **values})
        return model.scheduler_block(parameters, "area", rtl)

    return block, made, rtl, tmp_path / "cache/ixsim/synthesis"


def test_the_cache_serves_what_is_unchanged_only(figures):
    block, made, rtl, place = figures
    first = block()
    assert (block(), len(made)) == (first, 1)
    assert block(vectors=3) == first and len(made) == 1
    block(tx_queues=5)
    assert len(made) == 2
    source = rtl / "rr_scheduler.v"
    source.write_text(source.read_text() + "\n// another text\n")
    assert block() == first and len(made) == 3
    # A file cut short is made again, and one with other figures too.
    whole = {entry: entry.read_text() for entry in place.glob("*.json")}
    for spoil in (lambda text: text[:50], lambda text: text.replace('_transistors": ', '_transistors": 1')):
        for entry, text in whole.items():
            assert spoil(text) != text
            entry.write_text(spoil(text))
        made.clear()
        assert block() == first and len(made) == 1


def test_a_cache_that_others_may_write_is_refused(figures):
    block, _, _, place = figures
    block()
    place.chmod(0o777)
    with pytest.raises(cache.CacheError, match=r"mode 0777.*chmod"):
        block()


def test_broken_rtl_is_an_error(figures):
    block, _, rtl, _ = figures
    (rtl / "rr_scheduler.v").write_text("module rr_scheduler(; endmodule\n")
    with pytest.raises(synthesis.SynthesisError, match="syntax error"):
        block()


@pytest.mark.parametrize(
    "words, what",
    [
        (["--rx-queues", "0"], "--rx-queues: found 0, accepted: whole numbers from 1 to 128"),
        (["--descriptors", "12"], "--descriptors: found 12, accepted: multiples of 8"),
        (["--pools", "40"], "--pools: found 40 with rx_queues 64 and tx_queues 32"),
        (["--scheduler", "fifo"], "--scheduler: found 'fifo', accepted: rr or drr"),
        (["--sram-overhead", "nan"], "--sram-overhead: found nan"),
        (["--tx-queues", "many"], "invalid int value: 'many'"),
        (["--queues", "4"], "unrecognized arguments: --queues 4"),
    ],
)
def test_bad_sizes_are_refused_in_one_line(words, what):
    done = run(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("ixsim cost: ") and what in done.stderr


def test_a_reader_that_ends_early_causes_no_message():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [program(), "cost", "--step", "none"], stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, "")


def test_an_interpreter_that_is_not_there_is_named():
    done = run("--step", "none", IXSIM_PYTHON="/not/there")
    assert done.returncode == 2
    assert "/not/there: cannot be run" in done.stderr and "IXSIM_PYTHON" in done.stderr


@pytest.mark.long
def test_more_queues_cost_more(tmp_path):
    for top in synthesis.SCHEDULERS:
        found = [
            (
                synthesis.scheduler_xc7(RTL, top, n, tmp_path)["LUTs"],
                synthesis.scheduler_silicon(RTL, top, n, tmp_path)["transistors"],
            )
            for n in (4, 8, 16, 32, 64)
        ]
        assert all(a < b and c < d for (a, c), (b, d) in itertools.pairwise(found)), (top, found)


@pytest.mark.long
def test_the_whole_table(tmp_path):
    """The 82598 as docs/silicon_cost.md has it."""
    done = run("--json", XDG_CACHE_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    page = (ROOT / "docs/silicon_cost.md").read_text()
    for name, value in json.loads(done.stdout)["total"].items():
        assert f"{value:,}" in page, name

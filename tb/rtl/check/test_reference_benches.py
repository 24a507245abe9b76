"""The reference as a Python module and as a DPI-C library, and the example benches that use them.

The module is compared with recorded vectors at every edge. Benches must pass the module of ixsim, and must report
faulty_classifier for faults of value and of time. PYTHONPATH has the module and tb/conformance.
"""

import os
import subprocess
import sys
from pathlib import Path

import ixsim_reference
import pytest
from edge_replay import LATENCY
from vector_format import RST, TLAST, TUSER, TVALID, VALID, WR_EN, read_words, unpack_decision

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ["IXSIM_BUILD_DIR"])
PYTHON = BUILD / "share/ixsim/python"
RTL = sorted((ROOT / "rtl").glob("l2*.v"))
FAULTY = ROOT / "tb/rtl/faulty_classifier.v"
FAULTS = [1, 6, 131]  # early; a write seen late; a bit of the hash


def compared_decisions(directory, change=0):
    """(decisions compared, edges with a difference) of recorded vectors; `change` is added to each register value."""
    stimulus = read_words(directory / "stimulus.hex", 128)
    expected = read_words(directory / "expected.hex", 80)
    reference = ixsim_reference.Reference("82598")
    due, compared, different, reset = {}, 0, [], False
    for edge, (word, outputs) in enumerate(zip(stimulus, expected, strict=True)):
        decision = due.pop(edge, None)
        if reset and (decision is not None) != bool(outputs & VALID):
            different.append(edge)
        elif decision is not None:
            compared += 1
            found = unpack_decision(outputs)
            if any(getattr(found, name) != getattr(decision, name) for name in found._fields):
                different.append(edge)
        if word & RST:
            reset = True
            due.clear()
            reference.reset()
            continue
        if word & TVALID:
            beat = word & (1 << 64) - 1, word >> 64 & 0xFF, bool(word & TLAST), bool(word & TUSER)
            if (decision := reference.beat(*beat)) is not None:
                due[edge + LATENCY] = decision
        if word & WR_EN:
            reference.write(word >> 80 & 0xFFFF, (word >> 96) + change & 0xFFFF_FFFF)
    return compared, different


def test_module_agrees_with_vectors():
    vectors = Path(os.environ["IXSIM_VECTORS"])
    compared, different = compared_decisions(vectors)
    assert compared > 1000 and different == []
    assert compared_decisions(vectors, change=1)[1] != []


def test_module_refuses():
    with pytest.raises(ValueError, match=r"device\.profile: found 8259"):
        ixsim_reference.Reference("8259")
    reference = ixsim_reference.Reference()
    with pytest.raises(ValueError, match="found 0 bytes"):
        reference.classify(b"")
    with pytest.raises(ValueError, match="tkeep: found 0x5"):
        reference.beat(0, 5, True)


def test_ethertype_is_that_of_the_first_beat():
    """A write of VLNCTRL inside a frame changes its filters, not its tag; a whole frame needs first_beat() for that."""
    frame = bytes(12) + b"\x81\x00\x01\x23" + bytes(44)
    reference = ixsim_reference.Reference()
    reference.write(0x5080, 0x200)
    reference.first_beat()
    reference.write(0x5088, 0x9100)
    assert reference.classify(frame)[4:6] == (1, 0x123)
    assert reference.classify(frame)[4:6] == (0, 0)


def test_beats_of_any_width():
    frame = bytes([2, 0, 0, 0, 0, 1]) + bytes(6) + b"\x08\x00\x45" + bytes(range(100))
    reference = ixsim_reference.Reference()
    for offset, value in ((0x5080, 0x200), (0x5818, 0x2_0001), (0x5C80, 0x6D5A56DA)):
        reference.write(offset, value)
    whole = reference.classify(frame)
    assert whole.rss_hash != 0
    for width in (1, 4, 8, 16, 32, 64, 200):
        for at in range(0, len(frame), width):
            beat = frame[at : at + width]
            last = at + width >= len(frame)
            found = reference.beat(int.from_bytes(beat, "little"), (1 << len(beat)) - 1, last)
            assert found == (whole if last else None)


def cocotb_bench(folder, simulator, *arguments):
    """The finished run of the cocotb bench."""
    return subprocess.run(
        [sys.executable, ROOT / "examples/cocotb/run.py", simulator, "--build", folder, *arguments],
        env={**os.environ, "PYTHONPATH": str(PYTHON)}, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip


def test_cocotb_on_icarus(tmp_path):
    good = cocotb_bench(tmp_path / "good", "icarus", "--frames", "100")
    assert good.returncode == 0 and "100 decisions agree" in good.stdout, good.stdout + good.stderr
    for fault in FAULTS:
        bad = cocotb_bench(tmp_path / "bad", "icarus", "--frames", "200", "--top", "faulty_classifier",
                           "--latency", "13", "--plusarg", f"+fault={fault}", FAULTY, *RTL)  # fmt: skip
        assert bad.returncode == 1 and "reference" in bad.stdout + bad.stderr, bad.stdout + bad.stderr


def test_long_cocotb_on_verilator(tmp_path):
    good = cocotb_bench(tmp_path, "verilator")
    assert good.returncode == 0 and "300 decisions agree" in good.stdout, good.stdout + good.stderr


def test_long_dpi_bench(tmp_path):
    run = [ROOT / "examples/dpi/run", BUILD, tmp_path / "bench", "faulty_classifier", "13", FAULTY, *RTL]
    done = subprocess.run(run, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0 and "PASS" in done.stdout, done.stdout + done.stderr
    for fault in FAULTS:
        bad = subprocess.run(
            [tmp_path / "bench/bench", f"+fault={fault}"], capture_output=True, text=True, check=False
        )
        assert bad.returncode != 0 and "FAIL" in bad.stdout + bad.stderr, bad.stdout + bad.stderr

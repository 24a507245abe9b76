"""The bundled capture, and long ones, through the whole controller with every decision checked against the RTL."""

import random
import time

import pytest
from captures import pcap_header, pcap_record, udp_frame, write
from program import CAPTURE, simulate


@pytest.fixture(scope="module")
def trunk():
    return simulate("--pcap", CAPTURE, "--check", "rtl")


def frames_of_pcapng(path):
    """Enhanced and simple packet blocks of a capture, counted here."""
    content = path.read_bytes()
    order = "little" if content[8:12] == b"\x4d\x3c\x2b\x1a" else "big"
    count = at = 0
    while at < len(content):
        kind = int.from_bytes(content[at : at + 4], order)
        length = int.from_bytes(content[at + 4 : at + 8], order)
        count += kind in (3, 6)
        at += length
    return count


def test_every_frame_is_checked(trunk):
    frames = frames_of_pcapng(CAPTURE)
    assert frames > 4_000
    assert trunk["rx.frames"] == frames
    refused_before = sum(trunk[f"rx.drop.{kind}"] for kind in
                         ("rx_disabled", "symbol", "crc", "undersize", "oversize", "length", "mac_control"))  # fmt: skip
    assert trunk["check.frames"] == trunk["check.decisions"] == frames - refused_before
    assert trunk["check.divergences"] == 0
    # A decision has at least drop, and mostly many more fields.
    assert trunk["check.fields"] > 5 * frames
    assert trunk["check.clocks"] > 12 * frames


def test_most_is_delivered_and_spread(trunk):
    assert trunk["rx.delivered"] >= 0.9 * trunk["rx.frames"]
    assert trunk["rx.queues_used"] >= 32
    for pool in range(4):
        assert sum(trunk[f"rx.queue.{queue}.frames"] for queue in range(16 * pool, 16 * pool + 16)) > 0
    assert trunk["irq.messages"] == trunk["host.interrupts"] > 0
    assert trunk["host.checksum_errors"] == 0


def test_checking_changes_nothing(trunk):
    alone = simulate("--pcap", CAPTURE)
    assert {name: value for name, value in trunk.items() if not name.startswith("check.")} == alone


def test_line_rate(trunk):
    fast = simulate("--pcap", CAPTURE, "--check", "rtl", traffic__pace="line_rate")
    assert fast["rx.frames"] == trunk["rx.frames"]
    assert fast["check.divergences"] == 0
    assert fast["check.hash"] != trunk["check.hash"]  # the same decisions at other times


@pytest.mark.long
def test_every_cycle_agrees_with_idle_clocks_left_out():
    """A scaled capture, so that all clocks can be simulated: the same decisions at the same clocks."""
    some = simulate("--pcap", CAPTURE, "--check", "rtl", traffic__scale="1/1000")
    every = simulate("--pcap", CAPTURE, "--check", "rtl:every-cycle", traffic__scale="1/1000")
    assert every["check.hash"] == some["check.hash"]
    assert every["check.clocks_skipped"] == 0
    assert every["check.clocks"] == some["check.clocks"] + some["check.clocks_skipped"]


def test_one_hour_takes_less_than_a_minute(tmp_path):
    rng = random.Random(1)
    addresses = [bytes([2, 0x1A, 0, 0, 1, i]) for i in range(16)]
    times = [*sorted(rng.randrange(3_600_000_000) for _ in range(4_999)), 3_600_000_000]
    records = [pcap_record(t // 1_000_000, t % 1_000_000,
                           udp_frame(rng.choice(addresses), b"\x02\x99\x00\x00\x00\x01", rng.randrange(60, 1_514), i))
               for i, t in enumerate(times)]  # fmt: skip
    hour = write(tmp_path / "hour.pcap", pcap_header(), *records)
    start = time.monotonic()
    result = simulate("--pcap", hour, "--check", "rtl")
    assert time.monotonic() - start < 60
    assert result["check.frames"] == result["rx.delivered"] == 5_000
    assert result["simulated_time"] == pytest.approx((times[-1] - times[0]) * 1e6, abs=1e10)

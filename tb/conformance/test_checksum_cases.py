"""The checksum cases: scapy's result agrees with the changes to each frame, and the stored file is current."""

import json
import pathlib

import pytest
from case_file import to_text
from checksum_cases import NOTHING, expected, generate, main

KEPT = pathlib.Path(__file__).parent / "data" / "checksum_cases.json"


@pytest.fixture(scope="module")
def cases():
    return generate(seed=1)


def intended(name):
    """Returns the receive status that a case must have by its name, which says what its builder intends."""
    l3, l4, damage, _ = name.split()
    ipv4 = l3.startswith("ipv4")
    result = dict(NOTHING)
    if ipv4:
        result["ip_checked"] = True
        result["ip_error"] = damage in ("ip_checksum", "both_checksums", "address")
    unchecked = "fragment" in l3 or (ipv4 and l4 == "udp" and damage == "no_l4_checksum")
    if not unchecked:
        result["l4_checked"] = True
        result["l4_is_udp"] = l4 == "udp"
        result["l4_error"] = damage not in ("none", "ip_checksum", "zero_sum")
    return result


def test_results_are_as_intended(cases):
    compared = 0
    for case in cases:
        if len(case["name"].split()) == 4 and case["name"].split()[1] in ("tcp", "udp"):
            assert case["expected"] == intended(case["name"]), case["name"]
            compared += 1
    assert compared > 200


def test_every_result_occurs(cases):
    results = {tuple(case["expected"].values()) for case in cases}
    for ip_checked, ip_error in ((False, False), (True, False), (True, True)):
        for l4 in ((False, False, False), (True, False, False), (True, False, True), (True, True, False)):
            assert (ip_checked, ip_error, *l4) in results
        assert (ip_checked, ip_error, True, True, True) in results


def test_frames_without_tcp_or_udp(cases):
    found = {case["name"]: case["expected"] for case in cases}
    for framing in ("plain", "tagged"):
        for name in ("arp", "snap ipv4 tcp", "ipv6 icmpv6", "ipv6 icmpv6 bad_icmp_checksum"):
            assert found[f"{name} {framing}"] == NOTHING
        for name in ("ipv4 icmp", "ipv4 icmp bad_icmp_checksum"):
            assert found[f"{name} {framing}"] == NOTHING | {"ip_checked": True}
        for name, error in (("ipv4 sctp", False), ("ipv4 sctp bad_checksum", True)):
            sctp = {"ip_checked": True, "l4_checked": True, "l4_error": error}
            assert found[f"{name} {framing}"] == NOTHING | sctp
        assert found[f"ipv6 sctp {framing}"] == NOTHING | {"l4_checked": True}
        assert found[f"ipv4 icmp ip_checksum {framing}"] == NOTHING | {"ip_checked": True, "ip_error": True}


def test_checksums_of_zero(cases):
    fields = {case["name"]: bytes.fromhex(case["frame"]) for case in cases if "zero_sum" in case["name"]}
    assert len(fields) == 6
    for name, frame in fields.items():
        # 20 bytes of payload; the TCP header ends with 4 bytes of options.
        at = len(frame) - 20 - (8 if " tcp " in name else 2)
        assert frame[at : at + 2] == (b"\0\0" if " tcp " in name else b"\xff\xff"), name


def test_every_bit_of_a_good_frame_counts(cases):
    """A check of the oracle itself: no single bit of header or segment may change without an error."""
    frame = bytes.fromhex(next(c["frame"] for c in cases if c["name"] == "ipv4 udp none plain"))
    good = expected(frame)
    assert not good["ip_error"]
    assert not good["l4_error"]
    udp_length = int.from_bytes(frame[38:40], "big")
    # From the source address on: bits before it change what the packet is.
    for bit in range(8 * 26, 8 * (34 + udp_length)):
        damaged = bytearray(frame)
        damaged[bit // 8] ^= 0x80 >> bit % 8
        if bit // 8 in (38, 39):  # UDP length: scapy then reads another segment
            continue
        result = expected(bytes(damaged))
        assert result["l4_error"], bit
        assert result["ip_error"] == (bit < 8 * 34), bit


def test_kept_file_is_current(cases):
    assert KEPT.read_text(encoding="ascii") == to_text(cases), (
        "run checksum_cases.py data/checksum_cases.json"
    )
    assert KEPT.stat().st_size < 300_000
    assert len(json.loads(KEPT.read_text(encoding="ascii"))) == len(cases)


def test_command(tmp_path):
    assert main([str(tmp_path / "out.json")]) == 0
    assert (tmp_path / "out.json").read_bytes() == KEPT.read_bytes()
    assert main([str(tmp_path / "absent" / "out.json")]) == 2

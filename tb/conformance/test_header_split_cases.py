"""The header split cases: scapy's reading agrees with the construction of each frame, and the stored file is current."""

import json
import pathlib

import pytest
from case_file import to_text
from header_split_cases import FRAMINGS, IPV4_BIT, IPV6_BIT, LINK_BIT, generate, main

KEPT = pathlib.Path(__file__).parent / "data" / "header_split_cases.json"


@pytest.fixture(scope="module")
def cases():
    return generate(seed=1)


def intended(name):
    """The 82598's packet type by a case's name alone: what its builder set out to do."""
    stack, _ = name.split()
    first = (
        4 if "ipv4" in stack and "ipv6" in stack else 1 if "ipv4" in stack else 7 if "ipv6" in stack else None
    )
    if first and "fragment" in stack:
        return first
    if stack.endswith("tcp"):
        return first + 1
    return first + 2 if stack.endswith("udp") or "long" in stack else None


def test_types_are_what_was_intended(cases):
    for case in cases:
        assert case["type"] == intended(case["name"]), case["name"]
    assert {case["type"] for case in cases} == {None, *range(1, 10)}


def test_framing_moves_every_end(cases):
    """A tag is 4 bytes, LLC and SNAP are 8."""
    link = {"plain": 14, "tagged": 18, "snap": 22, "tagged_snap": 26}
    for case in cases:
        layers, start = case["layers"], link[case["name"].split()[1]]
        assert layers[LINK_BIT] == start, case["name"]
        assert case["tagged"] == ("tagged" in case["name"])
        if case["name"].startswith(("ipv4_tcp", "ipv4_udp", "ipv4_first", "ipv4_last", "ipv4_ipv6")):
            assert layers[IPV4_BIT] == start + 20
        if case["name"].startswith(("ipv6_tcp", "ipv6_udp", "ipv6_sctp")):
            assert layers[IPV6_BIT] == start + 40
        if case["name"].split()[0] in ("ipv4_udp", "ipv6_udp"):
            assert case["header"] == start + 8 + (20 if "ipv4" in case["name"] else 40)
    assert {case["name"].split()[1] for case in cases} == set(FRAMINGS)


def test_headers_end_inside_their_frames(cases):
    for case in cases:
        assert case["header"] <= len(case["frame"]) // 2, case["name"]
    assert {1022, 1030} <= {case["header"] for case in cases}


def test_kept_file_is_current(cases, tmp_path, capsys):
    assert to_text(json.loads(to_text(cases))) == KEPT.read_text(encoding="ascii")
    assert main([str(tmp_path / "cases.json")]) == 0
    assert (tmp_path / "cases.json").read_text(encoding="ascii") == KEPT.read_text(encoding="ascii")
    assert "cases in" in capsys.readouterr().out

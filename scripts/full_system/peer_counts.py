"""Reads from the log of a server what the peer of the wire `echo` has counted. Source: LinkPeer::summary()."""

import re

ANSWERS = re.compile(r"ARP, ICMP and ICMPv6 answers (?P<answers>\d+)")
TCP = re.compile(
    r"TCP segments received (?P<segments_received>\d+), sent (?P<segments_sent>\d+), retransmitted "
    r"(?P<segments_retransmitted>\d+); bytes received (?P<bytes_received>\d+), sent (?P<bytes_sent>\d+); connections "
    r"(?P<connections>\d+), refused (?P<refused>\d+)"
)
UDP = re.compile(
    r"UDP datagrams received (?P<datagrams_received>\d+), sent (?P<datagrams_sent>\d+); bytes received "
    r"(?P<datagram_bytes_received>\d+)"
)
OTHERS = re.compile(
    r"bad checksums (?P<bad_checksums>\d+), malformed packets (?P<malformed>\d+), frames dropped (?P<dropped>\d+); "
    r"iperf3 tests (?P<tests>\d+), refused (?P<tests_refused>\d+)"
)


def counts(log):
    """The counts of each wire whose guest used the peer, by name."""
    found = [
        [match.groupdict() for match in pattern.finditer(log)] for pattern in (ANSWERS, TCP, UDP, OTHERS)
    ]
    return [
        {name: int(value) for part in parts for name, value in part.items()}
        for parts in zip(*found, strict=True)
    ]


def problems(wires):
    """Returns the errors of the driver, a line each: packets of the guest with a wrong checksum or length."""
    return [
        f"wire: {wire[name]} {text}"
        for wire in wires
        for name, text in (
            ("bad_checksums", "packets with wrong checksums"),
            ("malformed", "malformed packets"),
        )
        if wire[name]
    ]

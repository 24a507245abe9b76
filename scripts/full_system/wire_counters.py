"""Compares the counters of `ethtool -S` with the capture at the wire, by frames and by bytes."""

import struct


def totals(capture):
    """Frames and bytes, FCS included, of each interface of a pcapng file: 0 is to the device, 1 is from it."""
    data = capture.read_bytes()
    sums = {0: [0, 0], 1: [0, 0]}
    at = 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 6:  # enhanced packet block
            interface, _, _, _, size = struct.unpack_from("<5I", data, at + 8)
            sums[interface][0] += 1
            sums[interface][1] += size
        at += length
    return sums


def differences(capture, counters):
    """What differs, a line each. `counters`: of the guest, by name."""
    lines = []
    for interface, side in enumerate(("rx", "tx")):
        for name, found in zip(
            (f"{side}_pkts_nic", f"{side}_bytes_nic"), totals(capture)[interface], strict=True
        ):
            if counters.get(name) != found:
                lines.append(f"{name}: found {counters.get(name)}, the capture at the wire has {found}")
    return lines

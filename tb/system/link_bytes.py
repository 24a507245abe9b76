"""Bytes that packets take on the PCIe link, in closed form.

TLPs outside their payload: 24 bytes (write, read request with 64-bit address), 20 bytes (completion), of which 8 are
framing, sequence number and LCRC: STP 1, sequence number 2, LCRC 4 and END 1 with 8b/10b, an STP token of 4 and LCRC
4 with 128b/130b. A DLLP is 8 bytes with both. DLLPs take a share of the raw bytes: none, 5 %, or one Ack and one
UpdateFC in every Ack latency limit plus a SKIP, 4 of 1538 symbols with 8b/10b and one of 375 blocks with 128b/130b.
Source: PCI Express Base Specification 1.1, 2.0 and 3.0 (TLP format, 64-bit addresses; formula of the Ack latency
limit; framing tokens, interval of SKP ordered sets).
"""

from fractions import Fraction
from math import ceil, floor


def chunks(length, limit):
    return [min(limit, length - start) for start in range(0, length, limit)]


def up_bytes(length, payload, write_back, fetch):
    """TLP bytes from device to host for one packet."""
    data = sum(24 + 4 * ceil(chunk / 4) for chunk in chunks(length, payload))
    return data + 16 + Fraction(24, write_back) + Fraction(24, fetch)


def down_bytes(fetch, boundary, refill):
    """TLP bytes from host to device: completions of descriptor reads, and one tail write for `refill` buffers."""
    completions = ceil(16 * fetch / boundary) if fetch * 16 > boundary else 1
    return 16 + Fraction(20 * completions, fetch) + Fraction(24, refill)


def ack_limit(generation, lanes, payload):
    """Symbol times within which an Ack must go: (payload + 28) x factor / width + internal delay."""
    factor = {128: {8: 2.5, 16: 3.0}, 256: {8: 2.5, 16: 3.0}, 512: {8: 1.0, 16: 2.0}}[payload].get(
        lanes, 1.4 if payload <= 256 else 1.0
    )
    return floor((payload + 28) * factor / lanes + {1: 19, 2: 70, 3: 115}[generation])


def dllp_share(policy, generation, lanes, payload):
    skip = 1 / 375 if generation == 3 else 4 / 1_538
    return {
        "none": 0.0,
        "five_percent": 0.05,
        "spec_max": 16 / ack_limit(generation, lanes, payload) + skip,
    }[policy]


def raw_bytes_per_second(generation, lanes):
    return {1: 2.5e9 * 8 / 10, 2: 5e9 * 8 / 10, 3: 8e9 * 128 / 130}[generation] * lanes / 8


def transmit_up_bytes(length, write_back, fetch, read_request=256):
    """TLP bytes from device to host for one packet sent: data and descriptor reads, descriptor write-back."""
    descriptors = Fraction(24 * ceil(16 * fetch / read_request), fetch)
    return 24 * ceil(length / read_request) + 16 + Fraction(24, write_back) + descriptors


def transmit_down_bytes(length, fetch, boundary=64):
    """TLP bytes from host to device for one packet sent: completions of its data and of its descriptor's read."""
    data = sum(20 + 4 * ceil(chunk / 4) for chunk in chunks(length, boundary))
    return data + 16 + Fraction(20 * ceil(16 * fetch / boundary), fetch)

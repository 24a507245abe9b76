"""Frames of every stack of headers that can be split off, and the end of each of their headers.

    header_split_cases.py OUT.json [--seed S]

Why it exists: header split is checked against scapy, which shares no code with it. The cases are stored in
data/header_split_cases.json, so that C++ tests need no Python; a test regenerates the file and compares.

OUT.json is a list of {"name", "frame", "tagged", "type", "header", "layers"}: name = stack, framing; frame = hex from
the destination address to the last byte before the FCS; type and header = the 82598's packet type, null if the frame is
of none that is split, and the bytes of its header; layers = for the 82599 {bit of PSRTYPE: bytes up to the end of that
layer}. Header limits are not applied here: "header" may be longer than a device splits.

Sources: 82598EB datasheet (packet types supported by packet split), 82575 manual and I210 datasheet (the same types in
detail), ixgbe_type.h (PSRTYPE of the 82599); RFC 791, 1042, 8200, 9293.
"""

import random
import sys

from case_file import write_cases
from scapy.layers import inet, inet6, sctp
from scapy.layers.l2 import ARP, LLC, SNAP, Dot1Q, Dot3, Ether
from scapy.packet import Raw

TCP_BIT, UDP_BIT, IPV4_BIT, IPV6_BIT, LINK_BIT = 4, 5, 8, 9, 12
EXTENSIONS = (
    inet6.IPv6ExtHdrHopByHop,
    inet6.IPv6ExtHdrDestOpt,
    inet6.IPv6ExtHdrRouting,
    inet6.IPv6ExtHdrFragment,
)


# --- Where headers end, by scapy's reading of the finished bytes -----------------------------------------
LENGTHS = {
    Ether: lambda _: 14,
    Dot3: lambda _: 14,
    Dot1Q: lambda _: 4,
    LLC: lambda _: 3,
    SNAP: lambda _: 5,
    inet.IP: lambda ip: 4 * ip.ihl,
    inet6.IPv6: lambda _: 40,
    inet6.IPv6ExtHdrFragment: lambda _: 8,
    inet.TCP: lambda tcp: 4 * tcp.dataofs,
    inet.UDP: lambda _: 8,
} | {kind: lambda extension: 8 + 8 * extension.len for kind in EXTENSIONS[:3]}


def ends(frame):
    """[(scapy layer, bytes up to its end)] from the outside in, as far as their lengths are known."""
    found, at, layer = [], 0, Ether(frame)
    while type(layer) in LENGTHS:
        at += LENGTHS[type(layer)](layer)
        found.append((layer, at))
        # An offset hides what is inside. Of IPv6 there scapy would read a header.
        if isinstance(layer, inet.IP) and layer.frag:
            break
        layer = layer.payload
    return found


def is_fragment(layer):
    """Whether an IP header says that its packet is a part of one."""
    if isinstance(layer, inet.IP):
        return bool(layer.flags.MF or layer.frag)
    return isinstance(layer, inet6.IPv6ExtHdrFragment)


def last_of(found, kinds):
    """The end of the innermost header of these kinds, 0 if there is none."""
    return max((end for layer, end in found if isinstance(layer, kinds)), default=0)


def expected(frame):
    """Returns the fields that a device must find in a frame: type, header and layers."""
    found = ends(frame)
    ipv4 = last_of(found, inet.IP)
    ipv6 = last_of(found, (inet6.IPv6, *EXTENSIONS))
    fragment = any(is_fragment(layer) for layer, _ in found)
    tcp, udp = last_of(found, inet.TCP), last_of(found, inet.UDP)
    stack = 4 if ipv4 and ipv6 else 1 if ipv4 else 7 if ipv6 else None
    kind, header = None, 0
    if stack and fragment:
        kind, header = stack, max(ipv4, ipv6)
    elif stack and (tcp or udp):
        kind, header = stack + (1 if tcp else 2), tcp or udp
    layers = {LINK_BIT: last_of(found, (Ether, Dot3, Dot1Q, SNAP))}
    if ipv4:
        layers[IPV4_BIT] = ipv4
    elif ipv6:
        layers[IPV6_BIT] = ipv6
    tunnel = ipv4 and ipv6
    if tcp and not fragment and not tunnel:
        layers[TCP_BIT] = tcp
    if udp and not fragment and not tunnel:
        layers[UDP_BIT] = udp
    return {"type": kind, "header": header, "layers": layers}


# --- Frames ----------------------------------------------------------------------------------------------
FRAMINGS = ("plain", "tagged", "snap", "tagged_snap")


class CaseSource:
    """Draws the frames from a random.Random."""

    def __init__(self, rng):
        self.rng = rng
        self.l3 = {
            "ipv4": self.ipv4,
            "ipv4_options": lambda: self.ipv4(options=[inet.IPOption_NOP()] * rng.randint(1, 40)),
            "ipv4_first_fragment": lambda: self.ipv4(flags="MF"),
            "ipv4_last_fragment": lambda: self.ipv4(frag=5),
            "ipv6": self.ipv6,
            "ipv6_hop_by_hop": lambda: self.ipv6() / inet6.IPv6ExtHdrHopByHop(options=[inet6.RouterAlert()]),
            "ipv6_chain": self.chain,
            "ipv6_fragment": lambda: self.ipv6() / inet6.IPv6ExtHdrFragment(m=1, offset=0),
            "ipv6_chain_fragment": lambda: self.chain() / inet6.IPv6ExtHdrFragment(m=0, offset=7),
            "ipv4_ipv6": lambda: self.ipv4() / self.ipv6(),
            "ipv4_options_ipv6_chain": lambda: self.ipv4(options=[inet.IPOption_NOP()] * 7) / self.chain(),
            "ipv4_ipv6_fragment": lambda: self.ipv4() / self.ipv6() / inet6.IPv6ExtHdrFragment(m=1),
        }

    def ipv4(self, **fields):
        return inet.IP(src="192.0.2.1", dst="198.51.100.7", id=self.rng.randrange(65536), **fields)

    def ipv6(self):
        return inet6.IPv6(src="2001:db8::1234:5678", dst="2001:db8:ffff::9")

    def padding(self, words=None):
        count = self.rng.randrange(4) if words is None else words
        return [inet6.PadN(optdata=b"\0" * (8 * count + 4))]

    def chain(self):
        return (
            self.ipv6()
            / inet6.IPv6ExtHdrHopByHop(options=self.padding())
            / inet6.IPv6ExtHdrRouting(addresses=["2001:db8::7"] * self.rng.randrange(3))
            / inet6.IPv6ExtHdrDestOpt(options=self.padding())
        )

    def body(self):
        return self.rng.randbytes(self.rng.choice((0, 1, 40, 101)))

    def l4(self, name):
        ports = {"sport": self.rng.randrange(1, 65536), "dport": 9}
        if name == "tcp":
            options = [("NOP", None)] * (4 * self.rng.randrange(11))
            return inet.TCP(**ports, options=options) / Raw(self.body())
        if name == "udp":
            return inet.UDP(**ports) / Raw(self.body())
        return sctp.SCTP(**ports, chksum=1) / Raw(self.body())

    def framed(self, payload, framing):
        """Ethernet round a datagram, padded to 60 bytes."""
        ethertype = (
            0x86DD if isinstance(payload, inet6.IPv6) else 0x0806 if isinstance(payload, ARP) else 0x0800
        )
        data = bytes(payload)
        if "snap" in framing:
            data = bytes(LLC(dsap=0xAA, ssap=0xAA, ctrl=3) / SNAP(OUI=0, code=ethertype)) + data
            ethertype = len(data)
        header = bytes.fromhex("02a0c9112233020000000001")
        if "tagged" in framing:
            header += b"\x81\x00" + self.rng.randrange(65536).to_bytes(2, "big")
        return (header + ethertype.to_bytes(2, "big") + data).ljust(60, b"\0")

    def cases(self):
        """(name, frame) for every stack and framing, then headers near and beyond the limit of 1 KiB."""
        for l3, make in self.l3.items():
            for l4 in ("tcp", "udp", "sctp"):
                for framing in FRAMINGS:
                    yield f"{l3}_{l4} {framing}", self.framed(make() / self.l4(l4), framing)
        for framing in FRAMINGS:
            yield f"arp {framing}", self.framed(ARP(pdst="192.0.2.1"), framing)
            yield f"ipv6_no_next_header {framing}", self.framed(self.ipv6() / Raw(b"none"), framing)
        # 14 + 40 + 952 + 8 + 8 of UDP: 1,022 is the longest of its kind that ten bits can hold.
        for words in range(3):
            routing = inet6.IPv6ExtHdrRouting(addresses=["2001:db8::7"] * 59)
            options = inet6.IPv6ExtHdrDestOpt(options=self.padding(words))
            yield (
                f"ipv6_long_{words} plain",
                self.framed(self.ipv6() / routing / options / self.l4("udp"), "plain"),
            )
        # In a tunnelled packet the rest looks like a header here, and is none.
        for framing in FRAMINGS:
            rest = self.ipv4(frag=5, proto=41) / self.ipv6() / self.l4("udp")
            yield f"ipv4_last_fragment_of_tunnel {framing}", self.framed(rest, framing)


def generate(seed):
    """The cases of a seed, as they stand in the file."""
    return [
        {"name": name, "frame": frame.hex(), "tagged": frame[12:14] == b"\x81\x00"} | expected(frame)
        for name, frame in CaseSource(random.Random(seed)).cases()
    ]


def main(arguments=None):
    """Command line; returns the exit code."""
    return write_cases(generate, "frames and the lengths of their headers", arguments)


if __name__ == "__main__":
    sys.exit(main())

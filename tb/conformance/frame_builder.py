"""Builds frames of many kinds with scapy, from a seed.

Why it exists: the classifier's parser must be tested with the frames of real stacks (options, fragments, chains of
extension headers, mobility headers, tags of several Ethertypes) and with frames that they never send (cut headers,
wrong versions, runts, chains longer than the parser looks). scapy knows the formats; nothing here decides anything.

Frames run from the destination address to the last byte before the FCS.
Sources: RFC 791, 8200, 6275 (IP headers), IEEE 802.1Q and 802.3 (tag, length field), RFC 1042 (SNAP).
"""

import itertools
import socket
from typing import NamedTuple

from scapy.layers import inet, inet6, ipsec, sctp
from scapy.layers.l2 import ARP, LLC, SNAP, Dot1Q, Ether
from scapy.packet import Raw

MAC_ADDRESSES = [bytes((0x02, 0xA0, 0xC9, n, 0x5A ^ n, 7 * n + 1)) for n in range(12)]
GROUPS = [
    bytes.fromhex(text)
    for text in (
        "01005e000001",
        "01005e7ffffa",
        "333300000001",
        "3333ff28214a",
        "0180c2000000",
        "03a0c9112233",
    )
]
BROADCAST = b"\xff" * 6
TAG_ETHERTYPES = (0x8100, 0x88A8, 0x9100, 0x0800, 0x86DD, 0x1234)
VLANS = (0, 1, 7, 8, 31, 32, 100, 101, 1000, 2047, 2048, 4094, 4095)

TCP, UDP, SCTP = 6, 17, 132
HOP_BY_HOP, ROUTING, FRAGMENT, ESP, AH, NONE, DESTINATION = 0, 43, 44, 50, 51, 59, 60


class BuiltFrame(NamedTuple):
    """A frame and what its builder knows of it."""

    kind: str
    data: bytes
    tag_ethertype: int | None  # of its outer tag; None: no tag was built


class FrameBuilder:
    """A source of frames drawn from a random.Random; the same seed gives the same frames."""

    def __init__(self, rng):
        self.rng = rng
        self.usual_tag = 0x8100  # Ethertype of most tags; the caller sets it if it knows VLNCTRL.VET
        self.kinds = {
            "ipv4": self.ipv4,
            "ipv4_options": self.ipv4_options,
            "ipv4_fragment": self.ipv4_fragment,
            "ipv4_odd": self.ipv4_odd,
            "ipv6": self.ipv6,
            "ipv6_chain": self.ipv6_chain,
            "ipv6_mobile": self.ipv6_mobile,
            "ipv6_mobile_odd": self.ipv6_mobile_odd,
            "ipv6_long_chain": self.ipv6_long_chain,
            "ipv6_odd": self.ipv6_odd,
            "arp": lambda: (0x0806, bytes(ARP(pdst="192.0.2.1"))),
            "llc": self.llc,
            "snap": self.snap,
            "noise": self.noise,
        }

    def frame(self):
        """A frame of any kind; now and then cut, padded, or a runt."""
        rng = self.rng
        kind = rng.choices(list(self.kinds), [3] * 10 + [1] * 4)[0]
        usual, any_tag = self.usual_tag, rng.choice(TAG_ETHERTYPES)
        tags = rng.choices(([], [usual], [any_tag], [usual, any_tag], [any_tag, usual]), (8, 8, 2, 1, 1))[0]
        ethertype, payload = self.kinds[kind]()
        data = self.ethernet(ethertype, payload, tags)
        choice = rng.random()
        if choice < 0.03:
            data, kind = data[: rng.randint(1, 24)], "runt"
        elif choice < 0.25:
            data, kind = data[: rng.randint(12, min(len(data), 330))], kind + "_cut"
        elif choice < 0.6:
            data = data.ljust(60, b"\0")
        return BuiltFrame(kind, data, tags[0] if tags else None)

    def ethernet(self, ethertype, payload, tags=()):
        """An Ethernet frame around `payload`, with a tag for each Ethertype of `tags`, outermost first."""
        for tag_ethertype in reversed(tags):
            vlan = self.rng.choice((*VLANS, self.rng.randrange(4096)))
            tag = Dot1Q(prio=self.rng.randrange(8), dei=self.rng.randrange(2), vlan=vlan, type=ethertype)
            ethertype, payload = tag_ethertype, bytes(tag) + payload
        source = self.rng.choice(MAC_ADDRESSES)
        return bytes(Ether(dst=self.destination().hex(":"), src=source.hex(":"), type=ethertype)) + payload

    def destination(self):
        """A destination address: a receive address, a group's, broadcast, one bit off a receive address, or any."""
        rng = self.rng
        choice = rng.random()
        if choice < 0.55:
            return rng.choice(MAC_ADDRESSES)
        if choice < 0.75:
            return rng.choice(GROUPS)
        if choice < 0.85:
            return BROADCAST
        if choice < 0.92:
            return (int.from_bytes(rng.choice(MAC_ADDRESSES), "big") ^ 1 << rng.randrange(48)).to_bytes(
                6, "big"
            )
        return rng.randbytes(6)

    # --- L4: (protocol number, bytes) -------------------------------------------------------------------
    def l4(self):
        """TCP, UDP, SCTP or something without ports, around up to 300 bytes."""
        rng = self.rng
        ports = {"sport": rng.randrange(65536), "dport": rng.randrange(65536)}
        body = Raw(rng.randbytes(rng.choice((0, 1, 6, 40, 300))))
        return rng.choices(
            (
                (TCP, inet.TCP(**ports, chksum=0) / body),
                (UDP, inet.UDP(**ports, chksum=0) / body),
                (SCTP, sctp.SCTP(**ports, chksum=0) / body),
                (rng.choice((1, 58, 89, NONE, ESP, 253)), body),
            ),
            (4, 4, 2, 1),
        )[0]

    # --- IPv4: (Ethertype, bytes) -----------------------------------------------------------------------
    def ipv4(self, **fields):
        """IPv4 around any L4."""
        protocol, body = self.l4()
        packet = inet.IP(src=self.ipv4_address(), dst=self.ipv4_address(), proto=protocol, **fields) / body
        return 0x0800, bytes(packet)

    def ipv4_options(self):
        """IPv4 with 1 to 10 words of options."""
        rng = self.rng
        options = (
            [inet.IPOption_Router_Alert()],
            [inet.IPOption_RR(routers=["0.0.0.0"] * rng.randint(1, 9))],
            [inet.IPOption_Timestamp(flg=0)],
            [inet.IPOption_NOP()] * rng.randint(1, 40),
        )
        return self.ipv4(options=rng.choice(options))

    def ipv4_fragment(self):
        """A first, a middle or a last fragment, whose payload looks like an L4 header all the same."""
        flags, offset = self.rng.choice((("MF", 0), ("MF", 185), (0, 185), ("MF+DF", 0), (0, 1), (0, 0x1000)))
        return self.ipv4(flags=flags, frag=offset)

    def ipv4_odd(self):
        """IPv4 with a header length or a version that need not fit, or with flags that make no fragment."""
        rng = self.rng
        choice = rng.randrange(3)
        if choice == 0:
            return self.ipv4(ihl=rng.randrange(16))
        if choice == 1:
            return self.ipv4(version=rng.randrange(16))
        return self.ipv4(flags=rng.choice(("DF", "evil")))

    def ipv4_address(self):
        return socket.inet_ntop(socket.AF_INET, self.rng.randbytes(4))

    # --- IPv6: (Ethertype, bytes) -----------------------------------------------------------------------
    def ipv6(self):
        """IPv6 without extension headers."""
        return self.ipv6_with([])

    def ipv6_with(self, chain, end=None, **fields):
        """IPv6, the extension headers of `chain` as (number, packet), then `end` or any L4 likewise."""
        parts = [*chain, end or self.l4()]
        packet = inet6.IPv6(src=self.ipv6_address(), dst=self.ipv6_address(), nh=parts[0][0], **fields)
        for (_, header), (next_number, _) in itertools.pairwise(parts):
            header = header.copy()
            header.nh = next_number
            packet /= header
        return 0x86DD, bytes(packet / parts[-1][1])

    def ipv6_chain(self):
        """IPv6 with one to five extension headers of any kind in any order."""
        return self.ipv6_with([self.extension() for _ in range(self.rng.randint(1, 5))])

    def ipv6_mobile(self):
        """IPv6 as a mobile node and its correspondents send it: home address, type 2 routing, or both."""
        chain = self.rng.choice(
            (
                [self.home_address()],
                [self.type_2_routing()],
                [self.home_address(), self.type_2_routing()],
                [self.type_2_routing(), self.home_address()],
                [(HOP_BY_HOP, inet6.IPv6ExtHdrHopByHop()), self.type_2_routing(), self.home_address()],
            )
        )
        return self.ipv6_with(chain)

    def ipv6_mobile_odd(self):
        """Mobility headers that are repeated, misplaced, of a wrong length or type, or far down the chain."""
        rng = self.rng
        address = self.ipv6_address()
        option = inet6.HAO(hoa=address)
        odd = (
            self.home_address(),
            self.type_2_routing(),
            self.filler(),
            (DESTINATION, inet6.IPv6ExtHdrDestOpt(options=[option], autopad=0)),
            (DESTINATION, inet6.IPv6ExtHdrDestOpt(options=[inet6.PadN(optdata=b"\0" * 10), option])),
            (DESTINATION, inet6.IPv6ExtHdrDestOpt(options=[option], len=rng.choice((0, 1, 3, 4)))),
            (DESTINATION, inet6.IPv6ExtHdrDestOpt(options=[option, inet6.PadN(optdata=b"\0" * 14)])),
            (HOP_BY_HOP, inet6.IPv6ExtHdrHopByHop(options=[option])),
            (ROUTING, inet6.IPv6ExtHdrRouting(type=rng.choice((0, 1, 3, 4, 255)), addresses=[address])),
            (ROUTING, inet6.IPv6ExtHdrRouting(type=2, addresses=[address] * rng.choice((0, 2)))),
            (ROUTING, inet6.IPv6ExtHdrRouting(type=2, addresses=[address], len=rng.choice((0, 1, 3, 4)))),
        )
        return self.ipv6_with(rng.choices(odd, k=rng.randint(1, 7)))

    def ipv6_long_chain(self):
        """A chain that ends near the end of what the parser looks at."""
        rng = self.rng
        chain = [(HOP_BY_HOP, inet6.IPv6ExtHdrHopByHop())] * rng.randint(20, 28)
        tail = rng.choice(([], [self.home_address()], [self.type_2_routing()], [self.filler()]))
        return self.ipv6_with(chain + tail)

    def ipv6_odd(self):
        """IPv6 of another version, or with a header that no parser here knows."""
        rng = self.rng
        if rng.random() < 0.5:
            return self.ipv6_with([], version=rng.randrange(16))
        return self.ipv6_with([], (rng.choice((135, 139, 140, 253, 255)), Raw(rng.randbytes(40))))

    def extension(self):
        """Any extension header as (number, packet), including those that end the chain."""
        rng = self.rng
        addresses = [self.ipv6_address() for _ in range(rng.randint(0, 2))]
        return rng.choice(
            (
                self.filler(),
                self.filler(),
                self.home_address(),
                self.type_2_routing(),
                (HOP_BY_HOP, inet6.IPv6ExtHdrHopByHop(options=[inet6.RouterAlert()])),
                (ROUTING, inet6.IPv6ExtHdrRouting(type=rng.choice((0, 2, 3)), addresses=addresses)),
                (FRAGMENT, inet6.IPv6ExtHdrFragment(offset=rng.choice((0, 100)), m=rng.randrange(2))),
                (AH, ipsec.AH(spi=1, seq=2, icv=rng.randbytes(12))),
            )
        )

    def filler(self):
        """Options that are only padding, 8 to 120 bytes."""
        padding = inet6.PadN(optdata=self.rng.randbytes(8 * self.rng.randrange(15) + 4))
        number, header = self.rng.choice(
            ((HOP_BY_HOP, inet6.IPv6ExtHdrHopByHop), (DESTINATION, inet6.IPv6ExtHdrDestOpt))
        )
        return number, header(options=[padding])

    def home_address(self, address=None):
        """Destination options with a home address, at the place its alignment gives it."""
        address = address or self.ipv6_address()
        return DESTINATION, inet6.IPv6ExtHdrDestOpt(options=[inet6.HAO(hoa=address)])

    def type_2_routing(self, address=None):
        """A type 2 routing header."""
        address = address or self.ipv6_address()
        left = self.rng.randrange(3)
        return ROUTING, inet6.IPv6ExtHdrRouting(type=2, segleft=left, addresses=[address])

    def ipv6_address(self):
        return socket.inet_ntop(socket.AF_INET6, self.rng.randbytes(16))

    # --- neither: (Ethertype or length field, bytes) ----------------------------------------------------
    def llc(self):
        """An IEEE 802.3 frame with LLC."""
        payload = bytes(LLC(dsap=0x42, ssap=0x42, ctrl=3) / Raw(self.rng.randbytes(self.rng.randint(3, 300))))
        return len(payload), payload

    def snap(self):
        """IPv4 behind SNAP, which the classifier does not look into."""
        payload = bytes(LLC(dsap=0xAA, ssap=0xAA, ctrl=3) / SNAP(OUI=0, code=0x0800)) + self.ipv4()[1]
        return len(payload), payload

    def noise(self):
        """Anything, of any length up to a full jumbo frame now and then."""
        length = self.rng.choices((0, 1, 2, 46, 200, 1500, 9000), (2, 2, 2, 8, 4, 2, 0.1))[0]
        return self.rng.choice((0x0800, 0x86DD, 0x88CC, 0x0000, 0xFFFF)), self.rng.randbytes(length)

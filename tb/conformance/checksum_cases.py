"""Frames with good and bad IP and L4 checksums, and the expected receive descriptor bits of each.

    checksum_cases.py OUT.json [--seed S]

Why it exists: the receive checksum offload is checked against scapy, which shares no code with it. The cases are stored
in data/checksum_cases.json, so that C++ tests need no Python; a test regenerates the file and compares.

OUT.json is a list of {"name", "frame", "expected"}: name = L3, L4, damage, framing; frame = hex from the destination
address to the last byte before the FCS; expected =
    ip_checked  IPCS: an IPv4 header was checked            ip_error  IPE: it is wrong
    l4_checked  L4CS: a TCP or UDP checksum was checked     l4_error  TCPE: it is wrong
    l4_is_udp   UDPCS: the one checked is UDP's
Not checked: L4 of a fragment, IPv4 UDP with checksum field 0 ("none sent"), anything but TCP and UDP, IP after
LLC/SNAP. IPv6 UDP may not be sent without checksum, so that a 0 there is wrong. Bytes after the IP datagram are
padding. These cases are omitted because nothing public defines them: L4 after routing headers or with a home address
(whose pseudo header has other addresses), IPv4 source routes, IP lengths that exceed the frame.

Sources: 82598EB datasheet (receive checksum offload, status and error bits); RFC 1071, 768, 9293, 8200.
"""

import random
import sys

from case_file import write_cases
from scapy.layers import inet, inet6, sctp
from scapy.layers.l2 import ARP, LLC, SNAP, Dot1Q, Ether
from scapy.packet import Raw
from scapy.utils import checksum

NOTHING = {"ip_checked": False, "ip_error": False, "l4_checked": False, "l4_is_udp": False, "l4_error": False}


# --- What must be reported, by scapy's reading of the finished bytes ------------------------------------
def expected(frame):
    """The descriptor's checksum status of a frame, a dict like NOTHING."""
    packet = Ether(frame)
    while isinstance(packet.payload, Dot1Q):
        packet = packet.payload
    layer = packet.payload
    if isinstance(layer, inet.IP):
        return expected_ipv4(layer)
    if isinstance(layer, inet6.IPv6):
        return expected_ipv6(layer)
    return dict(NOTHING)


def expected_ipv4(ip):
    """As above for an IPv4 packet as scapy dissected it."""
    datagram, header_length = ip.original[: ip.len], 4 * ip.ihl
    result = NOTHING | {"ip_checked": True, "ip_error": checksum(datagram[:header_length]) != 0}
    if ip.flags.MF or ip.frag:
        return result
    segment = datagram[header_length:]
    if ip.proto == 17 and segment[6:8] == b"\0\0":
        return result
    return result | expected_l4(ip.proto, segment, lambda: inet.in4_chksum(ip.proto, ip, segment))


def expected_ipv6(ip):
    """As above for an IPv6 packet; only padding options stand before its L4."""
    layer, number, at = ip, ip.nh, 40
    while isinstance(layer.payload, inet6.IPv6ExtHdrHopByHop | inet6.IPv6ExtHdrDestOpt):
        layer = layer.payload
        number, at = layer.nh, at + 8 + 8 * layer.len
    segment = ip.original[at : 40 + ip.plen]
    return NOTHING | expected_l4(number, segment, lambda: inet6.in6_chksum(number, layer, segment))


def expected_l4(protocol, segment, sum_up):
    """The L4 part: a segment is good if the sum over it and its pseudo header, checksum included, is zero.

    An SCTP packet is good if it has the CRC32c of itself with a checksum of zero.
    """
    if protocol == 132 and len(segment) >= 12:
        crc = sctp.crc32c(segment[:8] + bytes(4) + segment[12:])
        error = crc != int.from_bytes(segment[8:12], "big")
        return {"l4_checked": True, "l4_is_udp": False, "l4_error": error}
    if protocol not in (6, 17):
        return {}
    return {"l4_checked": True, "l4_is_udp": protocol == 17, "l4_error": sum_up() != 0}


# --- Frames ---------------------------------------------------------------------------------------------
DAMAGES = ("none", "ip_checksum", "l4_checksum", "both_checksums", "payload", "address", "no_l4_checksum")
FRAMINGS = ("plain", "tagged", "padded", "tagged_padded")


class CaseSource:
    """Draws the frames from a random.Random."""

    def __init__(self, rng):
        self.rng = rng
        self.l3 = {
            "ipv4": lambda: inet.IP(src="192.0.2.1", dst="198.51.100.7", id=rng.randrange(65536)),
            "ipv4_options": self.ipv4_options,
            "ipv4_first_fragment": lambda: inet.IP(src="192.0.2.1", dst="198.51.100.7", flags="MF"),
            "ipv4_last_fragment": lambda: inet.IP(src="192.0.2.1", dst="198.51.100.7", frag=5),
            "ipv6": self.ipv6,
            "ipv6_hop_by_hop": lambda: self.ipv6() / inet6.IPv6ExtHdrHopByHop(options=[inet6.RouterAlert()]),
            "ipv6_destination_options": lambda: self.ipv6() / inet6.IPv6ExtHdrDestOpt(options=self.padding()),
            "ipv6_chain": lambda: (
                self.ipv6() / inet6.IPv6ExtHdrHopByHop() / inet6.IPv6ExtHdrDestOpt(options=self.padding())
            ),
            "ipv6_fragment": lambda: self.ipv6() / inet6.IPv6ExtHdrFragment(m=1, offset=rng.randrange(2)),
        }

    def ipv4_options(self):
        """1 to 10 words of options."""
        options = [inet.IPOption_NOP()] * self.rng.randint(1, 40)
        return inet.IP(src="203.0.113.9", dst="192.0.2.255", options=options)

    def ipv6(self):
        return inet6.IPv6(src="2001:db8::1234:5678", dst="2001:db8:ffff::9")

    def padding(self):
        return [inet6.PadN(optdata=b"\0" * (8 * self.rng.randrange(4) + 4))]

    def body(self):
        """L4 payload: empty, odd, even, all ones, or a full frame's."""
        length = self.rng.choices((0, 1, 2, 17, 64, 101, 1400), (2, 2, 2, 4, 4, 4, 0.3))[0]
        return b"\xff" * length if self.rng.random() < 0.2 else self.rng.randbytes(length)

    def l4(self, name, body):
        ports = {"sport": self.rng.randrange(1, 65536), "dport": 9}
        if name == "tcp":
            return inet.TCP(**ports, seq=self.rng.getrandbits(32), options=[("NOP", None)] * 4) / Raw(body)
        return inet.UDP(**ports) / Raw(body)

    def damaged(self, l3, l4, damage):
        """An IP datagram as bytes, or None where the damage does not apply."""
        body = self.body()
        packet = self.l3[l3]() / self.l4(l4, body)
        data = bytearray(bytes(packet))
        l4_at = len(data) - len(bytes(packet[inet.TCP if l4 == "tcp" else inet.UDP]))
        l4_sum = l4_at + (16 if l4 == "tcp" else 6)
        version_4 = l3.startswith("ipv4")
        if damage in ("ip_checksum", "both_checksums") and not version_4:
            return None
        if damage == "no_l4_checksum":
            data[l4_sum : l4_sum + 2] = b"\0\0"
        if damage in ("ip_checksum", "both_checksums"):
            self.spoil(data, 10)
        if damage in ("l4_checksum", "both_checksums"):
            self.spoil(data, l4_sum)
        if damage == "payload":
            data[len(data) - 1] ^= 1 << self.rng.randrange(8)
        if damage == "address":
            data[(12 if version_4 else 8) + self.rng.randrange(4)] ^= 1 << self.rng.randrange(8)
        return bytes(data)

    def spoil(self, data, at):
        """Change one or both bytes of a checksum, but not from one representation of zero to the other."""
        old = bytes(data[at : at + 2])
        while bytes(data[at : at + 2]) in (old, b"\0\0", b"\xff\xff"):
            data[at : at + 2] = (int.from_bytes(old, "big") ^ self.rng.randrange(1, 65535)).to_bytes(2, "big")

    def framed(self, ethertype, datagram, framing):
        """Ethernet around a datagram; padding is arbitrary bytes behind it, to 60 bytes or a few more."""
        header = Ether(dst="02:a0:c9:11:22:33", src="02:00:00:00:00:01")
        if "tagged" in framing:
            frame = bytes(header / Dot1Q(vlan=self.rng.randrange(4096), type=ethertype)) + datagram
        else:
            header.type = ethertype
            frame = bytes(header) + datagram
        if "padded" in framing:
            frame += self.rng.randbytes(max(60 - len(frame), self.rng.randint(1, 9)))
        return frame

    def cases(self):
        """(name, frame) for every combination that exists, then the special ones."""
        for l3 in self.l3:
            for l4 in ("tcp", "udp"):
                for damage in DAMAGES:
                    framings = FRAMINGS if l3 in ("ipv4", "ipv6") else self.rng.sample(FRAMINGS, 2)
                    for framing in framings:
                        datagram = self.damaged(l3, l4, damage)
                        if datagram is not None:
                            ethertype = 0x0800 if l3.startswith("ipv4") else 0x86DD
                            yield f"{l3} {l4} {damage} {framing}", self.framed(ethertype, datagram, framing)
        yield from self.checksum_zero()
        yield from self.not_checked()

    def checksum_zero(self):
        """Segments whose sum makes the checksum 0: TCP sends 0, UDP sends FFFF since 0 means none."""
        for l3 in ("ipv4", "ipv6", "ipv6_chain"):
            for l4 in ("tcp", "udp"):
                packet = self.l3[l3]() / self.l4(l4, bytes(20))
                data = bytes(packet)
                at = len(data) - 20 - (8 if l4 == "tcp" else 2)
                # Bytes that were 0 and now hold the old checksum bring the sum to all ones.
                packet[Raw].load = data[at : at + 2] + bytes(18)
                ethertype = 0x0800 if l3 == "ipv4" else 0x86DD
                yield f"{l3} {l4} zero_sum plain", self.framed(ethertype, bytes(packet), "plain")

    def not_checked(self):
        """IP with SCTP, without a checksum over its payload, and no IP at all."""
        tcp = self.l4("tcp", b"snap")
        snap = bytes(LLC(dsap=0xAA, ssap=0xAA, ctrl=3) / SNAP(OUI=0, code=0x0800) / (self.l3["ipv4"]() / tcp))
        others = {
            "ipv4 icmp": (0x0800, self.l3["ipv4"]() / inet.ICMP() / Raw(b"ping")),
            "ipv4 icmp bad_icmp_checksum": (0x0800, self.l3["ipv4"]() / inet.ICMP(chksum=0x1234)),
            "ipv4 icmp ip_checksum": (0x0800, inet.IP(chksum=0x1234) / inet.ICMP()),
            "ipv4 sctp bad_checksum": (0x0800, self.l3["ipv4"]() / sctp.SCTP(sport=1, dport=2, chksum=1)),
            "ipv4 sctp": (0x0800, self.l3["ipv4"]() / sctp.SCTP(sport=1, dport=2) / Raw(b"chunks!")),
            "ipv6 sctp": (0x86DD, self.ipv6() / sctp.SCTP(sport=1, dport=2) / Raw(b"chunks!")),
            "ipv6 icmpv6": (0x86DD, self.ipv6() / inet6.ICMPv6EchoRequest(data=b"ping")),
            "ipv6 icmpv6 bad_icmp_checksum": (0x86DD, self.ipv6() / inet6.ICMPv6EchoRequest(cksum=0x1234)),
            "arp": (0x0806, ARP(pdst="192.0.2.1")),
            "snap ipv4 tcp": (len(snap), snap),
        }
        for name, (ethertype, payload) in others.items():
            for framing in ("plain", "tagged"):
                yield f"{name} {framing}", self.framed(ethertype, bytes(payload), framing)


def generate(seed):
    """The cases of a seed, as they stand in the file."""
    return [
        {"name": name, "frame": frame.hex(), "expected": expected(frame)}
        for name, frame in CaseSource(random.Random(seed)).cases()
    ]


def main(arguments=None):
    """Command line; returns the exit code."""
    return write_cases(generate, "frames with good and bad checksums", arguments)


if __name__ == "__main__":
    sys.exit(main())

"""The decision table against published hashes, examples computed by hand and the boundaries of its rules.

Every expected value is written down here, taken from the published RSS vectors or computed by hand; none is computed by
the code under test. Frames come from scapy.
"""

import random
import socket

import decision_table as table
import pytest
from decision_table import ADMIT, BAD, NO_L2_MATCH, VLAN, Decision, Registers, UndefinedRegisterError, decide
from frame_builder import FrameBuilder
from scapy.layers import inet, inet6, sctp
from scapy.layers.l2 import Ether
from scapy.packet import Raw

KEY = bytes.fromhex("6d5a56da255b0ec24167253d43a38fb0d0ca2bcbae7b30b477cb2da38030f20c6a42b73bbeac01fa")
MAC_ADDRESS = bytes.fromhex("02a0c9112233")
BROADCAST = b"\xff" * 6
GROUP = bytes.fromhex("01005e000001")

# (source, port, destination, port, hash of the addresses, hash of addresses and ports): Microsoft's
# verification suite for RSS, as also printed in the 82598EB datasheet.
IPV4_VECTORS = [
    ("66.9.149.187", 2794, "161.142.100.80", 1766, 0x323E8FC2, 0x51CCC178),
    ("199.92.111.2", 14230, "65.69.140.83", 4739, 0xD718262A, 0xC626B0EA),
    ("24.19.198.95", 12898, "12.22.207.184", 38024, 0xD2D0A5DE, 0x5C2B394A),
    ("38.27.205.30", 48228, "209.142.163.6", 2217, 0x82989176, 0xAFC7327F),
    ("153.39.163.191", 44251, "202.188.127.2", 1303, 0x5D1809C5, 0x10E828A2),
]
IPV6_VECTORS = [
    ("3ffe:2501:200:1fff::7", 2794, "3ffe:2501:200:3::1", 1766, 0x2CC18CD5, 0x40207D3D),
    ("3ffe:501:8::260:97ff:fe40:efab", 14230, "ff02::1", 4739, 0x0F0C461C, 0xDDE51BBF),
    ("3ffe:1900:4545:3:200:f8ff:fe21:67cf", 44251, "fe80::200:f8ff:fe21:67cf", 38024, 0x4B61E985, 0x02D1FEEF),
]
OTHER = "2001:db8::1"  # an address that no vector hashes
IPV4_TCP, IPV4, IPV6_EX_TCP, IPV6_EX, IPV6, IPV6_TCP, IPV4_UDP, IPV6_UDP, IPV6_EX_UDP = (
    1 << bit for bit in range(16, 25)
)


def configured(**words):
    """Registers with the published key, one receive address (entry 5), RETA entry i = i mod 16 in both nibbles,
    and the given single registers."""
    registers = Registers()
    for n in range(10):
        registers.write(table.RSSRK(n), int.from_bytes(KEY[4 * n : 4 * n + 4], "little"))
    for n in range(32):
        registers.write(table.RETA(n), 0x33221100 + 0x44444444 * (n & 3))
    set_address(registers, 5, MAC_ADDRESS)
    for name, value in words.items():
        registers.write(getattr(table, name), value)
    return registers


def set_address(registers, entry, address, vind=0, valid=1):
    registers.write(table.RAL(entry), int.from_bytes(address[:4], "little"))
    registers.write(table.RAH(entry), valid << 31 | vind << 18 | int.from_bytes(address[4:], "little"))


def ethernet(payload=b"", ethertype=0x88B5, to=MAC_ADDRESS, tag=None, vet=0x8100):
    """An Ethernet frame; with `tag`, a TCI behind `vet`."""
    middle = b"" if tag is None else vet.to_bytes(2, "big") + tag.to_bytes(2, "big")
    return to + b"\2\0\0\0\0\1" + middle + ethertype.to_bytes(2, "big") + bytes(payload)


def ipv4(packet, **options):
    return ethernet(packet, 0x0800, **options)


def ipv6(packet, **options):
    return ethernet(packet, 0x86DD, **options)


def home(address):
    return inet6.IPv6ExtHdrDestOpt(options=[inet6.HAO(hoa=address)])


def routing(address, segleft=1):
    return inet6.IPv6ExtHdrRouting(type=2, segleft=segleft, addresses=[address])


def run(frame, registers, tuser=0, vet=0x8100):
    return decide(bytes(frame), tuser, registers, vet)


def rss(frame, mrqc):
    """(type, hash) of a frame with the given MRQC hash enables."""
    decision = run(frame, configured(MRQC=mrqc | 1))
    return decision.rss_type, decision.rss_hash


# --- Published vectors ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("src", "sport", "dst", "dport", "plain", "ports"), IPV4_VECTORS)
def test_published_ipv4(src, sport, dst, dport, plain, ports):
    header = inet.IP(src=src, dst=dst)
    tcp = inet.TCP(sport=sport, dport=dport, seq=0xFFFFFFFF)  # what follows the ports must not be hashed
    udp = inet.UDP(sport=sport, dport=dport, len=0xFFFF)
    assert rss(ipv4(header / tcp), IPV4_TCP) == (1, ports)
    assert rss(ipv4(header / tcp), IPV4_TCP | IPV4) == (1, ports)
    assert rss(ipv4(header / tcp), IPV4) == (2, plain)
    assert rss(ipv4(header / udp), IPV4_UDP) == (7, ports)
    assert rss(ipv4(header / udp), IPV4 | IPV4_TCP) == (2, plain)
    assert rss(ipv4(header / sctp.SCTP(sport=sport, dport=dport)), IPV4 | IPV4_TCP | IPV4_UDP) == (2, plain)
    assert rss(ipv4(header / tcp), IPV4_UDP | 0x1BC0000) == (0, 0)
    assert rss(ipv4(header / tcp, tag=5), IPV4_TCP) == (1, ports)


@pytest.mark.parametrize(("src", "sport", "dst", "dport", "plain", "ports"), IPV6_VECTORS)
def test_published_ipv6(src, sport, dst, dport, plain, ports):
    header = inet6.IPv6(src=src, dst=dst)
    tcp = inet.TCP(sport=sport, dport=dport, seq=0xFFFFFFFF)  # what follows the ports must not be hashed
    udp = inet.UDP(sport=sport, dport=dport, len=0xFFFF)
    assert rss(ipv6(header / tcp), IPV6_TCP) == (3, ports)
    assert rss(ipv6(header / tcp), IPV6_EX_TCP | IPV6_TCP) == (6, ports)
    assert rss(ipv6(header / udp), IPV6_UDP) == (8, ports)
    assert rss(ipv6(header / udp), IPV6_EX_UDP | IPV6_UDP) == (9, ports)
    assert rss(ipv6(header / udp), IPV6_EX | IPV6) == (4, plain)
    assert rss(ipv6(header / tcp), IPV6 | IPV6_UDP | IPV6_EX_UDP) == (5, plain)
    assert rss(ipv6(header / tcp), IPV4 | IPV4_TCP | IPV4_UDP | IPV6_UDP | IPV6_EX_UDP) == (0, 0)


@pytest.mark.parametrize(("src", "sport", "dst", "dport", "plain", "ports"), IPV6_VECTORS)
def test_published_ipv6_as_home_and_routing_address(src, sport, dst, dport, plain, ports):
    tcp = inet.TCP(sport=sport, dport=dport, seq=0xFFFFFFFF)  # what follows the ports must not be hashed
    udp = inet.UDP(sport=sport, dport=dport, len=0xFFFF)
    ex = IPV6_EX_TCP | IPV6_EX_UDP | IPV6_EX
    carried = {
        "home": inet6.IPv6(src=OTHER, dst=dst) / home(src),
        "routing": inet6.IPv6(src=src, dst=OTHER) / routing(dst),
        "both": inet6.IPv6(src=OTHER, dst=OTHER) / home(src) / routing(dst, segleft=0),
        "both, other order": inet6.IPv6(src=OTHER, dst=OTHER) / routing(dst) / home(src),
        "behind hop-by-hop": inet6.IPv6(src=OTHER, dst=dst) / inet6.IPv6ExtHdrHopByHop() / home(src),
        "repeated, the last counts": inet6.IPv6(src=OTHER, dst=dst) / home(OTHER) / home(src),
    }
    for name, chain in carried.items():
        assert rss(ipv6(chain / tcp), ex) == (6, ports), name
        assert rss(ipv6(chain / udp), ex) == (9, ports), name
        assert rss(ipv6(chain / inet6.ICMPv6EchoRequest()), ex) == (4, plain), name
    # The other way about: what the header says is hashed when EX types are off.
    decoy = inet6.IPv6(src=src, dst=dst) / home(OTHER) / routing(OTHER)
    assert rss(ipv6(decoy / tcp), IPV6_TCP | IPV6) == (3, ports)
    assert rss(ipv6(decoy / udp), IPV6_UDP | IPV6) == (8, ports)
    assert rss(ipv6(decoy / udp), IPV6) == (5, plain)


# --- Worked examples ------------------------------------------------------------------------------------
MOBILE = (
    inet6.IPv6(src=OTHER, dst="2001:db8::2")
    / home("3ffe:2501:200:1fff::7")
    / routing("3ffe:2501:200:3::1")
    / inet.TCP(sport=2794, dport=1766)
)


def reference_hash(data):
    """The Toeplitz hash written the other way: as strings of bits. For hashes that no table prints."""
    key = "".join(f"{byte:08b}" for byte in KEY)
    result = 0
    for place, bit in enumerate("".join(f"{byte:08b}" for byte in data)):
        if bit == "1":
            result ^= int(key[place : place + 32], 2)
    return result


def address(text):
    return socket.inet_pton(socket.AF_INET6, text)


def test_runts_are_bad():
    for length in range(1, 14):
        for sbp in (0, 2):
            assert run(ethernet(bytes(46))[:length], configured(FCTRL=sbp)) == Decision(BAD)
    assert run(ethernet()[:14], configured()).drop == ADMIT


def test_frame_of_16_bytes_is_decided():
    frame = ethernet(b"\0\0")
    assert len(frame) == 16
    assert run(frame, configured(MRQC=0x1FF0001)) == Decision()


def test_tuser_is_bad_unless_stored():
    frame = ethernet(bytes(46))
    assert run(frame, configured(), tuser=1) == Decision(BAD)
    assert run(frame, configured(FCTRL=2), tuser=1) == Decision()
    assert run(ethernet(to=BROADCAST), configured(), tuser=1) == Decision(BAD)
    assert run(ethernet(to=BROADCAST), configured(FCTRL=2), tuser=1) == Decision(NO_L2_MATCH)


def test_mobile_frame_of_122_bytes():
    frame = ipv6(MOBILE)
    assert len(frame) == 122
    decision = run(frame, configured(MRQC=1 | IPV6_EX_TCP))
    ptype = table.IPV6 | table.IPV6_EXTENSION | table.TCP
    assert decision == Decision(queue=0x3D & 15, ptype=ptype, rss_type=6, rss_hash=0x40207D3D)
    header_only = reference_hash(address(OTHER) + address("2001:db8::2") + b"\x0a\xea\x06\xe6")
    assert rss(frame, IPV6_TCP) == (3, header_only)


def test_mobile_frame_cut_to_90_bytes():
    decision = run(ipv6(MOBILE)[:90], configured(MRQC=1 | IPV6_EX_TCP | IPV6_TCP | IPV6_EX | IPV6))
    assert decision.ptype == table.IPV6 | table.IPV6_EXTENSION
    expected = reference_hash(address("3ffe:2501:200:1fff::7") + address("2001:db8::2"))
    assert (decision.rss_type, decision.rss_hash) == (4, expected)


@pytest.mark.parametrize(("headers", "seen"), [(25, True), (26, True), (27, False), (28, False)])
def test_chain_reaches_the_end_of_the_window(headers, seen):
    packet = inet6.IPv6(src=OTHER, dst=OTHER)
    for _ in range(headers):
        packet /= inet6.IPv6ExtHdrHopByHop()
    for l4, bit in ((inet.TCP(), table.TCP), (inet.UDP(), table.UDP), (sctp.SCTP(), table.SCTP)):
        last = packet.copy()
        last.lastlayer().nh = {table.TCP: 6, table.UDP: 17, table.SCTP: 132}[bit]
        for tag in (None, 1):
            decision = run(ipv6(last / l4, tag=tag), configured())
            assert decision.ptype == table.IPV6 | table.IPV6_EXTENSION | (bit if seen else 0)


def test_published_tcp_frame_and_its_table_entry():
    packet = inet.IP(src="66.9.149.187", dst="161.142.100.80") / inet.TCP(sport=2794, dport=1766)
    registers = configured(MRQC=0x10001)
    for n in range(32):
        registers.write(table.RETA(n), 0)
    registers.write(table.RETA(30), 0xFFFFFF9B)  # entry 0x78 is its byte 0
    decision = run(ipv4(packet), registers)
    assert decision == Decision(queue=0xB, ptype=table.IPV4 | table.TCP, rss_type=1, rss_hash=0x51CCC178)
    registers.write(table.VMD_CTL, 1)
    set_address(registers, 5, MAC_ADDRESS, vind=1)
    assert run(ipv4(packet), registers).queue == 0x19  # VMDq index 1: the high nibble
    set_address(registers, 5, MAC_ADDRESS, vind=2)
    assert run(ipv4(packet), registers).queue == 0x2B


def test_fragment_has_no_ports():
    for fields in ({"flags": "MF"}, {"frag": 1}, {"frag": 0x1000}, {"flags": "MF", "frag": 185}):
        packet = inet.IP(src="66.9.149.187", dst="161.142.100.80", proto=6, **fields)
        frame = ipv4(packet / inet.TCP(sport=2794, dport=1766))
        assert rss(frame, IPV4_TCP | IPV4) == (2, 0x323E8FC2)
        assert run(frame, configured()).ptype == table.IPV4
    whole = inet.IP(src="66.9.149.187", dst="161.142.100.80", flags="DF+evil")
    assert rss(ipv4(whole / inet.TCP(sport=2794, dport=1766)), IPV4_TCP | IPV4) == (1, 0x51CCC178)


# --- Tag ------------------------------------------------------------------------------------------------
def test_tag():
    frame = ethernet(bytes(46), tag=0xB064)
    assert run(frame, configured()) == Decision(tagged=1, tci=0xB064)
    assert run(frame, configured(), vet=0x88A8) == Decision()
    assert run(ethernet(tag=0xFFFF, vet=0x9100), configured(), vet=0x9100) == Decision(tagged=1, tci=0xFFFF)


@pytest.mark.parametrize(("length", "tagged"), [(14, 0), (15, 0), (16, 1), (17, 1), (18, 1)])
def test_frame_ends_inside_the_tag(length, tagged):
    frame = ethernet(tag=0x1234)[:length]
    assert run(frame, configured()) == Decision(tagged=tagged, tci=0x1234 if tagged else 0)


def test_ethertype_of_ip_as_vet_is_a_tag_first():
    packet = bytes(inet.IP() / inet.TCP())
    assert run(ipv4(packet), configured(), vet=0x0800) == Decision(tagged=1, tci=0x4500)
    tagged = ipv4(packet, tag=7, vet=0x0800)
    assert run(tagged, configured(), vet=0x0800) == Decision(tagged=1, tci=7, ptype=table.IPV4 | table.TCP)


def test_only_one_tag():
    inner = ethernet(inet.IP() / inet.TCP(), 0x0800, tag=3)
    double = inner[:12] + b"\x81\x00\x00\x09" + inner[12:]
    assert run(double, configured()) == Decision(tagged=1, tci=9)


def test_length_field_is_not_looked_into():
    packet = b"\xaa\xaa\3\0\0\0\x08\0" + bytes(inet.IP() / inet.TCP())
    assert run(ethernet(packet, len(packet)), configured(MRQC=0x1FF0001)) == Decision()


# --- Destination address --------------------------------------------------------------------------------
UPE, MPE, BAM = 1 << 9, 1 << 8, 1 << 10


def set_group_bit(registers, index):
    for n in range(128):
        registers.write(table.MTA(n), 0)
    registers.write(table.MTA(index >> 5), 1 << (index & 31))


def test_unicast():
    miss = bytes.fromhex("02a0c9112234")
    assert run(ethernet(to=MAC_ADDRESS), configured()) == Decision()
    assert run(ethernet(to=miss), configured(FCTRL=MPE | BAM)) == Decision(NO_L2_MATCH)
    assert run(ethernet(to=miss), configured(FCTRL=UPE)) == Decision(pif=1)
    assert run(ethernet(to=MAC_ADDRESS), configured(FCTRL=UPE)) == Decision()


def test_every_address_bit_counts():
    for bit in range(48):
        other = (int.from_bytes(MAC_ADDRESS, "big") ^ 1 << bit).to_bytes(6, "big")
        assert run(ethernet(to=other), configured()) == Decision(NO_L2_MATCH)


def test_unused_bits_of_an_entry_do_not_count():
    registers = configured(VMD_CTL=1)
    registers.write(table.RAH(5), registers.word(table.RAH(5)) | 0x7FC30000)
    assert run(ethernet(), registers) == Decision()


def test_every_entry_and_the_lowest_wins():
    registers = Registers()
    registers.write(table.VMD_CTL, 0x01)
    for entry in reversed(range(16)):
        set_address(registers, entry, MAC_ADDRESS, vind=entry)
        assert run(ethernet(), registers) == Decision(queue=entry, vmdq=entry)
    for entry in range(15):
        set_address(registers, entry, MAC_ADDRESS, vind=entry, valid=0)
        assert run(ethernet(), registers) == Decision(queue=entry + 1, vmdq=entry + 1)


@pytest.mark.parametrize(("offset", "index"), [(0, 0xCBA), (1, 0x975), (2, 0x2EA), (3, 0xBA9)])
def test_multicast_table(offset, index):
    # The last two bytes are A9 CB: CBA9, shifted right by 4, 3, 2, 0 and cut to 12 bits.
    group = bytes.fromhex("01005e00a9cb")
    registers = configured(MCSTCTRL=4 | offset)
    set_group_bit(registers, index)
    assert run(ethernet(to=group), registers) == Decision(pif=1)
    assert run(ethernet(to=bytes.fromhex("00005e00a9cb")), registers) == Decision(NO_L2_MATCH)
    registers.write(table.MCSTCTRL, offset)
    assert run(ethernet(to=group), registers) == Decision(NO_L2_MATCH)
    registers.write(table.MCSTCTRL, 4 | offset)
    registers.write(table.MTA(index >> 5), ~(1 << (index & 31)))
    assert run(ethernet(to=group), registers) == Decision(NO_L2_MATCH)


def test_multicast():
    assert run(ethernet(to=GROUP), configured(FCTRL=UPE | BAM)) == Decision(NO_L2_MATCH)
    assert run(ethernet(to=GROUP), configured(FCTRL=MPE)) == Decision(pif=1)
    exact = configured()
    set_address(exact, 15, GROUP)
    assert run(ethernet(to=GROUP), exact) == Decision()


def test_broadcast():
    assert run(ethernet(to=BROADCAST), configured(FCTRL=UPE | MPE)) == Decision(NO_L2_MATCH)
    assert run(ethernet(to=BROADCAST), configured(FCTRL=BAM)) == Decision()
    by_table = configured(MCSTCTRL=4)
    set_group_bit(by_table, 0xFFF)
    assert run(ethernet(to=BROADCAST), by_table) == Decision(pif=1)
    by_table.write(table.FCTRL, BAM)
    assert run(ethernet(to=BROADCAST), by_table) == Decision()
    exact = configured()
    set_address(exact, 0, BROADCAST)
    assert run(ethernet(to=BROADCAST), exact) == Decision()


# --- VLAN -----------------------------------------------------------------------------------------------
VFE, CFIEN, CFI = 1 << 30, 1 << 29, 1 << 28


@pytest.mark.parametrize("vlan", [0, 1, 31, 32, 33, 2047, 4095])
def test_vlan_filter(vlan):
    registers = configured(VLNCTRL=VFE | 0x8100)
    for n in range(128):
        registers.write(table.VFTA(n), 0)
    assert run(ethernet(tag=vlan), registers) == Decision(VLAN)
    assert run(ethernet(), registers) == Decision()
    registers.write(table.VFTA(vlan // 32), 1 << vlan % 32)
    assert run(ethernet(tag=0xE000 | vlan), registers) == Decision(tagged=1, tci=0xE000 | vlan)
    for n in range(128):
        registers.write(table.VFTA(n), 0xFFFFFFFF)
    registers.write(table.VFTA(vlan // 32), ~(1 << vlan % 32))
    assert run(ethernet(tag=vlan), registers) == Decision(VLAN)
    assert run(ethernet(tag=vlan, to=GROUP), registers) == Decision(NO_L2_MATCH)
    registers.write(table.VLNCTRL, 0x8100)
    assert run(ethernet(tag=vlan), registers) == Decision(tagged=1, tci=vlan)


@pytest.mark.parametrize("control", [VFE, VFE | CFIEN, VFE | CFIEN | CFI, CFIEN, CFIEN | CFI])
@pytest.mark.parametrize("tci", [5, 0x1005])
def test_canonical_format_indicator(control, tci):
    registers = configured(VLNCTRL=control | 0x8100)
    registers.write(table.VFTA(0), 1 << 5)
    mismatch = {VFE | CFIEN: tci == 0x1005, VFE | CFIEN | CFI: tci == 5}.get(control, False)
    assert run(ethernet(tag=tci), registers).drop == (VLAN if mismatch else ADMIT)
    assert run(ethernet(), registers) == Decision()


# --- VMDq, traffic class, queue -------------------------------------------------------------------------
def test_vmdq_by_address():
    registers = configured(VMD_CTL=0x91)
    set_address(registers, 5, MAC_ADDRESS, vind=6)
    registers.write(table.FCTRL, UPE | MPE | BAM)
    assert run(ethernet(), registers) == Decision(queue=6, vmdq=6)
    assert run(ethernet(tag=100), registers) == Decision(queue=6, vmdq=6, tagged=1, tci=100)
    assert run(ethernet(to=GROUP), registers) == Decision(queue=9, vmdq=9, pif=1)
    assert run(ethernet(to=BROADCAST), registers) == Decision(queue=9, vmdq=9)
    registers.write(table.VMD_CTL, 0x90)
    assert run(ethernet(), registers) == Decision()


@pytest.mark.parametrize(
    ("vlan", "offset", "low"),
    [
        (0, 0xA200, 0),
        (7, 0xA200, 28),
        (8, 0xA400, 0),
        (0x1D, 0xA800, 20),
        (0x20, 0xA204, 0),
        (4095, 0xA9FC, 28),
    ],
)
def test_vmdq_by_vlan(vlan, offset, low):
    registers = configured(VMD_CTL=0x33)
    for word in table.GROUPS["VFTAVIND"]:
        registers.write(word, 0)
    registers.write(offset, 0xE << low)
    assert run(ethernet(tag=vlan), registers) == Decision(queue=14, vmdq=14, tagged=1, tci=vlan)
    registers.write(offset, ~(0xE << low) & 0xFFFFFFFF)
    assert run(ethernet(tag=vlan), registers) == Decision(queue=1, vmdq=1, tagged=1, tci=vlan)
    assert run(ethernet(), registers) == Decision(queue=3, vmdq=3)


@pytest.mark.parametrize(
    ("dcb", "vmdq", "rss_on", "queue"),
    [
        (0, 0, 0, 0),
        (0, 0, 1, 0x0D),
        (0, 1, 0, 0x0B),
        (0, 1, 1, 0x36),  # pool 3, high nibble 6
        (1, 0, 0, 0x28),
        (1, 0, 1, 0x2D),
        (1, 1, 0, 0x2B),
        (1, 1, 1, 0x2D),  # class 5, pool bit 1, index bits 01
    ],
)
def test_queue_modes(dcb, vmdq, rss_on, queue):
    registers = configured(RDRXCTL=0x10 * dcb, RUPPBMR=dcb << 31, VMD_CTL=0xB0 | vmdq, MRQC=0x10000 | rss_on)
    set_address(registers, 5, MAC_ADDRESS, vind=11)
    registers.write(table.RETA(30), 0x6D)
    packet = inet.IP(src="66.9.149.187", dst="161.142.100.80") / inet.TCP(sport=2794, dport=1766)
    decision = run(ipv4(packet, tag=0xA001), registers)
    assert decision.queue == queue
    assert (decision.tc, decision.vmdq) == (5 * dcb, 11 * vmdq)
    assert (decision.rss_type, decision.rss_hash) == ((1, 0x51CCC178) if rss_on else (0, 0))


# --- Other sizes ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("size", "vind", "modes", "pool", "queue"),
    [
        # The examples of docs/rtl_classifier.md, Sizes. Modes: RSS, VMDq, DCB. The class is 6, the RSS index 6.
        ((128, 64, 128), 45, (1, 1, 0), 45, 86),
        ((100, 20, 17), 59, (1, 1, 0), 7, 18),
        ((4, 1, 4), 0, (0, 0, 1), 0, 2),
        # By hand: 16 queues of a class, 8 of them for each of two pools; the last queue of a class.
        ((128, 64, 128), 45, (0, 1, 0), 45, 45),
        ((128, 64, 128), 45, (0, 0, 1), 0, 96),
        ((128, 64, 128), 45, (1, 0, 1), 0, 102),
        ((128, 64, 128), 45, (0, 1, 1), 45, 96 + 13),
        ((128, 64, 128), 45, (1, 1, 1), 45, 96 + 8 + 6),
        ((100, 20, 17), 59, (0, 1, 1), 7, 96 + 7 - 100),
        ((40, 3, 2), 3, (1, 1, 0), 0, 6),
        ((40, 3, 2), 2, (1, 1, 0), 2, 38),
        ((5, 5, 1), 7, (0, 1, 1), 2, 1),  # one queue a class: 6 is 1 with five queues
        ((5, 5, 1), 7, (1, 1, 1), 2, 1),
    ],
)
def test_other_sizes(size, vind, modes, pool, queue):
    rss_on, vmdq, dcb = modes
    registers = Registers(table.Size(*size))
    for n in range(10):
        registers.write(table.RSSRK(n), 0)
    registers.write(table.RETA(0), 0x66)
    for name, value in {
        "RDRXCTL": 0x10 * dcb,
        "RUPPBMR": dcb << 31,
        "VMD_CTL": vmdq,
        "MRQC": 0x20000 * rss_on | rss_on,
    }.items():
        registers.write(getattr(table, name), value)
    set_address(registers, size[2] - 1, MAC_ADDRESS, vind=vind)
    set_address(registers, size[2], BROADCAST)  # no such entry, and no frame to it
    frame = ipv4(inet.IP(src="66.9.149.187", dst="161.142.100.80"), tag=0xC001)
    decision = run(frame, registers)
    assert (decision.vmdq, decision.queue) == (pool if vmdq else 0, queue)
    assert run(ethernet(to=BROADCAST), registers) == Decision(NO_L2_MATCH)
    if vmdq:
        registers.write(table.VMD_CTL, 1 | vind << 4)
        registers.write(table.FCTRL, UPE)
        assert run(ethernet(to=bytes(6)), registers).vmdq == pool


def test_dcb_needs_both_bits_and_a_tag():
    frame = ethernet(tag=0xE001)
    assert run(frame, configured(RDRXCTL=0x10, RUPPBMR=1 << 31)) == Decision(
        queue=56, tc=7, tagged=1, tci=0xE001
    )
    assert run(frame, configured(RDRXCTL=0x10)) == Decision(tagged=1, tci=0xE001)
    assert run(frame, configured(RUPPBMR=1 << 31)) == Decision(tagged=1, tci=0xE001)
    assert run(ethernet(), configured(RDRXCTL=0x10, RUPPBMR=1 << 31)) == Decision()


def test_no_hash_means_index_0_and_not_entry_0():
    registers = configured(MRQC=0x1FF0001)
    registers.write(table.RETA(0), 0xFFFFFFFF)
    assert run(ethernet(bytes(46)), registers) == Decision()


# --- Headers --------------------------------------------------------------------------------------------
def ptype(frame):
    return run(frame, configured()).ptype


@pytest.mark.parametrize("ihl", range(16))
def test_ipv4_header_length(ihl):
    header = bytes(inet.IP(src="1.2.3.4", dst="5.6.7.8", proto=6, ihl=ihl))
    body = header + bytes(100)
    if ihl < 5:
        assert ptype(ipv4(body)) == 0
        return
    plain = table.IPV4 | (table.IPV4_OPTIONS if ihl > 5 else 0)
    length = 4 * ihl
    for extra, expected in ((-1, 0), (0, plain), (3, plain), (4, plain | table.TCP)):
        assert ptype(ipv4(body[: length + extra])) == expected
        assert ptype(ipv4(body[: length + extra], tag=1)) == expected


@pytest.mark.parametrize("version", range(16))
def test_versions(version):
    v4 = bytes(inet.IP(version=version) / inet.TCP())
    v6 = bytes(inet6.IPv6(version=version) / inet.TCP())
    assert ptype(ipv4(v4)) == (table.IPV4 | table.TCP if version == 4 else 0)
    assert ptype(ipv6(v6)) == (table.IPV6 | table.TCP if version == 6 else 0)


def test_ipv4_and_ipv6_under_the_wrong_ethertype():
    assert ptype(ipv6(inet.IP() / inet.TCP())) == 0
    assert ptype(ipv4(inet6.IPv6() / inet.TCP())) == 0


@pytest.mark.parametrize(("size", "expected"), [(39, 0), (40, table.IPV6), (43, table.IPV6)])
def test_ipv6_ends_early(size, expected):
    packet = bytes(inet6.IPv6() / inet.TCP())
    assert ptype(ipv6(packet[:size])) == expected
    assert ptype(ipv6(packet[:44])) == table.IPV6 | table.TCP


@pytest.mark.parametrize(
    ("number", "extension", "walks"),
    [
        (0, 1, 1),
        (43, 1, 1),
        (60, 1, 1),
        (44, 1, 0),
        (50, 0, 0),
        (51, 0, 0),
        (59, 0, 0),
        (135, 0, 0),
        (41, 0, 0),
    ],
)
def test_which_headers_are_walked(number, extension, walks):
    plain = table.IPV6 | (table.IPV6_EXTENSION if extension else 0)
    header = bytes((17, 0, 0, 0, 0, 0, 0, 0))
    packet = bytes(inet6.IPv6(nh=number)) + header + bytes(inet.UDP())
    assert ptype(ipv6(packet)) == plain | (table.UDP if walks else 0)
    second = bytes(inet6.IPv6(nh=60)) + bytes((number, 0, 1, 4, 0, 0, 0, 0)) + header + bytes(inet.UDP())
    assert ptype(ipv6(second)) == table.IPV6 | table.IPV6_EXTENSION | (table.UDP if walks else 0)


def test_extension_header_cut():
    packet = bytes(inet6.IPv6() / inet6.IPv6ExtHdrHopByHop() / inet.UDP())
    plain = table.IPV6 | table.IPV6_EXTENSION
    for size in (40, 41, 42, 47, 48, 51):
        assert ptype(ipv6(packet[:size])) == plain
    assert ptype(ipv6(packet[:52])) == plain | table.UDP


def test_long_extension_header_leaves_the_window():
    # 40 + 8 + 8 * length: 248 with 25, 256 with 26.
    for length, seen in ((25, True), (26, False), (255, False)):
        packet = bytes(inet6.IPv6(nh=60)) + bytes((6, length)) + bytes(8 * length + 6) + bytes(inet.TCP())
        assert bool(ptype(ipv6(packet)) & table.TCP) is seen


def test_second_header_at_the_end_of_the_window():
    # A header at 248 is walked to 256, where nothing is seen; one at 254 cannot be (offsets are multiples of 8).
    packet = (
        bytes(inet6.IPv6(nh=60)) + bytes((60, 25)) + bytes(206) + bytes((6, 0)) + bytes(6) + bytes(inet.TCP())
    )
    assert len(packet) == 276
    assert ptype(ipv6(packet)) == table.IPV6 | table.IPV6_EXTENSION


def ex_hash(packet):
    """Hash type 4 of a frame: over home and routing address where they count."""
    rss_type, value = rss(packet if isinstance(packet, bytes) else ipv6(packet), IPV6_EX)
    assert rss_type == 4
    return value


A, B, C, D = (f"2001:db8::{n}" for n in range(1, 5))
HOME = reference_hash(address(C) + address(B))
ROUTED = reference_hash(address(A) + address(D))
BOTH = reference_hash(address(C) + address(D))
NEITHER = reference_hash(address(A) + address(B))
AB = inet6.IPv6(src=A, dst=B)
END = inet6.ICMPv6EchoRequest()


def test_the_four_expected_hashes_differ():
    assert len({HOME, ROUTED, BOTH, NEITHER}) == 4


def test_home_address_only_at_its_place():
    option = inet6.HAO(hoa=C)
    assert ex_hash(AB / home(C) / END) == HOME
    misplaced = (
        inet6.IPv6ExtHdrDestOpt(options=[option], autopad=0),
        inet6.IPv6ExtHdrDestOpt(options=[inet6.PadN(optdata=b"\0" * 10), option]),
        inet6.IPv6ExtHdrHopByHop(options=[option]),
        inet6.IPv6ExtHdrDestOpt(options=[inet6.Pad1()] * 4 + [option], autopad=0),
    )
    for header in misplaced:
        assert ex_hash(AB / header / END) == NEITHER


def test_home_address_wants_a_header_long_enough():
    good = bytearray(bytes(AB / home(C) / Raw(bytes(60))))
    for length, expected in ((0, NEITHER), (1, NEITHER), (2, HOME), (3, HOME), (255, HOME)):
        good[41] = length
        assert ex_hash(ipv6(bytes(good))) == expected


@pytest.mark.parametrize("place", [42, 43, 46, 47])
def test_every_byte_that_makes_a_home_address(place):
    packet = bytearray(bytes(AB / home(C) / END))
    packet[place] ^= 0x10
    assert ex_hash(ipv6(bytes(packet))) == NEITHER


def test_type_2_routing_wants_type_and_length():
    good = bytes(AB / routing(D) / Raw(bytes(60)))
    for place, value, expected in ((42, 0, NEITHER), (42, 3, NEITHER), (41, 1, NEITHER), (41, 3, NEITHER)):
        packet = bytearray(good)
        packet[place] = value
        assert ex_hash(ipv6(bytes(packet))) == expected
    for segleft in (0, 1, 2, 255):
        assert ex_hash(AB / routing(D, segleft) / END) == ROUTED


@pytest.mark.parametrize("size", range(64, 68))
def test_cut_home_address(size):
    # The header begins at 40, its address ends at 64.
    packet = bytes(AB / home(C) / END)
    assert ex_hash(ipv6(packet[:size])) == HOME
    assert ex_hash(ipv6(packet[: size - 4])) == (HOME if size >= 68 else NEITHER)


def test_two_of_a_kind():
    assert ex_hash(AB / home(D) / home(C) / END) == HOME
    assert ex_hash(AB / routing(C) / routing(D) / END) == ROUTED
    # The second begins at 64, is one from 72 on and complete at 88.
    packet = bytes(AB / home(C) / home(D) / END)
    late = reference_hash(address(D) + address(B))
    for size, expected in ((66, HOME), (71, HOME), (72, NEITHER), (87, NEITHER), (88, late)):
        assert ex_hash(ipv6(packet[:size])) == expected
    packet = bytes(AB / routing(D) / routing(C) / END)
    late = reference_hash(address(A) + address(C))
    for size, expected in ((71, ROUTED), (72, NEITHER), (87, NEITHER), (88, late)):
        assert ex_hash(ipv6(packet[:size])) == expected


def test_cut_of_one_kind_leaves_the_other():
    packet = bytes(AB / home(C) / routing(D) / END)
    for size, expected in ((63, NEITHER), (64, HOME), (71, HOME), (72, HOME), (87, HOME), (88, BOTH)):
        assert ex_hash(ipv6(packet[:size])) == expected
    packet = bytes(AB / routing(D) / home(C) / END)
    for size, expected in ((63, NEITHER), (64, ROUTED), (87, ROUTED), (88, BOTH)):
        assert ex_hash(ipv6(packet[:size])) == expected


@pytest.mark.parametrize(("headers", "expected"), [(23, ROUTED), (24, ROUTED), (25, NEITHER), (26, NEITHER)])
def test_routing_address_at_the_end_of_the_window(headers, expected):
    # At 40 + 8 * 24 = 232 the address ends at 256; one header later it is cut by the window.
    packet = AB
    for _ in range(headers):
        packet = packet / inet6.IPv6ExtHdrHopByHop()
    assert ex_hash(packet / routing(D) / END) == expected
    assert ex_hash(ipv6(bytes(packet / routing(D) / END), tag=4)) == expected


def test_headers_behind_an_unknown_one_do_not_count():
    assert ex_hash(AB / inet6.IPv6ExtHdrFragment() / home(C) / END) == NEITHER
    assert ex_hash(AB / home(C) / inet6.IPv6ExtHdrFragment() / routing(D) / END) == HOME


def test_atomic_fragment_has_no_ports():
    frame = ipv6(AB / inet6.IPv6ExtHdrFragment() / inet.UDP(sport=1, dport=2))
    assert ptype(frame) == table.IPV6 | table.IPV6_EXTENSION
    assert rss(frame, IPV6_UDP | IPV6) == (5, NEITHER)


# --- Register file --------------------------------------------------------------------------------------
def test_all_849_words():
    assert len(table.OFFSETS) == 849
    assert (min(table.OFFSETS), max(table.OFFSETS)) == (0x2F00, 0xA9FC)


def test_reset_values():
    registers = configured(FCTRL=0x700, MRQC=1, VLNCTRL=0x88A8)
    registers.reset()
    assert registers.vet == 0x8100
    assert run(ethernet(), registers) == Decision(NO_L2_MATCH)
    registers.write(table.FCTRL, UPE)
    assert run(ethernet(tag=1), registers) == Decision(pif=1, tagged=1, tci=1)


def test_undefined_words_are_noticed():
    registers = Registers()
    registers.write(table.FCTRL, UPE | MPE | BAM)
    registers.write(table.RAH(3), 1 << 31)
    with pytest.raises(UndefinedRegisterError, match="05418"):
        run(ethernet(), registers)
    registers.write(table.RAL(3), 0)
    registers.write(table.VLNCTRL, VFE | 0x8100)
    with pytest.raises(UndefinedRegisterError, match="0A00C"):
        run(ethernet(tag=100), registers)
    registers.write(table.VLNCTRL, 0x8100)
    registers.write(table.MRQC, 1 | IPV4)
    with pytest.raises(UndefinedRegisterError, match="05C80"):
        run(ipv4(inet.IP()), registers)
    # A short hash needs the first words of the key only: 8 bytes of input, 12 of key.
    for n in range(3):
        registers.write(table.RSSRK(n), int.from_bytes(KEY[4 * n : 4 * n + 4], "little"))
    with pytest.raises(UndefinedRegisterError, match="05C"):
        run(ipv4(inet.IP()), registers)
    for n in range(32):
        registers.write(table.RETA(n), 0)
    assert run(ipv4(inet.IP()), registers).rss_type == 2


def test_writes_are_whole_words_and_know_their_addresses():
    registers = Registers()
    registers.write(table.FCTRL | 3, 0x1FFFFFFFF)
    assert registers.word(table.FCTRL) == 0xFFFFFFFF
    before = dict(registers.words)
    for offset in (0x2F04, 0x5084, 0x508C, 0x51FC, 0x53FC + 0x84, 0x5820, 0x5CA8, 0x9FFC, 0xAA00, 0xFFFC, 0):
        registers.write(offset, 0x12345678)
    assert registers.words == before


# --- Frames of the builder ------------------------------------------------------------------------------
def test_builder_frames_are_what_scapy_says_they_are():
    """scapy's own reading of whole frames: which L4 there is, by another parser."""
    builder = FrameBuilder(random.Random(7))
    checked = 0
    for _ in range(150):
        for kind in ("ipv4", "ipv4_options", "ipv6", "ipv6_mobile"):
            ethertype, payload = builder.kinds[kind]()
            packet = Ether(ethernet(payload, ethertype))
            expected = 0
            if inet.IP in packet:
                expected = table.IPV4 | (table.IPV4_OPTIONS if packet[inet.IP].options else 0)
            if inet6.IPv6 in packet:
                expected = table.IPV6 | (table.IPV6_EXTENSION if kind == "ipv6_mobile" else 0)
            for layer, bit in ((inet.TCP, table.TCP), (inet.UDP, table.UDP)):
                if layer in packet:
                    expected |= bit
            found = ptype(bytes(packet))
            assert found & ~table.SCTP == expected
            checked += 1
    assert checked == 600


def test_builder_is_reproducible():
    first, second = (FrameBuilder(random.Random(3)) for _ in range(2))
    assert [first.frame() for _ in range(50)] == [second.frame() for _ in range(50)]

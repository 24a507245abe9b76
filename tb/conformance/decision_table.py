"""The receive classifier's function as a decision table: the queue of a frame, or the reason why it is dropped.

Why it exists: the C++ reference and the Verilog are compared with each other in lock-step, so an error of
interpretation that both share would pass. This third implementation is written from the specification alone, in the
plainest form that states it: nine steps in order, no clock, no pipeline, nothing shared with the other two.

Timing: none here. `decide` is a pure function; edge_replay decides which register contents a frame sees.

Sources: 82598EB datasheet (filters, queue selection, RSS); IEEE 802.1Q (tag); RFC 791, RFC 8200 (headers); RFC 6275
(home address option, type 2 routing header); Microsoft RSS specification (Toeplitz hash).
"""

from typing import NamedTuple

# --- Registers: offsets in BAR0 -------------------------------------------------------------------------
RDRXCTL = 0x2F00
FCTRL = 0x5080
VLNCTRL = 0x5088
MCSTCTRL = 0x5090
RUPPBMR = 0x50A0
MRQC = 0x5818
VMD_CTL = 0x581C


def MTA(n):
    """Offset of multicast table word n, 0..127."""
    return 0x5200 + 4 * n


def RAL(n):
    """Offset of the low word of receive address n, 0..127."""
    return (0x5400 if n < 16 else 0xAC00) + 8 * n


def RAH(n):
    """Offset of the high word of receive address n, 0..127."""
    return (0x5404 if n < 16 else 0xAC04) + 8 * n


def RETA(n):
    """Offset of redirection table word n, 0..31."""
    return 0x5C00 + 4 * n


def RSSRK(n):
    """Offset of hash key word n, 0..9."""
    return 0x5C80 + 4 * n


def VFTA(n):
    """Offset of VLAN filter word n, 0..127."""
    return 0xA000 + 4 * n


def VFTAVIND(bank, n):
    """Offset of VLAN index word n, 0..127, of bank 0..3."""
    return 0xA200 + 0x200 * bank + 4 * n


class Size(NamedTuple):
    """The sizes of a classifier; the defaults are those of the 82598."""

    queues: int = 64
    pools: int = 16
    addresses: int = 16


SIZE_OF_82598 = Size()
RECEIVE_ADDRESSES = SIZE_OF_82598.addresses
GROUPS = {
    "RDRXCTL": [RDRXCTL],
    "FCTRL": [FCTRL],
    "VLNCTRL": [VLNCTRL],
    "MCSTCTRL": [MCSTCTRL],
    "RUPPBMR": [RUPPBMR],
    "MRQC": [MRQC],
    "VMD_CTL": [VMD_CTL],
    "MTA": [MTA(n) for n in range(128)],
    "RAR": [f(n) for n in range(RECEIVE_ADDRESSES) for f in (RAL, RAH)],
    "RETA": [RETA(n) for n in range(32)],
    "RSSRK": [RSSRK(n) for n in range(10)],
    "VFTA": [VFTA(n) for n in range(128)],
    "VFTAVIND": [VFTAVIND(bank, n) for bank in range(4) for n in range(128)],
}
OFFSETS = frozenset(offset for group in GROUPS.values() for offset in group)

RESET_VALUES = {RDRXCTL: 0, FCTRL: 0, VLNCTRL: 0x8100, MCSTCTRL: 0, RUPPBMR: 0, MRQC: 0, VMD_CTL: 0}
# Only AV of a receive address is known after reset. With AV = 0 no other bit of it is ever looked at, so that
# the whole word can be written down as 0.


def reset_values(size):
    """The words that have a defined value after reset."""
    return RESET_VALUES | {RAH(n): 0 for n in range(size.addresses)}


class UndefinedRegisterError(Exception):
    """A decision depends on a word that has not been written since reset: it may be anything."""


class Registers:
    """The classifier's register file. A word without a defined value is absent, and reading it raises
    UndefinedRegisterError, so that no decision can rest on it unnoticed."""

    def __init__(self, size=SIZE_OF_82598):
        self.size = size
        self.offsets = OFFSETS - {f(n) for n in range(RECEIVE_ADDRESSES) for f in (RAL, RAH)}
        self.offsets |= {f(n) for n in range(size.addresses) for f in (RAL, RAH)}
        self.words = {}
        self.reset()

    def reset(self):
        """Reset values for the single registers and RAH.AV; everything else undefined."""
        self.words = reset_values(self.size)

    def write(self, offset, value):
        """Write a whole 32-bit word; offset bits 1:0 and offsets of no register are ignored."""
        offset &= ~3
        if offset in self.offsets:
            self.words[offset] = value & 0xFFFFFFFF

    def word(self, offset):
        """The word at `offset`; UndefinedRegisterError if nothing has defined it."""
        try:
            return self.words[offset]
        except KeyError:
            raise UndefinedRegisterError(f"register {offset:05X} not written since reset") from None

    def bit(self, offset, index):
        """One bit of a word, as 0 or 1."""
        return self.word(offset) >> index & 1

    def field(self, offset, high, low):
        """Bits high:low of a word."""
        return self.word(offset) >> low & ((1 << high - low + 1) - 1)

    @property
    def vet(self):
        """VLAN Ethertype. A frame is parsed with the value it has at the frame's FIRST beat."""
        return self.field(VLNCTRL, 15, 0)


# --- Results --------------------------------------------------------------------------------------------
ADMIT, BAD, NO_L2_MATCH, VLAN = 0, 1, 2, 3

# Packet type bits. "With options" and "with extension" stand next to the plain bit, not instead of it.
IPV4, IPV4_OPTIONS, IPV6, IPV6_EXTENSION, TCP, UDP, SCTP = (1 << bit for bit in range(7))


class Decision(NamedTuple):
    """The output fields. With drop != 0 the others mean nothing and are 0."""

    drop: int = ADMIT
    queue: int = 0  # 0..63 on the 82598, up to 127 at other sizes
    vmdq: int = 0  # 0..15, up to 63
    tc: int = 0  # 0..7
    tagged: int = 0
    tci: int = 0
    pif: int = 0
    ptype: int = 0  # bits IPV4 .. SCTP
    rss_type: int = 0  # 0..9
    rss_hash: int = 0


def decide(frame, tuser, registers, vet):
    """Classify one frame.

    frame: its bytes from the destination address to the last before the FCS. tuser: 1 if the MAC found it bad.
    registers: the register file as of the last beat. vet: VLAN Ethertype as of the first beat.
    Returns a Decision; raises UndefinedRegisterError if it rests on a word that reset left undefined.
    """
    # 1. Malformed
    if len(frame) < 14 or (tuser and not registers.bit(FCTRL, 1)):
        return Decision(drop=BAD)

    # 2. Tag
    tagged, tci, start, ethertype = parse_tag(frame, vet)

    # 3. Destination address
    hit = matching_receive_address(frame[:6], registers)
    if hit is None and not admitted_without_match(frame[:6], registers):
        return Decision(drop=NO_L2_MATCH)
    broadcast_accepted = frame[:6] == BROADCAST and registers.bit(FCTRL, 10)
    pif = int(hit is None and not broadcast_accepted)

    # 4. VLAN
    if tagged and registers.bit(VLNCTRL, 30) and not vlan_passes(tci, registers):
        return Decision(drop=VLAN)

    # 5. VMDq index
    vmdq_on = registers.bit(VMD_CTL, 0)
    vmdq = vmdq_index(hit, tagged, tci, registers) if vmdq_on else 0

    # 6. Traffic class
    dcb_on = registers.bit(RDRXCTL, 4) and registers.bit(RUPPBMR, 31)
    tc = tci >> 13 if dcb_on and tagged else 0

    # 7. Headers
    headers = parse_headers(ethertype, frame[start : start + HEADER_WINDOW])

    # 8. RSS
    rss_on = registers.bit(MRQC, 0)
    rss_type, rss_input = select_hash(headers, registers) if rss_on else (0, b"")
    rss_hash = toeplitz(rss_input, registers) if rss_type else 0

    # 9. Queue
    rss = 0
    if rss_type:
        rss = redirection(rss_hash, vmdq_on and not dcb_on and vmdq & 1, registers)
    queue = queue_number(rss_on, vmdq_on, dcb_on, rss, vmdq, tc, registers.size.queues)

    return Decision(ADMIT, queue, vmdq, tc, int(tagged), tci, pif, headers.ptype, rss_type, rss_hash)


# --- 2. Tag ---------------------------------------------------------------------------------------------
def parse_tag(frame, vet):
    """(tagged, TCI, where the headers start, Ethertype or None). VET is tested before any other meaning of the
    type; one tag only. A length field (IEEE 802.3) comes out as an Ethertype that means nothing here."""
    if len(frame) >= 16 and big_endian(frame[12:14]) == vet:
        ethertype = big_endian(frame[16:18]) if len(frame) >= 18 else None
        return True, big_endian(frame[14:16]), 18, ethertype
    return False, 0, 14, big_endian(frame[12:14])


# --- 3. Destination address -----------------------------------------------------------------------------
BROADCAST = b"\xff" * 6


def matching_receive_address(address, registers):
    """The lowest valid receive address entry equal to `address`, or None."""
    low, high = int.from_bytes(address[:4], "little"), int.from_bytes(address[4:], "little")
    for n in range(registers.size.addresses):
        valid = registers.bit(RAH(n), 31)
        if valid and registers.word(RAL(n)) == low and registers.field(RAH(n), 15, 0) == high:
            return n
    return None


def admitted_without_match(address, registers):
    """Whether a frame to `address` is taken though no receive address matches."""
    if address == BROADCAST:
        return registers.bit(FCTRL, 10) or in_multicast_table(address, registers)
    if address[0] & 1:
        return registers.bit(FCTRL, 8) or in_multicast_table(address, registers)
    return registers.bit(FCTRL, 9)


def in_multicast_table(address, registers):
    """Whether the multicast table is enabled and holds the bit of `address`."""
    if not registers.bit(MCSTCTRL, 2):
        return False
    shift = {0: 4, 1: 3, 2: 2, 3: 0}[registers.field(MCSTCTRL, 1, 0)]
    index = (address[5] << 8 | address[4]) >> shift & 0xFFF
    return registers.bit(MTA(index >> 5), index & 31)


# --- 4. VLAN --------------------------------------------------------------------------------------------
def vlan_passes(tci, registers):
    """The VLAN filter for a tagged frame; called only with VFE = 1, as CFIEN acts only with it."""
    vid, cfi = tci & 0xFFF, tci >> 12 & 1
    if not registers.bit(VFTA(vid >> 5), vid & 31):
        return False
    return not registers.bit(VLNCTRL, 29) or cfi == registers.bit(VLNCTRL, 28)


# --- 5. VMDq index --------------------------------------------------------------------------------------
def vmdq_index(hit, tagged, tci, registers):
    """The index with VMDq on: by receive address or by VLAN, else the default."""
    by_vlan = registers.bit(VMD_CTL, 1)
    if by_vlan and tagged:
        vid = tci & 0xFFF
        nibble = vid & 7
        index = registers.field(VFTAVIND(vid >> 3 & 3, vid >> 5), 4 * nibble + 3, 4 * nibble)
    elif not by_vlan and hit is not None:
        index = registers.field(RAH(hit), 23, 18)
    else:
        index = registers.field(VMD_CTL, 9, 4)
    return limited(index, registers.size.pools)


def limited(number, count):
    """The lowest bits of a number, as many as `count` numbers need; a result of `count` or more starts again at 0."""
    lowest = number % (1 << (count - 1).bit_length())
    return lowest if lowest < count else lowest - count


# --- 7. Headers -----------------------------------------------------------------------------------------
HEADER_WINDOW = 256  # only so many bytes behind the Ethertype are looked at

HOP_BY_HOP, ROUTING, FRAGMENT, DESTINATION_OPTIONS = 0, 43, 44, 60
L4_BITS = {6: TCP, 17: UDP, 132: SCTP}


class Headers(NamedTuple):
    """Results of the parser. Addresses are those of the IP header; home and routing address only if present."""

    ptype: int = 0
    source: bytes = b""
    destination: bytes = b""
    ports: bytes = b""
    home_address: bytes | None = None
    routing_address: bytes | None = None


def parse_headers(ethertype, window):
    """Headers of an untagged or once tagged frame; `window` is what follows the Ethertype, at most
    HEADER_WINDOW bytes. IP length fields are not looked at: a field exists if its bytes do."""
    if ethertype == 0x0800:
        return parse_ipv4(window)
    if ethertype == 0x86DD:
        return parse_ipv6(window)
    return Headers()


def parse_ipv4(window):
    """IPv4 and the L4 behind it, if it is no fragment."""
    if len(window) < 20 or window[0] >> 4 != 4:
        return Headers()
    length = 4 * (window[0] & 15)
    if length < 20 or len(window) < length:
        return Headers()
    ptype = IPV4 | (IPV4_OPTIONS if length > 20 else 0)
    ports = b""
    fragment = big_endian(window[6:8]) & 0x3FFF  # MF and offset
    if not fragment and window[9] in L4_BITS and len(window) >= length + 4:
        ptype |= L4_BITS[window[9]]
        ports = window[length : length + 4]
    return Headers(ptype, window[12:16], window[16:20], ports)


def parse_ipv6(window):
    """IPv6, its chain of extension headers, the L4 behind it."""
    if len(window) < 40 or window[0] >> 4 != 6:
        return Headers()
    extensions = (HOP_BY_HOP, ROUTING, FRAGMENT, DESTINATION_OPTIONS)
    ptype = IPV6 | (IPV6_EXTENSION if window[6] in extensions else 0)
    home_address = routing_address = None
    o, h = 40, window[6]
    while o < HEADER_WINDOW and h in (HOP_BY_HOP, ROUTING, DESTINATION_OPTIONS) and len(window) >= o + 2:
        header = window[o:]
        # The last header of a kind counts, also if its address is cut off.
        if h == DESTINATION_OPTIONS and is_home_address(header):
            home_address = address_at_8(header)
        if h == ROUTING and is_type_2_routing(header):
            routing_address = address_at_8(header)
        o, h = o + 8 + 8 * window[o + 1], window[o]
    ports = b""
    if h in L4_BITS and o < HEADER_WINDOW and len(window) >= o + 4:
        ptype |= L4_BITS[h]
        ports = window[o : o + 4]
    return Headers(ptype, window[8:24], window[24:40], ports, home_address, routing_address)


def is_home_address(header):
    """A destination options header with the option at its aligned place, behind two bytes of padding."""
    return len(header) >= 8 and header[1] >= 2 and header[2:4] == b"\x01\x02" and header[6:8] == b"\xc9\x10"


def is_type_2_routing(header):
    """A routing header of type 2; how many segments are left is not looked at."""
    return len(header) >= 8 and header[1] == 2 and header[2] == 2


def address_at_8(header):
    """The 16-byte address that begins 8 bytes into an extension header, or None if it is cut off."""
    return header[8:24] if len(header) >= 24 else None


# --- 8. RSS ---------------------------------------------------------------------------------------------
def select_hash(headers, registers):
    """(type, hash input) of the first enabled line of the table, else (0, nothing)."""
    plain = headers.source + headers.destination
    # An EX type is reported also for a frame that carries neither address.
    ex = (headers.home_address or headers.source) + (headers.routing_address or headers.destination)
    ports = headers.ports
    lines = []  # MRQC bit, type, input
    if headers.ptype & IPV4:
        if headers.ptype & TCP:
            lines += [(16, 1, plain + ports)]
        if headers.ptype & UDP:
            lines += [(22, 7, plain + ports)]
        lines += [(17, 2, plain)]
    if headers.ptype & IPV6:
        if headers.ptype & TCP:
            lines += [(18, 6, ex + ports), (21, 3, plain + ports)]
        if headers.ptype & UDP:
            lines += [(24, 9, ex + ports), (23, 8, plain + ports)]
        lines += [(19, 4, ex), (20, 5, plain)]
    for bit, rss_type, rss_input in lines:
        if registers.bit(MRQC, bit):
            return rss_type, rss_input
    return 0, b""


def toeplitz(data, registers):
    """32-bit Toeplitz hash: for every set bit of `data`, first bit first, xor in the 32 key bits that begin at
    the same place. Key byte 4n + k is byte k of RSSRK word n."""
    key_words = (len(data) + 4 + 3) // 4
    key = int.from_bytes(b"".join(registers.word(RSSRK(n)).to_bytes(4, "little") for n in range(key_words)))
    data_bits, key_bits = 8 * len(data), 32 * key_words
    value = int.from_bytes(data)
    result = 0
    for place in range(data_bits):
        if value >> (data_bits - 1 - place) & 1:
            result ^= key >> (key_bits - 32 - place)
    return result & 0xFFFFFFFF


# --- 9. Queue -------------------------------------------------------------------------------------------
def redirection(rss_hash, high_nibble, registers):
    """The RSS index 0..15 of a hash: the low or the high nibble of its redirection table entry."""
    entry = rss_hash & 0x7F
    low = 8 * (entry & 3) + (4 if high_nibble else 0)
    return registers.field(RETA(entry >> 2), low + 3, low)


def queue_number(rss_on, vmdq_on, dcb_on, rss, vmdq, tc, queues=SIZE_OF_82598.queues):
    """The receive queue in each of the eight modes. A traffic class has 2^D queues, 8 of the 82598."""
    class_bits = max((queues - 1).bit_length() - 3, 0)
    number = mode_number(rss_on, vmdq_on, dcb_on, rss, vmdq, tc, 1 << class_bits)
    return limited(number, queues)


def mode_number(rss_on, vmdq_on, dcb_on, rss, vmdq, tc, of_class):
    """The number whose lowest bits are the queue."""
    match bool(dcb_on), bool(vmdq_on), bool(rss_on):
        case False, False, False:
            return 0
        case False, False, True:
            return rss
        case False, True, False:
            return vmdq
        case False, True, True:
            return 16 * vmdq + rss
        case True, False, False:
            return tc * of_class
        case True, False, True:
            return tc * of_class + rss % of_class
        case True, True, False:
            return tc * of_class + vmdq % of_class
        case True, True, True:
            # Two pools share a class that has more than one queue.
            half = of_class // 2
            return tc * of_class + (half * (vmdq % 2) + rss % half if half else 0)


def big_endian(field):
    """The value of a field in wire order."""
    return int.from_bytes(field, "big")

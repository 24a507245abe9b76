"""The pool classifier's function as a decision table: which pools get a frame, or why it is dropped.

Why it exists: as decision_table for the 82598, this is a third implementation next to the C++ reference and the
Verilog, written from docs/pool_classifier.md alone, in its order of steps. Headers and hash are decision_table's.

Timing: none here. `decide` is a pure function; edge_replay decides which register contents a frame sees.

expected.hex has 140 bits a line, the outputs at an edge: 31:0 rss_hash, 47:32 tci, 111:48 pools, 115:112 rss,
119:116 tc, 123:120 drop, 125 pif, 126 tagged, 127 valid, 135:128 ptype, 139:136 rss_type.
"""

from typing import NamedTuple

import decision_table as table
from decision_table import FCTRL, MCSTCTRL, MRQC, MTA, VLNCTRL

RTRUP2TC = 0x3020
VT_CTL = 0x51B0


def VFRE(half):
    """Offset of the receive enables of pools 0 to 31 or 32 to 63."""
    return 0x51E0 + 4 * half


def RAL(n):
    """Offset of the low word of receive address n, 0..127; the high word is 4 behind."""
    return 0xA200 + 8 * n


def MPSAR(n, half):
    """Offset of half a bitmap of pools of receive address n."""
    return 0xA600 + 8 * n + 4 * half


def VMOLR(pool):
    """Offset of the filters of a pool."""
    return 0xF000 + 4 * pool


def VLVF(n):
    """Offset of VLAN entry n, 0..63."""
    return 0xF100 + 4 * n


def VLVFB(n, half):
    """Offset of half a bitmap of pools of VLAN entry n."""
    return 0xF200 + 8 * n + 4 * half


def UTA(n):
    """Offset of unicast table word n, 0..127."""
    return 0xF400 + 4 * n


FIRST_RAL, SECOND_PLACE, SHARED_ADDRESSES = RAL(0), 0x5400, 16
SINGLES = {RTRUP2TC: 0, FCTRL: 0, VLNCTRL: 0x8100, MCSTCTRL: 0, VT_CTL: 0, VFRE(0): 0, VFRE(1): 0, MRQC: 0}
OFFSETS = frozenset(SINGLES).union(
    *(
        range(first, first + 4 * words, 4)
        for first, words in [
            (MTA(0), 128),
            (table.RETA(0), 32),
            (table.RSSRK(0), 10),
            (table.VFTA(0), 128),
            (RAL(0), 256),
            (MPSAR(0, 0), 256),
            (VMOLR(0), 64),
            (VLVF(0), 64),
            (VLVFB(0, 0), 128),
            (UTA(0), 128),
        ]
    )
)
BROADCAST = table.BROADCAST
UPE, VPE, AUPE, ROMPE, ROPE, BAM, MPE = range(22, 29)  # bits of VMOLR
POOLS, ADDRESSES, VLANS = 64, 128, 64
HASHING, EIGHT_CLASSES, FOUR_CLASSES = {1, 4, 5, 10, 11}, {2, 4, 12}, {3, 5, 13}


class PoolRegisters(table.Registers):
    """The pool classifier's register file; a word without a defined value is absent."""

    def reset(self):
        """Reset values of the single registers and of RAH.AV; everything else undefined."""
        self.words = SINGLES | {RAL(n) + 4: 0 for n in range(ADDRESSES)}

    def write(self, offset, value):
        """Write a whole word; receive addresses 0 to 15 have a second place."""
        offset &= ~3
        if SECOND_PLACE <= offset < SECOND_PLACE + 8 * SHARED_ADDRESSES:
            offset += FIRST_RAL - SECOND_PLACE
        if offset in OFFSETS:
            self.words[offset] = value & 0xFFFFFFFF

    def pools_with(self, bit):
        """The set of pools whose VMOLR has this bit."""
        return {pool for pool in range(POOLS) if self.bit(VMOLR(pool), bit)}

    def bitmap(self, low, high):
        """The set of pools in a bitmap of two words."""
        return {
            32 * half + bit
            for half, offset in enumerate((low, high))
            for bit in range(32)
            if self.bit(offset, bit)
        }


class PoolDecision(NamedTuple):
    """The output fields. With drop != 0 the others mean nothing and are 0."""

    drop: int = 0
    pools: int = 0
    rss: int = 0
    tc: int = 0
    tagged: int = 0
    tci: int = 0
    pif: int = 0
    ptype: int = 0
    rss_type: int = 0
    rss_hash: int = 0


def decide(frame, tuser, registers, vet):
    """Classify one frame: as decision_table.decide, by the registers of the 82599."""
    # 1. Malformed
    if len(frame) < 14 or (tuser and not registers.bit(FCTRL, 1)):
        return PoolDecision(drop=1)
    # 2. Tag
    tagged, tci, start, ethertype = table.parse_tag(frame, vet)
    # 3 to 5. Filters of the port, pools
    address = frame[:6]
    hit = matching_address(address, registers)
    drop, pools = destination(address, hit, tagged, tci, registers)
    if drop:
        return PoolDecision(drop=drop)
    pif = int(hit is None and not (address == BROADCAST and registers.bit(FCTRL, 10)))
    # 6. RSS
    mode = registers.field(MRQC, 3, 0)
    headers = table.parse_headers(ethertype, frame[start : start + table.HEADER_WINDOW])
    rss_type, rss_input = table.select_hash(headers, registers) if mode in HASHING else (0, b"")
    rss_hash = table.toeplitz(rss_input, registers) if rss_type else 0
    rss = table.redirection(rss_hash, False, registers) if rss_type else 0
    # 7. Traffic class
    priority = tci >> 13 if tagged else 0
    mapped = registers.field(RTRUP2TC, 3 * priority + 2, 3 * priority)
    tc = mapped if mode in EIGHT_CLASSES else mapped & 3 if mode in FOUR_CLASSES else 0
    bits = sum(1 << pool for pool in pools)
    return PoolDecision(0, bits, rss, tc, int(tagged), tci, pif, headers.ptype, rss_type, rss_hash)


def matching_address(address, registers):
    """The lowest valid receive address equal to `address`, or None."""
    low, high = int.from_bytes(address[:4], "little"), int.from_bytes(address[4:], "little")
    for n in range(ADDRESSES):
        top = registers.word(RAL(n) + 4)
        if top >> 31 and top & 0xFFFF == high and registers.word(RAL(n)) == low:
            return n
    return None


def destination(address, hit, tagged, tci, registers):
    """(reason to drop, set of pools)."""
    on = registers.bit(VT_CTL, 0)
    selected = selected_pools(address, hit, registers) if on else set()
    admitted = selected or hit is not None or port_admits(address, registers)
    no_default = registers.bit(VT_CTL, 29)
    if not admitted or (on and not selected and no_default):
        return 2, set()
    if tagged and registers.bit(VLNCTRL, 30) and not table.vlan_passes(tci, registers):
        return 3, set()
    if not on:
        return 0, {0}
    left = selected & allowed_pools(tagged, tci, registers) if selected else set()
    if not left:
        if no_default:
            return 3, set()
        left = {registers.field(VT_CTL, 12, 7)}
    left = {pool for pool in left if registers.bit(VFRE(pool // 32), pool % 32)}
    if not left:
        return 4, set()
    return 0, left if registers.bit(VT_CTL, 30) else {min(left)}


def port_admits(address, registers):
    """Whether the port takes a frame to `address` that has no receive address."""
    if address == BROADCAST:
        return bool(registers.bit(FCTRL, 10) or table.in_multicast_table(address, registers))
    if address[0] & 1:
        return bool(registers.bit(FCTRL, 8) or table.in_multicast_table(address, registers))
    return bool(registers.bit(FCTRL, 9))


def selected_pools(address, hit, registers):
    """Set A: pools that the address selects."""
    pools = set() if hit is None else registers.bitmap(MPSAR(hit, 0), MPSAR(hit, 1))
    if address == BROADCAST:
        return pools | registers.pools_with(BAM)
    if address[0] & 1:
        pools |= registers.pools_with(MPE)
        return pools | registers.pools_with(ROMPE) if table.in_multicast_table(address, registers) else pools
    pools |= registers.pools_with(UPE)
    return pools | registers.pools_with(ROPE) if in_unicast_table(address, registers) else pools


def in_unicast_table(address, registers):
    """Whether the unicast table holds the bit of `address`."""
    shift = (4, 3, 2, 0)[registers.field(MCSTCTRL, 1, 0)]
    index = int.from_bytes(address[4:], "little") >> shift & 0xFFF
    return registers.bit(UTA(index // 32), index % 32)


def allowed_pools(tagged, tci, registers):
    """Set V: pools that take frames of this VLAN, or untagged ones."""
    if not tagged:
        return registers.pools_with(AUPE)
    pools = registers.pools_with(VPE)
    for n in range(VLANS):
        entry = registers.word(VLVF(n))
        if entry >> 31 and entry & 0xFFF == tci & 0xFFF:
            return pools | registers.bitmap(VLVFB(n, 0), VLVFB(n, 1))
    return pools


# --- Vectors --------------------------------------------------------------------------------------------
EXPECTED_BITS, VALID = 140, 1 << 127


def unpack_decision(word):
    """The decision in an expected word; with drop != 0 the other fields come out as 0."""

    def field(high, low):
        return word >> low & ((1 << high - low + 1) - 1)

    if field(123, 120):
        return PoolDecision(drop=field(123, 120))
    return PoolDecision(
        pools=field(111, 48),
        rss=field(115, 112),
        tc=field(119, 116),
        tagged=field(126, 126),
        tci=field(47, 32),
        pif=field(125, 125),
        ptype=field(135, 128),
        rss_type=field(139, 136),
        rss_hash=field(31, 0),
    )

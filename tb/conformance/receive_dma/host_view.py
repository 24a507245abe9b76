"""The expected view of the host of one received frame: the bytes in each kind of buffer, and the contents of the
descriptors.

Pure functions of the frame and of registers; no ring, no order, no time. `ring_walk` places the parts in rings.

Sources: 82598EB datasheet (receive descriptors, legacy and advanced; header split and replication; receive checksum
offload; DROPEN, SRRCTL and PSRTYPE and their index); 82575 manual (split always); 82599 register names of the public
driver header (SRRCTL and RXDCTL of each queue, MPSAR, MRQC). Queues and hashes come from `decision_table`, header
lengths and checksums from scapy.
"""

import functools
import pathlib
import sys
import zlib
from typing import NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import checksum_cases
import decision_table as table
import header_split_cases
from scapy.layers import inet, inet6
from scapy.layers.l2 import Ether

HLREG0, MHADD, RXCSUM, DROPEN, RXCTRL = 0x4240, 0x4268, 0x5000, 0x3D04, 0x3000
VT_CTL, CTRL, CTRL_ALIAS = 0x51B0, 0x0000, 0x0004
LEGACY, ONE_BUFFER, SPLIT, REPLICATE, SPLIT_ALWAYS = 0, 1, 2, 4, 5
RESET = {HLREG0: 0x08012C0B, table.VLNCTRL: 0x8100, MHADD: 0x05EE0000, 0x3C00: 0x80000, table.RDRXCTL: 8}
HEADER_BUFFER_LIMIT, HDR_LEN_LIMIT = 1_024, 1_023
FCS = 4


class Facts(NamedTuple):
    """Fields that scapy reads in a frame: independent of registers."""

    kind: int | None  # header type of the 82598, None: no type that is split
    header: int  # bytes of it
    layers: dict  # 82599: bit of PSRTYPE -> bytes up to the end of that layer
    sums: dict  # checksum_cases.expected
    sums_known: bool  # False: nothing public says whether L4 is checked
    udp_fragment: tuple | None  # of IPv4: (sum over the payload, identification, first and with a checksum)


def one_complement_sum(data):
    """The 16-bit one's complement sum, not inverted."""
    data = data + b"\0" * (len(data) & 1)
    total = sum(int.from_bytes(data[i : i + 2]) for i in range(0, len(data), 2))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total


@functools.lru_cache(maxsize=4_096)
def facts_of(frame):
    """Facts of a frame without FCS."""
    split = header_split_cases.expected(frame)
    packet = Ether(frame)
    known = not packet.haslayer(inet6.IPv6ExtHdrRouting) and not (
        packet.haslayer(inet.IP) and packet.haslayer(inet6.IPv6)
    )
    fragment = None
    ip = packet.getlayer(inet.IP)
    ethertype = frame[16:18] if frame[12:14] == b"\x81\x00" else frame[12:14]
    if ip is not None and ethertype == b"\x08\x00" and (ip.flags.MF or ip.frag) and ip.proto == 17:
        payload = ip.original[4 * ip.ihl : ip.len]
        valid = ip.frag == 0 and payload[6:8] != b"\0\0"
        fragment = (one_complement_sum(payload), ip.id, valid)
    return Facts(
        split["type"], split["header"], split["layers"], checksum_cases.expected(frame), known, fragment
    )


class Frame(NamedTuple):
    """A frame on the wire, destination address to FCS; facts may be those of its beginning, if the rest is padding."""

    start: int  # first preamble byte, ps
    data: bytes
    facts: Facts | None = None

    @property
    def good(self):
        return zlib.crc32(self.data[:-FCS]).to_bytes(4, "little") == self.data[-FCS:]


class BufferPolicy(NamedTuple):
    """Buffer policy for the frames of a queue."""

    kind: int
    buffer: int  # bytes
    header: int
    drop: bool
    psrtype: int


class Part(NamedTuple):
    """One descriptor: bytes for its header buffer, bytes for its packet buffer, its two quad words but for the
    address of a legacy one, and which of their bits are known."""

    header: bytes
    packet: bytes
    low: int
    high: int
    low_mask: int
    high_mask: int
    legacy: bool

    @property
    def ends(self):
        """Whether the frame ends with it (EOP)."""
        return bool(self.high >> (32 if self.legacy else 0) & 2)


class Decided(NamedTuple):
    """Destination of a frame."""

    queue: int
    pool: int
    partition: int
    policy: BufferPolicy
    parts: tuple


class Registers:
    """BAR 0 as software has written it."""

    def __init__(self, profile):
        self.profile = profile
        self.pools_by_bitmap = profile != "82598"
        self.words = {}
        self.classifier = None
        self.reset()

    def reset(self):
        self.words = dict(RESET)
        self.classifier = table.Registers()
        for offset in table.OFFSETS:
            self.classifier.words.setdefault(offset, 0)

    def write(self, offset, value):
        if offset in (CTRL, CTRL_ALIAS) and value >> 26 & 1:
            self.reset()
            return
        if self.pools_by_bitmap and 0xA200 <= offset < 0xA200 + 8 * 128 and offset < 0xA280:
            offset = offset - 0xA200 + 0x5400
        if self.pools_by_bitmap and 0xEA00 <= offset < 0xEA40:
            offset = offset - 0xEA00 + 0x5480
        self.words[offset] = value
        self.classifier.write(offset, value)

    def word(self, offset):
        return self.words.get(offset, 0)

    def ring_offset(self, queue):
        """Returns the offset of a queue's ring registers."""
        return 0x1000 + 0x40 * queue if queue < 64 else 0xD000 + 0x40 * (queue - 64)

    def srrctl(self, index):
        """SRRCTL of an index; of the 82599 queues from 16 on have it among their ring registers."""
        if not self.pools_by_bitmap:
            return self.words.get(0x2100 + 4 * index, 0x402)
        inside = self.ring_offset(index) + 0x14
        places = [inside, 0x2100 + 4 * index] if index < 16 else [inside]
        return next((self.words[place] for place in places if place in self.words), 0x402)

    # --- Where a frame goes
    def decide(self, frame):
        """The Decided of a frame, or None if it goes nowhere: bad, filtered, too long."""
        data, good = frame.data, frame.good
        length = len(data)
        tagged = data[12:14] == (self.word(table.VLNCTRL) & 0xFFFF).to_bytes(2)
        jumbo = self.word(HLREG0) >> 2 & 1
        longest = (self.word(MHADD) >> 16 if jumbo else 1_518) + (4 if tagged else 0)
        if length > longest or length < 64 or not self.word(RXCTRL) & 1:
            return None
        body = data[:-FCS]
        if self.pools_by_bitmap:
            found = self.decide_by_bitmap(body, good)
        else:
            found = table.decide(body, int(not good), self.classifier, self.classifier.vet)
        if found is None or found.drop != table.ADMIT:
            return None
        partition = found.tc
        policy = self.buffer_policy(found.queue, found.vmdq)
        return Decided(found.queue, found.vmdq, partition, policy, tuple(self.parts(frame, found, policy)))

    def decide_by_bitmap(self, body, good):
        """The 82599: exact addresses, one pool each, or the default pool; RSS over the queues of a pool."""
        registers = self.classifier
        if not good and not registers.bit(table.FCTRL, 1):
            return None
        tagged, tci, start, ethertype = table.parse_tag(body, registers.vet)
        hit = table.matching_receive_address(body[:6], registers)
        if hit is None and not table.admitted_without_match(body[:6], registers):
            return None
        if tagged and registers.bit(table.VLNCTRL, 30) and not table.vlan_passes(tci, registers):
            return None
        mode = self.word(table.MRQC) & 15
        pool = 0
        if self.word(VT_CTL) & 1:
            pool = self.word(VT_CTL) >> 7 & 63
            if hit is not None:
                bits = self.word(0xA600 + 8 * hit) | self.word(0xA604 + 8 * hit) << 32
                if bits:
                    pool = (bits & -bits).bit_length() - 1
        headers = table.parse_headers(ethertype, body[start : start + table.HEADER_WINDOW])
        rss_type, rss_input = table.select_hash(headers, registers) if mode in (1, 10, 11) else (0, b"")
        rss_hash = table.toeplitz(rss_input, registers) if rss_type else 0
        index = table.redirection(rss_hash, False, registers) if rss_type else 0
        span = {10: 4, 11: 2, 8: 2}.get(mode, 16)
        # PSRTYPE.RQPL, of each pool: as many bits of the index as RSS uses.
        used = min(span, 1 << (self.word(0x5480 + 4 * pool) >> 29))
        queue = index if mode in (0, 1) else span * pool + index % used
        return table.Decision(queue=queue, vmdq=pool, tagged=int(tagged), tci=tci, ptype=headers.ptype,
                              rss_type=rss_type, rss_hash=rss_hash)  # fmt: skip

    def buffer_policy(self, queue, pool):
        """Returns the buffer policy for a frame of this queue and pool."""
        if self.pools_by_bitmap:
            srrctl, psrtype, drop = self.srrctl(queue), self.word(0x5480 + 4 * pool), 0
        else:
            with_pools = self.classifier.bit(table.VMD_CTL, 0)
            several = self.word(table.RDRXCTL) >> 5 & 1
            index = (pool if with_pools else queue & 15) if several else 0
            srrctl, psrtype = self.srrctl(index), self.word(0x5480 + 4 * index)
            drop = self.word(DROPEN) >> index & 1
        header = min(HEADER_BUFFER_LIMIT, 64 * (srrctl >> 8 & 63))
        return BufferPolicy(
            srrctl >> 25 & 7, 1_024 * (srrctl & 127), header, bool(srrctl >> 28 & 1 or drop), psrtype
        )

    # --- What the host gets
    def parts(self, frame, found, policy):
        """The Parts of a frame, first to last."""
        facts = frame.facts or facts_of(frame.data[:-FCS])
        strip_fcs = self.word(HLREG0) >> 1 & 1
        # The 82599 adds a bit a queue; its VLNCTRL is the 82598's.
        of_queue = self.pools_by_bitmap and self.word(self.ring_offset(found.queue) + 0x28) >> 30 & 1
        strip_tag = found.tagged and (self.word(table.VLNCTRL) >> 31 or of_queue)
        host = frame.data[:-FCS] if strip_fcs else frame.data
        if strip_tag:
            host = host[:12] + host[16:]
        header = self.header_to_split(facts, policy)
        if header and strip_tag:
            header -= 4
        place = placement(policy, len(host), header)
        last_low, last_high, masks = self.last_words(frame, found, facts, strip_tag, not strip_fcs)
        rest = host[place.packet_from :]
        pieces = [rest[i : i + policy.buffer] for i in range(0, len(rest), policy.buffer)] or [b""]
        for i, piece in enumerate(pieces):
            first, last = i == 0, i == len(pieces) - 1
            length = len(piece) + (place.extra_length if first else 0)
            yield assemble(policy, host[: place.header] if first else b"", piece, length, place if first else None,
                           (last_low, last_high) if last else None, masks)  # fmt: skip

    def header_to_split(self, facts, policy):
        """Bytes of the header that PSRTYPE asks for, 0: none; headers beyond ten bits are not split."""
        if self.pools_by_bitmap:
            header = max((end for bit, end in facts.layers.items() if policy.psrtype >> bit & 1), default=0)
        else:
            header = facts.header if facts.kind is not None and policy.psrtype >> facts.kind & 1 else 0
        return header if header <= HDR_LEN_LIMIT else 0

    def last_words(self, frame, found, facts, strip_tag, fcs_kept):
        """The descriptor with EOP as (low, high) of the advanced format without length, and masks of what is known."""
        sums = facts.sums
        rxcsum = self.word(RXCSUM)
        hash_wanted = rxcsum >> 13 & 1
        low = found.rss_type | found.ptype << 4
        high = 1 | 2 | bool(strip_tag) << 3 | found.pif << 7 | (fcs_kept and frame.good) << 8
        high |= sums["ip_checked"] << 6 | sums["ip_error"] << 31
        high |= sums["l4_checked"] << 5 | sums["l4_is_udp"] << 4 | sums["l4_error"] << 30
        low_mask = high_mask = (1 << 64) - 1
        fragment_sum = 0
        if hash_wanted:
            low |= found.rss_hash << 32
        elif facts.udp_fragment is not None and rxcsum >> 12 & 1:
            fragment_sum, identification, valid = facts.udp_fragment
            low |= fragment_sum << 48 | identification << 32
            high |= 1 << 4 | valid << 10
        if not frame.good:
            high |= 1 << 24
            high_mask &= ~(1 << 8)  # whether a kept FCS that is wrong counts as one is not published
        if self.pools_by_bitmap and frame.data[:6] == table.BROADCAST:
            high_mask &= ~(1 << 7)  # so is whether FCTRL.BAM is an inexact filter of the 82599
        if strip_tag:
            high |= found.tci << 48
        if not facts.sums_known:
            high_mask &= ~(1 << 4 | 1 << 5 | 1 << 30)
        return low, high, (low_mask, high_mask, fragment_sum)


class Placement(NamedTuple):
    """Places of a frame's bytes: the first `header` in the header buffer, those from `packet_from` on in packet
    buffers."""

    header: int = 0
    packet_from: int = 0
    extra_length: int = 0  # that the length of the packet buffer counts though nothing is there
    sph: int = 0
    hbo: int = 0
    hdr_len: int = 0


def placement(policy, length, header):
    """The Placement of a frame of `length` bytes, `header` of which are a header to be split off (0: none)."""
    if policy.kind == SPLIT and header:
        if header > policy.header:
            return Placement(sph=1, hbo=1, hdr_len=header)
        return Placement(header, header, sph=1, hdr_len=header)
    if policy.kind == REPLICATE:
        found = {"sph": int(header > 0), "hdr_len": header}
        if length <= policy.header:
            return Placement(length, length, extra_length=length, **found)
        if header:
            return Placement(policy.header, hbo=int(header > policy.header), **found)
    if policy.kind == SPLIT_ALWAYS:
        most = min(policy.header, HDR_LEN_LIMIT)
        if length <= most:
            return Placement(length, length, hdr_len=length)
        if not header:
            return Placement(most, most, hdr_len=most)
        if header <= policy.header:
            return Placement(header, header, sph=1, hdr_len=header)
        return Placement(most, most, sph=1, hbo=1, hdr_len=header)
    return Placement()


def assemble(policy, header, packet, length, place, last, masks):
    """One Part. Without `last` it says at most its length and DD; with `place` it is the frame's first."""
    low, high = last or (0, 1)
    low_mask, high_mask, fragment_sum = masks
    if policy.kind == LEGACY:
        status, errors = high & 0xFF, high >> 24 & 0xFF
        word = length | status << 32 | errors << 40 | high >> 48 << 48 | (fragment_sum << 16 if last else 0)
        mask = 0xFFFF | (high_mask & 0xFF) << 32 | (high_mask >> 24 & 0xFF) << 40 | 0xFFFF << 48
        # Whether the sum of a fragment stands in all its descriptors or in one is not published.
        if last or not fragment_sum:
            mask |= 0xFFFF << 16
        return Part(header, packet, 0, word, 0, mask, True)
    if place is not None:
        low |= place.sph << 31 | place.hdr_len << 21
        high |= place.hbo << 23
    return Part(header, packet, low, high | length << 32, low_mask, high_mask, False)

"""Every byte that leaves the transmit MAC, against frames that scapy builds from the same description.

Random packets go through random descriptors. Packets are raw Ethernet, UDP and TCP over IPv4 with options and IPv6 with
extension headers, software tags, segmentation requests. Descriptors are legacy, contexts and advanced data, several
buffers a packet at any alignment, contexts set up long before their packet, rings that wrap. The device gets headers as
a driver leaves them (pseudo-header sums, no lengths in a segmentation request). The expected frames are scapy's, with
its checksums, its lengths, and a CRC-32 from zlib. Sources: RFC 768, 791, 8200, 9293; IEEE 802.3 and 802.1Q; 82598
datasheet (which fields a segment changes, when a frame is padded).
"""

import random
import struct
import zlib

import pytest
from scapy.layers.inet import IP, TCP, UDP, IPOption_NOP, in4_pseudoheader
from scapy.layers.inet6 import IPv6, IPv6ExtHdrDestOpt, IPv6ExtHdrHopByHop, PadN, in6_pseudoheader
from scapy.layers.l2 import LLC, SNAP, Dot1Q, Dot3, Ether
from scapy.packet import Raw
from scapy.utils import checksum
from tx_job import EOP, IC, IFCS, IXSM, RS, TSE, TXSM, VLE, Job, advanced, context, legacy

PADDED = 60
LONGEST = 16_124
FIN, PSH = 0x01, 0x08


def mac(rng):
    kind = rng.random()
    if kind < 0.1:
        return "ff:ff:ff:ff:ff:ff"
    first = rng.randrange(256) | 1 if kind < 0.3 else rng.randrange(256) & ~1
    return ":".join(f"{byte:02x}" for byte in [first, *rng.randbytes(5)])


def link_layer(rng, *, snap=True):
    kind = rng.random()
    ends = {"dst": mac(rng), "src": mac(rng)}
    if kind < 0.15 and snap:
        return Dot3(**ends) / LLC(dsap=0xAA, ssap=0xAA, ctrl=3) / SNAP()
    if kind < 0.35:
        return Ether(**ends) / Dot1Q(vlan=rng.randrange(4096), prio=rng.randrange(8))
    return Ether(**ends)


def network_layer(rng, *, extensions=True):
    if rng.random() < 0.5:
        options = [IPOption_NOP() for _ in range(rng.choice([0, 0, 4, 12, 40]))]
        return IP(src=".".join(map(str, rng.randbytes(4))), dst=".".join(map(str, rng.randbytes(4))), options=options,
                  id=rng.choice([0, 65_530, rng.randrange(65_536)]), ttl=rng.randrange(1, 256),
                  tos=rng.randrange(256), flags=rng.choice(["", "DF"]))  # fmt: skip
    address = lambda: ":".join(f"{word:x}" for word in struct.unpack(">8H", rng.randbytes(16)))  # noqa: E731
    layer = IPv6(
        src=address(),
        dst=address(),
        tc=rng.randrange(256),
        fl=rng.randrange(1 << 20),
        hlim=rng.randrange(256),
    )
    if extensions and rng.random() < 0.3:
        layer /= IPv6ExtHdrHopByHop(options=[PadN(optdata=rng.randbytes(rng.randrange(12)))])
    if extensions and rng.random() < 0.3:
        layer /= IPv6ExtHdrDestOpt(options=[PadN(optdata=rng.randbytes(rng.randrange(12)))])
    return layer


def transport_layer(rng, tcp):
    ports = {
        "sport": rng.randrange(1, 65_536),
        "dport": rng.randrange(20_000, 65_536),
    }  # none that scapy dissects
    if not tcp:
        return UDP(**ports)
    options = [("MSS", 1460), ("NOP", None), ("NOP", None), ("Timestamp", (rng.randrange(1 << 32), 7))]
    return TCP(**ports, seq=rng.choice([rng.randrange(1 << 32), (1 << 32) - 700]), ack=rng.randrange(1 << 32),
               flags=rng.randrange(256), window=rng.randrange(65_536), urgptr=rng.randrange(65_536),
               options=options if rng.random() < 0.5 else [])  # fmt: skip


def pseudo_sum(network, tcp, length):
    """Returns the checksum field as a driver leaves it: the folded sum of the pseudo-header, not complemented."""
    number = 6 if tcp else 17
    if IP in network:
        return 0xFFFF ^ checksum(bytes(in4_pseudoheader(number, network, length)))
    return 0xFFFF ^ checksum(bytes(in6_pseudoheader(number, network, length)))


class Packet:
    """Bytes in host memory, the fields of their descriptors, and the frames that must come of them.

    `segments` are the frames without inserted tag, padding and FCS; `context` is what context() takes, or None.
    """

    def __init__(self, memory, segments, *, command=0, checksums=0, context=None, payload=0, fields=None):
        self.memory = memory
        self.segments = segments
        self.command = command
        self.checksums = checksums
        self.context = context
        self.payload = payload
        self.fields = fields  # of a legacy descriptor


def raw_packet(rng):
    """Bytes without any meaning beyond the addresses."""
    size = rng.choice(
        [14, rng.randrange(14, 70), rng.randrange(60, 1515), 1514, rng.randrange(1514, LONGEST + 1)]
    )
    data = bytes(Ether(dst=mac(rng), src=mac(rng), type=rng.randrange(0x600, 0x8000))) + rng.randbytes(
        size - 14
    )
    return Packet(data, [data], fields={} if rng.random() < 0.5 else None)


def summed_packet(rng):
    """A legacy descriptor's checksum over any range into any field of it."""
    size = rng.randrange(20, 600)
    data = bytearray(bytes(Ether(dst=mac(rng), src=mac(rng), type=0x4321)) + rng.randbytes(size - 14))
    start = rng.randrange(14, min(size - 1, 255))
    offset = rng.randrange(start, min(size - 1, 256), 2)
    expected = bytearray(data)
    expected[offset : offset + 2] = struct.pack(">H", checksum(bytes(data[start:])))
    return Packet(bytes(data), [bytes(expected)], command=IC, fields={"css": start, "cso": offset})


def checked_packet(rng):
    """UDP or TCP whose checksums the device makes, some of them or all."""
    tcp = rng.random() < 0.5
    link, network, transport = link_layer(rng), network_layer(rng), transport_layer(rng, tcp)
    body = Raw(rng.randbytes(rng.choice([0, 0, 1, rng.randrange(64), rng.randrange(1400), 9000])))
    expected = bytes(link / network / transport / body)
    if not tcp and rng.random() < 0.1:
        # Two bytes that bring the sum to what would be checksum 0.
        body = Raw(bytes(body)[: len(body) & ~1] + b"\0\0")
        field = len(bytes(link / network)) + 6
        body = Raw(bytes(body)[:-2] + bytes(link / network / transport / body)[field : field + 2])
        expected = bytes(link / network / transport / body)
        assert expected[field : field + 2] == b"\xff\xff"
    length = len(bytes(transport / body))
    prepared = transport.copy()
    prepared.chksum = pseudo_sum(network, tcp, length)
    given_network = network.copy()
    ip_by_device = IP in network and rng.random() < 0.7
    if ip_by_device:
        given_network[IP].chksum = 0
    data = bytes(link / given_network / prepared / body)
    mac_length = len(bytes(link))
    ip_length = len(data) - length - mac_length
    field = mac_length + ip_length + (16 if tcp else 6)
    if not ip_by_device and field < 256 and rng.random() < 0.3:
        # A legacy descriptor does not know UDP, which has no checksum 0.
        if not tcp and expected[field : field + 2] == b"\xff\xff":
            return raw_packet(rng)
        return Packet(data, [expected], command=IC, fields={"css": mac_length + ip_length, "cso": field})
    arguments = {
        "mac": mac_length,
        "ip": ip_length,
        "l4": len(bytes(transport)),
        "ipv4": IP in network,
        "tcp": tcp,
    }
    return Packet(data, [expected], context=arguments, checksums=TXSM | (IXSM if ip_by_device else 0))


def segmented_packet(rng, mss=None, size=None):
    """A segmentation request. Lengths and IP checksum in its header are what the device must not trust."""
    tcp = rng.random() < 0.85
    link, network, transport = link_layer(rng, snap=False), network_layer(rng), transport_layer(rng, tcp)
    if mss is None:
        mss = rng.choice([1460, 1448, rng.randrange(1, 100), rng.randrange(100, 9000)])
        size = mss * rng.randrange(0, 8 if mss < 2000 else 4) + rng.choice(
            [0, 1, mss - 1, rng.randrange(mss)]
        )
    body = rng.randbytes(max(1, size))
    segments = []
    segment = link / network / transport / Raw()
    for index, start in enumerate(range(0, len(body), mss)):
        last = start + mss >= len(body)
        if IP in network:
            segment[IP].id = (network[IP].id + index) & 0xFFFF
        if tcp:
            segment[TCP].seq = (transport.seq + start) & 0xFFFFFFFF
            segment[TCP].flags = int(transport.flags) & (0xFF if last else ~(FIN | PSH))
        segment[Raw].load = body[start : start + mss]
        segments.append(bytes(segment))
    prepared = transport.copy()
    prepared.chksum = pseudo_sum(network, tcp, 0)
    if not tcp:
        prepared.len = rng.randrange(65_536)
    given_network = network.copy()
    if IP in network:
        given_network[IP].chksum = 0
        given_network[IP].len = rng.choice([0, rng.randrange(65_536)])
    else:
        given_network[IPv6].plen = rng.choice([0, rng.randrange(65_536)])
    header = bytes(link / given_network / prepared)
    l4_length = len(bytes(prepared))
    arguments = {
        "mac": len(bytes(link)), "ip": len(header) - l4_length - len(bytes(link)), "l4": l4_length, "mss": mss,
        "ipv4": IP in network, "tcp": tcp,
    }  # fmt: skip
    return Packet(header + body, segments, command=TSE, checksums=TXSM | (IXSM if IP in network else 0),
                  context=arguments, payload=len(body))  # fmt: skip


MAKERS = [raw_packet, summed_packet, checked_packet, checked_packet, segmented_packet]


class Plan:
    """One job of random packets: device settings, queues, descriptors, expectations."""

    def __init__(self, seed, packets, **config):
        """`config`: of the job, next to what is drawn at random."""
        rng = self.rng = random.Random(seed)
        drawn = {
            "lanes": rng.choice([4, 8]), "max_payload": rng.choice([128, 256]),
            "max_read_request": rng.choice([128, 256, 512, 4096]), "read_completion_boundary": rng.choice([64, 128]),
            "fetch_batch": rng.choice([1, 3, 8, 40]), "segment_grants": rng.choice([0, 1]),
            "read_spread_ns": rng.choice([0, 300, 2_000]), "later_percent": rng.choice([0, 50]),
        }  # fmt: skip
        self.job = Job(rng, seed=seed, **(drawn | config))
        self.always_fcs = rng.random() < 0.5
        self.pads = rng.random() < 0.7
        self.ethertype = rng.choice([0x8100, 0x88A8, 0x9100])
        self.job.write("HLREG0", 0x0801_2A02 | self.always_fcs | self.pads << 10)
        self.job.write("VLNCTRL", self.ethertype)
        self.queues = rng.sample(range(32), rng.randrange(1, 7))
        self.map = [rng.randrange(16) for _ in range(32)]
        for word in range(8):
            self.job.write("TQSMR", sum(self.map[4 * word + k] << 8 * k for k in range(4)), word)
        self.write_back = rng.choice([0, 0, 1, 8])
        self.expected = {queue: [] for queue in self.queues}
        self.queue_bytes = dict.fromkeys(self.queues, 0)  # without an FCS that the device adds
        self.reports = 0
        self.packets = 0
        for queue in self.queues:
            self.job.ring(queue, rng.choice([96, 128, 512]), prefetch=rng.choice([0, 8, 32]), host=rng.choice([0, 1, 4]),
                          write_back=self.write_back)  # fmt: skip
        while self.packets < packets:
            self.group(rng.choice(self.queues), [rng.choice(MAKERS)(rng) for _ in range(rng.randrange(1, 9))])

    def group(self, queue, packets):
        """Up to eight packets of a queue; contexts of some are set up before the first."""
        rng = self.rng
        late = []
        for index, packet in enumerate(packets):
            packet.index = index
            packet.vlan = rng.randrange(65_536) if rng.random() < 0.3 else None
            packet.legacy = packet.fields is not None
            if packet.context is None and packet.vlan is not None and not packet.legacy:
                packet.context = {"mac": 14}
            if packet.context is None:
                continue
            packet.setup = context(index, vlan=packet.vlan or 0, **packet.context)
            if rng.random() < 0.5:
                self.job.descriptor(queue, *packet.setup)
            else:
                late.append(packet)
        for packet in packets:
            if packet in late:
                self.job.descriptor(queue, *packet.setup)
            for _ in range(rng.choice([1, 1, 1, 2])):  # the second time the context is the one used before
                self.post(queue, packet)

    def post(self, queue, packet):
        rng = self.rng
        fcs = self.always_fcs
        command = packet.command
        if rng.random() < 0.8:
            command |= IFCS
            fcs = True
        if packet.vlan is not None:
            command |= VLE
        cuts = sorted({rng.randrange(1, len(packet.memory)) for _ in range(rng.choice([0, 0, 1, 2, 8]))})
        pieces = [packet.memory[a:b] for a, b in zip([0, *cuts], [*cuts, len(packet.memory)], strict=True)]
        longest = 65_535  # of a descriptor
        pieces = [piece[a : a + longest] for piece in pieces for a in range(0, len(piece), longest)]
        for number, piece in enumerate(pieces):
            first, last = number == 0, number == len(pieces) - 1
            bits = EOP if last else 0
            if rng.random() < (0.7 if last else 0.1):
                bits |= RS
                self.reports += 1
            # Fields that count in the first descriptor only may hold anything in the others.
            noise = rng.getrandbits(64)
            if packet.legacy:
                fields = packet.fields if first else {"css": noise & 255, "cso": noise >> 8 & 255}
                vlan = packet.vlan or 0 if first else noise >> 16 & 0xFFFF
                high = legacy(bits | (command if first else noise & (IC | IFCS | VLE)), vlan=vlan, **fields)
            elif first:
                payload = packet.payload if packet.command & TSE else noise & 0x3FFFF
                high = advanced(bits | command | packet.checksums, index=packet.index, payload=payload)
            else:
                high = advanced(
                    bits | noise & (IFCS | VLE | TSE | IXSM | TXSM),
                    index=noise & 7,
                    payload=noise >> 8 & 0xFFFF,
                )
            self.job.descriptor(queue, self.job.buffer(piece), high | len(piece))
        self.packets += 1
        for segment in packet.segments:
            whole = self.tagged_and_padded(segment, packet.vlan, fcs)
            self.queue_bytes[queue] += len(whole)
            self.expected[queue].append(whole + struct.pack("<I", zlib.crc32(whole)) if fcs else whole)

    def tagged_and_padded(self, segment, vlan, fcs):
        if vlan is not None:
            plain = Ether(segment)
            tag = Dot1Q(
                prio=vlan >> 13,
                dei=vlan >> 12 & 1,
                vlan=vlan & 0xFFF,
                type=struct.unpack(">H", segment[12:14])[0],
            )
            segment = bytes(Ether(dst=plain.dst, src=plain.src, type=self.ethertype) / tag) + segment[14:]
        return segment.ljust(PADDED, b"\0") if fcs and self.pads else segment

    def check(self):
        counters = ["TPT", "GPTC", "GOTCL", "GOTCH", "MPTC", "BPTC"]
        counters += ["PTC64", "PTC127", "PTC255", "PTC511", "PTC1023", "PTC1522"]
        places = {name: self.job.read(name) for name in counters}
        per_queue = {(name, i): self.job.read(name, i) for name in ("QPTC", "QBTC") for i in range(16)}
        sent = self.job.run()
        for queue in self.queues:
            got = sent.frames.get(queue, [])
            for number, (frame, wanted) in enumerate(zip(got, self.expected[queue], strict=False)):
                assert frame.hex() == wanted.hex(), f"frame {number} of queue {queue}"
            assert len(got) == len(self.expected[queue]), f"frames of queue {queue}"
        assert sent.buckets["sent"] == self.packets
        assert sum(sent.buckets.values()) == self.packets
        if self.write_back == 0:
            assert sent.writes == self.reports
        frames = [frame for queue in self.queues for frame in self.expected[queue]]
        sizes = [len(frame) for frame in frames]
        broadcast = sum(frame[:6] == b"\xff" * 6 for frame in frames)
        wanted = {
            "TPT": len(frames), "GPTC": len(frames), "GOTCL": 0, "GOTCH": sum(sizes), "BPTC": broadcast,
            "MPTC": sum(frame[0] & 1 for frame in frames) - broadcast,
        }  # fmt: skip
        limits = [0, 64, 127, 255, 511, 1023, 1 << 20]
        for name, low, high in zip(counters[6:], limits, limits[1:], strict=False):
            wanted[name] = sum(low < size <= high for size in sizes)
        assert {name: sent.registers[places[name]] for name in counters} == wanted
        for counter in range(16):
            mine = [queue for queue in self.queues if self.map[queue] == counter]
            packets = sum(len(self.expected[queue]) for queue in mine)
            assert sent.registers[per_queue["QPTC", counter]] == packets
            assert sent.registers[per_queue["QBTC", counter]] == sum(
                self.queue_bytes[queue] for queue in mine
            )


@pytest.mark.parametrize("seed", range(1, 7))
def test_frames(seed):
    Plan(seed, 100).check()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1_000, 1_040))
def test_frames_long(seed):
    Plan(seed, 300).check()


# Each read of data is one request, and may be answered long after those behind it have crossed the link.
OUT_OF_ORDER = {"max_read_request": 4_096, "read_spread_ns": 20_000, "later_percent": 50}


# The length of a request has 18 bits.
@pytest.mark.parametrize("mss", [pytest.param(100, marks=pytest.mark.long), 500, 1_460, 9_000, 15_000])
def test_longest_requests(mss):
    rng = random.Random(mss)
    sizes = [262_143] if mss < 1_000 else [262_143, rng.randrange(1 << 16, 1 << 18)]
    packets = [segmented_packet(rng, mss, size) for size in sizes]
    for segment_grants in (0, 1):
        plan = Plan(mss, 0, segment_grants=segment_grants, **OUT_OF_ORDER)
        plan.group(plan.queues[0], packets)
        plan.check()

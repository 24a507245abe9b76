"""The rules for the TLPs of a PCIe link: credits, tags, sizes, order, and no wait without a reason.

A reference written from the PCI Express Base Specification 2.0 (2.2 TLP sizes, 2.3.1.1 read completion boundary, 2.4
ordering, 2.6.1 flow control) and docs/timing.md. It shares nothing with the model. It checks the TLPs that pass the
link, with the requests that the host has taken, their times, and the register accesses that have acted.
"""

import dataclasses
import itertools
from bisect import bisect_left

PAGE = 4_096
CREDIT = 16  # bytes of a data credit
FRAMING = 8  # STP and END, sequence number, LCRC
SHORT, LONG = 12, 16  # bytes of a header


class Broken(AssertionError):
    """A rule of the link is broken."""


@dataclasses.dataclass
class Settings:
    """The link as it was configured."""

    generation: int = 1
    lanes: int = 8
    max_payload: int = 128
    max_read_request: int = 256
    read_completion_boundary: int = 64
    posted_headers: int = 64
    posted_data: int = 512
    non_posted_headers: int = 32
    descriptor_tags: int = 8
    data_tags: int = 16
    flight: int = 100_000
    credit_return: int = 50_000
    dllp: int = 0
    by_tlp: int = 0
    device_posted_headers: int = 8  # 82598 datasheet, page 66
    device_non_posted_headers: int = 4

    @property
    def byte_time(self):
        """ps: 2.5 or 5 GT/s with 8b/10b."""
        return (4_000 if self.generation == 1 else 2_000) // self.lanes

    @property
    def clock(self):
        """TLPs begin on 4-byte boundaries of the link."""
        return 4 * self.byte_time

    def edge_after(self, time):
        return (time // self.clock + 1) * self.clock

    def edge_at_or_after(self, time):
        return -(-time // self.clock) * self.clock


@dataclasses.dataclass
class Tlp:
    """One TLP on the way up, with what it costs."""

    kind: str
    port: int
    queue: int
    address: int
    length: int
    tag: int
    start: int
    end: int
    headers: int  # posted
    data: int
    non_posted: int
    last: bool = True  # of its write
    first: bool = True
    taken: int = 0
    back: int = 0  # the edge from which its credits can be used again


def payload(address, length):
    """Bytes of the whole double words that the range touches."""
    return (address % 4 + length + 3) // 4 * 4


def chunk(address, left, limit):
    """Bytes of the next TLP: the limit is one of the Length field, which counts double words (2.2.2)."""
    return min(left, limit - address % 4, PAGE - address % PAGE)


def fail(text):
    raise Broken(text)


def tlps_up(settings, record):
    """The TLPs of the device in the order in which they began."""
    found = []
    for arrival, kind, port, queue, address, length, tag in record.tlps:
        if kind == "down":
            continue
        end = arrival - settings.flight
        data = 0
        if kind == "answer":
            size = FRAMING + SHORT + length
        elif kind == "line":
            size = FRAMING + LONG
        else:
            carried = 0 if kind == "read" else payload(address, length)
            data = (carried + CREDIT - 1) // CREDIT
            size = FRAMING + (SHORT if address < 1 << 32 else LONG) + carried
        posted = int(kind in ("write", "message", "line"))
        start = end - size * settings.byte_time
        found.append(
            Tlp(kind, port, queue, address, length, tag, start, end, posted, data, int(kind == "read"))
        )
    for one, two in itertools.pairwise(found):
        if two.start < one.end:
            fail(f"two TLPs at once: {one} {two}")
    return found


def assign_taken(settings, ups, record, stalls):
    """When the host took each TLP, from what it was offered; the offers must be the TLPs, in their order.

    A write is offered with its last TLP, or each of its TLPs; reads and answers may stand between them.
    """
    offers = iter(record.taken)
    writes = iter([offer for offer in record.taken if offer[1] == "w"])
    write, offset = None, 0
    free = 0  # from when the host looks at the next TLP
    for tlp in ups:
        if tlp.kind == "answer":
            continue
        if tlp.kind == "write":
            tlp.first = write is None
            if write is None:
                write, offset = next(writes, None), 0
            if write is None or write[2] + offset != tlp.address or offset + tlp.length > write[3]:
                fail(f"the host was offered {write}, the link carried {tlp}, {offset} bytes before it")
            want = chunk(tlp.address, write[3] - offset, settings.max_payload)
            if tlp.length != want:
                fail(f"{tlp.length} bytes at {tlp.address:#x} in a TLP, not {want}")
            offset += tlp.length
            tlp.last = offset == write[3]
        looked = max(settings.edge_at_or_after(tlp.end + settings.flight), free)
        tlp.taken = looked
        if tlp.last:
            offer = next(offers, None)
            expected = {"write": "w", "message": "m", "read": "r", "line": "l"}[tlp.kind]
            if offer is None or offer[1] != expected:
                fail(f"the host was offered {offer} for {tlp}")
            if tlp.kind in ("read", "message") and offer[2:] != (tlp.address, tlp.length):
                fail(f"the host was offered {offer} for {tlp}")
            for begin, end in stalls:
                # The host sees the line whatever it does.
                if begin <= looked < end and tlp.kind != "line":
                    tlp.taken = free = settings.edge_after(end)
            if tlp.taken == looked and offer[0] != looked:
                fail(f"offered at {offer[0]} and not at {looked}: {tlp}")
            if tlp.kind == "write":
                write = None
        tlp.back = settings.edge_after(tlp.taken + settings.credit_return + settings.flight)


class Credits:
    """Credits of the root port that the device has left, as its TLPs begin one after another."""

    def __init__(self, settings):
        self.settings = settings
        self.gone = []  # TLPs whose credits may still be out

    def left(self, time):
        """Posted headers, posted data and non-posted headers at `time`, an edge."""
        self.gone = [tlp for tlp in self.gone if tlp.back > time]
        s = self.settings
        return (
            s.posted_headers - sum(tlp.headers for tlp in self.gone),
            s.posted_data - sum(tlp.data for tlp in self.gone if tlp.headers),
            s.non_posted_headers - sum(tlp.non_posted for tlp in self.gone),
        )

    def enough(self, tlp, time):
        headers, data, non_posted = self.left(time)
        return (
            headers >= tlp.headers and (not tlp.headers or data >= tlp.data) and non_posted >= tlp.non_posted
        )

    def take(self, tlp):
        self.gone.append(tlp)

    def next_back(self, time):
        return min((tlp.back for tlp in self.gone if tlp.back > time), default=None)


def check_credits(settings, ups):
    """No TLP begins without its credits; the next TLP of a write begins as soon as link and credits allow.

    Returns how many TLPs waited for credits.
    """
    credits = Credits(settings)
    waited = 0
    for place, tlp in enumerate(ups):
        before = ups[place - 1] if place else None
        if tlp.kind == "write" and not tlp.first and before is not None and settings.dllp == 0:
            # Its write has begun, so that it waits since then; the TLP in front of it has ended here.
            time = before.end
            looking = Credits(settings)
            looking.gone = list(credits.gone)
            while time < tlp.start and not looking.enough(tlp, time):
                back = looking.next_back(time)
                if back is None:
                    fail(f"credits never come back for {tlp}")
                time = back
                waited += 1
            if time < tlp.start:
                fail(f"the link was free and credits were there at {time}: {tlp}")
        if tlp.kind != "answer":
            if not credits.enough(tlp, tlp.start):
                fail(f"credits {credits.left(tlp.start)} do not do for {tlp}")
            credits.take(tlp)
    return waited


def check_sizes(settings, ups):
    for tlp in ups:
        limit = {"read": settings.max_read_request, "write": settings.max_payload}.get(tlp.kind, 4)
        if payload(tlp.address, tlp.length) > limit:
            fail(f"longer than {limit}: {tlp}")
        if tlp.kind in ("read", "write") and (tlp.length == 0 or tlp.address % PAGE + tlp.length > PAGE):
            fail(f"empty, or across a page: {tlp}")


def check_reads(settings, ups, record, is_descriptor):
    """Tags are free when they are used; completions are those of their read and cut at the boundary."""
    events = [(tlp.start, 1, tlp) for tlp in ups if tlp.kind == "read"]
    # Credits that arrive at an edge can be used after it.
    events += [(entry[0] + 1, 0, entry) for entry in record.tlps if entry[1] == "down"]
    open_reads = {}
    boundary = settings.read_completion_boundary
    for time, is_read, what in sorted(events, key=lambda event: event[:2]):
        if is_read:
            if what.tag in open_reads:
                fail(f"tag {what.tag} is in use: {what}")
            open_reads[what.tag] = [what, 0]
            for kind, most in ((True, settings.descriptor_tags), (False, settings.data_tags)):
                count = sum(is_descriptor(read.address) == kind for read, _ in open_reads.values())
                if count > most:
                    fail(f"{count} reads open, {most} tags, at {time}")
            continue
        _, _, port, _, address, length, tag = what
        if tag not in open_reads:
            fail(f"a completion for no read: {what}")
        read, done = open_reads[tag]
        want = min(read.length - done, boundary - (read.address + done) % boundary)
        if (port, address, length) != (read.port, read.address + done, want):
            fail(f"completion {what} of {read}, {done} bytes before it, {want} due")
        open_reads[tag][1] = done + length
        if done + length == read.length:
            del open_reads[tag]
    if open_reads:
        fail(f"reads never completed: {open_reads}")


def check_order(ups, record):
    """The answer to a register read comes behind the writes begun before the read acted."""
    asked = [time for time, _, _, _, write, _, _ in record.touches if not write]
    # Those of configuration accesses are none of these; all are answered in their order.
    answered = [
        access.space
        for access in sorted(record.accesses, key=lambda access: access.time)
        if access.space == "c" or not access.write
    ]
    answers = [tlp for tlp in ups if tlp.kind == "answer"]
    if len(answers) != len(answered):
        fail(f"{len(answered)} accesses, {len(answers)} answers")
    answers = [tlp for tlp, space in zip(answers, answered, strict=True) if space == "m"]
    if len(asked) != len(answers):
        fail(f"{len(asked)} reads, {len(answers)} answers")
    starts = [tlp.start for tlp in ups]
    for time, answer in zip(asked, answers, strict=True):
        if answer.start < time + 32_000:
            fail(f"answered eight DMA clocks too early: {answer}, read at {time}")
        place = bisect_left(starts, answer.start)
        rest = [tlp for tlp in ups[place : place + 600] if tlp.port == answer.port and tlp.kind == "write"]
        if rest and not rest[0].first:
            begun = [
                tlp for tlp in ups[:place] if tlp.port == answer.port and tlp.kind == "write" and tlp.first
            ]
            if begun and begun[-1].start <= time:
                fail(f"an answer passed the rest of a write: {answer} {rest[0]}")


def check_accesses(settings, record):
    """The root port keeps to the device's credits of register accesses."""
    for write, most in ((True, settings.device_posted_headers), (False, settings.device_non_posted_headers)):
        acted = [touch[0] for touch in record.touches if touch[4] == write]
        size = FRAMING + SHORT + (4 if write else 0)
        for before, time in zip(acted, acted[most:], strict=False):
            # Its credit is on the way for one flight; then the TLP itself.
            if (
                time
                < settings.edge_after(before + settings.flight) + size * settings.byte_time + settings.flight
            ):
                fail(f"accesses at {before} and {time}: more than {most} on the way")


POSTED_DEPTH, POSTED_BYTES = 8, 2_048  # docs/timing.md: what the link takes ahead


def check_ahead(ups, heads, places):
    """No more data is handed to the link than it takes ahead; returns the most requests seen to wait.

    `heads` are reads of RDH (time, value), `places` the buffer of each frame: the data of the frames before the head
    have been handed over. A request more goes while fewer than 2 KiB and eight requests wait.
    """
    begun = {}
    lengths = dict.fromkeys(places, 0)
    for tlp in ups:
        if tlp.kind != "write":
            continue
        for place in places:
            if place <= tlp.address < place + 2_048:
                begun.setdefault(place, tlp.start)
                lengths[place] += tlp.length
    most = 0
    for time, head in heads:
        waiting = [lengths[place] for place in places[:head] if begun[place] > time]
        most = max(most, len(waiting))
        if len(waiting) > POSTED_DEPTH or sum(waiting[:-1]) >= POSTED_BYTES:
            fail(f"at {time} {len(waiting)} requests of {sum(waiting)} bytes wait")
    return most


def check_reads_behind_writes(ups, heads, places, doorbells, ring):
    """A descriptor read does not pass the data of frames that had been handed over before its doorbell.

    `doorbells` are writes of TDT (time, value). Returns how many frames were waiting for some read.
    """
    last = {}
    for tlp in ups:
        for place in places:
            if tlp.kind == "write" and place <= tlp.address < place + 2_048:
                last[place] = tlp.start
    held = 0
    for tlp in ups:
        if tlp.kind != "read" or not ring <= tlp.address < ring + 0x400:
            continue
        index = (tlp.address - ring) // 16
        rung = next(time for time, value in doorbells if value > index)
        before = max((head for time, head in heads if time < rung), default=0)
        for place in places[:before]:
            if last[place] > tlp.start:
                fail(f"a read made after {rung} passed data at {place:#x}: {tlp}")
            held += last[place] > rung
    return held

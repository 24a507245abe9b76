"""Follows the device's accesses to host memory one by one, and checks each against the expected one.

An independent reference of the receive DMA: rings and their wrap, prefetch, buffers, order, write-back. It has the
registers as software wrote them, the descriptors as memory answered the device's reads, and the frames that were on the
wire. From these it computes the only possible next write of each frame and the next write-back of each ring.

Exact: every byte of every data write and descriptor, its address, the order inside a partition of the packet buffer,
the frames that are delivered, and the number of descriptors in a write-back. Also exact is the data write before which
a write-back must come if a threshold, an empty ring or the RDMTS threshold requires it. Bounded: effects of how far a
tail write or a timer was ahead; a `slack` is granted there. Posted writes reach memory in the order in which the device
made them, so that the record's order is the device's.

Sources: 82598EB datasheet (receive descriptor ring, prefetch, write-back policies, dropping; MVMEN); docs/timing.md
(one posted request a clock, write-back at the RDMTS threshold).
"""

import collections
from typing import NamedTuple

from .host_view import CTRL, CTRL_ALIAS, Registers

DESCRIPTOR = 16
BLOCK = 8  # descriptors of 128 bytes
CACHE = 64
MICROSECOND = 1_000_000
ENABLE, SWFLSH = 1 << 25, 1 << 26
EITR_UNIT = 256_000


class Mismatch(AssertionError):
    """The device did what it must not, or did not what it must."""


class Event(NamedTuple):
    """kind: register (value is an int), read, write or message (value is bytes)."""

    time: int
    kind: str
    address: int
    value: object


class Pending:
    """A frame that was admitted and is neither in memory nor known as dropped."""

    def __init__(self, number, frame, arrival, decided):
        self.number = number
        self.frame = frame
        self.arrival = arrival
        self.decided = decided
        self.need = len(decided.parts)
        self.done = None  # when it was out of the packet buffer

    def __repr__(self):
        return (
            f"frame {self.number} ({len(self.frame.data)} B, queue {self.decided.queue}, "
            f"arrived {self.arrival} ps, {self.need} descriptors)"
        )


class Ring:
    """A descriptor ring from the write that enables it to the one that disables it. Descriptors are numbered on
    from its head without wrap."""

    def __init__(self, queue, base, count, head, control, time):
        self.queue, self.base, self.count, self.first, self.opened = queue, base, count, head, time
        self.closed = None
        self.tails = [(time, head)]
        self.fetched = head  # all below have been read
        self.top = head  # the highest that has been read, and one
        self.posted = {}  # number -> (low, high) as read, until used
        self.expected = {}  # number -> Part, buffer address; until written back
        self.used = self.written = head
        self.uses = [(time, head)]
        self.flushing = False  # a write-back below the threshold is in order
        self.owed = False  # ... and must come before any more data
        self.reads = []
        self.flush_deadlines = []  # (time, all below are written back by then)
        self.flush_until = 0
        self.set_control(control)

    def set_control(self, control):
        self.prefetch, self.host = control & 127, control >> 8 & 127
        self.threshold = max(1, control >> 16 & 127)

    def __repr__(self):
        return f"ring of queue {self.queue} at {self.base:#x} ({self.count} descriptors)"

    @property
    def pending(self):
        return self.used - self.written

    def tail_at(self, time):
        """Descriptors offered up to then."""
        return next(tail for when, tail in reversed(self.tails) if when <= time or when == self.opened)

    def used_at(self, time):
        return next(used for when, used in reversed(self.uses) if when <= time or when == self.opened)

    def tail_written(self, time, value):
        if value >= self.count:
            raise Mismatch(f"{self}: tail {value} is beyond the ring, which these jobs never do")
        tail = self.tails[-1][1]
        self.tails.append((time, tail + (value - tail) % self.count))

    def holds(self, address):
        return self.base <= address < self.base + DESCRIPTOR * self.count


class RingWalk:
    """run() goes through the events and frames of one run; raises Mismatch."""

    def __init__(self, profile, *, byte_time=800, slack=25 * MICROSECOND, fetch_batch=8):
        self.registers = Registers(profile)
        self.byte_time, self.slack, self.fetch_batch = byte_time, slack, fetch_batch
        self.rings = []
        self.by_queue = {}
        self.waiting = collections.defaultdict(list)  # partition -> Pending
        self.held = collections.defaultdict(list)  # partition -> every Pending, for the space they take
        self.current = None  # (Pending, Ring, [(Part, pieces)])
        self.completed = 0  # frames whose last descriptor is in memory
        self.delivered = self.dropped = self.write_backs = self.short_write_backs = 0
        self.split_frames = self.long_frames = self.data_writes = self.left = 0

    # --- Driving
    def run(self, events, frames, heads=None):
        arrivals = [
            (f.start + (8 + len(f.data)) * self.byte_time, number, f) for number, f in enumerate(frames)
        ]
        arrivals.sort(key=lambda arrival: arrival[0])
        at = 0
        for event in events:
            while at < len(arrivals) and arrivals[at][0] <= event.time:
                self.arrive(*arrivals[at])
                at += 1
            try:
                getattr(self, event.kind)(event.time, event.address, event.value)
            except Mismatch as error:
                raise Mismatch(f"at {event.time} ps, {event.kind} {event.address:#x}: {error}") from None
        for arrival in arrivals[at:]:
            self.arrive(*arrival)
        self.finish(events[-1].time if events else 0, heads or {})

    def arrive(self, time, number, frame):
        decided = self.registers.decide(frame)
        if decided is None:
            return
        pending = Pending(number, frame, time, decided)
        self.waiting[decided.partition].append(pending)
        self.held[decided.partition].append(pending)

    # --- Software
    def register(self, time, offset, value):
        registers = self.registers
        place = (offset - 0x1000) if 0x1000 <= offset < 0x2000 else offset - 0xD000 + 0x1000
        is_ring = 0x1000 <= offset < 0x2000 or (registers.pools_by_bitmap and 0xD000 <= offset < 0xE000)
        registers.write(offset, value)
        if offset in (CTRL, CTRL_ALIAS) and value >> 26 & 1:
            for ring in list(self.by_queue.values()):
                self.close(ring, time)
        if not is_ring:
            return
        queue, inside = place // 0x40, place % 0x40
        ring = self.by_queue.get(queue)
        if inside == 0x18 and ring is not None:
            ring.tail_written(time, value & 0xFFFF)
        elif inside == 0x28:
            self.control(time, queue, ring, value)

    def control(self, time, queue, ring, value):
        if ring is None and value & ENABLE:
            at = self.registers.ring_offset(queue)
            word = self.registers.word
            base = (word(at) & ~127) | word(at + 4) << 32
            count = (word(at + 8) & 0xFFF80) // DESCRIPTOR
            ring = Ring(queue, base, count, word(at + 0x10) & 0xFFFF, value, time)
            self.by_queue[queue] = ring
            self.rings.append(ring)
            ring.tail_written(time, word(at + 0x18) & 0xFFFF)
        elif ring is not None and not value & ENABLE:
            self.close(ring, time)
        elif ring is not None:
            ring.set_control(value)
        if ring is not None and value & SWFLSH:
            # It may act on descriptors whose data are still on their way to memory.
            ring.flush_until = time + self.slack
            ring.flush_deadlines.append((time + self.slack, ring.used))

    def close(self, ring, time):
        ring.closed = time
        ring.flushing = True
        ring.flush_deadlines.append((time + 100 * MICROSECOND, ring.used))
        del self.by_queue[ring.queue]

    # --- The device reads descriptors
    def read(self, time, address, data):
        ring = next((ring for ring in reversed(self.rings) if ring.holds(address)), None)
        if ring is None:
            if self.is_foreign(address):
                return
            raise Mismatch("a read outside every ring")
        if ring.closed is not None and time > ring.closed + 2 * MICROSECOND + self.slack:
            raise Mismatch(f"{ring}: read after it was disabled")
        slot, rest = divmod(address - ring.base, DESCRIPTOR)
        count = len(data) // DESCRIPTOR
        if rest or len(data) % DESCRIPTOR or count == 0 or slot + count > ring.count:
            raise Mismatch(f"{ring}: read of {len(data)} B is not whole descriptors of the ring")
        blocks = -(-self.fetch_batch // BLOCK) * BLOCK
        if count > self.fetch_batch or slot % BLOCK + count > blocks:
            raise Mismatch(
                f"{ring}: read of {count} descriptors from {slot} on, beyond a batch or its blocks"
            )
        first = ring.used + (slot - ring.used) % ring.count
        if first + count > ring.tail_at(time):
            raise Mismatch(f"{ring}: read of {count} from {slot} on, past the tail")
        for i in range(count):
            if first + i in ring.posted or first + i < ring.fetched:
                raise Mismatch(f"{ring}: descriptor {slot + i} read twice")
            words = data[DESCRIPTOR * i : DESCRIPTOR * (i + 1)]
            ring.posted[first + i] = (
                int.from_bytes(words[:8], "little"),
                int.from_bytes(words[8:], "little"),
            )
        ring.reads.append((time, first, count))
        while ring.fetched in ring.posted:
            ring.fetched += 1
        ring.top = max(ring.top, first + count)
        if ring.top - ring.written > CACHE:
            raise Mismatch(f"{ring}: {ring.top - ring.written} descriptors on chip, the cache has {CACHE}")

    def is_foreign(self, address):
        """Whether an access belongs to something else than receive."""
        return False

    # --- The device writes
    def message(self, time, address, value):
        """Interrupts are another reference's matter."""

    def write(self, time, address, data):
        ring = next((ring for ring in reversed(self.rings) if ring.holds(address)), None)
        if ring is not None:
            self.written_back(time, ring, address, data)
        elif not self.is_foreign(address):
            self.data(time, address, data)

    def data(self, time, address, data):
        self.data_writes += 1
        for ring in self.rings:
            if ring.pending >= ring.threshold:
                raise Mismatch(
                    f"{ring}: data although {ring.pending} descriptors wait, WTHRESH {ring.threshold}"
                )
            if ring.owed and ring.pending:
                raise Mismatch(
                    f"{ring}: data although {ring.pending} descriptors had to be written back at once"
                )
        if self.current is None:
            self.begin(time, address, data)
        pending, ring, pieces = self.current
        where, expected, completes = pieces.pop(0)
        if where is None:
            raise Mismatch(f"{pending}: {ring} has no more descriptors on chip for it")
        if where != address:
            raise Mismatch(f"{pending}: its next bytes belong to {where:#x}")
        if expected != data:
            raise Mismatch(f"{pending}: {difference(expected, data)}")
        if completes is not None:
            ring.expected[ring.used] = completes
            ring.used += 1
            ring.uses.append((time, ring.used))
            self.used(time, ring, not pieces)
        if not pieces:
            pending.done = time
            self.current = None
            self.delivered += 1

    def begin(self, time, address, data):
        """Finds the frame that begins with this write."""
        for ring in self.rings:
            words = ring.posted.get(ring.used)
            if words is None or address not in (words[0], words[1] & ~1):
                continue
            for pending in self.of_queue(ring.queue):
                if ring.closed is not None and pending.arrival > ring.closed:
                    break
                pieces = self.pieces(pending, ring)
                if pieces[0][:2] == (address, data):
                    self.take(time, pending)
                    self.current = (pending, ring, pieces)
                    for i in range(pending.need):
                        ring.posted.pop(ring.used + i, None)
                    return
                self.require_drop(
                    time,
                    pending,
                    f"its bytes belong to {pieces[0][0]:#x}, {difference(*pieces[0][1:2], data)}",
                )
            raise Mismatch(f"{ring}: no frame of its queue begins so: {data[:32].hex()}... ({len(data)} B)")
        raise Mismatch(
            f"a write of {len(data)} B outside every buffer that is next in its ring: {data[:32].hex()}"
        )

    def of_queue(self, queue):
        return [p for waiting in self.waiting.values() for p in waiting if p.decided.queue == queue]

    def pieces(self, pending, ring):
        """[(address, bytes, None or (Part, buffer) of the descriptor that they complete)] of a frame from now on."""
        pieces = []
        for i, part in enumerate(pending.decided.parts):
            words = ring.posted.get(ring.used + i)
            packet, header = (None, None) if words is None else (words[0], words[1] & ~1)
            complete = (part, packet)
            if part.header:
                pieces.append((header, part.header, None if part.packet else complete))
            if part.packet:
                pieces.append((packet, part.packet, complete))
        if pending.need > 1:
            self.long_frames += 1
        if pending.decided.parts[0].header:
            self.split_frames += 1
        return pieces

    def take(self, time, pending):
        """Removes a frame from its partition; those in front of it must have been dropped."""
        waiting = self.waiting[pending.decided.partition]
        at = waiting.index(pending)
        for earlier in waiting[:at]:
            self.require_drop(time, earlier, f"{pending} was written before it")
            earlier.done = time
            self.dropped += 1
        del waiting[: at + 1]

    # --- Which frames may be dropped
    def require_drop(self, time, pending, why):
        if not self.may_be_dropped(pending):
            raise Mismatch(f"{pending} must not be dropped: {why}")

    def ring_of(self, pending):
        """The ring that was open when the frame arrived and still is, or None."""
        ring = self.by_queue.get(pending.decided.queue)
        return ring if ring is not None and ring.opened <= pending.arrival else None

    def may_be_dropped(self, pending):
        ring = self.ring_of(pending)
        if ring is None or pending.need >= ring.count:
            return True
        if pending.decided.policy.drop and ring.tail_at(pending.arrival) - ring.used < pending.need:
            return True
        return self.may_be_missed(pending)

    def may_be_missed(self, pending):
        """Whether the packet buffer may have been full, counting all that was not surely gone."""
        partition = pending.decided.partition
        size = self.registers.word(0x3C00 + 4 * partition) & 0xFFC00
        used = sum(
            len(p.frame.data)
            for p in self.held[partition]
            if p.arrival <= pending.arrival and (p.done is None or p.done > pending.arrival)
        )
        return used > size

    # --- Write-back
    def low_watermark(self, ring):
        """Free descriptors that are few (RDMTS), 0: no number is."""
        if self.registers.pools_by_bitmap:
            return 64 * (self.registers.srrctl(ring.queue) >> 22 & 7)
        code = self.registers.word(0x2F00) & 3
        return 0 if code == 3 else ring.count >> (code + 1)

    def used(self, time, ring, frame_ends):
        """A descriptor has been used: what follows from it for write-back."""
        now, before = ring.tail_at(time), ring.tail_at(time - self.slack)
        tails = [before] + [tail for when, tail in ring.tails if time - self.slack < when <= time]
        low = self.low_watermark(ring)
        steady = before == now
        if ring.used >= before or ring.closed is not None:
            ring.flushing = True
        # A piece seen soon after the ring was disabled may have been on its way to memory before.
        if now == ring.used or (ring.closed is not None and time > ring.closed + self.slack):
            ring.owed = True
        if frame_ends and self.interval(ring.queue) == 0:
            # An interval of 0 has always run out.
            ring.flushing = ring.owed = True
        if low and any(tail - ring.used == low for tail in tails):
            ring.flushing = True
            # A tail written with at most the mark free does not cross it.
            if steady and self.crossed(ring, time, low):
                ring.owed = True

    def crossed(self, ring, time, low):
        """Whether more than the mark were free when the tail was written, as far as all agree on it."""
        when, tail = next((w, t) for w, t in reversed(ring.tails) if w <= time)
        return tail - ring.used_at(when + self.slack) > low or when == ring.opened

    def reason(self, time, ring):
        """Why fewer descriptors than the threshold may be written back now, or None."""
        if ring.flushing or time <= ring.flush_until:
            return "flush"
        interval = self.interval(ring.queue)
        if interval is not None:
            return "timer"
        following = next(iter(self.of_queue(ring.queue)), None)
        if following is not None and following.arrival <= time:
            free = ring.tail_at(time - self.slack) - ring.used
            # A fetch reserves space in the cache before its answer arrives.
            asked = max(ring.prefetch, following.need) + max(self.fetch_batch, BLOCK) - 1
            if free < following.need or max(ring.top - ring.written, ring.pending + asked) > CACHE - BLOCK:
                return "a frame that needs more"
        return None

    def interval(self, queue):
        """The moderation interval of the queue's vector in ps, None without a vector."""
        word = self.registers.word
        if self.registers.pools_by_bitmap:
            entry = word(0x900 + 4 * (queue // 2)) >> 16 * (queue % 2) & 255
            steps = lambda value: 8 * (value >> 3 & 0x1FF)  # noqa: E731
        else:
            entry = word(0x900 + 4 * (queue // 4)) >> 8 * (queue % 4) & 255
            steps = lambda value: value & 0xFFFF  # noqa: E731
        if not entry & 0x80:
            return None
        return EITR_UNIT * steps(word(0x820 + 4 * (entry & 31)))

    def written_back(self, time, ring, address, data):
        slot, rest = divmod(address - ring.base, DESCRIPTOR)
        count = len(data) // DESCRIPTOR
        if rest or len(data) % DESCRIPTOR or count == 0:
            raise Mismatch(f"{ring}: {len(data)} B are not whole descriptors")
        if slot % BLOCK + count > BLOCK:
            raise Mismatch(f"{ring}: a write-back of {count} from {slot} on crosses a block of 128 bytes")
        if slot != ring.written % ring.count:
            raise Mismatch(f"{ring}: write-back at {slot}, the next is {ring.written % ring.count}")
        if count > ring.pending:
            raise Mismatch(f"{ring}: {count} written back, the data of only {ring.pending} are in memory")
        whole = min(ring.pending, BLOCK - slot % BLOCK, ring.count - slot)
        if count != whole:
            raise Mismatch(f"{ring}: {count} written back from {slot} on, {whole} were ready for it")
        if ring.pending < ring.threshold:
            self.short_write_backs += 1
            if self.reason(time, ring) is None:
                raise Mismatch(
                    f"{ring}: {ring.pending} written back below WTHRESH {ring.threshold} for no reason"
                )
            ring.flushing = True
        interval = self.interval(ring.queue)
        for i in range(count):
            part, buffer = ring.expected.pop(ring.written + i)
            if (
                interval
                and part.ends
                and time - ring.uses[ring.written - ring.first + i + 1][0] > interval + self.slack
            ):
                raise Mismatch(f"{ring}: descriptor {slot + i} waited longer than the vector's timer")
            words = data[DESCRIPTOR * i : DESCRIPTOR * (i + 1)]
            self.compare(ring, slot + i, part, buffer, words)
            self.completed += part.ends
        ring.written += count
        self.write_backs += 1
        for deadline, mark in ring.flush_deadlines:
            if ring.written - count < mark and time > deadline:
                raise Mismatch(f"{ring}: written back {time - deadline} ps too late after a flush")
        if ring.pending == 0:
            ring.flushing = ring.closed is not None
            ring.owed = False

    def compare(self, ring, slot, part, buffer, words):
        low, high = int.from_bytes(words[:8], "little"), int.from_bytes(words[8:], "little")
        wanted_low, low_mask = (buffer, (1 << 64) - 1) if part.legacy else (part.low, part.low_mask)
        if (low ^ wanted_low) & low_mask:
            raise Mismatch(
                f"{ring}: descriptor {slot} low {low:#018x}, must be {wanted_low:#018x} (mask {low_mask:#x})"
            )
        if (high ^ part.high) & part.high_mask:
            raise Mismatch(
                f"{ring}: descriptor {slot} high {high:#018x}, must be {part.high:#018x} (mask {part.high_mask:#x})"
            )

    # --- What must hold when nothing moves any more
    def finish(self, end, heads):
        if self.current is not None:
            raise Mismatch(f"{self.current[0]} was begun and not finished")
        for waiting in self.waiting.values():
            self.finish_partition(waiting)
        for ring in self.rings:
            self.finish_ring(ring)
            head = heads.get(ring.base)
            if head is not None and head != ring.written % ring.count:
                raise Mismatch(f"{ring}: RDH is {head}, the next descriptor is {ring.written % ring.count}")
            self.check_reads(ring)

    def finish_partition(self, waiting):
        """Frames left over: dropped, or held up by the first that waits for descriptors."""
        for pending in waiting:
            ring = self.ring_of(pending)
            if ring is not None and ring.tail_at(1 << 62) - ring.used < pending.need < ring.count:
                if pending.decided.policy.drop:
                    continue
                self.left += 1
                if ring.pending:
                    raise Mismatch(
                        f"{ring}: {pending} waits for descriptors, {ring.pending} wait for write-back"
                    )
                return
            if not self.may_be_dropped(pending):
                raise Mismatch(f"{pending} was never written to memory")
            self.dropped += 1

    def finish_ring(self, ring):
        if not ring.pending:
            pass
        elif ring.closed is not None:
            raise Mismatch(f"{ring}: {ring.pending} descriptors never written back after it was disabled")
        elif ring.pending >= ring.threshold or ring.owed:
            raise Mismatch(f"{ring}: {ring.pending} descriptors never written back, WTHRESH {ring.threshold}")
        elif ring.flush_deadlines and ring.flush_deadlines[-1][1] > ring.written:
            raise Mismatch(f"{ring}: descriptors never written back after a flush")
        elif self.interval(ring.queue):
            raise Mismatch(f"{ring}: {ring.pending} descriptors never written back by the vector's timer")
        if ring.closed is not None or ring.count == 0 or not self.registers.word(0x3000) & 1:
            return
        offered = ring.tail_at(1 << 62) - ring.top
        valid = ring.top - ring.used
        hungry = valid == 0 or (valid < ring.prefetch and offered >= ring.host)
        if offered and ring.top - ring.written < CACHE and hungry:
            raise Mismatch(
                f"{ring}: {offered} descriptors available never read, {valid} on chip, PTHRESH {ring.prefetch}, "
                f"HTHRESH {ring.host}"
            )

    def check_reads(self, ring):
        """Every fetch had a reason: few on chip and enough available, none on chip, or a frame that needs more.

        A batch beyond a block may take several reads, of which the record does not say that they are one fetch.
        """
        if self.fetch_batch > BLOCK:
            return
        most = max(
            (p.need for held in self.held.values() for p in held if p.decided.queue == ring.queue), default=1
        )
        for time, first, _ in ring.reads:
            valid = first - ring.used_at(time + self.slack)
            if valid < most:
                continue
            if valid >= ring.prefetch:
                raise Mismatch(
                    f"{ring}: descriptor {first} read at {time} ps with {valid} on chip, PTHRESH {ring.prefetch}"
                )
            if ring.tail_at(time) - first < ring.host:
                raise Mismatch(
                    f"{ring}: descriptor {first} read at {time} ps with too few available for HTHRESH {ring.host}"
                )


def difference(expected, found):
    """Describes the first difference between two byte strings."""
    if len(expected) != len(found):
        return f"{len(found)} B written, {len(expected)} expected"
    at = next((i for i, pair in enumerate(zip(expected, found, strict=True)) if pair[0] != pair[1]), None)
    if at is None:
        return "the same bytes"
    return f"byte {at} is {found[at]:02x}, must be {expected[at]:02x}"

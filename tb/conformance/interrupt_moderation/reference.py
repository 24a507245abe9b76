"""Times at which interrupt messages leave a function, computed from causes and register writes alone.

A reference written from the specification: 82598 datasheet pages 273 to 277 and 318 (EICR, EICS, EIMS, EIMC, EIAC,
EIAM, EITR, IVAR, GPIE), the PCI Local Bus Specification 3.0, 6.8 (MSI-X table, mask and pending bits), and the names
and layouts of ixgbe_type.h for the 82599. It shares nothing with the model.

Where the specification is silent, the rules are those of docs/fidelity.md. A message is due at the first edge of the
DMA clock at which its vector is requested, enabled, and not held back by its timer. Inputs come in order of time. At
the same time a cause comes before an edge of the DMA clock, and a register access after it.
"""

DMA = 4_000  # ps
UNIT = 256_000  # ps, of EITR.INTERVAL
NEVER = 1 << 62
OTHERS = 0x3FFF0000  # causes that EICR.OTHER stands for
OTHER = 1 << 31
TCP_TIMER = 1 << 30
QUEUES = 0xFFFF

EICR, EICS, EIAC, EITR, EIMS, EIMC, EIAM, GPIE = 0x800, 0x808, 0x810, 0x820, 0x880, 0x888, 0x890, 0x898
IVAR, IVAR_MISC, PBACL, PBACL1 = 0x900, 0xA00, 0x11068, 0x110C4
EICS_EX, EIMS_EX, EIMC_EX, EIAM_EX = 0xA90, 0xAA0, 0xAB0, 0xAD0
FURTHER_EITR = 0x12300  # of the 82599: entries from 24 on
PENDING = 0x2000  # in the BAR of the MSI-X table

MSIX_MODE, OCD, EIMEN, EIAME, PBA_SUPPORT = 1 << 4, 1 << 5, 1 << 6, 1 << 30, 1 << 31


def edge_after(time):
    return (time // DMA + 1) * DMA


def edge_at_or_after(time):
    return -(-time // DMA) * DMA


def bits(mask):
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


class Device:
    """Sizes and layouts of one part."""

    def __init__(self, name):
        self.newer = name == "82599"
        self.vectors = 64 if self.newer else 20
        self.timers = 128 if self.newer else 20
        # Implemented bits of EICR: 23 is reserved, on the 82598 also 16 to 19 and 21.
        self.causes = 0xFF7FFFFF if self.newer else 0xFF50FFFF
        self.msix_bar = 4 if self.newer else 3

    def eitr_index(self, offset):
        if EITR <= offset < EITR + 4 * (24 if self.newer else 20):
            return (offset - EITR) // 4
        if self.newer and FURTHER_EITR <= offset < FURTHER_EITR + 4 * 104:
            return 24 + (offset - FURTHER_EITR) // 4
        return None

    def eitr_offset(self, index):
        return EITR + 4 * index if index < 24 else FURTHER_EITR + 4 * (index - 24)

    def ivar_place(self, direction, queue):
        """Register and byte of a queue's entry; direction 0 is receive."""
        if self.newer:
            return IVAR + 4 * (queue // 2), 2 * (queue % 2) + direction
        entry = queue + 64 * direction
        return IVAR + 4 * (entry // 4), entry % 4

    def ivar_other(self):
        """Register and bytes of the TCP timer's and the other causes' entries."""
        return (IVAR_MISC if self.newer else IVAR + 4 * 24), 0, 1


class Moderation:
    """State of one function's interrupts. `sent` has (time, vector, address, data), `line` (time, level)."""

    def __init__(self, device, *, table_mask=True):
        self.device = device
        self.causes = 0  # EICR but for OTHER
        self.mask = 0  # EIMS, and above bit 15 of `vector_mask` the vectors of the 82599
        self.vector_mask = 0
        self.auto_clear = 0
        self.auto_mask = 0
        self.vector_auto_mask = 0
        self.enable = 0  # GPIE
        self.ivar = {}
        self.interval = [0] * device.timers
        self.low_bits = [0] * device.timers  # of the 82599's EITR: kept, without effect
        self.open = [0] * device.timers
        self.skips = set()
        self.requested = set()
        self.table = [[0, 0, 0, int(table_mask)] for _ in range(device.vectors)]
        self.pending = set()
        self.function_open = True
        self.level = False
        self.floor = 0  # no edge before this one sees the last input
        self.sent = []
        self.line = []

    def reset(self, time, *, function):
        """CTRL.RST leaves the MSI-X table and its pending bits alone; a function-level reset does not."""
        self.run_until(time, included=True)
        fresh = Moderation(self.device)
        kept = {"sent": self.sent, "line": self.line}
        if not function:
            kept |= {"table": self.table, "pending": self.pending, "function_open": self.function_open}
        else:
            fresh.function_open = False
        if self.level:
            self.line.append((time, False))
        self.__dict__.update(fresh.__dict__ | kept)
        self.floor = edge_after(time)

    # --- What registers show.
    def eicr(self):
        return self.causes | (OTHER if self.causes & OTHERS else 0)

    def read(self, time, offset, bar):
        """The value that a read at `time` finds, or None if it is not of this block; and its effects."""
        if bar == self.device.msix_bar:
            if offset >= PENDING:
                shown = sum(1 << v for v in self.pending)
                return shown >> 8 * (offset - PENDING) & 0xFFFFFFFF
            return self.table[offset // 16][offset % 16 // 4]
        if offset == EICR:
            value = self.eicr()
            self.clear_causes(OTHERS if self.enable & OCD else 0xFFFFFFFF)
            self.changed(time)
            return value
        plain = {
            EICS: self.eicr(), EIMS: self.mask, EIMC: self.mask, EIAC: self.auto_clear, EIAM: self.auto_mask,
            GPIE: self.enable,
        }  # fmt: skip
        if offset in plain:
            return plain[offset]
        index = self.device.eitr_index(offset)
        if index is not None:
            left = -(-max(0, self.open[index] - time) // UNIT)
            if self.device.newer:
                return self.interval[index] | self.low_bits[index] | min(-(-left // 8), 0x7F) << 21
            return self.interval[index] | min(left, 0xFFFF) << 16
        if self.device.newer:
            for base, value in ((EIMS_EX, self.vectors_enabled()), (EIMC_EX, self.vectors_enabled()),
                                (EIAM_EX, self.vectors_auto_masked())):  # fmt: skip
                if base <= offset < base + 8:
                    return value >> 8 * (offset - base) & 0xFFFFFFFF
        return None

    def vectors_enabled(self):
        return self.vector_mask | self.mask & QUEUES

    def vectors_auto_masked(self):
        return self.vector_auto_mask | self.auto_mask & QUEUES

    # --- Register writes.
    def write(self, time, offset, bar, value):
        if bar == self.device.msix_bar:
            return self.write_table(time, offset, value)
        if offset == EICR:
            if value:
                self.clear_causes(value)
        elif offset == EICS:
            self.set_causes(time, value)
        elif offset == EIMS:
            self.mask |= value & self.device.causes
        elif offset == EIMC:
            self.mask &= ~value
        elif offset == EIAC:
            self.auto_clear = value & self.device.causes
        elif offset == EIAM:
            self.auto_mask = value & self.device.causes
        elif offset == GPIE:
            self.enable = value
        elif offset in (PBACL, PBACL1):
            self.pending -= {v + (32 if offset == PBACL1 else 0) for v in bits(value)}
        elif self.device.eitr_index(offset) is not None:
            self.write_timer(time, self.device.eitr_index(offset), value)
        elif IVAR <= offset < IVAR_MISC + 4:
            for byte in range(4):
                self.ivar[offset, byte] = value >> 8 * byte & 0xFF
        elif self.device.newer and EICS_EX <= offset < EIAM_EX + 8:
            self.write_vectors(offset, value)
        else:
            return None
        return self.changed(time)

    def write_vectors(self, offset, value):
        base = offset & ~0xF
        vectors = value << 8 * (offset - base)
        high = vectors & ~QUEUES
        low = vectors & QUEUES
        if base == EIMS_EX:
            self.mask |= low
            self.vector_mask |= high
        elif base == EIMC_EX:
            self.mask &= ~low
            self.vector_mask &= ~high
        elif base == EIAM_EX:
            if offset == base:
                self.auto_mask = self.auto_mask & ~QUEUES | low
                self.vector_auto_mask = self.vector_auto_mask & ~0xFFFF0000 | high
            else:
                self.vector_auto_mask = self.vector_auto_mask & 0xFFFFFFFF | high
        elif base == EICS_EX:
            self.mask |= low & self.auto_mask
            self.vector_mask |= high & self.vector_auto_mask
            self.causes |= low
            if self.enable & MSIX_MODE:
                self.requested |= set(bits(vectors))

    def write_table(self, time, offset, value):
        vector, word = offset // 16, offset % 16 // 4
        if offset >= PENDING or vector >= self.device.vectors:
            return
        self.table[vector][word] = value & 1 if word == 3 else value
        self.send_pending(time)

    def open_function(self, time, is_open):
        """MSI-X enable, function mask and bus mastering together."""
        self.function_open = is_open
        self.send_pending(time)

    def write_timer(self, time, index, value):
        if self.device.newer:
            # 11:3 in steps of 8 units; the counter in 27:21; bit 31 leaves the counter alone.
            self.interval[index] = value & 0xFF8
            self.low_bits[index] = value & 0x1F8000
            count = (value >> 21 & 0x7F) * 8
            untouched = bool(value >> 31)
        else:
            self.interval[index] = value & 0xFFFF
            count = value >> 16
            untouched = False
        interval = self.interval[index]
        if untouched:
            count = interval  # it cannot have more left than that
        elif interval == 0:
            count = 0
        until = time + count * UNIT
        if untouched or index in self.skips:
            until = min(until, self.open[index])
        self.open[index] = until

    # --- Causes.
    def entry(self, place):
        """The vector or RTxQ bit of an IVAR entry, or None."""
        value = self.ivar.get(place, 0)
        number = value & (0x3F if self.device.newer else 0x1F)
        limit = self.device.vectors if self.enable & MSIX_MODE else 16
        return number if value & 0x80 and number < limit else None

    def vector_of_others(self):
        offset, _, byte = self.device.ivar_other()
        return self.entry((offset, byte))

    def vector_of_timer(self):
        offset, byte, _ = self.device.ivar_other()
        return self.entry((offset, byte))

    def queue_cause(self, direction, queue):
        vector = self.entry(self.device.ivar_place(direction, queue))
        if vector is None:
            return
        if vector < 16:
            self.causes |= 1 << vector
        if self.enable & MSIX_MODE:
            self.requested.add(vector)

    def other_cause(self, cause):
        self.causes |= cause
        self.request(self.vector_of_timer() if cause == TCP_TIMER else self.vector_of_others())

    def request(self, vector):
        if vector is not None and self.enable & MSIX_MODE:
            self.requested.add(vector)

    def set_causes(self, time, value):
        self.mask |= value & self.auto_mask
        value &= self.device.causes & ~OTHER
        self.causes |= value
        msix = self.enable & MSIX_MODE
        timers = bits(value & QUEUES) if msix else [0]
        if self.enable & EIMEN:
            for index in timers:
                self.open[index] = min(self.open[index], time)
                self.skips.add(index)
        if not msix:
            return
        self.requested |= set(bits(value & QUEUES))
        if value & OTHERS:
            self.request(self.vector_of_others())
        if value & TCP_TIMER:
            self.request(self.vector_of_timer())

    def causes_of(self, vector):
        """EICR bits that a vector announces."""
        mask = 1 << vector if vector < 16 else 0
        if self.vector_of_others() == vector:
            mask |= OTHERS | OTHER
        if self.vector_of_timer() == vector:
            mask |= TCP_TIMER
        return mask

    def clear_causes(self, value):
        self.causes &= ~value
        if not self.enable & MSIX_MODE:
            self.mask &= ~self.auto_mask
            return
        # The causes that the other vector would have announced are gone.
        for vector in {self.vector_of_others(), self.vector_of_timer()} - {None}:
            if not self.causes & self.causes_of(vector):
                self.requested.discard(vector)

    # --- Time.
    def enabled(self, vector):
        if self.vectors_enabled() >> vector & 1:
            return True
        return bool(self.eicr() & self.mask & self.causes_of(vector) & ~QUEUES)

    def changed(self, time):
        """Software has done something at `time`."""
        if not self.enable & MSIX_MODE and self.level and not self.eicr() & self.mask:
            self.level = False
            self.line.append((time, False))
        self.floor = edge_after(time)

    def due(self):
        """The next edge at which something leaves, and the vectors concerned (none: the line)."""
        if not self.enable & MSIX_MODE:
            if self.level or not self.eicr() & self.mask:
                return NEVER, []
            return max(self.floor, edge_at_or_after(self.open[0])), []
        times = {
            v: max(self.floor, edge_at_or_after(self.open[v])) for v in self.requested if self.enabled(v)
        }
        first = min(times.values(), default=NEVER)
        return first, sorted(v for v, time in times.items() if time == first)

    def run_until(self, time, included):
        """Makes everything leave that is due before `time`, or at it."""
        while True:
            edge, vectors = self.due()
            if edge > time or (edge == time and not included):
                return
            if self.enable & MSIX_MODE:
                # A message may mask or clear what another of the same edge hangs on.
                for vector in vectors:
                    if self.enabled(vector):
                        self.fire(vector, edge)
            else:
                self.level = True
                self.restart(0, edge)
                self.line.append((edge, True))
            self.floor = max(self.floor, edge)

    def restart(self, timer, edge):
        self.open[timer] = edge + self.interval[timer] * UNIT
        self.skips.discard(timer)

    def fire(self, vector, edge):
        self.requested.discard(vector)
        self.restart(vector, edge)
        announced = self.causes_of(vector)
        announced &= self.eicr() | QUEUES
        self.causes &= ~(self.auto_clear & announced)
        if self.enable & EIAME:
            self.mask &= ~(self.auto_mask & announced)
            self.vector_mask &= ~(self.vector_auto_mask & (1 << vector))
        if self.table[vector][3] or not self.function_open:
            if self.enable & PBA_SUPPORT:
                self.pending.add(vector)
        else:
            self.send(vector, edge)

    def send_pending(self, time):
        for vector in sorted(self.pending):
            if self.function_open and not self.table[vector][3]:
                self.pending.discard(vector)
                self.send(vector, time)

    def send(self, vector, time):
        low, high, data, _ = self.table[vector]
        self.sent.append((time, vector, (low & ~3) | high << 32, data))

    # --- Inputs in order of time.
    def access(self, time, offset, bar, write, value):
        """Returns what a read finds, or None."""
        self.run_until(time, included=True)
        if write:
            self.write(time, offset, bar, value)
            return None
        return self.read(time, offset, bar)

    def event(self, time, action):
        """A cause that acts at `time` like a register write."""
        self.run_until(time, included=True)
        action()
        self.changed(time)

    def queue_event(self, end, direction, queue):
        """A descriptor write-back of the queue whose last byte leaves at `end`."""
        edge = edge_after(end)
        self.run_until(edge, included=False)
        self.queue_cause(direction, queue)
        self.floor = max(self.floor, edge)

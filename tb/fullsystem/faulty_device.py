#!/usr/bin/env python3
"""A device that is broken on purpose: passes vfio-user messages between QEMU and `ixsim serve`, and changes some.

    faulty_device.py FAULT SERVER_SOCKET SOCKET

A scenario that passes with such a device tests nothing. FAULTS has what each fault changes: values that the guest reads, and
values that it writes. Memory and interrupts of the guest do not pass here: the server has their files. The fault of a checksum
flag takes those files: the server gets a dedicated file for each interrupt, and the guest is interrupted after the flags in its
memory are changed. A driver that looks between write-back and interrupt sees the right flag.
Source: the vfio-user specification of QEMU; 82598 and 82599 datasheets.
"""

import array
import contextlib
import mmap
import os
import selectors
import socket
import struct
import sys

HEADER = struct.Struct("<HHIII")  # number, command, size, flags, error
REGION = struct.Struct("<QII")  # offset, region, count
MAPPING = struct.Struct("<IIQQQ")  # bytes of the request, flags, offset in the file, address, size
DMA_MAP, SET_IRQS, READ, WRITE, CONFIG = 2, 8, 9, 10, 7
REPLY, KIND = 1, 15
DESCRIPTORS = 64


def keep(_offset, value):
    """No change."""
    return value


def at(offsets, change):
    """A change of the registers in `offsets`."""
    return lambda offset, value: change(value) if offset in offsets else value


REDIRECTION = [*range(0x5C00, 0x5C80, 4), *range(0xEB00, 0xEB80, 4)]
# Changes of values that the guest reads or writes.
FAULTS = {
    # Bits of RDBAL[0] that are always 0 read as 1.
    "register": (at([0x1000], lambda value: value | 0x10), keep),
    # EERD: bit 16 of each word that is read is inverted.
    "eeprom": (at([0x10014], lambda value: value ^ 1 << 16 if value & 2 else value), keep),
    # EICS has no effect.
    "interrupt": (keep, at([0x808, 0xA90, 0xA94], lambda _: 0)),
    # HLREG0: the loopback bit has no effect.
    "loopback": (keep, at([0x4240], lambda value: value & ~(1 << 15))),
    # LINKS: never up.
    "link": (at([0x42A4], lambda value: value & ~(1 << 30)), keep),
    # Each entry of the redirection table names queue 0.
    "redirection": (keep, at(REDIRECTION, lambda _: 0)),
    # GPRC is a frame too high.
    "counter": (at([0x4074], lambda value: value + 1), keep),
}


# Devices without a capability, which are not broken: the pointer that the list of capabilities passes by, and its values.
WITHOUT = {
    "msix": (0x51, (0x60, 0x70)),  # of MSI: MSI-X of the 82598 and of the 82599
    "messages": (0x41, (0x50,)),  # of power management: MSI, which MSI-X follows
}


class ChecksumFlags:
    """Reports a wrong TCP or UDP checksum for each received frame whose checksum was checked, and was right.

    Status of a received frame: bit 0 is DD, bit 5 L4CS, bit 30 the error of that checksum.
    """

    DONE_AND_CHECKED, ERROR = 1 | 1 << 5, 1 << 30
    QUEUES = 64

    def __init__(self, selector):
        self.selector, self.memory, self.rings = selector, [], {}

    def mapped(self, payload, files):
        """Memory of the guest, which the server maps too."""
        _, flags, offset, address, size = MAPPING.unpack_from(payload)
        if files and flags & 3 == 3:
            self.memory.append((address, size, mmap.mmap(files[0], size, offset=offset)))

    def written(self, offset, value):
        """Notes RDBAL, RDBAH and RDLEN of a queue."""
        queue, register = divmod(offset - 0x1000, 0x40)
        if 0 <= queue < self.QUEUES and register in (0, 4, 8):
            self.rings.setdefault(queue, [0, 0, 0])[register // 4] = value
        return value

    def interrupts(self, files):
        """Files for the server instead of the guest's."""
        own = []
        for file in files:
            mine = os.eventfd(0, os.EFD_NONBLOCK)
            guests = os.dup(file)
            self.selector.register(
                mine, selectors.EVENT_READ, lambda mine=mine, guests=guests: self.signal(mine, guests)
            )
            socket.close(file)
            own.append(os.dup(mine))
        return own

    def signal(self, mine, guests):
        """Changes the flags of the frames that are there, then interrupts the guest."""
        os.eventfd_read(mine)
        for low, high, length in self.rings.values():
            for status in range((high << 32 | low) + 8, (high << 32 | low) + length, 16):
                self.spoil(status)
        os.eventfd_write(guests, 1)
        return True

    def spoil(self, address):
        """Sets the error in a status word that is written back."""
        for start, size, memory in self.memory:
            place = address - start
            if 0 <= place <= size - 4:
                word = struct.unpack_from("<I", memory, place)[0]
                if word & self.DONE_AND_CHECKED == self.DONE_AND_CHECKED:
                    struct.pack_into("<I", memory, place, word | self.ERROR)


def without(payload, pointer, values):
    """Configuration space whose capability at `pointer` is followed by PCI Express instead of those in `values`."""
    offset, region, count = REGION.unpack_from(payload)
    place = pointer - offset
    if region != CONFIG or not 0 <= place < count or payload[REGION.size + place] not in values:
        return payload
    at_pointer = REGION.size + place
    return payload[:at_pointer] + b"\xa0" + payload[at_pointer + 1 :]


def changed(payload, change):
    """The payload of an access to registers, changed word by word."""
    offset, region, count = REGION.unpack_from(payload)
    if region != 0 or count % 4 != 0 or len(payload) != REGION.size + count:
        return payload
    words = struct.unpack_from(f"<{count // 4}I", payload, REGION.size)
    words = [change(offset + 4 * i, word) & 0xFFFFFFFF for i, word in enumerate(words)]
    return payload[: REGION.size] + struct.pack(f"<{len(words)}I", *words)


class Direction:
    """Messages from one socket to the other."""

    def __init__(self, source, target, fault, flags=None):
        self.source, self.target, self.fault, self.flags = source, target, fault, flags
        self.data, self.files = b"", []

    def pass_on(self):
        """Passes on a message when it is complete. Returns whether the source is still there.

        A read stops at the end of the message: files that come with the next one stay with it.
        """
        size = HEADER.size if len(self.data) < HEADER.size else HEADER.unpack_from(self.data)[2]
        files = array.array("i")
        data, ancillary, _, _ = self.source.recvmsg(
            size - len(self.data), socket.CMSG_SPACE(DESCRIPTORS * files.itemsize)
        )
        for level, kind, part in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                files.frombytes(part[: len(part) - len(part) % files.itemsize])
        self.data += data
        self.files += files
        if len(self.data) >= HEADER.size and len(self.data) == HEADER.unpack_from(self.data)[2]:
            self.send(self.data)
            self.data = b""
        return bool(data)

    def send(self, message):
        """Sends a message with the files that came with it."""
        _, command, _, flags, error = HEADER.unpack_from(message)
        head, payload = message[: HEADER.size], message[HEADER.size :]
        reply = flags & KIND == REPLY
        if error == 0 and len(payload) > REGION.size and command == (READ if reply else WRITE):
            if self.fault in WITHOUT:
                payload = without(payload, *WITHOUT[self.fault]) if reply else payload
            elif self.flags:
                payload = payload if reply else changed(payload, self.flags.written)
            else:
                payload = changed(payload, FAULTS[self.fault][0 if reply else 1])
        if self.flags and not reply and command == DMA_MAP:
            self.flags.mapped(payload, self.files)
        if self.flags and not reply and command == SET_IRQS:
            self.files = self.flags.interrupts(self.files)
        files, self.files = self.files, []
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))] if files else []
        sent = self.target.sendmsg([head + payload], rights)
        self.target.sendall((head + payload)[sent:])
        for file in files:
            socket.close(file)


def serve(guest, behind, fault):
    """Passes messages on until the guest or the server leaves."""
    server = socket.socket(socket.AF_UNIX)
    server.connect(behind)
    with guest, server, selectors.DefaultSelector() as selector:
        flags = ChecksumFlags(selector) if fault == "checksum" else None
        selector.register(guest, selectors.EVENT_READ, Direction(guest, server, fault, flags).pass_on)
        selector.register(server, selectors.EVENT_READ, Direction(server, guest, fault, flags).pass_on)
        # A guest that leaves takes no more answers.
        with contextlib.suppress(ConnectionError):
            while all(key.data() for key, _ in selector.select()):
                pass


def main():
    """Serves one client after the other, as the server does."""
    known = [*FAULTS, "checksum", *WITHOUT]
    if len(sys.argv) != 4 or sys.argv[1] not in known:
        sys.exit(f"usage: faulty_device.py FAULT SERVER_SOCKET SOCKET, FAULT of {', '.join(known)}")
    fault, behind, path = sys.argv[1:]
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen(1)
        while True:
            guest, _ = listener.accept()
            serve(guest, behind, fault)


if __name__ == "__main__":
    main()

"""A vfio-user client for tests, written from the protocol's specification alone: it shares no code with the server.

`Server` starts `ixsim serve`; `Client` speaks the protocol; `Guest` has memory by memfd and brings an 82598 up as a
driver does. Source: the vfio-user specification of QEMU, <linux/vfio.h>, 82598 datasheet.
"""

import array
import ctypes
import json
import mmap
import os
import pathlib
import select
import signal
import socket
import struct
import subprocess
import time

from program import program

VERSION, DMA_MAP, DMA_UNMAP, DEVICE_INFO, REGION_INFO, IRQ_INFO, SET_IRQS = 1, 2, 3, 4, 5, 7, 8
REGION_READ, REGION_WRITE, DEVICE_RESET, WRITE_MULTI = 9, 10, 13, 15
REPLY, NO_REPLY, ERROR = 1, 16, 32
CONFIG = 7
NONE, BOOL, EVENTFD, MASK, UNMASK, TRIGGER = 1, 2, 4, 8, 16, 32
INTX, MSI, MSIX = 0, 1, 2


class Refused(Exception):
    """The server answered with an error; its number is the argument."""


class Gone(Exception):
    """The server closed the connection."""


class Server:
    """A running `ixsim serve`; `path` is the socket of port 0."""

    def __init__(self, folder, *words, sockets=1, prefix=()):
        self.paths = [pathlib.Path(folder) / f"port{i}.sock" for i in range(sockets)]
        self.path = self.paths[0] if sockets else None
        names = ["--vfio-user", ",".join(map(str, self.paths))] if sockets else []
        command = [*prefix, program(), "serve", *names, *words]
        self.log = pathlib.Path(folder) / "server.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        end = time.monotonic() + 20
        while "Ctrl-C" not in self.messages() and self.process.poll() is None:
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.005)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def messages(self):
        """Returns the server's messages."""
        return self.log.read_text()

    def wait_for(self, text, seconds=10):
        """Waits until it has said `text`."""
        end = time.monotonic() + seconds
        while text not in self.messages():
            assert time.monotonic() < end and self.process.poll() is None, self.messages()
            time.sleep(0.005)

    def descriptors(self):
        """The number of its open file descriptors."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def processor_seconds(self):
        """The processor time that it has used."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, number=signal.SIGINT):
        """Ends it as Ctrl-C does, and returns its summary."""
        self.process.send_signal(number)
        summary, _ = self.process.communicate(timeout=20)
        assert self.process.returncode == 0
        return summary


class Client:
    """A connection, with a version negotiated unless `negotiate` is false."""

    def __init__(self, path, negotiate=True):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))  # waits while others are ahead
        self.socket.settimeout(20)
        self.number = 0
        self.capabilities = self.version() if negotiate else None

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def raw(self, data, descriptors=()):
        """Sends bytes with descriptors."""
        ancillary = []
        if descriptors:
            ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        try:
            sent = self.socket.sendmsg([data], ancillary)
            if sent < len(data):
                self.socket.sendall(data[sent:])
        except (BrokenPipeError, ConnectionResetError) as error:
            raise Gone from error

    def send(self, command, payload=b"", descriptors=(), flags=0):
        """Sends a command; returns its number."""
        self.number = (self.number + 1) & 0xFFFF
        header = struct.pack("<HHIII", self.number, command, 16 + len(payload), flags, 0)
        self.raw(header + payload, descriptors)
        return self.number

    def exactly(self, size):
        data = b""
        while len(data) < size:
            try:
                part = self.socket.recv(size - len(data))
            except ConnectionResetError as error:
                raise Gone from error
            if not part:
                raise Gone
            data += part
        return data

    def reply(self, number, command):
        """The payload of the next reply, which must be that of message `number`."""
        got, what, size, flags, error = struct.unpack("<HHIII", self.exactly(16))
        payload = self.exactly(size - 16)
        assert (got, what, flags & 15) == (number, command, REPLY)
        if flags & ERROR:
            assert not payload, "an error has no payload"
            raise Refused(error)
        return payload

    def ask(self, command, payload=b"", descriptors=()):
        return self.reply(self.send(command, payload, descriptors), command)

    def version(self, major=0, minor=0, text=None):
        if text is None:
            text = json.dumps({"capabilities": {"max_msg_fds": 16, "write_multiple": True}}).encode() + b"\0"
        answer = self.ask(VERSION, struct.pack("<HH", major, minor) + text)
        assert struct.unpack("<HH", answer[:4]) == (0, 0)
        assert answer[-1] == 0
        return json.loads(answer[4:-1])["capabilities"]

    def map(self, address, size, descriptor=None, offset=0, flags=3):
        payload = struct.pack("<IIQQQ", 32, flags, offset, address, size)
        self.ask(DMA_MAP, payload, [] if descriptor is None else [descriptor])

    def unmap(self, address, size, flags=0):
        return self.ask(DMA_UNMAP, struct.pack("<IIQQ", 24, flags, address, size))

    def device_info(self):
        return struct.unpack("<IIII", self.ask(DEVICE_INFO, struct.pack("<IIII", 16, 0, 0, 0)))

    def region_info(self, index):
        """Flags and size of a region."""
        answer = self.ask(REGION_INFO, struct.pack("<IIIIQQ", 32, 0, index, 0, 0, 0))
        _, flags, got, _, size, _ = struct.unpack("<IIIIQQ", answer)
        assert got == index
        return flags, size

    def irq_info(self, index):
        """Flags and count of an interrupt kind."""
        _, flags, got, count = struct.unpack(
            "<IIII", self.ask(IRQ_INFO, struct.pack("<IIII", 16, 0, index, 0))
        )
        assert got == index
        return flags, count

    def set_irqs(self, flags, index, start, count, data=b"", descriptors=()):
        payload = struct.pack("<IIIII", 20 + len(data), flags, index, start, count) + data
        self.ask(SET_IRQS, payload, list(descriptors))

    def read(self, region, offset, size=4):
        answer = self.ask(REGION_READ, struct.pack("<QII", offset, region, size))
        assert struct.unpack("<QII", answer[:16]) == (offset, region, size)
        assert len(answer) == 16 + size
        return int.from_bytes(answer[16:], "little")

    def write(self, region, offset, value, size=4, posted=False):
        payload = struct.pack("<QII", offset, region, size) + value.to_bytes(size, "little")
        number = self.send(REGION_WRITE, payload, flags=NO_REPLY if posted else 0)
        if not posted:
            assert struct.unpack("<QII", self.reply(number, REGION_WRITE)) == (offset, region, size)

    def write_multi(self, writes):
        """Writes of (region, offset, value); returns how many acted."""
        payload = struct.pack("<Q", len(writes))
        for region, offset, value in writes:
            payload += struct.pack("<QIIQ", offset, region, 4, value)
        return struct.unpack("<Q", self.ask(WRITE_MULTI, payload))[0]

    def reset(self):
        self.ask(DEVICE_RESET)


class EventFile:
    """An eventfd of an interrupt."""

    def __init__(self):
        self.descriptor = ctypes.CDLL(None).eventfd(0, os.O_NONBLOCK | os.O_CLOEXEC)

    def wait(self, seconds=10):
        """The number of signals since the last call; 0 if none comes in time."""
        ready, _, _ = select.select([self.descriptor], [], [], seconds)
        return int.from_bytes(os.read(self.descriptor, 8), "little") if ready else 0

    def close(self):
        os.close(self.descriptor)


class Guest(Client):
    """A guest with memory, and a driver of one queue each way with legacy descriptors and MSI-X."""

    SIZE = 1 << 20
    BASE = 0x4000_0000
    RX_RING, TX_RING, RX_BUFFERS, TX_BUFFERS = 0x1000, 0x2000, 0x1_0000, 0x4_0000
    ENTRIES = 32

    def __init__(self, path, map_memory=True):
        super().__init__(path)
        self.file = os.memfd_create("guest")
        os.ftruncate(self.file, self.SIZE)
        self.memory = mmap.mmap(self.file, self.SIZE)
        self.vectors = []
        self.taken = self.sent = 0
        if map_memory:
            self.map(self.BASE, self.SIZE, self.file)

    def close(self):
        super().close()
        for vector in self.vectors:
            vector.close()
        self.vectors = []
        if self.file is not None:
            self.memory.close()
            os.close(self.file)
            self.file = None

    def get(self, offset):
        return self.read(0, offset)

    def put(self, offset, value):
        self.write(0, offset, value, posted=True)

    def store(self, at, data):
        self.memory[at : at + len(data)] = data

    def wait_until(self, condition, seconds=10):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.001)
        return True

    def probe(self):
        """Opens the function, resets it, waits for link, and returns the MAC address."""
        self.write(CONFIG, 4, 0x0006, 2)
        self.put(0x888, 0xFFFFFFFF)
        self.put(0, self.get(0) | 1 << 26)
        assert self.wait_until(lambda: not self.get(0) >> 26 & 1)
        assert self.wait_until(lambda: self.get(0x42A4) >> 30 & 1), "no link"
        return self.get(0x5400).to_bytes(4, "little") + self.get(0x5404).to_bytes(4, "little")[:2]

    def interrupts(self, count=2):
        """MSI-X with event files."""
        self.vectors = [EventFile() for _ in range(count)]
        self.set_irqs(EVENTFD | TRIGGER, MSIX, 0, count, descriptors=[v.descriptor for v in self.vectors])
        self.write(CONFIG, 0x62, 0x8000, 2)

    def bring_up(self):
        """Rings, interrupt, receive and transmit. Returns the MAC address."""
        address = self.probe()
        self.interrupts()
        self.put(0x898, 1 << 31 | 1 << 30 | 1 << 4)  # GPIE
        self.put(0x900, 0x80)  # receive queue 0: vector 0
        self.put(0x880, 1)
        for i in range(self.ENTRIES):
            self.post(i)
        self.ring(0x1000, self.RX_RING)
        self.put(0x2100, 2)  # buffers of 2 KiB
        self.put(0x1028, 1 << 25)
        assert self.wait_until(lambda: self.get(0x1028) >> 25 & 1)
        self.put(0x1018, self.ENTRIES - 1)
        self.ring(0x6000, self.TX_RING)
        self.put(0x6028, 1 << 25)
        assert self.wait_until(lambda: self.get(0x6028) >> 25 & 1)
        self.put(0x5080, 1 << 10 | 1 << 9)  # broadcast, and unicast for any address
        self.put(0x3000, 1)
        self.get(8)  # the writes have acted, whatever other clients do next
        return address

    def ring(self, registers, at):
        self.put(registers, self.BASE + at)
        self.put(registers + 4, 0)
        self.put(registers + 8, 16 * self.ENTRIES)

    def post(self, index):
        self.store(
            self.RX_RING + 16 * index, struct.pack("<QQ", self.BASE + self.RX_BUFFERS + 2048 * index, 0)
        )

    def transmit(self, frame):
        """Sends a frame, without FCS; the ring must have a free entry."""
        self.prepare(frame)
        self.put(0x6018, self.sent % self.ENTRIES)

    def transmit_segmented(self, address, segments, mss=500):
        """Sends a TCP segmentation request: a context descriptor and one of data."""
        index = self.sent % self.ENTRIES
        header = bytes.fromhex("020000000001") + address + bytes.fromhex("0800450000000000000040060000")
        header += bytes([10, 82, 0, 2, 10, 82, 0, 1]) + bytes.fromhex(
            "0001000200000000000000005010ffff00000000"
        )
        payload = mss * segments
        self.store(self.TX_BUFFERS + 2048 * index, header + bytes(payload))
        context = struct.pack(
            "<QQ", 14 << 9 | 20, 2 << 20 | 1 << 29 | 1 << 10 | 1 << 11 | 20 << 40 | mss << 48
        )
        command = 3 << 20 | 0x0B << 24 | 1 << 29 | 1 << 31
        data = struct.pack(
            "<QQ", self.BASE + self.TX_BUFFERS + 2048 * index, command | payload << 46 | len(header) + payload
        )
        self.store(self.TX_RING + 16 * index, context + data)
        self.sent += 2
        self.put(0x6018, self.sent % self.ENTRIES)

    def prepare(self, frame):
        """Writes a frame and its descriptor."""
        index = self.sent % self.ENTRIES
        self.store(self.TX_BUFFERS + 2048 * index, frame)
        descriptor = struct.pack(
            "<QHBBBBH", self.BASE + self.TX_BUFFERS + 2048 * index, len(frame), 0, 0x0B, 0, 0, 0
        )
        self.store(self.TX_RING + 16 * index, descriptor)
        self.sent += 1

    def transmitted(self):
        """Whether the last frame is done."""
        at = self.TX_RING + 16 * ((self.sent - 1) % self.ENTRIES)
        return self.memory[at + 12] & 1 == 1

    def receive(self):
        """The next frame, without FCS; None if there is none yet."""
        index = self.taken % self.ENTRIES
        at = self.RX_RING + 16 * index
        _, length, _, status, errors, _ = struct.unpack("<QHHBBH", self.memory[at : at + 16])
        if not status & 1:
            return None
        assert status & 2 and errors == 0
        start = self.RX_BUFFERS + 2048 * index
        frame = self.memory[start : start + length]
        self.post(index)
        self.put(0x1018, index)
        self.taken += 1
        return frame

    def answer(self, seconds=10):
        """The next frame, waited for."""
        got = []

        def came():
            frame = self.receive()
            if frame is not None:
                got.append(frame)
            return frame is not None

        assert self.wait_until(came, seconds), "no frame"
        return got[0]


class SendsPause:
    """A driver that sends PAUSE: flow control with low watermarks, and no receive buffer before give()."""

    COUNTED = 0x3F68, 0x3F60  # XOFF and XON sent

    def put(self, offset, value):
        super().put(offset, 0 if offset == 0x1018 else value)  # RDT

    def give(self):
        super().put(0x1018, self.ENTRIES - 1)

    def bring_up(self):
        address = super().bring_up()
        self.put(0x5080, 7 << 8)  # FCTRL: all addresses
        self.put(0x3D00, 1 << 3)  # RMCS.TFCE_802_3X
        self.put(0x3220, 1 << 31 | 0x1000)  # FCRTL
        self.put(0x3260, 1 << 31 | 0x2000)  # FCRTH
        self.put(0x3200, 0xFFFF)  # FCTTV
        self.put(0x32A0, 0x8000)  # FCRTV
        self.get(8)  # the writes have acted
        return address


class ObeysPause:
    """A driver that obeys PAUSE."""

    COUNTED = 0xCF68, 0xCF60  # XOFF and XON received

    def bring_up(self):
        address = super().bring_up()
        self.put(0x5080, 1 << 15 | 7 << 8)  # FCTRL: RFCE and all addresses
        self.get(8)
        return address

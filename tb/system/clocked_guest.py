"""The guest's side of `--time correlated` without QEMU: a clock as that of the plugin, and a driver that runs on it.

Written from the protocol in docs/correlated_time.md. A guest has a time in nanoseconds, which moves only by advance() and
by the server. A thread answers the server while the guest waits in an access; another one reads the event files, as
QEMU's main loop does.
"""

import os
import select
import socket
import struct
import threading

from vfio_user_client import Guest

HELLO, WELCOME, SYNC, GRANT, ASK, TIME, RESUME, RESUMED = range(1, 9)
MESSAGE = struct.Struct("<IIqq")
LONGEST_WAIT = 100  # seconds


class Clock:
    """A connection as that of the plugin."""

    def __init__(self, path, version=1):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.now = self.promised = 0
        self.log = []
        self.silent = False  # answers nothing in an access
        self.granted = threading.Semaphore(0)
        self.closed = threading.Event()
        self.send(HELLO, version)
        # A server that never answers fails the test, which would otherwise wait for its threads.
        came, _, _ = select.select([self.socket], [], [], LONGEST_WAIT)
        assert came, f"no welcome within {LONGEST_WAIT} s"
        message = self.receive()
        self.welcome = message is not None and message[0] == WELCOME
        self.thread = threading.Thread(target=self.answer, daemon=True)
        self.thread.start()

    def send(self, command, time=0, following=0):
        self.socket.sendall(MESSAGE.pack(command, 0, time, following))

    def receive(self):
        try:
            data = self.socket.recv(MESSAGE.size, socket.MSG_WAITALL)
        except ConnectionResetError:
            return None
        if len(data) < MESSAGE.size:
            return None
        command, _, time, following = MESSAGE.unpack(data)
        return command, time, following

    def answer(self):
        """Answers the server until it closes."""
        while (message := self.receive()) is not None:
            command, time, following = message
            if command == GRANT:
                self.promised = following
                self.granted.release()
            elif command in (ASK, RESUME) and self.silent:
                continue
            elif command == ASK:
                self.log.append(("access", self.now, []))
                self.send(TIME, self.now)
            elif command == RESUME:
                self.now = max(self.now, time)
                self.promised = following
                self.log.append(("resume", self.now, [str(following)]))
                self.send(RESUMED, time)
        self.closed.set()
        self.granted.release()

    def synchronize(self, halted=0):
        """Stops the guest at its promised time, until the server grants more."""
        self.now = max(self.now, self.promised)
        self.log.append(("sync", self.now, []))
        self.send(SYNC, self.now, halted)
        assert self.granted.acquire(timeout=LONGEST_WAIT), f"no grant within {LONGEST_WAIT} s"
        assert not self.closed.is_set(), "the server closed the clock"

    def advance(self, to):
        """Runs the guest to a time, with all stops on the way."""
        while self.promised <= to:
            self.synchronize()
        self.now = max(self.now, to)

    def halt(self, to, woken=lambda: False):
        """Halts the guest to a time, or until it is woken at a stop. Returns whether it is woken."""
        while self.promised < to:
            self.synchronize(halted=to)
            if woken():
                return True
        self.now = max(self.now, to)
        return False

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.socket.close()


class ClockedGuest(Guest):
    """A driver whose time is that of a clock. `taken_at` has the vector and the time of each interrupt."""

    STEP = 20_000  # nanoseconds between two looks of a waiting driver

    def __init__(self, path, clock):
        super().__init__(path)
        self.clock = clock
        self.taken_at = []
        self.ending = os.eventfd(0)
        self.loop = None

    def put(self, offset, value):
        self.write(0, offset, value)

    def wait_until(self, condition, seconds=10):
        for _ in range(int(seconds * 1e9 / self.STEP)):
            if condition():
                return True
            self.clock.advance(self.clock.now + self.STEP)
        return False

    def interrupts(self, count=2):
        super().interrupts(count)
        self.start_loop()

    def start_loop(self):
        self.loop = threading.Thread(target=self.take, daemon=True)
        self.loop.start()

    def take(self):
        """Reads the event files. The guest's time stands still while one is signalled."""
        places = {vector.descriptor: number for number, vector in enumerate(self.vectors)}
        while True:
            ready, _, _ = select.select([*places, self.ending], [], [])
            if self.ending in ready:
                return
            for descriptor in ready:
                self.taken_at.append((places[descriptor], self.clock.now))
                os.read(descriptor, 8)

    def close(self):
        if self.loop is not None:
            os.eventfd_write(self.ending, 1)
            self.loop.join()
        os.close(self.ending)
        super().close()

"""Virtual functions of `ixsim serve --vf` under a driver of the tests, with the server as the driver of the physical
function: mailbox, addresses, VLANs, frames to the wire and between functions, resets, hostile messages."""

import random
import re
import struct
import time

import captures
import pytest
from test_serve import PEER, arp, icmp
from vfio_user_client import CONFIG, EVENTFD, MSIX, TRIGGER, EventFile, Guest, Server

GRANTED, REFUSED, CLEAR_TO_SEND = 0x8000_0000, 0x4000_0000, 0x2000_0000
MAILBOX, MEMORY = 0x2FC, 0x200
REQ, ACK, VFU, PFU, PFSTS, PFACK, RSTI, RSTD = (1 << i for i in range(8))


class FunctionGuest(Guest):
    """A guest whose driver has a virtual function: one queue each way, mailbox by the protocol of drivers."""

    def take(self):
        """Takes the mailbox."""
        assert self.wait_until(lambda: self.locked()), "no mailbox"

    def locked(self):
        self.put(MAILBOX, VFU)
        self.status |= self.get(MAILBOX) & (PFSTS | PFACK)
        return self.get(MAILBOX) & VFU != 0

    def saw(self, bit):
        self.status |= self.get(MAILBOX)  # reading clears
        seen = self.status & bit != 0
        if seen:
            self.status &= ~bit
        return seen

    def request(self, *words):
        """Sends a message, and returns the answer."""
        self.status = 0
        self.take()
        self.status = 0
        for i, word in enumerate(words):
            self.put(MEMORY + 4 * i, word)
        self.put(MAILBOX, REQ)
        assert self.wait_until(lambda: self.saw(PFACK)), "no acknowledgement"
        return self.message()

    def message(self):
        assert self.wait_until(lambda: self.saw(PFSTS)), "no answer"
        self.take()
        answer = [self.get(MEMORY + 4 * i) for i in range(16)]
        self.put(MAILBOX, ACK)
        return answer

    def probe(self):
        """Opens the function, resets it by the mailbox, and returns its MAC address."""
        self.status = 0
        assert self.read(CONFIG, 0) == 0x10ED8086
        self.write(CONFIG, 4, 0x0406, 2)
        assert self.read(CONFIG, 4, 2) & 0x0406 == 0x0406
        self.put(0, 1 << 26)
        assert self.wait_until(lambda: not self.get(MAILBOX) & RSTI)
        answer = self.request(1)
        assert answer[0] == 1 | GRANTED
        return struct.pack("<II", *answer[1:3])[:6]

    def bring_up(self):
        address = self.probe()
        self.vectors = [EventFile() for _ in range(3)]
        self.set_irqs(EVENTFD | TRIGGER, MSIX, 0, 3, descriptors=[v.descriptor for v in self.vectors])
        self.write(CONFIG, 0x72, 0x8000, 2)
        self.put(0x120, 0x8180)  # VTIVAR: receive by vector 0, transmit by 1
        self.put(0x140, 0x82)
        self.put(0x108, 7)
        for i in range(self.ENTRIES):
            self.post(i)
        self.ring(0x1000, self.RX_RING)
        self.put(0x1014, 2 | 1 << 28)
        self.put(0x1028, 1 << 25)
        assert self.wait_until(lambda: self.get(0x1028) >> 25 & 1)
        self.put(0x1018, self.ENTRIES - 1)
        self.ring(0x2000, self.TX_RING)
        self.put(0x2028, 1 << 25)
        assert self.wait_until(lambda: self.get(0x2028) >> 25 & 1)
        self.get(8)
        return address

    def put(self, offset, value):
        # Tails and heads of the base class are those of the physical function.
        super().put({0x6018: 0x2018}.get(offset, offset), value)


@pytest.fixture
def server(tmp_path):
    words = ["--profile", "82599", "--wire", "echo", "--check", "rtl"]
    words += [f"--vf=0.{n}={tmp_path}/vf{n}" for n in (0, 1, 5)]
    with Server(tmp_path, *words, sockets=0) as server:
        server.paths = [tmp_path / f"vf{n}" for n in (0, 1, 5)]
        yield server


def test_a_function_is_described_and_reset(server):
    with FunctionGuest(server.paths[0]) as guest:
        sizes = [guest.region_info(i)[1] for i in range(9)]
        assert sizes == [16 << 10, 0, 0, 16 << 10, 0, 0, 0, 4096, 0]
        assert [guest.irq_info(i)[1] for i in range(3)] == [0, 0, 3]
        guest.write(CONFIG, 4, 0x0406, 2)
        guest.status = 0
        assert guest.request(2, 0x0002, 0)[0] == 2 | REFUSED, "not before a reset"
        address = guest.probe()
        assert address == bytes.fromhex("021b21000001")
        assert guest.get(0x10) >> 30 & 1, "link"
        guest.reset()
        guest.status = 0
        assert guest.read(CONFIG, 4, 2) == 0
        guest.write(CONFIG, 4, 0x0406, 2)
        assert guest.request(10)[0] == 10 | REFUSED


def test_requests_are_answered(server):
    with FunctionGuest(server.paths[2]) as guest:
        guest.probe()
        granted = GRANTED | CLEAR_TO_SEND
        for version in (8, 7, 6, 1):  # 1 is API 2.0
            assert guest.request(8, version)[0] == 8 | REFUSED | CLEAR_TO_SEND
        assert guest.request(8, 5)[0] == 8 | granted
        assert guest.request(9)[:5] == [9 | granted, 1, 1, 0, 0]
        assert guest.request(10)[:9] == [10 | granted] + [0] * 8
        assert guest.request(11)[0] == 11 | granted
        assert guest.request(12, 1)[:2] == [12 | granted, 1]
        assert guest.request(12, 3)[0] == 12 | REFUSED | CLEAR_TO_SEND
        assert guest.request(16)[:2] == [16 | granted, 1]
        assert guest.request(5, 9_000)[0] == 5 | granted
        assert guest.request(5, 20_000)[0] == 5 | REFUSED | CLEAR_TO_SEND
        assert guest.request(4 | 1 << 16, 0)[0] == 4 | 1 << 16 | granted
        assert guest.request(2, 0x0001, 0)[0] == 2 | REFUSED | CLEAR_TO_SEND, "a group address"
        assert guest.request(0x99)[0] == 0x99 | REFUSED | CLEAR_TO_SEND
    assert "mailbox requests 17, refused 8" in server.end()


def test_frames_go_to_the_wire_and_between_functions(server):
    with FunctionGuest(server.paths[0]) as first, FunctionGuest(server.paths[2]) as second:
        addresses = first.bring_up(), second.bring_up()
        assert addresses[1] == bytes.fromhex("021b21000006")
        first.transmit(arp(addresses[0]))
        assert second.answer()[: len(arp(addresses[0]))] == arp(addresses[0]), "broadcast reaches all"
        assert first.answer()[:12] == addresses[0] + PEER
        assert first.vectors[0].wait() > 0
        for number in range(20):
            request = icmp(addresses[0], number)
            first.transmit(request)
            assert first.answer()[34] == 0
            first.transmit(addresses[1] + request[6:])
            assert second.answer() == addresses[1] + request[6:]
        assert second.receive() is None and first.receive() is None
        # Another address, and a VLAN.
        assert second.request(2, 0x33221102, 0x5544)[0] >> 31
        first.transmit(bytes.fromhex("021122334455") + request[6:])
        assert second.answer()[:6] == bytes.fromhex("021122334455")
        tagged = bytes.fromhex("021122334455") + addresses[0] + b"\x81\0\0\x2a\x88\xb5" + bytes(60)
        first.transmit(tagged)
        assert second.request(4 | 1 << 16, 0x2A)[0] >> 31
        first.transmit(tagged[:-1] + b"\1")
        assert second.answer()[-1] == 1, "the first one is not its VLAN's"
        assert second.request(4, 0x2A)[0] >> 31
        first.transmit(tagged)
        # Further addresses: two, and none.
        assert second.request(6 | 1 << 16, 0x33221106, 0x5544)[0] >> 31
        assert second.request(6 | 2 << 16, 0x3322110A, 0x5544)[0] >> 31
        for to in ("061122334455", "0a1122334455"):
            first.transmit(bytes.fromhex(to) + request[6:])
            assert second.answer()[:6] == bytes.fromhex(to)
        assert second.request(6, 0, 0)[0] >> 31
        first.transmit(bytes.fromhex("061122334455") + request[6:])
        first.transmit(bytes.fromhex("021122334455") + request[6:])
        assert second.answer()[:6] == bytes.fromhex("021122334455")
        # Multicast by the hash of bits 47:36.
        group = bytes.fromhex("01005e00abcd")
        first.transmit(group + request[6:])
        assert second.request(3 | 1 << 16, (group[4] >> 4 | group[5] << 4) & 0xFFF)[0] >> 31
        first.transmit(group + request[6:])
        assert second.answer()[:6] == group
        assert second.receive() is None


def test_a_function_without_descriptors_holds_up_no_other(server):
    """More than the receive buffer holds is sent to a function whose driver gives no buffer back."""
    with FunctionGuest(server.paths[0]) as first, FunctionGuest(server.paths[2]) as second:
        addresses = first.bring_up(), second.bring_up()
        second.put(0x1014, 2)  # without DROP_EN
        frame = addresses[1] + addresses[0] + b"\x88\xb5" + bytes(1_486)
        for number in range(2 * 512 * 1024 // len(frame)):
            first.transmit(frame)
            assert first.wait_until(first.transmitted), f"frame {number} stays"
        first.transmit(icmp(addresses[0], 1))
        assert first.answer()[34] == 0


def test_a_guest_that_goes_leaves_no_filters(server):
    with FunctionGuest(server.paths[0]) as first:
        address = first.bring_up()
        with FunctionGuest(server.paths[1]) as second:
            other = second.bring_up()
            first.transmit(other + icmp(address, 1)[6:])
            assert second.answer()
        server.wait_for("client gone")
        with FunctionGuest(server.paths[1]) as second:
            second.write(CONFIG, 4, 0x0406, 2)
            first.transmit(other + icmp(address, 2)[6:])
            assert first.wait_until(first.transmitted)
            assert second.bring_up() == other
            first.transmit(other + icmp(address, 3)[6:])
            assert second.answer()[18:20] == b"\0\3"


def test_the_next_guest_gets_nothing_that_the_last_one_has_set(server):
    """Its MAC address, and the hashes of its multicast groups, those that another function has too excepted."""
    groups = [bytes.fromhex("01005e00abcd"), bytes.fromhex("01005e007777")]
    hashes = [(group[4] >> 4 | group[5] << 4) & 0xFFF for group in groups]
    with FunctionGuest(server.paths[0]) as first:
        address = first.bring_up()
        assert first.request(3 | 1 << 16, hashes[0])[0] >> 31
        with FunctionGuest(server.paths[1]) as second:
            other = second.bring_up()
            assert second.request(2, 0x33221102, 0x5544)[0] >> 31
            assert second.request(3 | 2 << 16, hashes[0] | hashes[1] << 16)[0] >> 31
        server.wait_for("client gone")
        with FunctionGuest(server.paths[1]) as second:
            assert second.bring_up() == other
            # The pool takes groups of the table, which has those of the other function alone.
            assert second.request(12, 1)[0] >> 31
            request = icmp(address, 1)
            for group in (groups[1], groups[0]):
                first.transmit(group + request[6:])
            assert second.answer()[:6] == groups[0]
            assert second.receive() is None


def test_the_wire_starts_again_for_the_first_guest_of_a_port(tmp_path):
    """A second guest gets no frame of the capture a second time, and a guest that comes after all had left does."""
    frame = bytes.fromhex("ffffffffffff") + PEER + b"\x88\xb5" + bytes(46)
    capture = captures.write(tmp_path / "one.pcap", captures.pcap_header(), captures.pcap_record(0, 0, frame))
    words = ["--profile", "82599", "--wire", f"pcap:{capture}"]
    words += [f"--vf=0.{n}={tmp_path}/vf{n}" for n in (0, 1)]
    with Server(tmp_path, *words, sockets=0) as server:
        for turn in (1, 2):
            with FunctionGuest(tmp_path / "vf0") as first:
                first.bring_up()
                with FunctionGuest(tmp_path / "vf1") as second:
                    second.bring_up()
            end = time.monotonic() + 20
            while server.messages().count("client gone") < 2 * turn:
                assert time.monotonic() < end
                time.sleep(0.01)
        # At the start of the server, and for the first guest of each turn.
        assert re.search(r"wire 0 .* received 3,", server.end())


def test_hostile_messages_harm_no_other_function(server):
    chance = random.Random(1)
    with FunctionGuest(server.paths[1]) as guest:
        guest.bring_up()
        for _ in range(300):
            guest.put(MAILBOX, chance.choice([VFU, VFU, REQ, ACK, REQ | VFU, 0xFF, 0]))
            guest.put(MEMORY, chance.choice([1, 2, 3, 4, 5, 6, 8, 9, 12, 16]) | chance.getrandbits(8) << 16)
            for i in range(1, 16):
                guest.put(MEMORY + 4 * i, chance.choice([0, 1, 42, chance.getrandbits(32)]))
            guest.put(MAILBOX, REQ)
            guest.get(8)
    with FunctionGuest(server.paths[0]) as guest:
        address = guest.bring_up()
        guest.transmit(arp(address))
        assert guest.answer()[:12] == address + PEER

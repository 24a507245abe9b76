"""`ixsim serve` under a client of the tests: protocol, a driver's bring-up, frames each way, hostile clients, kills."""

import ipaddress
import os
import pathlib
import random
import re
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time

import pytest
import vfio_user_client as vfio
from program import ROOT, call
from vfio_user_client import (
    CONFIG,
    EVENTFD,
    INTX,
    MASK,
    MSI,
    MSIX,
    NONE,
    TRIGGER,
    UNMASK,
    EventFile,
    Guest,
    Server,
)

sys.path.insert(0, str(ROOT / "scripts"))

from full_system import machine

EINVAL, EEXIST, ENOENT, ENOTSUP = 22, 17, 2, 95
PEER = bytes.fromhex("020000000001")


@pytest.fixture
def echo(tmp_path):
    with Server(tmp_path, "--wire", "echo") as server:
        yield server


def refused(error, function, *words, **keys):
    with pytest.raises(vfio.Refused) as found:
        function(*words, **keys)
    assert found.value.args == (error,)


def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def arp(address):
    body = (
        struct.pack(">HHBBH", 1, 0x0800, 6, 4, 1)
        + address
        + bytes([10, 82, 0, 2])
        + bytes(6)
        + bytes([10, 82, 0, 1])
    )
    return b"\xff" * 6 + address + b"\x08\x06" + body


def icmp(address, number, size=56):
    message = struct.pack(">BBHHH", 8, 0, 0, 0x1234, number) + bytes(i & 255 for i in range(size))
    message = message[:2] + struct.pack(">H", checksum(message)) + message[4:]
    header = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(message), number, 0, 64, 1, 0) + bytes(
        [10, 82, 0, 2, 10, 82, 0, 1]
    )
    header = header[:10] + struct.pack(">H", checksum(header)) + header[12:]
    return PEER + address + b"\x08\x00" + header + message


def test_negotiates_and_describes_the_device(echo):
    with vfio.Client(echo.path) as client:
        assert client.capabilities["max_msg_fds"] == 16  # QEMU refuses more
        assert client.capabilities["write_multiple"] is True
        assert client.device_info() == (16, 3, 9, 5)
        sizes = [client.region_info(i)[1] for i in range(9)]
        assert sizes == [128 << 10, 0, 32, 16 << 10, 0, 0, 0, 4096, 0]
        assert [client.irq_info(i) for i in range(3)] == [(7, 1), (9, 1), (9, 20)]
        refused(EINVAL, client.region_info, 9)
        refused(EINVAL, client.irq_info, 5)
        assert client.read(CONFIG, 0) == 0x10C68086
        assert client.read(CONFIG, 0, 4096) & 0xFFFF == 0x8086
        client.close()
    with vfio.Client(echo.path, negotiate=False) as client:
        assert "write_multiple" not in client.version(text=b'{"capabilities": {}}\0')
    with vfio.Client(echo.path, negotiate=False) as client:
        assert client.version(text=b"[[[ no JSON")["max_msg_fds"] == 16
        refused(EINVAL, client.version)  # once is enough
        assert client.read(CONFIG, 0) == 0x10C68086


def test_registers_answer_when_the_function_is_open(echo):
    with vfio.Client(echo.path) as client:
        assert client.read(0, 8) == 0xFFFFFFFF
        client.write(CONFIG, 4, 7, 2)
        assert client.read(0, 8) == 0x00080080
        client.write(0, 0x5200, 0x12345678)
        assert client.read(0, 0x5200) == 0x12345678
        assert client.read(0, 0x5202, 2) == 0x1234
        assert client.read(0, 0x51FE, 8) == 0x5678 << 16 | 0x1234 << 32 | client.read(0, 0x51FE, 2)
        client.write(0, 0x5200, 0xFF, 1)  # the device takes words alone
        assert client.read(0, 0x5200) == 0x12345678
        client.write(2, 0, 0x5200)
        assert client.read(2, 4) == 0x12345678
        for i in range(100):
            client.write(0, 0x5204, i, posted=True)
        assert client.read(0, 0x5204) == 99
        assert client.write_multi([(0, 0x5208, 5), (0, 0x520C, 6)]) == 2
        assert (client.read(0, 0x5208), client.read(0, 0x520C)) == (5, 6)
        for region, offset, size in [
            (0, 128 << 10, 4),
            (0, (128 << 10) - 2, 4),
            (1, 0, 4),
            (9, 0, 4),
            (0, 1 << 63, 4),
            (0, 0, 0),
        ]:
            refused(EINVAL, client.read, region, offset, size)
        refused(EINVAL, client.ask, vfio.REGION_WRITE, struct.pack("<QII", 0, 0, 8) + b"1234")
        refused(EINVAL, client.write_multi, [(0, 0x5208, 7), (0, 128 << 10, 8)])
        assert client.read(0, 0x5208) == 7
        refused(ENOTSUP, client.ask, 11)
        client.reset()
        assert client.read(CONFIG, 4, 2) == 0
        client.write(CONFIG, 4, 7, 2)
        assert client.read(0, 0x5200) == 0
    summary = echo.end()
    assert "partial writes 1" in summary


def test_a_driver_sends_and_receives(echo):
    with Guest(echo.path) as guest:
        address = guest.bring_up()
        assert address == bytes.fromhex("001b21000001")
        guest.transmit(arp(address))
        assert guest.vectors[0].wait() == 1
        answer = guest.answer()
        assert answer[:12] == address + PEER and answer[12:14] == b"\x08\x06"
        assert answer[20:22] == b"\0\2" and answer[22:28] == PEER and answer[28:32] == bytes([10, 82, 0, 1])
        assert guest.wait_until(guest.transmitted)
        for number in range(100):
            guest.put(0x880, 1)
            guest.transmit(icmp(address, number))
            answer = guest.answer()
            assert answer[:12] == address + PEER
            assert answer[34] == 0 and answer[38:] == icmp(address, number)[38:]
            assert checksum(answer[14:34]) == 0 and checksum(answer[34:]) == 0
        assert guest.get(0x4074) == guest.get(0x4080) == 101  # GPRC, GPTC
    echo.wait_for("client gone")
    summary = echo.end()
    assert "frames sent 101," in summary and "delivered 101," in summary and "failures 0," in summary
    both = f"101 frames, {64 + 100 * 102} bytes"
    assert f"queue 0.0  received {both}; sent {both}; dropped 0\n" in summary


def ipv6(address, message, source="fe80::2", destination="fe80::1", kind=58):
    """A frame with an ICMPv6 message, whose checksum it computes."""
    ends = ipaddress.IPv6Address(source).packed + ipaddress.IPv6Address(destination).packed
    total = checksum(ends + struct.pack(">II", len(message), 58) + message)
    message = message[:2] + struct.pack(">H", total) + message[4:]
    return (
        PEER + address + b"\x86\xdd" + struct.pack(">IHBB", 6 << 28, len(message), kind, 255) + ends + message
    )


def icmpv6_parts(frame):
    """Source, destination and message of an answer, whose checksum must be right."""
    assert frame[12:14] == b"\x86\xdd" and frame[14] >> 4 == 6 and frame[20] == 58 and frame[21] == 255
    size = struct.unpack(">H", frame[18:20])[0]
    message = frame[54 : 54 + size]
    assert checksum(frame[22:54] + struct.pack(">II", size, 58) + message) == 0
    source, destination = (str(ipaddress.IPv6Address(frame[at : at + 16])) for at in (22, 38))
    return source, destination, message


def test_the_peer_answers_icmpv6(echo):
    """Neighbour solicitations and echo requests (RFC 4861, 4.3 and 4.4; RFC 4443, 4.1 and 4.2)."""
    target = ipaddress.IPv6Address("fe80::1").packed
    with Guest(echo.path) as guest:
        address = guest.bring_up()

        def solicit(**ends):
            option = b"\x01\x01" + address
            return ipv6(address, struct.pack(">BBHI", 135, 0, 0, 0) + target + option, **ends)

        def ping(number, size=56, **ends):
            body = struct.pack(">BBHHH", 128, 0, 0, 0x1234, number) + bytes(i & 255 for i in range(size))
            return ipv6(address, body, **ends)

        guest.transmit(solicit(destination="ff02::1:ff00:1"))
        answer = guest.answer()
        assert answer[:12] == address + PEER
        source, destination, message = icmpv6_parts(answer)
        assert (source, destination) == ("fe80::1", "fe80::2")
        # Solicited, override; the target, and its link-layer address.
        assert message[:2] == b"\x88\0" and message[4:8] == b"\x60\0\0\0" and message[8:24] == target
        assert message[24:] == b"\x02\x01" + PEER
        for number, size in enumerate([0, 1, 56, 1400]):
            request = ping(number, size)
            guest.transmit(request)
            answer = guest.answer()
            assert answer[:12] == address + PEER
            source, destination, message = icmpv6_parts(answer)
            assert (source, destination) == ("fe80::1", "fe80::2")
            assert message[:2] == b"\x81\0" and message[4:] == request[58:]
        # None of these has an answer: the next one is that of the last request.
        for frame in [
            solicit(source="::", destination="ff02::1:ff00:1"),  # a search for duplicate addresses
            ping(7, destination="ff02::1"),
            ping(7, kind=17),
            ipv6(address, struct.pack(">BBHI", 135, 0, 0, 0)),  # without a target
            ipv6(address, struct.pack(">BBHI", 133, 0, 0, 0)),  # a router solicitation
            ping(7)[:60],
        ]:
            guest.transmit(frame)
        # A VLAN tag stays.
        request = ping(8)
        guest.transmit(request[:12] + b"\x81\0\0\x05" + request[12:])
        answer = guest.answer()
        assert answer[12:16] == b"\x81\0\0\x05"
        assert icmpv6_parts(answer[:12] + answer[16:])[2][4:] == request[58:]


def test_the_peer_answers_no_wrong_checksum(echo):
    """Data that were damaged on their way out must not come back with a right checksum."""
    with Guest(echo.path) as guest:
        address = guest.bring_up()
        body = struct.pack(">BBHHH", 128, 0, 0, 0x1234, 1) + bytes(56)
        wrong = [(icmp(address, 1), 24), (icmp(address, 2), 70), (ipv6(address, body), 70)]
        for frame, at in wrong:  # IP header, data of ICMP and of ICMPv6
            guest.transmit(frame[:at] + bytes([frame[at] ^ 0x10]) + frame[at + 1 :])
        guest.transmit(icmp(address, 3))
        assert guest.answer()[18:20] == b"\0\3", "the first answer is that of the last request"
    summary = echo.end()
    assert "ARP, ICMP and ICMPv6 answers 1" in summary and "bad checksums 3," in summary


def test_a_function_that_may_not_be_master_is_silent(echo):
    with Guest(echo.path) as guest:
        address = guest.bring_up()
        guest.write(CONFIG, 4, 0x0002, 2)
        guest.transmit(arp(address))
        time.sleep(0.1)
        assert not guest.transmitted() and guest.get(0x6010) == 0
        guest.write(CONFIG, 4, 0x0006, 2)
        assert guest.answer()[20:22] == b"\0\2"


def test_interrupt_line_masks_itself(echo):
    with Guest(echo.path) as guest:
        guest.write(CONFIG, 4, 0x0006, 2)
        event = EventFile()
        guest.set_irqs(EVENTFD | TRIGGER, INTX, 0, 1, descriptors=[event.descriptor])
        guest.put(0x880, 1)
        guest.put(0x808, 1)
        assert event.wait() == 1
        guest.get(0x800)  # the line falls, and rises again
        guest.put(0x880, 1)
        guest.put(0x808, 1)
        assert event.wait(0.1) == 0, "masked by its first signal"
        guest.set_irqs(NONE | UNMASK, INTX, 0, 1)
        assert event.wait() == 1, "still asserted"
        guest.get(0x800)
        guest.put(0x888, 0xFFFFFFFF)
        guest.get(8)
        time.sleep(0.05)
        guest.set_irqs(NONE | UNMASK, INTX, 0, 1)
        assert event.wait(0.1) == 0
        guest.set_irqs(NONE | MASK, INTX, 0, 1)
        guest.put(0x880, 1)
        guest.put(0x808, 1)
        assert event.wait(0.1) == 0
        event.close()


def test_message_interrupts_and_files(echo):
    with Guest(echo.path) as guest:
        guest.write(CONFIG, 4, 0x0006, 2)
        events = [EventFile() for _ in range(3)]
        files = [event.descriptor for event in events]
        guest.set_irqs(EVENTFD | TRIGGER, MSI, 0, 1, descriptors=files[:1])
        guest.write(CONFIG, 0x52, 1, 2)
        guest.put(0x880, 1)
        guest.put(0x808, 1)
        assert events[0].wait() == 1
        guest.set_irqs(EVENTFD | TRIGGER, MSIX, 0, 3, descriptors=files)
        guest.set_irqs(NONE | TRIGGER, MSIX, 1, 2)
        assert [event.wait(0) for event in events] == [0, 1, 1]
        guest.set_irqs(vfio.BOOL | TRIGGER, MSIX, 0, 3, b"\1\0\1")
        assert [event.wait(0) for event in events] == [1, 0, 1]
        guest.set_irqs(EVENTFD | TRIGGER, MSIX, 0, 2, descriptors=files[:1])  # vector 1 has no file now
        guest.set_irqs(NONE | TRIGGER, MSIX, 0, 3)
        assert [event.wait(0) for event in events] == [1, 0, 1]
        guest.set_irqs(NONE | TRIGGER, MSIX, 0, 0)
        guest.set_irqs(NONE | TRIGGER, MSIX, 0, 3)
        assert [event.wait(0) for event in events] == [0, 0, 0]
        for flags, index, start, count, data, passed in [
            (EVENTFD | TRIGGER, MSIX, 19, 2, b"", files[:2]),
            (EVENTFD | TRIGGER, MSIX, 0xFFFFFFFF, 2, b"", files[:2]),
            (EVENTFD | TRIGGER, MSIX, 0, 1, b"", files[:2]),
            (EVENTFD | TRIGGER, MSIX, 0, 1, b"", [guest.file]),
            (NONE | TRIGGER, MSIX, 0, 1, b"", files[:1]),
            (NONE | TRIGGER, 5, 0, 0, b"", []),
            (NONE | EVENTFD | TRIGGER, MSIX, 0, 1, b"", []),
            (NONE | TRIGGER | MASK, INTX, 0, 1, b"", []),
            (NONE | MASK, MSIX, 0, 1, b"", []),
            (vfio.BOOL | TRIGGER, MSIX, 0, 3, b"\1", []),
        ]:
            refused(EINVAL, guest.set_irqs, flags, index, start, count, data, passed)
        for event in events:
            event.close()


def test_maps_are_checked(echo):
    with Guest(echo.path, map_memory=False) as guest:
        page = 4096
        guest.map(0x10000, 4 * page, guest.file)
        for address, size in [(0x10000, page), (0xF000, 2 * page), (0x13000, 2 * page), (0, 1 << 20)]:
            refused(EEXIST, guest.map, address, size, guest.file)
        guest.map(0x14000, page)  # without a file: acknowledged, never read
        refused(EEXIST, guest.map, 0x14000, page, guest.file)
        for address, size, offset in [
            (0x20000, 0, 0), (0x20001, page, 0), (0x20000, page + 1, 0), (0x20000, page, 1),
            (2**64 - page, 2 * page, 0), (0x20000, page, 2**63), (0x20000, (1 << 20) + page, 0), (0x20000, page, 1 << 20),
        ]:  # fmt: skip
            refused(EINVAL, guest.map, address, size, guest.file, offset)
        read_end, write_end = os.pipe()
        refused(EINVAL, guest.map, 0x20000, page, read_end)
        os.close(read_end)
        os.close(write_end)
        payload = struct.pack("<IIQQQ", 32, 3, 0, 0x20000, page)
        refused(EINVAL, guest.ask, vfio.DMA_MAP, payload, [guest.file] * 2)
        refused(EINVAL, guest.ask, vfio.DMA_MAP, payload[:-1], [guest.file])
        refused(EINVAL, guest.ask, vfio.DEVICE_INFO, bytes(16), [guest.file])
        for address, size in [(0x10000, page), (0x11000, page), (0x50000, page)]:
            refused(ENOENT, guest.unmap, address, size)
        guest.unmap(0x14000, page)
        guest.unmap(0x10000, 4 * page)
        guest.map(0x10000, 4 * page, guest.file)
        guest.unmap(0, 0, flags=2)
        guest.map(0x10000, 4 * page, guest.file)
        refused(EINVAL, guest.unmap, 0x10000, 4 * page, flags=1)


def test_memory_that_is_taken_away_or_cut_off(echo):
    with Guest(echo.path) as guest:
        address = guest.bring_up()
        guest.unmap(guest.BASE, guest.SIZE)
        before = bytes(guest.memory[:])
        guest.transmit(arp(address))
        time.sleep(0.1)
        assert guest.get(8) != 0xFFFFFFFF
        assert guest.memory[: guest.TX_RING] == before[: guest.TX_RING]
    with Guest(echo.path) as guest:
        address = guest.bring_up()
        guest.transmit(arp(address))
        assert guest.answer()
        guest.memory.close()
        os.ftruncate(guest.file, 4096)
        guest.put(0x6018, guest.sent + 1)
        time.sleep(0.1)
        assert guest.get(8) != 0xFFFFFFFF
    with Guest(echo.path) as guest:
        address = guest.bring_up()
        guest.transmit(arp(address))
        assert guest.answer()
    summary = echo.end()
    assert "of truncated files 0" not in summary


def ring_and_send(guest, reads, command, payload=b""):
    """Rings the transmit doorbell, reads a register some times, and sends a command, in one piece.

    The device has as much time as the reads take, however busy the host is.
    """
    pieces = []
    guest.raw = lambda data, _descriptors=(): pieces.append(data)
    guest.put(0x6018, guest.sent % guest.ENTRIES)
    numbers = [guest.send(vfio.REGION_READ, struct.pack("<QII", 8, 0, 4)) for _ in range(reads)]
    last = guest.send(command, payload)
    del guest.raw
    guest.raw(b"".join(pieces))
    for number in numbers:
        guest.reply(number, vfio.REGION_READ)
    guest.reply(last, command)


def take_away(guest, how, chance):
    """Posts frames, and takes the memory or the device away at any moment. Afterwards no byte of the memory changes."""
    address = guest.bring_up()
    for _ in range(chance.randrange(4)):
        guest.transmit(icmp(address, 1, 1000))
    for _ in range(chance.randrange(1, 25)):
        guest.prepare(icmp(address, 2, 1000))
    kept = guest.RX_BUFFERS if how == "part" else 0  # the rings stay
    reads = chance.randrange(40)
    if how == "reset":
        ring_and_send(guest, reads, vfio.DEVICE_RESET)
    else:
        payload = struct.pack("<IIQQ", 24, 0, guest.BASE + kept, guest.SIZE - kept)
        ring_and_send(guest, reads, vfio.DMA_UNMAP, payload)
    gone = slice(kept, guest.SIZE)
    before = guest.memory[gone]
    assert guest.get(8) != 0 and guest.read(CONFIG, 0) == 0x10C68086
    time.sleep(chance.random() * 0.01)
    assert guest.memory[gone] == before, how
    # The same client starts again.
    while guest.vectors:
        guest.vectors.pop().close()
    guest.unmap(0, 0, flags=2)
    guest.reset()
    guest.memory[:] = bytes(guest.SIZE)
    guest.store(0, b"\1")  # a file of zeros alone may be a hole
    guest.taken = guest.sent = 0
    map_parts(guest, kept)


def map_parts(guest, first):
    """Maps the memory in two parts, of which the first may be empty."""
    if first != 0:
        guest.map(guest.BASE, first, guest.file)
    guest.map(guest.BASE + first, guest.SIZE - first, guest.file, first)


@pytest.mark.parametrize("how", ["reset", "all", "part"])
def test_memory_and_device_are_taken_away_under_dma(tmp_path, how):
    chance = random.Random(how)
    # The device is so slow that its DMA would go on while the test looks at the memory.
    with Server(tmp_path, "--wire", "echo", "--time", "wall:0.01") as server:
        with Guest(server.path, map_memory=False) as guest:
            map_parts(guest, guest.RX_BUFFERS if how == "part" else 0)
            for _ in range(100):
                take_away(guest, how, chance)
        with Guest(server.path) as guest:
            address = guest.bring_up()
            guest.transmit(arp(address))
            assert guest.answer()[20:22] == b"\0\2"
        failures = int(re.search(r"DMA bytes \d+, failures (\d+)", server.end())[1])
    assert failures == 0 if how == "reset" else failures >= 20, failures


def test_memory_that_is_not_shared_is_named(echo):
    with Guest(echo.path) as guest:
        private = os.memfd_create("private")
        os.ftruncate(private, guest.SIZE)
        guest.unmap(guest.BASE, guest.SIZE)
        guest.map(guest.BASE, guest.SIZE, private)
        address = guest.bring_up()
        guest.transmit(arp(address))
        echo.wait_for("share=on")
        os.close(private)


def test_hostile_clients_are_disconnected_and_the_next_is_served(echo):
    header = struct.Struct("<HHIII")
    hostile = [
        b"\0" * 16,
        header.pack(1, 1, 15, 0, 0),
        header.pack(1, 1, 0xFFFFFFFF, 0, 0),
        header.pack(1, vfio.REGION_READ, 32, 0, 0) + struct.pack("<QII", 0, 7, 4),  # before the version
        header.pack(1, 1, 20, 1, 0) + b"\0\0\0\0",  # a reply
        header.pack(1, 1, 20, 0, 0) + b"\1\0\0\0",  # major version 1
        header.pack(1, 1, 17, 0, 0) + b"\0",
    ]
    for data in hostile:
        with vfio.Client(echo.path, negotiate=False) as client:
            client.raw(data)
            with pytest.raises(vfio.Gone):
                client.exactly(17)
    with vfio.Client(echo.path) as client:  # surplus descriptors
        files = [os.open("/dev/null", os.O_RDONLY) for _ in range(40)]
        client.send(vfio.SET_IRQS, bytes(20), files)
        with pytest.raises(vfio.Gone):
            client.exactly(1)
        for file in files:
            os.close(file)
    with vfio.Client(echo.path) as client:  # half a message, then the rest
        client.raw(header.pack(9, vfio.DEVICE_INFO, 32, 0, 0)[:7])
        time.sleep(0.05)
        client.raw(header.pack(9, vfio.DEVICE_INFO, 32, 0, 0)[7:] + bytes(8))
        time.sleep(0.05)
        client.raw(bytes(8))
        assert len(client.reply(9, vfio.DEVICE_INFO)) == 16
        client.raw(b"\0" * 5)  # ... and half a message for ever
    with vfio.Client(echo.path) as client:  # a client that takes no answers
        client.socket.setblocking(False)
        try:
            while True:
                client.send(vfio.REGION_READ, struct.pack("<QII", 0, CONFIG, 4096))
        except BlockingIOError:
            pass
    with Guest(echo.path) as guest:
        address = guest.bring_up()
        guest.transmit(arp(address))
        assert guest.answer()


def test_silent_clients_are_waited_for(tmp_path):
    """A client that says nothing, or half a message, holds its own socket and no other, and takes no processor time."""
    half = struct.pack("<HHIII", 1, vfio.VERSION, 20, 0, 0) + b"\0"
    for said in [b"", half[:3], half]:
        with Server(tmp_path, "--wire", "cable", sockets=2) as server:
            with vfio.Client(server.paths[0], negotiate=False) as silent, Guest(server.paths[1]) as guest:
                silent.raw(said)
                guest.bring_up()
                waiting = vfio.Client(server.paths[0], negotiate=False)
                number = waiting.send(vfio.VERSION, b"\0\0\0\0")
                before = server.processor_seconds()
                waiting.socket.settimeout(1)
                with pytest.raises(TimeoutError):
                    waiting.exactly(1)
                assert server.processor_seconds() - before <= 0.03
                assert guest.get(8) != 0xFFFFFFFF
                silent.close()
                waiting.socket.settimeout(20)
                assert waiting.reply(number, vfio.VERSION)[:4] == bytes(4)
                assert waiting.read(CONFIG, 0) == 0x10C68086
                waiting.close()
            server.end()


@pytest.mark.parametrize("seed", range(3))
def test_random_messages_break_nothing(echo, seed):
    chance = random.Random(seed)
    for _ in range(40):
        with Guest(echo.path) as guest:
            guest.write(CONFIG, 4, 6, 2)
            try:
                for _ in range(60):
                    command = chance.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 15, 99])
                    words = [
                        chance.choice([0, 1, 2, 4, 7, 20, 4096, 1 << 20, 0xFFFFFFFF, chance.getrandbits(32)])
                        for _ in range(10)
                    ]
                    payload = struct.pack("<10I", *words)[: chance.choice([0, 4, 8, 16, 20, 24, 32, 40])]
                    files = [guest.file] * chance.choice([0, 0, 0, 1, 2])
                    guest.send(
                        command, payload, files, flags=chance.choice([vfio.NO_REPLY, vfio.NO_REPLY, 0])
                    )
            except vfio.Gone:
                pass
    with Guest(echo.path) as guest:
        address = guest.bring_up()
        guest.transmit(arp(address))
        assert guest.answer()


def traffic(path, seconds):
    """A client of its own process that keeps the device busy until it is killed."""
    child = os.fork()
    if child != 0:
        return child
    try:
        guest = Guest(path)
        address = guest.bring_up()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for _ in range(8):
                guest.transmit(icmp(address, guest.sent & 0xFFFF, 1000))
            while guest.receive() is not None:
                pass
    finally:
        os._exit(0)


def kill_under_traffic(server, kills, seed):
    chance = random.Random(seed)
    # A server that has just started may have files open for some ms.
    with Guest(server.path) as guest:
        guest.bring_up()
    server.wait_for("client gone")
    before = server.descriptors()
    for _ in range(kills):
        child = traffic(server.path, 30)
        time.sleep(0.005 + 0.15 * chance.random())
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    with Guest(server.path) as guest:
        address = guest.bring_up()
        guest.transmit(arp(address))
        assert guest.answer()[20:22] == b"\0\2"
    end = time.monotonic() + 10
    while server.descriptors() != before:  # the last client's are closed when the server has seen its end
        assert time.monotonic() < end, f"{before} descriptors were open, now {server.descriptors()}"
        time.sleep(0.01)


def test_killed_clients_under_traffic(echo):
    kill_under_traffic(echo, 10, 1)


@pytest.mark.long
def test_many_killed_clients_under_traffic(echo):
    kill_under_traffic(echo, 95, 2)


def leak(server, connections):
    with vfio.Client(server.path):
        before = server.descriptors()
    for _ in range(connections):
        with vfio.Client(server.path, negotiate=False) as client:
            file = os.memfd_create("leak")
            os.ftruncate(file, 4096)
            client.send(vfio.VERSION, b"\0\0\0\0", [])
            client.send(vfio.DMA_MAP, struct.pack("<IIQQQ", 32, 3, 0, 0, 4096), [file], flags=vfio.NO_REPLY)
            client.send(
                vfio.DMA_MAP, struct.pack("<IIQQQ", 32, 3, 0, 0, 4096)[:20], [file] * 5, flags=vfio.NO_REPLY
            )
            os.close(file)
    with vfio.Client(server.path):
        assert server.descriptors() == before


def test_no_descriptor_leaks(echo):
    leak(echo, 300)


@pytest.mark.long
def test_no_descriptor_leaks_over_many_connections(echo):
    leak(echo, 10_000)


def test_sockets_in_the_file_system(tmp_path):
    with Server(tmp_path) as server:
        about = server.path.stat()
        assert stat.S_ISSOCK(about.st_mode) and stat.S_IMODE(about.st_mode) == 0o600
        second = call("serve", "--vfio-user", server.path)
        assert (
            second.returncode == 2 and "live socket" in second.stderr and len(second.stderr.splitlines()) == 1
        )
        with vfio.Client(server.path) as client:
            assert client.read(CONFIG, 0) == 0x10C68086
        server.process.kill()
        server.process.wait()
        assert server.path.exists(), "a kill leaves it"
    with Server(tmp_path) as server:  # a stale one is replaced
        with vfio.Client(server.path) as client:
            assert client.read(CONFIG, 0) == 0x10C68086
        server.end(signal.SIGTERM)
        assert not server.path.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_another_user_is_turned_away():
    # Not in the folder of pytest, which each new process of it closes to other users.
    with tempfile.TemporaryDirectory() as folder, Server(folder) as server:
        os.chmod(folder, 0o755)
        os.chmod(server.path, 0o777)
        code = f"import socket; s = socket.socket(socket.AF_UNIX); s.settimeout(10); s.connect({str(server.path)!r}); print(s.recv(1))"
        done = subprocess.run(
            ["python3", "-c", code], capture_output=True, text=True, user=65534, cwd="/", timeout=20
        )
        assert done.returncode == 0 and done.stdout == "b''\n", done.stderr
        with vfio.Client(server.path) as client:
            assert client.read(CONFIG, 0) == 0x10C68086
        assert "refused 1" in server.end()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--vfio-user", ""], "--vfio-user: found 0 paths, accepted are 1 and 2"),
        (["--vfio-user", "a,b,c"], "--vfio-user: found 3 paths"),
        (["--vfio-user", "/" + "x" * 120], "--vfio-user: found a path of 121 bytes"),
        (["--vfio-user", "/nowhere/at/all"], "--vfio-user: /nowhere/at/all: No such file or directory"),
        (["--vfio-user", "/etc/passwd"], "--vfio-user: found a file that is no socket at /etc/passwd"),
        (["--vfio-user", "s", "--wire", "rope"], "--wire: found rope, accepted: tap:NAME"),
        (["--vfio-user", "s", "--wire", "cable"], "--wire cable: found one port"),
        (["--vfio-user", "s,t", "--wire", "cable,echo"], "--wire: found cable with another wire"),
        (["--vfio-user", "s", "--wire", "echo,echo"], "--wire: found 2 wires"),
        (["--vfio-user", "s", "--wire", "socket:connect:/nowhere"], "--wire socket:connect: /nowhere"),
        (["--vfio-user", "s", "--time", "sun"], "--time: found sun, accepted: wall"),
        (["--vfio-user", "s", "--time", "wall:0"], "--time: found wall:0"),
        (["--vfio-user", "s", "--profile", "8086"], "--profile"),
        (["--vfio-user", "s", "--set", "device.ports=2"], "device.ports: found 2"),
        ([], "--vfio-user: found 0 paths, accepted are 1 and 2, or none with --vf"),
        (["--vf", "0=s"], "--vf: found 0=s, accepted: PORT.N=PATH"),
        (["--vf", "0.0=s"], "--vf: found function 0 of profile 82598"),
        (["--vfio-user", "s", "--vf", "0.0=t"], "--vf: found port 0, which has a driver at s"),
        (["--vf", "0.1=s", "--vf", "0.1=t"], "--vf: found 0.1 twice"),
        (["--vfio-user", "s", "--check", "all"], "--check: found all, accepted: rtl"),
        (["--vfio-user", "s", "--check", "rtl", "--profile", "82576"], "--check rtl: found profile 82576"),
        (["--vfio-user", "s", "--trace", "pcapng"], "--trace: needs --out"),
        (["--vfio-user", "s", "--trace", "fst", "--out", "."], "--trace: found fst, accepted by serve"),
        (["--vfio-user", "s", "--record", "/nowhere/r"], "/nowhere/r"),
        (["--vfio-user", "s", "--wire", "pcap:/etc/passwd"], "--wire pcap: /etc/passwd"),
        (["--replay", "/etc/passwd"], "--replay: /etc/passwd: found no record"),
        (["--vfio-user", ",s"], "--vfio-user: found no path for port 0"),
        (["--vf", "1.0=s", "--profile", "82599"], "--vfio-user: found no path for port 0"),
        (["--replay", "r", "--vfio-user", "s"], "--replay: found an option of the device"),
        (["--replay", "r", "--profile", "82599"], "--replay: found an option of the device"),
        (["--replay", "r", "--wire", "echo"], "--replay: found an option of the device"),
        (["--replay", "r", "--time", "batch"], "--replay: found an option of the device"),
    ],
)
def test_bad_usage_is_one_line(tmp_path, words, found):
    done = call("serve", *words, cwd=tmp_path, timeout=20)
    assert done.returncode == 2 and found in done.stderr, done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir()), "no socket is left"


def test_two_ports_with_a_cable(tmp_path):
    with (
        Server(tmp_path, "--wire", "cable", sockets=2) as server,
        Guest(server.paths[0]) as first,
        Guest(server.paths[1]) as second,
    ):
        addresses = first.bring_up(), second.bring_up()
        assert addresses[0] != addresses[1]
        first.transmit(arp(addresses[0]))
        assert second.answer()[: len(arp(addresses[0]))] == arp(addresses[0])
        second.transmit(icmp(addresses[1], 1))
        assert first.answer() == icmp(addresses[1], 1)
        second.close()
        server.wait_for("client gone")
        assert first.get(8) != 0xFFFFFFFF, "the other function goes on"
        first.transmit(arp(addresses[0]))
        assert first.wait_until(first.transmitted)


def test_ports_have_the_address_of_the_scenario_and_the_next_one(tmp_path):
    words = ["--wire", "cable", "--set", "device.mac_address=02:a0:00:ff:ff:ff"]
    with (
        Server(tmp_path, *words, sockets=2) as server,
        Guest(server.paths[0]) as first,
        Guest(server.paths[1]) as second,
    ):
        assert first.bring_up().hex(":") == "02:a0:00:ff:ff:ff"
        assert second.bring_up().hex(":") == "02:a0:00:00:00:00"
    for wrong in ("03:00:00:00:00:01", "00:00:00:00:00:00", "02:00:00:00:00"):
        done = call(
            "serve", "--vfio-user", "s", "--set", f"device.mac_address={wrong}", cwd=tmp_path, timeout=20
        )
        assert done.returncode == 2 and "device.mac_address" in done.stderr, done.stderr


def test_a_socket_between_two_programs(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    wire = tmp_path / "wire"
    with (
        Server(tmp_path / "a", "--wire", f"socket:listen:{wire}") as left,
        Server(tmp_path / "b", "--wire", f"socket:connect:{wire}") as right,
        Guest(left.path) as first,
        Guest(right.path) as second,
    ):
        address = first.bring_up()
        second.bring_up()
        for number in range(20):
            first.transmit(icmp(address, number))
            assert second.answer() == icmp(address, number)


# Bytes of a stream that the kernel keeps for its reader, at most.
SOCKET_BUFFER = int(pathlib.Path("/proc/sys/net/core/wmem_default").read_text())


def payload(number):
    """Returns what a numbered frame carries."""
    return number.to_bytes(4, "big") * 360


class Program:
    """The link partner on a wire `socket:listen:`. It reads when a test wants it to."""

    def __init__(self, path, guest):
        """Returns when the guest has a frame from it: earlier, the server may not have accepted it."""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))
        self.socket.settimeout(10)
        self.stream = b""
        greeting = guest.header[6:12] + PEER + bytes(48)
        self.send(greeting)
        assert guest.answer() == greeting

    def send(self, frame):
        self.socket.sendall(len(frame).to_bytes(4, "big") + frame)

    def read_until(self, last):
        """Reads to the frame with this number, and returns the numbers of all frames."""
        while not self.stream.endswith(payload(last)):
            part = self.socket.recv(1 << 16)
            assert part, "the server has closed the wire"
            self.stream += part
        numbers = []
        while self.stream:
            length = int.from_bytes(self.stream[:4], "big")
            assert length == 1454 and len(self.stream) >= 4 + length, "a frame starts or ends elsewhere"
            numbers.append(int.from_bytes(self.stream[18:22], "big"))
            self.stream = self.stream[4 + length :]
        return numbers


class Sender(Guest):
    """A guest that sends numbered frames."""

    def bring_up(self):
        self.header = PEER + super().bring_up() + b"\x88\xb5"

    def send_frames(self, numbers):
        for number in numbers:
            self.transmit(self.header + payload(number))
            assert self.wait_until(self.transmitted)


def test_frames_wait_for_a_program_that_does_not_read(tmp_path):
    """As much as 1 MiB waits in the server, and leaves when the program reads. Later frames are lost."""
    wire = tmp_path / "wire"
    some, many = SOCKET_BUFFER // 1_500 + 100, (SOCKET_BUFFER + (1 << 20)) // 1_000
    with Server(tmp_path, "--wire", f"socket:listen:{wire}") as server, Sender(server.path) as guest:
        guest.bring_up()
        other = Program(wire, guest)
        guest.send_frames(range(some))
        assert other.read_until(some - 1) == list(range(some))

        guest.send_frames(range(many))
        other.stream = other.socket.recv(SOCKET_BUFFER // 2, socket.MSG_WAITALL)
        time.sleep(0.2)  # the server sends what waits
        guest.send_frames([many])
        *numbers, marker = other.read_until(many)
        assert marker == many and numbers == list(range(len(numbers)))
        assert (1 << 20) // 1_500 < len(numbers) < many
        lost = many - len(numbers)

        # A program that goes takes the waiting frames with it, and the next one starts with a whole frame.
        guest.send_frames(range(some))
        # The kernel wants three quarters of its buffer free. What the server sends then ends within a frame.
        assert len(other.socket.recv(SOCKET_BUFFER // 2, socket.MSG_WAITALL)) == SOCKET_BUFFER // 2
        time.sleep(0.2)
        other.socket.close()
        other = Program(wire, guest)
        guest.send_frames([7])
        assert other.read_until(7) == [7]
        end = server.end()
    assert 0 < int(re.search(r"not passed on (\d+),", end)[1]) - lost < some, end


def test_a_program_that_takes_nothing_more(tmp_path):
    """It still sends. The frames to it are lost, and the server neither spins nor hangs."""
    wire = tmp_path / "wire"
    with Server(tmp_path, "--wire", f"socket:listen:{wire}") as server, Sender(server.path) as guest:
        guest.bring_up()
        other = Program(wire, guest)
        other.socket.shutdown(socket.SHUT_RD)
        guest.send_frames(range(3))
        before = server.processor_seconds()
        time.sleep(0.5)
        assert server.processor_seconds() - before < 0.25
        frame = guest.header[6:12] + PEER + bytes(range(48))
        other.send(frame)
        assert guest.answer() == frame
        assert "not passed on 3," in server.end()


NO_TAP = machine.lacking(machine.Boot(name="tap", scenarios=[], devices=[machine.Device(wire="tap:tap0")]))


@pytest.mark.skipif(NO_TAP != "", reason=NO_TAP)
def test_a_tap_is_a_network_of_the_host(tmp_path):
    """The kernel behind the tap answers ARP and ICMP: frames go both ways. Its network name space is that of the server."""
    with Server(tmp_path, "--wire", "tap:tap0", prefix=machine.PRIVATE_NETWORK) as server:
        with Guest(server.path) as guest:
            address = guest.bring_up()
            guest.transmit(arp(address))
            answer = guest.answer()
            assert answer[20:22] == b"\0\2" and answer[28:32] == bytes([10, 82, 0, 1])
            host = answer[22:28]
            assert host not in (PEER, address)
            for number in range(20):
                request = host + icmp(address, number, 50 * number)[6:]
                guest.transmit(request)
                while (answer := guest.answer())[12:14] != b"\x08\0":
                    pass  # the kernel asks for an address
                assert answer[:12] == address + host and answer[34] == 0
                assert answer[38 : len(request)] == request[38:]
        server.wait_for("client gone")
        assert "not passed on 0," in server.end()


@pytest.mark.skipif(NO_TAP != "", reason=NO_TAP)
def test_a_tap_that_is_removed_is_reported_once(tmp_path):
    with Server(tmp_path, "--wire", "tap:tap0", prefix=machine.PRIVATE_NETWORK) as server:
        with Guest(server.path) as guest:
            address = guest.bring_up()
            remove = ["nsenter", "-t", str(server.process.pid), "-U", "--preserve-credentials", "-n"]
            subprocess.run([*remove, "ip", "link", "delete", "tap0"], check=True)
            server.wait_for("tap:tap0: ")
            before = server.processor_seconds()
            time.sleep(0.5)
            assert server.processor_seconds() - before < 0.25
            for number in range(3):
                guest.transmit(icmp(address, number))
                assert guest.wait_until(guest.transmitted)
        server.wait_for("client gone")
        assert server.messages().count("tap:tap0: ") == 1
        assert "not passed on 3," in server.end()


def test_batch_time_follows_the_accesses(tmp_path):
    with Server(tmp_path, "--wire", "echo", "--time", "batch") as server, Guest(server.path) as guest:
        address = guest.bring_up()
        guest.transmit(arp(address))
        assert guest.answer()
        before = guest.get(0x48)  # FRTIMER, in ms
        time.sleep(0.3)
        assert guest.get(0x48) - before <= 20, "no time passes without accesses"


def test_the_summary_says_what_became_of_frames(tmp_path):
    """The peer answers four times: one answer arrives, two are for another address, and the last one finds the ring off."""
    with Server(tmp_path, "--wire", "echo") as server:
        with Guest(server.path) as guest:
            address = guest.bring_up()
            guest.transmit(icmp(address, 0))
            assert guest.answer()
            guest.put(0x5080, 0)  # FCTRL: not promiscuous
            other = bytes.fromhex("021b21000099")
            for number in (1, 2):
                guest.transmit(icmp(other, number))
            assert guest.wait_until(guest.transmitted)
            time.sleep(0.2)
            guest.put(0x1028, 0)  # RXDCTL(0)
            guest.transmit(icmp(address, 3))
            assert guest.wait_until(guest.transmitted)
            time.sleep(0.2)
        server.wait_for("client gone")
        summary = server.end()
    assert "received 4, delivered 1," in summary
    assert "        not delivered: no_filter 2, queue_disabled 1\n" in summary
    assert "not sent" not in summary


def test_an_idle_server_takes_no_processor(echo):
    with Guest(echo.path) as guest:
        guest.bring_up()
        time.sleep(0.2)
        before = echo.processor_seconds()
        time.sleep(2)
        assert echo.processor_seconds() - before <= 0.03


def test_deep_json_is_no_danger(echo):
    with vfio.Client(echo.path, negotiate=False) as client:
        deep = b'{"capabilities":' + b"[" * 200_000 + b"\0"
        assert client.version(text=deep)["max_msg_fds"] == 16

"""The server of iperf3 in the peer of the wire `echo`, over the device: a scripted client with its own TCP, written from RFC 9293
and from the messages of iperf3. It shares no code with the peer."""

import json
import struct
import sys

from clocked_guest import Clock, ClockedGuest
from program import ROOT, call
from test_serve import PEER, checksum
from vfio_user_client import Guest, Server

sys.path.insert(0, str(ROOT / "scripts"))
from full_system import peer_counts

FIN, SYN, RST, PSH, ACK = 1, 2, 4, 8, 16
COOKIE = b"abcdefghijklmnopqrstuvwxyz0123456789\0"
GUEST, HOST = bytes([10, 82, 0, 2]), bytes([10, 82, 0, 1])
PORT = 5201


def packet(address, protocol, body):
    """A frame with an IPv4 packet of the guest, whose checksums it computes."""
    place = 16 if protocol == 6 else 6
    pseudo = GUEST + HOST + struct.pack(">HH", protocol, len(body))
    body = body[:place] + struct.pack(">H", checksum(pseudo + body)) + body[place + 2 :]
    header = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(body), 0, 0, 64, protocol, 0) + GUEST + HOST
    header = header[:10] + struct.pack(">H", checksum(header)) + header[12:]
    return PEER + address + b"\x08\0" + header + body


class Network:
    """Packets that a guest sends and receives; segments of the peer are kept by their port."""

    def __init__(self, guest):
        self.guest = guest
        self.address = guest.bring_up()
        self.segments, self.datagrams = {}, []

    def send(self, protocol, body, damage=False):
        frame = packet(self.address, protocol, body)
        self.guest.transmit(frame[:-1] + bytes([frame[-1] ^ 1]) if damage else frame)
        assert self.guest.wait_until(self.guest.transmitted)

    def receive(self):
        """Takes a frame, if there is one."""
        frame = self.guest.receive()
        if frame is None:
            return False
        size = struct.unpack(">H", frame[16:18])[0]
        protocol, body = frame[23], frame[34 : 14 + size]
        assert checksum(frame[14:34]) == 0
        assert checksum(frame[26:34] + struct.pack(">HH", protocol, len(body)) + body) == 0
        if protocol == 17:
            self.datagrams.append(body[8:])
            return True
        _, port, sequence, acknowledged, offset, flags, _, _, _ = struct.unpack(">HHIIBBHHH", body[:20])
        data = body[(offset >> 4) * 4 :]
        self.segments.setdefault(port, []).append((sequence, acknowledged, flags, data))
        return True

    def wait(self, port, condition):
        """Waits until the segments for a port are enough, and takes them."""

        def there():
            while self.receive():
                pass
            return condition(self.segments.get(port, []))

        assert self.guest.wait_until(there), f"port {port}: {self.segments.get(port)}"
        return self.segments.pop(port)


class Connection:
    """A TCP connection that is opened, and whose peer acknowledges each segment or each second one."""

    def __init__(self, network, port, window=65535):
        self.network, self.port, self.window = network, port, window
        self.next, self.expected = 1000, 0
        self.send(SYN, options=bytes([2, 4, 5, 180]))
        ((sequence, acknowledged, flags, _),) = network.wait(port, len)
        assert flags == SYN | ACK and acknowledged == self.next
        self.expected = sequence + 1
        self.send(ACK)

    def send(self, flags, data=b"", options=b"", damage=False):
        offset = 20 + len(options) << 2
        acknowledged = 0 if flags == SYN else self.expected & 0xFFFFFFFF
        header = struct.pack(
            ">HHIIBBHHH", self.port, PORT, self.next, acknowledged, offset, flags, self.window, 0, 0
        )
        self.network.send(6, header + options + data, damage)
        if not damage:
            self.next += len(data) + (1 if flags & (SYN | FIN) else 0)

    def write(self, data):
        self.send(ACK | PSH, data)

    def read(self, size):
        """So many bytes of the peer, in order; they are acknowledged."""
        data = b""
        while len(data) < size:
            for sequence, _, _, part in self.network.wait(self.port, lambda all: any(s[3] for s in all)):
                if part and sequence == self.expected:
                    data += part
                    self.expected = (self.expected + len(part)) & 0xFFFFFFFF
            self.send(ACK)
        assert len(data) == size
        return data

    def close(self):
        self.send(FIN | ACK)
        segments = self.network.wait(self.port, lambda all: any(s[2] & FIN for s in all))
        assert segments[-1][1] == self.next
        self.expected += 1
        self.send(ACK)


def message(about):
    text = json.dumps(about).encode()
    return struct.pack(">I", len(text)) + text


def begin(network, port, parameters):
    """The control connection up to the creation of streams."""
    control = Connection(network, port)
    control.write(COOKIE)
    assert control.read(1) == b"\x09"
    control.write(message(parameters))
    assert control.read(1) == b"\x0a"
    return control


def finish(control):
    """Ends the test; returns the result of the server's only stream."""
    control.write(b"\x04")
    assert control.read(1) == b"\x0d"
    control.write(message({"streams": [{"id": 1}]}))
    data = b""
    while len(data) < 4 or len(data) < 5 + struct.unpack(">I", data[:4])[0]:
        for sequence, _, _, part in control.network.wait(control.port, lambda all: any(s[3] for s in all)):
            if part and sequence == control.expected:
                data += part
                control.expected += len(part)
        control.send(ACK)
    assert data[-1] == 14
    control.write(b"\x10")
    control.close()
    (stream,) = json.loads(data[4:-1])["streams"]
    return stream


def upload(network, segments=20):
    """The guest sends TCP, with a damaged segment that is sent again."""
    control = begin(network, 40000, {"tcp": True, "parallel": 1})
    stream = Connection(network, 40001)
    stream.write(COOKIE)
    assert control.read(2) == b"\1\2"
    for number in range(segments):
        if number == 7:
            stream.send(ACK, bytes(1400), damage=True)
        stream.write(bytes(1400))
    network.wait(40001, lambda all: all and all[-1][1] == stream.next)
    result = finish(control)
    stream.close()
    return result


def download(network, segments=30):
    """The peer sends TCP; a segment is not acknowledged at first, as if it had been lost."""
    control = begin(network, 40010, {"tcp": True, "reverse": True})
    stream = Connection(network, 40011, window=8 * 1460)
    stream.write(COOKIE)
    assert control.read(2) == b"\1\2"
    received = 0
    while received < segments * 1460:
        for sequence, _, _, data in network.wait(40011, lambda all: any(s[3] for s in all)):
            if sequence == stream.expected and data:
                stream.expected += len(data)
                received += len(data)
        stream.send(ACK)
    result = finish(control)
    stream.send(RST | ACK)
    return result


def datagrams(network):
    """The guest sends UDP; two datagrams do not come."""
    control = begin(network, 40020, {"udp": True, "len": 500})
    header = struct.pack(">HHHH", 41000, PORT, 12, 0)
    network.send(17, header + b"9876")
    assert network.guest.wait_until(lambda: network.receive() or network.datagrams)
    assert network.guest.wait_until(lambda: network.datagrams or not network.receive())
    assert network.datagrams == [b"6789"]
    assert control.read(2) == b"\1\2"
    for number in (1, 2, 4, 5, 7, 8):
        body = struct.pack(">III", 1, number * 100, number) + bytes(488)
        network.send(17, struct.pack(">HHHH", 41000, PORT, 8 + len(body), 0) + body)
    return finish(control)


def test_iperf3_in_each_direction(tmp_path):
    record = tmp_path / "inputs.record"
    with Server(tmp_path, "--wire", "echo", "--record", record) as server:
        with Guest(server.path) as guest:
            network = Network(guest)
            assert upload(network)["bytes"] == 20 * 1400
            assert download(network)["bytes"] >= 30 * 1460
            result = datagrams(network)
            assert (result["bytes"], result["packets"], result["errors"]) == (6 * 500, 8, 2)
        server.wait_for("client gone")
        summary = server.end()
    (found,) = peer_counts.counts(summary)
    assert found["bad_checksums"] == 1 and found["malformed"] == 0
    assert found["tests"] == 3 and found["connections"] == 5 and found["refused"] == 0
    assert found["datagrams_received"] == 7 and found["bytes_sent"] >= 30 * 1460
    assert peer_counts.problems([found]) == ["wire: 1 packets with wrong checksums"]
    again = call("serve", "--replay", record)
    assert again.returncode == 0, again.stdout + again.stderr


def test_another_port_is_refused(tmp_path):
    with Server(tmp_path, "--wire", "echo") as server:
        with Guest(server.path) as guest:
            network = Network(guest)
            network.send(6, struct.pack(">HHIIBBHHH", 40000, 80, 7, 0, 5 << 4, SYN, 100, 0, 0))
            ((_, acknowledged, flags, _),) = network.wait(40000, len)
            assert (acknowledged, flags) == (8, RST | ACK)
        server.wait_for("client gone")
        (found,) = peer_counts.counts(server.end())
    assert found["refused"] == 1 and found["connections"] == 0


def test_runs_with_one_clock_repeat_exactly(tmp_path):
    records = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        record = folder / "inputs.record"
        words = ["--wire", "echo", "--time", "correlated", "--out", folder / "out", "--record", record]
        with Server(folder, *words) as server:
            clock = Clock(f"{server.path}.clock")
            with ClockedGuest(server.path, clock) as guest:
                network = Network(guest)
                upload(network, 10)
                download(network, 20)
            clock.close()
            server.end()
        records.append(record.read_bytes())
    assert len(records[0]) > 50_000
    assert records[0] == records[1]

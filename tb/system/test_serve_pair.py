"""Two guests on two `ixsim serve --time correlated` under one simulated time, without QEMU: each guest has a clock of the
tests and a thread of the host. The delay of the wire, repeated runs with other speeds of the host, halted guests, ends and
refusals."""

import concurrent.futures
import contextlib
import re
import signal
import socket
import struct
import sys
import time

import captures
import pytest
from clocked_guest import Clock, ClockedGuest
from program import ROOT, call
from test_serve import PEER, icmp
from vfio_user_client import Gone, Guest, ObeysPause, SendsPause, Server

sys.path.insert(0, str(ROOT / "scripts"))
from full_system import one_clock, wire_counters

MILLISECOND = 1_000_000  # nanoseconds
START = 5 * MILLISECOND  # both guests are up
DELAY = 5_000  # nanoseconds, the default
LANE = 3_200  # picoseconds; a frame starts on a lane of four bytes
PROFILES = ("82598", "82598")


class Pair:
    """Two servers with a wire between them, and their logs in a folder."""

    def __init__(self, folder, second=None):
        """`second` is the wire of a second port of the first server."""
        self.folder = folder
        self.servers = []
        for number, role in enumerate(("listen", "connect")):
            place = folder / f"server{number}"
            place.mkdir(parents=True)
            out = place / "out"
            wire = f"socket:{role}:{folder / 'link'}"
            two = second is not None and number == 0
            options = ["--profile", PROFILES[number], "--wire", f"{wire},{second}" if two else wire]
            options += ["--out", out, "--trace", "pcapng", "--record", out / "inputs.record"]
            server = Server(place, "--time", "correlated", *options, sockets=2 if two else 1)
            self.servers.append(server)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.__exit__()

    def guest(self, number, work, driver=ClockedGuest):
        """Runs a program as the guest of a server. Returns its result, and the log of its clock."""
        path = self.servers[number].path
        clock = Clock(f"{path}.clock")
        assert clock.welcome
        with driver(path, clock) as guest:
            result = work(guest)
        clock.close()
        return result, clock.log

    def run(self, *programs, drivers=(ClockedGuest, ClockedGuest)):
        """Runs a program for each guest, each in a thread. Returns what they return."""
        with concurrent.futures.ThreadPoolExecutor() as pool:
            jobs = [pool.submit(self.guest, *about) for about in zip((0, 1), programs, drivers, strict=True)]
            return [job.result(timeout=120) for job in jobs]

    def end(self):
        return [server.end() for server in self.servers]


def start(guest):
    """Brings a guest up, and waits for the other one."""
    address = guest.bring_up()
    assert guest.clock.now < START
    guest.clock.halt(START)
    return address


def next_frame(guest, halted):
    """The next frame, waited for with halts or with instructions."""
    while (frame := guest.receive()) is None:
        count = len(guest.taken_at)
        guest.put(0x880, 1)
        if halted:
            assert guest.clock.halt(
                guest.clock.now + 100 * MILLISECOND, lambda count=count: len(guest.taken_at) > count
            )
        else:
            assert guest.wait_until(lambda count=count: len(guest.taken_at) > count)
    return frame


def client(frames, halted=True, pause=0.0):
    """Sends requests, each after the answer of the one before. Returns the times from doorbell to interrupt."""

    def work(guest):
        address = start(guest)
        times = []
        for number in range(frames):
            time.sleep(pause)
            sent = icmp(address, number, 56 + 100 * number)
            guest.transmit(sent)
            begun = guest.clock.now
            assert next_frame(guest, halted) == sent
            times.append(guest.clock.now - begun)
            guest.clock.advance(guest.clock.now + 3000)
        return times

    return work


def responder(frames, halted=True, pause=0.0):
    """Sends each frame back."""

    def work(guest):
        start(guest)
        for _ in range(frames):
            frame = next_frame(guest, halted)
            time.sleep(pause)
            guest.clock.advance(guest.clock.now + 2000)
            guest.transmit(frame)
            assert guest.wait_until(guest.transmitted)

    return work


def crossings(folder):
    """The pairs (start at one device, start at the other one) in picoseconds of all frames, from both captures."""
    captures = [wire_counters.frames(folder / f"server{n}/out/frames.pcapng") for n in (0, 1)]
    found = []
    for (_, sent), (arrived, _) in (captures, captures[::-1]):
        assert [data for _, data in sent] == [data for _, data in arrived]
        found += [(a[0], b[0]) for a, b in zip(sent, arrived, strict=True)]
    return found


def records(folder):
    """The files of both servers that have times."""
    names = ("clock.log", "wire.log", "inputs.record", "frames.pcapng")
    return {(n, name): (folder / f"server{n}/out" / name).read_bytes() for n in (0, 1) for name in names}


@pytest.mark.parametrize("halted", [True, False])
def test_frames_cross_after_the_delay(tmp_path, halted):
    with Pair(tmp_path) as pair:
        (times, first_log), (_, second_log) = pair.run(client(5, halted), responder(5, halted))
        summaries = pair.end()
    pairs = crossings(tmp_path)
    assert len(pairs) == 10
    assert all(0 <= arrived - sent - DELAY * one_clock.NANOSECOND < LANE for sent, arrived in pairs)
    # A round has two delays, the work of the responder, and both models.
    longest = 2 * DELAY + (30_000 if halted else 100_000)
    assert all(2 * DELAY + 2000 < taken < longest for taken in times)
    for number, seen in enumerate((first_log, second_log)):
        out = tmp_path / f"server{number}/out"
        assert one_clock.problems(one_clock.read_log(out / "clock.log"), seen) == []
        assert one_clock.wire_problems(out, tmp_path / f"server{1 - number}/out", DELAY) == []
        # A replay has frames inside accesses, too.
        again = call("serve", "--replay", out / "inputs.record")
        assert again.returncode == 0, again.stdout + again.stderr
    # Halted guests need few reports.
    reports = [int(re.search(r"reports to the other server (\d+)", text)[1]) for text in summaries]
    assert max(reports) < (1000 if halted else 5000)


class Holding(SendsPause, ClockedGuest):
    pass


class Held(ObeysPause, ClockedGuest):
    pass


def test_pause_crosses_the_wire(tmp_path):
    """A guest without buffers holds the driver of the other guest back, and nothing is lost. A replay is the same."""
    frames = 24
    end = 40 * MILLISECOND  # PAUSE has gone to and fro

    def counts(guest):
        guest.clock.halt(end)
        return [guest.get(counter) for counter in guest.COUNTED]

    def sender(guest):
        address = start(guest)
        for number in range(frames):
            guest.transmit(icmp(address, number, 1_400))
        return counts(guest)

    def receiver(guest):
        start(guest)
        guest.clock.halt(START + 2 * MILLISECOND)
        held = guest.get(0x4074)
        guest.give()
        sent = counts(guest)
        return sent, held, guest.get(0x4074), guest.get(0x3FA0)

    with Pair(tmp_path) as pair:
        (received, _), ((sent, held, later, missed), _) = pair.run(sender, receiver, drivers=(Held, Holding))
        pair.end()
    assert held < frames and held + later == frames and missed == 0
    assert sent == received and min(sent) > 0
    for number in (0, 1):
        again = call("serve", "--replay", tmp_path / f"server{number}/out/inputs.record")
        assert again.returncode == 0, again.stdout + again.stderr


def test_the_speed_of_the_host_changes_nothing(tmp_path):
    kept = []
    for number, pauses in enumerate([(0, 0), (0.1, 0), (0, 0.1)]):
        folder = tmp_path / f"run{number}"
        with Pair(folder) as pair:
            result = pair.run(client(4, True, pauses[0]), responder(4, False, pauses[1]))
            pair.end()
        kept.append((result, records(folder)))
    assert kept[0] == kept[1] and kept[0] == kept[2]


def test_both_send_at_once(tmp_path):
    """Frames in both directions, without an answer between them."""

    def burst(guest):
        address = start(guest)
        for number in range(20):
            guest.transmit(icmp(address, number, 1000))
        got = []
        for _ in range(20):
            got.append(guest.answer())
        return got

    with Pair(tmp_path) as pair:
        (first, _), (second, _) = pair.run(burst, burst)
        pair.end()
    assert first == second and len(first) == 20
    delay = DELAY * one_clock.NANOSECOND
    assert all(0 <= arrived - sent - delay < LANE for sent, arrived in crossings(tmp_path))


def test_a_guest_that_ends_leaves_the_other_one_its_time(tmp_path):
    with Pair(tmp_path) as pair:

        def stays(guest):
            start(guest)
            assert guest.receive() is None
            guest.clock.halt(START + 20 * MILLISECOND)
            guest.transmit(icmp(bytes(6), 1))
            assert guest.wait_until(guest.transmitted)
            return guest.clock.now

        (_, _), (now, _) = pair.run(start, stays)
        assert now > START + 20 * MILLISECOND
        pair.servers[1].wait_for("the guest of the other server has ended; this one goes on without it")
        # The time of the first guest is over: no other guest can have it.
        pair.servers[0].wait_for("client gone")
        assert not Clock(f"{pair.servers[0].path}.clock").welcome
        pair.servers[0].wait_for("start the servers of both guests again")
        summaries = pair.end()
    assert "not passed on 1" in summaries[1]


def test_a_guest_waits_for_the_other_one(tmp_path):
    """A guest without a clock on one side: the other one does not start, and both servers say why."""
    with Pair(tmp_path) as pair, concurrent.futures.ThreadPoolExecutor() as pool:
        first = pool.submit(Clock, f"{pair.servers[0].path}.clock")
        pair.servers[0].wait_for("waits for the guest of the other server")
        with pytest.raises(Gone):
            Guest(pair.servers[1].path)
        pair.servers[1].wait_for("start QEMU with -icount and -plugin")
        assert not first.done()
        second = Clock(f"{pair.servers[1].path}.clock")
        assert first.result(timeout=20).welcome and second.welcome
        first.result().close()
        second.close()


def test_a_guest_that_was_there_before_the_wire_is_seen(tmp_path):
    """All messages of the other server before the start come with its connection, and no more after them."""
    link = tmp_path / "link"
    with Server(tmp_path, "--time", "correlated", "--wire", f"socket:listen:{link}") as server:
        server.process.send_signal(signal.SIGSTOP)
        other = socket.socket(socket.AF_UNIX)
        other.connect(str(link))
        hello, ready = 1, 2
        other.sendall(struct.pack("<IIqqIIqq", hello, 0, DELAY * one_clock.NANOSECOND, 1, ready, 0, 0, 0))
        server.process.send_signal(signal.SIGCONT)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            clock = pool.submit(Clock, f"{server.path}.clock")
            done, _ = concurrent.futures.wait([clock], timeout=20)
            if not done:
                server.process.kill()  # which also ends the clock
            assert clock.result().welcome
            clock.result().close()
        other.close()


def test_a_server_that_is_killed_ends_the_other_one(tmp_path):
    with Pair(tmp_path) as pair:

        def kill(guest):
            start(guest)
            pair.servers[0].process.kill()

        def survive(guest):
            with pytest.raises((AssertionError, Gone, OSError)):
                start(guest)
                guest.clock.halt(START + 1000 * MILLISECOND)

        with contextlib.suppress(Gone, OSError):
            pair.run(kill, survive)
        assert pair.servers[1].process.wait(timeout=20) == 2
        assert "the other server is gone at" in pair.servers[1].messages()


def test_a_halted_guest_that_sends_is_noticed(tmp_path):
    """A promise that an input of the host breaks, as a key of a console does."""
    with Pair(tmp_path) as pair:

        def lies(guest):
            address = start(guest)
            guest.clock.synchronize(halted=guest.clock.promised + 10 * MILLISECOND)
            guest.transmit(icmp(address, 1))
            guest.wait_until(guest.transmitted)

        def stays(guest):
            start(guest)
            guest.clock.halt(START + 20 * MILLISECOND)

        with contextlib.suppress(AssertionError, Gone, OSError):
            pair.run(lies, stays)
        assert pair.servers[0].process.wait(timeout=20) == 2
        assert "an input of the host, as that of a console or a disk, woke it" in pair.servers[0].messages()


def test_a_frame_of_the_other_port_may_wake_a_guest(tmp_path):
    """The promise of a halted guest ends at the next frame of a capture at its second port."""
    frame = bytes.fromhex("ffffffffffff") + PEER + b"\x88\xb5" + bytes(46)
    records = [captures.pcap_record(0, 2_000 * n, frame) for n in range(10)]
    path = captures.write(tmp_path / "some.pcap", captures.pcap_header(), *records)
    with Pair(tmp_path, f"pcap:{path}") as pair:

        def sends_when_woken(guest):
            address = start(guest)
            with ClockedGuest(pair.servers[0].paths[1], guest.clock) as second:
                second.bring_up()
                for number in range(5):
                    next_frame(second, halted=True)
                    guest.transmit(icmp(address, number))
                    assert guest.wait_until(guest.transmitted)

        def takes(guest):
            start(guest)
            for _ in range(5):
                next_frame(guest, halted=True)

        pair.run(sends_when_woken, takes)
        pair.end()


def test_a_server_that_ends_is_the_end_of_its_guest(tmp_path):
    """Ctrl-C at one server while the other one waits for it."""
    with Pair(tmp_path) as pair:

        def ends(guest):
            start(guest)
            pair.servers[0].process.send_signal(signal.SIGINT)
            assert guest.clock.closed.wait(20)

        def stays(guest):
            start(guest)
            guest.clock.halt(START + 20 * MILLISECOND)
            return guest.clock.now

        with concurrent.futures.ThreadPoolExecutor() as pool:
            pool.submit(pair.guest, 0, ends)
            (now, _) = pool.submit(pair.guest, 1, stays).result(timeout=60)
        assert now == START + 20 * MILLISECOND
        assert pair.servers[0].process.wait(timeout=20) == 0
        pair.servers[1].end()


def test_refusals_name_the_remedy(tmp_path):
    port, link = tmp_path / "x.sock", tmp_path / "link"
    for words, message in [
        (["--wire", f"socket:listen:{link}", "--wire-delay", "0"], "--wire-delay"),
        (["--wire", "echo", "--wire-delay", "5"], "accepted with both: other wires have no delay"),
        (["--wire", f"socket:connect:{link}"], "the other side must listen first"),
    ]:
        done = call("serve", "--time", "correlated", "--vfio-user", port, *words)
        assert done.returncode == 2 and message in done.stderr, done.stderr
    done = call("serve", "--time", "correlated", "--vfio-user", f"{port},{tmp_path / 'y.sock'}",
                "--wire", f"socket:listen:{link},socket:listen:{link}2")  # fmt: skip
    assert done.returncode == 2 and "accepted is one" in done.stderr
    # Two delays: the server that notices first names both, and both end.
    first = Server(tmp_path, "--time", "correlated", "--wire", f"socket:listen:{link}", "--wire-delay", "50")
    done = call("serve", "--time", "correlated", "--vfio-user", port, "--wire", f"socket:connect:{link}")
    assert (done.returncode, first.process.wait(timeout=20)) == (2, 2)
    assert "the same --wire-delay" in first.messages() + done.stderr
    first.__exit__()
    # A server with another time.
    with Server(tmp_path, "--wire", f"socket:listen:{link}"):
        done = call("serve", "--time", "correlated", "--vfio-user", port, "--wire", f"socket:connect:{link}")
        assert done.returncode == 2 and "ixsim serve --time correlated" in done.stderr


SENT = "sent 1000 60 0a0b0c0d\n"


@pytest.mark.parametrize(
    "arrived, message",
    [
        ("arrived 5000999 60\n", "before 5001000 ps"),
        ("arrived 5001000 64\n", "64 bytes"),
        ("arrived 5001001 60\n", "after 5001000 ps"),
        ("arrived 5001000 60\narrived 5001000 60\n", "2 frames arrived, 1 was sent"),
        ("round 5001001 6000000\n", "1 of 1 frames, the first of 1000 ps, never arrive"),
        ("", "one/wire.log: no report and no frame"),
        ("sent 9000000 60 0a0b0c0d\n", "one/wire.log: no report and no frame"),
    ],
)
def test_the_check_of_the_wire_notices(tmp_path, arrived, message):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, text in ((one, "arrived 5001000 60\n"), (other, SENT)):
        folder.mkdir()
        (folder / "wire.log").write_text(text)
    assert one_clock.wire_problems(one, other, 5000) == []
    (one / "wire.log").write_text(arrived)
    assert message in one_clock.wire_problems(one, other, 5000)[0]


@pytest.mark.parametrize(
    "text, arrived, messages",
    [
        ("round 5000 10000\n", "round 5000 10000\n", ["no frame was sent"]),
        ("", "arrived 5001000 60\n", ["no frame was sent", "1 frames arrived, 0 were sent"]),
        (
            SENT + "sent 2000 60 0\nsent 3000 60 0\n",
            "arrived 5001000 60\nround 5002001 9000000\n",
            ["1 of 3 frames, the first of 2000 ps"],
        ),
        (
            SENT + "sent 2000 60 0\nsent 3000 60 0\n",
            "arrived 5001000 60\nended 9000000 0\n",
            ["2 of 3 frames, the first of 2000 ps"],
        ),
        # The frames that are on the wire at the end.
        (SENT + "sent 2000 60 0\n", "arrived 5001000 60\nround 5002000 9000000\n", []),
        (SENT, "round 5001000 9000000\n", []),
        (SENT, "round 4000000 9000000\nsent 9000000 60 0\n", []),
    ],
)
def test_frames_that_never_arrive_are_noticed(tmp_path, text, arrived, messages):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, lines in ((one, arrived), (other, text)):
        folder.mkdir()
        (folder / "wire.log").write_text(lines)
    found = one_clock.wire_problems(one, other, 5000)
    assert len(found) == len(messages)
    assert all(message in line for message, line in zip(messages, found, strict=True))

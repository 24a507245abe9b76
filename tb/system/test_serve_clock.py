"""`ixsim serve --time correlated` with a clock of the tests as QEMU's plugin: the contract between both times, from the two
logs; repeated runs; refusals."""

import signal
import socket
import struct
import sys
import time

import pytest
import vfio_user_client as vfio
from clocked_guest import Clock, ClockedGuest
from program import ROOT, call
from test_serve import arp, icmp
from vfio_user_client import (
    CONFIG,
    EVENTFD,
    INTX,
    MASK,
    MSI,
    NONE,
    TRIGGER,
    UNMASK,
    EventFile,
    Gone,
    Guest,
    Server,
)

sys.path.insert(0, str(ROOT / "scripts"))
from full_system import one_clock

INSTRUCTION = 4  # nanoseconds


@pytest.fixture
def serve(tmp_path):
    """A server with its log in a folder, and the socket of its clock."""

    def start(*words, folder=tmp_path, **keys):
        folder.mkdir(exist_ok=True)
        out = folder / "out"
        server = Server(folder, "--time", "correlated", "--out", out, *words, **keys)
        server.clock = f"{server.path}.clock"
        server.out = out
        servers.append(server)
        return server

    servers = []
    yield start
    for server in servers:
        server.__exit__()


def exchange(guest, frames=5):
    """Sends echo requests, each after the answer of the one before. Returns the times from doorbell to interrupt."""
    times = []
    address = guest.bring_up()
    for number in range(frames):
        guest.put(0x880, 1)
        count = len(guest.taken_at)
        # The peer answers an address that it has not asked for, so the first frame need not be a request of ARP.
        guest.transmit(arp(address) if number == 0 else icmp(address, number, 100 * number))
        start = guest.clock.now
        assert guest.wait_until(lambda count=count: len(guest.taken_at) > count)
        times.append(guest.taken_at[count][1] - start)
        guest.clock.advance(guest.clock.now + 1000 * INSTRUCTION)
        guest.answer()
    return times


def logs_of(server, clock):
    """The two logs as lists of messages."""
    server.end()
    return one_clock.read_log(server.out / "clock.log"), clock.log


def test_both_have_one_time(serve):
    server = serve("--wire", "echo")
    clock = Clock(server.clock)
    with ClockedGuest(server.path, clock) as guest:
        times = exchange(guest)
        # An access takes time of the guest: a read goes to the device and back.
        before = clock.now
        guest.get(8)
        assert 200 <= clock.now - before <= 2_000
        # While the guest does not run, nothing happens.
        assert clock.now == clock.log[-1][1]
    clock.close()
    server_log, guest_log = logs_of(server, clock)
    assert one_clock.problems(server_log, guest_log) == []
    delays = [since for since, _ in one_clock.delays(server_log)]
    assert len(delays) >= len(times)
    # An interrupt that comes between accesses is signalled in its nanosecond.
    assert 0 <= min(delays) <= max(delays) <= 2 * one_clock.NANOSECOND
    # More bytes take more time: twice over the wire, and through the memory of the host.
    assert times[1:] == sorted(times[1:]) and times[-1] > times[1] + 2 * 300 * 8 // 10


def test_runs_repeat_exactly(serve, tmp_path):
    kept = []
    for number in range(2):
        folder = tmp_path / f"run{number}"
        record = folder / "inputs.record"
        server = serve("--wire", "echo", "--record", record, folder=folder)
        clock = Clock(server.clock)
        with ClockedGuest(server.path, clock) as guest:
            times = exchange(guest)
        clock.close()
        server_log, _ = logs_of(server, clock)
        kept.append((times, server_log, record.read_bytes()))
    assert kept[0] == kept[1]
    again = call("serve", "--replay", record)
    assert again.returncode == 0, again.stdout + again.stderr


def test_ports_leave_in_their_order(serve, tmp_path):
    """QEMU's sockets close in any order when it ends."""
    kept = []
    for number, (order, closes_first) in enumerate([((0, 1), True), ((1, 0), True), ((1, 0), False)]):
        folder = tmp_path / f"run{number}"
        record = folder / "inputs.record"
        server = serve("--wire", "cable", "--record", record, sockets=2, folder=folder)
        clock = Clock(server.clock)
        guests = [ClockedGuest(path, clock) for path in server.paths]
        for guest in guests:
            guest.probe()
        if closes_first:
            clock.close()
            server.wait_for("clock is gone")
        for port in order:
            guests[port].__exit__()
            if port == order[0] and not closes_first:
                clock.close()
            time.sleep(0.3)
        server.wait_for(f"{server.paths[1]}: client gone")
        server.end()
        kept.append(record.read_bytes())
    assert kept[0] == kept[1] == kept[2]


def test_line_and_message(serve):
    """INTx waits for its unmask, MSI does not; both come in their nanosecond."""
    server = serve()
    clock = Clock(server.clock)
    with ClockedGuest(server.path, clock) as guest:
        guest.probe()
        line = EventFile()
        guest.vectors = [line]
        guest.set_irqs(EVENTFD | TRIGGER, INTX, 0, 1, descriptors=[line.descriptor])
        guest.start_loop()
        guest.put(0x880, 1 << 20)
        guest.put(0x808, 1 << 20)  # EICS
        assert guest.wait_until(lambda: len(guest.taken_at) == 1, 1)
        # The line is still asserted: an unmask signals again, and a mask does not.
        guest.set_irqs(NONE | UNMASK, INTX, 0, 1)
        clock.advance(clock.now + 10)
        assert guest.wait_until(lambda: len(guest.taken_at) == 2, 1)
        assert guest.taken_at[1][1] <= guest.taken_at[0][1] + 3 * guest.STEP
        guest.set_irqs(NONE | MASK, INTX, 0, 1)
        clock.advance(clock.now + 100_000)
        assert len(guest.taken_at) == 2
    # The second driver has the message.
    server.wait_for("client gone")
    with ClockedGuest(server.path, clock) as guest:
        guest.probe()
        message = EventFile()
        guest.vectors = [message]
        guest.set_irqs(EVENTFD | TRIGGER, MSI, 0, 1, descriptors=[message.descriptor])
        guest.write(CONFIG, 0x52, 1, 2)  # MSI enable
        guest.start_loop()
        guest.put(0x880, 1 << 20)
        guest.put(0x808, 1 << 20)
        assert guest.wait_until(lambda: len(guest.taken_at) == 1, 1)
    clock.close()
    server_log, guest_log = logs_of(server, clock)
    assert one_clock.problems(server_log, guest_log) == []
    kinds = {int(rest[1]) for kind, _, rest in server_log if kind == "interrupt"}
    assert kinds == {INTX, MSI}


def test_two_ports_have_one_clock(serve):
    server = serve("--wire", "cable", sockets=2)
    clock = Clock(server.clock)
    with ClockedGuest(server.paths[0], clock) as first, ClockedGuest(server.paths[1], clock) as second:
        address = first.bring_up()
        second.bring_up()
        for number in range(5):
            first.transmit(icmp(address, number))
            assert second.answer() == icmp(address, number)
    clock.close()
    server_log, guest_log = logs_of(server, clock)
    assert one_clock.problems(server_log, guest_log) == []


def test_a_server_takes_the_next_guest(serve):
    server = serve("--wire", "echo")
    times = []
    for _ in range(2):
        clock = Clock(server.clock)
        assert clock.welcome
        with ClockedGuest(server.path, clock) as guest:
            times.append(exchange(guest, 2))
            # A reset of the device takes time of the guest.
            before = clock.now
            guest.reset()
            assert clock.now - before >= 50_000
        clock.close()
        server.wait_for("client gone")
        server.log.write_text("")
    # The device's clocks have another phase at the second guest's start.
    assert all(abs(a - b) <= 16 for a, b in zip(*times, strict=True))


def test_refusals_name_the_remedy(serve, tmp_path):
    for words, message in [
        (["--wire", "tap:tap0"], "accepted: none, echo, cable, pcap:FILE"),
        (["--vf", "0.0=/tmp/vf", "--profile", "82599"], "--vf: found with --time correlated"),
    ]:
        path = [] if "--vf" in words else ["--vfio-user", tmp_path / "x.sock"]
        done = call("serve", "--time", "correlated", *path, *words)
        assert done.returncode == 2 and message in done.stderr
    server = serve()
    # A guest without a clock, a clock of another version, a guest that posts its writes.
    with pytest.raises(Gone):
        Guest(server.path)
    server.wait_for("start QEMU with -icount and -plugin")
    clock = Clock(server.clock, version=2)
    assert not clock.welcome
    server.wait_for("another version of the guest's clock")
    clock = Clock(server.clock)
    with Guest(server.path) as guest:
        guest.write(CONFIG, 4, 6, 2)
        with pytest.raises(vfio.Gone):
            guest.put(0x880, 1)
            guest.get(8)
    server.wait_for("x-no-posted-writes=true")
    clock.close()
    assert "synchronizations 0" in server.end()


def test_a_file_that_cannot_be_written_takes_no_other_with_it(serve, tmp_path):
    record = tmp_path / "inputs.record"
    server = serve("--wire", "echo", "--trace", "registers", "--check", "rtl", "--record", record)
    clock = Clock(server.clock)
    with ClockedGuest(server.path, clock) as guest:
        exchange(guest, 2)
    clock.close()
    (server.out / "registers.txt").mkdir()
    server.process.send_signal(signal.SIGINT)
    server.process.communicate(timeout=20)
    assert server.process.returncode == 2
    assert "registers.txt: cannot be written" in server.messages().splitlines()[-1]
    assert one_clock.read_log(server.out / "clock.log")
    assert call("serve", "--replay", record).returncode == 0


def test_a_guest_that_stands_still_in_an_access_holds_up_no_end(serve):
    """As in a debugger: the clock answers no question, and the server ends without a message of an error."""
    server = serve()
    clock = Clock(server.clock)
    with ClockedGuest(server.path, clock) as guest:
        clock.silent = True
        guest.send(vfio.REGION_READ, struct.pack("<QII", 8, 0, 4))
        time.sleep(0.3)
        begun = time.monotonic()
        server.end()
        assert time.monotonic() - begun < 3
        assert "unexpected message" not in server.messages()


def test_a_record_that_cannot_be_written_loses_no_trace(serve, tmp_path):
    record = tmp_path / "inputs.record"
    server = serve("--wire", "echo", "--trace", "registers", "--record", record)
    clock = Clock(server.clock)
    with ClockedGuest(server.path, clock) as guest:
        exchange(guest, 2)
    clock.close()
    record.mkdir()
    server.process.send_signal(signal.SIGINT)
    server.process.communicate(timeout=20)
    assert server.process.returncode == 2
    assert "inputs.record: cannot be written" in server.messages().splitlines()[-1]
    assert (server.out / "registers.txt").read_text() and (server.out / "clock.log").read_text()


def test_a_clock_that_says_nothing_holds_up_no_end(serve):
    server = serve()
    with socket.socket(socket.AF_UNIX) as silent:
        silent.connect(server.clock)
        time.sleep(0.2)
        begun = time.monotonic()
        server.end()
        assert time.monotonic() - begun < 3


GOOD = [
    ("attach", 0, ["0"]),
    ("sync", 0, ["0"]),
    ("grant", 0, ["1000"]),
    ("access", 400, ["0"]),
    ("resume", 900, ["1500"]),
    ("sync", 1500, ["0"]),
    ("interrupt", 1_499_500, ["0", "2", "1"]),
    ("grant", 1500, ["2000"]),
]
SEEN = [("sync", 0, []), ("access", 400, []), ("resume", 900, []), ("sync", 1500, [])]


@pytest.mark.parametrize(
    "line, changed, message",
    [
        (3, ("access", 1004, ["0"]), "leave to run to 1000 ns"),
        (4, ("resume", 300, ["1500"]), "went back"),
        (6, ("interrupt", 1_500_001, ["0", "2", "1"]), "before its cause"),
        (6, ("interrupt", 899_999, ["0", "2", "1"]), "after the stop of the guest at 900 ns"),
        (3, ("interrupt", 400_000, ["0", "2", "1"]), "may run to 1500 ns without it"),
        (5, ("sync", 1496, ["0"]), "message 3"),
    ],
)
def test_the_check_of_the_logs_notices(line, changed, message):
    assert one_clock.problems(GOOD, SEEN) == []
    assert one_clock.delays(GOOD) == [(500, None)]
    log = [*GOOD[:line], changed, *GOOD[line + 1 :]]
    assert message in "\n".join(one_clock.problems(log, SEEN))


# ps of the guest's time zero, and ns from one request to the next.
ORIGIN, PERIOD = 5_000_000, 200_000


def latency_logs(wakes=52_000, signalled=52_000, counted=4):
    """Logs of a guest with one setting, and ping's reads of the time.

    Each request is stamped 4 us before its doorbell. The first interrupt comes 2 us after the doorbell. The guest executes
    for 8 us from the doorbell, and halts. The second interrupt is of `signalled`, and ends the halt at `wakes` ns: ping has
    the answer 30 us later. An instruction takes `counted` ns in the guest's log.
    """
    server, guest, reads, starts = [("attach", ORIGIN, ["0"])], [], [], []
    executed = 0
    for number in range(1, 51):
        at = PERIOD * number

        def lines(after, kind, halted, at=at):
            nonlocal executed
            time = at + after
            # The processor executes since the line before, but for the halt.
            executed += (time - (guest[-1][1] if guest else 0) - halted) // counted
            guest.append((kind, time, ["0", str(executed)]))

        lines(0, "access", 0)
        reads.append(("read", at - 4_000, [str(executed - 4_000 // counted)]))
        lines(2_000, "sync", 0)
        lines(wakes, "sync", wakes - 8_000)
        reads.append(("read", at + 6_000, [str(executed)]))
        reads.append(("read", at + wakes + 30_000, [str(executed + 30_000 // counted)]))
        server += [
            ("interrupt", (at + 2_000) * 1000, ["0", "2", "0"]),
            ("interrupt", (at + signalled) * 1000, ["0", "2", "0"]),
        ]
        starts.append(ORIGIN + at * 1000)
    return server, guest, reads, starts


def test_a_round_trip_is_instructions_and_stages():
    """Ping's stamps are 86 us apart: 34 us of instructions, and 52 us from the doorbell to the interrupt behind the halt."""
    found = one_clock.settings(*latency_logs())
    assert found == [(1_000, 52_000, 7_500, 100, 50_000, 49 * PERIOD)]
    row = ["rx-usecs 50", "round trip 86.0 us", "102 interrupts", "rtt"]
    assert one_clock.setting_problems([row], found) == []
    longer = [row[0], "round trip 90.5 us", row[2], "rtt"]
    assert one_clock.setting_problems([longer], found) == [
        "rx-usecs 50: ping has a round trip of 90500 ns, instructions and stages are 86000 ns"
    ]
    assert "the guest has 0" in one_clock.setting_problems([], found)[0]


@pytest.mark.parametrize(
    "changes, parts",
    [
        # The guest's clock is faster than its instructions.
        ({"counted": 5}, 79_200),
        # The halt ends 10 us after the interrupt: the time of neither side.
        ({"wakes": 62_000}, 86_000),
        # No interrupt ends the halt.
        ({"signalled": 150_000}, 42_000),
    ],
)
def test_a_time_that_neither_side_explains_is_noticed(changes, parts):
    found = one_clock.settings(*latency_logs(**changes))
    measured = 34 + changes.get("wakes", 52_000) / 1000
    row = ["rx-usecs 50", f"round trip {measured} us", "100 interrupts"]
    assert f"instructions and stages are {parts} ns" in one_clock.setting_problems([row], found)[0]


def test_interrupts_that_are_not_moderated_are_noticed():
    found = one_clock.settings(*latency_logs(48_000, 48_000))
    text = "round trip 82.0 us"
    assert one_clock.setting_problems([["rx-usecs 0", text, "100 interrupts"]], found) == []
    assert one_clock.setting_problems([["rx-usecs 50", text, "100 interrupts"]], found) == [
        "rx-usecs 50: two interrupts are 46000 ns apart"
    ]
    for count in (99, 105):
        assert one_clock.setting_problems([["rx-usecs 0", text, f"{count} interrupts"]], found) == [
            f"rx-usecs 0: the guest counts {count} interrupts, the model's log has 100"
        ]
    slow = one_clock.settings(*latency_logs(60_000, 60_000))
    assert one_clock.setting_problems([["rx-usecs 0", "round trip 94.0 us", "100 interrupts"]], slow) == [
        "rx-usecs 0: no two interrupts are closer than 58000 ns"
    ]


def test_an_interrupt_is_signalled_after_its_cause_or_after_the_access_with_the_cause():
    log = [
        ("access", 400, ["0"]),
        ("interrupt", 500_000, ["0", "2", "1"]),
        ("resume", 900, ["901"]),
        ("sync", 904, ["0"]),
        ("grant", 904, ["2000"]),
        ("interrupt", 1_500_000, ["0", "2", "1"]),
        ("sync", 1503, ["0"]),
        ("grant", 1503, ["2000"]),
    ]
    assert one_clock.delays(log) == [(404_000, 4_000), (3_000, None)]
    # An access without an end in the log is over when the guest stops.
    assert one_clock.delays([log[0], ("interrupt", 1_498_000, ["0", "2", "1"]), *log[6:]]) == [(5_000, None)]
    assert one_clock.late(log) == []
    assert "3.000 ns later, 1 with a cause in an access up to 4.000 ns" in one_clock.figures(log)
    log[4] = ("grant", 905, ["2000"])
    log[7] = ("grant", 1505, ["2000"])
    assert one_clock.late(log) == [
        "an interrupt is signalled 5.000 ns after its access: the limit is 5 ns",
        "an interrupt is signalled 5.000 ns after its cause: the limit is 5 ns",
    ]


def make_run(folder, last, **changes):
    """Files of a run of which the last synchronization was at `last` ns."""
    (folder / "device0").mkdir(parents=True)
    end = b"\x07" + struct.pack("<qI", last, 1) + b"\x08" + struct.pack("<q", last) + b"\x09"
    end += struct.pack("<qI", last, 32)
    files = {
        "console.log": b"booted\n",
        "guest.log": b"sync 10 20 5\nsync 20 30 7\n" + f"sync {last} {last + 10} 7\n".encode(),
        "device0/clock.log": b"sync 10 0\ninterrupt 15000 0\ngrant 10 20\n" + f"sync {last} 0\n".encode(),
        "device0/wire.log": b"sent 12000 64\n" + f"ended {last}000 0\n".encode(),
        "device0/inputs.record": b"inputs" + end + b"0123456789abcdef" * 2,
    }
    for name, content in (files | changes).items():
        (folder / name).write_bytes(content)
    return folder


def test_two_runs_are_compared_up_to_the_end_of_a_guest(tmp_path):
    first, second = make_run(tmp_path / "first", 30), make_run(tmp_path / "second", 40)
    assert one_clock.differences(first, second) == []
    for number, (name, content) in enumerate(
        [
            ("console.log", b"panic\n"),
            ("guest.log", b"sync 10 20 5\nsync 20 30 8\nsync 40 50 8\n"),
            ("device0/clock.log", b"sync 10 0\ninterrupt 15001 0\ngrant 10 20\nsync 40 0\n"),
            ("device0/wire.log", b"sent 12001 64\nended 40000 0\n"),
            ("device0/inputs.record", b"other" + (second / "device0/inputs.record").read_bytes()[6:]),
            ("device0/inputs.record", (second / "device0/inputs.record").read_bytes()[:-1] + b"0"),
            ("device0/registers.txt", b"only one run has it"),
        ]
    ):
        other = make_run(tmp_path / str(number), 40, **{name: content})
        assert one_clock.differences(first, other) == [name]
    late = make_run(tmp_path / "late", 2_000_000_000)
    assert one_clock.differences(first, late) == ["guest.log, by its end"]
    for content in (b"", b"sync 10 20 5\nsy", None):
        if content is None:
            (second / "guest.log").unlink()
        else:
            (second / "guest.log").write_bytes(content)
        different = ["guest.log", "device0/clock.log", "device0/wire.log", "device0/inputs.record"]
        assert one_clock.differences(first, second) == different

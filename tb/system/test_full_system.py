"""Parts of scripts/fullsystem without a guest, and (long) its short form, which boots one."""

import argparse
import array
import importlib.machinery
import importlib.util
import io
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tarfile
import threading
import time
import tomllib

import pytest
from program import ROOT, program

sys.path.insert(0, str(ROOT / "scripts"))

from full_system import (
    guest_files,
    hot_plug,
    kernel_log,
    machine,
    one_clock,
    packages,
    register_trace,
    rtl_checks,
    server_load,
    time_stamp_counter,
    virtual_counters,
    wire_counters,
)

LOADER = importlib.machinery.SourceFileLoader("fullsystem", str(ROOT / "scripts/fullsystem"))
fullsystem = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(fullsystem)

FAULTY = ROOT / "tb/fullsystem/faulty_device.py"
BOOTS = tomllib.loads((ROOT / "tb/fullsystem/boots.toml").read_text())["boot"]
NO_REPLY, REPLY = 0x10, 1
DMA_MAP, READ, WRITE, SET_IRQS = 2, 9, 10, 8
CONFIG = 7


def message(command, payload, flags=0, number=1):
    return struct.pack("<HHIII", number, command, 16 + len(payload), flags, 0) + payload


@pytest.fixture
def between(tmp_path):
    """A function that starts a device with a fault, or with "" connects to it again; returns the sockets of guest and server."""
    behind, path = tmp_path / "server", tmp_path / "guest"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(behind))
    listener.listen(1)
    listener.settimeout(20)
    stack = [listener]

    def start(fault):
        if fault:
            stack.insert(0, subprocess.Popen([sys.executable, FAULTY, fault, behind, path]))
        guest = socket.socket(socket.AF_UNIX)
        while guest.connect_ex(str(path)) != 0:
            time.sleep(0.01)
            if stack[0].poll() is not None:
                pytest.fail("the device has ended")
        server, _ = listener.accept()
        stack.extend([guest, server])
        for end in (guest, server):
            end.settimeout(20)
        return guest, server

    yield start
    for part in stack:
        if isinstance(part, socket.socket):
            part.close()
        else:
            part.terminate()
            part.wait()


def receive(end, size):
    """A message of a size, with its descriptors."""
    data, files = b"", array.array("i")
    while len(data) < size:
        part, ancillary, _, _ = end.recvmsg(size - len(data), socket.CMSG_SPACE(16 * files.itemsize))
        assert part
        for _, _, held in ancillary:
            files.frombytes(held)
        data += part
    return data, list(files)


def test_descriptors_stay_with_their_message(between):
    """Also when messages without any come just before, as posted writes do."""
    guest, server = between("register")
    posted = [message(WRITE, struct.pack("<QIII", 0x1018, 0, 4, n), NO_REPLY, n) for n in range(40)]
    with_file = message(SET_IRQS, bytes(20), 0, 99)
    files = [os.memfd_create("event"), os.memfd_create("event")]
    os.write(files[0], b"first")
    for data in posted:
        guest.sendall(data)
    guest.sendmsg([with_file], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", files))])
    guest.sendall(posted[0])
    for data in posted:
        assert receive(server, len(data)) == (data, [])
    data, passed = receive(server, len(with_file))
    assert data == with_file and len(passed) == 2
    assert os.pread(passed[0], 5, 0) == b"first"
    assert receive(server, len(posted[0])) == (posted[0], [])
    for file in [*files, *passed]:
        os.close(file)


def test_a_device_serves_the_next_guest(between):
    """The first one leaves while the server answers."""
    guest, server = between("register")
    read = message(READ, struct.pack("<QII", 0x1000, 0, 4))
    answer = message(READ, struct.pack("<QIII", 0x1000, 0, 4, 0), REPLY)
    guest.sendall(read)
    assert receive(server, len(read))[0] == read
    for _ in range(100):
        server.sendall(answer)
    guest.close()
    guest, server = between("")
    guest.sendall(read)
    assert receive(server, len(read))[0] == read
    server.sendall(answer)
    assert receive(guest, len(answer))[0][-4:] == struct.pack("<I", 0x10)


@pytest.mark.parametrize(
    ("fault", "pointer", "value"), [("msix", 0x51, 0x60), ("msix", 0x51, 0x70), ("messages", 0x41, 0x50)]
)
def test_a_capability_is_passed_by(between, fault, pointer, value):
    guest, server = between(fault)
    for first, count in ((0, 256), (pointer, 1), (pointer - 1, 2)):
        space = bytearray(range(256)) * 2
        space[pointer] = value
        head = struct.pack("<QII", first, CONFIG, count)
        server.sendall(message(READ, head + space[first : first + count], REPLY))
        space[pointer] = 0xA0
        assert receive(guest, 32 + count)[0][32:] == space[first : first + count]


def test_a_checksum_flag_is_changed_before_the_interrupt(between):
    """The flag of frames that are written back and whose checksum was checked changes; others stay."""
    guest, server = between("checksum")
    memory, event = os.memfd_create("memory"), os.eventfd(0)
    os.ftruncate(memory, 1 << 16)
    ring, base = 0x2000, 0x1_0000_0000
    before = [0, 1, 0x20, 0x21, 0x61, 0x4000_0021]
    for place, status in enumerate(before):
        os.pwrite(memory, struct.pack("<QII", 0, status, 60), ring + 16 * place)
    mapping = message(DMA_MAP, struct.pack("<IIQQQ", 32, 3, 0, base, 1 << 16))
    guest.sendmsg([mapping], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [memory]))])
    for offset, value in ((0x1040, ring), (0x1044, base >> 32), (0x1048, 16 * 8)):
        guest.sendall(message(WRITE, struct.pack("<QIII", offset, 0, 4, value), NO_REPLY))
    request = message(SET_IRQS, bytes(20))
    guest.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [event]))])
    data, files = receive(server, len(mapping))
    assert data == mapping
    for _ in range(3):
        receive(server, 16 + 20)
    data, own = receive(server, len(request))
    assert data == request and len(own) == 1
    os.eventfd_write(own[0], 1)
    assert os.eventfd_read(event) == 1
    after = [
        struct.unpack("<QII", os.pread(memory, 16, ring + 16 * place))[1] for place in range(len(before))
    ]
    assert after == [0, 1, 0x20, 0x4000_0021, 0x4000_0061, 0x4000_0021]
    for file in (memory, event, *files, *own):
        os.close(file)


def test_the_frequency_of_the_counter_repeats():
    first, second = time_stamp_counter.frequency_khz(), time_stamp_counter.frequency_khz()
    assert first > 100_000
    assert abs(first - second) < first / 500


def test_warnings_of_the_kernel_must_be_allowed():
    log = [
        "<6>[    1.0] ixgbe 0000:01:00.0: Multiqueue Enabled",
        "<4>[    2.0] ixgbe 0000:01:00.0 eth0: Detected Tx Unit Hang",
        "<3>[    3.0] ata1: no disk",
        "<4>[    4.0] ixgbe 0000:01:00.0: Disabling RSS support",
        "<3>[    5.0] rcu: INFO: rcu_preempt self-detected stall on CPU",
        "<3>[    6.0] rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:",
        "<6>[    7.0] rcu: Hierarchical RCU implementation.",
    ]
    allowed = kernel_log.read_allowed(ROOT / "tb/fullsystem/allowed_log.toml")
    assert kernel_log.unexpected(log, allowed) == [log[1], log[4], log[5]]


def test_a_console_is_read_as_the_guest_wrote_it():
    boot = machine.Boot(name="test", scenarios=["one", "two", "three"], devices=[])
    text = (
        "FULLSYSTEM scenario one\r\nFULLSYSTEM row a|b\r\nFULLSYSTEM counter 1 rx 5\r\nFULLSYSTEM key 1 2 6d:5a\r\nFULLSYSTEM status one 0\r\n"
        "FULLSYSTEM scenario two\nFULLSYSTEM fail first\nFULLSYSTEM fail second\nFULLSYSTEM status two 1\n"
        "FULLSYSTEM log\nline\nFULLSYSTEM end\nstarts again\nFULLSYSTEM log\nother\nFULLSYSTEM end\n"
    )
    found = machine.read_console(text, boot)
    assert found["scenarios"] == {"one": "passed", "two": "first", "three": "no end"}
    assert (found["rows"], found["log"]) == ([["a", "b"]], ["line", "other"])
    assert (found["counters"], found["keys"]) == ({1: {"rx": 5}}, {1: (2, "6d:5a")})


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("deb http://mirror.example/debian bookworm main", "http://mirror.example/debian"),
        (
            "deb [arch=amd64 signed-by=/a/key] https://mirror.example/x/debian/ bookworm main",
            "https://mirror.example/x/debian/",
        ),
        ("URIs: http://mirror.example/debian", "http://mirror.example/debian"),
        ("URIs: mirror+file:/etc/apt/mirrors/debian.list", "mirror+file:/etc/apt/mirrors/debian.list"),
    ],
)
def test_the_mirror_is_that_of_the_system(tmp_path, line, address):
    others = "# deb http://not.example/debian bookworm main\nURIs: http://mirror.example/debian-security\n"
    (tmp_path / "debian.sources").write_text(f"{others}{line}\n")
    assert packages.mirror([tmp_path / "sources.list", tmp_path]) == address


def test_a_system_without_a_mirror_is_an_error(tmp_path):
    (tmp_path / "other.list").write_text("deb http://mirror.example/debian-security bookworm main\n")
    with pytest.raises(packages.Missing, match="IXSIM_DEBIAN_MIRROR"):
        packages.mirror([tmp_path])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["test", "--quick", "--out", "out"], "empty: run scripts/fullsystem --cache"),
        (["fetch", "--quick"], "apt-get update"),
    ],
)
def test_missing_packages_are_an_error(tmp_path, words, message):
    env = os.environ | {"IXSIM_DEBIAN_MIRROR": f"file:{tmp_path}/debian"}
    command = [ROOT / "scripts/fullsystem", "--cache", tmp_path / "cache", *words]
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert re.fullmatch(f"fullsystem: .*{message}.*\n", done.stderr)


def test_what_is_missing_is_an_error_before_the_first_boot(tmp_path):
    """A cache with the packages of the short form, and boots of which the last one needs more."""
    cache = tmp_path / "cache"
    for file in (
        "packages.json",
        "root/boot/vmlinuz-6.12.1-amd64",
        *(f"root/{name}" for name in guest_files.PROGRAMS),
    ):
        path = cache / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    command = [ROOT / "scripts/fullsystem", "--cache", cache, "test", "--out", tmp_path / "out"]
    env = os.environ | {"IXSIM": str(program())}
    for names, missing in (
        (["broken-counter", "82598-testpmd"], "no testpmd"),
        (["broken-counter", "82598-6.1"], "no kernel 6.1"),
    ):
        done = subprocess.run([*command, *names], env=env, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert re.fullmatch(f"fullsystem: .*{missing}: run .* fetch, without --quick .*\n", done.stderr)
    assert not (tmp_path / "out").exists()


@pytest.fixture
def unpack(tmp_path, monkeypatch):
    """A function that unpacks an archive into a filled cache, with a text as dpkg-deb. Returns the cache."""
    cache = packages.Packages(tmp_path / "cache")
    cache.root.mkdir(parents=True)
    (cache.cache / "packages.json").write_text('{"old": "1"}')
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setenv("LC_ALL", "C")

    def run(archive, text):
        program = programs / "dpkg-deb"
        program.write_text(f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)
        cache._unpack([archive])

    run.cache = cache
    return run


def archive_of(folder, name, content=b"text"):
    """An archive with a file, which the dpkg-deb of these tests prints."""
    path = folder / "small_2%3a1_all.deb"
    with tarfile.open(path, "w") as archive:
        about = tarfile.TarInfo(name)
        about.size = len(content)
        archive.addfile(about, io.BytesIO(content))
    return path


def test_packages_are_unpacked(tmp_path, unpack):
    unpack(archive_of(tmp_path, "usr/file"), 'cat "$2"')
    assert (unpack.cache.root / "usr/file").read_bytes() == b"text"
    assert unpack.cache.versions() == {"small": "2:1"}


@pytest.mark.parametrize(
    ("damaged", "text", "message"),
    [
        (False, 'cat "$2"; echo "dpkg-deb: error: bad member" >&2; exit 2', "dpkg-deb: error: bad member"),
        (False, "echo 'no such archive' >&2; exit 2", "no such archive"),
        (True, 'cat "$2"', "tar: This does not look like a tar archive"),
        # tar ends before the other program has written all, which must not wait for it.
        (True, 'cat "$2" || { echo Broken pipe >&2; exit 2; }', "tar: This does not look like a tar archive"),
        (None, 'cat "$2"', "depmod 6.12.1-amd64: .*no modules"),
    ],
)
@pytest.mark.parametrize("exists", [True, False])
def test_a_cache_that_is_not_unpacked_is_empty(tmp_path, unpack, monkeypatch, damaged, text, message, exists):
    """`damaged`: the archive; None: the program that indexes the modules fails."""
    archive = archive_of(tmp_path, "boot/vmlinuz-6.12.1-amd64")
    if damaged:
        archive.write_bytes(b"no archive" * 100_000)
    if not exists:
        (unpack.cache.cache / "packages.json").unlink()
    monkeypatch.setattr(unpack.cache, "loader", lambda *_: ["sh", "-c", "echo no modules >&2; false", ""])
    with pytest.raises(packages.Missing, match=f"{message}.*fetch again$") as raised:
        unpack(archive, text)
    assert "\n" not in str(raised.value)
    assert not unpack.cache.filled()


def test_headers_of_testpmd_are_not_fetched():
    shown = "Package: dpdk-dev\nDepends: libx-dev (>= 1), python3, libx1 (>= 1), liby2\nRecommends: librte-mempool-ring25\n"
    names = packages.Packages._libraries_of_testpmd(shown)
    assert names == ["libx1", "liby2", "librte-mempool-ring25"]


def test_the_time_of_a_frame_in_each_direction():
    """A server takes 2 us to send a frame and 3 us to receive one. The first one sends 900,000 and receives 100,000."""
    stretch = {"servers": 5.0, "qemu": 15.0, "sent": 900_000, "received": 100_000}
    assert server_load.per_frame(stretch) == ": 5.00 us of the server a frame, 20.0 us with QEMU"
    assert server_load.per_frame(stretch | {"servers": 0}) == ": 15.0 us with QEMU", "QEMU's own device"
    two = stretch | {"server0": 2.1, "server1": 2.9}
    expected = ": 2.00 us of a server to send a frame, 3.00 us to receive one, 20.0 us with QEMU"
    assert server_load.per_frame(two) == expected
    back = two | {"sent": 100_000, "received": 900_000, "server0": 2.9, "server1": 2.1}
    assert server_load.per_frame(back) == expected
    assert server_load.per_frame({"seconds": 60, "servers": 1.0, "qemu": 2.0}) == ""


def test_bits_that_the_driver_has_to_set(tmp_path):
    trace = tmp_path / "registers.txt"
    trace.write_text(
        "5 0 - 0 0102c 4 read 00000001 RSCCTL[0]\n"
        "6 0 - 0 0102c 4 write 0000000c RSCCTL[0]\n"
        "7 0 - 0 0106c 4 write 00000001 RSCCTL[1]\n"
    )
    assert register_trace.problems(trace, {}) == []
    assert register_trace.problems(trace, {"RSCCTL[0]": 4, "RSCCTL[1]": 1}) == []
    assert register_trace.problems(trace, {"RSCCTL[0]": 1, "RSCCTL[2]": 1}) == [
        "RSCCTL[0]: the driver sets 0xc, expected 0x1",
        "RSCCTL[2]: the driver sets 0x0, expected 0x1",
    ]
    trace.unlink()
    assert "not found: RSCCTL[0] not checked" in register_trace.problems(trace, {"RSCCTL[0]": 1})[0]


def test_a_check_compares_all_frames_and_grants():
    text = "check   RTL classifier: 7 decisions of 7 frames compared, 0 divergences\n"
    grants = "        RTL scheduler: 5 of {} grants compared, 3 of them among several queues, 0 divergences\n"
    frames = {"decisions": 7, "frames": 7}
    both = frames | {"grants": 5, "all_grants": 5, "contested": 3}
    assert rtl_checks.compared("2 us simulated\n") == {}
    assert rtl_checks.compared(text) == frames
    assert rtl_checks.compared(text + grants.format(5)) == both
    assert rtl_checks.problems({}, 0) == rtl_checks.problems(frames, 0) == rtl_checks.problems(both, 3) == []
    assert rtl_checks.problems(both, 4) == ["RTL scheduler: 3 grants among several queues, expected 4"]
    assert rtl_checks.problems(frames, 4) == ["RTL scheduler: no grants among several queues, expected 4"]
    assert rtl_checks.problems(both | {"all_grants": 6, "frames": 8}, 0) == [
        "RTL classifier: 7 of 8 frames compared",
        "RTL scheduler: 5 of 6 grants compared",
    ]


@pytest.mark.parametrize(
    ("measured", "found"),
    [
        (
            {"idle": {"seconds": 60, "servers": 0.6, "qemu": 9, "server0": 0.3, "server1": 0.3}, "rate": {}},
            [],
        ),
        ({"idle": {"seconds": 60, "servers": 0.59, "qemu": 9}}, []),
        ({"idle": {"seconds": 60, "servers": 0.6, "qemu": 0}}, ["idle: server0 takes 1.00 %"]),
        (
            {"idle": {"seconds": 50, "servers": 2.2, "qemu": 0, "server0": 0.49, "server1": 1.71}},
            ["idle: server1 takes 3.42 %"],
        ),
        ({"down": {"seconds": 60, "servers": 0, "qemu": 0}}, ["idle: not measured"]),
        ({"idle": {"frames": 5}}, ["idle: not measured"]),
    ],
)
def test_a_server_that_takes_too_much_of_a_core_is_noticed(measured, found):
    end = " of a core, accepted: less than 1 %"
    expected = [line + end if "takes" in line else line for line in found]
    assert server_load.problems(measured, {"idle": 1}) == expected
    assert server_load.problems(measured, {}) == []


CONNECTED = "ixsim: serve: /tmp/a/0/port0.sock: client connected\n"
GONE = "ixsim: serve: /tmp/a/0/port0.sock: client gone, device reset\n"
OTHER = "ixsim: serve: /tmp/a/0/port1.sock: client connected\n"


@pytest.mark.parametrize(
    ("log", "passes"),
    [
        (CONNECTED + OTHER + GONE + CONNECTED + GONE, True),
        (CONNECTED + GONE + CONNECTED, True),
        (CONNECTED + GONE, False),
        (CONNECTED + CONNECTED + GONE, False),
        (CONNECTED + GONE + OTHER, False),
        (2 * (CONNECTED + GONE) + CONNECTED + GONE, False),
        ("", False),
    ],
)
def test_a_removed_device_must_leave_its_server_and_come_back(log, passes):
    found = hot_plug.reported(log, "/tmp/a/0/port0.sock")
    assert (hot_plug.problems(found, 1) == []) == passes
    if passes:
        assert hot_plug.problems(found, 2) != []


class Monitor(threading.Thread):
    """A monitor of QEMU for one connection: answers each command with the messages that `answers` has for it."""

    def __init__(self, path, answers):
        super().__init__()
        self.answers, self.commands = answers, []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen(1)
        self.start()

    def run(self):
        connection, _ = self.listener.accept()
        with connection, self.listener, connection.makefile("rw") as lines:
            print('{"QMP": {}}', file=lines, flush=True)
            for line in lines:
                request = json.loads(line)
                self.commands.append((request["execute"], request["arguments"]))
                for answer in self.answers.get(request["execute"], [{"return": {}}]):
                    print(json.dumps(answer), file=lines, flush=True)


def event(name, device="nic"):
    return {"event": name, "data": {"device": device, "path": "/machine/nic"}, "timestamp": {}}


REMOVED, REFUSED = event("DEVICE_DELETED"), event("DEVICE_UNPLUG_GUEST_ERROR")
RETURN = {"return": {}}


DELETION = {"device_del": [RETURN, REMOVED]}
STAYS = "plug: the server does not report that its client has gone"


@pytest.mark.parametrize(
    ("answers", "clients", "commands", "problem"),
    [
        (DELETION, 2, ["device_del", "device_add"], ""),
        ({"device_del": [REMOVED, RETURN]}, 2, ["device_del", "device_add"], ""),
        (DELETION, 1, ["device_del"], STAYS),
        (DELETION, 3, ["device_del"], STAYS),
        (
            {"device_del": [RETURN, event("DEVICE_DELETED", "other"), REFUSED, REMOVED]},
            2,
            ["device_del"],
            "plug: the guest refuses the removal",
        ),
        ({}, 2, ["device_del"], "plug: timed out"),
        (
            DELETION | {"device_add": [{"error": {"desc": "no bus"}}]},
            2,
            ["device_del", "device_add"],
            "plug: device_add: no bus",
        ),
    ],
)
def test_a_device_is_inserted_after_it_has_gone(tmp_path, monkeypatch, answers, clients, commands, problem):
    monkeypatch.setattr(hot_plug, "LONGEST_WAIT", 0.4 if problem in (STAYS, "plug: timed out") else 20)
    function = {"driver": "vfio-user-pci", "id": "nic", "bus": "rp1"}
    found = [hot_plug.CONNECTED, hot_plug.GONE, hot_plug.CONNECTED]
    monitor = Monitor(tmp_path / "monitor", answers)
    slot = hot_plug.Slot(tmp_path / "monitor", function, lambda: found[:clients])
    slot.answer("unplug")
    slot.answer("plug")
    slot.close()
    monitor.join()
    words = {"device_del": {"id": "nic"}, "device_add": function}
    assert monitor.commands == [
        ("qmp_capabilities", {}),
        *((command, words[command]) for command in commands),
    ]
    assert slot.problems == ([f"request of the guest: {problem}"] if problem else [])


def test_another_request_of_a_guest_is_a_problem(tmp_path):
    monitor = Monitor(tmp_path / "monitor", {})
    slot = hot_plug.Slot(tmp_path / "monitor", {"id": "nic"}, list)
    slot.answer("reset")
    slot.close()
    monitor.join()
    assert slot.problems == ["request of the guest: reset: accepted: unplug, plug"]


def test_a_monitor_that_is_gone_is_a_problem(tmp_path):
    slot = hot_plug.Slot(tmp_path / "monitor", {"id": "nic"}, list)
    slot.answer("unplug")
    slot.close()
    assert "unplug: [Errno 2]" in slot.problems[0]


def shell(text, cwd):
    """Runs a text with the shell of the guests, or with that of the host. Returns its output."""
    command = ["busybox", "sh"] if shutil.which("busybox") else ["sh"]
    return subprocess.run([*command, "-c", text], cwd=cwd, capture_output=True, text=True, timeout=60).stdout


def shell_functions(*names):
    """The text of functions of the scenarios. The whole file would make a pipe in /tmp."""
    text = (ROOT / "tb/fullsystem/functions.sh").read_text()
    found = [re.search(rf"^{name}\(\) {{\n.*?^}}\n", text, re.MULTILINE | re.DOTALL) for name in names]
    return "".join(match[0] for match in found)


def test_scenarios_call_each_function():
    folder = ROOT / "tb/fullsystem"
    text = (folder / "functions.sh").read_text()
    files = [folder / "init", *(folder / "scenarios").glob("*.sh")]
    everything = text + "".join(file.read_text() for file in files)
    names = re.findall(r"^(\w+)\(\) {", text, re.MULTILINE)
    assert len(names) > 30
    assert [name for name in names if len(re.findall(rf"\b{name}\b", everything)) == 1] == []


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("1499 1500", "done"),
        ("1500", "done"),
        ("2000", "done"),
        ("none", "FULLSYSTEM fail frames: no number: "),
        ("few", "FULLSYSTEM fail frames: no number: few"),
        ("1499 none", "FULLSYSTEM fail frames: no number: "),
        ("1499 fails", "FULLSYSTEM fail frames: status 7 of: next"),
        ("1499", "FULLSYSTEM fail frames: 1499, expected 1500"),
    ],
)
def test_a_wait_for_a_number_ends_with_a_number(tmp_path, printed, said):
    """The command prints the next word each time, and the last one again and again."""
    (tmp_path / "words").write_text("\n".join(printed.split()) + "\n")
    command = """
        next() {
          word=$(sed -n 1p words)
          [ "$(wc -l <words)" = 1 ] || sed -i 1d words
          case $word in none) ;; fails) echo 1500; return 7 ;; *) echo "$word" ;; esac
        }
        sleep() { :; }
        until_least frames 1500 next
        echo done
    """
    assert shell(shell_functions("fail", "until_least") + command, tmp_path) == f"{said}\n"


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ("0 5 5 0 5 0 0 5 5", "done"),
        ("0 6 5 0 5 0 0 5 5", "done"),
        ("1 5 5 0 5 0 0 5 5", "FULLSYSTEM fail a group that is not joined: 1 frames"),
        ("0 5 5 0 5 0 4 5 5", "FULLSYSTEM fail another address: 4 frames"),
        ("0 5 5 5 5 0 0 5 5", "FULLSYSTEM fail a VLAN that is not there: 5 frames"),
        ("0 5 5 0 4 0 0 5 5", "FULLSYSTEM fail a VLAN: 4 of 5 frames"),
        ("0 5 5 0 5 5 0 5 5", "FULLSYSTEM fail a VLAN that is removed: 5 frames"),
        ("0 4 5 0 5 0 0 5 5", "FULLSYSTEM fail a group that is joined: 4 of 5 frames"),
    ],
)
def test_frames_that_a_guest_did_not_request_fail_the_scenario(tmp_path, counts, said):
    """The scenario without a guest: each ping of the peer adds the next count to the received packets."""
    (tmp_path / "counts").write_text("\n".join(counts.split()) + "\n")
    (tmp_path / "received").write_text("20\n")
    ports = """
        first=eth0 second=eth1
        two_ports() { :; }
        step() { :; }
        sleep() { :; }
        ip() { :; }
        modprobe() { :; }
        there() {
          [ "$1" = ping ] || return 0
          echo $(($(sed -n 1p received) + $(sed -n 1p counts))) >sum
          mv sum received
          sed -i 1d counts
        }
        statistic() { sed -n 1p received; }
    """
    scenario = (ROOT / "tb/fullsystem/scenarios/filters.sh").read_text()
    assert shell(f"{shell_functions('fail')}{ports}\n{scenario}\necho done", tmp_path) == f"{said}\n"


def test_requests_of_a_guest_reach_the_host(tmp_path):
    console = tmp_path / "console.log"
    console.write_text(
        "FULLSYSTEM ask unplug\r\nFULLSYSTEM measure idle begin\nask plug\nFULLSYSTEM ask plug\nFULLSYSTEM ask"
    )
    asked = []
    with subprocess.Popen(["true"]) as guest:
        guest.wait()
        machine.watch(console, guest, [], 10, asked=asked.append)
        machine.watch(console, guest, [], 10)
    assert asked == ["unplug", "plug"]


def test_a_guest_whose_time_counts_instructions_keeps_its_devices(tmp_path):
    boot = machine.Boot(name="test", scenarios=["unplug"], devices=[machine.Device()], time="correlated")
    with pytest.raises(packages.Missing, match="accepted with the scenario unplug: wall"):
        machine.run(None, boot, tmp_path / "out")


KEY = bytes.fromhex("6d5a56da255b0ec24167253d43a38fb0d0ca2bcbae7b30b477cb2da38030f20c6a42b73bbeac01fa")


@pytest.mark.parametrize(
    ("source", "target", "found"),
    [
        ("66.9.149.187", "161.142.100.80", 0x323E8FC2),
        ("199.92.111.2", "65.69.140.83", 0xD718262A),
        ("153.39.163.191", "202.188.127.2", 0x5D1809C5),
    ],
)
def test_the_hash_of_rss_is_the_published_one(source, target, found):
    assert wire_counters.rss_hash(KEY, socket.inet_aton(source) + socket.inet_aton(target)) == found


def pcapng(wires):
    """A capture with an interface for each list of frames."""

    def block(kind, body):
        body += bytes(-len(body) % 4)
        return struct.pack("<II", kind, 12 + len(body)) + body + struct.pack("<I", 12 + len(body))

    data = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
    data += b"".join(block(1, struct.pack("<HHI", 1, 0, 0)) for _ in wires)
    for wire, frames in enumerate(wires):
        for frame in frames:
            data += block(6, struct.pack("<5I", wire, 0, 0, len(frame), len(frame)) + frame)
    return data


@pytest.fixture
def counted(tmp_path):
    """A capture of a port with two queues, the log of its server, and what its driver counts."""

    def ipv4(target, size, source=b"\x01\x01\x01\x01"):
        packet = struct.pack(">BBHIBBH", 0x45, 0, size, 0, 64, 1, 0) + source + b"\x0a\x52\x00\x02"
        return (target + bytes(6) + b"\x08\x00" + packet).ljust(max(60, 14 + size), b"\0") + bytes(4)

    own, group = b"\x02" * 6, b"\x01\x00\x5e\x01\x02\x03"
    arp = (b"\xff" * 6 + bytes(6) + b"\x08\x06").ljust(60, b"\0") + bytes(4)
    received = [ipv4(own, 100), ipv4(own, 200, b"\x01\x01\x01\x02"), ipv4(group, 100), arp]
    sent = [ipv4(own, 28), ipv4(own, 1000)]
    queues = [wire_counters.receive_queue(KEY, 2, frame) for frame in received]
    assert queues[3] == 0 and set(queues) == {0, 1}
    capture = tmp_path / "frames.pcapng"
    capture.write_bytes(pcapng([received, sent]))
    counters = {
        "broadcast": 1,
        "multicast": 1,
        "rx_packets": 4,
        "rx_pkts_nic": 4,
        "tx_packets": 2,
        "tx_pkts_nic": 2,
    }
    counters |= {"rx_bytes": sum(map(len, received)) - 16, "rx_bytes_nic": sum(map(len, received))}
    counters |= {"tx_bytes": 42 + 1014, "tx_bytes_nic": 64 + 1018}
    lines = []
    for queue in (0, 1):
        sizes = [len(frame) for frame, chosen in zip(received, queues, strict=True) if chosen == queue]
        counters |= {
            f"rx_queue_{queue}_packets": len(sizes),
            f"rx_queue_{queue}_bytes": sum(sizes) - 4 * len(sizes),
        }
        counters |= {
            f"tx_queue_{queue}_packets": 2 - 2 * queue,
            f"tx_queue_{queue}_bytes": (2 - 2 * queue) * 528,
        }
        text = f"sent {2 - 2 * queue} frames, {1082 - 1082 * queue} bytes; dropped 0"
        lines.append(f"queue 0.{queue}  received {len(sizes)} frames, {sum(sizes)} bytes; {text}\n")
    return capture, "".join(lines), counters


def differences_of(capture, log, counters, registers=()):
    """The differences of a port with two queues."""
    return wire_counters.differences(capture, registers, log, 1, {0: counters}, {0: (2, KEY.hex(":"))})


def test_counters_are_those_of_the_capture_and_of_the_model(counted):
    capture, log, counters = counted
    assert differences_of(capture, log, counters) == []


@pytest.mark.parametrize(
    ("name", "by"),
    [
        ("broadcast", "the capture"),
        ("multicast", "the capture"),
        ("rx_bytes_nic", "the capture"),
        ("tx_bytes", "the capture"),
        ("rx_queue_0_packets", "the model"),
        ("rx_queue_1_bytes", "the capture"),
        ("tx_queue_0_packets", "the model"),
        ("tx_queue_0_bytes", "padding of sent frames"),
    ],
)
def test_each_counter_that_is_wrong_is_noticed(counted, name, by):
    capture, log, counters = counted
    wrong = counters | {name: counters[name] + 1}
    found = differences_of(capture, log, wrong)
    assert any(name in line and by in line for line in found) or any(by in line for line in found)
    if by != "padding of sent frames":
        assert any(f"{name}: found {counters[name] + 1}" in line for line in found)


def test_a_frame_between_two_reads_is_not_in_the_drivers_bytes(counted):
    """GORCL and GORCH of the 82599: the read of the second clears both."""
    capture, log, counters = counted
    fewer = counters | {"rx_bytes_nic": counters["rx_bytes_nic"] - 64}
    reads = ["0 0 - 0 04088 4 read 00000000 GORCL", "5000000 0 - 0 0408c 4 read 00000000 GORCH"]
    assert differences_of(capture, log, fewer, reads) == []
    for lines in (reads[:1], [line.replace(" 0 -", " 1 -") for line in reads]):
        assert differences_of(capture, log, fewer, lines) != []


def test_a_frame_in_another_queue_of_the_model_is_noticed(counted):
    capture, log, counters = counted
    other = (
        log.replace("queue 0.0", "queue 0.2")
        .replace("queue 0.1", "queue 0.0")
        .replace("queue 0.2", "queue 0.1")
    )
    assert "the model has" in differences_of(capture, other, counters)[0]


@pytest.mark.parametrize("name", ["rx_bytes_nic", "multicast", "tx_queue_1_packets", "tx_queue_1_bytes"])
def test_a_counter_that_is_not_reported_is_noticed(counted, name):
    """Some are 0 in the capture or in the model."""
    capture, log, counters = counted
    fewer = {key: value for key, value in counters.items() if key != name}
    assert any(f"{name}: found None" in line for line in differences_of(capture, log, fewer))


@pytest.fixture
def counted_boot(counted, monkeypatch, tmp_path):
    """A function that checks a boot with the scenario "counters" without a guest. Returns its problems. `reported`: what the
    console has of counters and keys; `expected`: scenarios that have to fail."""
    capture, log, counters = counted

    def check(reported=None, without="", ports=1, expected=None, wrong=0):
        out = tmp_path / "out"
        place = out / "device0"
        place.mkdir(parents=True)
        (out / "server0.log").write_text(log)
        (place / "frames.pcapng").write_bytes(capture.read_bytes())
        (place / "registers.txt").write_text("")
        if without:
            (place / without).unlink()
        seen = counters | {"rx_pkts_nic": counters["rx_pkts_nic"] + wrong}
        result = {"counters": {0: seen}, "keys": {0: (2, KEY.hex(":"))}, "log": [], "problems": []}
        result["scenarios"] = {"counters": "passed", **(expected or {})}
        monkeypatch.setattr(machine, "run", lambda *_: result | (reported or {}))
        boot = machine.Boot(name="one", scenarios=["counters"], devices=[machine.Device(ports=ports)])
        return fullsystem.checked_boot(None, boot, expected or {}, out)["problems"]

    return check


@pytest.mark.parametrize(
    ("about", "problem"),
    [
        ({}, None),
        ({"reported": {"counters": {}}}, "port 0: the guest reports no counters"),
        ({"reported": {"keys": {}}}, "port 0: the guest reports no RSS key"),
        ({"without": "frames.pcapng"}, "frames.pcapng: not found: the counters are not compared"),
        ({"without": "registers.txt"}, "registers.txt: not found: the counters are not compared"),
        ({"ports": 2}, "found 2 interfaces, expected 4"),
        ({"wrong": 1}, "rx_pkts_nic: found 5"),
    ],
)
def test_counters_are_always_compared(counted_boot, about, problem):
    found = counted_boot(**about)
    assert len(found) == (problem is not None)
    assert not problem or problem in found[0]


@pytest.mark.parametrize(
    ("about", "problem"),
    [
        ({"wrong": 1}, None),
        ({}, "the wire shows none of: rx_pkts_nic"),
        ({"without": "frames.pcapng"}, "the wire shows none of: rx_pkts_nic"),
        ({"reported": {"counters": {}}}, "the wire shows none of: rx_pkts_nic"),
    ],
)
def test_the_wire_has_to_notice_a_broken_counter(counted_boot, about, problem):
    found = counted_boot(expected={"counters": "rx_pkts_nic"}, **about)
    assert (found[-1] if found else None) == problem


def test_a_port_of_two_that_is_not_reported_is_noticed(counted, tmp_path):
    capture, log, counters = counted
    wires = [[frame for _, frame in wire] for wire in wire_counters.frames(capture)]
    both = tmp_path / "both.pcapng"
    both.write_bytes(pcapng([wires[0], [], wires[1], []]))
    reported = ({0: counters}, {0: (2, KEY.hex(":"))})
    found = wire_counters.differences(both, [], log, 2, *reported)
    assert [line.partition(": see")[0] for line in found] == [
        "port 1: the guest reports no counters",
        "port 1: the guest reports no RSS key",
    ]


VIRTUAL_TRACE = [
    "200 0 1 0 0101c 4 read 00000172 VFGPRC",
    "300 0 1 0 0201c 4 read 0000004a VFGPTC",
    "400 0 0 0 0201c 4 read 00000007 VFGPTC",
    "500 0 1 0 0201c 4 read 0000004b VFGPTC",
    "600 0 1 0 00000 4 write 00000008 VFCTRL",
]


@pytest.mark.parametrize(
    ("counters", "found"),
    [
        ({1: {"rx_packets": 370, "tx_packets": 74}}, []),
        ({1: {"rx_packets": 370, "tx_packets": 7}}, ["function 1: VFGPTC: no read returned 7"]),
        ({1: {"rx_packets": 9, "tx_packets": 74}}, ["function 1: VFGPRC: no read returned 9"]),
        ({1: {"tx_packets": 75}}, ["function 1: VFGPRC: no read returned None"]),
        ({}, ["no counters of a virtual function"]),
    ],
)
def test_counters_of_a_virtual_function_are_those_of_its_rings(tmp_path, counters, found):
    lines = virtual_counters.problems(VIRTUAL_TRACE, counters)
    assert all(text in line for text, line in zip(found, lines, strict=True))
    assert "not found" in virtual_counters.check(tmp_path, counters)[0]


def test_boots_with_counters_write_a_capture():
    boots = [boot for boot, _, _ in fullsystem.read_boots().values() if "counters" in boot.scenarios]
    assert [boot.name for boot in boots] == ["82598-counters", "82599-counters", "broken-counter"]
    assert all("pcapng" in boot.traces() for boot in boots)


def test_a_guest_restarts_once_for_each_reboot():
    assert machine.Boot(name="test", scenarios=["reboot", "ping"], devices=[]).starts() == 2
    assert machine.Boot(name="test", scenarios=["ping"], devices=[]).starts() == 1


def test_a_host_without_tap_interfaces_is_named(monkeypatch):
    boot = machine.Boot(name="test", scenarios=["ping"], devices=[machine.Device(wire="tap:tap0")])
    assert machine.lacking(machine.Boot(name="test", scenarios=["ping"], devices=[machine.Device()])) == ""
    if os.path.exists("/dev/net/tun"):
        monkeypatch.setattr(machine, "PRIVATE_NETWORK", ["sh", "-c", "echo not permitted >&2; false"])
        assert re.search(
            r"not permitted: allow user namespaces, or use the boot two-guests", machine.lacking(boot)
        )
    monkeypatch.setattr(machine.Path, "exists", lambda path: False)
    assert machine.lacking(boot).startswith("/dev/net/tun: not found")


@pytest.fixture
def two_runs(monkeypatch, tmp_path):
    """A function that runs a boot of two guests twice, without guests; returns its result. `fault`: what fails."""

    def start(fault):
        def run(_, boot, folder):
            assert not (tmp_path / "result.json").exists()
            if fault == "exception":
                raise missing
            folder.mkdir(parents=True, exist_ok=True)
            place = str(folder.relative_to(tmp_path))
            kinds = ("scenarios", "counters", "keys")
            lists = {"rows": [], "log": [], "problems": ["no end"] if place == fault else []}
            return {"boot": boot.name, **{kind: {} for kind in kinds}, **lists}

        def wire_problems(folder, far, delay):
            return ["lost"] if fault == f"wire {folder.relative_to(tmp_path)}" else []

        missing = packages.Missing("no kernel")
        monkeypatch.setattr(machine, "run", run)
        monkeypatch.setattr(one_clock, "check", lambda out, result: [])
        monkeypatch.setattr(one_clock, "wire_problems", wire_problems)
        monkeypatch.setattr(
            one_clock, "differences", lambda *folders: ["guest.log"] if fault == "differs" else []
        )
        names = {"scenarios": [], "time": "correlated"}
        peer = machine.Boot(name="other", devices=[machine.Device()], **names)
        boot = machine.Boot(name="one", devices=[machine.Device()], repeated=True, peer=peer, **names)
        return fullsystem.boot_repeatedly(None, boot, {}, tmp_path)

    return start


@pytest.mark.parametrize(
    ("fault", "problem", "failed"),
    [
        ("nothing", None, []),
        (".", "no end", ["."]),
        ("peer", "peer: no end", [".", "peer"]),
        ("wire peer/device0", "lost", ["."]),
        ("again", "second run: no end", [".", "again"]),
        ("again/peer", "second run: peer: no end", [".", "again", "again/peer"]),
        ("differs", "guest.log: the two runs differ", ["."]),
    ],
)
def test_a_boot_that_fails_has_a_file_that_says_so(two_runs, tmp_path, fault, problem, failed):
    """Checks of the peer, of the wire and of the second run come after the first guest."""
    result = two_runs(fault)
    files = {
        place: json.loads((tmp_path / place / "result.json").read_text())
        for place in (".", "peer", "again", "again/peer")
    }
    assert [place for place, file in files.items() if not file["passed"]] == failed
    assert [place for place, file in files.items() if file["problems"]] == failed
    assert files["."] == result
    assert result["problems"] == ([problem] if problem else [])


def test_a_boot_that_does_not_start_leaves_no_file_of_an_earlier_run(two_runs, tmp_path):
    two_runs("nothing")
    places = (".", "again", "again/peer", "peer")
    assert sorted(tmp_path.rglob("result.json")) == sorted(
        tmp_path / place / "result.json" for place in places
    )
    with pytest.raises(packages.Missing, match="no kernel"):
        two_runs("exception")
    assert not list(tmp_path.rglob("result.json"))


@pytest.mark.parametrize(
    ("named", "fault", "status", "total"),
    [
        ([], None, 0, "passed, 1 skipped"),
        ([], "idle", 1, "passed, 1 failed, 1 skipped"),
        (["modes", "idle"], "idle", 1, "1 passed, 1 failed"),
        (["idle"], "idle", 1, "0 passed, 1 failed"),
    ],
)
def test_a_test_ends_with_the_number_of_boots(named, fault, status, total, monkeypatch, capsys, tmp_path):
    by_name = {boot["name"] for boot in BOOTS if named or boot["name"] != "82598-tap"}

    def measures(name):
        return name == "idle" or name.endswith(("-rate", "-directions"))

    def run(_, boot, expected, out):
        return {"boot": boot.name, "passed": boot.name != fault}

    monkeypatch.setattr(machine, "require", lambda *_: None)
    monkeypatch.setattr(
        machine, "lacking", lambda boot: "no TAP" if boot.name == "82598-tap" and not named else ""
    )
    monkeypatch.setattr(fullsystem, "boot_repeatedly", run)
    monkeypatch.setattr(fullsystem, "report", lambda result: None)
    # The boots of --jobs 2 are processes of this kind.
    monkeypatch.setattr(
        fullsystem,
        "OWN_COMMAND",
        [
            sys.executable,
            "-c",
            f"import sys; print('row', sys.argv[4], 'total', sep=chr(10)); sys.exit(sys.argv[4] == {fault!r})",
        ],
    )
    for jobs in (1, 2):
        settings = argparse.Namespace(name=named, quick=False, out=tmp_path, cache=tmp_path, jobs=jobs)
        assert fullsystem.test(None, settings) == status
        *lines, last = capsys.readouterr().out.splitlines()
        count = len(named) or len(BOOTS)
        assert re.fullmatch(rf"{count} boots in 0\.0 min: (\d+ )?{total}", last), last
        apart = [line for line in lines if line in by_name]
        assert set(apart) == (
            {name for name in named or by_name if not measures(name)} if jobs > 1 else set()
        )
        assert "total" not in lines


def test_a_boot_apart_that_lacks_something_ends_the_test(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "require", lambda *_: None)
    monkeypatch.setattr(
        fullsystem,
        "OWN_COMMAND",
        [sys.executable, "-c", "import sys; print('no kernel', file=sys.stderr); sys.exit(2)"],
    )
    settings = argparse.Namespace(name=["modes"], quick=False, out=tmp_path, cache=tmp_path, jobs=2)
    with pytest.raises(packages.Missing, match="no kernel"):
        fullsystem.test(None, settings)


def test_a_boot_apart_that_breaks_off_says_why(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(machine, "require", lambda *_: None)
    monkeypatch.setattr(fullsystem, "OWN_COMMAND", [sys.executable, "-c", "raise OSError('disk full')"])
    settings = argparse.Namespace(name=["modes"], quick=False, out=tmp_path, cache=tmp_path, jobs=2)
    assert fullsystem.test(None, settings) == 1
    printed = capsys.readouterr()
    assert "OSError: disk full" in printed.err and printed.out.endswith("0 passed, 1 failed\n")


def test_an_archive_has_the_same_bytes_each_time():
    def made():
        return guest_files.scenarios([("one", b"text"), ("two", b"more")])

    assert made() == made() != guest_files.scenarios([("one", b"text")])


def test_boots_name_what_there_is():
    faults = re.search(
        r"FAULT of (.*)", subprocess.run([sys.executable, FAULTY], capture_output=True, text=True).stderr
    )
    faults = faults[1].split(", ")
    used, in_boots = set(), set()
    for boot in BOOTS:
        assert set(boot.get("programs", [])) <= set(guest_files.EXTRA_PROGRAMS), boot["name"]
        scenarios = [
            *boot["scenarios"],
            *boot.get("expected", {}),
            *boot.get("peer", {}).get("scenarios", []),
        ]
        for scenario in scenarios:
            assert (ROOT / f"tb/fullsystem/scenarios/{scenario}.sh").exists(), boot["name"]
        in_boots |= set(scenarios)
        texts = [(ROOT / f"tb/fullsystem/scenarios/{name}.sh").read_text() for name in boot["scenarios"]]
        for stretch in boot.get("highest_load", {}):
            assert any(f"\nmeasure {stretch} end\n" in text for text in texts), boot["name"]
        for device in boot["device"]:
            fault = device.get("fault", "")
            assert fault == "" or fault in faults, boot["name"]
            used.add(fault)
    assert used == {"", *faults}
    assert in_boots == {path.stem for path in (ROOT / "tb/fullsystem/scenarios").glob("*.sh")}
    assert [boot["name"] for boot in BOOTS if boot.get("quick")] == ["modes"]
    ids = {n for boot in BOOTS for device in boot["device"] for n in device.get("ids", [])}
    assert len(ids) == 12 + 13


@pytest.mark.long
def test_the_short_form_passes(tmp_path):
    """Needs a filled cache (scripts/fullsystem fetch): exit 2 without one."""
    command = [ROOT / "scripts/fullsystem", "test", "--quick", "--out", tmp_path]
    done = subprocess.run(command, env=os.environ | {"IXSIM": str(program())}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^modes +passed", done.stdout, re.MULTILINE)
    assert done.stdout.count("passed") == 1 + 1 + 6

"""A guest with its devices: a server of the model for each device, QEMU, and the files that both leave."""

import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from full_system import guest_files, hot_plug, one_clock, peer_counts, rtl_checks, server_load
from full_system.packages import Missing
from full_system.time_stamp_counter import frequency_khz

ROOT = Path(__file__).resolve().parents[2]
GUEST = ROOT / "tb/fullsystem"
# Times out a guest that hangs, in seconds. With one clock a busy host is several times slower.
LONGEST_RUN, LONGEST_CLOCKED_RUN = 900, 3600
# Seconds from the guest's report of traffic to its kill: a random time up to this.
LATEST_KILL = 3.0
# Runs a program in a network namespace with the interface tap0, which the kernel of the host answers at. Needs no privilege.
PRIVATE_NETWORK = [
    "unshare", "--map-root-user", "--net", "sh", "-c",
    "ip tuntap add tap0 mode tap && ip address add 10.82.0.1/24 dev tap0 && ip link set tap0 up && exec \"$0\" \"$@\"",
]  # fmt: skip


@dataclass
class Device:
    """A device of the guest: one or two ports, or virtual functions of one."""

    profile: str = "82598"
    set: list = field(default_factory=list)
    wire: str = "echo"
    wire_delay: int = 0  # nanoseconds, of a wire between two guests with one clock
    ports: int = 1
    functions: int = 0  # virtual ones; the server drives the physical one
    options: list = field(default_factory=list)  # of ixsim serve
    fault: str = ""  # of tb/fullsystem/faulty_device.py, between QEMU and the server

    def sockets(self, folder):
        """The sockets of its functions in the folder of a boot."""
        if self.functions:
            return [folder / f"vf{n}.sock" for n in range(self.functions)]
        return [folder / f"port{n}.sock" for n in range(self.ports)]


@dataclass
class Boot:
    """A guest: its kernel, its devices, and the scenarios that run in it, in order."""

    name: str
    scenarios: list
    devices: list
    kernel: str = "6.12"
    append: str = ""
    emulated: int = 0  # ports of QEMU's own igb, joined by a hub, for comparison
    processors: int = 1
    time: str = "wall"  # of ixsim serve; with batch, too, the guest's time counts instructions
    programs: list = field(default_factory=list)  # of guest_files.EXTRA_PROGRAMS
    contested: int = 0  # grants among several queues that RTL and model have to agree on at least
    highest_load: dict = field(default_factory=dict)  # percent of a core, by measured stretch
    written: dict = field(default_factory=dict)  # bits that the driver has to set, by register
    kills: int = 0  # guests that are killed under traffic, before the one that ends
    interactive: bool = False
    repeated: bool = False  # with one clock: a second run must be the same
    awake: bool = False  # in the second run of a repeated boot QEMU's main loop never sleeps
    peer: "Boot | None" = None  # a second guest, with {link} in the wires of both: the path of their socket

    def starts(self):
        """Returns how often the guest's kernel starts."""
        return 1 + self.scenarios.count("reboot")

    def measures(self):
        """Whether it measures processor time or rates: nothing else may run with it."""
        return bool(set(self.scenarios) & {"idle", "rate"})

    def traces(self):
        """The traces that its servers write. Measurements have none, and much TCP leaves no capture of hundreds of MB."""
        names = set(self.scenarios)
        if self.measures():
            return ""
        return (
            "registers"
            if names & {"tcp", "killed", "client", "server", "rings", "iperf"}
            else "registers,pcapng"
        )

    def counts_instructions(self):
        """Whether the guest's time counts its instructions."""
        return self.time in ("batch", "correlated")


def program():
    """The built ixsim."""
    path = Path(os.environ.get("IXSIM", ROOT / "build/release/bin/ixsim"))
    if not path.exists():
        raise Missing(
            f"{path}: not found: run cmake --build build/release --target ixsim_program, or set IXSIM"
        )
    return path


def plugin():
    """The built clock of a guest."""
    path = Path(os.environ.get("IXSIM_CLOCK", program().parent.parent / "lib/ixsim/ixsim_clock.so"))
    if not path.exists():
        raise Missing(
            f"{path}: not found: run cmake --build build/release --target ixsim_clock, or set IXSIM_CLOCK"
        )
    return path


def _wait_for(path, process, seconds=60):
    end = time.monotonic() + seconds
    while not path.exists():
        if process.poll() is not None or time.monotonic() > end:
            raise Missing(f"{path}: the server does not listen: see its log")
        time.sleep(0.02)


def lacking(boot):
    """Returns a text on what the host lacks for the wires of a boot, with the remedy; empty if it lacks nothing."""
    if not any(device.wire.startswith("tap:") for device in boot.devices):
        return ""
    if not Path("/dev/net/tun").exists():
        return "/dev/net/tun: not found: load the module tun, or use the boot two-guests"
    made = subprocess.run([*PRIVATE_NETWORK, "true"], capture_output=True, text=True)
    if made.returncode != 0:
        return f"a TAP interface in a user namespace: {made.stderr.strip()}: allow user namespaces, or use the boot two-guests"
    return ""


def require(packages, boot):
    """Throws Missing if the cache or the build lacks something that a boot, with its peer, needs."""
    packages.kernel(boot.kernel)
    guest_files.program_files(packages, boot.programs)
    program()
    if boot.time == "correlated":
        plugin()
    if boot.peer:
        require(packages, boot.peer)


def _server_command(boot, device, folder):
    command = [*PRIVATE_NETWORK] if device.wire.startswith("tap:") else []
    command += [program(), "serve", "--profile", device.profile, "--time", boot.time, "--wire", device.wire]
    sockets = device.sockets(folder)
    if device.functions:
        for n, path in enumerate(sockets):
            command += ["--vf", f"0.{n}={path}"]
    else:
        command += ["--vfio-user", ",".join(map(str, sockets))]
    command += ["--wire-delay", str(device.wire_delay)] if device.wire_delay else []
    command += [word for assignment in device.set for word in ("--set", assignment)]
    return [*command, *device.options]


def _functions(boot, places):
    """The properties of the functions of all devices, as options of QEMU. Each bus is a slot of the guest."""
    found = []
    slot = 0
    for paths, several in places:
        # Functions of one device share a slot; virtual ones are devices to the guest.
        for number, path in enumerate(paths):
            if number == 0 or not several:
                slot += 1
            about = {
                "driver": "vfio-user-pci",
                "id": f"function{len(found)}",
                "bus": f"rp{slot}",
                "x-msg-timeout": 60000,
                "socket": {"type": "unix", "path": str(path)},
            }
            if boot.time == "correlated":
                about["x-no-posted-writes"] = True
            if several and len(paths) > 1:
                about |= {"addr": f"0.{number}", "multifunction": True}
            found.append(about)
    return found


def _qemu_command(packages, boot, functions, initrd, append=""):
    release = packages.kernel(boot.kernel)
    share = packages.root / "usr/share"
    level = "loglevel=4" if boot.interactive else "quiet"
    command = packages.loader("usr/bin/qemu-system-x86_64")
    command += ["-L", str(share / "seabios"), "-L", str(share / "qemu")]
    command += ["-M", "q35,memory-backend=mem0", "-accel", "tcg", "-cpu", "max", "-m", "768M"]
    command += ["-smp", str(boot.processors)]
    command += ["-object", "memory-backend-memfd,id=mem0,size=768M,share=on"]
    command += ["-nodefaults", "-display", "none"]
    command += ["-no-reboot"] if boot.starts() == 1 else []
    slot = 0
    for function in functions:
        if function["bus"] != f"rp{slot}":
            slot += 1
            command += ["-device", f"pcie-root-port,id=rp{slot},chassis={slot},slot={slot}"]
        command += ["-device", json.dumps(function)]
    for number in range(boot.emulated):
        slot += 1
        command += ["-device", f"pcie-root-port,id=rp{slot},chassis={slot},slot={slot}"]
        command += [
            "-netdev",
            f"hubport,id=n{number},hubid=0",
            "-device",
            f"igb,bus=rp{slot},netdev=n{number}",
        ]
    command += ["-kernel", str(packages.root / f"boot/vmlinuz-{release}"), "-initrd", str(initrd)]
    # On a busy host the kernel's check of the timer's interrupt fails, so does its measurement of the clock, and reading
    # a module over I2C takes longer than the watchdog allows.
    frequency = one_clock.FREQUENCY_KHZ if boot.counts_instructions() else frequency_khz()
    clock = f"no_timer_check nosoftlockup tsc_early_khz={frequency}"
    command += ["-append", f"console=ttyS0 panic=-1 {clock} {level} {boot.append} {append}".strip()]
    if boot.counts_instructions():
        command += one_clock.COUNT_INSTRUCTIONS
    return [*command, "-chardev", "stdio,id=c0,signal=off", "-serial", "chardev:c0"]


def run(packages, boot, folder):
    """Boots a guest. Returns its result: what each scenario said, and what the servers said at their end."""
    if boot.time == "correlated" and len(boot.devices) != 1:
        raise Missing(f"{boot.name}: found {len(boot.devices)} devices, accepted with --time correlated: one")
    if boot.counts_instructions() and "unplug" in boot.scenarios:
        raise Missing(f"{boot.name}: found --time {boot.time}, accepted with the scenario unplug: wall")
    folder.mkdir(parents=True, exist_ok=True)
    initrd = folder / "initrd.gz"
    texts = [(name, (GUEST / f"scenarios/{name}.sh").read_bytes()) for name in boot.scenarios]
    if boot.interactive:
        texts = [("shell", b"exec sh\n")]
    release = packages.kernel(boot.kernel)
    system = guest_files.system(packages, release, GUEST, boot.programs)
    initrd.write_bytes(system + guest_files.scenarios(texts))
    sockets = Path(tempfile.mkdtemp(prefix="ixsim"))
    result = {"boot": boot.name, "kernel": release, "problems": [], "killed": []}
    spent = processor_seconds_of_children()
    servers, helpers, places = [], [], []
    slot = None
    lacks = lacking(boot)
    if lacks:
        raise Missing(lacks)
    console = folder / "console.log"

    def clients():
        log = (folder / "server0.log").read_text(errors="replace")
        return hot_plug.reported(log, boot.devices[0].sockets(sockets / "0")[0])

    try:
        for number, device in enumerate(boot.devices):
            place = sockets / str(number)
            place.mkdir()
            device.wire = device.wire.replace("{link}", str(sockets / "link"))
            if boot.time == "correlated":
                device.options = [*device.options, *one_clock.SERVER_OPTIONS]
            if boot.traces() and not boot.interactive:
                device.options = [*device.options, "--out", "{out}", "--trace", boot.traces()]
            # Paths of sockets are short; other files stay.
            device.options = [
                word.replace("{out}", str(folder / f"device{number}")) for word in device.options
            ]
            with (folder / f"server{number}.log").open("w") as log:
                servers.append(subprocess.Popen(_server_command(boot, device, place), stdout=log, stderr=log))
            if device.wire.startswith("socket:listen:"):
                _wait_for(Path(device.wire.removeprefix("socket:listen:")), servers[-1])
            paths = device.sockets(place)
            if device.fault:
                behind = paths
                paths = [path.with_suffix(".faulty") for path in behind]
                with (folder / f"fault{number}.log").open("w") as log:
                    for source, path in zip(behind, paths, strict=True):
                        _wait_for(source, servers[-1])
                        words = [sys.executable, GUEST / "faulty_device.py", device.fault, source, path]
                        helpers.append(subprocess.Popen(list(map(str, words)), stdout=log, stderr=log))
                        _wait_for(path, helpers[-1])
            for path in paths:
                _wait_for(path, servers[-1])
            places.append((paths, device.functions == 0))
        start = time.monotonic()
        functions = _functions(boot, places)
        guest = _qemu_command(packages, boot, functions, initrd)
        if boot.time == "correlated":
            clock = device.sockets(place)[0]
            guest += one_clock.plugin_options(plugin(), f"{clock}.clock", folder / "guest.log")
        if boot.time == "correlated" and "latency" in boot.scenarios:
            guest += one_clock.reads_options(folder)
        if boot.awake:
            guest += one_clock.awake_options(folder)
        if boot.interactive:
            subprocess.run(guest)
            return result
        for number in range(boot.kills):
            killed = _qemu_command(packages, boot, functions, initrd, "victim=yes")
            result["killed"].append(_kill(killed, folder / f"killed{number}.log", result["problems"]))
        if "unplug" in boot.scenarios:
            guest += hot_plug.monitor_options(sockets / "monitor")
            slot = hot_plug.Slot(sockets / "monitor", functions[0], clients)
        with console.open("wb") as out:
            running = subprocess.Popen(guest, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        longest = LONGEST_CLOCKED_RUN if boot.time == "correlated" else LONGEST_RUN
        asked = slot.answer if slot else None
        result["measured"] = watch(console, running, servers, longest, boot.starts(), asked)
        if running.poll() is None:
            running.kill()
            running.wait()
            result["problems"].append(f"the guest does not end within {longest} s and {boot.starts()} starts")
        result["seconds"] = round(time.monotonic() - start, 1)
    finally:
        if slot:
            slot.close()
        for helper in helpers:
            helper.terminate()
            helper.wait()
        for number, server in enumerate(servers):
            server.send_signal(signal.SIGINT)
            try:
                status = server.wait(timeout=60)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
                status = "does not end"
            if status != 0:
                result["problems"].append(f"server {number}: status {status}: see server{number}.log")
        shutil.rmtree(sockets, ignore_errors=True)
    result["processor_seconds"] = round(processor_seconds_of_children() - spent, 1)
    result["compared"], result["peers"] = [], []
    for number in range(len(servers)):
        log = (folder / f"server{number}.log").read_text(errors="replace")
        result["peers"] += peer_counts.counts(log)
        counts = rtl_checks.compared(log)
        result["problems"] += rtl_checks.problems(counts, boot.contested)
        result["compared"].append(counts)
    if slot:
        result["problems"] += slot.problems + hot_plug.problems(clients(), boot.scenarios.count("unplug"))
    result["problems"] += peer_counts.problems(result["peers"])
    result["problems"] += server_load.problems(result["measured"], boot.highest_load)
    return result | read_console(console.read_text(errors="replace"), boot)


def processor_seconds_of_children():
    """The processor time of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def processor_seconds(process):
    """The processor time of a process so far."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _kill(command, console, problems):
    """Boots a guest, and kills QEMU at a random moment of its traffic. Returns the time from the first traffic to the kill."""
    delay = random.uniform(0, LATEST_KILL)
    with console.open("wb") as out:
        running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
    end = time.monotonic() + LONGEST_RUN
    while b"\nFULLSYSTEM traffic" not in console.read_bytes():
        if running.poll() is not None or time.monotonic() > end:
            failure = re.search(r"^FULLSYSTEM fail (.*)$", console.read_text(errors="replace"), re.MULTILINE)
            problems.append(f"{console.name}: {failure[1].strip() if failure else 'no traffic'}")
            delay = 0
            break
        time.sleep(0.05)
    time.sleep(delay)
    running.kill()
    running.wait()
    return round(delay, 3)


def watch(console, guest, servers, longest, starts=1, asked=None):
    """Waits for the end of a guest, `longest` seconds, or more than `starts` starts of its kernel. Returns the stretches that
    the guest asked to measure: seconds, the processor time of the servers and of QEMU in them, and the guest's figures.
    Calls `asked` with each other request of the guest."""
    measured, begun = {}, {}
    end = time.monotonic() + longest
    with console.open("rb") as lines:
        rest = b""
        over = False
        while not over and time.monotonic() < end:
            over = guest.poll() is not None or starts < 0
            each = list(map(processor_seconds, servers))
            sample = [time.monotonic(), sum(each), processor_seconds(guest), *(each if len(each) > 1 else [])]
            *whole, rest = (rest + lines.read()).split(b"\n")
            for line in whole:
                words = line.decode(errors="replace").split()
                if words[:2] == ["FULLSYSTEM", "measure"] and words[3:] == ["begin"]:
                    begun[words[2]] = sample
                elif words[:2] == ["FULLSYSTEM", "measure"] and words[3:] == ["end"] and words[2] in begun:
                    spent = [round(now - then, 2) for now, then in zip(sample, begun[words[2]], strict=True)]
                    names = ["seconds", "servers", "qemu", *(f"server{n}" for n in range(len(spent) - 3))]
                    measured[words[2]] = dict(zip(names, spent, strict=True))
                elif words[:2] == ["FULLSYSTEM", "figure"] and len(words) == 5:
                    measured.setdefault(words[2], {})[words[3]] = float(words[4])
                elif words[:2] == ["FULLSYSTEM", "kernel"]:
                    starts -= 1
                elif words[:2] == ["FULLSYSTEM", "ask"] and asked:
                    asked(" ".join(words[2:]))
            time.sleep(0.02)
    return measured


def read_console(text, boot):
    """Reads the outcome of each scenario, rows of tables, and the kernel log from the guest's console."""
    text = text.replace("\r", "")
    outcomes = {
        name: int(status)
        for name, status in re.findall(r"^FULLSYSTEM status (\S+) (\d+)$", text, re.MULTILINE)
    }
    failures = {}
    name = None
    rows = []
    counters, keys = {}, {}
    for kind, rest in re.findall(r"^FULLSYSTEM (scenario|fail|row|counter|key) (.*)$", text, re.MULTILINE):
        if kind == "scenario":
            name = rest
        elif kind == "fail":
            failures.setdefault(name, rest)
        elif kind == "counter":
            port, counter, value = rest.split()
            counters.setdefault(int(port), {})[counter] = int(value)
        elif kind == "key":
            port, queues, key = rest.split()
            keys[int(port)] = (int(queues), key)
        else:
            rows.append(rest.split("|"))
    # A guest that is restarted has the log of each start.
    log = "".join(re.findall(r"^FULLSYSTEM log\n(.*?)(?:^FULLSYSTEM end|\Z)", text, re.MULTILINE | re.DOTALL))
    scenarios = {
        name: "passed" if outcomes.get(name) == 0 else failures.get(name, "no end") for name in boot.scenarios
    }
    return {"scenarios": scenarios, "rows": rows, "counters": counters, "keys": keys, "log": log.splitlines()}

"""One clock for guest and model: the options of QEMU, and the checks of the two logs of a run.

The server writes clock.log, the plugin in QEMU guest.log: the same messages, seen from both sides. Times are nanoseconds of
the guest; those of interrupts are picoseconds.
"""

import bisect
import itertools
import re
import subprocess
from pathlib import Path

# A nanosecond in picoseconds.
NANOSECOND = 1000
# An instruction of the guest takes 2^SHIFT ns.
SHIFT = 2
# The guest's time stamp counter counts its nanoseconds.
FREQUENCY_KHZ = 1_000_000
# Options of `ixsim serve`; {out} is the folder of the device.
SERVER_OPTIONS = ["--record", "{out}/inputs.record"]
# Options of QEMU: time counts instructions, nothing comes from the host's clock or its random numbers.
COUNT_INSTRUCTIONS = [
    "-icount", f"shift={SHIFT},align=off,sleep=off",
    "-rtc", "base=2026-01-01,clock=vm",
    "-seed", "1",
]  # fmt: skip

# The files of a run that have times.
FILES = [
    "console.log",
    "guest.log",
    "device0/clock.log",
    "device0/wire.log",
    "device0/inputs.record",
    "device0/registers.txt",
]
# A guest that is off idles no longer before its QEMU ends, in picoseconds of its own time.
LONGEST_END = 1_000_000_000_000
# The end of a record: resets of functions by a QEMU that ends, and of the chip when its client has gone, each with its time,
# and the time and hash of the end.
END_OF_RECORD = re.compile(rb"(?:\x07.{12}|\x08.{8})*\x09.{8}.{4}([0-9a-f]*)\Z", re.DOTALL)
# Keeps QEMU's main loop awake.
AWAKE = Path(__file__).resolve().parents[2] / "tb/fullsystem/awake_main_loop.c"


def plugin_options(plugin, socket, log):
    """QEMU's options for the clock."""
    return ["-plugin", f"{plugin},socket={socket},log={log}"]


def awake_options(folder):
    """QEMU's options for a main loop that is always awake. The plugin is built in the folder."""
    built = folder / "awake_main_loop.so"
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", AWAKE, "-o", built], check=True)
    return ["-plugin", str(built)]


def read_log(path):
    """The lines of a log as (kind, time, rest)."""
    lines = []
    for line in Path(path).read_text().splitlines():
        kind, time, *rest = line.split()
        lines.append((kind, int(time), rest))
    return lines


def content(path):
    """The bytes of a file."""
    return path.read_bytes() if path.exists() else "not found"


def end_of(log):
    """The time of the last line, in picoseconds; None for a log that is missing, empty or cut."""
    try:
        return read_log(log)[-1][1] * NANOSECOND
    except (OSError, ValueError, IndexError):
        return None


def history(path, end):
    """Returns the content of a file of a run up to time `end`, in picoseconds."""
    if not path.exists():
        return content(path)
    if path.name == "inputs.record":
        record = path.read_bytes()
        found = END_OF_RECORD.search(record)
        return (record[: found.start()], found.group(1)) if found else record
    if path.suffix == ".log" and path.name != "console.log":
        # Times of interrupts, and of the wire, are in picoseconds.
        picoseconds = path.name == "wire.log"
        return [
            (kind, time, rest)
            for kind, time, rest in read_log(path)
            if time * (1 if picoseconds or kind in ("interrupt", "attach") else NANOSECOND) < end
        ]
    return content(path)


def differences(first, second, guests=("",)):
    """The files in which two runs differ: the logs, the record of all inputs, and the console of each guest.

    A guest that has switched its power off idles until its QEMU ends, at some time of the host, and the other guest goes on
    from there. Logs are therefore compared up to the time at which the first guest of either run ended, and records without
    their end. A guest without a whole log has no end: then all files must be the same.
    """
    runs = [Path(first), Path(second)]
    files = [Path(guest) / name for guest in guests for name in FILES]
    ends = [[end_of(run / guest / "guest.log") for run in runs] for guest in guests]
    if None in itertools.chain(*ends):
        return [str(file) for file in files if content(runs[0] / file) != content(runs[1] / file)]
    end = min(itertools.chain(*ends))
    found = [str(file) for file in files if history(runs[0] / file, end) != history(runs[1] / file, end)]
    found += [
        f"{Path(guest) / 'guest.log'}, by its end"
        for guest, (first_end, second_end) in zip(guests, ends, strict=True)
        if abs(first_end - second_end) > LONGEST_END
    ]
    return found


def problems(server, guest):
    """Returns the violations of the contract in the logs of server and plugin, a line each.

    An interrupt is signalled at the first stop of the guest that is not earlier than the interrupt. The stop is of the
    guest's log: the times of both logs must be the same.
    """
    found = []
    sent = [(kind, time) for kind, time, _ in server if kind in ("sync", "access", "resume")]
    seen = [(kind, time) for kind, time, _ in guest]
    if sent != seen:
        at = next(
            (i for i, (a, b) in enumerate(zip(sent, seen, strict=False)) if a != b), min(len(sent), len(seen))
        )
        found.append(f"message {at}: server {sent[at : at + 1]}, guest {seen[at : at + 1]}")
    promised = 0
    reached = before = 0
    pending = []
    for kind, time, rest in server:
        if kind == "attach":
            promised = reached = before = 0
            continue
        if kind == "interrupt":
            # The guest stands at `reached`; an interrupt of the time up to the stop before belongs to that stop.
            if time < before * NANOSECOND:
                found.append(f"interrupt of {time} ps: after the stop of the guest at {before} ns")
            pending.append(time)
            continue
        if time < reached:
            found.append(f"{kind} at {time} ns: the guest's time went back from {reached} ns")
        if kind in ("sync", "access"):
            before = reached
        reached = time
        if kind in ("sync", "access") and time >= promised + (1 << SHIFT):
            found.append(f"{kind} at {time} ns: the guest had leave to run to {promised} ns")
        if kind == "grant":
            # All interrupts so far are signalled before the grant, while the guest stands at `time`.
            for interrupt in pending:
                if interrupt > time * NANOSECOND:
                    found.append(f"interrupt of {interrupt} ps: signalled at {time} ns, before its cause")
            pending = []
        if kind == "resume":
            for interrupt in pending:
                if int(rest[0]) > time + 1:
                    found.append(f"interrupt of {interrupt} ps: the guest may run to {rest[0]} ns without it")
        if kind in ("grant", "resume"):
            promised = int(rest[0])
    return found


def wire_problems(folder, other, delay):
    """Returns the errors in the logs of a wire between two servers, a line each.

    Each frame that arrives in the first folder has left the other one exactly `delay` nanoseconds before. Each frame that is
    due before the end of the first folder's log arrives: the frames after it may still be on the wire when the guest ends.
    """
    for place in (folder, other):
        if not (Path(place) / "wire.log").exists():
            return [f"{place}/wire.log: not found: see the log of the server"]
    sent = [(time, int(rest[0])) for kind, time, rest in read_log(Path(other) / "wire.log") if kind == "sent"]
    received = read_log(Path(folder) / "wire.log")
    arrived = [(time, int(rest[0])) for kind, time, rest in received if kind == "arrived"]
    found = []
    if not sent:
        found.append(f"{other}/wire.log: no frame was sent")
    # Rounds and arrivals show how far the server knows of all frames. A server that is interrupted may still log a frame
    # that it sends later.
    reached = max((time for kind, time, _ in received if kind != "sent"), default=None)
    if reached is None:
        found.append(f"{folder}/wire.log: no report and no frame of the other server")
    for (time, size), (start, length) in zip(arrived, sent, strict=False):
        due = start + delay * NANOSECOND
        if time != due:
            found.append(
                f"frame of {start} ps: arrives at {time} ps, {'before' if time < due else 'after'} {due} ps"
            )
        elif size != length:
            found.append(f"frame of {start} ps: {length} bytes leave, {size} bytes arrive")
    if len(arrived) > len(sent):
        found.append(f"{len(arrived)} frames arrived, {len(sent)} {'was' if len(sent) == 1 else 'were'} sent")
    late = [start for start, _ in sent[len(arrived) :] if start + delay * NANOSECOND < (reached or 0)]
    if late:
        found.append(
            f"{len(late)} of {len(sent)} frames, the first of {late[0]} ps, never arrive: the log goes on to {reached} ps"
        )
    return found


def delays(server):
    """The time from each interrupt to the stop at which it is signalled, in picoseconds."""
    pending, found = [], []
    for kind, time, _ in server:
        if kind == "interrupt":
            pending.append(time)
        elif kind == "grant":
            found += [time * NANOSECOND - interrupt for interrupt in pending]
            pending = []
    return found


def figures(server):
    """One line about a run."""
    kinds = [kind for kind, _, _ in server]
    late = delays(server) or [0]
    seconds = max(time for kind, time, _ in server if kind != "interrupt") / 1e9
    return (
        f"{seconds:.3f} s of the guest, {kinds.count('sync')} synchronizations, {kinds.count('access')} accesses, "
        f"{kinds.count('interrupt')} interrupts, signalled {min(late) / 1000:.3f} to {max(late) / 1000:.3f} ns later"
    )


def doorbells(registers):
    """The times in picoseconds at which the driver starts transmission, from a trace of registers."""
    lines = [line.split() for line in Path(registers).read_text().splitlines()]
    return [int(words[0]) for words in lines if words[-1] == "TDT[0]" and "write" in words]


def rounds(server, guest, starts):
    """The parts of each round from a doorbell to the next one: (stages, instructions, wait, whole).

    The stages of the model end with the first interrupt. From there to the next doorbell the guest's instructions are
    counted, and the time in which it executes none: it waits for an interrupt that moderation holds back. Times are in
    picoseconds. A round without an interrupt is left out.
    """
    origin = next(time for kind, time, _ in server if kind == "attach")
    interrupts = [time for kind, time, _ in server if kind == "interrupt"]
    times = [time * NANOSECOND for _, time, _ in guest]
    counts = [int(rest[-1]) for _, _, rest in guest]
    accesses = [i for i, (kind, _, _) in enumerate(guest) if kind == "access"]
    access_times = [times[i] for i in accesses]
    starts = [start - origin for start in starts]
    found = []
    for start, following in itertools.pairwise(starts):
        at = bisect.bisect_right(interrupts, start)
        if at == len(interrupts) or interrupts[at] >= following:
            continue
        # The stop at which the interrupt is signalled, and the access that is the next doorbell.
        stop = bisect.bisect_left(times, interrupts[at])
        doorbell = accesses[bisect.bisect_right(access_times, following) - 1]
        wait = sum(
            max(0, times[i + 1] - times[i] - (counts[i + 1] - counts[i] << SHIFT) * NANOSECOND)
            for i in range(stop, doorbell)
            if guest[i][0] != "access"
        )
        found.append((interrupts[at] - start, counts[doorbell] - counts[stop], wait, following - start))
    return found


# A pause between two settings of the scenario "latency", in picoseconds; the rounds of a setting without the first ones.
PAUSE, ROUNDS = 1_000_000_000, 49
# The largest difference between a round as ping measures it and its parts.
TOLERANCE = 0.05


def settings(server, guest, starts):
    """The rounds of each setting of the scenario "latency": (stages, instructions, wait, whole), averages in nanoseconds."""
    groups = [[]]
    for part in rounds(server, guest, starts):
        if part[-1] > PAUSE:
            groups.append([])
        else:
            groups[-1].append(part)
    found = []
    for group in groups:
        if len(group) >= ROUNDS:
            stages, instructions, wait, whole = (
                sum(column) / ROUNDS for column in zip(*group[-ROUNDS:], strict=True)
            )
            found.append((stages / NANOSECOND, instructions, wait / NANOSECOND, whole / NANOSECOND))
    return found


def round_problems(rows, found):
    """Returns the rounds that differ from the time that ping measures, a line each.

    A round of ping is the model's stages, the guest's instructions and its wait for an interrupt that moderation holds back,
    within 5 %. Without moderation there is no wait.
    """
    if len(rows) != len(found):
        return [f"latency: found {len(found)} settings in the logs, the guest has {len(rows)}"]
    lines = []
    for (setting, text), (stages, instructions, wait, _) in zip(rows, found, strict=True):
        measured = float(re.search(r"ipg/ewma ([\d.]+)/", text)[1]) * 1e6
        counted = stages + instructions * (1 << SHIFT) + (0 if setting == "rx-usecs 0" else wait)
        if abs(counted / measured - 1) > TOLERANCE:
            lines.append(
                f"{setting}: ping has rounds of {measured:.0f} ns, stages, instructions and wait are {counted:.0f} ns"
            )
    return lines


def check(folder, result):
    """Checks the logs of a run, and adds its figures to the result. Returns the problems, a line each."""
    log = folder / "device0/clock.log"
    if not log.exists():
        return [f"{log}: not found: see the log of the server"]
    if not (folder / "guest.log").exists():
        return [f"{folder / 'guest.log'}: not found: see the console"]
    server, guest = read_log(log), read_log(folder / "guest.log")
    found = problems(server, guest)
    result["rows"].append([figures(server)])
    if "latency" in result["scenarios"]:
        rows = [row for row in result["rows"] if row[0].startswith("rx-usecs")]
        parts = settings(server, guest, doorbells(folder / "device0/registers.txt"))
        found += round_problems(rows, parts)
        for stages, instructions, wait, whole in parts:
            text = (
                f"{whole:.0f} ns: stages {stages:.0f} ns, {instructions:.0f} instructions of {1 << SHIFT} ns, "
                f"wait {wait:.0f} ns"
            )
            result["rows"].append([f"round {text}"])
    return found

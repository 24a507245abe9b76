"""One clock for guest and model: the options of QEMU, and the checks of the two logs of a run.

The server writes clock.log, the plugin in QEMU guest.log: the same messages, seen from both sides. Times are nanoseconds of
the guest; those of interrupts are picoseconds.
"""

import bisect
import itertools
import re
import subprocess
from pathlib import Path

from full_system import register_trace

# A nanosecond in picoseconds.
NANOSECOND = 1000
# An instruction of the guest takes 2^SHIFT ns.
SHIFT = 2
# An interrupt is signalled earlier than this after its cause, or after the access in which the cause lies, in picoseconds.
LATEST = (1 + (1 << SHIFT)) * NANOSECOND
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
    "reads.log",
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
# Plugins of the tests: one keeps QEMU's main loop awake, the other one logs when programs of the guest read the time.
AWAKE = Path(__file__).resolve().parents[2] / "tb/fullsystem/awake_main_loop.c"
READS = Path(__file__).resolve().parents[2] / "tb/fullsystem/clock_reads.c"


def plugin_options(plugin, socket, log):
    """QEMU's options for the clock."""
    return ["-plugin", f"{plugin},socket={socket},log={log}"]


def built_plugin(source, folder):
    """Builds a plugin of the tests in the folder, and returns its path."""
    built = folder / source.with_suffix(".so").name
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", source, "-o", built], check=True)
    return str(built)


def awake_options(folder):
    """QEMU's options for a main loop that is always awake."""
    return ["-plugin", built_plugin(AWAKE, folder)]


def reads_options(folder):
    """QEMU's options for reads.log: when programs of the guest read the time."""
    return ["-plugin", f"{built_plugin(READS, folder)},log={folder / 'reads.log'}"]


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
    """The time from each interrupt to the stop at which it is signalled, in picoseconds: (since the interrupt, since the end
    of the access in which it lies; None for an interrupt outside accesses)."""
    pending, found = [], []
    # The interrupts in the log since an access began. An access that takes no time of the guest has no end in the log.
    within = []
    for kind, time, _ in server:
        if kind == "interrupt":
            pending.append([time, None])
            within.append(pending[-1])
            continue
        if kind == "resume":
            for interrupt in within:
                interrupt[1] = time
        elif kind == "grant":
            for interrupt, ended in pending:
                after = None if ended is None else (time - ended) * NANOSECOND
                found.append((time * NANOSECOND - interrupt, after))
            pending = []
        within = []
    return found


def late(server):
    """Returns the interrupts that are signalled too late, a line each: after their cause, or after the access in which it lies,
    the nanosecond of the guest rounds up, and an instruction ends."""
    return [
        f"an interrupt is signalled {(since if after is None else after) / 1000:.3f} ns after its "
        f"{'cause' if after is None else 'access'}: the limit is {LATEST / 1000:.0f} ns"
        for since, after in delays(server)
        if (since if after is None else after) >= LATEST
    ]


def figures(server):
    """One line about a run."""
    kinds = [kind for kind, _, _ in server]
    found = delays(server)
    outside = [since for since, after in found if after is None] or [0]
    within = [(since, after) for since, after in found if after is not None]
    seconds = max(time for kind, time, _ in server if kind != "interrupt") / 1e9
    text = (
        f"{seconds:.3f} s of the guest, {kinds.count('sync')} synchronizations, {kinds.count('access')} accesses, "
        f"{kinds.count('interrupt')} interrupts, signalled {min(outside) / 1000:.3f} to {max(outside) / 1000:.3f} ns later"
    )
    if within:
        text += (
            f", {len(within)} with a cause in an access up to {max(after for _, after in within) / 1000:.3f} ns after the "
            f"access ({max(since for since, _ in within) / 1000:.3f} ns later)"
        )
    return text


def doorbells(registers):
    """The times in picoseconds at which the driver starts transmission, from a trace of registers."""
    writes = register_trace.accesses(Path(registers).read_text().splitlines(), "write")
    return [access.time for access in writes if access.name == "TDT[0]"]


# A pause between two settings of the scenario "latency", in picoseconds, and the requests of a setting.
PAUSE, REQUESTS = 1_000_000_000, 50
# The largest difference between the round trip that ping reports and its parts.
TOLERANCE = 0.02
# The driver adapts the moderation with `rx-usecs` 1. Without moderation two interrupts are closer than this, in nanoseconds.
ADAPTIVE, CLOSE = 1, 50_000
# Interrupts that the guest counts before the first request of a setting and after the last answer: those of the driver's
# check for queues that hang, and of other packets.
OTHERS = 4


class Halts:
    """Finds in the guest's log when the guest executes no instruction."""

    def __init__(self, guest):
        self.times = [time * NANOSECOND for _, time, _ in guest]
        self.counts = [int(rest[-1]) for _, _, rest in guest]
        executed = zip(itertools.pairwise(self.times), itertools.pairwise(self.counts), strict=True)
        # An access takes time without an instruction, and is no halt.
        self.ends = [
            stop + 1
            for stop, ((start, end), (before, after)) in enumerate(executed)
            if guest[stop][0] != "access" and end - start > (after - before << SHIFT) * NANOSECOND
        ]

    def stop(self, time):
        """The first stop of the guest that is not earlier."""
        return bisect.bisect_left(self.times, time)

    def last(self, start, end):
        """The stop that ends the last halt between two times; None without one."""
        at = bisect.bisect_left(self.ends, self.stop(end)) - 1
        return self.ends[at] if at >= 0 and self.times[self.ends[at]] > start else None


def round_trips(server, guest, reads, starts):
    """The parts of the round trip of each request, as ping measures it: (doorbell, sent, stages, received).

    ping reads the time before it sends a request, once after it, and when it has the answer. `sent` is the number of
    instructions from the first read to the doorbell, `received` that from the interrupt to the last read. `stages` is the time
    of the model's log from the doorbell to the interrupt, in picoseconds. The interrupt is the one that ends the last halt of
    the guest, or the first one if the guest does not halt. A round without the reads or without an interrupt is left out.
    """
    origin = next(time for kind, time, _ in server if kind == "attach")
    interrupts = [time for kind, time, _ in server if kind == "interrupt"]
    halts = Halts(guest)
    accesses = [i for i, (kind, _, _) in enumerate(guest) if kind == "access"]
    access_times = [halts.times[i] for i in accesses]
    read_times = [time * NANOSECOND for _, time, _ in reads]
    found = []
    for start in (start - origin for start in starts):
        # The access that is the doorbell.
        doorbell = accesses[bisect.bisect_right(access_times, start) - 1]
        after = bisect.bisect_left(read_times, start)
        first = bisect.bisect_right(interrupts, start)
        if after == 0 or after + 1 >= len(reads) or first == len(interrupts):
            continue
        answered = read_times[after + 1]
        ended = halts.last(start, answered)
        # The interrupts that are signalled at the end of the halt.
        before = interrupts[first : bisect.bisect_left(interrupts, answered)]
        waking = [time for time in before if halts.stop(time) == ended]
        interrupt = waking[0] if waking else interrupts[first]
        sent = halts.counts[doorbell] - int(reads[after - 1][2][0])
        received = int(reads[after + 1][2][0]) - halts.counts[halts.stop(interrupt)]
        found.append((start, sent, interrupt - start, received))
    return found


def settings(server, guest, reads, starts):
    """Returns figures of each setting of the scenario "latency".

    Those of all requests but the first and the last, which ping begins and ends with:
    (instructions to the doorbell, stages, instructions to the answer, interrupts, shortest time between two interrupts of a
    vector, time from the first doorbell to the last): averages, in nanoseconds.
    """
    groups = [[]]
    for part in round_trips(server, guest, reads, starts):
        if groups[-1] and part[0] - groups[-1][-1][0] > PAUSE:
            groups.append([])
        groups[-1].append(part)
    interrupts = [(time, rest) for kind, time, rest in server if kind == "interrupt"]
    found = []
    for group in groups:
        if len(group) < REQUESTS:
            continue
        group = group[-REQUESTS:]
        first, last = group[0][0], group[-1][0]
        columns = list(zip(*group[1:-1], strict=True))[1:]
        sent, stages, received = (sum(column) / (REQUESTS - 2) for column in columns)
        taken = [time for time, (_, _, vector) in interrupts if first < time < last + PAUSE and vector == "0"]
        gap = min(later - earlier for earlier, later in itertools.pairwise(taken))
        found.append(
            (sent, stages / NANOSECOND, received, len(taken), gap / NANOSECOND, (last - first) / NANOSECOND)
        )
    return found


def setting_problems(rows, found):
    """Returns what is wrong with the settings of the scenario "latency", a line each.

    The round trip that ping reports is the guest's instructions and the model's stages, within 2 %. Two interrupts are never
    closer than the moderation allows, those without moderation are, and the guest counts the interrupts of the model's log.
    """
    if len(rows) != len(found):
        return [f"latency: found {len(found)} settings in the logs, the guest has {len(rows)}"]
    lines = []
    for (setting, text, counted, *_), (sent, stages, received, interrupts, gap, _) in zip(
        rows, found, strict=True
    ):
        measured = float(re.search(r"round trip ([\d.]+) us", text)[1]) * 1000
        parts = stages + (sent + received) * (1 << SHIFT)
        if abs(parts / measured - 1) > TOLERANCE:
            lines.append(
                f"{setting}: ping has a round trip of {measured:.0f} ns, instructions and stages are {parts:.0f} ns"
            )
        usecs = int(setting.split()[1])
        if usecs > ADAPTIVE and gap < usecs * 1000:
            lines.append(f"{setting}: two interrupts are {gap:.0f} ns apart")
        if usecs == 0 and gap >= CLOSE:
            lines.append(f"{setting}: no two interrupts are closer than {gap:.0f} ns")
        taken = int(counted.split()[0])
        if not interrupts <= taken <= interrupts + OTHERS:
            lines.append(f"{setting}: the guest counts {taken} interrupts, the model's log has {interrupts}")
    return lines


def check(folder, result):
    """Checks the logs of a run, and adds its figures to the result. Returns the problems, a line each."""
    log = folder / "device0/clock.log"
    if not log.exists():
        return [f"{log}: not found: see the log of the server"]
    if not (folder / "guest.log").exists():
        return [f"{folder / 'guest.log'}: not found: see the console"]
    server, guest = read_log(log), read_log(folder / "guest.log")
    found = problems(server, guest) + late(server)
    result["rows"].append([figures(server)])
    if "latency" in result["scenarios"]:
        if not (folder / "reads.log").exists():
            return [*found, f"{folder / 'reads.log'}: not found: see the console"]
        rows = [row for row in result["rows"] if row[0].startswith("rx-usecs")]
        reads = read_log(folder / "reads.log")
        parts = settings(server, guest, reads, doorbells(folder / "device0/registers.txt"))
        found += setting_problems(rows, parts)
        for (setting, *_), (sent, stages, received, interrupts, gap, whole) in zip(rows, parts, strict=False):
            text = (
                f"{stages + (sent + received) * (1 << SHIFT):.0f} ns: {sent:.0f} instructions of {1 << SHIFT} ns, stages "
                f"{stages:.0f} ns, {received:.0f} instructions; {interrupts / whole * 1e9:.0f} interrupts a second, "
                f"{gap:.0f} ns apart at least"
            )
            result["rows"].append([setting, f"round trip {text}"])
    return found

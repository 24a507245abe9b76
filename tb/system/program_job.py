"""Jobs for `program_record`: register accesses, frames, pins and resets at given times, and the record of external
events.

The program is build/release/bin/program_record, or that of the environment variable IXSIM_PROGRAM_RECORD.
Times are in ps. One process runs many jobs.
"""

import dataclasses
import os
import pathlib
import random
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
NS, US, MS = 1_000, 1_000_000, 1_000_000_000
BATCH = 50


@dataclasses.dataclass
class Access:
    """A register access of a job, and its answer."""

    time: int
    function: int
    space: str
    bar: int
    offset: int
    write: bool
    value: int
    answered: int | None = None  # time
    answer: int | None = None
    supported: bool = False


class Record:
    """All outputs of a job, each list in order of time."""

    def __init__(self, job):
        self.job = job
        self.touches = []  # (time, function, bar, offset, write, value, supported)
        self.tlps = []  # (arrival, kind, port, queue, address, length, tag)
        self.messages = []  # (time, function, address, value)
        self.lines = []  # (time, function, level)
        self.taken = []  # (time, kind, address, length)
        self.frames = []  # (start, port, bytes)
        self.idle = None
        self.accesses = [dataclasses.replace(access) for access in job.accesses]

    def add(self, words):
        """Takes a line of the program's output. Returns true at the end of the job."""
        kind, *rest = words
        if kind == "touch":
            time, function, bar, offset, direction, value, supported = rest
            self.touches.append(
                (
                    int(time),
                    int(function),
                    int(bar),
                    int(offset),
                    direction == "w",
                    int(value),
                    supported == "1",
                )
            )
        elif kind == "tlp":
            self.tlps.append((int(rest[0]), rest[1], *map(int, rest[2:])))
        elif kind == "value":
            access = self.accesses[int(rest[1])]
            access.answered, access.answer, access.supported = int(rest[0]), int(rest[2]), rest[3] == "1"
        elif kind == "taken":
            self.taken.append((int(rest[0]), rest[1], int(rest[2]), int(rest[3])))
        elif kind == "done":
            self.idle = rest[1] == "1"
            return True
        else:
            lists = {"message": self.messages, "line": self.lines, "frame": self.frames}
            lists[kind].append(tuple(map(int, rest)))
        return False


class Job:
    """One program; `config` as program_record's `config`."""

    def __init__(self, name, profile="82598", **config):
        self.name = name
        self.profile = profile
        self.config = config
        self.items = []
        self.inputs = []  # (time, kind, ...) but for accesses
        self.accesses = []
        self.end = 0

    def access(self, time, offset, *, value=None, bar=0, function=0, space="m"):
        """A write of `value`, or a read. Returns the number of the access."""
        write = value is not None
        value = (value or 0) & 0xFFFFFFFF
        self.accesses.append(Access(time, function, space, bar, offset, write, value))
        kind = "w" if write else "r"
        self.items.append(f"access {time} {function} {space} {bar} {offset} {kind} {value}")
        return len(self.accesses) - 1

    def write(self, time, offset, value, **place):
        return self.access(time, offset, value=value, **place)

    def read(self, time, offset, **place):
        return self.access(time, offset, **place)

    def input(self, kind, time, *rest):
        """`frame`, `reset`, `pin` or `link_partner`."""
        self.inputs.append((time, kind, *rest))
        self.items.append(" ".join(map(str, (kind, time, *rest))))

    def item(self, *words):
        """`entries`, `memory` or `stall`."""
        self.items.append(" ".join(map(str, words)))

    def text(self):
        lines = ["job", f"device {self.profile}"]
        lines += [f"config {key} {value}" for key, value in self.config.items()]
        return "\n".join([*lines, *self.items, f"end {self.end}", ""])

    def save(self):
        """Keeps the job to debug a failure; returns its path."""
        path = pathlib.Path(os.environ.get("TMPDIR", "/tmp"), f"ixsim-job-{os.getpid()}.txt")
        path.write_text(self.text())
        return path


def run(jobs):
    """Yields the Record of each job."""
    path = pathlib.Path(os.environ.get("IXSIM_PROGRAM_RECORD", ROOT / "build/release/bin/program_record"))
    assert path.exists(), f"{path} does not exist: build it, or set IXSIM_PROGRAM_RECORD"
    jobs = list(jobs)
    for first in range(0, len(jobs), BATCH):
        batch = jobs[first : first + BATCH]
        done = subprocess.run(
            [path], input="".join(job.text() for job in batch), capture_output=True, text=True, timeout=600,
            check=False,
        )  # fmt: skip
        records = [Record(job) for job in batch]
        place = 0
        for line in done.stdout.splitlines():
            if records[place].add(line.split()):
                place += 1
                if place == len(records):
                    break
        assert done.returncode == 0 and place == len(records), (
            f"{batch[min(place, len(batch) - 1)].name}: exit {done.returncode} {done.stderr}"
        )
        yield from records


def checked(jobs, check):
    """Yields what `check` says of each job's Record; a job that fails is kept and named."""
    for record in run(jobs):
        try:
            yield check(record)
        except AssertionError as error:
            raise AssertionError(f"{record.job.name}, kept in {record.job.save()}: {error}") from error


def seeded(name, number):
    """Random numbers of one job, the same on every machine."""
    return random.Random(f"{name} {number}")

"""Runs the registered tests against the mutants of a woven build.

First each test runs with no mutant on: it must pass, and the mutants that it comes past are noted. A mutant is then
given to the tests that came past it, in batches of one program: those that killed others first, then the cheap ones.
Time limits are of processor time, so that other work on the machine changes no verdict.
"""

import concurrent.futures
import contextlib
import json
import os
import re
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

# Checks of sources, synthesis, packages and speed run no model code of the woven build, or measure another one.
LABELS = "unit|system|rtl|conformance"
# These need a second build of another kind, another test's output, the signals of a terminal or more memory than a mutant
# gets (64 GiB), or they look at sources or count instructions; every other quick test of these labels is asked.
LEFT_OUT = (
    r"^(rtl_|lint\.|install|package|register_map_is_up_to_date|c_header|conformance\.python$|vectors\.|scheduler_area$"
    r"|system\.(interruption|scenario_keys|\w+_cost)$|.*_NOT_BUILT$)"
)
CLASSES = ["killed", "survived", "unreached", "crash", "timeout"]
# After so many time-outs or crashes no other test is asked.
MOST_LATE, MOST_CRASHES = 2, 40
# Processor time of the tests that are asked about a mutant whose survival has its reason in the tree, the cheap ones first.
# Any other mutant is given to all tests that execute its place.
EXPLAINED_SECONDS = 60.0
SLOW_SECONDS = 1.0
ALONE = "socket_"  # programs that are elaborated by SystemC, which can be done once in a process
BATCH_SECONDS = 8.0  # processor time of the tests that one process runs at a time


@dataclass
class Test:
    """One CTest test."""

    name: str
    command: list[str]
    environment: dict[str, str]
    folder: str
    filter: str | None  # of GoogleTest, if the test is one of its
    seconds: float = 0.0
    reached: frozenset[int] = frozenset()

    def described(self) -> dict:
        """What a verdict says of the test: its CTest name, or program and GoogleTest filter."""
        if self.filter is None:
            return {"test": self.name}
        return {"test": self.filter, "program": Path(self.command[0]).name}


@dataclass
class Outcome:
    """How a process ended."""

    kind: str  # passed, failed, crash, timeout
    seconds: float
    text: str = ""


@dataclass
class State:
    """What is shared by the workers of a campaign."""

    # Results of a room's mutants, by the name of the test.
    kills: defaultdict[str, Counter] = field(default_factory=lambda: defaultdict(Counter))
    lock: threading.Lock = field(default_factory=threading.Lock)


def tests_of(build: Path) -> list[Test]:
    """The quick tests that may run model code."""
    listed = subprocess.run(
        ["ctest", "--test-dir", build, "-L", "quick", "-L", LABELS, "-E", LEFT_OUT, "--show-only=json-v1"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    tests = []
    for entry in json.loads(listed)["tests"]:
        properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
        command = entry.get("command")
        if not command:
            continue
        chosen = [a.split("=", 1)[1] for a in command[1:] if a.startswith("--gtest_filter=")]
        environment = dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", []))
        tests.append(
            Test(
                entry["name"],
                command,
                environment,
                properties.get("WORKING_DIRECTORY", str(build)),
                chosen[0] if chosen else None,
            )
        )
    return tests


def execute(
    command: list[str], folder: str, environment: dict[str, str], limit: float, memory: int = 8 << 30
) -> Outcome:
    """Runs a command in its own session, with `limit` seconds of processor time and `memory` bytes a process."""

    def restrict() -> None:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit) + 1, int(limit) + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, cwd=folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=output,
            stderr=subprocess.STDOUT, preexec_fn=restrict,
        )  # fmt: skip
        late = threading.Event()

        def stop() -> None:
            late.set()
            os.killpg(process.pid, signal.SIGKILL)

        watch = threading.Timer(20 * limit + 60, stop)
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        output.seek(0)
        text = output.read().decode(errors="replace")
    seconds = usage.ru_utime + usage.ru_stime
    code = process.returncode
    if late.is_set() or code in (-signal.SIGXCPU, -signal.SIGKILL):
        return Outcome("timeout", seconds, text)
    if code < 0:
        return Outcome("crash", seconds, text)
    return Outcome("failed" if code else "passed", seconds, text)


def measure(tests: list[Test], jobs: int) -> list[str]:
    """Runs every test with no mutant on; notes what it costs and reaches; returns the names of those that fail."""
    failed = []

    def one(test: Test) -> None:
        with tempfile.NamedTemporaryFile() as reach:
            environment = {**test.environment, "IXSIM_MUTANT": "0", "IXSIM_MUTANT_REACH": reach.name}
            outcome = execute(test.command, test.folder, environment, 900)
            data = Path(reach.name).read_bytes()
        test.seconds = outcome.seconds
        test.reached = frozenset(i for i, byte in enumerate(data) if byte)
        if outcome.kind != "passed":
            failed.append(f"{test.name}: {outcome.kind}\n{outcome.text[-600:]}")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, tests))
    return failed


def batches(tests: list[Test], kills: Counter) -> list[list[Test]]:
    """Tests in the order in which they are asked; tests of one program that are asked in turn share a process."""
    order = sorted(tests, key=lambda t: (-min(kills[t.name], 3), t.seconds, t.name))
    # A slow one waits for its turn: hundreds of others take less time.
    killers = [t for t in order if kills[t.name] and t.seconds < SLOW_SECONDS][:12]
    rest = [t for t in order if t not in killers]
    found = [[t] for t in killers]
    by_program: dict[str, list[Test]] = {}
    for test in rest:
        if test.filter is None or Path(test.command[0]).name.startswith(ALONE):
            found.append([test])
            continue
        group = by_program.setdefault(test.command[0], [])
        if not group or sum(t.seconds for t in group) > BATCH_SECONDS or len(group) >= 60:
            group = by_program[test.command[0]] = []
            found.append(group)
        group.append(test)
    fixed = found[: len(killers)]
    # Separate programs, such as Python, start slowly and look at less of the model a second.
    return fixed + sorted(
        found[len(killers) :], key=lambda b: (b[0].filter is None, sum(t.seconds for t in b))
    )


def ask(batch: list[Test], mutant: int) -> Outcome:
    """Runs a batch with a mutant on."""
    first = batch[0]
    command = list(first.command)
    if first.filter is not None:
        names = ":".join(t.filter for t in batch if t.filter)
        command = [c for c in command if not c.startswith("--gtest")] + [
            f"--gtest_filter={names}",
            "--gtest_fail_fast",
        ]
    elif "pytest" in command:
        command = [*command, "-x"]
    limit = 6 + 4 * sum(t.seconds for t in batch)
    return execute(command, first.folder, {**first.environment, "IXSIM_MUTANT": str(mutant)}, limit)


def apart(batch: list[Test], outcome: Outcome) -> list[list[Test]]:
    """The tests of a batch that has failed, each alone: first the one that failed or crashed, as the output says."""
    named = re.findall(r"\[  FAILED  \] (\S+?)(?:,|\s|$)", outcome.text) or re.findall(
        r"\[ RUN      \] (\S+)", outcome.text
    )
    return [[test] for test in sorted(batch, key=lambda t: not named or t.filter != named[-1])]


def evaluate(mutant: dict, tests: list[Test], state: State, known: dict) -> dict:
    """The verdict on one mutant: the first failing test, or what became of it.

    `known` is the verdict that the tree has: its test is asked first.
    """
    last = known.get("test")
    most = EXPLAINED_SECONDS if "equivalent" in known or "reason" in known else float("inf")
    reaching = [t for t in tests if mutant["id"] in t.reached]
    if not reaching:
        return {"verdict": "unreached", "tests": 0}
    other: dict | None = None
    kills = state.kills[mutant["room"]]
    with state.lock:
        order = [[t] for t in reaching if last and last in (t.name, t.filter)] + batches(reaching, kills)
    late = crashes = asked = 0
    seconds = 0.0
    while order and late < MOST_LATE and crashes < MOST_CRASHES and seconds < most:
        batch = order.pop(0)
        outcome = ask(batch, mutant["id"])
        asked += len(batch)
        seconds += outcome.seconds
        # Only what a test does alone counts, as CTest runs it: tests may disturb each other in one process, and those
        # behind a crash have not been asked.
        if outcome.kind in ("failed", "crash") and len(batch) > 1:
            order[:0] = apart(batch, outcome)
        elif outcome.kind == "failed":
            with state.lock:
                kills[batch[0].name] += 1
            return {"verdict": "killed", **batch[0].described()}
        elif outcome.kind in ("crash", "timeout"):
            other = other or {"verdict": outcome.kind, **batch[0].described()}
            late += outcome.kind == "timeout"
            crashes += outcome.kind == "crash"
    return other or {"verdict": "survived", "tests": min(asked, len(reaching)), "of": len(reaching)}


def run(mutants: list[dict], tests: list[Test], jobs: int, note, known: dict) -> dict[int, dict]:
    """Evaluates all mutants, first by what killed them last; calls `note(mutant, verdict)` for each."""
    state = State()
    verdicts = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {
            pool.submit(evaluate, mutant, tests, state, known.get(str(mutant["id"]), {})): mutant
            for mutant in mutants
        }
        for future in concurrent.futures.as_completed(futures):
            mutant = futures[future]
            verdicts[mutant["id"]] = future.result()
            note(mutant, verdicts[mutant["id"]])
    return verdicts


def save_reach(path: Path, tests: list[Test]) -> None:
    """Keeps what `measure` found for a later call."""
    path.write_text(json.dumps({t.name: [t.seconds, sorted(t.reached)] for t in tests}))


def load_reach(path: Path, tests: list[Test]) -> list[Test]:
    """Puts back what `save_reach` kept; returns the tests that it did not have."""
    known = json.loads(path.read_text()) if path.exists() else {}
    missing = []
    for test in tests:
        if test.name in known:
            test.seconds, reached = known[test.name]
            test.reached = frozenset(reached)
        else:
            missing.append(test)
    return missing


def clock() -> float:
    """Wall time, for reports."""
    return time.monotonic()

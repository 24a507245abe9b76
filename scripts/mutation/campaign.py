"""Runs the registered tests against the mutants of one build.

First each test runs without a mutant: it must pass, and the mutants that it executes are recorded. Each mutant is then
tested by the tests that execute it, in batches of one program: first the tests that killed other mutants, then the
cheap ones. Time limits count processor time, so that other load on the machine changes no verdict.
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

# Checks of sources, synthesis, packages and speed run no model code of the build, or measure another one.
LABELS = "unit|system|rtl|conformance"
# These tests need a second build of another kind, another test's output, the signals of a terminal, or more memory than
# a mutant gets: a test reserves 64 GiB, and so does the engine that draws reports. Or they check sources or count
# instructions. Every other quick test of these labels is used.
LEFT_OUT = (
    r"^(rtl_|lint\.|install|package|register_map_is_up_to_date|c_header|conformance\.python$|vectors\.|scheduler_area$"
    r"|reference_benches$|system\.(interruption|scenario_keys|[a-z]+_cost|documentation|batch|space_file|study[a-z_]*|[a-z]+_studies)$"
    r"|.*_NOT_BUILT$)"
)
CLASSES = ["killed", "survived", "unreached", "crash", "timeout"]
# After this number of time-outs or crashes no other test runs.
MOST_LATE, MOST_CRASHES = 2, 40
# Processor time for the tests of a mutant whose survival has a reason in the tree; the cheap tests run first. Any other
# mutant is tested by all tests that execute its place.
EXPLAINED_SECONDS = 60.0
SLOW_SECONDS = 1.0
ALONE = "socket_"  # programs that SystemC elaborates, which can be done once per process
BATCH_SECONDS = 8.0  # processor time of the tests that one process runs at a time


@dataclass
class Test:
    """One CTest test."""

    name: str
    command: list[str]
    environment: dict[str, str]
    folder: str
    filter: str | None  # filter of GoogleTest, if the test belongs to it
    seconds: float = 0.0
    reached: frozenset[int] = frozenset()

    def described(self) -> dict:
        """Returns the name of the test in a verdict: its CTest name, or program and GoogleTest filter."""
        if self.filter is None:
            return {"test": self.name}
        return {"test": self.filter, "program": Path(self.command[0]).name}


@dataclass
class Outcome:
    """The end of a process."""

    kind: str  # passed, failed, crash, timeout
    seconds: float
    text: str = ""


@dataclass
class State:
    """State shared by the workers of a campaign."""

    # Results of a block's mutants, by the name of the test.
    kills: defaultdict[str, Counter] = field(default_factory=lambda: defaultdict(Counter))
    lock: threading.Lock = field(default_factory=threading.Lock)


def tests_of(build: Path) -> list[Test]:
    """Returns the quick tests that may run model code."""
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
    """Executes a command in its own session, with `limit` seconds of processor time and `memory` bytes for each
    process.
    """

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
    """Runs every test without a mutant; records its cost and the mutants that it executes; returns the names of those
    that fail.
    """
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
    """Returns tests in the order in which they run; consecutive tests of one program share a process."""
    order = sorted(tests, key=lambda t: (-min(kills[t.name], 3), t.seconds, t.name))
    # A slow test comes late: hundreds of others take less time.
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
    # Separate programs, such as Python, start slowly and execute less of the model per second.
    return fixed + sorted(
        found[len(killers) :], key=lambda b: (b[0].filter is None, sum(t.seconds for t in b))
    )


def ask(batch: list[Test], mutant: int) -> Outcome:
    """Runs a batch with a mutant enabled."""
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
    """Runs each test of a failed batch alone: first the one that failed or crashed, according to the output."""
    named = re.findall(r"\[  FAILED  \] (\S+?)(?:,|\s|$)", outcome.text) or re.findall(
        r"\[ RUN      \] (\S+)", outcome.text
    )
    return [[test] for test in sorted(batch, key=lambda t: not named or t.filter != named[-1])]


def evaluate(mutant: dict, tests: list[Test], state: State, known: dict) -> dict:
    """Returns the verdict on one mutant: the first failing test, or another outcome.

    `known` is the verdict in the tree: its test runs first.
    """
    last = known.get("test")
    most = EXPLAINED_SECONDS if "equivalent" in known or "reason" in known else float("inf")
    reaching = [t for t in tests if mutant["id"] in t.reached]
    if not reaching:
        return {"verdict": "unreached", "tests": 0}
    other: dict | None = None
    kills = state.kills[mutant["block"]]
    with state.lock:
        order = [[t] for t in reaching if last and last in (t.name, t.filter)] + batches(reaching, kills)
    late = crashes = asked = 0
    seconds = 0.0
    while order and late < MOST_LATE and crashes < MOST_CRASHES and seconds < most:
        batch = order.pop(0)
        outcome = ask(batch, mutant["id"])
        asked += len(batch)
        seconds += outcome.seconds
        # Only the failure of a test that runs alone counts, as with CTest: tests in one process may disturb each other,
        # and tests after a crash have not run. A time-out counts for all tests of the process, and never as killed.
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
    """Evaluates all mutants, first with the tests that killed them last; calls `note(mutant, verdict)` for each."""
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
    """Saves the result of `measure` for a later call."""
    path.write_text(json.dumps({t.name: [t.seconds, sorted(t.reached)] for t in tests}))


def load_reach(path: Path, tests: list[Test]) -> list[Test]:
    """Restores the result that `save_reach` saved; returns the tests that it did not have."""
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
    """Returns the wall time, for reports."""
    return time.monotonic()

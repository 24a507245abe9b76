"""Interrupted runs, full disks and too little memory: no partial file under a final name, one line, a defined exit
status.

A run is ended at many times by the signals that clean up (SIGINT, SIGTERM, SIGHUP) and by the one that cannot
(SIGKILL).
"""

import glob
import json
import os
import pathlib
import random
import signal
import subprocess
import time

import pytest
from program import ROOT, assignments, call, program

# About half a second of work, with every kind of output that needs no RTL.
WORK = {"traffic__frames": 60_000, "traffic__flows": 64, "tx__queues": 2, "tx__packets": 2_000}
TRACES = ["--trace", "pcapng,spans,arbitration,registers"]
UNFINISHED = ".partial."


def start(out, *more, **keys):
    words = ["run", *assignments(WORK | keys), "--out", out, *TRACES, "--dump-events", out / "events", *more]
    return subprocess.Popen(
        [str(program()), *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def listing(path):
    return sorted(entry.name for entry in path.iterdir()) if path.exists() else []


def wait_for_files(out, number=4):
    """Until the run has opened its outputs: the four that it fills while it simulates."""
    for _ in range(4_000):
        if sum(UNFINISHED in name for name in listing(out)) >= number:
            return
        time.sleep(0.005)
    pytest.fail(f"the run opened fewer than {number} files")


def check_finished(out):
    """Whatever stands under its final name is whole."""
    for name in listing(out):
        if UNFINISHED in name:
            continue
        content = (out / name).read_bytes()
        assert content.endswith(b"\n") or name == "frames.pcapng", name
        if name.endswith(".json"):
            json.loads(content)
        if name == "frames.pcapng":
            assert call("run", "--pcap", out / name).returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_cleans_up_and_says_what_was_done(tmp_path, number):
    out = tmp_path / "above/out"
    run = start(out, traffic__frames=5_000_000)
    wait_for_files(out)
    time.sleep(0.3)
    run.send_signal(number)
    stdout, stderr = run.communicate(timeout=30)
    assert run.returncode == -number  # a shell sees 128 + number
    assert stdout == "" and stderr.count("\n") == 1
    assert stderr.startswith(f"ixsim: interrupted by {number.name}; so far ")
    assert int(stderr.split()[6]) > 0 and "frames put on the wire" in stderr
    assert "files finished 0, unfinished and removed 4" in stderr
    assert listing(tmp_path) == []


def test_an_ignored_signal_stays_ignored(tmp_path):
    """As a shell starts what is in the background."""
    command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", str(program()), "run", *assignments(WORK)]
    run = subprocess.Popen(
        [*command, "--out", str(tmp_path / "out")], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(0.2)
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=60)
    assert run.returncode == 0 and listing(tmp_path / "out") == ["result.json"]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_half_written_at_any_time(tmp_path, seed, number):
    """The run takes 0.13 s if nothing else runs."""
    run = start(tmp_path / "out", traffic__frames=20_000)
    time.sleep(random.Random(f"{seed} {number.name}").uniform(0, 0.15))
    run.send_signal(number)
    run.communicate(timeout=30)
    assert run.returncode in (0, -number)
    check_finished(tmp_path / "out")
    if number != signal.SIGKILL:
        assert not any(UNFINISHED in name for name in listing(tmp_path / "out"))


def test_what_a_killed_run_leaves_is_removed_by_the_next(tmp_path):
    out = tmp_path / "out"
    run = start(out, traffic__frames=5_000_000)
    wait_for_files(out)
    run.kill()
    run.communicate()
    left = [name for name in listing(out) if UNFINISHED in name]
    assert len(left) == 4
    done = call("run", "--set", "traffic.frames=10", "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert listing(out) == ["result.json"]


def test_what_a_living_run_writes_stays(tmp_path):
    out = tmp_path / "out"
    run = start(out, traffic__frames=5_000_000)
    wait_for_files(out)
    before = [name for name in listing(out) if UNFINISHED in name]
    assert call("run", "--set", "traffic.frames=10", "--out", out).returncode == 0
    assert run.poll() is None
    assert [name for name in listing(out) if UNFINISHED in name] == before
    run.terminate()
    run.communicate()


def test_what_may_be_of_others_is_named_and_stays(tmp_path):
    """As is a name without the random part, as of a repeated process number: it stops no later run."""
    others = ["film.mkv.partial.3", *(f"result.json.partial.{number}" for number in (1, 2, os.getpid()))]
    for name in others:
        (tmp_path / name).write_text("mine")
    done = call("run", "--set", "traffic.frames=10", "--out", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert listing(tmp_path) == sorted([*others, "result.json"])
    for name in others:
        assert f"note      {tmp_path / name}: looks unfinished" in done.stdout


def test_a_repeated_process_number_is_no_obstacle(tmp_path):
    """In its own namespace every run has the same number."""
    namespace = ("unshare", "--pid", "--fork", "--kill-child")
    if call("--version", prefix=namespace).returncode != 0:
        pytest.skip("no process namespaces here")
    out = tmp_path / "out"
    words = ["run", *assignments({**WORK, "traffic__frames": 5_000_000}), "--out", str(out), *TRACES]
    run = subprocess.Popen(
        [*namespace, str(program()), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    wait_for_files(out)
    run.kill()
    run.communicate()
    time.sleep(0.2)
    done = call("run", "--set", "traffic.frames=10", "--out", out, *TRACES, prefix=namespace)
    assert (done.returncode, done.stderr) == (0, "")
    assert [name for name in listing(out) if UNFINISHED in name] == []


# --- Places that take nothing.


@pytest.mark.parametrize("words", [["run", "--set", "traffic.frames=10"], ["--help"], ["registers"], ["profiles"],
                                   ["check", "scheduler", "--frames", "1000"]])  # fmt: skip
def test_full_standard_output(words):
    with pathlib.Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [str(program()), *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "ixsim: standard output: cannot be written: No space left on device\n"


def test_closed_standard_output(tmp_path):
    out = tmp_path / "out"
    closed = ("sh", "-c", 'exec "$@" >&-', "sh")
    done = call("run", "--set", "traffic.frames=10", "--out", out, prefix=closed)
    assert done.returncode == 2
    assert done.stderr == "ixsim: standard output: cannot be written: Bad file descriptor\n"
    assert json.loads((out / "result.json").read_text())["status"] == "ok"


@pytest.mark.parametrize("words", [["--dump-events", "/dev/full"], ["--out", "/dev/full"]])
def test_full_device_as_file(words):
    done = call("run", "--set", "traffic.frames=10", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "/dev/full" in done.stderr


@pytest.mark.parametrize("blocks", [1, 8, 40])
def test_full_disk_with_every_trace(tmp_path, blocks):
    """No file may grow beyond some blocks of 512 bytes: one line, and no file is left."""
    small = ("sh", "-c", f'trap "" XFSZ; ulimit -f {blocks}; exec "$@"', "sh")
    for trace in ("pcapng", "spans", "registers", "fst"):
        keys = ["--set", "traffic.frames=3000"] + ["--check", "rtl"] * (trace == "fst")
        done = call("run", *keys, "--out", tmp_path / "out", "--trace", trace, prefix=small)
        assert done.returncode == 2, (trace, done.stdout, done.stderr)
        assert done.stderr.count("\n") == 1 and "cannot be written" in done.stderr, trace
        assert not any(name != "result.json" for name in listing(tmp_path / "out")), trace


def test_a_waveform_appears_whole(tmp_path):
    out = tmp_path / "out"
    words = ["run", "--set", "traffic.frames=3000", "--check", "rtl", "--out", str(out), "--trace", "fst"]
    run = subprocess.Popen(
        [str(program()), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    seen = set()
    while run.poll() is None:
        seen |= set(listing(out))
        if "classifier.fst" in seen:
            break
        time.sleep(0.002)
    run.communicate(timeout=60)
    assert any(name.startswith("classifier.fst.partial.") for name in seen)
    assert listing(out) == ["classifier.fst", "result.json"]


def sanitized():
    return b"__asan_init" in program().read_bytes()


@pytest.mark.skipif(sanitized(), reason="the address sanitizer reserves more memory than there is to limit")
@pytest.mark.parametrize(
    ("limit_mib", "keys"),
    [
        (400, {"host__memory_mib": 4_096}),
        (1_120, {"host__memory_mib": 1_024, "traffic__flows": 1_000_000}),
        # Enough to begin, not to keep the spans of all frames.
        (1_120, {"host__memory_mib": 1_024, "traffic__frames": 3_000_000, "traffic__frame_size": 64}),
    ],
)
def test_too_little_memory_is_one_line(tmp_path, limit_mib, keys):
    little = ("prlimit", f"--as={limit_mib << 20}")
    words = ["--out", tmp_path / "out", "--hash-events", "--trace", "spans"]
    done = call("run", *assignments({"traffic__frames": 1_000} | keys), *words, prefix=little)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("ixsim: out of memory: accepted are")
    assert listing(tmp_path) == []


def test_interrupted_compilation_leaves_nothing(tmp_path):
    """Verilator and the compiler are ended, and their folder goes."""
    temporary, cache = tmp_path / "tmp", tmp_path / "cache"
    temporary.mkdir()
    rtl = [str(path) for path in (ROOT / "tb/rtl/faulty_classifier.v", *sorted(ROOT.glob("rtl/l2*.v")))]
    words = [
        "check",
        "classifier",
        "--frames",
        "10",
        "--latency",
        "13",
        "--top",
        "faulty_classifier",
        "--rtl",
        *rtl,
    ]
    # With a compiler cache (OBJCACHE) the compilation could be over before the signal.
    environment = {**os.environ, "TMPDIR": str(temporary), "XDG_CACHE_HOME": str(cache), "OBJCACHE": ""}
    run = subprocess.Popen(
        [str(program()), *words], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    end = time.monotonic() + 60
    # Folders come and go meanwhile, for which Path.glob fails.
    while not glob.glob(f"{temporary}/*/*.o"):
        assert time.monotonic() < end
        time.sleep(0.01)
    run.terminate()
    run.communicate(timeout=60)
    assert run.returncode == -signal.SIGTERM
    time.sleep(0.3)
    assert listing(temporary) == []
    assert [path for path in cache.rglob("*") if path.is_file() and path.suffix != ".lock"] == []

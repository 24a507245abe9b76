"""`ixsim check --seeds A..B --jobs N`: the same check from many seeds, several at a time.

Every seed is a separate run of the program, with its files in DIR/seed_K. The coverage is merged. DIR/regression.json
has the result of each seed, so that `ixsim check --rerun DIR` can repeat those that failed.
"""

import argparse
import concurrent.futures
import contextlib
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from ..whole_file import whole, write_text
from .coverage import COUNTED, Coverage, CoverageError, merge, read_regression
from .report import SeedResult, write_html, write_junit
from .rtl_coverage import RtlFile, as_text, read, write_merged

MOST_LISTED = 40  # number of unreached bins that the summary names
SHRINK_SECONDS = 5  # for each seed that fails, unless --shrink sets another value
MOST_SEEDS = 1_000_000
LAST_SEED = 2**64 - 1
MOST_RANGES = 3  # ranges of folders of an earlier regression that are named
INTERRUPTED = 130
# Files of a regression in --out, and those of a seed that regressions merge.
WRITTEN = ("regression.json", "coverage.json", "coverage.html", "junit.xml", "rtl_coverage.dat")
MERGED = ("coverage.json", "rtl_coverage.dat")
WITH_RERUN = "--jobs, --out, --junit, --stop-at-failure and --require-coverage"


class Parser(argparse.ArgumentParser):
    """Reports one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        print(f"ixsim check: {message}; `ixsim check --help` lists the options", file=sys.stderr)
        sys.exit(2)


def seed_range(text: str) -> range:
    found = re.fullmatch(r"([0-9]+)(?:\.\.([0-9]+))?", text)
    # Python refuses to convert some thousands of digits.
    first, last = (
        int(digits) if len(digits) <= len(str(LAST_SEED)) else LAST_SEED + 1
        for digits in ((found[1], found[2] or found[1]) if found else ("1", "0"))
    )
    if found and max(first, last) > LAST_SEED:
        raise argparse.ArgumentTypeError(f"found '{text}', accepted are seeds up to {LAST_SEED}")
    if last < first:
        raise argparse.ArgumentTypeError(
            f"found '{text}', accepted are a seed or two, the lower first: 1..50"
        )
    if last - first >= MOST_SEEDS:
        raise argparse.ArgumentTypeError(
            f"found '{text}', {last - first + 1} seeds, accepted are at most {MOST_SEEDS} seeds"
        )
    return range(first, last + 1)


@contextlib.contextmanager
def option(name: str, path: Path, need: str) -> Iterator[None]:
    """Reports an error of the file system as that of an option."""
    try:
        yield
    except OSError as error:
        raise CoverageError(f"{name}: {path}: {error.strerror}: need {need}") from error


class Runs:
    """The current runs, which end when one has failed and no other is needed."""

    def __init__(self, options: list[str], out: Path, stop: bool) -> None:
        self.options = options
        self.out = out
        self.stop = stop
        self.failed = False
        self.lock = threading.Lock()
        self.running: list[subprocess.Popen[str]] = []
        self.earlier = seeds_in(out)  # folders of an earlier regression

    def run(self, seed: int) -> SeedResult | None:
        """Runs one seed; does nothing if another one has failed and one failure is enough."""
        program = os.environ["IXSIM_PROGRAM"]
        directory = self.out / f"seed_{seed}"
        command = [
            program,
            "check",
            *self.options,
            "--seed",
            str(seed),
            "--out",
            str(directory),
        ]
        if not any(word == "--shrink" or word.startswith("--shrink=") for word in self.options):
            command += ["--shrink", str(SHRINK_SECONDS)]
        start = time.monotonic()
        with self.lock:
            if self.failed and self.stop:
                return None
            self.earlier.discard(seed)
            for file in [file for name in MERGED for file in directory.rglob(name)]:
                file.unlink()
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.running.append(process)
        text, _ = process.communicate()
        with self.lock:
            self.running.remove(process)
            if self.failed and self.stop and process.returncode != 1:
                return None
            if process.returncode != 0:
                self.failed = True
                if self.stop:
                    self.terminate()
        return SeedResult(seed, process.returncode, time.monotonic() - start, text)

    def end(self) -> None:
        """Ends all runs, and starts no other."""
        with self.lock:
            self.failed = self.stop = True
            self.terminate()

    def terminate(self) -> None:
        for process in self.running:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()


def seeds_in(out: Path) -> set[int]:
    """Returns the seeds that have a folder."""
    found = (re.fullmatch(r"seed_(0|[1-9][0-9]{0,19})", path.name) for path in out.glob("seed_*"))
    return {int(name[1]) for name in found if name}


def earlier_folders(out: Path, seeds: set[int]) -> str:
    """Returns a line that names the folders of these seeds, at most `MOST_RANGES` ranges of them."""
    ranges: list[list[int]] = []
    for seed in sorted(seeds):
        if ranges and ranges[-1][1] == seed - 1:
            ranges[-1][1] = seed
        else:
            ranges.append([seed, seed])
    names = [
        f"seed_{first}" if first == last else f"seed_{first} to seed_{last}"
        for first, last in ranges[:MOST_RANGES]
    ]
    others = sum(last - first + 1 for first, last in ranges[MOST_RANGES:])
    if others:
        names.append(f"{others} other{'' if others == 1 else 's'}")
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    verb = "is" if len(seeds) == 1 else "are"
    return f"{out}: {listed} {verb} from an earlier regression, and {verb} not counted"


def summary_of(result: SeedResult) -> str:
    counted = re.search(r"^  (\d+ frames|\d+ edges compared)", result.text, re.MULTILINE)
    reached = re.search(r"^coverage: (\d+ of \d+ bins)", result.text, re.MULTILINE)
    divergence = re.search(r"^divergence at .*$", result.text, re.MULTILINE)
    words = ["ok" if result.passed() else "failed" if result.status == 1 else f"exit status {result.status}"]
    words += [found[found.lastindex or 0] for found in (counted, reached, divergence) if found]
    return f"seed {result.seed}: {', '.join(words)}, {result.seconds:.0f} s"


def write_files(
    arguments: argparse.Namespace,
    options: list[str],
    out: Path,
    results: list[SeedResult],
    coverage: Coverage | None,
    files: dict[str, RtlFile],
    data: list[Path],
    below: str,
) -> None:
    """Writes the files of the regression. The list of seeds is first: a rerun needs no other file."""
    rows = [{"seed": r.seed, "status": r.status, "seconds": round(r.seconds, 3)} for r in results]
    write_text(out / "regression.json", json.dumps({"options": options, "seeds": rows}, indent=1) + "\n")
    name = "ixsim check " + shlex.join(options)
    with whole(out / "junit.xml") as place:
        write_junit(place, name, results, below)
    if arguments.junit:
        with option("--junit", arguments.junit, "a file that can be written"):
            write_junit(arguments.junit, name, results, below)
    if coverage is None:
        return
    write_text(out / "coverage.json", json.dumps(coverage.as_json(), indent=1) + "\n")
    with whole(out / "coverage.html") as place:
        write_html(place, name, coverage, files)
    if data:
        with whole(out / "rtl_coverage.dat") as place:
            write_merged(data, place)


def finish(
    arguments: argparse.Namespace, options: list[str], runs: Runs, results: list[SeedResult], skipped: int
) -> int:
    out = runs.out
    ran = [out / f"seed_{result.seed}" for result in results if result.status in COUNTED]
    with_files = [path for path in ran if any(path.rglob("coverage.json"))]
    coverage = merge(with_files)
    data = [file for path in with_files for file in sorted(path.rglob("rtl_coverage.dat"))]
    below = ""
    if 100 * coverage.hit() < arguments.require_coverage * coverage.total():
        below = (
            f"coverage: {coverage.hit()} of {coverage.total()} bins are fewer than the "
            f"{arguments.require_coverage} % required"
        )
    files: dict[str, RtlFile] = {}
    unwritten: CoverageError | None = None
    try:
        files = read(data)
        write_files(arguments, options, out, results, coverage if with_files else None, files, data, below)
    # Reported after the results, which may have taken hours.
    except CoverageError as error:
        unwritten = error
    except OSError as error:
        unwritten = CoverageError(f"{error.filename}: cannot be written: {error.strerror}")

    failed = [result for result in results if not result.passed()]
    if with_files:
        print(coverage.as_text(MOST_LISTED), end="")
    if files:
        print(as_text(files), end="")
    for result in failed[:1]:
        print(f"\nseed {result.seed}, the first that failed:\n{result.text}", end="")
        if not arguments.out and result.status == 1:
            print("--out DIR keeps the waveform, the replay and the testbench of a failed seed")
    if below:
        print(below)
    if runs.earlier:
        print(earlier_folders(out, runs.earlier))
    print(
        f"{len(results)} seed{'' if len(results) == 1 else 's'}, {len(failed)} failed"
        + (f", {skipped} not run" if skipped else "")
    )
    for result in failed:
        print(f"  again: ixsim check {shlex.join([*options, '--seed', str(result.seed)])}")
    if unwritten:
        raise unwritten
    if any(result.status not in COUNTED for result in results):
        return 2
    return 1 if failed or below else 0


def prepare(arguments: argparse.Namespace, out: Path) -> None:
    """Makes the directory, and checks before the first seed that the results can be written.

    The files of an earlier regression are removed, so that an interruption does not leave them as those of this one.
    """
    with option("--out", out, "a directory that can be written"):
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    for path in [out / name for name in WRITTEN]:
        with option("--out", path, "a file that can be replaced"):
            path.unlink(missing_ok=True)
    if arguments.junit:
        with option("--junit", arguments.junit, "a file that can be written"):
            arguments.junit.write_bytes(b"")


def without_files(text: str, out: Path) -> str:
    """Returns the output of a run without the lines that name files in `out`, which will be deleted."""
    return re.sub(
        rf"^  (waveform|replay|testbench) .*{re.escape(str(out))}/.*\n", "", text, flags=re.MULTILINE
    )


def run_all(arguments: argparse.Namespace, options: list[str], seeds: Sequence[int], out: Path) -> int:
    prepare(arguments, out)
    runs = Runs(options, out, arguments.stop_at_failure)
    results: list[SeedResult] = []
    ahead = iter(seeds)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        try:
            # A future for each of very many seeds would need a lot of memory.
            current = {pool.submit(runs.run, seed) for seed in itertools.islice(ahead, arguments.jobs)}
            while current:
                ended, current = concurrent.futures.wait(
                    current, return_when=concurrent.futures.FIRST_COMPLETED
                )
                current |= {pool.submit(runs.run, seed) for seed in itertools.islice(ahead, len(ended))}
                for result in filter(None, (future.result() for future in ended)):
                    results.append(result)
                    print(summary_of(result), flush=True)
                    if result.passed():
                        result.text = ""  # only those of failed seeds are printed later
                    elif not arguments.out:
                        result.text = without_files(result.text, out)
        except BaseException:
            runs.end()
            raise
    results.sort(key=lambda result: result.seed)
    return finish(arguments, options, runs, results, len(seeds) - len(results))


def main(words: list[str]) -> int:
    parser = Parser(prog="ixsim check", allow_abbrev=False, add_help=False)
    parser.add_argument("--seeds", type=seed_range)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--junit", type=Path)
    parser.add_argument("--rerun", type=Path)
    parser.add_argument("--stop-at-failure", action="store_true")
    parser.add_argument("--require-coverage", type=int, default=0)
    parser.add_argument("--out", type=Path)
    arguments, options = parser.parse_known_args(words)
    if arguments.jobs < 1:
        parser.error(f"--jobs: found {arguments.jobs}, accepted are 1 and more")
    seeds: Sequence[int] = arguments.seeds or ()
    if arguments.rerun and (seeds or options):
        other = "--seeds" if seeds else options[0].partition("=")[0]
        parser.error(f"--rerun: found with {other}, accepted alone or with {WITH_RERUN}")
    try:
        if arguments.rerun:
            earlier = read_regression(arguments.rerun)
            options, seeds = earlier.options, [seed for seed, status in earlier.status.items() if status != 0]
            if not seeds:
                print(f"{arguments.rerun}: no seed has failed")
                return 0
        if arguments.out:
            return run_all(arguments, options, seeds, arguments.out)
        with tempfile.TemporaryDirectory(prefix="ixsim-check-") as directory:
            return run_all(arguments, options, seeds, Path(directory))
    except CoverageError as error:
        print(f"ixsim check: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        raise
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"ixsim check: {place}{error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("ixsim check: interrupted", file=sys.stderr)
        return INTERRUPTED

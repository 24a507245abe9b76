"""`ixsim explore`: runs a study from a space file."""

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import Any, NoReturn

from . import space, study
from .errors import StudyError, WorkerError
from .server import ServerError

INTERRUPTED = 130


class Parser(argparse.ArgumentParser):
    """Reports one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        print(f"ixsim explore: {message}; `ixsim explore --help` lists the options", file=sys.stderr)
        sys.exit(2)


def parser() -> Parser:
    p = Parser(
        prog="ixsim explore",
        allow_abbrev=False,
        description="Runs a study: the scenarios of a space file, with intervals, Pareto front and what limits each. "
        "A rerun with the same folder continues.",
    )
    p.add_argument(
        "space", metavar="SPACE", help="a space file (.toml), or the name of a study that comes with ixsim"
    )
    where = p.add_mutually_exclusive_group()
    where.add_argument(
        "--workers", type=int, metavar="N", help="runs at a time on this machine (default: its cores)"
    )
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="a Dask scheduler (tcp://HOST:PORT), or a file of cluster settings (.toml)",
    )
    p.add_argument(
        "--dry-run", action="store_true", help="check all points and estimate the time; write nothing"
    )
    p.add_argument(
        "--budget", metavar="TIME", help='start no run after this time, such as "40 min"; a rerun continues'
    )
    p.add_argument("--no-report", action="store_true", help="write the tables alone, no report")
    p.add_argument("--out", metavar="DIR", type=Path, help="folder of the study; required without --dry-run")
    return p


def make_runner(options: argparse.Namespace, s: space.Space) -> Any:
    if options.cluster is None:
        return study.local(s, options.workers)
    from .cluster import ClusterRunner

    return ClusterRunner(options.cluster, study.limits(s), s.attempts)


class Bar:
    """A progress bar on a terminal; prints nothing in a pipe."""

    def __init__(self) -> None:
        from tqdm import tqdm

        self.bar = tqdm(unit="run", disable=None, file=sys.stderr, dynamic_ncols=True)

    def __call__(self, done: int, total: int) -> None:
        if not self.bar.disable:
            self.bar.total = total
            self.bar.update(done - self.bar.n)

    def close(self) -> None:
        self.bar.close()


def interrupt(number: int, frame: object) -> NoReturn:
    raise KeyboardInterrupt


def summary(found: dict[str, Any], folder: Path) -> str:
    c = found["counts"]
    lines = [f"points    {c['points']}, legal {c['legal']}, on the front {c['on_front']}"]
    lines += [f"illegal   {entry['points']}: {entry['reason']}" for entry in found["illegal"]]
    lines.append(f"runs      {c['runs']}, ok {c['ok']}")
    if not found["complete"]:
        lines.append("stopped   time is over; the same command continues")
    lines.append(f"written   {folder}")
    return "\n".join(lines)


def explore(options: argparse.Namespace) -> int:
    if options.workers is not None and not 1 <= options.workers <= 1_024:
        raise StudyError(f"--workers: found {options.workers}, accepted: 1 to 1024")
    if options.out is None and not options.dry_run:
        raise StudyError("--out: found nothing, accepted: a folder for the study, or --dry-run")
    budget = None if options.budget is None else space.seconds(options.budget, "--budget")
    s = study.open_space(options.space)
    runner = make_runner(options, s)
    try:
        if options.dry_run:
            print(study.describe(study.dry_run(s, runner)))
            return 0
        bar = Bar()
        try:
            found = study.run(s, options.out, runner, budget, bar)
        finally:
            bar.close()
    finally:
        runner.close()
    print(summary(found, options.out))
    if not options.no_report:
        try:
            from .report import write
        except ImportError:
            pass
        else:
            print(f"report    {write(options.out)}")
    return 1 if found["counts"]["ok"] < found["counts"]["runs"] else 0


def options_of(arguments: list[str]) -> str:
    return " ".join(arguments)


def main(arguments: list[str]) -> int:
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGHUP, interrupt)
    try:
        return explore(parser().parse_args(arguments))
    except StudyError as error:
        print(f"ixsim explore: {error}", file=sys.stderr)
        return 2
    except (WorkerError, ServerError) as error:
        print(
            f"ixsim explore: {error}; what ended is in the journal, the same command continues",
            file=sys.stderr,
        )
        return 1
    except FileExistsError as error:
        print(f"ixsim explore: {error.filename}: is no folder; name another with --out", file=sys.stderr)
        return 2
    except BrokenPipeError:  # The reader of the summary has closed the pipe; the study is complete.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(
            f"ixsim explore: {error.filename or options_of(arguments)}: {error.strerror}; what ended is in the journal",
            file=sys.stderr,
        )
        return 2
    except KeyboardInterrupt:
        print(
            "ixsim explore: interrupted; what ended is in the journal, the same command continues",
            file=sys.stderr,
        )
        return INTERRUPTED

"""Workers of a Dask cluster: an external scheduler, or one that a settings file starts (Slurm, LSF, SGE, Kubernetes).

A worker needs Python with `distributed` and the same build of ixsim. It does not need this package or a shared file
system: tasks contain the text of `ixsim.server`, and requests contain the whole scenario. Tasks are chunks of requests.
The client stores outstanding requests. If a worker is lost, Dask runs its chunk elsewhere. If the scheduler is lost,
the client waits for a new one at the same address and submits the chunks again.
"""

import contextlib
import importlib
import logging
import queue
import re
import socket
import time
import tomllib
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cloudpickle

from . import server
from .errors import StudyError, WorkerError
from .keys import program
from .server import Answer, Request, ServerError
from .space import Reader

# Number of chunks that wait for each thread of the cluster.
AHEAD = 2
# A chunk costs client and scheduler about 3 ms together: it is long enough for them to serve all threads twice as fast.
CHUNK_SECONDS = 0.5
CHUNK_SECONDS_A_THREAD = 0.007
MOST_CHUNK = 256
PATIENCE = 60.0
# Maximum time of one wait for an answer; then the state of the cluster is checked.
POLL = 1.0
# Seconds between two checks of the number of workers.
LOOK = 2.0
ADDRESS = re.compile(r"(?:tcp|tls)://(.+):(\d+)")
KINDS = {
    "slurm": ("dask_jobqueue", "SLURMCluster"),
    "lsf": ("dask_jobqueue", "LSFCluster"),
    "sge": ("dask_jobqueue", "SGECluster"),
    "pbs": ("dask_jobqueue", "PBSCluster"),
    "jobs": ("dask_jobqueue.local", "LocalCluster"),
    "kubernetes": ("dask_kubernetes.operator", "KubeCluster"),
    "local": ("distributed", "LocalCluster"),
}


def start_cluster(path: Path) -> Any:
    """Starts the cluster that a settings file describes, and returns it."""
    try:
        table = tomllib.loads(path.read_text())
    except OSError as error:
        raise StudyError(f"--cluster: {path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"--cluster: {path}: is no TOML: {error}") from None
    r = Reader(table, f"{path}", ("kind", "workers", "options"))
    kind, workers = r.text("kind", ""), r.number("workers", 1, 1, 100_000)
    options = r.take("options", dict, {}, "a table of options of the class")
    if kind not in KINDS:
        raise StudyError(f"{path}: kind: found {kind!r}, accepted: {', '.join(KINDS)}")
    module, name = KINDS[kind]
    try:
        make = getattr(importlib.import_module(module), name)
    except ImportError:
        package = module.partition(".")[0].replace("_", "-")
        raise StudyError(f"{path}: kind {kind} needs the package {package}; install it with pip") from None
    try:
        cluster = make(**options)
        if kind != "local":
            cluster.scale(workers)
    except Exception as error:
        raise StudyError(f"{path}: {module}.{name}: {error}") from None
    return cluster


class Portable:
    """A function that unpickles by value, with its module: a worker does not need the package."""

    def __init__(self, function: Callable[..., Any]):
        self.__name__ = function.__name__
        cloudpickle.register_pickle_by_value(server)
        self.text = cloudpickle.dumps(function)

    def __call__(self, *arguments: Any) -> Any:
        return cloudpickle.loads(self.text)(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return cloudpickle.loads, (self.text,)


class ClusterRunner:
    """Runs requests on the workers of a Dask scheduler."""

    def __init__(self, address: str, options: tuple[str, ...] = (), attempts: int = 3):
        import distributed

        self.distributed = distributed
        self.options, self.attempts = options, attempts
        self.cluster = start_cluster(Path(address)) if address.endswith(".toml") else None
        self.address = self.cluster.scheduler_address if self.cluster else address
        # This class reports a lost worker or scheduler, in one line.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self.client = self._connect(3.0)
        try:
            # The client runs the program to get its digest; workers must have the same.
            own = server.Server(program(), 1)
            self.binary, self.version = own.binary, own.version
            own.close()
        except ServerError as error:
            raise StudyError(str(error)) from None
        self.task = Portable(server.run_chunk)
        self.jobs = self._threads()
        self.chunk = 1

    def _connect(self, patience: float) -> Any:
        accepted = "accepted: tcp://HOST:PORT of a running `dask scheduler`, or a file ending in .toml"
        if not (match := ADDRESS.fullmatch(self.address)):
            raise StudyError(f"--cluster: found {self.address}, {accepted}")
        end = time.monotonic() + patience
        while True:
            try:
                # A client without a connection logs much; a plain connection fails in one line.
                socket.create_connection((match[1].strip("[]"), int(match[2])), timeout=5).close()
                return self.distributed.Client(self.address, timeout=10, set_as_default=False)
            except (OSError, OverflowError) as error:
                if time.monotonic() > end:
                    raise StudyError(
                        f"--cluster: {self.address}: no scheduler answers ({str(error).splitlines()[0]}); {accepted}"
                    ) from None
                time.sleep(0.5)

    def _threads(self) -> int:
        """Returns the number of concurrent runs; waits for the first worker."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                found = sum(self.client.nthreads().values())
            except (OSError, ValueError):
                found = 0
            if found:
                return int(found)
            if time.monotonic() > end:
                raise WorkerError(
                    f"{self.address}: found no worker for {PATIENCE:g} s; start `dask worker {self.address}`"
                )
            time.sleep(0.2)

    def _submit(self, chunk: list[Request]) -> Any:
        plain = [dict(request) for request in chunk]
        return self.client.submit(
            self.task, program(), self.binary, self.options, self.attempts, plain, pure=False, retries=0
        )

    def run(self, take: Callable[[], Request | None]) -> Iterator[tuple[Request, Answer, str]]:
        """Yields each request with its answer and its worker, like `Server.run`."""
        waiting: dict[Any, tuple[list[Request], int]] = {}
        again: deque[tuple[list[Request], int]] = deque()
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        looked = time.monotonic()
        while True:
            if time.monotonic() > looked + LOOK and self.client.status == "running":
                # Workers join and leave.
                with contextlib.suppress(OSError, ValueError):
                    self.jobs = max(sum(self.client.nthreads().values()), 1)
                looked = time.monotonic()
            while again or len(waiting) < AHEAD * self.jobs:
                if again:
                    chunk, tries = again.popleft()
                else:
                    chunk, tries = [], 0
                    while len(chunk) < self.chunk and (request := take()) is not None:
                        chunk.append(request)
                    if not chunk:
                        break
                future = self._submit(chunk)
                waiting[future] = (chunk, tries)
                future.add_done_callback(done.put)
            if not waiting:
                return
            try:
                future = done.get(timeout=POLL)
            except queue.Empty:
                if self.client.status != "running":
                    again.extend(waiting.values())
                    waiting.clear()
                    self._reconnect()
                continue
            if future not in waiting:
                continue
            chunk, tries = waiting.pop(future)
            if future.status == "finished":
                try:
                    answers = future.result(timeout=30)
                except (OSError, self.distributed.CancelledError, TimeoutError):
                    again.append((chunk, tries))
                    continue
                for request, (answer, worker) in zip(chunk, answers, strict=True):
                    yield request, answer, worker
                self._resize(answers)
            elif future.status in ("cancelled", "lost"):
                # The client has lost the scheduler.
                again.append((chunk, tries))
                if self.client.status != "running":
                    again.extend(waiting.values())
                    waiting.clear()
                    self._reconnect()
            else:
                yield from self._failed(future, chunk, tries + 1, again)
            future.release()

    def _failed(
        self, future: Any, chunk: list[Request], tries: int, again: deque[tuple[list[Request], int]]
    ) -> Iterator[tuple[Request, Answer, str]]:
        """Submits the requests of a failed chunk again, each alone; gives up after some attempts."""
        error = future.exception()
        if type(error).__name__ == "ServerError":
            raise StudyError(str(error))
        if tries < self.attempts:
            # One of the requests may kill its worker: alone it does not take others with it.
            again.extend(([request], tries) for request in chunk)
            return
        reason = traceback.format_exception_only(error)[-1].strip().splitlines()[0]
        for request in chunk:
            yield request, {"exit": 1, "status": "crashed", "error": f"worker lost: {reason}", "host": {}}, ""

    def _resize(self, answers: list[tuple[Answer, str]]) -> None:
        """Sets the number of requests in a chunk: half a second of work, or more if many threads wait for chunks."""
        walls = [a.get("host", {}).get("wall_ms", 0.0) for a, _ in answers]
        mean = max(sum(walls) / len(walls), 0.5) / 1_000
        wanted = max(CHUNK_SECONDS, CHUNK_SECONDS_A_THREAD * self.jobs)
        self.chunk = max(1, min(MOST_CHUNK, round(wanted / mean)))

    def _reconnect(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            self.client.close(timeout=2)
        try:
            self.client = self._connect(PATIENCE)
        except StudyError:
            raise WorkerError(
                f"{self.address}: the scheduler was lost and none came back in {PATIENCE:g} s"
            ) from None
        self.jobs = self._threads()

    def close(self) -> None:
        with contextlib.suppress(OSError, TimeoutError):
            self.client.close(timeout=5)
        if self.cluster is not None:
            self.cluster.close()

"""Client of the fork server `ixsim batch`: it sends requests, receives answers, and starts a new server if one is lost.

The module needs only the standard library: a cluster sends its text to workers that do not have this package.
"""

import json
import os
import queue
import shutil
import socket
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

Request = dict[str, Any]
Answer = dict[str, Any]


class ServerError(RuntimeError):
    """A server that does not start, or that is another program than the client's."""


def find_program(named: str) -> str:
    """Returns the program of this machine: IXSIM_PROGRAM, the client's path if it exists here, or ixsim in PATH."""
    found = os.environ.get("IXSIM_PROGRAM") or (named if os.path.isfile(named) else shutil.which("ixsim"))
    if not found:
        raise ServerError(
            f"{socket.gethostname()}: found no ixsim; install it at {named}, in PATH, or name it in IXSIM_PROGRAM"
        )
    return found


class Process:
    """One process of `ixsim batch`. `lines` gets its answers, and None at its end."""

    def __init__(
        self, program: str, options: list[str], lines: "queue.SimpleQueue[tuple[Process, str | None]]"
    ):
        try:
            # A separate session: Ctrl-C reaches only the client, which then ends its servers.
            self.process = subprocess.Popen(
                [program, "batch", *options],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        except OSError as error:
            raise ServerError(f"{program}: cannot be run: {error.strerror}") from None
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.stdin, self.stdout, self.stderr = self.process.stdin, self.process.stdout, self.process.stderr
        first = self.stdout.readline()
        try:
            self.hello = json.loads(first)
        except ValueError:
            self.process.kill()
            reason = self.stderr.read().strip()
            raise ServerError(
                f"{program}: `ixsim batch` gave no first line: {reason or repr(first)}"
            ) from None
        self.name = f"{socket.gethostname()}:{self.process.pid}"
        self.outgoing: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        threading.Thread(target=self.stderr.read, daemon=True).start()

    def _write(self) -> None:
        # The server reads at most as many requests as it can start, so a write may block: it has its own thread.
        try:
            while (line := self.outgoing.get()) is not None:
                self.stdin.write(line)
                self.stdin.flush()
            self.stdin.close()
        except (OSError, ValueError):
            pass  # The reader reports the end.

    def _read(self, lines: "queue.SimpleQueue[tuple[Process, str | None]]") -> None:
        try:
            for line in self.stdout:
                lines.put((self, line))
        except (OSError, ValueError):
            pass
        lines.put((self, None))

    def close(self) -> None:
        self.outgoing.put(None)
        self.process.terminate()
        self.process.wait()


class Server:
    """Answers requests by `ixsim batch --jobs N`. If the process is lost, a new one gets the requests without an
    answer.
    """

    def __init__(self, program: str, jobs: int = 1, options: tuple[str, ...] = (), attempts: int = 3):
        self.program, self.attempts = program, attempts
        self.jobs = jobs
        self.wanted = options
        self.options = ["--jobs", str(jobs), *options]
        self.lines: queue.SimpleQueue[tuple[Process, str | None]] = queue.SimpleQueue()
        self.process = Process(program, self.options, self.lines)
        self.binary: str = self.process.hello["binary"]
        self.version: str = self.process.hello["ixsim"]
        self.number = 0

    def run(self, take: Callable[[], Request | None]) -> Iterator[tuple[Request, Answer, str]]:
        """Yields each request with its answer and its worker. `take` returns the next request, or None if there is none
        now; it is called again after each answer. Requests have no `id`.
        """
        window = max(4 * self.jobs, 8)
        waiting: dict[str, Request] = {}
        tries: dict[str, int] = {}
        again: deque[str] = deque()
        while True:
            while len(waiting) < window:
                if (request := take()) is None:
                    break
                self.number += 1
                waiting[str(self.number)] = request
                again.append(str(self.number))
            while again:
                name = again.popleft()
                self.process.outgoing.put(json.dumps({**waiting[name], "id": name}) + "\n")
            if not waiting:
                return
            process, line = self.lines.get()
            if process is not self.process:
                continue
            if line is None:
                yield from self._restart(waiting, tries, again)
                continue
            try:
                answer = json.loads(line)
            except ValueError:  # A line cut by the end of the server; the end follows.
                continue
            name = answer.pop("id")
            if name is None:
                raise ServerError(f"{self.program}: a request was not understood: {answer.get('error')}")
            if name in waiting:
                tries.pop(name, None)
                yield waiting.pop(name), answer, process.name

    def _restart(
        self, waiting: dict[str, Request], tries: dict[str, int], again: deque[str]
    ) -> Iterator[tuple[Request, Answer, str]]:
        lost = self.process.name
        self.process.close()
        self.process = Process(self.program, self.options, self.lines)
        if self.process.hello["binary"] != self.binary:
            raise ServerError(f"{self.program}: the program changed during the study; start the study again")
        for name in list(waiting):
            tries[name] = tries.get(name, 0) + 1
            if tries[name] < self.attempts:
                again.append(name)
            else:
                request = waiting.pop(name)
                error = f"the server was lost {tries.pop(name)} times"
                yield request, {"exit": 1, "status": "crashed", "error": error, "host": {}}, lost

    def close(self) -> None:
        self.process.close()


def run_chunk(
    program: str, binary: str, options: tuple[str, ...], attempts: int, requests: list[Request]
) -> list[tuple[Answer, str]]:
    """Runs requests on a worker of a cluster, and returns the answers in the order of the requests.

    The servers stay with the worker, one for each thread, for the chunks that follow.
    """
    from distributed import get_worker

    worker = get_worker()
    with worker.__dict__.setdefault("_ixsim_lock", threading.Lock()):
        free = worker.__dict__.setdefault("_ixsim_servers", [])
        server = free.pop() if free else None
    if server is not None and (server.binary, server.wanted) != (binary, options):
        server.close()
        server = None
    if server is None:
        server = Server(find_program(program), 1, options, attempts)
        if server.binary != binary:
            found = server.binary
            server.close()
            raise ServerError(
                f"{socket.gethostname()}: {server.program}: found the program {found}, accepted: {binary}, the one of "
                "the client; install the same build on all machines"
            )
    left = deque(Indexed(i, request) for i, request in enumerate(requests))
    answers: list[Any] = [None] * len(requests)
    try:
        for request, answer, name in server.run(lambda: left.popleft() if left else None):
            assert isinstance(request, Indexed)
            answers[request.index] = (answer, name)
    except BaseException:
        server.close()
        raise
    with worker.__dict__["_ixsim_lock"]:
        free.append(server)
    return answers


class Indexed(dict[str, Any]):
    """A request that knows its position in its chunk."""

    def __init__(self, index: int, request: Request):
        super().__init__(request)
        self.index = index

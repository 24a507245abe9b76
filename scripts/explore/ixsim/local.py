"""Workers of this machine: one fork server with several runs at a time."""

import os
from collections.abc import Callable, Iterator

from .errors import StudyError
from .keys import program
from .server import Answer, Request, Server, ServerError


class LocalRunner:
    """Runs requests on this machine, `jobs` at a time."""

    def __init__(self, jobs: int | None = None, options: tuple[str, ...] = (), attempts: int = 3):
        self.jobs = jobs or len(os.sched_getaffinity(0))
        try:
            self.server = Server(program(), self.jobs, options, attempts)
        except ServerError as error:
            raise StudyError(str(error)) from None
        self.binary, self.version = self.server.binary, self.server.version

    def run(self, take: Callable[[], Request | None]) -> Iterator[tuple[Request, Answer, str]]:
        yield from self.server.run(take)

    def close(self) -> None:
        self.server.close()

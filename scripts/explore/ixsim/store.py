"""The journal of a study: an append-only file of JSON lines that only the client writes.

A run is identified by its *request*: a digest of everything on which its answer depends. This is the scenario with all
settings, the seed, the bytes of files that it names, the program's binary and the requested figures. A changed input is
thus another request, and its old answer is never used. A run is stored once for each *key* (the program's digest of the
resolved scenario with its seed): a second request with the same key becomes an alias.

| line | content |
|---|---|
| `session` | start of a client: format, version and binary |
| `units` | unit and description of metrics |
| `run` | an answer with status ok or failed |
| `alias` | a request whose key another request had |
| `refused` | a request that the program does not accept, with the reason |
| `unfinished` | a run that ended by time-out, memory limit or crash; a rerun tries it again |
"""

import fcntl
import hashlib
import json
import math
import os
from array import array
from pathlib import Path
from typing import IO, Any

from .errors import StudyError

FORMAT = "ixsim-journal-1"
FINAL = ("ok", "failed")


def digest(value: Any) -> str:
    """Returns a digest of a value's JSON."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


class Store:
    """The journal and its index. `tracked` are the metrics whose values stay in memory."""

    def __init__(self, folder: Path, tracked: tuple[str, ...] = ()):
        self.path = folder / "journal.jsonl"
        self.tracked = tracked
        self.rows: dict[bytes, int] = {}
        self.keys: dict[bytes, int] = {}
        self.refused: dict[bytes, str] = {}
        self.unfinished: dict[bytes, tuple[str, str]] = {}
        self.offsets = array("q")
        self.failed = array("b")
        self.values = array("d")
        self.units: dict[str, tuple[str, str]] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self.file: IO[bytes] = open(self.path, "a+b")  # noqa: SIM115
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.file.close()
            raise StudyError(
                f"{self.path}: another client writes it; wait for its end, or take another folder"
            ) from None
        self._load()

    def _load(self) -> None:
        self.file.seek(0)
        end = 0
        for line in self.file:
            if not line.endswith(b"\n"):
                break
            try:
                record = json.loads(line)
                self._index(record, end)
            except StudyError:
                raise
            except (ValueError, KeyError, TypeError) as error:
                raise StudyError(
                    f"{self.path}: byte {end}: no line of a journal ({error}); move the file away to begin again"
                ) from None
            end += len(line)
        # A client that was killed in the middle of a line leaves a part of it.
        self.file.truncate(end)
        self.end = end

    def _index(self, record: dict[str, Any], offset: int) -> None:
        kind = record["type"]
        if kind == "run":
            row = len(self.offsets)
            self.offsets.append(offset)
            self.failed.append(record["status"] != "ok")
            result = record["result"]
            self.values.extend(float(result.get(name, math.nan)) for name in self.tracked)
            request = bytes.fromhex(record["request"])
            self.rows[request] = row
            self.keys[bytes.fromhex(record["content"])] = row
            self.unfinished.pop(request, None)
        elif kind == "alias":
            self.rows[bytes.fromhex(record["request"])] = self.keys[bytes.fromhex(record["content"])]
        elif kind == "refused":
            self.refused[bytes.fromhex(record["request"])] = record["error"]
        elif kind == "unfinished":
            self.unfinished[bytes.fromhex(record["request"])] = (record["status"], record["error"])
        elif kind == "units":
            self.units.update({name: (unit, text) for name, (unit, text) in record["metrics"].items()})
        elif kind == "session" and record["format"] != FORMAT:
            raise StudyError(
                f"{self.path}: found format {record['format']}, accepted: {FORMAT}; take another folder"
            )

    def append(self, record: dict[str, Any]) -> None:
        """Writes a complete record. It is in the file when this returns."""
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        self._index(record, self.end)
        self.file.write(line)
        self.file.flush()
        self.end += len(line)

    def begin(self, version: str, binary: str) -> None:
        self.append({"type": "session", "format": FORMAT, "ixsim": version, "binary": binary})

    def add(self, request: str, binary: str, asked: str, answer: dict[str, Any], worker: str) -> None:
        """Stores an answer. A request that has one already stays unchanged."""
        if bytes.fromhex(request) in self.rows:
            return
        status = answer["status"]
        if status == "error":
            self.append({"type": "refused", "request": request, "binary": binary, "error": answer["error"]})
            return
        if status not in FINAL:
            error = answer.get("error", status)
            self.append({"type": "unfinished", "request": request, "status": status, "error": error})
            return
        content = digest([answer["key"], binary, asked])
        if bytes.fromhex(content) in self.keys:
            self.append({"type": "alias", "request": request, "content": content})
            return
        record: dict[str, Any] = {
            "type": "run",
            "request": request,
            "content": content,
            "binary": binary,
            "worker": worker,
        }
        record |= {name: value for name, value in answer.items() if name != "exit"}
        record.setdefault("result", {})
        self.append(record)

    def row(self, request: str) -> int | None:
        """Returns the number of the run that answers a request."""
        return self.rows.get(bytes.fromhex(request))

    def value(self, row: int, metric: int) -> float:
        """Returns a tracked metric of a run, by its position in `tracked`; NaN if the run did not count."""
        return math.nan if self.failed[row] else self.values[row * len(self.tracked) + metric]

    def record(self, row: int) -> dict[str, Any]:
        """Reads a run from the file."""
        self.file.seek(self.offsets[row])
        record: dict[str, Any] = json.loads(self.file.readline())
        return record

    def close(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()

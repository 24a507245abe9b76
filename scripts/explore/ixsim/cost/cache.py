"""The user's cache of synthesis results: one JSON file for each key.

The rules are those of the program's cache of compiled RTL. The cache is below XDG_CACHE_HOME or ~/.cache and accessible
only to its owner. A directory that another user owns or may write is refused, also among its parents. A file with an
incomplete result is made again. A lock makes a second process wait for the first and use its result.
"""

import fcntl
import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class CacheError(Exception):
    """The cache is unsafe or cannot be written; the text is for the user."""


def directory() -> Path:
    """Returns the path of the cache, without making it. Ignores a relative variable, as the XDG rule requires."""
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():
        base = Path(os.environ.get("HOME", ""))
        if not base.is_absolute():
            return Path(tempfile.gettempdir()) / f"ixsim-{os.geteuid()}" / "synthesis"
        base = base / ".cache"
    return base / "ixsim" / "synthesis"


def distrust(path: Path, found: str) -> CacheError:
    return CacheError(
        f"{path}: {found}, accepted is what belongs to you or root and no other may write; "
        "mend it with chown and chmod go-w, or set XDG_CACHE_HOME to a directory of yours"
    )


def require_trust(path: Path, is_type: Callable[[int], bool], sticky_is_enough: bool) -> None:
    try:
        about = path.lstat()
    except OSError as error:
        raise distrust(path, f"cannot be examined: {error.strerror}") from None
    if not is_type(about.st_mode):
        raise distrust(path, "found no directory" if is_type is stat.S_ISDIR else "found no regular file")
    if about.st_uid not in (os.geteuid(), 0):
        raise distrust(path, f"found the owner {about.st_uid}")
    if not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return
    if sticky_is_enough and about.st_mode & stat.S_ISVTX:
        return
    raise distrust(path, f"found the mode {stat.S_IMODE(about.st_mode):04o}")


def trusted() -> Path:
    """Makes the cache and its parent accessible only to their owner, and checks them and the directories above them."""
    wanted = directory()
    try:
        wanted.parent.parent.mkdir(parents=True, exist_ok=True)
        for path in (wanted.parent, wanted):
            if not os.path.lexists(path):
                path.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise CacheError(
            f"{wanted}: cannot be made: {error.strerror}; set XDG_CACHE_HOME to a directory of yours"
        ) from None
    place = wanted.parent.parent.resolve() / wanted.parent.name / wanted.name
    require_trust(place, stat.S_ISDIR, False)
    require_trust(place.parent, stat.S_ISDIR, False)
    for above in place.parent.parents:
        require_trust(above, stat.S_ISDIR, True)
    return place


def key_of(content: Any) -> str:
    """Returns the digest of JSON content."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


@contextmanager
def locked(path: Path):
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    descriptor = os.open(path, flags, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def load(path: Path, key: str) -> dict[str, Any] | None:
    """Returns the figures of a complete result, otherwise None."""
    if not os.path.lexists(path):
        return None
    require_trust(path, stat.S_ISREG, False)
    try:
        entry = json.loads(path.read_text())
    except (OSError, ValueError):
        return None
    if not isinstance(entry, dict) or entry.get("key") != key or not isinstance(entry.get("figures"), dict):
        return None
    return entry["figures"] if entry.get("digest") == key_of(entry["figures"]) else None


def cached(content: Any, make: Callable[[Path], dict[str, Any]]) -> dict[str, Any]:
    """Returns the figures stored under `content`; if there are none, those that make(scratch folder) returns."""
    place = trusted()
    key = key_of(content)
    path = place / f"{key}.json"
    if (figures := load(path, key)) is not None:
        return figures
    try:
        with locked(place / f"{key}.lock"):
            if (figures := load(path, key)) is not None:
                return figures
            with tempfile.TemporaryDirectory(dir=place, prefix="work-") as scratch:
                figures = make(Path(scratch))
                entry = {"key": key, "digest": key_of(figures), "content": content, "figures": figures}
                file = Path(scratch) / "result.json"
                file.write_text(json.dumps(entry, indent=1, sort_keys=True))
                file.chmod(0o600)
                file.replace(path)
    except OSError as error:
        raise CacheError(f"{error.filename or place}: cannot be written: {error.strerror}") from None
    return figures

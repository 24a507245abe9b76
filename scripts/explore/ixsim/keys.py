"""Scenario keys as `ixsim keys --json` lists them, and the program that lists them."""

import difflib
import functools
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from .errors import StudyError

PART = re.compile(r"\[[^\]]*\]")


@functools.cache
def program() -> str:
    """Returns the path of ixsim: IXSIM_PROGRAM, otherwise the build of the source tree, otherwise `ixsim` in PATH."""
    if named := os.environ.get("IXSIM_PROGRAM"):
        return named
    for above in Path(__file__).resolve().parents:
        if (built := above / "build/release/bin/ixsim").is_file():
            return str(built)
    if found := shutil.which("ixsim"):
        return found
    raise StudyError("ixsim: found no program; name it in IXSIM_PROGRAM or put it into PATH")


def call(words: list[str]) -> subprocess.CompletedProcess[str]:
    """Runs ixsim to its end."""
    try:
        return subprocess.run([program(), *words], capture_output=True, text=True, check=False)
    except OSError as error:
        raise StudyError(
            f"{program()}: cannot be run: {error.strerror}; name ixsim in IXSIM_PROGRAM"
        ) from None


@functools.cache
def all_keys() -> dict[str, dict[str, Any]]:
    """Returns each key with its unit, type and description."""
    done = call(["keys", "--json"])
    if done.returncode != 0:
        raise StudyError(
            f"{program()}: `ixsim keys --json` failed: {done.stderr.strip()}; name ixsim in IXSIM_PROGRAM"
        )
    return {key["name"]: key for key in json.loads(done.stdout)}


def plain(name: str) -> str:
    """Returns the key of a name with an index: vm.load of vm[0].load, rx.queues of nic[0].rx.queues."""
    short = PART.sub("", name)
    for prefix in ("nic.", "host."):
        if name.startswith(prefix[:-1] + "[") and short.removeprefix(prefix) in all_keys():
            return short.removeprefix(prefix)
    return "device.profile" if short == "nic.profile" else short


def facts(name: str) -> dict[str, Any]:
    """Returns the facts about a key, also with an index; empty if the key is unknown."""
    return all_keys().get(plain(name), {})


def nearest(name: str, names: list[str]) -> str:
    """Returns `; did you mean X?`, or an empty text."""
    match = difflib.get_close_matches(name, names, 1, 0.6)
    return f"; did you mean {match[0]}?" if match else ""


def require(name: str, place: str) -> None:
    """Refuses a name that is no scenario key."""
    if not facts(name):
        raise StudyError(
            f"{place}: found {name}, accepted: a scenario key (`ixsim keys` lists them)"
            f"{nearest(name, list(all_keys()))}"
        )

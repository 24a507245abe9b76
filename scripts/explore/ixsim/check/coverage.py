"""Merges functional coverage of several checks: the bins that were reached, and the checks that reached them.

The input is the files coverage.json that `ixsim check --out` writes, and files that were merged before.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MOST_NAMED = 16  # number of sources that a bin names
COUNTED = (0, 1)  # exit statuses of the seeds whose coverage counts: a failed seed has compared outputs too
MOST_QUOTED = 40  # characters of a wrong value that a message quotes


class CoverageError(Exception):
    """A file that cannot be used, in one line."""


@dataclass
class Bin:
    hits: int = 0
    excluded: str | None = None
    filled_by: list[str] = field(default_factory=list)

    def required(self) -> bool:
        return self.excluded is None or self.hits > 0


@dataclass
class Coverage:
    bins: dict[str, Bin] = field(default_factory=dict)
    sources: list[str] = field(default_factory=list)

    def groups(self) -> dict[str, dict[str, Bin]]:
        groups: dict[str, dict[str, Bin]] = {}
        for name, entry in self.bins.items():
            groups.setdefault(name.partition("/")[0], {})[name] = entry
        return groups

    def total(self) -> int:
        return sum(entry.required() for entry in self.bins.values())

    def hit(self) -> int:
        return sum(entry.hits > 0 for entry in self.bins.values())

    def holes(self) -> list[str]:
        return [name for name, entry in self.bins.items() if entry.required() and entry.hits == 0]

    def add(self, path: Path) -> None:
        """Adds one file. A bin that one source excludes and another requires is required."""
        sources, bins = read_bins(path)
        own_label = [label(path)]
        self.sources += own_label if sources is None else sources
        for entry in bins:
            hits, excluded = entry["hits"], entry.get("excluded")
            known = entry["name"] in self.bins
            own = self.bins.setdefault(entry["name"], Bin())
            own.hits += hits
            own.excluded = excluded if not known or (own.excluded and excluded) else None
            by = entry.get("filled_by", own_label if hits else [])
            own.filled_by = (own.filled_by + by)[:MOST_NAMED]

    def as_json(self) -> dict:
        groups = []
        for name, bins in self.groups().items():
            groups.append(
                {
                    "name": name,
                    "total": sum(entry.required() for entry in bins.values()),
                    "hit": sum(entry.hits > 0 for entry in bins.values()),
                    "excluded": sum(not entry.required() for entry in bins.values()),
                }
            )
        bins = []
        for name, entry in self.bins.items():
            line = {"name": name, "hits": entry.hits, "filled_by": entry.filled_by}
            bins.append(line | ({"excluded": entry.excluded} if entry.excluded else {}))
        return {
            "total": self.total(),
            "hit": self.hit(),
            "sources": self.sources,
            "groups": groups,
            "unhit": self.holes(),
            "bins": bins,
        }

    def as_text(self, most: int) -> str:
        """Returns the reached bins of each group as text, then at most `most` names of bins that were not reached."""
        per_mille = 1000 * self.hit() // max(1, self.total())
        lines = [f"coverage: {self.hit()} of {self.total()} bins, {per_mille // 10}.{per_mille % 10} %"]
        for group in self.as_json()["groups"]:
            excluded = f"  ({group['excluded']} excluded)" if group["excluded"] else ""
            lines.append(f"  {group['name']:<15} {group['hit']:>3} of {group['total']:>3}{excluded}")
        holes = self.holes()
        if holes:
            lines.append("not reached:")
            lines += [f"  {name}" for name in holes[:most]]
        if len(holes) > most:
            lines.append(f"  and {len(holes) - most} more")
        return "\n".join(lines) + "\n"


def is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def read_bins(path: Path) -> tuple[list[str] | None, list[dict[str, Any]]]:
    """Returns the sources of a merged file, otherwise None, and the bins."""
    try:
        text = json.loads(path.read_text())
    except OSError as error:
        raise CoverageError(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise CoverageError(f"{path}: is no coverage of `ixsim check`: need an object with bins") from error
    if not isinstance(text, dict) or not isinstance(text.get("bins"), list):
        raise CoverageError(f"{path}: is no coverage of `ixsim check`: need an object with bins")

    def require(accepted: bool, place: str, value: object, need: str) -> None:
        if not accepted:
            found = json.dumps(value)
            found = found if len(found) <= MOST_QUOTED else found[:MOST_QUOTED] + "..."
            raise CoverageError(f"{path}: {place}: found {found}, need {need}")

    sources = text.get("sources")
    require(sources is None or is_texts(sources), "sources", sources, "a list of strings")
    for index, entry in enumerate(text["bins"]):
        place = f"bins[{index}]"
        require(isinstance(entry, dict), place, entry, "an object")
        name, hits, excluded = entry.get("name"), entry.get("hits"), entry.get("excluded")
        require(isinstance(name, str), f"{place}.name", name, "a string")
        require(is_count(hits), f"{place}.hits", hits, "a whole number, 0 or more")
        require(excluded is None or isinstance(excluded, str), f"{place}.excluded", excluded, "a string")
        filled_by = entry.get("filled_by", [])
        require(is_texts(filled_by), f"{place}.filled_by", filled_by, "a list of strings")
    return sources, text["bins"]


@dataclass
class Regression:
    """The content of regression.json."""

    options: list[str]
    status: dict[int, int]  # exit status of each seed


def read_regression(directory: Path) -> Regression:
    path = directory / "regression.json"
    try:
        text = json.loads(path.read_text())
        options, status = text["options"], {row["seed"]: row["status"] for row in text["seeds"]}
    except OSError as error:
        raise CoverageError(f"{path}: {error.strerror}: need the directory of a regression") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CoverageError(f"{path}: is no list of seeds: need the directory of a regression") from error
    integers = all(is_count(seed) and isinstance(value, int) for seed, value in status.items())
    if not is_texts(options) or not integers:
        raise CoverageError(f"{path}: is no list of seeds: need the directory of a regression")
    return Regression(options, status)


def label(path: Path) -> str:
    """Returns the name of a file: the seed of the run next to it, otherwise its own path."""
    try:
        settings = json.loads((path.parent / "result.json").read_text())["settings"]
        return f"seed {settings['seed']}"
    except (OSError, ValueError, KeyError, TypeError):
        return str(path)


def in_directory(path: Path, name: str) -> list[Path]:
    """Returns the files of this name in a directory: those of its seeds if it contains a regression.

    Only the seeds that regression.json lists count. Other folders are from an earlier regression.
    """
    if (path / "regression.json").exists():
        status = read_regression(path).status
        seeds = [path / f"seed_{seed}" for seed, value in sorted(status.items()) if value in COUNTED]
        found = [file for part in seeds for file in sorted(part.rglob(name))]
        return found or list(path.glob(name))  # the folders of the seeds may have been deleted
    seeds = sorted(path.glob("seed_*"), key=lambda seed: int(seed.name[5:]) if seed.name[5:].isdigit() else 0)
    return [file for part in seeds or [path] for file in sorted(part.rglob(name))]


def files_below(path: Path) -> list[Path]:
    """Returns the coverage files of a directory, or the file itself."""
    if not path.is_dir():
        return [path]
    found = in_directory(path, "coverage.json")
    if not found:
        raise CoverageError(
            f"{path}: holds no coverage.json: need a directory that `ixsim check --out` has written"
        )
    return found


def merge(paths: Iterable[Path]) -> Coverage:
    coverage = Coverage()
    for path in paths:
        for file in files_below(path):
            coverage.add(file)
    return coverage

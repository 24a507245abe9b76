"""Merges functional coverage of several checks: the bins that were reached, and the checks that reached them.

The input is the files coverage.json that `ixsim check --out` writes, and files that were merged before.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

MOST_NAMED = 16  # number of sources that a bin names


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
        try:
            text = json.loads(path.read_text())
            entries = [(entry["name"], entry["hits"], entry.get("excluded"), entry) for entry in text["bins"]]
        except OSError as error:
            raise CoverageError(f"{path}: {error.strerror}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise CoverageError(
                f"{path}: is no coverage of `ixsim check`: need an object with bins"
            ) from error
        merged = text.get("sources")
        self.sources += merged if merged is not None else [label(path)]
        for name, hits, excluded, entry in entries:
            known = name in self.bins
            own = self.bins.setdefault(name, Bin())
            own.hits += hits
            own.excluded = excluded if not known or (own.excluded and excluded) else None
            by = entry.get("filled_by", [label(path)] if hits else [])
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


def label(path: Path) -> str:
    """Returns the name of a file: the seed of the run next to it, otherwise its own path."""
    try:
        settings = json.loads((path.parent / "result.json").read_text())["settings"]
        return f"seed {settings['seed']}"
    except (OSError, ValueError, KeyError, TypeError):
        return str(path)


def files_below(path: Path) -> list[Path]:
    """Returns the coverage files of a directory: those of its seeds if it contains a regression."""
    if not path.is_dir():
        return [path]
    seeds = sorted(path.glob("seed_*"), key=lambda seed: int(seed.name[5:]) if seed.name[5:].isdigit() else 0)
    found = [file for part in seeds or [path] for file in sorted(part.rglob("coverage.json"))]
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

"""The command that repeats a run of a point: `ixsim run` with the settings of study.toml."""

import json
import os
import shlex
from functools import cached_property
from pathlib import Path
from typing import Any

from .. import space as space_file
from .. import toml_text
from ..errors import StudyError
from .folder import StudyFolder, plain

SCENARIO = "scenario.toml"  # in the study folder: the base scenario of the space file, if it has one


class Commands:
    """Settings and commands of the points of one study."""

    def __init__(self, study: StudyFolder):
        self.study = study
        self._rows = study.points.set_index("point")
        self._seeds = study.runs.groupby("point")["seed"].min()

    @cached_property
    def space(self) -> Any:
        return space_file.load(self.study.path / "study.toml")

    @cached_property
    def _levels(self) -> list[dict[tuple[Any, ...], int]]:
        return [
            {tuple(map(plain, level)): i for i, level in enumerate(d.levels)} for d in self.space.dimensions
        ]

    def settings(self, point: int) -> dict[str, Any]:
        """Returns the keys that a point sets on top of the base scenario, without the seed."""
        return dict(self.space.settings(self.indices(point)))

    def indices(self, point: int) -> tuple[int, ...]:
        """Returns the level of each axis."""
        if point not in self._rows.index:
            last = self._rows.index.max() if len(self._rows) else "none"
            raise StudyError(
                f"{self.study.path}: found no point {point}, accepted: a point of the study, 0 to {last}"
            )
        row, indices = self._rows.loc[point], []
        for dimension, levels in zip(self.space.dimensions, self._levels, strict=True):
            values = tuple(plain(row.get(key)) for key in dimension.keys)
            if values not in levels:
                raise StudyError(
                    f"{self.study.path}: point {point}: {', '.join(dimension.keys)} has no value of study.toml; "
                    "the study was changed after its runs"
                )
            indices.append(levels[values])
        return tuple(indices)

    def words(self, point: int, seed: int | None = None) -> list[str]:
        """Returns the words of the command after `ixsim run`. The seed is that of the first run unless given."""
        result = []
        if self.space.scenario:
            result.append(os.path.relpath(self.study.path / SCENARIO))
        if self.space.profile:
            result += ["--profile", self.space.profile]
        for key, value in self.settings(point).items():
            result += ["--set", f"{key}={value_text(value)}"]
        if seed is None and point in self._seeds.index:
            seed = int(self._seeds[point])
        return result if seed is None else [*result, "--seed", str(seed)]

    def command(self, point: int) -> str:
        return shlex.join(["ixsim", "run", *self.words(point)])

    def write_scenario(self) -> None:
        """Writes the base scenario next to the study, so that commands can name it."""
        if self.space.scenario:
            (self.study.path / SCENARIO).write_text(toml_text.document(self.space.scenario), encoding="utf-8")


def value_text(value: Any) -> str:
    """Returns a value as `--set` takes it: TOML, with text bare."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value)


def parse(text: str) -> tuple[Path, int]:
    """Splits "DIR#POINT"."""
    folder, _, number = text.rpartition("#")
    if not folder or not number.isdigit():
        raise StudyError(
            f"{text}: found no point, accepted: DIR#POINT with the number of a point, as in out#12"
        )
    return Path(folder), int(number)

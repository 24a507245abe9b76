"""The space file: the scenarios that a study runs, the number of repetitions, and the wanted results.

`load(path)` reads and checks it. A `Space` gives the settings of each point; it runs nothing. Every mistake is a
`StudyError` with one line, before any run starts.
"""

import itertools
import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import keys, toml_text
from .closed_forms import FORMS
from .errors import StudyError
from .expression import Expression

METHODS = ("full", "random", "latin", "refine", "search", "morris", "sobol")
# Options of a method, with the type and the default of each; docs/explore.md has their meanings.
METHOD_OPTIONS: dict[str, dict[str, Any]] = {
    "full": {},
    "random": {"points": 100, "seed": 1},
    "latin": {"points": 100, "seed": 1},
    "refine": {"points": 200, "batch": 32},
    "search": {"points": 200, "batch": 20, "seed": 1, "sampler": "tpe"},
    "morris": {"trajectories": 10, "levels": 4, "seed": 1},
    "sobol": {"samples": 64, "seed": 1},
}
SAMPLERS = ("nsga2", "tpe", "pareto")
MOST_POINTS = 1_000_000
MOST_LEVELS = 1_000_000
TOP = (
    "name", "title", "question", "scenario", "profile", "set", "axes", "linked", "derived", "constraints", "method",
    "measure", "computed", "objective", "cost", "budget", "closed_form",
)  # fmt: skip
UNITS = {"s": 1.0, "sec": 1.0, "min": 60.0, "m": 60.0, "h": 3600.0, "": 1.0}

Point = tuple[int, ...]


def seconds(text: Any, place: str) -> float:
    """Returns a time such as 90, "90 s", "5 min" or "2 h" in seconds."""
    word = str(text).strip()
    number = word.rstrip("abcdefghijklmnopqrstuvwxyz ")
    unit = word[len(number) :].strip()
    try:
        time = float(number) * UNITS[unit]
    except (ValueError, KeyError):
        time = math.nan
    if isinstance(text, bool) or not 0 < time < 1e9:
        raise StudyError(
            f'{place}: found {text!r}, accepted: a time above 0 such as "90 s", "40 min" or "2 h"'
        )
    return time


def flatten(table: dict[str, Any], place: str, before: str = "") -> dict[str, Any]:
    """Returns the leaves of nested tables by dotted name. A table with from or values is a leaf."""
    flat: dict[str, Any] = {}
    for name, value in table.items():
        full = before + name
        leaf = not isinstance(value, dict) or bool({"from", "to", "values"} & set(value))
        inner = {full: value} if leaf else flatten(value, place, full + ".")
        for key, v in inner.items():
            if key in flat:
                raise StudyError(f"{place}.{key}: found twice, accepted: once")
            flat[key] = v
    return flat


@dataclass(frozen=True)
class Dimension:
    """Keys that vary together, and the values of each level: one key, or several that are linked."""

    keys: tuple[str, ...]
    levels: tuple[tuple[Any, ...], ...]

    @property
    def name(self) -> str:
        return self.keys[0]


@dataclass(frozen=True)
class Objective:
    """A metric with a direction (max, min) or a limit (at_most, at_least)."""

    metric: str
    direction: str | None = None
    at_most: float | None = None
    at_least: float | None = None
    title: str = ""
    # Maximum difference that does not matter; 0: all differences matter.
    epsilon: float = 0.0

    def holds(self, value: float) -> bool:
        """Returns whether a value keeps the limit; an objective with only a direction has none."""
        if math.isnan(value):
            return False
        return (self.at_most is None or value <= self.at_most) and (
            self.at_least is None or value >= self.at_least
        )

    def as_dict(self) -> dict[str, Any]:
        return {k: v for k, v in vars(self).items() if v not in (None, "", 0.0) or k == "metric"}


@dataclass(frozen=True)
class Measure:
    """Number of runs of a point, and the figures that are stored."""

    least: int = 5
    most: int = 5
    half_width: float | None = None
    stop: tuple[str, ...] = ()
    first_seed: int = 1
    common_seeds: bool = True
    warmup: Any = None
    window: Any = None
    metrics: tuple[str, ...] = ()
    queues: bool = False
    histograms: bool = False


@dataclass(frozen=True)
class ClosedFormUse:
    """A closed form that a metric is compared with, and the expressions of its parameters."""

    name: str
    metric: str
    parameters: dict[str, Expression]


@dataclass
class Space:
    """A checked space file."""

    path: Path | None
    name: str
    title: str
    question: str
    scenario: dict[str, Any]
    profile: str | None
    constants: dict[str, Any]
    dimensions: list[Dimension]
    derived: dict[str, Expression]
    constraints: list[Expression]
    method: str
    options: dict[str, Any]
    measure: Measure
    computed: dict[str, Expression]
    objectives: list[Objective]
    cost: dict[str, Expression] | None
    cost_step: str
    budget: float | None
    timeout: float | None
    memory_mib: int | None
    attempts: int
    closed_forms: list[ClosedFormUse]
    _base: dict[str, Any] = field(default_factory=dict)

    @property
    def axis_keys(self) -> list[str]:
        return [key for dimension in self.dimensions for key in dimension.keys]

    @property
    def size(self) -> int:
        """Returns the number of points of the full plan, with those that constraints exclude."""
        return math.prod(len(d.levels) for d in self.dimensions)

    def all_points(self) -> Iterator[Point]:
        """Yields all points, the last axis fastest."""
        return itertools.product(*(range(len(d.levels)) for d in self.dimensions))

    def axes(self, point: Point) -> dict[str, Any]:
        """Returns the values of all axes."""
        return {
            key: value
            for dimension, level in zip(self.dimensions, point, strict=True)
            for key, value in zip(dimension.keys, dimension.levels[level], strict=True)
        }

    def keys_of(self, point: Point) -> dict[str, Any]:
        """Returns axes and derived keys of a point."""
        found = self.axes(point)
        known = {**self._base, **self.constants, **found}
        for name, expression in self.derived.items():
            value = expression.value(known)
            # A key that counts something takes whole numbers; arithmetic may have made 4.0 of 4.
            if isinstance(value, float) and value.is_integer():
                value = int(value)
            found[name] = known[name] = value
        return found

    def known(self, point: Point) -> dict[str, Any]:
        """Returns all keys with a value at a point: base scenario, constants, axes and derived keys."""
        return {**self._base, **self.constants, **self.keys_of(point)}

    def admits(self, point: Point) -> bool:
        """Returns whether all constraints hold."""
        if not self.constraints:
            return True
        known = self.known(point)
        return all(bool(c.value(known)) for c in self.constraints)

    def settings(self, point: Point) -> dict[str, Any]:
        """Returns the scenario keys that a run of this point sets."""
        return {**self.constants, **self.keys_of(point)}

    def resolved(self) -> str:
        """Returns a space file that needs no other file and gives the same study."""
        document: dict[str, Any] = {"name": self.name, "title": self.title, "question": self.question}
        if self.profile:
            document["profile"] = self.profile
        if self.constraints:
            document["constraints"] = [c.text for c in self.constraints]
        if self.scenario:
            document["scenario"] = self.scenario
        if self.constants:
            document["set"] = self.constants
        document["axes"] = {d.name: [v for (v,) in d.levels] for d in self.dimensions if len(d.keys) == 1}
        document["linked"] = [
            {key: [level[i] for level in d.levels] for i, key in enumerate(d.keys)}
            for d in self.dimensions
            if len(d.keys) > 1
        ]
        document["derived"] = {name: e.text for name, e in self.derived.items()}
        document["method"] = {"name": self.method, **self.options}
        given = {k: list(v) if isinstance(v, tuple) else v for k, v in vars(self.measure).items()}
        # The warm-up and the window are among the constants.
        document["measure"] = {
            k: v for k, v in given.items() if v is not None and k not in ("warmup", "window")
        }
        document["computed"] = {name: e.text for name, e in self.computed.items()}
        document["objective"] = [o.as_dict() for o in self.objectives]
        if self.cost is not None:
            document["cost"] = {"step": self.cost_step, **{k: e.text for k, e in self.cost.items()}}
        document["budget"] = {
            k: v
            for k, v in (
                ("time", self.budget),
                ("timeout", self.timeout),
                ("memory_mib", self.memory_mib),
                ("attempts", self.attempts),
            )
            if v is not None
        }
        document["closed_form"] = [
            {"name": c.name, "metric": c.metric, **{k: e.text for k, e in c.parameters.items()}}
            for c in self.closed_forms
        ]
        return toml_text.document({k: v for k, v in document.items() if v not in ({}, [])})


class Reader:
    """Takes entries out of a table, checks them, and refuses remaining entries."""

    def __init__(self, table: Any, place: str, accepted: tuple[str, ...]):
        if not isinstance(table, dict):
            raise StudyError(f"{place}: found {table!r}, accepted: a table of {', '.join(accepted)}")
        for name in table:
            if name not in accepted:
                raise StudyError(
                    f"{place}: found {name}, accepted: {', '.join(accepted)}{keys.nearest(name, list(accepted))}"
                )
        self.table, self.place = table, place

    def take(self, name: str, kind: type | tuple[type, ...], default: Any, accepted: str) -> Any:
        if name not in self.table:
            return default
        value = self.table[name]
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise StudyError(f"{self.place}.{name}: found {value!r}, accepted: {accepted}")
        return value

    def number(self, name: str, default: Any, least: float, most: float, whole: bool = True) -> Any:
        accepted = f"{'a whole number' if whole else 'a number'} from {least:g} to {most:g}"
        value = self.take(name, int if whole else (int, float), default, accepted)
        if value is not None and not least <= value <= most:
            raise StudyError(f"{self.place}.{name}: found {value!r}, accepted: {accepted}")
        return value

    def text(self, name: str, default: str) -> str:
        return str(self.take(name, str, default, "a text"))

    def words(self, name: str) -> tuple[str, ...]:
        value = self.take(name, list, [], "an array of texts")
        if not all(isinstance(v, str) and v for v in value):
            raise StudyError(f"{self.place}.{name}: found {value!r}, accepted: an array of texts")
        return tuple(value)


def expand(spec: Any, place: str) -> tuple[Any, ...]:
    """Returns the values of an axis: those of an array, of a range or of factors."""
    if isinstance(spec, list):
        values: list[Any] = spec
    elif isinstance(spec, dict):
        r = Reader(spec, place, ("values", "from", "to", "step", "count", "factor"))
        if "values" in spec:
            if len(spec) > 1:
                raise StudyError(
                    f"{place}: found values with {', '.join(set(spec) - {'values'})}, accepted: values alone"
                )
            values = r.take("values", list, [], "an array")
        else:
            values = expand_range(r, place)
    else:
        raise StudyError(
            f"{place}: found {spec!r}, accepted: an array of values, or a table with from, to and one of step, count, factor"
        )
    if not values:
        raise StudyError(f"{place}: found an empty list, accepted: one value or more")
    texts = [toml_text.value(v) for v in values]
    if len(set(texts)) != len(texts):
        twice = next(t for i, t in enumerate(texts) if t in texts[:i])
        raise StudyError(f"{place}: found {twice} twice, accepted: each value once")
    return tuple(values)


def expand_range(r: Reader, place: str) -> list[Any]:
    first = r.take("from", (int, float), None, "a number")
    last = r.take("to", (int, float), None, "a number")
    ways = [name for name in ("step", "count", "factor") if name in r.table]
    if first is None or last is None or len(ways) != 1:
        raise StudyError(
            f"{place}: found {', '.join(r.table)}, accepted: from, to and one of step, count, factor"
        )
    if not (math.isfinite(first) and math.isfinite(last)) or first > last:
        raise StudyError(f"{place}: found from {first} to {last}, accepted: from at most to")
    whole = isinstance(first, int) and isinstance(last, int)
    values: list[Any]
    if "count" in r.table:
        count = r.number("count", None, 1, MOST_LEVELS)
        steps = [first + (last - first) * i / max(count - 1, 1) for i in range(count)]
        values = list(dict.fromkeys(round(v) for v in steps)) if whole else steps
    elif "step" in r.table:
        step = r.number("step", None, 1e-12, 1e15, whole=False)
        count = int((last - first) / step + 1e-9) + 1
        if count > MOST_LEVELS:
            raise StudyError(f"{place}: found {count} values, accepted: at most {MOST_LEVELS}")
        values = [first + step * i for i in range(count)]
    else:
        factor = r.number("factor", None, 1 + 1e-9, 1e6, whole=False)
        if first <= 0:
            raise StudyError(f"{place}: found from {first}, accepted with factor: a number above 0")
        count = int(math.log(last / first) / math.log(factor) + 1e-9) + 1
        if count > MOST_LEVELS:
            raise StudyError(f"{place}: found {count} values, accepted: at most {MOST_LEVELS}")
        raw = [first * factor**i for i in range(count)]
        values = list(dict.fromkeys(round(v) for v in raw)) if whole else raw
    return values


def check_values(value: Any, place: str) -> None:
    """Refuses values that no scenario key accepts: dates, infinity and NaN."""
    if isinstance(value, dict):
        for name, inner in value.items():
            check_values(inner, f"{place}.{name}" if place != "space file" else name)
    elif isinstance(value, list):
        for inner in value:
            check_values(inner, place)
    elif not isinstance(value, (str, int, float, bool)) or (
        isinstance(value, float) and not math.isfinite(value)
    ):
        raise StudyError(f"{place}: found {value}, accepted: a finite number, a text, true or false")


def read_dimensions(document: dict[str, Any]) -> list[Dimension]:
    """Returns axes in the order of the file, then linked ones."""
    dimensions = []
    axes = document.get("axes", {})
    if not isinstance(axes, dict):
        raise StudyError(f"axes: found {axes!r}, accepted: a table from scenario key to values")
    for key, spec in flatten(axes, "axes").items():
        keys.require(key, "axes")
        dimensions.append(Dimension((key,), tuple((v,) for v in expand(spec, f"axes.{key}"))))
    linked = document.get("linked", [])
    if not isinstance(linked, list) or not all(isinstance(t, dict) for t in linked):
        raise StudyError(f"linked: found {linked!r}, accepted: tables [[linked]] from scenario key to values")
    for number, table in enumerate(linked):
        place = f"linked[{number}]"
        columns = {}
        for key, spec in flatten(table, place).items():
            keys.require(key, place)
            if not isinstance(spec, list) or not spec:
                raise StudyError(
                    f"{place}.{key}: found {spec!r}, accepted: an array of values that is not empty"
                )
            columns[key] = spec
        if len(columns) < 2:
            raise StudyError(f"{place}: found {len(columns)} keys, accepted: two or more that vary together")
        if len({len(c) for c in columns.values()}) > 1:
            found = ", ".join(f"{k} with {len(c)} values" for k, c in columns.items())
            raise StudyError(f"{place}: found {found}, accepted: as many values of each key")
        dimensions.append(Dimension(tuple(columns), tuple(zip(*columns.values(), strict=True))))
    if not dimensions:
        raise StudyError("axes: found none, accepted: a table [axes] or [[linked]] with at least one key")
    seen: set[str] = set()
    for key in (key for d in dimensions for key in d.keys):
        if key in seen:
            raise StudyError(f"axes: found {key} twice, accepted: a key in one axis")
        if keys.plain(key) == "simulation.seed":
            raise StudyError("axes: found simulation.seed, accepted: other keys; [measure] sets the seeds")
        seen.add(key)
    return dimensions


def in_order(derived: dict[str, Expression]) -> dict[str, Expression]:
    """Returns derived keys, each after those that it reads. A cycle is refused."""
    ordered: dict[str, Expression] = {}
    path: list[str] = []

    def visit(name: str) -> None:
        if name in ordered:
            return
        if name in path:
            cycle = [*path[path.index(name) :], name]
            raise StudyError(
                f"derived: found the cycle {' -> '.join(cycle)}, accepted: keys that do not need each other"
            )
        path.append(name)
        for other in sorted(derived[name].names & set(derived)):
            visit(other)
        path.pop()
        ordered[name] = derived[name]

    for name in derived:
        visit(name)
    return ordered


def base_values(scenario: dict[str, Any]) -> dict[str, Any]:
    """Returns the keys that a scenario sets directly, by dotted name."""
    return {k: v for k, v in flatten(scenario, "scenario").items() if not isinstance(v, dict)}


def default_values(space: "Space", names: set[str]) -> dict[str, Any]:
    """Returns values that the program gives to these keys if they are not set."""
    wanted = {n: keys.facts(n) for n in names}
    return {
        n: f["default"]
        for n, f in wanted.items()
        if f and f.get("default") is not None and not f["default_from"]
    }


def read_objectives(document: dict[str, Any]) -> list[Objective]:
    tables = document.get("objective", [])
    if not isinstance(tables, list) or not tables:
        raise StudyError("objective: found none, accepted: one table [[objective]] or more with a metric")
    objectives = []
    for number, table in enumerate(tables):
        place = f"objective[{number}]"
        r = Reader(table, place, ("metric", "direction", "at_most", "at_least", "title", "epsilon"))
        metric, direction = r.text("metric", ""), r.take("direction", str, None, '"max" or "min"')
        if not metric:
            raise StudyError(f"{place}: found no metric, accepted: metric = the name of a result")
        if direction not in (None, "max", "min"):
            raise StudyError(f'{place}.direction: found {direction!r}, accepted: "max" or "min"')
        at_most, at_least = (
            r.number(name, None, -1e300, 1e300, whole=False) for name in ("at_most", "at_least")
        )
        if direction is None and at_most is None and at_least is None:
            raise StudyError(
                f'{place}: found neither, accepted: direction = "max" or "min", at_most or at_least'
            )
        epsilon = r.number("epsilon", 0.0, 0, 1e300, whole=False)
        objectives.append(
            Objective(metric, direction, at_most, at_least, r.text("title", ""), float(epsilon))
        )
    names = [o.metric for o in objectives]
    for name in names:
        if names.count(name) > 1:
            raise StudyError(f"objective: found {name} twice, accepted: one table a metric")
    return objectives


def read_measure(document: dict[str, Any], objectives: list[Objective]) -> Measure:
    names = tuple(Measure.__dataclass_fields__)
    r = Reader(document.get("measure", {}), "measure", names)
    least = r.number("least", 5, 1, 10_000)
    half_width = r.number("half_width", None, 1e-9, 10, whole=False)
    most = r.number("most", least if half_width is None else max(20, least), 1, 100_000)
    if most < least:
        raise StudyError(f"measure.most: found {most}, accepted: at least measure.least, {least}")
    if half_width is not None and least < 5:
        raise StudyError(f"measure.least: found {least}, accepted with half_width: 5 or more seeds")
    if half_width is None and most != least:
        raise StudyError(
            f"measure.most: found {most} without half_width, accepted: half_width as well, or least alone"
        )
    stop = r.words("stop")
    if half_width is not None and not stop:
        stop = tuple(o.metric for o in objectives if not o.metric.startswith("cost."))
    return Measure(
        least,
        most,
        half_width,
        stop,
        r.number("first_seed", 1, 0, 2**62),
        r.take("common_seeds", bool, True, "true or false"),
        r.take("warmup", (int, str), None, 'a time such as "100 us"'),
        r.take("window", (int, str), None, 'a time such as "1 ms"'),
        r.words("metrics"),
        r.take("queues", bool, False, "true or false"),
        r.take("histograms", bool, False, "true or false"),
    )


def read_method(document: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    table = document.get("method", {})
    name = table.get("name", "full") if isinstance(table, dict) else table
    if name not in METHODS:
        raise StudyError(f"method.name: found {name!r}, accepted: {', '.join(METHODS)}")
    options = METHOD_OPTIONS[name]
    r = Reader(table, "method", ("name", *options))
    given = {}
    for option, default in options.items():
        if option == "sampler":
            given[option] = r.text(option, default)
            if given[option] not in SAMPLERS:
                raise StudyError(f"method.sampler: found {given[option]!r}, accepted: {', '.join(SAMPLERS)}")
        else:
            given[option] = r.number(option, default, 0 if option == "seed" else 1, 10_000_000)
    return name, given


def read_cost(document: dict[str, Any]) -> tuple[dict[str, Expression] | None, str]:
    if "cost" not in document:
        return None, "none"
    from .cost.model import STEPS
    from .cost.parameters import RULES, SCHEDULERS, Parameters

    names = tuple(Parameters.__dataclass_fields__)
    r = Reader(document["cost"], "cost", ("step", *names))
    step = r.text("step", "none")
    if step not in STEPS:
        raise StudyError(f"cost.step: found {step!r}, accepted: {', '.join(STEPS)}")
    given = {}
    for name, text in r.table.items():
        if name != "step":
            # A name stands for itself: `rules = "82599"` is no number.
            plain = text in {"scheduler": SCHEDULERS, "rules": RULES}.get(name, ())
            given[name] = Expression(repr(text) if plain else str(text), f"cost.{name}")
    return given, step


def read_closed_forms(document: dict[str, Any]) -> list[ClosedFormUse]:
    tables = document.get("closed_form", [])
    if not isinstance(tables, list):
        raise StudyError(
            "closed_form: found no array of tables, accepted: [[closed_form]] with name, metric and parameters"
        )
    uses = []
    for number, table in enumerate(tables):
        place = f"closed_form[{number}]"
        name = table.get("name") if isinstance(table, dict) else table
        if name not in FORMS:
            raise StudyError(f"{place}.name: found {name!r}, accepted: {', '.join(FORMS)}")
        wanted = FORMS[name].parameters
        r = Reader(table, place, ("name", "metric", *wanted))
        for part in ("metric", *wanted):
            if part not in table:
                raise StudyError(f"{place}: found no {part}, accepted: metric and {', '.join(wanted)}")
        texts = {p: table[p] if isinstance(table[p], str) else str(table[p]) for p in wanted}
        uses.append(
            ClosedFormUse(
                name, r.text("metric", ""), {p: Expression(t, f"{place}.{p}") for p, t in texts.items()}
            )
        )
    return uses


def read_scenario(document: dict[str, Any], folder: Path) -> dict[str, Any]:
    scenario = document.get("scenario", {})
    if isinstance(scenario, dict):
        return scenario
    if not isinstance(scenario, str):
        raise StudyError(f"scenario: found {scenario!r}, accepted: the path of a scenario file, or a table")
    path = folder / scenario
    try:
        return tomllib.loads(path.read_text())
    except OSError as error:
        raise StudyError(f"scenario: {path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"scenario: {path}: is no TOML: {error}") from None


def parse(document: dict[str, Any], path: Path | None = None, folder: Path = Path()) -> Space:
    """Returns the space of a document. A relative path of the base scenario starts at `folder`."""
    top = Reader(document, "space file", TOP)
    check_values(document, "space file")
    scenario = read_scenario(document, folder)
    check_values(scenario, "scenario")
    dimensions = read_dimensions(document)
    objectives = read_objectives(document)
    measure = read_measure(document, objectives)
    constants = flatten(top.take("set", dict, {}, "a table of scenario keys"), "set")
    for name, value in (("measure.warmup", measure.warmup), ("measure.window", measure.window)):
        if value is not None:
            constants[name] = value
    derived = {}
    for name, text in flatten(
        top.take("derived", dict, {}, "a table from key to expression"), "derived"
    ).items():
        derived[name] = Expression(text, f"derived.{name}")
    axis_keys = [key for d in dimensions for key in d.keys]
    for place, names in (("set", list(constants)), ("derived", list(derived))):
        for name in names:
            keys.require(name, place)
            if name in axis_keys:
                raise StudyError(f"{place}: found {name}, which is an axis, accepted: a key in one of both")
    for name in derived:
        if name in constants:
            raise StudyError(
                f"derived: found {name}, which is in [set] as well, accepted: a key in one of both"
            )
    listed = top.take("constraints", list, [], "an array of expressions")
    constraints = [Expression(text, f"constraints[{i}]") for i, text in enumerate(listed)]
    computed = {
        name: Expression(text, f"computed.{name}")
        for name, text in flatten(
            top.take("computed", dict, {}, "a table from name to expression"), "computed"
        ).items()
    }
    method, options = read_method(document)
    cost, step = read_cost(document)
    b = Reader(document.get("budget", {}), "budget", ("time", "timeout", "memory_mib", "attempts"))
    name = top.text("name", path.stem if path else "study")
    space = Space(
        path, name, top.text("title", name), top.text("question", ""), scenario,
        top.take("profile", str, None, "the name of a profile"), constants, dimensions, in_order(derived), constraints,
        method, options, measure, computed, objectives, cost, step,
        seconds(b.table["time"], "budget.time") if "time" in b.table else None,
        seconds(b.table["timeout"], "budget.timeout") if "timeout" in b.table else None,
        b.number("memory_mib", None, 1, 1_000_000), b.number("attempts", 3, 1, 100),
        read_closed_forms(document),
    )  # fmt: skip
    check_names(space)
    if method in ("refine", "search") and not any(o.direction for o in objectives):
        raise StudyError(
            f"objective: found limits alone, accepted with method {method}: one objective with a direction"
        )
    if space.method == "full" and space.size > MOST_POINTS:
        raise StudyError(
            f"axes: found {space.size} points, accepted by method full: at most {MOST_POINTS}; "
            "take fewer values, or method latin, refine or search"
        )
    return space


def check_names(space: Space) -> None:
    """Checks that every name of an expression has a value, and gives keys that the scenario does not set their default."""
    space._base.update(base_values(space.scenario))
    known = {*space._base, *space.constants, *space.axis_keys, *space.derived}
    expressions = [*space.derived.values(), *space.constraints, *(space.cost or {}).values()]
    expressions += [e for use in space.closed_forms for e in use.parameters.values()]
    if space.profile:
        space._base.setdefault("device.profile", space.profile)
        known.add("device.profile")
    missing = {n for e in expressions for n in e.names} - known
    space._base.update(default_values(space, missing))
    for expression in expressions:
        for name in sorted(expression.names - known - set(space._base)):
            why = (
                "whose default follows from other keys; set it in the scenario, in [set] or as an axis"
                if keys.facts(name)
                else "which is no key that has a value here" + keys.nearest(name, [*known, *keys.all_keys()])
            )
            raise StudyError(f"{expression.place}: found {name}, {why}")
    metrics = {
        *space.measure.metrics,
        *space.measure.stop,
        *(o.metric for o in space.objectives),
        *space.computed,
    }
    for name in sorted(metrics & {*space.axis_keys, *space.derived}):
        raise StudyError(
            f"{name}: found an axis or derived key with the name of a metric, accepted: different names"
        )
    if space.cost is None and any(o.metric.startswith("cost.") for o in space.objectives):
        raise StudyError("objective: found a metric of cost.*, accepted with a table [cost]")


def load(path: str | Path) -> Space:
    """Reads a space file. Raises StudyError, whose text begins with the path."""
    path = Path(path)
    try:
        document = tomllib.loads(path.read_text())
    except OSError as error:
        raise StudyError(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StudyError(f"{path}: is no TOML: {error}") from None
    try:
        return parse(document, path, path.parent)
    except StudyError as error:
        raise StudyError(f"{path}: {error}") from None

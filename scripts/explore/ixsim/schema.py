"""Columns of the tables of a study folder, with their units: the contract between a study and its readers.

| file | one row a |
|---|---|
| `runs.parquet` | run: a point with a seed |
| `points.parquet` | point: statistics over its seeds |
| `queues.parquet` | queue of a run (with `queues = true` in [measure]) |
| `histograms.parquet` | bucket of a latency of a run (with `histograms = true` in [measure]) |
| `workers.parquet` | run: wall time and worker. It differs between machines; the other files do not |

Rows are sorted by point, seed and the columns that follow. Field metadata has `unit` and `description`.
"""

from dataclasses import dataclass

import pyarrow as pa

FORMAT = "ixsim-study-1"
TABLES = ("runs", "points", "queues", "histograms", "workers")
STATUS = ("ok", "failed", "timeout", "memory", "crashed")
# Statistics of a metric M in points.parquet: M.mean, M.half_width, M.low, M.high.
STATISTICS = {
    "mean": "mean over seeds (of .p50 and .p99 with histograms: quantile of the pooled histogram)",
    "half_width": "half of the width of the 95 % interval",
    "low": "lower end of the 95 % interval",
    "high": "upper end of the 95 % interval",
}


@dataclass(frozen=True)
class Column:
    """A column: its name, Arrow type, unit (empty without one) and meaning."""

    name: str
    type: pa.DataType
    unit: str = ""
    description: str = ""

    def field(self) -> pa.Field:
        return pa.field(self.name, self.type, metadata={"unit": self.unit, "description": self.description})


def schema(columns: list[Column]) -> pa.Schema:
    """Returns the Arrow schema of these columns."""
    return pa.schema([c.field() for c in columns], metadata={"format": FORMAT})


POINT = Column("point", pa.int64(), "", "number of the point, in the order of the plan")
SEED = Column("seed", pa.int64(), "", "simulation.seed of the run")


def runs(axes: list[Column], metrics: list[Column]) -> pa.Schema:
    """Returns the schema of runs.parquet: one column an axis and a metric, named as the scenario key and the metric."""
    return schema(
        [
            POINT,
            SEED,
            Column("status", pa.string(), "", f"end of the run: {', '.join(STATUS)}"),
            Column("key", pa.string(), "", "XXH3-128 of the resolved scenario with its seed, hexadecimal"),
            *axes,
            *metrics,
        ]
    )


def points(axes: list[Column], metrics: list[Column], costs: list[Column]) -> pa.Schema:
    """Returns the schema of points.parquet."""
    return schema(
        [
            POINT,
            *axes,
            Column("legal", pa.bool_(), "", "the program accepts the scenario"),
            Column("reason", pa.string(), "", "why it does not, or why runs are missing"),
            Column("n", pa.int64(), "", "runs that count"),
            *(
                Column(f"{m.name}.{name}", pa.float64(), m.unit, f"{m.description}: {meaning}")
                for m in metrics
                for name, meaning in STATISTICS.items()
            ),
            *costs,
            Column("limited_by", pa.string(), "", "resource that limited most of the runs"),
            Column("limited_by_share", pa.float64(), "1", "share of the runs that it limited"),
            Column("limits", pa.string(), "", "JSON: limited_by of the first run, with text and busy shares"),
            Column("on_front", pa.bool_(), "", "no other point is better by its means, and all limits hold"),
            Column("front", pa.float64(), "1", "probability that the point is on the Pareto front"),
        ]
    )


QUEUES = schema(
    [
        POINT,
        SEED,
        Column("direction", pa.string(), "", "rx or tx"),
        Column("queue", pa.int64(), "", "number of the queue"),
        Column("frames", pa.int64(), "frames", "frames delivered or sent by the queue"),
        Column("dropped", pa.int64(), "frames", "frames for the queue that were lost"),
    ]
)
HISTOGRAMS = schema(
    [
        POINT,
        SEED,
        Column("latency", pa.string(), "", "name of the latency, as rx.latency.host"),
        Column("low", pa.int64(), "ps", "least value of the bucket"),
        Column("high", pa.int64(), "ps", "greatest value of the bucket"),
        Column("count", pa.int64(), "frames", "frames in the bucket"),
    ]
)
WORKERS = schema(
    [
        POINT,
        SEED,
        Column("worker", pa.string(), "", "machine and process of the fork server"),
        Column("wall_ms", pa.float64(), "ms", "wall time of the run's process"),
        Column("cpu_ms", pa.float64(), "ms", "processor time of the run's process"),
        Column("peak_kib", pa.int64(), "KiB", "most resident memory of the run's process"),
    ]
)

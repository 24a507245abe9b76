"""A study folder made by hand, for tests of the report and of the comparison. It has the tables of ixsim.schema, with
figures that follow from a formula, so that a test can compute the expected content of the page.
"""

import itertools
import json
import math
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from program import ROOT

sys.path.insert(0, str(ROOT / "scripts/explore"))
from ixsim import schema

AXES = {"rx.queues": [1, 2, 4, 8], "rx.pools": [1, 2]}
SEEDS = (1, 2, 3, 4, 5)
T4 = 2.7764451051977987  # Student t, 4 degrees of freedom, 97.5 %
SPACE = """name = "small"
title = "Queues and pools"
question = "How many queues are enough?"

[set]
"traffic.frames" = 1000

[axes]
"rx.queues" = {queues}
"rx.pools" = {pools}

[[objective]]
metric = "rx.throughput"
direction = "max"

[[objective]]
metric = "cost.transistors"
direction = "min"

[cost]
rx_queues = "rx.queues"
"""
METRICS = [
    schema.Column("rx.throughput", pa.float64(), "bit/s", "bits delivered a second"),
    schema.Column("rx.latency.host.p99", pa.float64(), "ps", "99th percentile of the latency"),
]
COSTS = [
    schema.Column("cost.transistors", pa.float64(), "transistors", "of one port"),
    schema.Column("cost.ram_bits", pa.float64(), "bits", "of one port"),
]


def throughput(queues, pools, seed):
    """Saturates at 4 queues; the seeds have a common part and one that depends on the point."""
    return 1e9 * min(queues, 4) + 1e7 * seed + 1e5 * ((seed * (queues + pools)) % 5)


def cost(queues):
    return 1e6 * (50 + queues)


def interval(values):
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.nan
    spread = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values))
    return mean, (T4 if len(values) == 5 else 12.706) * spread


def write_study(folder, axes=AXES, seeds=SEEDS, illegal=lambda q, p: q < p, formula=throughput, info=None):
    """Writes a study of all combinations of two axes; those that `illegal` names have no runs."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    axis_columns = [schema.Column(name, pa.int64(), "", "scenario key") for name in axes]
    runs, points, histograms = [], [], []
    combinations = list(itertools.product(*axes.values()))
    legal = [not illegal(q, p) for q, p in combinations]
    best = [
        max((q for (q, p), ok in zip(combinations, legal, strict=True) if ok and q <= 4), default=0),
    ]
    for point, ((queues, pools), ok) in enumerate(zip(combinations, legal, strict=True)):
        place = {"point": point, "rx.queues": queues, "rx.pools": pools}
        if not ok:
            points.append({**place, "legal": False, "reason": "rx.queues: found fewer than rx.pools", "n": 0})
            continue
        values = [formula(queues, pools, seed) for seed in seeds]
        for seed, value in zip(seeds, values, strict=True):
            latency = 1e7 / queues + 1e4 * seed
            runs.append({**place, "seed": seed, "status": "ok", "key": f"{point:016x}{seed:016x}",
                         "rx.throughput": value, "rx.latency.host.p99": latency})  # fmt: skip
            histograms += [
                {"point": point, "seed": seed, "latency": "rx.latency.host", "low": 10**6 * i, "high": 10**6 * (i + 1) - 1,
                 "count": 100 // (i + 1) + seed}
                for i in range(8)
            ]  # fmt: skip
        row = {**place, "legal": True, "reason": None, "n": len(seeds)}
        for name, sample in (
            ("rx.throughput", values),
            ("rx.latency.host.p99", [1e7 / queues + 1e4 * s for s in seeds]),
        ):
            mean, half = interval(sample)
            row |= {
                f"{name}.mean": mean,
                f"{name}.half_width": half,
                f"{name}.low": mean - half,
                f"{name}.high": mean + half,
            }
        row |= {
            "cost.transistors": cost(queues), "cost.ram_bits": 1000.0 * queues,
            "limited_by": "core" if queues < 4 else "wire", "limited_by_share": 1.0,
            "limits": json.dumps([{"direction": "rx", "resource": "core", "text": f"core 0, {100 - queues} % busy"}]),
            "on_front": queues <= best[0] and pools == 1, "front": 1.0 if queues <= best[0] and pools == 1 else 0.2,
        }  # fmt: skip
        points.append(row)
    write_table(folder / "runs.parquet", runs, schema.runs(axis_columns, METRICS))
    write_table(folder / "points.parquet", points, schema.points(axis_columns, METRICS, COSTS))
    write_table(folder / "histograms.parquet", histograms, schema.HISTOGRAMS)
    (folder / "study.toml").write_text(SPACE.format(queues=axes["rx.queues"], pools=axes["rx.pools"]))
    document = {
        "format": "ixsim-study-1", "name": "small", "title": "Queues and pools", "question": "How many queues are enough?",
        "method": {"name": "full"}, "binary": "0" * 32, "ixsim": "0.1.0", "measure": {"least": len(seeds)},
        "axes": [{"key": name, "values": values, "linked_to": []} for name, values in axes.items()],
        "objectives": [{"metric": "rx.throughput", "direction": "max"}, {"metric": "cost.transistors", "direction": "min"}],
        **(info or {}),
    }  # fmt: skip
    (folder / "study.json").write_text(json.dumps(document))
    return folder


def write_table(path, rows, columns):
    pq.write_table(pa.Table.from_pylist(rows, schema=columns), path)

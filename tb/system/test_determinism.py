"""The same input gives the same bytes of result.json, except for the object `host`. This holds under another heap,
locale, time zone, number of cores, directory, and optimisation level. Other seeds give other bytes.
"""

import json
import os
import pathlib

import pytest
from program import CAPTURE, ROOT, simulate

GENERATED = {
    "traffic__frames": 8_000, "traffic__flows": 300, "traffic__frame_size": [[90, 7], [594, 4], [1_518, 1]], "traffic__arrival": "bursty",
    "traffic__load_percent": 90, "traffic__burst": 20, "traffic__network": "both", "traffic__transport": "both",
}  # fmt: skip
OVERLOAD = {
    "traffic__frames": 12_000,
    "traffic__flows": 50,
    "device__ports": 2,
    "rx__drop": True,
    "rx__ring": 64,
}
# A byte on the link takes no whole number of ps.
THIRD_GENERATION = {
    "device__profile": "custom",
    "pcie__generation": 3,
    "pcie__lanes": 2,
    "tx__queues": 2,
    "tx__packets": 500,
}
INPUTS = {
    "capture": (("--pcap", CAPTURE, "--check", "rtl"), {}),
    "generated": (("--check", "rtl", "--hash-events"), GENERATED),
    "overload": (("--hash-events",), OVERLOAD),
    "third generation": (("--hash-events",), GENERATED | THIRD_GENERATION),
}
WAYS = {
    "again": {},
    "other heap": {"env": {"MALLOC_PERTURB_": "85", "MALLOC_ARENA_MAX": "1", "MALLOC_TOP_PAD_": "1000003"}},
    "other locale": {"env": {"LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR.UTF-8", "LC_NUMERIC": "fr_FR.UTF-8"}},
    "other time zone": {"env": {"TZ": "Pacific/Apia"}},
    "one core": {"prefix": ("taskset", "-c", str(min(os.sched_getaffinity(0))))},
    "other addresses": {"prefix": ("setarch", "--addr-no-randomize")},
}


def without_host(text):
    """The bytes of a result up to the object `host`, which is the last, and its keys apart from it."""
    at = text.index('\n "host": {')
    assert text[at:].count("{") == 1 and text.endswith("}\n}\n")
    assert set(json.loads(text)["host"]) == {"version", "build", "compiler", "systemc", "wall_seconds"}
    return text[:at]


@pytest.fixture(scope="module", params=INPUTS)
def first(request):
    options, keys = INPUTS[request.param]
    return options, keys, without_host(simulate(*options, **keys).text)


@pytest.mark.parametrize("way", WAYS)
def test_same_bytes(first, way):
    options, keys, text = first
    assert without_host(simulate(*options, **WAYS[way], **keys).text) == text


@pytest.mark.long
def test_same_bytes_from_another_build(first):
    """The build with sanitizers and -O1, or what IXSIM_OTHER_PROGRAM names."""
    other = pathlib.Path(os.environ.get("IXSIM_OTHER_PROGRAM", ROOT / "build/debug/bin/ixsim"))
    assert other.exists(), f"{other} does not exist: cmake --preset debug && cmake --build --preset debug"
    sources = [*(ROOT / "model").rglob("*.[hc]*"), *(ROOT / "include/ixsim").rglob("*.h")]
    newest = max(sources, key=lambda source: source.stat().st_mtime)
    assert other.stat().st_mtime > newest.stat().st_mtime, f"{other} is older than {newest}: build it again"
    options, keys, text = first
    assert without_host(simulate(*options, executable=other, **keys).text) == text


@pytest.mark.parametrize(
    "link", [{}, THIRD_GENERATION, THIRD_GENERATION | {"pcie__lanes": 8, "pcie__dllp": "spec_max"}]
)
def test_drivers_of_the_core_agree(link):
    """Acting at armed edges only, and at every edge: the same events."""
    keys = {"traffic__frames": 500, "traffic__flows": 20, "traffic__frame_size": "imix"} | link
    event = simulate("--hash-events", simulation__driver="event", **keys)
    tick = simulate("--hash-events", simulation__driver="tick", **keys)
    # Only the number of the module's activations depends on the driver.
    for metrics in (event, tick):
        del metrics["simulation.activations"]
    assert event == tick


def test_other_seeds_give_other_results():
    results = [simulate("--hash-events", simulation__seed=seed, **GENERATED) for seed in (1, 2)]
    assert results[0]["events.hash"] != results[1]["events.hash"]
    assert results[0]["rx.frames"] == results[1]["rx.frames"] == GENERATED["traffic__frames"]


@pytest.mark.parametrize("keys", [GENERATED | {"traffic__frames": 3_000}, OVERLOAD | {"traffic__frames": 3_000, "traffic__frame_size": 700},
                                  {"traffic__frames": 500, "traffic__frame_size": 300, "tx__queues": 8, "tx__packets": 60,
                                   "tx__frame_size": 1_518}])  # fmt: skip
def test_whole_requests_and_tlps_give_the_same(keys):
    """The host gets writes whole, or TLP by TLP: only the wake-ups of a module in immediate mode differ."""
    keys = keys | {"simulation__immediate": True}
    whole, tlps = (simulate("--hash-events", pcie__transaction=how, **keys) for how in ("request", "tlp"))
    assert whole.pop("simulation.activations") < tlps.pop("simulation.activations")
    assert whole == tlps
    ticks = simulate("--hash-events", simulation__driver="tick", pcie__transaction="tlp", **keys)
    assert ticks["events.hash"] == whole["events.hash"]

"""The scenarios of examples/ run, and show what their comments promise, with the variations that they suggest too."""

import pytest
from program import ROOT, simulate

SCENARIOS = ROOT / "examples/scenarios"
NAMES = sorted(path.stem for path in SCENARIOS.glob("*.toml"))


def scenario(name, **keys):
    """One run of a scenario that must end well."""
    return simulate(SCENARIOS / f"{name}.toml", **keys)


def dropped(result):
    """The frames dropped, by reason."""
    reasons = {name.removeprefix("rx.drop."): n for name, n in result.items() if name.startswith("rx.drop.")}
    return {reason: n for reason, n in reasons.items() if n != 0}


def small_frames():
    usual = scenario("small_frames")
    assert dropped(usual) == {} and usual["rx.queues_used"] == 16
    single = scenario("small_frames", rx__write_back=1)
    assert single["pcie.up.bytes"] > 1.15 * usual["pcie.up.bytes"]
    narrow = scenario("small_frames", pcie__lanes=1)
    assert narrow["rx.latency.device.mean"] > 50 * usual["rx.latency.device.mean"]


def pools():
    usual = scenario("pools")
    assert dropped(usual) == {} and usual["rx.queues_used"] == 16
    assert dropped(scenario("pools", rx__vlans=[10])).keys() == {"vlan"}


def weighted_transmit():
    # Shares of 1 : 2 : 4 : 8 have the Jain index 225/340; the window begins before all queues have packets.
    assert scenario("weighted_transmit")["tx.jain_index"] == pytest.approx(225 / 340, rel=0.05)
    assert scenario("weighted_transmit", tx__scheduler="drr")["tx.jain_index"] > 0.999


def traffic_classes():
    usual = scenario("traffic_classes")
    assert all(usual[f"rx.class.{n}.frames"] > 0 for n in range(8)) and dropped(usual) == {}
    assert usual["tx.class.0.bytes"] / usual["tx.class.1.bytes"] == pytest.approx(3, rel=0.02)
    turn = scenario("traffic_classes", dcb__arbitration="turn")
    assert turn["tx.class.0.bytes"] / turn["tx.class.1.bytes"] == pytest.approx(1, rel=0.1)


def slow_host():
    usual = scenario("slow_host")
    assert dropped(usual) == {} and usual["rx.pause.honored"] > 0
    assert dropped(scenario("slow_host", rx__flow_control=False)).keys() == {"packet_buffer_full"}


PROMISES = (pools, slow_host, small_frames, traffic_classes, weighted_transmit)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_a_scenario_shows_what_it_says(promise):
    promise()


def test_every_scenario_is_tested_and_says_what_it_shows():
    assert [promise.__name__ for promise in PROMISES] == NAMES
    for name in NAMES:
        text = (SCENARIOS / f"{name}.toml").read_text()
        assert text.startswith("# Shows ") and "# Try " in text
        assert f"scenarios/{name}.toml" in (ROOT / "examples/README.md").read_text()

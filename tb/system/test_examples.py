"""The scenarios of examples/ run and have the effects that their comments state, with the suggested variations too."""

import re

import pytest
from program import ROOT, simulate

SCENARIOS = ROOT / "examples/scenarios"
NAMES = sorted(path.stem for path in SCENARIOS.glob("*.toml"))


def test_the_adapter_has_sixty_lines_of_code():
    source = (ROOT / "examples/adapter/main.cpp").read_text()
    lines = [line.strip() for line in source.splitlines()]
    code = [line for line in lines if line and not line.startswith("//")]
    page = (ROOT / "docs/adapters.md").read_text()
    assert "in 60 lines of code" in source and "in 60 lines of code" in page and len(code) <= 60
    assert "](../examples/adapter/main.cpp)" in page


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


def limit(result):
    """The resource that limited receive."""
    return result.json["limited_by"][0]["resource"]


def gigabits(result, name="vm.throughput"):
    return result[name] / 1e9


def path_native():
    usual = scenario("path_native")
    assert limit(usual) == "wire" and usual["rx.queues_used"] == 4 and usual["host.cpu.switch"] == 0
    assert limit(scenario("path_native", rx__queues=1)) == "core"


def path_vswitch():
    usual = scenario("path_vswitch")
    assert limit(usual) == "core" and gigabits(usual) == pytest.approx(5.4, rel=0.01)
    vmdq = scenario("path_vswitch", host__io_path="vmdq")
    assert limit(vmdq) == "wire" and gigabits(vmdq) == pytest.approx(9.49, rel=0.005)


def path_vhost():
    usual = scenario("path_vhost")
    assert usual["vm[3].responses"] > 300 and limit(usual) == "wire"
    less = scenario("path_vhost", **{"vm[0:2].load": "500 Mb/s"})
    assert less["vm[3].response_time.mean"] < 0.9 * usual["vm[3].response_time.mean"]


def path_macvtap():
    usual = scenario("path_macvtap")
    assert limit(usual) == "load" and gigabits(usual) == pytest.approx(4, rel=0.01)
    assert limit(scenario("path_macvtap", vm__load="3 Gb/s")) == "wire"


def path_vmdq():
    usual = scenario("path_vmdq")
    assert limit(usual) == "wire" and usual["vm.jain_index"] > 0.999 and usual["rx.queues_used"] == 16
    # The programs copy their data once; the host copies nothing.
    payload = sum(usual[f"vm[{n}].receive.throughput"] for n in range(16)) * 20e-3 / 8
    assert usual["host.copied"] == pytest.approx(payload, rel=0.005)
    two = scenario("path_vmdq", rx__queues=2)
    assert two["rx.queues_used"] == 2 and two["host.cpu[0].busy"] > 1.5 * usual["host.cpu[0].busy"]


def path_netqueue():
    usual = scenario("path_netqueue")
    assert limit(usual) == "core" and usual["host.cpu[0].copy"] > usual["host.cpu[0].driver"]
    assert gigabits(scenario("path_netqueue", vm__count=4)) > 1.1 * gigabits(usual)


def path_sriov():
    usual = scenario("path_sriov")
    eager = scenario("path_sriov", rx__moderation=0)
    assert eager["vm[0].response_time.mean"] < 0.75 * usual["vm[0].response_time.mean"]
    assert eager["host.interrupt_rate"] > 1.2 * usual["host.interrupt_rate"]


def path_vmbus():
    usual = scenario("path_vmbus")
    assert usual["vm[3].throughput"] < usual["vm[0].throughput"] / 4
    assert scenario("path_vmbus", **{"vm[3].segment_cycles": 0})["vm.jain_index"] > 0.999


def incast():
    usual = scenario("incast")
    paused = scenario("incast", switch__pause="link")
    assert usual["switch.drop.queue_full"] > 50 and paused["switch.drop.queue_full"] == 0
    assert paused["switch.drop.headroom"] == 0 and gigabits(paused) > 1.1 * gigabits(usual)
    assert paused["vm.jain_index"] > 0.99 > 0.9 > usual["vm.jain_index"]
    marked = scenario("incast", switch__mark_bytes=30_000, vm__ecn=True)
    assert marked["switch.drop.queue_full"] < 0.5 * usual["switch.drop.queue_full"]
    short = scenario("incast", **{"nic[4].rx.ring": 64})
    assert short.json["scenario"]["nic[4].rx.ring"] == 64 != short.json["scenario"]["nic[0].rx.ring"]


def vm_classes():
    wire = 10 * 1_460 / 1_542  # with the tag
    usual = scenario("vm_classes")
    assert (
        gigabits(usual, "vm[1].throughput") == pytest.approx(0.75 * wire, rel=0.01) and limit(usual) == "wire"
    )
    turn = scenario("vm_classes", dcb__arbitration="turn")
    assert gigabits(turn, "vm[1].throughput") == pytest.approx(0.5 * wire, rel=0.01)


PATHS = (
    path_macvtap, path_native, path_netqueue, path_sriov, path_vhost, path_vmbus, path_vmdq, path_vswitch,
)  # fmt: skip
PROMISES = (incast, *PATHS, pools, slow_host, small_frames, traffic_classes, vm_classes, weighted_transmit)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_a_scenario_shows_what_it_says(promise):
    promise()


def test_every_scenario_is_tested_and_says_what_it_shows():
    assert [promise.__name__ for promise in PROMISES] == NAMES
    for name in NAMES:
        text = (SCENARIOS / f"{name}.toml").read_text()
        assert text.startswith("# Shows ") and "# Try " in text
        assert f"scenarios/{name}.toml" in (ROOT / "examples/README.md").read_text()


GALLERY = (ROOT / "examples/README.md").read_text()
PLATFORMS = [path.parent.name for path in (ROOT / "examples").glob("*/main.cpp")]
EXAMPLES = {
    *NAMES, *PLATFORMS, "cocotb", "dpi", "platform",
    *(path.stem for path in (ROOT / "examples").glob("spaces/*.toml")),
    *(path.stem for path in (ROOT / "examples").glob("notebooks/*.ipynb")),
}  # fmt: skip


def test_the_gallery_has_each_example_with_its_picture_and_its_command():
    parts = re.split(r"^### (\w+)$", GALLERY, flags=re.MULTILINE)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    assert set(sections) == EXAMPLES and len(EXAMPLES) > 20
    folders = {path.name for path in (ROOT / "examples").iterdir() if path.is_dir()}
    assert folders - EXAMPLES == {"common", "scenarios", "spaces", "notebooks"}
    for name, text in sections.items():
        [picture] = re.findall(r"^!\[.+\]\(\.\./(docs/figures/examples/\w+\.svg)\)$", text, re.MULTILINE)
        assert picture == f"docs/figures/examples/{name}.svg" and (ROOT / picture).exists()
        command = re.search(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        assert command and re.search(rf"\b(?:example_)?{name}\b", command[1]), f"{name}: no command"

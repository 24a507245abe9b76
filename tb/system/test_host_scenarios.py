"""Scenarios with hosts and VMs: reading of keys, measurements against closed forms, and refusals.

The program's results are compared with goodput ceilings from frame sizes, with cycles per segment times segments, and
with themselves under other orders of keys, without run-ahead and by other names.
"""

import functools
import itertools
import json
import random
import tomllib

import pytest
from captures import read_pcapng, write
from program import ROOT, Result, assignments, call, check_any_run, simulate
from scenario_space import ALL_KEYS

# A host that is fast enough for the wire.
FAST = {"host__io_path": "native", "host__machine__clock": 20_000_000_000, "rx__moderation": 0}
SHORT = {"measure__warmup": "1 ms", "measure__window": "2 ms"}
PATHS = ["native", "vswitch", "vhost", "macvtap", "vmdq", "netqueue", "sriov", "vmbus"]
ORDERS, RANDOM = range(6), range(24)


def on_path(path, **keys):
    """Keys of three VMs on a path."""
    device = {"device__profile": "82599"} if path == "sriov" else {}
    return {"host__io_path": path, "vm__count": 3} | device | keys


def words(*settings):
    return [word for setting in settings for word in ("--set", setting)]


def values_of(*arguments):
    """The VMs that a scenario has, as printed: a list of tables."""
    done = call("run", *arguments, "--print-scenario")
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    tables = tomllib.loads(done.stdout)["vm"]
    return [
        table for table in (tables if isinstance(tables, list) else [tables]) for _ in range(table["count"])
    ]


def loads(*arguments):
    return [vm["load"] for vm in values_of(*arguments)]


def some_orders(settings):
    """A few orders of settings; scenario_order_test.cpp has all permutations of keys that depend on each other."""
    return [settings, settings[::-1], *(random.Random(n).sample(settings, len(settings)) for n in range(5))]


def refused(*arguments):
    """The line with which a run is refused."""
    done = call("run", *arguments)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1, (
        done.stdout + done.stderr
    )
    return done.stderr


# --- Reading.


def test_later_and_narrower_values_replace(tmp_path):
    file = write(tmp_path / "a.toml", b'[[vm]]\nload = 1\ncount = 3\n[[vm]]\nload = "2 Mb/s"\n')
    assert loads(file) == [1, 1, 1, 2]
    assert loads(file, *words("vm.load=7")) == [7] * 4
    assert loads(file, *words("vm[*].load=7")) == [7] * 4
    assert loads(file, *words("vm[1:2].load=1 Gb/s")) == [1, 1_000, 1_000, 2]
    assert loads(file, *words("vm[3].load=5", "vm[2:3].load=6", "vm.load=7")) == [7, 7, 6, 5]
    assert loads(file, *words("vm[3].load=5", "vm[3].load=6")) == [1, 1, 1, 6]


def test_one_table_takes_another_count(tmp_path):
    file = write(tmp_path / "a.toml", b"[[vm]]\nload = 1\ncount = 3\n")
    assert loads(file, *words("vm.count=5")) == [1] * 5
    for text in (b"[vm]\ncount = 5\nload = 1\n", b"vm.load = 1\nvm.count = 5\n"):
        assert loads(write(tmp_path / "b.toml", text)) == [1] * 5


SETTINGS = [
    "vm.count=6", "vm[2:4].load=20", "vm.mtu=9000", "nic[0].profile=82599", "host[0].io_path=vmdq", "rx.pools=6",
    "host.machine.cores=4", "vm[1].core=3", "vm[0].workload=transmit", "vm[5].mtu=1500",
]  # fmt: skip


@pytest.mark.parametrize("number", ORDERS)
def test_order_of_keys_does_not_matter(number):
    shuffled = random.Random(number).sample(SETTINGS, len(SETTINGS))
    texts = [call("run", *words(*settings), "--print-scenario").stdout for settings in (SETTINGS, shuffled)]
    assert texts[0] == texts[1] and "max_frame = 9018" in texts[0]


def test_names_with_an_index_mean_the_flat_key(tmp_path):
    """In runs with and without VMs, in files and options."""
    flat = ["device.profile=82599", "rx.queues=4", "rx.ring=64"]
    indexed = ["nic[0].profile=82599", "nic[0].rx.queues=4", "nic.rx.ring=64"]
    text = b'[[nic]]\nprofile = "82599"\nrx.queues = 4\nrx.ring = 64\n'
    for more in (["traffic.frames=50"], ["vm.count=2", "measure.window=1 ms"]):
        results = []
        for number, given in enumerate((words(*flat), words(*indexed), [write(tmp_path / "a.toml", text)])):
            out = tmp_path / f"{more[0]}-{number}"
            assert call("run", *given, *words(*more), "--out", out).returncode == 0
            results.append(Result((out / "result.json").read_text()).json)
            del results[-1]["host"]
        assert results[0] == results[1] == results[2]


def test_a_printed_scenario_is_read_back(tmp_path):
    for settings in (SETTINGS, [*SETTINGS, "vm[3].workload=request"], ["vm.count=2"]):
        text = call("run", *words(*settings), "--print-scenario").stdout
        file = write(tmp_path / "printed.toml", text.encode())
        assert call("run", file, "--print-scenario").stdout == text
        assert "[[vm]]" in text or "[vm]" in text


def test_scenarios_without_vms_have_none_of_their_keys(tmp_path):
    text = call("run", *words("traffic.frames=3"), "--print-scenario").stdout
    assert not {"vm", "peer"} & tomllib.loads(text).keys() and "io_path" not in text
    result = simulate(traffic__frames=3)
    assert not [name for name in result.json["scenario"] if ALL_KEYS[name].get("vms")]


# --- Refusals: settings, and parts of the one line that answers them.
REFUSALS = [
    (["vm.count=4", "vm[7].load=3"], ["vm[7].load", "found VM 7", "0 to 3"]),
    (["vm[0:9].load=3"], ["vm[0:9].load", "VM 9", "vm.count 1"]),
    (["vm[x].load=3"], ["vm[x].load", "vm[N]"]),
    (["vm[3:1].load=3"], ["vm[3:1].load", "vm[FIRST:LAST]"]),
    (["vm[2]load=3"], ["vm[2]load", "vm[N].KEY"]),
    (["vm[0].laod=3"], ["vm[0].laod", "the nearest known is vm[0].load"]),
    (["nic[0].rx.quues=3"], ["the nearest known is nic[0].rx.queues"]),
    (["nic[1].rx.queues=3"], ["nic[1].rx.queues", "found controller 1", "0 to 0", "host.count 1", "host.nics"]),
    (["host[1].io_path=vmdq"], ["host[1].io_path", "found host 1", "host.count 1"]),
    (["nic[0:2].rx.queues=3", "host.count=2"], ["nic[0:2].rx.queues", "found controller 2", "0 to 1"]),
    (["host.nics=9"], ["host.nics: found 9", "1 to 8"]),
    (["host.nics=2", "vm.nic=2"], ["vm[0].nic: found 2", "0 to 1", "host.nics 2"]),
    (["host.count=2", "vm.count=2", "vm[1].nic=1"], ["vm[1].nic: found 1", "0 to 0"]),
    (["host.nics=2", "nic[1].host.io_path=vmdq"], ["nic[1].host.io_path", "accepted for a host: host[N].io_path"]),
    (["host.nics=2", "nic[1].rx.pools=40"], ["nic[1]: rx.pools: found 40"]),
    (["host.nics=2", "switch.queue_bytes=20000"], ["switch.queue_bytes", "one host"]),
    (["host.nics=2", "nic[1].measure.window=3"], ["nic[1].measure.window", "one of 2 controllers"]),
    (["nic[1].rx.queues=900", "host.count=2"], ["nic[1].rx.queues", "900"]),
    (["nic[1].rx.pools=40", "host.count=2"], ["host[1]: rx.pools: found 40"]),
    (["nic[1].measure.window=3", "host.count=2"], ["nic[1].measure.window", "for all: measure.window"]),
    (["host[0].count=3"], ["host[0].count", "host.count"]),
    (["switch.queue_bytes=20000", "vm.count=1"], ["switch.queue_bytes", "one host", "host.count"]),
    (["host.count=33"], ["host.count", "33", "1 to 32"]),
    (["host.count=2", "vm.host=2"], ["vm[0].host: found 2", "0 to 1"]),
    (["vm.peer=0"], ["vm[0].peer", "one host"]),
    (["host.count=2", "vm.count=2", "vm[0].peer=2"], ["vm[0].peer: found 2", "0 to 1"]),
    (["host.count=2", "vm.count=3", "vm[0].peer=2"], ["vm[0].peer", "on host 0", "another host"]),
    (["host.count=3", "network.topology=cable"], ["network.topology", "3 ports", "two ports"]),
    (["host.count=2", "network.topology=cable"], ["network.topology", "link partner", "vm.peer"]),
    (["rx[0].queues=3"], ["rx[0].queues", "vm, nic and host"]),
    (["vm[0].count=3"], ["vm[0].count", "vm.count"]),
    (["vm.load=fast"], ["vm.load", "'fast'", "Mb/s"]),
    (["vm.load=3 s"], ["vm.load", "a time"]),
    (["vm.workload=mail"], ["vm.workload", '"receive"']),
    (["host.io_path=vmdk"], ["host.io_path", '"vmdq"']),
    (["host.platform=vax"], ["host.platform", '"dell_windows_2012"', ".toml"]),
    (["host.platform=./none.toml"], ["host.platform", "./none.toml", "cannot be read"]),
    (["vm.core=8"], ["vm[0].core: found 8", "0 to 7"]),
    (["host.machine.cores=2", "host.vm_cores=[0, 2]"], ["host.vm_cores: found 2", "0 to 1"]),
    (["host.queue_cores=[]", "vm.count=1"], ["host.queue_cores: found no core"]),
    (["vm.port=1"], ["vm[0].port: found 1", "device.ports 1"]),
    (["host.io_path=sriov"], ["host.io_path: found sriov", "82599"]),
    (["host.io_path=sriov", "device.profile=82599", "vm.count=3", "rx.pools=2"], ["rx.pools: found 2", "3 and up"]),
    (["host.io_path=sriov", "device.profile=82599", "rx.rss=true"], ["rx.rss"]),
    (["host.io_path=sriov", "device.profile=82599", "vm.count=3", "rx.vectors=2"], ["rx.vectors: found 2"]),
    (["vm.mtu=9000", "rx.max_frame=1518"], ["rx.max_frame: found 1518", "9018", "vm[0].mtu"]),
    (["vm.mtu=9000", "rx.buffer_kib=2"], ["rx.buffer_kib: found 2", "9 and up"]),
    (["vm.receive_buffer=2000", "vm.mtu=9000"], ["vm[0].receive_buffer: found 2000"]),
    (["vm.count=2", "tx.queues=0"], ["tx.queues: found 0"]),
    (["vm.count=2", "measure.window=0"], ["measure.window: found 0"]),
    (["vm.count=2", "measure.warmup=0"], ["measure.warmup: found 0", "peer.start_spread"]),
    (["vm.count=2", "traffic.frames=5"], ["traffic.frames", "vm.count"]),
    (["host.mode=poll", "peer.delay=5"], ["host.mode", "peer.delay"]),
    (["vm.vlan=4095"], ["vm.vlan: found 4095", "0 to 4094"]),
    (["vm.priority=8"], ["vm.priority: found 8", "0 to 7"]),
    (["vm.count=2", "vm[1].vlan=8", "rx.vlans=[5]"], ["vm[1].vlan: found 8", "rx.vlans (5) and 0"]),
    (["vm.priority=1", "rx.vlans=[5, 9]"], ["vm[0].vlan: found 0", "rx.vlans (5, 9) with vm[0].priority 1"]),
    (["host.count=2", "vm.count=2", "vm[0].peer=1", "vm[0].vlan=5", "nic[1].rx.vlans=[9]"], ["host[1]: vm[0].vlan: found 5"]),
    (["vm.count=2", "dcb.group=1"], ["dcb.group: found without dcb.enabled"]),
    (["host.io_path=vmdq", "dcb.enabled=true", "rx.pools=9"], ["rx.pools: found 9", "1 to 8 with dcb.enabled"]),
    (["host.io_path=sriov", "dcb.enabled=true", "device.profile=82599", "vm.count=3", "rx.vectors=4"], ["rx.vectors: found 4", "is 3"]),
    (["host.count=2", "switch.pause=priority", "vm.count=1"], ["dcb.priority_pause: found false on host 0", "priority 0 of vm[0]"]),
    (["host.count=2", "switch.pause=link", "vm.count=1", "dcb.enabled=true", "dcb.priority_pause=true"], ["switch.pause: found link", "priority_pause on host 0", "accepted is priority"]),
    (["host.count=2", "switch.pause=priority", "switch.lossless=[8]"], ["switch.lossless: found 8", "0 to 7"]),
    (["vm.count=2", "dcb.enabled=true", "device.profile=X540"], ["dcb.enabled: found true", "X540"]),
    (["vm.count=2", "dcb.enabled=true", "host.transmit_affinity=true"], ["host.transmit_affinity", "dcb.enabled"]),
    (["vm.priority=3", "dcb.enabled=true", "tx.queues=8"], ["tx.queues: found 8", "13 and up", "priority 3"]),
    (["host.count=2", "vm.count=2", "vm[0].peer=1", "vm[0].priority=2", "dcb.enabled=true"], ["vm[1].priority: found 0", "is 2", "vm[0]"]),
    (["host.segmentation=software", "vm.segmentation_bytes=65400", "tx.ring=64"], ["tx.ring: found 64", "96 and up", "vm[0]"]),
    (["host.segmentation=none"], ["host.segmentation", '"device" or "software"']),
    (["host.io_path=vmdq", "vm.count=20", "rx.pools=20"], ["rx.pools: found 20"]),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "parts"), REFUSALS, ids=lambda item: " ".join(item)[:50])
def test_refusals(settings, parts):
    line = refused(*words(*settings))
    assert all(part in line for part in parts), line


@pytest.mark.parametrize("option", [
    ["--dump-memory", "x"], ["--pcap", "x"],
], ids=lambda option: option[0])  # fmt: skip
def test_options_of_runs_without_vms_are_refused(option, tmp_path):
    line = refused(*words("vm.count=1"), *option, "--out", tmp_path / "out")
    assert line.startswith(f"ixsim: {option[0]}: ") and "vm.count" in line


FILES = [
    (
        b"[[host]]\n[[host]]\n[[nic]]\n[[nic]]\n[[nic]]\n",
        ["[[nic]]", "3 tables and 2 network controllers", "host.nics", "device.ports"],
    ),
    (b"host.nics = 1\n[[nic]]\n[[nic]]\n", ["[[nic]]", "2 tables and 1 network controller,", "host.nics"]),
    (b"[[nic]]\n" * 9, ["[[nic]]", "9 tables and 8 network controllers", "at most 8"]),
    (b"[[host]]\n[[host]]\nio_path = 3\n", [":3:", "host.io_path"]),
    (b"[[vm]]\n[[vm]]\nlaod = 3\n", [":3:", "vm.laod", "vm.load"]),
    (b"[[vm]]\ncount = 0\n", [":2:", "vm.count", "1 to 250"]),
    (b"[[vm]]\ncount = 200\n[[vm]]\ncount = 51\n", ["vm.count: found 251"]),
    (b"[[vm]]\n[[vm]]\n[host]\nplatform = 3\n", [":4:", "host.platform"]),
    (b"[[rx]]\nqueues = 3\n", ["rx"]),
]


@pytest.mark.parametrize(("text", "parts"), FILES, ids=str)
def test_refused_files(text, parts, tmp_path):
    line = refused(write(tmp_path / "a.toml", text))
    assert all(part in line for part in parts), line


def test_two_tables_take_no_count(tmp_path):
    file = write(tmp_path / "a.toml", b"[[vm]]\n[[vm]]\n")
    assert "2 tables" in refused(file, *words("vm.count=3"))


def test_wrong_rtl_ends_a_run_with_vms(tmp_path):
    faulty = ROOT / "tb/rtl/faulty_rr_scheduler.v"
    done = call("run", *assignments(on_path("vmdq", vm__workload="both") | SHORT), "--check", "rtl", "--rtl", faulty,
                "--top", "faulty_rr_scheduler", "--block", "scheduler", "--plusarg", "+fault=2", "--out", tmp_path / "out")  # fmt: skip
    assert done.returncode == 1
    result = json.loads((tmp_path / "out/result.json").read_text())
    assert result["status"] == "failed" and "scheduler diverge" in result["failures"][0]
    assert result["metrics"]["check.scheduler.divergences"]["value"] == 1
    assert (tmp_path / "out/divergence.fst").stat().st_size > 0


# --- Several hosts.

TWO = {"host.count": 2, "vm.count": 2, "vm.peer": 1, "vm[1].workload": "none", "host.io_path": "native",
       "host.machine.clock": 20_000_000_000, "rx.moderation": 0, "measure.window": "5 ms"}  # fmt: skip


@pytest.mark.parametrize("topology", ["switch", "cable"])
@pytest.mark.parametrize("workload", ["receive", "transmit"])
def test_two_hosts_reach_the_ceiling_of_the_wire(topology, workload):
    result = simulate(**TWO | {"network.topology": topology, "vm[0].workload": workload})
    assert 0.999 * 9.4928e9 <= result["vm.throughput"] <= 1.001 * 9.4928e9
    other = {"receive": "transmit", "transmit": "receive"}[workload]
    assert result[f"vm[1].{other}.throughput"] == pytest.approx(result["vm.throughput"], rel=0.002)
    sender = workload == "receive"
    assert result[f"nic[{sender:d}].tx.throughput"] > 9.8e9 > 1e9 > result[f"nic[{sender:d}].rx.throughput"]
    ways = {(limit["host"], limit["direction"], limit["resource"]) for limit in result.json["limited_by"]}
    assert ways == {(int(sender), "tx", "wire"), (int(not sender), "rx", "wire")}
    if topology == "switch":
        assert result["switch.port[0].frames_out"] == result["nic[0].rx.frames"]
        assert result["switch.port[1].frames_in"] == pytest.approx(result["nic[1].tx.frames"], abs=1)


def test_lookahead_between_hosts_changes_nothing():
    keys = TWO | {"host.count": 3, "vm.count": 4, "vm[2:3].peer": 1, "vm[3].workload": "request",
                  "host[2].io_path": "vmdq", "host.machine.clock": 2_000_000_000, "rx.moderation": 78}  # fmt: skip
    assert simulate(**keys) == simulate(**keys, simulation__immediate=True)


def test_values_of_one_host_replace_those_of_all(tmp_path):
    """Whatever their order, in files and options; a printed scenario is read back."""
    text = b"""rx.ring = 64
    [[host]]
    io_path = "vmdq"
    count = 2
    [[host]]
    io_path = "native"
    [[nic]]
    [[nic]]
    rx.ring = 128
    profile = "82599"
    [vm]
    count = 3
    """
    file = write(tmp_path / "a.toml", text)

    def scenario(*settings):
        printed = call("run", file, *words(*settings), "--print-scenario")
        assert (printed.returncode, printed.stderr) == (0, "")
        again = call("run", write(tmp_path / "b.toml", printed.stdout.encode()), "--print-scenario")
        assert again.stdout == printed.stdout
        tables = tomllib.loads(printed.stdout)
        paths = [host["io_path"] for host in tables["host"] for _ in range(host["count"])]
        return paths, [(nic["device"]["profile"], nic["rx"]["ring"]) for nic in tables["nic"]]

    paths = ["vmdq", "vmdq", "native"]
    assert scenario() == (paths, [("82598", 64), ("82599", 128), ("82598", 64)])
    settings = ["nic[1:2].rx.ring=256", "rx.ring=512", "nic[2].rx.ring=1024", "host[0].io_path=vhost"]
    expected = (["vhost", "vmdq", "native"], [("82598", 512), ("82599", 256), ("82598", 1024)])
    for order in some_orders(settings):
        assert scenario(*order) == expected


def test_keys_of_all_hosts_are_those_of_each():
    flat = simulate(**TWO | {"rx.ring": 64, "host.budget": 16})
    each = simulate(**TWO | {"nic[*].rx.ring": 64, "host[0:1].budget": 16})
    assert flat == each
    one = simulate(**TWO | {"nic[0].rx.ring": 64, "host.budget": 16})
    assert one.json["scenario"]["nic[0].rx.ring"] == 64 and one.json["scenario"]["nic[1].rx.ring"] == 512


def test_incast_overflows_unless_the_switch_stops_or_marks():
    keys = {"host.count": 4, "vm.count": 4, "vm[0:2].workload": "transmit", "vm[0:2].peer": 3,
            "vm[3].workload": "none", "vm.min_rto": "10 ms", "rx.moderation": 40, "host.io_path": "native",
            "switch.queue_bytes": 60_000, "measure.window": "10 ms"}  # fmt: skip
    drop = simulate(**keys)
    stop = simulate(**keys, switch__pause="link")
    mark = simulate(**keys, switch__mark_bytes=20_000, vm__ecn=True)
    assert drop["switch.drop.queue_full"] > 50 and drop["switch.port[3].queue_peak"] <= 60_000
    assert stop["switch.drop.queue_full"] == stop["switch.drop.headroom"] == 0
    assert sum(stop[f"switch.port[{n}].pause_out"] for n in range(3)) > 0
    assert sum(stop[f"vm[{n}].retransmits"] for n in range(3)) == 0
    assert mark["switch.port[3].marked"] > 50
    assert mark["switch.drop.queue_full"] < drop["switch.drop.queue_full"] / 2
    # The switch has the frames of the three senders, and it forwards or drops each of them.
    for result in (drop, stop, mark):
        came = sum(result[f"switch.port[{n}].frames_in"] for n in range(3))
        lost = sum(value for name, value in result.items() if name.startswith("switch.drop."))
        assert 0 <= came - lost - result["switch.port[3].frames_out"] - sum(
            result[f"switch.port[{n}].pause_in"] for n in range(3)) <= 200_000 / 64  # fmt: skip
        left = result["switch.port[3].frames_out"] + result["switch.port[3].pause_out"]
        assert 0 <= left - result["nic[3].rx.frames"] <= 1  # on the cable


# Four hosts send with priority 3 to a fifth, which sends to them. VM 5 sends with priority 0 from host 0 to host 1.
CONGESTED = {"host.count": 5, "vm.count": 7, "vm[0:3].workload": "both", "vm[0:3].peer": 4, "vm[0:3].priority": 3,
             "vm[0:3].connections": 2, "vm[4].workload": "none", "vm[4].priority": 3, "vm[4].host": 4,
             "vm[5].host": 0, "vm[5].peer": 6, "vm[5].workload": "transmit", "vm[5].load": "5 Gb/s",
             "vm[6].host": 1, "vm[6].workload": "none", "vm.min_rto": "10 ms", "rx.moderation": 40,
             "host.io_path": "native", "host.machine.clock": 8_000_000_000, "dcb.enabled": True,
             "dcb.priority_pause": True, "switch.queue_bytes": 60_000, "measure.window": "8 ms"}  # fmt: skip
LONGEST_FRAME = 1_522  # with its tag


def test_pfc_of_the_switch_is_lossless_for_its_priorities():
    lossy = simulate(**CONGESTED)
    link = simulate(**CONGESTED | {"switch.pause": "link", "dcb.priority_pause": False})
    kept = simulate(**CONGESTED | {"switch.pause": "priority", "switch.lossless": [3]})
    assert lossy["switch.drop.queue_full"] > 50
    for result in (link, kept):
        assert result["switch.drop.queue_full"] == result["switch.drop.headroom"] == 0
        assert sum(result[f"vm[{n}].retransmits"] for n in range(6)) == 0
        assert all(result[f"switch.port[{n}].pause_out"] > 20 for n in range(4))
    # PAUSE of the link stops priority 0 of host 0 as well, which nothing congests.
    assert kept["vm[5].throughput"] == pytest.approx(5e9, rel=0.05)
    assert link["vm[5].throughput"] < 0.9 * kept["vm[5].throughput"]


def test_headroom_of_the_switch_is_tight():
    """The default is enough, and with one frame less a frame is lost.

    With this cable a sender begins two more frames unless the wire to it is idle, and never three. The sum of docs/networks.md
    has at most 8 bytes more than what these frames take.
    """
    keys = CONGESTED | {"switch.pause": "priority", "switch.high_watermark": 30_000, "network.cable_delay": 587,
                        "traffic.pause_response_ns": 0}  # fmt: skip
    enough = simulate(**keys)
    headroom = enough.json["scenario"]["switch.headroom"]
    assert enough["switch.drop.headroom"] == 0 and enough.json["scenario"]["switch.lossless"] == [0, 3]
    short = simulate(**keys, switch__headroom=headroom - LONGEST_FRAME)
    assert short["switch.drop.headroom"] > 0


def test_vms_without_a_peer_talk_to_the_link_partner():
    result = simulate(**{"host.count": 2, "vm.count": 4, "vm[0].peer": 1, "vm[1].workload": "none"} | SHORT)
    assert all(result[f"vm[{n}].throughput"] > 0 for n in range(4))
    assert "switch.port[2].frames_in" in result and "switch.port[3].frames_in" not in result


@pytest.mark.parametrize(
    ("mix", "up", "down"), [("pair-throughput", 100_000, 4), ("pair-response", 100, 100)]
)
def test_a_mix_of_requests_runs_by_name(mix, up, down):
    """A VM answers: its bytes are those of its responses."""
    result = simulate(vm__count=2, vm__workload=mix, vm__connections=4, measure__window="10 ms", **FAST)
    for vm in range(2):
        responses = result[f"vm[{vm}].responses"]
        assert responses > 50
        assert result[f"vm[{vm}].receive.throughput"] / 8 * 0.01 == pytest.approx(
            up * responses, rel=0.05, abs=4 * up
        )
        assert result[f"vm[{vm}].transmit.throughput"] / 8 * 0.01 == pytest.approx(
            down * responses, abs=4 * down
        )
    slow = simulate(vm__count=2, vm__workload="pair-response", vm__request_cycles=2_000_000, **FAST)
    # The program takes 0.1 ms; wire, network and device take less than 0.02 ms.
    assert 1.0 < slow["vm[0].response_time.mean"] / (2_000_000 / 20e9 * 1e12) < 1.2


# --- Checks and records.


@pytest.mark.parametrize("hosts", [1, 2])
def test_checks_and_records_change_nothing(hosts, tmp_path):
    keys = on_path("vmdq", **{"host.count": 2, "vm__count": 4} if hosts > 1 else {}) | SHORT
    plain = simulate(**keys)
    out = tmp_path / "out"
    done = call("run", *assignments(keys), "--check", "rtl", "--trace", "spans,pcapng,arbitration,registers",
                "--series", "--out", out)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    checked = Result((out / "result.json").read_text())
    check_any_run(checked)
    for host in range(hosts):
        nic, folder = ("", out) if hosts == 1 else (f"nic[{host}].", out / f"host{host}")
        of_host = "host." if hosts == 1 else f"host[{host}]."
        assert checked[nic + "check.decisions"] == checked[nic + "check.frames"] > 500
        assert checked[nic + "check.scheduler.grants"] == checked[nic + "tx.frames"] > 200
        events = json.loads((folder / "spans.json").read_text())
        events = events if isinstance(events, list) else events["traceEvents"]
        names = {event["args"]["name"] for event in events if event["ph"] == "M"}
        assert {"host cores", "core 0", "port 0 receive VM 0"} <= names
        # Slices of a core follow each other; those in the window add up to the times of its activities.
        cores = next(event["pid"] for event in events
                     if event["ph"] == "M" and event["args"]["name"] == "host cores")  # fmt: skip
        slices = sorted((e["ts"], e["dur"], e["name"]) for e in events
                        if e["ph"] == "X" and (e["pid"], e["tid"]) == (cores, 0))  # fmt: skip
        assert all(a[0] + a[1] <= b[0] + 1e-6 for a, b in itertools.pairwise(slices))
        begin, end = checked["window.begin"] / 1e6, checked["window.end"] / 1e6
        for activity in ("interrupt", "driver"):
            busy = sum(
                max(0, min(ts + dur, end) - max(ts, begin)) for ts, dur, name in slices if name == activity
            )
            assert busy == pytest.approx(checked[f"{of_host}cpu[0].{activity}"] / 1e6, abs=0.01)
        frames = (folder / "frames.pcapng").read_bytes()
        assert frames.count(b"\x06\x00\x00\x00") >= checked[nic + "rx.frames"]  # blocks of packets
        series = json.loads((folder / "series.json").read_text())["series"]
        assert 0 < series["host.core.0.busy"]["mean"] <= 1 and "rx.packet_buffer" in series
        assert (folder / "arbitration.txt").stat().st_size > 0 and (
            folder / "registers.txt"
        ).stat().st_size > 0
        # The stages of a frame add up to its latency.
        stages = sum(value for name, value in checked.items()
                     if name.startswith(nic + "rx.stage.") and name.endswith(".mean"))  # fmt: skip
        assert stages == pytest.approx(checked[nic + "rx.latency.host.mean"], rel=1e-9)
        assert checked[of_host + "cpu.busy"] > 0
    same = {name: checked[name] for name in checked if "check." not in name}
    assert same == plain


def test_a_platform_of_ones_own(tmp_path):
    text = (ROOT / "model/platform/reproduce/platforms/dell_windows_2012.toml").read_text()
    own = tmp_path / "own.toml"
    own.write_text(text)
    same = [simulate(vm__count=2, host__platform=str(name), **SHORT) for name in (own, "dell_windows_2012")]
    assert same[0] == same[1]
    own.write_text(text.replace("value = 2400000000", "value = 2000000000"))
    slower = simulate(vm__count=2, host__platform=str(own), **SHORT)
    assert slower.json["scenario"]["host.machine.clock"] == 2_000_000_000
    assert slower["vm.throughput"] < same[0]["vm.throughput"]
    own.write_text(text.replace("hard_interrupt", "soft_interrupt"))
    assert "soft_interrupt" in refused(*words("vm.count=1", f"host.platform={own}"))


# --- Closed forms.


@pytest.mark.parametrize(
    ("mtu", "timestamps", "vlan"), [(1_500, False, 7), (1_500, True, 0), (9_000, False, 0), (576, False, 0)]
)
@pytest.mark.parametrize("workload", ["receive", "transmit"])
def test_goodput_is_that_of_the_wire(mtu, timestamps, vlan, workload):
    payload = mtu - 40 - (12 if timestamps else 0)
    slot = mtu + 18 + 20 + (4 if vlan else 0)
    result = simulate(vm__count=4, rx__queues=4, vm__mtu=mtu, vm__timestamps=timestamps, vm__workload=workload,
                      vm__vlan=vlan, tx__queues=4, measure__window="10 ms", **FAST)  # fmt: skip
    assert result["vm.throughput"] == pytest.approx(1e10 * payload / slot, rel=0.001)
    limit = next(limit for limit in result.json["limited_by"])
    assert (limit["resource"], limit["direction"]) == ("wire", "rx" if workload == "receive" else "tx")


def test_vms_have_their_vlans(tmp_path):
    """Tags are in all frames of the VMs that have them, and a filter admits those of rx.vlans alone."""
    keys = {"vm[0].vlan": 5, "vm[1].vlan": 9, "rx.vlans": [5, 9]}
    out = tmp_path / "out"
    done = call("run", *assignments(on_path("vmdq", **keys) | SHORT), "--trace", "pcapng", "--out", out)
    assert done.returncode == 0, done.stderr
    result = Result((out / "result.json").read_text())
    assert result["rx.drop.vlan"] == 0 and all(result[f"vm[{vm}].throughput"] > 1e9 for vm in range(3))
    tags = {}
    for file in sorted(out.glob("*.pcapng")):
        for _, frame in read_pcapng(file):
            guest = frame[5] if frame[4] == 1 else frame[11]
            tags.setdefault(guest, set()).add(frame[12:16] if frame[12:14] == b"\x81\x00" else b"")
    assert tags == {0: {b"\x81\x00\x00\x05"}, 1: {b"\x81\x00\x00\x09"}, 2: {b""}}


@pytest.mark.parametrize("profile", ["82598", "82599"])
def test_classes_share_the_wire_by_their_refill(profile):
    """Each class has a backlog: 3 to 1 by credits, equal in turn, and all of the wire for a strict class."""
    keys = {"device.profile": profile, "vm.count": 3, "vm.workload": "transmit", "vm[0:1].priority": 2, "vm[2].priority": 5,
            "dcb.enabled": True, "measure.window": "10 ms"}  # fmt: skip
    frame = 1_522  # with the tag
    wire = 1e10 * 1_460 / (frame + 20)

    def shares(**more):
        result = simulate(**keys, **FAST, **more)
        assert result["vm.throughput"] == pytest.approx(wire, rel=0.001)
        high = result["vm[2].throughput"] / wire
        shares = [result[f"vm[{vm}].throughput"] / wire for vm in (0, 1)]
        if profile == "82599" or more.get("dcb.arbitration") != "turn":
            assert shares == pytest.approx([(1 - high) / 2] * 2, abs=0.01)
        else:
            # All queues take turns. A queue of a full class asks when a frame of its class has left. The last grant
            # was then one of the other class, so that the first queue of the full class is always next.
            assert shares == pytest.approx([1 - high, 0], abs=0.01)
        return high

    assert shares(**{"dcb.tx_refill": [96] * 5 + [288] * 3}) == pytest.approx(0.75, abs=0.01)
    assert shares(**{"dcb.arbitration": "turn"}) == pytest.approx(0.5, abs=0.01)
    assert shares(**{"dcb.strict": ["none"] * 5 + ["link"] * 3, "dcb.group": [0] * 5 + [1] * 3}) > 0.98


CLASSES_OF_POOLS = [
    # Profile, path, VMs; numbers of the receive and of the transmit queue of a VM with a priority.
    ("82598", "vmdq", 4, lambda vm, priority: 8 * priority + vm, lambda vm, priority: 4 * priority + vm % 4),
    (
        "82598",
        "netqueue",
        3,
        lambda vm, priority: 8 * priority + vm,
        lambda vm, priority: 4 * priority + vm % 4,
    ),
    ("82599", "vmdq", 4, lambda vm, priority: 8 * vm + priority, lambda vm, priority: 8 * vm + priority),
    ("82599", "sriov", 4, lambda vm, priority: 8 * vm + priority, lambda vm, priority: 8 * vm + priority),
    (
        "82599",
        "vmdq",
        18,
        lambda vm, priority: 4 * vm + priority // 2,
        lambda vm, priority: 4 * vm + priority // 2,
    ),
]


@pytest.mark.parametrize(("profile", "path", "count", "receive", "transmit"), CLASSES_OF_POOLS)
def test_classes_of_pools_have_their_queues(profile, path, count, receive, transmit):
    priorities = [(0, 3, 7)[vm % 3] for vm in range(count)]
    keys = {
        "device.profile": profile,
        "host.io_path": path,
        "vm.count": count,
        "vm.workload": "both",
        "dcb.enabled": True,
    }
    keys |= {f"vm[{vm}].priority": priority for vm, priority in enumerate(priorities)}
    result = simulate(**keys, **SHORT)
    for way, number in (("rx", receive), ("tx", transmit)):
        prefix = f"{way}.queue."
        used = {
            name
            for name, frames in result.items()
            if name.startswith(prefix) and name.endswith(".frames") and frames
        }
        assert used == {f"{prefix}{number(vm, priority)}.frames" for vm, priority in enumerate(priorities)}
    classes = 4 if count > 16 else 8
    found = {number for number in range(8) if result[f"rx.class.{number}.frames"]}
    assert found == {priority * classes // 8 for priority in priorities}
    assert all(result[f"vm[{vm}].throughput"] > 1e8 for vm in range(count))


@pytest.mark.parametrize(("profile", "path"), [("82598", "vmdq"), ("82599", "sriov")])
def test_classes_of_pools_share_the_wire_by_their_refill(profile, path):
    keys = {"device.profile": profile, "host.io_path": path, "vm.count": 3, "vm.workload": "transmit",
            "vm[2].priority": 5, "dcb.enabled": True, "dcb.tx_refill": [96] * 4 + [288] * 4, "rx.moderation": 0,
            "host.machine.clock": 20_000_000_000, "measure.window": "5 ms"}  # fmt: skip
    result = simulate(**keys)
    shares = [result[f"vm[{vm}].throughput"] / result["vm.throughput"] for vm in range(3)]
    assert shares == pytest.approx([0.125, 0.125, 0.75], abs=0.01)


def test_priority_pause_stops_the_class_of_a_slow_core_alone():
    """Sixteen connections of priority 3 overload the core of their queue; those of priority 0 have a core to themselves."""
    keys = {"vm.count": 2, "vm[1].priority": 3, "vm[1].connections": 16, "vm[0].load": "500 Mb/s",
            "host.io_path": "native", "host.machine.clock": 1_000_000_000, "dcb.enabled": True, "rx.ring": 64}  # fmt: skip
    lossy = simulate(**keys)
    assert lossy["rx.class.3.missed"] > 0 and lossy["rx.drop.packet_buffer_full"] > 0
    kept = simulate(**keys, rx__flow_control=True, dcb__priority_pause=True)
    assert kept["rx.class.3.xoff"] > 0 == kept["rx.class.0.xoff"] == kept["rx.drop.packet_buffer_full"]
    assert kept["rx.class.3.frames"] > kept["rx.class.0.frames"] > 0
    assert kept["vm[0].throughput"] == pytest.approx(5e8, rel=0.05)


# --- The mailbox of virtual functions.


def test_set_up_by_the_mailbox_costs_both_drivers():
    """Cycles of each message at both ends, register reads of a round trip each, and a further message for a VLAN."""
    clock, window = 2_400_000_000, 50e-3
    keys = {"host.io_path": "sriov", "device.profile": "82599", "vm.workload": "none", "host.machine.clock": clock,
            "host.driver.poll": 0, "traffic.start_us": 100, "peer.start_spread": 1, "measure.warmup": 1,
            "measure.window": "50 ms", "host.machine.context_switch": 0}  # fmt: skip
    for messages, more in ((4, {}), (5, {"vm.vlan": 7, "rx.vlans": [7]})):
        short, long = (
            simulate(**keys, **more, host__driver__mailbox=cycles) for cycles in (1_000_000, 3_000_000)
        )
        assert short["vm[0].function.messages"] == long["vm[0].function.messages"] == messages
        added = messages * 2 * 2_000_000 / clock * 1e12
        # A poll may end a round trip later.
        assert long["vm[0].function.set_up"] - short["vm[0].function.set_up"] == pytest.approx(
            added, abs=messages * 2e6
        )
        # The window begins 80 us after the set-up.
        for core, activity in ((4, "guest_driver"), (0, "driver")):
            spent = long[f"host.cpu[{core}].{activity}"] / 1e12
            assert spent == pytest.approx(messages * 3_000_000 / clock, abs=90e-6), activity
        waits = long["host.cpu[4].spin"] / 1e12
        assert waits + messages * 3_000_000 / clock == pytest.approx(
            long["vm[0].function.set_up"] / 1e12, abs=90e-6
        )
        assert long["host.cpu[4].idle"] == pytest.approx(
            (window - long["vm[0].function.set_up"] / 1e12) * 1e12, abs=90e6
        )
    far = simulate(**keys, **more, host__driver__mailbox=3_000_000, pcie__propagation_ns=1_000)
    trips = [result["host.cpu[4].spin"] / result["vm[0].function.reads"] for result in (long, far)]
    assert trips[1] - trips[0] == pytest.approx(
        2 * (1_000_000 - 1_000 * long.json["scenario"]["pcie.propagation_ns"]), rel=0.05
    )


def test_functions_are_set_up_before_their_connections_start():
    result = simulate(**on_path("sriov", vm__count=8), **SHORT)
    times = [result[f"vm[{vm}].function.set_up"] for vm in range(8)]
    # The driver of the physical function serves one after another.
    assert max(times) > 200e6 and all(result[f"vm[{vm}].throughput"] > 1e8 for vm in range(8))
    assert "vm[0].function.set_up" not in simulate(**on_path("vmdq"), **SHORT)


# --- Several controllers in one host.


@pytest.mark.parametrize("workload", ["receive", "transmit"])
def test_two_controllers_carry_what_each_carries_alone(workload):
    """Each reaches the ceiling of its wire, and at half load what is offered."""
    keys = {"host.nics": 2, "vm.count": 4, "vm.workload": workload, "tx.queues": 2}
    way = "rx" if workload == "receive" else "tx"
    full = simulate(**keys, **FAST)
    half = simulate(**keys, **FAST, **{"vm.load": "2500 Mb/s"})
    for nic in (0, 1):
        for result, payload in ((full, 1e10 * 1_460 / 1_538), (half, 5e9)):
            vms = sum(result[f"vm[{vm}].throughput"] for vm in (nic, nic + 2))
            assert vms == pytest.approx(payload, rel=0.002)
        assert full[f"nic[{nic}].{way}.throughput"] == pytest.approx(1e10 * 1_518 / 1_538, rel=0.002)
    assert full["vm.throughput"] == pytest.approx(2e10 * 1_460 / 1_538, rel=0.001)
    limits = {(limit["nic"], limit["direction"], limit["resource"]) for limit in full.json["limited_by"]}
    assert limits == {(0, way, "wire"), (1, way, "wire")} and "host.frames" in full


def test_controllers_share_the_cores():
    """All vectors are on core 0: its time is that of the frames of both controllers."""
    clock, window = 4_000_000_000, 0.02
    zero = ("driver.poll", "driver.completion", "guest.acknowledgment", "guest.stack_transmit", "driver.transmit",
            "guest.stack", "driver.hard_interrupt")  # fmt: skip
    keys = {f"host.{name}": 0 for name in zero} | {"host.driver.frame": 2_000, "host.machine.clock": clock}
    result = simulate(
        host__nics=2, vm__count=2, vm__load="1 Gb/s", host__queue_cores=[0], host__io_path="native", **keys
    )
    frames = sum(result[f"nic[{nic}].rx.frame_rate"] for nic in (0, 1)) * window
    assert result["host.cpu[0].driver"] / 1e12 == pytest.approx(frames * 2_000 / clock, rel=0.002)
    assert result["host.cpu[0].driver"] + result["host.cpu[0].idle"] == window * 1e12
    assert result["host.frames"] == pytest.approx(
        sum(result[f"nic[{nic}].rx.delivered"] for nic in (0, 1)), abs=32
    )
    spread = simulate(host__nics=2, vm__count=2, vm__load="1 Gb/s", host__io_path="native", **keys)
    assert spread["host.cpu[0].driver"] == pytest.approx(spread["host.cpu[1].driver"], rel=0.02)
    assert spread["host.cpu[0].driver"] == pytest.approx(result["host.cpu[0].driver"] / 2, rel=0.02)


@pytest.mark.parametrize("path", ["vswitch", "sriov"])
def test_a_second_controller_without_vms_changes_nothing(path):
    keys = on_path(path, vm__nic=0, vm__workload="both") | SHORT | {"host.nics": 2}
    alone, both = simulate(**on_path(path, vm__workload="both"), **SHORT), simulate(**keys)
    device = {name: value for name, value in alone.items() if name.split(".")[0] in ("rx", "tx", "irq")}
    assert len(device) > 50
    for name, value in device.items():
        assert both[f"nic[0].{name}"] == value, name
    for name, value in alone.items():
        if name.split(".")[0].split("[")[0] in ("host", "vm"):
            assert both[name] == value, name
    assert both["nic[1].rx.frames"] == both["nic[1].tx.frames"] == 0


def test_values_of_one_controller_whatever_their_order(tmp_path):
    """In files and options, with one host and with several; a printed scenario is read back."""

    def scenario(*given):
        printed = call("run", *given, "--print-scenario")
        assert (printed.returncode, printed.stderr) == (0, ""), printed.stderr
        again = call("run", write(tmp_path / "b.toml", printed.stdout.encode()), "--print-scenario")
        assert again.stdout == printed.stdout, again.stderr
        tables = tomllib.loads(printed.stdout)
        vms = tables["vm"] if isinstance(tables["vm"], list) else [tables["vm"]]
        return ([(nic["device"]["profile"], nic["rx"]["ring"]) for nic in tables["nic"]],
                [vm["nic"] for vm in vms for _ in range(vm["count"])], [host["nics"] for host in tables["host"]])  # fmt: skip

    settings = ["host.nics=3", "nic[1:2].rx.ring=256", "rx.ring=1024", "nic[2].profile=82599", "vm[0].nic=1"]
    expected = [("82598", 1024), ("82598", 256), ("82599", 256)], [1, 1, 2, 0], [3]
    for order in some_orders(settings):
        assert scenario(*words(*order, "vm.count=4")) == expected
    tables = b"[[nic]]\n[[nic]]\nrx.ring = 256\n[vm]\ncount = 2\n"
    assert scenario(write(tmp_path / "a.toml", tables)) == ([("82598", 512), ("82598", 256)], [0, 1], [2])
    hosts = b"[[host]]\nnics = 2\n[[host]]\n[[nic]]\n[[nic]]\nrx.ring = 256\n[vm]\ncount = 4\n"
    found = scenario(write(tmp_path / "a.toml", hosts), *words("nic[2].rx.ring=128"))
    assert found == ([("82598", 512), ("82598", 256), ("82598", 128)], [0, 0, 1, 0], [2, 1])


def test_records_and_checks_of_several_controllers(tmp_path):
    """Hosts with two controllers and one, joined by a switch, of two kinds."""
    keys = {"host.count": 2, "host[0].nics": 2, "vm.count": 4, "vm[0].peer": 1, "vm[2].peer": 3, "vm.workload": "both",
            "nic[1].profile": "82599", "host.io_path": "vmdq", "measure.warmup": "300 us", "measure.window": "500 us"}  # fmt: skip
    texts = []
    for name, more in (("plain", []), ("all", ["--check", "rtl", "--trace", "pcapng,spans", "--series"])):
        done = call(
            "run",
            *assignments(keys | {"nic[1].profile": "82598"} if more else keys),
            *more,
            "--out",
            tmp_path / name,
        )
        assert done.returncode == 0, done.stderr
        texts.append(Result((tmp_path / name / "result.json").read_text()))
    assert all((tmp_path / "all" / f"nic{nic}" / "frames.pcapng").stat().st_size > 1_000 for nic in range(3))
    for result in texts:
        check_any_run(result)
        assert all(result[f"nic[{nic}].rx.throughput"] > 1e8 for nic in range(3))
        assert [limit["nic"] for limit in result.json["limited_by"]][::2] == [0, 1, 2]
        assert result["host[0].cpu.busy"] > 0 < result["host[1].cpu.busy"]
    assert texts[1]["nic[1].check.divergences"] == 0


def test_cycles_of_segments_are_the_time_of_cores():
    """A stream on the path native: driver and stack on core 0, program and copy on core 4."""
    clock, window = 4_000_000_000, 0.02
    cycles = {"driver.frame": 1_000, "guest.stack": 2_000, "guest.application": 3_000}
    zero = ("driver.poll", "driver.completion", "path.wake_up", "guest.acknowledgment", "guest.stack_transmit",
            "driver.transmit", "machine.context_switch")  # fmt: skip
    keys = {f"host.{name}": value for name, value in (cycles | dict.fromkeys(zero, 0)).items()}
    result = simulate(vm__count=1, vm__load="2 Gb/s", host__io_path="native", vm__segment_cycles=500,
                      host__machine__clock=clock, host__machine__copy_cold=5_000_000_000,
                      host__guest__copies=2, **keys)  # fmt: skip
    payload = result["vm[0].receive.throughput"] / 8 * window
    segments = payload / 16_384 * 12  # of each chunk that the stream offers, the last one short
    for core, activity, count in ((0, "driver", 1_000), (0, "stack", 2_000), (4, "application", 3_500)):
        busy = result[f"host.cpu[{core}].{activity}"] / 1e12
        assert busy == pytest.approx(segments * count / clock, rel=0.005), activity
    assert result["host.copied"] == pytest.approx(2 * payload, rel=0.005)
    assert result["host.cpu[4].copy"] / 1e12 == pytest.approx(result["host.copied"] / 5e9, rel=0.001)
    assert result.json["limited_by"][0]["resource"] == "load"


def test_a_core_limits_at_its_cycles_a_segment():
    """A slow program: the throughput is that of its core."""
    clock, cycles = 3_000_000_000, 30_000
    zero = ("guest.application", "path.wake_up", "guest.acknowledgment", "guest.stack_transmit", "driver.transmit",
            "machine.context_switch", "guest.copies", "guest.driver", "path.kick", "path.channel",
            "path.vswitch", "guest.stack")  # fmt: skip
    result = simulate(vm__count=1, host__io_path="vswitch", vm__segment_cycles=cycles, host__machine__clock=clock,
                      rx__moderation=0, **{f"host.{name}": 0 for name in zero})  # fmt: skip
    assert result["vm.throughput"] == pytest.approx(clock / cycles * 1_460 * 8, rel=0.02)
    limit = result.json["limited_by"][0]
    assert limit["resource"] == "core" and "core 4" in limit["text"] and "application" in limit["text"]


def test_window_over_round_trip_limits():
    """One connection with a small window: throughput = window / round trip, and the limit says so."""
    window = 14_600
    result = simulate(
        vm__count=1, vm__window_limit=window, peer__delay="500 us", measure__window="100 ms", **FAST
    )
    # The network takes 500 us; wire, device and host take less than 20 us more.
    fastest = window * 8 / 0.5e-3
    assert fastest * 0.96 < result["vm.throughput"] < fastest
    assert result.json["limited_by"][0]["resource"] == "tcp_window"


def test_response_time_has_the_network_in_it():
    keys = {"vm__workload": "request", "vm__request_size": 100, "vm__response_size": 1_000,
            "vm__think_time": "200 us", "vm__connections": 4, "vm__count": 2}  # fmt: skip
    near, far = (simulate(peer__delay=delay, **keys, **FAST) for delay in ("5 us", "105 us"))
    difference = far["vm[0].response_time.mean"] - near["vm[0].response_time.mean"]
    assert difference == pytest.approx(100e6, rel=0.02)  # of the way back; requests leave at once
    for result in (near, far):
        rate = result["vm[1].transmit.throughput"] / 8 / 1_000
        assert result["vm[1].responses"] == pytest.approx(rate * 0.02, abs=5)
    assert near.json["limited_by"][0]["resource"] == "load"


def test_lost_frames_are_sent_again():
    clean, lossy = (simulate(vm__count=2, vm__load="1 Gb/s", peer__loss=loss, **FAST) for loss in (0, 2_000))
    assert all(clean[f"vm[{n}].peer.retransmits"] == 0 for n in range(2))
    again = sum(lossy[f"vm[{n}].peer.retransmits"] for n in range(2))
    segments = lossy["vm.throughput"] / 8 * 0.02 / 1_460
    assert 0 < again < 0.02 * segments


def test_drops_are_counted_where_they_happen():
    """A short queue of a VM loses packets there; a short ring with drop enable in the device."""
    keys = {"vm__count": 2, "host__io_path": "vmdq", "vm__connections": 8}
    usual = simulate(**keys)
    assert usual["vm[0].lost.queue"] == 0
    short = simulate(**keys, **{"vm[0].receive_queue": 4})
    assert short["vm[0].lost.queue"] > 0 and short["vm[1].lost.queue"] == 0
    ring = simulate(**keys, rx__ring=16, rx__drop=True)
    assert ring["rx.drop.no_descriptor"] > 0
    assert ring["rx.drop.no_descriptor"] == sum(
        value for name, value in ring.items() if name.endswith(".drop.no_descriptor") and ".queue." in name
    )


def test_pause_replaces_drops():
    """Many connections into one slow core: frames are lost, or with flow control the link partner waits."""
    keys = {"vm__count": 4, "vm__connections": 16, "host__machine__clock": 1_000_000_000,
            "rx__ring": 4_096}  # fmt: skip
    lossy, paused = (simulate(**keys, rx__flow_control=flow) for flow in (False, True))
    assert lossy["rx.drop.packet_buffer_full"] > 0 and "rx.pause.xoff" not in lossy
    assert paused["rx.drop.packet_buffer_full"] == 0 and paused["rx.pause.honored"] > 0


def test_other_speeds_and_links():
    gigabit = simulate(vm__count=4, device__profile="82576", **FAST)
    assert gigabit["vm.throughput"] == pytest.approx(1e9 * 1_460 / 1_538, rel=0.005)
    assert gigabit.json["limited_by"][0]["resource"] == "wire"
    narrow = simulate(vm__count=4, pcie__lanes=2, rx__queues=4, rx__drop=False, **FAST)
    assert narrow.json["limited_by"][0]["resource"] == "pcie_up"
    assert narrow["vm.throughput"] < 4e9


# --- Runs.


@pytest.mark.parametrize("workload", ["receive", "transmit", "both", "request"])
@pytest.mark.parametrize("path", PATHS)
def test_each_path_carries_each_workload(path, workload):
    result = simulate(**on_path(path, vm__workload=workload), **SHORT)
    assert all(result[f"vm[{n}].throughput"] > 0 for n in range(3))
    received, sent = (
        [result[f"vm[{n}].{way}.throughput"] for n in range(3)] for way in ("receive", "transmit")
    )
    assert (min(received) > 0) == (workload != "transmit") and (min(sent) > 0) == (workload != "receive")


def test_runs_are_deterministic_and_depend_on_the_seed():
    texts = []
    for seed in (1, 1, 2):
        result = simulate(**on_path("vhost", vm__workload="request", vm__think_time="20 us"), **SHORT,
                          simulation__seed=seed)  # fmt: skip
        texts.append(result.text[: result.text.index('"host": {')])
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize("path", ["native", "vhost", "sriov"])
def test_run_ahead_changes_nothing(path):
    keys = on_path(path, vm__workload="both") | SHORT
    assert simulate(**keys) == simulate(**keys, simulation__immediate=True)


def test_two_ports_have_their_own_vms():
    result = simulate(**on_path("vmdq", device__ports=2, **{"vm[0].port": 1, "vm[2].load": 100}), **SHORT)
    # VM 0 is moved to port 1, where VM 1 is; VM 2 has port 0 to itself.
    assert result["port0.rx.throughput"] < 0.15e9 < 5e9 < result["port1.rx.throughput"]
    limits = {(limit["port"], limit["direction"]): limit["resource"] for limit in result.json["limited_by"]}
    assert limits.keys() == {(0, "rx"), (1, "rx")} and limits[0, "rx"] == "load" != limits[1, "rx"]


def test_events_are_recorded(tmp_path):
    keys = assignments(on_path("vmdq") | SHORT)
    hashes = []
    for words_of_run in (["--hash-events"], ["--dump-events", tmp_path / "events.txt"]):
        out = tmp_path / words_of_run[0][2:]
        assert call("run", *keys, *words_of_run, "--out", out).returncode == 0
        result = Result((out / "result.json").read_text())
        check_any_run(result)
        hashes.append(result["events.hash"])
    assert hashes[0] == hashes[1] and (tmp_path / "events.txt").stat().st_size > 0


def test_events_of_several_hosts_are_recorded_by_host(tmp_path):
    keys = assignments(on_path("native", host__count=2, **{"vm[0].peer": 1}) | SHORT)
    done = call("run", *keys, "--dump-events", tmp_path / "events.txt", "--out", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    result = Result((tmp_path / "out/result.json").read_text())
    records = [(tmp_path / f"host{host}/events.txt").read_text().splitlines()[1:] for host in (0, 1)]
    for host, record in enumerate(records):
        counts = [result[name] for name in result if name.startswith(f"nic[{host}].events.")]
        assert len(record) == sum(count for count in counts if isinstance(count, int)) > 0
    assert records[0] != records[1] and not (tmp_path / "events.txt").exists()
    missing = call(
        "run", *keys, "--dump-events", tmp_path / "missing/events.txt", "--out", tmp_path / "again"
    )
    assert missing.returncode == 2 and "missing/host0/events.txt" in missing.stderr


def test_results_are_shown_and_compared(tmp_path):
    for name, load in (("a", 300), ("b", 600)):
        keys = on_path("vmdq", **{"vm[1].load": load}) | SHORT
        assert call("run", *assignments(keys), "--out", tmp_path / name).returncode == 0
    shown = call("show", tmp_path / "a", "vm[1].throughput")
    assert shown.returncode == 0 and "vm[1].throughput" in shown.stdout and "vm[0]" not in shown.stdout
    differs = call("diff", tmp_path / "a", tmp_path / "b", "vm[[]1].*")
    assert "vm[1].load" in call("diff", tmp_path / "a", tmp_path / "b").stdout
    assert "vm[1].throughput" in differs.stdout
    page = call("report", tmp_path / "a", "--out", tmp_path / "page.html")
    assert page.returncode == 0, page.stderr


def drawn(number):
    """A random scenario from the ranges of the keys of runs with VMs."""
    rng = random.Random(number)
    keys = {
        "vm.count": rng.choice([1, 2, 5, 20]),
        "host.io_path": rng.choice(PATHS),
        "host.count": rng.choice([1, 1, 3]),
    }
    if keys["host.count"] > 1 and keys["vm.count"] > 1:
        keys["vm[0].peer"] = 1
    if keys["host.io_path"] == "sriov" or rng.random() < 0.5:
        keys["device.profile"] = "82599"
    keys["host.nics"] = rng.choice([1, 1, 2])
    if keys["host.io_path"] not in ("vmdq", "netqueue", "sriov") and rng.random() < 0.3:
        keys |= {"dcb.enabled": True, "host.transmit_affinity": False}
    for name, about in ALL_KEYS.items():
        if not about.get("vms") or name in keys or rng.random() < 0.6 or name in ("vm.port", "host.platform"):
            continue
        if about["type"] in ("cores", "priorities") or name in (
            "vm.core",
            "host.machine.cores",
            "vm.host",
            "vm.peer",
            "vm.nic",
        ):
            continue
        if keys["host.io_path"] in ("native", "sriov") and name == "host.vcpu.scheduler":
            continue
        if keys["host.io_path"] not in ("native", "sriov") and name == "vm.busy_poll":
            continue
        if name.split(".")[0] in ("network", "switch") and (
            keys["host.count"] == 1 or name == "network.topology"
        ):
            continue
        if about["type"] == "integer":
            # By magnitude, so that small values come as often as large ones.
            low, high = (
                about["low"],
                min(about["high"], 1_000_000 if name.startswith("vm.") else about["high"]),
            )
            value = low + int((high - low + 1) ** rng.random()) - 1
            if name == "vm.segmentation_bytes":
                value = rng.choice([0, 16_384])
            if name == "host.machine.bus" and value < 1_000_000:
                value = 0
        elif about["type"] == "boolean":
            value = rng.random() < 0.5
        else:
            value = rng.choice(about["values"])
        if name.startswith("vm.") and rng.random() < 0.5:
            name = name.replace("vm.", f"vm[{rng.randrange(keys['vm.count'])}].")
        keys[name] = value
    keys["peer.start_spread"] = 1_000
    return keys | {"measure.warmup": "300 us", "measure.window": "300 us"}


@functools.cache
def printed(number):
    """The process that reads a random scenario."""
    return call("run", *assignments(drawn(number)), "--print-scenario")


@pytest.mark.parametrize("number", RANDOM)
def test_random_scenarios_keep_their_laws(number):
    done = printed(number)
    if done.returncode == 2:
        assert done.stderr.count("\n") == 1 and any(
            key in done.stderr
            for key in (
                "mtu",
                "buffer",
                "window",
                "vcpu",
                "busy_poll",
                "segmentation",
                "spin",
                "watermark",
                "priority",
            )
        ), done.stderr
        return
    simulate(**drawn(number))


def test_most_random_scenarios_run():
    fine = sum(printed(number).returncode == 0 for number in RANDOM)
    assert fine > len(RANDOM) / 2


def test_every_path_is_in_an_example():
    paths = [call("run", file, "--print-scenario").stdout for file in
             sorted((ROOT / "examples/scenarios").glob("path_*.toml"))]  # fmt: skip
    found = {tomllib.loads(text)["host"]["io_path"] for text in paths}
    assert found == set(ALL_KEYS["host.io_path"]["values"]) == set(itertools.chain(PATHS))

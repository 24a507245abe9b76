"""The space of scenarios: draws random scenarios that the program must accept, and breaks them so that it must refuse
them.

The keys and their ranges are in scenario_keys.toml. The rules across keys are written here from docs/profiles.md and
docs/programmers_guide.md. The number of a scenario determines it.
"""

import pathlib
import random
import tomllib
from dataclasses import dataclass, field, replace
from math import ceil

ALL_KEYS = tomllib.loads((pathlib.Path(__file__).parent / "scenario_keys.toml").read_text())
# Those of runs without VMs, from which random scenarios are drawn.
KEYS = {name: about for name, about in ALL_KEYS.items() if not about.get("vms")}
TCP_HEADERS = 58  # Ethernet, IPv4, TCP and FCS
# Bytes of frames in one direction: more takes long and shows nothing new.
MOST_BYTES = 1_500_000
MEMORY_MIB = 1_024


@dataclass
class Device:
    """The sizes of a profile (docs/profiles.md)."""

    rx_queues: int
    tx_queues: int
    pools: int
    addresses: int
    vectors: int
    vlans: int
    by_bitmap: bool
    step_256_ns: float  # units of rx.moderation in a step of EITR's count


DEVICES = {
    "82598": Device(64, 32, 16, 16, 20, 4_096, False, 1),
    "82599": Device(128, 128, 64, 128, 64, 64, True, 1),
    "X540": Device(128, 128, 64, 128, 64, 64, True, 1),
    "82576": Device(16, 16, 8, 24, 25, 32, True, 125 / 256),
    "82575": Device(4, 4, 4, 16, 10, 4_096, False, 1),
}


@dataclass
class Draw:
    """A scenario: keys, further options of `ixsim run`, and what its sizes say about its outcome."""

    keys: dict
    options: list = field(default_factory=list)
    frames: int = 0  # to be received, each port
    ports: int = 1
    packets: int = 0  # to be sent, each port
    frames_sent: int = 0  # on the wire, each port, if every packet leaves


def low_of(about):
    """The least accepted value."""
    return about["low"] if "low" in about else about["values"][0]


def number(rng, key, most=None, least=None):
    """A whole number of the range that `key` has, small ones as likely as large ones, and its ends often."""
    about = KEYS[key]
    if about["type"] == "integer" and "values" in about:
        return rng.choice(about["values"])
    low, high = about.get("draw", (about["low"], about["high"]))
    low = low if least is None else max(low, least)
    high = high if most is None else min(high, most)
    chance = rng.random()
    if chance < 0.15:
        value = low
    elif chance < 0.3:
        value = high
    elif high - low < 100 or chance < 0.5:
        value = rng.randint(low, high)
    else:
        value = min(high, low + int((high - low + 1) ** rng.random()))
    step = about.get("step", 1)
    return max(value // step * step, ceil(low / step) * step)


def value(rng, key):
    """A value of a key that depends on no other."""
    about = KEYS[key]
    if about["type"] == "boolean":
        return rng.random() < 0.5
    if about["type"] == "choice":
        return rng.choice(about["values"])
    if about["type"] == "classes":
        one = (lambda: rng.choice(about["values"])) if "values" in about else (lambda: number(rng, key))
        return one() if rng.random() < 0.5 else [one() for _ in range(8)]
    if about["type"] == "vlans":
        return [number(rng, key) for _ in range(rng.randint(1, 6))]
    if about["type"] == "priorities":
        return [number(rng, key) for _ in range(rng.randint(1, 8))]
    if about["type"] == "numbers":
        return (
            number(rng, key) if rng.random() < 0.5 else [number(rng, key) for _ in range(rng.randint(1, 6))]
        )
    assert about["type"] == "integer", key
    return number(rng, key)


def some(rng, keys, names, chance=0.5):
    """Gives each key of `names` a value, or leaves it alone."""
    for name in names:
        if rng.random() < chance:
            keys[name] = value(rng, name)


def of_section(section, *without):
    """The names of the keys of a section."""
    return [name for name in KEYS if name.startswith(section + ".") and name not in without]


def device(rng, keys):
    """A profile; the keys that choose it."""
    name = rng.choice(["82598", "82598", "82598", "82599", "82599", "82576", "82575", "custom"])
    keys["device.profile"] = name
    if rng.random() < 0.3:
        keys["device.ports"] = number(rng, "device.ports")
    some(rng, keys, ["device.fetch_batch", "device.tx_fetch_batch"])
    if name in ("82598", "82599", "custom") and rng.random() < 0.4:
        keys["device.speed"] = rng.choice(["1G", "10G"])
    if name != "custom":
        return DEVICES[name]
    sizes = Device(128, 128, 64, 128, 64, 64, True, 1)
    if rng.random() < 0.3:
        keys["device.rules"] = "82598"
        sizes = replace(DEVICES["82598"])
    for part in ("rx_queues", "tx_queues", "vectors", "addresses"):
        if rng.random() < 0.6:
            most = 20 if part == "vectors" and not sizes.by_bitmap else None
            setattr(sizes, part, number(rng, f"device.{part}", most=most))
            keys[f"device.{part}"] = getattr(sizes, part)
    most = min(64, sizes.rx_queues, sizes.tx_queues)
    sizes.pools = number(rng, "device.pools", most=most)
    keys["device.pools"] = sizes.pools
    return sizes


def queues(rng, keys, part):
    """Receive queues, pools and the hash, as the device can compose them."""
    rss = rng.random() < 0.6
    keys["rx.rss"] = rss
    if keys["device.profile"] in ("82598", "82599") and rng.random() < 0.2:
        keys |= {"dcb.enabled": True, "rx.pools": 1}
        some(rng, keys, of_section("dcb", "dcb.enabled"), 0.4)
        keys["rx.queues"] = 8 * rng.randint(1, part.rx_queues // 8) if rss else 8
        return
    pools = 1 if rng.random() < 0.3 else number(rng, "rx.pools", most=part.pools)
    if not part.by_bitmap and rss:
        pools = min(pools, max(1, part.rx_queues // 16))
    if pools == 1:
        of_pool = min(16, part.rx_queues) if rss else 1
    elif not part.by_bitmap:
        of_pool = 16 if rss else 1
    else:
        narrow, wide = part.rx_queues // min(64, part.pools), part.rx_queues // min(32, part.pools)
        of_pool = wide if pools <= min(32, part.pools) else narrow
    of_pool = max(1, min(of_pool, part.rx_queues // pools))
    keys |= {"rx.pools": pools, "rx.queues": pools * rng.randint(1, of_pool)}
    some(rng, keys, ["rx.default_pool"])
    keys["rx.default_pool"] = number(rng, "rx.default_pool", most=pools - 1)
    if part.by_bitmap:
        some(rng, keys, ["rx.replicate"])


def filters(rng, keys, part):
    """Addresses and VLANs: of the driver's making, given, or as the traffic has them."""
    if part.addresses < 16 or rng.random() < 0.3:
        addresses = []
        for index in range(rng.randint(1, min(20, part.addresses))):
            address = f"02:00:00:00:{rng.randrange(256):02x}:{index + 1:02x}"
            with_pool = rng.random() < 0.5
            addresses.append([address, rng.randrange(keys["rx.pools"])] if with_pool else address)
        keys["rx.addresses"] = addresses
    if rng.random() < 0.4:
        keys["traffic.vlans"] = value(rng, "traffic.vlans")
        if rng.random() < 0.5:
            keys["traffic.priorities"] = value(rng, "traffic.priorities")
    if rng.random() < 0.4:
        vlans = keys.get("traffic.vlans", []) + value(rng, "rx.vlans")
        keys["rx.vlans"] = list(dict.fromkeys(vlans))[: part.vlans]
    some(rng, keys, ["rx.strip_vlan", "rx.promiscuous"])


def rings(rng, keys, part):
    """Rings, buffers and interrupts of receive."""
    ring = keys["rx.ring"] = number(rng, "rx.ring")
    if rng.random() < 0.3:
        keys["rx.posted"] = number(rng, "rx.posted", most=ring - 1)
    keys["host.refill"] = number(rng, "host.refill", most=keys.get("rx.posted") or ring - 1)
    keys["rx.vectors"] = number(
        rng, "rx.vectors", most=part.vectors if part.by_bitmap else min(16, part.vectors)
    )
    longest = int((4_088 if part.by_bitmap else 65_535) * part.step_256_ns)
    keys["rx.moderation"] = number(rng, "rx.moderation", most=longest)
    drawn = {
        "queues",
        "pools",
        "rss",
        "addresses",
        "vlans",
        "strip_vlan",
        "promiscuous",
        "default_pool",
        "replicate",
    }
    drawn |= {
        "ring",
        "posted",
        "vectors",
        "moderation",
        "buffers",
        "rebalances",
        "rebalance_interval_ns",
        "flow_control",
        "packet_buffer",
        "rsc",
    }
    some(rng, keys, of_section("rx", *(f"rx.{name}" for name in drawn)), 0.3)
    if rng.random() < 0.3:
        keys["rx.buffers"] = number(rng, "rx.buffers")
    if rng.random() < 0.2:
        keys |= {name: number(rng, name) for name in ("rx.rebalances", "rx.rebalance_interval_ns")}
    if rng.random() < 0.3:
        keys["rx.flow_control"] = True
    some(rng, keys, ["traffic.honor_pause", "traffic.pause_response_ns"], 0.2)
    if "dcb.enabled" not in keys and keys["device.profile"] == "82598" and rng.random() < 0.2:
        keys["rx.packet_buffer"] = number(rng, "rx.packet_buffer")


def frame_sizes(rng, keys):
    """Sizes of received frames; returns their mean. The headers of a flow fit into the smallest."""
    least = 64
    if "traffic.network" in keys or "traffic.transport" in keys:
        least = 86  # tagged IPv6 and TCP
    if rng.random() < 0.15:
        keys["traffic.frame_size"] = "imix"
        return 354
    if rng.random() < 0.3:
        sizes = [
            [number(rng, "traffic.frame_size", least=least), rng.randint(1, 9)]
            for _ in range(rng.randint(1, 5))
        ]
        keys["traffic.frame_size"] = sizes
        return sum(size * weight for size, weight in sizes) / sum(weight for _, weight in sizes)
    most = None if rng.random() < 0.3 else 1_518
    size = keys["traffic.frame_size"] = number(rng, "traffic.frame_size", least=least, most=most)
    return size


def traffic(rng, keys):
    """Generated frames; returns how many."""
    some(rng, keys, ["traffic.network", "traffic.transport"], 0.3)
    mean = frame_sizes(rng, keys)
    if keys["traffic.frame_size"] == "imix":
        keys.pop("traffic.network", None)
        keys.pop("traffic.transport", None)
    some(rng, keys, ["traffic.flows", "traffic.flow_order"])
    if rng.random() < 0.5:
        keys["traffic.arrival"] = value(rng, "traffic.arrival")
        if rng.random() < 0.6:
            keys["traffic.load_percent"] = number(rng, "traffic.load_percent")
        else:
            keys["traffic.interval_ps"] = number(rng, "traffic.interval_ps")
        if keys["traffic.arrival"] == "bursty":
            keys["traffic.burst"] = number(rng, "traffic.burst")
    if rng.random() < 0.2:
        keys["traffic.start_us"] = number(rng, "traffic.start_us")
    keys["traffic.frames"] = number(rng, "traffic.frames", most=max(1, int(MOST_BYTES / mean)))
    return keys["traffic.frames"]


def transmit(rng, keys, part):
    """Packets to send; returns packets and frames of a port."""
    count = keys["tx.queues"] = number(rng, "tx.queues", most=part.tx_queues, least=1)
    ring = keys["tx.ring"] = number(rng, "tx.ring")
    keys["tx.doorbell"] = number(rng, "tx.doorbell", most=ring // 4)
    names = (
        "scheduler",
        "quantum",
        "prefetch",
        "host_threshold",
        "write_back",
        "head_write_back",
        "checksum_offload",
    )
    some(rng, keys, [f"tx.{name}" for name in names])
    most, segment = 16_128, 0
    if rng.random() < 0.3:
        segment = keys["tx.mss"] = number(rng, "tx.mss", least=64)
        most = 65_000
        some(rng, keys, ["tx.grant"])
    most = most if rng.random() < 0.3 else 1_518
    draw = lambda: rng.choice([64, most, rng.randint(64, most), min(most, 64 + int(most ** rng.random()))])  # noqa: E731
    sizes = [draw() for _ in range(rng.choice([1, 1, rng.randint(1, 6)]))]
    keys["tx.frame_size"] = sizes if len(sizes) > 1 else sizes[0]
    if rng.random() < 0.2:
        keys |= {name: number(rng, name) for name in ("tx.burst", "tx.idle_ns")}
    if keys["device.profile"] == "82599" and rng.random() < 0.3:
        limits = [rng.choice([0, rng.randint(100, 1_000)]) for _ in range(rng.randint(1, 4))]
        keys["tx.rate_limits"] = limits
    of_queue = number(rng, "tx.packets", most=max(1, MOST_BYTES // (max(sizes) * count)))
    keys["tx.packets"] = of_queue
    frames = 0
    for queue in range(count):
        size = sizes[queue % len(sizes)]
        frames += of_queue * (1 if segment == 0 else ceil((size - TCP_HEADERS) / segment))
    return of_queue * count, frames


def footprint_mib(keys):
    """Memory that rings and buffers take, rounded up generously."""
    ring, count = keys["rx.ring"], keys["rx.queues"]
    buffers = keys.get("rx.buffers", 0) or ring * count
    total = ring * count * 16 + buffers * keys.get("rx.buffer_kib", 2) * 1_024 + 8_192
    if "tx.queues" in keys:
        sizes = keys["tx.frame_size"]
        largest = max(sizes) if isinstance(sizes, list) else sizes
        total += keys["tx.queues"] * keys["tx.ring"] * (largest + 64 + 16) + keys["tx.queues"] * 64 + 8_192
    return keys.get("device.ports", 1) * total // (1 << 20) + 1


def options(rng, keys, drawn):
    """Options of the command line, and whether the scenario stands in a file."""
    if rng.random() < 0.3:
        drawn.options.append("--hash-events")
    if rng.random() < 0.3:
        drawn.options += ["--seed", str(keys.pop("simulation.seed", 1))]
    if rng.random() < 0.3:
        drawn.options += ["--profile", keys.pop("device.profile")]
    has_rtl = drawn.options[-2:] == ["--profile", "82598"]
    if has_rtl and rng.random() < 0.5:
        # The RTL takes a minute for a tenth of a simulated second if no clock is left out.
        every = keys.get("simulation.driver") == "tick"
        drawn.options += ["--check", "rtl:every-cycle" if every else "rtl"]


def draw(number_of_it, *, with_options=True):
    """The scenario of this number: valid, and over within about a second."""
    rng = random.Random(number_of_it)
    keys = {}
    part = device(rng, keys)
    some(rng, keys, of_section("pcie"))
    if "pcie.generation" in keys and keys["device.profile"] != "custom":
        keys["pcie.generation"] = min(keys["pcie.generation"], 2)
    queues(rng, keys, part)
    filters(rng, keys, part)
    rings(rng, keys, part)
    some(rng, keys, of_section("host", "host.refill", "host.memory_mib"), 0.4)
    frames = traffic(rng, keys)
    packets, frames_sent = transmit(rng, keys, part) if rng.random() < 0.5 else (0, 0)
    if rng.random() < 0.3:
        keys["simulation.seed"] = number(rng, "simulation.seed")
    some(rng, keys, ["simulation.immediate"], 0.2)
    needed = footprint_mib(keys)
    if needed > MEMORY_MIB or rng.random() < 0.1:
        keys["host.memory_mib"] = needed
    # The tick driver visits every edge: half a second for a simulated millisecond.
    short = (
        frames <= 60 and keys.get("traffic.interval_ps", 0) < 10_000_000 and "traffic.start_us" not in keys
    )
    if short and rng.random() < 0.3:
        keys["simulation.driver"] = "tick"
        keys["rx.moderation"] = min(keys["rx.moderation"], 400)
        for name in (
            "host.service_time_ns",
            "host.interrupt_latency_ns",
            "pcie.read_latency_ns",
            "tx.idle_ns",
        ):
            if name in keys:
                keys[name] = min(keys[name], 2_000)
        keys.pop("pcie.propagation_ns", None)
        # The first frame may come a mean gap between bursts after the start.
        for name in ("traffic.arrival", "traffic.load_percent", "traffic.burst"):
            keys.pop(name, None)
    # Coalesced TCP streams.
    coalesces = part.by_bitmap and keys["device.profile"] != "82576" and keys.get("rx.descriptor") != "legacy"
    if coalesces and keys["traffic.frame_size"] != "imix" and rng.random() < 0.3:
        size = keys["traffic.frame_size"]
        if min(entry[0] for entry in size) >= 86 if isinstance(size, list) else size >= 86:
            keys |= {"traffic.transport": "tcp", "traffic.stream": True, "rx.rsc": True}
    drawn = Draw(keys, [], frames, keys.get("device.ports", 1), packets, frames_sent)
    if with_options:
        options(rng, keys, drawn)
    return drawn


# --- What must be refused.


def beyond(rng, key):
    """A value that the key does not take."""
    about = KEYS[key]
    choices = ["'no such word'", "[[1]]", "1.5"]
    if about["type"] in ("integer", "classes", "numbers", "sizes", "tx_sizes") and "low" in about:
        choices += [about["low"] - 1, *([about["high"] + 1] if about["high"] < (1 << 63) - 1 else [])] * 3
    elif about["type"] in ("vlans", "priorities", "rates"):
        choices += [[about["low"] - 1], [about["high"] + 1]] * 3
    elif about["type"] == "boolean":
        choices += [0, 1, "'yes'"]
    if about["type"] == "integer" and "values" in about:
        choices += [
            wrong for wrong in range(about["values"][0], about["values"][-1]) if wrong not in about["values"]
        ][:9]
    if about["type"] == "path":
        return "'/nowhere/at/all.pcap'"
    return rng.choice(choices)


def dependencies(keys, part):
    """Returns values that other keys forbid: the keys to change, and names that the refusal may give."""
    profile = keys["device.profile"]
    wrong = [
        ({"rx.posted": keys["rx.ring"]}, ["rx.posted"]),
        ({"rx.ring": 12}, ["rx.ring"]),
        ({"host.refill": keys["rx.ring"] + 1}, ["host.refill"]),
        ({"rx.default_pool": keys["rx.pools"]}, ["rx.default_pool"]),
        ({"rx.addresses": [["02:00:00:00:00:01", keys["rx.pools"]]]}, ["rx.addresses"]),
        ({"rx.addresses": [f"02:00:00:00:01:{i:02x}" for i in range(part.addresses + 1)]}, ["rx.addresses"]),
        ({"rx.pools": 64, "rx.queues": 63}, ["rx.pools", "rx.queues"]),
        ({"tx.queues": 128, "tx.ring": 20}, ["tx.queues", "tx.ring"]),
        (
            {"tx.queues": 1, "tx.packets": 1, "tx.ring": 16, "tx.doorbell": 5, "tx.frame_size": 64},
            ["tx.doorbell"],
        ),
        (
            {"tx.queues": 1, "tx.ring": 16, "tx.doorbell": 1, "tx.frame_size": 64, "tx.mss": 63},
            ["tx.mss"],
        ),
        (
            {"tx.queues": 1, "tx.ring": 16, "tx.doorbell": 1, "tx.frame_size": 16_129, "tx.mss": 0},
            ["tx.frame_size"],
        ),
        (
            {"traffic.frame_size": 64, "traffic.network": "ipv6", "traffic.transport": "tcp"},
            ["traffic.frame_size"],
        ),
        ({"host.memory_mib": 1, "rx.ring": 4_096, "rx.buffers": 4_096}, ["host.memory_mib"]),
    ]
    if profile != "custom":
        wrong.append(({"device.vectors": 3}, ["device.vectors"]))
        wrong.append(({"pcie.generation": 3}, ["pcie.generation"]))
    if not part.by_bitmap and "dcb.enabled" not in keys:
        wrong.append(({"rx.replicate": True}, ["rx.replicate"]))
    if "dcb.enabled" not in keys:
        wrong.append(({"dcb.group": 1}, ["dcb.group"]))
    if profile in ("82575", "82576"):
        wrong += [({"dcb.enabled": True}, ["dcb.enabled"]), ({"device.speed": "10G"}, ["device.speed"])]
    if part.by_bitmap:
        wrong.append(({"rx.moderation": 65_535}, ["rx.moderation"]))
    return wrong


def broken(number_of_it):
    """A scenario that must be refused: its keys, and the names of which the refusal must give one."""
    rng = random.Random(f"broken {number_of_it}")
    keys = draw(number_of_it, with_options=False).keys
    if rng.random() < 0.7:
        key = rng.choice(list(KEYS))
        return keys | {key: beyond(rng, key)}, [key, "/nowhere"]
    part = DEVICES.get(keys["device.profile"])
    if part is None:
        return keys | {"device.rx_queues": 1_000}, ["device.rx_queues"]
    change, names = rng.choice(dependencies(keys, part))
    return keys | change, names

"""Transmit arbitration in whole runs: the recorded requests and grants against the rules, computed here again.

Every run is checked in lock-step with the RTL too, and the packets on the wire must be those that were granted, in
order.
"""

import collections
import functools
import itertools
import pathlib
import tempfile

import pytest
from program import Result, assignments, call, check_any_run, simulate

QUEUES = 32
LANE = 6_400  # a MAC clock, ps
WIRE = {64: 67_200, 1_518: 1_230_400}  # time of a frame on the wire with preamble and gap, ps
MIXED = {"tx__queues": 32, "tx__packets": 400, "tx__frame_size": [64, 1_518]}
EMPTYING = MIXED | {"tx__packets": 150, "tx__burst": 4, "tx__idle_ns": 3_000}
# Traffic classes with a part of the buffer each, one of them with frames for which it rarely has space.
BLOCKED = {"tx__queues": 32, "tx__packets": 60, "tx__frame_size": [1_518, 64, 600, 1_518, 9_018, 64, 128, 3_000],
           "dcb__enabled": True, "dcb__arbitration": "turn"}  # fmt: skip

Run = collections.namedtuple("Run", "result record events")


def classes(keys):
    """The queues of each traffic class, or all of them."""
    return [range(q, q + 4) for q in range(0, QUEUES, 4)] if keys.get("dcb__enabled") else [range(QUEUES)]


def arbitrate(**keys):
    """One run: result, the record of arbitration as (time, what, arguments), and the visible events as tuples."""
    with tempfile.TemporaryDirectory(prefix="ixsim-test-") as out:
        events = pathlib.Path(out, "events")
        done = call("run", "--set", "traffic.frames=1", *assignments(keys), "--check", "rtl", "--trace", "arbitration",
                    "--dump-events", events, "--out", out)  # fmt: skip
        assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        result = Result(pathlib.Path(out, "result.json").read_text())
        lines = [line.split() for line in pathlib.Path(out, "arbitration.txt").read_text().splitlines()]
        seen = [line.split() for line in events.read_text().splitlines()[1:]]
    check_any_run(result)
    record = [(int(time), what, *rest) for time, _, what, *rest in lines]
    assert result["check.scheduler.grants"] == len(grants_in(record))
    assert result["check.scheduler.divergences"] == 0
    by_segment = keys.get("tx__grant") == "segment"
    granted = [(queue, packet) for _, _, kind, queue, packet, *_ in seen if kind == "grant"]
    sent = [(queue, packet) for _, _, kind, queue, packet, *_ in seen if kind == "wire_out"]
    # Each traffic class sends in the order of its own grants.
    for mine in classes(keys):
        grants, frames = (
            [packet for packet in packets if int(packet[0]) in mine] for packets in (granted, sent)
        )
        assert grants == (frames if by_segment else [packet for packet, _ in itertools.groupby(frames)])
    assert by_segment or len(granted) == result["tx.packets"]
    return Run(result, record, seen)


def grants_in(record):
    return [(time, int(rest[0])) for time, what, *rest in record if what == "grant"]


def round_robin(record):
    """The grants that the pointer rule makes of the recorded requests."""
    pointer, requests, grants = 0, 0, []
    for time, what, *rest in record:
        if what == "requests":
            requests = int(rest[0], 16)
        elif what == "reset":
            pointer = 0
        elif what == "ready" and requests:
            winner = next(q for q in [*range(pointer, QUEUES), *range(pointer)] if requests >> q & 1)
            pointer = (winner + 1) % QUEUES
            grants.append((time, winner))
    return grants


def deficit_round_robin(record, quanta):
    """The same for byte credits; lengths are those recorded with the grants."""
    lengths = iter([int(rest[1]) for _, what, *rest in record if what == "grant"])
    pointer, requests, current, credit, busy, grants = 0, 0, None, [0] * QUEUES, -1, []
    for time, what, *rest in record:
        if what == "requests":
            requests = int(rest[0], 16)
        elif what == "reset":
            pointer, current, credit = 0, None, [0] * QUEUES
        elif what == "ready" and requests and time != busy:
            if current is None or credit[current] <= 0 or not requests >> current & 1:
                current = next(q for q in [*range(pointer, QUEUES), *range(pointer)] if requests >> q & 1)
                pointer = (current + 1) % QUEUES
                credit[current] = min(credit[current], 0) + quanta[current % len(quanta)]
            credit[current] -= next(lengths)
            grants.append((time, current))
            busy = time + 6_400  # nothing is offered at the edge after a take
    return grants


def weighted_round_robin(record, weights):
    """The same for visits of as many packets as a queue's weight."""
    pointer, requests, current, left, grants = 0, 0, 0, 0, []
    for time, what, *rest in record:
        if what == "requests":
            requests = int(rest[0], 16)
        elif what == "reset":
            pointer, left = 0, 0
        elif what == "ready" and requests:
            if left == 0 or not requests >> current & 1:
                current = next(q for q in [*range(pointer, QUEUES), *range(pointer)] if requests >> q & 1)
                pointer = (current + 1) % QUEUES
                left = weights[current % len(weights)]
            left -= 1
            grants.append((time, current))
    return grants


def data_here(events, length):
    """For each queue the times at which the last data of its packets, all of `length` bytes, came."""
    times = collections.defaultdict(list)
    for time, _, kind, queue, _, size, *_ in events:
        if kind == "tlp_down" and int(size) == length % 64:
            times[queue].append(int(time))
    return times


def requests_at_grants(record):
    """(time, queue, bytes, requests) of each grant."""
    requests, found = 0, []
    for time, what, *rest in record:
        if what == "requests":
            requests = int(rest[0], 16)
        elif what == "grant":
            found.append((time, int(rest[0]), int(rest[1]), requests))
    return found


def backlogged(record, queues):
    """The longest stretch of grants at each of which all of `queues` requested."""
    mask = sum(1 << queue for queue in queues)
    stretches = itertools.groupby(requests_at_grants(record), key=lambda grant: grant[3] & mask == mask)
    return max((list(stretch) for full, stretch in stretches if full), key=len)


def withdrawn(record):
    """The requests that were left whenever a queue that was offered stopped to request before it was granted."""
    pointer, requests, left = 0, 0, []
    for _, what, *rest in record:
        if what == "requests":
            offered = next((q for q in [*range(pointer, QUEUES), *range(pointer)] if requests >> q & 1), None)
            requests = int(rest[0], 16)
            if offered is not None and not requests >> offered & 1:
                left.append(requests)
        elif what == "grant":
            pointer = (int(rest[0]) + 1) % QUEUES
    return left


RUNS = {
    "backlog": MIXED,
    "emptying": EMPTYING,
    "single": EMPTYING | {"simulation__seed": 2, "tx__burst": 1, "tx__queues": 31},
    "slow": EMPTYING | {"simulation__seed": 3, "tx__idle_ns": 20_000, "pcie__read_latency_ns": 2_000},
    "two": {"tx__queues": 2, "tx__packets": 3_000, "tx__frame_size": [64, 1_518]},
    "full": {"tx__queues": 5, "tx__packets": 200, "tx__frame_size": [9_000, 64], "tx__prefetch": 0},
    "requests": {"tx__queues": 7, "tx__packets": 100, "tx__frame_size": [3_000, 40_000], "tx__mss": 1_460},
    "segments": {"tx__queues": 7, "tx__packets": 30, "tx__frame_size": [3_000, 40_000], "tx__mss": 1_460,
                 "tx__grant": "segment"},
    "blocked": BLOCKED,
}  # fmt: skip


@functools.cache
def run_of(name):
    """The run with the keys of this name, for the tests that look at it."""
    return arbitrate(**RUNS[name])


@pytest.mark.parametrize("name", RUNS)
def test_grants_are_those_of_the_pointer_rule(name):
    record = run_of(name).record
    assert grants_in(record) == round_robin(record)


def test_queues_empty_and_fill_and_offers_are_withdrawn():
    """The runs above have the events that they test."""
    record = run_of("emptying").record
    changes = [int(rest[0], 16) for _, what, *rest in record if what == "requests"]
    for queue in range(QUEUES):
        rises = sum(1 for a, b in itertools.pairwise(changes) if ~a & b & 1 << queue)
        assert rises > 10
    assert min(bin(requests).count("1") for requests in changes) == 0
    # A full buffer silences all queues, whichever is offered.
    left = withdrawn(run_of("two").record)
    assert len(left) > 100 and not any(left)
    # A class whose part of it is full is silent by itself: it is offered, withdraws, and others still request.
    assert sum(requests != 0 for requests in withdrawn(run_of("blocked").record)) > 20


def test_backlogged_queues_share_packets():
    run = run_of("backlog")
    stretch = backlogged(run.record, range(QUEUES))
    assert len(stretch) > 300 * QUEUES
    counts = [0] * QUEUES
    since = {}
    for _, queue, _, _ in stretch:
        # Since its own last grant every other queue has been granted once.
        if queue in since:
            assert all(counts[q] - since[queue][q] == 1 for q in range(QUEUES))
        counts[queue] += 1
        since[queue] = [count - (q == queue) for q, count in enumerate(counts)]
        assert max(counts) - min(counts) <= 1
    assert run.result["tx.jain_index"] > 0.999
    assert run.result["tx.jain_index_bytes"] < 0.6  # half the queues have short frames


def test_two_queues_of_short_and_long_frames():
    """Equal frame rates whatever the lengths: 1 / (time of a short and a long frame)."""
    run = run_of("two")
    sent = [(int(time), int(queue)) for time, _, kind, queue, *_ in run.events if kind == "wire_out"]
    expected = 1e12 / sum(WIRE.values())
    assert expected == pytest.approx(770_653.5, abs=0.1)
    for queue in (0, 1):
        times = [time for time, q in sent if q == queue][100:2_901]
        assert len(times) == 2_801
        assert (len(times) - 1) * 1e12 / (times[-1] - times[0]) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize(
    ("queues", "link"),
    [
        pytest.param(32, {}, id="32_queues"),
        pytest.param(32, {"pcie__generation": 2}, id="32_queues_gen2"),
        pytest.param(8, {"pcie__generation": 2}, id="8_queues_gen2"),
        pytest.param(2, {"pcie__generation": 2, "pcie__read_latency_ns": 50, "pcie__propagation_ns": 10}, id="2_queues_near_host"),
    ],
)  # fmt: skip
def test_wait_with_a_full_buffer(queues, link):
    """From becoming head of its queue to its grant a packet waits for those of all others on the wire, and a read.

    A queue is what lies between TDH and TDT: a packet becomes its head when the one before has left, complete, which is
    not before the last data of that one are here. A host so near that a round trip is less than half a frame makes the
    wait longer than that; on the 82598's own link it holds from the grant of the one before, too.
    """
    run = arbitrate(tx__queues=queues, tx__packets=3_200 // queues, tx__frame_size=1_518, **link)
    stretch = backlogged(run.record, range(queues))
    # Full: requests are silenced between grants, from somewhere in the stretch to its end.
    silenced = {time for time, what, *rest in run.record if what == "requests" and rest[0] == "0"}
    begin = next(i for i, grants in enumerate(itertools.pairwise(stretch))
                 if any(grants[0][0] < time < grants[1][0] for time in silenced))  # fmt: skip
    steady = stretch[begin + 33 :]  # a while later, so that every read begun before has come
    assert len(steady) > 20 * queues
    # Space is freed frame by frame, and every grant reserves that of one: no grant relies on space that the one before has reserved.
    gaps = [after[0] - before[0] for before, after in itertools.pairwise(steady)]
    assert WIRE[1_518] - LANE < min(gaps) <= max(gaps) < WIRE[1_518] + LANE
    others = (queues - 1) * WIRE[1_518]
    here = data_here(run.events, 1_514)
    periods, reads, waits = [], [], []
    for queue in range(queues):
        grants = [time for time, granted in grants_in(run.record) if granted == queue]
        assert len(grants) == len(here[str(queue)])
        for i, (before, time) in enumerate(itertools.pairwise(grants)):
            if before >= steady[0][0] and time <= steady[-1][0]:
                periods.append(time - before)
                reads.append(here[str(queue)][i] - before)
                waits.append(periods[-1] - reads[-1])
    assert len(waits) > 19 * queues
    assert others < min(periods) <= max(periods) < others + WIRE[1_518] + LANE
    round_trip = min(reads)
    times = [
        f"{time / 1e6:.2f}" for time in (others, round_trip, others + round_trip, max(waits), max(periods))
    ]
    print(
        f"{queues} queues, {link}: (N-1) L/C, round trip, sum, longest wait, longest period: {', '.join(times)} us"
    )
    assert 500_000 < round_trip < 3_000_000
    if 2 * round_trip >= WIRE[1_518] + LANE:
        assert max(waits) <= others + round_trip
    else:
        assert "pcie__propagation_ns" in link
    if not link:
        assert max(periods) <= others + round_trip


@pytest.mark.parametrize(
    ("quanta", "sizes"),
    [
        ([1_518], [128, 1_518]),
        ([3_036, 1_518], [256, 1_518]),
        ([1_518, 6_000, 2_000], [600, 1_518, 300, 400, 1_000]),
    ],
    ids=["equal", "two_to_one", "mixed"],
)
def test_deficit_mode_shares_bytes(quanta, sizes):
    queues = 6
    # One descriptor a packet, so that a visit does not empty the descriptor cache.
    run = arbitrate(tx__queues=queues, tx__packets=1_000, tx__frame_size=sizes, tx__checksum_offload=False,
                    tx__scheduler="drr", tx__quantum=quanta)  # fmt: skip
    assert grants_in(run.record) == deficit_round_robin(run.record, quanta)
    stretch = backlogged(run.record, range(queues))
    quantum = [quanta[queue % len(quanta)] for queue in range(queues)]
    longest = max(sizes) - 4  # the FCS is the device's own
    total = sum(length for _, _, length, _ in stretch)
    assert total > 200 * max(quantum)
    # The difference over any interval: greatest rise and fall of the running one.
    for j, k in itertools.combinations(range(queues), 2):
        bound = 1 + (longest - 1) * (1 / quantum[j] + 1 / quantum[k])
        sent, lowest, highest = 0.0, 0.0, 0.0
        for _, queue, length, _ in stretch:
            sent += length / quantum[j] if queue == j else -length / quantum[k] if queue == k else 0
            lowest, highest = min(lowest, sent), max(highest, sent)
        assert highest - lowest <= bound
    if len(quanta) == 1:
        assert run.result["tx.jain_index_bytes"] > 0.999
        assert run.result["tx.jain_index"] < 0.7


def test_emptying_queues_in_deficit_mode():
    quanta = [1_518, 2_500, 9_000]
    run = arbitrate(**EMPTYING, tx__scheduler="drr", tx__quantum=quanta)
    assert grants_in(run.record) == deficit_round_robin(run.record, quanta)


@pytest.mark.parametrize(
    "keys", [{"tx__queues": 5, "tx__packets": 600, "tx__frame_size": [64, 1_518]}, EMPTYING]
)
def test_weights_share_packets(keys, tmp_path):
    weights = [3, 1, 7]
    keys = keys | {"tx__scheduler": "wrr", "tx__weights": weights, "tx__checksum_offload": False}
    done = call(
        "run", "--set", "traffic.frames=1", *assignments(keys), "--trace", "arbitration", "--out", tmp_path
    )
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    lines = [line.split() for line in (tmp_path / "arbitration.txt").read_text().splitlines()]
    record = [(int(time), what, *rest) for time, _, what, *rest in lines]
    grants = grants_in(record)
    assert grants == weighted_round_robin(record, weights)
    assert len(grants) == keys["tx__queues"] * keys["tx__packets"]
    if keys["tx__queues"] == 5:
        # Backlogged queues share by their weights, over whole rounds after the first requests.
        mine = [weights[queue % len(weights)] for queue in range(5)]
        stretch = [queue for _, queue, *_ in backlogged(record, range(5))]
        whole = len(stretch) // sum(mine) * sum(mine)
        assert whole >= 50 * sum(mine)
        assert [stretch[:whole].count(queue) for queue in range(5)] == [whole // sum(mine) * w for w in mine]


def test_weighted_round_robin_is_checked_with_its_rtl():
    done = call("run", "--set", "tx.queues=32", "--set", "tx.packets=50", "--set", "tx.scheduler=wrr",
                "--set", f"tx.weights={[1 + q % 5 for q in range(32)]}", "--check", "rtl")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "1600 grants compared, 0 divergences" in done.stdout


@pytest.mark.parametrize("scheduler", ["rr", "drr"])
def test_every_edge_gives_the_same_arbitration(scheduler):
    keys = EMPTYING | {"tx__queues": 6, "tx__packets": 60, "tx__scheduler": scheduler, "tx__quantum": 1_600}
    event, tick = arbitrate(**keys), arbitrate(**keys, simulation__driver="tick")
    # One of the two states the silence before the first request, the other does not.
    silence = event.record.index(next(line for line in event.record if line[1] == "requests"))
    assert tick.record[silence][1:] == ("requests", "0")
    assert event.record == tick.record[:silence] + tick.record[silence + 1 :]
    assert event.events == tick.events


@pytest.mark.parametrize(
    ("assignment", "found"),
    [
        ("tx.scheduler=\"fair\"", "tx.scheduler: found 'fair'"),
        ("tx.quantum=0", "tx.quantum: found 0, accepted: 1 to 262143"),
        ("tx.quantum=262144", "tx.quantum: found 262144"),
        ("tx.quantum=[]", "tx.quantum: found"),
        ("tx.burst=-1", "tx.burst: found -1"),
        ("tx.idle_ns=0", "tx.idle_ns: found 0"),
    ],
)  # fmt: skip
def test_bad_values_are_refused_in_one_line(assignment, found):
    done = call("run", "--set", "tx.queues=2", "--set", assignment)
    assert done.returncode == 2
    assert found in done.stderr and done.stderr.count("\n") == 1


def test_a_small_quantum_is_pointed_out():
    keys = {
        "traffic__frames": 1,
        "tx__queues": 2,
        "tx__packets": 20,
        "tx__frame_size": 1_518,
        "tx__scheduler": "drr",
    }
    assert not any("tx.quantum" in note for note in simulate(**keys).json["notes"])
    assert any("tx.quantum" in note for note in simulate(**keys, tx__quantum=[9_000, 64]).json["notes"])


@pytest.mark.parametrize(
    ("keys", "all_sent"),
    [
        ({"tx__burst": 30, "tx__write_back": 8}, True),
        ({"tx__burst": 30, "tx__write_back": 8, "host__mode": "poll"}, False),
        ({"tx__burst": 30, "tx__write_back": 8, "rx__moderation": 0}, False),
        ({"rx__moderation": 8_000}, True),
        ({"tx__ring": 64, "tx__write_back": 16, "rx__moderation": 65_535}, True),
        ({"tx__burst": 2, "pcie__propagation_ns": 100_000, "pcie__read_latency_ns": 1_000_000}, True),
    ],
)  # fmt: skip
def test_all_is_sent_or_what_was_not_is_pointed_out(keys, all_sent):
    """A run does not end while a vector's timer or a read is under way; queues that stop permanently are reported."""
    expected = "ok" if all_sent else "incomplete"
    result = simulate(status=expected, traffic__frames=1, tx__queues=2, tx__packets=600, **keys)
    assert (result["tx.packets"] == result["tx.sent"] == 1_200) == all_sent
    notes = [note for note in result.json["incomplete"] if "never posted" in note]
    assert len(notes) == (not all_sent)
    assert all(f"{1_200 - result['tx.packets']} of 1200 packets" in note for note in notes)


@pytest.mark.parametrize("moderation", [8_000, 65_535])
def test_moderated_frames_are_delivered_before_a_run_ends(moderation):
    result = simulate(traffic__frames=100, rx__moderation=moderation, rx__write_back=16)
    assert result.total("delivered") == 100


def test_deficit_mode_shares_segments():
    """With a grant a segment a quantum of one frame is enough for requests of any length."""
    quanta = [1_518]
    run = arbitrate(tx__queues=4, tx__packets=40, tx__frame_size=[20_000, 40_000], tx__mss=1_460,
                    tx__grant="segment", tx__scheduler="drr", tx__quantum=quanta)  # fmt: skip
    assert grants_in(run.record) == deficit_round_robin(run.record, quanta)
    assert len(grants_in(run.record)) > 10 * run.result["tx.packets"]


def test_rate_limits_pace_their_queues(tmp_path):
    """Each grant against a bucket of tokens that is filled at the rate of the queue."""
    limits, sizes, packets, window = [1_000, 0, 700], [1_518, 600], 250, 20 * 1_024
    keys = {"device__profile": "82599", "tx__queues": 6, "tx__packets": packets, "tx__frame_size": sizes}
    keys |= {"tx__rate_limits": limits}
    done = call("run", *assignments(keys), "--trace", "arbitration", "--out", tmp_path)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    lines = [line.split() for line in (tmp_path / "arbitration.txt").read_text().splitlines()]
    times = collections.defaultdict(list)
    for time, queue in grants_in([(int(time), what, *rest) for time, _, what, *rest in lines]):
        times[queue].append(time)
    for queue in range(6):
        assert len(times[queue]) == packets
        limit = limits[queue % len(limits)]
        if limit == 0:
            continue
        # Time of a byte at the rate of the queue: the factor has 14 binary places.
        byte = 800 * ((10_000 << 14) // limit) / (1 << 14)
        size = sizes[queue % len(sizes)] + 20
        tokens, last, waited = window, times[queue][0], 0
        for time in times[queue]:
            tokens, last = min(window, tokens + (time - last) / byte), time
            assert tokens > -0.1  # each cost is rounded down to a picosecond
            waited += tokens < size  # at most a packet late
            tokens -= size
        # It is the limit that holds the queue back, once the window is used up.
        assert waited > packets / 2


@pytest.mark.parametrize(
    ("profile", "limits", "found"),
    [
        ("82598", "[1000]", "tx.rate_limits: found limits"),
        ("82599", "[0, 9]", "tx.rate_limits: found 9"),
        ("82599", "[10001]", "10001"),
        ("82599", "1000", "tx.rate_limits"),
    ],
)
def test_limits_that_no_queue_can_have_are_refused(profile, limits, found):
    done = call("run", "--set", f"device.profile={profile}", "--set", "tx.queues=1", "--set", "tx.packets=1",
                "--set", f"tx.rate_limits={limits}")  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert found in done.stderr

"""Transmit arbitration of the 82599 against a simulation written here from its rule: class, pool, queue.

Classes share by the credits of test_traffic_classes, or take turns. Within a class the pools take turns: the next one
is the first from the pool after the last one served that requests and holds credits. When none does, every pool of the
class gets its refill, up to twice that, again and again until one does; without refills they simply take turns. Queues
of a pool (or, without pools, of a class) take turns.
"""

import collections
import random

import pytest
from test_traffic_classes import (
    CREDITS_OF_DATA,
    SET_UP_NS,
    STOPPED,
    Class,
    DeficitFixedPriority,
    random_classes,
    record,
)
from test_traffic_classes import register as credit_register

MTQC, RTTDCS, RTTDQSEL, RTTDT1C, RTTDT2C, RTTDT2S = 0x08120, 0x04900, 0x04904, 0x04908, 0x04910, 0x04930
RTTPCS, RTTPT2C, RTTPT2S, TXPBSIZE, TXPBTHRESH = 0x0CD00, 0x0CD20, 0x0CD40, 0x0CC00, 0x04950
RTTUP2TC = 0x0C800
CLASSES_BY_CREDITS, POOLS_BY_CREDITS = 1, 2

# MTQC: (class of a queue, pool of a queue or None), from the datasheet's patterns of queue numbers.
EIGHT = [*[0] * 32, *[1] * 32, *[2] * 16, *[3] * 16, *[4] * 8, *[5] * 8, *[6] * 8, *[7] * 8]
FOUR = [*[0] * 64, *[1] * 32, *[2] * 16, *[3] * 16]
LAYOUTS = {
    0x1 | 3 << 2: (lambda q: EIGHT[q], lambda q: None),
    0x1 | 2 << 2: (lambda q: FOUR[q], lambda q: None),
    0x3 | 3 << 2: (lambda q: q % 8, lambda q: q // 8),
    0x3 | 2 << 2: (lambda q: q % 4, lambda q: q // 4),
    0x2 | 2 << 2: (lambda q: 0, lambda q: q // 4),
    0x2 | 1 << 2: (lambda q: 0, lambda q: q // 2),
}


class Pools:
    """Queues of one traffic class, by pool."""

    def __init__(self, queues, pool_of, refills):
        self.pools = collections.defaultdict(list)
        for queue in queues:
            self.pools[pool_of(queue)].append(queue)
        self.order = sorted(self.pools)
        self.refill = {pool: refills.get(self.pools[pool][0], 0) for pool in self.order}
        self.credits = dict.fromkeys(self.order, 0)
        self.turn = 0
        self.queue_turn = dict.fromkeys(self.order, 0)

    def next(self, asking):
        asks = [pool for pool in self.order if any(queue in asking for queue in self.pools[pool])]
        ring = [self.order[(self.turn + k) % len(self.order)] for k in range(len(self.order))]
        ring = [pool for pool in ring if pool in asks]
        if any(self.credits[pool] > 0 or self.refill[pool] for pool in asks):
            while not any(self.credits[pool] > 0 for pool in asks):
                for pool in self.order:
                    more = min(self.credits[pool] + self.refill[pool], 2 * self.refill[pool])
                    self.credits[pool] = max(self.credits[pool], more)
            ring = [pool for pool in ring if self.credits[pool] > 0]
        pool = ring[0]
        queues = self.pools[pool]
        turns = [queues[(self.queue_turn[pool] + k) % len(queues)] for k in range(len(queues))]
        return next(queue for queue in turns if queue in asking)

    def send(self, queue, size):
        pool = next(pool for pool in self.order if queue in self.pools[pool])
        if self.refill[pool]:
            self.credits[pool] -= -(-size // 64)
        self.turn = (self.order.index(pool) + 1) % len(self.order)
        self.queue_turn[pool] = self.pools[pool].index(queue) + 1


class Turns:
    """Without their own pools queues take turns."""

    def __init__(self, queues):
        self.queues, self.turn = sorted(queues), 0

    def next(self, asking):
        after = [q for q in self.queues if q >= self.turn] + [q for q in self.queues if q < self.turn]
        return next(queue for queue in after if queue in asking)

    def send(self, queue, size):
        self.turn = queue + 1


class ClassesInTurn:
    def __init__(self):
        self.turn = 0

    def next(self, asking):
        return min(asking, key=lambda number: (number - self.turn) % 8)

    def send(self, number, size):
        self.turn = (number + 1) % 8


def set_up(mtqc, kib=20, threshold=10):
    lines = [
        "device 82599",
        "seed 1",
        f"write {MTQC} {mtqc} {SET_UP_NS}",
        f"write {RTTUP2TC} {0o76543210} {SET_UP_NS}",
    ]
    for number in range(8):
        lines.append(f"write {TXPBSIZE + 4 * number} {(kib if mtqc & 1 else 160) << 10} {SET_UP_NS}")
        lines.append(f"write {TXPBTHRESH + 4 * number} {threshold if mtqc & 1 else 150} {SET_UP_NS}")
    return lines


@pytest.mark.parametrize("by_credits", [True, False])
@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("mtqc", LAYOUTS)
def test_every_grant_is_the_one_due(mtqc, weighted, by_credits):
    rng = random.Random(mtqc * 4 + weighted * 2 + by_credits)
    class_of, pool_of = LAYOUTS[mtqc]
    pooled = weighted and pool_of(0) is not None
    if not (mtqc & 1 or pooled or by_credits):
        pytest.skip("then it is for the scheduler to say")
    queues = (
        sorted(rng.sample(range(128), 40))
        if mtqc & 2 == 0
        else [q for q in range(128) if q // 8 in (0, 3, 9, 15)]
    )
    if mtqc & 2 == 0:
        queues = sorted({*queues, 0, 31, 32, 63, 64, 79, 80, 95, 96, 103, 104, 111, 112, 119, 120, 127})
    classes = random_classes(rng, strict=rng.random() < 0.5)
    sizes = {queue: rng.choice([60, 590, 1_514, rng.randrange(60, 9_000)]) for queue in queues}
    # From the size of a packet on, as drivers set them; some small ones, and one pool without.
    refills = {queue: rng.choice([24, 150, 300, 1_000, 3]) for queue in range(128)}
    refills |= {queue: 0 for queue in range(128) if rng.random() < 0.1}
    lines = set_up(mtqc)
    lines += [f"write {RTTDT2C + 4 * n} {credit_register(c)} {SET_UP_NS}" for n, c in enumerate(classes)]
    for queue, refill in refills.items():
        lines += [f"write {RTTDQSEL} {queue} {SET_UP_NS}", f"write {RTTDT1C} {refill} {SET_UP_NS}"]
    mode = by_credits * CLASSES_BY_CREDITS | weighted * POOLS_BY_CREDITS
    lines.append(f"write {RTTDCS} {mode} {SET_UP_NS}")
    lines += [f"queue {queue} {sizes[queue]} {rng.randrange(15, 60)}" for queue in queues]
    found = record(lines)
    assert len(found.grants) == len(found.wire) > 15 * len(queues)

    plane = DeficitFixedPriority(classes) if by_credits else ClassesInTurn()
    members = collections.defaultdict(list)
    for queue in range(128):
        members[class_of(queue)].append(queue)
    inside = {n: Pools(qs, pool_of, refills) if pooled else Turns(qs) for n, qs in members.items()}
    several = 0
    for position, (_, queue, requests) in enumerate(found.grants):
        asking = {q for q in queues if requests >> q & 1}
        number = plane.next(sorted({class_of(q) for q in asking}))
        expected = inside[number].next({q for q in asking if class_of(q) == number})
        assert (position, queue) == (position, expected)
        plane.send(number, sizes[queue])
        inside[number].send(queue, sizes[queue])
        several += len(asking) > 4
    assert several > len(found.grants) // 4  # or this were no test
    if by_credits:
        assert [found.registers[RTTDT2S + 4 * n] for n in range(8)] == plane.credits
    if pooled:
        for pools in inside.values():
            for pool, credits in pools.credits.items():
                assert found.credits[pools.pools[pool][0]] == credits


def test_frames_leave_by_the_credits_of_the_data_plane():
    """From full partitions on, as long as every class has frames left."""
    rng = random.Random(5)
    classes = [Class(rng.randrange(10, 200), 2_000) for _ in range(8)]
    mtqc = 0x1 | 3 << 2
    queues = [0, 31, 40, 64, 70, 95, 96, 106, 119, 127]
    sizes = {queue: rng.randrange(300, 1_515) for queue in queues}
    lines = [*set_up(mtqc), f"write {RTTPCS} {STOPPED} {SET_UP_NS}"]
    lines += [f"write {RTTPT2C + 4 * n} {credit_register(c)} {SET_UP_NS}" for n, c in enumerate(classes)]
    lines += [f"queue {queue} {size} 400" for queue, size in sizes.items()]
    lines.append(f"write {RTTPCS} {CREDITS_OF_DATA} 600000")
    found = record(lines)
    assert found.wire[0][0] > 600_000_000
    plane = DeficitFixedPriority(classes)
    granted = [collections.deque(q for _, q, _ in found.grants if EIGHT[q] == n) for n in range(8)]
    compared = 0
    for _, queue, size in found.wire:
        if not all(granted):
            break
        number = plane.next(range(8))
        assert queue == granted[number].popleft()
        assert size == sizes[queue] + 4
        plane.send(number, size)
        compared += 1
    assert compared > 1_000


@pytest.mark.parametrize("mtqc", [0x2 | 2 << 2, 0x3 | 3 << 2])
def test_pools_share_by_their_refills(mtqc):
    """In closed form: a round brings each pool its refill, and no pool is a round and a packet behind."""
    class_of, pool_of = LAYOUTS[mtqc]
    queues = [q for q in range(128) if pool_of(q) in (1, 2, 5, 11) and class_of(q) == 0]
    shares = {1: 30, 2: 60, 5: 120, 11: 240}
    lines = set_up(mtqc)
    for pool, refill in shares.items():
        first = min(q for q in range(128) if pool_of(q) == pool and class_of(q) == 0)
        lines += [f"write {RTTDQSEL} {first} {SET_UP_NS}", f"write {RTTDT1C} {refill} {SET_UP_NS}"]
    lines.append(f"write {RTTDCS} {CLASSES_BY_CREDITS * (mtqc & 1) | POOLS_BY_CREDITS} {SET_UP_NS}")
    lines += [f"write {RTTDT2C} {500 | 4095 << 12} {SET_UP_NS}"]
    lines += [f"queue {queue} 1000 1000" for queue in queues]
    found = record(lines)
    # From when all have descriptors to when the first has no packets.
    sent, packets = collections.Counter(), collections.Counter()
    for _, queue, requests in found.grants:
        if any(requests >> q & 1 == 0 for q in queues):
            if sent:
                break
            continue
        sent[pool_of(queue)] += 16
        packets[queue] += 1
        rounds = [sent[pool] / refill for pool, refill in shares.items()]
        assert max(rounds) - min(rounds) <= 2 + 16 / 30
    assert sum(packets.values()) > 300

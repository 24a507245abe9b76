"""The timing half: the decision at each edge, and the writes that it has seen.

Stimuli are written edge by edge by hand; the expected edges and values are written down here. Frames are given as lists
of (edge, beat), so that a test reads like a timing diagram.
"""

import compare_vectors
import decision_table as table
import make_vectors
import pytest
from decision_table import ADMIT, BAD, NO_L2_MATCH, VLAN
from edge_replay import replay
from vector_format import (
    EXPECTED_BITS,
    RST,
    STIMULUS_BITS,
    VALID,
    InputError,
    beats,
    pack_decision,
    read_words,
    unpack_decision,
    write_bits,
    write_words,
)

TO = bytes.fromhex("02a0c9112233")
FROM = b"\2\0\0\0\0\1"
UPE, VFE = 1 << 9, 1 << 30
PRELUDE = 100  # edges before edge 0 of a diagram: reset and the writes that set the scene


def frame(length=60, tci=None, vet=b"\x81\0"):
    """A frame of `length` bytes, tagged if a TCI is given."""
    tag = b"" if tci is None else vet + tci.to_bytes(2, "big")
    return (TO + FROM + tag + b"\x88\xb5").ljust(length, b"\0")[:length]


def play(events, setup=(), edges=80):
    """Decisions as {edge: Decision} for a diagram {edge: stimulus bits}; `setup` is (offset, value) writes."""
    stimulus = [0] * (PRELUDE + edges)
    stimulus[0] = RST
    for edge, (offset, value) in enumerate(setup, 1):
        stimulus[edge] = write_bits(offset, value)
    for edge, bits in events.items():
        stimulus[PRELUDE + edge] = bits
    return {due.edge - PRELUDE: due.decision for due in replay(stimulus).due}


def at(start, data, tuser=0):
    """Consecutive beats of a frame from edge `start`."""
    return dict(enumerate(beats(data, tuser), start))


def with_write(events, edge, offset, value):
    """The diagram with a register write at `edge`, next to the beat there if any."""
    return {**events, edge: events.get(edge, 0) | write_bits(offset, value)}


PROMISCUOUS = [(table.FCTRL, UPE)]
ONE_VLAN_OFF = [(table.FCTRL, UPE), (table.VLNCTRL, VFE | 0x8100), (table.VFTA(3), 0)]
TAGGED = 100  # VLAN 100 is bit 4 of VFTA word 3


def test_decision_12_edges_after_the_last_beat():
    assert len(beats(frame())) == 8
    assert beats(frame())[7] >> 64 & 0xFF == 0x0F
    assert list(play(at(0, frame()), PROMISCUOUS)) == [19]
    assert list(play(at(0, frame()) | at(8, frame()), PROMISCUOUS)) == [19, 27]


def test_gap_inside_a_frame():
    diagram = dict(zip((0, 1, 2, 7, 8, 9, 10, 11), beats(frame()), strict=True))
    decisions = play(diagram, PROMISCUOUS)
    assert list(decisions) == [23]
    assert decisions[23].drop == ADMIT


def test_runts_back_to_back():
    decisions = play({edge: beats(frame(edge + 1))[0] for edge in range(3)}, PROMISCUOUS)
    assert {edge: decision.drop for edge, decision in decisions.items()} == {12: BAD, 13: BAD, 14: BAD}


def test_short_frame_behind_a_long_one():
    decisions = play(at(0, frame(122)) | at(16, frame(16, tci=7)), PROMISCUOUS)
    assert {edge: decision.tci for edge, decision in decisions.items()} == {27: 0, 29: 7}


@pytest.mark.parametrize(("edge", "seen"), [(6, (1, 1)), (7, (0, 1)), (14, (0, 1)), (15, (0, 0))])
def test_table_write_is_seen_from_the_edge_after_it(edge, seen):
    diagram = at(0, frame(tci=TAGGED)) | at(8, frame(tci=TAGGED))
    decisions = play(with_write(diagram, edge, table.VFTA(3), 1 << 4), ONE_VLAN_OFF)
    drops = tuple(ADMIT if s else VLAN for s in seen)
    assert (decisions[19].drop, decisions[27].drop) == drops


@pytest.mark.parametrize(("edge", "seen"), [(-1, (1, 1)), (0, (0, 1)), (7, (0, 1)), (8, (0, 0)), (9, (0, 0))])
def test_vlan_ethertype_is_taken_with_the_first_beat(edge, seen):
    diagram = at(0, frame(tci=5, vet=b"\x88\xa8")) | at(8, frame(tci=5, vet=b"\x88\xa8"))
    decisions = play(with_write(diagram, edge, table.VLNCTRL, 0x88A8), PROMISCUOUS)
    assert (decisions[19].tagged, decisions[27].tagged) == seen


def test_vlan_ethertype_and_filter_enable_are_taken_apart():
    # The write at edge 3 turns the filter on for this frame, but changes the Ethertype for the next one only.
    diagram = with_write(at(0, frame(tci=TAGGED)), 3, table.VLNCTRL, VFE | 0x1234)
    setup = [(table.FCTRL, UPE), (table.VFTA(3), 0)]
    assert play(diagram, setup)[19].drop == VLAN
    assert play(with_write(at(0, frame(tci=TAGGED)), 7, table.VLNCTRL, VFE | 0x1234), setup)[19].drop == ADMIT


def test_receive_address_written_in_two_halves():
    diagram = with_write(at(0, frame()), 6, table.RAL(0), int.from_bytes(TO[:4], "little"))
    diagram = with_write(diagram, 7, table.RAH(0), 1 << 31 | int.from_bytes(TO[4:], "little"))
    other_half = 1 << 31 | 0xBEEF
    decisions = play(diagram | at(8, frame()), [(table.RAL(0), 0), (table.RAH(0), other_half)])
    assert (decisions[19].drop, decisions[27].drop) == (NO_L2_MATCH, ADMIT)
    matching = int.from_bytes(TO[4:], "little")
    # The old high half has the same address: then the new low half alone makes the match.
    assert play(diagram, [(table.RAL(0), 0), (table.RAH(0), 1 << 31 | matching)])[19].drop == ADMIT


def test_reset_loses_what_would_come_after_it():
    two = at(0, frame()) | at(8, frame())
    assert list(play(two | {20: RST}, PROMISCUOUS)) == [19]
    assert list(play(two | {19: RST}, PROMISCUOUS)) == [19]
    assert list(play(two | {18: RST}, PROMISCUOUS)) == []
    assert list(play(two | {27: RST}, PROMISCUOUS)) == [19, 27]
    # A frame is open at edge 20; what follows at 21 is a new frame, here a runt of one beat.
    opened = dict(zip(range(16, 20), beats(frame()), strict=False))
    decisions = play(opened | {20: RST, 21: beats(frame(8))[0]}, PROMISCUOUS)
    assert {edge: decision.drop for edge, decision in decisions.items()} == {33: BAD}


def test_what_a_replay_counts():
    write = write_bits(table.FCTRL, UPE)
    run = replay([0, RST, RST | write, write, write, *beats(frame()), *beats(frame()), RST])
    assert (run.first_reset, run.frames, run.lost, run.writes, run.resets, run.due) == (1, 2, 2, 2, 3, [])


def test_reset_takes_no_beat_and_no_write():
    diagram = {20: RST | beats(frame(8))[0], 21: RST | write_bits(table.FCTRL, UPE)} | at(22, frame())
    decisions = play(diagram, PROMISCUOUS)
    assert {edge: decision.drop for edge, decision in decisions.items()} == {41: NO_L2_MATCH}


def test_tuser_counts_with_the_last_beat_only():
    early = dict(at(0, frame()))
    early[3] |= 1 << 74
    assert play(early, PROMISCUOUS)[19].drop == ADMIT
    assert play(at(0, frame(), tuser=1), PROMISCUOUS)[19].drop == BAD
    assert play(at(0, frame(), tuser=1), [(table.FCTRL, UPE | 2)])[19].drop == ADMIT


def test_lanes_without_keep_are_not_bytes():
    diagram = at(0, frame(13))
    diagram[1] |= 0x88B5FF << 40
    assert play(diagram, PROMISCUOUS)[13].drop == BAD


def test_keep_with_holes_is_refused():
    for bits in (
        beats(frame())[0] ^ 1 << 64,
        beats(frame(5))[0] ^ 1 << 64,
        beats(frame(8))[0] & ~(0xFF << 64),
    ):
        with pytest.raises(InputError, match=f"stimulus:{PRELUDE + 1}: found tkeep .., accepted is"):
            play({0: bits}, PROMISCUOUS)


def test_nothing_before_the_first_reset():
    run = replay(beats(frame()) + [0] * 20)
    assert (run.first_reset, run.frames, run.due) == (None, 0, [])


# --- The comparison -------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def vectors():
    return make_vectors.make(frames=400, seed=11)


def outcome(directory, stimulus, expected, capsys):
    """Exit code and last line of compare_vectors on these words."""
    write_words(directory / "stimulus.hex", stimulus, STIMULUS_BITS)
    write_words(directory / "expected.hex", expected, EXPECTED_BITS)
    code = compare_vectors.main([str(directory)])
    return code, capsys.readouterr().out.strip().splitlines()[-1]


def test_vectors_survive_their_files(tmp_path, vectors):
    stimulus, expected = vectors
    write_words(tmp_path / "stimulus.hex", stimulus, STIMULUS_BITS)
    write_words(tmp_path / "expected.hex", expected, EXPECTED_BITS)
    assert read_words(tmp_path / "stimulus.hex", STIMULUS_BITS) == stimulus
    assert read_words(tmp_path / "expected.hex", EXPECTED_BITS) == expected


def test_decision_survives_its_word():
    fields = [((1 << width) - 1) for width in (2, 6, 4, 3, 1, 16, 1, 7, 4, 32)]
    for place, value in enumerate(fields[1:], 1):
        for number in (value, value // 3, 1):
            decision = table.Decision(*[number if place == n else 0 for n in range(10)])
            assert unpack_decision(pack_decision(decision)) == decision
    # Places of the fields as the format states them.
    assert pack_decision(table.Decision(0, 1, 1, 1, 1, 1, 1, 1, 1, 1)) - VALID == sum(
        1 << bit for bit in (0, 32, 48, 56, 60, 63, 64, 65, 72)
    )
    assert pack_decision(table.Decision(drop=3)) == 3 << 54 | 1 << 76


def test_equal_vectors(tmp_path, vectors, capsys):
    stimulus, expected = vectors
    code, line = outcome(tmp_path, stimulus, expected, capsys)
    valid = sum(bool(word & VALID) for word in expected)
    assert (code, line) == (0, f"400 frames, {valid} decisions compared, 0 differences")
    assert 350 < valid <= 400


def test_every_output_bit_is_compared(tmp_path, vectors, capsys):
    stimulus, expected = vectors
    admitted = next(edge for edge, word in enumerate(expected) if word & VALID and not word >> 54 & 3)
    stimulus = stimulus[: admitted - 11] + [0] * 12  # up to its last beat
    broken = expected[: admitted + 1]
    for bit in range(77):
        broken[admitted] = expected[admitted] ^ 1 << bit
        differences = compare_vectors.compare(stimulus, broken)[2]
        assert [difference[0] for difference in differences] == [admitted], f"bit {bit}"
    broken[admitted] = expected[admitted] ^ 1
    code, line = outcome(tmp_path, stimulus, broken, capsys)
    assert code == 1
    assert line.endswith(" 1 differences")


def test_fields_next_to_a_drop_may_hold_anything(tmp_path, vectors, capsys):
    stimulus, expected = vectors
    noisy = [word if word & VALID and not word >> 54 & 3 else word | (1 << 54) - 1 for word in expected]
    assert noisy != expected
    assert outcome(tmp_path, stimulus, noisy, capsys)[0] == 0


@pytest.mark.parametrize("shift", [-1, 1])
def test_decision_early_or_late(tmp_path, vectors, capsys, shift):
    stimulus, expected = vectors
    edges = [edge for edge, word in enumerate(expected) if word & VALID]
    edge = next(e for e in edges[5:] if not expected[e + shift] & VALID)
    broken = list(expected)
    broken[edge + shift], broken[edge] = broken[edge], 0
    code, line = outcome(tmp_path, stimulus, broken, capsys)
    assert code == 1
    assert line.endswith(" 2 differences")


def test_decision_due_after_the_last_line(tmp_path, vectors, capsys):
    stimulus, expected = vectors
    last = max(edge for edge, word in enumerate(expected) if word & VALID)
    assert outcome(tmp_path, stimulus[:last], expected[:last], capsys)[0] == 1
    assert outcome(tmp_path, stimulus[: last + 1], expected[: last + 1], capsys)[0] == 0


def test_write_not_made_again_after_reset(tmp_path, capsys):
    stimulus = [RST, write_bits(table.FCTRL, UPE), write_bits(table.VLNCTRL, VFE | 0x8100)]
    stimulus += beats(frame(tci=TAGGED)) + [0] * 20
    expected = [0] * len(stimulus)
    expected[3 + 7 + 12] = VALID | 3 << 54
    code, line = outcome(tmp_path, stimulus, expected, capsys)
    assert (code, line) == (1, "nothing compared")


def test_nothing_to_compare_is_no_success(tmp_path, capsys):
    assert outcome(tmp_path, [], [], capsys)[0] == 1
    assert outcome(tmp_path, [RST] + [0] * 50, [0] * 51, capsys)[0] == 1
    assert outcome(tmp_path, beats(frame()) + [0] * 20, [0] * 28, capsys)[0] == 1


@pytest.mark.parametrize("line", ["", "xyz", "-1", "1" + "0" * 32, "2" + "0" * 19])
def test_bad_line_is_one_clear_line(tmp_path, vectors, capsys, line):
    stimulus, expected = vectors
    outcome(tmp_path, stimulus[:900], expected[:900], capsys)
    text = (tmp_path / "stimulus.hex").read_text().splitlines()
    (tmp_path / "stimulus.hex").write_text("\n".join([*text[:4], line, *text[5:]]) + "\n")
    assert compare_vectors.main([str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "stimulus.hex:5: found" in error


def test_bad_files(tmp_path, vectors, capsys):
    stimulus, expected = vectors
    assert compare_vectors.main([str(tmp_path)]) == 2
    write_words(tmp_path / "stimulus.hex", stimulus, STIMULUS_BITS)
    write_words(tmp_path / "expected.hex", expected[:-1], EXPECTED_BITS)
    assert compare_vectors.main([str(tmp_path)]) == 2
    (tmp_path / "stimulus.hex").write_bytes(b"\xff\xfe\n")
    assert compare_vectors.main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_vectors_are_reproducible():
    first, again, other = (make_vectors.make(frames=40, seed=seed) for seed in (11, 11, 12))
    assert first == again
    assert first != other


def test_make_vectors_command(tmp_path, capsys):
    assert make_vectors.main([str(tmp_path / "new"), "--frames", "30", "--seed", "5"]) == 0
    assert compare_vectors.main([str(tmp_path / "new"), "--summary"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("30 frames, ")
    (tmp_path / "file").write_text("")
    assert make_vectors.main([str(tmp_path / "file" / "new"), "--frames", "1"]) == 2

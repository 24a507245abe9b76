"""`ixsim serve` observed: its record and the replay, the RTL check with the waveform of a divergence, traces, and the
wire that replays a capture."""

import ctypes
import os
import re
import signal
import struct

import pytest
from captures import pcap_header, pcap_record, read_pcapng, write
from program import CAPTURE, ROOT, call
from test_serve import arp, icmp
from vfio_user_client import CONFIG, Gone, Guest, ObeysPause, SendsPause, Server

FAULTY = ROOT / "tb/rtl/faulty_rr_scheduler.v"


def traffic(server, frames=20):
    """A driver's life with its frames: those that it sent and those that came back."""
    with Guest(server.path) as guest:
        address = guest.bring_up()
        sent = [arp(address)] + [icmp(address, number, 100 + number) for number in range(frames)]
        back = []
        for frame in sent:
            guest.put(0x880, 1)
            guest.transmit(frame)
            back.append(guest.answer())
        assert guest.get(0x4074) == frames + 1
    server.wait_for("client gone")
    return sent, back


def events(text):
    return re.search(r"events +(\w{32})|, events (\w{32})", text)[0].split()[-1]


@pytest.mark.parametrize("time", ["wall", "batch"])
def test_a_record_repeats_the_simulation(tmp_path, time):
    record = tmp_path / "inputs.record"
    words = ["--wire", "cable", "--time", time, "--record", record]
    with Server(tmp_path, *words, sockets=2) as server:
        with Guest(server.paths[0]) as first, Guest(server.paths[1]) as second:
            address = first.bring_up()
            second.bring_up()
            for number in range(10):
                first.transmit(icmp(address, number))
                assert second.answer() == icmp(address, number)
            first.reset()
            first.write(CONFIG, 4, 7, 2)
            assert first.get(8) != 0xFFFFFFFF
        server.wait_for("client gone")
        summary = server.end()
    again = call("serve", "--replay", record)
    assert again.returncode == 0, again.stdout + again.stderr
    assert events(again.stdout) == events(summary)
    assert f"the record has {events(summary)}" in again.stdout
    assert "no end" not in again.stdout


class Holding(SendsPause, Guest):
    pass


class Held(ObeysPause, Guest):
    pass


def test_pause_crosses_a_cable(tmp_path):
    """A port without buffers holds the driver of the other port back. Nothing is lost, and the replay is the same."""
    record = tmp_path / "inputs.record"
    with Server(tmp_path, "--wire", "cable", "--record", record, sockets=2) as server:
        with Held(server.paths[0]) as first, Holding(server.paths[1]) as second:
            address = first.bring_up()
            second.bring_up()
            frames = [icmp(address, number, 1_400) for number in range(24)]
            counts = {}

            def counted(guest, which):
                key = guest.COUNTED[which]
                counts[key] = counts.get(key, 0) + guest.get(key)
                return counts[key]

            for frame in frames:
                first.transmit(frame)
            assert second.wait_until(lambda: counted(second, 0) > 0)
            held = second.get(0x4074)
            assert held < len(frames), "the sender is held back"
            second.give()
            assert first.wait_until(first.transmitted)
            assert second.wait_until(lambda: counted(second, 1) > 0)
            assert held + second.get(0x4074) == len(frames) and second.get(0x3FA0) == 0
            for which in (0, 1):
                assert counted(second, which) == counted(first, which)
        server.wait_for("client gone")
        summary = server.end()
    again = call("serve", "--replay", record)
    assert again.returncode == 0 and events(again.stdout) == events(summary), again.stdout + again.stderr


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A record with its traffic and the summary."""
    folder = tmp_path_factory.mktemp("recorded")
    words = ["--wire", "echo", "--record", folder / "inputs.record", "--check", "rtl"]
    words += ["--trace", "pcapng,registers,spans", "--out", folder / "out"]
    with Server(folder, *words) as server:
        frames = traffic(server)
        summary = server.end()
    return folder, frames, summary


def test_rtl_is_checked_while_a_client_is_served(recorded):
    assert compared(recorded[2]) == {
        "decisions": 21,
        "frames": 21,
        "compared": 21,
        "grants": 21,
        "contested": 0,
    }
    assert recorded[2].count(" 0 divergences") == 2


def compared(summary):
    """The figures of the RTL checks in a summary."""
    return {
        name: int(found)
        for name, found in re.search(
            r"classifier: (?P<decisions>\d+) decisions of (?P<frames>\d+) frames.*\n.*"
            r"scheduler: (?P<compared>\d+) of (?P<grants>\d+) grants compared, (?P<contested>\d+) of them",
            summary,
        )
        .groupdict()
        .items()
    }


def test_every_grant_is_compared_also_those_of_several_frames(tmp_path):
    """A segmentation request is one grant, however many frames it has; queues that compete are counted."""
    segments, packets = 9, 12
    with Server(tmp_path, "--wire", "none", "--check", "rtl") as server:
        with Guest(server.path) as guest:
            address = guest.bring_up()
            guest.transmit_segmented(address, segments)
            assert guest.wait_until(guest.transmitted)
            assert guest.get(0x4080) == segments
            # A second queue with the same packets: both request at once.
            first, second = guest.TX_RING + 16 * guest.sent, 0x3000
            frame = icmp(address, 1, 1000)
            for _ in range(packets):
                guest.prepare(frame)
            guest.store(second, guest.memory[first : first + 16 * packets])
            guest.ring(0x6040, second)
            guest.put(0x6068, 1 << 25)
            assert guest.wait_until(lambda: guest.get(0x6068) >> 25 & 1)
            guest.put(0x7F40, 1 << 6)  # DPMCS: no grant until both queues have their packets
            guest.put(0x6058, packets)
            guest.put(0x6018, guest.sent)
            for _ in range(20):
                guest.get(8)
            guest.put(0x7F40, 0)
            last = second + 16 * (packets - 1) + 12
            assert guest.wait_until(lambda: guest.transmitted() and guest.memory[last] & 1)
            assert guest.get(0x4080) == 2 * packets
        server.wait_for("client gone")
        found = compared(server.end())
    assert found["compared"] == found["grants"] == 1 + 2 * packets
    assert packets <= found["contested"] < 2 * packets


def test_the_summary_says_what_has_no_rtl(tmp_path):
    with Server(tmp_path, "--profile", "82599", "--check", "rtl") as server:
        summary = server.end()
    assert "RTL scheduler: none for this profile, 0 grants not compared" in summary


def test_a_thread_of_the_rtl_may_get_the_signal(tmp_path):
    """Ctrl-C goes to any thread of the process, and the server waits in another one."""
    with Server(tmp_path, "--profile", "82599", "--check", "rtl") as server:
        process = server.process.pid
        others = sorted(
            int(thread) for thread in os.listdir(f"/proc/{process}/task") if int(thread) != process
        )
        assert others, "the RTL module has no thread"
        assert ctypes.CDLL(None).tgkill(process, others[0], signal.SIGTERM) == 0
        assert "us simulated" in server.process.communicate(timeout=20)[0]
        assert server.process.returncode == 0


def test_traces_have_what_the_client_did(recorded):
    folder, (sent, back), _ = recorded
    packets = read_pcapng(folder / "out/frames.pcapng")
    padded = [frame.ljust(60, b"\0") for frame in sent]
    assert [data[:-4] for wire, data in packets if wire == 1] == padded
    assert [data[:-4] for wire, data in packets if wire == 0] == [frame.ljust(60, b"\0") for frame in back]
    registers = (folder / "out/registers.txt").read_text()
    assert len(re.findall(r"write \w+ TDT\[0\]", registers)) == len(sent)
    assert (folder / "out/spans.json").read_text().count('"written_back"') >= len(back)


def test_a_record_that_is_changed_differs(recorded, tmp_path):
    data = (recorded[0] / "inputs.record").read_bytes()
    path = tmp_path / "changed.record"
    sent = recorded[1][0]
    at = data.index(sent[5][14:60])  # of a frame that the device read: its bytes are in the hash
    path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    done = call("serve", "--replay", path)
    assert done.returncode == 1 and events(done.stdout) != events(recorded[2])
    # Without one of its inputs, the device asks for something else.
    doorbell = struct.pack("<HBBBI", 0, 0, 0, 15, 0x6018)
    at = data.index(doorbell) - 9
    path.write_bytes(data[:at] + data[at + 9 + len(doorbell) + 4 :])
    done = call("serve", "--replay", path)
    assert done.returncode == 1 and "the replay differs from the record" in done.stdout


def test_a_record_that_is_cut_off_is_replayed_up_to_there(recorded, tmp_path):
    data = (recorded[0] / "inputs.record").read_bytes()
    path = tmp_path / "cut.record"
    for size in [len(data) - 1, len(data) * 2 // 3, len(data) // 2]:
        path.write_bytes(data[:size])
        done = call("serve", "--replay", path)
        assert done.returncode == 0 and "the record has no end" in done.stdout, done.stdout + done.stderr
    for size in [10, 25, 100]:
        path.write_bytes(data[:size])
        done = call("serve", "--replay", path)
        assert done.returncode == 2 and len(done.stderr.splitlines()) == 1, done.stderr
    header = data.index(b"\x02", len(b"ixsim serve record 2\n") + 16)
    for wrong in [b"\0", b"\xff", b"\x06" + bytes(8) + b"\x09\0\0\0"]:
        start = struct.unpack_from("<I", data, 33)[0] + 37
        path.write_bytes(data[:start] + wrong + data[start:])
        done = call("serve", "--replay", path)
        assert done.returncode == 2 and "damaged at byte" in done.stderr, (header, done.stdout + done.stderr)


def test_a_record_of_a_killed_server_is_replayed_in_its_folder(tmp_path):
    """A folder of results loses the unfinished files of ended processes: not the one that is replayed."""
    out = tmp_path / "out"
    with Server(tmp_path, "--wire", "echo", "--out", out, "--record", out / "inputs.record") as server:
        with Guest(server.path) as guest:
            guest.bring_up()
        server.wait_for("client gone")
        server.process.kill()
        server.process.wait()
    (record,) = out.glob("inputs.record.partial.*")
    done = call("serve", "--replay", record, "--out", out)
    assert done.returncode == 0 and "the record has no end" in done.stdout, done.stdout + done.stderr
    assert record.exists()


def test_a_divergence_is_repeated_from_the_record(tmp_path):
    record = tmp_path / "inputs.record"
    words = ["--wire", "echo", "--record", record, "--check", "rtl", "--out", tmp_path / "out"]
    words += [
        "--rtl",
        FAULTY,
        "--top",
        "faulty_rr_scheduler",
        "--block",
        "scheduler",
        "--plusarg",
        "+fault=4",
    ]
    with Server(tmp_path, *words) as server, Guest(server.path) as guest:
        address = guest.bring_up()
        guest.transmit(arp(address))
        summary, _ = server.process.communicate(timeout=120)
        assert server.process.returncode == 1, summary
    assert "1 divergence\n" in summary and "waveform: " in summary, summary
    assert (tmp_path / "out/divergence.fst").stat().st_size > 100
    assert "waveform" in (tmp_path / "out/divergence.txt").read_text()
    again = call("serve", "--replay", record, "--check", "rtl", *words[8:])
    assert again.returncode == 1 and "1 divergence" in again.stdout, again.stdout + again.stderr
    # The model itself has no error: without the check the replay runs to the end.
    again = call("serve", "--replay", record)
    assert again.returncode == 0, again.stdout


class Promiscuous(Guest):
    """A guest that takes multicast frames too."""

    def put(self, offset, value):
        super().put(offset, value | 1 << 8 if offset == 0x5080 else value)


def test_the_wire_of_a_capture_sends_its_frames(tmp_path):
    with Server(tmp_path, "--wire", f"pcap:{CAPTURE}", "--set", "device.ports=1") as server:
        frames = []
        for _ in range(2):  # again for each client
            with Promiscuous(server.path) as guest:
                guest.bring_up()
                frames.append([guest.answer() for _ in range(10)])
            server.wait_for("client gone")
        assert frames[0] == frames[1]
        captured = [data for _, data in read_pcapng(CAPTURE)]
        assert [frame[:40] for frame in frames[0]] == [data[:40] for data in captured[:10]]


def test_a_record_that_cannot_be_written_ends_the_server(tmp_path):
    """No file may pass 20 KiB, as if the disk were full."""
    record = tmp_path / "out/inputs.record"
    record.parent.mkdir()
    small = ("sh", "-c", 'trap "" XFSZ; ulimit -f 40; exec "$@"', "sh")
    with Server(tmp_path, "--wire", "echo", "--record", record, prefix=small) as server:
        with pytest.raises(Gone), Guest(server.path) as guest:
            guest.bring_up()
            for _ in range(2_000):
                guest.get(8)
        server.process.communicate(timeout=20)
        assert server.process.returncode == 2
        assert f"{record}: cannot be written: File too large" in server.messages().splitlines()[-1]
    assert not list(record.parent.iterdir()), "no part of it stays"


def test_a_capture_that_is_damaged_ends_the_server_with_a_whole_record(tmp_path):
    whole = pcap_header() + b"".join(pcap_record(0, i, bytes(60)) for i in range(20))
    path = write(tmp_path / "cut.pcap", whole + pcap_record(0, 30, bytes(60))[:-10])
    record = tmp_path / "inputs.record"
    with Server(tmp_path, "--wire", f"pcap:{path}", "--record", record) as server:
        with pytest.raises(Gone), Promiscuous(server.path) as guest:
            guest.bring_up()
            while True:
                guest.get(8)
        server.process.communicate(timeout=20)
        assert server.process.returncode == 2
        assert server.messages().splitlines()[-1].startswith("ixsim: --wire pcap: ")
    done = call("serve", "--replay", record)
    assert done.returncode == 0 and "no end" not in done.stdout, done.stdout + done.stderr

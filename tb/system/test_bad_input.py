"""Bad input gives one clear line on standard error, exit status 2, nothing on standard output, and no file."""

import os
import pathlib
import stat

import pytest
from captures import LINUX_COOKED, pcap_header, pcap_record, udp_frame, write
from program import CAPTURE, call
from scenario_space import ALL_KEYS as KEYS

MAC_ADDRESS = bytes.fromhex("021a20000001")
FRAME = udp_frame(MAC_ADDRESS, bytes.fromhex("021a20000002"))


def listing(path):
    return sorted(str(entry.relative_to(path)) for entry in pathlib.Path(path).rglob("*"))


def refused(tmp_path, *arguments, says, out=True):
    """Runs with --out to a place that does not exist, and checks the refusal; returns its line."""
    before = listing(tmp_path)
    place = ["--out", tmp_path / "out"] if out else []
    done = call("run", *arguments, *place, cwd=tmp_path, timeout=60)
    assert done.returncode == 2, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.stdout == ""
    assert done.stderr.endswith("\n") and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("ixsim: ")
    for word in [says] if isinstance(says, str) else says:
        assert word in done.stderr, f"{word!r} is not in: {done.stderr}"
    assert listing(tmp_path) == before
    return done.stderr


CAPTURES = {
    "not a capture": (b"GIF89a" + bytes(200), ["bad.pcap"]),
    "text": (b"time source destination\n" * 20, ["bad.pcap"]),
    "empty file": (b"", ["bad.pcap"]),
    "half a file header": (pcap_header()[:11], ["bad.pcap"]),
    "half a record header": (pcap_header() + pcap_record(0, 0, FRAME) + bytes(7), ["bad.pcap", str(24 + 16 + len(FRAME))]),
    "half a frame": (pcap_header() + pcap_record(0, 0, FRAME) + pcap_record(0, 9, FRAME)[:-20], ["bad.pcap"]),
    "wrong link type": (pcap_header(LINUX_COOKED) + pcap_record(0, 0, FRAME), ["bad.pcap", "113"]),
    "zero frames": (pcap_header(), ["bad.pcap", "frame"]),
    "impossible length": (pcap_header() + (b"\x00" * 8 + b"\xff" * 8), ["bad.pcap"]),
    "cut pcapng": (CAPTURE.read_bytes()[:-30], ["bad.pcap"]),
    "half a pcapng block": (CAPTURE.read_bytes()[:40], ["bad.pcap"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CAPTURES)
def test_captures(tmp_path, name):
    content, says = CAPTURES[name]
    write(tmp_path / "bad.pcap", content)
    refused(tmp_path, "--pcap", tmp_path / "bad.pcap", says=says)


def test_good_capture_is_taken(tmp_path):
    """The intact parts of the broken files run, so that those are refused for the broken part."""
    good = write(tmp_path / "good.pcap", pcap_header(), pcap_record(0, 0, FRAME), pcap_record(0, 9, FRAME))
    done = call("run", "--pcap", good)
    assert (done.returncode, done.stderr) == (0, "")
    assert "delivered 2 frames" in done.stdout


def test_missing_capture(tmp_path):
    refused(tmp_path, "--pcap", tmp_path / "nowhere.pcap", says=["nowhere.pcap", "No such file"])


def test_directory_as_capture(tmp_path):
    (tmp_path / "folder").mkdir()
    refused(tmp_path, "--pcap", tmp_path / "folder", says="folder")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("rx.queue", "rx.queues"), ("rx.que", "rx.queues"), ("traffic.frame", "traffic.frames"), ("pcie.lane", "pcie.lanes"),
     ("host.bugdet", "host.budget"), ("simulation.sede", "simulation.seed"), ("txx.queues", "tx.queues"),
     # A key of the same section, though others look more like it.
     ("tx.bananas", "tx.packets"), ("rx.packets", "rx.store_bad_packets"), ("tx.rss", "tx.mss")],
)  # fmt: skip
def test_unknown_key_names_the_nearest(tmp_path, name, nearest):
    assert refused(tmp_path, "--set", f"{name}=1", says=[name, nearest]).rstrip().endswith(nearest)
    scenario = write(tmp_path / "case.toml", "\n\n[{}]\n{} = 1\n".format(*name.split(".")).encode())
    refused(tmp_path, scenario, says=["case.toml:4", name, nearest])


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("frames", "traffic.frames"), ("frame_size", ".frame_size"), ("moderation", "rx.moderation"),
     ("receive.vectors", ".vectors"), ("traffic.size", "traffic.frame_size"), ("measure", "measure.w")],
)  # fmt: skip
def test_a_key_of_another_section_is_found_by_its_name(tmp_path, name, nearest):
    assert (
        nearest in refused(tmp_path, "--set", f"{name}=1", says=name).rpartition("the nearest known is ")[2]
    )


@pytest.mark.parametrize("name", ["banana", "colour", "wire.colour", "x"])
def test_a_name_like_no_key_names_the_sections(tmp_path, name):
    line = refused(
        tmp_path, "--set", f"{name}=1", says=[name, "unknown key", "sections simulation, device, pcie"]
    )
    assert "nearest" not in line


def test_every_suggestion_is_a_key(tmp_path):
    for name in (
        "a",
        "rx",
        "tx.z",
        "traffic.load",
        "que",
        "rx.rings",
        "lanes",
        "pcie.max",
        "time",
        "size",
        "dcb.x",
    ):
        words = refused(tmp_path, "--set", f"{name}=1", says=name).rstrip().rpartition(" ")
        if "nearest" in words[0]:
            assert words[2] in KEYS


@pytest.mark.parametrize(
    ("words", "blamed"),
    [(["--profile", "82590"], "--profile: device.profile: found 82590"),
     (["--profile", "intel"], "--profile: device.profile: found 'intel'"),
     (["--seed", "x"], "--seed: simulation.seed: found 'x'"),
     (["--seed", "-1"], "--seed: simulation.seed: found -1"),
     (["--profile", "82598", "--set", "device.profile=intel"], "--set: device.profile: found 'intel'")],
)  # fmt: skip
def test_the_option_that_was_typed_is_blamed(tmp_path, words, blamed):
    assert blamed in refused(tmp_path, "--set", "traffic.frames=1", *words, says="accepted")


# A part of a scenario without what it needs: the words of the refusal, the remedy among them.
@pytest.mark.parametrize(
    ("settings", "says"),
    [(["tx.queues=4"], ["tx.queues: found 4 without tx.packets", "accepted with tx.packets=N"]),
     (["tx.queues=4", "traffic.frames=10"], ["tx.queues: found 4 without tx.packets"]),
     (["tx.packets=9"], ["tx.packets: found 9 without tx.queues", "accepted with tx.queues=N"]),
     (["tx.packets=9", "traffic.frames=10"], ["tx.packets: found 9 without tx.queues"]),
     (["rx.queues=4"], ["without traffic", "traffic.frames=N", "traffic.duration=T", "--pcap FILE", "tx.packets"]),
     (["traffic.load_percent=50"], ["without traffic", "traffic.frames=N"]),
     (["tx.queues=2", "tx.packets=0"], ["without traffic"])],
)  # fmt: skip
def test_scenarios_that_send_nothing(tmp_path, settings, says):
    refused(tmp_path, *(word for setting in settings for word in ("--set", setting)), says=says)
    sections = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        section, _, name = key.partition(".")
        sections.setdefault(section, []).append(f"{name} = {value}")
    text = "".join(f"[{section}]\n" + "\n".join(lines) + "\n" for section, lines in sections.items())
    refused(tmp_path, write(tmp_path / "case.toml", text.encode()), says=says)


def test_an_empty_scenario_is_refused(tmp_path):
    refused(tmp_path, write(tmp_path / "case.toml", b""), says=["without traffic", "traffic.frames=N"])


def test_a_value_that_cannot_be_is_named_first(tmp_path):
    refused(tmp_path, "--set", "rx.ring=12", says=["rx.ring", "found 12"])


@pytest.mark.parametrize("settings", [["tx.queues=2", "tx.packets=3"], ["traffic.duration=9us"],
                                      ["tx.queues=0", "tx.packets=3", "traffic.frames=1"]])  # fmt: skip
def test_scenarios_that_send_something(settings):
    done = call("run", *(word for setting in settings for word in ("--set", setting)))
    assert (done.returncode, done.stderr) == (0, "")


def test_section_without_key_names_one_of_its_keys(tmp_path):
    assert (
        refused(tmp_path, "--set", "tx=1", says="tx: unknown key")
        .rstrip()
        .rpartition(" ")[2]
        .startswith("tx.")
    )


@pytest.mark.parametrize("words", [["frob"], ["--frob"], ["frob", "--set", "tx.queues=1"], []])
def test_unknown_command_is_named_and_those_there_are(words):
    done = call(*words)
    assert (done.returncode, done.stdout) == (2, "")
    found = words[0] if words else "none"
    assert (
        done.stderr
        == f"ixsim: command: found {found}, accepted: run, batch, check, serve, show, diff, report, reproduce, cost, coverage, explore, compare, keys, profiles, strategies, registers, completion\n"
    )


@pytest.mark.parametrize(
    "words, found", [(["run", "--bad"], "--bad"), (["report"], "RESULT"), (["run", "--out"], "--out")]
)
def test_a_wrong_command_line_names_the_help_of_its_command(words, found):
    done = call(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert found in done.stderr and f"`ixsim {words[0]} --help` lists the options" in done.stderr


def test_help_names_every_trace():
    assert "fst,pcapng,spans,arbitration" in call("run", "--help").stdout


# Bad settings, and the words that the message must have: key, found, accepted.
IMPOSSIBLE = [
    (["rx.queues=0"], ["rx.queues", "found 0", "1 to 128"]),
    (["rx.pools=0"], ["rx.pools", "found 0", "accepted"]),
    (["rx.pools=4", "rx.queues=2"], ["rx.pools", "found 4", "rx.queues (2)"]),
    (["rx.pools=16", "rx.queues=64"], ["rx.pools", "found 16", "1 to 4"]),
    (["rx.queues=63"], ["rx.queues", "found 63", "multiples of rx.pools"]),
    (["rx.queues=65"], ["rx.queues", "found 65", "up to 64"]),
    (["rx.queues=129"], ["rx.queues", "found 129", "1 to 128"]),
    (["rx.ring=0"], ["rx.ring", "found 0", "multiples of 8"]),
    (["rx.ring=12"], ["rx.ring", "found 12", "multiples of 8"]),
    (["rx.ring=32768"], ["rx.ring", "found 32768", "8 to 32760"]),
    (["rx.ring=64", "rx.posted=64"], ["rx.posted", "found 64", "63"]),
    (["pcie.lanes=3"], ["pcie.lanes", "found 3", "1, 2, 4, 8 or 16"]),
    (["pcie.generation=0"], ["pcie.generation", "found 0", "1 to 3"]),
    (["pcie.generation=4"], ["pcie.generation", "found 4", "1 to 3"]),
    *[([f"device.profile={name}", "pcie.generation=3"],
       ["pcie.generation", "found 3", f"1 and 2 with device.profile {name}", "8 GT/s", "only custom accepts 3"])
      for name in ("82598", "82599", "X540", "82576", "82575")],
    (["pcie.transaction=packet"], ["pcie.transaction", "found", "request", "tlp"]),
    (["pcie.max_payload=200"], ["pcie.max_payload", "found 200", "128, 256 or 512"]),
    (["pcie.max_read_request=300"], ["pcie.max_read_request", "found 300", "128, 256, 512, 1024, 2048 or 4096"]),
    (["pcie.read_completion_boundary=100"], ["pcie.read_completion_boundary", "found 100", "64, 128 or 256"]),
    (["host.memory_mib=1"], ["host.memory_mib", "found 1"]),
    (["traffic.frames=0"], ["traffic.frames", "found 0", "accepted"]),
    (["traffic.frames=-5"], ["traffic.frames", "found -5", "accepted"]),
    (["traffic.frames=many"], ["traffic.frames", "found 'many'", "accepted"]),
    (["traffic.frames=15e-1"], ["traffic.frames", "found 1.5", "between 1 frames and 2 frames", "accepted"]),
    (["traffic.frames=1e19"], ["traffic.frames", "found", "accepted"]),
    (["traffic.frames=inf"], ["traffic.frames", "found inf", "accepted"]),
    (["traffic.frames=1 ms"], ["traffic.frames", "found '1 ms', a time", "(frames)"]),
    (["pcie.propagation_ns=64 kB"], ["pcie.propagation_ns", "found '64 kB', a size", "0 to 100000 (ns)", "a time in"]),
    (["pcie.propagation_ns=2.0005us"], ["pcie.propagation_ns", "not a whole number of ns", "between 2000 ns and 2001 ns"]),
    (["rx.moderation=125us"], ["rx.moderation", "found '125us'", "between 124928 ns (488) and 125184 ns (489)"]),
    (["rx.moderation=1 s"], ["rx.moderation", "found '1 s'", "0 to 65535 (units of 256 ns)"]),
    (["rx.max_frame=9 KB"], ["rx.max_frame", "'9 KB', whose unit is not known", "KiB"]),
    (["rx.max_frame=3 us"], ["rx.max_frame", "'3 us', a time", "a size in"]),
    (["rx.pause_time=1 us"], ["rx.pause_time", "'1 us', a time", "(slot times)"]),
    (["device.speed=2.5 Gb/s"], ["device.speed", "found '2.5 Gb/s'", '"10G" or "1G"', "rate"]),
    (["device.speed=10 GB"], ["device.speed", "found '10 GB', a size", '"10G" or "1G"']),
    (["traffic.load_percent=101%"], ["traffic.load_percent", "found '101%'", "1 to 100 (%)"]),
    (["pcie.max_payload=1 KiB"], ["pcie.max_payload", "found '1 KiB'", "128, 256 or 512"]),
    (["dcb.enabled=true", "dcb.rx_refill=100 B"], ["dcb.rx_refill", "between 64 bytes (1) and 128 bytes (2)"]),
    (["traffic.arrival=poisson"], ["interval"]),
    (["traffic.frame_size=63"], ["traffic.frame_size", "found 63", "64 to 16384"]),
    (["traffic.frame_size=[]"], ["traffic.frame_size", "accepted"]),
    (["rx.addresses=['02:00:00:00:00']"], ["rx.addresses", "accepted"]),
    (["rx.addresses=[['02:00:00:00:00:01', 9]]"], ["rx.addresses", "found 9"]),
    (["rx.vlans=[4096]"], ["rx.vlans", "found 4096"]),
    (["rx.rss=perhaps"], ["rx.rss", "found 'perhaps'", "true or false"]),
    (["host.mode=sleep"], ["host.mode", "found 'sleep'", '"interrupt" or "poll"']),
    (["device.profile=82574"], ["device.profile", "found 82574", "82598", "82599", "custom"]),
    (["device.rx_queues=8"], ["device.rx_queues", "found 8", "custom"]),
    (["device.profile=custom", "device.rx_queues=8", "device.pools=9"], ["device.pools", "found 9", "1 to 8", "device.rx_queues (8)"]),
    (["device.rules=82598"], ["device.rules", "82598", "only with custom"]),
    (["device.profile=custom", "device.rules=82575"], ["device.rules", "found 82575", "82599"]),
    (["device.profile=custom", "device.rules=82598", "device.rx_queues=129"], ["device.rx_queues", "found 129", "1 to 128"]),
    (["device.profile=custom", "device.rules=82598", "device.addresses=129"], ["device.addresses", "found 129", "1 to 128"]),
    (["device.profile=custom", "device.rules=82598", "device.vectors=21"], ["device.vectors", "found 21", "1 to 20"]),
    (["device.profile=custom", "device.rules=82598", "device.rx_queues=128", "device.pools=64"],
     ["device.pools", "found 64", "1 to 32", "device.tx_queues (32)"]),
    (["device.profile=custom", "device.rules=82598", "device.pools=17", "device.rx_queues=128", "rx.rss=true",
      "rx.pools=9", "rx.queues=9"], ["rx.pools", "found 9", "with rx.rss are 1 to 8"]),
    (["device.profile=82575", "device.speed=10G"], ["device.speed", "10G", "82575"]),
    (["device.profile=82576", "rx.queues=17", "rx.pools=1"], ["rx.queues", "found 17"]),
    (["device.profile=82599", "tx.queues=128", "rx.pools=65"], ["rx.pools", "found 65"]),
    (["rx.replicate=true"], ["rx.replicate", "82598"]),
    (["device.profile=82599", "rx.moderation=5000"], ["rx.moderation", "found 5000", "4088"]),
    (["device.profile=82576", "rx.moderation=2000"], ["rx.moderation", "found 2000", "1996"]),
    (["host.refill=600"], ["host.refill", "found 600", "rx.ring"]),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "says"), IMPOSSIBLE, ids=lambda value: " ".join(value)[:60])
def test_impossible_settings(tmp_path, settings, says):
    words = [word for setting in ["traffic.frames=10", *settings] for word in ("--set", setting)]
    refused(tmp_path, *words, says=says)


@pytest.mark.parametrize("text", ["novalue", "=1", "", "rx.queues", "rx.queues=", "rx.queues=1\nrx.pools=1"])
def test_bad_set(tmp_path, text):
    refused(tmp_path, "--set", text, says="--set")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--set", "traffic.frames=10", "--check", "vhdl"], ["--check", "vhdl", "rtl"]),
        (
            ["--set", "traffic.frames=10", "--check", "rtl:sometimes"],
            ["--check", "rtl:sometimes", "rtl:every-cycle"],
        ),
        (["--set", "traffic.frames=10", "--rtl", "mine.v"], ["--rtl", "--check rtl"]),
        (["--set", "traffic.frames=10", "--check", "rtl", "--rtl", "nowhere.v"], ["nowhere.v"]),
        (["--set", "traffic.frames=10", "--seed", "-1"], ["seed", "-1"]),
        (["--set", "traffic.frames=10", "--profile", "82574"], ["82574"]),
        (
            ["--set", "traffic.frames=10", "--profile", "82576", "--check", "rtl"],
            ["--check rtl", "82576", "82598", "82599"],
        ),
        (
            ["--set", "traffic.frames=10", "--profile", "custom", "--check", "rtl"],
            ["--check rtl", "custom with device.rules 82599", "device.rules=82598"],
        ),
        (["--frobnicate"], ["--frobnicate"]),
        (["--set"], ["--set"]),
        ([], ["nothing to run"]),
        (["nowhere.toml"], ["nowhere.toml", "No such file"]),
        (["one.toml", "two.toml"], ["two.toml"]),
    ],
)
def test_bad_usage(tmp_path, arguments, says):
    refused(tmp_path, *arguments, says=says)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"[rx\nqueues = 4\n", ["case.toml:", "not TOML"]),
        (b"[rx]\nqueues = 4\nqueues = 5\n", ["case.toml:3", "not TOML"]),
        (b"[rx]\nqueues = 'four'\n", ["case.toml:2", "rx.queues", "found 'four'", "accepted"]),
        (b"[rx]\nqueues = 4.5\n", ["case.toml:2", "rx.queues", "accepted"]),
        (b"rx = 5\n", ["case.toml:1", "rx"]),
        (b"\xff\xfe\x00[\n", ["case.toml", "not TOML"]),
        (b"[traffic]\npcap = 'gone.pcap'\n", ["gone.pcap", "No such file"]),
    ],
)
def test_bad_scenario(tmp_path, text, says):
    refused(tmp_path, write(tmp_path / "case.toml", text), says=says)


# --- Places that cannot be written to.


def test_file_as_output(tmp_path):
    (tmp_path / "file").write_text("mine\n")
    refused(tmp_path, "--set", "traffic.frames=10", "--out", tmp_path / "file", says="file", out=False)
    refused(
        tmp_path, "--set", "traffic.frames=10", "--out", tmp_path / "file/below", says="file/below", out=False
    )
    assert (tmp_path / "file").read_text() == "mine\n"


def test_output_that_cannot_be_made(tmp_path):
    refused(
        tmp_path,
        "--set",
        "traffic.frames=10",
        "--out",
        "/proc/ixsim",
        says=["/proc/ixsim", "No such file"],
        out=False,
    )


def test_read_only_output(tmp_path):
    place = tmp_path / "closed"
    place.mkdir()
    place.chmod(stat.S_IRUSR | stat.S_IXUSR)
    # Root may write anywhere unless it gives that up.
    root = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--inh-caps", "-all")
    done = call("run", "--set", "traffic.frames=10", "--out", place, prefix=root if os.geteuid() == 0 else ())
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and "closed: cannot be written: Permission denied" in done.stderr
    assert listing(tmp_path) == ["closed"]


def test_result_that_cannot_be_replaced(tmp_path):
    """A directory stands where the file should go: refused, and nothing partial stays."""
    (tmp_path / "out/result.json").mkdir(parents=True)
    before = listing(tmp_path)
    done = call("run", "--set", "traffic.frames=10", "--out", tmp_path / "out")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "result.json" in done.stderr
    assert listing(tmp_path) == before


def test_events_that_cannot_be_written(tmp_path):
    refused(
        tmp_path, "--set", "traffic.frames=10", "--dump-events", "/nowhere/events", says="/nowhere/events"
    )


def test_pipe_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "events")
    refused(
        tmp_path,
        "--set",
        "traffic.frames=10",
        "--dump-events",
        tmp_path / "events",
        says="not a regular file",
    )
    assert stat.S_ISFIFO((tmp_path / "events").stat().st_mode)


def test_full_disk(tmp_path):
    """No file may pass 512 bytes, as if the disk were full: refused, and nothing partial stays."""
    small = ("sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$@"', "sh")
    for words in (["--out", tmp_path / "out"], ["--dump-events", tmp_path / "events"]):
        done = call("run", "--set", "traffic.frames=100", *words, prefix=small)
        assert done.returncode == 2, done.stdout + done.stderr
        assert done.stderr.count("\n") == 1 and "cannot be written: File too large" in done.stderr
        assert listing(tmp_path) == []

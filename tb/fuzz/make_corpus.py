"""Writes the first inputs of fuzzing: one small file for each kind of input that a target knows.

Usage: make_corpus.py DIR. DIR gets a folder for each target, and a dictionary TARGET.dict for targets that read text.
"""

import json
import random
import re
import struct
import sys
from pathlib import Path

FRAMES = [
    bytes.fromhex("ffffffffffff0200000000010806") + bytes(46),
    bytes.fromhex("0200000000020200000000018100006408004500002e") + bytes(range(64)),
    bytes.fromhex("33330000000102000000000186dd6000000000203aff") + bytes(90),
]


def pcap(
    order: str, magic: int, *, version: tuple[int, int] = (2, 4), snap: int = 65535, extra: int = 0
) -> bytes:
    """A pcap file of every frame; `order` is '<' or '>', `extra` bytes follow each record header."""
    out = struct.pack(order + "IHHiIII", magic, *version, 0, 0, snap, 1)
    for number, frame in enumerate(FRAMES):
        kept = frame[:snap]
        out += struct.pack(order + "IIII", 1, number * 100, len(kept), len(frame)) + bytes(extra) + kept
    return out


def block(order: str, kind: int, body: bytes) -> bytes:
    """A pcapng block round `body`, padded to words."""
    body += bytes(-len(body) % 4)
    size = struct.pack(order + "I", len(body) + 12)
    return struct.pack(order + "I", kind) + size + body + size


def option(order: str, code: int, value: bytes) -> bytes:
    """A pcapng option, padded to words."""
    return struct.pack(order + "HH", code, len(value)) + value + bytes(-len(value) % 4)


def section(order: str) -> bytes:
    """A pcapng section header of unknown length."""
    return block(order, 0x0A0D0D0A, struct.pack(order + "IHHq", 0x1A2B3C4D, 1, 0, -1))


def interface(order: str, snap: int = 0, options: bytes = b"") -> bytes:
    """A pcapng Ethernet interface."""
    end = option(order, 0, b"") if options else b""
    return block(order, 1, struct.pack(order + "HHI", 1, 0, snap) + options + end)


def pcapng(order: str) -> bytes:
    """Two interfaces with other time units, an FCS and every kind of packet block."""
    resolution = (
        option(order, 9, b"\x09")
        + option(order, 13, b"\x04")
        + option(order, 14, struct.pack(order + "q", 5))
    )
    out = section(order) + interface(order) + interface(order, 64, resolution)
    for number, frame in enumerate(FRAMES):
        kept = frame[:64]
        packed = struct.pack(order + "IIIII", number % 2, 0, 1000 * number, len(kept), len(frame)) + kept
        packed += bytes(-len(packed) % 4)
        flags = option(order, 2, struct.pack(order + "I", 0x01000000)) + option(order, 0, b"")
        out += block(order, 6, packed + (flags if number == 1 else b""))
    out += block(order, 3, struct.pack(order + "I", len(FRAMES[0])) + FRAMES[0])
    out += block(order, 2, struct.pack(order + "HHIIII", 1, 0, 0, 9000, 60, 60) + FRAMES[0][:60])
    out += block(order, 0xBAD, b"unknown blocks are passed over")
    return out + section(order) + interface(order)


def captures() -> dict[str, bytes]:
    """Inputs of capture_reader_fuzz: capture files."""
    files = {}
    for order, name in (("<", "little"), (">", "big")):
        files[f"{name}_us.pcap"] = pcap(order, 0xA1B2C3D4)
        files[f"{name}_ns.pcap"] = pcap(order, 0xA1B23C4D, snap=60)
        files[f"{name}_long_headers.pcap"] = pcap(order, 0xA1B2CD34, extra=8)
        files[f"{name}_old.pcap"] = pcap(order, 0xA1B2C3D4, version=(2, 2))
        files[f"{name}.pcapng"] = pcapng(order)
    files["cut.pcapng"] = files["little.pcapng"][:-3]
    return files


def command_lists(cases: Path) -> dict[str, bytes]:
    """Inputs of header_parser_fuzz: one frame command for each checksum case, and one with writes and a reset."""
    files = {}
    for number, case in enumerate(json.loads(cases.read_text())):
        frame = bytes.fromhex(case["frame"])
        if len(frame) <= 256:
            files[f"frame_{number:03}"] = bytes([0, len(frame) - 1]) + frame
    writes = b"".join(bytes([3 | 0x20, group]) + bytes(4) + bytes([0xFF] * 4) for group in range(14))
    some = list(files.values())[:4]
    files["writes_and_reset"] = writes + some[0] + bytes([0xE7]) + writes + b"".join(some)
    return files


def scenarios(tree: list[Path]) -> dict[str, bytes]:
    """Inputs of scenario_fuzz: scenario files, and values of --set behind '=' and a byte that chooses the key."""
    files = {path.name: path.read_bytes() for path in tree}
    files |= {
        "rx.toml": b'[rx]\nqueues = 32\npools = 2\nstations = ["02:00:00:00:00:01", ["02:00:00:00:00:02", 1]]\n',
        "traffic.toml": b'[traffic]\nframe_size = [[64, 7], [594, 4]]\nscale = "1/3"\nvlans = [1, 4095]\n',
        "device.toml": b'[device]\nprofile = "82598"\nports = 2\n[pcie]\ndllp = "none"\nlanes = 4\n',
        "host.toml": b'[host]\nmode = "poll"\nservice_time_ns = 1000\n[simulation]\nseed = 9\n',
        "unknown.toml": b"rx.quues = 3\n",
        "broken.toml": b"[rx\nqueues = ",
        "date.toml": b"traffic.scale = 1979-05-27T07:32:00Z\n",
        "lines.toml": b'traffic.pcap = """a\nb"""\n',
        "inline.toml": b"rx = {queues = 0x4, pools = inf}\n",
        "array_of_tables.toml": b"[[rx]]\nring = 8\n",
    }
    beyond = [
        "rx.vlans = [4096]",
        "traffic.vlans = [4096]",
        "rx.vectors = 17",
        "rx.ring = 65536",
        "rx.pools = 65",
    ]
    beyond += ["traffic.frame_size = 16385", "traffic.frame_size = [[64, 0]]", "rx.buffer_kib = 17"]
    beyond += ["traffic.load_percent = 101", 'traffic.scale = "0/1"', "device.ports = 3", "pcie.lanes = 17"]
    for number, line in enumerate(beyond):
        files[f"beyond_{number:02}.toml"] = line.encode()
    for number, value in enumerate((b"7", b"true", b'"imix"', b"[[64, 1]]", b"1e9", b"-3", b"word")):
        files[f"set_{number}"] = b"=" + bytes([11 * number]) + value
    return files


def scenario_words(source: Path) -> bytes:
    """A dictionary of the keys that the scenario reader knows."""
    keys = sorted(set(re.findall(r'"([a-z]+\.[a-z_]+)"', source.read_text())))
    return "".join(f'"{word}"\n' for key in keys for word in (key, key.split(".")[1])).encode()


def programs(each: int) -> dict[str, bytes]:
    """Inputs of core_fuzz and socket_fuzz: two bytes that choose the device, and commands by chance.

    Each member of the family has `each` of them, of 60 to 6,000 bytes.
    """
    chance = random.Random(1)
    return {
        f"device_{kind}_{options:03}": bytes([options, kind]) + chance.randbytes(60 + 24 * options)
        for kind in range(5)
        for options in range(kind, 256, 256 // each)
    }


def clients(each: int) -> dict[str, bytes]:
    """Inputs of serve_fuzz: a byte of options, and commands by chance."""
    chance = random.Random(2)
    return {
        f"client_{options:02}_{number}": bytes([options]) + chance.randbytes(60 << 2 * number)
        for options in range(16)
        for number in range(each)
    }


def peers(each: int) -> dict[str, bytes]:
    """Inputs of link_peer_fuzz: whole tests of iperf3 of each kind, and commands by chance after them."""
    chance = random.Random(3)
    control, first, second = 0x00, 0x10, 0x20

    def opened(port: int) -> bytes:
        """SYN, ACK and cookie."""
        return bytes([port, port | 1, port | 6])

    data = {
        0: opened(first) + bytes([first | 2, 200]) + bytes(200) + bytes([first | 3, 50, 3, first | 3, 50, 0]),
        1: opened(first)
        + opened(second)
        + bytes([first | 9, 29, first | 1, second | 15, 0, second | 1, 9, 39]),
        2: bytes([first | 11, first | 12, 100]) + bytes(100),
        3: bytes([first | 11, 9, 34]),
        4: opened(first) + opened(second) + bytes([second | 9, 28, second | 1]),
    }
    end = bytes([control | 1, control | 8, 0, control | 7, 5, control | 1, control | 8, 1, 16, control | 4])
    return {
        f"peer_{kind}_{number}": opened(control)
        + bytes([control | 7, kind])
        + middle
        + end
        + chance.randbytes(40 << number)
        for kind, middle in data.items()
        for number in range(each)
    }


def main() -> None:
    """Writes every corpus."""
    out = Path(sys.argv[1])
    root = Path(__file__).resolve().parents[2]
    corpora = {
        "capture_reader_fuzz": captures(),
        "header_parser_fuzz": command_lists(root / "tb/conformance/data/checksum_cases.json"),
        "scenario_fuzz": scenarios(sorted(root.glob("tb/**/*.toml"))),
        "core_fuzz": programs(7),
        "socket_fuzz": programs(2),
        "serve_fuzz": clients(4),
        "link_peer_fuzz": peers(4),
    }
    for target, files in corpora.items():
        folder = out / target
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    (out / "scenario_fuzz.dict").write_bytes(scenario_words(root / "model/platform/scenario_keys.cpp"))


if __name__ == "__main__":
    main()

"""Writes captures for the tests, pcap by hand, so that broken ones can be made too; reads pcapng."""

import pathlib
import struct

ETHERNET, LINUX_COOKED, RAW_IP = 1, 113, 101


def pcap_header(link=ETHERNET, magic=0xA1B2C3D4):
    return struct.pack("<IHHiIII", magic, 2, 4, 0, 0, 65_535, link)


def pcap_record(seconds, microseconds, frame):
    return struct.pack("<IIII", seconds, microseconds, len(frame), len(frame)) + frame


def udp_frame(destination, source, length=96, flow=0):
    """An Ethernet frame without FCS: IPv4, UDP without checksum."""
    ip_length = length - 14
    header = struct.pack(">BBHHHBBH4s4s", 0x45, 0, ip_length, 0, 0, 64, 17, 0,
                         bytes([10, 0, flow >> 8, flow & 255]), bytes([10, 1, 0, 1]))  # fmt: skip
    total = sum(struct.unpack(">10H", header))
    total = (total & 0xFFFF) + (total >> 16)
    total = (total & 0xFFFF) + (total >> 16)
    header = header[:10] + struct.pack(">H", ~total & 0xFFFF) + header[12:]
    udp = struct.pack(">HHHH", 1_000 + flow % 60_000, 2_000, ip_length - 20, 0)
    return (destination + source + b"\x08\x00" + header + udp).ljust(length, b"\x55")


def write(path, *parts):
    path = pathlib.Path(path)
    path.write_bytes(b"".join(parts))
    return path


def read_pcapng(path):
    """The (interface, frame) pairs of a little-endian pcapng file."""
    data = pathlib.Path(path).read_bytes()
    at, frames = 0, []
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 6:  # enhanced packet block
            interface, _, _, captured, _ = struct.unpack_from("<IIIII", data, at + 8)
            frames.append((interface, data[at + 28 : at + 28 + captured]))
        at += length
    return frames

"""Compares `ethtool -S` of each port with the capture at the wire, and with the model's own counts of its queues.

The driver counts bytes of the wire in its names that end in _nic, FCS included, and those of packets elsewhere: without FCS,
and without the padding of short frames that it sends.
"""

import re
import struct

from full_system import register_trace

FCS = 4
HEADER = 14
SHORTEST = 60  # of a frame without FCS
BROADCAST = b"\xff" * 6
# From the start of a frame to its count, and from a read to its effect, at most; in picoseconds.
MARGIN = 20_000_000
ENTRIES = 128  # of the redirection table
QUEUE = re.compile(
    r"^queue (\d+)\.(\d+)  received (\d+) frames, (\d+) bytes; sent (\d+) frames, (\d+) bytes; dropped (\d+)$",
    re.MULTILINE,
)


def frames(capture):
    """The frames, as time in picoseconds and bytes with FCS, of each interface of a pcapng file: those to each port, then those
    from each port."""
    data = capture.read_bytes()
    found = []
    at = 0
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 1:  # interface description block
            found.append([])
        if kind == 6:  # enhanced packet block
            interface, high, low, _, size = struct.unpack_from("<5I", data, at + 8)
            found[interface].append((high << 32 | low, data[at + 28 : at + 28 + size]))
        at += length
    return found


def between_reads(registers, port, low, high, wire):
    """The bytes of the frames that the driver of the 82599 can miss: it reads `low` and then `high`, which clears both. What is
    counted in between is lost. `registers`: lines of a trace."""
    bytes_lost, start = 0, None
    for access in register_trace.accesses(registers, "read"):
        if access.port != port:
            continue
        if access.name == low:
            start = access.time
        elif access.name == high and start is not None:
            first, last = start - MARGIN, access.time + MARGIN
            bytes_lost += sum(len(frame) for time, frame in wire if first <= time <= last)
            start = None
    return bytes_lost


def model_queues(log):
    """The model's counts, by (port, queue): received frames and bytes, sent frames and bytes, dropped frames."""
    return {(int(port), int(queue)): tuple(map(int, rest)) for port, queue, *rest in QUEUE.findall(log)}


def packet_bytes(frame):
    """The bytes of a frame as its sender's stack has them: without FCS and padding. IPv4 and ARP."""
    kind = frame[12:14]
    if kind == b"\x08\x06":
        return HEADER + 28
    if kind == b"\x08\x00":
        return HEADER + struct.unpack_from(">H", frame, HEADER + 2)[0]
    return len(frame) - FCS


def rss_hash(key, data):
    """The Toeplitz hash. Source: Microsoft, "Verifying the RSS hash calculation"."""
    bits = int.from_bytes(key, "big")
    found = 0
    for place in range(8 * len(data)):
        if data[place // 8] >> (7 - place % 8) & 1:
            found ^= bits >> (8 * len(key) - 32 - place) & 0xFFFFFFFF
    return found


def receive_queue(key, queues, frame):
    """The queue that RSS chooses: entry n of the table names queue n modulo `queues`. Frames that are not IPv4 have no hash,
    and no TCP is in the capture."""
    hashed = rss_hash(key, frame[26:34]) if frame[12:14] == b"\x08\x00" else 0
    return hashed % ENTRIES % queues


def port_counts(captured, port, ports, key, queues):
    """Returns a port's counts in the capture, by the driver's names."""
    received, sent = captured[port], captured[ports + port]
    found = {"broadcast": 0, "multicast": 0}
    for side, whole in (("rx", received), ("tx", sent)):
        found |= {
            f"{side}_pkts_nic": len(whole),
            f"{side}_packets": len(whole),
            f"{side}_bytes_nic": sum(map(len, whole)),
        }
    found["rx_bytes"] = sum(len(frame) - FCS for frame in received)
    found["tx_bytes"] = sum(map(packet_bytes, sent))
    for queue in range(queues):
        found |= {f"rx_queue_{queue}_packets": 0, f"rx_queue_{queue}_bytes": 0}
    for frame in received:
        if frame[:6] == BROADCAST:
            found["broadcast"] += 1
        elif frame[0] & 1:
            found["multicast"] += 1
        queue = receive_queue(key, queues, frame)
        found[f"rx_queue_{queue}_packets"] += 1
        found[f"rx_queue_{queue}_bytes"] += len(frame) - FCS
    return found


def queue_differences(port, counters, model, queues):
    """Returns differences between the driver's and the model's counts of queues, and the bytes of padding.

    Sent bytes differ by the padding of short frames.
    """
    lines = []
    padding = 0
    for queue in range(queues):
        received, received_bytes, sent, sent_bytes, _ = model.get((port, queue), (0,) * 5)
        expected = {
            f"rx_queue_{queue}_packets": received,
            f"rx_queue_{queue}_bytes": received_bytes - FCS * received,
            f"tx_queue_{queue}_packets": sent,
        }
        for name, count in expected.items():
            if counters.get(name) != count:
                lines.append(f"port {port}: {name}: found {counters.get(name)}, the model has {count}")
        unpadded = counters.get(f"tx_queue_{queue}_bytes")
        if unpadded is None:
            lines.append(f"port {port}: tx_queue_{queue}_bytes: found {unpadded}, the model has {sent_bytes}")
            continue
        padded = sent_bytes - FCS * sent
        padding += padded - unpadded
        if not unpadded <= padded <= unpadded + SHORTEST * sent:
            lines.append(
                f"port {port}: tx_queue_{queue}_bytes: found {unpadded}, the model has {padded} with padding"
            )
    return lines, padding


def differences(capture, registers, log, ports, counters, keys):
    """Returns the differences, a line each.

    `registers`: a trace, as lines; `log` of the server; `ports`: number of ports, each of which has to be reported;
    `counters` of the guest, by port and name; `keys`: number of receive queues and RSS key, by port.
    """
    timed, model = frames(capture), model_queues(log)
    captured = [[frame for _, frame in wire] for wire in timed]
    if len(captured) != 2 * ports:
        return [f"{capture}: found {len(captured)} interfaces, expected {2 * ports}"]
    lines = [
        f"port {port}: the guest reports no {kind}: see the scenario counters in console.log"
        for kind, reported in (("counters", counters), ("RSS key", keys))
        for port in range(ports)
        if port not in reported
    ]
    lines += [f"port {port}: the device has {ports} ports" for port in counters if port >= ports]
    for port, found in counters.items():
        if port >= ports or port not in keys:
            continue
        queues, key = keys[port]
        key = bytes.fromhex(key.replace(":", ""))
        for name, count in port_counts(captured, port, ports, key, queues).items():
            missed = 0
            if name in ("rx_bytes_nic", "tx_bytes_nic") and found.get(name) != count:
                words = ("GORCL", "GORCH") if name[0] == "r" else ("GOTCL", "GOTCH")
                wire = timed[port if name[0] == "r" else ports + port]
                missed = between_reads(registers, port, *words, wire)
            if name not in found or not count - missed <= found[name] <= count:
                lines.append(
                    f"port {port}: {name}: found {found.get(name)}, the capture at the wire has {count}"
                )
        more, padding = queue_differences(port, found, model, queues)
        lines += more
        sent = captured[ports + port]
        expected_padding = sum(len(frame) - FCS - packet_bytes(frame) for frame in sent)
        if padding != expected_padding:
            lines.append(
                f"port {port}: padding of sent frames: found {padding}, the capture has {expected_padding}"
            )
    return lines


def check(folder, ports, counters, keys):
    """Compares the counters that a guest reports with the files of its boot in a folder. Returns the problems, a line each: a
    file or a port without which nothing is compared is one."""
    files = [folder / f"device0/{name}" for name in ("frames.pcapng", "registers.txt")]
    lacking = [f"{file}: not found: the counters are not compared" for file in files if not file.exists()]
    if lacking:
        return lacking
    capture, registers = files
    log = (folder / "server0.log").read_text(errors="replace")
    return differences(capture, registers.read_text().splitlines(), log, ports, counters, keys)

"""Processor time of the servers in a measured stretch of a boot: its limit, and the time that each frame takes."""

import re


def problems(measured, highest):
    """Returns the errors, a line each. Each server must stay below the limit of a stretch, and each stretch must be measured.

    `measured` has the seconds of each stretch, and the processor time of the servers in it (machine.watch). `highest` has the
    limit of each stretch, in percent of a core.
    """
    lines = []
    for name, limit in highest.items():
        found = measured.get(name, {})
        if not found.get("seconds"):
            lines.append(f"{name}: not measured")
            continue
        servers = {key: spent for key, spent in found.items() if re.fullmatch(r"server\d+", key)}
        # One server is in the sum alone.
        for server, spent in (servers or {"server0": found["servers"]}).items():
            share = 100 * spent / found["seconds"]
            if share >= limit:
                lines.append(
                    f"{name}: {server} takes {share:.2f} % of a core, accepted: less than {limit:g} %"
                )
    return lines


def per_frame(found):
    """Returns the processor time of a frame in words; empty if the stretch counts no frames."""
    sent, received = found.get("sent", 0), found.get("received", 0)
    if "servers" not in found or sent + received == 0:
        return ""
    frame = 1e6 / (sent + received)
    text = f"{frame * (found['servers'] + found['qemu']):.1f} us with QEMU"
    if not found["servers"]:
        return f": {text}"
    if "server1" not in found:
        # The server has both ends of the wire.
        return f": {frame * found['servers']:.2f} us of the server a frame, {text}"
    # One server receives the frames that the other one sends: two equations.
    if sent == received:
        return ""
    first, second = 1e6 * found["server0"], 1e6 * found["server1"]
    determinant = sent**2 - received**2
    to_send = (first * sent - second * received) / determinant
    to_receive = (second * sent - first * received) / determinant
    return f": {to_send:.2f} us of a server to send a frame, {to_receive:.2f} us to receive one, {text}"

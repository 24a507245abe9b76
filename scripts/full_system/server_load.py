"""Checks the share of a core that each server of the model takes in a measured stretch of a boot."""

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

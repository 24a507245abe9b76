"""Checks the kernel log of a guest: each warning of the driver or of the kernel must be in a list of allowed lines."""

import re
import tomllib

# Levels of the kernel: warning and worse.
WARNING = 4
# Drivers, their interfaces, the bus, and alarms of the kernel. Other messages, for instance about a missing disk or screen,
# do not concern the device.
CONCERNED = re.compile(
    r"ixgbe|\beth\d|pci 0000:|NETDEV|\bAER\b|pcieport|DMAR|WARNING:|BUG:|Oops|Call Trace|hung|Hang|rcu.*stall|irq \d+: nobody"
)
MOST = 10


def read_allowed(path):
    """The allowed lines: pattern, condition in the driver, reason. At most ten."""
    lines = tomllib.loads(path.read_text())["line"]
    if len(lines) > MOST:
        raise ValueError(f"{path}: found {len(lines)} lines, accepted are {MOST}")
    for line in lines:
        if set(line) != {"pattern", "condition", "reason"}:
            raise ValueError(f"{path}: found keys {sorted(line)}, accepted: condition, pattern, reason")
    return lines


def unexpected(log, allowed):
    """The lines of `dmesg -r` that nothing allows."""
    patterns = [re.compile(line["pattern"]) for line in allowed]
    found = []
    for line in log:
        level = re.match(r"<(\d+)>", line)
        if level is None or int(level[1]) % 8 > WARNING or not CONCERNED.search(line):
            continue
        if not any(pattern.search(line) for pattern in patterns):
            found.append(line)
    return found

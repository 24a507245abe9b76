"""Reads from the log of a server how many frames and grants its RTL checks compared. Source: ServedDevice::checked()."""

import re

CLASSIFIER = re.compile(r"RTL classifier: (\d+) decisions of (\d+) frames compared")
SCHEDULER = re.compile(r"RTL scheduler: (\d+) of (\d+) grants compared, (\d+) of them among several queues")


def compared(log):
    """The counts by name; empty for a server without RTL checks. "contested" counts grants among several queues."""
    found = {}
    for pattern, names in (
        (CLASSIFIER, ("decisions", "frames")),
        (SCHEDULER, ("grants", "all_grants", "contested")),
    ):
        match = pattern.search(log)
        if match is not None:
            found |= dict(zip(names, map(int, match.groups()), strict=True))
    return found


def problems(counts, contested):
    """Returns what is missing, a line each.

    All frames and grants must be compared. At least `contested` grants must be among several queues.
    """
    lines = []
    if counts and counts["decisions"] != counts["frames"]:
        lines.append(f"RTL classifier: {counts['decisions']} of {counts['frames']} frames compared")
    if counts.get("grants", 0) != counts.get("all_grants", 0):
        lines.append(f"RTL scheduler: {counts['grants']} of {counts['all_grants']} grants compared")
    if counts.get("contested", 0) < contested:
        found = counts.get("contested", "no")
        lines.append(f"RTL scheduler: {found} grants among several queues, expected {contested}")
    return lines

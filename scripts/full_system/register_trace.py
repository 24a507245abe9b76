"""Checks that a driver wrote bits that a boot needs, in the trace of registers."""


def written(trace):
    """Returns the bits that any write set, by register. `trace`: lines of registers.txt."""
    found = {}
    for line in trace:
        words = line.split()
        if len(words) == 9 and words[6] == "write":
            found[words[8]] = found.get(words[8], 0) | int(words[7], 16)
    return found


def problems(file, wanted):
    """Returns the registers whose wanted bits no write set, a line each. A trace that is missing is a problem."""
    if not wanted:
        return []
    if not file.exists():
        return [f"{file}: not found: {', '.join(wanted)} not checked"]
    found = written(file.read_text().splitlines())
    return [
        f"{name}: the driver sets {found.get(name, 0):#x}, expected {bits:#x}"
        for name, bits in wanted.items()
        if found.get(name, 0) & bits != bits
    ]

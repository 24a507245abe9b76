"""Generates all files that follow from the register description.

Run it after a change of model/nic/registers/*.rdl:

    .venv/bin/python scripts/registers/generate.py           # writes
    .venv/bin/python scripts/registers/generate.py --check   # writes nothing, exit 1 if something is out of date
"""

import argparse
import sys
from pathlib import Path

from systemrdl import RDLCompileError

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from registers import c_header, cpp, description, markdown


def generate(tree: Path) -> dict[Path, str]:
    """Returns the expected content of each generated file of the tree."""
    folder = tree / "model/nic/registers"
    everything = description.load(folder)
    spaces = description.SPACES
    fidelity = tree / "docs/fidelity.md"
    return {
        folder / "register_map.h": cpp.header(everything),
        folder / "register_map.cpp": cpp.source(everything),
        tree / "include/ixsim/registers_82598.h": c_header.header(
            everything.first, "82598", "the 82598", spaces
        ),
        tree / "include/ixsim/registers_82599.h": c_header.header(
            everything.successor, "82599", "the 82599", spaces
        ),
        tree / "include/ixsim/registers_custom_82598.h": c_header.header(
            everything.custom, "CUSTOM_82598", "the custom 82598", spaces
        ),
        tree / "include/ixsim/registers_82599_vf.h": c_header.header(
            everything.virtual, "82599_VF", "a virtual function of the 82599", description.WINDOWS
        ),
        tree / "docs/registers.md": markdown.reference(everything),
        fidelity: markdown.fidelity(fidelity.read_text(), everything),
    }


def main() -> int:
    """Returns the exit status: 0 fine, 1 out of date (with --check), 2 the description is invalid."""
    parser = argparse.ArgumentParser(description="Generate what follows from the register description.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if a file is out of date")
    parser.add_argument("--tree", type=Path, default=Path(__file__).resolve().parents[2], help="source tree")
    arguments = parser.parse_args()
    try:
        wanted = generate(arguments.tree)
    except description.DescriptionError as error:
        print(f"registers: {error}", file=sys.stderr)
        return 2
    except RDLCompileError:
        return 2  # the compiler has reported the error and its place
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if arguments.check:
            print(f"{path.relative_to(arguments.tree)} is out of date: run scripts/registers/generate.py")
        else:
            path.write_text(wanted[path])
    return 1 if arguments.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())

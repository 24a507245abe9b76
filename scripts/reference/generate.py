"""Generates the pages that the program can describe itself: docs/scenario_keys.md, docs/ixsim.1 and the tables of docs/fidelity.md
and docs/mutation.md.

Run it after a change of a scenario key, of a command, of an option, of docs/fidelity.toml or of results of mutants:

    cmake --build build/release --target ixsim_program
    .venv/bin/python scripts/reference/generate.py           # writes
    .venv/bin/python scripts/reference/generate.py --check   # writes nothing, exit 1 if a page is out of date
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from reference import fidelity_tables, keys_page, manual_page, mutation_tables


def generate(tree: Path, program: Path) -> dict[Path, str]:
    """Returns the expected content of each page."""

    def ask(*words):
        return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout

    keys = json.loads(ask("keys", "--json"))
    commands = json.loads(ask("commands"))
    fidelity, mutation = tree / "docs/fidelity.md", tree / "docs/mutation.md"
    return {
        tree / "docs/scenario_keys.md": keys_page.page(keys),
        tree / "docs/ixsim.1": manual_page.page(commands, keys, ask("--version").strip()),
        fidelity: fidelity_tables.page(fidelity.read_text(), (tree / "docs/fidelity.toml").read_text()),
        mutation: mutation_tables.page(mutation.read_text(), tree),
    }


def main() -> int:
    """Returns the exit status: 0 fine, 1 out of date (with --check), 2 the program is missing."""
    tree = Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description="Generate the pages of scenario keys and of commands.")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if a page is out of date")
    parser.add_argument("--tree", type=Path, default=tree, help="source tree")
    parser.add_argument(
        "--program", type=Path, default=tree / "build/release/bin/ixsim", help="the program ixsim"
    )
    arguments = parser.parse_args()
    if not arguments.program.exists():
        print(
            f"--program: found no {arguments.program}, accepted: the path of a built ixsim", file=sys.stderr
        )
        return 2
    wanted = generate(arguments.tree, arguments.program)
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if arguments.check:
            print(f"{path.relative_to(arguments.tree)} is out of date: run scripts/reference/generate.py")
        else:
            path.write_text(wanted[path])
    return 1 if arguments.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())

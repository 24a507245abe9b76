"""Runs a sub-command: python -m ixsim cost ..."""

import sys
from importlib import import_module

COMMANDS = {
    "check": "ixsim.check.regression",
    "cost": "ixsim.cost.command",
    "coverage": "ixsim.check.command",
}


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        found = sys.argv[1] if len(sys.argv) > 1 else "nothing"
        print(f"ixsim: sub-command: found {found}, accepted: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    return import_module(COMMANDS[sys.argv[1]]).main(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())

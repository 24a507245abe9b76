"""Runs a sub-command: python -m ixsim COMMAND ..."""

import os
import signal
import sys
from importlib import import_module

COMMANDS = {
    "check": "ixsim.check.regression",
    "cost": "ixsim.cost.command",
    "coverage": "ixsim.check.command",
    "explore": "ixsim.explore",
    "compare": "ixsim.report.compare_command",
    "report": "ixsim.report.report_command",
    "run": "ixsim.report.run_command",
}


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1] not in COMMANDS:
        found = sys.argv[1] if len(sys.argv) > 1 else "nothing"
        print(f"ixsim: sub-command: found {found}, accepted: {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    command = sys.argv[1]
    try:
        module = import_module(COMMANDS[command])
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] == "ixsim":
            raise
        print(
            f"ixsim {command}: {sys.executable} has no package {error.name}; install it with pip, run scripts/setup "
            "in a source tree, or name another Python in IXSIM_PYTHON",
            file=sys.stderr,
        )
        return 2
    try:
        status = module.main(sys.argv[2:])
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of the output has ended, as `head` does. Python must find nothing to flush at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE


if __name__ == "__main__":
    sys.exit(main())

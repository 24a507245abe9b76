"""`ixsim report DIR` of a study."""

from . import page, scheduler_check
from .command import Parser, guarded


def command(arguments: list[str]) -> int:
    p = Parser(
        prog="ixsim report",
        allow_abbrev=False,
        description="Write the report of a study as one HTML page.",
    )
    p.add_argument("study", metavar="DIR", help="folder of a study")
    p.add_argument("--out", metavar="FILE", help="the page (report.html in the folder)")
    p.add_argument(
        "--no-checks", action="store_true", help="do not check schedulers against RTL; show recorded checks"
    )
    p.add_argument(
        "--grants",
        type=int,
        default=scheduler_check.GRANTS,
        metavar="N",
        help="grants of each check (%(default)s)",
    )
    given = p.parse_args(arguments)
    if given.grants < 1:
        p.error(f"--grants: found {given.grants}, accepted: 1 or more")
    print(page.write(given.study, given.out, page.Options(not given.no_checks, given.grants)))
    return 0  # fmt: skip


def main(arguments: list[str]) -> int:
    return guarded(command, "report", arguments)

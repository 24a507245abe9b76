"""ixsim in Python: runs, studies, regressions of checks and the cost of silicon.

    import ixsim
    ixsim.run("x.toml", **{"rx.queues": 8})["rx.throughput"]
    results = ixsim.Study("q.toml").run("out")
    results.points, results.pareto("throughput", "transistors")

The program `ixsim` does the runs. It is found through IXSIM_PROGRAM, otherwise in the build of the source tree or in
PATH.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import Result, Results, RunError, Study, run
    from .errors import StudyError, WorkerError

__all__ = ["Result", "Results", "RunError", "Study", "StudyError", "WorkerError", "run"]


def __getattr__(name: str) -> Any:
    # Tables need pandas and pyarrow, which take a second to load; `ixsim cost` does not need them.
    if name in __all__:
        from . import api, errors

        return getattr(errors if hasattr(errors, name) else api, name)
    raise AttributeError(f"module 'ixsim' has no attribute {name!r}")

"""The report of a study: one HTML page from the tables of its folder, and the comparison of two studies.

import ixsim.report
ixsim.report.write("out")          # writes out/report.html
"""

from typing import TYPE_CHECKING, Any

from ..errors import StudyError

if TYPE_CHECKING:
    from .folder import StudyFolder
    from .page import write

__all__ = ["StudyError", "StudyFolder", "write"]


def __getattr__(name: str) -> Any:
    # Plots need altair, which takes half a second to load; `ixsim compare` and `ixsim run DIR#POINT` draw none.
    if name == "write":
        from .page import write

        return write
    if name == "StudyFolder":
        from .folder import StudyFolder

        return StudyFolder
    raise AttributeError(f"module 'ixsim.report' has no attribute {name!r}")

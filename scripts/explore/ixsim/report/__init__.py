"""The report of a study: one HTML page from the tables of its folder, and the comparison of two studies.

import ixsim.report
ixsim.report.write("out")          # writes out/report.html
"""

from ..errors import StudyError
from .folder import StudyFolder
from .page import write

__all__ = ["StudyError", "StudyFolder", "write"]

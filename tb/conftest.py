"""Counts the assert statements that are executed, by the file that contains them, for scripts/assertions.

At the end of pytest it appends one line "<count> <file>" for each file to <process>.txt in the folder of the
environment variable IXSIM_ASSERTIONS; without the variable the counts are dropped. pytest rewrites assert statements;
here each gets a call before it. (pytest's own hook, pytest_assertion_pass, prints the values of each assertion that
passes: one test file takes ten times as long.) Modules that tests share are rewritten like the tests.
"""

import ast
import collections
import os
import pathlib

import pytest
from _pytest.assertion import rewrite

TB = pathlib.Path(__file__).resolve().parent
executed = collections.Counter()

visit_assert = rewrite.AssertionRewriter.visit_Assert


def count(file):
    executed[file] += 1


def visit_counted(self, node):
    call = ast.Expr(self.helper("count", ast.Constant(str(self.module_path))))
    return [ast.fix_missing_locations(ast.copy_location(call, node)), *visit_assert(self, node)]


rewrite.count = count
rewrite.AssertionRewriter.visit_Assert = visit_counted
# Files in which pytest has kept modules without the calls are not taken.
rewrite.PYC_TAIL = "-counted" + rewrite.PYC_TAIL

modules = {path.parent.name if path.stem == "__init__" else path.stem for path in TB.rglob("*.py")}
pytest.register_assert_rewrite(*(modules - {"conftest"}))


def pytest_unconfigure():
    if folder := os.environ.get("IXSIM_ASSERTIONS"):
        with open(f"{folder}/{os.getpid()}.txt", "a") as out:
            out.writelines(f"{number} {file}\n" for file, number in sorted(executed.items()))

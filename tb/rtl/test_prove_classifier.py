"""scripts/prove_classifier finds errors planted in one form of the RTL classifier. classifier_forms proves those of the tree."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# (module that differs, file, found, planted, reason)
ERRORS = [
    ("l2c_rar", "l2c_equal.v", "assign y = a == b;", "assign y = a == b || &a;", "they differ"),
    ("l2c_rar", "l2c_rar.v", "if (rst) valid", "if (rst && LEAF_PAIRS == 0) valid", "they differ"),
    ("l2c_rar", "l2c_match.v", "[LEAVES-1:2*THIRD]", "[LEAVES-2:2*THIRD]", "only one form has"),
    ("l2c_rar", "l2c_rar.v", "leaves[2]) &&", "leaves[2] ^ (valid & 1'bz)) &&", "a value is undefined"),
    ("l2c_product", "l2c_product.v", "^leaf[LEAVES-1:g*GROUP]", "^leaf[LEAVES-1:g*GROUP+1]", "they differ"),
]


def prove(tree):
    command = [tree / "scripts/prove_classifier", "--leaves", "2", "--sizes", "4,1,4"]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/prove_classifier", tmp_path / "scripts")
    (tmp_path / "rtl").mkdir()
    for file in (ROOT / "rtl").glob("l2c_*.v"):
        shutil.copy(file, tmp_path / "rtl")
    return tmp_path


def plant(tree, file, found, planted):
    text = (tree / "rtl" / file).read_text()
    assert text.count(found) == 1
    (tree / "rtl" / file).write_text(text.replace(found, planted))


@pytest.mark.parametrize("error", ERRORS, ids=[error[3] for error in ERRORS])
def test_an_error_in_one_form_is_found(tree, error):
    module, *edit, reason = error
    plant(tree, *edit)
    done = prove(tree)
    assert done.returncode == 1, done.stderr
    for line in done.stdout.splitlines():
        if line.startswith(module):
            assert "NOT PROVED" in line and reason in line
        else:
            assert line.endswith("proved equal")

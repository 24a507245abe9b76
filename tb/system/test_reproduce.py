"""`ixsim reproduce`: cases by name, figures that stand, a page that has them all, one line for bad input."""

import json
import re

import pytest
from program import ROOT, call

SHORT = ["ibm-netqueue-map", "fedex-native", "ibm-sriov-parity"]


def reproduce(*words):
    return call("reproduce", *words)


def names():
    return [line.split()[0] for line in reproduce("--list").stdout.splitlines()]


def test_every_case_stands_in_the_page_with_each_of_its_figures(tmp_path):
    page = (ROOT / "docs/validation.md").read_text()
    assert re.findall(r"^## (\S+)$", page, re.M) == names()
    file = tmp_path / "figures.json"
    result = reproduce("--quick", *SHORT, "--json", file)
    assert result.returncode == 0, result.stdout
    for case in json.loads(file.read_text()):
        part = page.split(f"## {case['case']}\n")[1].split("\n## ")[0]
        for figure in case["figures"]:
            assert f"| {figure['name']} |" in part


def test_figures_say_their_kind_and_whether_they_hold():
    result = reproduce("--quick", "ibm-netqueue-map")
    assert result.returncode == 0
    assert re.search(r"receive queues of a port +64 +64 queues +\+0.0 % +structural +holds", result.stdout)
    assert result.stdout.splitlines()[-1] == "4 of 4 published figures hold"


def test_the_same_seed_gives_the_same_figures(tmp_path):
    texts = []
    for name in ("a", "b"):
        reproduce("--quick", "fedex-native", "--seed", "3", "--json", tmp_path / name)
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "reproduce: found no case, accepted are names of --list, or --all"),
        (["nothing"], "case: found nothing, accepted are intel-microsoft-vmq-2009"),
    ],
)
def test_bad_input_is_one_line(words, message):
    result = reproduce(*words)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1 and message in result.stderr

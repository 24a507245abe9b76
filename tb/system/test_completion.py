"""Completion of command lines: the answers of the shells' functions, called as the shells call them."""

import os
import shutil
import subprocess

import pytest
from program import ROOT, call, program
from scenario_space import ALL_KEYS as KEYS

BASH = ROOT / "model/cli/ixsim.bash"
BREAKS = "=:"  # of bash's COMP_WORDBREAKS, those that divide our words


def divided(words):
    """The words as bash divides them."""
    parts = []
    for word in words:
        part = ""
        for letter in word:
            if letter in BREAKS:
                parts += [part] * bool(part) + [letter]
                part = ""
            else:
                part += letter
        parts += [part] * bool(part or not word or word[-1] in BREAKS)
    return parts


def completed(*words, cwd=None):
    """The candidates for the last word, as Readline would put them behind its part of the word."""
    script = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ixsim; printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(
        ["bash", "--norc", "-c", script, "bash", BASH, program(), *divided(words)],
        capture_output=True, text=True, check=True, cwd=cwd,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.split()


def test_commands():
    assert set(completed("")) == {
        "run",
        "batch",
        "check",
        "show",
        "diff",
        "report",
        "reproduce",
        "cost",
        "coverage",
        "explore",
        "compare",
        "serve",
        "keys",
        "profiles",
        "strategies",
        "registers",
        "completion",
    }
    assert completed("r") == ["run", "report", "reproduce", "registers"]


def test_options():
    assert completed("run", "--pr") == ["--profile", "--print-scenario"]
    assert "--mode" in completed("check", "--") and "--pcap" in completed("check", "-")
    assert "--repeat-waveform" not in completed("run", "--")


def test_profiles():
    assert completed("run", "--profile", "825") == ["82598", "82599", "82576", "82575"]


def test_keys():
    assert completed("run", "--set", "rx.po") == ["rx.pools=", "rx.posted="]
    assert [word.rstrip("=") for word in completed("run", "--set", "")] != []
    assert {word.rstrip("=") for word in completed("run", "--set", "")} == set(KEYS)


def test_values_of_keys():
    assert completed("run", "--set", "tx.scheduler=") == ["rr", "drr", "wrr"]
    assert completed("run", "--set", "tx.queues=2", "--set", "tx.scheduler=w") == ["wrr"]
    assert completed("run", "--set", "rx.rss=t") == ["true"]
    assert completed("run", "--set", "pcie.lanes=1") == ["1", "16"]
    assert completed("run", "--set", "rx.queues=") == []


def test_values_of_options():
    assert completed("run", "--check", "rtl:") == ["every-cycle"]
    assert completed("run", "--check", "r") == ["rtl", "rtl:every-cycle"]
    assert completed("run", "--trace", "pcapng,sp") == ["pcapng,spans"]
    assert completed("check", "--mode", "d") == ["drr"]
    assert completed("run", "--seed", "1", "--block", "") == ["classifier", "scheduler"]


def test_arguments():
    assert completed("check", "sc") == ["scheduler"]
    assert completed("registers", "RXDC") == ["RXDCTL"]
    assert completed("keys", "rx.po") == ["rx.pools", "rx.posted"]
    assert completed("completion", "z") == ["zsh"]


def test_files(tmp_path):
    (tmp_path / "one.toml").touch()
    (tmp_path / "trace.pcap").touch()
    assert completed("run", "o", cwd=tmp_path) == ["one.toml"]
    assert completed("run", "--pcap", "tr", cwd=tmp_path) == ["trace.pcap"]
    assert completed("run", "--set", "traffic.pcap=tr", cwd=tmp_path) == ["trace.pcap"]
    assert completed("run", "--rtl", "one.toml", "tr", cwd=tmp_path) == ["trace.pcap"]


def test_traces_that_are_offered_exist(tmp_path):
    offered = call("complete", "--", "run", "--trace", "").stdout.split()
    assert "spans" in offered
    for name in offered:
        done = call(
            "run", "--set", "traffic.frames=1", "--trace", f"{name},none-such", "--out", tmp_path / "out"
        )
        assert done.returncode == 2 and "none-such" in done.stderr
    done = call(
        "run",
        "--set",
        "traffic.frames=1",
        "--check",
        "rtl",
        "--trace",
        ",".join(offered),
        "--out",
        tmp_path / "out",
    )
    assert done.returncode == 0, done.stderr


def test_program_prints_the_installed_scripts():
    for shell in ("bash", "zsh"):
        assert call("completion", shell).stdout == (ROOT / f"model/cli/ixsim.{shell}").read_text()
    done = call("completion", "fish")
    assert done.returncode == 2 and "fish" in done.stderr


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh():
    """The function with zsh's own calls replaced by ones that print."""
    script = """
        compdef() { }
        compadd() { while [[ $1 != -- ]]; do shift; done; shift; (($#)) && print -l -- "$@" }
        compset() { }
        _files() { print files }
        source "$1"; shift
        words=("$@") CURRENT=$#
        _ixsim
    """
    for words, replies in (
        (["run", "--set", "rx.po"], ["rx.pools=", "rx.posted="]),
        (["run", "--set", "tx.scheduler=w"], ["tx.scheduler=wrr"]),
        (["run", "--pcap", ""], ["files"]),
        (["reg"], ["registers"]),
    ):
        done = subprocess.run(
            ["zsh", "-f", "-c", script, "zsh", ROOT / "model/cli/ixsim.zsh", program(), *words],
            capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
        assert (done.stdout.split(), done.stderr) == (replies, "")


def test_keys_behind_an_index_are_completed():
    words = completed("run", "--set", "vm[2].wo")
    assert words == ["vm[2].workload="]
    assert completed("run", "--set", "vm[0:3].workload=re") == ["receive", "request"]
    assert completed("run", "--set", "nic[0].rx.que") == ["nic[0].rx.queues="]

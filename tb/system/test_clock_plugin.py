"""The plugin of `ixsim serve --time correlated` at its start, in a program that has QEMU's functions: it accepts one version
of QEMU, and names what it finds otherwise (docs/correlated_time.md, QEMU's version)."""

import os
import pathlib
import subprocess

import pytest
from program import ROOT, program
from vfio_user_client import Server

BIAS = 0x28
SYMBOLS = [
    "timer_init_full", "timer_mod_ns", "qemu_clock_get_ns", "qemu_clock_deadline_ns_all", "bql_lock_impl",
    "bql_unlock", "qemu_get_cpu", "async_run_on_cpu", "icount_get_raw", "icount_get", "qmp_query_version", "timers_state", "use_icount",
    "qemu_plugin_register_vcpu_init_cb", "current_cpu", "icount_update", "qemu_plugin_register_vcpu_tb_trans_cb",
    "qemu_plugin_tb_n_insns", "qemu_plugin_tb_get_insn", "qemu_plugin_insn_data", "qemu_plugin_register_vcpu_insn_exec_cb",
]  # fmt: skip


def plugin():
    """The path of the plugin."""
    build = pathlib.Path(os.environ.get("IXSIM_BUILD_DIR", program().parents[1]))
    path = build / "lib/ixsim/ixsim_clock.so"
    assert path.exists(), f"{path} does not exist: build the target ixsim_clock"
    return path


def compiled(folder, without=""):
    """The program, without one of its symbols."""
    path = folder / f"fake_qemu_{without}"
    words = ["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-rdynamic", f"-DWITHOUT_{without or 'nothing'}"]
    subprocess.run([*words, ROOT / "tb/system/fake_qemu.c", "-o", path, "-ldl"], check=True, timeout=60)
    return path


@pytest.fixture(scope="module")
def fake_qemu(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("fake_qemu"))


def start(executable, *arguments, version="11.1.3", offset=BIAS, icount=1):
    words = [executable, plugin(), *version.split("."), offset, icount, *arguments]
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=60, check=False)


def refused(done, message, status=1):
    """The plugin refused with one line."""
    assert (done.returncode, done.stdout) == (status, ""), done.stdout + done.stderr
    assert done.stderr.startswith("ixsim clock: ") and done.stderr.count("\n") == 1, done.stderr
    assert message in done.stderr


def test_the_right_qemu_is_accepted(fake_qemu, tmp_path):
    """Its instructions are counted before each that halts the processor."""
    with Server(tmp_path, "--time", "correlated") as server:
        done = start(fake_qemu, f"socket={server.path}.clock", f"log={tmp_path / 'guest.log'}")
        assert (done.returncode, done.stdout, done.stderr) == (
            0,
            "started\ncounted before hlt\ncounted before mwait\n",
            "",
        )
        done = start(fake_qemu, f"socket={server.path}.clock", icount=2)
        refused(done, "accepted is -icount shift=2,align=off,sleep=off", status=2)


@pytest.mark.parametrize("version", ["10.1.3", "11.0.3", "11.1.2", "11.1.4", "12.1.3"])
def test_another_version_is_named(fake_qemu, version):
    done = start(fake_qemu, "socket=/nowhere", version=version)
    refused(done, f"found QEMU {version}, accepted is 11.1.3: run 'scripts/fullsystem fetch'")


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_missing_symbol_is_named(tmp_path, symbol):
    done = start(compiled(tmp_path, symbol), "socket=/nowhere")
    refused(done, f"found a QEMU without the symbol {symbol}, accepted is QEMU 11.1.3")


@pytest.mark.parametrize("offset", [0, BIAS - 8, BIAS + 8])
def test_another_layout_is_noticed(fake_qemu, offset):
    refused(start(fake_qemu, "socket=/nowhere", offset=offset), "found another layout of this QEMU's clock")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "found no socket, accepted is -plugin .../ixsim_clock.so,socket=PATH: add it"),
        (["path=/nowhere"], "found the argument path=/nowhere, accepted: socket=PATH, log=FILE"),
        (["log=/nowhere/log", "socket=/nowhere"], "log=/nowhere/log: No such file or directory"),
        (
            ["socket=/nowhere"],
            "/nowhere: No such file or directory: start 'ixsim serve --time correlated' first",
        ),
        (["socket=/" + 120 * "x"], "found a path of a socket that is too long"),
    ],
)
def test_arguments_are_checked(fake_qemu, arguments, message):
    refused(start(fake_qemu, *arguments), message)

"""scripts/prose finds planted words in each kind of text, and reports exceptions that excuse nothing. The rules of the
tree find their words in names, and leave alone the names that contain them by chance."""

import subprocess
from pathlib import Path

import pytest
import script

ROOT = Path(__file__).resolve().parent.parent.parent
BAD = "zork"
RULES = f"""
[[rule]]
find = '\\b{BAD}( zork)?\\b'
use = '"fine"'
kinds = ["comment", "message", "page", "name"]
"""


PROSE = script.load("prose")


def found(name, source, rules=RULES):
    return [(line, words) for line, words, _ in PROSE.findings(name, source, PROSE.rules_of(rules))]


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        # Comments of each language, also behind code.
        ("model/a.cpp", "int a;\n// all zork here\n", [(2, "zork")]),
        ("model/a.h", "int a;  // zork\n", [(1, "zork")]),
        ("model/a.h", "/* one\n * zork */\n", [(2, "zork")]),
        ("rtl/a.v", "wire a; // zork\n", [(1, "zork")]),
        ("model/nic/registers/a.rdl", "// zork\n", [(1, "zork")]),
        ("cmake/a.cmake", "set(a b)  # zork\n", [(1, "zork")]),
        ("tb/CMakeLists.txt", "# zork\n", [(1, "zork")]),
        ("scripts/a.sh", "a=1  # zork\n", [(1, "zork")]),
        ("scripts/a", "#!/bin/sh\n# zork\n", [(2, "zork")]),
        ("tb/a.toml", "a = 1  # zork\n", [(1, "zork")]),
        ("tb/a.py", "a = 1  # zork\n", [(1, "zork")]),
        # A phrase across the lines of one comment, at the line of its first word.
        ("model/a.cpp", "// a zork\n// zork\nint a;\n", [(1, "zork zork")]),
        ("tb/a.py", "# a zork\n# zork\n", [(1, "zork zork")]),
        # Comments at other columns are not one text.
        ("model/a.cpp", "int a;  // zork\n// zork\n", [(1, "zork"), (2, "zork")]),
        # Messages: docstrings anywhere, strings with a blank in model/ and scripts/ only.
        ("tb/a.py", 'def a():\n    """A zork."""\n', [(2, "zork")]),
        ("tb/a.py", 'a = "a zork"\n', []),
        ("scripts/a.py", 'a = "a zork"\n', [(1, "zork")]),
        ("scripts/a", '#!/usr/bin/env python3\na = f"a {1} zork"\n', [(2, "zork")]),
        ("model/a.cpp", 'f("a zork");\n', [(1, "zork")]),
        ("model/a.cpp", 'f("a zork "\n  "zork");\n', [(1, "zork zork")]),
        ("model/a.cpp", 'f("zork");\n', []),
        ("tb/a.cpp", 'f("a zork");\n', []),
        ("model/nic/registers/a.rdl", 'desc = "a zork";\n', [(1, "zork")]),
        ("model/a.cpp", 'f(R"(a zork)");\n', [(1, "zork")]),
        # Names, whole ones.
        ("tb/a.cpp", "int zork = 1;\n", [(1, "zork")]),
        ("tb/a.cpp", "int zorks = 1;\n", []),
        ("rtl/a.v", "wire zork;\n", [(1, "zork")]),
        ("tb/a.py", "zork = 1\n", [(1, "zork")]),
        # Pages, outside code.
        ("docs/a.md", "# A\n\nA\nzork here\n", [(4, "zork")]),
        ("docs/a.md", "```\nzork\n```\n\n    zork\n\nand `zork`\n", []),
        # Strings that look like comments.
        ("model/a.cpp", 'f("// zork", \'"\');\n', [(1, "zork")]),
        ("tb/a.cpp", 'f("// zork");\n', []),
        ("scripts/a.sh", 'echo "# zork" $#zork\n', []),
        ("tb/a.cpp", "int a = 1'000;  // zork\n", [(1, "zork")]),
        # Files without prose, and generated ones.
        ("tb/a.csv", "zork\n", []),
        ("model/a.h", "// Generated from a; do not edit.\n// zork\n", []),
    ],
)
def test_planted_words_are_found(name, source, expected):
    assert found(name, source) == expected


def rule(**more):
    return RULES + "".join(f"{key} = {value}\n" for key, value in more.items())


def test_exceptions_cover_file_and_text():
    both = rule(**{"except": "[{ file = 'model/*', text = 'zork of old' }]"})
    assert found("model/a.cpp", "// zork of old\n", both) == []
    assert found("tb/a.cpp", "// zork of old\n", both) == [(1, "zork")]
    # The exception covers its own words only.
    assert found("model/a.cpp", "// zork of old, and zork\n", both) == [(1, "zork")]


def test_case_and_kinds():
    assert found("tb/a.cpp", "// Zork\n") == [(1, "Zork")]
    assert found("tb/a.cpp", "// Zork\n", rule(case="true")) == []
    only_names = RULES.replace('"comment", "message", "page", ', "")
    assert found("tb/a.cpp", "int zork;  // zork\n", only_names) == [(1, "zork")]
    assert found("tb/a.cpp", "// zork\n", only_names) == []


@pytest.mark.parametrize(
    "rules",
    ["[[rule]]\nfind = 'a'\n", rule(kinds='["poem"]').replace('"name"]\nkinds', '"name"]\nother'), rule(colour="1"),
     rule(**{"except": "[{}]"}), rule(**{"except": "[{ line = 1 }]"})],
)  # fmt: skip
def test_rules_that_cannot_be_used(rules):
    with pytest.raises(ValueError):
        PROSE.rules_of(rules)


@pytest.fixture
def tree(tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "model").mkdir()
    (tmp_path / "model/a.cpp").write_text("int a;\n\n// zork\n")
    (tmp_path / "rules.toml").write_text(RULES)
    return tmp_path


def run(tree, *words):
    return subprocess.run(
        [ROOT / "scripts/prose", "--root", tree, "--rules", tree / "rules.toml", *words],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_the_report_names_file_line_word_and_replacement(tree):
    done = run(tree)
    assert (done.returncode, done.stdout) == (1, 'model/a.cpp:3: "zork": use "fine"\n')
    (tree / "model/a.cpp").write_text("// fine\n")
    assert (run(tree).returncode, run(tree).stdout) == (0, "")


def test_an_exception_that_excuses_nothing_is_reported(tree):
    (tree / "rules.toml").write_text(rule(**{"except": "[{ text = 'zork' }, { file = 'tb/gone.cpp' }]"}))
    done = run(tree)
    assert done.returncode == 1
    assert done.stdout.count("\n") == 1 and "tb/gone.cpp" in done.stdout and "excuses nothing" in done.stdout
    # Not known where only some files are checked.
    assert run(tree, "model/a.cpp").returncode == 0


def test_unusable_rules_are_exit_2(tree):
    (tree / "rules.toml").write_text("[[rule]]\nfind = '('\nuse = 'x'\n")
    done = run(tree)
    assert done.returncode == 2 and "rules.toml" in done.stderr


def test_a_missing_file_is_exit_2(tree):
    done = run(tree, "model/a.cpp", "model/gone.cpp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "prose: model/gone.cpp: no such file\n"


NAMES = [
    ("model/base/agenda.h", "visible"),
    ("model/base/agenda.h", "next_visible"),
    ("model/nic/dma/rx_dma.h", "freed_space_visible_"),
    ("model/nic/dma/rx_dma.h", "expect_outputs_after"),
    ("model/nic/endpoint/pcie_endpoint.h", "expect_outputs_of_freed_space_after"),
    ("model/nic/receive/rx_queue_control.h", "mark_by_queue_"),
    ("model/nic/receive/rx_queue_control.h", "update_low_mark"),
    ("model/nic/receive/rx_queue_control.h", "high_marks"),
    ("model/nic/mac/flow_control.cpp", "marks"),
    ("model/verify/classifier_stimulus.h", "beside"),
    ("model/verify/classifier_stimulus.h", "address_beside"),
    ("model/verify/classifier_coverage.h", "kWritesBesideBins"),
    ("model/verify/classifier_stimulus.h", "partner"),
    ("model/host/network.h", "other_partner"),
    ("model/host/tx_driver.cpp", "room"),
    ("model/host/tx_driver.cpp", "free_room"),
    ("tb/system/pool_test.cpp", "CopiesShareTheirRoom"),
    ("model/ethernet/traffic_generator.cpp", "Shape"),
    ("model/ethernet/traffic_generator.cpp", "shape_of"),
    ("tb/system/device_test.cpp", "prompt"),
    ("model/host/host_system.h", "usual_reaction_"),
    ("tb/system/socket_bench.h", "FarEnd"),
    ("model/host/network.h", "other_end"),
    ("tb/system/core_bench.h", "DidNotSettle"),
    ("model/verify/classifier_sequence.cpp", "kSettled"),
    ("model/nic/pools/virtual_functions.h", "tell_physical"),
    ("tb/system/function_test.cpp", "StopsAndTellsWhen"),
]


@pytest.mark.parametrize(("file", "name"), NAMES)
def test_house_words_in_names_are_found(file, name):
    assert [words for _, words in found(file, f"int {name};\n", PROSE.RULES.read_text())] == [name]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("model/base/agenda.h", "earliest_output"),
        ("model/nic/receive/rx_queue_control.h", "low_watermark"),
        ("model/nic/receive/rx_queue_control.h", "update_low_watermark"),
        ("model/nic/receive/rx_queue_control.h", "low_watermark_by_queue_"),
        ("model/host/peer/switch_config.h", "mark_bytes"),
        ("model/cli/run_command.cpp", "mark"),
        ("tb/system/pool_test.cpp", "marks"),
        ("include/ixsim/core_adapter.h", "partner"),
        ("model/host/network.h", "LinkPartner"),
        ("model/host/network.h", "link_partner"),
        ("model/nic/mac/link.h", "partner_changed"),
        ("model/host/peer/headroom.h", "headroom"),
        ("model/host/peer/headroom.h", "HeadroomConfig"),
    ],
)
def test_standard_words_in_names_are_not_found(file, name):
    assert found(file, f"int {name};\n", PROSE.RULES.read_text()) == []


@pytest.mark.parametrize("word", ["What", "Where", "Of", "That", "Whose", "Which", "How"])
def test_fragments_that_open_a_text_are_found(word):
    rules = PROSE.RULES.read_text()
    assert found("model/a.h", f"// {word} a block is.\nint a;\n", rules) == [(1, word)]
    assert found("tb/a.py", f'def a():\n    """{word} a block is."""\n', rules) == [(2, word)]
    assert found("tb/a.py", f'def a():\n    """Returns {word.lower()} a block is."""\n', rules) == []


def test_a_question_may_open_a_text():
    assert found("scripts/a.py", 'a = "Which block is it?"\n', PROSE.RULES.read_text()) == []
    assert found("scripts/a.py", 'a = "Which block. Is it?"\n', PROSE.RULES.read_text()) == [(1, "Which")]


def test_rules_of_the_tree_match_no_plain_text():
    for one in PROSE.rules_of(PROSE.RULES.read_text()):
        assert one.pattern.pattern.isprintable()  # "\b" in a basic string of TOML is a backspace
        assert not one.pattern.search("")
        assert not one.pattern.search("Returns the bytes that the host sees.")

"""Names in the documentation exist: coverage bins, identifiers, files, options of scripts, scenario keys in TOML.

`test_documentation.py` checks the names that `ixsim` itself reports in commands and metrics. This file compares the others
with the coverage reports of short checks and with the sources of the tree.
"""

import functools
import json
import re
import tomllib
from pathlib import Path

import pytest
from program import ROOT, call
from test_documentation import CODE, FENCE, PAGES, TREE, commands_of_scripts, expanded, fences

SUFFIXES = "h|cpp|v|sv|py|toml|csv|rdl|json|xml|md|fst|html|log|sh|txt|hex|ipynb|so|pcapng"
FILE = re.compile(rf"[\w./-]*\w\.(?:{SUFFIXES})")
NAME = re.compile(r"[A-Za-z_][\w.:<>*\[\]-]*(?:\(\))?")
# Words that a reader replaces, and names of other software.
PLACEHOLDER = re.compile(
    r"NAME|EXAMPLE|PARAMETER|ACTIVITY|PROP$|UID$|^(?:FILE|LIST)$|^hostN$|^my_|^Name[A-Z]"
)
FOREIGN = {"jobqueue", "sc_api_version", "tap0", "devmem"}
# Names that the program composes: `l2_` and the part of a classifier.
FOREIGN |= {"l2_filter", "l2_parser", "l2_hash"}


def sources():
    """Paths of the files of the tree that are not documentation."""
    folders = ("cmake", "examples", "include", "model", "rtl", "scripts", "tb")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    paths += [path for path in ROOT.iterdir() if path.is_file()]
    return [
        path
        for path in paths
        if path.suffix not in (".md", ".svg", ".pyc") and path.name != "test_documented_names.py"
    ]


@functools.cache
def texts():
    """The text of each source; files of bytes have none."""
    found = {}
    for path in sources():
        try:
            found[str(path.relative_to(ROOT))] = path.read_text()
        except UnicodeDecodeError:
            found[str(path.relative_to(ROOT))] = ""
    return found


@functools.cache
def identifiers():
    """All words of the sources and of their paths."""
    return {word for name, text in texts().items() for word in re.findall(r"[A-Za-z]\w+", f"{name}\n{text}")}


def spans(page):
    """The code in the text of a page, without its fenced blocks."""
    return sorted(set(CODE.findall(FENCE.sub("", page.read_text()))))


# --- coverage bins ---

CHECKS = {
    "docs/classifier_check.md": (["classifier"], ["classifier", "--stress", "short"]),
    "docs/scheduler_check.md": (["scheduler"], ["scheduler", "--mode", "wrr", "--stress", "short"]),
}
QUEUES = 32  # the default of --n


def number_of(text):
    """Value of an expression such as `6 + N` or `N x N`, with N queues."""
    assert re.fullmatch(r"[\dN]+(?: [+x] [\dN]+)*", text), f"{text!r} is no number of bins"
    return sum(
        functools.reduce(
            lambda a, b: a * b, (QUEUES if word == "N" else int(word) for word in part.split(" x "))
        )
        for part in text.split(" + ")
    )


def documented_groups(page):
    """Names and numbers of bins of the rows of the tables of coverage; a row may have several of both."""
    rows = []
    for table in re.findall(
        r"^\| group \| bins \|.*\n\|[-|]+\n((?:\|.*\n)+)", page.read_text(), re.MULTILINE
    ):
        for line in table.strip().split("\n"):
            names, numbers = (cell.strip() for cell in line.split("|")[1:3])
            rows.append((re.findall(r"`(\w+)`", names), numbers))
    return rows


def counts_agree(names, numbers, groups):
    """Whether the groups have the numbers of bins: one for each group, or one for all of them."""
    found = [groups[name] for name in names]
    for separator in (" + ", ", "):
        if len(numbers.split(separator)) == len(names) > 1:
            return [number_of(part) for part in numbers.split(separator)] == found
    return len(names) == 1 and number_of(numbers) == found[0]


@pytest.mark.parametrize("name", CHECKS)
def test_coverage_groups_and_their_bins(name, tmp_path):
    """Each group of a table is in a coverage report with as many bins; the page names each group of a report."""
    groups, rows = {}, documented_groups(ROOT / name)
    for number, words in enumerate(CHECKS[name]):
        out = tmp_path / str(number)
        done = call("check", *words, "--frames", 1, "--out", out)
        assert done.returncode == 0, done.stdout + done.stderr
        for group in json.loads((out / "coverage.json").read_text())["groups"]:
            groups.setdefault(group["name"], group["total"] + group["excluded"])
    documented = {group for names, _ in rows for group in names}
    assert len(documented) > 10 and documented <= set(groups), documented - set(groups)
    assert set(groups) <= documented | set(spans(ROOT / name)), set(groups) - documented
    for names, numbers in rows:
        assert counts_agree(names, numbers, groups), (
            f"{names}: {numbers}, found {[groups[one] for one in names]}"
        )


def test_the_number_of_bins_is_read():
    assert number_of("14") == 14 and number_of("N x N") == 1024 and number_of("6 + N") == 38
    assert counts_agree(["a", "b"], "64 + 2", {"a": 64, "b": 2})
    assert counts_agree(["a", "b"], "N x N, N", {"a": 1024, "b": 32})
    assert not counts_agree(["a", "b"], "64 + 2", {"a": 64, "b": 3})
    assert not counts_agree(["a"], "14", {"a": 15})


# --- names of the sources ---


def test_identifiers_are_in_the_sources():
    """Each word of a name in code occurs in a source, such as the bin, type, test, register or port that it names."""
    wrong, count = [], 0
    for page in PAGES:
        for code in spans(page):
            if NAME.fullmatch(code):
                for word in re.findall(r"\b[A-Za-z]\w+", code):
                    count += 1
                    if not (word in identifiers() or word in FOREIGN or PLACEHOLDER.search(word)):
                        wrong.append(f"{page.relative_to(ROOT)}: {code}: no {word!r} in the sources")
    assert not wrong, "\n".join(wrong)
    assert count > 2000


def test_file_names_exist():
    """A file name in code is a file of the tree, a file that a source names, or one of the commands of the page.

    Of a source with a folder of the tree, the end of its path is compared. Other folders may be those of results.
    """
    paths = [
        *texts(),
        *(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.*")),
        "CHANGELOG.md",
    ]
    tree = "\n/" + "\n/".join([*paths, *(str(page.relative_to(ROOT)) for page in PAGES)]) + "\n"
    everything = "\n".join(texts().values())
    wrong, count = [], 0
    for page in PAGES:
        made = "\n".join(found["text"] for found in FENCE.finditer(page.read_text()))
        for word in (word.rstrip(".,;:").lstrip("./") for code in spans(page) for word in code.split()):
            folder, name = word.rpartition("/")[::2]
            source = folder and re.search(r"\.(?:h|cpp|v|sv|py|rdl|toml|sh)$", name)
            if (
                not FILE.fullmatch(word)
                or PLACEHOLDER.search(Path(name).stem)
                or word.startswith(("share/", "usr/"))
            ):
                continue
            count += 1
            written = name in made or re.search(rf"{re.escape(name)}(?<!\w{re.escape(name)})\b", everything)
            if f"/{word}\n" not in tree and not (written and not (source and f"/{folder}/" in tree)):
                wrong.append(f"{page.relative_to(ROOT)}: {word}")
    assert not wrong, "\n".join(wrong)
    assert count > 200


def test_files_of_commands_exist():
    """Paths of the tree in fenced commands, also in those that no test runs."""
    wrong, count = [], 0
    for page in PAGES:
        for fence in fences(page):
            for word in re.split(r"[\s=:'\"()]+", fence.text):
                word = word.rstrip(".,;:")
                if TREE.match(word) and not re.search(r"NAME|DIR|^model/all$|^examples/all$", word):
                    count += 1
                    wrong += [f"{fence.where()}: {one}" for one in expanded(word) if not list(ROOT.glob(one))]
    assert not wrong, "\n".join(wrong)
    assert count > 50


def text_of_script(name):
    """The text of a script and of the folders of scripts/ that it names."""
    text = texts()[name]
    modules = [path for path in texts() if re.match(r"scripts/(\w+)/", path)]
    return text + "".join(texts()[path] for path in modules if re.search(rf"\b{path.split('/')[1]}\b", text))


def test_options_of_scripts_exist():
    """Options of scripts in commands are in the text of the script; an option without a command is in some source."""
    known = set(re.findall(r"--[a-z][\w-]*", "\n".join(texts().values())))
    wrong, count = [], 0
    for page in PAGES:
        for words in commands_of_scripts(page):
            script = text_of_script(words[0]) if words[0] in texts() else ""
            for word in words[1:]:
                option = word.split("=")[0].rstrip(".,`")
                if word == "--":
                    break
                if script and re.fullmatch(r"--[a-z][\w-]*", option) and option != "--help":
                    count += 1
                    in_pytest = re.match(r"tb/.*/test_\w+\.py$", words[0])
                    if option not in script and not (
                        in_pytest and option in texts()["tb/system/conftest.py"]
                    ):
                        wrong.append(f"{page.relative_to(ROOT)}: {words[0]}: no option {option}")
        for code in spans(page):
            if re.match(r"--[a-z]", code):
                count += 1
                option = re.match(r"--[\w-]+", code)[0]
                if option not in known:
                    wrong.append(f"{page.relative_to(ROOT)}: no option {option}")
    assert not wrong, "\n".join(wrong)
    assert count > 150


# --- scenario keys ---

TOML = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)


def keys_of(table, before=""):
    """The scenario keys of a scenario in TOML, without indexes of hosts, devices and VMs."""
    for name, value in table.items():
        key = f"{before}{name}"
        for one in value if isinstance(value, list) and value and isinstance(value[0], dict) else [value]:
            if isinstance(one, dict):
                yield from keys_of(one, f"{key}.")
            else:
                yield re.sub(r"\[[^\]]*\]", "", key)


def documented_keys(text, roots):
    """The scenario keys of a block: of a space file those of its tables, of a scenario all, of another file none."""
    source = tomllib.loads(text)
    if "axes" in source or "set" in source:
        source = {name: "" for table in ("set", "axes", "derived") for name in source.get(table, {})}
    return [key for key in keys_of(source) if key.split(".")[0] in roots]


def test_keys_of_blocks_exist():
    keys = {entry["name"] for entry in json.loads(call("keys", "--json").stdout)}
    roots = {key.split(".")[0] for key in keys} | {"nic"}
    wrong, count = [], 0
    for page in PAGES:
        for block in TOML.findall(page.read_text()):
            for key in documented_keys(block, roots):
                count += 1
                if key not in keys and key.removeprefix("nic.") not in keys | {"profile"}:
                    wrong.append(f"{page.relative_to(ROOT)}: no key {key}")
    assert not wrong, "\n".join(wrong)
    assert count > 20
    assert documented_keys('[rx]\nqueue = 1\n[[vm]]\nload = 1\n"rx.ring" = 2', roots) == [
        "rx.queue",
        "vm.load",
        "vm.rx.ring",
    ]

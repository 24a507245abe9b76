"""The documentation is true: its commands run, its files, options and keys exist, its figures follow from their sources.

Each fenced command of a page has a mark before it, a comment of HTML:
  <!-- run: quick -->    it runs in the quick form of this test; <!-- run: long -->: in the long form
  <!-- run: no, REASON -->    it cannot run here
After `quick` or `long` may stand: `with NAME=FILE` (a copy of a file of the tree under the name that a reader would use),
`status=N` (the exit status of the last command, 0 without it). A command that installs or that changes the tree has `no`.
The fences of a page run in their order in one folder, which has the entries of the tree as links. Lines behind `$ ` are
commands, and those between them what the command prints: each printed line is found in this order, `...` stands for any
lines or, in a line, for any text. A fence without `$ ` has commands alone, of which each ends with status 0.

`test_documented_names.py` checks further names: coverage bins, identifiers, bare file names, options of scripts.

A figure in the text may have a mark on a line of the same page, `<!-- figure: TEXT | FILE | PATTERN -->`: the page has TEXT,
and FILE has the regular expression PATTERN, in which each `{}` stands for the next number of TEXT.
"""

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from program import ROOT, call, program

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/**/*.md")])
PAGES = [page for page in PAGES if page.name != "CHANGELOG.md"]
FENCE = re.compile(r"(?:^ *<!-- run: (?P<mark>[^\n]*?) -->\n)?^(?P<indent> *)```(?P<language>[^\n]*)\n(?P<text>.*?)^ *```$",
                   re.MULTILINE | re.DOTALL)  # fmt: skip
MARK = re.compile(r"(quick|long)((?: with \S+=\S+)*)( status=\d+)?")
COMMAND_LANGUAGES = ("", "sh", "bash", "console")
INDENTED = re.compile(r"^    (scripts/|ixsim |ctest |cmake |\.venv/|\$ )", re.MULTILINE)
CODE = re.compile(r"`([^`\n]+)`")
TREE = re.compile(r"^(?:model|include|rtl|tb|scripts|docs|examples)/[\w./*{},-]+$")


@dataclass
class Fence:
    """A fenced block of commands."""

    page: Path
    line: int
    mark: str
    text: str

    def where(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    def form(self):
        return self.mark.split(",")[0].split(" ")[0]

    def options(self):
        found = MARK.fullmatch(self.mark)
        copies = re.findall(r"with (\S+)=(\S+)", found[2])
        return copies, int(found[3].split("=")[1]) if found[3] else 0

    def steps(self):
        """Pairs of command and printed lines; None for the lines: they are not compared."""
        if not re.search(r"^\$ ", self.text, re.MULTILINE):
            return [(self.text, None)]
        parts = re.split(r"^\$ ", self.text, flags=re.MULTILINE)
        assert not parts[0].strip(), f"{self.where()}: text before the first command"
        return [(part.split("\n", 1)[0], part.split("\n", 1)[1].split("\n")) for part in parts[1:]]


def fences(page):
    """The blocks of commands of a page."""
    source = page.read_text()
    for found in FENCE.finditer(source):
        if found["language"].strip() in COMMAND_LANGUAGES:
            indent = found["indent"]
            text = "".join(line.removeprefix(indent) for line in found["text"].splitlines(keepends=True))
            yield Fence(page, source.count("\n", 0, found.start()) + 1, found["mark"] or "", text)


def of_form(form):
    """Pages with blocks of this form; for the long form they have the quick blocks too, which may prepare for them."""
    pages = []
    for page in PAGES:
        blocks = [fence for fence in fences(page) if fence.form() in ("quick", form)]
        if any(fence.form() == form for fence in blocks):
            pages.append(pytest.param(blocks, id=str(page.relative_to(ROOT))))
    return pages


def pattern_of(line):
    """A printed line as a regular expression; blanks count once."""
    words = " ".join(line.split())
    return re.compile(".*".join(re.escape(part) for part in words.split("...")))


def check_printed(where, command, wanted, printed):
    """Each wanted line is printed, in order and, but for `...`, without lines between them."""
    lines = [" ".join(line.split()) for line in printed.split("\n")]
    lines = [line for line in lines if line]
    place, loose = 0, False
    for line in wanted:
        if not line.strip():
            continue
        if line.strip() == "...":
            loose = True
            continue
        pattern = pattern_of(line)
        hits = [number for number in range(place, len(lines)) if pattern.fullmatch(lines[number])]
        assert hits and (loose or hits[0] == place), f"{where}: {command}: no line {line!r} in\n{printed}"
        place, loose = hits[0] + 1, False
    assert loose or not wanted or not any(line.strip() for line in wanted) or place == len(lines), (
        f"{where}: {command} printed more: {lines[place:]}"
    )


def run_fence(fence, folder, environment):
    copies, status = fence.options()
    for name, source in copies:
        shutil.copyfile(ROOT / source, folder / name)
    steps = fence.steps()
    script = "set -eu\n" + "".join(f"{command}\nprintf '\\036'\n" for command, _ in steps)
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=1000,
                          check=False)  # fmt: skip
    assert done.returncode == status, f"{fence.where()}: exit status {done.returncode}\n{done.stdout}"
    printed = done.stdout.split("\036")
    for (command, wanted), output in zip(steps, printed, strict=False):
        if wanted is not None:
            check_printed(fence.where(), command, wanted, output)


def run_page(blocks, folder):
    for entry in ROOT.iterdir():
        if entry.name not in (".git", "out"):
            (folder / entry.name).symlink_to(entry)
    path = f"{program().parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "XDG_CACHE_HOME": str(folder / ".cache"), "LC_ALL": "C.UTF-8"}
    (folder / ".cache").mkdir(mode=0o700)
    for fence in blocks:
        run_fence(fence, folder, environment)


def test_every_command_is_marked():
    unmarked, count = [], 0
    for page in PAGES:
        for fence in fences(page):
            count += 1
            if not (MARK.fullmatch(fence.mark) or re.fullmatch(r"no, .{5,}", fence.mark)):
                unmarked.append(f"{fence.where()}: {fence.mark or 'no mark'}")
        bare = FENCE.sub("", page.read_text())
        unmarked += [
            f"{page.relative_to(ROOT)}: indented command: {hit[0]}" for hit in INDENTED.finditer(bare)
        ]
    assert not unmarked, "\n".join(unmarked)
    assert count > 50


@pytest.mark.parametrize("blocks", of_form("quick"))
def test_quick_commands(blocks, tmp_path):
    run_page([fence for fence in blocks if fence.form() == "quick"], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("blocks", of_form("long"))
def test_long_commands(blocks, tmp_path):
    run_page(blocks, tmp_path)


def test_the_runner_sees_differences():
    check_printed("page:1", "x", ["a  b", "...", "d ... f"], "a b\nc\nd e f\n")
    for wanted in (["a c"], ["b"], ["a b", "d"], ["a b"]):
        with pytest.raises(AssertionError):
            check_printed("page:1", "x", wanted, "a b\nc\nd\n")


def expanded(name):
    """Names of a pattern with braces."""
    found = re.search(r"\{([^{}]*)\}", name)
    if not found:
        return [name]
    return [
        one
        for word in found[1].split(",")
        for one in expanded(name[: found.start()] + word + name[found.end() :])
    ]


def test_files_exist():
    missing, count = [], 0
    for page in PAGES:
        bare = FENCE.sub("", page.read_text())
        for code in CODE.findall(bare):
            for word in code.split():
                word = word.rstrip(".,;:")
                if TREE.match(word) and not re.search(r"NAME|DIR|/all$", word):
                    count += 1
                    for one in expanded(word):
                        if not (list(ROOT.glob(one.rstrip("/"))) or list(ROOT.glob(one + ".*"))):
                            missing.append(f"{page.relative_to(ROOT)}: {one}")
    assert not missing, "\n".join(missing)
    assert count > 100


def command_lines(page):
    """The words of each command in a page, from fences and from code in the text, without variables before them."""
    source = page.read_text()
    texts = [fence.text for fence in fences(page)] + CODE.findall(FENCE.sub("", source))
    for text in texts:
        for line in text.replace("\\\n", " ").split("\n"):
            line = line.split(" #")[0].removeprefix("$ ")
            for part in re.split(r"[|;&]|<\(", line):
                words = part.replace(")", " ").split()
                while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
                    words.pop(0)
                if len(words) > 1:
                    yield words


def commands(page):
    """Command lines of the program in a page."""
    return (words[1:] for words in command_lines(page) if words[0] in ("ixsim", "build/release/bin/ixsim"))


def commands_of_scripts(page):
    """Command lines of scripts of the tree in a page; the interpreter is left out."""
    for words in command_lines(page):
        words = words[1:] if re.search(r"(?:^|/)python3?$", words[0]) else words
        words = words[2:] if words[:2] == ["-m", "pytest"] else words
        if words and re.match(r"(?:scripts|examples|tb)/", words[0]):
            yield words


def options_of(name):
    """Options of a command, and of its parts such as `merge|report`."""
    text = call(name, "--help").stdout
    parts = re.search(r"^usage: .*?([a-z]+(?:\|[a-z]+)+)", text, re.MULTILINE)
    texts = [text, *(call(name, part, "--help").stdout for part in (parts[1].split("|") if parts else []))]
    return set(re.findall(r"--[a-z][\w-]*", "".join(texts)))


def test_commands_options_and_keys_exist():
    commands_known = re.findall(
        r"^  ([a-z]\w*)  ", call("--help").stdout.split("Subcommands:")[1], re.MULTILINE
    )
    keys = {entry["name"] for entry in json.loads(call("keys", "--json").stdout)}
    options = {name: options_of(name) for name in commands_known}
    wrong, count = [], 0
    for page in PAGES:
        for words in commands(page):
            where = f"{page.relative_to(ROOT)}: ixsim {' '.join(words)}"
            if words[0].startswith("-") or not re.fullmatch(r"[a-z]+", words[0]):
                continue
            if words[0] not in options:
                wrong.append(f"{where}: no such command")
                continue
            for word in words[1:]:
                count += 1
                name = word.split("=")[0].strip("'\"`,.")
                if name.startswith("--") and len(name) > 2 and name not in options[words[0]]:
                    wrong.append(f"{where}: {name}")
            for setting in re.findall(r"--set ['\"]?([\w.\[\]:*]+)=", " ".join(words)):
                bare = re.sub(r"\[[^\]]*\]", "", setting)
                if bare not in keys and setting != "KEY":
                    wrong.append(f"{where}: no key {setting}")
    assert not wrong, "\n".join(wrong)
    assert count > 100


RESULT_NAME = re.compile(r"[a-z]+(\[[^\]]*\])?(\.[a-z0-9_<>*N-]+)+")
SCENARIOS = ROOT / "examples/scenarios"
RUNS = [
    *([SCENARIOS / f"{name}.toml"] for name in ("traffic_classes", "weighted_transmit", "incast", "path_vhost", "path_vmbus",
                                               "path_vmdq", "path_sriov", "slow_host")),
    ["--set", "traffic.frames=4000", "--set", "rx.pools=4", "--set", "pcie.lanes=1", "--set", "rx.ring=16",
     "--set", "rx.drop=true", "--set", 'host.mode="poll"', "--set", "host.service_time_ns=200000",
     "--set", "tx.queues=2", "--set", "tx.packets=50", "--series"],
    ["--profile", "82599", "--set", "traffic.frames=100", "--set", "traffic.transport=tcp", "--set", "traffic.stream=true",
     "--set", "rx.rsc=true"],
]  # fmt: skip


def test_names_of_results_exist(tmp_path):
    """Each name of a metric in the text is one of a run, of a series, or a scenario key; `<n>` and `*` stand for any part."""
    known = {entry["name"] for entry in json.loads(call("keys", "--json").stdout)}
    known.add("nic.profile")  # short for device.profile of one device
    for number, words in enumerate(RUNS):
        out = tmp_path / str(number)
        done = call("run", *words, "--out", out)
        assert done.returncode == 0, done.stderr
        known |= set(json.loads((out / "result.json").read_text())["metrics"])
        if "--series" in words:
            known |= set(json.loads((out / "series.json").read_text())["series"])
    roots = {name.split(".")[0].split("[")[0] for name in known}
    names = sorted(known)
    lines = "\n" + "\n".join(names) + "\n"
    wrong, count = [], 0
    for page in PAGES:
        for code in set(CODE.findall(FENCE.sub("", page.read_text()))):
            if not RESULT_NAME.fullmatch(code) or re.split(r"[.\[]", code)[0] not in roots:
                continue
            count += 1
            # A scenario key may have an index of VMs, hosts or devices.
            if re.sub(r"\[[^\]]*\]\.", ".", code) in known or re.sub(r"^nic\[[^\]]*\]\.", "", code) in known:
                continue
            parts = re.split(r"<[^>]*>|\bN\b", code)
            pattern = r"[^.\n\]]+".join(re.escape(part).replace(r"\*", r"[^\n]+") for part in parts)
            if not re.search(rf"\n{pattern}[.\n]", lines):
                wrong.append(f"{page.relative_to(ROOT)}: {code}")
    assert not wrong, "\n".join(wrong)
    assert count > 300


@pytest.mark.parametrize("words", [["--no-studies"], pytest.param([], marks=pytest.mark.long)])
def test_figures_follow_from_their_sources(words):
    command = [ROOT / "scripts/docs", "--check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


FIGURE = re.compile(r"^<!-- figure: (.+?) \| (\S+) \| (.+) -->$", re.MULTILINE)


def figure_is_true(text, pattern, source):
    """Whether a source has the pattern with the numbers of the text; digits may be grouped by a comma, ' or _."""
    numbers = iter(re.findall(r"\d[\d,]*(?:\.\d+)?", text))
    parts = pattern.split("{}")
    assert len(parts) > 1, f"{pattern}: no {{}}"
    wanted = parts[0]
    for part in parts[1:]:
        digits = "[,'_]?".join(re.escape(digit) for digit in next(numbers).replace(",", ""))
        wanted += rf"(?<![\d.]){digits}(?![\d])" + part
    return re.search(wanted, source) is not None


def test_figures_of_the_text_are_those_of_their_sources():
    wrong, count = [], 0
    for page in PAGES:
        source = page.read_text()
        text = " ".join(FIGURE.sub("", source).split())
        marks = FIGURE.findall(source)
        assert len(marks) == source.count("<!-- figure:"), f"{page}: a mark is malformed"
        for words, name, pattern in marks:
            count += 1
            if words not in text:
                wrong.append(f"{page.relative_to(ROOT)}: no text {words!r}")
            elif not figure_is_true(words, pattern, (ROOT / name).read_text()):
                wrong.append(
                    f"{page.relative_to(ROOT)}: {words!r} differs from {name}, which must have {pattern!r}"
                )
    assert not wrong, "\n".join(wrong)
    assert count > 10
    assert figure_is_true("2,000 jobs", r"range\({}\)", "range(2_000)")
    assert not figure_is_true("2,000 jobs", r"range\({}\)", "range(12_000), range(2_0001)")


def test_figures_of_speed_are_near_their_records():
    """The table of the page on speed has the recorded instructions; a row may cost 3 % more than its record."""
    page = (ROOT / "docs/performance.md").read_text().split("## Figures")[1].split("##")[0]
    recorded = json.loads((ROOT / "tb/bench/recorded.json").read_text())
    table = re.search(r"^\| receive .*?\n\n", page, re.MULTILINE | re.DOTALL)[0].strip()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.split("\n")]
    assert len(rows) == len(recorded["packet"])
    for row in rows:
        path = "duplex" if row[0].startswith("full duplex") else row[0]
        size = "imix" if row[1] == "mix" or row[1].startswith("7:4:1") else row[1].split(",")[0]
        for kind, cell in (("packet", row[2]), ("immediate", row[4])):
            value, record = int(cell.replace(",", "")), recorded[kind][f"{path} {size}"]
            assert abs(value - record) <= 0.03 * record, f"{row[0]} {row[1]}: {cell}, recorded {record}"


def test_figures_of_memory_are_those_of_the_program():
    total = json.loads(call("cost", "--step", "none", "--json").stdout)["total"]
    page = (ROOT / "docs/silicon_cost.md").read_text()
    assert f"{total['ram_bits']:,} bits and {total['memory_transistors']:,} transistors" in page
    stated = {
        name: float(value.replace(",", "")) for name, value in re.findall(r"\| `(\w+)` \| ([\d,.]+) \|", page)
    }
    assert stated["memory_transistors"] == 7.5 * stated["ram_bits"]  # 6 transistors a bit, and 25 %
    assert stated["transistors"] == stated["logic_transistors"] + stated["memory_transistors"]
    assert f"remaining {stated['ram_bits'] - total['ram_bits']:.0f} bits" in page.replace("\n", " ")


def test_figures_of_validation_are_quoted_as_they_are():
    """The page on trust repeats the summary of the page that scripts/validation writes."""
    row = re.compile(r"^\| (?:calibrated|predicted|structural|functional) \| \d+ \| \d+ \|$", re.MULTILINE)
    quoted = row.findall((ROOT / "docs/trust.md").read_text())
    assert len(quoted) == 4 and quoted == row.findall((ROOT / "docs/validation.md").read_text())


@pytest.mark.parametrize("page, longest", [("fidelity", 300), ("registers", 250)])
def test_rows_of_generated_tables_are_short(page, longest):
    rows = [line for line in (ROOT / f"docs/{page}.md").read_text().split("\n") if line.startswith("|")]
    assert len(rows) > 100
    assert max(map(len, rows)) < longest

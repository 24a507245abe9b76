"""A class of a port, or of its two paths, has a limited number of member functions and of bases.

The classes are those of model/nic/port, receive and transmit: they connect many blocks, and each new block could add
its accessors and callbacks to them. All member functions that a class declares count: public and private, static,
overriding and each overload. Constructors, destructors and the members of nested classes do not count for the class.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("port", "receive", "transmit")
MOST_METHODS = 40
MOST_BASES = 8
REMOVED = re.compile(
    r"//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n\\]|\\.)*|(\"(?:[^\"\\\n]|\\.)*\"|(?<![0-9a-fA-F])'(?:[^'\\\n]|\\.)+')",
    re.DOTALL | re.MULTILINE,
)
CLASS = re.compile(
    r"(?<!enum )\b(?:class|struct)\s+(?:\[\[.*?\]\]\s*|alignas\([^)]*\)\s*)*"
    r"(?:\w+::)*(\w+)(?:\s*<[^;{}()]*>)?(?:\s+final)?\s*(:[^:;{}()][^;{}()]*)?\{"
)
LABEL = re.compile(r"\s*\b(?:public|protected|private)\s*:(?!:)")
NO_MEMBER = re.compile(r"\s*(?:using|typedef|friend|static_assert|enum|class|struct|union)\b")
FUNCTION = re.compile(r"\b(operator\s*(?:\(\s*\)|[^\s(\w]+|\w+)|~?\w+)\s*\(")
OPENING, CLOSING = "({[", ")}]"


def body_end(text, start):
    """The place of the brace that closes the one at `start`."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in OPENING) - (text[place] in CLOSING)
        if depth == 0:
            return place
    raise ValueError("braces do not match")


def without_templates(text):
    """The text without the arguments in angle brackets, innermost first."""
    while (shorter := re.sub(r"(?<=[\w\s])<[^<>;{}]*>(?!=)", "", text)) != text:
        text = shorter
    return text


def members(body):
    """The declarations of a class, each up to its body or semicolon."""
    start = place = 0
    while place < len(body):
        letter = body[place]
        if letter in "([":
            place = body_end(body, place)
        elif letter == "{":
            end = body_end(body, place)
            yield body[start:place]
            # The braces of a variable or of a nested class end with a semicolon, those of a function do not.
            rest = re.compile(r"\s*;").match(body, end + 1)
            start = place = rest.end() if rest else end + 1
            continue
        elif letter == ";":
            yield body[start:place]
            start = place + 1
        place += 1


def function_of(declaration):
    """The name of the member function that a declaration has; None if it declares something else."""
    text = re.sub(r"\[\[.*?\]\]", "", LABEL.sub("", declaration))
    text = re.sub(r"^\s*template\b", "", without_templates(text))
    if NO_MEMBER.match(text):
        return None
    before = re.split(r"(?<!operator)(?<![=!<>])=(?!=)", text, maxsplit=1)[0]
    found = FUNCTION.search(before)
    return found[1] if found else None


def classes(text):
    """(name, member functions, bases) of each class that a text defines, nested ones included."""
    text = REMOVED.sub(lambda match: '""' if match[1] else "", text)
    found = []
    for head in CLASS.finditer(text):
        name, bases = head[1], head[2]
        body = text[head.end() : body_end(text, head.end() - 1)]
        names = [function for member in members(body) if (function := function_of(member))]
        functions = [function for function in names if function.lstrip("~") != name]
        found.append((name, functions, without_templates(bases or "").count(",") + bool(bases)))
    return found


def too_large(sources):
    """The classes with more member functions, or more bases, than a class may have."""
    return [
        (file, name, len(functions), bases)
        for file, text in sources.items()
        for name, functions, bases in classes(text)
        if len(functions) > MOST_METHODS or bases > MOST_BASES
    ]


@pytest.fixture(scope="module")
def sources():
    files = [path for folder in FOLDERS for path in (ROOT / "model/nic" / folder).glob("*.h")]
    return {path.relative_to(ROOT).as_posix(): path.read_text() for path in files}


def test_no_class_is_large(sources):
    known = {name for text in sources.values() for name, _, _ in classes(text)}
    assert {"NicPort", "RxPath", "RxDelivery", "TxPath", "PortWire", "PciFunction"} <= known
    assert too_large(sources) == []


# --- The check finds what it is for.


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("model/nic/port/nic_port.h", "NicPort"),
        ("model/nic/receive/rx_path.h", "RxPath"),
        ("model/nic/transmit/tx_path.h", "TxPath"),
    ],
)
def test_one_method_too_many_is_found(sources, file, name):
    text = sources[file]
    methods = next(len(functions) for found, functions, _ in classes(text) if found == name)
    assert methods > 20
    head = re.search(rf"\bclass {name}\b[^;{{]*\{{", text)
    added = "".join(
        f"\n  int planted_{i}() const {{ return {i}; }}" for i in range(MOST_METHODS - methods + 1)
    )
    planted = text[: head.end()] + added + text[head.end() :]
    assert too_large({file: planted}) == [(file, name, MOST_METHODS + 1, classes_bases(text, name))]
    fewer = planted.replace("\n  int planted_0() const { return 0; }", "")
    assert too_large({file: fewer}) == []


def classes_bases(text, name):
    return next(bases for found, _, bases in classes(text) if found == name)


def test_one_base_too_many_is_found(sources):
    file = "model/nic/port/nic_port.h"
    bases = classes_bases(sources[file], "NicPort")
    for number, found in ((MOST_BASES, 0), (MOST_BASES + 1, 1)):
        added = "".join(f"public Base<int, {i}>, " for i in range(number - bases))
        planted = sources[file].replace("class NicPort : ", f"class NicPort : {added}")
        assert len(too_large({file: planted})) == found


@pytest.mark.parametrize(
    ("member", "functions"),
    [
        ("void run();", ["run"]),
        ("static bool run(int a = f(2), std::vector<int> b = {}) { return a == 1; }", ["run"]),
        ("template <typename T, int n>\n  std::array<T, n> run(T&& t) const noexcept;", ["run"]),
        ("[[gnu::always_inline]] std::pair<int, std::vector<int>> run(std::array<int, 3>);", ["run"]),
        (
            "virtual int run() const = 0; int run() override { if (x) { return 1; } return 2; }",
            ["run", "run"],
        ),
        ("bool operator==(const C& other) const { return a == other.a; }", ["operator=="]),
        ("C& operator=(const C&) = delete;", ["operator="]),
        ("void operator()(int); explicit operator bool() const;", ["operator()", "operator bool"]),
        ("C(); explicit C(int a) : a_(a), b_{1} {} ~C(); void run();", ["run"]),
        ("C() : a_(1), b_(2) {}", []),
        ("std::function<void(int)> call_; int a_ = f(1); Ring<int*> ring_{32}; int b_[4] = {1};", []),
        (
            "using Call = void (*)(int); friend void other(C&); static_assert(f(1)); enum class E { a, b };",
            [],
        ),
        ("struct Inner { void inside(); int a; }; int b;", []),
        ("// void no();\n  /* void no(); */ int a;", []),
        ('const char* text() const { return "}{("; }', ["text"]),
        ("static constexpr Time kTime = 12 * kClock.period();", []),
    ],
)
def test_members_are_counted(member, functions):
    name, found, bases = classes(f"class C : public A, private B<int, 2> {{\n public:\n  {member}\n}};")[0]
    assert (name, found, bases) == ("C", functions, 2)


@pytest.mark.parametrize(
    ("head", "name", "bases"),
    [
        ("class C", "C", 0),
        ("struct C final : public A", "C", 1),
        ("class [[nodiscard]] C : public A, private B<int, 2>", "C", 2),
        ("struct alignas(64) C", "C", 0),
        ("template <>\nclass C<int, Other<2>> final : public A", "C", 1),
        ("struct Outer::C", "C", 0),
    ],
)
def test_each_form_of_a_head_is_seen(head, name, bases):
    assert classes(f"{head} {{\n  void run();\n}};") == [(name, ["run"], bases)]

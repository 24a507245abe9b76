"""Finds the places of the C++ model where a small error can be made, with libclang.

A site is a span of source text and the text that an error puts in its place. Sites lie inside function bodies, never in
constant expressions, case labels, assertions or the text of an exception. The kinds are

  condition  a condition is negated
  relation   < becomes <=, == becomes != and so on
  logic      && becomes || and back
  arithmetic + becomes -, | becomes &, << becomes >> and so on
  off_by_one an integer literal or a sum is one larger or one smaller
  statement  a call, an assignment, a break or a continue is left out
  operand    a parameter, local variable, member or enumerator is replaced by another one of its type
  constant   true becomes false and back
"""

import functools
import json
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from clang import cindex
from clang.cindex import CursorKind as K
from clang.cindex import TypeKind as T

ROOT = Path(__file__).resolve().parents[2]
# Generated from the register description, which is tested against the published facts.
GENERATED = {"model/nic/registers/register_map.cpp", "model/nic/registers/register_map.h"}
FUNCTIONS = {
    K.CXX_METHOD,
    K.FUNCTION_DECL,
    K.CONSTRUCTOR,
    K.DESTRUCTOR,
    K.FUNCTION_TEMPLATE,
    K.CONVERSION_FUNCTION,
}
CLASSES = {K.CLASS_DECL, K.STRUCT_DECL, K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION}
FOLDERS = ("model/nic", "model/pcie")
PLACE = re.compile(r"^/// Part of (model/[\w/]+/)\.$", re.MULTILINE)
# Each other file belongs to the block of its folder; files in no folder of model/nic belong to `core`.
BLOCKS_OF_FILES = {
    "model/nic/packet/packet_tracer": "port",
    # Too small for a separate block.
    "model/nic/packet/": "core",
    "model/nic/profile/": "core",
    "model/nic/observe/": "core",
    "model/nic/sc/": "core",
}

RELATIONS = {
    "<": ["<=", ">="],
    "<=": ["<", ">"],
    ">": [">=", "<="],
    ">=": [">", "<"],
    "==": ["!="],
    "!=": ["=="],
}
LOGIC = {"&&": "||", "||": "&&"}
ARITHMETIC = {
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "%": "/",
    "<<": ">>",
    ">>": "<<",
    "&": "|",
    "|": "&",
    "^": "|",
}
ASSIGNMENTS = {"+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "^=": "|=", "<<=": ">>=", ">>=": "<<="}
INTEGERS = {
    T.UCHAR, T.CHAR_U, T.SCHAR, T.CHAR_S, T.USHORT, T.SHORT, T.UINT, T.INT, T.ULONG, T.LONG, T.ULONGLONG, T.LONGLONG,
}  # fmt: skip


@dataclass(frozen=True)
class Site:
    """One possible error: `mutated` replaces bytes `start` to `end` of `file`."""

    file: str
    line: int
    function: str
    kind: str
    start: int
    end: int
    mutated: str


@functools.cache
def public_headers() -> dict[str, str]:
    """Returns the public headers of the layers that are mutated, each with the path that its place gives it."""
    places = {}
    for path in (ROOT / "include/ixsim").glob("*.h"):
        place = PLACE.search(path.read_text())
        if place is not None and place[1].startswith(FOLDERS):
            places[str(path.relative_to(ROOT))] = place[1] + path.name
    return places


def block_of(file: str) -> str:
    """Returns the block of the model to which a file belongs; a public header belongs to the place that it names."""
    file = public_headers().get(file, file)
    for prefix, block in BLOCKS_OF_FILES.items():
        if file.startswith(prefix):
            return block
    parts = file.split("/")
    if parts[1] == "pcie":
        return "pcie"
    return parts[2] if len(parts) > 3 else "core"


def sources() -> list[str]:
    """Returns all files of the model that are mutated, relative to the root of the tree."""
    found = [
        str(path.relative_to(ROOT))
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".h", ".cpp")
    ]
    return sorted({*found, *public_headers()} - GENERATED)


def unit_of(build: Path, file: str) -> tuple[list[str], Path]:
    """Returns the words of the command with which the build compiles a source of the mutated layers, and the source that
    it compiles: this one, or the joined sources that include it.
    """
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if not re.search(r"/ixsim_(nic|sc|pcie)\.dir/", entry["command"]):
            continue
        unit = Path(entry["file"])
        if str(unit).endswith(f"/{file}") or (
            unit.parent.name == "Unity" and f'/{file}"\n' in unit.read_text()
        ):
            return shlex.split(entry["command"]), unit
    raise ValueError(f"{file}: not compiled in {build}")


def compile_arguments(build: Path) -> list[str]:
    """Returns include paths, definitions and the standard with which the build compiles the model."""
    words, _ = unit_of(build, "model/nic/port/nic_port.cpp")
    kept = []
    for index, word in enumerate(words):
        if word.startswith(("-I", "-D", "-std=")):
            kept.append(word)
        elif word == "-isystem":
            kept += [word, words[index + 1]]
    resources = subprocess.run(
        ["clang++-14", "-print-resource-dir"], capture_output=True, text=True, check=True
    )
    return [*kept, "-x", "c++", "-resource-dir", resources.stdout.strip()]


class Finder:
    """Walks one file and collects its sites."""

    def __init__(self, index: cindex.Index, file: str, arguments: list[str]) -> None:
        """Parses the file; raises RuntimeError if it does not compile."""
        self.file = file
        self.path = str(ROOT / file)
        self.text = (ROOT / file).read_bytes()
        self.unit = index.parse(self.path, arguments)
        errors = [d for d in self.unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        if errors:
            raise RuntimeError(f"{file}: {errors[0]}")
        self.assertions = [
            (m.start(), self.text.index(b";", m.end())) for m in re.finditer(rb"\bassert\(", self.text)
        ]
        self.sites: list[Site] = []
        self.function = ""
        self.parameters: list[cindex.Cursor] = []

    def mine(self, cursor: cindex.Cursor) -> bool:
        """Returns whether a cursor is in this file."""
        return cursor.location.file is not None and cursor.location.file.name == self.path

    def find(self) -> list[Site]:
        """Returns all sites of the file, in the order of their places."""
        self.declarations(self.unit.cursor)
        return sorted(set(self.sites), key=lambda s: (s.start, s.end, s.kind, s.mutated))

    def declarations(self, cursor: cindex.Cursor) -> None:
        for child in cursor.get_children():
            if not self.mine(child):
                continue
            if child.kind == K.NAMESPACE or child.kind in CLASSES:
                self.declarations(child)
            elif child.kind in FUNCTIONS and child.is_definition():
                self.body_of(child)

    def body_of(self, function: cindex.Cursor) -> None:
        body = next((c for c in function.get_children() if c.kind == K.COMPOUND_STMT), None)
        if body is None:
            return
        head = self.text[function.extent.start.offset : body.extent.start.offset]
        if b"constexpr" in head:
            return
        self.function = function.spelling
        self.parameters = [c for c in function.get_children() if c.kind == K.PARM_DECL]
        self.walk(body, statement=True)

    # --- Walking.

    def span(self, cursor: cindex.Cursor) -> tuple[int, int]:
        return cursor.extent.start.offset, cursor.extent.end.offset

    def in_assertion(self, start: int, end: int) -> bool:
        return any(a < end and start < b for a, b in self.assertions)

    def add(self, kind: str, start: int, end: int, mutated: str) -> None:
        if (
            start >= end
            or self.in_assertion(start, end)
            or (b"\n" in self.text[start:end] and kind == "operand")
        ):
            return
        line = self.text.count(b"\n", 0, start) + 1
        self.sites.append(Site(self.file, line, self.function, kind, start, end, mutated))

    def source(self, start: int, end: int) -> str:
        return self.text[start:end].decode()

    def walk(self, cursor: cindex.Cursor, statement: bool = False) -> None:
        kind = cursor.kind
        if not self.mine(cursor) or kind in (K.CXX_THROW_EXPR, K.STATIC_ASSERT, K.STRING_LITERAL, K.TYPE_REF):
            return
        children = list(cursor.get_children())
        if kind == K.VAR_DECL:
            if "constexpr" in self.source(*self.span(cursor)).split("=")[0]:
                return
            # An array bound is a child too, and must stay constant.
            children = children[-1:] if children else []
        if kind == K.CASE_STMT:
            self.walk(children[-1], statement=True)
            return
        if kind in (K.IF_STMT, K.WHILE_STMT, K.CONDITIONAL_OPERATOR):
            self.condition(children, kind)
        elif kind == K.BINARY_OPERATOR and len(children) == 2:
            self.binary(cursor, children)
        elif kind == K.COMPOUND_ASSIGNMENT_OPERATOR and len(children) == 2:
            self.operator(cursor, children, ASSIGNMENTS, "arithmetic")
        elif kind == K.INTEGER_LITERAL:
            self.literal(cursor)
        elif kind == K.CXX_BOOL_LITERAL_EXPR:
            start, end = self.span(cursor)
            self.add("constant", start, end, "false" if self.source(start, end) == "true" else "true")
        elif kind in (K.DECL_REF_EXPR, K.MEMBER_REF_EXPR):
            self.operand(cursor)
        if statement:
            self.statement(cursor)
        inner = kind in (
            K.COMPOUND_STMT,
            K.IF_STMT,
            K.FOR_STMT,
            K.CXX_FOR_RANGE_STMT,
            K.WHILE_STMT,
            K.DEFAULT_STMT,
        )
        for position, child in enumerate(children):
            own = inner and (kind == K.COMPOUND_STMT or position > 0 or kind == K.DEFAULT_STMT)
            if kind == K.IF_STMT and position == 0:
                own = False
            if kind == K.FOR_STMT:
                own = position == len(children) - 1
            self.walk(child, statement=own)

    # --- Kinds.

    def condition(self, children: list[cindex.Cursor], kind: K) -> None:
        expressions = [c for c in children if c.kind != K.DECL_STMT]
        if not expressions or (
            kind != K.CONDITIONAL_OPERATOR and children[0].kind in (K.DECL_STMT, K.VAR_DECL)
        ):
            return
        start, end = self.span(expressions[0])
        self.add("condition", start, end, f"!({self.source(start, end)})")

    def operator_text(self, cursor: cindex.Cursor, children: list[cindex.Cursor]) -> tuple[str, int, int]:
        left, right = self.span(children[0])[1], self.span(children[1])[0]
        return self.source(left, right).strip(), left, right

    def operator(
        self, cursor: cindex.Cursor, children: list[cindex.Cursor], table: dict[str, str], kind: str
    ) -> None:
        text, left, right = self.operator_text(cursor, children)
        if text not in table:
            return
        start, end = self.span(cursor)
        self.add(kind, start, end, f"{self.source(start, left)} {table[text]} {self.source(right, end)}")

    def binary(self, cursor: cindex.Cursor, children: list[cindex.Cursor]) -> None:
        text, left, right = self.operator_text(cursor, children)
        start, end = self.span(cursor)
        for other in RELATIONS.get(text, []):
            self.add("relation", start, end, f"{self.source(start, left)} {other} {self.source(right, end)}")
        self.operator(cursor, children, LOGIC, "logic")
        integer = cursor.type.get_canonical().kind in INTEGERS
        if integer:
            self.operator(cursor, children, ARITHMETIC, "arithmetic")
            if text in ("+", "-", "*", "/"):
                for sign in "+-":
                    self.add("off_by_one", start, end, f"{self.source(start, end)} {sign} 1")

    def literal(self, cursor: cindex.Cursor) -> None:
        start, end = self.span(cursor)
        text = self.source(start, end)
        if not text or not text[0].isdigit():
            return
        for sign in "+-" if text not in ("0", "0u") else "+":
            self.add("off_by_one", start, end, f"({text} {sign} 1)")

    def statement(self, cursor: cindex.Cursor) -> None:
        kinds = {
            K.CALL_EXPR, K.BINARY_OPERATOR, K.COMPOUND_ASSIGNMENT_OPERATOR, K.UNARY_OPERATOR, K.UNEXPOSED_EXPR,
            K.BREAK_STMT, K.CONTINUE_STMT,
        }  # fmt: skip
        start, end = self.span(cursor)
        if cursor.kind not in kinds or self.text[end : end + 1] != b";":
            return
        self.add("statement", start, end + 1, ";")

    def operand(self, cursor: cindex.Cursor) -> None:
        target = cursor.referenced
        if target is None:
            return
        start, end = self.span(cursor)
        text = self.source(start, end)
        if target.kind == K.ENUM_CONSTANT_DECL:
            names = [
                c.spelling for c in target.semantic_parent.get_children() if c.kind == K.ENUM_CONSTANT_DECL
            ]
            place = names.index(target.spelling)
            other = names[(place + 1) % len(names)]
            if other != target.spelling and text.endswith(target.spelling):
                self.add("operand", start, end, text[: len(text) - len(target.spelling)] + other)
            return
        if target.kind == K.FIELD_DECL:
            others = [c for c in target.semantic_parent.get_children() if c.kind == K.FIELD_DECL]
        elif target.kind in (K.PARM_DECL, K.VAR_DECL):
            others = self.parameters
        else:
            return
        wanted = target.type.get_canonical().spelling
        if target.type.get_canonical().kind == T.RECORD or not text.endswith(target.spelling):
            return
        alike = [c.spelling for c in others if c.type.get_canonical().spelling == wanted and c.spelling]
        if target.spelling not in alike and alike:
            alike = [target.spelling, *alike]
        if len(alike) < 2:
            return
        other = alike[(alike.index(target.spelling) + 1) % len(alike)]
        self.add("operand", start, end, text[: len(text) - len(target.spelling)] + other)


def find_sites(build: Path) -> list[Site]:
    """Returns every site of the model."""
    arguments = compile_arguments(build)
    index = cindex.Index.create()
    return [site for file in sources() for site in Finder(index, file, arguments).find()]

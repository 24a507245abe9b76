"""Builds one copy of the model with every listed mutant, enabled by IXSIM_MUTANT=<id> when a program starts.

A mutant is found in its file by the text before and after it, so that a list stays valid after changes elsewhere in the
file. All mutants are in one build: the place of each becomes a choice between the original and the mutated text. The
copy also records in the file IXSIM_MUTANT_REACH the mutants that a process executes.
"""

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTEXT = 48  # characters on each side that must match

SWITCH_H = """#pragma once
#ifdef __cplusplus
namespace ixsim_mutation {
extern int active;
extern unsigned char* reached;
inline bool on(int id) {
  reached[id] = 1;
  return __builtin_expect(active == id, 0);
}
template <typename T>
T off(int id, T value, int by) {
  return on(id) ? static_cast<T>(value + static_cast<T>(by)) : value;
}
}  // namespace ixsim_mutation
#endif
"""
SWITCH_CPP = """#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cstdlib>
namespace ixsim_mutation {
namespace {
constexpr int kMost = 65536;
unsigned char nowhere[kMost];
}
int active = 0;
unsigned char* reached = nowhere;
__attribute__((constructor(101))) static void prepare() {
  if (const char* text = std::getenv("IXSIM_MUTANT")) active = std::atoi(text);
  if (const char* path = std::getenv("IXSIM_MUTANT_REACH")) {
    const int file = open(path, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, kMost) != 0) std::abort();
    void* shared = mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED) std::abort();
    reached = static_cast<unsigned char*>(shared);
  }
}
}  // namespace ixsim_mutation
"""


def context(text: str, start: int, end: int) -> tuple[str, str]:
    """Returns the text before and after a span, by which it is found again."""
    return text[max(0, start - CONTEXT) : start], text[end : end + CONTEXT]


def locate(text: str, mutant: dict) -> tuple[int, int] | None:
    """Returns the current place of a mutant's original text, or None if it is gone or not unique."""
    whole = mutant["before"] + mutant["original"] + mutant["after"]
    place = text.find(whole)
    if place < 0 or text.find(whole, place + 1) >= 0:
        return None
    start = place + len(mutant["before"])
    return start, start + len(mutant["original"])


def render(text: str, begin: int, end: int, spans: list[tuple[int, int, dict]]) -> str:
    """Returns the text from begin to end with the mutants of `spans` inserted (sorted by start, outermost first)."""
    out, at, index = [], begin, 0
    while index < len(spans):
        start, stop, mutant = spans[index]
        inner = [span for span in spans[index + 1 :] if span[0] >= start and span[1] <= stop]
        if any(span[0] < stop < span[1] for span in spans[index + 1 :]):
            raise ValueError(f"{mutant['file']}: mutant {mutant['id']} overlaps another")
        out.append(text[at:start])
        out.append(choice(mutant, render(text, start, stop, inner)))
        at = stop
        index += 1 + len(inner)
    out.append(text[at:end])
    return "".join(out)


def choice(mutant: dict, original: str) -> str:
    """Returns source text that acts as `original` unless the mutant is enabled."""
    on = f"ixsim_mutation::on({mutant['id']})"
    mutated = mutant["mutated"]
    kind = mutant["kind"]
    if kind == "statement":
        return f"{{ if ({on}) {{ {mutated} }} else {{ {original} }} }}"
    if kind == "condition":
        return f"({on} ? static_cast<bool>({mutated}) : static_cast<bool>({original}))"
    if kind == "off_by_one":
        by = 1 if mutated.rstrip(")").rstrip().endswith("+ 1") else -1
        return f"ixsim_mutation::off({mutant['id']}, ({original}), {by})"
    return f"({on} ? ({mutated}) : ({original}))"


def woven(text: str, mutants: list[dict]) -> str:
    """Returns a file's text with its mutants; raises ValueError for one that cannot be found."""
    spans = []
    for mutant in mutants:
        place = locate(text, mutant)
        if place is None:
            raise ValueError(
                f"{mutant['file']}:{mutant['line']}: mutant {mutant['id']} is not found: draw again"
            )
        spans.append((*place, mutant))
    spans.sort(key=lambda span: (span[0], -span[1], span[2]["id"]))
    return render(text, 0, len(text), spans)


def write_if_other(path: Path, text: str | bytes) -> None:
    """Writes a file unless it has that text already, so that a build does not repeat unchanged parts."""
    data = text.encode() if isinstance(text, str) else text
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def make_tree(tree: Path, mutants: list[dict]) -> None:
    """Updates a copy of the sources with the mutants inserted."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    by_file: dict[str, list[dict]] = {}
    for mutant in mutants:
        by_file.setdefault(mutant["file"], []).append(mutant)
    names = [name for name in listed if (ROOT / name).is_file()]
    for name in names:
        data = (ROOT / name).read_bytes()
        if name in by_file:
            data = woven(data.decode(), by_file[name]).encode()
        if name == "model/base/CMakeLists.txt":
            data += b"target_sources(ixsim_base PRIVATE mutant_switch.cpp)\n"
        if name == "model/reference/CMakeLists.txt":  # a shared library without ixsim_base
            data += b"target_sources(ixsim_reference PRIVATE ../base/mutant_switch.cpp)\n"
        write_if_other(tree / name, data)
        shutil.copymode(ROOT / name, tree / name)
    known = {*names, "mutant_switch.h", "model/base/mutant_switch.cpp"}
    for folder, _, files in os.walk(tree):
        for file in files:
            path = Path(folder) / file
            if str(path.relative_to(tree)) not in known:
                path.unlink()
    write_if_other(tree / "mutant_switch.h", SWITCH_H)
    write_if_other(tree / "model/base/mutant_switch.cpp", SWITCH_CPP)
    if not (tree / ".venv").is_symlink():
        (tree / ".venv").symlink_to((ROOT / ".venv").resolve())


def configure(tree: Path, build: Path) -> None:
    """Configures the build of the copy: little optimisation, no asserts, no warnings."""
    flags = f"-include {tree}/mutant_switch.h -w -Wno-narrowing -fpermissive"
    subprocess.run(
        ["cmake", "-S", tree, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DIXSIM_LTO=OFF",
         "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", f"-DCMAKE_CXX_FLAGS={flags}", "-DIXSIM_WARNINGS_AS_ERRORS=OFF"],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip

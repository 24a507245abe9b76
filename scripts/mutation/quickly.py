"""The quick form: evaluates twenty killed mutants with the object files and programs of the optimised build.

Only the source files of these mutants get mutants and are compiled, with those that the build joins to them. Each
program that killed some of them is linked again with these objects before the library. The check takes a minute and
shows whether the tests still detect these errors.
"""

import re
import resource
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import campaign, sites, weave

MUTANTS = 20
FILES = 5
PROGRAMS = 5


def needs_systemc(file: str) -> bool:
    """Returns whether a source includes SystemC; a test of the plain core does not link its library."""
    source = weave.ROOT / file
    texts = [path.read_text() for path in (source, source.with_suffix(".h")) if path.exists()]
    return any(re.search(r"#include <(systemc|tlm)", text) for text in texts)


def choose(mutants: list[dict], verdicts: dict) -> list[dict]:
    """Chooses killed mutants in few source files whose killers are in few programs, evenly over the files."""
    known = [
        {**mutant, **verdict}
        for mutant in mutants
        if (verdict := verdicts.get(str(mutant["id"]), {})).get("verdict") == "killed"
        and "program" in verdict
        and mutant["file"].endswith(".cpp")
        and not needs_systemc(mutant["file"])
    ]
    programs = [name for name, _ in Counter(m["program"] for m in known).most_common(PROGRAMS)]
    by_file: dict[str, list[dict]] = {}
    for mutant in known:
        if mutant["program"] in programs:
            by_file.setdefault(mutant["file"], []).append(mutant)
    blocks: dict[str, list[dict]] = {}
    for file in sorted(by_file, key=lambda f: (-len(by_file[f]), f)):
        blocks.setdefault(by_file[file][0]["block"], by_file[file])
    chosen: list[dict] = []
    groups = list(blocks.values())[:FILES]
    for place in range(MUTANTS):
        chosen += [group[place] for group in groups if place < len(group)]
    return chosen[:MUTANTS]


def compiler_of(words: list[str]) -> list[str]:
    """Returns a command of the build without its source, its output and its optimisation across files."""
    place = words.index("-o")
    words = words[:place] + words[place + 2 : words.index("-c")]
    return [
        w for w in words if w not in ("-O2", "-O3", "-Werror") and not w.startswith(("-flto", "-ffat-lto"))
    ]


def run(mutants: list[dict], build: Path, work: Path, jobs: int) -> list[dict]:
    """Compiles, links and evaluates; returns the mutants that their killers do not kill any more."""
    work.mkdir(parents=True, exist_ok=True)
    (work / "mutant_switch.h").write_text(weave.SWITCH_H)
    (work / "mutant_switch.cpp").write_text(weave.SWITCH_CPP)
    by_file: dict[str, list[dict]] = {}
    for mutant in mutants:
        by_file.setdefault(mutant["file"], []).append(mutant)
    # The files with mutants in each source that the build compiles.
    by_unit: dict[Path, list[str]] = {}
    commands: dict[Path, list[str]] = {}
    for file in by_file:
        words, unit = sites.unit_of(build, file)
        commands[unit] = compiler_of(words)
        by_unit.setdefault(unit, []).append(file)
    compiler = next(iter(commands.values()))
    # The address sanitizer reserves all address space.
    memory = resource.RLIM_INFINITY if any("-fsanitize" in word for word in compiler) else 8 << 30

    def write_unit(unit: Path) -> Path:
        places = {}
        for file in by_unit[unit]:
            source = work / file.replace("/", "_")
            source.write_text(weave.woven((weave.ROOT / file).read_text(), by_file[file]))
            places[f'#include "{weave.ROOT / file}"'] = f'#include "{source}"'
        if unit.parent.name != "Unity":
            return source
        joined = work / f"{unit.parents[1].name}_{unit.name}"
        joined.write_text("\n".join(places.pop(line, line) for line in unit.read_text().split("\n")))
        if places:
            raise ValueError(f"{unit}: these lines are not in it: {', '.join(places)}")
        return joined

    def compiled(words: list[str], source: Path) -> str:
        flags = ["-O1", "-include", work / "mutant_switch.h", "-w", "-Wno-narrowing", "-fpermissive"]
        target = f"{source}.o"
        subprocess.run([*words, *flags, "-c", source, "-o", target], cwd=build, check=True)
        return target

    def linked(program: str, objects: list[str]) -> None:
        text = subprocess.run(
            ["ninja", "-C", build, "-t", "commands", "-s", f"bin/{program}"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()[-1]
        text, changed = re.subn(rf"-o bin/{program}(?= )", f"-o {work}/{program} {' '.join(objects)}", text)
        if changed != 1:
            raise ValueError(f"{program}: the command that links it is not understood: {text}")
        subprocess.run(["sh", "-c", text], cwd=build, check=True)

    def lives(mutant: dict) -> bool:
        def outcome(switched: int) -> str:
            command = [f"{work}/{mutant['program']}", f"--gtest_filter={mutant['test']}"]
            return campaign.execute(command, str(work), {"IXSIM_MUTANT": str(switched)}, 60, memory).kind

        if outcome(0) != "passed":
            raise ValueError(f"{mutant['program']} {mutant['test']}: does not pass without a mutant")
        return outcome(mutant["id"]) != "failed"

    with ThreadPoolExecutor(jobs) as pool:
        units = {work / "mutant_switch.cpp": compiler}
        units |= {write_unit(unit): words for unit, words in commands.items()}
        objects = list(pool.map(compiled, units.values(), units.keys()))
        list(pool.map(lambda program: linked(program, objects), sorted({m["program"] for m in mutants})))
        return [mutant for mutant, alive in zip(mutants, pool.map(lives, mutants), strict=True) if alive]

"""Includes of the model follow the order of the layers, and inside model/nic the order of the folders.

The order of the layers is that of README.md (Layout). The order of the folders is that of the table in
docs/theory_of_operation.md (Folders of the controller). A public header of include/ixsim/ belongs to a layer, or a
folder, as well: its line "Part of model/LAYER/." names the place, and its includes obey the same orders. A public
header includes only public headers, because nothing else is installed. The test fails on an include against an order,
on a file that is in no folder of the table, on a public header that includes a private one, and on circular includes
of files or folders. The library ixsim::core is plain C++ and writes no files: its layers, as model/CMakeLists.txt lists
them, include neither SystemC or TLM nor model/trace. model/nic/sc is not part of it. The test also restricts the port to wiring: nic_port.* names no register. A file that was not generated
has one concept: at most 600 lines, and a file of the port at most 300.

The namespaces follow the layers: the code of model/LAYER is in ixsim::LAYER, and the public headers are in ixsim. A source
file of a layer may define what a public header declares, so it may open ixsim as well. model/base/layers.h has the same
order of layers, by which the compiler finds names.
"""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS = re.compile(r"^model/ .*\n +(base .*)$", re.MULTILINE)
ROOMS = re.compile(r"^## Folders of the controller\n(.*?)^## ", re.MULTILINE | re.DOTALL)
# A folder with a slash at its end, or a file without a folder: `NAME.h` or `NAME.*`.
ROW = re.compile(r"^\| `([\w./*]+)` \| .+ \|$", re.MULTILINE)
NEIGHBOUR = re.compile(r'^\s*#\s*include "[^/"]+"', re.MULTILINE)
PUBLIC = "include/ixsim/"
PLACE = re.compile(r"^/// Part of (model/(?:[a-z]+/)+)\.$", re.MULTILINE)
ANY_INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
NAMESPACE = re.compile(r"^namespace (ixsim[\w:]*) \{", re.MULTILINE)
# Interfaces in C, the part of a shared object of RTL behind such an interface, and programs.
NO_NAMESPACE = re.compile(
    r"include/ixsim/reference_library\.h|model/cosim/(?:harness|tools)/.+|model/cli/main\.cpp"
)
CORE = re.compile(r"^ixsim_add_library\(ixsim_core ([\w ]+)\)$", re.MULTILINE)
SYSTEMC = re.compile(r"(?:systemc|tlm)(?:\.h)?|(?:systemc|sysc|tlm\w*)/.+")
USED_LAYER = re.compile(r"^namespace ixsim::(\w+) \{\nusing namespace (\w+);\n\}", re.MULTILINE)
REGISTER = re.compile(r"\b(?:Reg|field)::\w*")
GENERATED = re.compile(r"^// Generated from .+ Do not edit\.$", re.MULTILINE)
PORT = "model/nic/port/nic_port."
MOST_LINES = 600
MOST_LINES_OF_PORT = 300


@cache
def layers():
    """The layers in order."""
    return LAYERS.search((ROOT / "README.md").read_text())[1].split()


@cache
def rooms():
    """The rooms of model/nic in order, as the table names them."""
    return ROW.findall(ROOMS.search((ROOT / "docs/theory_of_operation.md").read_text())[1])


@cache
def public_places():
    """The path that each public header would have as a private one: in the folder that it names."""
    places = {}
    for path in (ROOT / PUBLIC).iterdir():
        found = PLACE.search(path.read_text())
        name = path.name.removesuffix(".in")
        places[PUBLIC + name] = (found[1] if found else "include/") + name
    return places


def place_of(file):
    """The path by which layer and room of a file are known."""
    return public_places().get(file, file)


def layer_of(file):
    """The layer of a file; None if it is in none."""
    parts = place_of(file).split("/")
    return parts[1] if len(parts) > 2 else None


def room_of(file):
    """The room of a file of model/nic, as the table names it; None for a file of another layer."""
    if layer_of(file) != "nic":
        return None
    folder, slash, _ = place_of(file).removeprefix("model/nic/").partition("/")
    if slash:
        return folder + slash
    return next((room for room in (folder, folder.rpartition(".")[0] + ".*") if room in rooms()), folder)


def includes(sources):
    """(file, file that it includes) of the whole model, public headers among them. Quotes and angle brackets are the
    same to the compiler, which searches model/ and include/ for both."""
    found = []
    for file, text in sources.items():
        for mark, name in ANY_INCLUDE.findall(text):
            top = name.partition("/")[0]
            if top == "ixsim" and name != top:
                found.append((file, f"include/{name}"))
            elif "/" in name and (mark == '"' or top in layers()):
                found.append((file, f"model/{name}"))
            elif mark == '"' and (neighbour := f"{file.rpartition('/')[0]}/{name}") in sources:
                found.append((file, neighbour))
    return found


def private_includes(sources):
    """(public header, file of the tree that it includes although that is not installed)."""
    found = []
    for file, text in sources.items():
        if not file.startswith(PUBLIC):
            continue
        for mark, name in ANY_INCLUDE.findall(text):
            ours = mark == '"' or name.startswith("ixsim/") or (ROOT / "model" / name).is_file()
            if ours and f"include/{name}" not in public_places():
                found.append((file, name))
    return found


@cache
def core_layers():
    """The layers of the library ixsim::core."""
    return CORE.search((ROOT / "model/CMakeLists.txt").read_text())[1].split()


def in_core(file):
    """Whether a file is part of ixsim::core."""
    return layer_of(file) in core_layers() and room_of(file) != "sc/"


def foreign_to_core(sources):
    """(file of ixsim::core, header of SystemC, TLM or model/trace that it includes)."""
    return [
        (file, name)
        for file, text in sources.items()
        if in_core(file)
        for _, name in ANY_INCLUDE.findall(text)
        if SYSTEMC.fullmatch(name) or name.startswith(("trace/", "nic/sc/"))
    ]


def against(order, place_of, pairs):
    """The includes that lead to a place not known or later in the order."""
    rank = {place: i for i, place in enumerate(order)}
    found = []
    for file, included in pairs:
        places = place_of(file), place_of(included)
        if None in places or places[0] == places[1]:
            continue
        if unknown := [place for place in places if place not in rank]:
            found.append(f"{file}: {unknown[0]} is not in the order")
        elif rank[places[1]] > rank[places[0]]:
            found.append(f"{file} includes {included}: {places[1]} comes after {places[0]}")
    return found


def circle(pairs):
    """A path of includes that ends where it begins; empty if there is none."""
    after = {}
    for first, second in pairs:
        if first != second:
            after.setdefault(first, set()).add(second)
    done = set()

    def search(node, path):
        if node in path:
            return [*path[path.index(node) :], node]
        if node in done:
            return []
        for following in sorted(after.get(node, ())):
            if found := search(following, [*path, node]):
                return found
        done.add(node)
        return []

    return next((found for node in sorted(after) if (found := search(node, []))), [])


def misplaced(sources):
    """(file, namespace that it opens although it belongs to another layer); (file, "") if it opens none."""
    found = []
    for file, text in sources.items():
        layer = layer_of(file)
        opened = NAMESPACE.findall(text)
        if file == "model/base/layers.h" or NO_NAMESPACE.fullmatch(file):
            continue
        if not opened:
            found.append((file, ""))
        for name in opened:
            if file.startswith(PUBLIC):
                # A public class may hold a class of a layer.
                fits = name == "ixsim"
            else:
                fits = name == f"ixsim::{layer}" or name.startswith(f"ixsim::{layer}::")
                declares = re.search(
                    rf"^namespace {name} \{{\n(?:(?:class|struct) \w+;\n)+\}}", text, re.MULTILINE
                )
                fits = fits or bool(declares) or (file.endswith(".cpp") and name == "ixsim")
            if not fits:
                found.append((file, name))
    return found


def too_long(sources):
    """The files with more lines than they may have."""
    return [
        (file, lines)
        for file, text in sources.items()
        if (lines := text.count("\n")) > (MOST_LINES_OF_PORT if file.startswith(PORT) else MOST_LINES)
        and not GENERATED.search(text)
    ]


def of_rooms(pairs):
    """The same includes as pairs of rooms."""
    return [(room_of(a), room_of(b)) for a, b in pairs if room_of(a) and room_of(b)]


@pytest.fixture(scope="module")
def sources():
    files = [path for ending in ("h", "cpp") for path in (ROOT / "model").rglob(f"*.{ending}")]
    # Those for drivers in C are of registers alone: they include nothing, and the model does not include them.
    files += [path for path in (ROOT / PUBLIC).glob("*.h") if not path.name.startswith("registers_")]
    return {path.relative_to(ROOT).as_posix(): path.read_text() for path in files}


def planted(sources, file, line):
    """The sources with one line more."""
    return {**sources, file: f"{sources.get(file, '')}\n{line}\n"}


def test_layers_include_only_those_before_them(sources):
    assert layers()[0] == "base"
    assert {layer_of(file) for file in sources} == set(layers())
    assert against(layers(), layer_of, includes(sources)) == []


def test_public_headers_name_their_place(sources):
    assert [
        file for file in sources if file.startswith(PUBLIC) and not place_of(file).startswith("model/")
    ] == []


def test_public_headers_include_only_public_ones(sources):
    assert private_includes(sources) == []


def test_rooms_include_only_those_before_them(sources):
    assert {room_of(file) for file in sources} - {None} == set(rooms())
    assert against(rooms(), room_of, includes(sources)) == []


def test_the_core_is_plain_and_writes_no_files(sources):
    assert {layer_of(file) for file in sources if in_core(file)} == {"base", "ethernet", "pcie", "nic"}
    assert foreign_to_core(sources) == []


def test_includes_of_the_controller_name_their_layer(sources):
    found = {file: NEIGHBOUR.findall(text) for file, text in sources.items() if layer_of(file) == "nic"}
    assert [file for file, lines in found.items() if lines] == []


def test_nothing_includes_itself_in_a_circle(sources):
    assert circle(includes(sources)) == []
    assert circle(of_rooms(includes(sources))) == []


def test_code_is_in_the_namespace_of_its_layer(sources):
    assert misplaced(sources) == []


def test_namespaces_use_the_layers_before_them():
    used = USED_LAYER.findall((ROOT / "model/base/layers.h").read_text())
    assert used[: len(layers()) - 1] == list(zip(layers()[1:], layers(), strict=False))


def test_the_port_names_no_register(sources):
    port = [file for file in sources if file.startswith(PORT)]
    assert len(port) == 2
    assert [(file, name) for file in port for name in REGISTER.findall(sources[file])] == []


def test_no_file_is_long(sources):
    assert too_long(sources) == []


# --- The checks find what they are for.


@pytest.mark.parametrize(
    ("file", "namespace"),
    [
        ("model/nic/queues/tx_queue.h", "ixsim::host"),
        ("model/nic/queues/tx_queue.h", "ixsim"),
        ("model/nic/queues/tx_queue.cpp", "ixsim::nicety"),
        ("include/ixsim/probe.h", "ixsim::nic"),
    ],
)
def test_a_namespace_of_another_layer_is_found(sources, file, namespace):
    assert misplaced(planted(sources, file, f"namespace {namespace} {{}}")) == [(file, namespace)]


@pytest.mark.parametrize(
    ("file", "included", "order", "place_of"),
    [
        ("model/nic/queues/tx_queue.h", "nic/dma/tx_dma.h", rooms, room_of),
        ("model/nic/registers/register_file.h", "nic/nvm/nvm.h", rooms, room_of),
        ("model/nic/registers/register_file.h", "ixsim/classifier.h", rooms, room_of),
        ("include/ixsim/probe.h", "ixsim/classifier.h", rooms, room_of),
        ("include/ixsim/frame.h", "ixsim/pcie_config.h", layers, layer_of),
        ("model/nic/observe/event_sink.h", "nic/packet/packet_tracer.h", rooms, room_of),
        ("model/nic/new_room/block.h", "ixsim/probe.h", rooms, room_of),
        ("model/nic/new_block.h", "ixsim/probe.h", rooms, room_of),
        ("model/nic/port/nic_port.h", "host/memory.h", layers, layer_of),
    ],
)
@pytest.mark.parametrize("marks", ['""', "<>"])
def test_an_include_against_the_order_is_found(sources, file, included, order, place_of, marks):
    changed = includes(planted(sources, file, f"#include {marks[0]}{included}{marks[1]}"))
    assert len(against(order(), place_of, changed)) == 1


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("model/base/agenda.h", "<systemc>"),
        ("model/ethernet/frame.cpp", "<systemc.h>"),
        ("model/pcie/tlp.h", "<tlm>"),
        ("model/nic/core/controller_core.h", "<tlm_utils/peq_with_get.h>"),
        ("model/nic/core/controller_core.h", '"systemc"'),
        ("model/nic/dma/rx_dma.cpp", '"tlm.h"'),
        ("include/ixsim/probe.h", "<systemc>"),
        ("include/ixsim/frame.h", "<tlm>"),
        ("model/base/agenda.h", '"trace/atomic_file.h"'),
        ("model/ethernet/frame.cpp", '"trace/atomic_file.h"'),
        ("model/pcie/tlp.h", '"trace/atomic_file.h"'),
        ("model/nic/core/controller_core.h", '"trace/atomic_file.h"'),
        ("include/ixsim/probe.h", "<trace/atomic_file.h>"),
        ("model/nic/core/controller_core.h", "<nic/sc/core_alarm.h>"),
    ],
)
def test_what_the_core_must_not_include_is_found(sources, file, name):
    assert foreign_to_core(planted(sources, file, f"#include {name}")) == [(file, name[1:-1])]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("model/nic/sc/core_alarm.h", "<systemc>"),
        ("model/nic/sc/core_alarm.h", '"trace/atomic_file.h"'),
        ("include/ixsim/payloads.h", "<tlm>"),
        ("model/host/host.h", "<systemc>"),
        ("model/nic/core/controller_core.h", "<time.h>"),
    ],
)
def test_what_the_others_may_include_is_not_found(sources, file, name):
    assert foreign_to_core(planted(sources, file, f"#include {name}")) == []


@pytest.mark.parametrize(
    "line",
    [
        '#include "nic/profile/new_part.h"',
        '#include "base/agenda.h"',
        "#include <base/agenda.h>",
        '#include "time.h"',
        '#include "ixsim/new_part.h"',
    ],
)
def test_a_private_include_of_a_public_header_is_found(sources, line):
    assert len(private_includes(planted(sources, "include/ixsim/probe.h", line))) == 1


def test_a_public_header_without_place_is_found():
    assert PLACE.search("/// Part of model/nic/observe/.\n")[1] == "model/nic/observe/"
    assert not PLACE.search("/// Part of the model.\n")


def test_circles_are_found(sources):
    files = planted(sources, "model/nic/dma/rx_header_split.h", '#include "nic/dma/rx_dma.h"')
    found = circle(includes(files))
    assert found[0] == found[-1] and {"model/nic/dma/rx_dma.h", "model/nic/dma/rx_header_split.h"} <= set(
        found
    )
    assert circle(of_rooms(includes(files))) == []
    neighbours = planted(sources, "model/serve/wire.h", '#include "timed_wire.h"')
    found = circle(includes(planted(neighbours, "model/serve/timed_wire.h", '#include "wire.h"')))
    assert found[0] == found[-1] and {"model/serve/wire.h", "model/serve/timed_wire.h"} <= set(found)
    between = planted(sources, "model/nic/queues/tx_layout.h", "#include <nic/dma/tx_offload.h>")
    found = circle(of_rooms(includes(between)))
    assert found[0] == found[-1] and {"dma/", "queues/"} <= set(found)


@pytest.mark.parametrize(
    ("file", "most"),
    [(f"{PORT}cpp", MOST_LINES_OF_PORT), ("model/nic/dma/rx_dma.cpp", MOST_LINES)],
)
def test_a_long_file_is_found(sources, file, most):
    lines = sources[file].count("\n")
    longest = {**sources, file: sources[file] + "//\n" * (most - lines)}
    assert too_long(longest) == []
    assert [name for name, _ in too_long(planted(longest, file, "//"))] == [file]


@pytest.mark.parametrize("line", ["registers_.get(Reg::CTRL);", "field::CTRL::RST.mask;"])
def test_a_register_in_the_port_is_found(sources, line):
    assert REGISTER.search(
        planted(sources, "model/nic/port/nic_port.cpp", line)["model/nic/port/nic_port.cpp"]
    )

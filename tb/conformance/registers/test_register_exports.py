"""The register maps for other tools, read back by other tools and compared with the register facts.

IP-XACT is read by ipyxact, the UVM register model by the parser of pyslang. Both must have, at the address of every entry
of every register of the facts, the bits that exist, their access and their reset value, and nothing at other addresses.
The UVM agent is not run anywhere; pyslang parses it and checks its types against the outline of UVM in uvm_outline.sv.
"""

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pyslang
import pytest
from ipyxact.ipyxact import Component
from make_header_facts import mask_of
from pyslang.ast import Compilation
from pyslang.syntax import SyntaxKind, SyntaxTree

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
FACTS = {
    "82598": ["registers.csv"],
    "82599": ["registers.csv", "registers_82599.csv"],
    "82599_vf": ["registers_82599_vf.csv"],
    "custom_82598": ["registers.csv", "registers_custom_82598.csv"],
}
MAPS = [(device, bar) for device in FACTS for bar in ("0", "3")]
# Access of a field as the facts have it for the register: of IP-XACT (access, on write, on read), and of UVM.
IPXACT = {
    ("read-write", None, None): "RW",
    ("read-only", None, None): "RO",
    ("read-only", None, "clear"): "RC",
    ("read-write", "oneToClear", "clear"): "RC_W1C",
    ("read-write", None, "set"): "RS",
    ("read-write", "oneToClear", None): "W1C",
    ("read-write", "oneToSet", None): "W1S",
}
# UVM has no access that is cleared by reads and by ones: the exporter writes W1C.
UVM = {"RW": "RW", "RO": "RO", "RC": "RC", "WRS": "RS", "W1C": "W1C", "W1S": "W1S"}
# Fields cleared by a read in registers whose other fields are read and written: the facts have RW for all of them.
CLEARED_BY_READ = {"VFMAILBOX"}
SUFFIX = {"o": "RO", "s": "RW", "w": "W1C", "m": "RW"}


def entries(offset, count, stride):
    return [offset + i * stride for i in range(count)]


def access_of_bits(access, bits):
    """{bit: access} of a register."""
    if access == "RO_IDLE_RW":
        access = "RW"
    kinds = {}
    for token in bits.split():
        kind = SUFFIX.get(token[-1], access)
        mask = mask_of(token)
        kinds |= {bit: kind for bit in range(32) if mask >> bit & 1}
    return kinds


@cache
def facts(device, bar):
    """{address: (name, {bit: access}, reset)} as the files of facts have it, read line by line."""
    rows, shorter, more = {}, {}, []
    for name in FACTS[device]:
        for line in (HERE / name).read_text().splitlines():
            if line.startswith(("#", "bar,")):
                continue
            where, offset, register, count, stride, access, reset, bits = line.split(",")
            place = entries(int(offset, 0), int(count), int(stride, 0))
            if where == "-":
                del rows[register]
            elif where == "~":
                shorter[register] = (int(reset), access_of_bits(access, bits))
            elif where == "+":
                more.append((register, place))
            else:
                rows[register] = (where, place, access_of_bits(access, bits), int(reset, 0))
                more = [m for m in more if m[0] != register]
                shorter.pop(register, None)
    found = {}
    for register, (where, place, bits, reset) in rows.items():
        if where != bar:
            continue
        for others in [place, *(p for r, p in more if r == register)]:
            for i, address in enumerate(others):
                fewer = register in shorter and others is place and i >= shorter[register][0]
                found[address] = (register, shorter[register][1] if fewer else bits, reset)
    return found


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The exported files: those of the build, or made here."""
    built = Path(os.environ.get("IXSIM_BUILD_DIR", "none")) / "share/ixsim/registers"
    if built.is_dir():
        return built
    made = tmp_path_factory.mktemp("registers")
    subprocess.run(
        [sys.executable, ROOT / "scripts/registers/exports.py", "--out", made], check=True, timeout=120
    )
    return made


def base_name(name):
    """The register of an exported name: without the suffix of an entry that lies elsewhere or alone."""
    return re.sub(r"_(last|from_\d+|at_[0-9A-F]{5})(_\d+)?$", "", name)


def bits_of(fields):
    """({bit: access}, reset) of fields as (lsb, width, access, reset)."""
    kinds, value = {}, 0
    for lsb, width, access, reset in fields:
        kinds |= dict.fromkeys(range(lsb, lsb + width), access)
        value |= reset << lsb
    return kinds, value


def ipxact(path):
    """{address: (exported name, bits, reset)} of an IP-XACT file."""
    component = Component()
    with path.open() as file:
        component.load(file)
    found = {}

    def add(register, base):
        fields = [
            (f.bitOffset, f.bitWidth, IPXACT[f.access, f.modifiedWriteValue or None, f.readAction or None],
             f.resets.reset.value)
            for f in register.field
        ]  # fmt: skip
        for i in range(register.dim or 1):
            address = base + register.addressOffset + 4 * i
            assert address not in found, f"{register.name}: two registers at {address:#x}"
            found[address] = (register.name, *bits_of(fields))

    for block in component.memoryMaps.memoryMap[0].addressBlock:
        for register in block.register:
            add(register, 0)
        for group in block.registerFile:
            for i in range(group.dim or 1):
                for register in group.register:
                    add(register, group.addressOffset + i * group.range)
    return found


def number(text):
    """A literal of the UVM register model."""
    return int(text.replace("'h", "0x"), 0)


def calls(node):
    """(function, arguments) of each call below a node of the syntax tree, in order."""
    found = []

    def visit(n):
        if getattr(n, "kind", None) == SyntaxKind.InvocationExpression:
            arguments = [a for a in n.arguments.parameters if a.kind != pyslang.parsing.TokenKind.Comma]
            found.append((str(n.left).strip(), [str(a).strip() for a in arguments]))

    node.visit(visit)
    return found


def uvm(path):
    """{address: (exported name, bits, reset)} of a UVM register model."""
    tree = SyntaxTree.fromFile(str(path))
    assert [d.args for d in tree.diagnostics if d.isError() and "uvm_macros.svh" not in d.args] == []
    classes = {}

    def visit(n):
        if getattr(n, "kind", None) == SyntaxKind.ClassDeclaration:
            classes[n.name.valueText] = n

    tree.root.visit(visit)
    member_pattern = re.compile(r"rand (\w+) (\w+)(?:\[(\d+)\])?;")
    found = {}

    def add(name, base):
        members = {}
        for item in classes[name].items:
            if member := member_pattern.search(str(item)):
                members[member[2]] = (member[1], int(member[3] or 1))
        for function, arguments in calls(classes[name]):
            operation = function.rpartition(".")[2]
            if operation not in ("add_reg", "add_submap"):
                continue
            member = re.match(r"this\.(\w+)", arguments[0])[1]
            kind, count = members[member]
            offset, _, stride = arguments[1].partition("+ i0*")
            for i in range(count):
                address = base + number(offset.strip()) + (i * number(stride.strip()) if stride else 0)
                if operation == "add_submap":
                    add(kind, address)
                    continue
                assert address not in found, f"{member}: two registers at {address:#x}"
                fields = [
                    (int(a[2]), int(a[1]), UVM[a[3].strip('"')], number(a[5]))
                    for f, a in calls(classes[kind]) if f.endswith(".configure")
                ]  # fmt: skip
                found[address] = (member, *bits_of(fields))

    add(path.name.removesuffix("_uvm_pkg.sv"), 0)
    return found


def same_access(register, found, wanted, read):
    """Whether the bits that exist and their access are the same, as far as the format and the facts can express them."""

    def expected(bit, access):
        if register in CLEARED_BY_READ and found.get(bit) == "RC":
            return "RC"
        return "W1C" if read is uvm and access == "RC_W1C" else access

    return found == {bit: expected(bit, access) for bit, access in wanted.items()}


def differences(found, wanted, read):
    """Returns where exported registers differ from the facts. A second address has the facts of the first one."""
    texts = [
        f"{address:#07x}: {name}: not exported"
        for address, (name, _, _) in wanted.items()
        if address not in found
    ]
    by_name = {name: (name, bits, reset) for name, bits, reset in wanted.values()}
    for address, (name, bits, reset) in found.items():
        exported = base_name(name)
        fact = wanted.get(address) or (by_name.get(exported) if f"_at_{address:05X}" in name else None)
        if fact is None:
            texts.append(f"{address:#07x}: {name}: not in the facts")
            continue
        register, wanted_bits, wanted_reset = fact
        if exported != register and re.sub(r"_\d+$", "", exported) != register:
            texts.append(f"{address:#07x}: found {name}, the facts have {register}")
        if not same_access(register, bits, wanted_bits, read) or reset != wanted_reset:
            texts.append(
                f"{address:#07x}: {name}: found {bits}, reset {reset:#x}; the facts have {wanted_bits}, {wanted_reset:#x}"
            )
    return texts


@pytest.mark.parametrize(("device", "bar"), MAPS)
@pytest.mark.parametrize(("read", "ending"), [(ipxact, ".xml"), (uvm, "_uvm_pkg.sv")])
def test_read_back(folder, device, bar, read, ending):
    found = read(folder / f"ixsim_{device}_bar{bar}{ending}")
    texts = differences(found, facts(device, bar), read)
    assert not texts, f"{len(texts)} differences:\n" + "\n".join(texts[:10])
    assert len(found) > (100 if bar == "0" else 3)


def test_differences_are_seen(folder):
    """A bit, an access, a reset value, a name, an address: each is reported."""
    wanted = facts("82599_vf", "0")
    found = uvm(folder / "ixsim_82599_vf_bar0_uvm_pkg.sv")
    address, (name, bits, reset) = next(iter(found.items()))
    fewer = dict(list(bits.items())[1:])
    for changed in (
        (name, fewer, reset),
        (name, {**bits, next(iter(bits)): "RC"}, reset),
        (name, bits, reset ^ 1),
        ("OTHER", bits, reset),
    ):
        assert len(differences({**found, address: changed}, wanted, uvm)) == 1
    assert len(differences({**found, 0x3FFC: (name, bits, reset)}, wanted, uvm)) == 1
    del found[address]
    assert len(differences(found, wanted, uvm)) == 1


def compile_sources(*extra):
    """The errors of the packages of the agent, with more source text."""
    sv = ROOT / "model/reference/sv"
    text = "\n".join(path.read_text() for path in (
        HERE / "uvm_outline.sv", sv / "ixsim_reference_pkg.sv", sv / "ixsim_classifier_if.sv",
        sv / "ixsim_classifier_uvm_pkg.sv"))  # fmt: skip
    text = text.replace('`include "uvm_macros.svh"', "")
    compilation = Compilation()
    compilation.addSyntaxTree(SyntaxTree.fromText("\n".join([text, *extra])))
    return [(str(d.code), d.args) for d in compilation.getAllDiagnostics() if d.isError()]


def test_agent_compiles():
    assert compile_sources() == []
    wrong = "module m; import ixsim_classifier_uvm_pkg::*; classifier_agent a; initial a.nothing(); endmodule"
    assert compile_sources(wrong) != []

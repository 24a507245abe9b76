"""Reads the register description (SystemRDL) into plain records.

The SystemRDL compiler checks each group by itself; what it cannot see, because groups interleave, is checked
here: two registers at one address, registers outside their BAR, and access kinds the model does not have.
"""

from dataclasses import dataclass, field
from pathlib import Path

from systemrdl import RDLCompiler, RegNode
from systemrdl.rdltypes import AccessType, OnReadType, OnWriteType

SPACES = {"bar0": 0x20000, "bar3": 0x4000}  # name: bytes


class DescriptionError(Exception):
    """The description says something that the model cannot do; the message names the register."""


@dataclass
class Field:
    name: str
    lsb: int
    width: int
    reset: int
    access: str  # rw ro rc rs w1c w1s rc/w1c sc
    meaning: str

    @property
    def mask(self) -> int:
        return ((1 << self.width) - 1) << self.lsb


@dataclass
class Register:
    name: str
    title: str
    note: str
    source: str
    group: str
    space: str
    offset: int
    count: int
    stride: int
    fields: list[Field]
    owned_while_enabled: bool
    survives_reset: bool
    implemented: bool
    alias_of: str | None = None  # shares the storage of this register
    other_offsets: list[int] = field(default_factory=list)
    cell: int = 0

    def mask(self, *kinds: str) -> int:
        """The bits whose access is one of `kinds`; of no kind given, all bits that exist."""
        return sum(f.mask for f in self.fields if not kinds or f.access in kinds)

    @property
    def reset(self) -> int:
        return sum(f.reset << f.lsb for f in self.fields)

    @property
    def access(self) -> str:
        kinds = {f.access for f in self.fields}
        if self.owned_while_enabled:
            return "RO_IDLE_RW"
        if "rs" in kinds:
            return "RS"
        single = {"ro": "RO", "rc": "RC", "rc/w1c": "RC_W1C", "w1s": "W1S", "w1c": "W1C"}
        if len(kinds) == 1 and (kind := next(iter(kinds))) in single:
            return single[kind]
        return "RW"


_FIELD_ACCESS = {
    # (software access, on read, on write, single pulse)
    (AccessType.rw, None, None, False): "rw",
    (AccessType.r, None, None, False): "ro",
    (AccessType.r, OnReadType.rclr, None, False): "rc",
    (AccessType.rw, OnReadType.rclr, OnWriteType.woclr, False): "rc/w1c",
    (AccessType.rw, OnReadType.rset, None, False): "rs",
    (AccessType.rw, None, OnWriteType.woclr, False): "w1c",
    (AccessType.rw, None, OnWriteType.woset, False): "w1s",
    (AccessType.rw, None, None, True): "sc",
}


def _read_field(node, register: str) -> Field:
    key = (
        node.get_property("sw"),
        node.get_property("onread"),
        node.get_property("onwrite"),
        bool(node.get_property("singlepulse")),
    )
    if key not in _FIELD_ACCESS:
        raise DescriptionError(f"{register}.{node.inst_name}: no such access kind in the model: {key}")
    return Field(
        name=node.inst_name,
        lsb=node.lsb,
        width=node.width,
        reset=node.get_property("reset") or 0,
        access=_FIELD_ACCESS[key],
        meaning=node.get_property("desc") or "",
    )


def _read_register(node: RegNode, group: str, space: str) -> Register:
    name = node.inst_name
    arrays = [n for n in (node, node.parent) if getattr(n, "is_array", False)]
    if len(arrays) > 1 or any(len(n.array_dimensions) != 1 for n in arrays):
        raise DescriptionError(f"{name}: an array of one dimension is all the model has")
    count, stride = (arrays[0].array_dimensions[0], arrays[0].array_stride) if arrays else (1, 0)
    offset = node.raw_address_offset
    if not getattr(node.parent, "is_root", False) and node.parent.inst_name != group:
        offset += node.parent.raw_address_offset
    if node.get_property("source") is None:
        raise DescriptionError(f"{name}: source is missing")
    return Register(
        name=name,
        title=node.get_property("name"),
        note=node.get_property("desc") or "",
        source=node.get_property("source"),
        group=group,
        space=space,
        offset=offset,
        count=count,
        stride=stride,
        fields=[_read_field(f, name) for f in node.fields()],
        owned_while_enabled=bool(node.get_property("owned_while_enabled")),
        survives_reset=bool(node.get_property("survives_reset")),
        implemented=bool(node.get_property("implemented")),
        alias_of=node.alias_primary.inst_name if node.is_alias else None,
    )


def _compile(folder: Path) -> RDLCompiler:
    first, last = folder / "properties.rdl", folder / "controller.rdl"
    compiler = RDLCompiler()
    for path in [first, *sorted(set(folder.glob("*.rdl")) - {first, last}), last]:
        compiler.compile_file(str(path))
    return compiler


def _merge_second_addresses(registers: list[Register]) -> list[Register]:
    """An alias with the fields of its primary is not a register but another address of it."""
    by_name = {r.name: r for r in registers}
    if len(by_name) != len(registers):
        raise DescriptionError("two registers have one name")
    kept = []
    for r in registers:
        if r.alias_of and r.fields == by_name[r.alias_of].fields:
            by_name[r.alias_of].other_offsets.append(r.offset)
        else:
            kept.append(r)
    return kept


def _check_addresses(registers: list[Register]) -> None:
    taken: dict[tuple[str, int], str] = {}
    for r in registers:
        for offset in [r.offset + i * r.stride for i in range(r.count)] + r.other_offsets:
            if offset % 4 or offset >= SPACES[r.space]:
                raise DescriptionError(f"{r.name}: 0x{offset:X} is no register address of {r.space}")
            if (r.space, offset) in taken:
                raise DescriptionError(f"{r.name} and {taken[r.space, offset]} meet at 0x{offset:X}")
            taken[r.space, offset] = r.name


def load(folder: Path) -> tuple[list[Register], dict[str, str]]:
    """All registers by space and offset, and the titles of the groups in the order of controller.rdl."""
    compiler = _compile(folder)
    registers: list[Register] = []
    titles: dict[str, str] = {}
    for space in SPACES:
        for group in compiler.elaborate(space).top.children(unroll=False):
            titles[group.inst_name] = group.get_property("name")
            registers += [
                _read_register(n, group.inst_name, space)
                for n in group.descendants(unroll=False)
                if isinstance(n, RegNode)
            ]
    registers = _merge_second_addresses(registers)
    _check_addresses(registers)
    registers.sort(key=lambda r: (r.space, r.offset))
    cell = 0
    for r in registers:
        if not r.alias_of:
            r.cell = cell
            cell += r.count
    by_name = {r.name: r for r in registers}
    for r in registers:
        if r.alias_of:
            r.cell = by_name[r.alias_of].cell
    return registers, titles

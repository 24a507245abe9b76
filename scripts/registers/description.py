"""Reads the register description (SystemRDL) into plain records.

The SystemRDL compiler checks each group separately. This module makes the checks across groups: two registers at one
address, registers outside their BAR, and access kinds that the model lacks.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

from systemrdl import RDLCompiler, RegNode
from systemrdl.rdltypes import AccessType, OnReadType, OnWriteType

SPACES = {"bar0": 0x20000, "bar3": 0x4000}  # name: bytes
WINDOWS = {"bar0": 0x4000, "bar3": 0x4000}  # BAR of a virtual function
SUCCESSOR = "82599"  # device whose map is described by its differences, in a folder of that name
CUSTOM = (
    "custom_82598"  # likewise the custom device with the rules of the 82598, which has no other registers
)
VIRTUAL = "82599_vf"  # its virtual functions, whose map is complete, in a folder of that name


class DescriptionError(Exception):
    """The description contains something that the model cannot implement; the message names the register."""


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
class Range:
    """More entries of a register, or a second place of some entries."""

    first: int
    offset: int
    count: int
    stride: int


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
    last_lacks: tuple[str, ...] = ()  # fields that the last entry of the array does not have
    alias_of: str | None = None  # shares the storage of this register
    other_offsets: list[int] = field(default_factory=list)
    ranges: list[Range] = field(default_factory=list)  # entries that lie elsewhere
    cell: int = 0

    @property
    def entries(self) -> int:
        """Returns all entries at all places."""
        return max([self.count, *(r.first + r.count for r in self.ranges)])

    def mask(self, *kinds: str) -> int:
        """Returns the bits whose access is one of `kinds`; without `kinds`, all bits that exist."""
        return sum(f.mask for f in self.fields if not kinds or f.access in kinds)

    @property
    def last_mask(self) -> int:
        """Returns the bits of the last entry."""
        return sum(f.mask for f in self.fields if f.name not in self.last_lacks)

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


def _read_register(node: RegNode, group: str, space: str, source_needed: bool = True) -> Register:
    name = node.inst_name
    arrays = [n for n in (node, node.parent) if getattr(n, "is_array", False)]
    if len(arrays) > 1 or any(len(n.array_dimensions) != 1 for n in arrays):
        raise DescriptionError(f"{name}: an array of one dimension is all the model has")
    count, stride = (arrays[0].array_dimensions[0], arrays[0].array_stride) if arrays else (1, 0)
    offset = node.raw_address_offset
    if not getattr(node.parent, "is_root", False) and node.parent.inst_name != group:
        offset += node.parent.raw_address_offset
    if source_needed and node.get_property("source") is None:
        raise DescriptionError(f"{name}: source is missing")
    fields = [_read_field(f, name) for f in node.fields()]
    last_lacks = tuple((node.get_property("last_lacks") or "").split())
    if unknown := set(last_lacks) - {f.name for f in fields if f.reset == 0}:
        raise DescriptionError(f"{name}: last_lacks names {min(unknown)}, no field of it that resets to 0")
    return Register(
        name=name,
        title=node.get_property("name"),
        note=node.get_property("desc") or "",
        source=node.get_property("source") or "",
        group=group,
        space=space,
        offset=offset,
        count=count,
        stride=stride,
        fields=fields,
        owned_while_enabled=bool(node.get_property("owned_while_enabled")),
        survives_reset=bool(node.get_property("survives_reset")),
        implemented=bool(node.get_property("implemented")),
        last_lacks=last_lacks,
        alias_of=node.alias_primary.inst_name if node.is_alias else None,
    )


def _compile(folder: Path) -> RDLCompiler:
    compiler = RDLCompiler()
    compiler.compile_file(str(folder / "properties.rdl"))
    for part in (folder, folder / SUCCESSOR, folder / CUSTOM, folder / VIRTUAL):
        last = part / "controller.rdl"
        for path in [*sorted(set(part.glob("*.rdl")) - {folder / "properties.rdl", last}), last]:
            compiler.compile_file(str(path))
    return compiler


def _merge_second_addresses(registers: list[Register]) -> list[Register]:
    """Merges an alias that has the fields of its primary: it is not a register but another address of it."""
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


def _check_addresses(registers: list[Register], sizes: dict[str, int]) -> None:
    taken: dict[tuple[str, int], str] = {}
    for r in registers:
        places = [r.offset + i * r.stride for i in range(r.count)] + r.other_offsets
        places += [p.offset + i * p.stride for p in r.ranges for i in range(p.count)]
        for offset in places:
            if offset % 4 or offset >= sizes[r.space]:
                raise DescriptionError(f"{r.name}: 0x{offset:X} is no register address of {r.space}")
            if (r.space, offset) in taken:
                raise DescriptionError(f"{r.name} and {taken[r.space, offset]} meet at 0x{offset:X}")
            taken[r.space, offset] = r.name


@dataclass
class Description:
    registers: list[
        Register
    ]  # registers of all maps, those of the 82598 first; each as its first device has it
    first: list[Register]  # registers of the 82598, by space and offset
    successor: list[Register]  # registers of the 82599, by space and offset
    custom: list[Register]  # registers of the custom device with the rules of the 82598, by space and offset
    virtual: list[Register]  # registers of a virtual function of the 82599, by space and offset
    titles: dict[str, str]  # titles of the groups, in the order of the controller.rdl files


def _first_entry(node) -> int | None:
    for n in (node, node.parent):
        if n.inst_name is not None and (value := n.get_property("first_entry", default=None)) is not None:
            return value
    return None


def _read_space(compiler, top: str, space: str, titles: dict[str, str]):
    """Returns registers, and the ranges that belong to registers by name, of one top."""
    registers: list[Register] = []
    ranges: list[tuple[str, Range]] = []
    for group in compiler.elaborate(top).top.children(unroll=False):
        titles.setdefault(group.inst_name, group.get_property("name"))
        for node in group.descendants(unroll=False):
            if not isinstance(node, RegNode):
                continue
            first = _first_entry(node)
            if first is None:
                registers.append(_read_register(node, group.inst_name, space))
            else:
                more = _read_register(node, group.inst_name, space, source_needed=False)
                ranges.append((more.name, Range(first, more.offset, more.count, more.stride)))
    return registers, ranges


def _succeed(
    registers: list[Register], compiler: RDLCompiler, titles: dict[str, str], device: str, spaces: list[str]
) -> list[Register]:
    """Returns the map of another device: its own descriptions replace those of the first device."""
    own: dict[str, Register] = {}
    ranges: list[tuple[str, Range]] = []
    absent: set[str] = set()
    for space in spaces:
        top = f"{space}_{device}"
        more, elsewhere = _read_space(compiler, top, space, titles)
        own |= {r.name: r for r in _merge_second_addresses(more)}
        ranges += elsewhere
        absent |= set((compiler.elaborate(top).top.get_property("absent", default="") or "").split())
    inherited = {r.name: replace(r, ranges=[]) for r in registers if r.name not in own}
    if unknown := absent - set(inherited):
        raise DescriptionError(f"{device}: absent names {', '.join(sorted(unknown))}, which nothing gives it")
    result = {name: r for name, r in inherited.items() if name not in absent} | own
    for name, piece in ranges:
        if name not in result:
            raise DescriptionError(f"{name}: {device} has more entries of it and not the first ones")
        result[name].ranges.append(piece)
    return list(result.values())


def _read_alone(compiler: RDLCompiler, suffix: str, titles: dict[str, str]) -> list[Register]:
    """Returns a map that is described completely."""
    registers: list[Register] = []
    for space in SPACES:
        more, ranges = _read_space(compiler, space + suffix, space, titles)
        if ranges:
            raise DescriptionError(f"{ranges[0][0]}: this map has its entries in one place")
        registers += more
    return _merge_second_addresses(registers)


def load(folder: Path) -> Description:
    """Returns the whole description."""
    compiler = _compile(folder)
    titles: dict[str, str] = {}
    first = _read_alone(compiler, "", titles)
    successor = _succeed(first, compiler, titles, SUCCESSOR, list(SPACES))
    custom = _succeed(first, compiler, titles, CUSTOM, ["bar0"])
    virtual = _read_alone(compiler, f"_{VIRTUAL}", titles)
    for registers, sizes in ((first, SPACES), (successor, SPACES), (custom, SPACES), (virtual, WINDOWS)):
        _check_addresses(registers, sizes)
        registers.sort(key=lambda r: (r.space, r.offset))
    known = {r.name for r in first}
    if names := {r.name for r in custom} ^ known:
        raise DescriptionError(f"{min(names)}: {CUSTOM} has the registers of the 82598 and no others")
    everything = first + [r for r in successor if r.name not in known]
    if taken := {r.name for r in everything} & {r.name for r in virtual}:
        raise DescriptionError(f"{min(taken)}: a register of a virtual function has its own name")
    everything += virtual
    result = Description(everything, first, successor, custom, virtual, titles)
    _allocate(result)
    return result


def most_entries(description: Description) -> dict[str, int]:
    """Returns the entries of each register on the device with the most."""
    most: dict[str, int] = {}
    for r in [*description.registers, *description.successor, *description.custom]:
        most[r.name] = max(r.entries, most.get(r.name, 0))
    return most


def _allocate(description: Description) -> None:
    """Gives each register its storage: as many cells as the device with the most entries needs."""
    most = most_entries(description)
    cells: dict[str, int] = {}
    cell = 0
    for r in description.registers:
        if not r.alias_of:
            cells[r.name] = cell
            cell += most[r.name]
    for r in [*description.registers, *description.successor, *description.custom]:
        r.cell = cells[r.alias_of or r.name]

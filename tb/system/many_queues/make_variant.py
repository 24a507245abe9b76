"""Writes the files of the model that differ in a build with 256 queues. The output folder precedes include/ and model/
in the include path. The files are the limit, and the register map with rings 128 to 255 at addresses that the 82599
leaves free.

    make_variant.py TREE OUT
"""

import shutil
import sys
from pathlib import Path

QUEUES = 256
LIMIT = "ixsim/queue_mask.h"
RX, TX = (
    ("RDBAL", "RDBAH", "RDLEN", "DCA_RXCTRL", "RDH", "SRRCTL", "RDT", "RXDCTL"),
    ("TDBAL", "TDBAH", "TDLEN", "DCA_TXCTRL", "TDH", "TDT", "TXDCTL", "TDWBAL", "TDWBAH"),
)
OFFSETS = {
    **dict(zip(RX, (0x00, 0x04, 0x08, 0x0C, 0x10, 0x14, 0x18, 0x28), strict=True)),
    **dict(zip(TX, (0x00, 0x04, 0x08, 0x0C, 0x10, 0x18, 0x28, 0x38, 0x3C), strict=True)),
    "IVAR": 0,
    "RQSMR": 0,
    "TQSMR": 0,
}
# File, name, registers, entries from 128 queues on, the first of them, address, stride.
MORE = (
    ("receive_dma", "RX_QUEUE_MORE", RX, 128, 128, 0x18000, 0x40),
    ("transmit", "TX_QUEUE_MORE", TX, 128, 128, 0x1A000, 0x40),
    ("interrupt", "IVAR_MORE", ("IVAR",), 64, 64, 0x1C000, 0x4),
    ("receive_dma", "RQSMR_MORE", ("RQSMR",), 32, 32, 0x1C200, 0x4),
    ("transmit", "TQSMR_MORE", ("TQSMR",), 32, 32, 0x1C300, 0x4),
)


def more_entries(name, registers, count, first, address, stride):
    """The same registers once more, as a range of entries."""
    lines = [f"    storage {register} @ {OFFSETS[register]:#x};" for register in registers]
    body = "\n".join(lines)
    return f"\n  regfile {{\n{body}\n  }} {name}[{count}] @ {address:#x} += {stride:#x};\n  {name}->first_entry = {first};\n"


def main(tree: Path, out: Path) -> None:
    sys.path.insert(0, str(tree / "scripts"))
    from registers import cpp, description

    text = (tree / "include" / LIMIT).read_text()
    wanted = text.replace("kMaxQueues = 128;", f"kMaxQueues = {QUEUES};")
    assert wanted != text, f"{LIMIT} has no line of the limit"
    (out / LIMIT).parent.mkdir(parents=True, exist_ok=True)
    (out / LIMIT).write_text(wanted)

    folder = out / "description"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(tree / "model/nic/registers", folder)
    for name, *entries in MORE:
        path = folder / "82599" / f"{name}.rdl"
        head, end, rest = path.read_text().rpartition("};")
        assert not rest.strip(), path
        path.write_text(head + more_entries(*entries) + end + rest)
    everything = description.load(folder)
    registers = out / "nic/registers"
    registers.mkdir(parents=True, exist_ok=True)
    (registers / "register_map.h").write_text(cpp.header(everything))
    (registers / "register_map.cpp").write_text(cpp.source(everything))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

"""Turns the register facts into a C file that asserts them of the generated C header of one device.

    make_header_facts.py DEVICE FACTS.csv... > facts.c

The script reads the facts independently: rows of a later file replace those of the same names.
"""

import csv
import sys


def read(paths):
    facts = {}
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            for bar, offset, name, count, stride, access, reset, bits in csv.reader(
                line for line in lines if not line.startswith(("#", "bar,"))
            ):
                row = (int(offset, 0), int(count), int(stride, 0))
                if bar == "-":
                    del facts[name]
                elif bar == "+":
                    facts[name]["more"].append((int(reset), *row))
                elif bar == "~":
                    continue  # the header has the fields of all entries
                else:
                    facts[name] = {
                        "row": row,
                        "reset": int(reset, 0),
                        "bits": bits,
                        "more": [],
                        "access": access,
                    }
    return facts


def mask_of(bits):
    mask = 0
    for token in bits.split():
        high, _, low = token.rstrip("osmwc").partition(":")
        for bit in range(int(low or high), int(high) + 1):
            mask |= 1 << bit
    return mask


def main():
    device, facts = sys.argv[1], read(sys.argv[2:])
    prefix = f"IXSIM_{device.upper()}"
    print(f'#include "ixsim/registers_{device}.h"\n')
    assertions = 0
    for name, fact in facts.items():
        offset, count, stride = fact["row"]
        symbol = f"{prefix}_{name}"
        places = {i: offset + i * stride for i in range(count)}
        for first, start, more, step in fact["more"]:
            for i in range(more):
                places.setdefault(first + i, start + i * step)
        checks = [f"{symbol}_RESET == 0x{fact['reset']:X}u"]
        if len(places) > 1:
            checks.append(f"{symbol}_COUNT == {len(places)}u")
            checks += [f"{symbol}({i}) == 0x{place:X}u" for i, place in places.items()]
        else:
            checks.append(f"{symbol} == 0x{offset:X}u")
        assertions += len(checks)
        print("".join(f'_Static_assert({check}, "{name}");\n' for check in checks), end="")
    print(f"/* {assertions} assertions */")
    # Masks of fields and the bits of the register are compared where the names of the fields are known: in text.
    with open(
        __file__.replace(
            "tb/conformance/registers/make_header_facts.py", f"include/ixsim/registers_{device}.h"
        )
    ) as f:
        text = f.read().split("\n")
    for name, fact in facts.items():
        start = f"#define {prefix}_{name}_"
        found = 0
        for line in text:
            if line.startswith(start) and line.split()[1].endswith("_MASK"):
                symbol = line.split()[1].removesuffix("_MASK")
                # Another register's name may begin with this name.
                if any(
                    symbol.startswith(f"{prefix}_{o}_")
                    for o in facts
                    if o != name and o.startswith(name + "_")
                ):
                    continue
                found |= int(line.split()[2].rstrip("u"), 16)
        if found == 0 and mask_of(fact["bits"]) != 0:
            sys.exit(
                f"{name}: the facts have it, and include/ixsim/registers_{device}.h has no field of it: describe it, or, "
                "if only this device lacks it, add a row that begins with '-' to the facts of the device"
            )
        if found != mask_of(fact["bits"]):
            sys.exit(
                f"{name}: the header has bits 0x{found:08X}, the facts say 0x{mask_of(fact['bits']):08X}"
            )
    print("int main(void) { return 0; }")


if __name__ == "__main__":
    main()

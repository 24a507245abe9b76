"""Makes the page of scenario keys (docs/scenario_keys.md) from `ixsim keys --json`."""

import json

HEAD = """# Scenario keys

Generated from the tables of `model/platform/*_keys.cpp` and of the strategies by `scripts/reference/generate.py`; a test
fails when the two differ. Do not edit. `ixsim keys PATTERN` prints the same for keys that match, `ixsim keys --json` all
of it for programs ([schema](scenario_keys.schema.json)).

A key is set in a scenario file (TOML), or by `--set KEY=VALUE`, which has precedence:

```toml
[rx]
queues = 16             # rx.queues
max_frame = "9 KiB"     # 9216 bytes
[traffic]
duration = "2 ms"
```

<!-- run: quick -->
```
ixsim run examples/scenarios/small_frames.toml --set rx.ring=1024 --set pcie.propagation_ns="1.5us"
ixsim run examples/scenarios/small_frames.toml --set rx.queues=4 --print-scenario   # all keys as the run has them; runs nothing
```

The order of keys does not matter. A default that follows from other keys is computed when all are known; the table gives
its value in a scenario that sets nothing. `--print-scenario` prints a scenario that gives the same run again.

## Hosts and VMs

A key of `host.*` with a parameter or path, of `vm.*` or of `peer.*` makes a run with virtual machines (VMs), as
[hosts](hosts.md#a-scenario-with-hosts) explains. Keys that only one kind of run takes say so, and the other refuses them.

| name | meaning |
|---|---|
| `vm.load`, `vm[*].load` | of all VMs |
| `vm[2].load`, `vm[0:3].load` | of VM 2; of VMs 0 to 3, both included |
| `[[vm]]` in a file | the next VM, or the next `count` VMs |
| `nic[0].rx.queues`, `[[nic]]` with `rx.queues` | `rx.queues`; `nic[0].profile` is `device.profile` |
| `host[0].io_path`, `[[host]]` with `io_path` | `host.io_path` |

An option replaces a value of the file; one VM has precedence over a range, and a range over all.

## Numbers and units

A number without a unit counts units of the key. An exponent is accepted (`1e6`). A number with a unit is a text, in quotes
in a file. It is converted exactly, without rounding: a value that is not a whole number of the key's unit is refused with
the two nearest that are.

| unit of the key | accepted units | example |
|---|---|---|
| time | `ps`, `ns`, `us` (`µs`), `ms`, `s` | `rx.moderation = "1024 ns"` is 4 units of 256 ns |
| size | `B`, `kB` (1000), `MB`, `GB`, `KiB` (1024), `MiB`, `GiB` | `host.memory_mib = "2 GiB"` is 2048 |
| rate | `b/s`, `kb/s`, `Mb/s`, `Gb/s`, `bit/s` and so on | `vm.load = "2 Gb/s"` is 2000 |
| per cent | `%` | `traffic.load_percent = "50%"` |
| others | the name of the unit | `traffic.frames = "1e6 frames"` |
"""


RUNS = {"all": "", "vms": " Only with VMs.", "device": " Only without VMs."}


def cell(text: str) -> str:
    """Returns text for a cell of a table."""
    return text.replace("|", "\\|")


def default_of(key: dict) -> str:
    """Returns the default and the rule by which it follows."""
    value = key["default"]
    parts = ["not set" if value is None else f"`{json.dumps(value)}`"]
    if key["default_note"]:
        parts.append(key["default_note"])
    text = "; ".join(parts)
    if key["default_from"]:
        text += " (follows " + ", ".join(f"`{name}`" for name in key["default_from"]) + ")"
    return text


def row(key: dict) -> str:
    """Returns the line of a key."""
    about = key["description"] + RUNS[key["runs"]]
    if key["strategies"]:
        about += " Only with " + ", ".join(f"`{strategy}`" for strategy in key["strategies"]) + "."
    return f"| `{key['name']}` | {cell(key['accepts'])} | {cell(default_of(key))} | {cell(about)} |"


def page(keys: list[dict]) -> str:
    """Returns the whole page."""
    sections: dict[str, list[dict]] = {}
    for key in keys:
        sections.setdefault(key["section"], []).append(key)
    parts = [HEAD]
    for name, group in sections.items():
        parts.append(
            f"## `{name}`: {group[0]['subject']}\n\n| key | accepts | default | meaning |\n|---|---|---|---|"
        )
        parts[-1] += "\n" + "\n".join(row(key) for key in group) + "\n"
    return "\n".join(parts)

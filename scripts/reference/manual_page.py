"""Makes the manual page ixsim(1) from the commands and keys that the program describes."""

import json

DESCRIPTION = """\
ixsim simulates a multi-queue Ethernet controller of the Intel 82598 class, cycle by cycle: classifier, queues, DMA over
PCIe, interrupts, and a host with its driver. It replays captures or generates frames, and checks Verilog of the
classifier and of the transmit schedulers against the model.
"""
SCENARIOS = """\
A scenario is a TOML file. Its keys are listed below by their dotted names: the key
.B rx.queues
is
.B queues
in the section
.BR [rx] .
The option
.B \\-\\-set
sets a key on the command line and has precedence. A number may have an exponent (1e6) or, as a text, a unit: a time in ps,
ns, us, ms or s, a size in B, kB, MB, GB, KiB, MiB or GiB. It is converted exactly. A value that is not a whole number of
the key's unit is refused.
"""
STATUS = [
    ("0", "The run is complete, and every check passed."),
    ("1", "A mismatch, a broken invariant, or input that was not all sent."),
    ("2", "Bad usage, bad input, or output that cannot be written. One line on standard error names the file, key or "
          "option, what was found and what is accepted."),
    ("130, 143, 129", "Ended by SIGINT, SIGTERM or SIGHUP, after unfinished files were removed."),
]  # fmt: skip
FILES = [
    (
        "DIR/result.json",
        "Results of a run with the option --out DIR: every metric with its unit and description.",
    ),
    (
        "DIR/frames.pcapng, DIR/spans.json, DIR/arbitration.txt, DIR/registers.txt",
        "Traces, as the option --trace names.",
    ),
]
EXAMPLES = [
    (
        "ixsim run --pcap trace.pcapng --check rtl --out results/",
        "Replay a capture and compare every decision with the RTL.",
    ),
    (
        "ixsim run --set traffic.frames=1e6 --set traffic.frame_size=imix",
        "Generate a million frames of mixed sizes.",
    ),
    ("ixsim run scenario.toml --set rx.ring=1024 --print-scenario", "Print all keys as the run has them."),
    ("ixsim keys 'rx.*'", "Describe the keys of receive."),
    ("ixsim check classifier --frames 1000000", "Check the RTL classifier under constrained-random frames."),
    (". <(ixsim completion bash)", "Complete command lines in this shell."),
]


def escape(text: str) -> str:
    """Returns text that roff prints unchanged."""
    text = (
        text.replace("\\", "\\e")
        .replace("-", "\\-")
        .replace("\u00b5", "u")
        .replace("'", "\\(aq")
        .replace("^", "\\(ha")
    )
    return text.replace("~", "\\(ti").replace("`", "\\(ga")


def prose(text: str) -> str:
    """Returns a paragraph; a line must not begin with a control character."""
    escaped = escape(" ".join(text.split()))
    return "\\&" + escaped if escaped.startswith((".", "\\(aq")) else escaped


def tagged(tag: str, text: str, bold: bool = True) -> str:
    """Returns a paragraph after a tag."""
    return f".TP\n{'.B ' if bold else ''}{escape(tag)}\n{prose(text)}"


def option_text(option: dict) -> str:
    """Returns the description of an option."""
    text = option["description"].strip()
    text += "" if text.endswith(".") or not text else "."
    if option["values"]:
        text += f" Accepted: {', '.join(option['values'])}."
    if option["default"]:
        text += f" Default: {option['default']}."
    return text


def option_tag(option: dict) -> str:
    """Returns an option with a placeholder for its value, or the name of an argument."""
    if option["positional"]:
        return option["name"]
    tag = option["name"].replace(",", ", ")
    if option["takes_value"]:
        tag += " VALUE..." if option["several"] and option["name"] != "--set" else " VALUE"
    return tag


def command_part(command: dict) -> str:
    """Returns a subsection for a command."""
    arguments = [option for option in command["options"] if option["positional"]]
    others = [option for option in command["options"] if not option["positional"]]
    words = ["ixsim", command["name"], "[OPTION]..."]
    words += [option["name"] if option["required"] else f"[{option['name']}]" for option in arguments]
    lines = [f".SS {escape(' '.join(words))}", prose(command["description"] + ".")]
    if not command["options"]:
        lines.append(prose(f"`ixsim {command['name']} --help` prints the options."))
    group = None
    for option in arguments + others:
        if option.get("group") != group:
            group = option.get("group")
            lines.append(f".PP\nOptions of the group {escape(group)}:")
        lines.append(tagged(option_tag(option), option_text(option)))
    return "\n".join(lines)


def key_part(key: dict) -> str:
    """Returns a paragraph for a key."""
    default = "not set" if key["default"] is None else json.dumps(key["default"])
    text = f"{key['description']} Accepts {key['accepts']}. Default: {default}"
    text += f"; {key['default_note']}." if key["default_note"] else "."
    if key["default_from"]:
        text += f" Follows {', '.join(key['default_from'])}."
    if key["strategies"]:
        text += f" Only with {', '.join(key['strategies'])}."
    return tagged(key["name"], text)


def page(commands: dict, keys: list[dict], version: str) -> str:
    """Returns the whole page."""
    parts = [
        '.\\" Generated by scripts/reference/generate.py. Do not edit.',
        f'.TH IXSIM 1 "" "{escape(version)}" "User Commands"',
        ".SH NAME",
        f"ixsim \\- {escape(commands['description'][0].lower() + commands['description'][1:])}",
        ".SH SYNOPSIS",
        ".nf",
        *(
            f"\\fBixsim {command['name']}\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]..."
            for command in commands["commands"]
        ),
        ".fi",
        ".SH DESCRIPTION",
        prose(DESCRIPTION),
        *(tagged(option_tag(option), option_text(option)) for option in commands["options"]),
        ".SH COMMANDS",
        *(command_part(command) for command in commands["commands"]),
        ".SH SCENARIOS",
        SCENARIOS.rstrip("\n"),
        ".SH SCENARIO KEYS",
    ]
    section = ""
    for key in keys:
        if key["section"] != section:
            section = key["section"]
            parts.append(f".SS {escape(section)}: {escape(key['subject'])}")
        parts.append(key_part(key))
    for title, entries in (("EXIT STATUS", STATUS), ("FILES", FILES), ("EXAMPLES", EXAMPLES)):
        parts.append(f".SH {title}")
        parts += [tagged(tag, text) for tag, text in entries]
    return "\n".join(parts) + "\n"

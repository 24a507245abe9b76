"""Writes values as TOML: study.toml is the only file written so, and the standard library only reads TOML."""

import json
from typing import Any


def value(v: Any) -> str:
    """Returns a value in the syntax of TOML."""
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, (int, float)):
        return repr(v)
    if isinstance(v, (list, tuple)):
        return "[" + ", ".join(value(x) for x in v) + "]"
    if isinstance(v, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {value(x)}" for k, x in v.items()) + " }" if v else "{}"
    return json.dumps(str(v), ensure_ascii=False)


def document(tables: dict[str, Any]) -> str:
    """Returns a document: plain values first, then tables, arrays of tables last."""
    lines = [f"{name} = {value(v)}" for name, v in tables.items() if not isinstance(v, (dict, list))]
    lines += [f"{n} = {value(v)}" for n, v in tables.items() if isinstance(v, list) and not of_tables(v)]
    for name, table in tables.items():
        if isinstance(table, dict):
            lines += ["", f"[{name}]", *(f"{json.dumps(k)} = {value(v)}" for k, v in table.items())]
        elif of_tables(table):
            for row in table:
                lines += ["", f"[[{name}]]", *(f"{json.dumps(k)} = {value(v)}" for k, v in row.items())]
    return "\n".join(lines) + "\n"


def of_tables(v: Any) -> bool:
    return isinstance(v, list) and bool(v) and all(isinstance(x, dict) for x in v)

"""Expressions of space files: only arithmetic, comparisons and a few functions on scenario keys.

Example: `min(rx.queues, 16)`, `rx.pools <= rx.queues and vm[0].load > 0`. An expression is parsed by Python's grammar,
checked node by node, and evaluated by a walk over the tree. Only the names, attributes and calls listed below exist.
"""

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from .errors import StudyError

MOST_LENGTH = 1_000
MOST_EXPONENT = 64
MOST_NUMBER = 10**30


def power(a: float, b: float) -> float:
    if abs(b) > MOST_EXPONENT:
        raise ValueError(f"exponent {b}, accepted: -{MOST_EXPONENT} to {MOST_EXPONENT}")
    return a**b


BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: power,
}
UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}
COMPARE: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "round": round,
    "int": int,
    "ceil": math.ceil,
    "floor": math.floor,
    "log2": math.log2,
    "sqrt": math.sqrt,
    "exp": math.exp,
}
FORMS = f"numbers, text, keys, + - * / // % **, comparisons, and, or, not, if-else, {', '.join(FUNCTIONS)}"


TOKEN = re.compile(r"""("[^"]*"|'[^']*')|([A-Za-z_]\w*(?:\.\w+|\[\d+\])+)""")


def name_of(node: ast.AST, keys: Mapping[str, str]) -> str | None:
    """Returns the name of a key or of a variable, or None."""
    return keys.get(node.id, node.id) if isinstance(node, ast.Name) else None


class Expression:
    """A checked expression. `names` are the keys that it reads; `value(keys)` evaluates it."""

    def __init__(self, text: str, place: str):
        self.text, self.place = text, place
        if not isinstance(text, str) or not text.strip() or len(text) > MOST_LENGTH:
            raise StudyError(f"{place}: found {text!r}, accepted: an expression of {FORMS}")
        # Dotted names become plain ones for the parser, because a part may be a number: host.core.0.busy.
        self.keys: dict[str, str] = {}
        plain = TOKEN.sub(self._plain, text.strip())
        try:
            self.tree = ast.parse(plain, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            reason = getattr(error, "msg", None) or str(error)
            raise StudyError(f"{place}: {text!r}: {reason}; accepted: {FORMS}") from None
        self.names: set[str] = set()
        self._check(self.tree)

    def _plain(self, match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        plain = f"key_{len(self.keys)}_"
        self.keys[plain] = match[2]
        return plain

    def _check(self, node: ast.AST) -> None:
        if name := name_of(node, self.keys):
            self.names.add(name)
            return
        parts: list[ast.AST]
        match node:
            case ast.Constant(value=bool() | int() | float() | str()):
                return
            case ast.BinOp(left=a, op=op, right=b) if type(op) in BINARY:
                parts = [a, b]
            case ast.UnaryOp(op=op, operand=a) if type(op) in UNARY:
                parts = [a]
            case ast.BoolOp(values=values):
                parts = list(values)
            case ast.Compare(left=a, ops=ops, comparators=others) if all(type(o) in COMPARE for o in ops):
                parts = [a, *others]
            case ast.IfExp(test=a, body=b, orelse=c):
                parts = [a, b, c]
            case ast.Call(func=ast.Name(id=function), args=values, keywords=[]) if function in FUNCTIONS:
                parts = list(values)
            case _:
                found = type(node).__name__
                raise StudyError(f"{self.place}: found {found} in {self.text!r}, accepted: {FORMS}")
        for part in parts:
            self._check(part)

    def value(self, keys: Mapping[str, Any]) -> Any:
        """Returns the value with these keys. Raises StudyError if there is none, as for a division by 0."""
        try:
            result = self._value(self.tree, keys)
        except KeyError as error:
            raise StudyError(f"{self.place}: {self.text!r}: {error.args[0]} has no value") from None
        except (ArithmeticError, TypeError, ValueError) as error:
            raise StudyError(f"{self.place}: {self.text!r}: {error}") from None
        return result

    def _value(self, node: ast.AST, keys: Mapping[str, Any]) -> Any:
        if name := name_of(node, self.keys):
            return keys[name]
        match node:
            case ast.Constant(value=value):
                return value
            case ast.BinOp(left=a, op=op, right=b):
                left, right = self._value(a, keys), self._value(b, keys)
                if not all(isinstance(v, (int, float)) for v in (left, right)):
                    raise TypeError(f"found {left!r} and {right!r}, accepted: numbers")
                result = BINARY[type(op)](left, right)
                if isinstance(result, int) and abs(result) > MOST_NUMBER:
                    raise ValueError("the number is too large")
                return result
            case ast.UnaryOp(op=op, operand=a):
                return UNARY[type(op)](self._value(a, keys))
            case ast.BoolOp(op=op, values=values):
                result = self._value(values[0], keys)
                for other in values[1:]:
                    if bool(result) is isinstance(op, ast.Or):
                        break
                    result = self._value(other, keys)
                return result
            case ast.Compare(left=a, ops=ops, comparators=others):
                left = self._value(a, keys)
                for comparison, other in zip(ops, others, strict=True):
                    right = self._value(other, keys)
                    if not COMPARE[type(comparison)](left, right):
                        return False
                    left = right
                return True
            case ast.IfExp(test=a, body=b, orelse=c):
                return self._value(b if self._value(a, keys) else c, keys)
            case ast.Call(func=function, args=values):
                return FUNCTIONS[function.id](*(self._value(v, keys) for v in values))  # type: ignore[attr-defined]
        raise TypeError(f"{type(node).__name__} has no value")

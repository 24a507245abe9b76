"""Finds mutants again whose code has moved within its file or to another file.

The text of a mutant and the text around it are compared by tokens, so that white space does not count. Among all places
in the model with the original text, the one with the longest common context is accepted, unless another place has that
context too.
"""

import re
from dataclasses import dataclass

from . import sites, weave

LEAST_TOKENS = 8  # number of tokens in the original text and the common context
TOKEN = re.compile(r"\w+|\S")


@dataclass
class Source:
    """A file of the model and its tokens."""

    file: str
    text: str

    def __post_init__(self) -> None:
        """Splits the text."""
        found = list(TOKEN.finditer(self.text))
        self.tokens = [match.group() for match in found]
        self.spans = [match.span() for match in found]

    def occurrences(self, wanted: list[str]) -> list[int]:
        """Returns the numbers of the tokens at which a sequence begins."""
        size = len(wanted)
        return [
            i for i, t in enumerate(self.tokens) if t == wanted[0] and self.tokens[i : i + size] == wanted
        ]


def read_sources() -> list[Source]:
    """Reads all files in which a mutant may be."""
    return [Source(file, (weave.ROOT / file).read_text()) for file in sites.sources()]


def common(left: list[str], right: list[str]) -> int:
    """Returns the number of leading tokens that both have in common."""
    return next(
        (i for i, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]),
        min(len(left), len(right)),
    )


def find(mutant: dict, sources: list[Source]) -> tuple[Source, int, int] | None:
    """Returns the place with the longest common context, or None if that is too short or not unique."""
    # The outermost token of a context may be the rest of a longer one.
    before = TOKEN.findall(mutant["before"])[:0:-1]
    after = TOKEN.findall(mutant["after"])[:-1]
    original = TOKEN.findall(mutant["original"])
    found = []
    for source in sources:
        for first in source.occurrences(original):
            last = first + len(original)
            left = common(before, source.tokens[max(0, first - len(before)) : first][::-1])
            right = common(after, source.tokens[last : last + len(after)])
            found.append(
                (left + right, left, right, source, source.spans[first][0], source.spans[last - 1][1])
            )
    if not found:
        return None
    best = max(found, key=lambda f: f[0])
    alike = [f for f in found if f[1] >= best[1] and f[2] >= best[2]]
    rivals = [f for f in found if f[0] == best[0]]
    if best[0] + len(original) < LEAST_TOKENS or len(alike) > 1 or len(rivals) > 1:
        return None
    return best[3], best[4], best[5]


def function_at(source: Source, start: int) -> str:
    """Returns the name of the function that contains a place, by the indentation of its head."""
    indent = " {0,2}" if source.file.endswith(".h") else ""
    heads = re.finditer(
        rf"^{indent}(?! |(?:return|if|for)\b)[\w\[~].*?([\w:~]+)\(", source.text[:start], re.M
    )
    names = [head.group(1) for head in heads]
    return names[-1] if names else ""


def set_place(mutant: dict, source: Source, start: int, end: int) -> None:
    """Stores the place of a mutant in it, with as much context as makes the place unique in its file."""
    text = source.text
    name = function_at(source, start) or mutant["function"]
    before, after = weave.context(text, start, end)
    mutant.update(
        block=sites.block_of(source.file),
        file=source.file,
        line=text.count("\n", 0, start) + 1,
        function=name if "::" in mutant["function"] else name.split("::")[-1],
        before=before,
        original=text[start:end],
        after=after,
    )
    while weave.locate(text, mutant) is None:
        before = text[max(0, start - len(before) - weave.CONTEXT) : start]
        mutant["before"] = before


def is_lost(mutant: dict) -> bool:
    """Returns whether a mutant is not found where its list places it."""
    path = weave.ROOT / mutant["file"]
    return not path.exists() or weave.locate(path.read_text(), mutant) is None


def relocate(mutants: list[dict]) -> tuple[int, list[dict]]:
    """Moves lost mutants to their new places; returns the number moved, and those that it did not find."""
    sources = read_sources()
    lost = [mutant for mutant in mutants if is_lost(mutant)]
    missing = []
    for mutant in lost:
        place = find(mutant, sources)
        if place is None:
            missing.append(mutant)
        else:
            set_place(mutant, *place)
    return len(lost) - len(missing), missing

"""Files that are written completely or not at all: the content goes to NAME.partial, which then moves to NAME."""

import contextlib
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def whole(path: Path) -> Iterator[Path]:
    """Yields the place of the content, which moves to `path` at the end. It is removed after an error.

    Raises:
        OSError: with `path` as its file name, if the content cannot be written.
    """
    partial = path.with_name(path.name + ".partial")
    try:
        yield partial
        partial.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        if isinstance(error, OSError) and str(error.filename or partial) == str(partial):
            error.filename = str(path)
        raise


def write_text(path: Path, text: str) -> None:
    """Writes a text in UTF-8. Raises as `whole` does."""
    with whole(path) as place:
        place.write_text(text, encoding="utf-8")

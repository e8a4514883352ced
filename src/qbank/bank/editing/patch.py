"""What changed in a text, as a patch."""

from __future__ import annotations

import difflib
from collections.abc import Iterator


def patch(name: str, before: str, after: str) -> Iterator[str]:
    """Yield the lines of a diff of a file before and after, as `git apply` and `patch` read it."""
    name = name.lstrip("/")
    for line in difflib.unified_diff(_lines(before), _lines(after), f"a/{name}", f"b/{name}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> list[str]:
    # str.splitlines also breaks at characters that are part of a line to every other tool.
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])

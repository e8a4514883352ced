"""The marks of Markdown that all its dialects have, that of fields included."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

LIST_END: Final = "<!-- -->"
"""Stands between two lists that would be read as one; nobody sees it."""


def list_item(text: str, mark: str) -> str:
    """Put the mark of an item before text, and the lines below the first under its text."""
    first, *others = text.split("\n")
    blanks = " " * (len(mark) + 1)
    return "\n".join([f"{mark} {first}", *(blanks + line if line else "" for line in others)])


def fenced(code: str, language: str) -> str:
    """Put a fence around code, longer than any within."""
    fence = "`" * max(3, _longest_ticks(code) + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def code_span(code: str, blank: str) -> str:
    """Put marks around code within a line, and a blank between where that is wanted."""
    marks = "`" * (_longest_ticks(code) + 1)
    return f"{marks}{blank}{code}{blank}{marks}"


def pipe_table(rows: Sequence[Sequence[str]]) -> str:
    """Print a table of cells that are printed; the first row is its header."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "\n".join(lines)


def _longest_ticks(code: str) -> int:
    return max(map(len, re.findall("`+", code)), default=0)

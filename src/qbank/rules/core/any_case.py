"""Patterns for words that may be written in capitals or small letters.

A pattern with `re.IGNORECASE` tries each of its branches at every place. Looked for in the text in small
letters, the same words are found several times faster.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from qbank import lazy_re


class AnyCase:
    """Finds what `re.compile(pattern, re.IGNORECASE)` does.

    The pattern is in small letters throughout. What a match found is in small letters, its places are those
    of the text.
    """

    __slots__ = ("_any", "_small", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern: Final = pattern
        self._small: Final = lazy_re.compile(pattern)
        self._any: Final = lazy_re.compile(pattern, re.IGNORECASE)

    def search(self, text: str, start: int = 0) -> re.Match[str] | None:
        """Return the first match from a place on; None if there is none."""
        return self._any.search(text, start) if _is_odd(text) else self._small.search(text.lower(), start)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the matches."""
        return self._any.finditer(text) if _is_odd(text) else self._small.finditer(text.lower())


def _is_odd(text: str) -> bool:
    """Whether there is what `re.IGNORECASE` takes for i or s, and `str.lower` does not, or makes two of."""
    return not text.isascii() and ("İ" in text or "ı" in text or "ſ" in text)

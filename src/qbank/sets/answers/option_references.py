"""How texts speak of options by where they stand, which holds in one order alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from qbank import lazy_re

BY_LETTER: Final = lazy_re.compile(
    r"\b(?:[Oo]ption|[Aa]nswer|[Cc]hoice)s? \(?[A-H]\b"
    r"|\b[A-H] is (?:right|wrong|correct|incorrect|true|false)\b"
)
"""An option named by its letter."""

_BY_POSITION: Final = lazy_re.compile(
    r"\b(?i:all|none|both|any|each|neither|either|two) of (?:the |these |those )?"
    r"(?:above|below|others?|options|answers|these|those)\b"
    r"|\b[A-H] (?:and|or|nor) [A-H]\b"
)
"""How options speak of those around them."""


def refer_to_positions(texts: Iterable[str], options: Sequence[str]) -> bool:
    """Whether texts, or the options themselves, speak of options by where they stand."""
    return any(BY_LETTER.search(text) for text in (*texts, *options)) or any(
        _BY_POSITION.search(option) for option in options
    )

"""How texts speak of options by where they stand, which holds in one order alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from qbank import lazy_re

_LETTER: Final = r"\*{0,2}\(?[A-H]\b\)?\*{0,2}"
_REASON: Final = r"(?:because|since|as|for)\b"
_BY_LETTER: Final = lazy_re.compile(
    # An option, or the answer, that is said to be one: `option B`, `the answer is A, because ...`.
    r"\b(?:[Oo]ption|[Aa]nswer|[Cc]hoice)s? \*{0,2}\(?[A-H]\b"
    rf"|\b(?:[Aa]nswer|[Oo]ption|[Cc]hoice|[Kk]ey|one)(?: is| was|:) {_LETTER}(?![\w/-])(?! (?!{_REASON})\w)"
    # A letter that begins the text, or in bold a line: `A, because ...`, `**A.** There ...`.
    rf"|\A\s*{_LETTER}(?:[.:)]\s|, {_REASON})"
    r"|(?m:^)\s*\*\*\(?[A-H]\b\)?[.:,]?\*\*(?=\W|\Z)"
    # A letter that something is said of: `B is right`, `B and C`, `(A) grows`.
    rf"|(?P<bare>{_LETTER} (?:is|are|was|were) (?:the )?(?:right|wrong|correct|incorrect|true|false)\b"
    rf"|{_LETTER},? (?:and|or|nor) {_LETTER}(?![\w/+])"
    r"|\([A-H]\)(?=\s+\w))"
)
"""An option named by its letter."""

_BEFORE: Final = frozenset((
    "and", "as", "are", "because", "both", "but", "choose", "either", "for", "hence", "here", "if", "is",
    "neither", "nor", "not", "only", "or", "pick", "since", "so", "than", "that", "then", "there",
    "therefore", "thus", "when", "whereas", "while", "why",
))  # fmt: skip
"""Words before a letter that names an option; behind others it is the name of a thing, as in `plan B`."""

_LAST: Final = lazy_re.compile(r"(?:(\w+)|([^\s\w]))[ \t]*\Z")

_OWN_NAME: Final = lazy_re.compile(r"(?<![\w°/$*-])(?<!\d )(?:[B-H]\b(?![/'’-])|A\b(?! [a-z\d])(?![/'’-]))")

_BY_POSITION: Final = lazy_re.compile(
    r"\b(?i:all|none|both|any|each|neither|either|two) of (?:the |these |those )?"
    r"(?:above|below|others?|options|answers|these|those|them|two|three|four)\b"
    r"|\b[A-H] (?:and|or|nor) [A-H]\b"
)
"""How options speak of those around them."""


def named_by_letter(text: str) -> re.Match[str] | None:
    """Return where a text names an option by its letter first."""
    return next((match for match in _BY_LETTER.finditer(text) if _is_of_option(match, text)), None)


def _is_of_option(match: re.Match[str], text: str) -> bool:
    if match["bare"] is None:
        return True
    before = _LAST.search(text, max(0, match.start() - 40), match.start())
    return before is None or before[1] is None or before[1].casefold() in _BEFORE


def letters_are_names(texts: Iterable[str]) -> bool:
    """Whether letters are names of what a question is about: `plans A and B`, `a batch of size B`."""
    return any(_OWN_NAME.search(text) for text in texts)


def refer_to_positions(texts: Iterable[str], options: Sequence[str]) -> bool:
    """Whether texts, or the options themselves, speak of options by where they stand."""
    return any(named_by_letter(text) for text in (*texts, *options)) or any(
        _BY_POSITION.search(option) for option in options
    )

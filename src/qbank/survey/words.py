"""What somebody searches for, read into the language of the index.

All words have to occur. `"two words"` stand side by side, `quant*` begins a word, `-word` must not occur, and
`title:word` looks into one part of the questions alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from qbank.errors import InputError
from qbank.nearest import meant
from qbank.survey.record import TEXTS

_LONGEST: Final = 1000
_MOST: Final = 32
_TERM: Final = re.compile(
    rf"""(?P<without>-)?(?:(?P<part>{"|".join(TEXTS)}):)?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+)|")"""
)
_PART: Final = re.compile(r"([A-Za-z_]{2,20}):[^\W\d_]")
"""What is meant as the name of a part and is none; `8:1` and `http://` are text."""


class SearchError(InputError, ValueError):
    """A search that cannot be done; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Words:
    """A search as the index takes it: what has to be found, and what must not be."""

    match: str = ""
    without: str = ""


def read_words(text: str) -> Words:
    """Read what somebody searches for.

    Raises:
        SearchError: it is too long, or a part of it has neither letters nor digits.
    """
    if len(text) > _LONGEST:
        raise SearchError(f"a search takes {_LONGEST:,} characters at most, not {len(text):,}")
    # What is no text, such as bytes of another encoding, parts words.
    text = "".join(char if char.isprintable() else " " for char in text)
    wanted: list[str] = []
    unwanted: list[str] = []
    for found in _TERM.finditer(text):
        term = found["phrase"] if found["phrase"] is not None else found["word"] or ""
        if found[0].endswith('"') and found["phrase"] is None:
            raise SearchError("a quote is opened and not closed; a phrase stands between two")
        # The index would take a term without any for one that fits nothing.
        if not any(char.isalnum() for char in term):
            raise SearchError(f"'{found[0]}' has neither letters nor digits to look for; leave it out")
        if found["word"] is not None and (named := _PART.match(term)) is not None:
            known = meant(named[1], TEXTS) or f"; known are {', '.join(TEXTS)}"
            raise SearchError(f"'{named[1]}' is no part of a question to look in{known}; text has quotes")
        prefix = "*" if found["word"] is not None and term.endswith("*") else ""
        part = f"{found['part']} : " if found["part"] else ""
        (unwanted if found["without"] else wanted).append(f'{part}"{term}"{prefix}')
    if len(wanted) + len(unwanted) > _MOST:
        raise SearchError(f"a search takes {_MOST} words at most, not {len(wanted) + len(unwanted)}")
    return Words(" AND ".join(wanted), " OR ".join(unwanted))

"""What an answer was: which option, which number, and whether the key calls it right."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from string import ascii_lowercase
from typing import Final

from qbank import lazy_re
from qbank.results.normal_text import normalised, plain
from qbank.results.paper_key import KeyItem, KeyNumber
from qbank.sets.answers.amounts import AmountError, read_amount
from qbank.units import physical

PRINTED: Final = "printed "
"""Stands before letters that count options in the order printed."""

_PLAIN_NUMBER: Final = lazy_re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?")
_DECIMAL_COMMA: Final = lazy_re.compile(r"([+-]?\d{1,30}),(\d{1,30})(?!\d|,)")
_LONGEST: Final = 60
_LETTER: Final = lazy_re.compile(r"[a-z]")
_LETTERS: Final = lazy_re.compile(r"\(?[A-Za-z][.)]?(?:\s*[,;&+]\s*\(?[A-Za-z][.)]?)*")
"""Letters as people write them: `C`, `c.`, `(C)`, `A, C`."""


@lru_cache(maxsize=4096)
def chosen_option(answer: str, item: KeyItem) -> str | None:
    """Return the letters, in the question file, of the options that an answer names; None if it names none.

    An answer is the text of an option or, of a paper, the letter printed before it; a letter that was not
    printed chooses nothing.
    """
    said = answer.removeprefix(PRINTED)
    folded = plain(said).casefold()
    by_text = [option.id for option in item.options if option.text.casefold() == folded]
    if not by_text:
        wanted = normalised(said)
        by_text = [option.id for option in item.options if wanted and normalised(option.text) == wanted]
    if len(by_text) == 1:
        return by_text[0]
    if item.position and (answer.startswith(PRINTED) or _LETTERS.fullmatch(said.strip())):
        places = [ascii_lowercase.index(letter) for letter in _LETTER.findall(said.casefold())]
        known = bool(places) and all(place < len(item.options) for place in places)
        return "".join(sorted(item.options[place].id for place in places)) if known else ""
    return None


def share_of_option(option: str, item: KeyItem) -> float:
    """Return the share of the points that an option earns, 1 if it is right."""
    if option == "".join(sorted(one.id for one in item.options if one.correct)):
        return 1.0
    return next((one.credit for one in item.options if one.id == option), 0.0)


@lru_cache(maxsize=65536)
def number_of(answer: str, unit: str) -> Fraction | None:
    """Return an answer as a number of a unit, None if it is none; without a unit it is meant in this one."""
    text = plain(answer)[:_LONGEST].strip()
    match = _DECIMAL_COMMA.match(text)
    if match is not None:
        text = f"{match[1]}.{match[2]}{text[match.end() :]}"
    if _PLAIN_NUMBER.fullmatch(text):
        return Fraction(text)
    try:
        amount = read_amount(text)
        if not amount.label:
            return amount.number
        measure = read_amount(f"1 {unit}").unit if unit else None
    except (AmountError, ValueError):
        return None
    if measure is None or physical(amount.unit.dimension) != physical(measure.dimension):
        return None
    return amount.number_in(measure)


def share_of_number(answer: str, key: KeyNumber) -> float:
    """Return the share of the points that a number earns, 1 if it lies in the interval of the key."""
    value = number_of(answer, key.unit)
    if value is None:
        return 0.0
    if key.holds(value):
        return 1.0
    return next((one.credit for one in key.credits if one.holds(value)), 0.0)

"""What the words around a claim say: which formula they speak of, and what they call the numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations, islice, takewhile
from typing import Final

from msgspec import Struct

from qbank import lazy_re
from qbank.formulas.formula import Variable
from qbank.grouping import grouped
from qbank.units.prefixes import MULTIPLIERS
from qbank.units.unit import as_float

_MOST_NUMBERS: Final = 4000
_TOO_LARGE: Final = 10**15
_BEFORE: Final = 240
_BEHIND: Final = 160
_PHRASE: Final = 48
_BULLETS: Final = ("- ", "* ", "• ")
_LABEL: Final = lazy_re.compile(r"[^:=.;\n]*[^\W\d_][^:=.;\n]*[:=]")

# They begin with a sign, not with what has to stand in front of it, so that a search leaps from sign to sign.
_THOUSANDS: Final = lazy_re.compile(r",(?<=\d,)(?=\d{3}(?!\d))")
_MARKS: Final = "-‐‑‒–—_()[]{}\"'`\\$"
_GREEK: Final = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "η": "eta", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "ω": "omega",
}  # fmt: skip
"""Letters that are symbols as others are; those of units are none: µ, Ω."""
_WRITTEN_OUT: Final = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "twelve": "12", "sixteen": "16",
}  # fmt: skip
_NUMBER: Final = lazy_re.compile(
    r"(\d(?<![\w.]\d)(?!\d{4} (?:cells?|batter(?:y|ies))\b)\d{0,14}(?:\.\d{1,9})?)([kmbt]\b)?(?!\.?\d)"
)
"""A number; in `two 18650 cells` that of the size of a cell is a name."""
_LARGE: Final = lazy_re.compile(r" (?<=\d )(million|billion|trillion)\b")
_POWER: Final = lazy_re.compile(r"(\d(?<![\w.]\d)\d{0,5}(?:\.\d{1,6})?)e(\d{1,2})\b")
_PLURAL: Final = lazy_re.compile(r"(?<=[a-z])(?:(?<=ch|sh)es|(?<=[^s])s)\b")
_FACTORS: Final[Mapping[str | None, tuple[float, ...]]] = {
    None: (1.0,),
    "k": (1024.0, 1000.0),
    **{one.lower(): (float(MULTIPLIERS[one].factor),) for one in "MBT"},
}
_AFTER: Final = lazy_re.compile(
    r"(?: ?%)? ?(?:(?:> |to |by )?\d+(?:[x*]\d+)? |(?:\d+(?:\.\d+)? [a-z]{1,3},? )+)?"
    r"(?:of (?:them|these|those|which) )?([a-z][a-z0-9]*(?: [a-z][a-z0-9]*){0,2})"
)
"""What a number counts, others in between or not: `64 to 128 channels`, `8 3.2 V cells`."""
_NAMINGS: Final = (
    lazy_re.compile(r"(?<![a-z])(?<!\d )([a-z]++(?: [a-z]++)?)(?: ?(?:=|:|≈) ?| (?:of|is|are|at|to) )~?$"),
    lazy_re.compile(r"(?<![a-z])([a-z]++(?: [a-z]++)?) [a-z]{1,2} ?(?:=|:|≈) ?$"),
    lazy_re.compile(r"(?<![a-z0-9])([a-z]{1,2}) ?= ?$"),
    lazy_re.compile(r"\b((?:[a-z]+ )?[a-z]{2,}) ?$"),
)
"""What names the number behind it: `batch of`, `batch size B =`, `B =`, `batch`."""
_OPERATOR: Final = lazy_re.compile(r" ?[*/·+^] ?\d")
_SIGNS: Final = ("=", ":", "≈")
_BEGINNINGS: Final = frozenset(("x", "is", "are"))
"""Words in front of what a number is called: `14 billion are active`, `4x faster`."""
_ENDS: Final = frozenset(
    ("per", "of", "in", "and", "for", "x", "at", "with", "on", "to", "a", "is", "are", "by", "over", "from")
)
"""Words that end what is counted: `8 bytes per token` are no tokens."""
NUMBERED: Final = frozenset(
    "stage level version generation gen phase tier type option variant plan case".split()  # noqa: SIM905
)
"""What a number behind it names one of, whatever follows: `a Gen 2 lane`."""


def normalize(text: str) -> str:
    """Return a text in lower case without hyphens, brackets and markup, numbers in digits alone."""
    plainer = text.lower()
    if not plainer.replace(" ", "").isalpha():
        plainer = plainer.replace("**", " ").replace("×", "*").replace("key/value", "key value")
        for mark in _MARKS:  # many times faster than an expression that finds them
            plainer = plainer.replace(mark, " ")
        if not plainer.isascii():
            for letter, name in _GREEK.items():
                plainer = plainer.replace(letter, name)
    words = plainer.split()
    if not _WRITTEN_OUT.keys().isdisjoint(words):
        words = [_WRITTEN_OUT.get(word, word) for word in words]
    plainer = " ".join(words)
    return _THOUSANDS.sub("", plainer) if "," in plainer else plainer


def _called(text: str, start: int, end: int) -> frozenset[str]:
    """Return what a text calls a number: the words behind it, those that name it, and its symbols."""
    part = _last_words(text[max(0, start - _PHRASE) : start])
    is_numbered = part.rstrip().rpartition(" ")[2] in NUMBERED
    match = None if is_numbered else _AFTER.match(text, end, end + _PHRASE)
    words = _counted(match[1]) if match else []
    found = {  # what is counted may have others in front; letters are symbols, and stand alone
        phrase
        for first, last in combinations(range(len(words) + 1), 2)
        if len(phrase := " ".join(words[first:last])) > 1 or last == len(words)
    }
    is_operand = _OPERATOR.match(text, end) is not None
    for match in filter(None, [form.search(part) for form in _namings(part, is_operand=is_operand)]):
        words = list(map(_singular, match[1].split(" ")))
        found.add(" ".join(words))
        if words[0] != "per":  # what is per GPU counts none
            found.update([name for at in range(1, len(words)) if len(name := " ".join(words[at:])) > 1])
    return frozenset(found)


def _namings(part: str, *, is_operand: bool) -> tuple[re.Pattern[str], ...]:
    """Return the patterns that can match at the end of a text, by its last sign; all others are slower.

    What is set equal to a calculation is its result, and not the first of its operands: `block = 28 * 28`.
    """
    end = part.rstrip(" ~")
    if end.endswith(_SIGNS):
        if is_operand:
            return ()
        return _NAMINGS[:3]
    return (_NAMINGS[0], _NAMINGS[3]) if end[-1:].isalpha() else ()


class _Place(Struct, frozen=True, dict=True):
    """A place of a number in a text."""

    text: str
    start: int
    end: int
    near: str

    @cached_property
    def names(self) -> frozenset[str]:
        """What the text calls the number here."""
        return _called(self.text, self.start, self.end)

    def calls_it(self, words: tuple[str, ...]) -> bool:
        """Whether one of some words calls the number here; most places have none of them near."""
        return any(first in self.near for first in _first_words(words)) and not self.names.isdisjoint(words)


class NumberNames:
    """What texts call their numbers."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = texts

    def calls(self, variable: Variable, value: Fraction) -> bool:
        """Whether a value is called by one of the variable's words somewhere."""
        return self.has_name(as_float(value), variable.called)

    def has_name(self, value: float, words: tuple[str, ...]) -> bool:
        """Whether a value is called by one of some words somewhere."""
        return any(place.calls_it(words) for place in self._places.get(_rounded(value), ()))

    def is_told_twice(self, value: float, words: tuple[str, ...]) -> bool:
        """Whether two places call a value by one of some words: `64 input and 64 output channels`."""
        return sum(place.calls_it(words) for place in self._places.get(_rounded(value), ())) > 1

    def named(self, words: tuple[str, ...]) -> list[float]:
        """Return the values that are called by one of some words."""
        if not any(first in self.text for first in _first_words(words)):
            return []
        return [
            value for value, places in self._places.items() if any(place.calls_it(words) for place in places)
        ]

    @cached_property
    def _places(self) -> Mapping[float, Sequence[_Place]]:
        """Where each value stands: `4k` is 4000 and 4096."""
        return grouped(
            (_rounded(float(match[1]) * factor), self._place(*match.span()))
            for match in islice(_NUMBER.finditer(self.text), _MOST_NUMBERS)
            for factor in _FACTORS[match[2]]
        )

    def _place(self, start: int, end: int) -> _Place:
        return _Place(self.text, start, end, self.text[max(0, start - _PHRASE) : end + _PHRASE])

    @cached_property
    def text(self) -> str:
        """All of them, as `normalize` returns them."""
        return _POWER.sub(_written_out, _LARGE.sub(_suffixed, normalize(" ; ".join(self._texts))))


def _suffixed(word: re.Match[str]) -> str:
    return word[1][0]


def _written_out(number: re.Match[str]) -> str:
    size = Fraction(number[1]) * 10 ** int(number[2])
    return str(size) if size.denominator == 1 and size < _TOO_LARGE else number[0]


def _rounded(value: float) -> float:
    """Return a value without what computing has changed in its last digits."""
    return float(f"{value:.12g}")


def _last_words(part: str) -> str:
    """Return the last words of a part of a text: no form has more than four blanks."""
    begin, *words = part.rsplit(" ", 5)
    return part[len(begin) + 1 :] if len(words) == 5 else part


def _counted(words: str) -> list[str]:
    """Return the words of what is counted, or of what is said to be so, each in the singular."""
    told = words.split(" ")
    if told[0] in _BEGINNINGS:
        told = told[1:]
    return list(map(_singular, takewhile(lambda word: word not in _ENDS, told)))


@lru_cache(maxsize=1024)
def _first_words(phrases: tuple[str, ...]) -> frozenset[str]:
    return frozenset(phrase.partition(" ")[0] for phrase in phrases)


@lru_cache(maxsize=4096)
def _singular(word: str) -> str:
    return _PLURAL.sub("", word)


@lru_cache(maxsize=1024)
def _spellings(cues: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(map(_inflected, cues))


@cache
def _inflected(cue: str) -> tuple[str, re.Pattern[str]]:
    """Return the letters that all forms of a cue have, and a pattern of these: reduce, reduced, reducing."""
    cue = normalize(cue).strip()
    root = cue.removesuffix("e")
    endings = "(?:e?s|ed|ing)?" if root == cue else "(?:e[sd]?|ing)"
    letters = re.escape(root)  # in front, so that a search leaps to them
    return root, lazy_re.compile(rf"{letters}(?<=\b{letters}){endings}\b")


def has_cue(text: str, cues: tuple[str, ...]) -> bool:
    """Whether one of these words or phrases stands in a text that `normalize` returned."""
    for letters, word in _spellings(cues):  # noqa: SIM110 - a generator takes longer than most of it
        if letters in text and word.search(text) is not None:
            return True
    return False


class Surroundings:
    """The texts around a place, by how near they are.

    Attributes:
        around: titles and the like, as `normalize` returns them.
    """

    def __init__(self, text: str, start: int, end: int, around: str = "") -> None:
        first = max(0, start - _BEFORE)
        behind = text.find("\n", end, end + _BEHIND)
        self._raw = text[first : end + _BEHIND if behind < 0 else behind]
        self._start = start - first
        line_start = text.rfind("\n", first, start) + 1
        self._line_start = max(line_start - first, 0)
        self.around: Final = around
        self._sure: dict[tuple[str, ...], int] = {}

    @cached_property
    def near(self) -> str:
        """What stands close to it, its line included."""
        return f"{normalize(self._raw[: self._line_start])} {self.line}".strip()

    @property
    def is_item(self) -> bool:
        """Whether its line is an item of a list."""
        return self._raw.startswith(_BULLETS, self._line_start)

    @property
    def is_labelled(self) -> bool:
        """Whether its line begins with a label, which says what it is about: `Both ways: `, `total = `."""
        return _LABEL.match(self._raw, self._line_start, self._start) is not None

    @cached_property
    def line(self) -> str:
        """Its own line."""
        return normalize(self._raw[self._line_start :])

    def speaks(self, cues: tuple[str, ...]) -> int:
        """How surely they speak of something: 3 in its own line, 2 close by, 1 around it, 0 not at all."""
        # Many formulas are told by the same words.
        if cues not in self._sure:
            self._sure[cues] = self._how_surely(cues)
        return self._sure[cues]

    def _how_surely(self, cues: tuple[str, ...]) -> int:
        if has_cue(self.near, cues):
            return 3 if has_cue(self.line, cues) else 2
        return int(has_cue(self.around, cues))

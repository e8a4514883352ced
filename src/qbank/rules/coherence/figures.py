"""The figures of a text with their units: a light reading, for comparing one text with another.

The verifier reads exactly and slowly. This reads floats with one pattern, which is enough to tell that two
texts give one thing different values. What it cannot read it leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import Final

from qbank import lazy_re
from qbank.napkin.lexing.words import CLAUSE_WORDS
from qbank.rules.coherence.head_nouns import singular
from qbank.units import Dimension, dimension, physical, readings
from qbank.units.prefixes import MULTIPLIERS

# It begins with a digit, not with what may stand before one, so that the search leaps from digit to digit.
_FIGURE: Final = lazy_re.compile(
    r"(?P<digits>\d(?<![\w.,^]\d)(?:\d{0,2}(?:,\d{3}){1,5}(?:\.\d{1,9})?(?![\d,])|\d{0,14}(?:\.\d{1,9})?))"
    r"(?:(?P<power> ?(?:[×x*]|\\times) ?10\^\{?-?\d{1,2}\}?|e\d{1,2})\b)?"
    r"(?:(?:\\,|\\ |\}|\\text\{|[ -]){0,3}(?P<large>[KkMBT]\b|(?:[tT]r|[mMbB])illion\b|thousand\b))?"
    r"(?:(?:\\,|\\ |\\text\{|[ -]){0,3}"
    r"(?P<unit>\\?%|[×x](?![\w(])|[A-Za-zµμ°Ω]+[₂\d]?[a-z]?(?:/(?:s|h|sec|min|hr|kWh|day)\b)?))?"
)
_FORMULA: Final = lazy_re.compile(r" ?[\\^_({=$]")
"""What follows the first number of a LaTeX formula, and no sum of money."""
_EXPONENT: Final = lazy_re.compile(r"-?\d+")
_RANGE_BEHIND: Final = lazy_re.compile(r" ?[-–—] ?[~\\$]{0,3}\d|\s(?:to|or) [~\\$]{0,3}\d|\+")
_RANGE_BEFORE: Final = lazy_re.compile(
    r"(?:\d[\w%]{0,4} ?[-–—]|\d ?[\w%/]{0,8} (?:to|or)|between|±|\\pm) ?[~\\$]{0,3}$"
    r"|(?:[<>≤≥+]|\\[lg]et?|\b(?:under|over|below|above|than|up to|at least|at most))[ $*~]{0,5}$"
)
_APPROXIMATE: Final = lazy_re.compile(
    r"(?:[~≈]|\\approx|\b(?:about|approx(?:imately|\.)?|around|roughly|nearly|almost|some|circa|over|under"
    r"|more than|less than|up to|at least|at most))[ \\$*]{0,5}$"
)
_PER: Final = lazy_re.compile(r"\}?\$?\*{0,2}(?:/| per | every | each | a )(?P<noun>[A-Za-z]+)")
_PHRASE: Final = lazy_re.compile(r"(?:[ -][A-Za-z]{2,}){1,2}")
_WORD: Final = lazy_re.compile(r"\b[A-Za-z]+\b")
_LARGE: Final = {name.lower(): float(found.factor) for name, found in MULTIPLIERS.items()}
_RATIOS: Final = {"×": "factor", "x": "factor", "%": "share", "percent": "share"}
RATIOS: Final = frozenset(_RATIOS.values())
"""Kinds of figures that compare: `3x` and `40%`."""
_NEAR: Final = 18
_MOST: Final = 400
"""Figures of one text that are read; nobody writes as many."""

Kind = int | str
"""A physical dimension, or the noun of what is counted."""


@dataclass(slots=True, eq=False)
class Figure:
    """A number with its unit.

    Attributes:
        start, end: its place in the text, unit included.
        digits: its digits as written.
        number: what the digits say.
        value: its size in base units, prefixes read as powers of 1000.
        most: the same with ambiguous prefixes read as powers of 1024.
        half: half of the last place that it shows, in base units.
        kinds: what it may measure; empty if neither unit nor noun is known.
        per: what it is a value of each, such as `token`; empty if of none.
    """

    start: int
    end: int
    digits: str
    number: float
    value: float
    most: float
    half: float
    kinds: frozenset[Kind]
    per: str
    _whole: str = field(repr=False)

    @property
    def text(self) -> str:
        """The figure as written."""
        return self._whole[self.start : self.end]

    @property
    def approximate(self) -> bool:
        """Whether it is marked as rounded."""
        return _APPROXIMATE.search(self._before) is not None

    @property
    def vague(self) -> bool:
        """Whether it is a bound, or the end of a range."""
        return bool(_RANGE_BEHIND.match(self._whole, self.end) or _RANGE_BEFORE.search(self._before))

    @property
    def _before(self) -> str:
        return self._whole[max(0, self.start - _NEAR) : self.start]

    @property
    def measured(self) -> bool:
        """Whether it has a unit of measure, and does not merely count things."""
        return any(isinstance(kind, int) and physical(Dimension(kind)) for kind in self.kinds)

    @property
    def counts(self) -> bool:
        """Whether it is a number of things."""
        return bool(self.kinds) and not any(isinstance(kind, int) or kind in RATIOS for kind in self.kinds)

    def near(self, other: Figure) -> bool:
        """Whether both may be one value, rounded, and with prefixes of 1000 or 1024."""
        value, theirs = self.value, other.value
        difference = min(abs(value - theirs), abs(value - other.most), abs(self.most - theirs))
        half, size = max(self.half, other.half), max(value, theirs)
        if difference <= half + 0.01 * size:
            return True
        return difference <= half + 0.03 * size and (
            self.approximate or other.approximate or self.vague or other.vague
        )


def figures(text: str, start: int, end: int) -> Iterator[Figure]:
    """Yield the figures of a part of a text in their order."""
    for hit in islice(_FIGURE.finditer(text, start, end), _MOST):
        yield _figure(text, hit)


def figures_written(text: str, start: int, end: int, digits: Iterable[str]) -> Iterator[Figure]:
    """Yield the figures of a part of a text that are written with one of these digits."""
    for one in islice(digits, _MOST):
        at, left = text.find(one, start, end), _MOST
        while at >= 0 and left:
            hit = _FIGURE.match(text, at, end)
            if hit is not None and hit["digits"] == one:
                yield _figure(text, hit)
            at, left = text.find(one, at + len(one), end), left - 1


def _figure(text: str, hit: re.Match[str]) -> Figure:
    written, power, large, unit = hit.groups()
    start, end = hit.span(1)
    money = start > 0 and text[start - 1] == "$" and not _FORMULA.match(text, end)
    digits = written.replace(",", "") if "," in written else written
    number, half = float(digits), 0.5
    if "." in digits:
        half *= 10.0 ** -len(digits.partition(".")[2])
    scale, steps, kinds = 1.0, 0, _NO_KIND
    if power:
        scale, end = 10.0 ** int(_EXPONENT.findall(power)[-1]), hit.end(2)
    if large:
        scale, end = scale * _LARGE[large.lower()], hit.end(3)
    if money:
        unit = "USD"
    elif unit and (_meaning(unit, "")[2] or unit in _RATIOS):
        end = hit.end(4)
    per = _PER.match(text, end)
    noun = per["noun"] if per else ""
    if unit:
        size, steps, kinds, noun, counted = _meaning(unit, noun)
        scale *= size
        if counted and (more := _PHRASE.match(text, end)):
            kinds = kinds.union(_counted(more[0]))
    value = number * scale
    most = value * 1.024**steps if steps else value
    each = noun and singular(noun)
    # In order, as most of what a text is read for goes through here.
    return Figure(start - money, end, written, number, value, most, half * scale, kinds, each, text)


@lru_cache(4096)
def _counted(phrase: str) -> tuple[str, ...]:
    return tuple(_nouns(phrase))


def _nouns(phrase: str) -> Iterator[str]:
    """Yield what a phrase behind a number may count: each of its words up to one that ends it."""
    for word in _WORD.findall(phrase):
        if word.lower() in CLAUSE_WORDS:
            return
        if len(word) > 1:
            yield singular(word)


def _kind(size: Dimension) -> int:
    """Return what a unit measures; counted things tell apart only what is no more than a number or a rate."""
    measured = physical(size)
    return int(size if measured in _BARE else measured)


_BARE: Final = frozenset((Dimension(0), dimension(second=-1)))
_NO_KIND: Final = frozenset[Kind]()
_Meaning = tuple[float, int, frozenset[Kind], str, bool]


@lru_cache(4096)
def _meaning(spelling: str, per: str) -> _Meaning:
    """Return scale, steps that may be 1024, kinds, the rest of `per`, and whether it is a counted noun."""
    spelling = spelling.lstrip("\\")
    if spelling in _RATIOS:
        return 1.0, 0, frozenset((_RATIOS[spelling],)), per, False
    over, _, under = spelling.partition("/")
    above = readings(over)
    # A value of each token is of another thing than the value of all.
    below = tuple([one for one in readings(under or per) if physical(one.dimension)])
    if not above:
        nouns = _NO_KIND if under else frozenset(_nouns(over))
        return 1.0, 0, nouns, per, bool(nouns)
    if below:
        above = tuple([one / below[0] for one in above])
        per = "" if not under else per
    kinds = frozenset([_kind(one.dimension) for one in above])
    return float(above[0].scale), above[0].binary_steps, kinds, per, False

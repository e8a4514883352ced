"""The figures of a text with their units: a light reading, for comparing one text with another.

The verifier reads exactly and slowly. This reads floats with one pattern, which is enough to tell that two texts
give one thing different values. What it cannot read it leaves out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Final

from qbank.rules.nouns import singular
from qbank.units import Unit, dimension, physical, readings

_FIGURE: Final = re.compile(
    r"(?<![\w.,^])(?P<money>\\?\$ ?)?(?P<digits>\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,9})?(?![\d,])|\d{1,15}(?:\.\d{1,9})?)"
    r"(?:(?P<power> ?(?:[×x*]|\\times) ?10\^\{?-?\d{1,2}\}?|e\d{1,2})\b)?"
    r"(?:(?:\\,|\\ |\}|\\text\{|[ -]){0,3}(?P<large>[KkMBT]\b|[tTmMbB]r?illion\b|thousand\b))?"
    r"(?:(?:\\,|\\ |\\text\{|[ -]){0,3}(?P<unit>\\?%|[×x](?![\w(])|[A-Za-zµμ°Ω]+[₂\d]?[a-z]?(?:/(?:s|h|sec|min|hr|kWh|day)\b)?))?"
)
_RANGE_BEHIND: Final = re.compile(r" ?[-–—] ?[~\\$]{0,3}\d|\s(?:to|or) [~\\$]{0,3}\d")
_RANGE_BEFORE: Final = re.compile(r"(?:\d[\w%]{0,4} ?[-–—]|\d ?[\w%/]{0,8} (?:to|or)|between|±|\\pm) ?[~\\$]{0,3}$")
_PER: Final = re.compile(r"\}?\$?\*{0,2}(?:/| per | every | each | a )(?P<noun>[A-Za-z]+)")
_APPROXIMATE: Final = re.compile(
    r"(?:[~≈]|\\approx|\b(?:about|approx(?:imately|\.)?|around|roughly|nearly|almost|some|circa|over|under"
    r"|more than|less than|up to|at least|at most))[ \\$*]{0,5}$"
)
_BOUND: Final = re.compile(r"(?:[<>≤≥+]|\\l[et]|\\g[et]|\b(?:under|over|below|above|than|up to|at least|at most))[ $*~]{0,5}$")
_LARGE: Final = {"k": 1e3, "m": 1e6, "b": 1e9, "t": 1e12, "thousand": 1e3, "million": 1e6, "billion": 1e9,
                 "trillion": 1e12}  # fmt: skip
_EXPONENT: Final = re.compile(r"-?\d+")
_RATIOS: Final = {"×": "factor", "x": "factor", "%": "share", "percent": "share"}
_NEAR: Final = 18
_MOST: Final = 400
"""Figures of one text that are read; nobody writes as many."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its unit.

    Attributes:
        start, end: its place in the text, unit included.
        text: as written.
        number: what the digits say.
        value: its size in base units, prefixes read as powers of 1000.
        half: half of the last place that it shows, in base units.
        kinds: what it may measure: dimensions, or the noun that it counts; empty if neither is known.
        per: what it is a value of each, such as `token`; empty if of none.
        approximate: whether it is marked as rounded.
        vague: whether it is a bound, or the end of a range.
    """

    start: int
    end: int
    text: str
    number: float
    value: float
    half: float
    kinds: frozenset[object]
    per: str
    approximate: bool
    vague: bool

    def near(self, other: Figure) -> bool:
        """Whether both may be one value, rounded, and with prefixes of 1000 or 1024."""
        rough = self.approximate or other.approximate or self.vague or other.vague
        slack = self.half + other.half + (0.03 if rough else 0.01) * max(self.value, other.value)
        factors = _BINARY if _BYTES in self.kinds else _ONE
        return any([abs(self.value * factor - other.value) <= slack for factor in factors])


_BYTES: Final = dimension(byte=1)
_ONE: Final = (1.0,)
_BINARY: Final = tuple([1.024**steps for steps in range(-3, 4)])


def figures(text: str) -> Iterator[Figure]:
    """Yield the figures of a text in their order."""
    for hit in islice(_FIGURE.finditer(text), _MOST):
        yield _figure(text, hit)


def _figure(text: str, hit: re.Match[str]) -> Figure:
    digits = hit["digits"].replace(",", "")
    scale, unit, kinds, end = 1.0, None, frozenset[object](), hit.end("digits")
    if hit["power"]:
        scale, end = 10.0 ** int(_EXPONENT.findall(hit["power"])[-1]), hit.end("power")
    if hit["large"]:
        scale, end = scale * _LARGE[hit["large"].lower()], hit.end("large")
    if hit["money"]:
        unit = readings("USD")
    elif hit["unit"]:
        unit, kinds = _meaning(hit["unit"])
        end = hit.end("unit") if unit or kinds else end
    per = _PER.match(text, end)
    noun = singular(per["noun"]) if per else ""
    if unit:
        below = readings(per["noun"]) if per else ()
        if below:
            unit, noun = tuple([one / below[0] for one in unit]), ""
        scale *= float(unit[0].scale)
        kinds = frozenset([physical(one.dimension) or one.dimension for one in unit])
    before = text[max(0, hit.start() - _NEAR) : hit.start()]
    number, decimals = float(digits), len(digits.partition(".")[2])
    return Figure(
        start=hit.start(),
        end=end,
        text=text[hit.start() : end],
        number=number,
        value=number * scale,
        half=0.5 * 10.0**-decimals * scale,
        kinds=kinds,
        per=noun,
        approximate=_APPROXIMATE.search(before) is not None,
        vague=_RANGE_BEHIND.match(text, end) is not None
        or _RANGE_BEFORE.search(before) is not None
        or _BOUND.search(before) is not None
        or text.startswith("+", end),
    )


@cache
def _meaning(spelling: str) -> tuple[tuple[Unit, ...], frozenset[object]]:
    """Return the units that a word may be; one that is no unit is a noun that is counted."""
    spelling = spelling.lstrip("\\")
    if spelling in _RATIOS:
        return (), frozenset((_RATIOS[spelling],))
    over, _, under = spelling.partition("/")
    above, below = readings(over), readings(under) if under else ()
    if above and below:
        return tuple([one / below[0] for one in above]), frozenset()
    if above and not under:
        return above, frozenset()
    counted = len(over) > 1 and over.isalpha() and not under
    return (), frozenset((singular(over.lower()),)) if counted else frozenset()

"""Setting what plain text reckons as mathematics: × and − for signs of a keyboard, raised powers, and no line
that ends between a number and its unit.

It changes how texts look and never what they say; code and formulas stay as they are.
"""

from __future__ import annotations

from typing import Final

from qbank import lazy_re
from qbank.render.text.document import Blocks, Inline, Text, with_inlines
from qbank.units import UNITS

_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_TIMES: Final = lazy_re.compile(r"(?<=[\w)%]) \* (?=[\w($√])")
_MINUS: Final = lazy_re.compile(r"(?<=[\d)%]) - (?=[\d($])")
_POWER: Final = lazy_re.compile(r"(?<!\^\d)(?<=[\w)])\^(?:\((-?\d{1,3})\)|(-?\d{1,3}))(?![\w.^])")
_AT_MOST: Final = lazy_re.compile(r"(?<= )<=(?= )")
_AT_LEAST: Final = lazy_re.compile(r"(?<= )>=(?= )")
_QUANTITY: Final = lazy_re.compile(r"(?<=\d) (?=([A-Za-zµ]{1,12})(?![A-Za-z]))")
_LONGEST_UNIT: Final = 5
"""Letters of a unit that belongs on the line of its number; words like `tokens` may go on the next one."""


def typeset(blocks: Blocks) -> Blocks:
    """Return blocks with their texts set as mathematics."""
    return with_inlines(blocks, _inline)


def typeset_text(text: str) -> str:
    """Return a text set as mathematics."""
    text = _POWER.sub(lambda power: (power[1] or power[2]).translate(_RAISED), text)
    text = _MINUS.sub(" − ", _TIMES.sub(" × ", text))
    text = _AT_LEAST.sub("≥", _AT_MOST.sub("≤", text))
    return _QUANTITY.sub(lambda blank: "\u00a0" if _is_unit(blank[1]) else " ", text)


def _is_unit(word: str) -> bool:
    return len(word) <= _LONGEST_UNIT and word in UNITS


def _inline(inline: Inline) -> tuple[Inline]:
    return (Text(typeset_text(inline.text)) if isinstance(inline, Text) else inline,)

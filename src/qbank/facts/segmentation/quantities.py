"""The quantities of a text: numbers with their units, those of lists and of shares in words among them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from qbank import lazy_re
from qbank.facts.lexicon.meaning import Meaning
from qbank.facts.pieces import NUMBERED, Mention
from qbank.facts.vocabulary import Kind, kind_of
from qbank.napkin.parsing.grammar import parser_of
from qbank.napkin.parsing.spans import quantities
from qbank.napkin.tree import Interval, Number
from qbank.units import NO_UNIT, readings
from qbank.units.dimension import dimension
from qbank.units.unit import as_float

DECIBEL: Final = dimension(decibel=1)
_PER_WATT: Final = dimension(joule=-1, second=1)
"""Of no number alone, as thousands would be: `6.5 K/W` is a thermal resistance."""
_BELOW_ZERO: Final = lazy_re.compile(r"(?:^|[\s(:,~])[-−–]\Z")
_MILLION: Final = 10**6
_LARGEST: Final = 1e60
_SMALLEST: Final = 1e-60
"""In base units: beyond them a number is of no thing, and what is made of a few of them leaves the floats."""
_JOINTS: Final = {" and ": ", ", " or ": ", ", ", and ": ", ", ", or ": ", ", "/": "/", " / ": " / "}
"""What stands before the last of a list whose numbers share a unit, and what before the others."""
_NUMBERED: Final = NUMBERED | {"batch"}
"""What has its number behind it, so that this shares no unit: `16 ms at batch 4 and 28 ms at batch 8`."""
_OF_TWO: Final = frozenset((" and ", " or "))
"""What joins two numbers as well: `20 / 45 ms` is a division."""


def mentions(text: str) -> list[Mention]:
    """Return the quantities of a text in their order, but those that are larger or smaller than any thing."""
    found = []
    for span in quantities(parser_of(text)):
        node = span.node
        if isinstance(node, Interval):
            found.append(_mention(node.low, node.high, node.start, node.end))
        elif isinstance(node, Number):
            found.append(_mention(node, node, node.start, node.end))
            if _has_a_zero(found[-1]) and _BELOW_ZERO.search(text, 0, node.start):
                found[-1] = replace(found[-1], start=node.start - 1, low=-found[-1].low, high=-found[-1].high)
    return [mention for mention in _in_lists(text, found) if _may_be_of_a_thing(mention)]


def _in_lists(text: str, found: list[Mention]) -> list[Mention]:
    """Give bare numbers the unit behind the last of their list: `3, 4 and 6 ms`, `20/45/80 ms`."""
    listed: list[Mention] = []
    joint = ""  # what has to stand between a number and the one behind it, if that is of a list
    for at, one in reversed(list(enumerate(found))):
        last = listed[-1] if listed else one
        between = text[one.end : last.start]
        goes_on = joint or _JOINTS.get(between, "")
        if goes_on and one.is_bare and one.low == one.high and last.kind is not Kind.COUNT and last.unit.name:
            before = text[found[at - 1].end : one.start] if at else ""
            joins = between == joint if joint else between in _OF_TWO or before == goes_on
            if joins and not _is_name_of_one(before) and (_is_multiplied(last) or not _is_multiplied(one)):
                listed.append(one.times(last.scale, last.unit))
                joint = goes_on
                continue
        listed.append(one)
        joint = ""
    return listed[::-1]


def _is_multiplied(one: Mention) -> bool:
    """Tell whether a letter or word of its own multiplies a number: `400k, 200k and 0.6 MAC/cycle`."""
    return one.scale / float(one.unit.scale) > 1


def _is_name_of_one(before: str) -> bool:
    """Tell whether what stands before a number has that behind it for a name: `at batch 4`."""
    return before.rstrip().rpartition(" ")[2].lower() in _NUMBERED


def _has_a_zero(mention: Mention) -> bool:
    """Tell whether what a unit measures may lie below a zero that somebody chose: `-40 °C`, `-96 dBm`."""
    return mention.kind is Kind.TEMPERATURE or mention.unit.dimension == DECIBEL


def _may_be_of_a_thing(mention: Mention) -> bool:
    sizes = (mention.scale, mention.low or 1, mention.high or 1, mention.step or 1)
    return all(_SMALLEST < abs(size) < _LARGEST for size in sizes)


def of_share(meaning: Meaning, written: str, start: int, end: int) -> Mention | None:
    """Return the quantity that a share in words is: `a fifth of`; None if the words tell none."""
    if "multiple" in meaning.cues:
        return None
    return Mention.in_words(
        start, end - len(" of") * written.endswith(" of"), meaning.share, readings("%")[0]
    )


def is_ratio(behind: str) -> bool:
    """Tell whether a sign of multiplication behind a bare number makes it a factor: `15× faster`."""
    return behind[:1] == "×" and not behind[1:].strip()[:1].isalnum()


def is_resolution(behind: str) -> bool:
    """Tell whether a letter behind a bare number makes it the lines of a picture: `1080p`."""
    return behind[:1] == "p" and not behind[1:2].isalnum()


def _mention(low: Number, high: Number, start: int, end: int) -> Mention:
    reading = high.readings[0]
    if reading.unit.dimension == _PER_WATT and len(high.readings) > 1:
        reading = high.readings[1]
    unit, multiplier = reading.unit, as_float(reading.multiplier)
    scale = multiplier * as_float(unit.scale)
    kind = kind_of(unit) if unit is not NO_UNIT else Kind.COUNT
    if unit.name.rpartition("/")[2].isdigit():
        kind = Kind.OTHER  # `6 s per 10-epoch round`: of ten of what, the unit does not tell
    scaled = kind is Kind.COUNT and multiplier >= _MILLION
    step = scale / 10**high.decimals
    bare = low.readings[0].unit is NO_UNIT
    low_scale = scale if bare else as_float(low.readings[0].multiplier) * as_float(low.readings[0].unit.scale)
    most = as_float(high.value) * scale
    return Mention(
        start,
        end,
        most if low is high else as_float(low.value) * low_scale,
        most,
        step,
        kind,
        unit,
        scale,
        low.approximate or high.approximate,
        scaled,
    )

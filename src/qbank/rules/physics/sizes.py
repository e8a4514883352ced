"""How much there is of what a magnitude is told for one of: mass, area, pixels, parameters, clock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from qbank.facts.fact import Fact
from qbank.facts.hardware.classes import classes_of
from qbank.facts.ledger import Ledger
from qbank.facts.lexicon.magnitudes import Magnitude
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Role
from qbank.units.dimension import GRAM, METRE, Dimension

_OF_ROLE: Final[Mapping[str, Role]] = {"parameter": Role.PARAMETERS, "MHz": Role.CLOCK}
_UNIT: Final[Mapping[str, float]] = {"kg": 1000, "MHz": 1e6}
"""What one of them is in base units."""
_NAMES: Final[Mapping[str, frozenset[str]]] = {
    "kg": frozenset(("kg", "kilogram", "kilo")),
    "m²": frozenset(("m²", "square metre", "square meter")),
    "pixel": frozenset(("pixel",)),
    "parameter": frozenset(("parameter",)),
    "MHz": frozenset(("MHz",)),
}
"""What a value is told per that is told for one already: `1,700 Wh per kilogram`."""
_PLAIN: Final = frozenset(("second", "file", "image", "picture", "photo", "frame"))
"""What a value may be told per that is none of a share of the thing."""
_TIMES: Final = frozenset("x×")
_SQUARE_METRE: Final = Dimension(2 * METRE)
_SIDES: Final = range(8, 40_000)
"""How many pixels a side of a picture may have."""
_RESIZING: Final = frozenset(("to", "at", "into"))
"""What stands before the size of what is made of a picture: `scaled to 224 × 224`."""


def for_all(one: Magnitude, fact: Fact, ledger: Ledger) -> Magnitude | None:
    """Return the bounds of a whole whose sentence says how much there is of what they are told for one of.

    The sentence is the fact's own, or the nearest before it that names the thing, in a calculation's case one
    of the scenario. Of several sizes any may be meant.
    """
    per = fact.text.rpartition(" per ")[2] if " per " in fact.text else ""
    if per in _NAMES.get(one.over, ()):
        return one
    if _enters_line(fact, ledger) or (per and per not in _PLAIN):
        return None
    paths = dict.fromkeys((fact.path, ("scenario",)))
    for path in paths:
        for sentence in _sentences_before(fact, path, ledger):
            is_own = path == fact.path and sentence[0].sentence == fact.sentence
            if is_own or any(not one.things.isdisjoint(classes_of(piece)) for piece in sentence):
                sizes = [size / _UNIT.get(one.over, 1) for size in _sizes(one.over, sentence, path, ledger)]
                if sizes:
                    return replace(one, least=one.least * min(sizes), most=one.most * max(sizes))
    return None


def _enters_line(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a fact enters the calculation of its line, whose label is of the result."""
    result = ledger.claims[fact.operand_of].result if fact.operand_of is not None else None
    return result is not None and (result.path, result.line) == (fact.path, fact.line)


def _sentences_before(fact: Fact, path: tuple[str | int, ...], ledger: Ledger) -> Iterator[list[Piece]]:
    """Yield the sentences of a field, the nearest first, but for those behind a fact of it."""
    sentence: list[Piece] = []
    for piece in reversed(ledger.pieces.get(path, ())):
        if path == fact.path and piece.sentence > fact.sentence:
            continue
        if sentence and piece.sentence != sentence[-1].sentence:
            yield sentence[::-1]
            sentence = []
        sentence.append(piece)
    if sentence:
        yield sentence[::-1]


def _sizes(
    over: str, sentence: Sequence[Piece], path: tuple[str | int, ...], ledger: Ledger
) -> Iterator[float]:
    if role := _OF_ROLE.get(over):
        yield from (
            one.value
            for one in ledger.of_role(role)
            if one.path == path and one.sentence == sentence[0].sentence
        )
    elif over == "kg":
        yield from (
            one.mention.high for one in sentence if one.mention and one.mention.unit.dimension == GRAM
        )
    elif over == "m²":
        of_area = (one.mention for one in sentence if one.mention and one.mention.kind is not Kind.COUNT)
        yield from (one.high for one in of_area if one.unit.dimension == _SQUARE_METRE)
        yield from _products(sentence, is_count=False)
    else:
        in_pixels = (one.mention for one in sentence if one.mention and "ixel" in one.mention.unit.name)
        yield from (one.high for one in in_pixels if one.scale > 1)
        yield from _products(sentence, is_count=True)


def _products(sentence: Sequence[Piece], *, is_count: bool) -> Iterator[float]:
    """Yield the areas that are told by their sides: `10 cm × 10 cm`, `640 x 480`."""
    for at, (first, times, second) in enumerate(zip(sentence, sentence[1:], sentence[2:], strict=False)):
        if times.text not in _TIMES:
            continue
        one, two = first.mention, second.mention
        if one is not None and two is not None and not (at and sentence[at - 1].text in _RESIZING):
            if is_count and one.kind is two.kind is Kind.COUNT and one.high in _SIDES and two.high in _SIDES:
                yield one.high * two.high
            if not is_count and one.kind is two.kind is Kind.LENGTH:
                yield one.high * two.high

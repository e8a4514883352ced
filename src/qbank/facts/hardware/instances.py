"""Of how many devices a value is: of one, of each, of all together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from qbank.facts.counted import number_of
from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact, NamedDevice
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, unit_of_time
from qbank.napkin.tree import Operation

MACHINES: Final = frozenset(("node", "rack", "site"))
"""What holds several devices itself."""
_ANY_NUMBER: Final = 100_000


def numbers_of_label(fact: Fact, ledger: Ledger) -> Iterator[int]:
    """Yield how many a label speaks of, whatever it calls them: `Two v5e: 21.71 GB of 32 GB`."""
    for piece in ledger.label_of(fact):
        number = number_of(piece)
        if number is not None and 1 < number <= _ANY_NUMBER:
            yield int(number)


def is_multiplied(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether a claim multiplies a fact by a whole number, so that it stands for one of several."""
    for one in (fact, *fact.same):
        if one.operand_of is not None:
            claim = ledger.claims[one.operand_of]
            tree = claim.claim.calculation
            if isinstance(tree, Operation) and tree.operator == "*":
                counts = [other.value for other in claim.operands if other.kind is Kind.COUNT]
                return any(count > 1 and count.is_integer() for count in counts)
    return False


def is_of_each(fact: Fact, pieces: Sequence[Piece]) -> bool:
    """Tell whether a value is told of every single device: `each with 32 GB`, `24 GB per card`."""
    behind = pieces[fact.at + 1 : fact.at + 2]
    if any("every-one" in piece.meaning.cues for piece in (pieces[fact.at], *behind)):
        return True
    noun, after = "", pieces[fact.at]
    for at in range(fact.at - 1, -1, -1):
        piece = pieces[at]
        if piece.sentence != fact.sentence or (piece.mention is not None and piece.mention.kind is fact.kind):
            return False
        if "every-one" in piece.meaning.cues and not (
            after.meaning.part == "unit" or unit_of_time(after.text)
        ):
            before = pieces[at - 1].mention if at else None
            of_other = before is not None and before.kind is fact.kind  # `at 400 W each are 3.2 kW`
            return noun not in MACHINES and not of_other  # `each time` and `every second` are of no device
        noun, after = piece.meaning.thing or noun, piece
    return False


def count_of(device: Device, names: Iterable[NamedDevice]) -> int:
    """Return how many of a device some names speak of, as many as can be if they only say `the L4s`."""
    count = max([name.count for name in names if name.device.entries == device.entries], default=1)
    return _ANY_NUMBER if device.plural and count == 1 else count

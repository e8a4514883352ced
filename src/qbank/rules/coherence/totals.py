"""QB904: totals that leave out a part that was computed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import isclose
from typing import Final

from qbank.facts.counted import singular
from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.hardware import FORMATS
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import OUTSIDE, Kind, Origin, Role
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.labels import has_number, has_plain_label, names_limit
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import verdict
from qbank.rules.physics.capacity import Room, rooms_of
from qbank.rules.physics.needs import devices_at_most, is_alone_on_line, limit_of, totals_of
from qbank.rules.physics.shares import differ_in_a_word

_ADD_UP: Final = frozenset((Kind.BYTES, Kind.MONEY, Kind.ENERGY, Kind.CHARGE, Kind.MASS, Kind.POWER))
_SAME: Final = 0.005
_MORE: Final = 1.02
_DIFFERENCES: Final = frozenset(("rest", "difference", "change"))
_NEAR: Final = 3
_OF_CASES: Final = frozenset(("or", "compare", "versus", "vs", "against"))
"""What a sentence that names several things says of which only one is there: `compare FP32 with INT8`."""


class IncompleteTotal(LedgerRule):
    """A total leaves out one of the parts that the question computes.

    The calculations give the size of a part that nothing uses, and with it a total would be beyond its limit.
    Add the part, or say why it does not count.
    """

    code = "QB904"
    name = "incomplete-total"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: The rack may draw up to 20 kW.\n"
                "details:\n"
                "  realistic_solution: The rack has enough power.\n"
                "  napkin_math: |\n"
                "    - Cards: 16 * 0.7 kW = 11.2 kW\n"
                "    - Hosts: 4 * 1.9 kW = 7.6 kW\n"
                "    - Switches: 2.4 kW\n"
                "    - Rack: 11.2 kW + 2.4 kW = 13.6 kW\n"
            ),
            underlines="13.6 kW",
        ),
        Example(
            yaml=(
                "scenario: A card of 24 GB serves a model of 7B parameters to 30 chats.\n"
                "details:\n"
                "  realistic_solution: Yes, the 30 chats fit, and 8 GB stay free.\n"
                "  napkin_math: |\n"
                "    - Weights: 7e9 * 2 / 1e9 = 14 GB\n"
                "    - Caches: 131072 * 4096 * 30 / 1e9 = 16.1 GB\n"
                "    - Left: 24 - 16.1 = 7.9 GB\n"
            ),
            underlines="16.1 GB",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: The rack may draw up to 24 kW.\n"
                "details:\n"
                "  realistic_solution: The rack has enough power.\n"
                "  napkin_math: |\n"
                "    - Cards: 16 * 0.7 kW = 11.2 kW\n"
                "    - Hosts: 4 * 1.9 kW = 7.6 kW\n"
                "    - Switches: 2.4 kW\n"
                "    - Rack: 11.2 kW + 7.6 kW + 2.4 kW = 21.2 kW\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare the terms of sums with the lists that they are from."""
        yield from _computed_and_left_out(ledger)


def _computed_and_left_out(ledger: Ledger) -> Iterator[Violation]:
    """Yield what stays within its limit, and would not with a part that was computed and is in no sum."""
    for total, limit in _with_limits(ledger):
        if total.mention.low > limit.size * _MORE:
            continue
        left_out = [
            part
            for part in _left_out(ledger, total, limit)
            if part.value < limit.size  # and not the limit itself
            and not (names_limit(ledger, part) or _is_case(part) or has_number(ledger, part))
        ]
        together = sum(part.value for part in left_out)
        if len(left_out) > 1 and any(
            isclose(part.value, together, rel_tol=_SAME) for part in ledger.parts(total)
        ):
            continue  # `Both: 110,592 B`
        if not _is_added_up(ledger, total):  # what the text compares may be one of several cases
            if ledger.view(verdict) is False or ledger.says("no-room") or len(left_out) != 1:
                continue
            left_out = [part for part in left_out if has_plain_label(ledger, part)]
        whole = total.mention.low + sum(fact.value for fact in left_out)
        if left_out and whole > limit.size * _MORE:
            names = " and ".join(f"{fact.text} ({fact.label})" for fact in left_out)
            message = f"{total.text} leaves out {names}; with that it is more than {limit.label}"
            yield Violation(total, message, (*left_out, limit.fact))


def _is_case(part: Fact) -> bool:
    """Whether a part is one of several cases that differ in their format: `Draft, FP16`."""
    return "," in part.label and not FORMATS.isdisjoint(part.said)


def _is_added_up(ledger: Ledger, total: Fact) -> bool:
    return total.result_of is not None and ledger.claims[total.result_of].operator == "+"


def _with_limits(ledger: Ledger) -> Iterator[tuple[Fact, Room]]:
    """Yield the totals with the one limit that the question sets for them, or the one memory."""
    for total in ledger.view(totals_of):
        limit = limit_of(ledger, total)
        if total.kind not in _ADD_UP:
            continue
        if limit is not None:
            yield total, Room(limit.value, f"the {limit.text}", limit.place, limit)
        elif total.kind is Kind.BYTES and (total.scope == "one" or ledger.view(devices_at_most) == 1):
            rooms = {room.size: room for room in ledger.view(rooms_of) if room.place not in OUTSIDE}
            if len(rooms) == 1:
                [room] = rooms.values()
                yield total, room


def _left_out(ledger: Ledger, total: Fact, room: Room) -> Iterator[Fact]:
    """Yield the parts that stand between those of a total, or before it, and that nothing uses."""
    parts = [part for part in ledger.parts(total) if part.kind is total.kind]
    lines = [part.line for part in parts if part.path == total.path and part.result_of is not None]
    first = min((line for line in lines if line < total.line), default=total.line)
    # A limit may be worked out behind the total, and parts between them.
    of_limit = room.fact.line if room.fact is not None and room.fact.path == total.path else 0
    last = max(total.line, of_limit)
    peak = max((one.line for one in _peaks(ledger, total) if one.line <= last), default=-1)
    told: list[Fact] = []
    for fact in ledger.by_kind[total.kind]:
        if (
            fact.path == total.path
            and max(first - _NEAR, peak) <= fact.line < last
            and fact.label
            and fact.operand_of is None
            and fact.is_topic
            and fact.origin is Origin.CALCULATIONS
            and fact.role not in {Role.LIMIT, Role.CAPACITY}
            and (fact.kind is not Kind.BYTES or fact.place not in OUTSIDE - {room.place})
            and fact.per == total.per
            and _is_made(ledger, fact)
            and fact.traits.isdisjoint(_DIFFERENCES)
            and not any(agree(fact, one) or _are_cases(ledger, fact, one) for one in told)
            and (
                _is_one_too_few(ledger, fact, total)
                if any(agree(fact, one) for one in parts)
                else not any(_are_cases(ledger, fact, one) for one in parts) and not _is_used(ledger, fact)
            )
        ):
            told.append(fact)
    yield from told


def _peaks(ledger: Ledger, total: Fact) -> Iterator[Fact]:
    """Yield what is computed as the most that there is at a time: what stands before it comes and goes."""
    for _, result in ledger.worked_out():
        if result.kind is not total.kind or result.line == total.line:
            continue
        if any("maximum" in piece.meaning.cues for piece in ledger.label_of(result)):
            yield result


def _is_one_too_few(ledger: Ledger, fact: Fact, total: Fact) -> bool:
    """Tell whether several parts of one value were computed, each for itself, and a sum has fewer of them."""
    alike = [one for one in ledger.by_kind[fact.kind] if agree(one, fact)]
    computed = [
        one
        for one in alike
        if one.result_of is not None
        and one.line < total.line
        and one.label
        and not any(_takes(term, other) for term in ledger.claims[one.result_of].operands for other in alike)
    ]
    things = {one.subject.thing or one.label for one in computed if one.subject.sort in {"", "data"}}
    if len(things) < len(computed):
        return False  # one thing told twice, or nobody knows what
    sums = [claim for claim in ledger.claims if claim.operator == "+" and claim.result is not total]
    terms = [one for one in alike if one.operand_of is not None and one.operand_of == total.result_of]
    elsewhere = any(agree(one, fact) for claim in sums for one in claim.operands)
    return fact.result_of is not None and len(computed) > len(terms) > 0 and not elsewhere


def _are_cases(ledger: Ledger, fact: Fact, part: Fact) -> bool:
    """Tell whether two lines tell one thing of several cases: `board 1` and `board 2`."""
    alike = " " in fact.label and fact.label != part.label and differ_in_a_word(fact, part)
    return alike and not _are_listed(ledger, frozenset(fact.label.split()) ^ frozenset(part.label.split()))


def _are_listed(ledger: Ledger, names: frozenset[str]) -> bool:
    """Tell whether a sentence of the scenario lists things by name, none of them instead of another."""
    if any(len(name) == 1 for name in names):
        return False  # `plan A` and `plan B`
    sentences: dict[int, list[Piece]] = defaultdict(list)
    for piece in ledger.pieces.get(("scenario",), ()):
        sentences[piece.sentence].append(piece)
    return any(
        names <= {singular(piece.text) for piece in sentence}
        and all("alternative" not in piece.meaning.cues and piece.text not in _OF_CASES for piece in sentence)
        for sentence in sentences.values()
    )


def _is_made(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a part is multiplied up, or stands alone on its line."""
    if fact.result_of is not None:
        return ledger.claims[fact.result_of].operator == "*"
    return is_alone_on_line(ledger, fact)


def _is_used(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a calculation takes a value, with its unit or as the bare number of it."""
    return any(_takes(one, fact) for one in ledger.operands)


def _takes(operand: Fact, fact: Fact) -> bool:
    return (
        agree(operand, fact)
        if operand.kind is fact.kind
        else operand.is_bare and operand.value == fact.number
    )

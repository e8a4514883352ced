"""QB924: what several things have together, taken for what each of them has."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from qbank.facts.counted import Counted, counted, singular
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import ASKED, MONEY, Kind
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_OF_ONE: Final = frozenset(("each", "every-one", "one-of-all"))
_ADDS_UP: Final = MONEY | {Kind.BYTES, Kind.BYTE_RATE, Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.EVENT_RATE}
_REPEATED: Final = frozenset(
    "copy replica time round epoch step pass shift night cycle trial day hour week month year".split()  # noqa: SIM905
)
"""What a total may be multiplied by: it is there, or happens, so many times."""


class TotalOfEach(LedgerRule):
    """What several things have together is multiplied by their number.

    The text tells a value of all of them (`together`, `in total`, `as a whole`), and a line takes it for that
    of each. Leave out the factor, or say that the value is of one.
    """

    code = "QB924"
    name = "total-of-each"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A ferry has 40 seat sensors. Together they send 9 MB a day.\n"
                "details:\n  napkin_math: |\n    - Per day: 40 * 9 MB = 360 MB\n"
            ),
            underlines="9 MB",
        ),
        Example(
            yaml=(
                "scenario: A rig with six cards draws 2.4 kW as a whole.\n"
                "details:\n  napkin_math: |\n    - Power: 6 * 2.4 kW = 14.4 kW\n"
            ),
            underlines="2.4 kW",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A ferry has 40 seat sensors. Each of them sends 9 MB a day.\n"
                "details:\n  napkin_math: |\n    - Per day: 40 * 9 MB = 360 MB\n"
            )
        ),
        Example(
            yaml=(
                "scenario: There are 5 rigs, and the six cards of a rig draw 2.4 kW together.\n"
                "details:\n  napkin_math: |\n    - Power: 5 * 2.4 kW = 12 kW\n"
            )
        ),
        Example(
            yaml=(
                "scenario: Two racks draw 7 kW each, together with 3 switches of 0.2 kW.\n"
                "details:\n  napkin_math: |\n    - Power: 2 * 7 kW + 3 * 0.2 kW = 14.6 kW\n"
            )
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look for products of a number of things and of what all of them have."""
        things = [
            one
            for one in counted(ledger)
            if one.path[0] in ASKED and one.number > 1 and one.is_topic and one.noun not in _REPEATED
        ]
        for claim, _ in ledger.worked_out("*") if things else ():
            for fact in claim.operands:
                total = next((one for one in (fact, *fact.same) if _is_of_all(ledger, one)), None)
                if total is not None and (number := _number_of(ledger, claim, total, things)):
                    what = f"{total.text} is of all {number.text} already"
                    yield Violation(fact, what, (total,) if total is not fact else ())


def _is_of_all(ledger: Ledger, fact: Fact) -> bool:
    """Whether words of its clause, and of no brackets in it, say that a value is of several together."""
    told = fact.path[0] in ASKED and fact.kind in _ADDS_UP and fact.scope != "one" and "per" not in fact.cues
    if not told or not fact.cues.isdisjoint(_OF_ONE):
        return False
    pieces = ledger.pieces[fact.path]
    return any(
        "total" in piece.meaning.cues
        and piece.text != "both"
        and piece.clause == fact.clause
        and (at < fact.at or fact.kind is not Kind.BYTES)  # `gradients of 6 GB in all` are of no things
        and piece.opener == pieces[fact.at].opener
        and not _joins(pieces, at)
        for at, piece in ledger.cued[fact.path]
    )


def _joins(pieces: list[Piece], at: int) -> bool:
    """Whether a word names what comes along, or of what it is: `together with two switches`."""
    return any(piece.text in {"with", "of"} for piece in pieces[at + 1 : at + 2])


def _number_of(ledger: Ledger, claim: ClaimFacts, total: Fact, things: Collection[Counted]) -> Counted | None:
    """Return of how many things a total is, if the line multiplies it by them; None if they hold others.

    They are counted in its sentence or in the one before: `They send 9 MB together`. And `the six cards of a
    rig draw 2.4 kW together` may be multiplied by the number of rigs.
    """
    numbers = {one.number for one in claim.operands if one.is_bare}
    said = {singular(piece.text) for piece in ledger.sentence_of(total) if piece.text == singular(piece.text)}
    for one in things:
        near = one.path == total.path and 0 <= total.sentence - one.sentence <= 1 and one.start < total.start
        if near and one.number in numbers and one.noun not in said:
            return one
    return None

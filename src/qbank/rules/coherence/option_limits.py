"""QB915: an option that the solution takes, beyond a limit that the question sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Origin, Role, Standing
from qbank.rules.coherence.options import is_name, labelled, named
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_GIVEN: Final = frozenset(("scenario", "question"))
_TAKING: Final = frozenset(("chosen", "within"))
_UNSAID: Final = frozenset(("denied", "supposed", "former", "falls-short", "failure", "refused", "claimed"))
_KEEPING: Final = frozenset(("ambiguous", "of-subject"))
"""Cues of verbs that may be said of an option: it `meets` a limit; a value lies `below` one."""
_APART: Final = frozenset(("rest", "difference", "speed-up", "late"))
_KINDS: Final = (
    *(Kind.TIME, Kind.ENERGY, Kind.POWER, Kind.BYTES, Kind.MONEY, Kind.SHARE, Kind.EVENT_RATE, Kind.CHARGE),
)
_MORE: Final = 1.005
_SEVERAL: Final = 2
_REACH: Final = 6
_MOST: Final = 10
_MOST_APART: Final = 1.5
"""A share that is farther from a limit is of something else."""


class ChoiceBeyondLimit(LedgerRule):
    """The solution takes an option that breaks a limit of the question.

    The question sets a limit (at most so much time, energy or loss, at least so much accuracy) and gives each
    option its own values, or the calculations do. The solution takes one, or says that it keeps the limits,
    and one of its values is beyond. Take another one, or correct the value.
    """

    code = "QB915"
    name = "choice-beyond-limit"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: >-\n"
                "  A recorder has to run for at least 10 h. Offers came for Alba, at $22, and for Brio, at\n"
                "  $28.\n"
                "details:\n"
                "  realistic_solution: We take the Alba.\n"
                "  napkin_math: |\n"
                "    - Alba, runtime: 40 Wh / 5 W = 8 h\n"
                "    - Brio, runtime: 48 Wh / 4 W = 12 h\n"
            ),
            underlines="8 h",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A reader must answer within 50 ms. In the test Tern took 31 ms and Skua 72 ms.\n"
                "details:\n"
                "  realistic_solution: Skua keeps the limit and is taken.\n"
            ),
            underlines="72 ms",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: >-\n"
                "  A reader must answer within 50 ms. In the test Tern took 31 ms and Skua 72 ms.\n"
                "details:\n"
                "  realistic_solution: Tern keeps the limit and is taken.\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is taken with each limit."""
        limits = list(_limits(ledger))
        for clause in _taking(ledger) if limits else ():
            for limit, is_floor in limits:
                fact = _value_of(ledger, clause, limit)
                if fact is None:
                    continue
                too_little = is_floor and fact.value * _MORE < limit.value
                too_much = not is_floor and fact.mention.low > limit.value * _MORE
                if too_little or too_much:
                    word = "less" if is_floor else "more"
                    what = f"{fact.text} is of what the solution takes: {word} than the limit of {limit.text}"
                    yield Violation(fact, what, ((limit, limit.text),))
                    return


def _limits(ledger: Ledger) -> Iterator[tuple[Fact, bool]]:
    """Yield the limits of the question, and whether they are the least and not the most."""
    for fact in ledger.of_role(Role.LIMIT):
        measures = fact.kind in _KINDS or _are_points(fact)
        if fact.path[0] in _GIVEN and fact.standing is Standing.TOPIC and measures:
            near = ledger.pieces[fact.path][max(0, fact.at - 3) : fact.at]
            yield fact, any("floor" in piece.meaning.cues for piece in near)


def _are_points(fact: Fact) -> bool:
    """Whether a number counts points of a percentage."""
    return fact.kind is Kind.COUNT and fact.subject.thing == "point"


def _taking(ledger: Ledger) -> Iterator[list[Piece]]:
    """Yield the clauses of the solution that take something, or say that it keeps a limit."""
    for relation in ledger.relations:
        if relation.name not in _TAKING or relation.origin is not Origin.SOLUTION or relation.negated:
            continue
        here, clause = ledger.pieces[relation.path][relation.at], ledger.clause_of(relation)
        cues = frozenset().union(*(piece.meaning.cues for piece in clause))
        keeps = relation.name == "chosen" or not here.meaning.cues.isdisjoint(_KEEPING)
        supposed = "supposed" in ledger.cues_of(relation.path, relation.sentence)
        if keeps and _UNSAID.isdisjoint(cues) and not supposed:
            yield clause


def _value_of(ledger: Ledger, clause: Sequence[Piece], limit: Fact) -> Fact | None:
    """Return the one value that an option has which a clause names, of the kind of a limit."""
    if any(piece.mention is not None and piece.mention.kind is limit.kind for piece in clause):
        return None  # the clause speaks of a value, and not of an option
    options = {
        words: fact
        for words, fact in (labelled(ledger, limit.kind) if limit.kind in ledger.by_kind else {}).items()
        if (fact.traits | fact.cues).isdisjoint(_APART)
        and _are_alike(fact, limit)
        and _are_points(fact) == _are_points(limit)
    }
    if len(options) >= _SEVERAL:
        labels = named(clause, options)
        if labels:
            return options[labels[0]] if len(labels) == 1 else None
    return _told_of(ledger, clause, limit)


def _told_of(ledger: Ledger, clause: Sequence[Piece], limit: Fact) -> Fact | None:
    """Return the value that the scenario tells right behind the name of an option: `INT8 77.9% at 22 ms`."""
    values = [
        fact
        for fact in ledger.by_kind.get(limit.kind, ())
        if fact.path[0] in _GIVEN
        and fact.standing is Standing.TOPIC
        and fact.role is not Role.LIMIT
        and fact.result_of is None
        and _are_alike(fact, limit)
    ]
    words = {piece.text for at, piece in enumerate(clause) if _is_named(clause, at)}
    found: dict[float, Fact] = {}
    for fact in values if words else ():
        listed = sum((one.path, one.sentence) == (fact.path, fact.sentence) for one in values)
        if listed >= _SEVERAL and _names_before(ledger.pieces[fact.path], fact, values) & words:
            found[fact.value] = fact
    return found.popitem()[1] if len(found) == 1 else None


def _are_alike(fact: Fact, limit: Fact) -> bool:
    """Whether a value is of the size of a limit, so that it may be of what the limit is set for."""
    most = _MOST_APART if limit.kind is Kind.SHARE else _MOST
    return limit.value / most < fact.value < limit.value * most


def _names_before(pieces: Sequence[Piece], fact: Fact, values: Sequence[Fact]) -> set[str]:
    """Return the words right before a value, behind the one of its kind before it."""
    first = max((one.at for one in values if one.path == fact.path and one.at < fact.at), default=-1)
    return {
        piece.text
        for piece in pieces[max(first + 1, fact.at - _REACH) : fact.at]
        if piece.sentence == fact.sentence and (piece.is_word or piece.device is not None)
    }


def _is_named(clause: Sequence[Piece], at: int) -> bool:
    """Whether a piece may be the name of an option: a device, what nobody knows, or the letter `A`."""
    piece = clause[at]
    if piece.device is not None or (piece.text == "a" and is_name(clause, at)):
        return True
    return piece.is_word and not piece.is_known

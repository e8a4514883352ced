"""QB862: two values that a sentence compares wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from qbank.facts.comparisons import COMPARING
from qbank.facts.derivation import agree, the_only
from qbank.facts.fact import Fact, Relation
from qbank.facts.field_reader import PARTS_SENTENCE
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import CONCLUDING, Kind, Role
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.needs import ADDED_UP

_MORE: Final = 1.02
_NOT_LESS: Final = frozenset(("exceeds", "covers"))
_KINDS: Final = ADDED_UP | {Kind.OPERATION_RATE, Kind.TEMPERATURE, Kind.LENGTH}
_DIFFERENCES: Final = frozenset(("rest", "difference", "change"))
_REACH: Final = 7


class WrongRelation(LedgerRule):
    """A sentence of the solution says that one value is within or beyond another, and it is not.

    Both values stand in the sentence, or one is the limit that the question sets: `1,200 MB a month stay
    within the plan of 1 GB`. Correct the word or the value.
    """

    code = "QB862"
    name = "wrong-relation"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n  realistic_solution: A month of uploads takes 1,400 MB, so it stays within the"
                " allowance of 1 GB.\n"
            ),
            underlines="1,400 MB",
        ),
        Example(
            yaml="details:\n  realistic_solution: Repairs come to $840, which exceeds the fund of $1,000.\n",
            underlines="$840",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n  realistic_solution: A month of uploads takes 900 MB, so it stays within the"
                " allowance of 1 GB.\n"
            ),
        ),
        Example(
            yaml="details:\n  realistic_solution: The load is 7 kW above the 35 kW of the feed.\n",
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what stands before the words of each comparison with what stands behind them."""
        for relation in ledger.relations:
            if (
                relation.name not in COMPARING
                or relation.origin not in CONCLUDING
                or not relation.is_topic
                or relation.supposed
                or "ambiguous" in _cues(ledger, relation)
            ):
                continue
            right = _right(ledger, relation)
            left = None if right is None else _left(ledger, relation, right)
            if left is None or right is None:
                continue
            more = left.mention.low > right.value * _MORE
            less = left.value * _MORE < right.mention.low
            below = (relation.name not in _NOT_LESS) is not relation.negated
            if more if below else less:
                word = "more" if more else "less"
                message = f"{left.text} is {word} than {right.text}, and the sentence says: {_said(relation)}"
                yield Violation(left, message, (right,))


def _said(relation: Relation) -> str:
    return f"not {relation.words}" if relation.negated else relation.words


def _cues(ledger: Ledger, relation: Relation) -> frozenset[str]:
    """Return what the words of a relation say beside it."""
    return ledger.pieces[relation.path][relation.at].meaning.cues


def _right(ledger: Ledger, relation: Relation) -> Fact | None:
    """Return the value behind the words; the one limit of the question if they name a limit alone."""
    pieces, at = ledger.pieces[relation.path], relation.at
    if relation.behind:
        fact = relation.behind[0]
        near = fact.at - at <= _REACH and pieces[fact.at].clause == pieces[at].clause
        beside = any(piece.text == "with" for piece in pieces[at + 1 : fact.at])
        if near and not beside:  # `inside both limits with 11 h to spare`
            return fact if fact.kind in _KINDS and not _DIFFERENCES & fact.traits else None
    clause = [piece for piece in pieces[at + 1 : at + 1 + _REACH] if piece.clause == pieces[at].clause]
    named = any(piece.meaning.sort == "limit" or "limit" in piece.meaning.cues for piece in clause)
    if not named or not relation.before:
        return None
    kind = relation.before[-1].kind
    limits = (
        fact
        for fact in ledger.of_role(Role.LIMIT)
        if fact.kind is kind and fact.is_topic and fact.origin not in CONCLUDING
    )
    return the_only(limits) if kind in _KINDS else None


def _left(ledger: Ledger, relation: Relation, right: Fact) -> Fact | None:
    """Return the one value of its kind that the words are said of; None if it may be several."""
    fact = the_only(
        fact
        for fact in relation.before
        if fact.kind is right.kind
        and fact.is_topic
        and (fact.per == right.per or not (fact.per and right.per))
        and fact.traits.isdisjoint(_DIFFERENCES)
        and not agree(fact, right)
    )
    if fact is None or (fact.role is Role.ELEMENT_SIZE) is not (right.role is Role.ELEMENT_SIZE):
        return None  # `the 4-bit file`
    pieces = [piece for piece in ledger.pieces[relation.path] if fact.end <= piece.start < relation.start]
    of_subject = "of-subject" in _cues(ledger, relation)
    return fact if _goes_on(pieces, of_subject, ledger.pieces[relation.path][fact.at].clause) else None


def _goes_on(between: Sequence[Piece], of_subject: bool, clause: int) -> bool:
    """Tell whether words are still said of a value: nothing else is named where a new clause begins.

    Before verbs that are always `of_subject` no difference stands: `7 kW above the limit` tells how far apart
    two values are.
    """
    if not of_subject and not between:
        return False  # a difference: `7 kW above the limit`
    if any("purpose" in piece.meaning.cues for piece in between[-2:]) or any(
        p.text in PARTS_SENTENCE for p in between
    ):
        return False
    behind = [piece for piece in between if piece.clause != clause and piece.text != ","]
    last = [piece for piece in behind if piece.clause == behind[-1].clause]
    if not behind:
        return True
    return (bool(last) or of_subject) and not any(
        piece.mention is not None or piece.device is not None or (piece.is_word and not piece.meaning.part)
        for piece in last
    )

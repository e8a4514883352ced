"""QB905: what is chosen, beside the limits that are set and what is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import Fact, FieldPath, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import ASKED, MONEY, Kind
from qbank.grouping import grouped
from qbank.rules.coherence.options import (
    Values,
    are_told_alike,
    beyond_limits,
    compared,
    is_concluded,
    limited,
    named,
    refused,
    said_of,
    told_to_do,
    values_of_options,
)
from qbank.rules.coherence.superlatives import MEASURED_BY, RANKED, extremes, is_per_time, kinds_of
from qbank.rules.coherence.ways import Ways, ways
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_ASKING: Final = frozenset(("?", "which", "shall"))
_DECIDING: Final = frozenset(("least", "decisive"))
_CLEARLY: Final = 1.02
_MEETING: Final = frozenset(("meets", "satisfies", "respects", "keeps"))
_MOST_APART: Final = 1000
"""What differs by more is not of two ways to do one thing."""
_SEVERAL: Final = frozenset(("",))
_CHEAPER: Final = frozenset(("cheaper", "thriftier"))
_RESULTS: Final = frozenset(("result", "verdict", "decision", "conclusion", "answer", "recommendation", "choice"))
_CONDITIONAL: Final = frozenset(("denied", "supposed", "on-condition", "modal", "falls-short", "failure", "former", "claimed"))
_MOST_KINDS: Final = 6
"""Kinds that a superlative measures at most that says what it measures."""


class WrongChoice(LedgerRule):
    """The solution chooses an option that breaks a limit which another keeps, or has more of what decides.

    Lines of the calculations, or a list of the scenario, have the names of options and one quantity each of
    the same kind. The solution names one of them, or says of it that it meets all, whose value is beyond a
    limit of the question that others keep; or the question asks for the cheapest, the fastest or the least
    energy, and another option has less. Correct the choice, or say what else speaks for it.
    """

    code = "QB905"
    name = "wrong-choice"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "question: Which plan is to be signed, if the price decides?\n"
                "details:\n"
                "  realistic_solution: Sign plan North. Neither contract has a minimum term.\n"
                "  napkin_math: |\n"
                "    - Plan North: 50,000 * $0.12 = $6,000\n"
                "    - Plan South: 50,000 * $0.09 = $4,500\n"
            ),
            underlines="$6,000",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A bell has to answer within 60 ms. Ash takes 85 ms, Elm 40 ms and Oak 55 ms.\n"
                "details:\n"
                "  realistic_solution: Take Ash, as it hears the best.\n"
            ),
            underlines="85 ms",
        ),
    )
    good = (
        Example(
            yaml=(
                "question: Which plan is to be signed, if the price decides?\n"
                "details:\n"
                "  realistic_solution: Sign plan South. Neither contract has a minimum term.\n"
                "  napkin_math: |\n"
                "    - Plan North: 50,000 * $0.12 = $6,000\n"
                "    - Plan South: 50,000 * $0.09 = $4,500\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  Answers may take at most 80 ms. Plan North answers in 60 ms and plan South in 110 ms.\n"
                "  The cheapest plan within the limit is signed.\n"
                "details:\n"
                "  realistic_solution: Sign plan North. Neither contract has a minimum term.\n"
                "  napkin_math: |\n"
                "    - Plan North: 50,000 * $0.12 = $6,000\n"
                "    - Plan South: 50,000 * $0.09 = $4,500\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is chosen with what it is chosen from."""
        chosen = list(_chosen(ledger))
        yield from _against_limit(ledger, chosen)
        yield from _dearer(ledger)
        options, most = _criterion(ledger) if chosen else ({}, False)
        label = _the_only(chosen, options)
        if label is None or _are_parts(ledger, options):
            return  # of two that are chosen, nobody knows for what
        fact, sign = options[label], 1 if most else -1
        out = refused(ledger, options) | beyond_limits(ledger, options)
        best = max(
            (one for other, one in options.items() if other == label or other not in out),
            key=lambda one: sign * one.value,
        )
        low, high = sorted((fact.value, best.value))
        if label in out or high <= low * _CLEARLY or _is_best_otherwise(ledger, chosen, fact.kind, sign):
            return
        yield Violation(
            fact, f"{fact.text} is of the option that is chosen, and another has {best.text}", (best,)
        )


def _dearer(ledger: Ledger) -> Iterator[Violation]:
    """Yield what the chosen way costs, takes or emits where another does with less, and in nothing with more.

    What calculations work out of two ways is what decides between them, whether anybody says so or not.
    """
    decisions = list(_decisions(ledger))
    every = ways(ledger) if decisions else []
    found: list[tuple[Fact, Fact]] = []
    for one in every:
        options = one.options
        label = _decided(ledger, decisions, options)
        if label is _SEVERAL or (label and options[label] is min(options.values(), key=_value)):
            return
        if not label:
            continue
        out = refused(ledger, options) | beyond_limits(ledger, options)
        best = min((name for name in options if name == label or name not in out), key=lambda name: options[name].value)
        fact, other = options[label], options[best]
        if label in out or not other.value * _CLEARLY < fact.value < other.value * _MOST_APART:
            continue
        if any(_is_better(ledger, one, other_ways, label, best) for other_ways in every):
            return
        found.append((fact, other))
    for fact, other in found[:1]:
        yield Violation(fact, f"{fact.text} is of the option that is chosen, and another has {other.text}", (other,))


def _value(fact: Fact) -> float:
    return fact.value


def _is_better(ledger: Ledger, one: Ways, other: Ways, label: frozenset[str], best: frozenset[str]) -> bool:
    """Whether a way that takes more of one thing takes less of another, of which the former is not made."""
    if one is other:
        return False
    mine = [fact for name, fact in other.options.items() if name & label - best]
    theirs = [fact for name, fact in other.options.items() if name & best - label]
    if len(mine) != 1 or len(theirs) != 1 or mine[0].value >= theirs[0].value:
        return False
    parts = frozenset[Fact]().union(*map(ledger.parts, one.options.values()))
    return parts.isdisjoint((*mine, *theirs))


def _decided(ledger: Ledger, decisions: Sequence[Sequence[Piece]], options: Values) -> frozenset[str]:
    """Return the only option that decisions name; none, or `_SEVERAL`."""
    labels = {found[0] for clause in decisions if len(found := named(clause, options)) == 1}
    for path, at in _called_cheaper(ledger):
        label = said_of(ledger.pieces[path], at, options)
        if label is not None:
            labels.add(label)
    if len(labels) > 1:
        return _SEVERAL
    return next(iter(labels), frozenset())


def _called_cheaper(ledger: Ledger) -> Iterator[tuple[FieldPath, int]]:
    for relation in ledger.relations:
        if relation.name in _CHEAPER and is_concluded(relation):
            behind = [one for one in ledger.clause_of(relation) if one.start > relation.start]
            if not is_per_time(behind):
                yield relation.path, relation.at


def _decisions(ledger: Ledger) -> Iterator[list[Piece]]:
    """Yield the clauses of the solution that decide for something, under no condition."""
    for clause in _chosen(ledger):
        cues = cues_in(clause)
        if cues.isdisjoint(_CONDITIONAL) and not any(one.text == "until" for one in clause):
            if not any(r.name=="within" and ledger.clause_of(r)==clause for r in ledger.relations):
                yield clause
    for path, places in ledger.conclusions:
        pieces = ledger.pieces[path]
        for at in places:
            if pieces[at].text == ":" and _is_result(pieces, at):
                clause = [one for one in pieces[at:] if one.sentence == pieces[at].sentence and one.clause == pieces[at].clause]
                told = (one.mention for one in clause if one.mention is not None)
                if cues_in(clause).isdisjoint(_CONDITIONAL) and all(one.kind in PLAIN for one in told):
                    yield clause


def _is_result(pieces: Sequence[Piece], at: int) -> bool:
    return at > 0 and pieces[at - 1].text in _RESULTS and pieces[at - 1].sentence == pieces[at].sentence


def _chosen(ledger: Ledger) -> Iterator[list[Piece]]:
    """Yield the clauses of the solution that choose something; what tells what to do ends with its head."""
    for relation in ledger.relations:
        if relation.name == "chosen" and is_concluded(relation) and not _is_noun(ledger, relation):
            yield ledger.clause_of(relation)
    for path, at in told_to_do(ledger):
        pieces = ledger.pieces[path]
        clause = [piece for piece in pieces[at:] if piece.clause == pieces[at].clause]
        yield list(takewhile(lambda piece: piece.text != ":", clause))


def _is_noun(ledger: Ledger, relation: Relation) -> bool:
    """Tell whether the word of a choice is a noun: `in spite of its low rent`."""
    before = ledger.pieces[relation.path][max(0, relation.at - 2) : relation.at]
    parts = [piece.meaning.part if piece.text != "a" else "" for piece in before]
    return " " not in relation.words and "article" in parts and all(parts[parts.index("article") :])


def _the_only(clauses: Iterable[Sequence[Piece]], options: Values) -> frozenset[str] | None:
    """Return the only option that clauses name, each of them one."""
    labels = {label for clause in clauses if len(found := named(clause, options)) == 1 for label in found}
    return next(iter(labels)) if len(labels) == 1 else None


def _against_limit(ledger: Ledger, chosen: Sequence[Sequence[Piece]]) -> Iterator[Violation]:
    """Yield the value of what is chosen, or said to meet all, that is beyond a limit which another keeps."""
    met = [
        [one for one in ledger.clause_of(relation) if one.start < relation.start]
        for relation in ledger.relations
        if relation.name == "within" and relation.words in _MEETING and is_concluded(relation)
    ]
    for limit, options, beyond in limited(ledger, computed_first=True) if chosen or met else ():
        if not beyond or len(beyond) == len(options) or not are_told_alike(ledger, options):
            continue
        for clauses in (chosen, met):
            label = _the_only(clauses, options)
            if label in beyond and label not in refused(ledger, options):
                what = f"{options[label].text} is of the option that is chosen, beyond {limit.text}"
                yield Violation(options[label], what, (limit,))
                return


def _criterion(ledger: Ledger) -> tuple[Values, bool]:
    """Return the options with what is asked for of them, and whether that is the most of it."""
    asked = _asked_for(ledger)
    found = {kind: options for kind in asked if len(options := compared(ledger, kind)) > 1}
    [*kinds] = found
    return (found[kinds[0]], asked[kinds[0]]) if len(kinds) == 1 else ({}, False)


def _asked_for(ledger: Ledger) -> dict[Kind, bool]:
    """Return the kinds of which the least is asked for, `the lower price`, or the most.

    What has the most may as well be described; that counts only where a question asks.
    """
    kinds: dict[Kind, bool] = {}
    for path, pieces in ledger.pieces.items():
        if path[0] not in ASKED and path not in ledger.solution:
            continue
        for sentence in grouped((piece.sentence, piece) for piece in pieces).values():
            asks = path[0] in ASKED and _asks(sentence)
            for at, piece in enumerate(sentence):
                for relation in piece.meaning.relations & MEASURED_BY.keys() if asks else ():
                    less, more = MEASURED_BY[relation]  # `which one is cheaper?`
                    kinds.update({**dict.fromkeys(less, False), **dict.fromkeys(more, True)})
                ranked = extremes(sentence, at)
                if 0 < len(ranked) <= _MOST_KINDS:  # `the cheapest`
                    told = path[0] in ASKED
                    kinds.update((kind, most) for kind, most in ranked.items() if told or not most)
                elif (
                    not piece.meaning.cues.isdisjoint(_DECIDING)
                    and not piece.meaning.cues & RANKED.keys()
                    and "denied" not in cues_in(sentence[:at])
                ):
                    behind = [of for one in sentence[at + 1 :] if (of := kinds_of(one))]
                    for of in behind[:1] or map(kinds_of, sentence):  # `the energy decides`
                        kinds.update(dict.fromkeys(of, False))
    return kinds


def _asks(sentence: Sequence[Piece]) -> bool:
    """Whether a sentence asks for something, or says what is wanted: `the cheaper one is to be taken`."""
    is_to_be = any(one.text == "to" and other.text == "be" for one, other in pairwise(sentence))
    return is_to_be or any(one.text in _ASKING or "wanted" in one.meaning.cues for one in sentence)


def _is_best_otherwise(ledger: Ledger, chosen: Sequence[Sequence[Piece]], kind: Kind, sign: int) -> bool:
    """Whether what is chosen is the best by other values of a kind: per token when full, and as used."""
    return any(
        options[label] is max(options.values(), key=lambda one: sign * one.value)
        for options in values_of_options(ledger, kind)
        if (label := _the_only(chosen, options)) is not None
    )


def _are_parts(ledger: Ledger, options: Values) -> bool:
    """Whether any of some values is a term of a sum: a part of what an option takes, or of all."""
    return any(
        agree(term, one) or (term.kind in MONEY and term.number == one.number)
        for claim, _ in ledger.worked_out("+")
        for term in claim.operands
        for one in options.values()
    )

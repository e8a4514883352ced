"""QB905 and QB906: what is chosen, and what is called faster, cheaper or the largest, beside the numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from qbank.facts.fact import Fact, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_CONCLUDING: Final = frozenset((Origin.SOLUTION, Origin.CONCLUSION))
_LESS_IS_BETTER: Final = frozenset((Kind.MONEY, Kind.PRICE, Kind.ENERGY, Kind.TIME))
_MEASURED_BY: Final = {
    "faster": (frozenset((Kind.TIME,)), True),
    "slower": (frozenset((Kind.TIME,)), False),
    "cheaper": (frozenset((Kind.MONEY, Kind.PRICE)), True),
    "dearer": (frozenset((Kind.MONEY, Kind.PRICE)), False),
}
"""The kinds that a comparison is about, and whether what it is said of has less of them."""
_CLEARLY: Final = 1.02
_LEAST_WORD: Final = 1

Values = Mapping[frozenset[str], Fact]


def labelled(ledger: Ledger, kind: Kind) -> dict[frozenset[str], Fact]:
    """Return the last value of a kind on each labelled line of the calculations, by the words of the label.

    Words that all labels have tell nothing and are left out.
    """
    last: dict[str, Fact] = {}
    for fact in ledger.facts:
        stated = fact.standing is Standing.TOPIC if fact.operand_of is None else fact.result_of is not None
        if fact.origin is Origin.CALCULATIONS and fact.kind is kind and fact.label and stated:
            last[fact.label] = fact
    if not last or not _are_listed(list(last.values())):
        return {}
    words = {label: frozenset(word for word in label.split() if word.isalnum()) for label in last}
    properties = _properties(ledger)
    words = {label: found - properties for label, found in words.items()}
    shared = frozenset.intersection(*words.values()) if len(words) > 1 else frozenset()
    return {words[label] - shared: fact for label, fact in last.items() if words[label] - shared}


def _properties(ledger: Ledger) -> frozenset[str]:
    """Return the words of the question that name what is measured, and not what it is measured of."""
    return frozenset(
        word
        for pieces in ledger.pieces.values()
        for piece in pieces
        if piece.meaning.sort in {"property", "limit", "sum", "rest"} or piece.meaning.part
        for word in piece.text.split()
    )


def _are_listed(facts: Sequence[Fact]) -> bool:
    """Whether facts stand on lines that follow one another in one field."""
    lines = sorted(fact.line for fact in facts)
    return len({fact.path for fact in facts}) == 1 and lines[-1] - lines[0] < len(lines)


def named(words: frozenset[str], options: Values) -> frozenset[str] | None:
    """Return the one label of which some words tell something; None if it is none, or several."""
    scores: dict[frozenset[str], int] = {}
    for label in options:
        alone = label.difference(*(other for other in options if other != label))
        scores[label] = len(alone & words)
    best = [label for label, score in scores.items() if score >= _LEAST_WORD]
    return best[0] if len(best) == 1 else None


class WrongChoice(LedgerRule):
    """The solution chooses an option whose own number is the worse one.

    Two lines of the calculations, one after the other, have the names of two options and one quantity each of
    the same kind: a cost, an energy or a time, of which less is better, and nothing else is compared. The
    solution names the option that has more of it. Correct the choice, or say what else speaks for it.
    """

    code = "QB905"
    name = "wrong-choice"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Sign plan North. Neither contract has a minimum term.\n"
                "  napkin_math: |\n"
                "    - Plan North: 50,000 * $0.12 = $6,000\n"
                "    - Plan South: 50,000 * $0.09 = $4,500\n"
            ),
            underlines="$6,000",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Sign plan South. Neither contract has a minimum term.\n"
                "  napkin_math: |\n"
                "    - Plan North: 50,000 * $0.12 = $6,000\n"
                "    - Plan South: 50,000 * $0.09 = $4,500\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is chosen with what it is chosen from."""
        kinds = [kind for kind in _LESS_IS_BETTER if len(labelled(ledger, kind)) == 2]
        if len(kinds) != 1:
            return
        options = labelled(ledger, kinds[0])
        if {fact.kind for fact in _compared(ledger, options)} != {kinds[0]}:
            return
        for relation in ledger.relations:
            if relation.name != "chosen" or relation.origin not in _CONCLUDING or not _is_said(relation):
                continue
            label = named(_words_around(ledger, relation), options)
            if label is None:
                continue
            chosen = options[label]
            other = next(fact for name, fact in options.items() if name != label)
            if chosen.value > other.value * _CLEARLY:
                yield Violation(
                    chosen,
                    f"{chosen.text} is of the option that is chosen, and the other has {other.text}",
                    ((other, other.label),),
                )
                return


def _compared(ledger: Ledger, options: Values) -> Iterator[Fact]:
    """Yield the results on the lines of the options."""
    lines = {(fact.path, fact.line) for fact in options.values()}
    for fact in ledger.facts:
        if (fact.path, fact.line) in lines and fact.result_of is not None and fact.operand_of is None:
            yield fact


def _is_said(relation: Relation) -> bool:
    return not relation.negated and not relation.supposed and relation.standing is Standing.TOPIC


def _words_around(ledger: Ledger, relation: Relation) -> frozenset[str]:
    """Return the words of the clause of a relation."""
    pieces = ledger.pieces[relation.path]
    clause = next(piece.clause for piece in pieces if piece.start == relation.start)
    return frozenset(word for piece in pieces if piece.clause == clause for word in piece.text.split())


class WrongComparison(LedgerRule):
    """Something is called faster, slower, cheaper or dearer than what it is compared with, and is not.

    Two values of one kind stand on lines with the names of two things, and the solution says of one that it
    has less, where it has more. Correct the word, or the names.
    """

    code = "QB906"
    name = "wrong-comparison"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The eager kernel is faster by a fifth, thanks to fewer trips.\n"
                "  napkin_math: |\n"
                "    - Eager kernel: 14.2 ms\n"
                "    - Fused kernel: 11.8 ms\n"
            ),
            underlines="14.2 ms",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The fused kernel is faster by a fifth, thanks to fewer trips.\n"
                "  napkin_math: |\n"
                "    - Eager kernel: 14.2 ms\n"
                "    - Fused kernel: 11.8 ms\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is said to be less with what it is less than."""
        for relation in ledger.relations:
            measured = _MEASURED_BY.get(relation.name)
            if measured is None or relation.origin not in _CONCLUDING or not _is_said(relation):
                continue
            kinds, less = measured
            for kind in kinds:
                options = labelled(ledger, kind)
                label = named(_words_before(ledger, relation), options) if len(options) == 2 else None
                if label is None:
                    continue
                fact = options[label]
                other = next(one for name, one in options.items() if name != label)
                more, fewer = (fact, other) if less else (other, fact)
                if more.value > fewer.value * _CLEARLY:
                    yield Violation(
                        fact,
                        f"{fact.text} is called {relation.words} than {other.text}",
                        ((other, other.label),),
                    )


def _words_before(ledger: Ledger, relation: Relation) -> frozenset[str]:
    """Return the words before a relation in its sentence: what it is said of."""
    pieces = ledger.pieces[relation.path]
    return frozenset(
        word
        for piece in pieces
        if piece.sentence == relation.sentence and piece.start < relation.start
        for word in piece.text.split()
    )


class WrongSuperlative(LedgerRule):
    """Something is called the largest part, and another part is larger.

    Three or more lines have a value of one kind and the names of parts; the solution says of one of them that
    it is the largest, and it is not. Correct the name.
    """

    code = "QB907"
    name = "wrong-superlative"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Prefill takes the largest part, so work on it first.\n"
                "  napkin_math: |\n"
                "    - Search: 35 ms\n"
                "    - Prefill: 90 ms\n"
                "    - Decode: 240 * 20 ms = 4.8 s\n"
            ),
            underlines="90 ms",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Decode takes the largest part, so work on it first.\n"
                "  napkin_math: |\n"
                "    - Search: 35 ms\n"
                "    - Prefill: 90 ms\n"
                "    - Decode: 240 * 20 ms = 4.8 s\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is called the largest with the others."""
        for relation in ledger.relations:
            if relation.name != "largest" or relation.origin not in _CONCLUDING or not _is_said(relation):
                continue
            for options in _by_kind(ledger):
                label = named(_words_before(ledger, relation), options)
                if label is None:
                    continue
                fact = options[label]
                most = max(options.values(), key=lambda one: one.value)
                if most.value > fact.value * _CLEARLY:
                    yield Violation(
                        fact,
                        f"{fact.text} is called the largest part, but {most.label} has {most.text}",
                        ((most, most.label),),
                    )
                return


def _by_kind(ledger: Ledger) -> Sequence[Values]:
    kinds: dict[Kind, int] = defaultdict(int)
    for fact in ledger.facts:
        kinds[fact.kind] += fact.origin is Origin.CALCULATIONS and bool(fact.label)
    found = [labelled(ledger, kind) for kind, count in kinds.items() if count > 2 and kind is not Kind.COUNT]
    return [options for options in found if len(options) > 2]

"""What a question compares: the options that the labels of its lines name, with their values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Origin, Standing

REFUSING: Final = frozenset(("failure", "falls-short", "denied"))
"""Cues of a clause that speaks against something."""
_SHORTEST: Final = 3
_MOST_IN_NAME: Final = 2
_INFLECTED: Final = ("s", "es", "ern")
"""Endings that a name has in a sentence, and not in a label: `GPUs`, `the northern site`."""

Values = Mapping[frozenset[str], Fact]


def labelled(ledger: Ledger, kind: Kind) -> dict[frozenset[str], Fact]:
    """Return the last value of a kind on each labelled line of the calculations, by the words of the label.

    Words that all labels have tell nothing and are left out; so are values that are computed of others of
    these, such as their difference.
    """
    last = _last_by_label(ledger, kind)
    of_others = {label for label, fact in last.items() if _made_of(ledger, fact, last.values())}
    every = {label: _words(label) for label in last if label not in of_others}
    shared = ledger.view(properties) if every else frozenset[str]()
    telling = _unshared(
        {label: words - (shared if len(label) > 1 else {""}) for label, words in every.items()}
    )
    telling = telling or _unshared(every)  # `old loader` and `new loader`
    return {words: last[label] for label, words in telling.items()}


def _last_by_label(ledger: Ledger, kind: Kind) -> dict[str, Fact]:
    last: dict[str, Fact] = {}
    for fact in ledger.by_kind.get(kind, ()):
        stated = fact.standing is Standing.TOPIC if fact.operand_of is None else fact.result_of is not None
        if fact.origin is Origin.CALCULATIONS and fact.label and stated:
            last[fact.label] = fact
    return last


def _words(label: str) -> frozenset[str]:
    return frozenset(word for word in label.split() if word.isalnum())


def _unshared(labels: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Return labels with the words that not all of them have; without those of which nothing is left."""
    shared = frozenset.intersection(*labels.values()) if len(labels) > 1 else frozenset[str]()
    return {label: words - shared for label, words in labels.items() if words - shared}


def compared(ledger: Ledger, kind: Kind) -> dict[frozenset[str], Fact]:
    """Return the values of options: the only two on labelled lines, or those computed in the same way."""
    every = labelled(ledger, kind)
    numbers = {_numbers(ledger, fact) for fact in every.values()}
    if len(numbers) > 1:
        return {}  # `Spot, 7B` is a case, and no option
    if len(every) == 2 and are_listed(list(every.values())):
        return every
    alike: dict[tuple[object, ...], dict[frozenset[str], Fact]] = defaultdict(dict)
    for label, fact in every.items():
        claim = ledger.claims[fact.result_of] if fact.result_of is not None else None
        kinds = sorted(one.kind for one in claim.operands) if claim else ()
        alike[claim.operator if claim else "", *kinds][label] = fact
    found = [options for options in alike.values() if len(options) > 1]
    return found[0] if len(found) == 1 else {}


class Contrast(NamedTuple):
    """Options that labels name, with their values of one kind and aspect: `North, bill` and `South, bill`."""

    aspect: frozenset[str]
    options: dict[frozenset[str], Fact]

    def is_whole(self, ledger: Ledger) -> bool:
        """Whether it compares all that the options have: `North`, `North in all`."""
        labels = [ledger.label_of(fact) for fact in self.options.values()]
        summed = all(any(piece.meaning.sort == "sum" for piece in label) for label in labels)
        return not self.aspect or summed


def contrasts(ledger: Ledger, kind: Kind) -> list[Contrast]:
    """Return the values of a kind that labels with all but one or two words in common compare.

    What is computed of two of them, as their difference, is no option.
    """
    last = _last_by_label(ledger, kind)
    of_two = {label for label, fact in last.items() if _is_of_two(ledger, fact, last.values())}
    every = {label: _words(label) for label in last if label not in of_two}
    measured = ledger.view(properties) if len(every) > 1 else frozenset[str]()
    groups: dict[frozenset[str], dict[frozenset[str], Fact]] = defaultdict(dict)
    for label, words in every.items():
        for other_label, other in every.items():
            alone, others = words - other, other - words
            short = len(alone) <= _MOST_IN_NAME and len(others) <= _MOST_IN_NAME
            if (
                short
                and alone - measured
                and others - measured
                and not any(word.isdigit() for word in alone | others)
            ):
                groups[words & other][alone] = last[label]
                groups[words & other][others] = last[other_label]
    return [Contrast(aspect, options) for aspect, options in groups.items() if _are_alike(ledger, options)]


def _are_alike(ledger: Ledger, options: Values) -> bool:
    """Whether values may be compared: in one unit, all given or all computed."""
    facts = options.values()
    units = {(fact.mention.unit.dimension, fact.per) for fact in facts}
    return len(units) == 1 and len({bool(ledger.made_by(fact)) for fact in facts}) == 1


def _numbers(ledger: Ledger, fact: Fact) -> tuple[str, ...]:
    """Return the numbers in the label of a fact's line."""
    return tuple(piece.text for piece in ledger.label_of(fact) if piece.mention is not None)


def _made_of(ledger: Ledger, fact: Fact, others: Collection[Fact]) -> list[Fact]:
    """Return the values on lines before it that a value is computed of."""
    operands = ledger.claims[fact.result_of].operands if fact.result_of is not None else ()
    return [
        other
        for other in others
        if other is not fact
        and (other.path, other.line) < (fact.path, fact.line)
        and any(
            agree(one, other) or (one.kind is Kind.COUNT and one.value == other.number) for one in operands
        )
    ]


def _is_of_two(ledger: Ledger, fact: Fact, others: Collection[Fact]) -> bool:
    """Tell whether a value is computed of two options, and not of parts of one: `Cool, storage`."""
    parts = _made_of(ledger, fact, others)
    own = _words(fact.label)
    return len(parts) > 1 and not all(own & _words(part.label) - ledger.view(properties) for part in parts)


def properties(ledger: Ledger) -> frozenset[str]:
    """Return the words of the question that name what is measured, and not what it is measured of."""
    return frozenset(
        word
        for pieces in ledger.pieces.values()
        for piece in pieces
        if piece.meaning.sort in {"property", "limit", "sum", "rest"} or piece.meaning.part
        for word in piece.text.split()
        if len(word) > 1
    )


def named(said: Sequence[Piece], options: Values) -> list[frozenset[str]]:
    """Return the labels of which some words tell something, and of others do not; the last named last."""
    found: dict[frozenset[str], int] = {}
    for label in options:
        alone = label.difference(*(other for other in options if other != label))
        for at, piece in enumerate(said):
            words = piece.text.split()
            said_so = not alone.isdisjoint(words) or (
                len(alone) == 1 and any(_is_form(word, name) for word in words for name in alone)
            )
            if said_so and is_name(said, at):
                found[label] = at
    return sorted(found, key=found.__getitem__)


def _is_form(word: str, name: str) -> bool:
    return len(name) >= _SHORTEST and word.startswith(name) and word[len(name) :] in _INFLECTED


def is_name(said: Sequence[Piece], at: int) -> bool:
    """Whether a word may be a name: `a` is one where no noun follows, and where `offer` stands before it."""
    if said[at].text != "a":
        return True
    behind = said[at + 1] if at + 1 < len(said) else None
    meaning = behind.meaning if behind is not None and behind.is_word else None
    return meaning is None or bool(meaning.part or meaning.relations or not meaning.cues.isdisjoint(REFUSING))


def are_listed(facts: Sequence[Fact]) -> bool:
    """Whether facts stand on lines that follow one another in one field."""
    lines = sorted(fact.line for fact in facts)
    return len({fact.path for fact in facts}) == 1 and lines[-1] - lines[0] < len(lines)

"""What a question compares: the values of options, by the names that lines and sentences have for them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from msgspec import Struct

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact, FieldPath, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, CONCLUDING, MONEY, Kind, Modality, Origin, Role, Standing
from qbank.grouping import grouped
from qbank.rules.coherence.naming import Name, Values, may_name, naming, properties

_MOST_IN_NAME: Final = 2
_BULLETS: Final = frozenset("-*•–\n()")
COMPARABLE: Final = frozenset((Standing.TOPIC, Standing.ALTERNATIVE))
"""What an option may be."""
_MOST_IN_HEAD: Final = 5
_SIGNS: Final = ("+", "-", "−")
_OF_ALL: Final = frozenset(("either", "both", "any"))
"""What makes a label that of all options: `asleep, either`."""


class Lines(Struct):
    """The values of one kind that lines of the calculations have labels for.

    Attributes:
        last: the last value for each label.
        parts: what of these, on lines before it, each of them is computed of.
        totals: the labels of sums, each with its terms, where all of these are of the same option.
    """

    last: Mapping[str, Fact]
    parts: Mapping[str, Sequence[Fact]]
    totals: Mapping[str, Sequence[Fact]]


def lines_of(ledger: Ledger, kind: Kind) -> Lines:
    """Return what labelled lines tell of a kind."""
    lines = ledger.view(_lines)
    if kind not in lines:
        last = _last_by_label(one for one in ledger.by_kind[kind] if not _is_margin(ledger, one))
        parts = {label: _made_of(ledger, fact, last.values()) for label, fact in last.items()}
        lines[kind] = Lines(last, parts, _totals(ledger, last, parts))
    return lines[kind]


def _is_margin(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether brackets tell how far a value is off something, by their sign: `3.60 s (+0.40 s)`."""
    pieces = ledger.pieces[fact.path]
    opener = pieces[fact.at].opener
    if opener < 0:
        return False
    return fact.text.startswith(_SIGNS) or (opener == fact.at - 2 and pieces[fact.at - 1].text in _SIGNS)


def _lines(_: Ledger) -> dict[Kind, Lines]:
    return {}


def _last_by_label(facts: Iterable[Fact]) -> dict[str, Fact]:
    """Return the last of some values for each label of the calculations.

    A label of several lines tells of cases, `Cycle, k = 4`, unless all of several come again in one order,
    each time under another heading: per report, and per day.
    """
    lines: dict[str, dict[int, Fact]] = defaultdict(dict)
    for fact in facts:
        stated = fact.is_topic if fact.operand_of is None else fact.result_of is not None
        stated = stated and fact.modality is not Modality.LIMIT  # `159 s, within 180 s`
        if fact.origin is Origin.CALCULATIONS and fact.label and stated:
            lines[fact.label][fact.line] = fact
    again = {label: sorted(told) for label, told in lines.items() if len(told) > 1}
    rounds = list(zip(*again.values(), strict=False))
    in_turn = len(again) > 1 and len({len(places) for places in again.values()}) == 1
    in_turn = in_turn and all(max(one) < min(two) for one, two in pairwise(rounds))
    return {label: told[max(told)] for label, told in lines.items() if label not in again or in_turn}


def _made_of(ledger: Ledger, fact: Fact, others: Iterable[Fact]) -> list[Fact]:
    """Return the values on lines before it that a value is computed of."""
    operands = ledger.claims[fact.result_of].operands if fact.result_of is not None else ()
    return [
        other
        for other in others
        if operands and other is not fact and other.path == fact.path and other.end < fact.start
        if any(
            agree(one, other)
            or (one.kind is Kind.COUNT and one.value == other.number)
            or (one.kind in MONEY and other.kind in MONEY and one.number == other.number)  # `$3` of $3 a day
            for one in operands
        )
    ]


def _totals(
    ledger: Ledger, last: Mapping[str, Fact], made: Mapping[str, Sequence[Fact]]
) -> dict[str, Sequence[Fact]]:
    words = {label: _words(label) for label in last}
    shared = _shared(words.values())
    found = {}
    for label, parts in made.items():
        if parts and ledger.made_by(last[label], "+"):
            own = words[label] - shared - ledger.view(properties)
            if all(own & words[part.label] for part in parts):
                found[label] = parts
    return found


def _words(label: str) -> Name:
    return frozenset(word for word in label.split() if word.isalnum())


def _shared(words: Iterable[Name]) -> Name:
    """Return the words that all of some labels have."""
    every = list(words)
    return frozenset.intersection(*every) if every else frozenset()


def compared(ledger: Ledger, kind: Kind) -> Values:
    """Return the values of options: the only two on labelled lines, or those computed in the same way."""
    every = _labelled(ledger, kind)
    if not _have_one_number(ledger, every.values()):
        return {}  # `Spot, 7B` is a case, and no option
    if len(every) == 2 and _are_listed(ledger, kind, every):
        return every if _are_in_one_unit(every) else {}
    alike = grouped((_made_how(ledger, fact), (label, fact)) for label, fact in every.items())
    found = [dict(options) for options in alike.values() if len(options) > 1]
    return found[0] if len(found) == 1 else {}


def _labelled(ledger: Ledger, kind: Kind) -> dict[Name, Fact]:
    """Return the values on labelled lines, by the words of their labels.

    Words that all labels have tell nothing and are left out; so are values that are computed of others of
    these, such as their difference, and the parts of a sum: `North, rent` beside `North, in all`.
    """
    lines = lines_of(ledger, kind)
    of_others = {label for label, parts in lines.parts.items() if parts}
    for label, parts in lines.totals.items():
        of_others = of_others - {label} | {part.label for part in parts}
    every = {label: _words(label) for label in lines.last if label not in of_others}
    every = {label: words for label, words in every.items() if _OF_ALL.isdisjoint(words)}
    measured = ledger.view(properties) if every else frozenset[str]()
    telling = _unshared(
        {label: words - (measured if len(label) > 1 else {""}) or words for label, words in every.items()}
    )
    telling = telling or _unshared(every)  # `old loader` and `new loader`
    return {words: lines.last[label] for label, words in telling.items()}


def _unshared(labels: Mapping[str, Name]) -> dict[str, Name]:
    """Return labels with the words that not all of them have; without those of which nothing is left."""
    shared = _shared(labels.values()) if len(labels) > 1 else frozenset[str]()
    return {label: words - shared for label, words in labels.items() if words - shared}


def _have_one_number(ledger: Ledger, facts: Iterable[Fact]) -> bool:
    """Whether the labels of lines have the same numbers, or none: `k = 4` is a case, and no option."""
    numbers = {
        tuple(piece.text for piece in ledger.label_of(fact) if piece.mention is not None) for fact in facts
    }
    return len(numbers) <= 1


def _are_listed(ledger: Ledger, kind: Kind, options: Values) -> bool:
    """Whether values stand on lines that follow one another in one field, but for the parts of sums."""
    parts = [part for terms in lines_of(ledger, kind).totals.values() for part in terms]
    facts = [*options.values(), *parts]
    lines = sorted(fact.line for fact in facts)
    return len({fact.path for fact in facts}) == 1 and lines[-1] - lines[0] < len(lines)


def _are_in_one_unit(options: Values) -> bool:
    return len({(fact.mention.unit.dimension, fact.per) for fact in options.values()}) == 1


def _made_how(ledger: Ledger, fact: Fact) -> tuple[object, ...]:
    """Return by which operation a value is computed of what; nothing if it is given."""
    claim = ledger.claims[fact.result_of] if fact.result_of is not None else None
    return (claim.operator, *sorted(one.kind for one in claim.operands)) if claim else ()


def are_told_alike(ledger: Ledger, options: Values) -> bool:
    """Whether values are computed in one way, or given in one list, each behind its name."""
    ways = {(fact.path, frozenset(_made_how(ledger, fact))) for fact in options.values()}
    given = [fact for fact in options.values() if fact.result_of is None]
    behind = [one for fact in given for one in ledger.pieces[fact.path][fact.at + 1 : fact.at + 2]]
    return len(ways) == 1 and not any(one.is_word and one.text != "and" for one in behind)


class Contrast(Struct, frozen=True):
    """Options that labels name, with their values of one kind and aspect: `North, bill` and `South, bill`."""

    aspect: Name
    options: dict[Name, Fact]


def contrasts(ledger: Ledger, kind: Kind) -> list[Contrast]:
    """Return the values of a kind that labels with all but one or two words in common compare.

    What is computed of two of them, as their difference, is no option.
    """
    lines = lines_of(ledger, kind)
    if not _have_one_number(ledger, lines.last.values()):
        return []
    every = {label: _words(label) for label in lines.last if not _is_of_two(ledger, lines, label)}
    measured = ledger.view(properties) if len(every) > 1 else frozenset[str]()
    groups: dict[Name, dict[Name, Fact]] = defaultdict(dict)
    for (label, words), (other_label, other) in combinations(every.items(), 2):
        names = words - other, other - words
        if all(len(name) <= _MOST_IN_NAME and name - measured for name in names) and not any(
            word.isdigit() for word in words ^ other
        ):
            groups[words & other] |= dict(
                zip(names, (lines.last[label], lines.last[other_label]), strict=True)
            )
    terms = {part.label for parts in lines.totals.values() for part in parts}
    return [
        Contrast(aspect, options)
        for aspect, options in groups.items()
        if _are_in_one_unit(options)
        and len({bool(ledger.made_by(fact)) for fact in options.values()}) == 1
        and len({fact.label in terms for fact in options.values()}) == 1
    ]


def _is_of_two(ledger: Ledger, lines: Lines, label: str) -> bool:
    """Tell whether a value is computed of two options, and not of parts of one: `Cool, storage`.

    A difference is of two, one of which may stand elsewhere.
    """
    parts = lines.parts[label]
    if parts and ledger.made_by(lines.last[label], "-"):
        return True
    own = _words(label)
    return len(parts) > 1 and not all(own & _words(part.label) - ledger.view(properties) for part in parts)


def values_of_options(ledger: Ledger, kind: Kind) -> list[Values]:
    """Return all that options have of a kind: what labels compare, then whatever else is told of them."""
    return [*(contrast.options for contrast in contrasts(ledger, kind)), *values_told(ledger, kind)]


def values_told(ledger: Ledger, kind: Kind, *, computed_first: bool = False) -> list[Values]:
    """Return what options have of a kind: on labelled lines, in a sentence, and in sentences with a head.

    `Ash: 3 ms`; `Ash takes 3 ms and Elm 5 ms`; `Ash: 8 W, 3 ms. Elm: 9 W, 5 ms.` What is computed may have to
    come first: then what a scenario tells counts only where lines tell nothing of the kind.
    """
    lines = lines_of(ledger, kind)
    told = [] if computed_first and lines.last else ledger.by_kind[kind]
    sentences: dict[tuple[FieldPath, int], list[Fact]] = defaultdict(list)
    heads: dict[FieldPath, dict[Name, Fact]] = defaultdict(dict)
    for fact in told:
        if fact.path[0] in ASKED and fact.standing in COMPARABLE and fact.role is not Role.LIMIT:
            sentences[fact.path, fact.sentence].append(fact)
            if head := _head(ledger, fact):
                heads[fact.path].setdefault(head, fact)
    found: list[Values] = [_finals(ledger, lines), *heads.values()]
    for listed in sentences.values():
        names = {_names_before(ledger, fact, listed): fact for fact in listed}
        if frozenset() not in names and len(names) == len(listed):
            found.append(names)
    return [options for options in found if len(options) > 1 and _are_in_one_unit(options)]


def _finals(ledger: Ledger, lines: Lines) -> dict[Name, Fact]:
    """Return the values on labelled lines, but no parts of another one, and no sums of several."""
    own = {label: naming(ledger.label_of(fact)) for label, fact in lines.last.items()}
    left_out = set[str]()
    for label, parts in lines.parts.items():
        of_same = {part.label for part in parts if own[label] & own[part.label]}
        left_out |= of_same if len(of_same) == len({part.label for part in parts}) else {*of_same, label}
    aspects = {
        label: _words(label) - own[label] for label in lines.last if own[label] and label not in left_out
    }
    times = Counter(of for of, _ in {(of, own[label]) for label, of in aspects.items()})
    # Of `North: $3`, `South: $4` and `North per month: $90`, what both have is of the options.
    return {own[label]: lines.last[label] for label in sorted(aspects, key=lambda one: times[aspects[one]])}


def _head(ledger: Ledger, fact: Fact) -> Name:
    """Return the words before the colon that a sentence begins with; none if it has no such head."""
    sentence = [one for one in ledger.pieces[fact.path][: fact.at] if one.sentence == fact.sentence]
    words = [piece.text for piece in sentence if piece.text not in _BULLETS][:_MOST_IN_HEAD]
    colon = words.index(":") if ":" in words else 0
    return frozenset(word for text in words[:colon] for word in text.split())


def _names_before(ledger: Ledger, fact: Fact, listed: Sequence[Fact]) -> Name:
    """Return the names right before a value, behind the one before it."""
    first = max((one.at for one in listed if one.at < fact.at), default=-1)
    return frozenset(
        piece.text
        for piece in ledger.pieces[fact.path][first + 1 : fact.at]
        if piece.sentence == fact.sentence and piece.mention is None and may_name(piece)
    )


def are_added_up(ledger: Ledger, options: Values) -> bool:
    """Tell whether two of some values are terms of a sum: parts of a whole, and no options."""
    return any(
        sum(any(agree(term, one) for term in claim.operands) for one in options.values()) > 1
        for claim, _ in ledger.worked_out("+")
    )


def is_concluded(relation: Relation) -> bool:
    """Whether the solution says so as it is; what it says of an option is one of several alternatives."""
    said = relation.origin in CONCLUDING and not relation.negated and not relation.supposed
    return said and relation.standing in COMPARABLE

"""What a question compares: the options that the labels of its lines name, with their values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Final

from msgspec import Struct

from qbank.facts.derivation import PLAIN, agree
from qbank.facts.fact import Fact, FieldPath, Relation
from qbank.facts.labels import POSSESSIVES
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import SHORT_OF, Piece, cues_in
from qbank.facts.vocabulary import ASKED, CONCLUDING, MEASURES, MONEY, Kind, Modality, Origin, Role, Standing
from qbank.grouping import grouped

_UNSAID: Final = frozenset(("denied", "supposed", "former"))
_SHORTEST: Final = 3
_STEM: Final = 6
_ENDING: Final = 3
"""Letters that tell a name at least, and of an ending at most: `reserved`, `reservation`."""
_MOST_IN_NAME: Final = 2
_INFLECTED: Final = ("s", "es", "ern", "er", "r", "ing", "ly", "al")
"""Endings that a name has in a sentence, and not in a label: `GPUs`, `the northern site`."""

_BULLETS: Final = frozenset("-*•–\n()")
_UNLIMITED: Final = frozenset((Kind.COUNT, Kind.RATIO, Kind.OTHER))
PARTS_OF_NAMES: Final = frozenset(("", "adjective"))
COMPARABLE: Final = frozenset((Standing.TOPIC, Standing.ALTERNATIVE))
"""What an option may be."""
_BINDING: Final = frozenset((Standing.TOPIC, Standing.CLAIMED))
"""What a limit may be: one that a data sheet promises binds as well."""
_OF_SUBJECTS: Final = frozenset(("copula", "verb", "pronoun"))
"""What stands before a word where its subject does: `A is the cheapest`, not `the cheapest is A`."""
_WAYS: Final = frozenset(("way-local", "way-remote", "way-owned", "way-rented"))
_ALONE: Final = frozenset(("verb", "filler"))
_NO_NAMES: Final = frozenset(("article", "pronoun"))
_MOST_IN_HEAD: Final = 5
_MORE: Final = 1.005
_MOST_BEYOND: Final = 10
_MOST_APART: Final = 1.5
"""A share that is farther from a limit is of something else."""

Values = Mapping[frozenset[str], Fact]


def labelled(ledger: Ledger, kind: Kind) -> dict[frozenset[str], Fact]:
    """Return the last value of a kind on each labelled line of the calculations, by the words of the label.

    Words that all labels have tell nothing and are left out; so are values that are computed of others of
    these, such as their difference, and the parts of a sum: `North, rent` beside `North, in all`.
    """
    last = _last_by_label(ledger, kind)
    of_others = {label for label, fact in last.items() if _made_of(ledger, fact, last.values())}
    for label, parts in _totals(ledger, last).items():
        of_others = of_others - {label} | {part.label for part in parts}
    every = {label: _words(label) for label in last if label not in of_others}
    shared = ledger.view(properties) if every else frozenset[str]()
    telling = _unshared(
        {label: words - (shared if len(label) > 1 else {""}) or words for label, words in every.items()}
    )
    telling = telling or _unshared(every)  # `old loader` and `new loader`
    return {words: last[label] for label, words in telling.items()}


def _totals(ledger: Ledger, last: Mapping[str, Fact]) -> dict[str, list[Fact]]:
    """Return the labels of sums, each with its terms, where all of these are of the same option."""
    words = {label: _words(label) for label in last}
    shared = frozenset.intersection(*words.values()) if words else frozenset[str]()
    found = {}
    for label, fact in last.items():
        parts = _made_of(ledger, fact, last.values())
        is_sum = ledger.made_by(fact, "+")
        own = words[label] - shared - ledger.view(properties)
        if is_sum and parts and all(own & words[part.label] for part in parts):
            found[label] = parts
    return found


def _last_by_label(ledger: Ledger, kind: Kind) -> dict[str, Fact]:
    """Return the last value of a kind for each label of the calculations.

    A label of several lines tells of cases, `Cycle, k = 4`, unless all of several come again in one order,
    each time under another heading: per report, and per day.
    """
    lines: dict[str, dict[int, Fact]] = defaultdict(dict)
    for fact in ledger.by_kind[kind]:
        stated = fact.is_topic if fact.operand_of is None else fact.result_of is not None
        stated = stated and fact.modality is not Modality.LIMIT  # `159 s, within 180 s`
        if fact.origin is Origin.CALCULATIONS and fact.label and stated:
            lines[fact.label][fact.line] = fact
    again = {label: sorted(facts) for label, facts in lines.items() if len(facts) > 1}
    rounds = list(zip(*again.values(), strict=False))
    in_turn = len(again) > 1 and len({len(places) for places in again.values()}) == 1
    in_turn = in_turn and all(max(one) < min(two) for one, two in pairwise(rounds))
    return {label: facts[max(facts)] for label, facts in lines.items() if label not in again or in_turn}


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
    if len(every) == 2 and are_listed(ledger, every):
        return every if _in_one_unit(every) else {}
    if len(every) == 1:
        [option] = every.items()
        return {**every, **_assumed_beside(ledger, *option)}
    alike: dict[tuple[object, ...], dict[frozenset[str], Fact]] = defaultdict(dict)
    for label, fact in every.items():
        alike[_made_how(ledger, fact)][label] = fact
    found = [options for options in alike.values() if len(options) > 1]
    return found[0] if len(found) == 1 else {}


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


def _assumed_beside(ledger: Ledger, name: frozenset[str], fact: Fact) -> Values:
    """Return the only assumption in the unit of a result that it is not made of: `API: $0.60 per million`."""
    parts = ledger.parts(fact)
    found = [
        one
        for one in ledger.by_kind[fact.kind]
        if one.origin is Origin.ASSUMPTIONS and one.is_topic and one.role is not Role.LIMIT
        if (one.mention.unit.dimension, one.per) == (fact.mention.unit.dimension, fact.per)
        if one not in parts and _is_alone_on_line(ledger, one)
    ]
    words = _words(found[0].label) - ledger.view(properties) if len(found) == 1 else frozenset[str]()
    return {words: found[0]} if words and words.isdisjoint(name) else {}


def _is_alone_on_line(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a line states a value and no other, but for numbers of things."""
    return all(
        other.kind is Kind.COUNT or agree(fact, other)
        for other in ledger.facts
        if (other.path, other.line) == (fact.path, fact.line)
    )


def are_added_up(ledger: Ledger, options: Values) -> bool:
    """Tell whether two of some values are terms of a sum: parts of a whole, and no options."""
    return any(
        sum(any(agree(term, one) for term in claim.operands) for one in options.values()) > 1
        for claim, _ in ledger.worked_out("+")
    )


class Contrast(Struct, frozen=True):
    """Options that labels name, with their values of one kind and aspect: `North, bill` and `South, bill`."""

    aspect: frozenset[str]
    options: dict[frozenset[str], Fact]


def contrasts(ledger: Ledger, kind: Kind) -> list[Contrast]:
    """Return the values of a kind that labels with all but one or two words in common compare.

    What is computed of two of them, as their difference, is no option.
    """
    last = _last_by_label(ledger, kind)
    if len({_numbers(ledger, fact) for fact in last.values()}) > 1:
        return []  # `k = 4` is a case, and no option
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
    parts = {part.label for parts in _totals(ledger, last).values() for part in parts}
    return [
        Contrast(aspect, options)
        for aspect, options in groups.items()
        if _are_alike(ledger, options) and len({one.label in parts for one in options.values()}) == 1
    ]


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
        and other.path == fact.path
        and other.end < fact.start
        and any(
            agree(one, other)
            or (one.kind is Kind.COUNT and one.value == other.number)
            or (one.kind in MONEY and other.kind in MONEY and one.number == other.number)  # `$3` of $3 a day
            for one in operands
        )
    ]


def _is_of_two(ledger: Ledger, fact: Fact, others: Collection[Fact]) -> bool:
    """Tell whether a value is computed of two options, and not of parts of one: `Cool, storage`.

    A difference is of two, one of which may stand elsewhere.
    """
    parts = _made_of(ledger, fact, others)
    if parts and ledger.made_by(fact, "-"):
        return True
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
    found = places_named(said, options)
    return sorted(found, key=lambda label: found[label][-1])


def first_named(said: Sequence[Piece], options: Values) -> list[frozenset[str]]:
    """Return the labels in the order in which they are named first; none if not all are."""
    found = places_named(said, options)
    return sorted(found, key=lambda label: found[label][0]) if len(found) == len(options) else []


def places_named(said: Sequence[Piece], options: Values) -> dict[frozenset[str], list[int]]:
    """Return where labels are named, by words that others have not."""
    words = [(at, {*piece.text.split(), *_sides(piece)}) for at, piece in enumerate(said) if is_name(piece)]
    found: dict[frozenset[str], list[int]] = {}
    for label in options:
        alone = label.difference(*(other for other in options if other != label))
        name = next(iter(alone)) if len(alone) == 1 else ""
        for at, here in words:
            if not alone.isdisjoint(here) or (name and any(_is_form(word, name) for word in here)):
                found.setdefault(label, []).append(at)
    return found


def _is_form(word: str, name: str) -> bool:
    """Whether two words are forms of one: the `reservation` of `Reserved`, `renting` of `Rental`."""
    stem = max(_STEM, len(name) - _ENDING)
    if len(word) > stem <= len(name) and word[:stem] == name[:stem]:
        return True
    return not _stems(word).isdisjoint(_stems(name))


def _stems(word: str) -> set[str]:
    """Return a word, and what is left of it without an ending."""
    return {word} | {
        word.removesuffix(end)
        for end in _INFLECTED
        if word.endswith(end) and len(word) >= _SHORTEST + len(end)
    }


def is_name(piece: Piece) -> bool:
    """Whether a word may be a name; an article and a pronoun are none."""
    return piece.meaning.part not in _NO_NAMES


def are_listed(ledger: Ledger, options: Values) -> bool:
    """Whether values stand on lines that follow one another in one field, but for the parts of sums."""
    [kind] = {fact.kind for fact in options.values()}
    sums = _totals(ledger, _last_by_label(ledger, kind))
    facts = [*options.values(), *(part for parts in sums.values() for part in parts)]
    lines = sorted(fact.line for fact in facts)
    return len({fact.path for fact in facts}) == 1 and lines[-1] - lines[0] < len(lines)


def said_of(pieces: Sequence[Piece], at: int, options: Values) -> frozenset[str] | None:
    """Return the option that a comparison is said of: the one alone that is named with it.

    Before it in its clause or its sentence, else behind it in its clause, else, of a sentence that begins
    with a pronoun, in the one before.
    """
    here = pieces[at]
    before = pieces[:at]
    sentence = [piece for piece in pieces if piece.sentence == here.sentence]
    if any("supposed" in piece.meaning.cues for piece in sentence):
        return None
    parts = [[piece for piece in before if piece.clause == here.clause]]
    if not any(piece.is_word and not piece.meaning.part for piece in parts[0]):  # it has no noun of its own
        parts.append([piece for piece in before if piece.sentence == here.sentence])
    behind = [piece for piece in pieces[at + 1 :] if piece.clause == here.clause]
    is_of_other = bool(behind) and behind[0].text == "than"  # `3x faster than a stream`
    if not is_of_other and all(piece.meaning.part not in _OF_SUBJECTS for piece in parts[0]):
        parts.append(behind)
    than = next((i for i, piece in enumerate(behind) if _begins_other(piece)), len(behind))
    if any(piece.is_word and not piece.meaning.part for piece in parts[0]) and named(behind[:than], options):
        parts.insert(1, behind[:than])  # `the run is cheaper on the large node`
    if sentence[0].meaning.part == "pronoun" or sentence[0].text in POSSESSIVES:
        parts.append([piece for piece in before if piece.sentence == here.sentence - 1])
    for part in parts:
        labels = named(part, options)
        denied = any(not piece.meaning.cues.isdisjoint(_UNSAID) for piece in part)
        if len(labels) > 1:  # `the northern site emits less than the southern one and is cheaper`
            than = next((i for i, piece in enumerate(part) if i and _begins_other(piece)), 0)
            labels = named(part[:than], options)
        if labels:
            return labels[0] if len(labels) == 1 and not denied else None
    return None


def _begins_other(piece: Piece) -> bool:
    """Tell whether what something is compared with, or belongs to, follows: `cheaper than North`."""
    return piece.meaning.part == "preposition" or piece.text == "than"


def values_told(ledger: Ledger, kind: Kind, *, computed_first: bool = False) -> list[Values]:
    """Return what options have of a kind: on labelled lines, in a sentence, and in sentences with a head.

    `Ash: 3 ms`; `Ash takes 3 ms and Elm 5 ms`; `Ash: 8 W, 3 ms. Elm: 9 W, 5 ms.` What is computed may have to
    come first: then what a scenario tells counts only where lines tell nothing of the kind.
    """
    facts = ledger.by_kind[kind]
    told = [
        fact
        for fact in facts
        if fact.path[0] in ASKED and fact.standing in COMPARABLE and fact.role is not Role.LIMIT
    ]
    if computed_first and _last_by_label(ledger, kind):
        told = []
    sentences: dict[tuple[FieldPath, int], list[Fact]] = defaultdict(list)
    heads: dict[FieldPath, dict[frozenset[str], Fact]] = defaultdict(dict)
    for fact in told:
        sentences[fact.path, fact.sentence].append(fact)
        if head := _head(ledger, fact):
            heads[fact.path].setdefault(head, fact)
    found: list[Values] = [_finals(ledger, kind), *heads.values()]
    for listed in sentences.values():
        words = [_names_before(ledger, fact, listed) for fact in listed]
        clear = all(words) and len(set(words)) == len(words)
        found.append(dict(zip(words, listed, strict=True)) if clear else {})
    return [options for options in found if len(options) > 1 and _in_one_unit(options)]


def values_of_options(ledger: Ledger, kind: Kind) -> list[Values]:
    """Return all that options have of a kind: what labels compare, then whatever else is told of them."""
    return [*(contrast.options for contrast in contrasts(ledger, kind)), *values_told(ledger, kind)]


def divided(ledger: Ledger) -> list[Values]:
    """Return what calculations divide by each other, by the names of their lines: `33.2 ms / 26 ms`."""
    found: list[Values] = []
    for claim, _ in ledger.worked_out("/"):
        if len(claim.operands) != 2:
            continue
        first, second = (_lines_of(ledger, one) for one in claim.operands)
        for one, label in first.items():
            for two, other in second.items():
                facts = ledger.facts[one], ledger.facts[two]
                if facts[0].kind is facts[1].kind and label - other and other - label:
                    found.append({label - other: facts[0], other - label: facts[1]})
    return found


def _lines_of(ledger: Ledger, operand: Fact) -> dict[int, frozenset[str]]:
    """Return the labelled values that an operand repeats, by their places in the ledger, with their names."""
    return {
        place: names
        for place, fact in enumerate(ledger.facts)
        if fact.is_topic and repeats(operand, fact)
        if (names := naming(ledger.label_of(fact)))
    }


def repeats(operand: Fact, fact: Fact) -> bool:
    """Whether an operand has a value that is told elsewhere, with its unit or as a bare number."""
    if fact.operand_of is not None or fact.kind in PLAIN:
        return False
    return agree(fact, operand) or (operand.is_bare and fact.number == operand.number)


def _in_one_unit(options: Values) -> bool:
    return len({(fact.mention.unit.dimension, fact.per) for fact in options.values()}) == 1


def _finals(ledger: Ledger, kind: Kind) -> dict[frozenset[str], Fact]:
    """Return the values on labelled lines, but no parts of another one, and no sums of several."""
    last = _last_by_label(ledger, kind)
    own = {label: naming(ledger.label_of(fact)) for label, fact in last.items()}
    made = {label: _made_of(ledger, fact, last.values()) for label, fact in last.items()}
    parts = {part.label for label, of in made.items() for part in of if own[label] & own[part.label]}
    sums = {label for label, of in made.items() if of and not all(own[label] & own[one.label] for one in of)}
    rest = {
        label: aspect_of(own[label], fact)
        for label, fact in last.items()
        if own[label] and label not in parts | sums
    }
    times = Counter(of for of, _ in {(of, own[label]) for label, of in rest.items()})
    # Of `North: $3`, `South: $4` and `North per month: $90`, what both have is of the options.
    return {own[label]: last[label] for label in sorted(rest, key=lambda one: times[rest[one]])}


def aspect_of(name: frozenset[str], fact: Fact) -> frozenset[str]:
    """Return what the label of a line says besides the name of an option: `Bill, North`."""
    return _words(fact.label) - name if fact.origin is Origin.CALCULATIONS else frozenset()


def naming(label: Sequence[Piece]) -> frozenset[str]:
    """Return the words of a label but those of what is measured; what stands alone is a name: `Own: $3`."""
    words = [piece for piece in label if piece.is_word or piece.device or piece.mention]
    names = [
        piece
        for piece in words
        if piece.meaning.sort not in MEASURES and piece.meaning.part in PARTS_OF_NAMES
    ]
    is_one = len({piece.text for piece in words}) == 1
    alone = words if is_one and words[0].meaning.part in _ALONE else ()
    told = frozenset(word for piece in names or alone for word in piece.text.split())
    return told.union(*map(_sides, words))


def _sides(piece: Piece) -> frozenset[str]:
    """Return the ways of doing something that a word is of, whatever it calls them: on the spot, bought."""
    return piece.meaning.cues & _WAYS


def _head(ledger: Ledger, fact: Fact) -> frozenset[str]:
    """Return the words before the colon that a sentence begins with; none if it has no such head."""
    sentence = [one for one in ledger.pieces[fact.path][: fact.at] if one.sentence == fact.sentence]
    words = [piece for piece in sentence if piece.text not in _BULLETS]
    colon = next((at for at, piece in enumerate(words[:_MOST_IN_HEAD]) if piece.text == ":"), 0)
    return frozenset(word for piece in words[:colon] for word in piece.text.split())


def _names_before(ledger: Ledger, fact: Fact, listed: Sequence[Fact]) -> frozenset[str]:
    """Return the names right before a value, behind the one before it."""
    first = max((one.at for one in listed if one.at < fact.at), default=-1)
    pieces = ledger.pieces[fact.path]
    return frozenset(
        piece.text
        for at, piece in enumerate(pieces[: fact.at])
        if at > first and piece.sentence == fact.sentence and piece.mention is None and _may_name(piece)
    )


def _may_name(piece: Piece) -> bool:
    plain = piece.meaning.part in PARTS_OF_NAMES and piece.meaning.sort not in MEASURES
    return piece.device is not None or (piece.is_word and plain)


def is_concluded(relation: Relation) -> bool:
    """Whether the solution says so as it is; what it says of an option is one of several alternatives."""
    said = relation.origin in CONCLUDING and not relation.negated and not relation.supposed
    return said and relation.standing in COMPARABLE


def beyond_limits(ledger: Ledger, options: Values) -> set[frozenset[str]]:
    """Return the options of which another value, or this one, is beyond a limit of the question."""
    return {
        label
        for _, others, beyond in limited(ledger)
        for name in beyond
        for label in options
        if not name.isdisjoint(label.difference(*(one for one in options if one != label)))
    }


def limited(
    ledger: Ledger, *, computed_first: bool = False
) -> Iterator[tuple[Fact, Values, set[frozenset[str]]]]:
    """Yield the limits of the question, each with values of several options, and those that are beyond it."""
    for limit, is_floor in _limits(ledger):
        for options in values_told(ledger, limit.kind, computed_first=computed_first):
            beyond = {name for name, fact in options.items() if _is_beyond(fact, limit, is_floor=is_floor)}
            yield limit, options, beyond


def told_to_do(ledger: Ledger) -> Iterator[tuple[FieldPath, int]]:
    """Yield where a sentence of the solution begins with what to do: `Take North: it is the cheaper one`."""
    for path, places in ledger.conclusions:
        pieces = ledger.pieces[path]
        for at in places:
            if "imperative" in pieces[at].meaning.cues and _opens(pieces[:at], pieces[at].sentence):
                yield path, at


def _opens(before: Sequence[Piece], sentence: int) -> bool:
    """Whether a sentence begins behind some pieces, maybe with a heading: `**Result:** take the train`."""
    here = takewhile(lambda piece: piece.sentence == sentence, reversed(before))
    words = [piece.meaning.part for piece in here if piece.is_word]
    return words in ([], ["heading"])


def _limits(ledger: Ledger) -> Iterator[tuple[Fact, bool]]:
    """Yield the limits of the question, and whether they are the least and not the most."""
    for fact in ledger.facts:
        is_floor = "floor" in fact.traits
        if (fact.role is Role.LIMIT or is_floor) and fact.path[0] in ASKED:
            near = ledger.pieces[fact.path][max(0, fact.at - 3) : fact.at]
            if fact.standing in _BINDING and _may_bind(fact):
                yield fact, is_floor or any("floor" in piece.meaning.cues for piece in near)


def _may_bind(fact: Fact) -> bool:
    return fact.kind not in _UNLIMITED or _are_points(fact)


def _are_points(fact: Fact) -> bool:
    """Whether a number counts points of a percentage."""
    return fact.kind is Kind.COUNT and "points" in fact.traits


def _is_beyond(fact: Fact, limit: Fact, *, is_floor: bool) -> bool:
    """Whether a value breaks a limit, and is of its size, so that the limit may be set for it."""
    if _are_points(fact) != _are_points(limit):
        return False
    if ("-" in fact.mention.unit.name) != ("-" in limit.mention.unit.name):
        return False  # 480 GPU-h and a limit of 72 h
    most = _MOST_APART if limit.kind is Kind.SHARE else _MOST_BEYOND
    if not limit.value / most < fact.value < limit.value * most:
        return False
    if is_floor:
        return fact.value * _MORE < limit.value
    return fact.mention.low > limit.value * _MORE


def refused(ledger: Ledger, options: Values) -> set[frozenset[str]]:
    """Return the options of which the solution says that they fall short of something.

    A clause that names none is of the last one of its sentence: `Elm is the cheapest but misses the limit`.
    """
    out: set[frozenset[str]] = set()
    for pieces in ledger.solution.values():
        before: dict[int, list[frozenset[str]]] = {}
        for clause in grouped((piece.clause, piece) for piece in pieces).values():
            sentence = clause[0].sentence
            labels = named(clause, options) or before.get(sentence, [])[-1:]
            before[sentence] = labels
            if not cues_in(clause).isdisjoint(SHORT_OF):
                out.update(labels)
    return out

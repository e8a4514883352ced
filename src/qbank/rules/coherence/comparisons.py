"""QB906: what is called faster, slower, cheaper or dearer than another, beside the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import dropwhile, pairwise, takewhile
from math import inf, isclose
from typing import Final

from qbank.facts.derivation import PLAIN
from qbank.facts.fact import Fact, FieldPath, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause, of_sentence
from qbank.facts.vocabulary import Kind, Origin
from qbank.rules.coherence.naming import Values, named, said_of
from qbank.rules.coherence.options import are_added_up, compared, contrasts, is_concluded
from qbank.rules.coherence.superlatives import MEASURED_BY, is_per_time, kinds_of
from qbank.rules.coherence.ways import side_by_side
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_EACH_REACH: Final = 3
_BEGINNINGS: Final = frozenset(("first", "second", "last", "initial"))
_OPPOSITE: Final = (frozenset(("faster", "slower")), frozenset(("cheaper", "dearer")))
_MORE: Final = {"falls": False, "rises": True, "least": False}
"""Comparatives and superlatives, `a lower price`, and whether they say that there is more."""
_CLEARLY: Final = 1.02
_ROUGHLY: Final = 0.1
_ROUNDED: Final = 0.01
_TIMES: Final = frozenset(("×", "x"))
_NOUN_REACH: Final = 4
_BRACKET_REACH: Final = 10
_OPENING: Final = frozenset((":", "\n", "→"))
_ANSWERING: Final = 2
"""The first sentences of a solution answer; what later ones compare may be anything."""


class WrongComparison(LedgerRule):
    """Something is called faster, slower, cheaper or dearer than what it is compared with, and is not.

    Two values of one kind stand on lines with the names of two things, or a line takes one of them from the
    other, and the solution says of one that it has less, where it has more. `Renting` is a name of the line
    `Lease`, as `in the cloud` is of `Upload`. Correct the word, or the names.
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
        Example(
            yaml=(
                "scenario: The clock of a tram stop may be lit by LEDs or by an old tube.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **LEDs:** 9 * $14 = $126. **Tube:** 9 * $22 = $198. **Difference:** $198 - $126 = $72.\n"
                "    **→ The tube is the cheaper one by $72.**\n"
            ),
            underlines="$198",
        ),
        Example(
            yaml=(
                "details:\n"
                "  napkin_math: |\n"
                "    - On demand: 350 * $4 = $1,400\n"
                "    - Reserved: 720 * $2.50 = $1,800\n"
                "    - Difference: 1,800 - 1,400 = $400\n\n"
                "    **Verdict:** The reservation is cheaper by $400.\n"
            ),
            underlines="$1,800",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Buying is cheaper by $1,000 over the three seasons.\n"
                "  napkin_math: |\n"
                "    - Lease: 3 * $800 = $2,400\n"
                "    - Upkeep: 3 * $200 = $600\n"
                "    - Purchase in all: $2,800 + $600 = $3,400\n"
                "    - Difference: 3,400 - 2,400 = $1,000\n"
            ),
            underlines="$3,400",
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
        Example(
            yaml=(
                "scenario: Ash asks $0.20 per kWh, and Elm $0.25 per kWh with the better cooling.\n"
                "details:\n"
                "  realistic_solution: Elm is taken in spite of the higher tariff.\n"
                "  napkin_math: |\n"
                "    - Ash, bill: 9,000 kWh * $0.20 = $1,800\n"
                "    - Elm, bill: 6,000 kWh * $0.25 = $1,500\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: >-\n"
                "    Both follow one another. A cache helps neither. The new writing drives are faster.\n"
                "  napkin_math: |\n"
                "    - Reading: 3 * 20 ms = 60 ms\n"
                "    - Writing: 3 * 30 ms = 90 ms\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Leasing is cheaper by $1,000 over the three seasons.\n"
                "  napkin_math: |\n"
                "    - Lease: 3 * $800 = $2,400\n"
                "    - Upkeep: 3 * $200 = $600\n"
                "    - Purchase in all: $2,800 + $600 = $3,400\n"
                "    - Difference: 3,400 - 2,400 = $1,000\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is said to be less with what it is less than."""
        for path, at, measured in (*_by_relations(ledger), *_by_adjectives(ledger)):
            pieces = ledger.pieces[path]
            for kind, is_more in measured.items():
                for options in (
                    *_set_apart(ledger, pieces, at, kind),
                    *_compared_here(ledger, pieces, at, kind),
                ):
                    label = said_of(pieces, at, options)
                    if label is None or are_added_up(ledger, options) or _is_of_each(pieces, at):
                        continue
                    is_aside = path in ledger.solution and pieces[at].sentence >= _ANSWERING
                    if is_aside and not _is_of_both(pieces, at, options):
                        continue  # `the drives are faster than the port`
                    fact = options[label]
                    other = next(one for name, one in options.items() if name != label)
                    larger, smaller = (other, fact) if is_more else (fact, other)
                    if (
                        larger.value > smaller.value * _CLEARLY
                        and not _is_part(ledger, smaller, larger)
                        and not any(_lies_between(ledger, one) for one in (fact, other))
                        and _is_meant(pieces, at, kind, fact, other)
                        and _is_by_as_much(pieces, at, larger, smaller)
                    ):
                        words = f"'{pieces[at].text}' is said of {fact.text}, and not of {other.text}"
                        yield Violation(fact, words, (other,))
                        break


def _is_of_each(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether one of several is compared, and not what all come to: `although each is faster`."""
    return "every-one" in cues_in(pieces[max(0, at - _EACH_REACH) : at])


def _is_part(ledger: Ledger, part: Fact, whole: Fact) -> bool:
    """Tell whether a value is a term of the other: the round trip of the cloud path is no other way."""
    terms = (one for claim in ledger.made_by(whole, "+") for one in claim.operands)
    return any(isclose(one.value, part.value, rel_tol=_ROUNDED) for one in terms)


def _lies_between(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is only what lies between two others: what is saved, and what remains."""
    made = ledger.made_by(fact)
    return bool(made) and all(claim.operator == "-" for claim in made)


def _is_meant(pieces: Sequence[Piece], at: int, kind: Kind, fact: Fact, other: Fact) -> bool:
    """Tell whether two values are of the property whose adjective a comparison is: no bill is a tariff."""
    nouns = [noun for noun in _behind(pieces, at) if kinds_of(noun)]
    of_kind = next((noun for noun in nouns if kind in kinds_of(noun)), None)
    if of_kind is None:
        return not nouns
    is_rate = "/" in fact.mention.unit.name  # `$0.25 per million`
    return is_rate or of_kind.meaning.roles[kind] in {fact.role, other.role}


def _is_by_as_much(pieces: Sequence[Piece], at: int, larger: Fact, smaller: Fact) -> bool:
    """Tell whether two values differ by what is said to be the difference: `72% less`, `3x faster`."""
    before = [piece for piece in pieces[max(0, at - 2) : at] if piece.text not in _TIMES]
    told = before[-1].mention if before else None
    if told is None:
        return True
    ratio = larger.value / smaller.value
    if told.kind is Kind.SHARE:
        return any(isclose(told.high, one, rel_tol=_ROUGHLY) for one in (1 - 1 / ratio, ratio - 1))
    if told.kind in PLAIN:
        return isclose(told.high, ratio, rel_tol=_ROUGHLY)
    return told.kind is not larger.kind or isclose(told.high, larger.value - smaller.value, rel_tol=_ROUGHLY)


def _is_of_both(pieces: Sequence[Piece], at: int, options: Values) -> bool:
    """Tell whether a sentence compares two options: it names both, or says by how much."""
    here = pieces[of_sentence(pieces, pieces[at].sentence)]
    return len(named(here, options)) > 1 or any(one.mention is not None for one in here)


def _set_apart(ledger: Ledger, pieces: Sequence[Piece], at: int, kind: Kind) -> Iterator[Values]:
    """Yield the two options of which a line works out the difference or the ratio that a sentence tells.

    Each of them has a line of its own, with a label.
    """
    here = pieces[of_sentence(pieces, pieces[at].sentence)]
    told = [one.mention for one in here if one.mention is not None]
    for result, pairs in ledger.view(side_by_side) if told else ():
        options = pairs.get(kind, {})
        lines = {one.line for one in options.values() if _is_on_line(one)}
        if len(lines) == 2 and any(
            (one.kind is result.kind or {one.kind, result.kind} <= PLAIN)  # with fewer digits: `about $526k`
            and abs(one.high - result.value) <= max(0.51 * one.step, _ROUNDED * result.value)
            for one in told
        ):
            yield options


def _is_on_line(fact: Fact) -> bool:
    """Whether a value of the calculations stands behind the label of its line: `Rent: $30`."""
    return fact.origin is Origin.CALCULATIONS and 0 < fact.label_span[1] <= fact.at


def _compared_here(ledger: Ledger, pieces: Sequence[Piece], at: int, kind: Kind) -> Iterator[Values]:
    """Yield the two options of a question; of several pairs those whose aspect is named, or the only one."""
    if len(options := compared(ledger, kind)) == 2:
        yield options
        return
    every = [one for one in contrasts(ledger, kind) if len(one.options) == 2]
    pairs = [one for one in every if said_of(pieces, at, one.options) is not None]
    names = frozenset[str]().union(*(name for pair in pairs for name in pair.options))
    here = pieces[of_sentence(pieces, pieces[at].sentence)]
    # What stands behind another name is said of that: `the CPU takes less for one, and the NPU for ten`.
    end = next((one.start for one in here if one.start > pieces[at].start and one.text in names), inf)
    said = [one for one in here if one.start < end]
    clause = _words_of(one for one in said if one.clause == pieces[at].clause)
    sentence = _words_of(said)
    meant = [one for one in pairs if one.aspect & clause] or [one for one in pairs if one.aspect & sentence]
    for pair in meant or (pairs if len(pairs) == 1 else ()):
        yield pair.options


def _words_of(pieces: Iterable[Piece]) -> set[str]:
    return {word for piece in pieces for word in piece.text.split()}


def _behind(pieces: Sequence[Piece], at: int) -> Sequence[Piece]:
    """Return what stands behind a comparative in its clause, up to what a share is of."""
    behind = [one for one in pieces[at + 1 : at + _NOUN_REACH] if one.clause == pieces[at].clause]
    for place, piece in enumerate(behind):
        if piece.meaning.part == "of" and any(Kind.SHARE in kinds_of(noun) for noun in behind[:place]):
            return behind[:place]
    return behind


def _by_relations(ledger: Ledger) -> Iterator[tuple[FieldPath, int, Mapping[Kind, bool]]]:
    """Yield where a word compares, and of what kinds the thing it is said of has then more or less."""
    for relation in ledger.relations:
        if relation.name in MEASURED_BY and is_concluded(relation) and _is_of_one_aspect(ledger, relation):
            measured = MEASURED_BY[relation.name]
            # `at a lower price` may compare what one of something costs.
            is_price = "price" in relation.words.split() and not any(measured.values())
            yield relation.path, relation.at, {Kind.PRICE: False} if is_price else measured


def _is_of_one_aspect(ledger: Ledger, relation: Relation) -> bool:
    """Whether a comparison is not cheaper by the hour, dearer by the run: nor of what a time costs."""
    pieces = ledger.pieces[relation.path]
    first = [one for one in pieces[of_clause(pieces, relation.clause).start : relation.at] if one.is_word]
    if _is_per(pieces[relation.at + 1 : relation.at + _NOUN_REACH]) or _is_per(first[:2]):
        return False
    if any(one.text in _BEGINNINGS and two.meaning.part == "unit" for one, two in pairwise(first)):
        return False  # `in the first year renting is cheaper`
    sentence = relation.path, relation.sentence
    said = {one.name for one in ledger.relations if (one.path, one.sentence) == sentence}
    return not any(pair <= said for pair in _OPPOSITE)


def _is_per(behind: Sequence[Piece]) -> bool:
    """Whether a comparison is of what a time costs: `cheaper per hour`, `per hour it is cheaper`."""
    parts = [piece.meaning.part for piece in behind]
    return parts[:2] == ["per", "unit"] or parts[1:] == ["article", "unit"]


def _by_adjectives(ledger: Ledger) -> Iterator[tuple[FieldPath, int, Mapping[Kind, bool]]]:
    """Yield where an adjective says of a property that there is less or more of it: `the lower bill`."""
    for path, places in ledger.conclusions:
        pieces = ledger.pieces[path]
        for at, piece in ledger.cued[path]:
            cues = piece.meaning.cues
            is_more = next((more for cue, more in _MORE.items() if cue in cues), None)
            if is_more is None or at not in places or piece.meaning.part == "verb":
                continue
            is_opening = pieces[at - 1].clause != piece.clause or pieces[at - 1].text in _OPENING
            if at == 0 or is_opening or not cues.isdisjoint(("lowest", "highest")):
                continue  # `cut the number of round trips`
            nouns = _behind(pieces, at)
            if not any(map(kinds_of, nouns)):  # `its bill is the lower one`
                nouns = pieces[of_clause(pieces, piece.clause).start : at]
                if all(noun.meaning.part != "copula" for noun in nouns):
                    continue
            if not is_per_time(nouns):
                kinds = {kind for noun in nouns for kind in kinds_of(noun) if _is_in_one_unit(ledger, kind)}
                kinds &= _kinds_beside(pieces, at) or kinds
                yield path, at, dict.fromkeys(kinds, is_more)


def _kinds_beside(pieces: Sequence[Piece], at: int) -> set[Kind]:
    """Return what two values in brackets behind a comparative measure: `lower share (22% against 42%)`."""
    behind = [one for one in pieces[at + 1 :][:_BRACKET_REACH] if one.sentence == pieces[at].sentence]
    opened = [*dropwhile(lambda one: one.text != "(", behind)]
    if len(behind) - len(opened) > _NOUN_REACH:
        return set()
    within = takewhile(lambda one: one.text != ")", opened)
    kinds = [one.mention.kind for one in within if one.mention is not None]
    return set(kinds) if len(kinds) == 2 else set()


def _is_in_one_unit(ledger: Ledger, kind: Kind) -> bool:
    """Whether all quantities of a kind are in one unit: no prices by the hour beside prices per token."""
    return len({fact.mention.unit.dimension for fact in ledger.by_kind[kind]}) == 1

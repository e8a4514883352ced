"""QB906: what is called faster, slower, cheaper or dearer than another, beside the numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import dropwhile, takewhile
from math import inf, isclose
from typing import Final

from qbank.facts.derivation import PLAIN
from qbank.facts.fact import Fact, FieldPath, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention, Piece
from qbank.facts.vocabulary import MONEY, Kind, Origin
from qbank.rules.coherence.options import (
    Values,
    are_added_up,
    compared,
    contrasts,
    is_concluded,
    named,
    said_of,
)
from qbank.rules.coherence.superlatives import MEASURED_BY, is_per_time, kinds_of
from qbank.rules.coherence.ways import side_by_side
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_EACH_REACH: Final = 3
_OPPOSITE: Final = (frozenset(("faster", "slower")), frozenset(("cheaper", "dearer")))
_LESS: Final = {"falls": True, "rises": False, "least": True}
"""Comparatives and superlatives, `a lower price`, and whether they say that there is less."""
_DECIDES: Final = (*MONEY, Kind.ENERGY, Kind.MASS)
"""What alone speaks for an option; a time may be that of a part, or what lasts."""
_CLEARLY: Final = 1.02
_MOST_KINDS: Final = 6
"""Kinds that a superlative measures at most that says what it measures."""
_ROUGHLY: Final = 0.1
_ROUNDED: Final = 0.01
_MEETING: Final = frozenset(("meets", "satisfies", "respects", "keeps"))
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
                "  realistic_solution: The split graph needs 27 ms and is faster than the CPU with 9 ms.\n"
            ),
            underlines="27 ms",
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
        for path, at, less, more in _comparisons(ledger):
            pieces = ledger.pieces[path]
            yield from _beside(ledger, path, at, less, more)
            for kind in (*less, *more):
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
                    longer, shorter = (fact, other) if kind in less else (other, fact)
                    terms = [one for claim in ledger.made_by(longer, "+") for one in claim.operands]
                    if any(isclose(one.value, shorter.value, rel_tol=_ROUNDED) for one in terms):
                        continue  # the round trip is a part of the cloud path, and no other way
                    if any(_lies_between(ledger, one) for one in (fact, other)):
                        continue  # what is saved, and what remains
                    nouns = _nouns_of(pieces, at)
                    of_kind = [noun for noun in nouns if kind in kinds_of(noun)]
                    is_meant = not nouns or (
                        bool(of_kind)
                        and (_is_rate(fact) or of_kind[0].meaning.roles[kind] in {fact.role, other.role})
                    )
                    is_meant = is_meant and _is_by_as_much(pieces, at, longer, shorter)
                    if is_meant and longer.value > shorter.value * _CLEARLY:
                        words = f"'{pieces[at].text}' is said of {fact.text}, and not of {other.text}"
                        yield Violation(fact, words, (other,))
                        break


def _is_of_each(pieces: Sequence[Piece], at: int) -> bool:
    """Tell whether one of several is compared, and not what all come to: `although each is faster`."""
    return any("every-one" in one.meaning.cues for one in pieces[max(0, at - _EACH_REACH) : at])


def _lies_between(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is only what lies between two others."""
    made = ledger.made_by(fact)
    return bool(made) and all(claim.operator == "-" for claim in made)


def _is_by_as_much(pieces: Sequence[Piece], at: int, longer: Fact, shorter: Fact) -> bool:
    """Tell whether two values differ by what is said to be the difference: `72% less`, `3x faster`."""
    before = [piece for piece in pieces[max(0, at - 2) : at] if piece.text not in _TIMES]
    told = before[-1].mention if before else None
    if told is None:
        return True
    ratio = longer.value / shorter.value
    if told.kind is Kind.SHARE:
        return any(isclose(told.high, one, rel_tol=_ROUGHLY) for one in (1 - 1 / ratio, ratio - 1))
    if told.kind is Kind.RATIO or told.kind is Kind.COUNT:
        return isclose(told.high, ratio, rel_tol=_ROUGHLY)
    return told.kind is not longer.kind or isclose(told.high, longer.value - shorter.value, rel_tol=_ROUGHLY)


def _is_of_both(pieces: Sequence[Piece], at: int, options: Values) -> bool:
    """Tell whether a sentence compares two options: it names both, or says by how much."""
    here = [one for one in pieces if one.sentence == pieces[at].sentence]
    return len(named(here, options)) > 1 or any(one.mention is not None for one in here)


def _beside(
    ledger: Ledger, path: FieldPath, at: int, less: Collection[Kind], more: Collection[Kind]
) -> Iterator[Violation]:
    """Compare the two values of a sentence around a comparison: `A takes 3 ms, faster than B with 5`."""
    pieces = ledger.pieces[path]
    than = next((i for i in range(at + 1, min(at + _NOUN_REACH, len(pieces))) if pieces[i].text == "than"), 0)
    if not than:
        return
    for kind in (*less, *more):
        here = [
            one for one in ledger.by_kind[kind] if one.path == path and one.sentence == pieces[at].sentence
        ]
        if len(here) == 2 and here[0].at < at < than < here[1].at:
            longer, shorter = here if kind in less else here[::-1]
            if longer.value > shorter.value * _CLEARLY and all(one.is_topic for one in here):
                words = f"'{pieces[at].text}' is said of {here[0].text}, and not of {here[1].text}"
                yield Violation(here[0], words, (here[1],))


def _set_apart(ledger: Ledger, pieces: Sequence[Piece], at: int, kind: Kind) -> Iterator[Values]:
    """Yield the two options of which a line works out the difference or the ratio that a sentence tells.

    Each of them has a line of its own, with a label.
    """
    told = [one.mention for one in pieces if one.sentence == pieces[at].sentence and one.mention is not None]
    for result, options in side_by_side(ledger, (kind,)):
        lines = {one.line for one in options.values() if _is_on_line(one)}
        if len(lines) == len(options) and any(_states(one, result) for one in told):
            yield options


def _is_on_line(fact: Fact) -> bool:
    """Whether a value of the calculations stands behind the label of its line: `Rent: $30`."""
    return fact.origin is Origin.CALCULATIONS and 0 < fact.label_span[1] <= fact.at


def _states(told: Mention, result: Fact) -> bool:
    """Whether a sentence tells the result of a line, maybe with fewer digits: `about $526k`."""
    is_alike = told.kind is result.kind or {told.kind, result.kind} <= PLAIN
    return is_alike and abs(told.high - result.value) <= max(0.51 * told.step, _ROUNDED * result.value)


def _compared_here(ledger: Ledger, pieces: Sequence[Piece], at: int, kind: Kind) -> Iterator[Values]:
    """Yield the two options of a question; of several pairs those whose aspect is named, or the only one."""
    if len(options := compared(ledger, kind)) == 2:
        yield options
        return
    every = [one for one in contrasts(ledger, kind) if len(one.options) == 2]
    pairs = [one for one in every if said_of(pieces, at, one.options) is not None]
    names = frozenset[str]().union(*(name for pair in pairs for name in pair.options))
    here = [one for one in pieces if one.sentence == pieces[at].sentence]
    # What stands behind another name is said of that: `the CPU takes less for one, and the NPU for ten`.
    end = next((one.start for one in here if one.start > pieces[at].start and one.text in names), inf)
    clause = _words_of(one for one in here if one.clause == pieces[at].clause and one.start < end)
    sentence = _words_of(one for one in here if one.start < end)
    meant = [one for one in pairs if one.aspect & clause] or [one for one in pairs if one.aspect & sentence]
    for pair in meant or (pairs if len(pairs) == 1 else ()):
        yield pair.options


def _nouns_of(pieces: Sequence[Piece], at: int) -> list[Piece]:
    """Return the properties whose adjective a comparison is: no bill is a higher tariff."""
    return [noun for noun in _behind(pieces, at) if kinds_of(noun)]


def _behind(pieces: Sequence[Piece], at: int) -> list[Piece]:
    """Return what stands behind a comparative in its clause, up to what a share is of."""
    behind = [one for one in pieces[at + 1 : at + _NOUN_REACH] if one.clause == pieces[at].clause]
    for place, piece in enumerate(behind):
        if piece.meaning.part == "of" and any(Kind.SHARE in kinds_of(noun) for noun in behind[:place]):
            return behind[:place]
    return behind


def _kinds_beside(pieces: Sequence[Piece], at: int) -> set[Kind]:
    """Return what two values in brackets behind a comparative measure: `lower share (22% against 42%)`."""
    behind = [one for one in pieces[at + 1 :][:_BRACKET_REACH] if one.sentence == pieces[at].sentence]
    opened = [*dropwhile(lambda one: one.text != "(", behind)]
    if len(behind) - len(opened) > _NOUN_REACH:
        return set()
    within = takewhile(lambda one: one.text != ")", opened)
    kinds = [one.mention.kind for one in within if one.mention is not None]
    return set(kinds) if len(kinds) == 2 else set()


def _is_rate(fact: Fact) -> bool:
    """Whether a value is told per something: `$0.25 per million`."""
    return "/" in fact.mention.unit.name


def _words_of(pieces: Iterable[Piece]) -> set[str]:
    return {word for piece in pieces for word in piece.text.split()}


def _comparisons(ledger: Ledger) -> Iterator[tuple[FieldPath, int, Collection[Kind], Collection[Kind]]]:
    """Yield where something is said to be less or more, and of what kinds it has then less or more."""
    for relation in ledger.relations:
        said = {one.name for one in ledger.relations if _are_together(one, relation)}
        of_two_aspects = any(pair <= said for pair in _OPPOSITE)  # cheaper by the hour, dearer by the run
        pieces = ledger.pieces[relation.path]
        first = [one for one in pieces[: relation.at] if one.clause == relation.clause and one.is_word]
        per = _is_per(pieces[relation.at + 1 : relation.at + _NOUN_REACH]) or _is_per(first[:2])
        if relation.name in MEASURED_BY and is_concluded(relation) and not (of_two_aspects or per):
            less, more = MEASURED_BY[relation.name]
            if "price" in relation.words.split():
                less = frozenset((Kind.PRICE,))
            yield relation.path, relation.at, less, more
    for path, places in ledger.conclusions:
        pieces = ledger.pieces[path]
        for at, piece in ledger.cued[path]:
            if at not in places:
                continue
            way = next((less for cue, less in _LESS.items() if cue in piece.meaning.cues), None)
            is_first = not piece.meaning.cues.isdisjoint(("lowest", "highest"))
            if at == 0 or pieces[at - 1].clause != piece.clause or pieces[at - 1].text in _OPENING:
                continue  # `cut the number of round trips`
            if way is not None and piece.meaning.part != "verb" and not is_first:
                nouns = _behind(pieces, at)
                if not any(map(kinds_of, nouns)):  # `its bill is the lower one`
                    nouns = [noun for noun in pieces[:at] if noun.clause == piece.clause]
                    if all(noun.meaning.part != "copula" for noun in nouns):
                        continue
                if is_per_time(nouns):
                    continue
                nouns = [noun for noun in nouns if kinds_of(noun)]
                kinds = frozenset(kind for noun in nouns for kind in kinds_of(noun) if _is_one(ledger, kind))
                kinds &= _kinds_beside(pieces, at) or kinds
                yield path, at, kinds if way else frozenset(), frozenset() if way else kinds


def _is_per(behind: Sequence[Piece]) -> bool:
    """Whether a comparison is of what a time costs: `cheaper per hour`, `per hour it is cheaper`."""
    parts = [piece.meaning.part for piece in behind]
    return parts[:2] == ["per", "unit"] or parts[1:] == ["article", "unit"]


def _are_together(one: Relation, other: Relation) -> bool:
    return (one.path, one.sentence) == (other.path, other.sentence)


def _is_one(ledger: Ledger, kind: Kind) -> bool:
    """Whether all quantities of a kind are in one unit: no prices by the hour beside prices per token."""
    return len({fact.mention.unit.dimension for fact in ledger.by_kind[kind]}) == 1

"""QB917: what a solution says of two things or several, with their values or their places exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import CONCLUDING, Kind, Origin, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_OTHER_CASES: Final = frozenset(("denied", "supposed", "former", "claimed", "alternative"))
_BETWEEN_NAMES: Final = frozenset((",", "and", "then", "before", ">", "<", "→", "by", "followed"))
_NEAR: Final = 3
_SMALL: Final = frozenset(
    (
        *("by", "on", "for", "with", "at", "in", "of", "from", "the", "a", "an", "(", ":", "=", "is", "are"),
        *(
            "has",
            "needs",
            "takes",
            "costs",
            "gives",
            "draws",
            "uses",
            "about",
            "some",
            "over",
            "via",
            "using",
        ),
    )
)
_LEAST_IN_ORDER: Final = 3
_PATTERNS: Final = ([True, False, True, False], [False, True, False, True])
"""What is a value and what a name, in the order of a sentence: `9 J by NB-IoT and 22 J by LTE-M`."""

_Lines = dict[frozenset[str], Fact]


class ExchangedValues(LedgerRule):
    """The solution gives two things each other's value, or names several in an order that their values deny.

    Lines of the calculations work out one quantity for each of several things. The solution repeats two of
    the values, each beside the name of the other thing; or it says that the things are in the order of their
    values, and they are in none. Correct the names, or the values.
    """

    code = "QB917"
    name = "exchanged-values"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: A frame costs 4 mJ on the DSP and 9 mJ on the NPU.\n"
                "  napkin_math: |\n"
                "    - DSP: 3 ms * 3 W = 9 mJ\n"
                "    - NPU: 2 ms * 2 W = 4 mJ\n"
            ),
            underlines="4 mJ",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: In the order of their cost the sites are Bergen, Lyon, Turin.\n"
                "  napkin_math: |\n"
                "    - Bergen: 20 h * $3/h = $60\n"
                "    - Lyon: 30 h * $4/h = $120\n"
                "    - Turin: 25 h * $4/h = $100\n"
            ),
            underlines="$100",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: A frame costs 9 mJ on the DSP and 4 mJ on the NPU.\n"
                "  napkin_math: |\n"
                "    - DSP: 3 ms * 3 W = 9 mJ\n"
                "    - NPU: 2 ms * 2 W = 4 mJ\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: In the order of their cost the sites are Lyon, Turin, Bergen.\n"
                "  napkin_math: |\n"
                "    - Bergen: 20 h * $3/h = $60\n"
                "    - Lyon: 30 h * $4/h = $120\n"
                "    - Turin: 25 h * $4/h = $100\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look at each sentence of the solution for what the lines name."""
        for kind, facts in ledger.by_kind.items():
            lines = _lines(facts) if kind is not Kind.COUNT else {}
            if len(lines) > 1:
                yield from _exchanged(ledger, lines, facts)
            if len(lines) >= _LEAST_IN_ORDER:
                yield from _out_of_order(ledger, lines)


def _lines(facts: Sequence[Fact]) -> _Lines:
    """Return the results of one kind by the words of their lines' labels, the last of each line."""
    return {
        frozenset(word for word in fact.label.split() if word[0].isalnum()): fact
        for fact in facts
        if fact.origin is Origin.CALCULATIONS
        and fact.label
        and fact.standing is Standing.TOPIC
        and (fact.operand_of is None or fact.result_of is not None)
    }


def _exchanged(ledger: Ledger, lines: _Lines, facts: Sequence[Fact]) -> Iterator[Violation]:
    """Yield the first of two values of a sentence that stand beside each other's names."""
    sentences: dict[tuple[FieldPath, int], list[Fact]] = {}
    for fact in facts:
        if fact.origin in CONCLUDING and fact.standing is Standing.TOPIC:
            sentences.setdefault((fact.path, fact.sentence), []).append(fact)
    for (path, sentence), said in sentences.items():
        if len(said) != 2 or not _OTHER_CASES.isdisjoint(ledger.cues_of(path, sentence)):
            continue
        pieces = [piece for piece in ledger.pieces[path] if piece.sentence == sentence]
        for (one, first), (other, second) in combinations(lines.items(), 2):
            if agree(first, second) or len(one) != len(other):
                continue
            own = first if agree(said[0], first) else second if agree(said[0], second) else None
            rest = second if own is first else first
            if own is None or not agree(said[1], rest) or agree(said[0], rest):
                continue
            names = {id(first): _place(pieces, one - other), id(second): _place(pieces, other - one)}
            if None in names.values():
                continue
            found = sorted(
                [(said[0].start, True, id(own)), (said[1].start, True, id(rest))]
                + [(at, False, of) for of, at in names.items() if at is not None]
            )
            beside = all(_is_beside(pieces, found[at][0], found[at + 1][0]) for at in (0, 2))
            if beside and [is_value for _, is_value, _ in found] in _PATTERNS and found[0][2] != found[1][2]:
                message = f"{said[0].text} is of {own.label}, and {said[1].text} of {rest.label}"
                yield Violation(said[0], message, ((own, own.label), (rest, rest.label)))
                break


def _is_beside(pieces: Sequence[Piece], start: int, end: int) -> bool:
    """Tell whether nothing but small words stands between a value and a name: `9 J by the`."""
    between = [piece.text for piece in pieces if start < piece.start < end]
    return len(between) <= _NEAR and set(between) <= _SMALL


def _place(pieces: Sequence[Piece], words: frozenset[str]) -> int | None:
    """Return where the first of some words stands, if none of them stands again later on."""
    named = [piece for piece in pieces if piece.mention is None and piece.text in words]
    return named[0].start if named and len({piece.text for piece in named}) == len(named) else None


def _out_of_order(ledger: Ledger, lines: _Lines) -> Iterator[Violation]:
    """Yield the value that breaks an order in which the solution names things."""
    least = min(len(words) for words in lines)
    shortest = {words: fact for words, fact in lines.items() if len(words) == least}
    shared = frozenset.intersection(*shortest)
    by_name = {word: fact for words, fact in shortest.items() for word in words - shared}
    for path, pieces in ledger.pieces.items():
        if path[-1] != "realistic_solution":
            continue
        ordered = {piece.sentence for _, piece in ledger.cued[path] if "order" in piece.meaning.cues}
        for sentence in ordered:
            if not _OTHER_CASES.isdisjoint(ledger.cues_of(path, sentence)):
                continue
            row = _row([piece for piece in pieces if piece.sentence == sentence], by_name)
            values = [fact.value for fact in row]
            if len(row) >= _LEAST_IN_ORDER and values not in (sorted(values), sorted(values)[::-1]):
                wrong = next(
                    (
                        two
                        for one, two in pairwise(row)
                        if (two.value > one.value) != (row[-1].value > row[0].value)
                    ),
                    row[1],
                )
                names = ", ".join(f"{fact.label} {fact.text}" for fact in row)
                yield Violation(wrong, f"said to be in order: {names}", ())


def _row(pieces: Sequence[Piece], by_name: dict[str, Fact]) -> list[Fact]:
    """Return the values of the things that are listed with nothing but signs and `and` between them."""
    row: list[Fact] = []
    for piece in pieces:
        fact = by_name.get(piece.text)
        if fact is not None:
            if fact not in row:
                row.append(fact)
        elif row and piece.text not in _BETWEEN_NAMES:
            if len(row) >= _LEAST_IN_ORDER:
                break
            row = []
    return row

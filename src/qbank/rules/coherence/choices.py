"""QB905 and QB906: what is chosen, and what is called faster, cheaper or the largest, beside the numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import inf
from typing import Final

from qbank.facts.fact import Fact, FieldPath, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Origin, Standing
from qbank.rules.coherence.options import (
    REFUSING,
    Values,
    are_listed,
    compared,
    contrasts,
    labelled,
    named,
    properties,
)
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_CONCLUDING: Final = frozenset((Origin.SOLUTION, Origin.CONCLUSION))
_LESS_IS_BETTER: Final = (Kind.MONEY, Kind.PRICE, Kind.ENERGY, Kind.TIME, Kind.MASS)
_RATES: Final = (Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OPERATION_RATE, Kind.FREQUENCY)
_MONEY: Final = frozenset((Kind.MONEY, Kind.PRICE))
_MEASURED_BY: Final = {
    "faster": (frozenset((Kind.TIME,)), _RATES),
    "slower": (_RATES, frozenset((Kind.TIME,))),
    "cheaper": (_MONEY, frozenset[Kind]()),
    "dearer": (frozenset[Kind](), _MONEY),
}
"""The kinds of which what a comparison is said of has less, and those of which it has more."""
_LESS: Final = {"falls": True, "rises": False, "least": True}
"""Comparatives and superlatives, `a lower price`, and whether they say that there is less."""
_COMPARABLE: Final = frozenset((Standing.TOPIC, Standing.ALTERNATIVE))
_CLEARLY: Final = 1.02
_ROUNDED: Final = 0.01
_TWO: Final = 2
_MOST_ASPECTS: Final = 3
_NOUN_REACH: Final = 4
_UNSAID: Final = frozenset(("denied", "supposed", "former"))


def _is_concluded(relation: Relation) -> bool:
    """Whether the solution says so as it is; what it says of an option is one of several alternatives."""
    said = relation.origin in _CONCLUDING and not relation.negated and not relation.supposed
    return said and relation.standing in _COMPARABLE


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
        chosen = [
            relation for relation in ledger.relations if relation.name == "chosen" and _is_concluded(relation)
        ]
        options = _criterion(ledger) if chosen else {}
        for relation in chosen:
            labels = named(ledger.clause_of(relation), options)
            if len(labels) != 1:
                continue
            fact, out = options[labels[0]], _refused(ledger, options)
            best = min((one for label, one in options.items() if label not in out), key=lambda one: one.value)
            if labels[0] not in out and fact.value > best.value * _CLEARLY:
                message = f"{fact.text} is of the option that is chosen, and the other has {best.text}"
                yield Violation(fact, message, ((best, best.label),))
                return


def _criterion(ledger: Ledger) -> Values:
    """Return the options with what decides between them: all that is compared, or what the words say.

    Of more than two, the words have to say it.
    """
    asked = _asked_for(ledger)
    found = {kind: options for kind in _LESS_IS_BETTER if len(options := compared(ledger, kind)) > 1}
    said = [options for kind, options in found.items() if kind in asked]
    if len(said) == 1:
        return said[0]
    if len(found) != 1:
        return {}
    [(kind, options)] = found.items()
    alone = len(options) == 2 and {fact.kind for fact in _compared(ledger, options)} == {kind}
    computed = {fact.result_of is not None for fact in options.values()}
    return options if alone and len(computed) == 1 and are_listed(list(options.values())) else {}


def _asked_for(ledger: Ledger) -> set[Kind]:
    """Return the kinds of which the least is asked for: `the lower price`, `the energy decides`."""
    kinds: set[Kind] = set()
    for path, pieces in ledger.pieces.items():
        if path[0] in {"scenario", "question"} or path[-1] == "realistic_solution":
            sentences: dict[int, list[Piece]] = defaultdict(list)
            for piece in pieces:
                sentences[piece.sentence].append(piece)
            for sentence in sentences.values():
                if any("least" in piece.meaning.cues for piece in sentence):
                    kinds.update(kind for piece in sentence for kind in _kinds_of(piece))
    return kinds


def _kinds_of(piece: Piece) -> Collection[Kind]:
    return piece.meaning.roles.keys() if piece.meaning.sort == "property" else ()


def _refused(ledger: Ledger, options: Values) -> set[frozenset[str]]:
    """Return the options of which the solution says that they fall short of something."""
    out: set[frozenset[str]] = set()
    for path, pieces in ledger.pieces.items():
        if path[-1] == "realistic_solution":
            clauses: dict[int, list[Piece]] = defaultdict(list)
            for piece in pieces:
                clauses[piece.clause].append(piece)
            for clause in clauses.values():
                if any(not piece.meaning.cues.isdisjoint(REFUSING) for piece in clause):
                    out.update(named(clause, options))
    return out


def _compared(ledger: Ledger, options: Values) -> Iterator[Fact]:
    """Yield the results on the lines of the options."""
    lines = {(fact.path, fact.line) for fact in options.values()}
    for fact in ledger.facts:
        if (fact.path, fact.line) in lines and fact.result_of is not None and fact.operand_of is None:
            yield fact


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
        for path, at, less, more in _comparisons(ledger):
            pieces = ledger.pieces[path]
            for kind in (*less, *more):
                for options in _compared_here(ledger, pieces, at, kind):
                    label = _said_of(pieces, at, options)
                    if label is None:
                        continue
                    fact = options[label]
                    other = next(one for name, one in options.items() if name != label)
                    longer, shorter = (fact, other) if kind in less else (other, fact)
                    if longer.value > shorter.value * _CLEARLY:
                        words = f"'{pieces[at].text}' is said of {fact.text}, and not of {other.text}"
                        yield Violation(fact, words, ((other, other.label),))


def _compared_here(ledger: Ledger, pieces: Sequence[Piece], at: int, kind: Kind) -> Iterator[Values]:
    """Yield the two options of a question; of several pairs those whose aspect is named, or the only one."""
    if len(options := compared(ledger, kind)) == _TWO:
        yield options
        return
    every = [one for one in contrasts(ledger, kind) if len(one.options) == _TWO]
    pairs = [one for one in every if _said_of(pieces, at, one.options) is not None]
    names = frozenset[str]().union(*(name for pair in pairs for name in pair.options))
    here = [one for one in pieces if one.sentence == pieces[at].sentence]
    # What stands behind another name is said of that: `the CPU takes less for one, and the NPU for ten`.
    end = next((one.start for one in here if one.start > pieces[at].start and one.text in names), inf)
    clause = _words_of(one for one in here if one.clause == pieces[at].clause and one.start < end)
    sentence = _words_of(one for one in here if one.start < end)
    meant = [one for one in pairs if one.aspect & clause] or [one for one in pairs if one.aspect & sentence]
    whole = pairs if len(pairs) == 1 else [one for one in pairs if one.is_whole(ledger)]
    for pair in meant or (whole if len(whole) == 1 else ()):
        yield pair.options


def _words_of(pieces: Iterable[Piece]) -> set[str]:
    return {word for piece in pieces for word in piece.text.split()}


def _comparisons(ledger: Ledger) -> Iterator[tuple[FieldPath, int, Collection[Kind], Collection[Kind]]]:
    """Yield where something is said to be less or more, and of what kinds it has then less or more."""
    for relation in ledger.relations:
        if relation.name in _MEASURED_BY and _is_concluded(relation):
            yield relation.path, relation.at, *_MEASURED_BY[relation.name]
    for path, pieces in ledger.pieces.items():
        if path[-1] != "realistic_solution":
            continue
        for at, piece in enumerate(pieces):
            way = next((less for cue, less in _LESS.items() if cue in piece.meaning.cues), None)
            if way is not None and piece.meaning.part != "verb":
                nouns = [noun for noun in pieces[at + 1 : at + _NOUN_REACH] if noun.clause == piece.clause]
                if any(noun.meaning.part == "per" for noun in nouns):
                    continue  # of another quantity, maybe: a higher price per hour
                kinds = frozenset(kind for noun in nouns for kind in _kinds_of(noun) if _is_one(ledger, kind))
                yield path, at, kinds if way else frozenset(), frozenset() if way else kinds


def _is_one(ledger: Ledger, kind: Kind) -> bool:
    """Whether all quantities of a kind are in one unit: no prices by the hour beside prices per token."""
    return len({fact.mention.unit.dimension for fact in ledger.by_kind.get(kind, ())}) == 1


def _said_of(pieces: Sequence[Piece], at: int, options: Values) -> frozenset[str] | None:
    """Return the option that a comparison is said of: the one alone that is named before it."""
    before = pieces[:at]
    sentence = [piece for piece in pieces if piece.sentence == pieces[at].sentence]
    if any("supposed" in piece.meaning.cues for piece in sentence):
        return None
    for part in (
        [piece for piece in before if piece.clause == pieces[at].clause],
        [piece for piece in before if piece.sentence == pieces[at].sentence],
    ):
        labels = named(part, options)
        denied = any(not piece.meaning.cues.isdisjoint(_UNSAID) for piece in part)
        if len(labels) > 1:  # `the northern site emits less than the southern one and is cheaper`
            than = next((i for i, piece in enumerate(part) if piece.meaning.part == "preposition" and i), 0)
            labels = named(part[:than], options)
        if labels:
            return labels[0] if len(labels) == 1 and not denied else None
    return None


class WrongSuperlative(LedgerRule):
    """Something is called the largest part, and another part is larger.

    Three or more lines have a value of one kind and the names of parts; the solution says of one of them that
    it is the largest, and it is not; or it calls the share of a part another one than was computed (`a third
    of`, `more than half of`). Correct the name, or the share.
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
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: About a third of the energy goes into the radio.\n"
                "  napkin_math: |\n"
                "    - Radio: 3 J / 5 J = 60%\n"
            ),
            underlines="60%",
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
        """Compare what is called the largest with the others, and what is called half with its share."""
        yield from _shares_in_words(ledger)
        for relation in ledger.relations:
            if relation.name != "largest" or relation.origin not in _CONCLUDING or not relation.is_asserted:
                continue
            for options in _by_kind(ledger):
                label = _said_of(ledger.pieces[relation.path], relation.at, options)
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


def _shares_in_words(ledger: Ledger) -> Iterator[Violation]:
    """Yield the shares of parts that the solution calls another share: `a third of`, `more than half of`."""
    for path, pieces in ledger.pieces.items():
        if path[-1] != "realistic_solution" or not any(piece.meaning.share for piece in pieces):
            continue
        measured = ledger.view(properties)
        options = {
            words - measured: fact
            for words, fact in labelled(ledger, Kind.SHARE).items()
            if fact.result_of is not None and fact.operand_of is None
        }
        for at, piece in enumerate(pieces):
            said = piece.meaning.share / 100
            sentence = [one for one in pieces if one.sentence == piece.sentence]
            clause = [one for one in sentence if one.clause == piece.clause and one is not piece]
            cues = frozenset().union(*(one.meaning.cues for one in clause if _bears_on(one, piece)))
            if not said or not _UNSAID.isdisjoint(cues):
                continue
            pairs = list(_parts_and_wholes(ledger, clause, piece))
            if len(pairs) > _MOST_ASPECTS:
                continue  # of many kinds, and nobody knows which is meant
            if len(pairs) == 1 and (pair := pairs[0]) is not None:
                one, two = pair
                if _is_called_wrong(one.value / two.value, said, pieces[:at]):
                    what = f"{one.text} is {one.value / two.value:.3g} of {two.text}, not {piece.text}"
                    yield Violation(one, what, ((two, two.label),))
                continue
            if any(one.mention for one in clause):
                continue
            labels = named(clause, options)
            fact = options[labels[0]] if len(labels) == 1 else None
            if fact is None and not labels:
                fact = _only_share(ledger, pieces[at + 1 :])
            if fact is not None:
                busy = "part" in fact.traits | fact.cues  # for 75%, and idle for a quarter
                rest = busy and abs(1 - fact.value - said) <= _ROUNDED
                if not rest and _is_called_wrong(fact.value, said, pieces[:at]):
                    yield Violation(fact, f"{fact.text} is called {piece.text}", ((fact, fact.label),))
                continue
            ratios = _ratios(ledger, [one for one in sentence if one.end <= piece.start], pieces[at + 1 :])
            if ratios and all(
                _is_called_wrong(one.value / two.value, said, pieces[:at]) for one, two in ratios
            ):
                one, two = ratios[-1]
                what = f"{one.text} is {one.value / two.value:.3g} of {two.text}, not {piece.text}"
                yield Violation(one, what, ((two, two.label),))


def _parts_and_wholes(
    ledger: Ledger, clause: Sequence[Piece], share: Piece
) -> Iterator[tuple[Fact, Fact] | None]:
    """Yield the values of what a clause names before and behind a share: `zstd makes it half of the raw`.

    One for every aspect; None where it is not clear which they are.
    """
    before = [piece for piece in clause if piece.start < share.start]
    behind = [piece for piece in clause if piece.start > share.start]
    for kind in ledger.by_kind if before and behind else ():
        for _, options in contrasts(ledger, kind):
            parts, wholes = named(before, options), named(behind, options)
            if parts and wholes:
                clear = len(parts) == len(wholes) == 1 and parts != wholes and options[wholes[0]].value > 0
                yield (options[parts[0]], options[wholes[0]]) if clear else None


def _bears_on(word: Piece, said: Piece) -> bool:
    """Whether a word may deny or suppose another one; `would` only if it stands before it."""
    return "modal" not in word.meaning.cues or word.start < said.start


def _is_called_wrong(share: float, said: float, before: Sequence[Piece]) -> bool:
    """Tell whether a share is not what words call it: `half of`, `less than half of`."""
    compares = before[-1].meaning.relations if before else frozenset[str]()
    if "exceeds" in compares:
        return share < said - _ROUNDED
    if "within" in compares:
        return share > said + _ROUNDED
    return abs(share - said) > max(_ROUNDED, said / 4)


def _only_share(ledger: Ledger, behind: Sequence[Piece]) -> Fact | None:
    """Return the one share that is computed, of what words name next: `half of the requests`."""
    shares = {fact.value: fact for fact in ledger.by_kind[Kind.SHARE] if fact.result_of is not None}
    noun = next(
        (piece.text for piece in behind[:_NOUN_REACH] if piece.is_word and not piece.meaning.part), ""
    )
    if len(shares) != 1 or not noun:
        return None
    fact = next(iter(shares.values()))
    claim = ledger.claims[fact.result_of] if fact.result_of is not None else None
    parts = {one.number for one in claim.operands} if claim is not None and claim.operator == "/" else set()
    told = [one for one in ledger.facts if one.path[0] in {"scenario", "question"} and one.number in parts]
    names = any(
        noun in piece.text.split()
        for one in told
        for piece in ledger.pieces[one.path]
        if piece.sentence == one.sentence
    )
    return fact if names and fact.standing is Standing.TOPIC else None


def _ratios(ledger: Ledger, before: Sequence[Piece], behind: Sequence[Piece]) -> list[tuple[Fact, Fact]]:
    """Return the values of the option named before a word and of that named next, of each kind."""
    found: list[tuple[Fact, Fact]] = []
    for kind in (*_LESS_IS_BETTER, *_RATES, Kind.BYTES, Kind.POWER):
        options = compared(ledger, kind) if kind in ledger.by_kind else {}
        parts, wholes = named(before, options), named(behind[:_NOUN_REACH], options)
        if len(parts) == 1 and len(wholes) == 1 and parts != wholes and options[wholes[0]].value:
            found.append((options[parts[0]], options[wholes[0]]))
    return found

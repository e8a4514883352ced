"""QB922: what is called the largest, the fastest, the cheapest, or told in an order, beside the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause, of_sentence
from qbank.facts.vocabulary import ASKED, Kind, Role
from qbank.rules.coherence.limits import turned_down
from qbank.rules.coherence.naming import Name, Values, first_named, named
from qbank.rules.coherence.options import are_told_alike, values_of_options
from qbank.rules.coherence.superlatives import extremes, kinds_of
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_CLEARLY: Final = 1.02
_LEAST_RANKED: Final = 3
_OTHER_CASES: Final = frozenset(("latter", "in-that-case", "on-condition", "supposed", "becoming", "former"))
_PAST: Final = frozenset(("was", "were", "had", "used"))
_POINTING: Final = frozenset(("it", "which", "that", "this", "they", "these"))
_RESTRICTING: Final = frozenset(("among", "remaining", "others", "those", "that", "meets", "keeps"))
"""Words of a sentence that speaks of some of the options alone: `the cheapest of those within the limit`."""
_RANKING: Final = frozenset(("ranking", "ordering"))


class WrongRanking(LedgerRule):
    """Something is called the most or the least of several, or these are put in an order, and are not.

    Lines of the calculations, or a list of the scenario, have the names of several things with one value
    each. The solution or the conclusion says of one that it is the largest, the fastest or the cheapest, and
    another one is; or it ranks all of them in an order in which their values neither rise nor fall. Correct
    the name or the order.
    """

    code = "QB922"
    name = "wrong-ranking"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The decoder takes the largest share, and is looked at first.\n"
                "  napkin_math: |\n"
                "    - Decoder: 3 * 14 ms = 42 ms\n"
                "    - Detector: 2 * 35 ms = 70 ms\n"
                "    - Tracker: 2 * 9 ms = 18 ms\n"
            ),
            underlines="42 ms",
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: Ranked from the least energy to the most, they are Ash, Oak and Elm.\n"
                "  napkin_math: |\n"
                "    - Ash: 3 * 14 J = 42 J\n"
                "    - Elm: 2 * 35 J = 70 J\n"
                "    - Oak: 10 * 9 J = 90 J\n"
            ),
            underlines="70 J",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The detector takes the largest share, and the decoder comes second.\n"
                "  napkin_math: |\n"
                "    - Decoder: 3 * 14 ms = 42 ms\n"
                "    - Detector: 2 * 35 ms = 70 ms\n"
                "    - Tracker: 2 * 9 ms = 18 ms\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The decoder reads the largest frames, in the order of arrival.\n"
                "  napkin_math: |\n"
                "    - Decoder: 3 * 14 ms = 42 ms\n"
                "    - Detector: 2 * 35 ms = 70 ms\n"
                "    - Tracker: 2 * 9 ms = 18 ms\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare superlatives and orders with the values of what they are told of."""
        for path, places in ledger.conclusions:
            pieces = ledger.pieces[path]
            cued = [(at, piece) for at, piece in ledger.cued[path] if at in places]
            for at, _ in cued:
                if ranked := extremes(pieces, at):
                    yield from _not_extreme(ledger, ranked, pieces, at)
            for number in dict.fromkeys(piece.sentence for _, piece in cued):
                yield from _out_of_order(ledger, pieces[of_sentence(pieces, number)])


def _groups(ledger: Ledger) -> list[tuple[Kind, Values]]:
    """Return the values of several things; what is given is left out where any are computed."""
    every = [
        (kind, own)
        for kind, facts in ledger.by_kind.items()
        if len(facts) > 1
        for options in values_of_options(ledger, kind)
        if len(own := _independent(ledger, options)) > 1 and are_told_alike(ledger, own)
    ]
    computed = [group for group in every if all(one.is_made for one in group[1].values())]
    return computed or every


def _independent(ledger: Ledger, options: Values) -> Values:
    """Return the values that are computed of no other one, and are no limit: no total is one of its parts."""
    facts = frozenset(options.values())
    return {
        name: fact
        for name, fact in options.items()
        if fact.role is not Role.LIMIT and not (ledger.parts(fact) & facts - {fact})
    }


def _not_extreme(
    ledger: Ledger, ranked: Mapping[Kind, bool], pieces: Sequence[Piece], at: int
) -> Iterator[Violation]:
    """Yield the value of what is called the most or the least, if another one is."""
    if not _is_of_all(pieces, at):
        return
    found: list[tuple[int, Fact, Fact]] = []
    for kind, options in ledger.view(_groups):
        if kind in ranked and (label := _subject(pieces, at, options)) is not None:
            out = turned_down(ledger, options)
            sign = 1 if ranked[kind] else -1
            others = [one for name, one in options.items() if name == label or name not in out]
            found.append((len(options), options[label], max(others, key=lambda one: sign * one.value)))
    most = max((count for count, *_ in found), default=0)
    whole = [(fact, best) for count, fact, best in found if count == most]
    if whole and all(max(one.value, two.value) > min(one.value, two.value) * _CLEARLY for one, two in whole):
        fact, best = whole[0]
        yield Violation(fact, f"'{pieces[at].text}' is said of {fact.text}, and not of {best.text}", (best,))


def _is_of_all(pieces: Sequence[Piece], at: int) -> bool:
    """Whether a superlative is told of the case in hand, and of all options and not some of them."""
    span = of_clause(pieces, pieces[at].clause)
    clause, cues = pieces[span], cues_in(pieces[span])
    is_past = "ahead" in cues and any(one.text in _PAST for one in clause)  # `Before the change it was ...`
    if is_past or not cues.isdisjoint(_OTHER_CASES) or any(one.text in _RESTRICTING for one in clause):
        return False
    of = next((i for i in range(at + 1, span.stop) if pieces[i].text == "of"), span.stop)
    if "alternative" in cues_in(pieces[of : span.stop]):
        return False
    sentence = pieces[of_sentence(pieces, pieces[at].sentence)]
    ends = [i for i in range(len(sentence)) if extremes(sentence, i)]  # `from the fastest to the slowest`
    return len(ends) < 2 or all(one.text != "from" for one in sentence[: ends[0]])


def _subject(pieces: Sequence[Piece], at: int, options: Values) -> Name | None:
    """Return the one option that a superlative is said of; None if something else may be.

    It stands before it in its clause, `the camera takes the most`; behind it, `the largest part is the
    camera`; or where a pronoun points to: `the camera is looked at, as it takes the most`.
    """
    clause = of_clause(pieces, pieces[at].clause)
    before = pieces[clause.start : at]
    places = [before]
    if any(one.text in _POINTING for one in before):
        sentence = of_sentence(pieces, pieces[at].sentence)
        last = of_sentence(pieces, pieces[at].sentence - 1)
        places += [pieces[sentence.start : clause.start], pieces[last]]
    elif not any(
        one.is_noun and not kinds_of(one) and "one-of-all" not in one.meaning.cues for one in before
    ):
        places.append(pieces[at : clause.stop])
    for place in places:
        if labels := named(place, options):
            return labels[0] if len(labels) == 1 and "denied" not in cues_in(place) else None
    return None


def _out_of_order(ledger: Ledger, sentence: Sequence[Piece]) -> Iterator[Violation]:
    """Yield a value that is out of the order in which a sentence ranks all of several things."""
    ends = [at for at in range(len(sentence)) if extremes(sentence, at)]
    cues = [at for at, one in enumerate(sentence) if not one.meaning.cues.isdisjoint(_RANKING)]
    at = ends[1] if len(ends) > 1 else cues[0] if cues else None
    if at is None or not (ends or _is_of_values(ledger, sentence)):
        return
    found: list[Violation] = []
    for _, options in ledger.view(_groups):
        names = first_named(sentence[at:], options) or first_named(sentence, options)
        if len(names) < max(_LEAST_RANKED, len(options)):
            continue
        values = [options[name].value for name in names]
        if values in (sorted(values), sorted(values, reverse=True)):
            return
        steps = list(pairwise(options[name] for name in names))
        rising = steps[0][0].value < steps[0][1].value
        one, other = next(step for step in steps if (step[0].value < step[1].value) is not rising)
        told = ", ".join(options[name].text for name in names)
        found.append(Violation(other, f"ranked in the order {told}", (one,)))
    yield from found[:1]


def _is_of_values(ledger: Ledger, sentence: Sequence[Piece]) -> bool:
    """Whether an order is of values, as a word or what is asked says, and not of time."""
    asked = (pieces for path, pieces in ledger.pieces.items() if path[0] in ASKED)
    return any("ranking" in cues_in(pieces) for pieces in (sentence, *asked))

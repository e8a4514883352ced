"""QB905: what is chosen, beside the limits that are set and what is asked for."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from qbank.facts.derivation import PLAIN
from qbank.facts.fact import Fact, Relation
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in, of_clause
from qbank.facts.vocabulary import CONCLUDING
from qbank.rules.coherence.limits import all_limited, limited, refused, turned_down
from qbank.rules.coherence.naming import Name, Values, named, said_of
from qbank.rules.coherence.options import are_told_alike, is_concluded
from qbank.rules.coherence.ways import ways
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_CLEARLY: Final = 1.02
_MOST_APART: Final = 1000
"""What differs by more is not of two ways to do one thing."""
_MEETING: Final = frozenset(("meets", "satisfies", "respects", "keeps"))
_CHEAPER: Final = frozenset(("cheaper", "thriftier"))
_JUDGING: Final = frozenset(("within",))
"""What is chosen for another reason than its cost."""
_HEADINGS: Final = frozenset(
    ("result", "verdict", "decision", "conclusion", "answer", "recommendation", "choice")
)
_CONDITIONAL: Final = frozenset(
    ("denied", "supposed", "on-condition", "modal", "falls-short", "failure", "former", "claimed")
)
_UNTIL: Final = "until"


class WrongChoice(LedgerRule):
    """The solution chooses an option that breaks a limit which another keeps, or that costs more for nothing.

    Lines of the calculations have the names of options, and what each costs, takes of a battery or emits; a
    line may divide the two, or take one from the other. The solution chooses one, or the line of the result
    names it, and another needs less of that, and not more of anything else. Or lines, or a list of the
    scenario, tell what each option has of something that the question limits, and what is chosen is beyond
    that limit where others keep it. Correct the choice, or say what else speaks for it.
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
        Example(
            yaml=(
                "scenario: A lock may compare faces itself or send them to the porter's server.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    - On the lock: 1.2 W * 0.5 s = 0.6 J\n"
                "    - By radio: 0.9 W * 3 s = 2.7 J\n"
                "    - Ratio: 2.7 / 0.6 = 4.5\n\n"
                "    **Result: send the faces by radio.**\n"
            ),
            underlines="2.7 J",
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
        Example(
            yaml=(
                "scenario: A lock may compare faces itself or send them to the porter's server.\n"
                "details:\n"
                "  realistic_solution: Send them. The lock itself would be thriftier, but takes 4 s.\n"
                "  napkin_math: |\n"
                "    - On the lock: 0.15 W * 4 s = 0.6 J\n"
                "    - By radio: 0.9 W * 3 s = 2.7 J\n"
                "    - Ratio: 2.7 / 0.6 = 4.5\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: May a choir rent its stage by the evening, or should it buy one for $3,000?\n"
                "details:\n"
                "  realistic_solution: For two seasons the choir should rent.\n"
                "  napkin_math: |\n"
                "    - Rent for a season: 9 * $180 = $1,620\n"
                "    - Saved in each: 1,620 - 500 = $1,120\n"
                "    - Paid back: 3,000 / 1,120 = 2.7 years\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is chosen with what it is chosen from."""
        chosen = list(_chosen(ledger))
        yield from _against_limit(ledger, chosen)
        yield from _dearer(ledger, chosen)


def _chosen(ledger: Ledger) -> Iterator[Sequence[Piece]]:
    """Yield the clauses of the solution that choose something, or begin with what to do: `Take North: ...`.

    They end with the colon behind that, which begins why.
    """
    for relation in ledger.relations:
        if relation.name == "chosen" and is_concluded(relation) and not _is_noun(ledger, relation):
            yield _up_to_colon(ledger.clause_of(relation), relation.start)
    for path, places in ledger.conclusions:
        pieces = ledger.pieces[path]
        for at, here in ledger.cued[path]:
            if at in places and "imperative" in here.meaning.cues and _opens(pieces[:at], here.sentence):
                yield _up_to_colon(pieces[at : of_clause(pieces, here.clause).stop], here.start)


def _is_noun(ledger: Ledger, relation: Relation) -> bool:
    """Tell whether the word of a choice is a noun: `in spite of its low rent`."""
    before = ledger.pieces[relation.path][max(0, relation.at - 2) : relation.at]
    parts = [piece.meaning.part if piece.text != "a" else "" for piece in before]
    return " " not in relation.words and "article" in parts and all(parts[parts.index("article") :])


def _opens(before: Sequence[Piece], sentence: int) -> bool:
    """Whether a sentence begins behind some pieces, maybe with a heading: `**Result:** take the train`."""
    here = takewhile(lambda piece: piece.sentence == sentence, reversed(before))
    words = [piece.meaning.part for piece in here if piece.is_word]
    return words in ([], ["heading"])


def _up_to_colon(clause: Iterable[Piece], start: int) -> Sequence[Piece]:
    """Return a clause without what a colon behind some place begins: `Take North: it has no deadline`."""
    return [*takewhile(lambda piece: piece.text != ":" or piece.start < start, clause)]


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
            labels = _named_alone(clauses, options)
            if len(labels) == 1 and (labels & beyond) - refused(ledger, options):
                fact = options[labels.pop()]
                what = f"{fact.text} is of the option that is chosen, beyond {limit.text}"
                yield Violation(fact, what, (limit,))
                return


def _named_alone(clauses: Iterable[Sequence[Piece]], options: Values) -> set[Name]:
    """Return the options that clauses name, those clauses that name one and no other."""
    return {found[0] for clause in clauses if len(found := named(clause, options)) == 1}


def _dearer(ledger: Ledger, chosen: Iterable[Sequence[Piece]]) -> Iterator[Violation]:
    """Yield what the chosen way costs, takes or emits where another needs less of it, and of nothing more.

    What calculations work out of two ways is what decides between them, whether anybody says so or not.
    """
    said = [*chosen, *_below_headings(ledger)]
    judged = _said(ledger, _JUDGING) if said else set()
    clauses = [one for one in said if _is_decision(one, judged)]
    compared = judged | _said(ledger, _CHEAPER) if clauses else set()  # which of two is cheaper QB906 says
    of_two = [one for one in clauses if _is_decision(one, compared)]
    every = ways(ledger) if clauses else []
    bounded = {limit.kind for limit, _, _ in ledger.view(all_limited)} if every else set()
    # Of what is limited, less is no better.
    every = [one for one in every if next(iter(one.values())).kind not in bounded] or every
    dearer: list[tuple[Fact, Fact]] = []
    for options in every:
        labels = _named_alone(of_two if len(options) == 2 else clauses, options)
        if not labels:
            continue
        label = next(iter(labels))
        labels.update(_called_cheaper(ledger, options))
        out = turned_down(ledger, options)
        best = min(
            (name for name in options if name in labels or name not in out),
            key=lambda name: options[name].value,
        )
        if (
            len(labels) > 1
            or label == best
            or any(_takes_less(ledger, label, best, options, one) for one in every)
        ):
            return
        fact, other = options[label], options[best]
        if label not in out and other.value * _CLEARLY < fact.value < other.value * _MOST_APART:
            dearer.append((fact, other))
    for fact, other in dearer[:1]:
        what = f"{fact.text} is of the option that is chosen, and another has {other.text}"
        yield Violation(fact, what, (other,))


def _said(ledger: Ledger, names: Container[str]) -> set[int]:
    """Return the pieces of the clauses that compare in one of some ways, by their identities."""
    return {id(piece) for one in ledger.relations if one.name in names for piece in ledger.clause_of(one)}


def _below_headings(ledger: Ledger) -> Iterator[Sequence[Piece]]:
    """Yield the clauses behind `Result:` that tell no values, but maybe how many times or by what share."""
    for path, places in ledger.conclusions:
        pieces = ledger.pieces[path]
        for at in places:
            if pieces[at].text == ":" and at and pieces[at - 1].text in _HEADINGS:
                clause = pieces[at : of_clause(pieces, pieces[at].clause).stop]
                if all(one.mention is None or one.mention.kind in PLAIN for one in clause):
                    yield clause


def _is_decision(clause: Sequence[Piece], judged: Container[int]) -> bool:
    """Whether a clause decides for something as it is, and not since it keeps a limit or is cheaper."""
    if any(piece.text == _UNTIL or id(piece) in judged for piece in clause):
        return False
    return cues_in(clause).isdisjoint(_CONDITIONAL)


def _called_cheaper(ledger: Ledger, options: Values) -> Iterator[Name]:
    """Yield the ways that are called the cheaper or thriftier one, or that would be."""
    for relation in ledger.relations:
        if relation.name in _CHEAPER and relation.origin in CONCLUDING and not relation.negated:
            before = [piece for piece in ledger.clause_of(relation) if piece.start < relation.start]
            said = said_of(ledger.pieces[relation.path], relation.at, options)
            yield from [said] if said is not None else named(before, options)


def _takes_less(ledger: Ledger, label: Name, best: Name, options: Values, others: Values) -> bool:
    """Whether the way that takes more of one thing takes less of another, of which the former is not made."""
    mine = [fact for name, fact in others.items() if name & label - best]
    theirs = [fact for name, fact in others.items() if name & best - label]
    if len(mine) != 1 or len(theirs) != 1 or mine[0].value >= theirs[0].value:
        return False
    return not any(fact in ledger.parts(one) for one in options.values() for fact in (*mine, *theirs))

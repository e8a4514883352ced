"""QB861: what the solution says of a total and its limit, beside the numbers of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from qbank.facts.counted import counted
from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import CONCLUDING, ROOM, Kind, Origin
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import is_plain, verdict
from qbank.rules.physics.comparisons import is_told_above
from qbank.rules.physics.evidence import UNSAID, answers_about, is_held_against, is_only
from qbank.rules.physics.needs import ADDED_UP, beyond, limit_of, totals_of
from qbank.rules.physics.supply import (
    beyond_in_sum,
    beyond_its_share,
    more_than_is_done,
    more_than_is_left,
    more_than_one_has,
    needed_by_all,
)

_MOST_RESULTS: Final = 6
"""With more of them cases are compared, and nobody knows which one the solution speaks of."""
_GROWS: Final = frozenset("+*")
_FIRST_WORDS: Final = 2
_DONE_OR_ASKED: Final = frozenset((Kind.EVENT_RATE, Kind.BYTE_RATE))
"""What is needed as well as there is of it, so that the larger one may be either."""
_APART: Final = frozenset(("modal", "supposed", "alternative", "falls-short", "refused"))


class WrongVerdict(LedgerRule):
    """The solution says that something suffices or fits, and the numbers say otherwise.

    The calculations add or multiply up one total, and the question tells what it has to stay below: a limit,
    a capacity, a window of time, a value on a line of its own. The solution says that all is well, and the
    total is more than that. Correct the conclusion, or the figure that is wrong.

    So is time on air beyond the duty cycle of a band, and what a sentence tells or names behind the less that
    is left for it; the need of one is more than what all of them share, if they need it together or at once;
    two that come on top of each other are each within what there is; and what a device needs is held against
    the memory of all.

    The clause that says so names the total or the limit, by its value or its noun; a value beside the word of
    something else, `fast enough at 6 tokens/s`, makes it a verdict of that.

    Left alone: solutions that say both of the same, or compare several cases in a table or in parts, totals
    of which others are made, and limits of which there are several of the total's order of magnitude.
    """

    code = "QB861"
    name = "wrong-verdict"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: >-\n"
                "  A tablet app may take 2.5 GB. Its weights are 1.9 GB, and its screens need 0.8 GB.\n"
                "details:\n"
                "  realistic_solution: Yes. The weights leave 0.6 GB, which holds the screens (0.8 GB).\n"
                "  napkin_math: |\n    - Left for the rest: 2.5 GB - 1.9 GB = 0.6 GB\n"
            ),
            underlines="0.8 GB",
        ),
        Example(
            yaml=(
                "scenario: The feed of the cabinet may be loaded up to 12 kW.\n"
                "details:\n"
                "  realistic_solution: The feed carries all four machines.\n"
                "  napkin_math: |\n    - Four machines: 4 * 3.6 kW = 14.4 kW\n"
            ),
            underlines="14.4 kW",
        ),
        Example(
            yaml=(
                "scenario: The sub-band grants a duty cycle of 1%. A message is 1.2 s on air.\n"
                "details:\n"
                "  realistic_solution: Forty messages an hour are within the rule.\n"
                "  napkin_math: |\n    - On air: 40 * 1.2 = 48 s per hour\n"
            ),
            underlines="48 s per hour",
        ),
        Example(
            yaml=(
                "scenario: Twelve nodes read from one store, which gives 20 GB/s to all of them in common.\n"
                "details:\n"
                "  realistic_solution: The store is fast enough.\n"
                "  napkin_math: |\n"
                "    - One node: 8 * 0.3 GB/s = 2.4 GB/s\n"
                "    - Store: 20 / 2.4 = 8.33 times as much\n"
            ),
            underlines="2.4 GB/s",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: >-\n"
                "  A tablet app may take 2.5 GB. Its weights are 1.9 GB, and its screens need 0.8 GB.\n"
                "details:\n"
                "  realistic_solution: No. The weights leave 0.6 GB, and the screens of 0.8 GB cannot stay.\n"
                "  napkin_math: |\n    - Left for the rest: 2.5 GB - 1.9 GB = 0.6 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The feed of the cabinet may be loaded up to 12 kW.\n"
                "details:\n"
                "  realistic_solution: The feed carries three machines.\n"
                "  napkin_math: |\n    - Three machines: 3 * 3.6 kW = 10.8 kW\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The feed of the cabinet may be loaded up to 12 kW.\n"
                "details:\n"
                "  realistic_solution: Four machines would overload the feed, so the fourth is left out.\n"
                "  napkin_math: |\n    - Four machines: 4 * 3.6 kW = 14.4 kW\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  A buoy lives on a solar panel of 8 W, which has 4 hours of sun a day; its logger takes\n"
                "  0.75 W around the clock, and its radio another 4 Wh a day. Is the panel of 8 W enough?\n"
                "details:\n"
                "  realistic_solution: The 8 W panel covers the daily load of 22 Wh.\n"
                "  napkin_math: |\n"
                "    - Yield per day: 8 W * 4 h = 32 Wh\n"
                "    - Base load: 0.75 W * 24 h = 18 Wh\n"
                "    - With the radio: 18 Wh + 4 Wh = 22 Wh\n"
                "    - Share of the radio: 4 Wh / 22 Wh = 18.2%\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A cache and its weights go on one card of 141 GB or on two of 80 GB.\n"
                "details:\n"
                "  realistic_solution: One card is 15.5 GB short. Two of the others fit on paper.\n"
                "  napkin_math: |\n"
                "    - Needed in all: 70.6 GB + 85.9 GB = 156.5 GB\n"
                "    - Margin, one card: 141 GB - 156.5 GB = -15.5 GB\n"
                "    - Margin, two of the others: 160 GB - 156.5 GB = 3.5 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A server of 96 GB holds the caches of chats; one of 48 GB is at hand.\n"
                "details:\n"
                "  realistic_solution: 13 chats fit into the 57.9 GB, and the old one is too small.\n"
                "  napkin_math: |\n"
                "    - Cache per chat: 262144 bytes * 16384 = 4.295 GB\n"
                "    - Left for the caches: 96 GB - 38.1 GB = 57.9 GB\n"
                "    - Chats: 57.9 GB / 4.295 GB = 13.5, so 13\n"
                "    - Old server: 48 GB - 38.1 GB - 6.9 GB = 3 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: Twelve nodes read from one store, which gives 40 GB/s to all of them in common.\n"
                "details:\n"
                "  realistic_solution: The store is fast enough.\n"
                "  napkin_math: |\n"
                "    - One node: 8 * 0.3 GB/s = 2.4 GB/s\n"
                "    - Nodes that the store can feed: 40 / 2.4 = 16.7\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare each total with what it has to stay below."""
        for need, done in more_than_is_done(ledger):
            yield _violation(need, done)
        if not _is_denied(ledger):
            for need, whole, count in needed_by_all(ledger):
                message = f"{need.text} is what one of {count} needs, and they share {whole.text}"
                yield Violation(need, message, ((whole, whole.label or whole.text),))
            for term, whole in beyond_in_sum(ledger):
                message = f"{term.text} comes on top, and with the rest it is more than {whole.text}"
                yield Violation(term, message, ((whole, whole.label or whole.text),))
            found = (*beyond_its_share(ledger), *more_than_is_left(ledger), *more_than_one_has(ledger))
            for total, given in found:
                yield _violation(total, given)
        cases = list(_cases(ledger))
        yield from cases
        if cases:
            return
        totals = ledger.view(totals_of)
        grown = Counter(
            claim.result.kind
            for claim in ledger.claims
            if claim.result is not None and claim.operator in _GROWS
        )
        totals = [one for one in totals if grown[one.kind] <= _MOST_RESULTS]
        pairs = [
            (total, limit)
            for total in totals
            if total.kind not in _DONE_OR_ASKED
            and (limit := limit_of(ledger, total)) is not None
            and not _lasts(ledger, total, limit)
            and "rest" not in total.cues | total.traits
            and total not in ledger.parts(limit)
        ]


def _is_denied(ledger: Ledger) -> bool:
    """Whether the solution says that something cannot be, or denies anything where it says neither."""
    said = ledger.view(verdict)
    denies = any(
        "denied" in piece.meaning.cues
        for path, pieces in ledger.cued.items()
        if path[-1] == "realistic_solution"
        for _, piece in pieces
    )
    return said is False or ledger.says("no-room", "failure") or (said is None and denies)


def _answered(ledger: Ledger, pairs: list[tuple[Fact, Fact]]) -> Iterator[Violation]:
    """Compare each total with its limit, as the solution has it where it speaks of the two."""
    for total, limit in pairs:
        spoken = answers_about(ledger, total, limit)
        said: set[bool | None] = {one.suffices for one in spoken}
        if not spoken and len(pairs) == 1 and _is_asked_of(ledger, total, limit):
            said = {ledger.view(verdict)}
        elif ledger.view(is_plain) and said != {ledger.view(verdict)}:
            continue
        if spoken and not is_held_against(ledger, total, limit, spoken):
            continue
        exceeds = said == {True} and total.mention.low > limit.value * beyond(total, limit)
        if (
            exceeds
            and not is_told_above(ledger, total, limit)
            and not _is_said_to_exceed(ledger, total, limit)
            and not _is_set_apart(ledger, total)
            and "kept-free" not in limit.cues | cues_in(ledger.label_of(limit))
        ):
            yield _violation(total, limit)


def _is_asked_of(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Whether yes or no is the answer to whether a total, which the solution tells, is within its limit."""
    told = any(
        one.path[-1] == "realistic_solution" and agree(one, total) for one in ledger.by_kind[total.kind]
    )
    return ledger.view(is_plain) and told and is_only(ledger, total, limit)


def _is_said_to_exceed(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Whether the solution itself says that a total is above its limit, whatever else it says of the rest."""
    return any(
        relation.name == "exceeds"
        and not relation.negated
        and any(one.origin in CONCLUDING and agree(one, total) for one in relation.before)
        and any(agree(one, limit) for one in relation.behind)
        for relation in ledger.relations
    )


def _is_set_apart(ledger: Ledger, total: Fact) -> bool:
    """Whether the solution tells a total of another case: `the spares would take it to 16 kW`."""
    return any(
        one.path[-1] == "realistic_solution"
        and agree(one, total)
        and not _APART.isdisjoint(ledger.cues_of(one.path, one.sentence))
        for one in ledger.by_kind[total.kind]
    )


def _lasts(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Whether the text computes for how long there is enough: `61 Wh / 66 Wh a day = 0.93 days`."""
    return any(
        claim.operator == "/"
        and claim.result is not None
        and claim.result.kind is Kind.TIME
        and [one.number for one in claim.operands] == [limit.number, total.number]
        for claim in ledger.claims
    )


def _cases(ledger: Ledger) -> Iterator[Violation]:
    """Yield the totals of as many things as the solution takes, if they are beyond their limit.

    Lines of the calculations have the totals of several numbers of a thing; the solution names one of them.
    """
    lines = list(_last_of_lines(ledger))
    told = ledger.view(counted) if lines else []
    totals = {
        (one.number, one.noun): total
        for total in lines
        for one in told
        if one.path == total.path and one.start < total.start and one.sentence == total.sentence
        if one.number > 1 and one.start in _label_starts(ledger, total)
    }
    for said in told if totals else ():
        total = totals.get((said.number, said.noun))
        if total is None or said.path[-1] != "realistic_solution":
            continue
        sentence = [piece for piece in ledger.pieces[said.path] if piece.sentence == said.sentence]
        cues = cues_in(sentence)
        limit = limit_of(ledger, total, exact=True)
        if limit is None or not UNSAID.isdisjoint(cues) or any(_tells(piece, total) for piece in sentence):
            continue
        exceeds = "falls-short" not in cues and total.mention.low > limit.value * beyond(total, limit)
        if exceeds and not ledger.says("no-room", "failure"):
            yield _violation(total, limit)


def _last_of_lines(ledger: Ledger) -> Iterator[Fact]:
    """Yield what lines of the calculations multiply or add up, whatever is done with it then."""
    for claim in ledger.claims:
        total = claim.result
        if total is None or total.kind not in ADDED_UP or claim.operator not in _GROWS or claim.negative:
            continue
        if total.label and total.role not in ROOM and total.origin is Origin.CALCULATIONS:
            yield total


def _label_starts(ledger: Ledger, total: Fact) -> set[int]:
    """Return where the first words of the label of a total's line stand: `With four racks`."""
    words = [piece for piece in ledger.pieces[total.path] if piece.line == total.line]
    words = [piece for piece in words if piece.is_word or piece.mention is not None]
    return {piece.start for piece in words[:_FIRST_WORDS] if piece.start < total.start}


def _tells(piece: Piece, total: Fact) -> bool:
    return piece.mention is not None and piece.mention.kind is total.kind


def _violation(total: Fact, limit: Fact) -> Violation:
    label = f" ({total.label})" if total.label else ""
    message = f"{total.text}{label} is more than {limit.text}, but the solution says that all is well"
    return Violation(total, message, ((limit, limit.label or limit.text),))

"""QB864: totals beyond what there is for them, of which nothing in the question takes notice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.counted import counted, is_plural, singular
from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import CONCLUDING, Kind, Origin, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import answers, is_refused, verdict
from qbank.rules.physics.capacity import devices_at_most
from qbank.rules.physics.comparisons import compared_with, is_same, is_told_above
from qbank.rules.physics.needs import beyond, is_limit, limit_of, totals_of

_BY_CHOICE: Final = frozenset((Kind.MONEY, Kind.TIME))
"""What may be spent beyond a limit, so that only a verdict tells that it should not be."""
_AT_ONCE: Final = frozenset((Kind.BYTE_RATE, Kind.POWER))
"""What a mean over a day says nothing of."""
_OTHER_CASES: Final = frozenset(("supposed", "former", "alternative", "denied", "claimed"))
_CASES: Final = frozenset(("without", "if", "unsharded", "instead"))
_DENIALS: Final = frozenset(("no", "not"))
_OPENING: Final = 2
_PAIR: Final = 2
_LESS: Final = 0.1
"""A total of another case is not far below its limit."""
_HARDWARE: Final = "device"


class UnnoticedExcess(LedgerRule):
    """A total is beyond what there is for it, and nothing takes notice.

    The calculations add or multiply up a total, and the question has one value that it has to stay below: a
    memory, a limit, a supply, a window. The total is more than that, times the number of devices. Whoever
    sees this says so: that it fails or is refused, by how much it is too much, how many times as large it
    is. Where nothing does, and no other total is the one that counts, the plan cannot work. Correct the
    figure, the limit or the plan, or say what becomes of the excess.

    Left alone: money and time without a verdict that all is well, since these may be exceeded by choice;
    totals that the text compares with something else, that are called another case, or of which there are
    several for one limit and some are within it.
    """

    code = "QB864"
    name = "unnoticed-excess"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A feeder cam keeps the clips of a month on a card of 32 GB.\n"
                "details:\n"
                "  realistic_solution: The owner looks at the whole month when she comes home.\n"
                "  napkin_math: |\n    - Clips of a month: 30 * 24 * 60 MB = 43.2 GB\n"
            ),
            underlines="43.2 GB",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A feeder cam keeps the clips of a month on a card of 64 GB.\n"
                "details:\n"
                "  realistic_solution: The owner looks at the whole month when she comes home.\n"
                "  napkin_math: |\n    - Clips of a month: 30 * 24 * 60 MB = 43.2 GB\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: A feeder cam keeps the clips of a month on a card of 32 GB.\n"
                "details:\n"
                "  realistic_solution: The first 11.2 GB are overwritten before the owner comes home.\n"
                "  napkin_math: |\n    - Clips of a month: 30 * 24 * 60 MB = 43.2 GB\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare each total with what it has to stay below, unless something says that it cannot."""
        if _is_admitted(ledger):
            return
        for total in ledger.view(totals_of):
            limit = limit_of(ledger, total)
            if (
                limit is not None
                and is_limit(ledger, limit)
                and _exceeds(ledger, total, limit)
                and not _is_of_other_kind(ledger, total, limit)
                and not _is_other_case(ledger, total, limit)
                and not _is_noticed(ledger, total, limit)
            ):
                yield _violation(total, limit)


def _is_admitted(ledger: Ledger) -> bool:
    """Whether anything says that something cannot be, or the solution that there is too little of it."""
    if ledger.view(verdict) is False or ledger.says("no-room", "failure") or ledger.view(is_refused):
        return True
    if not all(one.suffices for one in ledger.view(answers)):
        return True
    return any(
        piece.text in _DENIALS
        for path, pieces in ledger.pieces.items()
        if path[-1] == "realistic_solution"
        for piece in pieces[:_OPENING]
    )


def _exceeds(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is more than its limit, which may be that of each of several devices."""
    of_device = limit.subject.sort == _HARDWARE or limit.subject.device is not None
    count = ledger.view(devices_at_most) if of_device and total.scope != "one" else 1
    return total.mention.low > limit.value * count * beyond(total, limit)


def _is_of_other_kind(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total may be beyond a value and nothing is wrong: a rate of requests, a mean, a bill."""
    return (
        total.kind is Kind.EVENT_RATE
        or (total.kind in _BY_CHOICE and ledger.view(verdict) is not True)
        or (total.kind in _AT_ONCE and total.per != limit.per)
        or "rest" in total.cues | total.traits
    )


def _is_other_case(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether a total is not of what is done, or the limit not the one for it."""
    label = ledger.label_of(total)
    if not _OTHER_CASES.isdisjoint(cues_in(label)) or any(piece.text in _CASES for piece in label):
        return True
    words = [piece.text for piece in label if piece.is_word]
    if any(is_plural(word) and singular(word) == limit.subject.name for word in words):
        return True  # `both racks` beside the limit of a rack
    compared = compared_with(ledger, total)
    if compared and not any(is_same(one, limit) for one in compared):
        return True
    return (
        _has_larger(ledger, total, limit)
        or _is_of_another_number(ledger, total)
        or any(
            (limit.value * _LESS < other.value <= limit.value and limit_of(ledger, other) is limit)
            or _named_alike(ledger, total, other)
            for other in ledger.view(totals_of)
            if other is not total and other.kind is total.kind and other not in ledger.parts(total)
        )
    )


def _named_alike(ledger: Ledger, total: Fact, other: Fact) -> bool:
    """Tell whether the labels of two totals begin with the same word: one quantity in several cases."""
    first, second = (
        next((piece.text for piece in ledger.label_of(one) if piece.is_word), "") for one in (total, other)
    )
    return bool(first) and first == second


def _has_larger(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether there is another limit of the same name that the total is within: of another machine."""
    return any(
        other.role is limit.role
        and other.subject.name == limit.subject.name
        and (other.place == limit.place or not limit.place)
        and other.value >= total.value
        and other.standing is Standing.TOPIC
        and other.origin not in CONCLUDING
        for other in ledger.by_kind[total.kind]
    )


def _is_of_another_number(ledger: Ledger, total: Fact) -> bool:
    """Tell whether the solution goes on with another number of what the label of a total counts."""
    starts = {piece.start for piece in ledger.label_of(total)}
    told = ledger.view(counted)
    counts = {one.noun: one.number for one in told if one.path == total.path and one.start in starts}
    numbers = [
        (one.noun, one.number)
        for one in told
        if one.path[-1] == "realistic_solution" and one.noun in counts
    ]
    return bool(numbers) and all(counts[noun] != number for noun, number in numbers)


def _is_noticed(ledger: Ledger, total: Fact, limit: Fact) -> bool:
    """Tell whether the text says that a total is more, by how much, or how many times as much."""
    excess = total.value - limit.value
    return (
        is_told_above(ledger, total, limit)
        or any(
            one.origin is not Origin.SCENARIO and abs(one.value - excess) <= one.mention.step + excess / 1000
            for one in ledger.by_kind[total.kind]
        )
        or any(
            claim.operator in {"-", "/"}
            and len(claim.operands) == _PAIR
            and any(agree(one, total) for one in claim.operands)
            and any(agree(one, limit) for one in claim.operands)
            for claim in ledger.claims
        )
        or any(
            relation.name == "exceeds"
            and not relation.negated
            and relation.origin not in {Origin.SCENARIO, Origin.QUESTION}
            and any(agree(one, total) for one in relation.before)
            and (not relation.behind or relation.behind[0].kind is total.kind)
            for relation in ledger.relations
        )
    )


def _violation(total: Fact, limit: Fact) -> Violation:
    label = f" ({total.label})" if total.label else ""
    message = f"{total.text}{label} is more than {limit.text}, and nothing says what becomes of that"
    return Violation(total, message, ((limit, limit.label or limit.text),))

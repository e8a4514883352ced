"""QB806: the mean where the peak decides, and the peak where the mean does."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final

from qbank.facts.counted import number_of
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.hardware import cues_of
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import ASKED, Kind, Modality
from qbank.grouping import grouped
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation, ledger_of
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.conversions import digits_of
from qbank.units import physical
from qbank.units.unit import as_float

_DAYS: Final = frozenset(("86400", "24", "1440"))
"""By what the amount of a day is divided for its mean rate."""
_DAY: Final = 86_400
_PEAK: Final = frozenset(("busiest", "maximum"))
_UNSAID: Final = frozenset(("denied", "claimed", "former", "distractor"))
_MACHINES: Final = frozenset(("node", "card", "worker"))
_RATES: Final = (Kind.POWER, Kind.EVENT_RATE, Kind.BYTE_RATE, Kind.OPERATION_RATE)
_LARGER: Final = 1.05
_FEW: Final = 10
"""A bare number up to this counts something: the 3 of 3.0 GB/s."""


def _needs(ledger: Ledger) -> Iterator[Violation]:
    """Yield the machines that are counted for the mean of a day, where the text gives the peak."""
    peaks = _peaks(ledger)
    if not peaks:
        return
    steps = _steps(ledger)
    counts = [(claim, _behind(claim, steps)) for claim in ledger.claims if _counts_machines(ledger, claim)]
    for claim, behind in counts:
        each = _digits(claim.operands[1])
        of_peak = any(not peaks.keys().isdisjoint(other) and each in other for _, other in counts)
        if not of_peak and not behind.isdisjoint(_DAYS) and _digits(claim.operands[0]) in steps:
            peak = next(iter(peaks.values()))
            expression = " ".join(claim.claim.expression.split())
            message = f"{expression} is for the mean of the day, and the text tells of a peak: {peak}"
            yield Violation(claim.operands[0], message, start=claim.claim.start, end=claim.claim.end)


def _peaks(ledger: Ledger) -> dict[str, str]:
    """Return the numbers that the clauses about the busiest time give, each with the words of its clause."""
    found: dict[str, str] = {}
    for path, pieces in ledger.pieces.items():
        if path[0] not in ASKED:
            continue
        clauses = list(grouped((piece.clause, piece) for piece in pieces).values())
        for at, clause in enumerate(clauses):
            cues = cues_in(clause)
            if "busiest" not in cues or not cues.isdisjoint(_UNSAID):
                continue
            # `the busiest hour, around noon, sees 12 % of them`
            rest = [
                piece for one in clauses[at + 1 :] for piece in one if piece.sentence == clause[0].sentence
            ]
            numbers = dict.fromkeys(filter(None, map(_number, clause)))
            text = " ".join(piece.text for piece in clause if piece.is_word or piece.mention)
            found |= dict.fromkeys(numbers or filter(None, map(_number, rest)), text)
    return found


def _number(piece: Piece) -> str:
    """Return a number that tells how far a peak is above the mean: `3.5 times`, `14 %`, `900 requests/s`."""
    number = number_of(piece)
    if number is not None:
        return digits_of(number) if number > _LARGER else ""
    mention = piece.mention
    if mention is None or mention.kind not in {Kind.SHARE, Kind.RATIO, *_RATES}:
        return ""
    scale = 1.0 if mention.kind is Kind.SHARE else as_float(mention.unit.scale)
    return digits_of(mention.high / scale)


def _counts_machines(ledger: Ledger, claim: ClaimFacts) -> bool:
    """Tell whether a claim divides a rate by that of one machine."""
    stated, result = claim.claim.judgement.stated, claim.result
    if claim.operator != "/" or len(claim.operands) != 2 or stated is None or result is None:
        return False
    if physical(stated.dimension) or stated.unit.name == "%":
        return False
    label = ledger.label_of(result)
    is_mean = any("average" in piece.meaning.cues for piece in label)
    return not is_mean and any(
        piece.meaning.thing in _MACHINES or (piece.device is not None and piece is label[0])
        for piece in label
    )


def _totals(ledger: Ledger) -> Iterator[Violation]:
    """Yield what a peak comes to over days, where the text gives the mean, and no line takes that."""
    taken = {_digits(fact) for claim in ledger.claims for fact in claim.operands}
    times = {f"{_DAY}", *(_digits(fact) for fact in ledger.by_kind[Kind.TIME] if fact.value >= _DAY)}
    for kind in _RATES:
        given = {fact: cues_of(fact, ledger)[0] for fact in ledger.by_kind[kind] if _is_given(fact)}
        for mean, said in given.items():
            if "average" not in said or not taken.isdisjoint(_writings(mean)):
                continue
            peaks = {
                number: fact
                for fact, cues in given.items()
                for number in _writings(fact)
                if (fact.path, fact.sentence) == (mean.path, mean.sentence)
                and not _PEAK.isdisjoint(cues)
                and "average" not in cues
                and fact.value > _LARGER * mean.value
            }
            for claim in ledger.claims:
                told = (one for one in claim.operands if not one.is_bare or one.number > _FEW)
                operands = {_digits(fact): fact for fact in told}
                wrong = next((one for one in operands if one in peaks), None)
                if wrong is not None and claim.operator == "*" and not times.isdisjoint(operands):
                    peak = peaks[wrong].text
                    message = f"{peak} is the peak, and lasts no such time: the mean is {mean.text}"
                    yield Violation(operands[wrong], message, (mean,))


def _is_given(fact: Fact) -> bool:
    return (
        fact.path[0] in ASKED and fact.is_topic and fact.modality not in {Modality.SUPPOSED, Modality.DENIED}
    )


def _steps(ledger: Ledger) -> dict[str, ClaimFacts]:
    """Return the first claim that comes to each number."""
    found: dict[str, ClaimFacts] = {}
    for claim in ledger.claims:
        if claim.result is not None:
            found.setdefault(_digits(claim.result), claim)
    return found


def _behind(claim: ClaimFacts, steps: dict[str, ClaimFacts]) -> Set[str]:
    """Return the numbers that enter a claim or the steps before it."""
    found: set[str] = set()
    waiting = [claim]
    while waiting:
        numbers = {_digits(fact) for fact in waiting.pop().operands} - found
        waiting += [steps[number] for number in numbers & steps.keys()]
        found |= numbers
    return found


def _writings(fact: Fact) -> Set[str]:
    """Return the numbers as which a fact may enter a claim: in its own unit, and in base units."""
    return {_digits(fact), digits_of(fact.value)}


def _digits(fact: Fact) -> str:
    scale = 1.0 if fact.kind is Kind.SHARE else as_float(fact.mention.unit.scale)
    return digits_of(fact.value / scale)


class MeanForPeak(LedgerRule):
    """A need is reckoned with the mean of a day, or a total with the peak.

    Machines that have to carry the busiest time are counted with the mean rate of the day, though the text
    says how far the peak is above it; or the energy, the traffic or the bill of a long time is the product of
    that time and a peak, though the text gives the mean. Take the other rate, or say why this one decides.
    """

    code = "QB806"
    name = "mean-for-peak"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: A translator gets 17.28 million texts a day, and 5 times the mean in the busiest"
                " minute. A server handles 25 texts/s.\n"
                "details:\n  napkin_math: |\n    - Mean: 17.28e6 / 86,400 = 200 texts/s\n"
                "    - Servers: 200 / 25 = 8\n"
            ),
            underlines="200 / 25 = 8",
        ),
        Example(
            yaml=(
                "scenario: The rack draws 12 kW at its peak and 7 kW on average.\n"
                "details:\n  napkin_math: |\n    - Energy of a year: 12 kW * 8,760 h = 105,120 kWh\n"
            ),
            underlines="12 kW",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: A translator gets 17.28 million texts a day, and 5 times the mean in the busiest"
                " minute. A server handles 25 texts/s.\n"
                "details:\n  napkin_math: |\n    - Mean: 17.28e6 / 86,400 = 200 texts/s\n"
                "    - Busiest minute: 5 * 200 = 1,000 texts/s\n    - Servers: 1,000 / 25 = 40\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: The rack draws 12 kW at its peak and 7 kW on average.\n"
                "details:\n  napkin_math: |\n    - Energy of a year: 7 kW * 8,760 h = 61,320 kWh\n"
            ),
        ),
    )

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Look for both."""
        ledger = ledger_of(question)
        yield from _needs(ledger)
        yield from _totals(ledger)

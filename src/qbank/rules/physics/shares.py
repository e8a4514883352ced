"""Shares of a whole that exceed it, and percentiles out of order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from qbank.facts.counted import singular
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.field_reader import PARTS_SENTENCE
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import CONCLUDING, Kind, Modality, Origin, Role, Standing
from qbank.napkin.tree import Number, Operation, walk
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_NOT_STATED: Final = frozenset((Modality.ASKED, Modality.SUPPOSED, Modality.DENIED, Modality.LIMIT))
UNREAL: Final = _NOT_STATED - {Modality.DENIED}
"""What is no part of a whole; the name of a part may deny something: `communication that is not hidden`."""
_SHARES: Final = frozenset((Role.SHARE, Role.PROBABILITY, Role.RATIO))
_PART: Final = frozenset(("part", "maximum"))
_OF_ONE: Final = (["of", "one"], ["of", "a"], ["of", "an"])
_LEAST_RATIO: Final = 5.0
"""A quotient that is no part of a whole, but how many times as large something is."""
_WHOLE: Final = 1.0005
_PARTS: Final = 1.005
_FEWEST_PARTS: Final = 3
_HIGHEST: Final = 100.0
_MEDIAN: Final = 50.0
_LISTED: Final = -1
_NEAR: Final = 2
_SENTENCES: Final = 3
"""In which something is split into parts: it may be said two sentences before their shares."""
_WOULD_BE: Final = frozenset(("modal", "supposed", "falls-short", "refused"))


def is_stated(fact: Fact) -> bool:
    """Whether a fact is told of the topic as it is, not asked, wanted, supposed, denied or as a limit."""
    return fact.is_topic and is_measured(fact)


def is_measured(fact: Fact) -> bool:
    """Whether a fact is stated of the topic, or of a former state, which keeps to the same bounds."""
    told = fact.modality not in _NOT_STATED and "wanted" not in fact.cues
    return told and fact.standing in {Standing.TOPIC, Standing.FORMER}


def is_told(fact: Fact) -> bool:
    """Whether a fact is given, not computed, and not a step of a computation."""
    return fact.is_topic and not fact.is_calculated


class OverWhole(LedgerRule):
    """A share of a whole is above 100 %.

    Utilization, MFU, occupancy, hit rate, accuracy, a probability and the like compare a part with its whole,
    and parts that something is split into add up to it. A value above 100 % means that the peak is that of
    another format, that one of several devices was counted, that probabilities were added, or a slip. What
    compares a whole with its part, as the PUE of a building does, is not below 1.

    Left alone: CPUs, which count every core; what changes by more than 100 %; and questions which say that
    something is overloaded or too slow.
    """

    code = "QB852"
    name = "over-whole"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: The training run reaches an MFU of 128%.\n",
            underlines="128%",
        ),
        Example(yaml="scenario: The job runs at 140% GPU utilization.\n", underlines="140%"),
        Example(
            yaml=("details:\n  napkin_math: |\n    - Efficiency: 63 Wh / 60 Wh = 1.05\n"),
            underlines="1.05",
        ),
        Example(
            yaml="details:\n  realistic_solution: The meters give a PUE of 0.88 for the month.\n",
            underlines="0.88",
        ),
        Example(
            yaml=(
                "scenario: A step was cut into four disjoint parts. Kernels take 61%, communication not"
                " hidden 27%, input 12% and the rest 9%.\n"
            ),
            underlines="9%",
        ),
        Example(
            yaml=(
                "scenario: After a crash a node reads its part through one port of 50 GB/s.\n"
                "details:\n"
                "  napkin_math: |\n    - Rate: 684 GB / 12 s = 57 GB/s\n    - Utilization: 57 / 50 = 114%\n"
            ),
            underlines="114%",
        ),
    )
    good = (
        Example(yaml="details:\n  realistic_solution: The training run reaches an MFU of 48%.\n"),
        Example(yaml="scenario: The preprocessing takes four cores at 380% CPU utilization.\n"),
        Example(yaml="details:\n  realistic_solution: This gives a 140% efficiency gain.\n"),
        Example(yaml="scenario: A demand for 140% GPU utilization means that the queue is unstable.\n"),
        Example(
            yaml="details:\n  realistic_solution: The load is 109% of one board, so it takes a second one.\n"
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look at shares above the whole, at wholes below their part, and at parts together."""
        for fact in ledger.of_role(*_SHARES):
            if not is_measured(fact) or "change" in fact.cues or _is_turned_down(fact):
                continue
            if any("failure" in ledger.cues_of(one.path, one.sentence) for one in (fact, *fact.same)):
                continue
            if fact.kind is Kind.SHARE and fact.value > _WHOLE and not _PART.isdisjoint(fact.traits):
                is_other = fact.subject.thing == "board" or _is_of_another(ledger, fact)
                if not (is_other or _goes_on_with_excess(ledger, fact)):
                    yield Violation(fact, f"{fact.text} is more than the whole")
            elif _WHOLE < fact.value < _LEAST_RATIO and "part" in fact.traits and _is_quotient(ledger, fact):
                yield Violation(fact, f"{fact.text} is more than the whole")
            elif 0 < fact.value < 1 and "whole" in fact.traits and fact.kind is not Kind.SHARE:
                yield Violation(fact, f"{fact.text} would make the whole less than its part")
        if ledger.says("split-up"):
            yield from _too_many_parts(ledger)


def _goes_on_with_excess(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a text reckons with how much a load is too much: `60 / 45`, then `(60 - 45) * 20`."""
    quotients = [claim.operands for claim in ledger.made_by(fact, "/") if len(claim.operands) == 2]
    differences = [
        {float(node.left.value), float(node.right.value)}
        for claim in ledger.claims
        for node in walk(claim.claim.calculation)
        if isinstance(node, Operation) and node.operator == "-"
        if isinstance(node.left, Number) and isinstance(node.right, Number)
    ]
    return any({one.number, two.number} in differences for one, two in quotients)


def _is_of_another(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a need is told as a share of what one of something has: `109% of one board`."""
    behind = ledger.pieces[fact.path][fact.at + 1 : fact.at + 1 + _NEAR]
    return [piece.text for piece in behind] in _OF_ONE


def _is_quotient(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a bare number was computed as a part of a whole: `Efficiency: 52 / 48 = 1.08`."""
    made = ledger.made_by(fact, "/")
    return fact.kind is Kind.COUNT and any(len(claim.operands) == 2 for claim in made)


def _is_turned_down(fact: Fact) -> bool:
    """Tell whether the solution says of a share that it would be so: `ten would need 125%`."""
    said = (one.cues for one in fact.same if one.path[-1] == "realistic_solution")
    return any(not _WOULD_BE.isdisjoint(cues) for cues in said)


def _too_many_parts(ledger: Ledger) -> Iterator[Violation]:
    """Yield the last of the parts that a sentence, or the lines of the calculations, split something into."""
    groups: dict[tuple[FieldPath, int], list[Fact]] = defaultdict(list)
    for fact in ledger.of_role(Role.SHARE):
        listed = fact.origin is Origin.CALCULATIONS and fact.operand_of is None
        said = fact.origin not in CONCLUDING and any(
            "split-up" in ledger.cues_of(fact.path, fact.sentence - back) for back in range(_SENTENCES)
        )
        if (
            fact.kind is Kind.SHARE
            and (listed or said)
            and fact.result_of is None
            and fact.value < 1
            and fact.is_topic
            and fact.modality not in UNREAL
        ):
            groups[fact.path, fact.sentence if said else _LISTED].append(fact)
    for parts in groups.values():
        total = sum(fact.value for fact in parts)
        if len(parts) < _FEWEST_PARTS or total <= _PARTS:
            continue
        *others, last = parts
        yield Violation(last, f"the parts of the whole come to {total:.4g}, more than 1", tuple(others))


class PercentilesOutOfOrder(LedgerRule):
    """A higher percentile is below a lower one.

    The p99 of a latency is the value that 99 % of all requests do not exceed, so it cannot be below the p95
    or the median of the same requests. Where 8 % take longer than a time, p95 is no less and p90 no more; and
    a mean is no less than what the slowest cases alone add to it, and between the lowest and the highest
    value, also that which nothing exceeds. Two values were exchanged, or one is of something else.
    """

    code = "QB857"
    name = "percentiles-out-of-order"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="scenario: The log has p50/p90/p99 = 20/45/31 ms.\n",
            underlines="31 ms",
        ),
        Example(
            yaml="scenario: The report of the week has an average latency of 40 ms and a p90 of 600 ms.\n",
            underlines="40 ms",
        ),
        Example(
            yaml="scenario: It has a shortest run of 8 ms, a longest run of 21 ms and a mean of 26 ms.\n",
            underlines="26 ms",
        ),
        Example(
            yaml=(
                "scenario: >-\n"
                "  The gate rejects prompts above 900 tokens. Mean of the accepted prompts: 1,100 tokens.\n"
            ),
            underlines="1,100 tokens",
        ),
        Example(
            yaml="scenario: The till answers in 45 ms at p95, and 8% of all scans took longer than 60 ms.\n",
            underlines="45 ms",
        ),
        Example(
            yaml="scenario: The endpoint answers with p50 45 ms, p95 88 ms and p99 38 ms.\n",
            underlines="38 ms",
        ),
    )
    good = (
        Example(yaml="scenario: The endpoint answers with p50 45 ms, p95 88 ms and p99 138 ms.\n"),
        Example(yaml="scenario: Model A has p99 90 ms. Model B has p50 30 ms and p99 70 ms.\n"),
        Example(yaml="scenario: The server is away 210 ms at p99, computes for 12 ms, and 4 ms are slept.\n"),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare each percentile with the lower one that is told just before it."""
        last: Fact | None = None
        for fact in ledger.facts:
            if not fact.rank or not _is_percentile(fact):
                continue
            if last is not None and _are_of_one(last, fact):
                low, high = sorted((last, fact), key=lambda one: one.rank)
                if high.value < low.value:
                    message = f"{high.text} (p{high.rank:g}) is below {low.text} (p{low.rank:g})"
                    yield Violation(high, message, (low,))
            last = fact
        yield from _shorter_than_tail(ledger)
        yield from _mean_outside(ledger)


def _mean_outside(ledger: Ledger) -> Iterator[Violation]:
    """Yield means that lie outside of the lowest and the highest value that are told with them."""
    means = [
        fact
        for fact in ledger.facts
        if "average" in fact.traits and not fact.rank and is_told(fact) and fact.modality not in _NOT_STATED
    ]
    for mean in means:
        around = [
            fact
            for fact in ledger.by_kind[mean.kind]
            if fact.path == mean.path
            and (fact.sentence == mean.sentence or (fact.label and 0 < abs(fact.line - mean.line) <= _NEAR))
            and fact is not mean
            and is_told(fact)
        ]
        lowest = [one for one in around if 0 < one.rank < 1 or "floor" in one.traits]
        highest = [one for one in around if one.rank == _HIGHEST or "maximum" in one.traits]
        if len(lowest) == len(highest) == 1:
            low, high = lowest[0], highest[0]
            if not low.mention.low <= mean.value * _PARTS or mean.value > high.value * _PARTS:
                what = f"a mean of {mean.text} is not between {low.text} and {high.text}"
                yield Violation(mean, what, (low, high))
    yield from _mean_above_bound(ledger)


def _mean_above_bound(ledger: Ledger) -> Iterator[Violation]:
    """Yield mean numbers of what never are so many: `prompts above 2,000 tokens are refused`, mean 2,300."""
    numbers = [fact for fact in ledger.by_kind[Kind.COUNT] if fact.is_topic and fact.subject.told]
    bounds = [
        fact
        for fact in numbers
        if fact.origin is Origin.SCENARIO
        and "bounding" in fact.cues
        and (fact.modality is Modality.DENIED or "sanction" in fact.cues)
    ]
    for mean in numbers if bounds else ():
        if "average" not in mean.traits or mean.rank or mean.modality in _NOT_STATED:
            continue
        for bound in bounds:
            of_one = singular(bound.subject.name) == singular(mean.subject.name)
            if of_one and bound.mention.unit == mean.mention.unit and mean.value > bound.value * _PARTS:
                what = f"a mean of {mean.text} is more than the {bound.text} that there are at most"
                yield Violation(mean, what, (bound,))


def _is_percentile(fact: Fact) -> bool:
    """Whether a fact tells a percentile as it is; `95% within 60 ms` is one, though it may be a promise."""
    told = is_measured(fact) and "limit" not in fact.cues
    within = fact.modality is Modality.LIMIT and "local" in fact.cues and fact.is_topic
    return (told or within) and not fact.is_calculated


def _are_of_one(last: Fact, fact: Fact) -> bool:
    """Tell whether two percentiles are of the same values: in one sentence, or on lines in a row."""
    listed = fact.line == last.line + 1 and bool(last.label and fact.label) and differ_in_a_word(last, fact)
    return (
        last.path == fact.path
        and (last.sentence == fact.sentence or listed)
        and last.kind is fact.kind
        and last.rank != fact.rank
        and last.standing is fact.standing
    )


def differ_in_a_word(last: Fact, fact: Fact) -> bool:
    """Whether the labels of two lines differ in one word or number at most: `p95 latency`, `p99 latency`."""
    one, two = last.label.split(), fact.label.split()
    return len(one) == len(two) and sum(a != b for a, b in zip(one, two, strict=True)) <= 1


class _Tail(Struct, frozen=True):
    """What share of all cases, at least and at most, takes a time or longer, and the fact that tells it."""

    time: Fact
    least: float
    most: float
    told: Fact


def _tails(ledger: Ledger) -> Iterator[_Tail]:
    """Yield tails: p95, `8% take more than 50 ms`, `8% past the deadline`, `70% hit, the slowest in 9 ms`."""
    times = ledger.by_kind[Kind.TIME]
    limits = [one for one in times if one.role is Role.LIMIT and one.origin is Origin.SCENARIO]
    for fact in ledger.facts:
        if _MEDIAN <= fact.rank < _HIGHEST and _is_percentile(fact):
            yield _Tail(fact, _share_above(fact), 1, fact)
        elif _is_told_share(fact):
            here = ledger.beside(fact, Kind.TIME)
            behind = [one for one in here if one.at > fact.at and is_stated(one)]
            time = next((one for one in behind if one.clause == fact.clause), None)
            around = ledger.pieces[fact.path][fact.at : time.at + _NEAR if time else None]
            clause = cues_in(one for one in around if one.clause == fact.clause)
            exceeds = "or-more" in clause or any("exceeds" in one.meaning.relations for one in around)
            highest = [one for one in behind if one.rank == _HIGHEST]
            step = fact.mention.step  # `1%` may be 1.4%
            if time and exceeds:
                yield _Tail(time, fact.value, fact.value + step, fact)
            elif len(limits) == 1 and "late" in clause:
                yield _Tail(limits[0], fact.value, fact.value + step, fact)
            elif len(highest) == 1:
                yield _Tail(highest[0], 0, 1 - fact.value + step, fact)


def _share_above(percentile: Fact) -> float:
    """Return what share of all cases takes as long as a percentile or longer."""
    return round(1 - percentile.rank / 100, 9)


def _is_told_share(fact: Fact) -> bool:
    is_share = fact.kind is Kind.SHARE and 0 < fact.value < 1 and fact.origin is Origin.SCENARIO
    return is_share and is_stated(fact) and is_told(fact)


def _shorter_than_tail(ledger: Ledger) -> Iterator[Violation]:
    """Yield percentiles and means that the slowest cases do not allow: p95 of 2 s, mean 85 ms."""
    tails = list(_tails(ledger))
    for short in ledger.facts if tails else ():
        is_mean = "average" in short.said and not short.rank and is_measured(short)
        if short.is_calculated or not (is_mean or (short.rank and _is_percentile(short))):
            continue
        beyond = _share_above(short)
        for tail in tails:
            time = tail.time
            if (
                (time.path, time.kind) != (short.path, short.kind)
                or (short.rank and tail.told.rank)
                or (tail.told.rank and time.standing is not short.standing)
                or not _are_told_together(ledger, short, tail.told)
            ):
                continue
            least = time.mention.low * (tail.least if is_mean else beyond < tail.least)
            names = {short.subject.told, tail.told.subject.told}
            of_same = short.sentence == tail.told.sentence or (len(names) == 1 and "" not in names)
            if not (of_same or is_mean):
                continue
            too_long = not is_mean and tail.most < beyond and short.value > time.value * _PARTS
            if short.value * _PARTS < least or too_long:
                what = "mean" if is_mean else f"p{short.rank:g}"
                share = f"at most {100 * tail.most:.3g} %" if too_long else f"{100 * tail.least:.3g} %"
                message = f"a {what} of {short.text} is too {'much' if too_long else 'little'}"
                yield Violation(short, f"{message}: {share} take {time.text} or more", (time,))
                return


def _are_told_together(ledger: Ledger, one: Fact, told: Fact) -> bool:
    """Whether two times stand in a sentence that no mark parts, or the share of a tail is told beside it."""
    if not told.rank:
        return abs(one.sentence - told.sentence) <= _NEAR
    between = ledger.pieces[one.path][min(one.at, told.at) : max(one.at, told.at)]
    return one.sentence == told.sentence and not any(piece.text in PARTS_SENTENCE for piece in between)

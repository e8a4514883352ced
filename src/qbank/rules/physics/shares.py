"""Shares of a whole that exceed it, and percentiles out of order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from math import isclose
from typing import Final

from qbank.facts.counted import counted, number_of, singular
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Mention, Piece, cues_in
from qbank.facts.vocabulary import CONCLUDING, Kind, Modality, Origin, Role, Standing
from qbank.grouping import grouped
from qbank.napkin.tree import Number, Operation, walk
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation

_NOT_STATED: Final = frozenset((Modality.ASKED, Modality.SUPPOSED, Modality.DENIED, Modality.LIMIT))
_PURE: Final = frozenset((Kind.COUNT, Kind.SHARE, Kind.RATIO, Kind.OTHER))
_SHARES: Final = frozenset((Role.SHARE, Role.PROBABILITY, Role.RATIO))
_PART: Final = frozenset(("part", "maximum"))
_OF_ONE: Final = (["of", "one"], ["of", "a"], ["of", "an"])
_LEAST_RATIO: Final = 5.0
"""A quotient that is no part of a whole, but how many times as large something is."""
_WHOLE: Final = 1.0005
_SUM: Final = 1.0151
"""What parts come to at most that were rounded one by one."""
_MOST_SUM: Final = 1.5
"""Above that shares are hardly of one whole."""
_FEWEST_PARTS: Final = 3
_LISTED: Final = -1
_SENTENCES: Final = 3
"""In which something is said to be in parts: maybe two sentences before their shares."""
_FEWEST_SAMPLES: Final = 16
_PER_SECOND: Final = frozenset((Kind.FREQUENCY, Kind.EVENT_RATE))
_DIGITS: Final = 0.01
_LEAST_UP: Final = 0.8
"""Shares of the time that something is up, or of requests that get through."""
_OF_PATH: Final = frozenset(("path", "chain", "whole", "complete", "overall", "end-to-end", "together"))
_NO_PARTS: Final = frozenset(("of-quality", "total", "wanted", "change"))
_TOLD: Final = frozenset((Modality.GIVEN, Modality.ASSUMED, Modality.DENIED))
"""How parts are told; what is denied is something else: `communication that is not hidden 22%`."""
_POINTING: Final = frozenset(("which", "these", "those", "that", "this", "it", "them"))
_HIGHEST: Final = 100
_LEAST: Final = frozenset(("floor", "least"))
_NEAR: Final = 2
_BESIDE: Final = 3
_BEYOND: Final = frozenset(("bounding", "or-more"))
_ROUNDED_RANK: Final = 0.6
"""What percents without a digit behind the point may be off by."""
_OF_CLAUSE: Final = 7
"""How many pieces back a mean is called so, and what is called the largest of all."""
_MORE: Final = 1.001
_NOT_NEGATIVE: Final = frozenset((Kind.TIME, Kind.BYTES, Kind.ENERGY, Kind.POWER, Kind.EVENT_RATE))
_ROUNDED: Final = 0.95
"""What digits that are not shown may take from a mean that just keeps to its percentiles."""
_F1: Final = frozenset(("f1", "f1 score", "f1-score"))
_OF_F1: Final = ("f1", "precision", "recall")
_F1_REACH: Final = 4
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

    Utilization, MFU, occupancy, hit rate, accuracy, a probability and the like compare a part with its whole.
    A value above 100 % means that the peak is that of
    another format, that one of several devices was counted, that probabilities were added, or a slip. What
    compares a whole with its part, as the PUE of a building does, is not below 1. Parts that something is
    split into come to no more than it; and of a window of real samples a spectrum has half as many bins.

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
        if ledger.says("split-up", "serial"):
            yield from _too_many_parts(ledger)
        yield from _beyond_spectrum(ledger)
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
            elif _WHOLE < fact.value < _MOST_SUM and fact.kind is Kind.SHARE and ledger.says("split-up"):
                if ledger.made_by(fact, "/"):
                    yield Violation(fact, f"{fact.text} is more than the whole")
            elif 0 < fact.value < 1 and "whole-to-part" in fact.traits and fact.kind is not Kind.SHARE:
                yield Violation(fact, f"{fact.text} would make the whole less than its part")


def _too_many_parts(ledger: Ledger) -> Iterator[Violation]:
    """Yield the last of the parts that a sentence, or the lines of the calculations, part something into."""
    groups: dict[tuple[FieldPath, int], list[Fact]] = defaultdict(list)
    times = ledger.by_kind[Kind.TIME]
    for fact in ledger.by_kind[Kind.SHARE]:
        listed = fact.origin is Origin.CALCULATIONS and bool(fact.label)
        is_part = 0 < fact.value < 1 and not fact.is_calculated and fact.said.isdisjoint(_NO_PARTS)
        told = fact.is_topic and fact.modality in _TOLD and not _is_of_part(ledger, fact)
        if is_part and told and fact.origin not in CONCLUDING:
            groups[fact.path, _LISTED if listed else fact.sentence].append(fact)
    for (path, sentence), parts in groups.items():
        near = {cue for back in range(_SENTENCES) for cue in ledger.cues_of(path, sentence - back)}
        total = sum(fact.value for fact in parts)
        timed = any(one.path == path and 0 <= sentence - one.sentence < _SENTENCES for one in times)
        parted = "split-up" in near or ("serial" in near and timed)
        if sentence == _LISTED:  # `52% of the step` each
            parted = len({_of_what(ledger, fact) for fact in parts} | {()}) == 2 and ledger.says("split-up")
        if len(parts) >= _FEWEST_PARTS and parted and _SUM < total < _MOST_SUM:
            *others, last = parts
            yield Violation(last, f"the parts of the whole come to {total:.4g}, more than 1", tuple(others))


def _beyond_spectrum(ledger: Ledger) -> Iterator[Violation]:
    """Yield the bins that lines work out above half of the samples, where a real spectrum ends.

    The width of a bin is a rate divided by the samples of a window, a power of two.
    """
    quotients = [
        (*claim.operands, result) for claim, result in ledger.worked_out("/") if len(claim.operands) == 2
    ]
    for _, samples, width in quotients:
        is_window = samples.number.is_integer() and int(samples.number).bit_count() == 1
        if width.kind not in _PER_SECOND or not is_window or samples.number < _FEWEST_SAMPLES:
            continue
        for _, by, found in quotients:
            in_bins = isclose(by.number, width.number, rel_tol=_DIGITS) and found.kind is Kind.COUNT
            if in_bins and is_stated(found) and 1 < 2 * found.number / samples.number < 2:
                ends = f"the {samples.number / 2:,g} bins of {samples.text} real samples"
                yield Violation(found, f"bin {found.text} is above {ends}", (width,))


def _of_what(ledger: Ledger, share: Fact) -> tuple[str, ...]:
    """Return the words behind a share on its line; none if there are none."""
    behind = ledger.pieces[share.path][share.at + 1 :]
    return tuple(one.text for one in takewhile(lambda one: one.line == share.line, behind))


def _is_of_part(ledger: Ledger, share: Fact) -> bool:
    """Tell whether the clause of a share tells it to be of another part: `of which 40% is hidden`."""
    clause = [piece for piece in ledger.clause_of(share) if piece.start < share.start]
    return any(one.meaning.part == "of" and two.text in _POINTING for one, two in pairwise(clause))


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
    """Tell whether a bare number was computed as a part of a whole: `Efficiency: 52 / 48 = 1.08`.

    What is divided by the rest of 1 is no part of that: `0.8 / 0.2 = 4`, of a queue.
    """
    made = [claim.operands for claim in ledger.made_by(fact, "/") if len(claim.operands) == 2]
    return fact.kind is Kind.COUNT and any(not isclose(one.number + two.number, 1) for one, two in made)


def _is_turned_down(fact: Fact) -> bool:
    """Tell whether the solution says of a share that it would be so: `ten would need 125%`."""
    said = (one.cues for one in fact.same if one.path[-1] == "realistic_solution")
    return any(not _WOULD_BE.isdisjoint(cues) for cues in said)


class PercentilesOutOfOrder(LedgerRule):
    """A higher percentile is below a lower one, or a mean is above the largest of its values.

    The p99 of a latency is the value that 99 % of all requests do not exceed, so it cannot be below the p95
    or the median of the same requests; nor can a mean be above the slowest of all, or below the quickest.
    A tenth of all is at p90 or above it, so a mean is at least a tenth of it; an F1 lies between precision
    and recall. What 8 % exceed is p92; and a path that needs all of its parts is up no longer than the worst
    of them. Two values were exchanged, or one is of something else.
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
            yaml="scenario: The endpoint answers with p50 45 ms, p95 88 ms and p99 38 ms.\n",
            underlines="38 ms",
        ),
        Example(
            yaml="scenario: The log has 9,000 answers with a mean of 52 ms. The slowest of all took 41 ms.\n",
            underlines="52 ms",
        ),
        Example(
            yaml="scenario: The log of a day has p50 20 ms, p90 500 ms and a mean of 35 ms.\n",
            underlines="35 ms",
        ),
        Example(
            yaml="scenario: Scans take 45 ms at p95, and 8% of them took longer than 60 ms.\n",
            underlines="45 ms",
        ),
    )
    good = (
        Example(yaml="scenario: The endpoint answers with p50 45 ms, p95 88 ms and p99 138 ms.\n"),
        Example(
            yaml="scenario: The log has 9,000 answers with a mean of 52 ms. The slowest of all took 97 ms.\n"
        ),
        Example(yaml="scenario: The log of a day has p50 20 ms, p90 500 ms and a mean of 95 ms.\n"),
        Example(yaml="scenario: Model A has p99 90 ms. Model B has p50 30 ms and p99 70 ms.\n"),
        Example(yaml="scenario: The server is away 210 ms at p99, computes for 12 ms, and 4 ms are slept.\n"),
        Example(
            yaml=(
                "details:\n"
                "  napkin_math: |\n"
                "    - Stop, median: 4.8 m blind; with braking 29.8 m\n"
                "    - Stop, p99: 9.2 m blind; with braking 34.2 m\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare each percentile with the lower one that is told just before it."""
        last: Fact | None = None
        percentiles = [fact for fact in ledger.facts if fact.rank and _is_percentile(fact)]
        on_lines = Counter((fact.path, fact.line) for fact in percentiles)
        for fact in percentiles:
            alone = last is not None and on_lines[last.path, last.line] == on_lines[fact.path, fact.line] == 1
            if last is not None and _are_of_one(last, fact, alone=alone):
                low, high = sorted((last, fact), key=lambda one: one.rank)
                if high.value < low.value:
                    message = f"{high.text} (p{high.rank:g}) is below {low.text} (p{low.rank:g})"
                    yield Violation(high, message, (low,))
            last = fact
        yield from _tails_out_of_order(percentiles)
        yield from _means_beyond_extremes(ledger)
        yield from _means_outside(ledger)
        yield from _means_above_settings(ledger)
        yield from _means_below_percentiles(ledger, percentiles)
        if ledger.says("needs-all") and "redundant" not in cues_in(ledger.scenario):
            yield from _wholes_above_worst(ledger)
        yield from _f1_beyond_parts(ledger)


def _tails_out_of_order(percentiles: Sequence[Fact]) -> Iterator[Violation]:
    """Yield percentiles that the share which takes longer does not allow: p95 of 40 ms, 8% above 50 ms."""
    for tail in percentiles:
        if tail.cues.isdisjoint(_BEYOND):
            continue
        for one in percentiles:
            near = (one.path, one.sentence) == (tail.path, tail.sentence)
            is_of_one = one.kind is tail.kind and one.standing is tail.standing
            if near and is_of_one and abs(one.rank - tail.rank) > _ROUNDED_RANK:
                low, high = sorted((one, tail), key=lambda it: it.rank)
                if high.value * _MORE < low.value:
                    what = f"{100 - tail.rank:.3g} % take more than {tail.text}"
                    yield Violation(one, f"{one.text} (p{one.rank:g}) is out of order: {what}", (tail,))


def _means_beyond_extremes(ledger: Ledger) -> Iterator[Violation]:
    """Yield means that are above the largest of what a sentence beside them tells, or below the least."""
    for mean in ledger.facts:
        before = _before(ledger, mean, _BESIDE)
        if mean.origin is not Origin.SCENARIO or not mean.is_topic or mean.kind in _PURE:
            continue
        if not any("average" in one.meaning.cues for one in before) or _extremes(before):
            continue
        for fact in ledger.by_kind[mean.kind]:
            is_near = fact.path == mean.path and abs(fact.sentence - mean.sentence) <= 1
            if fact is mean or not is_near or not fact.is_topic or fact.role is Role.LIMIT:
                continue
            told = _before(ledger, fact, _OF_CLAUSE)
            if any(one.mention is not None and one.mention.kind is mean.kind for one in told):
                continue
            extremes = _extremes(told)
            if extremes == {"largest"} and mean.mention.low > fact.mention.high * _MORE:
                yield Violation(mean, f"a mean of {mean.text} is above the largest, {fact.text}", (fact,))
            elif extremes == {"smallest"} and mean.mention.high * _MORE < fact.mention.low:
                yield Violation(mean, f"a mean of {mean.text} is below the smallest, {fact.text}", (fact,))


def _means_outside(ledger: Ledger) -> Iterator[Violation]:
    """Yield means that are not between the least and the most of their list, or above a bound of each."""
    told = [fact for fact in ledger.facts if fact.is_topic and not fact.is_calculated]
    means = [fact for fact in told if "average" in fact.traits and not fact.rank and is_measured(fact)]
    for mean in means:
        of_kind = [fact for fact in told if fact.kind is mean.kind and fact.path == mean.path]
        around = [one for one in of_kind if one is not mean and _are_listed(one, mean)]
        lows = [one for one in around if 0 < one.rank < 1 or "floor" in one.traits]
        highs = [one for one in around if one.rank == _HIGHEST or "maximum" in one.traits]
        if len(lows) == len(highs) == 1 and lows[0].value < highs[0].value:
            low, high = lows[0], highs[0]
            if mean.value > high.value * _MORE or mean.value * _MORE < low.value:
                what = f"a mean of {mean.text} is not between {low.text} and {high.text}"
                yield Violation(mean, what, (low, high))
        for bound in of_kind if mean.kind is Kind.COUNT and mean.origin is Origin.SCENARIO else ():
            is_most = bound.modality is Modality.LIMIT and bound.cues.isdisjoint(_LEAST)
            if is_most and mean.value > bound.value * _MORE and _is_bound_of(ledger, bound, mean):
                what = f"a mean of {mean.text} is more than the {bound.text} that there are at most"
                yield Violation(mean, what, (bound,))


def _are_listed(one: Fact, mean: Fact) -> bool:
    """Whether two values are told in one sentence, or on lines with labels that are near."""
    in_lines = bool(one.label and mean.label) and 0 < abs(one.line - mean.line) <= _NEAR
    return one.sentence == mean.sentence or in_lines


def _is_bound_of(ledger: Ledger, bound: Fact, mean: Fact) -> bool:
    """Whether a bound is of what a mean is of: its clause names that, and counts the same."""
    named = {singular(word) for piece in ledger.clause_of(bound) for word in piece.text.split()}
    counts = {one.start: one.noun for one in ledger.view(counted) if one.path == bound.path}
    units = [counts.get(one.start, "") or one.mention.unit.name for one in (bound, mean)]
    of = {singular(name.rpartition(" ")[2]) for name in (mean.subject.name, mean.label)}
    return units[0] == units[1] != "" and not of.isdisjoint(named - {units[0], ""})


def _means_above_settings(ledger: Ledger) -> Iterator[Violation]:
    """Yield means that lines work out, above the most that the scenario sets each of them: a batch of 32."""
    for claim, result in ledger.worked_out("/"):
        label = ledger.label_of(result)
        if len(claim.operands) != 2 or result.kind is not Kind.COUNT or "average" not in cues_in(label):
            continue
        names = {piece.text for piece in label if piece.is_noun and "average" not in piece.meaning.cues}
        scenario = ledger.scenario
        for word, noun, of, most in zip(scenario, scenario[1:], scenario[2:], scenario[3:], strict=False):
            is_most = {"maximum", "largest"} <= word.meaning.cues and of.text == "of"
            number = number_of(most)
            if is_most and number and names & set(noun.text.split()) and result.value > number * _MORE:
                yield Violation(
                    result, f"a mean of {result.text} is above the {most.text} that there are at most"
                )


def _means_below_percentiles(ledger: Ledger, percentiles: Iterable[Fact]) -> Iterator[Violation]:
    """Yield means that are less than the percentiles beside them leave: a tenth is above p90 or at it.

    Of what cannot be negative, the share between two percentiles is at least the lower one each.
    """
    told: dict[tuple[FieldPath, int, Kind], list[Fact]] = defaultdict(list)
    for fact in percentiles:
        if fact.kind in _NOT_NEGATIVE and is_measured(fact):
            told[fact.path, fact.sentence, fact.kind].append(fact)
    for (_, _, kind), ranked in told.items():
        values = {one.value for one in ranked}  # `p90 is 900 ms: a tenth took 900 ms or longer`
        beside = [one for one in ledger.beside(ranked[0], kind) if one.value not in values]
        if not beside and ledger.sentence_of(ranked[0])[0].mention is not None:
            ahead = [one for one in ledger.by_kind[kind] if _is_just_ahead(one, ranked[0])]
            beside = [one for one in ahead if "average" in one.traits]  # `... a mean of 40 ms. 10% took 1 s`
        if len(beside) != 1 or len({one.rank for one in ranked}) != len(ranked):
            continue  # of several things, and nobody knows which is the mean of what
        mean = beside[0]
        if "average" not in mean.said or mean.is_calculated or not is_measured(mean):
            continue
        ranked.sort(key=lambda one: one.rank)
        ends = [one.rank for one in ranked[1:]] + [100.0]
        least = sum(one.value * (end - one.rank) / 100 for one, end in zip(ranked, ends, strict=True))
        if 0 < mean.value < least * _ROUNDED:
            highest = ranked[-1]
            of = " and ".join(f"{one.text} (p{one.rank:g})" for one in ranked)
            share = f"{least / mean.value:.3g} times of it"
            yield Violation(mean, f"a mean of {mean.text} is below what {of} make alone, {share}", (highest,))


def _is_just_ahead(one: Fact, fact: Fact) -> bool:
    return (one.path, one.sentence + 1) == (fact.path, fact.sentence)


def _wholes_above_worst(ledger: Ledger) -> Iterator[Violation]:
    """Yield what a path of parts is up for, if it needs all of them, and the worst of them is less."""
    up = [
        fact
        for fact in ledger.by_kind[Kind.SHARE]
        if fact.origin is Origin.SCENARIO and _LEAST_UP <= fact.value < 1 and fact.modality in _TOLD
    ]
    for whole in up:
        words = {word for piece in ledger.clause_of(whole) for word in piece.text.split()}
        if _OF_PATH.isdisjoint(words) or not is_stated(whole):
            continue
        ahead = [one for one in up if 0 <= whole.sentence - one.sentence <= 1 and one.at < whole.at]
        parts = [one for one in ahead if (one.path, one.sentence) == (whole.path, ahead[-1].sentence)]
        worst = min(parts, key=lambda one: one.value, default=whole)
        if len(parts) >= _FEWEST_PARTS and whole.mention.low > worst.mention.high + worst.mention.step / 2:
            what = f"{whole.text} of the whole are more than the {worst.text} of a part that it needs"
            yield Violation(whole, what, (worst,))


def _f1_beyond_parts(ledger: Ledger) -> Iterator[Violation]:
    """Yield an F1 that is not between the precision and the recall of its sentence: it is their mean."""
    for sentence in grouped((piece.sentence, piece) for piece in ledger.scenario).values():
        if not any(piece.text in _F1 for piece in sentence) or "average" in cues_in(sentence):
            continue  # a mean over classes may be below both
        told: dict[str, list[tuple[Piece, float]]] = defaultdict(list)
        for at, piece in enumerate(sentence):
            name = "f1" if piece.text in _F1 else piece.text
            values = [one for one in sentence[at + 1 : at + 1 + _F1_REACH] if one.mention is not None][:1]
            if name in _OF_F1:
                told[name] += [
                    (one, one.mention.high) for one in values if one.mention and _is_rate(one.mention)
                ]
        parts = [*told["precision"], *told["recall"]]
        if not told["f1"] or len(told["precision"]) != 1 or len(told["recall"]) != 1:
            continue
        f1, value = told["f1"][0]
        starts = _starts(one for one, _ in (*parts, told["f1"][0]))
        if len(starts) < len(_OF_F1) or f1.clause - parts[-1][0].clause > 1:
            continue
        least, most = sorted(one for _, one in parts)
        about = next((fact for fact in ledger.facts if fact.start in starts), None)
        if about is not None and not least / _MORE <= value <= most * _MORE:
            what = f"an F1 of {f1.text} is not between precision and recall, {least:.4g} and {most:.4g}"
            yield Violation(about, what, (), f1.start, f1.end)


def _starts(pieces: Iterable[Piece]) -> set[int]:
    return {piece.start for piece in pieces}


def _is_rate(mention: Mention) -> bool:
    """Whether a number may be a share of what came out right or wrong: a percentage, or a fraction of one."""
    return mention.kind is Kind.SHARE or (mention.is_bare and 0 < mention.high < 1)


def _before(ledger: Ledger, fact: Fact, most: int) -> list[Piece]:
    """Return the pieces of a clause right before a fact."""
    pieces = ledger.pieces[fact.path][max(0, fact.at - most) : fact.at]
    return [piece for piece in pieces if (piece.clause, piece.line) == (fact.clause, fact.line)]


def _extremes(pieces: Iterable[Piece]) -> set[str]:
    cues = cues_in(pieces)
    return {name for name in ("largest", "smallest") if name in cues}


def _is_percentile(fact: Fact) -> bool:
    """Whether a fact tells a percentile as it is; `95% within 60 ms` is one, though it may be a promise."""
    told = is_measured(fact) and "limit" not in fact.cues
    within = fact.modality is Modality.LIMIT and "local" in fact.cues and fact.is_topic
    return (told or within) and not fact.is_calculated


def _are_of_one(last: Fact, fact: Fact, *, alone: bool) -> bool:
    """Tell whether two percentiles are of the same values: in one sentence, or alone on lines in a row."""
    follows = alone and fact.line == last.line + 1 and bool(last.label and fact.label)
    listed = follows and differ_in_a_word(last, fact)
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

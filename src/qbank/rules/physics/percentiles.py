"""QB857: percentiles out of order, and means that are not between what they are the means of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Final

from qbank.facts.counted import counted, number_of, singular
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece, cues_in
from qbank.facts.vocabulary import Kind, Modality, Origin
from qbank.grouping import grouped
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.stated import is_measured, is_stated, quotients, where
from qbank.rules.sentences.levels import Level, are_of_one, by_levels, levels_told

_PURE: Final = frozenset((Kind.COUNT, Kind.SHARE, Kind.RATIO, Kind.OTHER))
_NOT_NEGATIVE: Final = frozenset((Kind.TIME, Kind.BYTES, Kind.ENERGY, Kind.POWER, Kind.EVENT_RATE))
_MORE: Final = 1.001
_ROUNDED: Final = 0.95
"""What digits that are not shown may take from a mean that just keeps to its percentiles."""
_ROUNDED_RANK: Final = 0.6
"""What percents without a digit behind the point may be off by."""
_BEYOND: Final = frozenset(("bounding", "or-more"))
_HIGHEST: Final = 100
_LEAST: Final = frozenset(("floor", "least"))
_NEAR: Final = 2
_BESIDE: Final = 3
_EXTREMES: Final = frozenset(("largest", "smallest"))
_OF_CLAUSE: Final = 7
"""How many pieces back a mean is called so, and what is called the largest of all."""
_LEAST_UP: Final = 0.8
"""Shares of the time that something is up, or of requests that get through."""
_OF_PATH: Final = frozenset(("path", "chain", "whole", "complete", "overall", "end-to-end", "together"))
_TOLD: Final = frozenset((Modality.GIVEN, Modality.ASSUMED, Modality.DENIED))
_FEWEST_PARTS: Final = 3
_F1: Final = frozenset(("f1", "f1 score", "f1-score"))
_OF_F1: Final = ("precision", "recall")
_F1_REACH: Final = 4


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
            yaml="scenario: In the same hour the mean power of the board was 6 W and its peak 4 W.\n",
            underlines="6 W",
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
        Example(yaml="scenario: The p95 of tenant A, 180 ms, and the p99 of tenant B, 90 ms, were logged.\n"),
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
        """Compare percentiles of the same values, and means with what they are the means of."""
        percentiles = [fact for fact in ledger.facts if fact.rank and _is_percentile(fact)]
        yield from _out_of_order(
            percentiles, {(it.fact.path, it.fact.at): it for it in ledger.view(levels_told)}
        )
        yield from _tails_out_of_order(percentiles)
        yield from _levels_out_of_order(ledger)
        yield from _means_outside(ledger)
        yield from _means_above_settings(ledger)
        yield from _means_below_percentiles(ledger, percentiles)
        if ledger.says("needs-all") and "redundant" not in cues_in(ledger.scenario):
            yield from _wholes_above_worst(ledger)
        yield from _f1_beyond_parts(ledger)


def _out_of_order(
    percentiles: Sequence[Fact], levels: Mapping[tuple[FieldPath, int], Level]
) -> Iterator[Violation]:
    """Yield percentiles that are below a lower one, of those that are told one after the other."""
    on_lines = Counter((fact.path, fact.line) for fact in percentiles)
    for last, fact in pairwise(percentiles):
        alone = on_lines[last.path, last.line] == on_lines[fact.path, fact.line] == 1
        low, high = sorted((last, fact), key=lambda one: one.rank)
        named = [levels[one.path, one.at] for one in (last, fact) if (one.path, one.at) in levels]
        if len(named) == 2 and not are_of_one(*named):
            continue  # `the p95 of one service and the p50 of another one`
        if high.value < low.value and _are_of_one(last, fact, alone=alone):
            yield Violation(high, f"{high.text} (p{high.rank:g}) is below {low.text} (p{low.rank:g})", (low,))


def _tails_out_of_order(percentiles: Sequence[Fact]) -> Iterator[Violation]:
    """Yield percentiles that the share which takes longer does not allow: p95 of 40 ms, 8% above 50 ms."""
    tails = [fact for fact in percentiles if not fact.cues.isdisjoint(_BEYOND)]
    for tail, one in product(tails, percentiles):
        low, high = sorted((one, tail), key=lambda it: it.rank)
        is_apart = high.rank - low.rank > _ROUNDED_RANK and high.value * _MORE < low.value
        if is_apart and where(one) == where(tail) and (one.kind, one.standing) == (tail.kind, tail.standing):
            what = f"{100 - tail.rank:.3g} % take more than {tail.text}"
            yield Violation(one, f"{one.text} (p{one.rank:g}) is out of order: {what}", (tail,))


def _levels_out_of_order(ledger: Ledger) -> Iterator[Violation]:
    """Yield means that are above the most of what they are the mean of, or below the least; so medians."""
    for low, high in by_levels(ledger):
        if low.fact.mention.low > high.fact.mention.high * _MORE:
            what = f"{low.fact.text} ({low.word}) is above {high.fact.text} ({high.word}) of the same"
            yield Violation(low.fact, what, (high.fact,))


def _means_outside(ledger: Ledger) -> Iterator[Violation]:
    """Yield means that are not between the least and the most of their list, or above a bound of each."""
    told = [fact for fact in ledger.facts if fact.is_topic and not fact.is_calculated]
    for mean in told:
        if "average" not in mean.traits or mean.rank or not is_measured(mean):
            continue
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
    for _, _, result in quotients(ledger):
        label = ledger.label_of(result)
        if result.kind is not Kind.COUNT or "average" not in cues_in(label):
            continue
        names = {piece.text for piece in label if piece.is_noun and "average" not in piece.meaning.cues}
        scenario = ledger.scenario
        for word, noun, of, most in zip(scenario, scenario[1:], scenario[2:], scenario[3:], strict=False):
            is_most = {"maximum", "largest"} <= word.meaning.cues and of.text == "of"
            number = number_of(most)
            if is_most and number and names & set(noun.text.split()) and result.value > number * _MORE:
                what = f"a mean of {result.text} is above the {most.text} that there are at most"
                yield Violation(result, what)


def _means_below_percentiles(ledger: Ledger, percentiles: Iterable[Fact]) -> Iterator[Violation]:
    """Yield means that are less than the percentiles beside them leave: a tenth is above p90 or at it.

    Of what cannot be negative, the share between two percentiles is at least the lower one each.
    """
    told = (one for one in percentiles if one.kind in _NOT_NEGATIVE and is_measured(one))
    for ranked in grouped(((*where(one), one.kind), one) for one in told).values():
        kind, first = ranked[0].kind, ranked[0]
        values = {one.value for one in ranked}  # `p90 is 900 ms: a tenth took 900 ms or longer`
        beside = [one for one in ledger.beside(first, kind) if one.value not in values]
        if not beside and ledger.sentence_of(first)[0].mention is not None:
            ahead = [one for one in ledger.by_kind[kind] if (one.path, one.sentence + 1) == where(first)]
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
            of = " and ".join(f"{one.text} (p{one.rank:g})" for one in ranked)
            what = (
                f"a mean of {mean.text} is below what {of} make alone, {least / mean.value:.3g} times of it"
            )
            yield Violation(mean, what, (ranked[-1],))


def _wholes_above_worst(ledger: Ledger) -> Iterator[Violation]:
    """Yield what a path of parts is up for, if it needs all of them, and the worst of them is less."""
    up = [
        fact
        for fact in ledger.by_kind[Kind.SHARE]
        if fact.origin is Origin.SCENARIO and _LEAST_UP <= fact.value < 1 and fact.modality in _TOLD
    ]
    for whole in filter(is_stated, up):
        words = {word for piece in ledger.clause_of(whole) for word in piece.text.split()}
        ahead = [one for one in up if 0 <= whole.sentence - one.sentence <= 1 and one.at < whole.at]
        parts = [one for one in ahead if one.sentence == ahead[-1].sentence]
        if _OF_PATH.isdisjoint(words) or len(parts) < _FEWEST_PARTS:
            continue
        worst = min(parts, key=lambda one: one.value)
        if whole.mention.low > worst.mention.high + worst.mention.step / 2:
            what = f"{whole.text} of the whole are more than the {worst.text} of a part that it needs"
            yield Violation(whole, what, (worst,))


def _f1_beyond_parts(ledger: Ledger) -> Iterator[Violation]:
    """Yield an F1 that is not between the precision and the recall of its sentence: it is their mean."""
    for sentence in grouped((piece.sentence, piece) for piece in ledger.scenario).values():
        if _F1.isdisjoint(piece.text for piece in sentence) or "average" in cues_in(sentence):
            continue  # a mean over classes may be below both
        told = grouped(_rates_behind_words(sentence))
        parts = [one for name in _OF_F1 for one in told.get(name, ())]
        if "f1" not in told or [len(told.get(name, ())) for name in _OF_F1] != [1, 1]:
            continue
        f1, value = told["f1"][0]
        starts = {piece.start for piece, _ in (*parts, told["f1"][0])}
        if len(starts) <= len(parts) or f1.clause - parts[-1][0].clause > 1:
            continue
        least, most = sorted(one for _, one in parts)
        about = next((fact for fact in ledger.facts if fact.start in starts), None)
        if about is not None and not least / _MORE <= value <= most * _MORE:
            what = f"an F1 of {f1.text} is not between precision and recall, {least:.4g} and {most:.4g}"
            yield Violation(about, what, (), f1.start, f1.end)


def _rates_behind_words(sentence: Sequence[Piece]) -> Iterator[tuple[str, tuple[Piece, float]]]:
    """Yield words with the first number near behind, if it may be a share of what came out right or wrong."""
    for at, piece in enumerate(sentence):
        near = (one for one in sentence[at + 1 : at + 1 + _F1_REACH] if one.mention is not None)
        value = next(near, piece)
        told = value.mention
        if told is not None and (told.kind is Kind.SHARE or (told.is_bare and 0 < told.high < 1)):
            yield "f1" if piece.text in _F1 else piece.text, (value, told.high)


def _is_percentile(fact: Fact) -> bool:
    """Whether a fact tells a percentile as it is; `95% within 60 ms` is one, though it may be a promise."""
    told = is_measured(fact) and "limit" not in fact.cues
    within = fact.modality is Modality.LIMIT and "local" in fact.cues and fact.is_topic
    return (told or within) and not fact.is_calculated


def _are_of_one(last: Fact, fact: Fact, *, alone: bool) -> bool:
    """Whether two percentiles are of the same values: in one sentence, or alone on lines in a row.

    The labels of these lines differ in one word or number at most: `p95 latency`, `p99 latency`.
    """
    one, two = last.label.split(), fact.label.split()
    listed = alone and fact.line == last.line + 1 and 0 < len(one) == len(two)
    listed = listed and sum(a != b for a, b in zip(one, two, strict=True)) <= 1
    return (
        last.path == fact.path
        and (last.sentence == fact.sentence or listed)
        and last.kind is fact.kind
        and last.rank != fact.rank
        and last.standing is fact.standing
    )

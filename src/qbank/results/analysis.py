"""An exam analysed: every question, its options and mistakes, the whole paper, and groups of questions and
students."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean as mean
from statistics import median, quantiles
from typing import Any, Final

from qbank.grouping import grouped
from qbank.model.results import LEAST_STUDENTS as LEAST_IN_GROUP
from qbank.results.exam import Exam, ExamItem, Response
from qbank.results.options import PooledOptions, pooled_options
from qbank.results.sheet import ResultsError, State
from qbank.results.slips import MistakeCount, WrongAnswer, wrong_numbers
from qbank.results.statistics.choices import ChoiceStatistics, choice_statistics
from qbank.results.statistics.differences import holm, means_differ, shares_differ
from qbank.results.statistics.intervals import Interval, of_mean, of_share
from qbank.results.statistics.items import ItemStatistics, Scored, item_statistics
from qbank.results.statistics.paper import (
    Distribution,
    Reliability,
    alpha_without,
    complete,
    distribution,
    reliability,
)
from qbank.results.statistics.rasch import LEAST_STUDENTS, RaschItem, rasch

LEAST_FOR_CORRELATIONS: Final = 30
"""With fewer students a correlation says nothing; it is shown, and nobody is warned."""
_LEAST_FREQUENT: Final = 3
_BLANK: Final = frozenset({State.OMITTED, State.NOT_REACHED})
_NEARLY_ALL: Final = 0.9
"""Some answers can be read in no export."""


@dataclass(frozen=True, slots=True)
class OptionAnalysis:
    """One option of a choice, by its letter in the question file.

    `printed` are its letters on papers, by version.
    """

    id: str
    text: str
    correct: bool
    mistake: str
    printed: Mapping[str, str]
    statistics: ChoiceStatistics


@dataclass(frozen=True, slots=True)
class GroupAnalysis:
    """How a group fared: a version, a variant, a topic. `difficulty` is the mean share of the points."""

    name: str
    n: int
    difficulty: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Groups side by side; `probability` that chance alone makes them differ so, corrected for many tests."""

    groups: tuple[GroupAnalysis, ...]
    probability: float | None


@dataclass(frozen=True, slots=True)
class ItemAnalysis:
    """How a question fared.

    Attributes:
        item: the question.
        states: how many answered, omitted, did not reach it, and so on.
        guess: the share of points that guessing gives.
        statistics: of its points.
        told: of how many it is known what they answered, or that they left it blank; what follows is of
            these, and empty where there are none.
        options, mistakes, wrong: what was chosen, which listed mistakes were made, and wrong numbers that
            none explains.
        variants, forms: the same question with other numbers, and in other versions of the paper; no variants
            where each version had numbers of its own, for then nothing tells the two apart.
        rasch: its difficulty in logits.
    """

    item: ExamItem
    states: Mapping[State, int]
    guess: float
    statistics: ItemStatistics
    told: int
    options: tuple[OptionAnalysis, ...]
    mistakes: tuple[MistakeCount, ...]
    wrong: tuple[WrongAnswer, ...]
    variants: Comparison
    forms: Comparison
    rasch: RaschItem | None = None

    @property
    def is_told(self) -> bool:
        """Whether it is known of nearly all what they answered."""
        return self.told >= _NEARLY_ALL * self.statistics.n


@dataclass(frozen=True, slots=True)
class Times:
    """How long the paper took, in minutes."""

    n: int
    lower_quartile: float
    median: float
    upper_quartile: float


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of an exam; `reliability` is None, and `reliability_remark` says why, where it is not
    defined."""

    exam: Exam
    n: int
    items: tuple[ItemAnalysis, ...]
    distribution: Distribution
    reliability: Reliability | None
    reliability_remark: str
    forms: Comparison
    groups: Mapping[str, tuple[GroupAnalysis, ...]]
    times: Times | None
    rasch_remark: str


Lookup = Callable[[str], Mapping[str, Any] | None]


def analyse(exam: Exam, lookup: Lookup | None = None) -> Analysis:
    """Analyse an exam; `lookup` gives the bank's questions, whose mistakes are recomputed.

    Raises:
        ResultsError: nobody has points for anything.
    """
    scores = [exam.scores(place) for place in range(len(exam.items))]
    scored = Scored(scores, [item.maximum for item in exam.items])
    shares = [share for share in scored.shares if share is not None]
    if not shares:
        raise ResultsError(
            "nobody has points for anything; is the export the one with points, or is a key missing?"
        )
    guesses = [_guess(item) for item in exam.items]
    statistics, reliable, remark = _with_alpha(exam, scores, scored, item_statistics(scored, guesses))
    estimates, rasch_remark = _rasch(exam, scores)
    analysed = [
        _item(exam, place, scored, statistics[place], lookup=lookup) for place in range(len(exam.items))
    ]
    analysed = [replace(item, rasch=rasch) for item, rasch in zip(analysed, estimates, strict=True)]
    return Analysis(
        exam=exam,
        n=len(exam.students),
        items=tuple(_corrected(analysed)),
        distribution=distribution(shares),
        reliability=reliable,
        reliability_remark=remark,
        forms=_forms(exam, scored),
        groups={name: _groups(exam, scores, name) for name in ("topic", "level", "bloom")},
        times=_times(exam),
        rasch_remark=rasch_remark,
    )


def _guess(item: ExamItem) -> float:
    key = item.key
    if key is None or not key.options or sum(option.correct for option in key.options) != 1:
        return 0.0
    return 1 / len(key.options)


def _with_alpha(
    exam: Exam, scores: Sequence[Sequence[float | None]], scored: Scored, statistics: list[ItemStatistics]
) -> tuple[list[ItemStatistics], Reliability | None, str]:
    """Add alpha without each item; it is defined for students who had the same questions."""
    presented = Counter(frozenset(student.responses) for student in exam.students)
    rows, matrix = complete(scores)
    n = len(exam.students)
    if len(presented) > 1 and len(rows) < n / 2:
        remark = "students had different questions, so that the totals have no common reliability"
        return statistics, None, remark
    reliable = reliability(matrix, scored.maxima)
    without = alpha_without(matrix) if reliable.alpha is not None else [None] * len(statistics)
    remark = f"over {len(rows)} of {n} students, who have points for all questions" if len(rows) < n else ""
    added = [replace(one, alpha_without=alpha) for one, alpha in zip(statistics, without, strict=True)]
    return added, reliable, remark


def _rasch(exam: Exam, scores: Sequence[Sequence[float | None]]) -> tuple[list[RaschItem | None], str]:
    nothing: list[RaschItem | None] = [None] * len(scores)
    n = len(exam.students)
    if n < LEAST_STUDENTS:
        return nothing, f"Rasch difficulties need {LEAST_STUDENTS} students or more; this exam has {n}"
    rows, matrix = complete(scores)
    binary = [
        place
        for place, item in enumerate(exam.items)
        if set(matrix[place]) <= {0.0, item.maximum} and matrix[place]
    ]
    if len(rows) < LEAST_STUDENTS or len(binary) < 3:
        return (
            nothing,
            "Rasch difficulties need students who had the same questions, right or wrong and nothing between",
        )
    found = rasch([[score / exam.items[place].maximum for score in matrix[place]] for place in binary])
    for place, estimate in zip(binary, found, strict=True):
        nothing[place] = estimate
    return nothing, ""


def _item(
    exam: Exam, place: int, scored: Scored, statistics: ItemStatistics, *, lookup: Lookup | None
) -> ItemAnalysis:
    item = exam.items[place]
    responses = [student.responses.get(place) for student in exam.students]
    states = Counter(State.NOT_PRESENTED if one is None else one.state for one in responses)
    rest = scored.rest(place)
    pooled = pooled_options(item)
    told = _told(exam, place, pooled)
    chosen = [
        _chosen(response, pooled) if is_told else None
        for response, is_told in zip(responses, told, strict=True)
    ]
    options = tuple(
        OptionAnalysis(
            option.id,
            option.text,
            option.correct,
            option.mistake,
            pooled.printed[option.id],
            choice_statistics(
                [None if ids is None else option.id in ids for ids in chosen], rest, scored.ends
            ),
        )
        for option in pooled.options
        if any(told)
    )
    mistakes, wrong = _wrong_numbers(item, responses, sum(told), lookup)
    mistakes += [
        MistakeCount(option.mistake, option.statistics.count) for option in options if option.mistake
    ]
    known = [
        (student.form, response.reference, response.score / item.maximum)
        for student, response in zip(exam.students, responses, strict=True)
        if response is not None and response.score is not None
    ]
    versions = [(reference, form) for form, reference, _ in known if form is not None]
    variants = grouped((reference, share) for _, reference, share in known)
    return ItemAnalysis(
        item=item,
        states=states,
        guess=_guess(item),
        statistics=statistics,
        told=sum(told),
        options=options,
        mistakes=tuple(mistakes),
        wrong=tuple(wrong),
        variants=_compared({} if _one_to_one(versions) else variants),
        forms=_compared(grouped((form, share) for form, _, share in known if form is not None)),
    )


def _one_to_one(pairs: Sequence[tuple[str, str]]) -> bool:
    """Whether each of the first belongs to one of the second, and the other way round."""
    distinct = set(pairs)
    return bool(distinct) and all(len(set(ends)) == len(distinct) for ends in zip(*distinct, strict=True))


def _wrong_numbers(
    item: ExamItem, responses: Sequence[Response | None], n: int, lookup: Lookup | None
) -> tuple[list[MistakeCount], list[WrongAnswer]]:
    typed = [
        (response.reference, response.answer)
        for response in responses
        if response is not None and response.answer is not None
    ]
    if not typed:
        return [], []
    question = lookup(item.id) if lookup is not None else None
    return wrong_numbers(typed, item.keys, question, least=max(_LEAST_FREQUENT, round(0.05 * n)))


def _told(exam: Exam, place: int, pooled: PooledOptions) -> list[bool]:
    """Return of whom it is known what they answered, or that they left it blank.

    Blanks count where answers of the same version are known: else a file with points alone would tell that
    nobody chose anything.
    """
    responses = [student.responses.get(place) for student in exam.students]
    known = [
        response is not None and (response.answer is not None or bool(_chosen(response, pooled)))
        for response in responses
    ]
    forms = {student.form for student, is_known in zip(exam.students, known, strict=True) if is_known}
    return [
        is_known or (response is not None and response.state in _BLANK and student.form in forms)
        for student, response, is_known in zip(exam.students, responses, known, strict=True)
    ]


def _chosen(response: Response | None, pooled: PooledOptions) -> frozenset[str] | None:
    """Return the options that somebody chose; None for who did not see them, or named none that was there."""
    if response is None:
        return None
    if response.option is None:
        return frozenset() if response.state in _BLANK else None
    return pooled.ids(response.reference, response.option)


def _compared(groups: Mapping[str, Sequence[float]]) -> Comparison:
    """Compare groups that are large enough to be told apart."""
    large = {name: shares for name, shares in sorted(groups.items()) if len(shares) >= LEAST_IN_GROUP}
    if len(large) < 2:
        return Comparison((), None)
    described = tuple(_group(name, shares) for name, shares in large.items())
    if all(map(_all_or_nothing, large.values())):
        counts = [(round(sum(shares)), len(shares) - round(sum(shares))) for shares in large.values()]
        return Comparison(described, shares_differ(counts))
    return Comparison(described, means_differ(list(large.values())))


def _group(name: str, shares: Sequence[float]) -> GroupAnalysis:
    n = len(shares)
    interval = of_share(sum(shares), n) if _all_or_nothing(shares) else of_mean(shares)
    return GroupAnalysis(name, n, mean(shares), interval)


def _all_or_nothing(shares: Sequence[float]) -> bool:
    return all(share in (0.0, 1.0) for share in shares)


def _corrected(items: Sequence[ItemAnalysis]) -> list[ItemAnalysis]:
    """Correct the tests of items for being many."""
    variants = holm([item.variants.probability for item in items])
    forms = holm([item.forms.probability for item in items])
    return [
        replace(
            item,
            variants=replace(item.variants, probability=of_variants),
            forms=replace(item.forms, probability=of_forms),
        )
        for item, of_variants, of_forms in zip(items, variants, forms, strict=True)
    ]


def _forms(exam: Exam, scored: Scored) -> Comparison:
    shares = zip(exam.students, scored.shares, strict=True)
    return _compared(
        grouped((one.form, share) for one, share in shares if one.form is not None and share is not None)
    )


def _groups(exam: Exam, scores: Sequence[Sequence[float | None]], field: str) -> tuple[GroupAnalysis, ...]:
    """Return how students fared with the questions of each topic, level or Bloom level; the mean is over
    students."""
    places = grouped((getattr(item, field), place) for place, item in enumerate(exam.items))
    places.pop("", None)
    found = []
    for word, of_word in sorted(places.items()):
        shares = []
        for student in range(len(exam.students)):
            known = [(score, place) for place in of_word if (score := scores[place][student]) is not None]
            possible = sum(exam.items[place].maximum for _, place in known)
            if possible:
                shares.append(sum(score for score, _ in known) / possible)
        if len(shares) >= LEAST_IN_GROUP:
            found.append(GroupAnalysis(word, len(shares), mean(shares), of_mean(shares)))
    return tuple(found)


def _times(exam: Exam) -> Times | None:
    minutes = [student.seconds / 60 for student in exam.students if student.seconds]
    if len(minutes) < LEAST_IN_GROUP:
        return None
    lower, _, upper = quantiles(minutes, n=4, method="inclusive")
    return Times(len(minutes), lower, median(minutes), upper)

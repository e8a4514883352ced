"""What other keys would change: new totals, and how many students would move from band to band."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from qbank.nearest import meant_id
from qbank.quoting import quoted
from qbank.results.answers import number_of
from qbank.results.exam import Exam, ExamItem, Response, Student
from qbank.results.options import PooledOptions, described, pooled_options
from qbank.results.sheet import ResultsError, State

_ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Correction:
    """What to change of a question.

    Attributes:
        accepted: letters of options, or numbers with their units, that bring all points.
        replaces: whether they stand in place of the key, or beside it.
        left_out: the question counts nowhere.
    """

    accepted: tuple[str, ...] = ()
    replaces: bool = False
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class Total:
    """The points of one student, and what could be had.

    `paper` is what could be had on papers of which nothing is left out for one version alone.
    """

    points: float
    possible: float
    paper: float

    @property
    def share(self) -> float:
        """The share of the points, 0 where none could be had."""
        return self.points / self.possible if self.possible else 0.0

    @property
    def scaled(self) -> float:
        """The points out of those of the whole paper, so that versions compare."""
        return self.points if self.paper == self.possible else self.share * self.paper


@dataclass(frozen=True, slots=True)
class Regraded:
    """Totals before and after, in the order of the exam's students, and how bands change.

    Attributes:
        corrected: what was changed, by what it was said of, and how many students it is about.
        described: the answers that were accepted, in words, by what they were said of.
        bands: where bands begin, as shares of the points, the best first.
        moved: how many students would move from one band to another, by their places in `bands`; the last one
            is everything below.
    """

    before: tuple[Total, ...]
    after: tuple[Total, ...]
    corrected: Mapping[str, tuple[Correction, int]]
    described: Mapping[str, tuple[str, ...]]
    bands: tuple[float, ...]
    moved: Mapping[tuple[int, int], int]

    @property
    def more(self) -> int:
        """How many would have a larger share of the points."""
        return sum(new.share > old.share + _ROUNDING for old, new in self._pairs)

    @property
    def less(self) -> int:
        """How many would have a smaller share of the points."""
        return sum(new.share < old.share - _ROUNDING for old, new in self._pairs)

    def in_band(self, totals: Sequence[Total]) -> list[int]:
        """Return how many students are in each band, those below all last."""
        counts = Counter(_band(total, self.bands) for total in totals)
        return [counts[place] for place in range(len(self.bands) + 1)]

    @property
    def _pairs(self) -> list[tuple[Total, Total]]:
        return list(zip(self.before, self.after, strict=True))


def regrade(exam: Exam, corrections: Mapping[str, Correction], bands: Sequence[float]) -> Regraded:
    """Grade an exam anew.

    Args:
        corrections: by what each is of: the id of a question, or `ID@C` for version C of the paper or variant
            C of the question alone, which goes before what is said of all of it.

    Raises:
        ResultsError: a question, version or variant is not in the exam, or its answers are not known.
    """
    places = {item.id: place for place, item in enumerate(exam.items)}
    graders = {
        of: _Grader(exam.items[_place(of, places)], correction) for of, correction in corrections.items()
    }
    responses: dict[str, list[Response]] = {of: [] for of in corrections}
    for student in exam.students:
        for place, response in student.responses.items():
            if of := _meant(exam.items[place].id, student, response, graders):
                responses[of].append(response)
    for of, grader in graders.items():
        if "@" in of and not responses[of]:
            raise ResultsError(_no_such_version(of, exam, places[of.partition("@")[0]]))
        grader.refuse_unknown(responses[of])
    before = tuple(_total(exam, student, {}) for student in exam.students)
    after = tuple(_total(exam, student, graders) for student in exam.students)
    ordered = tuple(sorted(bands, reverse=True))
    moves = Counter(
        (_band(old, ordered), _band(new, ordered)) for old, new in zip(before, after, strict=True)
    )
    moved = {move: count for move, count in sorted(moves.items()) if move[0] != move[1]}
    corrected = {of: (correction, len(responses[of])) for of, correction in corrections.items()}
    in_words = {of: grader.described(of.partition("@")[2]) for of, grader in graders.items()}
    return Regraded(before, after, corrected, in_words, ordered, moved)


def _place(of: str, places: Mapping[str, int]) -> int:
    id_ = of.partition("@")[0]
    if id_ in places:
        return places[id_]
    raise ResultsError(f"there is no question {quoted(id_)} in these results{meant_id(id_, places)}")


def _meant(id_: str, student: Student, response: Response, said_of: Container[str]) -> str | None:
    """Return what a response was corrected by: its version, its variant, or its question as a whole."""
    named = (f"{id_}@{student.form}", response.reference, id_)
    return next((one for one in named if one in said_of), None)


def _no_such_version(of: str, exam: Exam, place: int) -> str:
    id_, _, name = of.partition("@")
    forms = {student.form for student in exam.students if place in student.responses and student.form}
    variants = {
        response.reference.partition("@")[2]
        for student in exam.students
        if (response := student.responses.get(place)) is not None and "@" in response.reference
    }
    listed = [
        f"{what} {', '.join(sorted(names))}"
        for what, names in (("versions", forms), ("variants", variants))
        if names
    ]
    there = f"it has {' and '.join(listed)}" if listed else "its versions are not told apart here"
    return f"nobody had {id_} in version or variant {quoted(name)}; {there}"


class _Grader:
    """Grades the answers to one question by its correction."""

    def __init__(self, item: ExamItem, correction: Correction) -> None:
        self._item = item
        self._pooled: PooledOptions = pooled_options(item)
        letters = {option.id for option in self._pooled.options}
        if letters:  # papers and reports print them as capitals
            correction = replace(correction, accepted=tuple(one.lower() for one in correction.accepted))
        self._correction = correction
        for accepted in correction.accepted:
            if letters and accepted not in letters:
                there = ", ".join(sorted(letters))
                raise ResultsError(f"{item.id} has no option {quoted(accepted)}; it has {there}")

    def described(self, form: str) -> tuple[str, ...]:
        """Return the accepted answers in words: of options also what they say, and their letters on papers,
        or on the one of a version."""
        options = {option.id: option for option in self._pooled.options}
        words = []
        for accepted in self._correction.accepted:
            option = options.get(accepted)
            if option is None:
                words.append(quoted(accepted))
                continue
            printed = self._pooled.printed[option.id]
            printed = {form: printed[form]} if form in printed else printed
            words.append(f"{quoted(accepted)} ({described(option.text, option.id, printed)})")
        return tuple(words)

    def refuse_unknown(self, responses: Iterable[Response]) -> None:
        """Refuse to accept answers where the file tells points alone."""
        if self._correction.accepted and not any(one.option or one.answer for one in responses):
            raise ResultsError(
                f"{self._item.id}: what was answered is not known; name an export with answers, and the key "
                "file"
            )

    def points(self, response: Response) -> tuple[float, float]:
        """Return the points of a response, and what could be had."""
        if self._correction.left_out or response.score is None:
            return 0.0, 0.0
        if self._is_accepted(response):
            return self._item.maximum, self._item.maximum
        known = response.option is not None or response.answer is not None
        # What the old key called right earns nothing now; a mistake keeps the share that it earns.
        was_right = known and response.score >= self._item.maximum - _ROUNDING
        lost = self._correction.replaces and was_right and response.state is State.ANSWERED
        return 0.0 if lost else response.score, self._item.maximum

    def _is_accepted(self, response: Response) -> bool:
        if response.option is not None:
            chosen = self._pooled.ids(response.reference, response.option)
            return chosen is not None and len(chosen) == 1 and bool(chosen & set(self._correction.accepted))
        key = self._item.keys.get(response.reference)
        if response.answer is None or key is None or key.number is None:
            return False
        value = number_of(response.answer, key.number.unit)
        for text in self._correction.accepted:
            wanted = number_of(text, key.number.unit)
            if wanted is None:
                raise ResultsError(
                    f"{self._item.id}: {quoted(text)} is no number in {key.number.unit or 'plain numbers'}"
                )
            if value is not None and abs(value - wanted) <= key.number.slack * abs(wanted):
                return True
        return False


def _total(exam: Exam, student: Student, graders: Mapping[str, _Grader]) -> Total:
    points = possible = scaled_away = 0.0
    for place, response in student.responses.items():
        item = exam.items[place]
        if of := _meant(item.id, student, response, graders):
            own, could = graders[of].points(response)
            if "@" in of and not could and response.score is not None:
                scaled_away += item.maximum
        elif response.score is None:
            continue
        else:
            own, could = response.score, item.maximum
        points += own
        possible += could
    return Total(points, possible, possible + scaled_away)


def _band(total: Total, bands: Sequence[float]) -> int:
    return next((place for place, least in enumerate(bands) if total.share >= least - _ROUNDING), len(bands))

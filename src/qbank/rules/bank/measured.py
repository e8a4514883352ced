"""QB66x: whether what questions say of themselves agrees with how they fared in exams.

They look at the files that `qbank results add` writes into the bank's folder `results`, and say nothing of
questions that were in no exam, or in so few hands that nothing can be told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from qbank.grouping import grouped
from qbank.model.taxonomy import Level
from qbank.problems import quote
from qbank.results.measured import Measured
from qbank.results.statistics.intervals import of_share
from qbank.rules.bank.sets import measured_of
from qbank.rules.core.base import BankRule, Example
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.summary import BankView, Summary
from qbank.sets.measured import Sitting
from qbank.unchecked import mappings
from qbank.yamlio.document import FieldPath

_STARS: Final = {1: (0.6, 1.0), 2: (0.4, 0.9), 3: (0.2, 0.75), 4: (0.0, 0.6)}
"""Which mean shares of the points fit a number of stars; they overlap, as classes differ."""
_DEAD: Final = 0.05
"""An option or a mistake that fewer take is none (as `qbank results show` has it)."""
_FILE: Final = "results/week-3-2026-10-01.yaml"
_SLOWER: Final = 1.5
"""By which factor minutes may be off: classes differ, and so do papers."""
_FAR: Final = 2
"""How many levels apart questions are compared."""
_FEWEST_OTHERS: Final = 3
_RANKS: Final = {level.value: rank for rank, level in enumerate(Level)}


def _example(fields: str, results: str, underlines: str | None = None) -> Example:
    """Make a question with what was measured of it."""
    head = "set: week-3\ndate: '2026-10-01'\nstudents: 200\nquestions:\n- id: cloud-0001\n  students: 200\n"
    return Example(yaml=fields, others={_FILE: head + results}, underlines=underlines)


_LEVELS: Final = {f"questions/cloud/compute/cloud-000{number}.yaml": "level: L2\n" for number in (2, 3, 4)}


def _levels_results(difficulty: float, interval: str) -> str:
    """Return an exam in which three questions of a low level and another one fared."""
    entries = "".join(
        f"- id: cloud-000{number}\n  students: 200\n  difficulty: 0.7\n  interval: [0.63, 0.76]\n"
        for number in (2, 3, 4)
    )
    first = f"- id: cloud-0001\n  students: 200\n  difficulty: {difficulty}\n  interval: {interval}\n"
    return f"set: week-3\ndate: '2026-10-01'\nstudents: 200\nquestions:\n{first}{entries}"


class _MeasuredRule(BankRule):
    """A rule that compares a question with how it fared."""

    def check(self, bank: BankView) -> Iterator[Finding]:
        """Look at every question in use that was in an exam."""
        measured = bank.cached_view(measured_of)
        for summary in bank.summaries if measured else ():
            known = measured.get(summary.id or "")
            if known is not None and summary.live:
                for message, path in self.look(known, bank, summary):
                    yield self.finding(bank, summary, message, path)

    def look(self, measured: Measured, bank: BankView, summary: Summary) -> Iterator[tuple[str, FieldPath]]:
        """Yield what does not agree, and the field that it is about."""
        raise NotImplementedError


class StatedDifficultyMeasured(_MeasuredRule):
    """A question is easier or harder than its stars say.

    Of the points, students are expected to have on average 60 % or more with one star, 40 to 90 % with two,
    20 to 75 % with three, and 60 % or less with four. Reported where the whole 95 % interval lies outside.
    Change `difficulty`, or look why the question is not what it was meant to be.
    """

    code = "QB661"
    name = "stated-difficulty-measured"
    severity = Severity.INFO
    bad = (_example("difficulty: 1\n", "  difficulty: 0.21\n  interval: [0.16, 0.27]\n", "1"),)
    good = (_example("difficulty: 3\n", "  difficulty: 0.21\n  interval: [0.16, 0.27]\n"),)

    def look(self, measured: Measured, bank: BankView, summary: Summary) -> Iterator[tuple[str, FieldPath]]:
        """Compare stars with the interval."""
        question = bank.question(summary)
        stars = question.value(("difficulty",)) if question is not None else None
        low, high = _STARS.get(stars, (0.0, 1.0)) if isinstance(stars, int) else (0.0, 1.0)
        interval = measured.difficulty_interval
        if interval.high < low or interval.low > high:
            said = "star" if stars == 1 else "stars"
            way = "harder" if interval.high < low else "easier"
            had = f"{measured.students} students had {_percent(measured.difficulty)} of the points"
            yield f"difficulty: {way} than {stars} {said}: {had}", ("difficulty",)


class DoubtfulKeyMeasured(_MeasuredRule):
    """The key of a question is doubtful: in an exam, strong students chose otherwise.

    `qbank results show ID` tells what was chosen. Look at the key and at the text; where the key was wrong
    and has been mended, so that `correct_index` is another one than in that exam, nothing is reported.
    """

    code = "QB662"
    name = "doubtful-key-measured"
    severity = Severity.WARNING
    bad = (
        _example(
            "details:\n  options: [1 GiB, 2 GiB]\n  correct_index: 0\n",
            "  difficulty: 0.4\n  interval: [0.33, 0.47]\n  key: a\n  options: {a: 80, b: 120}\n"
            "  flags: [doubtful-key]\n",
            "0",
        ),
    )
    good = (
        _example(
            "details:\n  options: [1 GiB, 2 GiB]\n  correct_index: 1\n",
            "  difficulty: 0.4\n  interval: [0.33, 0.47]\n  key: a\n  options: {a: 80, b: 120}\n"
            "  flags: [doubtful-key]\n",
        ),
    )

    def look(self, measured: Measured, bank: BankView, summary: Summary) -> Iterator[tuple[str, FieldPath]]:
        """Look for the flag, while the key is the same."""
        if not {"doubtful-key", "negative-discrimination"} & set(measured.flags):
            return
        question = bank.question(summary)
        index = question.value(("details", "correct_index")) if question is not None else None
        sitting = measured.sittings[0]
        key = sitting.data.get("key")
        if isinstance(index, int) and isinstance(key, str) and key != _letter(index):
            return
        path: FieldPath = ("details", "correct_index") if isinstance(index, int) else ("id",)
        yield f"strong students chose otherwise in {_where(sitting)}: look at the key", path


class DeadDistractorMeasured(_MeasuredRule):
    """An option that hardly anybody takes.

    It distracts nobody, so that guessing gets easier. Reported where certainly fewer than 5 % of the
    students chose it: write another, of a slip that students do make, or leave it out.
    """

    code = "QB663"
    name = "dead-distractor-measured"
    severity = Severity.INFO
    bad = (
        _example(
            "details:\n  options: [1 GiB, 2 GiB, 8 GiB]\n  correct_index: 0\n",
            "  difficulty: 0.6\n  interval: [0.53, 0.67]\n  key: a\n  options: {a: 120, b: 79, c: 1}\n",
            "8 GiB",
        ),
    )
    good = (
        _example(
            "details:\n  options: [1 GiB, 2 GiB, 8 GiB]\n  correct_index: 0\n",
            "  difficulty: 0.6\n  interval: [0.53, 0.67]\n  key: a\n  options: {a: 120, b: 50, c: 30}\n",
        ),
    )

    def look(self, measured: Measured, bank: BankView, summary: Summary) -> Iterator[tuple[str, FieldPath]]:
        """Add up what was chosen over all exams, by letter."""
        question = bank.question(summary)
        options = question.items(("details", "options")) if question is not None else []
        right = question.value(("details", "correct_index")) if question is not None else None
        for index in range(len(options)):
            counts = [_count(sitting.data.get("options"), _letter(index)) for sitting in measured.sittings]
            pairs = zip(counts, measured.sittings, strict=True)
            known = [(count, sitting.students) for count, sitting in pairs if count is not None]
            chose, of = sum(count for count, _ in known), sum(students for _, students in known)
            if known and index != right and of_share(chose, of).high < _DEAD:
                message = f"{chose} of {of} students chose this option: it distracts nobody"
                yield message, ("details", "options", index)


class MistakeNeverMade(_MeasuredRule):
    """A listed mistake that hardly anybody makes.

    Reported where certainly fewer than 5 % of the students made it. Students go wrong otherwise: `qbank
    results show ID` tells how.
    """

    code = "QB664"
    name = "mistake-never-made"
    severity = Severity.INFO
    bad = (
        _example(
            "answer: {value: 1 GiB}\nmistakes:\n- text: Counts keys alone.\n  expression: 0.5 GiB\n",
            "  difficulty: 0.6\n  interval: [0.53, 0.67]\n  mistakes:\n  - "
            "{text: Counts keys alone., count: 0}\n",
            "Counts keys alone.",
        ),
    )
    good = (
        _example(
            "answer: {value: 1 GiB}\nmistakes:\n- text: Counts keys alone.\n  expression: 0.5 GiB\n",
            "  difficulty: 0.6\n  interval: [0.53, 0.67]\n  mistakes:\n  - "
            "{text: Counts keys alone., count: 30}\n",
        ),
    )

    def look(self, measured: Measured, bank: BankView, summary: Summary) -> Iterator[tuple[str, FieldPath]]:
        """Add up how often each was made; those of options are told as options."""
        question = bank.question(summary)
        mistakes = question.items(("mistakes",)) if question is not None else []
        for index, mistake in enumerate(mistakes):
            if not isinstance(mistake, dict) or mistake.get("option") is not None:
                continue
            made = of = 0
            for sitting in measured.sittings:
                for entry in mappings(sitting.data.get("mistakes")):
                    if entry.get("text") == mistake.get("text"):
                        made += entry["count"] if type(entry.get("count")) is int else 0
                        of += sitting.students
            if of and of_share(made, of).high < _DEAD:
                message = f"mistakes[{index}]: {made} of {of} students made this mistake"
                yield message, ("mistakes", index, "text")


class FrequentAnswerUnexplained(_MeasuredRule):
    """Many students gave a wrong answer that no entry in `mistakes` explains.

    Add the slip that leads to it, with its `expression`: then its feedback reaches those who make it, and
    the next exam counts them. Reported of the newest exam, where certainly more than 5 % gave it.
    """

    code = "QB665"
    name = "frequent-answer-unexplained"
    severity = Severity.INFO
    bad = (
        _example(
            "answer: {value: 1 GiB}\n",
            "  difficulty: 0.6\n  interval: [0.53, 0.67]\n  wrong:\n"
            "  - {answer: 0.5 GiB, count: 40, slip: without the factor 2}\n  flags: [unexplained-answer]\n",
            "cloud-0001",
        ),
    )
    good = (_example("answer: {value: 1 GiB}\n", "  difficulty: 0.6\n  interval: [0.53, 0.67]\n"),)

    def look(self, measured: Measured, bank: BankView, summary: Summary) -> Iterator[tuple[str, FieldPath]]:  # noqa: ARG002
        """Look at the answers of the newest exam."""
        sitting = measured.sittings[0]
        for entry in mappings(sitting.data.get("wrong")):
            count = entry.get("count")
            if type(count) is not int or of_share(min(count, sitting.students), sitting.students).low < _DEAD:
                continue
            slip = f": {entry['slip']}" if isinstance(entry.get("slip"), str) else ""
            answer = quote(str(entry.get("answer")))
            yield f"{count} of {sitting.students} answered {answer} in {_where(sitting)}{slip}", ("id",)


class StatedMinutesMeasured(_MeasuredRule):
    """A question takes much longer, or shorter, than its minutes say.

    Papers tell how long they took as a whole, and of that each question has the share that it had of the
    expected minutes. Reported where students took more than one and a half times as long as stated, or less
    than two thirds of it. Change `expected_time_minutes`, so that papers come out as long as they are.
    """

    code = "QB666"
    name = "stated-minutes-measured"
    severity = Severity.INFO
    bad = (
        _example(
            "expected_time_minutes: 20\n",
            "  difficulty: 0.6\n  interval: [0.53, 0.67]\n  minutes: 20\nminutes: 9\n",
            "20",
        ),
    )
    good = (
        _example(
            "expected_time_minutes: 10\n",
            "  difficulty: 0.6\n  interval: [0.53, 0.67]\n  minutes: 20\nminutes: 9\n",
        ),
    )

    def look(self, measured: Measured, bank: BankView, summary: Summary) -> Iterator[tuple[str, FieldPath]]:  # noqa: ARG002
        """Compare the minutes with the share of the time that papers took."""
        stated, took = summary.minutes, measured.minutes
        if not stated or took is None or 1 / _SLOWER <= took / stated <= _SLOWER:
            return
        way = "more" if took > stated else "less"
        message = f"{measured.students} students took {way} than the {stated:g} stated, about {took:.2g}"
        yield f"expected_time_minutes: {message}", ("expected_time_minutes",)


class StatedLevelMeasured(_MeasuredRule):
    """A question is out of line with its level: easier than those far below, or harder than those far above.

    It is compared with the questions of the same exams that are two levels or more away, of which there have
    to be three. Reported where the whole 95 % interval of its difficulty lies beyond their mean: a question
    for seniors that is easier than what beginners are asked, or one for beginners that is harder than what
    seniors are asked. Change `level`, or look why the question is not what it was meant to be.
    """

    code = "QB667"
    name = "stated-level-measured"
    severity = Severity.INFO
    bad = (
        Example(
            yaml="level: L5\n",
            others=_LEVELS | {_FILE: _levels_results(0.93, "[0.88, 0.96]")},
            underlines="L5",
        ),
    )
    good = (Example(yaml="level: L5\n", others=_LEVELS | {_FILE: _levels_results(0.4, "[0.33, 0.47]")}),)

    def look(self, measured: Measured, bank: BankView, summary: Summary) -> Iterator[tuple[str, FieldPath]]:
        """Compare with the questions of lower and of higher levels in the same exams."""
        if summary.level not in _RANKS:
            return
        rank, exams = _RANKS[summary.level], {(one.set, one.date) for one in measured.sittings}
        others = bank.cached_view(_by_exam)
        near = [entry for exam in exams for entry in others.get(exam, ())]
        below = [difficulty for other, difficulty in near if other <= rank - _FAR]
        above = [difficulty for other, difficulty in near if other >= rank + _FAR]
        low, high = measured.difficulty_interval
        if len(below) >= _FEWEST_OTHERS and low > (usual := sum(below) / len(below)):
            others_had = f"{_percent(usual)} of those of questions far below"
        elif len(above) >= _FEWEST_OTHERS and high < (usual := sum(above) / len(above)):
            others_had = f"{_percent(usual)} of those of questions far above"
        else:
            return
        had = f"{measured.students} students had {_percent(measured.difficulty)} of the points"
        yield f"level: {had}, and {others_had} {summary.level}", ("level",)


def _by_exam(bank: BankView) -> dict[tuple[str, str], list[tuple[int, float]]]:
    """Return the levels and difficulties of the questions of each exam."""
    levels = {summary.id: summary.level for summary in bank.summaries if summary.live}
    return grouped(
        ((sitting.set, sitting.date), (_RANKS[level], sitting.difficulty))
        for id_, measured in bank.cached_view(measured_of).items()
        if (level := levels.get(id_)) in _RANKS
        for sitting in measured.sittings
    )


def _count(options: Any, letter: str) -> int | None:
    count = options.get(letter, 0) if isinstance(options, dict) and options else None
    return count if type(count) is int else None


def _letter(index: int) -> str:
    return chr(ord("a") + index) if index < 26 else ""


def _where(sitting: Sitting) -> str:
    return f"{quote(sitting.set)} of {sitting.date}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"

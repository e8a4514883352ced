"""QB22x, QB24x and QB25x: whether answers, points and options can be graded by."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from qbank.problems import ProblemKind, format_path, quote
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.default_variant import answer_keys, asked_for, defaults, filled_text
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.sets.answers.distractors import distractors
from qbank.sets.answers.numeric_key import NumericKey, number_in
from qbank.sets.variants.checking import clashes
from qbank.sets.variants.parameters import quantities_of
from qbank.unchecked import as_mapping

_FAR: Final = 100
"""How many times a value an end of its interval may be; an order of magnitude to each side is an estimate."""
_MOST_ROUNDED: Final = Fraction(1, 10)
"""How far rounding to the digits asked for may widen what counts as right."""


class BadAnswer(QuestionRule):
    """A numeric answer gives no key to grade by.

    The value and both ends of the interval are numbers with units, or names of parameters and derived values;
    all three measure the same thing, the lower end comes first, and the interval holds the value. Ends
    without a unit are in that of the value. Every format takes its tolerance from this interval; without one,
    answers within 5 % of the value count as right.
    """

    code = "QB221"
    name = "bad-answer"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml="answer:\n  value: 14 GB\n  interval: [13 GB/s, 15 GB/s]\n",
            underlines="[13 GB/s, 15 GB/s]",
        ),
        Example(yaml="answer:\n  value: 14 GB\n  interval: [15 GB, 16 GB]\n", underlines="[15 GB, 16 GB]"),
        Example(yaml="answer:\n  value: about 14 GB\n", underlines="about 14 GB"),
        Example(
            yaml="answer:\n  value: 14 GB\n  interval: [14 GB - 1 GB, 15 GB]\n",
            underlines="[14 GB - 1 GB, 15 GB]",
        ),
        Example(
            yaml="parts:\n  - prompt: How large?\n    answer:\n      value: 3 to 4 GB\n",
            underlines="3 to 4 GB",
        ),
    )
    good = (
        Example(yaml="answer:\n  value: 14 GB\n  interval: [13.3 GB, 14700 MB]\n  digits: 2\n"),
        Example(yaml="answer:\n  value: 14 GB\n  interval: [13, 15]\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Make the key of every answer."""
        if "answer" not in question.data and "parts" not in question.data:
            return
        for path, key in question.cached_view(answer_keys):
            if isinstance(key, NumericKey) or _is_reported(question, path):
                continue
            place = (*path, "interval") if "interval" in key else (*path, "value")
            yield self.finding(question, f"{format_path(path)}: {key}", place)


class AnswerNotHeld(QuestionRule):
    """What the answer shows does not count as right.

    With a name as its value the key is exact, and what readers see is rounded to the digits of the derived
    value. Who copies that from the solution must not be told that it is wrong. Show more digits, or widen the
    interval.
    """

    code = "QB222"
    name = "answer-not-held"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml=(
                "answer:\n  value: '{share}'\n  interval: ['{low}', '{high}']\n"
                "parameters:\n  parts: {default: 7, choices: [7, 9]}\n"
                "derived:\n  share: {expression: 1 / parts, digits: 1}\n"
                "  low: share * 0.99\n  high: share * 1.01\n"
            ),
            underlines="'{share}'",
        ),
    )
    good = (
        Example(
            yaml=(
                "answer:\n  value: '{share}'\n"
                "parameters:\n  parts: {default: 7, choices: [7, 9]}\n"
                "derived:\n  share: {expression: 1 / parts, digits: 3}\n"
            ),
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Grade the value as it is shown."""
        if "parameters" not in question.data and "derived" not in question.data:
            return
        for path, key in question.cached_view(answer_keys):
            shown = filled_text(question, (*path, "value"))
            if isinstance(key, str) or shown is None:
                continue
            number = number_in(shown.text, key)
            if number is not None and not key.holds(number):
                detail = f"is shown as {quote(shown.text)} and does not count as right"
                interval = f"from {key.low_text} to {key.high_text} {key.unit}".rstrip()
                yield self.at_field(question, (*path, "value"), f"{detail}: the interval goes {interval}")


class ToleranceTooWide(QuestionRule):
    """What counts as right is so wide that wrong answers are in it.

    An end of the interval that is a hundred times the value, or a hundredth of it, is a slip of a unit. With
    `digits: 1` and no interval, who rounds to one digit must be right: 145 rounds to 100, so that all from
    100 on is. Ask for two digits, or give the interval.
    """

    code = "QB224"
    name = "tolerance-too-wide"
    severity = Severity.WARNING
    bad = (
        Example(yaml="answer:\n  value: 17 ms\n  interval: [16 us, 18 s]\n", underlines="[16 us, 18 s]"),
        Example(yaml="answer:\n  value: 145.4 KiB\n  digits: 1\n", underlines="1"),
    )
    good = (
        Example(yaml="answer:\n  value: 17 ms\n  interval: [0 ms, 20 ms]\n"),
        Example(yaml="answer:\n  value: 100 GB\n  interval: [10 GB, 1 TB]\n"),
        Example(yaml="answer:\n  value: 19 GB\n  digits: 1\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compare the ends with the value."""
        if "answer" not in question.data and "parts" not in question.data:
            return
        for path, key in question.cached_view(answer_keys):
            if isinstance(key, str) or not key.value:
                continue
            size, ends = abs(key.value), (key.low, key.high)
            interval = f"from {key.low_text} to {key.high_text} {key.unit}".rstrip()
            if "interval" not in question.value(path):
                if (
                    key.digits is not None
                    and max(abs(end - key.value) for end in ends) > size * _MOST_ROUNDED
                ):
                    detail = f"rounded so far, all {interval} counts as right"
                    at = (*path, "digits")
                    yield self.at_field(question, at if "digits" in question.value(path) else path, detail)
            elif any(abs(end) > size * _FAR or 0 < abs(end) * _FAR < size for end in ends):
                detail = f"goes {interval} around {key.answer_text}"
                yield self.at_field(question, (*path, "interval"), detail)


class PointsDoNotAddUp(QuestionRule):
    """The points of the parts, or of the rubric, do not add up to those of the question.

    Graders add up, readers look at the total, and learning platforms take the one or the other. The finding
    stands at the points of the question. Where some parts have points and others none, nothing is said.
    """

    code = "QB241"
    name = "points-do-not-add-up"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "points: 6\nparts:\n  - {prompt: How large is it?, points: 2}\n"
                "  - {prompt: How fast is it?, points: 3}\n"
            ),
            underlines="6",
        ),
        Example(
            yaml="points: 5\nrubric:\n  - {criterion: Names the bottleneck., points: 4}\n", underlines="5"
        ),
    )
    good = (
        Example(
            yaml=(
                "points: 5\nparts:\n  - {prompt: How large is it?, points: 2}\n"
                "  - {prompt: How fast is it?, points: 3}\n"
            )
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Add up."""
        points = _points(question.data.get("points"))
        if points is None:
            return
        for field in ("parts", "rubric"):
            items = question.data.get(field)
            if not isinstance(items, list) or not items:
                continue
            each = [_points(item.get("points")) if isinstance(item, dict) else None for item in items]
            known = [value for value in each if value is not None]
            if len(known) == len(each) and sum(known) != points:
                detail = f"{float(points):g}, and those of the {field} add up to {float(sum(known)):g}"
                yield self.at_field(question, ("points",), detail)


class UselessMistake(QuestionRule):
    """The reckoning of a mistake leads to no distractor.

    A distractor is a wrong answer that can be told from the right one: its value has the answer's unit, lies
    outside of its interval, and is apart from those of the other mistakes. Correct the expression, or leave
    it out and keep the text.
    """

    code = "QB251"
    name = "useless-mistake"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml=(
                "answer:\n  value: 14 GB\n"
                "mistakes:\n  - {text: Counts two bytes once., expression: 7e9 * 2 bytes}\n"
            ),
            underlines="7e9 * 2 bytes",
        ),
        Example(
            yaml="answer:\n  value: 14 GB\nmistakes:\n  - {text: Forgets the bytes., expression: 7e9 * 4}\n",
            underlines="7e9 * 4",
        ),
        Example(
            yaml=(
                "parts:\n  - prompt: How large is it?\n    answer: {value: 14 GB}\n"
                "    mistakes: [{text: Counts two bytes once., expression: 7e9 * 2 bytes}]\n"
            ),
            underlines="7e9 * 2 bytes",
        ),
        Example(
            yaml="mistakes:\n  - {text: Halves nothing., expression: params * 2}\n", underlines="params * 2"
        ),
    )
    good = (
        Example(
            yaml=(
                "answer:\n  value: 14 GB\n"
                "mistakes:\n  - {text: Counts one byte per value., expression: 7e9 * 1 byte}\n"
                "  - {text: Counts bits., expression: 7e9 * 16 bytes}\n  - text: Gives up.\n"
            )
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compute the mistakes, and compare."""
        known = question.cached_view(defaults)
        if known.fault is not None:
            return  # that is said by another rule
        keys = dict(question.cached_view(answer_keys))
        for path in asked_for(question):
            mistakes, key = question.items((*path, "mistakes")), keys.get((*path, "answer"))
            if not mistakes or isinstance(key, str):
                continue  # of a key that is none, another rule speaks
            at = (*path, "mistakes")
            _, faults = distractors([*map(as_mapping, mistakes)], key, quantities_of(known.values), at)
            for fault in faults:
                yield self.at_field(question, fault.path, fault.message)


class AmbiguousOptions(QuestionRule):
    """Two options say the same, or a wrong one counts as right.

    Options are compared as text, without regard to case and blanks, and as amounts: `1000 MB` and `1 GB` are
    the same, and so is whatever lies within the interval of the answer. Readers who know would choose either.
    """

    code = "QB252"
    name = "ambiguous-options"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml="details:\n  options: [7 GB, 14 GB, 14000 MB]\n  correct_index: 1\n", underlines="14000 MB"
        ),
        Example(
            yaml=(
                "details:\n  options: [Latency falls., 'latency  falls.', Latency rises.]\n"
                "  correct_index: 2\n"
            ),
            underlines="'latency  falls.'",
        ),
        Example(
            yaml="answer:\n  value: 14 GB\ndetails:\n  options: [7 GB, 14 GB, 14.5 GB]\n  correct_index: 1\n",
            underlines="14.5 GB",
        ),
    )
    good = (Example(yaml="details:\n  options: [7 GB, 14 GB, 28 GB]\n  correct_index: 1\n"),)

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compare the options of the default instance."""
        options = question.value(("details", "options"))
        if not isinstance(options, list):
            return
        right = question.value(("details", "correct_index"))
        key = next((key for path, key in question.cached_view(answer_keys) if path == ("answer",)), None)
        shown = [filled_text(question, ("details", "options", index)) for index in range(len(options))]
        if any(text is None for text in shown):
            return  # which the model has said
        texts = [text.text for text in shown if text is not None]
        for index, detail in clashes(texts, right, key if isinstance(key, NumericKey) else None):
            yield self.at_field(question, ("details", "options", index), detail)


def _is_reported(question: QuestionFile, path: tuple[str | int, ...]) -> bool:
    """Whether the model has found fault with an answer already."""
    reported = {ProblemKind.CONFLICT, ProblemKind.TYPE, ProblemKind.MISSING, ProblemKind.LENGTH}
    return any(
        problem.path[: len(path)] == path and problem.kind in reported for problem in question.problems
    )


def _points(value: Any) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not math.isfinite(value) or abs(value) > 1e9:  # which the model has said
        return None
    return Fraction(str(value))

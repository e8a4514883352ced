"""Chapters of numbered exercises, and quizzes of questions with their answers, in Markdown.

Exercises begin in one way throughout a chapter (`exercise.headings`), and each is parted into what it asks
and its answer (`exercise.sections`). Answers may also stand at the end, under a heading of their own, by the
numbers of exercises.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.importing.draft import Draft
from qbank.importing.exercise.divs import without_divs
from qbank.importing.exercise.fields import filled
from qbank.importing.exercise.headings import (
    MOST_STARS,
    ExerciseHeading,
    HeadingStyle,
    heading_style,
    most_counted,
)
from qbank.importing.exercise.numeric_answers import (
    AcceptedInterval,
    NumberFormat,
    answer_of,
    number_of,
    slack_of,
)
from qbank.importing.exercise.quiz_blocks import one_a_line, plain_quizzes
from qbank.importing.exercise.sections import SOLUTION, ExerciseText, begins_section, read_exercise
from qbank.importing.exercise.stem import LONGEST_QUESTION
from qbank.importing.figure import make_figure
from qbank.importing.markup.inlines import Picture
from qbank.importing.markup.lines import Line, text_of
from qbank.importing.pictures import Load, without_pictures
from qbank.importing.place import Content, Place

_HEADING: Final = re.compile(r"(#{1,6})\s+\S")
_ANSWERS: Final = re.compile(
    r"#{1,6}\s+(?:(?:selected|worked|model|sample)\s+)?(?:solutions|answers|answer key)\b", re.IGNORECASE
)
_PICTURE: Final = re.compile(
    r"!\[([^\]\n]{0,300})\]\(<?([^)\s>]{1,300})>?(?:\s+\"[^\"\n]{0,300}\")?\s*\)(?:\{[^{}\n]{0,200}\})?"
)
_SENTENCE_END: Final = re.compile(r"(?<=[.!?:])\s+(?=[A-Z])")
_NUMBER: Final = re.compile(
    r"(?P<value>[-+]?[0-9][0-9.]{0,20}) ?(?P<unit>[^\s0-9±+,][^\s±+]{0,20})? ?(?:±|\+/?-) ?"
    r"(?P<slack>[0-9][0-9.]{0,20}) ?(?:(?P<percent>%)|(?P<same>[^\s0-9,]\S{0,20}))?\.?"
)
"""A number with what it may be off by, `24 GB ± 1`."""
_EXCERPT: Final = 60
_LONGEST_OPTION: Final = 120


@dataclass(slots=True)
class _Exercise:
    heading: ExerciseHeading
    line: Line
    lines: list[Line] = field(default_factory=list)
    stem_end: int = 0

    def is_bare(self, line: Line) -> bool:
        """Whether nothing but headings stands below its own so far, and a line begins no section."""
        below = self.lines[self.stem_end :]
        return not any(one.text.strip() for one in below) and not begins_section(line)

    def read(self, answer: _Exercise | None, *, asks: bool) -> ExerciseText:
        """Part the exercise; its answer may stand elsewhere, or be all that is below a heading which asks."""
        lines = self.lines
        if answer is not None:
            number = answer.line.number
            first = " ".join(filter(None, (answer.heading.title, answer.heading.rest)))
            lines = [*lines, Line(number, "Answer:"), Line(number, first), *answer.lines]
        exercise = read_exercise(self.heading.rest, lines, self.line.number)
        if asks and SOLUTION not in exercise.sections:
            lead = Line(self.line.number, "Answer:")
            exercise = read_exercise(self.heading.rest, [lead, *self.lines], self.line.number)
        return exercise


def read_chapter(lines: list[Line], place: Place, load: Load = without_pictures) -> list[Draft]:
    """Read a chapter; `load` finds its pictures.

    Raises:
        SourceError: nothing in it begins an exercise.
    """
    lines = plain_quizzes(without_divs(lines, place))
    at = _start_of_answers(lines)
    questions, answers = (lines, []) if at is None else (lines[:at], one_a_line(lines[at + 1 :]))
    style = heading_style(questions)
    if style is None:
        known = "'### Exercise 1', '**1.**', 'Q:', '1.' or a heading that ends with '?'"
        raise place.error(f"no exercise found; they begin with {known}")
    told_before = len(place.remarks)
    answer_style = heading_style(answers)
    solutions = _exercises(answers, answer_style, place) if answer_style else []
    solved = {solution.heading.number: solution for solution in solutions}
    drafts = []
    for exercise in _exercises(questions, style, place):
        number = exercise.heading.number
        text = exercise.read(solved.pop(number, None) if number else None, asks=style.asks)
        drafts.append(_draft(exercise.heading, text, place.at(exercise.line.number), load))
    _letters_as_options(drafts)
    if (numbered := most_counted(questions)) > len(drafts):
        what = f"{numbered} items are numbered, of which {len(drafts)} were taken as questions"
        place.lose(what, Content.QUESTION)
    for number, answer in solved.items():
        place.at(answer.line.number).lose(f"an answer to '{number}', which is no exercise here")
    told = place.remarks[told_before:]
    place.remarks[told_before:] = sorted(told, key=lambda remark: remark.place.line or 0)
    return drafts


def _letters_as_options(drafts: list[Draft]) -> None:
    """Take lettered items that nothing marks as options, where other questions of the file have such."""
    if not any("options" in draft.fields.get("details", {}) for draft in drafts):
        return
    for draft in drafts:
        parts = draft.fields.get("parts", [])
        prompts = [part["prompt"] for part in parts if part.keys() == {"prompt"}]
        short = all(len(prompt) <= _LONGEST_OPTION and not prompt.endswith("?") for prompt in prompts)
        if len(prompts) < 3 or len(prompts) != len(parts) or not short:
            continue
        del draft.fields["parts"]
        draft.details["options"] = prompts
        draft.place.lose("which of the lettered items is right; other questions have it marked", Content.KEY)


def _start_of_answers(lines: list[Line]) -> int | None:
    """Return where answers to all exercises begin: at such a heading with numbered pieces below it."""
    for at, line in enumerate(lines):
        if line.match(_ANSWERS) and heading_style(one_a_line(lines[at + 1 :])) and heading_style(lines[:at]):
            return at
    return None


def _exercises(lines: list[Line], style: HeadingStyle, place: Place) -> list[_Exercise]:
    """Return exercises with their lines, and tell of text that belongs to none."""
    exercises: list[_Exercise] = []
    current: _Exercise | None = None
    outside: list[Line] = []
    depth = 0
    for line in lines:
        heading = line.match(_HEADING)
        if (first := style.read(line)) is not None:
            _tell_outside(outside, place)
            outside = []
            current = _Exercise(first, line)
            exercises.append(current)
            depth = len(heading[1]) if heading else 7
        elif current is not None and heading and len(heading[1]) == depth and current.is_bare(line):
            # What is asked goes on in headings of its own.
            current.stem_end = len(current.lines) + 1
            current.lines.append(Line(line.number, line.text.lstrip("# "), line.code))
        elif current is not None and heading and len(heading[1]) <= depth and not begins_section(line):
            current = None
            outside.append(line)
        elif current is not None:
            current.lines.append(line)
        else:
            outside.append(line)
    _tell_outside(outside, place)
    return exercises


def _tell_outside(lines: list[Line], place: Place) -> None:
    outside = [line for line in lines if line.text.strip() and not line.match(_HEADING)]
    if not outside:
        return
    first, last = outside[0].number, outside[-1].number
    text = " ".join(text_of(outside).split())
    excerpt = text if len(text) <= _EXCERPT else text[: _EXCERPT - 1].rstrip() + "…"
    to = f" to {last}" if last != first else ""
    place.at(first).lose(f"text outside of exercises (line {first}{to}): {excerpt}")


def _draft(heading: ExerciseHeading, exercise: ExerciseText, place: Place, load: Load) -> Draft:
    draft = Draft(place)
    fields = draft.fields
    draft.take_title(heading.title)
    fields |= _scenario_and_question(exercise.stem)
    fields |= filled(
        tables=exercise.tables,
        parts=exercise.parts,
        hints=exercise.hints,
        details=filled(**exercise.sections),
    )
    if exercise.options:
        _take_options(draft, exercise)
    elif not exercise.parts and (answer := _number(exercise.sections.get(SOLUTION, ""))):
        fields["answer"] = answer
    _take_pictures(draft, load)
    if heading.stars:
        fields["difficulty"] = min(heading.stars, MOST_STARS)
        if heading.stars > MOST_STARS:
            place.note(f"{heading.stars} stars; {MOST_STARS} is the most that a question has")
    if (points := exercise.points if heading.points is None else heading.points) is not None:
        fields["points"] = number_of(points)
    if heading.minutes is not None:
        fields["expected_time_minutes"] = heading.minutes
    return draft


def _number(solution: str) -> dict[str, Any] | None:
    """Return the answer of a solution that is a number with what it may be off by; None of any other."""
    said = _NUMBER.fullmatch(solution.strip(" *`"))
    interval = AcceptedInterval.read(said["value"], said["slack"]) if said else None
    if said is None or interval is None or (said["same"] and said["same"] != said["unit"]):
        return None
    if said["percent"]:
        interval = AcceptedInterval.around(
            interval.value, abs(interval.value) * slack_of(said["slack"]) / 100
        )
    return answer_of(interval, NumberFormat(said["unit"] or ""))


def _take_pictures(draft: Draft, load: Load) -> None:
    """Make the figure of what the question shows; the text refers to it where a picture stood."""
    fields = draft.fields
    details, parts = fields.get("details", {}), fields.get("parts", ())
    options = details.get("options", [])
    asked = [fields.get("scenario", ""), fields.get("question", ""), *options]
    asked += [part["prompt"] for part in parts]
    matches = [match for text in asked for match in _PICTURE.finditer(text)]
    answer = "\n".join(str(text) for name, text in details.items() if name != "options")
    for match in _PICTURE.finditer(answer):
        what = f"the picture '{match[2]}' stands in the answer, which names it as it did"
        draft.place.lose(what, Content.PICTURE)
    if not matches:
        return
    figure = make_figure((_picture(match) for match in matches), load, draft.place)

    def in_words(text: str) -> str:
        return _PICTURE.sub(lambda match: f"*{figure.words(_picture(match))}*", text)

    for name in fields.keys() & {"scenario", "question"}:
        fields[name] = in_words(fields[name])
    for part in parts:
        part["prompt"] = in_words(part["prompt"])
    options[:] = map(in_words, options)
    figure.give(draft)


def _picture(match: re.Match[str]) -> Picture:
    return Picture(" ".join(match[1].split()), match[2])


def _scenario_and_question(stem: str) -> dict[str, str]:
    """Part the question from the text before it, where it is a paragraph or a sentence of its own."""
    before, _, last = stem.rpartition("\n\n")
    if not before:
        *sentences, last = _SENTENCE_END.split(stem)
        before = " ".join(sentences)
    question = " ".join(last.split())
    if not question.endswith("?") or len(question) > LONGEST_QUESTION:
        before, question = stem, ""
    return filled(scenario=before.rstrip(), question=question)


def _take_options(draft: Draft, exercise: ExerciseText) -> None:
    options, right = exercise.options, exercise.right
    if not all(options) or len(right) > 1:
        draft.take_several(options, right)
        return
    draft.details["options"] = options
    if right:
        draft.details["correct_index"] = right[0]
    elif said := exercise.sections.get(SOLUTION):
        draft.place.lose(f"the right option, which the answer does not name: {said[:80]}", Content.KEY)
    else:
        draft.place.note("which option is right is not said")

"""Chapters of numbered exercises, and quizzes of questions with their answers, in Markdown.

Exercises begin in one way throughout a chapter (`starts`), and each is parted into what it asks and its
answer (`body`). Answers may also stand at the end, under a heading of their own, by the numbers of exercises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from qbank.importing.draft import Draft, Place, SourceError, Taken
from qbank.importing.exercise.headings import MOST_STARS, Start, Way, way_of
from qbank.importing.exercise.sections import Body, looks_like_section, read_body
from qbank.importing.markup.lines import Line, text_of
from qbank.importing.question import number_of
from qbank.render.text import blocks as text

_HEADING: Final = re.compile(r"(#{1,6})\s+\S")
_ANSWERS: Final = re.compile(
    r"#{1,6}\s+(?:(?:selected|worked|model|sample)\s+)?(?:solutions|answers|answer key)\b", re.IGNORECASE
)
_PICTURE: Final = re.compile(r"!\[[^\]\n]{0,300}\]\(<?([^)\s>]{1,300})")
_EXCERPT: Final = 60


@dataclass(slots=True)
class _Exercise:
    start: Start
    line: Line
    lines: list[Line] = field(default_factory=list)


def read_chapter(lines: list[Line], source: str) -> Taken:
    """Read a chapter.

    Raises:
        SourceError: nothing in it begins an exercise.
    """
    at = _start_of_answers(lines)
    questions, answers = (lines, []) if at is None else (lines[:at], lines[at + 1 :])
    way = way_of(questions)
    if way is None:
        raise SourceError(
            f"{Place(source)}: no exercise found; they begin with '### Exercise 1', '**1.**', 'Q:', '1.' or "
            "a heading that ends with '?'"
        )
    taken = Taken()
    solved = {one.start.number: one for one in _answers(answers, source, taken)}
    for exercise in _exercises(questions, way, source, taken):
        place = Place(source, exercise.line.number)
        body = read_body(exercise.start.rest, exercise.lines, exercise.line.number)
        answer = solved.pop(exercise.start.number, None) if exercise.start.number else None
        if answer is not None:
            lead = Line(answer.line.number, "Answer:", False)
            first = " ".join(filter(None, (answer.start.title, answer.start.rest)))
            said = [Line(answer.line.number, first, False)] if first else []
            body = read_body(
                exercise.start.rest, [*exercise.lines, lead, *said, *answer.lines], exercise.line.number
            )
        if way.asks and "answer" not in body.sections:
            lead = Line(exercise.line.number, "Answer:", False)
            body = read_body(exercise.start.rest, [lead, *exercise.lines], exercise.line.number)
        taken.drafts.append(_draft(exercise.start, body, place, taken))
    for left in solved.values():
        taken.lose(
            Place(source, left.line.number), f"an answer to '{left.start.number}', which is no exercise here"
        )
    taken.remarks.sort(key=lambda remark: remark.place.line or 0)
    return taken


def _start_of_answers(lines: list[Line]) -> int | None:
    """Return where answers to all exercises begin: at such a heading with numbered pieces below it."""
    for at, line in enumerate(lines):
        if line.match(_ANSWERS) and way_of(lines[at + 1 :]) and way_of(lines[:at]):
            return at
    return None


def _answers(lines: list[Line], source: str, taken: Taken) -> Iterator[_Exercise]:
    way = way_of(lines)
    if way is not None:
        yield from _exercises(lines, way, source, taken)


def _exercises(lines: list[Line], way: Way, source: str, taken: Taken) -> Iterator[_Exercise]:
    """Yield exercises with their lines, and tell of text that belongs to none."""
    current: _Exercise | None = None
    outside: list[Line] = []
    depth = 0
    for line in lines:
        start = way.start(line)
        heading = line.match(_HEADING)
        if start is not None:
            if current is not None:
                yield current
            _tell_outside(outside, source, taken)
            outside = []
            current = _Exercise(start, line)
            depth = len(heading[1]) if heading else 7
        elif current is not None and heading and len(heading[1]) <= depth and not looks_like_section(line):
            yield current
            current = None
            outside.append(line)
        elif current is not None:
            current.lines.append(line)
        else:
            outside.append(line)
    if current is not None:
        yield current
    _tell_outside(outside, source, taken)


def _tell_outside(lines: list[Line], source: str, taken: Taken) -> None:
    told = [line for line in lines if line.text.strip() and not line.match(_HEADING)]
    if not told:
        return
    said = " ".join(text_of(told).split())
    short = said if len(said) <= _EXCERPT else said[: _EXCERPT - 1].rstrip() + "…"
    last = f" to {told[-1].number}" if told[-1] is not told[0] else ""
    taken.lose(
        Place(source, told[0].number), f"text outside of exercises (line {told[0].number}{last}): {short}"
    )


def _draft(start: Start, body: Body, place: Place, taken: Taken) -> Draft:
    draft = Draft(place)
    fields = draft.fields
    if title := text.one_line(start.title):
        fields["title"] = title
    fields |= _asked(body.asked)
    if body.tables:
        fields["tables"] = body.tables
    if body.parts:
        fields["parts"] = body.parts
    if body.hints:
        fields["hints"] = [hint for hint in body.hints if hint]
    for name, key in (
        ("realistic_solution", "answer"),
        ("napkin_math", "napkin_math"),
        ("common_mistake", "common_mistake"),
    ):
        if body.sections.get(key):
            draft.details[name] = body.sections[key]
    _take_options(draft, body, taken)
    for picture in _PICTURE.finditer("\n".join((body.asked, *body.sections.values()))):
        taken.lose(place, f"the picture '{picture[1]}'; the text names it as it did")
    if start.stars:
        fields["difficulty"] = min(start.stars, MOST_STARS)
        if start.stars > MOST_STARS:
            taken.note(place, f"{start.stars} stars; {MOST_STARS} is the most that a question has")
    if start.points is not None:
        fields["points"] = number_of(start.points)
    if start.minutes is not None:
        fields["expected_time_minutes"] = start.minutes
    return draft


def _asked(said: str) -> dict[str, str]:
    """Part the question from the text before it, where it is a paragraph or a sentence of its own."""
    before, _, last = said.rpartition("\n\n")
    if not before:
        sentences = re.split(r"(?<=[.!?:])\s+(?=[A-Z])", said)
        before, last = " ".join(sentences[:-1]), sentences[-1] if sentences else ""
        if not before and not last.endswith("?"):
            return {"scenario": said} if said else {}
    if last.rstrip().endswith("?") and len(" ".join(last.split())) <= 200:
        return ({"scenario": before.rstrip()} if before else {}) | {"question": " ".join(last.split())}
    return {"scenario": said} if said else {}


def _take_options(draft: Draft, body: Body, taken: Taken) -> None:
    if not body.options:
        return
    if all(body.options) and len(body.right) <= 1:
        draft.details["options"] = body.options
        if body.right:
            draft.details["correct_index"] = body.right[0]
        else:
            taken.note(draft.place, "which option is right is not said")
        return
    listed = "\n".join(f"- {option}" for option in body.options)
    draft.fields["scenario"] = "\n\n".join(filter(None, (draft.fields.get("scenario", ""), listed)))
    right = ", ".join(body.options[place] for place in body.right)
    solution = draft.details.get("realistic_solution", "")
    draft.details["realistic_solution"] = "\n\n".join(filter(None, (f"Right: {right}", solution)))
    taken.note(draft.place, "not exactly one option is right; taken as an open question with a list")

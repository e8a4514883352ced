"""Parting an answer: the right option or number, answers of parts, the solution, and what comes behind."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.importing.exercise.numeric_answers import key_in_words
from qbank.importing.exercise.stem import Asked, Form, split_label
from qbank.importing.markup.inlines import Link, trimmed, words
from qbank.importing.markup.source_text import source_text
from qbank.render.text.document import Block, Blocks, BulletList, Paragraph, Strong

_TITLES: Final = ("Napkin math", "Common mistake", "Rubric", "To read on")
_SOLUTION: Final = "Solution"
_RECKONING: Final = "Napkin math ({})"
_RELATED: Final = "Related:"
_PART: Final = re.compile(r"\(([A-Za-z0-9]{1,4})\)")
_OPTION: Final = re.compile(r"([A-Z]{1,2})\.")
_SLIP: Final = re.compile(r"Not ([A-Z]):")
_POINTS: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?) points?:")
_ACCEPTED: Final = re.compile(r"(.{1,200}?) ?(\(accepted: [^()]{1,200}\))")


@dataclass(slots=True)
class Answered:
    """An answer in its parts.

    `answer` is numeric, `right` the place of the right option, `slips` what leads to wrong ones, by place.
    """

    right: int | None = None
    answer: dict[str, Any] | None = None
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)
    slips: dict[int, Blocks] = field(default_factory=dict)
    solution: Blocks = ()
    reckoning: Blocks = ()
    mistake: Blocks = ()
    rubric: list[dict[str, Any]] = field(default_factory=list)
    resources: list[dict[str, str]] = field(default_factory=list)
    related: list[str] = field(default_factory=list)


def read_answered(blocks: Blocks, asked: Asked) -> Answered:
    """Part the blocks of an answer; what is not known as something else is the solution."""
    answered = Answered()
    rest = list(blocks)
    _take_related(rest, answered)
    for title in reversed(_TITLES):
        _take_section(rest, title, answered)
    _take_right(rest, asked, answered)
    _take_slips(rest, asked, answered)
    if not answered.right and rest:
        _take_number(rest, asked, answered)
    _take_parts(rest, asked, answered)
    answered.solution = tuple(rest)
    return answered


def fill(fields: dict[str, Any], answered: Answered) -> None:
    """Put an answer into the fields of a question file, but for options and parts."""
    details = fields.setdefault("details", {})
    for name, blocks in (
        ("realistic_solution", answered.solution),
        ("common_mistake", answered.mistake),
        ("napkin_math", answered.reckoning),
    ):
        if said := source_text(blocks):
            details[name] = said
    if answered.resources:
        details["resources"] = answered.resources
    for name, value in (
        ("answer", answered.answer),
        ("rubric", answered.rubric),
        ("related", answered.related),
    ):
        if value:
            fields[name] = value


def _take_related(rest: list[Block], answered: Answered) -> None:
    if not rest or not isinstance(last := rest[-1], Paragraph) or not last.content:
        return
    first = last.content[0]
    if not isinstance(first, Strong) or words(first.content) != _RELATED:
        return
    named = [name.strip() for name in words(last.content[1:]).split(",")]
    answered.related = [name for name in named if name]
    rest.pop()


def _take_section(rest: list[Block], title: str, answered: Answered) -> None:
    places = [place for place, block in enumerate(rest) if _is_title(block, title)]
    if not places or places[-1] + 1 == len(rest):
        return
    start = places[-1]
    body = rest[start + 1 :]
    match title:
        case "Napkin math":
            answered.reckoning = tuple(body)
        case "Common mistake":
            answered.mistake = tuple(body)
        case "Rubric":
            criteria = _criteria(body)
            if criteria is None:
                return
            answered.rubric = criteria
        case _:
            resources = _resources(body)
            if resources is None:
                return
            answered.resources = resources
    del rest[start:]


def _is_title(block: Block, title: str) -> bool:
    return (
        isinstance(block, Paragraph)
        and len(block.content) == 1
        and isinstance(strong := block.content[0], Strong)
        and words(strong.content) == title
    )


def _criteria(body: list[Block]) -> list[dict[str, Any]] | None:
    criteria = []
    for item in _only_list(body):
        labelled = split_label(item[0], _POINTS) if item else None
        if labelled is None:
            return None
        points = float(labelled[0])
        said = source_text(((labelled[1],) if labelled[1] else ()) + item[1:])
        if not said:
            return None
        criteria.append({"criterion": said, "points": int(points) if points.is_integer() else points})
    return criteria or None


def _resources(body: list[Block]) -> list[dict[str, str]] | None:
    resources = []
    for item in _only_list(body):
        first = item[0] if len(item) == 1 else None
        if not isinstance(first, Paragraph) or len(first.content) != 1:
            return None
        link = first.content[0]
        if not isinstance(link, Link) or not link.url.startswith("https://") or not link.name:
            return None
        resources.append({"name": link.name, "url": link.url})
    return resources or None


def _only_list(body: list[Block]) -> tuple[Blocks, ...]:
    return body[0].items if len(body) == 1 and isinstance(body[0], BulletList) else ()


def _take_right(rest: list[Block], asked: Asked, answered: Answered) -> None:
    """Take the right option, which the answer begins with, letter and text."""
    labelled = split_label(rest[0], _OPTION) if rest and asked.options else None
    if labelled is None or len(labelled[0]) > 1:
        return
    place = ord(labelled[0]) - ord("A")
    if place >= len(asked.options):
        return
    option = asked.options[place]
    said = ((labelled[1],) if labelled[1] else ()) + tuple(rest[1 : max(len(option), 1)])
    if source_text(said) == source_text(option):
        answered.right = place
        del rest[: max(len(option), 1)]


def _take_slips(rest: list[Block], asked: Asked, answered: Answered) -> None:
    """Take what leads to wrong options, which stands last."""
    starts = [place for place, block in enumerate(rest) if split_label(block, _SLIP)]
    if not starts or not all(map(source_text, asked.options)):
        return  # without texts they are no options of the question
    slips: dict[int, Blocks] = {}
    for start, end in zip(starts, [*starts[1:], len(rest)], strict=True):
        letter, first = split_label(rest[start], _SLIP) or ("", None)
        said = (*([first] if first else []), *rest[start + 1 : end])
        option = ord(letter) - ord("A")
        if option >= len(asked.options) or option == answered.right or option in slips or not said:
            return
        slips[option] = said
    answered.slips = slips
    del rest[starts[0] :]


def _take_number(rest: list[Block], asked: Asked, answered: Answered) -> None:
    first = rest[0]
    if not isinstance(first, Paragraph) or not first.content or not isinstance(first.content[0], Strong):
        return
    accepted = words(trimmed(first.content[1:]))
    answered.answer = key_in_words(words(first.content[0].content), accepted, asked.form)
    if answered.answer is not None:
        del rest[0]


def _take_parts(rest: list[Block], asked: Asked, answered: Answered) -> None:
    forms = {part.label: part.form for part in asked.parts}
    starts = [
        place
        for place, block in enumerate(rest)
        if (labelled := split_label(block, _PART)) and labelled[0] in forms
    ]
    if starts[:1] == [0]:
        ends = [*starts[1:], _end_of_parts(rest, starts[-1])]
        for start, end in zip(starts, ends, strict=True):
            label, first = split_label(rest[start], _PART) or ("", None)
            answered.parts[label] = _part(label, first, rest[start + 1 : end], forms[label])
        del rest[: ends[-1]]
    if asked.parts and rest and _is_title(rest[0], _SOLUTION):
        rest.pop(0)


def _end_of_parts(rest: list[Block], last: int) -> int:
    """Return where the solution begins: at its title; without one, behind the line of the last part."""
    titles = (place for place in range(last + 1, len(rest)) if _is_title(rest[place], _SOLUTION))
    return next(titles, last + 1)


def _part(label: str, first: Block | None, behind: list[Block], form: Form | None) -> dict[str, Any]:
    """Return the fields of a part; its reckoning follows a number at once, and words below a title."""
    fields: dict[str, Any] = {}
    found = _ACCEPTED.fullmatch(words(first.content)) if isinstance(first, Paragraph) else None
    number = key_in_words(found[1], found[2], form) if found else None
    title = _RECKONING.format(label)
    start = next((place for place, block in enumerate(behind) if _is_title(block, title)), len(behind))
    said = source_text((*([first] if first else []), *behind[: 0 if found else start]))
    reckoned = source_text(tuple(behind if found else behind[start + 1 :]))
    if number or said:
        fields["answer"] = number or said
    if reckoned:
        fields["napkin_math"] = reckoned
    return fields

"""Making a document of questions whose numbers are drawn."""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from qbank.model.question import Answer, Question
from qbank.model.question import Part as PartOfQuestion
from qbank.model.question import Table as TableOfQuestion
from qbank.model.taxonomy import Answers, SetKind
from qbank.render.registry import RenderError
from qbank.render.text import figures
from qbank.render.text.blocks import one_line, read_blocks, read_line
from qbank.render.text.document import (
    Blocks,
    Check,
    Criterion,
    Document,
    Item,
    Option,
    Part,
    Resource,
    Section,
    Table,
    TableBlock,
)
from qbank.render.text.wording import letter
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.variants.variant import Variant

_NAMESPACE: Final = uuid.uuid5(uuid.NAMESPACE_URL, "qbank:question")


@dataclass(frozen=True, slots=True)
class Chosen:
    """The questions under one heading, which may be empty."""

    title: str
    variants: Sequence[Variant]


def build(
    chosen: Sequence[Chosen],
    *,
    identifier: str,
    title: str,
    kind: SetKind,
    answers: Answers,
    intro: str = "",
    version: str = "",
    seed: int | None = None,
    points: float | None = None,
    figure_folders: Sequence[Path] = (),
) -> Document:
    """Make a document.

    Args:
        chosen: the questions in order, in sections.
        identifier: a name for files.
        title: the title of the document.
        kind: its form.
        answers: where it shows the answers.
        intro: what to tell readers first.
        version: `A`, `B`, ... where the same questions are printed in several orders.
        seed: what decided drawing and order.
        points: what a question is worth that does not say so itself.
        figure_folders: where drawings lie, besides the folder of each question.

    Raises:
        RenderError: the same question is there twice, so that its id would not be unique.
    """
    numbers = count(1)
    seen: set[str] = set()
    for group in chosen:
        for variant in group.variants:
            if variant.reference in seen:
                raise RenderError(f"'{variant.reference}' is chosen twice; leave one out, or draw a variant")
            seen.add(variant.reference)
    sections = tuple(
        Section(
            one_line(group.title),
            tuple(_item(variant, next(numbers), points, figure_folders) for variant in group.variants),
        )
        for group in chosen
    )
    minutes = [item.minutes for section in sections for item in section.items if item.minutes]
    return Document(
        identifier=identifier,
        title=one_line(title),
        kind=kind,
        intro=read_blocks(intro),
        sections=sections,
        answers=answers,
        version=version,
        seed=seed,
        minutes=sum(minutes) or None,
    )


def _item(variant: Variant, number: int, points: float | None, folders: Sequence[Path]) -> Item:
    question = variant.question
    details = question.details
    figure, drawing = figures.find(question, variant.path, folders)
    return Item(
        id=variant.reference,
        guid=str(uuid.uuid5(_NAMESPACE, variant.reference)),
        number=number,
        title=one_line(question.title),
        kind=variant.kind,
        track=question.track.value,
        level=question.level.value,
        zone=question.zone.value,
        topic=question.topic,
        area=question.competency_area.value,
        bloom=question.bloom_level.value if question.bloom_level else "",
        tags=tuple(map(one_line, question.tags or ())),
        stars=question.difficulty,
        points=_points(question, points),
        minutes=question.expected_time_minutes or None,
        scenario=read_blocks(question.scenario),
        question=read_blocks(question.question or ""),
        tables=tuple(map(_table, question.tables or ())),
        figure=figure,
        options=tuple(
            Option(option.identifier, read_blocks(option.text), option.correct, read_blocks(option.feedback))
            for option in variant.options
        ),
        key=variant.key,
        parts=tuple(
            _part(part, key, letter(place).lower())
            for place, (part, key) in enumerate(zip(question.parts or (), variant.part_keys, strict=True))
        ),
        hints=tuple(map(read_blocks, question.hints or ())),
        solution=read_blocks(details.realistic_solution),
        reckoning=read_blocks(details.napkin_math or ""),
        mistake=read_blocks(details.common_mistake or ""),
        rubric=tuple(
            Criterion(read_blocks(criterion.criterion), criterion.points)
            for criterion in question.rubric or ()
        ),
        checks=tuple(Check(check.formula, check.given, check.expect) for check in question.checks or ()),
        related=tuple(map(one_line, question.related or ())),
        resources=tuple(
            Resource(one_line(resource.name), resource.url) for resource in details.resources or ()
        ),
        changed=_changed(variant.path, drawing),
    )


def _changed(*paths: Path | None) -> int | None:
    """Return when any of the files was changed last, and no later than `SOURCE_DATE_EPOCH` says, if set.

    Builds on several machines agree about that time alone: version control gives files the time of the copy.
    """
    try:
        times = [int(path.stat().st_mtime) for path in paths if path is not None]
    except OSError:
        return None
    latest = os.environ.get("SOURCE_DATE_EPOCH", "")
    if times and latest.isascii() and latest.isdecimal():
        return min(max(times), int(latest))
    return max(times, default=None)


def _points(question: Question, default: float | None) -> float | None:
    if question.points is not None:
        return question.points
    for pieces in (question.parts, question.rubric):
        known = [piece.points for piece in pieces or () if piece.points is not None]
        if known:
            return sum(known)
    return default


def _part(part: PartOfQuestion, key: NumericKey | None, letter: str) -> Part:
    return Part(
        label=one_line(part.label or letter).strip("(). ") or letter,
        prompt=read_blocks(part.prompt),
        answer=_answer(part.answer, key),
        key=key,
        reckoning=read_blocks(part.napkin_math or ""),
        points=part.points,
    )


def _answer(answer: str | Answer | None, key: NumericKey | None) -> Blocks:
    if isinstance(answer, Answer):
        return read_blocks(key.answer_text if key else str(answer.value))
    return read_blocks(answer or "")


def _table(table: TableOfQuestion) -> Table:
    header = tuple(map(read_line, table.columns))
    rows = tuple(tuple(read_line(_cell(cell)) for cell in row) for row in table.rows)
    return Table(one_line(table.caption or ""), TableBlock(header, rows))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)

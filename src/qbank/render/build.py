"""Making the documents of sets, in as many versions as are wanted, of questions whose numbers are drawn."""

from __future__ import annotations

import os
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from qbank.bank.given_files import read_bounded
from qbank.model.question import Answer
from qbank.model.question import Part as PartOfQuestion
from qbank.model.question import Table as TableOfQuestion
from qbank.model.taxonomy import Answers, Grading, SetKind, Shown
from qbank.problems import quote
from qbank.render.labels import noted
from qbank.render.registry import RenderError
from qbank.render.text import figures
from qbank.render.text.blocks import one_line, read_blocks, read_line
from qbank.render.text.document import (
    Blocks,
    Check,
    Criterion,
    Document,
    ExpectedMistake,
    Item,
    Logo,
    Option,
    Part,
    Resource,
    Section,
    Table,
    TableBlock,
)
from qbank.render.text.wording import letter, stated
from qbank.render.text.words import ENGLISH, Words, words_of
from qbank.results.normal_text import item_code
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.answers.option_order import refers_to_positions
from qbank.sets.answers.wrong_answers import WrongAnswer
from qbank.sets.blueprint import worths_of
from qbank.sets.loading import AssembledSet, QuestionGroup
from qbank.sets.ordering import MOST_VERSIONS, repeated, variants_of, version_names
from qbank.sets.variants.variant import Variant
from qbank.sets.worth import points_of, scaled

_NAMESPACE: Final = uuid.uuid5(uuid.NAMESPACE_URL, "qbank:question")


@dataclass(frozen=True, slots=True)
class Documents:
    """Documents to print, and what whoever asked for them should know."""

    documents: tuple[Document, ...]
    remarks: tuple[str, ...]


def documents_of(
    sets: Sequence[AssembledSet],
    *,
    answers: Answers | None = None,
    versions: int | None = None,
    figure_folders: Callable[[], Sequence[Path]] = tuple,
    codes: bool = False,
    templates: Sequence[Path] = (),
) -> Documents:
    """Make the documents of sets.

    Args:
        sets: the sets.
        answers: where to show the answers, instead of where the set wants them.
        versions: how many versions of each to make, each with other numbers; None makes one without a name.
        figure_folders: gives the folders where drawings lie, besides that of each question; asked where a
            question has a drawing.
        codes: whether a code such as `[cloud-0001@7]` stands at the end of each question.
        templates: the folders of a bank that hold templates, for words in its languages.

    Raises:
        SetError: a question has no variant, or is there twice with the same numbers.
        RenderError: so many versions have no names, a question is there twice, or the logo cannot be read.
        InputError: there are no words for the language.
    """
    if versions is not None and versions > MOST_VERSIONS:
        raise RenderError(f"--variants takes {MOST_VERSIONS} at most: they are named A to Z")
    names = ("",) if versions is None else version_names(versions)
    folders: Sequence[Path] | None = None
    documents: list[Document] = []
    remarks: list[str] = []
    for assembled in sets:
        usual = Answers.KEY if assembled.kind is SetKind.EXAM else Answers.COLLAPSED
        shown = answers or assembled.answers or usual
        words = words_of(assembled.language, templates)
        logo = None if assembled.logo is None else read_logo(assembled.logo, 2)
        all_variants: list[Variant] = []
        for name in names:
            groups = variants_of(assembled, name, all_variants)
            variants = [variant for _, of_group in groups for variant in of_group]
            all_variants += variants
            if folders is None and any(variant.question.visual for variant in variants):
                folders = figure_folders()
            document = build(
                assembled,
                groups,
                answers=shown,
                version=name,
                figure_folders=folders or (),
                codes=codes,
                words=words,
            )
            documents.append(replace(document, logo=logo))
        drawn = any(variant.seed is not None for variant in all_variants)
        if len(names) > 1 and not drawn and not assembled.shuffle:
            remarks.append(
                f"{assembled.identifier}: no question has parameters, and none are shuffled; the versions "
                "differ in their names alone"
            )
        remarks += [
            f"{assembled.identifier}: some versions have {quote(identifier)} with the same numbers; it has "
            f"too few for {len(names)}"
            for identifier in repeated(all_variants)
        ]
    return Documents(tuple(documents), tuple(remarks))


def build(
    assembled: AssembledSet,
    groups: Sequence[tuple[QuestionGroup, Sequence[Variant]]],
    *,
    answers: Answers,
    version: str = "",
    figure_folders: Sequence[Path] = (),
    codes: bool = False,
    words: Words = ENGLISH,
) -> Document:
    """Make a document of a set.

    Args:
        assembled: what the set says of itself.
        groups: the sections, each with its questions in order.
        answers: where the document shows the answers.
        version: `A`, `B`, ... where the same questions are printed in several orders.
        figure_folders: where drawings lie, besides the folder of each question.
        codes: whether a code that names question and variant stands at the end of each question.
        words: the words around the questions.

    Raises:
        RenderError: the same question is there twice, so that its id would not be unique.
    """
    references = Counter(variant.reference for _, variants in groups for variant in variants)
    if twice := next((reference for reference, times in references.items() if times > 1), None):
        raise RenderError(f"'{twice}' is chosen twice; leave one out, or draw a variant")
    numbers = count(1)
    is_exam = assembled.kind is SetKind.EXAM
    shown = assembled.show if assembled.show is not None else frozenset(() if is_exam else Shown)
    questions = [(group, [variant.question for variant in variants]) for group, variants in groups]
    worths = iter(worths_of(assembled, questions))
    sections = tuple(
        Section(
            one_line(group.title),
            tuple(
                _item(
                    variant,
                    next(numbers),
                    next(worths),
                    shown,
                    figure_folders,
                    words=words,
                    codes=codes,
                    mixes=assembled.shuffle and bool(variant.options) and not refers_to_positions(variant),
                )
                for variant in variants
            ),
            read_blocks(group.intro),
        )
        for group, variants in groups
    )
    minutes = [item.minutes for section in sections for item in section.items if item.minutes]
    return Document(
        identifier=assembled.identifier,
        title=one_line(assembled.title),
        kind=assembled.kind,
        intro=read_blocks(assembled.intro),
        sections=sections,
        answers=answers,
        version=version,
        seed=assembled.seed,
        minutes=assembled.minutes or sum(minutes) or None,
        grading=assembled.grading or (Grading.GRADED if is_exam else Grading.PRACTICE),
        wrong_unit=assembled.wrong_unit,
        course=one_line(assembled.course),
        date=one_line(assembled.date),
        answer_sheet=assembled.answer_sheet,
        words=words,
    )


def _shares(points: Sequence[float | None], share: float) -> list[float | None]:
    """Return what pieces of a question are worth where it is worth `share` of its own points."""
    known = [own for own in points if own is not None]
    if share == 1.0 or not known:
        return list(points)
    made = iter(scaled(known, sum(known) * share))
    return [None if own is None else next(made) for own in points]


def read_logo(path: Path, most: int) -> Logo:
    """Read a logo of so many MiB at most.

    Raises:
        RenderError: it cannot be read, or is larger.
    """
    content = read_bounded(path, most << 20, RenderError)
    return Logo(path.suffix[1:].lower().replace("jpeg", "jpg"), content)


def _item(
    variant: Variant,
    number: int,
    points: float | None,
    shown: frozenset[Shown],
    folders: Sequence[Path],
    *,
    words: Words,
    codes: bool,
    mixes: bool,
) -> Item:
    question = variant.question
    scenario, asked = read_blocks(question.scenario), read_blocks(question.question or "")
    if codes:
        code = item_code(variant.reference)
        scenario, asked = (scenario, noted(asked, code)) if asked else (noted(scenario, code), asked)
    # Points of parts and of the rubric are said as shares of what the question is worth here.
    own = points_of(question)
    share = points / own if points is not None and own else 1.0
    rubric = _shares([criterion.points for criterion in question.rubric or ()], share)
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
        points=points,
        minutes=question.expected_time_minutes or None,
        scenario=scenario,
        question=asked,
        tables=tuple(map(_table, question.tables or ())),
        figure=figure,
        options=tuple(
            Option(
                option.identifier,
                read_blocks(option.text),
                option.correct,
                read_blocks(option.feedback),
                option.credit,
            )
            for option in variant.options
        ),
        key=variant.key,
        parts=tuple(
            _part(part, key, letter(place).lower(), expected, worth, words=words)
            for place, (part, key, expected, worth) in enumerate(
                zip(
                    question.parts or (),
                    variant.part_keys,
                    variant.part_wrong_answers,
                    _shares([part.points for part in question.parts or ()], share),
                    strict=True,
                )
            )
        ),
        hints=tuple(map(read_blocks, question.hints or ())),
        solution=read_blocks(details.realistic_solution),
        reckoning=read_blocks(details.napkin_math or ""),
        mistake=read_blocks(details.common_mistake or ""),
        rubric=tuple(
            Criterion(read_blocks(criterion.criterion), worth or 0.0)
            for criterion, worth in zip(question.rubric or (), rubric, strict=True)
        ),
        checks=tuple(Check(check.formula, check.given, check.expect) for check in question.checks or ()),
        related=tuple(map(one_line, question.related or ())),
        resources=tuple(
            Resource(one_line(resource.name), resource.url) for resource in details.resources or ()
        ),
        changed=_changed(variant.path, drawing),
        expected=_expected(variant.wrong_answers),
        shown=shown,
        mixes=mixes,
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


def _expected(answers: Sequence[WrongAnswer]) -> tuple[ExpectedMistake, ...]:
    return tuple(
        ExpectedMistake(wrong.answer, wrong.text, read_blocks(wrong.slip), wrong.credit) for wrong in answers
    )


def _part(
    part: PartOfQuestion,
    key: NumericKey | None,
    letter: str,
    expected: Sequence[WrongAnswer],
    points: float | None,
    *,
    words: Words,
) -> Part:
    return Part(
        label=one_line(part.label or letter).strip("(). ") or letter,
        prompt=read_blocks(part.prompt),
        answer=_answer(part.answer, key, words),
        key=key,
        reckoning=read_blocks(part.napkin_math or ""),
        points=points,
        expected=_expected(expected),
    )


def _answer(answer: str | Answer | None, key: NumericKey | None, words: Words) -> Blocks:
    if isinstance(answer, Answer):
        return read_blocks(stated(key, words) if key else str(answer.value))
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

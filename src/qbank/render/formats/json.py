"""Everything about the questions as JSON, for programs; `docs/json.md` describes it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from qbank.model.taxonomy import Answers
from qbank.picking import pick
from qbank.render.assemble import assemble
from qbank.render.registry import Output, Settings
from qbank.render.text.document import Document, ExpectedMistake, Figure, Item, Part, TableBlock
from qbank.render.text.markdown import GITHUB
from qbank.sets.answers.numeric_key import NumericKey

VERSION: Final = 1
"""Rises when the form of the output changes in a way that a reader of the older one would not understand."""


def render(document: Document, settings: Settings) -> Output:  # noqa: ARG001 - there is no template to choose
    """Print a document; with a separate key, the questions and the answers are two files."""
    return assemble(document, ".json", _page)


def _page(document: Document, answers: Answers) -> str:
    questions = answers is not Answers.KEY
    shown = answers is not Answers.NONE
    content: dict[str, Any] = {
        "version": VERSION,
        "id": document.identifier,
        "title": document.title,
        "kind": document.kind.value,
        "form": document.version or None,
        **pick(document, "seed", "points", "minutes"),
        "intro": GITHUB.blocks(document.intro),
        "sections": [
            {
                "title": section.title or None,
                "questions": [
                    pick(item, "id", "guid", "number", "title")
                    | (_question(item) if questions else {})
                    | ({"answer": _answer(item)} if shown else {})
                    for item in section.items
                ],
            }
            for section in document.sections
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def _question(item: Item) -> dict[str, Any]:
    return {
        **pick(item, "kind", "track", "level", "zone", "topic"),
        "competency_area": item.area,
        "bloom_level": item.bloom or None,
        "tags": item.tags,
        "difficulty": item.stars,
        **pick(item, "points", "minutes"),
        "scenario": GITHUB.blocks(item.scenario),
        "question": GITHUB.blocks(item.question),
        "tables": [{"caption": table.caption, **_table(table.content)} for table in item.tables],
        "figure": _figure(item.figure),
        "options": [
            {"id": option.identifier, "text": GITHUB.blocks(option.content)} for option in item.options
        ],
        "parts": [
            {
                "label": part.label,
                "prompt": GITHUB.blocks(part.prompt),
                "points": part.points,
                "asked": _asked(part.key),
            }
            for part in item.parts
        ],
        "asked": _asked(item.key),
        "hints": [GITHUB.blocks(hint) for hint in item.hints],
    }


def _answer(item: Item) -> dict[str, Any]:
    return {
        "correct": [option.identifier for option in item.options if option.correct],
        "feedback": {
            option.identifier: GITHUB.blocks(option.feedback) for option in item.options if option.feedback
        },
        "credits": {
            option.identifier: option.credit
            for option in item.options
            if option.credit and not option.correct
        },
        "numeric": _key(item.key),
        "mistakes": _mistakes(item.expected),
        "parts": [_part_answer(part) for part in item.parts],
        "solution": GITHUB.blocks(item.solution),
        "napkin_math": GITHUB.blocks(item.reckoning),
        "common_mistake": GITHUB.blocks(item.mistake),
        "rubric": [
            {"criterion": GITHUB.blocks(criterion.content), "points": criterion.points}
            for criterion in item.rubric
        ],
        "checks": [pick(check, "formula", "given", "expect") for check in item.checks],
        "related": item.related,
        "resources": [pick(resource, "name", "url") for resource in item.resources],
    }


def _part_answer(part: Part) -> dict[str, Any]:
    return {
        "label": part.label,
        "text": GITHUB.blocks(part.answer),
        "numeric": _key(part.key),
        "napkin_math": GITHUB.blocks(part.reckoning),
        "mistakes": _mistakes(part.expected),
    }


def _mistakes(expected: Sequence[ExpectedMistake]) -> list[dict[str, Any]]:
    return [
        {**_number(mistake.answer), "text": GITHUB.blocks(mistake.feedback), "credit": mistake.credit}
        for mistake in expected
    ]


def _asked(key: NumericKey | None) -> dict[str, Any] | None:
    return None if key is None else pick(key, "unit", "digits")


def _key(key: NumericKey | None) -> dict[str, Any] | None:
    return None if key is None else {**_number(key), **pick(key, "digits")}


def _number(key: NumericKey) -> dict[str, Any]:
    # As text: a float would move the ends of the interval.
    return {"low": key.low_text, "high": key.high_text, "value": key.value_text, "unit": key.unit}


def _table(table: TableBlock) -> dict[str, Any]:
    return {
        "columns": [GITHUB.line(cell) for cell in table.header],
        "rows": [[GITHUB.line(cell) for cell in row] for row in table.rows],
    }


def _figure(figure: Figure | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    return pick(figure, "name", "alt", "caption") | {"svg": figure.svg.decode(errors="replace")}

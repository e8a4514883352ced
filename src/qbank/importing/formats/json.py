"""JSON: what `qbank render --format json` printed, or questions as objects with the fields of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from qbank.importing.draft import Draft, is_question
from qbank.importing.exercise.answer_key import AnswerKey, credited, slip_of
from qbank.importing.exercise.fields import filled, part_fields
from qbank.importing.exercise.numeric_answers import (
    AcceptedInterval,
    NumberFormat,
    answer_of,
    decimal,
    number_of,
)
from qbank.importing.markup.lines import read_json
from qbank.importing.markup.markdown import read_github, read_github_line
from qbank.importing.markup.source_text import source_text, table_fields
from qbank.importing.place import Place
from qbank.render.formats.json import VERSION
from qbank.render.labels import labelled
from qbank.render.text.document import Blocks, TableBlock

_KEPT: Final = (
    "title", "track", "level", "zone", "topic", "competency_area", "bloom_level", "tags", "difficulty",
)  # fmt: skip
_CHECK: Final = ("formula", "given", "expect")


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a file.

    Raises:
        SourceError: it is no JSON, or not of this form.
    """
    content = read_json(data, place)
    if isinstance(content, dict) and "sections" in content:
        yield from _exported(content, place)
    elif isinstance(content, list | dict):
        listed = content if isinstance(content, list) else content.get("questions", [content])
        for number, question in enumerate(listed if isinstance(listed, list) else [listed], 1):
            draft = Draft(place.item(number))
            if is_question(question, draft.place):
                draft.fields |= question
                draft.take_id(str(draft.fields.pop("id", "")))
                yield draft
    else:
        raise place.at(1).error("holds neither an export of ours nor a list of questions")


def _exported(content: dict[str, Any], place: Place) -> Iterator[Draft]:
    if content.get("version") != VERSION:
        raise place.error(f"is of version {content.get('version')!r}; {VERSION} is known")
    if content.get("intro"):
        place.lose(f"the introduction: {content['intro']}")
    try:
        items = [item for section in content["sections"] for item in section["questions"]]
    except (KeyError, TypeError):
        raise place.error("is not of the form of our export") from None
    for item in items:
        item_place = place.item(item.get("number", "") if isinstance(item, dict) else "")
        try:
            yield _draft(item, item_place)
        except (KeyError, TypeError, AttributeError, ValueError, IndexError):
            item_place.lose("is not of the form of our export")


def _draft(item: dict[str, Any], place: Place) -> Draft:
    draft = Draft(place)
    fields = draft.fields
    draft.take_id(str(item["id"]))
    fields |= filled(
        **{name: item.get(name) for name in _KEPT},
        expected_time_minutes=item.get("minutes"),
        scenario=_text(item.get("scenario")),
        question=_text(item.get("question")),
        tables=list(map(_table, item.get("tables") or ())),
        hints=list(map(_text, item.get("hints") or ())),
    )
    answer = item.get("answer", {})
    options = item.get("options") or []
    key = _answer_key(answer, [option["id"] for option in options])
    if parts := item.get("parts"):
        both = zip(parts, answer.get("parts") or [{}] * len(parts), strict=True)
        fields["parts"] = [_part(number, part, solved) for number, (part, solved) in enumerate(both)]
    fields |= key.fields()
    if answer.get("checks"):
        fields["checks"] = [{name: check[name] for name in _CHECK} for check in answer["checks"]]
    draft.take_options([_text(option["text"]) for option in options], key)
    if item.get("points") is not None:
        draft.take_points(float(item["points"]))
    if figure := item.get("figure"):
        drawing, alt = str(figure.get("svg", "")).encode(), figure["alt"]
        if not draft.take_drawing(drawing, alt, figure.get("caption") or ""):
            place.lose(f"the figure '{figure['name']}' has no drawing; it shows: {alt}")
    draft.take_kind(str(item.get("kind", "")))
    return draft


def _answer_key(answer: dict[str, Any], options: list[str]) -> AnswerKey:
    """Return the answer of a question whose options have these identifiers."""
    key = AnswerKey(
        solution=_blocks(answer.get("solution")),
        reckoning=_blocks(answer.get("napkin_math")),
        mistake=_blocks(answer.get("common_mistake")),
        rubric=[
            {"criterion": _text(one["criterion"]), "points": number_of(float(one["points"]))}
            for one in answer.get("rubric") or ()
        ],
        resources=[{"name": one["name"], "url": one["url"]} for one in answer.get("resources") or ()],
        related=list(answer.get("related") or ()),
    )
    if answer.get("numeric") and not options:
        key.answer = _number(answer["numeric"])
        key.mistakes = _mistakes(answer)
    right = [options.index(identifier) for identifier in answer.get("correct", ())]
    key.right = right[0] if len(right) == 1 else None
    key.credits = {options.index(one): float(share) for one, share in answer.get("credits", {}).items()}
    for identifier, text in answer.get("feedback", {}).items():
        option = options.index(identifier)
        if option in right:  # a question has no field for what is said of right options
            key.add(labelled(_blocks(text), f"Right {identifier.upper()}:"))
        else:
            key.slips[option] = _blocks(text)
    return key


def _mistakes(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        slip_of(one["value"], one.get("unit") or "", _blocks(one["text"]))
        | credited(float(one.get("credit") or 0))
        for one in answer.get("mistakes") or ()
    ]


def _part(number: int, part: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    told = _number(answer["numeric"]) if answer.get("numeric") else _text(answer.get("text"))
    points = None if part.get("points") is None else float(part["points"])
    fields = filled(
        answer=told, napkin_math=_text(answer.get("napkin_math")), mistakes=told and _mistakes(answer)
    )
    return part_fields(number, part["label"], _text(part["prompt"]) or "TODO", points, fields)


def _blocks(markdown: str | None) -> Blocks:
    return read_github(markdown) if markdown else ()


def _text(markdown: str | None) -> str:
    return source_text(_blocks(markdown))


def _table(table: dict[str, Any]) -> dict[str, Any]:
    header = tuple(map(read_github_line, table["columns"]))
    rows = tuple(tuple(map(read_github_line, row)) for row in table["rows"])
    return table_fields(TableBlock(header, rows), table.get("caption") or "")


def _number(key: dict[str, Any]) -> dict[str, Any]:
    value, low, high = (decimal(key[name]) for name in ("value", "low", "high"))
    if value is None or low is None or high is None:
        raise ValueError("a key holds decimals")
    number_format = NumberFormat(key.get("unit") or "", key.get("digits"))
    answer = answer_of(AcceptedInterval(value, low, high), number_format)
    if answer is None:
        raise ValueError("a key that no answer can have")
    return answer

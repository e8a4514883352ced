"""JSON: what `qbank render --format json` printed, or questions as objects with the fields of ours."""

from __future__ import annotations

import json
from typing import Any, Final

from qbank.importing.draft import Draft, Place, SourceError, Taken
from qbank.importing.exercise.numeric_answers import answer_of, decimal
from qbank.importing.exercise.stem import Form
from qbank.importing.markup.github import read_github, read_github_line
from qbank.importing.markup.lines import decoded
from qbank.importing.markup.pictures import LARGEST
from qbank.importing.markup.source_text import cell_value, source_line, source_text
from qbank.importing.question import kind_in_words, number_of, take_id, take_points, take_slips
from qbank.render.formats.json import VERSION
from qbank.sets.kinds import kind_of

_KEPT: Final = (
    "title",
    "track",
    "level",
    "zone",
    "topic",
    "competency_area",
    "bloom_level",
    "tags",
    "difficulty",
)
_CHECK: Final = ("formula", "given", "expect")


def read(data: bytes, source: str) -> Taken:
    """Read a file.

    Raises:
        SourceError: it is no JSON, or not of this form.
    """
    try:
        content = json.loads(decoded(data, source))
    except json.JSONDecodeError as error:
        raise SourceError(f"{Place(source, error.lineno)}: is no JSON: {error.msg}") from None
    except RecursionError:
        raise SourceError(f"{Place(source)}: is nested too deep") from None
    taken = Taken()
    if isinstance(content, dict) and "sections" in content:
        _ours(content, source, taken)
    elif isinstance(content, list | dict):
        listed = content if isinstance(content, list) else content.get("questions", [content])
        for number, question in enumerate(listed if isinstance(listed, list) else [listed], 1):
            _plain(question, Place(f"{source}#{number}"), taken)
    else:
        raise SourceError(f"{Place(source, 1)}: holds neither an export of ours nor a list of questions")
    return taken


def _plain(question: Any, place: Place, taken: Taken) -> None:
    """Take a question that is an object with the fields of a question file."""
    if not isinstance(question, dict) or not {"title", "scenario", "question", "details"} & question.keys():
        taken.lose(place, "is no question: it has neither a title nor a scenario, a question or details")
        return
    fields = dict(question)
    draft = Draft(place, fields)
    given = fields.pop("id", "")
    if note := take_id(draft, str(given)):
        taken.note(place, note)
    taken.drafts.append(draft)


def _ours(content: dict[str, Any], source: str, taken: Taken) -> None:
    if content.get("version") != VERSION:
        raise SourceError(f"{Place(source)}: is of version {content.get('version')!r}; {VERSION} is known")
    if content.get("intro"):
        taken.lose(Place(source), f"the introduction: {content['intro']}")
    for section in content["sections"]:
        for item in section["questions"]:
            place = Place(f"{source}#{item.get('number', '')}")
            try:
                taken.drafts.append(_draft(item, place, taken))
            except (KeyError, TypeError, AttributeError, ValueError, IndexError):
                taken.lose(place, "is not of the form of our export")


def _draft(item: dict[str, Any], place: Place, taken: Taken) -> Draft:
    draft = Draft(place)
    fields = draft.fields
    if note := take_id(draft, str(item["id"])):
        taken.note(place, note)
    fields |= {name: item[name] for name in _KEPT if item.get(name)}
    if item.get("minutes"):
        fields["expected_time_minutes"] = item["minutes"]
    for name in ("scenario", "question"):
        if said := _text(item.get(name, "")):
            fields[name] = said
    if item.get("tables"):
        fields["tables"] = [_table(table) for table in item["tables"]]
    if item.get("hints"):
        fields["hints"] = [_text(hint) for hint in item["hints"]]
    answer = item.get("answer", {})
    if options := item.get("options"):
        identifiers = [option["id"] for option in options]
        draft.details["options"] = [_text(option["text"]) for option in options]
        right = [identifiers.index(one) for one in answer.get("correct", ())]
        if len(right) == 1:
            draft.details["correct_index"] = right[0]
        slips = [(identifiers.index(one), _text(said)) for one, said in answer.get("feedback", {}).items()]
        take_slips(draft, [slip for slip in slips if slip[1] and slip[0] not in right])
    answers = answer.get("parts") or [{} for _ in item.get("parts", ())]
    if item.get("parts"):
        both = zip(item["parts"], answers, strict=True)
        fields["parts"] = [_part(number, part, told) for number, (part, told) in enumerate(both)]
    _take_answer(draft, answer)
    if item.get("points") is not None:
        take_points(draft, float(item["points"]), usual=None)
    _take_figure(draft, item.get("figure"), taken)
    kind = kind_in_words(str(item.get("kind", "")))
    if kind and kind_of(fields) is not kind:
        fields["kind"] = kind.value
    return draft


def _take_answer(draft: Draft, answer: dict[str, Any]) -> None:
    fields = draft.fields
    if answer.get("numeric") and not draft.details.get("options"):
        fields["answer"] = _number(answer["numeric"])
    for name, key in (
        ("realistic_solution", "solution"),
        ("napkin_math", "napkin_math"),
        ("common_mistake", "common_mistake"),
    ):
        if said := _text(answer.get(key, "")):
            draft.details[name] = said
    if said := _of_right_options(answer):
        solution = draft.details.get("realistic_solution", "")
        draft.details["realistic_solution"] = f"{solution}\n\n{said}".strip()
    if answer.get("resources"):
        draft.details["resources"] = [{"name": one["name"], "url": one["url"]} for one in answer["resources"]]
    if answer.get("rubric"):
        fields["rubric"] = [
            {"criterion": _text(one["criterion"]), "points": number_of(float(one["points"]))}
            for one in answer["rubric"]
        ]
    if answer.get("checks"):
        fields["checks"] = [{name: one[name] for name in _CHECK} for one in answer["checks"]]
    if answer.get("related"):
        fields["related"] = list(answer["related"])


def _of_right_options(answer: dict[str, Any]) -> str:
    """Return what is said of right options, which a question has no field for."""
    return "\n\n".join(
        f"**Right {identifier.upper()}:** {_text(said)}"
        for identifier, said in answer.get("feedback", {}).items()
        if identifier in answer.get("correct", ())
    )


def _text(markdown: str) -> str:
    return source_text(read_github(markdown)) if markdown else ""


def _table(table: dict[str, Any]) -> dict[str, Any]:
    told = {"caption": table["caption"]} if table.get("caption") else {}
    return told | {
        "columns": [source_line(read_github_line(cell)) for cell in table["columns"]],
        "rows": [[cell_value(source_line(read_github_line(cell))) for cell in row] for row in table["rows"]],
    }


def _part(number: int, part: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {"prompt": _text(part["prompt"]) or "TODO"}
    if part["label"] != chr(ord("a") + number):
        fields["label"] = part["label"]
    if told.get("numeric"):
        fields["answer"] = _number(told["numeric"])
    elif said := _text(told.get("text", "")):
        fields["answer"] = said
    if said := _text(told.get("napkin_math", "")):
        fields["napkin_math"] = said
    if part.get("points") is not None:
        fields["points"] = number_of(float(part["points"]))
    return fields


def _number(key: dict[str, Any]) -> dict[str, Any]:
    value, low, high = (decimal(key[name]) for name in ("value", "low", "high"))
    if value is None or low is None or high is None:
        raise ValueError("a key holds decimals")
    answer = answer_of(value, low, high, Form(key.get("unit") or "", key.get("digits")))
    if answer is None:
        raise ValueError("a key that no answer can have")
    return answer


def _take_figure(draft: Draft, figure: dict[str, Any] | None, taken: Taken) -> None:
    if not figure:
        return
    drawing = str(figure.get("svg", "")).encode()
    if b"<svg" not in drawing or len(drawing) > LARGEST:
        taken.lose(draft.place, f"the figure '{figure['name']}' has no drawing; it shows: {figure['alt']}")
        return
    draft.drawing = drawing
    draft.fields["visual"] = {"kind": "svg", "path": "TODO.svg", "alt": figure["alt"]}
    if figure.get("caption"):
        draft.fields["visual"]["caption"] = figure["caption"]

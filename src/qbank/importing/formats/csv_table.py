"""Tables with a row for each question; the names of the columns say what is in them."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any, Final, get_origin

from qbank.importing.draft import Draft
from qbank.importing.exercise.labels import option_place
from qbank.importing.markup.lines import decoded
from qbank.importing.place import Place
from qbank.model.annotations import is_model, kinds_of
from qbank.model.question import Details, Question

_OTHER_NAMES: Final = {
    "bloom": "bloom_level",
    "area": "competency_area",
    "stars": "difficulty",
    "context": "scenario",
    "situation": "scenario",
    "prompt": "question",
    "stem": "question",
    "solution": "realistic_solution",
    "explanation": "realistic_solution",
    "model_answer": "realistic_solution",
    "minutes": "expected_time_minutes",
    "time": "expected_time_minutes",
    "choices": "options",
    "correct_answer": "correct",
    "correct_option": "correct",
    "right": "correct",
    "key": "correct",
}
_OPTION: Final = re.compile(r"(?:option|choice|answer)_?([a-h]|[1-8])")
_WHOLE: Final = re.compile(r"[0-9]{1,9}")
_NUMBER: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,6})?")
_SPLIT: Final = re.compile(r"[\n|;]")
_LETTER: Final = re.compile(r"\(?([A-Ha-h])[).]?")
_DELIMITERS: Final = ",;\t"
_KINDS: Final = frozenset({list, dict, bool, int, float})


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a table.

    Raises:
        SourceError: it is no text in UTF-8, has no header, or is no table.
    """
    text = decoded(data, place)
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    rows = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        header = [_name(cell) for cell in next(rows, [])]
        columns = _columns(header, place.at(1))
        line = rows.line_num + 1
        for row in rows:
            if any(cell.strip() for cell in row):
                yield _draft(row, columns, place.at(line))
            line = rows.line_num + 1
    except csv.Error as error:
        raise place.at(rows.line_num).error(f"is no table: {error}") from None


def _name(cell: str) -> str:
    name = re.sub(r"[\s-]+", "_", cell.strip().lower()).removeprefix("details.")
    return _OTHER_NAMES.get(name, name)


def _columns(header: list[str], place: Place) -> list[str]:
    """Return the names of columns, empty for those that are not taken."""
    known = {*Question.model_fields, *Details.model_fields, "correct"} - {"details"}
    columns = []
    for name in header:
        fits = name in known or _OPTION.fullmatch(name) is not None
        if name in columns and fits:
            place.lose(f"the second column '{name}'")
        elif not fits:
            place.lose(f"the column '{name}', which is no field of a question")
        columns.append(name if fits and name not in columns else "")
    if not {"scenario", "question", "title"} & set(columns):
        raise place.error("the first line names the columns; none is 'question', 'scenario' or 'title'")
    return columns


def _draft(row: list[str], columns: list[str], place: Place) -> Draft:
    if any(cell.strip() for cell in row[len(columns) :]):
        place.lose(f"has more cells than there are columns: {row[len(columns) :]}")
    cells = {name: cell.strip() for name, cell in zip(columns, row, strict=False) if name and cell.strip()}
    draft = Draft(place)
    draft.take_id(cells.pop("id", ""))
    correct = cells.pop("correct", "")
    options = [cells.pop(name) for name in sorted(cells) if _OPTION.fullmatch(name)]
    if "answer" in cells and not _looks_structured(cells["answer"]):
        if options or "options" in cells:
            correct = correct or cells.pop("answer")
        else:
            texts = (cells.pop("answer"), cells.get("realistic_solution"))
            cells["realistic_solution"] = "\n\n".join(filter(None, texts))
    for name, cell in cells.items():
        value = _value(name, cell)
        if value is None:
            place.lose(f"{name}: '{cell}' is not what the field holds")
        elif name in Details.model_fields:
            draft.details[name] = value
        else:
            draft.fields[name] = value
    if options:
        draft.details["options"] = options
    if correct:
        _take_correct(draft, correct)
    return draft


def _looks_structured(cell: str) -> bool:
    return cell[:1] in ("[", "{")


def _value(name: str, cell: str) -> Any:
    """Return the value of a cell for a field; None where it cannot be one."""
    kinds = _kinds(name)
    if _looks_structured(cell) and kinds & {list, dict}:
        try:
            value = json.loads(cell)
        except (json.JSONDecodeError, RecursionError):
            return None
        return value if type(value) in kinds else None
    if list in kinds:
        parts = re.split(r"[,;|\n]", cell) if name == "tags" else _SPLIT.split(cell)
        return [part.strip() for part in parts if part.strip()]
    if bool in kinds:
        return {"true": True, "false": False, "yes": True, "no": False}.get(cell.lower())
    if int in kinds:
        return int(cell) if _WHOLE.fullmatch(cell) else None
    if float in kinds:
        return (float(cell) if "." in cell else int(cell)) if _NUMBER.fullmatch(cell) else None
    return None if kinds == {dict} else cell


def _kinds(name: str) -> set[type]:
    """Return which kinds of values a field can hold, as far as tables have to know."""
    model = Details if name in Details.model_fields else Question
    kinds = kinds_of(model.model_fields[name].annotation)
    return {dict if is_model(kind) else get_origin(kind) or kind for kind in kinds} & _KINDS


def _take_correct(draft: Draft, correct: str) -> None:
    """Take the right option by its letter or its text; a number could count from 0 or from 1."""
    options = draft.details.get("options", [])
    letter = _LETTER.fullmatch(correct)
    place = option_place(letter[1]) if letter else len(options)
    if correct in options and options.count(correct) == 1:
        draft.details["correct_index"] = options.index(correct)
    elif place < len(options):
        draft.details["correct_index"] = place
    else:
        draft.place.lose(f"correct: '{correct}' is neither the letter nor the text of an option")

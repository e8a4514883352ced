"""Tables with a row for each question, in CSV or Excel; the names of the columns say what is in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, get_origin

from qbank.importing.draft import Draft, bullets, paragraphs
from qbank.importing.exercise.labels import named_options
from qbank.importing.exercise.stem import LONGEST_QUESTION
from qbank.importing.formats.table_columns import OPTION_COLUMN, Columns, columns_of, is_header, split_cell
from qbank.importing.markup.lines import decoded, read_rows
from qbank.importing.place import Content, Place
from qbank.importing.workbook import sheets
from qbank.model.annotations import is_model, kinds_of
from qbank.model.question import Details, Question

_WHOLE: Final = re.compile(r"[0-9]{1,9}")
_NUMBER: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,6})?")
_DELIMITERS: Final = ",;\t|"
_KINDS: Final = frozenset({list, dict, bool, int, float})
_MOST_BEFORE: Final = 20
"""Rows among which the one is looked for that names the columns."""

_INSTRUCTIONS: Final = re.compile(
    r"(?:text of the question|question type\b.*:|enter (?:the|your) question)", re.I
)
_SEVERAL: Final = re.compile(r"checkbox|multiple (?:select|answer|response)|multi-?select|several", re.I)
_FILL: Final = re.compile(r"fill|blank|short", re.I)
_NOT_TAKEN: Final = re.compile(r"draw|slide|word cloud|drag|hotspot|video|audio", re.I)
_WITHOUT_KEY: Final = re.compile(r"poll|open|essay|paragraph|survey|opinion", re.I)
_TRUTH: Final = re.compile(r"true[ _/-]?(?:or)?[ _/-]?false|^t/?f$|boolean", re.I)


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a table, or the sheets of a workbook.

    Raises:
        SourceError: it is no text and no workbook, has no row that names the columns, or is no table.
    """
    yield from _sheets(data, place) if data.startswith(b"PK") else _text(decoded(data, place), place)


def _sheets(data: bytes, place: Place) -> Iterator[Draft]:
    found = False
    for name, rows in sheets(data, place):
        sheet = place.elsewhere(f"{place.source}!{name}")
        table = _table(list(enumerate(rows, 1)), sheet)
        if table is not None:
            found = True
            yield from table
        elif any(map(_says_something, rows)):
            sheet.lose("the sheet, in which no row names the columns of questions")
    if not found:
        raise place.error("no row names the columns; one has to be 'question', 'scenario' or 'title'")


def _says_something(row: list[str]) -> bool:
    return any(cell.strip() for cell in row)


def _text(text: str, place: Place) -> Iterator[Draft]:
    beginning = "\n".join(text.split("\n")[:_MOST_BEFORE])
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=lambda sign: (first.count(sign), beginning.count(sign)))
    rows = list(read_rows(text, delimiter, place, strict=True))
    table = _table(rows, place)
    if table is None:
        if first.partition(delimiter)[0].strip(' "').lower() == "timestamp":
            raise place.at(1).error("is a table of answers that a form collected, and holds no questions")
        raise place.at(1).error("the first line names the columns; none is 'question', 'scenario' or 'title'")
    yield from table


def _table(rows: list[tuple[int, list[str]]], place: Place) -> Iterator[Draft] | None:
    """Return the questions of a table; None where no row names its columns."""
    for at, (line, row) in enumerate(rows[:_MOST_BEFORE]):
        if is_header(row, is_first=at == 0):
            for before, text in rows[:at]:
                if words := " ".join(cell.strip() for cell in text if cell.strip()):
                    place.at(before).note(f"text above the table: {words[:120]}")
            body = [(number, cells) for number, cells in rows[at + 1 :] if _says_something(cells)]
            return _drafts(body, columns_of(row, body, place.at(line)), place)
    return None


def _drafts(rows: list[tuple[int, list[str]]], columns: Columns, place: Place) -> Iterator[Draft]:
    for at, (line, row) in enumerate(rows):
        cells = columns.cells(row)
        if at == 0 and any(_INSTRUCTIONS.match(cell) for cell in cells.values()):
            continue  # the row of instructions that templates of Quizizz come with
        if _NOT_TAKEN.search(cells.get("type", "")):
            what = f"a question of the kind '{cells['type']}': {cells.get('question', '')}"
            place.at(line).lose(what, Content.QUESTION)
            continue
        yield _draft(row, columns, place.at(line))


def _draft(row: list[str], columns: Columns, place: Place) -> Draft:
    if _says_something(row[len(columns.names) :]):
        place.lose(f"has more cells than there are columns: {row[len(columns.names) :]}")
    cells = columns.cells(row)
    draft = Draft(place)
    draft.take_id(cells.pop("id", ""))
    kind = cells.pop("type", "")
    correct = cells.pop("correct", "")
    options = [cells.pop(name) for name in sorted(cells) if name.startswith(OPTION_COLUMN)]
    if picture := cells.pop("picture", ""):
        place.lose(f"the picture '{picture}'", Content.PICTURE)
    if "answer" in cells and not _looks_structured(cells["answer"]):
        if options or "options" in cells or _TRUTH.search(kind):
            correct = correct or cells.pop("answer")
        else:
            cells["realistic_solution"] = paragraphs(cells.pop("answer"), cells.get("realistic_solution"))
    if (seconds := cells.pop("seconds", "")) and _NUMBER.fullmatch(seconds):
        cells["expected_time_minutes"] = str(max(-(-int(float(seconds)) // 60), 1))
    if len(cells.get("question", "")) > LONGEST_QUESTION:
        cells["scenario"] = paragraphs(cells.get("scenario"), cells.pop("question"))
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
    if _FILL.search(kind) and draft.details.get("options"):
        _take_words(draft, draft.details.pop("options"), correct)
    elif draft.details.get("options") or _TRUTH.search(kind):
        _take_correct(draft, kind, correct, columns)
    elif correct:
        _take_words(draft, [], correct)
    return draft


def _take_words(draft: Draft, words: list[str], correct: str) -> None:
    """Take the words that a short answer may consist of."""
    accepted = list(filter(None, dict.fromkeys(words or [correct])))
    text = f"Accepted answers:\n{bullets(accepted)}" if len(accepted) > 1 else "".join(accepted)
    draft.details["realistic_solution"] = paragraphs(text, draft.details.get("realistic_solution"))


def _take_correct(draft: Draft, kind: str, correct: str, columns: Columns) -> None:
    details = draft.details
    options = details.get("options", [])
    if not isinstance(options, list) or len(options) < 2:
        options = ["True", "False"] if _TRUTH.search(kind) else options
        details["options"] = options
    if details.get("correct_index") is not None and not correct:
        return
    if not correct:
        if not _WITHOUT_KEY.search(kind):
            draft.place.note("which option is right is not said")
        return
    right = named_options(correct, options, columns.numbers_are_texts, columns.counts_from)
    if right is None:
        what = f"correct: '{correct}' is neither the letter, the number nor the text of an option"
        draft.place.lose(what, Content.KEY)
    elif len(right) == 1 and not (_SEVERAL.search(kind) and len(options) < 2):
        details["correct_index"] = right[0]
    else:
        del details["options"]
        asked = paragraphs(draft.fields.get("scenario"), draft.fields.pop("question", ""))
        draft.fields["scenario"] = asked
        draft.take_several(options, right)


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
        return split_cell(cell, ",;|\n" if name == "tags" else "\n|;")
    if bool in kinds:
        return {"true": True, "false": False, "yes": True, "no": False}.get(cell.lower())
    if int in kinds:
        return int(cell) if _WHOLE.fullmatch(cell) else None
    if float in kinds:
        cell = re.sub(r"^([0-9]+),([0-9]{1,2})$", r"\1.\2", cell)
        return (float(cell) if "." in cell else int(cell)) if _NUMBER.fullmatch(cell) else None
    return None if kinds == {dict} else cell


def _kinds(name: str) -> set[type]:
    """Return which kinds of values a field can hold, as far as tables have to know."""
    model = Details if name in Details.model_fields else Question
    kinds = kinds_of(model.model_fields[name].annotation)
    return {dict if is_model(kind) else get_origin(kind) or kind for kind in kinds} & _KINDS

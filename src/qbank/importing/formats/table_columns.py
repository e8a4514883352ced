"""What the columns of a table of questions are, by the names that people and quiz games give them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from qbank import source_words
from qbank.importing.exercise.labels import INTEGER, option_place
from qbank.importing.place import Place
from qbank.model.question import Details, Question

OPTION_COLUMN: Final = "option "
"""What the names of columns of single options begin with; two digits follow."""

_NAMES: Final = source_words.meanings("columns")
_OPTION: Final = re.compile(
    r"(?:(?:option|choice|answer|opt|alternative|antwort|resposta|opcao|distractor)_?)?([a-j])"
    r"|(?:option|choice|answer|opt|alternative|antwort|resposta|opcao|distractor)_?0?([1-9]|10)"
)
_OWN: Final = frozenset({*Question.model_fields, *Details.model_fields}) - {"details"}
_NOT_KEPT: Final = frozenset({"number", "points_given"})
_TIMES_OF_KAHOOT: Final = frozenset({"5", "10", "20", "30", "60", "90", "120", "240"})


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of columns, empty for those that are not taken; `counts_from` is that of the first option."""

    names: tuple[str, ...]
    numbers_are_texts: bool = False
    counts_from: int = 1

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """Return the cells of a row that hold something, by the names of their columns."""
        return {
            name: cell.strip() for name, cell in zip(self.names, row, strict=False) if name and cell.strip()
        }


def is_header(row: Sequence[str], *, is_first: bool) -> bool:
    """Whether the cells of a row name columns, one of them that of questions."""
    names = [_name(cell) for cell in row]
    known = list(filter(_is_known, names))
    wanted = {"scenario", "question", "title"} & set(names)
    return bool(wanted) and (is_first or len(known) > 1)


def _is_known(name: str) -> bool:
    return name in _OWN or name in _NAMES.values() or name.startswith(OPTION_COLUMN)


def split_cell(cell: str, signs: str = "\n|;") -> list[str]:
    """Return the entries of a cell that signs part."""
    return list(filter(None, map(str.strip, re.split(f"[{signs}]", cell))))


def columns_of(header: Sequence[str], rows: Sequence[tuple[int, Sequence[str]]], place: Place) -> Columns:
    """Return the columns of a table; those that are not taken are told."""
    taken: list[str] = []
    for cell in header:
        name = _name(cell)
        is_twice = bool(name) and name in taken
        if is_twice:
            place.lose(f"the second column '{name}'")
        elif cell.strip() and not _is_known(name):
            place.lose(f"the column '{cell.strip()}', which is no field of a question")
        taken.append(name if _is_known(name) and not is_twice and name not in _NOT_KEPT else "")
    if "expected_time_minutes" in taken and "correct" in taken:
        # Kahoot's `Time` is in seconds, and one of these.
        at = taken.index("expected_time_minutes")
        times = {row[at].strip() for _, row in rows if at < len(row) and row[at].strip()}
        if times <= _TIMES_OF_KAHOOT and times & {"30", "60", "90", "120", "240"}:
            taken[at] = "seconds"
    columns = Columns(tuple(taken))
    return Columns(columns.names, *_meaning_of_numbers(columns, rows))


def _meaning_of_numbers(columns: Columns, rows: Sequence[tuple[int, Sequence[str]]]) -> tuple[bool, int]:
    """Tell whether numbers as keys are texts of options, and whether they count from 0 or from 1."""
    numbers: list[int] = []
    all_are_texts = all_are_places = True
    for _, row in rows:
        cells = columns.cells(row)
        correct = cells.get("correct", "")
        options = [cells[name] for name in sorted(cells) if name.startswith(OPTION_COLUMN)]
        options = options or split_cell(cells.get("options", ""))
        if INTEGER.fullmatch(correct):
            numbers.append(int(correct))
            all_are_texts &= correct in options
            all_are_places &= int(correct) <= len(options)
        elif correct:
            all_are_places &= re.fullmatch(r"[0-9](?:[.,;][0-9])*", correct) is not None
    return (all_are_texts or not all_are_places), 0 if 0 in numbers else 1


def _name(cell: str) -> str:
    bare = re.split(r"\s+[-–]\s+|\(", cell.strip().lower().lstrip("\ufeff"))[0]
    name = re.sub(r"[\s_#*:.-]+", "_", bare).strip("_").removeprefix("details_")
    if option := _OPTION.fullmatch(name):
        place = option_place(option[1]) if option[1] else int(option[2]) - 1
        return f"{OPTION_COLUMN}{place:02}"
    if name in _OWN:
        return name
    return _NAMES.get(name, name)

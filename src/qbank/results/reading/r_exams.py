"""R/exams: `nops_eval.csv`, scanned papers; `answer.1` and `solution.1` are crosses as 0 and 1, `exam` is
the version.

Source: `nops_eval.R` of the package exams 2.4-2.
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import Final

from qbank import lazy_re
from qbank.results.answers import PRINTED
from qbank.results.reading.tables import Table, number
from qbank.results.sheet import Attempt, Cell, Column, Pseudonyms, Sheet, answered

NAME: Final = "R/exams"
_POINTS: Final = lazy_re.compile(r"points\.(\d{1,4})")


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return table.column("scrambling") is not None and bool(_exercises(table))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the crosses and points of each paper."""
    exercises = _exercises(table)
    columns = [Column(label=f"exercise {position}", position=position) for position in exercises]
    attempts = []
    for row in table.rows:
        cells = [_cell(table, row, position, place) for position, place in exercises.items()]
        form = table.text(row, "exam").strip() or None
        attempts.append(Attempt(pseudonyms.of(row[0]), cells, form=form))
    return Sheet(NAME, table.source, columns, attempts)


def _exercises(table: Table) -> dict[int, int]:
    return {
        int(match[1]): place
        for place, match in table.headings(_POINTS)
        if table.column(f"answer.{match[1]}") is not None
    }


def _cell(table: Table, row: list[str], position: int, place: int) -> Cell:
    crosses = table.text(row, f"answer.{position}").strip()
    score = number(row[place])
    share = number(table.text(row, f"check.{position}"))
    # Points are the share that is right, times what the exercise is worth in this version.
    maximum = round(score / share, 9) if score and share and share > 0 else None
    letters = "".join(ascii_lowercase[n] for n, cross in enumerate(crosses[:26]) if cross == "1")
    return answered(f"{PRINTED}{letters}" if letters else "", score, maximum)

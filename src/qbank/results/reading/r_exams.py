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
from qbank.results.sheet import OMITTED, Attempt, Cell, Column, Pseudonyms, Sheet, State

NAME: Final = "R/exams"
_POINTS: Final = lazy_re.compile(r"points\.(\d{1,4})")


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return table.column("scrambling") is not None and bool(_exercises(table))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the crosses and points of each paper."""
    exercises = _exercises(table)
    exam = table.column("exam")
    columns = [Column(label=f"exercise {position}", position=position) for position in exercises]
    attempts = []
    for row in table.rows:
        cells = [_cell(table, row, position, place) for position, place in exercises.items()]
        form = row[exam].strip() or None if exam is not None else None
        attempts.append(Attempt(pseudonyms.of(row[0]), cells, form=form))
    return Sheet(NAME, table.source, columns, attempts)


def _exercises(table: Table) -> dict[int, int]:
    found = {}
    for place, heading in enumerate(table.header):
        match = _POINTS.fullmatch(heading.strip())
        if match is not None and table.column(f"answer.{match[1]}") is not None:
            found[int(match[1])] = place
    return found


def _cell(table: Table, row: list[str], position: int, place: int) -> Cell:
    crosses = row[table.column(f"answer.{position}") or 0].strip()
    score = number(row[place])
    share = number(row[table.column(f"check.{position}") or 0])
    # Points are the share that is right, times what the exercise is worth in this version.
    maximum = round(score / share, 9) if score and share and share > 0 else None
    if "1" not in crosses:
        return OMITTED._replace(score=score, maximum=maximum)
    letters = "".join(ascii_lowercase[n] for n, cross in enumerate(crosses[:26]) if cross == "1")
    return Cell(
        State.NOT_GRADED if score is None else State.ANSWERED,
        answer=f"{PRINTED}{letters}",
        score=score,
        maximum=maximum,
    )

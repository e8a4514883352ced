"""PrairieLearn: `*_submissions.csv`, a row for each submission; the question is a folder, whose last part is
its id."""

from __future__ import annotations

from typing import Final

from qbank.results.reading.tables import Table, number
from qbank.results.sheet import Cell, Column, Gathered, Pseudonyms, Sheet, State
from qbank.units.format import counted

NAME: Final = "PrairieLearn"


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return all(table.column(name) is not None for name in ("Question", "Seed", "Submitted answer", "Score"))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the first submission of each student to each question: later ones have seen an answer."""
    found = Gathered()
    later = 0
    for row in table.rows:
        id_ = table.text(row, "Question").rpartition("/")[2].strip()
        score, seed = number(table.text(row, "Score")), table.text(row, "Seed").strip()
        cell = Cell(
            State.NOT_GRADED if score is None else State.ANSWERED,
            answer=table.text(row, "Submitted answer") or None,
            score=score,
            maximum=1.0,
            name=f"{id_}@{seed}" if seed else id_,
        )
        student = pseudonyms.of(table.first(row, "UID", "Username", "Group name"))
        later += not found.add(student, id_, cell)
    remarks = [f"{counted(later, 'later submission')} to the same questions left out"] if later else []
    columns = [Column(label=f"question {id_}", name=id_, maximum=1.0) for id_ in found.names]
    return Sheet(NAME, table.source, columns, found.attempts(), rescaled=True, remarks=remarks)

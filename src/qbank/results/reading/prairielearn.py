"""PrairieLearn: `*_submissions.csv`, a row for each submission; the question is a folder, whose last part is
its id."""

from __future__ import annotations

from typing import Final

from qbank.results.reading.tables import Table, number
from qbank.results.sheet import ABSENT, Attempt, Cell, Column, Pseudonyms, Sheet, State

NAME: Final = "PrairieLearn"


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return all(table.column(name) is not None for name in ("Question", "Seed", "Submitted answer", "Score"))


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the first submission of each student to each question: later ones have seen an answer."""
    places = {
        name: table.column(name) for name in ("Question", "Seed", "Submitted answer", "Score", "Max points")
    }
    who = [place for name in ("UID", "Username", "Group name") if (place := table.column(name)) is not None]
    columns: dict[str, int] = {}
    answers: dict[bytes, dict[int, Cell]] = {}
    later = 0
    for row in table.rows:
        values = {name: "" if place is None else row[place] for name, place in places.items()}
        id_ = values["Question"].rpartition("/")[2].strip()
        place = columns.setdefault(id_, len(columns))
        of_student = answers.setdefault(
            pseudonyms.of(next((row[at] for at in who if row[at].strip()), "")), {}
        )
        if place in of_student:
            later += 1
            continue
        score = number(values["Score"])
        seed = values["Seed"].strip()
        of_student[place] = Cell(
            State.NOT_GRADED if score is None else State.ANSWERED,
            answer=values["Submitted answer"] or None,
            score=score,
            maximum=1.0,
            name=f"{id_}@{seed}" if seed else id_,
        )
    attempts = [
        Attempt(student, [cells.get(place, ABSENT) for place in range(len(columns))])
        for student, cells in answers.items()
    ]
    remarks = [f"{later} later submissions to the same questions left out"] if later else []
    named = [Column(label=f"question {id_}", name=id_, maximum=1.0) for id_ in columns]
    return Sheet(NAME, table.source, named, attempts, rescaled=True, remarks=remarks)

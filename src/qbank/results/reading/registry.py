"""Which exports are known, and telling one from another by what is in it."""

from __future__ import annotations

from pathlib import Path

from qbank.quoting import printable
from qbank.results.reading import (
    blackboard,
    canvas,
    canvas_new,
    edx,
    google_forms,
    gradescope,
    matrix,
    moodle,
    prairielearn,
    r_exams,
)
from qbank.results.reading.tables import read_text, table_of
from qbank.results.sheet import Pseudonyms, ResultsError, Sheet

_READERS = (canvas_new, gradescope, canvas, moodle, edx, prairielearn, blackboard, google_forms, r_exams)


def read_results(path: Path, pseudonyms: Pseudonyms) -> Sheet:
    """Read a file that a platform exported, or a table of our own.

    Raises:
        ResultsError: it cannot be read, or nobody we know wrote it.
    """
    source = printable(path)
    text = read_text(path)
    if text.lstrip()[:1] == "[":
        return canvas_new.read_json(text, source, pseudonyms)
    table = table_of(text, source)
    for reader in _READERS:
        if reader.matches(table):
            sheet: Sheet = reader.read(table, pseudonyms)
            return sheet
    if matrix.matches_long(table):
        return matrix.read_long(table, pseudonyms)
    if matrix.matches(table):
        return matrix.read(table, pseudonyms)
    known = ", ".join(dict.fromkeys(reader.NAME for reader in _READERS))
    raise ResultsError(
        f"{source}: not recognised by its header; known are exports of {known}, and tables whose header is "
        "a column for students and then ids or places of questions (docs/results.md shows each)"
    )

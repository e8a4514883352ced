"""New scores in the form that a platform imports; the one thing of ours that tells of persons."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Final

from qbank.results.regrade import Total
from qbank.results.sheet import Pseudonyms

_IMPORTS: Final = (
    # The gradebook of Canvas goes by ID where there is one, and wants these columns to be there.
    ("Canvas", ("Student", "ID", "SIS User ID", "SIS Login ID", "Section"), 1),
    ("Moodle", ("Email address",), 0),
    ("Blackboard", ("Username",), 0),
    ("Gradescope", ("SID",), 0),
    ("Open edX", ("username",), 0),
    ("PrairieLearn", ("uid",), 0),
)
"""By platform: the columns that tell a student, and which of them holds what an export tells students by."""


class RememberedPseudonyms(Pseudonyms):
    """Pseudonyms whose owners are known for as long as the command runs."""

    def __init__(self) -> None:
        super().__init__()
        self.owners: dict[bytes, str] = {}

    def of(self, *identity: str) -> bytes:
        """Return the bytes of a student, and remember whose they are."""
        code = super().of(*identity)
        self.owners.setdefault(code, " ".join(identity))
        return code


def scores_csv(
    title: str, sources: Sequence[str], totals: Mapping[bytes, Total], pseudonyms: RememberedPseudonyms
) -> str:
    """Return a table of new totals, as the platform of the exports imports it.

    A column of points has one maximum, so where a question is left out of one version the rest is scaled.
    """
    columns, place = next(
        ((columns, place) for name, columns, place in _IMPORTS if sources and sources[0].startswith(name)),
        (("student",), 0),
    )
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*columns, title])
    if len(columns) > 1:
        possible = max((total.paper for total in totals.values()), default=0.0)
        writer.writerow(["    Points Possible", *[""] * (len(columns) - 1), f"{possible:g}"])
    for code, total in totals.items():
        row = [""] * len(columns)
        row[place] = pseudonyms.owners.get(code, "")
        writer.writerow([*row, f"{total.scaled:.10g}"])
    return text.getvalue()

"""Adding a question to a bank: an id that nobody has taken, its file, and a draft to fill in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from qbank.authoring.ids import TakenIds, allocation, taken_ids
from qbank.authoring.scaffold import Plan, place_for, scaffold
from qbank.bank.writing import create
from qbank.errors import InputError
from qbank.model.validation.patterns import ID_PATTERN


class IdError(InputError):
    """An id that a question cannot have; the message says why."""


@dataclass(frozen=True, slots=True)
class AddedQuestion:
    """A question that was added, or would be, and what could not be looked at for its id."""

    file: Path
    text: str
    remarks: tuple[str, ...]


def add_question(root: Path, plan: Plan, id_: str | None = None, *, write: bool = True) -> AddedQuestion:
    """Add a draft to the bank at `root`, with an id of the author's or the next of its track.

    Raises:
        IdError: the author's id is none, or is taken.
        WriteError: the file cannot be written.
    """
    with allocation(root):
        taken = taken_ids(root)
        chosen = taken.next(plan.track) if id_ is None else _free(id_, plan, taken)
        file = place_for(root, chosen, plan.track, plan.area)
        text = scaffold(plan, chosen, file, root)
        if write:
            create(file, text)
    return AddedQuestion(file, text, taken.remarks)


def check_id(id_: str) -> None:
    """Check how an id is written.

    Raises:
        IdError: it is none.
    """
    if not re.fullmatch(ID_PATTERN, id_) or len(id_) > 100:
        raise IdError(f"{id_!r} is no id; ids are lower-case words and numbers joined by hyphens")


def _free(id_: str, plan: Plan, taken: TakenIds) -> str:
    check_id(id_)
    if not id_.startswith(f"{plan.track}-"):
        raise IdError(f"{id_!r} does not begin with the track '{plan.track}-'")
    if id_ in taken.ids:
        raise IdError(f"{id_!r} is taken, here or on another branch, or was once")
    return id_

"""A first look at what was imported: its napkin math, and whether the bank has nearly the same already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from qbank.importing.completing import NewFile
from qbank.napkin.verifier import verify
from qbank.survey.index_file import open_index
from qbank.survey.likeness import Compared, TooManyError, alike, compared
from qbank.unchecked import as_mapping
from qbank.yamlio.reader import read_bytes

_MOST: Final = 5_000
"""Questions of one import that are looked at: more would take minutes."""
_MOST_COMPARED: Final = 50_000
"""Pairs of questions that are compared: with more, most questions are copies of each other."""


@dataclass(frozen=True, slots=True)
class Math:
    """How many claims of napkin math were looked at, how many are wrong, and in which questions."""

    claims: int = 0
    wrong: int = 0
    ids: tuple[str, ...] = ()


def look_at(root: Path, files: Sequence[NewFile]) -> Math:
    """Verify the napkin math of files, and tell what is wrong in it, and what the bank has already."""
    if len(files) > _MOST:
        files[_MOST].place.note(
            f"from here on, {len(files) - _MOST:,} of {len(files):,} questions were neither verified nor "
            "compared with others; `qbank audit` and `qbank duplicates` look at all"
        )
    looked_at = [(file, read_bytes(file.text.encode()).data) for file in files[:_MOST]]
    math = _verify(looked_at)
    _find_twins(root, looked_at)
    return math


def _verify(files: Sequence[tuple[NewFile, dict[str, Any]]]) -> Math:
    claims = 0
    wrong: list[str] = []
    for file, data in files:
        scenario = str(data.get("scenario", ""))
        answers = as_mapping(data.get("details"))
        for text in filter(None, (answers.get("napkin_math"), answers.get("realistic_solution"))):
            for claim in verify(str(text), context=(scenario,)):
                claims += 1
                if claim.verdict == "wrong":
                    wrong.append(file.id)
                    said = " ".join(str(text)[claim.start : claim.end].split())
                    file.place.note(f"the napkin math of {file.id} is wrong: {said[:120]}")
    return Math(claims, len(wrong), tuple(dict.fromkeys(wrong)))


def _find_twins(root: Path, files: Sequence[tuple[NewFile, dict[str, Any]]]) -> None:
    if not files:
        return
    ours = {file.id: file for file, _ in files}
    new = []
    for file, data in files:
        texts = (str(data.get(name) or "") for name in ("title", "scenario", "question"))
        new.append(Compared(file.id, str(file.path), *texts))
    try:
        with open_index(root) as index:
            index.refresh()
            known = [one for one in compared(index) if one.id not in ours]
        pairs = alike(sorted([*known, *new], key=lambda one: one.id), only=ours, most=_MOST_COMPARED)
    except ModuleNotFoundError:
        return  # `qbank duplicates` says what to install, the documentation what lacks without
    except TooManyError as error:
        files[0][0].place.note(f"near-duplicates are not named: {error}; see `qbank duplicates`")
        return
    for pair in pairs:
        first, second = sorted((pair.first.id, pair.second.id), key=lambda identifier: identifier not in ours)
        ours[first].place.note(f"{first} is nearly the same as {second} ({pair.likeness:.0%})")

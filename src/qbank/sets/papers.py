"""The record of the papers of a bank: `papers.jsonl` at its root, a line for each paper that was made.

A line is a JSON object with `date`, `set`, `version`, `seed` and `questions`, the references on the paper.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Final

import msgspec

from qbank.bank.given_files import read_bounded
from qbank.quoting import named
from qbank.sets.files import SetError

FILE: Final = "papers.jsonl"
_LARGEST: Final = 2**24


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that was made: on which day, of which set, and with which questions, `id` or `id@seed`."""

    date: str
    set: str
    version: str
    seed: int | None
    questions: tuple[str, ...]


def record(root: Path, papers: Sequence[Paper]) -> int:
    """Add papers to the record; one that it holds already, made on whatever day, is not added again.

    Returns how many were added.

    Raises:
        SetError: the record cannot be read or written.
    """
    known = {(paper.set, paper.version, paper.questions) for paper in recorded(root)}
    new = [paper for paper in papers if (paper.set, paper.version, paper.questions) not in known]
    lines = "".join(json.dumps(asdict(paper), ensure_ascii=False) + "\n" for paper in new)
    try:
        with (root / FILE).open("a", encoding="utf-8") as file:
            file.write(lines)
    except OSError as error:
        raise SetError(f"{named(root / FILE)}: cannot be written: {error.strerror}") from error
    return len(new)


def recorded(root: Path) -> Iterator[Paper]:
    """Yield the papers of a bank in the order in which they were made.

    Raises:
        SetError: the record cannot be read; the message names the line.
    """
    path = root / FILE
    if not path.exists():
        return
    try:
        lines = read_bounded(path, _LARGEST, SetError).decode().splitlines()
    except UnicodeDecodeError as error:
        raise SetError(f"{named(path)}: cannot be read: {error}") from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _paper(line, f"{named(path)}:{number}:1")


def used_since(root: Path | None, day: str) -> set[str]:
    """Return the ids of the questions on papers that were recorded on a day or later.

    Raises:
        SetError: the record cannot be read.
    """
    if root is None:
        return set()
    papers = [paper for paper in recorded(root) if paper.date >= day[:10]]
    return {reference.partition("@")[0] for paper in papers for reference in paper.questions}


def _paper(line: str, place: str) -> Paper:
    try:
        paper = msgspec.json.decode(line, type=Paper)
        date.fromisoformat(paper.date)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        message = "is no record of a paper; it has 'date', 'set', 'version', 'seed' and 'questions'"
        raise SetError(f"{place}: {message}") from None
    return paper

"""Blackboard: questions in lines whose cells are parted by tabs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from qbank.importing.builder import DraftBuilder
from qbank.importing.draft import Draft
from qbank.importing.exercise.gaps import FULL, Gap
from qbank.importing.exercise.numeric_answers import AcceptedInterval
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import paragraph
from qbank.importing.markup.lines import read_lines
from qbank.importing.place import Content, Place
from qbank.render.text.document import BulletList

_LINE: Final = re.compile(
    r"^(MC|MA|TF|ESS|ORD|MAT|FIB|FIB_PLUS|NUM|FIL|SR|OP|JUMBLED_SENTENCE|QUIZ_BOWL)\t\S", re.M
)


def is_blackboard(text: str) -> bool:
    """Whether lines of a text begin with the kinds of Blackboard and a tab."""
    lines = [line for line in text.split("\n") if line.strip()]
    return bool(lines) and 2 * len(_LINE.findall(text)) > len(lines)


def read(data: bytes, place: Place) -> Iterator[Draft]:
    """Read a file.

    Raises:
        SourceError: it is no text, or a pool in another form.
    """
    if data.startswith(b"PK") or data.lstrip().startswith(b"<"):
        raise place.error(
            "is a pool of Blackboard in its own XML; export it as QTI 2.1 (under Tests, Surveys, and Pools)"
        )
    for line in read_lines(data, place):
        if line.text.strip():
            yield from _drafts(line.text, place.at(line.number))


def _drafts(line: str, place: Place) -> Iterator[Draft]:
    kind, *cells = (cell.strip() for cell in line.split("\t"))
    taker = _TAKERS.get(kind)
    if taker is None or not cells:
        is_kind = re.fullmatch("[A-Z_]{2,20}", kind)
        what = f"a question of the kind '{kind}'" if is_kind else "a line that is no question"
        place.lose(f"{what}: {' '.join(cells)[:120]}", Content.QUESTION)
        return
    question = DraftBuilder(place, "", read_html(cells[0], place), ())
    taker(cells[1:], question)
    yield question.draft("")


def _take_choice(cells: list[str], question: DraftBuilder) -> None:
    options = [read_html(cell, question.place) for cell in cells[::2]]
    right = [place for place, mark in enumerate(cells[1::2]) if mark.lower() in {"correct", "true", "yes"}]
    question.take_choice(options, right)


def _take_truth(cells: list[str], question: DraftBuilder) -> None:
    said = cells[0].lower() if cells else ""
    question.take_truth({"true": True, "t": True, "false": False, "f": False}.get(said))


def _take_essay(cells: list[str], question: DraftBuilder) -> None:
    for cell in cells:
        question.key.add(read_html(cell, question.place))


def _take_order(cells: list[str], question: DraftBuilder) -> None:
    question.take_order([read_html(cell, question.place) for cell in cells])


def _take_pairs(cells: list[str], question: DraftBuilder) -> None:
    pairs = zip(cells[::2], cells[1::2], strict=False)
    question.take_pairs([(read_html(left, question.place), right) for left, right in pairs])


def _take_words(cells: list[str], question: DraftBuilder) -> None:
    question.take_words(list(filter(None, cells)))


def _take_gaps(cells: list[str], question: DraftBuilder) -> None:
    """Take gaps that empty cells part, each of them its name and the words for it."""
    gaps: list[Gap] = []
    for before, cell in pairwise(["", *cells]):
        if cell and not before:
            gaps.append(Gap(cell))
        elif cell:
            gaps[-1].words.append((cell, FULL))
    question.take_gaps(gaps)


def _take_number(cells: list[str], question: DraftBuilder) -> None:
    said, off = (*cells, "", "")[:2]
    question.take_number(AcceptedInterval.read(said, off), said)


def _take_jumbled(cells: list[str], question: DraftBuilder) -> None:
    """Take words of a sentence, each with the gaps that it fits."""
    question.stem.list_below(BulletList(tuple(map(paragraph, filter(None, cells)))))


_TAKERS: Final[Mapping[str, Callable[[list[str], DraftBuilder], None]]] = {
    "MC": _take_choice,
    "MA": _take_choice,
    "OP": _take_choice,
    "TF": _take_truth,
    "ESS": _take_essay,
    "SR": _take_essay,
    "FIL": _take_essay,
    "ORD": _take_order,
    "MAT": _take_pairs,
    "FIB": _take_words,
    "FIB_PLUS": _take_gaps,
    "NUM": _take_number,
    "JUMBLED_SENTENCE": _take_jumbled,
}

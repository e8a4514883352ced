"""Parting what a question asks: scenario, figure, tables, the question itself, options and parts.

Our own exports print these one below the other, and so do many others. Where the text does not show a part of
it, it stays in the scenario; nothing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.importing.exercise.fields import filled
from qbank.importing.exercise.labels import (
    OPTION,
    PART,
    POINTS,
    labelled_pieces,
    only,
    only_emphasis,
    split_label,
    take_note,
)
from qbank.importing.exercise.numeric_answers import NumberFormat
from qbank.importing.markup.inlines import Picture, paragraph, words
from qbank.importing.markup.source_text import source_text, table_fields
from qbank.render.text.document import Block, Blocks, BulletList, Emphasis, Paragraph, Strong, TableBlock

LONGEST_QUESTION: Final = 200
SHORTEST_SCENARIO: Final = 30

_WORTH: Final = re.compile(rf"\({POINTS}\)")
_NUMBER_FORMAT: Final = re.compile(
    r"Answer(?: with a whole number| in whole (?P<counted>\S.*?)|(?: in (?P<unit>\S.*?))?"
    r"(?: to (?P<digits>[0-9]{1,2}) significant figures?)?)\."
)


@dataclass(slots=True)
class StemPart:
    """One part of an exercise."""

    label: str
    prompt: Blocks
    points: float | None = None
    number_format: NumberFormat | None = None


@dataclass(slots=True)
class Stem:
    """A question without its answer."""

    scenario: Blocks = ()
    picture: Picture | None = None
    caption: str = ""
    tables: list[dict[str, Any]] = field(default_factory=list)
    question: Blocks = ()
    options: list[Blocks] = field(default_factory=list)
    parts: list[StemPart] = field(default_factory=list)
    number_format: NumberFormat | None = None

    def describe_picture(self, description: Iterable[Block]) -> None:
        """Put words in the place of a picture: at the end of the scenario, but before a question there."""
        at = len(self.scenario)
        if not self.question and at and _is_question(self.scenario[-1]):
            at -= 1
        self.scenario = (*self.scenario[:at], *description, *self.scenario[at:])

    def ask_for_unit(self, unit: str) -> None:
        """Say below the scenario which unit the answer has to have."""
        self.scenario = (*self.scenario, *paragraph(f"Answer in {unit}.", Emphasis))

    def list_below(self, *blocks: Block) -> None:
        """Put blocks, such as a list, below what is asked, all of which becomes the scenario."""
        self.scenario = (*self.scenario, *self.question, *blocks)
        self.question = ()

    def fields(self) -> dict[str, Any]:
        """Return these as fields of a question file, without the figure, the options and the parts.

        A question that stands at the end of the scenario is parted from it.
        """
        scenario, question = self.scenario, self.question
        if not question and scenario and _is_question(scenario[-1]):
            scenario, question = scenario[:-1], scenario[-1:]
        told, asked = source_text(scenario), source_text(question)
        if len(asked) > LONGEST_QUESTION:
            told, asked = f"{told}\n\n{asked}".strip(), ""
        return filled(scenario=told, question=asked, tables=self.tables)


def read_stem(blocks: Blocks) -> Stem:
    """Part blocks into what they are."""
    stem = Stem()
    rest = list(blocks)
    _take_parts(rest, stem)
    stem.number_format = _take_number_format(rest)
    _take_options(rest, stem)
    if rest and (bold := only(Strong, rest[-1])) is not None:
        stem.question = (Paragraph(bold.content),)
        rest.pop()
    _take_tables(rest, stem)
    _take_picture(rest, stem)
    stem.scenario = tuple(rest)
    return stem


def _is_question(block: Block) -> bool:
    return isinstance(block, Paragraph) and words(block.content).rstrip().endswith("?")


def _take_parts(rest: list[Block], stem: Stem) -> None:
    pieces = labelled_pieces(rest, PART)
    for piece in pieces:
        prompt = list(piece.blocks)
        number_format = _take_number_format(prompt)
        worth = take_note(prompt, _WORTH)
        points = float(worth[1]) if worth else None
        stem.parts.append(StemPart(piece.label, tuple(prompt), points, number_format))
    if pieces:
        del rest[pieces[0].start :]


def _take_number_format(blocks: list[Block]) -> NumberFormat | None:
    """Take off the end the line that says how to give a number."""
    note = only_emphasis(blocks[-1]) if blocks else None
    match = _NUMBER_FORMAT.fullmatch(note) if note is not None else None
    if match is None or match[0] == "Answer.":
        return None
    blocks.pop()
    unit = match["unit"] or match["counted"] or ""
    return NumberFormat(unit, int(match["digits"]) if match["digits"] else None)


def _take_options(rest: list[Block], stem: Stem) -> None:
    """Take options off the end: a list, or paragraphs, with the letters A, B, C before them."""
    if rest and isinstance(last := rest[-1], BulletList):
        options = [split[1] for item in last.items if (split := split_label(item, OPTION))]
        if len(options) == len(last.items) > 1:
            stem.options = options
            rest.pop()
        return
    pieces = labelled_pieces(rest, OPTION)
    if len(pieces) > 1:
        stem.options = [piece.blocks for piece in pieces]
        del rest[pieces[0].start :]


def _take_tables(rest: list[Block], stem: Stem) -> None:
    """Take tables off the end, each with the emphasised line below it, its caption."""
    while rest:
        caption = only_emphasis(rest[-1]) if len(rest) > 1 and isinstance(rest[-2], TableBlock) else None
        at = -1 if caption is None else -2
        table = rest[at]
        if not isinstance(table, TableBlock) or not all(words(cell).strip() for cell in table.header):
            return
        stem.tables.insert(0, table_fields(table, caption or ""))
        del rest[at:]


def _take_picture(rest: list[Block], stem: Stem) -> None:
    """Take the last picture that stands by itself, and the emphasised line below it."""
    for place in range(len(rest) - 1, -1, -1):
        if (picture := only(Picture, rest[place])) is not None:
            stem.picture = picture
            stem.caption = (only_emphasis(rest[place + 1]) if place + 1 < len(rest) else None) or ""
            del rest[place : place + (2 if stem.caption else 1)]
            return

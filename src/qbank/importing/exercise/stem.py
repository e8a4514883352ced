"""Parting what a question asks: scenario, figure, tables, the question itself, options and parts.

Our own exports print these one below the other, and so do many others. Where the text does not show a part of
it, it stays in the scenario; nothing is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.importing.markup.inlines import CaptionedTable, Picture, trimmed, words
from qbank.importing.markup.source_text import cell_value, source_line, source_text
from qbank.render.text.document import (
    Block,
    Blocks,
    BulletList,
    Emphasis,
    Inlines,
    Paragraph,
    Strong,
    TableBlock,
    Text,
)

LONGEST_QUESTION: Final = 200
SHORTEST_SCENARIO: Final = 30

_PART: Final = re.compile(r"\(([A-Za-z0-9]{1,4})\)")
_OPTION: Final = re.compile(r"([A-Z]{1,2})\.")
_WORTH: Final = re.compile(r"\(([0-9]+(?:\.[0-9]+)?) points?\)")
_FORM: Final = re.compile(
    r"Answer(?: in (?P<unit>\S.*?))?(?: to (?P<digits>[0-9]{1,2}) significant figures?)?\."
)


@dataclass(frozen=True, slots=True)
class Form:
    """How a number is asked for: its unit, and how many digits."""

    unit: str = ""
    digits: int | None = None


@dataclass(slots=True)
class AskedPart:
    """One part of an exercise."""

    label: str
    prompt: Blocks
    points: float | None = None
    form: Form | None = None


@dataclass(slots=True)
class Asked:
    """A question without its answer."""

    scenario: Blocks = ()
    picture: Picture | None = None
    caption: str = ""
    tables: list[dict[str, Any]] = field(default_factory=list)
    question: Blocks = ()
    options: list[Blocks] = field(default_factory=list)
    parts: list[AskedPart] = field(default_factory=list)
    form: Form | None = None

    def describe(self, picture: Blocks) -> None:
        """Put words in the place of a picture: at the end of the scenario, but before a question there."""
        at = len(self.scenario)
        if not self.question and at and _is_question(self.scenario[-1]):
            at -= 1
        self.scenario = (*self.scenario[:at], *picture, *self.scenario[at:])

    def fields(self) -> dict[str, Any]:
        """Return these as fields of a question file, without the figure and the parts."""
        fields = scenario_and_question(self.scenario, self.question)
        if self.tables:
            fields["tables"] = self.tables
        return fields


def read_asked(blocks: Blocks) -> Asked:
    """Part blocks into what they are."""
    asked = Asked()
    rest = list(blocks)
    _take_parts(rest, asked)
    _take_form(rest, asked)
    _take_options(rest, asked)
    if rest and (bold := _bold(rest[-1])) is not None:
        asked.question = (Paragraph(bold),)
        rest.pop()
    _take_tables(rest, asked)
    _take_picture(rest, asked)
    asked.scenario = tuple(rest)
    return asked


def scenario_and_question(scenario: Blocks, question: Blocks) -> dict[str, Any]:
    """Return the two texts; a question that stands at the end of the scenario is parted from it."""
    if not question and scenario and _is_question(scenario[-1]):
        scenario, question = scenario[:-1], scenario[-1:]
    told, said = source_text(scenario), source_text(question)
    if said and len(said) > LONGEST_QUESTION:
        told, said = f"{told}\n\n{said}".strip(), ""
    fields = {}
    if told:
        fields["scenario"] = told
    if said:
        fields["question"] = said
    return fields


def _is_question(block: Block) -> bool:
    return isinstance(block, Paragraph) and words(block.content).rstrip().endswith("?")


def split_label(block: Block, pattern: re.Pattern[str]) -> tuple[str, Block | None] | None:
    """Part a paragraph from the bold label before it; None if it has no such label."""
    if not isinstance(block, Paragraph) or not block.content or not isinstance(block.content[0], Strong):
        return None
    label = pattern.fullmatch(words(block.content[0].content).strip())
    if label is None:
        return None
    rest = trimmed(block.content[1:])
    return label[1], Paragraph(rest) if rest else None


def split_note(blocks: list[Block], pattern: re.Pattern[str]) -> tuple[str, ...] | None:
    """Take the emphasised note off the end of blocks; None if there is no such note."""
    if not blocks or not isinstance(last := blocks[-1], Paragraph) or not last.content:
        return None
    note = last.content[-1]
    found = pattern.fullmatch(words(note.content)) if isinstance(note, Emphasis) else None
    if found is None:
        return None
    rest = trimmed(last.content[:-1])
    blocks[-1:] = [Paragraph(rest)] if rest else []
    return tuple(group or "" for group in found.groups())


def _take_parts(rest: list[Block], asked: Asked) -> None:
    starts = [place for place, block in enumerate(rest) if split_label(block, _PART)]
    if not starts:
        return
    for start, end in zip(starts, [*starts[1:], len(rest)], strict=True):
        label, first = split_label(rest[start], _PART) or ("", None)
        body = ([first] if first else []) + rest[start + 1 : end]
        form = _form_at_end(body)
        worth = split_note(body, _WORTH)
        asked.parts.append(AskedPart(label, tuple(body), float(worth[0]) if worth else None, form))
    del rest[starts[0] :]


def _form_at_end(blocks: list[Block]) -> Form | None:
    if not blocks or not isinstance(last := blocks[-1], Paragraph) or len(last.content) != 1:
        return None
    note = last.content[0]
    found = _FORM.fullmatch(words(note.content)) if isinstance(note, Emphasis) else None
    if found is None or not (found["unit"] or found["digits"]):
        return None
    blocks.pop()
    return Form(found["unit"] or "", int(found["digits"]) if found["digits"] else None)


def _take_form(rest: list[Block], asked: Asked) -> None:
    asked.form = _form_at_end(rest)


def _take_options(rest: list[Block], asked: Asked) -> None:
    """Take options off the end: a list, or paragraphs, with the letters A, B, C before them."""
    if not rest:
        return
    if isinstance(last := rest[-1], BulletList):
        labelled = [(split_label(item[0], _OPTION) if item else None, item) for item in last.items]
        if all(label for label, _ in labelled) and len(labelled) > 1:
            asked.options = [
                ((label[1],) if label[1] else ()) + item[1:] for label, item in labelled if label is not None
            ]
            rest.pop()
        return
    starts = [place for place, block in enumerate(rest) if split_label(block, _OPTION)]
    if len(starts) > 1:
        for start, end in zip(starts, [*starts[1:], len(rest)], strict=True):
            _, first = split_label(rest[start], _OPTION) or ("", None)
            asked.options.append((*([first] if first else []), *rest[start + 1 : end]))
        del rest[starts[0] :]


def _bold(block: Block) -> Inlines | None:
    if isinstance(block, Paragraph) and len(block.content) == 1 and isinstance(block.content[0], Strong):
        return block.content[0].content
    return None


def _emphasised(block: Block) -> str | None:
    if isinstance(block, Paragraph) and len(block.content) == 1 and isinstance(block.content[0], Emphasis):
        return words(block.content[0].content)
    return None


def _take_tables(rest: list[Block], asked: Asked) -> None:
    """Take tables off the end, each with the caption in it or the emphasised line below it."""
    while rest:
        caption = _emphasised(rest[-1])
        below = caption is not None and len(rest) > 1 and isinstance(rest[-2], TableBlock)
        table = rest[-2] if below else rest[-1]
        if not isinstance(table, TableBlock) or not all(words(cell).strip() for cell in table.header):
            return
        told = {"caption": caption} if below and caption else {}
        if isinstance(table, CaptionedTable):
            told = {"caption": table.caption}
        asked.tables.insert(0, told | table_data(table))
        del rest[-2 if below else -1 :]


def table_data(table: TableBlock) -> dict[str, Any]:
    """Return a table as fields of a question file."""
    return {
        "columns": [source_line(cell) for cell in table.header],
        "rows": [[cell_value(source_line(cell)) for cell in row] for row in table.rows],
    }


def _take_picture(rest: list[Block], asked: Asked) -> None:
    """Take the last picture that stands by itself, and the emphasised line below it."""
    for place in range(len(rest) - 1, -1, -1):
        block = rest[place]
        if isinstance(block, Paragraph) and len(block.content) == 1 and isinstance(block.content[0], Picture):
            asked.picture = block.content[0]
            caption = _emphasised(rest[place + 1]) if place + 1 < len(rest) else None
            asked.caption = caption or ""
            del rest[place : place + (2 if caption else 1)]
            return


def without_pictures(blocks: Blocks) -> Blocks:
    """Return blocks with the description in place of each picture that stands by itself without one."""
    return tuple(
        Paragraph((Text(f"(picture: {block.content[0].source})"),))
        if isinstance(block, Paragraph)
        and len(block.content) == 1
        and isinstance(block.content[0], Picture)
        and not block.content[0].text
        else block
        for block in blocks
    )

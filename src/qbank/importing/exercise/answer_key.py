"""Parting an answer: the right option or number, answers of parts, the solution, and what comes behind."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.importing.exercise.fields import filled
from qbank.importing.exercise.labels import (
    OPTION,
    PART,
    POINTS,
    LabelledPiece,
    labelled_pieces,
    only,
    option_place,
    split_label,
)
from qbank.importing.exercise.numeric_answers import NumberFormat, decimal, key_in_words, number_of
from qbank.importing.exercise.stem import Stem
from qbank.importing.markup.inlines import Link, paragraph, trimmed, words
from qbank.importing.markup.source_text import source_text
from qbank.render.text.document import Block, Blocks, BulletList, Paragraph, Strong
from qbank.units.format import format_quantity

_TITLES: Final = ("Likely slips", "Napkin math", "Common mistake", "Rubric", "To read on")
_SOLUTION: Final = "Solution"
_PART_RECKONING: Final = "Napkin math ({})"
_RELATED: Final = "Related:"
_CREDIT: Final = r"\((?:([0-9.]+) of ([0-9.]+) points?|([0-9.]+)% of the points)\)"
_SLIP: Final = re.compile(rf"(Not [A-Z](?: {_CREDIT})?):")
_LIKELY_SLIP: Final = re.compile("(Likely slip):")
_POINTS: Final = re.compile(f"{POINTS}:")
_WRONG_NUMBER: Final = re.compile(rf"(\S.{{0,99}}?(?: {_CREDIT})?)(?: \({POINTS}\))?:")
_CREDITED: Final = re.compile(rf"(.*?)(?: {_CREDIT})?")
_ACCEPTED: Final = re.compile(r"(.{1,200}?) ?(\(accepted: [^()]{1,200}\))")


@dataclass(slots=True)
class AnswerKey:
    """An answer in its parts.

    `answer` is numeric, `right` the place of the right option, `slips` what leads to wrong ones, by place,
    and `credits` the share of the points that these earn; `parts` are fields by the labels of parts.
    """

    right: int | None = None
    answer: dict[str, Any] | None = None
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)
    slips: dict[int, Blocks] = field(default_factory=dict)
    credits: dict[int, float] = field(default_factory=dict)
    solution: Blocks = ()
    reckoning: Blocks = ()
    mistake: Blocks = ()
    mistakes: list[dict[str, Any]] = field(default_factory=list)
    rubric: list[dict[str, Any]] = field(default_factory=list)
    resources: list[dict[str, str]] = field(default_factory=list)
    related: list[str] = field(default_factory=list)

    def add(self, blocks: Blocks) -> None:
        """Put something behind the solution."""
        self.solution = (*self.solution, *blocks)

    def add_below(self, label: str, blocks: Blocks) -> None:
        """Put something that no field holds below the solution, under a bold label."""
        self.add((*paragraph(label, Strong), *blocks))

    def fields(self) -> dict[str, Any]:
        """Return these as fields of a question file, without options and parts."""
        details = filled(
            realistic_solution=source_text(self.solution),
            common_mistake=source_text(self.mistake),
            napkin_math=source_text(self.reckoning),
            resources=self.resources,
        )
        return {"details": details} | filled(
            answer=self.answer, mistakes=self.mistakes, rubric=self.rubric, related=self.related
        )


def slip_of(number: str, unit: str, feedback: Blocks) -> dict[str, Any]:
    """Return a wrong number, and the feedback that says what leads to it, as a mistake."""
    said = split_label(feedback, _LIKELY_SLIP)
    text = source_text(said[1] if said else feedback)
    return {"text": text, "expression": format_quantity(number, unit)}


def credited(share: float) -> dict[str, float]:
    """Return the field of a mistake that earns a share of the points; none where it earns nothing."""
    return {"credit": round(share, 4)} if 0 < share < 1 else {}


def read_answer_key(blocks: Blocks, stem: Stem) -> AnswerKey:
    """Part the blocks of an answer; what is not known as something else is the solution."""
    key = AnswerKey()
    rest = list(blocks)
    _take_related(rest, key)
    for title in reversed(_TITLES):
        _take_section(rest, title, key)
    _take_right(rest, stem, key)
    _take_slips(rest, stem, key)
    if not key.right:
        _take_number(rest, stem, key)
    _take_parts(rest, stem, key)
    key.solution = tuple(rest)
    return key


def _take_related(rest: list[Block], key: AnswerKey) -> None:
    match rest:
        case [*_, Paragraph(content=[Strong() as label, *behind])] if words(label.content) == _RELATED:
            key.related = list(filter(None, map(str.strip, words(behind).split(","))))
            rest.pop()


def _take_section(rest: list[Block], title: str, key: AnswerKey) -> None:
    start = max((place for place, block in enumerate(rest) if _is_title(block, title)), default=len(rest))
    body = rest[start + 1 :]
    if not body:
        return
    match title:
        case "Likely slips" if mistakes := _entries(body, _mistake):
            key.mistakes = mistakes
        case "Napkin math":
            key.reckoning = tuple(body)
        case "Common mistake":
            key.mistake = tuple(body)
        case "Rubric" if rubric := _entries(body, _criterion):
            key.rubric = rubric
        case "To read on" if resources := _entries(body, _resource):
            key.resources = resources
        case _:
            return  # not in the form of our exports: it stays in the solution
    del rest[start:]


def _is_title(block: Block, title: str) -> bool:
    bold = only(Strong, block)
    return bold is not None and words(bold.content) == title


def _entries(body: list[Block], read: Callable[[Blocks], dict[str, Any] | None]) -> list[dict[str, Any]]:
    """Return what the items of a list say that stands alone; nothing if any of them says nothing."""
    items = body[0].items if len(body) == 1 and isinstance(body[0], BulletList) else ()
    entries = [entry for item in items if (entry := read(item)) is not None]
    return entries if len(entries) == len(items) else []


def _criterion(item: Blocks) -> dict[str, Any] | None:
    worth, criterion = _labelled(item, _POINTS)
    return {"criterion": criterion, "points": number_of(float(worth))} if criterion else None


def _mistake(item: Blocks) -> dict[str, Any] | None:
    number, slip = _labelled(item, _WRONG_NUMBER)
    number, credit = _without_credit(number)
    return {"text": slip, "expression": number} | credited(credit) if slip else None


def _without_credit(label: str) -> tuple[str, float]:
    """Return what a label says, and the share of the points that stands behind it."""
    match = _CREDITED.fullmatch(label)
    assert match is not None
    if match[4]:
        return match[1], _share(match[4], "100")
    return match[1], _share(match[2], match[3]) if match[2] else 0.0


def _share(earned: str, of: str) -> float:
    part, whole = decimal(earned), decimal(of)
    return float(part / whole) if part and whole and part < whole else 0.0


def _labelled(item: Blocks, label: re.Pattern[str]) -> tuple[str, str]:
    """Return the label before an item, and the text behind it; nothing of an item without."""
    split = split_label(item, label)
    return (split[0], source_text(split[1])) if split else ("", "")


def _resource(item: Blocks) -> dict[str, Any] | None:
    link = only(Link, item[0]) if len(item) == 1 else None
    if link is None or not link.url.startswith("https://") or not link.name:
        return None
    return {"name": link.name, "url": link.url}


def _take_right(rest: list[Block], stem: Stem, key: AnswerKey) -> None:
    """Take the right option, which the answer begins with, letter and text."""
    label = split_label(rest[:1], OPTION)
    if label is None or len(label[0]) > 1 or (place := option_place(label[0])) >= len(stem.options):
        return
    option = stem.options[place]
    # The letter stands alone where the option begins with a list, with code or the like.
    end = 1 + max(len(option) - len(label[1]), 0)
    if source_text((*label[1], *rest[1:end])) == source_text(option):
        key.right = place
        del rest[:end]


def _take_slips(rest: list[Block], stem: Stem, key: AnswerKey) -> None:
    """Take what leads to wrong options, which stands last."""
    pieces = labelled_pieces(rest, _SLIP)
    if not pieces or not all(map(source_text, stem.options)):
        return  # without texts they are no options of the question
    slips: dict[int, Blocks] = {}
    shares: dict[int, float] = {}
    for piece in pieces:
        label, credit = _without_credit(piece.label)
        option = option_place(label[-1])
        if option >= len(stem.options) or option == key.right or option in slips or not piece.blocks:
            return
        slips[option] = piece.blocks
        if credit:
            shares[option] = credit
    key.slips, key.credits = slips, shares
    del rest[pieces[0].start :]


def _take_number(rest: list[Block], stem: Stem, key: AnswerKey) -> None:
    """Take the number that an answer begins with, bold and with what is accepted behind it."""
    match rest:
        case [Paragraph(content=[Strong() as number, *behind]), *_]:
            accepted = words(trimmed(behind))
            key.answer = key_in_words(words(number.content), accepted, stem.number_format)
            if key.answer is not None:
                del rest[0]


def _take_parts(rest: list[Block], stem: Stem, key: AnswerKey) -> None:
    formats = {part.label: part.number_format for part in stem.parts}
    pieces = labelled_pieces(rest, PART, formats)
    if pieces and pieces[0].start == 0:
        end = _end_of_parts(rest, pieces[-1].start)
        for piece in labelled_pieces(rest[:end], PART, formats):
            key.parts[piece.label] = _part_fields(piece, formats[piece.label])
        del rest[:end]
    if stem.parts and rest and _is_title(rest[0], _SOLUTION):
        rest.pop(0)


def _end_of_parts(rest: list[Block], last: int) -> int:
    """Return where the solution begins: at its title; without one, behind the line of the last part."""
    titles = (place for place in range(last + 1, len(rest)) if _is_title(rest[place], _SOLUTION))
    return next(titles, last + 1)


def _part_fields(piece: LabelledPiece, number_format: NumberFormat | None) -> dict[str, Any]:
    """Return the answer of a part and its reckoning: it follows a number at once, words below a title."""
    blocks = piece.blocks
    number = None
    match blocks:
        case [Paragraph() as first, *_]:
            number = _ACCEPTED.fullmatch(words(first.content))
    if number is not None:
        told = key_in_words(number[1], number[2], number_format)
        return filled(answer=told or source_text(blocks[:1]), napkin_math=source_text(blocks[1:]))
    title = _PART_RECKONING.format(piece.label)
    end = next((place for place, block in enumerate(blocks) if _is_title(block, title)), len(blocks))
    return filled(answer=source_text(blocks[:end]), napkin_math=source_text(blocks[end + 1 :]))

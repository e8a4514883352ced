"""Labels before text and notes behind it, as exports print them: `**(a)** Per token? *(2 points)*`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from qbank.importing.markup.inlines import trimmed, words
from qbank.render.text.document import Block, Blocks, Emphasis, Paragraph, Strong

PART: Final = re.compile(r"\(([A-Za-z0-9]{1,4})\)")
OPTION: Final = re.compile(r"([A-Z]{1,2})\.")
POINTS: Final = r"([0-9]+(?:\.[0-9]+)?) points?"

_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class LabelledPiece:
    """Blocks from a bold label to the next one; `blocks` are without the label, which stood at `start`."""

    start: int
    label: str
    blocks: Blocks


def option_place(letter: str) -> int:
    """Return the place of the option that has a letter, counted from 0."""
    return ord(letter.upper()) - ord("A")


def labelled_pieces(
    blocks: Sequence[Block], label: re.Pattern[str], known: Container[str] | None = None
) -> list[LabelledPiece]:
    """Part blocks where paragraphs begin with a bold label; what stands before the first is left out.

    With `known`, other labels are text like any other.
    """
    starts = [
        (place, split)
        for place, block in enumerate(blocks)
        if (split := split_label((block,), label)) and (known is None or split[0] in known)
    ]
    bounds = pairwise([*(place for place, _ in starts), len(blocks)])
    return [
        LabelledPiece(start, name, (*first, *blocks[start + 1 : end]))
        for (_, (name, first)), (start, end) in zip(starts, bounds, strict=True)
    ]


def split_label(blocks: Sequence[Block], label: re.Pattern[str]) -> tuple[str, Blocks] | None:
    """Part blocks from the bold label before the first; None if it has no such label."""
    match blocks:
        case [Paragraph(content=[Strong() as bold, *behind]), *others]:
            if named := label.fullmatch(words(bold.content).strip()):
                rest = trimmed(behind)
                return named[1], (*([Paragraph(rest)] if rest else []), *others)
    return None


def take_note(blocks: list[Block], note: re.Pattern[str]) -> re.Match[str] | None:
    """Take the emphasised note off the end of blocks; None if there is no such note."""
    match blocks:
        case [*_, Paragraph(content=[*before, Emphasis() as emphasis])]:
            if told := note.fullmatch(words(emphasis.content)):
                rest = trimmed(before)
                blocks[-1:] = [Paragraph(rest)] if rest else []
                return told
    return None


def only(kind: type[_Kind], block: Block) -> _Kind | None:
    """Return the piece of a kind that a paragraph holds and nothing else."""
    match block:
        case Paragraph(content=[piece]) if isinstance(piece, kind):
            return piece
    return None


def only_emphasis(block: Block) -> str | None:
    """Return the words of a paragraph that is emphasised as a whole."""
    emphasis = only(Emphasis, block)
    return None if emphasis is None else words(emphasis.content)

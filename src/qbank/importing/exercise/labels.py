"""Labels before text and notes behind it, as exports print them: `**(a)** Per token? *(2 points)*`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from qbank.importing.markup.inlines import trimmed, words
from qbank.render.text.document import Block, Blocks, Emphasis, Inlines, Paragraph, Strong

PART: Final = re.compile(r"\(([A-Za-z0-9]{1,4})\)")
OPTION: Final = re.compile(r"([A-Z]{1,2})\.")
POINTS: Final = r"([0-9]+(?:\.[0-9]+)?) points?"


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
        if (split := split_label(block, label)) and (known is None or split[0] in known)
    ]
    bounds = pairwise([*(place for place, _ in starts), len(blocks)])
    return [
        LabelledPiece(start, name, (*first, *blocks[start + 1 : end]))
        for (_, (name, first)), (start, end) in zip(starts, bounds, strict=True)
    ]


def split_label(block: Block, label: re.Pattern[str]) -> tuple[str, Blocks] | None:
    """Part a paragraph from the bold label before it; None if it has no such label."""
    if not isinstance(block, Paragraph) or not block.content or not isinstance(block.content[0], Strong):
        return None
    match = label.fullmatch(words(block.content[0].content).strip())
    if match is None:
        return None
    rest = trimmed(block.content[1:])
    return match[1], (Paragraph(rest),) if rest else ()


def take_note(blocks: list[Block], note: re.Pattern[str]) -> re.Match[str] | None:
    """Take the emphasised note off the end of blocks; None if there is no such note."""
    if not blocks or not isinstance(last := blocks[-1], Paragraph) or not last.content:
        return None
    emphasis = last.content[-1]
    match = note.fullmatch(words(emphasis.content)) if isinstance(emphasis, Emphasis) else None
    if match is not None:
        rest = trimmed(last.content[:-1])
        blocks[-1:] = [Paragraph(rest)] if rest else []
    return match


def only_strong(block: Block) -> Inlines | None:
    """Return what a paragraph holds that is bold as a whole."""
    if isinstance(block, Paragraph) and len(block.content) == 1 and isinstance(block.content[0], Strong):
        return block.content[0].content
    return None


def only_emphasis(block: Block) -> str | None:
    """Return the words of a paragraph that is emphasised as a whole."""
    if isinstance(block, Paragraph) and len(block.content) == 1 and isinstance(block.content[0], Emphasis):
        return words(block.content[0].content)
    return None

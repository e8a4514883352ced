"""Putting labels, notes and emphasis to text that has been read, before it is printed."""

from __future__ import annotations

from qbank.render.text.document import Blocks, Emphasis, Paragraph, Strong, Text


def emphasised(blocks: Blocks) -> Blocks:
    """Make text strong, if it is no more than a paragraph."""
    if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
        return (Paragraph((Strong(blocks[0].content),)),)
    return blocks


def labelled(blocks: Blocks, label: str, note: str = "") -> Blocks:
    """Put a strong label before text, and a note behind it unless it is empty."""
    strong = Strong((Text(label),))
    if blocks and isinstance(blocks[0], Paragraph):
        return noted((Paragraph((strong, Text(" "), *blocks[0].content)), *blocks[1:]), note)
    return noted((Paragraph((strong,)), *blocks), note)


def noted(blocks: Blocks, note: str) -> Blocks:
    """Put a note behind text, unless it is empty."""
    if not note:
        return blocks
    emphasis = Emphasis((Text(note),))
    if blocks and isinstance(blocks[-1], Paragraph):
        return (*blocks[:-1], Paragraph((*blocks[-1].content, Text(" "), emphasis)))
    return (*blocks, Paragraph((emphasis,)))

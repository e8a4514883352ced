"""Pieces of text that other formats have and the fields of a question have not.

Each is also what becomes of it in a field: a link its words and its address, a picture its description.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from qbank.render.text import document
from qbank.render.text.document import (
    Block,
    Blocks,
    BulletList,
    Code,
    CodeBlock,
    Emphasis,
    Inline,
    Inlines,
    LineBreak,
    Math,
    MathBlock,
    NumberedList,
    Paragraph,
    Strong,
    TableBlock,
    Text,
)


@dataclass(frozen=True, slots=True)
class Link(Text):
    """A link, `text` being its words and its address."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Picture(Text):
    """A picture, `text` being its description and `source` its address."""

    source: str


@dataclass(frozen=True, slots=True)
class Display(Math):
    """A formula that is meant to stand on lines of its own."""


def paragraph(text: str, mark: type[Strong | Emphasis] | None = None) -> Blocks:
    """Return plain text as a paragraph, which may be marked as a whole."""
    content: Inlines = (Text(text),)
    return (Paragraph(content if mark is None else (mark(content),)),)


def paragraph_of(content: Inlines) -> Block:
    """Return inlines as a paragraph; a formula that is meant to stand alone, and does, as a block."""
    if len(content) == 1 and isinstance(content[0], Display):
        return MathBlock(content[0].latex)
    return Paragraph(within_line(content))


def within_line(content: Inlines) -> Inlines:
    """Return inlines with formulas that were meant to stand alone like any other."""
    return tuple(Math(piece.latex) if isinstance(piece, Display) else piece for piece in content)


def with_inlines(blocks: Blocks, change: Callable[[Inline], list[Inline]]) -> Blocks:
    """Return blocks with each inline as `change` makes it, which may be a formula meant to stand alone."""
    return document.with_inlines(blocks, change, paragraph_of, within_line)


def words(inlines: Iterable[object]) -> str:
    """Return the plain text of inlines."""
    pieces = []
    for inline in inlines:
        match inline:
            case Text() | Code():
                pieces.append(inline.text)
            case Math():
                pieces.append(inline.latex)
            case LineBreak():
                pieces.append(" ")
            case Strong() | Emphasis():
                pieces.append(words(inline.content))
    return "".join(pieces)


def words_of(blocks: Blocks) -> str:
    """Return the plain text of blocks, a line each."""
    lines = []
    for block in blocks:
        match block:
            case Paragraph():
                lines.append(words(block.content))
            case BulletList() | NumberedList():
                lines += [words_of(item) for item in block.items]
            case CodeBlock():
                lines.append(block.text)
            case MathBlock():
                lines.append(block.latex)
            case TableBlock():
                lines += [" ".join(map(words, row)) for row in (block.header, *block.rows)]
    return "\n".join(lines)


def joined(content: Iterable[Inline]) -> list[Inline]:
    """Return inlines with texts side by side made one."""
    pieces: list[Inline] = []
    for inline in content:
        last = pieces[-1] if pieces else None
        if type(inline) is Text and type(last) is Text:
            pieces[-1] = Text(last.text + inline.text)
        else:
            pieces.append(inline)
    return pieces


def trimmed(content: Iterable[Inline]) -> Inlines:
    """Return inlines without blanks and breaks at either end, texts side by side made one."""
    pieces = joined(content)
    while pieces and _is_blank(pieces[0]):
        pieces.pop(0)
    while pieces and _is_blank(pieces[-1]):
        pieces.pop()
    if pieces and type(first := pieces[0]) is Text:
        pieces[0] = Text(first.text.lstrip())
    if pieces and type(last := pieces[-1]) is Text:
        pieces[-1] = Text(last.text.rstrip())
    return tuple(pieces)


def _is_blank(inline: object) -> bool:
    return isinstance(inline, LineBreak) or (type(inline) is Text and not inline.text.strip())

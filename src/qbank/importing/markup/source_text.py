"""Printing blocks as the text of a field, so that `qbank.render.text.blocks` reads the same blocks again.

Signs are escaped only where they would be taken for marks. What a field cannot say, such as a break within a
sentence, becomes the nearest thing that it can; no word is ever left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from qbank.importing.markup.inlines import joined, trimmed, words
from qbank.render.text.blocks import read_blocks, read_line
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
from qbank.render.text.markdown_syntax import code_span, fenced, list_item, pipe_table

_SIGN: Final = re.compile(r"[*`$]|(?<=\\)[_|]")
_SIGN_OF_LIST: Final = re.compile(r"^([-*•]|[0-9]{1,2}[.)]) +")
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")
_STATEMENT_END: Final = re.compile(r"[.:;!?)=≈]$|[=≈]")


def source_text(blocks: Blocks) -> str:
    """Return the text of a field that holds these blocks."""
    sayable = list(_sayable(blocks))
    printed = list(map(_block, sayable))
    loose = "\n\n".join(printed)
    tight = "".join(
        ("\n" if _stands_close(before, after) else "\n\n" if before else "") + piece
        for before, after, piece in zip([None, *sayable], sayable, printed, strict=False)
    )
    return tight if tight == loose or read_blocks(tight) == read_blocks(loose) else loose


def excerpt(blocks: Blocks, length: int = 160) -> str:
    """Return the beginning of what blocks say, on one line, for a remark about them."""
    return " ".join(source_text(blocks).split())[:length]


def _stands_close(before: Block | None, after: Block) -> bool:
    """Whether authors leave no blank line between two blocks: before a list, and between marked sections."""
    if isinstance(after, BulletList | NumberedList):
        return isinstance(before, Paragraph)
    return all(isinstance(block, Paragraph) and _has_marker(block) for block in (before, after))


def _has_marker(paragraph: Paragraph) -> bool:
    first = paragraph.content[0] if paragraph.content else None
    return isinstance(first, Strong) and words(first.content).endswith(":") and len(paragraph.content) > 1


def source_line(content: Inlines) -> str:
    """Return text on one line that holds these inlines, as for a cell of a table."""
    bare = trimmed(tuple(Text(" ") if isinstance(inline, LineBreak) else inline for inline in content))
    wanted = _comparable(bare)
    for printed in (_inlines(bare, False), _inlines(bare, True)):
        if _comparable(read_line(printed)) == wanted:
            return printed
    return _escaped(" ".join(words(bare).split()))


def table_fields(table: TableBlock, caption: str) -> dict[str, Any]:
    """Return a table as fields of a question file; an empty caption is left out."""
    columns = list(map(source_line, table.header))
    rows = [[cell_value(source_line(cell)) for cell in row] for row in table.rows]
    return ({"caption": caption} if caption else {}) | {"columns": columns, "rows": rows}


def cell_value(text: str) -> str | int | float:
    """Return a cell of a table: its text, or the number that is written just so."""
    if not _NUMBER.fullmatch(text):
        return text
    number = float(text) if "." in text else int(text)
    return number if str(number) == text else text


def _sayable(blocks: Blocks) -> Iterator[Block]:
    """Part paragraphs at breaks that a field would not keep."""
    for block in blocks:
        if not isinstance(block, Paragraph):
            yield block
            continue
        line: list[Inline] = []
        for inline in block.content:
            if isinstance(inline, LineBreak) and not _STATEMENT_END.search(_last_line(line)):
                yield from _paragraph(line)
                line = []
            else:
                line.append(inline)
        yield from _paragraph(line)


def _last_line(line: list[Inline]) -> str:
    """Return what a field's line would be, with the signs that stand at its end."""
    last: list[Inline] = []
    for inline in line:
        last = [] if isinstance(inline, LineBreak) else [*last, inline]
    return _inlines(tuple(last), False).rstrip()


def _paragraph(line: list[Inline]) -> Iterator[Paragraph]:
    if content := trimmed(tuple(line)):
        yield Paragraph(content)


def _block(block: Block) -> str:
    """Print a block with as few escapes as its text needs to be read again."""
    if not isinstance(block, Paragraph | MathBlock):
        # Its pieces are each as they have to be; to try all of it again would double the work at each depth.
        return _printed(block, False)
    wanted = _comparable_blocks((block,))
    for escapes in (False, True):
        printed = _printed(block, escapes)
        if _comparable_blocks(read_blocks(printed)) == wanted:
            return printed
    if isinstance(block, MathBlock):
        return _printed(CodeBlock(block.latex), False)
    # A line that ends behind the sign of a list begins no list.
    tries = (
        printed,
        _SIGN_OF_LIST.sub(r"\1\n", printed),
        _SIGN_OF_LIST.sub(r"\1\n", _escaped(words(block.content))),
    )
    return next((text for text in tries if _is_read_as_text(text, block)), tries[-1])


def _is_read_as_text(printed: str, paragraph: Paragraph) -> bool:
    again = read_blocks(printed)
    read = " ".join(words(block.content) for block in again if isinstance(block, Paragraph))
    return read.split() == words(paragraph.content).split()


def _printed(block: Block, escapes: bool) -> str:
    match block:
        case Paragraph():
            return _inlines(block.content, escapes)
        case BulletList():
            return _list(block.items, ["-"] * len(block.items))
        case NumberedList():
            return _list(block.items, [f"{block.start + at}." for at in range(len(block.items))])
        case CodeBlock():
            return fenced(block.text, block.language)
        case MathBlock():
            return f"$$\n{block.latex}\n$$"
        case TableBlock():
            return pipe_table([list(map(_cell, row)) for row in (block.header, *block.rows)])


def _list(items: tuple[Blocks, ...], marks: list[str]) -> str:
    printed = []
    for item, mark in zip(items, marks, strict=True):
        inner = ""
        for place, block in enumerate(_sayable(item)):
            tight = place == 1 and isinstance(block, BulletList | NumberedList)
            inner += ("\n" if tight else "\n\n" if place else "") + _block(block)
        printed.append(list_item(inner, mark))
    return "\n".join(printed)


def _cell(content: Inlines) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", source_line(content))


def _inlines(content: Inlines, escapes: bool) -> str:
    return "".join(_inline(inline, escapes) for inline in content)


def _inline(inline: Inline, escapes: bool) -> str:
    match inline:
        case Text():
            return _escaped(inline.text) if escapes else inline.text
        case Strong():
            return f"**{_inlines(inline.content, escapes)}**"
        case Emphasis():
            return f"*{_inlines(inline.content, escapes)}*"
        case Code():
            return _code(inline.text)
        case Math():
            short = f"${inline.latex}$"
            return short if read_line(short) == (Math(inline.latex),) else f"$${inline.latex}$$"
        case LineBreak():
            return "\n"


def _code(code: str) -> str:
    parted = not code or code[0] == "`" or code[-1] == "`" or code[0] == code[-1] == " "
    return code_span(code, " " if parted else "")


def _escaped(text: str) -> str:
    return _SIGN.sub(r"\\\g<0>", text)


def _comparable_blocks(blocks: Blocks) -> tuple[object, ...]:
    """Return blocks as something to compare: without the kinds of inlines that only sources have."""
    return tuple(_comparable(block.content) if isinstance(block, Paragraph) else block for block in blocks)


def _comparable(content: Inlines) -> tuple[object, ...]:
    plain = joined(Text(inline.text) if isinstance(inline, Text) else inline for inline in content)
    return tuple(
        (type(inline), _comparable(inline.content)) if isinstance(inline, Strong | Emphasis) else inline
        for inline in plain
    )

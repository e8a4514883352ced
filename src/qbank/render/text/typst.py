"""Texts as data for the templates of typst: text stays a string all the way and never becomes code.

A block or an inline is a mapping whose `kind` says what it is; plain text is a string.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final, TypeAlias

from qbank.render.text.document import (
    Block,
    Blocks,
    BulletList,
    Code,
    CodeBlock,
    Emphasis,
    Figure,
    Inline,
    Inlines,
    LineBreak,
    Math,
    MathBlock,
    NumberedList,
    Paragraph,
    Strong,
    Table,
    TableBlock,
    Text,
)
from qbank.render.text.typst_math import to_tree
from qbank.render.text.wording import accepted, asked, letter, number
from qbank.sets.answers.numeric_key import NumericKey

Data: TypeAlias = dict[str, Any]

_LONGEST: Final = 32
_UNBROKEN: Final = re.compile(rf"\S{{{_LONGEST}}}(?=\S)")
_MAY_BREAK: Final = "\u200b"


def breakable(text: str) -> str:
    """Return plain text in which words that are wider than a page may go on on the next line."""
    return _UNBROKEN.sub(rf"\g<0>{_MAY_BREAK}", text)


def blocks_data(content: Blocks) -> list[Data]:
    """Return blocks as data."""
    return [_block(block) for block in content]


def line_data(content: Inlines) -> list[Data | str]:
    """Return inlines as data."""
    return [_inline(inline) for inline in content]


def table_data(content: TableBlock, caption: str = "") -> Data:
    """Return a table as data."""
    return {
        "kind": "table",
        "caption": breakable(caption),
        "header": [line_data(cell) for cell in content.header],
        "rows": [[line_data(cell) for cell in row] for row in content.rows],
    }


def data_of(value: object) -> Any:
    """Return any piece of a document as data, by the names of its fields; points are text, as shown."""
    match value:
        case str():
            return breakable(value)
        case tuple():
            return [data_of(piece) for piece in value]
        case Table():
            return table_data(value.content, value.caption)
        case Figure():
            return figure_data(value, value.name)
        case NumericKey():
            return {
                "asked": asked(value),
                "unit": value.unit,
                "answer": value.answer_text,
                "accepted": accepted(value),
            }
        case Paragraph() | BulletList() | NumberedList() | CodeBlock() | MathBlock() | TableBlock():
            return _block(value)
    if is_dataclass(value) and not isinstance(value, type):
        data = {field.name: data_of(getattr(value, field.name)) for field in fields(value)}
        if data.get("points") is not None:
            data["points"] = number(data["points"])
        return data
    return value


def figure_data(figure: Figure, file: str | None) -> Data:
    """Return a figure as data; without a file its description is shown."""
    return {"file": file, "alt": breakable(figure.alt), "caption": breakable(figure.caption)}


def options_data(options: Sequence[Data | list[Data]]) -> list[Data]:
    """Return options, or their blocks, with the letters that they are shown by."""
    return [
        {"letter": letter(place), **(option if isinstance(option, dict) else {"content": option})}
        for place, option in enumerate(options)
    ]


def _block(block: Block) -> Data:
    match block:
        case Paragraph():
            return {"kind": "paragraph", "content": line_data(block.content)}
        case BulletList():
            return {"kind": "list", "items": [blocks_data(item) for item in block.items]}
        case NumberedList():
            items = [blocks_data(item) for item in block.items]
            return {"kind": "numbered", "start": block.start, "items": items}
        case CodeBlock():
            return {"kind": "code", "text": breakable(block.text)}
        case MathBlock():
            return _formula(block.latex, "formula") or {"kind": "code", "text": breakable(block.latex)}
        case TableBlock():
            return table_data(block)


def _inline(inline: Inline) -> Data | str:
    match inline:
        case Text():
            return breakable(inline.text)
        case Strong():
            return {"kind": "strong", "content": line_data(inline.content)}
        case Emphasis():
            return {"kind": "emphasis", "content": line_data(inline.content)}
        case Code():
            return {"kind": "code", "text": breakable(inline.text)}
        case Math():
            return _formula(inline.latex, "math") or {"kind": "code", "text": breakable(inline.latex)}
        case LineBreak():
            return {"kind": "break"}


def _formula(latex: str, kind: str) -> Data | None:
    """Return a formula, with its LaTeX for readers that cannot see it."""
    tree = to_tree(latex)
    return None if tree is None else {"kind": kind, "tree": tree, "latex": latex}

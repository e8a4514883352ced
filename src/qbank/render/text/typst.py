"""Texts as data for the templates of typst: text stays a string all the way and never becomes code.

A block or an inline is a mapping whose `kind` says what it is; plain text is a string.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from qbank.picking import fields_of, pick
from qbank.render.text.document import (
    BulletList,
    Code,
    CodeBlock,
    Emphasis,
    Figure,
    Item,
    LineBreak,
    Math,
    MathBlock,
    NumberedList,
    Paragraph,
    Part,
    Strong,
    Table,
    TableBlock,
    Text,
)
from qbank.render.text.typesetting import typeset_text
from qbank.render.text.typst_math import to_tree
from qbank.render.text.wording import asked, letter, number, slip, stated, within
from qbank.render.text.words import ENGLISH, Words
from qbank.sets.answers.numeric_key import NumericKey

Data: TypeAlias = dict[str, Any]

_LONGEST: Final = 32
_UNBROKEN: Final = re.compile(rf"\S{{{_LONGEST}}}(?=\S)")
_MAY_BREAK: Final = "\u200b"

_KINDS: Final[Mapping[type, Data]] = {
    Paragraph: {"kind": "paragraph"},
    BulletList: {"kind": "list"},
    NumberedList: {"kind": "numbered"},
    CodeBlock: {"kind": "code"},
    TableBlock: {"kind": "table", "caption": ""},
    Strong: {"kind": "strong"},
    Emphasis: {"kind": "emphasis"},
    Code: {"kind": "code"},
    LineBreak: {"kind": "break"},
}
"""What data says of a block or an inline beside its fields."""


def breakable(text: str) -> str:
    """Return plain text in which words that are wider than a page may go on on the next line."""
    return _UNBROKEN.sub(rf"\g<0>{_MAY_BREAK}", text)


def data_of(value: object, words: Words = ENGLISH) -> Any:
    """Return any piece of a document as data, by the names of its fields; points are text, as shown."""
    match value:
        case str():
            return breakable(value)
        case tuple():
            return [data_of(piece, words) for piece in value]
        case frozenset():
            return sorted(value)
        case Text():
            return breakable(typeset_text(value.text))
        case Math() | MathBlock():
            return _formula(value.latex, "formula" if isinstance(value, MathBlock) else "math")
        case Table():
            return data_of(value.content, words) | {"caption": breakable(value.caption)}
        case Figure():
            return figure_data(value, value.name)
        case NumericKey():
            return {
                "asked": asked(value, words),
                "unit": value.unit,
                "answer": stated(value, words),
                "accepted": within(value, words),
            }
    if (names := fields_of(value)) is not None:
        data = {name: data_of(part, words) for name, part in pick(value, *names).items()}
        if data.get("points") is not None:
            data["points"] = number(data["points"], words)
        if isinstance(value, Item | Part):
            data["slips"] = [
                {"label": breakable(slip(mistake, value.points, words)), "content": data_of(mistake.feedback)}
                for mistake in value.expected
            ]
        return data | _KINDS.get(type(value), {})
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


def _formula(latex: str, kind: str) -> Data:
    """Return a formula, with its LaTeX for readers that cannot see it; as code where it is none."""
    tree = to_tree(latex)
    if tree is None:
        return {"kind": "code", "text": breakable(latex)}
    return {"kind": kind, "tree": tree, "latex": latex}

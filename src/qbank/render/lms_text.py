"""Printing text as the plain HTML that learning platforms take, which is XML as well.

Where formulas are MathML, that is all there is to them. Platforms that draw formulas by a script find them by
the signs around them, `\\(…\\)`; there, signs of that kind in plain text are taken apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from qbank.render.document import (
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
from qbank.render.latex import is_formula
from qbank.render.mathml import to_mathml

_SIGNS_OF_FORMULAS: Final = re.compile(r"\\(?=[()\[\]$\\]|begin|end|(?:eq)?ref)|\$(?=\$)")
"""What a script that draws formulas in a page looks for in its text."""


@dataclass(frozen=True, slots=True)
class LmsText:
    """How to print text in one kind of HTML.

    Attributes:
        mathml: formulas are elements; else they stand between `\\(` and `\\)` for a script to find.
        starts: lists may begin with another number than 1; QTI knows no such lists.
    """

    mathml: bool
    starts: bool = True

    def text(self, text: str) -> Markup:
        """Print plain text, such as a title. Quotes are escaped too, so it may stand in an attribute."""
        return escape(text if self.mathml else _SIGNS_OF_FORMULAS.sub("\\g<0>\u200b", text))

    def line(self, content: Inlines) -> Markup:
        """Print inlines."""
        return Markup("").join(map(self._inline, content))

    def blocks(self, blocks: Blocks) -> Markup:
        """Print blocks, each an element that may stand where paragraphs may."""
        return Markup("\n").join(map(self.block, blocks))

    def block(self, block: Block) -> Markup:
        """Print one block."""
        match block:
            case Paragraph():
                return _element("p", self.line(block.content))
            case BulletList():
                return _element("ul", self._items(block.items))
            case NumberedList():
                start = f' start="{block.start}"' if self.starts and block.start != 1 else ""
                return Markup(f"<ol{start}>{self._items(block.items)}</ol>")
            case CodeBlock():
                return self._code_block(block)
            case MathBlock():
                return _element("p", self._formula(block.latex, block=True))
            case TableBlock():
                return self.table(block)

    def table(self, table: TableBlock, caption: str = "") -> Markup:
        """Print a table, with a caption unless it is empty."""
        title = _element("caption", self.text(caption)) if caption else ""
        head = self._row(table.header, "th")
        # A table has a body, or it is none in QTI.
        body = Markup("").join(self._row(row, "td") for row in table.rows) or head
        header = _element("thead", head) if table.rows else ""
        return Markup(f"<table>{title}{header}<tbody>{body}</tbody></table>")

    def _row(self, cells: tuple[Inlines, ...], element: str) -> Markup:
        return _element("tr", Markup("").join(_element(element, self.line(cell)) for cell in cells))

    def _items(self, items: tuple[Blocks, ...]) -> Markup:
        return Markup("").join(_element("li", self._item(item)) for item in items)

    def _item(self, blocks: Blocks) -> Markup:
        """Print an item of a list; where it is no more than a paragraph it needs no element of its own."""
        if blocks and isinstance(blocks[0], Paragraph):
            rest = blocks[1:]
            if all(isinstance(block, BulletList | NumberedList) for block in rest):
                return self.line(blocks[0].content) + self.blocks(rest)
        return self.blocks(blocks)

    def _code_block(self, block: CodeBlock) -> Markup:
        language = f' class="language-{escape(block.language)}"' if block.language else ""
        return Markup(f"<pre><code{language}>{escape(block.text)}</code></pre>")

    def _inline(self, inline: Inline) -> Markup:
        match inline:
            case Text():
                return self.text(inline.text)
            case Strong():
                return _element("strong", self.line(inline.content))
            case Emphasis():
                return _element("em", self.line(inline.content))
            case Code():
                return _element("code", escape(inline.text))
            case Math():
                return self._formula(inline.latex, block=False)
            case LineBreak():
                return Markup("<br/>")

    def _formula(self, latex: str, *, block: bool) -> Markup:
        if self.mathml:
            element = to_mathml(latex, block=block)
            if element is not None:
                return Markup(element)
        elif is_formula(latex):
            return escape(f"\\[{latex}\\]" if block else f"\\({latex}\\)")
        return _element("code", escape(latex))


def _element(name: str, content: str) -> Markup:
    return Markup(f"<{name}>{content}</{name}>")

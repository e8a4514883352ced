"""Printing text as HTML: all of it escaped, and well-formed XML as well.

There are three kinds. `PAGE` is for pages of our own, `PLATFORM` for what learning platforms put into theirs,
and `QTI` for the part of HTML that QTI knows. On a page and in QTI, formulas are MathML. Platforms draw them
by a script, which finds them by the signs around them, `\\(…\\)`; there, such signs in plain text are taken
apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Final

from markupsafe import Markup

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
from qbank.render.text.highlighting import highlighted
from qbank.render.text.latex import is_formula
from qbank.render.text.mathml import to_mathml

_SIGNS_OF_FORMULAS: Final = re.compile(r"\\(?=[()\[\]$\\]|begin|end|(?:eq)?ref)|\$(?=\$)")
"""What a script that draws formulas in a page looks for in its text."""


@dataclass(frozen=True, slots=True)
class HtmlText:
    """How to print text in one kind of HTML.

    Attributes:
        mathml: formulas are elements; else they stand between `\\(` and `\\)`.
        attributes: elements say the direction of their text, the scope of headings, the start of lists, the
            language of code.
        scrolls: wide formulas and tables are within elements that a style lets scroll, and code is coloured.
    """

    mathml: bool
    attributes: bool
    scrolls: bool

    def text(self, text: str) -> Markup:
        """Print plain text, such as a title. Quotes are escaped too, so it may stand in an attribute."""
        return Markup(escape(text if self.mathml else _SIGNS_OF_FORMULAS.sub("\\g<0>\u200b", text)))

    def line(self, content: Inlines) -> Markup:
        """Print inlines."""
        return Markup("".join(map(self._inline, content)))

    def blocks(self, blocks: Blocks) -> Markup:
        """Print blocks, each an element that may stand where paragraphs may."""
        return Markup("\n".join(map(self._block, blocks)))

    def table(self, content: TableBlock, caption: str = "") -> Markup:
        """Print a table, with a caption unless it is empty."""
        title = f"<caption{self._direction}>{self.text(caption)}</caption>" if caption else ""
        scope = ' scope="col"' if self.attributes else ""
        header = self._row(content.header, "th", scope)
        rows = "\n".join(self._row(row, "td") for row in content.rows)
        # In QTI, a table has to have a body.
        body = f"<thead>{header}</thead>\n<tbody>{rows}</tbody>" if rows else f"<tbody>{header}</tbody>"
        table = f"<table>{title}{body}</table>"
        return Markup(f'<div class="table">{table}</div>' if self.scrolls else table)

    def option(self, content: Blocks) -> Markup:
        """Print blocks for a place where there may be none, such as a label: paragraphs become lines."""
        lines = [block.content for block in content if isinstance(block, Paragraph)]
        if len(lines) < len(content):
            return self.blocks(content)
        return Markup("<br/>".join(map(self.line, lines)))

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph():
                return f"<p{self._direction}>{self.line(block.content)}</p>"
            case BulletList():
                return f"<ul>\n{self._items(block.items)}\n</ul>"
            case NumberedList():
                start = f' start="{block.start}"' if self.attributes and block.start != 1 else ""
                return f"<ol{start}>\n{self._items(block.items)}\n</ol>"
            case CodeBlock():
                code = highlighted(block.text, block.language) if self.scrolls else escape(block.text)
                return f"<pre><code{self._language(block.language)}>{code}</code></pre>"
            case MathBlock():
                return self._formula_block(block.latex)
            case TableBlock():
                return self.table(block)

    def _language(self, language: str) -> str:
        """Return the attribute by which pages say the language of code."""
        return f' class="language-{escape(language)}"' if self.attributes and language else ""

    @property
    def _direction(self) -> str:
        return ' dir="auto"' if self.attributes else ""

    def _items(self, items: tuple[Blocks, ...]) -> str:
        return "\n".join(f"<li>{self._item(item)}</li>" for item in items)

    def _item(self, item: Blocks) -> str:
        """Print an item; its first paragraph needs no element of its own."""
        if item and isinstance(item[0], Paragraph):
            line = self.line(item[0].content)
            first = f"<span{self._direction}>{line}</span>" if self.attributes else line
            return "\n".join([first, *map(self._block, item[1:])])
        return self.blocks(item)

    def _row(self, cells: tuple[Inlines, ...], element: str, scope: str = "") -> str:
        opening = f"<{element}{scope}{self._direction}>"
        return "<tr>" + "".join(f"{opening}{self.line(cell)}</{element}>" for cell in cells) + "</tr>"

    def _inline(self, inline: Inline) -> str:
        match inline:
            case Text():
                return self.text(inline.text)
            case Strong():
                return f"<strong>{self.line(inline.content)}</strong>"
            case Emphasis():
                return f"<em>{self.line(inline.content)}</em>"
            case Code():
                return f"<code>{escape(inline.text)}</code>"
            case Math():
                return self._formula(inline.latex) or f"<code>{escape(inline.latex)}</code>"
            case LineBreak():
                return "<br/>"

    def _formula_block(self, latex: str) -> str:
        drawn = self._formula(latex, block=True)
        if drawn is None:
            return f"<pre><code>{escape(latex)}</code></pre>"
        return f'<div class="formula">{drawn}</div>' if self.scrolls else f"<p>{drawn}</p>"

    def _formula(self, latex: str, *, block: bool = False) -> str | None:
        if self.mathml:
            return to_mathml(latex, block=block)
        if not is_formula(latex):
            return None
        return escape(f"\\[{latex}\\]" if block else f"\\({latex}\\)")


PAGE: Final = HtmlText(mathml=True, attributes=True, scrolls=True)
PLATFORM: Final = HtmlText(mathml=False, attributes=True, scrolls=False)
QTI: Final = HtmlText(mathml=True, attributes=False, scrolls=False)

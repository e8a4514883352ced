"""Printing text as HTML: all of it escaped, formulas as MathML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

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
from qbank.render.mathml import to_mathml

if TYPE_CHECKING:
    from markupsafe import Markup


def blocks(content: Blocks) -> Markup:
    """Print blocks."""
    return _markup("\n".join(map(_block, content)))


def line(content: Inlines) -> Markup:
    """Print inlines."""
    return _markup(_inlines(content))


def table(content: TableBlock, caption: str = "") -> Markup:
    """Print a table that scrolls by itself where the page is too narrow for it."""
    return _markup(_table(content, caption))


def option(content: Blocks) -> Markup:
    """Print blocks for a place where there may be none, such as a label: paragraphs become lines."""
    if all(isinstance(block, Paragraph) for block in content):
        return _markup(
            "<br>".join(_inlines(block.content) for block in content if isinstance(block, Paragraph))
        )
    return blocks(content)


def _markup(html: str) -> Markup:
    from markupsafe import Markup  # noqa: PLC0415 - comes with the template engine

    return Markup(html)


def _block(block: Block) -> str:
    match block:
        case Paragraph():
            return f'<p dir="auto">{_inlines(block.content)}</p>'
        case BulletList():
            return f"<ul>\n{_items(block.items)}\n</ul>"
        case NumberedList():
            start = f' start="{block.start}"' if block.start != 1 else ""
            return f"<ol{start}>\n{_items(block.items)}\n</ol>"
        case CodeBlock():
            return f"<pre><code>{escape(block.text)}</code></pre>"
        case MathBlock():
            drawn = to_mathml(block.latex, block=True)
            if drawn is None:
                return f"<pre><code>{escape(block.latex)}</code></pre>"
            return f'<div class="formula">{drawn}</div>'
        case TableBlock():
            return _table(block, "")


def _items(items: tuple[Blocks, ...]) -> str:
    return "\n".join(f"<li>{_item(item)}</li>" for item in items)


def _item(item: Blocks) -> str:
    """Print an item; its first paragraph needs no element of its own."""
    if item and isinstance(item[0], Paragraph):
        first = f'<span dir="auto">{_inlines(item[0].content)}</span>'
        return "\n".join([first, *map(_block, item[1:])])
    return "\n".join(map(_block, item))


def _table(content: TableBlock, caption: str) -> str:
    title = f'<caption dir="auto">{escape(caption)}</caption>' if caption else ""
    header = "".join(f'<th scope="col" dir="auto">{_inlines(cell)}</th>' for cell in content.header)
    rows = "\n".join(
        "<tr>" + "".join(f'<td dir="auto">{_inlines(cell)}</td>' for cell in row) + "</tr>"
        for row in content.rows
    )
    return (
        f'<div class="table"><table>{title}<thead><tr>{header}</tr></thead>\n'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _inlines(content: Inlines) -> str:
    return "".join(map(_inline, content))


def _inline(inline: Inline) -> str:
    match inline:
        case Text():
            return escape(inline.text)
        case Strong():
            return f"<strong>{_inlines(inline.content)}</strong>"
        case Emphasis():
            return f"<em>{_inlines(inline.content)}</em>"
        case Code():
            return f"<code>{escape(inline.text)}</code>"
        case Math():
            return to_mathml(inline.latex) or f"<code>{escape(inline.latex)}</code>"
        case LineBreak():
            return "<br>"

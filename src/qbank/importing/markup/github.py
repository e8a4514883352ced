"""Reading Markdown as GitHub knows it, which is what our exports print, into blocks.

Fields hold a smaller Markdown; what it has not, such as links and headings, becomes the nearest that it has.
HTML is text like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeGuard

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from qbank.importing.markup.inlines import Link, Picture, joined, paragraph, trimmed, words
from qbank.render.text.blocks import clean
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
from qbank.render.text.markdown_syntax import LIST_END

_APART: Final = "\u200b"


def read_github(markdown: str) -> Blocks:
    """Read Markdown into blocks."""
    root = SyntaxTreeNode(_parser().parse(clean(markdown)))
    return tuple(_blocks(root))


def read_github_line(markdown: str) -> Inlines:
    """Read Markdown that stands on one line, such as a cell of a table or a heading."""
    blocks = read_github(" ".join(markdown.split()))
    if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
        return blocks[0].content
    return (Text(" ".join(markdown.split())),)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    # Escaped signs stay apart from others, so that `\\$` is never part of a formula.
    return MarkdownIt("commonmark").enable("table").disable("text_join")


def _blocks(node: SyntaxTreeNode) -> Iterator[Block]:
    for child in node.children:
        yield from _block(child)


def _block(node: SyntaxTreeNode) -> Iterator[Block]:
    match node.type:
        case "paragraph":
            if content := _content(node):
                yield Paragraph(content)
        case "heading":
            if content := _content(node):
                yield Paragraph((Strong(content),))
        case "bullet_list":
            yield BulletList(tuple(tuple(_blocks(item)) for item in node.children))
        case "ordered_list":
            items = tuple(tuple(_blocks(item)) for item in node.children)
            yield NumberedList(items, int(node.attrs.get("start", 1)))
        case "fence" | "code_block":
            code = node.content.removesuffix("\n")
            language = node.info.split()[0].lower() if node.type == "fence" and node.info.split() else ""
            if language == "math":
                yield MathBlock(" ".join(code.split()))
            else:
                yield CodeBlock(
                    code, language if language.replace("-", "").replace("+", "").isalnum() else ""
                )
        case "table":
            header, *rows = [row for part in node.children for row in part.children]
            cells = [tuple(_content(cell) for cell in row.children) for row in (header, *rows)]
            yield TableBlock(cells[0], tuple(cells[1:]))
        case "html_block" if node.content.strip() == LIST_END:
            return
        case "html_block":
            for line in node.content.split("\n"):
                if line.strip():
                    yield from paragraph(line.strip())
        case "blockquote":
            yield from _blocks(node)


def _content(node: SyntaxTreeNode) -> Inlines:
    return _formulas(trimmed(tuple(piece for child in node.children for piece in _inline(child))))


def _inline(node: SyntaxTreeNode) -> list[Inline]:
    match node.type:
        case "inline":
            return [piece for child in node.children for piece in _inline(child)]
        case "text":
            return [Text(node.content)]
        case "text_special":
            # An entity of our own that keeps marks apart, and a sign that is no mark.
            return [_Sign(node.content)] if node.content != _APART else []
        case "softbreak":
            return [Text(" ")]
        case "hardbreak":
            return [LineBreak()]
        case "strong":
            return [Strong(_inner(node))]
        case "em":
            return [Emphasis(_inner(node))]
        case "code_inline":
            return [Code(node.content)]
        case "link":
            name, url = words(_inner(node)), str(node.attrs.get("href", ""))
            return [Link(f"{name} ({url})" if name != url else url, name, url)]
        case "image":
            return [Picture(" ".join(words(_inner(node)).split()), str(node.attrs.get("src", "")))]
        case _:
            return [Text(node.content)]


def _inner(node: SyntaxTreeNode) -> Inlines:
    return _formulas(tuple(piece for child in node.children for piece in _inline(child)))


class _Sign(Text):
    """A sign that was escaped."""

    __slots__ = ()


def _formulas(content: Inlines) -> Inlines:
    """Make formulas of code between dollar signs, and plain text of signs that were escaped."""
    pieces: list[Inline] = []
    at = 0
    while at < len(content):
        inline = content[at]
        if isinstance(inline, Code) and 0 < at < len(content) - 1:
            before, after = pieces[-1] if pieces else None, content[at + 1]
            if _is_plain(before) and _is_plain(after) and before.text[-1:] == "$" == after.text[:1]:
                pieces[-1] = Text(before.text[:-1])
                pieces += (Math(inline.text), Text(after.text[1:]))
                at += 2
                continue
        last = pieces[-1] if pieces else None
        if isinstance(inline, _Sign) and inline.text == "$" and _is_plain(last):
            pieces[-1] = Text(last.text.removesuffix(_APART))
        pieces.append(inline)
        at += 1
    plain = (Text(piece.text) if isinstance(piece, _Sign) else piece for piece in pieces)
    return tuple(piece for piece in joined(plain) if piece != Text(""))


def _is_plain(inline: object) -> TypeGuard[Text]:
    return type(inline) is Text

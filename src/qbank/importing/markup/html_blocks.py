"""Reading HTML, as learning platforms keep it, into blocks.

Never fails: what is not well-formed is read the way browsers do, roughly. Scripts, frames and other active
content are left out and told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from qbank.importing.markup.inlines import Link, Picture, trimmed, words
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

_DEEPEST: Final = 60
_VOID_WORDS: Final = "area base br col embed hr img input link meta source track wbr"
_LEFT_OUT_WORDS: Final = (
    "applet audio canvas embed form frame frameset iframe input math object script select style svg textarea "
    "title video"
)
_BLOCK_WORDS: Final = (
    "address article aside blockquote body caption center dd details div dl dt figcaption figure footer h1 "
    "h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
)
_VOID: Final = frozenset(_VOID_WORDS.split())
_LEFT_OUT: Final = frozenset(_LEFT_OUT_WORDS.split())
_BLOCK: Final = frozenset(_BLOCK_WORDS.split())
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary"})
_ENDS_WHEN: Final = {
    "p": _BLOCK,
    "li": frozenset({"li"}),
    "td": frozenset({"td", "th", "tr"}),
    "th": frozenset({"td", "th", "tr"}),
    "tr": frozenset({"tr"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
}
_FORMULA: Final = re.compile(r"\\\((.{1,2000}?)\\\)|\\\[(.{1,2000}?)\\\]|\$\$(.{1,2000}?)\$\$", re.DOTALL)
_KEPT_APART: Final = re.compile("(?<=[\\\\$])\u200b")
_START: Final = re.compile(r"-?[0-9]{1,6}")


@dataclass(slots=True)
class _Node:
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[_Node | str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Html:
    """Blocks read, and what of the HTML was left out, in words."""

    blocks: Blocks
    lost: tuple[str, ...]


def read_html(html: str) -> Html:
    """Read a fragment of HTML. Math of MathJax, `\\(…\\)`, becomes formulas."""
    tree = _Tree()
    tree.feed(_closed(clean(html)))
    tree.close()
    reader = _Reader(lost=tree.lost)
    blocks = reader.blocks(tree.root)
    return Html(blocks, tuple(dict.fromkeys(reader.lost)))


def _closed(html: str) -> str:
    """Return HTML in which everything that begins has an end somewhere, and other signs are text.

    The parser would look for the end through all of the rest, time and again.
    """
    for begin, end in (("<!--", "-->"), ("<![", "]"), ("<", ">")):
        last = html.rfind(end)
        html = html[: last + 1] + html[last + 1 :].replace(begin, begin.replace("<", "&lt;"))
    return html


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Node("")
        self.lost: list[str] = []
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while tag in _ENDS_WHEN.get(self._open[-1].tag, ()):
            self._open.pop()
        node = _Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in _VOID and len(self._open) < _DEEPEST:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self._open) - 1, 0, -1):
            if self._open[place].tag == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)

    def unknown_decl(self, data: str) -> None:
        self.lost.append(f"a declaration, <![{data[:40]}")


@dataclass(slots=True)
class _Reader:
    lost: list[str]

    def blocks(self, node: _Node) -> Blocks:
        return tuple(self._blocks(node))

    def _blocks(self, node: _Node) -> Iterator[Block]:
        line: list[Inline] = []
        for child in node.children:
            if isinstance(child, _Node) and (child.tag in _BLOCK or self._holds_blocks(child)):
                yield from _paragraph(line)
                line = []
                yield from self._block(child)
            else:
                line += self._inlines([child])
        yield from _paragraph(line)

    def _holds_blocks(self, node: _Node) -> bool:
        """Whether something for within a line has blocks in it, as editors make them."""
        return node.tag not in _LEFT_OUT and any(
            isinstance(child, _Node) and (child.tag in _BLOCK or self._holds_blocks(child))
            for child in node.children
        )

    def _block(self, node: _Node) -> Iterator[Block]:
        match node.tag:
            case "ul":
                yield from self._list(node, None)
            case "ol":
                start = node.attributes.get("start", "1")
                yield from self._list(node, int(start) if _START.fullmatch(start) else 1)
            case "pre":
                code = _raw(node)
                language = next((_language(child) for child in node.children if isinstance(child, _Node)), "")
                yield CodeBlock(code.removesuffix("\n"), language)
            case "table":
                yield from self._table(node)
            case "hr":
                return
            case tag if tag in _HEADINGS:
                yield from map(_bold, self._blocks(node))
            case _:
                yield from self._blocks(node)

    def _list(self, node: _Node, start: int | None) -> Iterator[Block]:
        items: list[Blocks] = []
        for child in node.children:
            if isinstance(child, _Node):
                item = tuple(self._blocks(child)) if child.tag == "li" else tuple(self._block(child))
                if child.tag != "li" and items:
                    items[-1] += item
                elif item:
                    items.append(item)
            elif child.strip():
                items.append((Paragraph(trimmed(tuple(self._text(child)))),))
        if items:
            yield BulletList(tuple(items)) if start is None else NumberedList(tuple(items), start)

    def _table(self, node: _Node) -> Iterator[Block]:
        rows = [
            [self._cell(cell) for cell in row.children if isinstance(cell, _Node)] for row in _all(node, "tr")
        ]
        rows = [row for row in rows if row]
        if not rows:
            yield from _paragraph(list(self._cell(node)))
            return
        if any({"rowspan", "colspan"} & cell.attributes.keys() for cell in _all(node, "td", "th")):
            self.lost.append("the spans of cells of a table")
        width = max(map(len, rows))
        header, *body = [tuple(row + [()] * (width - len(row))) for row in rows]
        caption = " ".join(words(self._cell(one)) for one in _all(node, "caption")).strip()
        yield TableBlock(header, tuple(body))
        if caption:
            yield Paragraph((Emphasis((Text(caption),)),))

    def _cell(self, node: _Node) -> Inlines:
        pieces: list[Inline] = []
        for block in self._blocks(node):
            pieces += (Text(" "),) if pieces else ()
            pieces += block.content if isinstance(block, Paragraph) else _flat(block)
        return trimmed(tuple(pieces))

    def _inlines(self, children: list[_Node | str]) -> list[Inline]:
        pieces: list[Inline] = []
        for child in children:
            if isinstance(child, str):
                pieces += self._text(child)
            else:
                pieces += self._inline(child)
        return pieces

    def _inline(self, node: _Node) -> list[Inline]:
        inner = node.children
        match node.tag:
            case "br":
                return [LineBreak()]
            case "strong" | "b":
                return _marked(Strong, self._inlines(inner))
            case "em" | "i" | "var" | "cite":
                return _marked(Emphasis, self._inlines(inner))
            case "code" | "kbd" | "samp" | "tt":
                code = " ".join(_raw(node).split("\n"))
                return [Code(code)] if code else []
            case "sup" | "sub":
                raised = words(self._inlines(inner))
                sign = "^" if node.tag == "sup" else "_"
                return [Text(sign + (raised if len(raised) < 2 or raised.isalnum() else f"({raised})"))]
            case "img":
                source, alt = node.attributes.get("src", ""), node.attributes.get("alt", "")
                return [Picture(" ".join(alt.split()), source)]
            case "a":
                name, url = words(self._inlines(inner)).strip(), node.attributes.get("href", "").strip()
                if not url or url == name:
                    return self._inlines(inner)
                return [Link(f"{name} ({url})" if name else url, name, url)]
            case tag if tag in _LEFT_OUT:
                self.lost.append(f"<{tag}>")
                return []
            case _:
                return self._inlines(inner)

    def _text(self, data: str) -> list[Inline]:
        pieces: list[Inline] = []
        data = _unwrapped(data)
        at = 0
        for formula in _FORMULA.finditer(data):
            pieces.append(Text(_KEPT_APART.sub("", data[at : formula.start()])))
            short, long, dollars = formula.groups()
            latex = (short or long or dollars).strip()
            pieces.append(Math(latex) if short else _Display(latex))
            at = formula.end()
        pieces.append(Text(_KEPT_APART.sub("", data[at:])))
        return [piece for piece in pieces if not isinstance(piece, Text) or piece.text]


@dataclass(frozen=True, slots=True)
class _Display(Math):
    """A formula that is meant to stand on lines of its own."""


def _bold(block: Block) -> Block:
    """Make a paragraph of a heading bold, unless some of it is already."""
    if isinstance(block, Paragraph) and not any(isinstance(inline, Strong) for inline in block.content):
        return Paragraph((Strong(block.content),))
    return block


def _unwrapped(data: str) -> str:
    """Make one line of text that was wrapped anywhere."""
    if "\n" not in data:
        return data
    first, *middle, last = data.split("\n")
    inner = filter(None, map(str.strip, middle))
    return " ".join([first.rstrip(), *inner, last.lstrip()])


def _paragraph(line: list[Inline]) -> Iterator[Block]:
    content = trimmed(tuple(line))
    if len(content) == 1 and isinstance(content[0], _Display):
        yield MathBlock(content[0].latex)
    elif content and (words(content).strip() or any(isinstance(one, Picture) for one in content)):
        yield Paragraph(tuple(Math(one.latex) if isinstance(one, _Display) else one for one in content))


def _marked(mark: Callable[[Inlines], Inline], content: list[Inline]) -> list[Inline]:
    """Put marks around text, the blanks at its ends outside of them: there they would be no marks."""
    inner = trimmed(tuple(content))
    if not words(inner).strip():
        return content
    whole = words(content)
    before: list[Inline] = [Text(" ")] if whole[:1].isspace() else []
    after: list[Inline] = [Text(" ")] if whole[-1:].isspace() else []
    return [*before, mark(inner), *after]


def _language(node: _Node) -> str:
    found = re.search(r"\blanguage-([A-Za-z][A-Za-z0-9+-]{0,19})\b", node.attributes.get("class", ""))
    return found[1].lower() if found else ""


def _flat(block: Block) -> list[Inline]:
    match block:
        case BulletList() | NumberedList():
            lines = [words(_flat(inner)) for item in block.items for inner in item]
            return [Text("; ".join(lines))]
        case CodeBlock():
            return [Code(" ".join(block.text.split()))]
        case MathBlock():
            return [Math(block.latex)]
        case TableBlock():
            return [Text(" ".join(words(cell) for row in (block.header, *block.rows) for cell in row))]
        case Paragraph():
            return list(block.content)


def _raw(node: _Node) -> str:
    pieces = []
    for child in node.children:
        if isinstance(child, str):
            pieces.append(child)
        else:
            pieces.append("\n" if child.tag == "br" else _raw(child))
    return "".join(pieces)


def _all(node: _Node, *tags: str) -> Iterator[_Node]:
    for child in node.children:
        if isinstance(child, _Node):
            if child.tag in tags:
                yield child
            if child.tag != "table":
                yield from _all(child, *tags)

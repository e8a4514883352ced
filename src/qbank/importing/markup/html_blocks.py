"""Reading HTML, as learning platforms keep it, into blocks.

Never fails: what is not well-formed is read the way browsers do, roughly. Scripts, frames and other active
content are left out and told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from qbank.importing.markup.element import Element
from qbank.importing.markup.formulas import latex_of_image, latex_of_mathml
from qbank.importing.markup.html_tree import BLOCK_ELEMENTS, read_tree
from qbank.importing.markup.inlines import (
    Display,
    Link,
    Picture,
    paragraph,
    paragraph_of,
    trimmed,
    words,
    words_of,
)
from qbank.importing.place import Place
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

_LEFT_OUT_WORDS: Final = (
    "applet audio canvas embed form frame frameset iframe input object script select style svg textarea "
    "title video"
)
_LEFT_OUT: Final = frozenset(_LEFT_OUT_WORDS.split())
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "summary"})
_FORMULA: Final = re.compile(r"\\\((.{1,2000}?)\\\)|\\\[(.{1,2000}?)\\\]|\$\$(.{1,2000}?)\$\$", re.DOTALL)
_KEPT_APART: Final = re.compile("(?<=[\\\\$])\u200b")
_LANGUAGE: Final = re.compile(r"\blanguage-([A-Za-z][A-Za-z0-9+-]{0,19})\b")
_START: Final = re.compile(r"-?[0-9]{1,6}")


def read_html(html: str, place: Place | None = None, within: str = "") -> Blocks:
    """Read a fragment of HTML. Math of MathJax, `\\(…\\)`, becomes formulas.

    What is left out is told at `place`; `within` names what holds the fragment, as in `<name>`.
    """
    reader = _Reader()
    text = clean(html)
    root = read_tree(text, reader.lost) if "<" in text or "&" in text else Element("", content=[text])
    return _told(reader, root, place, within)


def read_elements(root: Element, place: Place | None = None) -> Blocks:
    """Read what is in an element of XML that is XHTML; otherwise as `read_html`."""
    return _told(_Reader(), root, place, "")


def _told(reader: _Reader, root: Element, place: Place | None, within: str) -> Blocks:
    blocks = tuple(reader.blocks(root))
    if place is not None:
        for what in dict.fromkeys(reader.lost):
            place.lose(f"{what} is left out{f' of {within}' if within else ''}")
    return blocks


class _Reader:
    def __init__(self) -> None:
        self.lost: list[str] = []

    def blocks(self, node: Element) -> Iterator[Block]:
        line: list[Inline] = []
        for child in node.content:
            if isinstance(child, Element) and (child.name in BLOCK_ELEMENTS or self._holds_blocks(child)):
                yield from _paragraph(line)
                line = []
                yield from self._block(child)
            else:
                line += self._inline(child)
        yield from _paragraph(line)

    def _holds_blocks(self, node: Element) -> bool:
        """Whether something for within a line has blocks in it, as editors make them."""
        return node.name not in _LEFT_OUT and any(
            child.name in BLOCK_ELEMENTS or self._holds_blocks(child) for child in node.children
        )

    def _block(self, node: Element) -> Iterator[Block]:
        match node.name:
            case "ul":
                yield from self._list(node, None)
            case "ol":
                start = node.get("start", "1")
                yield from self._list(node, int(start) if _START.fullmatch(start) else 1)
            case "pre":
                yield CodeBlock(_raw(node).removesuffix("\n"), next(map(_language, node.children), ""))
            case "table":
                yield from self._table(node)
            case "hr":
                return
            case tag if tag in _HEADINGS:
                yield from map(_bold, self.blocks(node))
            case _:
                yield from self.blocks(node)

    def _list(self, node: Element, start: int | None) -> Iterator[Block]:
        items: list[Blocks] = []
        for child in node.content:
            if isinstance(child, Element):
                item = tuple(self.blocks(child)) if child.name == "li" else tuple(self._block(child))
                if child.name != "li" and items:
                    items[-1] += item
                elif item:
                    items.append(item)
            elif child.strip():
                items.append((Paragraph(trimmed(tuple(self._text(child)))),))
        if items:
            yield BulletList(tuple(items)) if start is None else NumberedList(tuple(items), start)

    def _table(self, node: Element) -> Iterator[Block]:
        lines = node.within("tr", outside_of="table")
        rows = [list(map(self._cell, line.children)) for line in lines if line.children]
        if not rows:
            yield from _paragraph(list(self._cell(node)))
            return
        cells = node.within("td", "th", outside_of="table")
        if any({"rowspan", "colspan"} & cell.attributes.keys() for cell in cells):
            self.lost.append("the spans of cells of a table")
        width = max(map(len, rows))
        header, *body = [tuple(row + [()] * (width - len(row))) for row in rows]
        captions = node.within("caption", outside_of="table")
        caption = " ".join(words(self._cell(part)) for part in captions).strip()
        yield TableBlock(header, tuple(body))
        if caption:
            yield from paragraph(caption, Emphasis)

    def _cell(self, node: Element) -> Inlines:
        pieces = [piece for block in self.blocks(node) for piece in (Text(" "), *_in_cell(block))]
        return trimmed(pieces)

    def _inlines(self, node: Element) -> list[Inline]:
        return [piece for child in node.content for piece in self._inline(child)]

    def _inline(self, node: Element | str) -> list[Inline]:
        if isinstance(node, str):
            return self._text(node)
        match node.name:
            case "br":
                return [LineBreak()]
            case "strong" | "b":
                return _marked(Strong, self._inlines(node))
            case "em" | "i" | "var" | "cite":
                return _marked(Emphasis, self._inlines(node))
            case "code" | "kbd" | "samp" | "tt":
                code = " ".join(_raw(node).split("\n"))
                return [Code(code)] if code else []
            case "sup" | "sub":
                raised = words(self._inlines(node))
                sign = "^" if node.name == "sup" else "_"
                return [Text(sign + (raised if len(raised) < 2 or raised.isalnum() else f"({raised})"))]
            case "img" if latex := latex_of_image(node):
                return [Math(latex)]
            case "math":
                latex = latex_of_mathml(node)
                if not latex:
                    return self._inlines(node)
                return [Display(latex) if node.get("display") == "block" else Math(latex)]
            case "script" if node.get("type").startswith("math/tex"):
                return [Math(" ".join(node.text.split()))] if node.text.strip() else []
            case "img":
                return [Picture(" ".join(node.get("alt").split()), node.get("src"))]
            case "a":
                name, url = words(self._inlines(node)).strip(), node.get("href").strip()
                if not url or url == name:
                    return self._inlines(node)
                return [Link(f"{name} ({url})" if name else url, name, url)]
            case tag if tag in _LEFT_OUT:
                self.lost.append(f"<{tag}>")
                return []
            case _:
                return self._inlines(node)

    def _text(self, data: str) -> list[Inline]:
        pieces: list[Inline] = []
        data = _unwrapped(data)
        at = 0
        for formula in _FORMULA.finditer(data):
            pieces.append(Text(_KEPT_APART.sub("", data[at : formula.start()])))
            short, long, dollars = formula.groups()
            latex = (short or long or dollars).strip()
            pieces.append(Math(latex) if short else Display(latex))
            at = formula.end()
        pieces.append(Text(_KEPT_APART.sub("", data[at:])))
        return [piece for piece in pieces if not isinstance(piece, Text) or piece.text]


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
    if words(content).strip() or any(isinstance(inline, Picture) for inline in content):
        yield paragraph_of(content)


def _marked(mark: Callable[[Inlines], Inline], content: list[Inline]) -> list[Inline]:
    """Put marks around text, the blanks at its ends outside of them: there they would be no marks."""
    inner = trimmed(tuple(content))
    if not words(inner).strip():
        return content
    whole = words(content)
    before, after = ([Text(" ")] if sign.isspace() else [] for sign in (whole[:1], whole[-1:]))
    return [*before, mark(inner), *after]


def _language(node: Element) -> str:
    language = _LANGUAGE.search(node.get("class"))
    return language[1].lower() if language else ""


def _in_cell(block: Block) -> Inlines:
    """Return a block as it may stand in a cell of a table."""
    match block:
        case Paragraph():
            return block.content
        case CodeBlock():
            return (Code(" ".join(block.text.split())),)
        case MathBlock():
            return (Math(block.latex),)
        case _:
            return (Text("; ".join(words_of((block,)).split("\n"))),)


def _raw(node: Element) -> str:
    """Return the text of code, in which only breaks count."""
    return "".join(
        child if isinstance(child, str) else "\n" if child.name == "br" else _raw(child)
        for child in node.content
    )

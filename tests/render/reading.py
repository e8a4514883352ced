"""Reading back what formats printed: the text of HTML, and the text that it should be."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from qbank.render.text.document import (
    Blocks,
    BulletList,
    Code,
    CodeBlock,
    Inlines,
    LineBreak,
    Math,
    MathBlock,
    NumberedList,
    Paragraph,
    TableBlock,
    Text,
)
from qbank.render.text.latex import is_formula

_ELEMENTS = "a br caption code em img li ol p pre span strong table tbody td th thead tr ul"
ELEMENTS = frozenset(_ELEMENTS.split())
ATTRIBUTES = frozenset({"alt", "dir", "href", "scope", "src", "start"})
LANGUAGE = re.compile(r"language-[a-z][a-z0-9+-]{0,19}")
APART = "\u200b"


class Reader(HTMLParser):
    """Reads a fragment, and refuses what we never print: other elements, and ends that do not fit."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text: list[str] = []
        self.open: list[str] = []
        self.images: list[dict[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ELEMENTS, tag
        assert {name for name, _ in attrs} <= ATTRIBUTES | ({"class"} if tag == "code" else set()), attrs
        assert all(LANGUAGE.fullmatch(value or "") for name, value in attrs if name == "class"), attrs
        if tag == "img":
            self.images.append({name: value or "" for name, value in attrs})
        elif tag != "br":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(f"a declaration: {decl}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data}")


def read_html(html: str) -> Reader:
    """Read a fragment of HTML."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert not reader.open
    return reader


def bare(text: str) -> str:
    """Return text without blanks, and without what keeps signs apart."""
    return "".join(text.replace(APART, "").split())


def text_of_html(html: str) -> str:
    """Return the bare text that a fragment shows."""
    return bare("".join(read_html(html).text))


def text_of(blocks: Blocks) -> str:
    """Return the bare text of blocks; formulas stand between `\\(` and `\\)`, or `\\[` and `\\]`."""
    return bare("".join(map(_block, blocks)))


def _block(block: object) -> str:
    match block:
        case Paragraph():
            return _inlines(block.content)
        case BulletList() | NumberedList():
            return "".join(text_of(item) for item in block.items)
        case CodeBlock():
            return block.text
        case MathBlock():
            return f"\\[{block.latex}\\]" if is_formula(block.latex) else block.latex
        case TableBlock():
            return "".join(_inlines(cell) for row in (block.header, *block.rows) for cell in row)
    raise AssertionError(block)


def _inlines(content: Inlines) -> str:
    pieces = []
    for inline in content:
        match inline:
            case Text() | Code():
                pieces.append(inline.text)
            case Math():
                pieces.append(f"\\({inline.latex}\\)" if is_formula(inline.latex) else inline.latex)
            case LineBreak():
                pass
            case _:
                pieces.append(_inlines(inline.content))
    return "".join(pieces)

"""Reading HTML into a tree of elements, roughly as browsers do where it is not well-formed."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

from qbank.importing.markup.element import Element

_DEEPEST: Final = 60
_VOID_WORDS: Final = "area base br col embed hr img input link meta source track wbr"
_BLOCK_WORDS: Final = (
    "address article aside blockquote body caption center dd details div dl dt figcaption figure footer h1 "
    "h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
)
_VOID: Final = frozenset(_VOID_WORDS.split())
BLOCK_ELEMENTS: Final = frozenset(_BLOCK_WORDS.split())
"""Elements that stand on lines of their own."""

_ENDS_WHEN: Final = {
    "p": BLOCK_ELEMENTS,
    "li": frozenset({"li"}),
    "tr": frozenset({"tr"}),
    **dict.fromkeys(("td", "th"), frozenset({"td", "th", "tr"})),
    **dict.fromkeys(("dt", "dd"), frozenset({"dt", "dd"})),
}


def read_tree(html: str, lost: list[str]) -> Element:
    """Read HTML into an element without a name, and add to `lost`, in words, what is no part of it.

    Elements that are nested too deep are read side by side.
    """
    builder = _Builder(lost)
    builder.feed(_closed(html))
    builder.close()
    return builder.root


def _closed(html: str) -> str:
    """Return HTML in which everything that begins has an end somewhere, and other signs are text.

    The parser would look for the end through all of the rest, time and again.
    """
    for begin, end in (("<!--", "-->"), ("<![", "]"), ("<", ">")):
        last = html.rfind(end)
        html = html[: last + 1] + html[last + 1 :].replace(begin, begin.replace("<", "&lt;"))
    return html


class _Builder(HTMLParser):
    def __init__(self, lost: list[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("")
        self.lost = lost
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while tag in _ENDS_WHEN.get(self._open[-1].name, ()):
            self._open.pop()
        node = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].content.append(node)
        if tag not in _VOID and len(self._open) < _DEEPEST:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self._open) - 1, 0, -1):
            if self._open[place].name == tag:
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        if self.cdata_elem is not None and self._open[-1].name != self.cdata_elem:
            return  # a script or a style that is nested too deep
        self._open[-1].content.append(data)

    def unknown_decl(self, data: str) -> None:
        self.lost.append(f"a declaration, <![{data[:40]}")

"""Elements of XML and HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr


@dataclass(slots=True)
class Element:
    """One element, and the text and the elements in it in order.

    Attributes:
        name: its name without a namespace; empty for what stands around a whole document.
        line: where it begins, in XML.
    """

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    line: int = 1
    content: list[Element | str] = field(default_factory=list)

    @property
    def children(self) -> list[Element]:
        """The elements directly in it."""
        return [child for child in self.content if isinstance(child, Element)]

    @property
    def text(self) -> str:
        """The text directly in it."""
        return "".join(piece for piece in self.content if isinstance(piece, str))

    @property
    def markup(self) -> str:
        """What is in it, as XML writes it."""
        pieces = []
        for piece in self.content:
            if isinstance(piece, str):
                pieces.append(escape(piece))
            else:
                attributes = "".join(
                    f" {name}={quoteattr(value)}" for name, value in piece.attributes.items()
                )
                pieces.append(f"<{piece.name}{attributes}>{piece.markup}</{piece.name}>")
        return "".join(pieces)

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute."""
        return self.attributes.get(name, default)

    def first(self, name: str) -> Element | None:
        """Return the first child of a name."""
        return next((child for child in self.children if child.name == name), None)

    def part(self, name: str) -> Element:
        """Return the first child of a name, or an empty element of that name."""
        return self.first(name) or Element(name)

    def all(self, name: str) -> list[Element]:
        """Return the children of a name."""
        return [child for child in self.children if child.name == name]

    def word(self, *path: str) -> str:
        """Return the text of the first child of a name, or of one within that, bare; empty without one."""
        node = self
        for name in path:
            node = node.part(name)
        return node.text.strip()

    def value(self, name: str, default: str = "") -> str:
        """Return what the first child of a name says as `val`, the way Office writes its properties."""
        return self.part(name).get("val", default)

    def within(self, *names: str, outside_of: str | None = None) -> Iterator[Element]:
        """Yield the elements of some names, or all, at any depth, in order; none within `outside_of`."""
        waiting = self.children[::-1]
        while waiting:
            child = waiting.pop()
            if not names or child.name in names:
                yield child
            if child.name != outside_of:
                waiting += child.children[::-1]

"""Elements of XML and HTML."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


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
        return [child for child in self.content if child.__class__ is Element]

    @property
    def text(self) -> str:
        """The text directly in it."""
        content = self.content
        if len(content) == 1:
            return content[0] if content[0].__class__ is str else ""
        return "".join([piece for piece in content if piece.__class__ is str])

    def first(self, name: str) -> Element | None:
        """Return the first child of a name."""
        for child in self.content:
            if child.__class__ is Element and child.name == name:
                return child
        return None

    def all(self, name: str) -> list[Element]:
        """Return the children of a name."""
        return [child for child in self.content if child.__class__ is Element and child.name == name]

    def word(self, name: str) -> str:
        """Return the text of the first child of a name, bare; empty without one."""
        child = self.first(name)
        return "" if child is None else child.text.strip()

    def within(self, *names: str, outside_of: str | None = None) -> Iterator[Element]:
        """Yield the elements of some names at any depth, in order; none within `outside_of`."""
        waiting = self.children[::-1]
        while waiting:
            child = waiting.pop()
            if child.name in names:
                yield child
            if child.name != outside_of:
                waiting += child.children[::-1]

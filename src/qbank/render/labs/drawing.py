"""Drawings of instruments for paper: laid out in Python, drawn by the templates in `render/lab/drawings/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from markupsafe import Markup

from qbank import pages

WIDTH: Final = 640.0
_LETTER: Final = 13 * 0.56
"""About how wide a letter is."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: the kind of instrument, the size, what it shows in words, and what the template places."""

    kind: str
    width: float
    height: float
    description: str
    shapes: Mapping[str, Any]

    def svg(self, title: str) -> bytes:
        """Return the drawing as a file of its own."""
        about = {"title": title, "description": self.description, "width": self.width, "height": self.height}
        template = f"render/lab/drawings/{self.kind}.svg.j2"
        return pages.markup(template, printed=_printed, **self.shapes, **about).encode()


def width_of(texts: Iterable[str]) -> float:
    """Return about how wide the longest of some texts is."""
    return max(map(len, texts), default=0) * _LETTER


def plural(count: int, one: str) -> str:
    """Return how many there are of something, in words: `1 copy`, `2 copies`."""
    many = f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"
    return f"{count:,} {one if count == 1 else many}"


def _printed(value: Any) -> Any:
    """Write floats as coordinates, and escape text as all our drawings do."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return value if isinstance(value, Markup) else Markup(escape(str(value)))

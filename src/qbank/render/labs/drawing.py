"""Making SVG out of few shapes, for paper: fixed colours on white, and marks that do without them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

INK: Final = "#1f2328"
SOFT: Final = "#575d66"
PALE: Final = "#dedad2"
SERIES: Final = (
    "#0072b2", "#d55e00", "#00805f", "#a8527f", "#b57700", "#2b8cc4", "#555555", "#7a5230",
)  # fmt: skip
"""The colours of Okabe and Ito, darker where they would not stand out on white."""

DASHES: Final = ("", "8 4", "2 3", "11 3 2 3", "5 2", "1 4", "14 5", "6 2")
_FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Libertinus Serif', sans-serif"
_WIDTH_OF_LETTER: Final = 0.56
"""About how wide a letter is, in its size."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished drawing: its size, its pieces, and what it shows in words."""

    width: float
    height: float
    description: str
    pieces: tuple[str, ...]

    def svg(self, title: str) -> bytes:
        """Return the drawing as a file of its own."""
        wide, tall = number(self.width), number(self.height)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" '
            f'width="{wide}" height="{tall}" role="img" '
            f'font-family="{_FONT}" font-size="13" fill="{INK}">'
        )
        about = f"<title>{escape(title)}</title>\n<desc>{escape(self.description)}</desc>"
        return "\n".join([head, about, *self.pieces, "</svg>\n"]).encode()


def number(value: float) -> str:
    """Write a coordinate."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text(
    x: float,
    y: float,
    content: str,
    *,
    anchor: str = "start",
    fill: str = INK,
    bold: bool = False,
    size: int = 13,
) -> str:
    """Return a text; `anchor` is start, middle or end."""
    weight = ' font-weight="bold"' if bold else ""
    style = f'text-anchor="{anchor}" fill="{fill}" font-size="{size}"{weight}'
    return f'<text x="{number(x)}" y="{number(y)}" {style}>{escape(content)}</text>'


def caption(x: float, y: float, content: str, anchor: str = "middle") -> str:
    """Return a text that says what others are, such as the mark of an axis."""
    return text(x, y, content, anchor=anchor, fill=SOFT)


def limit_line(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return the line of a limit."""
    return line(x1, y1, x2, y2, stroke=INK, width=1.8, dash="6 4")


def line(
    x1: float, y1: float, x2: float, y2: float, *, stroke: str = PALE, width: float = 1, dash: str = ""
) -> str:
    """Return a straight line."""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f"<line {ends} {_stroke(stroke, width, dash)}/>"


def path(d: str, *, stroke: str, width: float = 2.2, dash: str = "", fill: str = "none") -> str:
    """Return a path."""
    return f'<path d="{d}" fill="{fill}" stroke-linejoin="round" {_stroke(stroke, width, dash)}/>'


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str,
    stroke: str = "none",
    thick: float = 1,
    opacity: float = 1,
) -> str:
    """Return a rectangle with its corners rounded a little."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" rx="2"'
    light = f' fill-opacity="{number(opacity)}"' if opacity < 1 else ""
    return f'<rect {place} fill="{fill}"{light} {_stroke(stroke, thick, "")}/>'


def mark(series: int, x: float, y: float, size: float = 4.5) -> str:
    """Return the mark of a series: a circle, a square, a triangle, ..."""
    r = size
    shapes = (
        ((-r, 0), None),
        ((-r, -r), (r, -r), (r, r), (-r, r)),
        ((0, -1.3 * r), (1.3 * r, r), (-1.3 * r, r)),
        ((0, -1.4 * r), (1.4 * r, 0), (0, 1.4 * r), (-1.4 * r, 0)),
        ((0, 1.3 * r), (1.3 * r, -r), (-1.3 * r, -r)),
        ((-1.3 * r, 0), (0, -r), (1.3 * r, 0), (0, r)),
        ((-0.7 * r, -1.4 * r), (0.7 * r, -1.4 * r), (0.7 * r, 1.4 * r), (-0.7 * r, 1.4 * r)),
        ((-1.4 * r, -0.7 * r), (1.4 * r, -0.7 * r), (1.4 * r, 0.7 * r), (-1.4 * r, 0.7 * r)),
    )
    fill = SERIES[series]
    corners = [corner for corner in shapes[series] if corner is not None]
    if len(corners) == 1:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}" stroke="#ffffff"/>'
    points = " ".join(f"{number(x + dx)},{number(y + dy)}" for dx, dy in corners)
    return f'<polygon points="{points}" fill="{fill}" stroke="#ffffff"/>'


def width_of(texts: Iterable[str], size: int = 13) -> float:
    """Return about how wide the longest of some texts is."""
    return max((len(one) for one in texts), default=0) * size * _WIDTH_OF_LETTER


def _stroke(stroke: str, width: float, dash: str) -> str:
    if stroke == "none":
        return 'stroke="none"'
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'stroke="{stroke}" stroke-width="{number(width)}"{dashed}'

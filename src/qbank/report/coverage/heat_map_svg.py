"""Heat maps as one picture, SVG without scripts or outside parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from qbank.report.coverage.heat_map import DARK_FROM, SHADES, HeatMap, Row

_CELL, _HEIGHT = 30, 18
_CHARACTER = 6.7
"""About how wide a character of the labels is, in pixels."""
_TITLE, _HEADS, _GAP = 34, 40, 24
_NARROWEST = 320
_SHORT = 4
"""Characters of a column's name that fit over it."""


def heat_map_svg(maps: Sequence[HeatMap], title: str) -> Iterator[str]:
    """Yield the text of a picture with heat maps below each other."""
    labels = max((len(row.name) for heat_map in maps for row in heat_map.rows), default=0) * _CHARACTER + 12
    groups = max((len(row.group) for heat_map in maps for row in heat_map.rows), default=0) * _CHARACTER
    left = labels + (groups + 12 if groups else 0)
    columns = max((len(heat_map.columns) for heat_map in maps), default=0)
    width = max(left + (columns + 1.6) * _CELL, _NARROWEST)
    height = sum(_height(heat_map) for heat_map in maps) + _GAP
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" font-family="system-ui, sans-serif" font-size="12" role="img">\n'
        f"<title>{escape(title)}</title>\n"
        f'<rect width="{width:.0f}" height="{height}" fill="#ffffff"/>\n'
    )
    top = 0
    for heat_map in maps:
        yield from _map(heat_map, left, top)
        top += _height(heat_map)
    yield "</svg>\n"


def _height(heat_map: HeatMap) -> int:
    return _TITLE + _heads(heat_map) + _HEIGHT * len(heat_map.rows) + _GAP


def _upright(heat_map: HeatMap) -> bool:
    """Whether the names of columns are too long to stand side by side."""
    return any(len(column) > _SHORT for column in heat_map.columns)


def _heads(heat_map: HeatMap) -> int:
    longest = max(map(len, heat_map.columns), default=0)
    return _HEADS + (round(longest * _CHARACTER) - 12 if _upright(heat_map) else 0)


def _head(name: str, x: float, y: int, *, upright: bool) -> str:
    place = f'x="{x:.0f}" y="{y}" text-anchor="middle" font-size="10"'
    if upright:
        place = f'transform="translate({x + 4:.0f} {y}) rotate(-90)"'
    return f"<text {place}>{escape(name)}</text>\n"


def _map(heat_map: HeatMap, left: float, top: int) -> Iterator[str]:
    yield f'<text x="8" y="{top + 24}" font-size="15" font-weight="600">{escape(heat_map.title)}</text>\n'
    x = left
    for name, columns in heat_map.groups:
        middle = x + len(columns) * _CELL / 2
        yield (
            f'<text x="{middle:.0f}" y="{top + _TITLE + 14}" text-anchor="middle" font-weight="600">'
            f"{escape(name)}</text>\n"
        )
        for column in columns:
            yield _head(
                column, x + _CELL / 2, top + _TITLE + _heads(heat_map) - 8, upright=_upright(heat_map)
            )
            x += _CELL
    y = top + _TITLE + _heads(heat_map)
    for row in heat_map.rows:
        yield from _row(row, left, y)
        y += _HEIGHT


def _row(row: Row, left: float, y: int) -> Iterator[str]:
    base = y + 13
    if row.group:
        yield f'<text x="8" y="{base}" fill="#555555" font-weight="600">{escape(row.group)}</text>\n'
    yield f'<text x="{left - 8:.0f}" y="{base}" text-anchor="end">{escape(row.name)}</text>\n'
    x = left
    for spot in row.spots:
        stroke = "#c2410c" if spot.gap else "#d9d9d9"
        dash = ' stroke-dasharray="3 2"' if spot.gap else ""
        yield (
            f'<g><title>{escape(spot.label)}</title><rect x="{x + 1:.0f}" y="{y + 1}" width="{_CELL - 2}" '
            f'height="{_HEIGHT - 2}" fill="{SHADES[spot.shade]}" stroke="{stroke}"{dash}/>'
        )
        if spot.count:
            ink = "#ffffff" if spot.shade >= DARK_FROM else "#1a1a1a"
            yield (
                f'<text x="{x + _CELL / 2:.0f}" y="{base}" text-anchor="middle" font-size="10" '
                f'fill="{ink}">{spot.count}</text>'
            )
        yield "</g>\n"
        x += _CELL
    yield f'<text x="{x + 8:.0f}" y="{base}" fill="#555555">{row.total or ""}</text>\n'

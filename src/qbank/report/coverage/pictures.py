"""Heat maps of coverage as one web page, or as one picture; neither has scripts or outside parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from qbank import pages
from qbank.report.coverage.gaps import named_gaps
from qbank.report.coverage.heat_map import DARK, DARK_FROM, LIGHT, LIGHT_FROM, NIGHT_SHADES, SHADES, HeatMap
from qbank.survey.coverage import Gaps

_CELL, _LINE = 30, 18
_CHARACTER = 6.7
"""About how wide a character of the labels is, in pixels."""
_TITLE, _HEADS, _GAP = 34, 40, 24
_NARROWEST = 320
_SHORT = 4
"""Characters of a column's name that fit over it."""


def coverage_html(maps: Sequence[HeatMap], gaps: Gaps | None, title: str, summary: str) -> str:
    """Return the text of a page; without gaps it does not speak of any."""
    return pages.markup(
        "report/coverage.html.j2",
        title=title,
        summary=summary,
        maps=maps,
        gaps=None if gaps is None else named_gaps(gaps),
        shades=SHADES,
        dark_from=DARK_FROM,
        night_shades=NIGHT_SHADES,
        light_from=LIGHT_FROM,
        dark=DARK,
        light=LIGHT,
    )


def coverage_svg(maps: Sequence[HeatMap], title: str) -> str:
    """Return the text of a picture with heat maps below each other."""
    rows = [row for heat_map in maps for row in heat_map.rows]
    labels = max((len(row.name) for row in rows), default=0) * _CHARACTER + 12
    groups = max((len(row.group) for row in rows), default=0) * _CHARACTER
    left = labels + (groups + 12 if groups else 0)
    columns = max((len(heat_map.columns) for heat_map in maps), default=0)
    heads = [_TITLE + _head_height(heat_map) for heat_map in maps]
    heights = [head + _LINE * len(heat_map.rows) + _GAP for head, heat_map in zip(heads, maps, strict=True)]
    tops = list(accumulate(heights, initial=0))
    return pages.markup(
        "report/coverage.svg.j2",
        printed=_without_decimals,
        title=title,
        maps=[
            (heat_map, top, top + head, _stand_upright(heat_map))
            for heat_map, top, head in zip(maps, tops, heads, strict=False)
        ],
        left=left,
        width=max(left + (columns + 1.6) * _CELL, float(_NARROWEST)),
        height=tops[-1] + _GAP,
        cell=_CELL,
        line=_LINE,
        shades=SHADES,
        dark_from=DARK_FROM,
        dark=DARK,
        light=LIGHT,
    )


def _without_decimals(value: Any) -> Any:
    return f"{value:.0f}" if isinstance(value, float) else value


def _stand_upright(heat_map: HeatMap) -> bool:
    """Whether the names of columns are too long to stand side by side."""
    return any(len(column) > _SHORT for column in heat_map.columns)


def _head_height(heat_map: HeatMap) -> int:
    longest = max(map(len, heat_map.columns), default=0)
    return _HEADS + (round(longest * _CHARACTER) - 12 if _stand_upright(heat_map) else 0)

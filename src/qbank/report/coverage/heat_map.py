"""Coverage as heat maps: what to draw, for the picture and the page alike."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from qbank.model.taxonomy import TOPICS, ZONE_LEVELS
from qbank.survey.coverage import Coverage, Grid
from qbank.units.format import counted

SHADES = ("#ffffff", "#e3eef9", "#c5dbef", "#9dc4e2", "#6aa6d3", "#2f74b0", "#1b5596", "#083370")
"""From no question to the most in any cell; the number in a cell says the same."""
DARK_FROM = 5
"""The first shade that letters are light on."""
NIGHT_SHADES = ("#1b1a18", "#1f2c36", "#203a4e", "#224a68", "#285c84", "#6aa9d8", "#97c6e8", "#cde5f6")
"""The same on a dark page."""
LIGHT_FROM = 5
"""The first shade of the night that letters are dark on."""
DARK, LIGHT = "#1a1a1a", "#ffffff"
"""The colours of letters."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell: its number, its shade from 0 to 7, whether it is a gap, and its label in words."""

    count: int
    shade: int
    gap: bool
    label: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells; `group` is the name of its group where one begins, else empty."""

    name: str
    group: str
    spots: tuple[Spot, ...]
    total: int


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A heat map. Columns stand in groups: a name, which may be empty, and the names of its columns."""

    title: str
    groups: tuple[tuple[str, tuple[str, ...]], ...]
    rows: tuple[Row, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns."""
        return tuple(name for _, names in self.groups for name in names)


def overview(coverage: Coverage) -> tuple[HeatMap, ...]:
    """Return topics, and zones, against every level of every track."""
    levels = coverage.grid("track", "level").columns
    tracks = coverage.tracks() or coverage.grid("track", "level").rows
    groups = tuple((track, levels) for track in tracks)
    by_topic: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    by_zone: Counter[tuple[str, str, str]] = Counter()
    for (track, level, zone, topic), number in coverage.cells.items():
        by_topic[topic, track, level][zone] += number
        by_zone[zone, track, level] += number
    topics = {place: zones.total() for place, zones in by_topic.items()}
    zones = {place: _zones(zones) for place, zones in by_topic.items()}
    return (
        _heat_map("Topics by track and level", coverage.grid("topic", "track").rows, groups, topics, zones),
        _heat_map("Zones by track and level", coverage.grid("zone", "track").rows, groups, by_zone),
    )


def of_grid(grid: Grid) -> HeatMap:
    """Return the heat map of two dimensions."""
    counts = {(row, "", column): number for (row, column), number in grid.counts.items()}
    return _heat_map(f"{grid.row.capitalize()} by {grid.column}", grid.rows, (("", grid.columns),), counts)


def _heat_map(
    title: str,
    names: Sequence[str],
    groups: tuple[tuple[str, tuple[str, ...]], ...],
    counts: Mapping[tuple[str, str, str], int],
    remarks: Mapping[tuple[str, str, str], str] = MappingProxyType({}),
) -> HeatMap:
    """Return a heat map; counts, and what labels say beside them, are by row, group and column."""
    most = max(counts.values(), default=0)
    rows = []
    before = ""
    for name in names:
        spots = []
        for group, columns in groups:
            for column in columns:
                place = f"{group} {column}, {name}" if group else f"{name}, {column}"
                number, remark = counts.get((name, group, column), 0), remarks.get((name, group, column), "")
                gap = bool(group) and not number and column in _expected(name)
                spots.append(_spot(number, most, place, gap=gap, remark=remark))
        area = _area(name) if groups[0][0] else ""
        total = sum(spot.count for spot in spots)
        rows.append(Row(name, area if area != before else "", tuple(spots), total))
        before = area
    return HeatMap(title, groups, tuple(rows))


def _expected(name: str) -> Sequence[str]:
    return next((levels for zone, levels in ZONE_LEVELS.items() if zone == name), ())


def _area(name: str) -> str:
    if name not in TOPICS:
        return ""
    area = TOPICS[name]
    return "other" if area is None else area.value


def _spot(count: int, most: int, place: str, *, gap: bool, remark: str = "") -> Spot:
    # By the logarithm: the first few questions of a cell matter more than the next few dozen.
    shade = 0
    if count:
        shade = 1 + round((len(SHADES) - 2) * (math.log(count) / math.log(most) if most > 1 else 1))
    label = f"{place}: {counted(count, 'question')}" if count else f"{place}: no question"
    return Spot(count, shade, gap, label + (f" ({remark})" if remark else ""))


def _zones(zones: Mapping[str, int]) -> str:
    ordered = sorted(zones.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{zone} {number}" for zone, number in ordered)

"""Coverage as heat maps: what to draw, for the picture and the page alike."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qbank.model.taxonomy import TOPICS, ZONE_LEVELS
from qbank.report.wording import counted
from qbank.survey.coverage import Coverage, Grid

SHADES = ("#ffffff", "#e3eef9", "#c5dbef", "#9dc4e2", "#6aa6d3", "#3f85bf", "#1f63a5", "#0b4282")
"""From no question to the most in any cell; the number in a cell says the same."""
DARK_FROM = 4
"""The first shade that letters are light on."""


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
    tracks = coverage.tracks() or coverage.grid("track", "level").rows
    levels = coverage.grid("track", "level").columns
    by_topic: dict[tuple[str, str, str], dict[str, int]] = {}
    by_zone: dict[tuple[str, str, str], int] = {}
    for (track, level, zone, topic), number in coverage.cells.items():
        zones = by_topic.setdefault((topic, track, level), {})
        zones[zone] = zones.get(zone, 0) + number
        by_zone[zone, track, level] = by_zone.get((zone, track, level), 0) + number
    topics = coverage.grid("topic", "track").rows
    zones_shown = coverage.grid("zone", "track").rows
    shown = {place: (sum(zones.values()), _zones(zones)) for place, zones in by_topic.items()}
    flat = {place: (number, "") for place, number in by_zone.items()}
    return (
        _by_track("Topics by track and level", topics, tracks, levels, shown),
        _by_track("Zones by track and level", zones_shown, tracks, levels, flat),
    )


def of_grid(grid: Grid) -> HeatMap:
    """Return the heat map of two dimensions."""
    most = max(grid.counts.values(), default=0)
    rows = tuple(
        Row(
            row,
            "",
            tuple(
                _spot(grid.counts.get((row, column), 0), most, f"{row}, {column}", gap=False)
                for column in grid.columns
            ),
            grid.total(row),
        )
        for row in grid.rows
    )
    return HeatMap(f"{grid.row.capitalize()} by {grid.column}", (("", grid.columns),), rows)


def _by_track(
    title: str,
    names: Sequence[str],
    tracks: Sequence[str],
    levels: Sequence[str],
    counts: Mapping[tuple[str, str, str], tuple[int, str]],
) -> HeatMap:
    most = max((number for number, _ in counts.values()), default=0)
    rows = []
    before = None
    for name in names:
        spots = []
        for track in tracks:
            for level in levels:
                number, more = counts.get((name, track, level), (0, ""))
                gap = not number and level in _expected(name)
                spots.append(_spot(number, most, f"{track} {level}, {name}", gap=gap, more=more))
        area = _area(name)
        total = sum(spot.count for spot in spots)
        rows.append(Row(name, area if area != before else "", tuple(spots), total))
        before = area
    return HeatMap(title, tuple((track, tuple(levels)) for track in tracks), tuple(rows))


def _expected(name: str) -> Sequence[str]:
    return next((levels for zone, levels in ZONE_LEVELS.items() if zone == name), ())


def _area(name: str) -> str:
    if name not in TOPICS:
        return ""
    area = TOPICS[name]
    return "other" if area is None else area.value


def _spot(count: int, most: int, place: str, *, gap: bool, more: str = "") -> Spot:
    # By the logarithm: the first few questions of a cell matter more than the next few dozen.
    shade = 0
    if count:
        shade = 1 + round((len(SHADES) - 2) * (math.log(count) / math.log(most) if most > 1 else 1))
    label = f"{place}: {counted(count, 'question')}" if count else f"{place}: no question"
    return Spot(count, shade, gap, label + (f" ({more})" if more else ""))


def _zones(zones: Mapping[str, int]) -> str:
    ordered = sorted(zones.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{zone} {number}" for zone, number in ordered)

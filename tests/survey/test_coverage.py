from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from qbank.model.taxonomy import TOPICS, ZONE_LEVELS, Level, Track
from qbank.survey.coverage import NONE, OTHER, Coverage, expected_pairs
from qbank.survey.record import Record

BASE = Record.of(
    {"id": "cloud-0001", "track": "cloud", "level": "L2", "zone": "recall", "topic": "tail-latency"}
)


def coverage(*changes: dict[str, str]) -> Coverage:
    return Coverage(replace(BASE, **change) for change in changes)  # type: ignore[arg-type]


def test_counts() -> None:
    counted = coverage({}, {"level": "L3"}, {"track": "edge"}, {})
    assert len(counted) == 4
    assert counted.cells["cloud", "L2", "recall", "tail-latency"] == 2
    grid = counted.grid("track", "level")
    assert grid.rows == tuple(Track)
    assert grid.columns == tuple(Level)
    assert grid.counts["cloud", "L2"] == 2
    assert [sum(grid.counts[row, column] for column in grid.columns) for row in ("cloud", "global")] == [3, 0]
    assert counted.tracks() == ("cloud", "edge")


def test_words_that_are_missing_or_not_known() -> None:
    grid = coverage({"track": ""}, {"track": "clowd"}, {"track": "clouds"}).grid("track", "zone")
    assert grid.rows == (*Track, NONE, OTHER)
    assert [sum(grid.counts[row, column] for column in grid.columns) for row in (NONE, OTHER)] == [1, 2]


def test_topics_go_by_area() -> None:
    rows: Sequence[str] = coverage({}).grid("topic", "track").rows
    areas = [TOPICS[row] for row in rows]
    assert len(rows) == len(TOPICS)
    assert [area for at, area in enumerate(areas) if area != areas[at - 1]] == list(dict.fromkeys(areas))


def test_gaps() -> None:
    gaps = coverage(
        {}, {"track": "edge", "topic": "queueing-theory", "zone": "mastery", "level": "L6+"}
    ).gaps()
    assert gaps.tracks == ("mobile", "tinyml", "global")
    assert set(gaps.topics) == set(TOPICS) - {"tail-latency", "queueing-theory"}
    assert gaps.track_topics == {"cloud": ("queueing-theory",), "edge": ("tail-latency",)}
    assert gaps.track_levels["cloud"] == ("L1", "L3", "L4", "L5", "L6+")
    assert ("recall", "L2") not in gaps.track_zones["cloud"]
    assert len(gaps.track_zones["cloud"]) == expected_pairs() - 1
    assert all(level in ZONE_LEVELS[zone] for zone, level in gaps.track_zones["edge"])  # type: ignore[index]


def test_gaps_of_the_tracks_asked_for() -> None:
    gaps = coverage({}).gaps(("cloud", "edge"))
    assert gaps.tracks == ("edge",)
    assert list(gaps.track_levels) == ["cloud"]


def test_nothing_at_all() -> None:
    gaps = Coverage([]).gaps()
    assert (len(gaps.topics), gaps.tracks, gaps.track_levels) == (len(TOPICS), tuple(Track), {})

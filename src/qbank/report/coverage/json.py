"""Coverage as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qbank.report.json_line import VERSION, dumps
from qbank.survey.coverage import Coverage, Gaps


def coverage_json(coverage: Coverage, gaps: Gaps | None) -> Iterator[str]:
    """Yield one JSON document: every cell that has questions, and the gaps if they are known."""
    yield dumps(
        {
            "version": VERSION,
            "questions": len(coverage),
            "cells": [
                {"track": track, "level": level, "zone": zone, "topic": topic, "count": count}
                for (track, level, zone, topic), count in sorted(coverage.cells.items())
            ],
            "gaps": None if gaps is None else _gaps_data(gaps),
        }
    )
    yield "\n"


def _gaps_data(gaps: Gaps) -> dict[str, Any]:
    return {
        "tracks": list(gaps.tracks),
        "topics": list(gaps.topics),
        "track_topics": {track: list(topics) for track, topics in gaps.track_topics.items()},
        "track_levels": {track: list(levels) for track, levels in gaps.track_levels.items()},
        "track_zones": {
            track: [{"zone": zone, "level": level} for zone, level in pairs]
            for track, pairs in gaps.track_zones.items()
        },
    }

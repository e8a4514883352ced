"""Coverage as JSON, for programs. Keys are a contract: they are added, never renamed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from qbank.picking import pick
from qbank.report.json_document import VERSION, line
from qbank.report.results.stored import overview_data
from qbank.results.measured import Measured
from qbank.survey.coverage import Coverage, Gaps


def coverage_json(coverage: Coverage, gaps: Gaps | None, measured: Sequence[Measured] = ()) -> Iterator[str]:
    """Yield one JSON document: every cell that has questions, the gaps if they are known, and exams."""
    cells = [
        {"track": track, "level": level, "zone": zone, "topic": topic, "count": count}
        for (track, level, zone, topic), count in sorted(coverage.cells.items())
    ]
    return line(
        {
            "version": VERSION,
            "questions": len(coverage),
            "cells": cells,
            "gaps": None if gaps is None else _gaps_data(gaps),
            "measured": overview_data(measured),
        }
    )


def _gaps_data(gaps: Gaps) -> dict[str, Any]:
    return {
        **pick(gaps, "tracks", "topics", "track_topics", "track_levels"),
        "track_zones": {
            track: [{"zone": zone, "level": level} for zone, level in pairs]
            for track, pairs in gaps.track_zones.items()
        },
    }

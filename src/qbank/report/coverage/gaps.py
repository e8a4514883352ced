"""The gaps of a bank in words."""

from __future__ import annotations

from qbank.survey.coverage import Gaps, expected_pairs
from qbank.units.format import counted


def named_gaps(gaps: Gaps) -> list[tuple[str, list[str]]]:
    """Return every kind of gap with the names of what has no question."""
    named = [
        (f"no question on {counted(len(gaps.tracks), 'track')}", list(gaps.tracks)),
        (f"no question on {counted(len(gaps.topics), 'topic')}", list(gaps.topics)),
    ]
    for track, levels in gaps.track_levels.items():
        named.append((f"{track}: none at {counted(len(levels), 'level')}", list(levels)))
    for track, pairs in gaps.track_zones.items():
        kind = f"{track}: none for {len(pairs)} of {expected_pairs()} zones at their levels"
        named.append((kind, [f"{zone} {level}" for zone, level in pairs]))
    for track, topics in gaps.track_topics.items():
        named.append((f"{track}: none on {counted(len(topics), 'topic')} that others have", list(topics)))
    return [(kind, names) for kind, names in named if names]

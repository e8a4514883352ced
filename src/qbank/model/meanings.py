"""A line on each word of the taxonomy, and on what it goes with, for editors to show beside it."""

from __future__ import annotations

from qbank.model.taxonomy import (
    LEVEL_BLOOM,
    TOPICS,
    ZONE_BLOOM,
    ZONE_LEVELS,
    ZONE_SKILLS,
    FieldWord,
    Level,
    Zone,
)


def meaning_of(word: FieldWord) -> str:
    """Return what a word means and goes with; empty where it speaks for itself."""
    match word:
        case Level():
            return f"Usually goes with the Bloom level '{LEVEL_BLOOM[word]}'."
        case Zone():
            return (
                f"{word.meaning} Skills: {', '.join(ZONE_SKILLS[word])}. "
                f"Levels: {', '.join(ZONE_LEVELS[word])}. Bloom levels: {', '.join(ZONE_BLOOM[word])}."
            )
        case _:
            return word.meaning


def meaning_of_topic(topic: str) -> str:
    """Return where a topic of `TOPICS` belongs."""
    area = TOPICS[topic]
    return f"Area: {area}." if area else "Belongs to no single area."

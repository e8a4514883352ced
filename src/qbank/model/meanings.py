"""A line on each word of the taxonomy, for editors to show beside it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from qbank.model.taxonomy import (
    LEVEL_BLOOM,
    TOPICS,
    ZONE_BLOOM,
    ZONE_LEVELS,
    ZONE_SKILLS,
    Answers,
    Area,
    Bloom,
    Level,
    Phase,
    Provenance,
    QuestionKind,
    ReviewStatus,
    SetKind,
    Status,
    Track,
    VisualKind,
    Zone,
)

_BLOOM: Final[Mapping[str, str]] = {
    Bloom.REMEMBER: "Give back a fact or a definition.",
    Bloom.UNDERSTAND: "Explain an idea in one's own words.",
    Bloom.APPLY: "Use a known method on a new case.",
    Bloom.ANALYZE: "Take a system apart and find what causes what.",
    Bloom.EVALUATE: "Weigh alternatives and judge between them.",
    Bloom.CREATE: "Put together something new.",
}

_ZONE: Final[Mapping[Zone, str]] = {
    Zone.RECALL: "Know the fact.",
    Zone.ANALYZE: "Explain why a system behaves as it does.",
    Zone.DESIGN: "Choose an architecture for the needs at hand.",
    Zone.IMPLEMENT: "Work out the numbers.",
    Zone.FLUENCY: "Know the figures and reckon with them at once.",
    Zone.DIAGNOSIS: "Find the cause behind the symptoms.",
    Zone.SPECIFICATION: "Turn needs into requirements that can be met and checked.",
    Zone.OPTIMIZATION: "Find the bottleneck and quantify the gain of removing it.",
    Zone.EVALUATION: "Compare designs and defend a choice.",
    Zone.REALIZATION: "Carry a design through, with the numbers to size it.",
    Zone.MASTERY: "Bring all the skills together on an open problem.",
}


def _zone_meaning(zone: Zone) -> str:
    return (
        f"{_ZONE[zone]} Skills: {', '.join(ZONE_SKILLS[zone])}. "
        f"Levels: {', '.join(ZONE_LEVELS[zone])}. Bloom levels: {', '.join(ZONE_BLOOM[zone])}."
    )


def _topic_meaning(area: Area | None) -> str:
    return f"Area: {area}." if area else "Belongs to no single area."


MEANINGS: Final[Mapping[type[StrEnum], Mapping[str, str]]] = {
    Track: {
        Track.CLOUD: "Datacenters: GPUs and other accelerators, clusters, serving at scale.",
        Track.EDGE: "Devices at the edge: boxes, robots and vehicles with tens of watts.",
        Track.MOBILE: "Phones and wearables: battery, heat, shared memory.",
        Track.TINYML: "Microcontrollers: kilobytes of memory, milliwatts.",
        Track.GLOBAL: "Questions that hold on every kind of system.",
    },
    Level: {level: f"Usually goes with the Bloom level '{bloom}'." for level, bloom in LEVEL_BLOOM.items()},
    Zone: {zone: _zone_meaning(zone) for zone in Zone},
    Bloom: _BLOOM,
    Phase: {
        Phase.TRAINING: "While the model is being trained.",
        Phase.INFERENCE: "While the trained model is being used.",
        Phase.BOTH: "Training and inference alike.",
    },
    Status: {
        Status.DRAFT: "Being written.",
        Status.PUBLISHED: "Ready for readers.",
        Status.FLAGGED: "In doubt; to be looked at.",
        Status.ARCHIVED: "Kept, but used no more.",
        Status.DELETED: "Withdrawn; say why in `deletion_reason`.",
    },
    Provenance: {
        Provenance.HUMAN: "Written by a person.",
        Provenance.LLM_DRAFT: "Written by a language model, not edited since.",
        Provenance.LLM_THEN_HUMAN_EDITED: "Written by a language model, then edited by a person.",
        Provenance.IMPORTED: "Brought over from another collection.",
    },
    ReviewStatus: {
        ReviewStatus.NOT_REVIEWED: "No person has looked at it yet.",
        ReviewStatus.VERIFIED: "A person has found it right.",
        ReviewStatus.FLAGGED: "A person has doubts.",
        ReviewStatus.NEEDS_REWORK: "A person asks for changes.",
    },
    VisualKind: {
        VisualKind.SVG: "Drawn as SVG.",
        VisualKind.MERMAID: "Made from a Mermaid diagram, stored as SVG.",
    },
    QuestionKind: {
        QuestionKind.OPEN: "Answered in free text.",
        QuestionKind.CHOICE: "One right option among several.",
        QuestionKind.NUMERIC: "Answered by a quantity, right within an interval.",
        QuestionKind.EXERCISE: "Worked out on paper, often in parts (a), (b), (c).",
        QuestionKind.MEMO: "Answered by a short written recommendation.",
        QuestionKind.LAB: "Answered by doing: measure, build, report.",
    },
    SetKind: {
        SetKind.QUIZ: "Short questions, usually graded by machine.",
        SetKind.EXERCISES: "Problems to work through, with solutions.",
        SetKind.EXAM: "Graded, with points.",
        SetKind.LAB: "Guided practical work.",
    },
    Answers: {
        Answers.NONE: "Answers are left out.",
        Answers.COLLAPSED: "Answers are folded away under each question.",
        Answers.INLINE: "Answers stand under each question.",
        Answers.KEY: "Answers stand together at the end.",
    },
}
"""For each enum, its values and what they mean."""

TOPIC_MEANINGS: Final[Mapping[str, str]] = {topic: _topic_meaning(area) for topic, area in TOPICS.items()}
"""For each topic, where it belongs."""

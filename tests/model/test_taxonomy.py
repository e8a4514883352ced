from __future__ import annotations

import subprocess
import sys
from collections import Counter
from enum import StrEnum

from each import each
from qbank.model import taxonomy
from qbank.model.meanings import meaning_of, meaning_of_topic

WORDS = {
    taxonomy.Track: "cloud edge mobile tinyml global",
    taxonomy.Level: "L1 L2 L3 L4 L5 L6+",
    taxonomy.Zone: (
        "recall analyze design implement fluency diagnosis specification optimization evaluation realization "
        "mastery"
    ),
    taxonomy.Bloom: "remember understand apply analyze evaluate create",
    taxonomy.Phase: "training inference both",
    taxonomy.Status: "draft published flagged archived deleted",
    taxonomy.Provenance: "human llm-draft llm-then-human-edited imported",
    taxonomy.ReviewStatus: "not-reviewed verified flagged needs-rework",
    taxonomy.VisualKind: "svg mermaid",
    taxonomy.QuestionKind: "open choice numeric exercise memo lab",
    taxonomy.SetKind: "quiz exercises exam lab",
    taxonomy.Answers: "none collapsed inline key",
    taxonomy.Area: (
        "compute memory latency precision power architecture optimization parallelism networking deployment "
        "reliability data cross-cutting"
    ),
}


@each("enum", WORDS)
def test_enums_hold_the_words_of_the_format(enum: type[StrEnum]) -> None:
    assert [member.value for member in enum] == WORDS[enum].split()


def test_topics_by_area() -> None:
    assert Counter(str(area) for area in taxonomy.TOPICS.values()) == {
        "compute": 6,
        "memory": 8,
        "latency": 6,
        "precision": 3,
        "power": 5,
        "architecture": 7,
        "optimization": 7,
        "parallelism": 7,
        "networking": 6,
        "deployment": 8,
        "reliability": 6,
        "data": 7,
        "cross-cutting": 5,
        "None": 6,
    }
    assert len(taxonomy.TOPICS) == 87
    assert len(taxonomy.AREAS) == 13


@each(
    "topic, area",
    [
        ("roofline-analysis", "compute"),
        ("kv-cache-management", "memory"),
        ("queueing-theory", "latency"),
        ("extreme-quantization", "precision"),
        ("duty-cycling", "power"),
        ("mixture-of-experts", "architecture"),
        ("flash-attention", "optimization"),
        ("communication-computation-overlap", "parallelism"),
        ("3d-parallelism", "parallelism"),
        ("rdma-transport", "networking"),
        ("disaggregated-serving", "deployment"),
        ("safety-certification", "reliability"),
        ("dataset-curation", "data"),
        ("tco-cost-modeling", "cross-cutting"),
        ("chiplet-architecture", None),
        ("sustainability-carbon-accounting", None),
    ],
)
def test_topics_know_their_area(topic: str, area: str | None) -> None:
    assert taxonomy.TOPICS[topic] == area


ZONES = {
    "recall": ("remember understand", "L1 L2", "recall"),
    "fluency": ("remember understand apply", "L2 L3", "recall quantify"),
    "analyze": ("apply analyze", "L3 L4", "analyze"),
    "diagnosis": ("apply analyze evaluate", "L3 L4", "recall analyze"),
    "evaluation": ("analyze evaluate", "L5 L6+", "analyze design"),
    "design": ("apply analyze evaluate create", "L4 L5", "design"),
    "specification": ("apply analyze evaluate create", "L4 L5", "recall design"),
    "optimization": ("apply analyze evaluate create", "L4 L5", "analyze quantify"),
    "realization": ("apply analyze evaluate create", "L5 L6+", "design quantify"),
    "mastery": ("analyze evaluate create", "L6+", "recall analyze design quantify"),
    "implement": ("understand apply analyze evaluate create", "L2 L3 L4", "quantify"),
}


@each("zone", taxonomy.Zone)
def test_affinities_of_zones(zone: taxonomy.Zone) -> None:
    blooms, levels, skills = ZONES[zone.value]
    assert " ".join(taxonomy.ZONE_BLOOM[zone]) == blooms
    assert " ".join(taxonomy.ZONE_LEVELS[zone]) == levels
    assert " ".join(taxonomy.ZONE_SKILLS[zone]) == skills


def test_levels_go_with_bloom_levels() -> None:
    pairs = {level.value: bloom.value for level, bloom in taxonomy.LEVEL_BLOOM.items()}
    assert pairs == {
        "L1": "remember",
        "L2": "understand",
        "L3": "apply",
        "L4": "analyze",
        "L5": "evaluate",
        "L6+": "create",
    }


def test_every_word_is_explained() -> None:
    explained = taxonomy.FieldWord.__subclasses__()
    speak_for_themselves = (taxonomy.Area, taxonomy.Balance)
    words = [word for enum in explained if enum not in speak_for_themselves for word in enum]
    assert len(words) > 50
    assert [word for word in words if not meaning_of(word).endswith(".")] == []


def test_every_topic_is_placed() -> None:
    assert meaning_of_topic("flash-attention") == "Area: optimization."
    assert meaning_of_topic("software-portability") == "Belongs to no single area."


def test_the_words_come_without_pydantic() -> None:
    code = (
        "import sys, qbank.model.taxonomy, qbank.nearest, qbank.problems;sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

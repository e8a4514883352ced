"""The words of the question format: tracks, levels, zones, topics, and which of them go together.

Plain data, free of pydantic, so that everything that only needs the words starts quickly.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Self


class FieldWord(StrEnum):
    """A word that a field takes, and a line on what it means, empty where it speaks for itself."""

    meaning: str

    def __new__(cls, text: str, meaning: str = "") -> Self:
        """Make a word of its text and its meaning."""
        word = str.__new__(cls, text)
        word._value_ = text
        word.meaning = meaning
        return word


class Track(FieldWord):
    """Where the system of a question runs."""

    CLOUD = "cloud", "Datacenters: GPUs and other accelerators, clusters, serving at scale."
    EDGE = "edge", "Devices at the edge: boxes, robots and vehicles with tens of watts."
    MOBILE = "mobile", "Phones and wearables: battery, heat, shared memory."
    TINYML = "tinyml", "Microcontrollers: kilobytes of memory, milliwatts."
    GLOBAL = "global", "Questions that hold on every kind of system."


class Level(FieldWord):
    """How senior the reader is, from first steps to staff and above."""

    L1 = "L1"
    L2 = "L2"
    L3 = "L3"
    L4 = "L4"
    L5 = "L5"
    L6_PLUS = "L6+"


class Skill(StrEnum):
    """The four basic skills which the zones are made of."""

    RECALL = "recall"
    ANALYZE = "analyze"
    DESIGN = "design"
    QUANTIFY = "quantify"


class Zone(FieldWord):
    """What a question asks for, as a mixture of basic skills."""

    RECALL = "recall", "Know the fact."
    ANALYZE = "analyze", "Explain why a system behaves as it does."
    DESIGN = "design", "Choose an architecture for the needs at hand."
    IMPLEMENT = "implement", "Work out the numbers."
    FLUENCY = "fluency", "Know the figures and reckon with them at once."
    DIAGNOSIS = "diagnosis", "Find the cause behind the symptoms."
    SPECIFICATION = "specification", "Turn needs into requirements that can be met and checked."
    OPTIMIZATION = "optimization", "Find the bottleneck and quantify the gain of removing it."
    EVALUATION = "evaluation", "Compare designs and defend a choice."
    REALIZATION = "realization", "Carry a design through, with the numbers to size it."
    MASTERY = "mastery", "Bring all the skills together on an open problem."


class Bloom(FieldWord):
    """Bloom's levels of thinking, lowest first."""

    REMEMBER = "remember", "Give back a fact or a definition."
    UNDERSTAND = "understand", "Explain an idea in one's own words."
    APPLY = "apply", "Use a known method on a new case."
    ANALYZE = "analyze", "Take a system apart and find what causes what."
    EVALUATE = "evaluate", "Weigh alternatives and judge between them."
    CREATE = "create", "Put together something new."


class Phase(FieldWord):
    """The part of a model's life a question is about."""

    TRAINING = "training", "While the model is being trained."
    INFERENCE = "inference", "While the trained model is being used."
    BOTH = "both", "Training and inference alike."


class Status(FieldWord):
    """Where a question stands between first draft and removal."""

    DRAFT = "draft", "Being written."
    PUBLISHED = "published", "Ready for readers."
    FLAGGED = "flagged", "In doubt; to be looked at."
    ARCHIVED = "archived", "Kept, but used no more."
    DELETED = "deleted", "Withdrawn; say why in `deletion_reason`."


class Provenance(FieldWord):
    """Where the text of a question comes from."""

    HUMAN = "human", "Written by a person."
    LLM_DRAFT = "llm-draft", "Written by a language model, not edited since."
    LLM_THEN_HUMAN_EDITED = "llm-then-human-edited", "Written by a language model, then edited by a person."
    IMPORTED = "imported", "Brought over from another collection."


class ReviewStatus(FieldWord):
    """What a human reviewer said."""

    NOT_REVIEWED = "not-reviewed", "No person has looked at it yet."
    VERIFIED = "verified", "A person has found it right."
    FLAGGED = "flagged", "A person has doubts."
    NEEDS_REWORK = "needs-rework", "A person asks for changes."


class VisualKind(FieldWord):
    """How a figure was made."""

    SVG = "svg", "Drawn as SVG."
    MERMAID = "mermaid", "Made from a Mermaid diagram, stored as SVG."


class QuestionKind(FieldWord):
    """The form of a question, which decides how it is rendered and graded."""

    OPEN = "open", "Answered in free text."
    CHOICE = "choice", "One right option among several."
    NUMERIC = "numeric", "Answered by a quantity, right within an interval."
    EXERCISE = "exercise", "Worked out on paper, often in parts (a), (b), (c)."
    MEMO = "memo", "Answered by a short written recommendation."
    LAB = "lab", "Answered by doing: measure, build, report."


class SetKind(FieldWord):
    """The form of a set of questions."""

    QUIZ = "quiz", "Short questions, usually graded by machine."
    EXERCISES = "exercises", "Problems to work through, with solutions."
    EXAM = "exam", "Graded, with points."
    LAB = "lab", "Guided practical work."


class Answers(FieldWord):
    """Where a rendered document shows the answers."""

    NONE = "none", "Answers are left out."
    COLLAPSED = "collapsed", "Answers are folded away under each question."
    INLINE = "inline", "Answers stand under each question."
    KEY = "key", "Answers stand together at the end."


class Shown(FieldWord):
    """What readers see of a question beside its text."""

    TITLE = "title", "Its title; it is called by its number else."
    LEVEL = "level", "Its track and its level."
    TOPIC = "topic", "Its topic."
    KIND = "kind", "Its form, such as numeric."
    DIFFICULTY = "difficulty", "Its stars."


class Grading(FieldWord):
    """How a page counts answers."""

    PRACTICE = "practice", "Any number of tries; the last one counts, and the page says how many it took."
    GRADED = (
        "graded",
        "The first answer counts, and a question whose answer was opened before counts as wrong.",
    )


class Balance(FieldWord):
    """A dimension over which a selection is spread evenly."""

    TRACK = "track"
    LEVEL = "level"
    ZONE = "zone"
    TOPIC = "topic"
    BLOOM = "bloom"


class Area(FieldWord):
    """Competency areas: groups of topics."""

    COMPUTE = "compute"
    MEMORY = "memory"
    LATENCY = "latency"
    PRECISION = "precision"
    POWER = "power"
    ARCHITECTURE = "architecture"
    OPTIMIZATION = "optimization"
    PARALLELISM = "parallelism"
    NETWORKING = "networking"
    DEPLOYMENT = "deployment"
    RELIABILITY = "reliability"
    DATA = "data"
    CROSS_CUTTING = "cross-cutting"


AREAS: Final[tuple[Area, ...]] = tuple(Area)

_AREA_TOPICS: Final[Mapping[Area, tuple[str, ...]]] = {
    Area.COMPUTE: (
        "roofline-analysis",
        "gpu-compute-architecture",
        "accelerator-comparison",
        "mcu-compute-constraints",
        "systolic-dataflow",
        "compute-cost-estimation",
    ),
    Area.MEMORY: (
        "vram-budgeting",
        "kv-cache-management",
        "memory-hierarchy-design",
        "activation-memory",
        "memory-mapped-inference",
        "tensor-arena-planning",
        "dma-data-movement",
        "memory-pressure-management",
    ),
    Area.LATENCY: (
        "latency-decomposition",
        "batching-strategies",
        "tail-latency",
        "real-time-deadlines",
        "profiling-bottleneck-analysis",
        "queueing-theory",
    ),
    Area.PRECISION: (
        "quantization-fundamentals",
        "mixed-precision-training",
        "extreme-quantization",
    ),
    Area.POWER: (
        "power-budgeting",
        "thermal-management",
        "energy-per-operation",
        "duty-cycling",
        "datacenter-efficiency",
    ),
    Area.ARCHITECTURE: (
        "transformer-systems-cost",
        "cnn-efficient-design",
        "attention-scaling",
        "mixture-of-experts",
        "model-size-estimation",
        "neural-architecture-search",
        "encoder-decoder-tradeoffs",
    ),
    Area.OPTIMIZATION: (
        "pruning-sparsity",
        "knowledge-distillation",
        "kernel-fusion",
        "graph-compilation",
        "operator-scheduling",
        "flash-attention",
        "speculative-decoding",
    ),
    Area.PARALLELISM: (
        "data-parallelism",
        "model-tensor-parallelism",
        "pipeline-parallelism",
        "3d-parallelism",
        "gradient-synchronization",
        "scheduling-resource-management",
        "communication-computation-overlap",
    ),
    Area.NETWORKING: (
        "collective-communication",
        "interconnect-topology",
        "network-bandwidth-bottlenecks",
        "rdma-transport",
        "load-balancing",
        "congestion-control",
    ),
    Area.DEPLOYMENT: (
        "model-serving-infrastructure",
        "mlops-lifecycle",
        "ota-firmware-updates",
        "container-orchestration",
        "model-format-conversion",
        "ab-rollout-strategies",
        "compound-ai-systems",
        "disaggregated-serving",
    ),
    Area.RELIABILITY: (
        "fault-tolerance-checkpointing",
        "distribution-drift-detection",
        "graceful-degradation",
        "safety-certification",
        "adversarial-robustness",
        "monitoring-observability",
    ),
    Area.DATA: (
        "data-pipeline-engineering",
        "feature-store-management",
        "data-quality-validation",
        "dataset-curation",
        "streaming-ingestion",
        "storage-format-selection",
        "data-efficiency-selection",
    ),
    Area.CROSS_CUTTING: (
        "federated-learning",
        "differential-privacy",
        "fairness-evaluation",
        "responsible-ai",
        "tco-cost-modeling",
    ),
}

# Topics at home in no single area: whatever area a question gives them is right.
_HOMELESS_TOPICS: Final = (
    "autograd-computational-graphs",
    "chiplet-architecture",
    "model-adaptation-systems",
    "recommendation-systems-engineering",
    "software-portability",
    "sustainability-carbon-accounting",
)

TOPICS: Final[Mapping[str, Area | None]] = {
    **{topic: area for area, topics in _AREA_TOPICS.items() for topic in topics},
    **dict.fromkeys(_HOMELESS_TOPICS),
}
"""Every topic with the area it belongs to; `None` where it belongs to no single one."""

_ZONES: Final[Mapping[Zone, tuple[str, str, str]]] = {
    Zone.RECALL: ("recall", "L1 L2", "remember understand"),
    Zone.FLUENCY: ("recall quantify", "L2 L3", "remember understand apply"),
    Zone.IMPLEMENT: ("quantify", "L2 L3 L4", "understand apply analyze evaluate create"),
    Zone.ANALYZE: ("analyze", "L3 L4", "apply analyze"),
    Zone.DIAGNOSIS: ("recall analyze", "L3 L4", "apply analyze evaluate"),
    Zone.DESIGN: ("design", "L4 L5", "apply analyze evaluate create"),
    Zone.SPECIFICATION: ("recall design", "L4 L5", "apply analyze evaluate create"),
    Zone.OPTIMIZATION: ("analyze quantify", "L4 L5", "apply analyze evaluate create"),
    Zone.EVALUATION: ("analyze design", "L5 L6+", "analyze evaluate"),
    Zone.REALIZATION: ("design quantify", "L5 L6+", "apply analyze evaluate create"),
    Zone.MASTERY: ("recall analyze design quantify", "L6+", "analyze evaluate create"),
}
"""What each zone goes with: skills, levels and Bloom levels."""

ZONE_SKILLS: Final = {zone: tuple(map(Skill, skills.split())) for zone, (skills, _, _) in _ZONES.items()}
"""The basic skills a zone combines."""

ZONE_LEVELS: Final = {zone: tuple(map(Level, levels.split())) for zone, (_, levels, _) in _ZONES.items()}
"""The levels a zone is expected at."""

ZONE_BLOOM: Final = {zone: tuple(map(Bloom, blooms.split())) for zone, (_, _, blooms) in _ZONES.items()}
"""The Bloom levels a zone admits."""

LEVEL_BLOOM: Final[Mapping[Level, Bloom]] = dict(zip(Level, Bloom, strict=True))
"""The Bloom level that usually goes with a level."""

"""The words of the question format: tracks, levels, zones, topics, and which of them go together.

Plain data, free of pydantic, so that everything that only needs the words starts quickly.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Track(StrEnum):
    """Where the system of a question runs."""

    CLOUD = "cloud"
    EDGE = "edge"
    MOBILE = "mobile"
    TINYML = "tinyml"
    GLOBAL = "global"


class Level(StrEnum):
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


class Zone(StrEnum):
    """What a question asks for, as a mixture of basic skills."""

    RECALL = "recall"
    ANALYZE = "analyze"
    DESIGN = "design"
    IMPLEMENT = "implement"
    FLUENCY = "fluency"
    DIAGNOSIS = "diagnosis"
    SPECIFICATION = "specification"
    OPTIMIZATION = "optimization"
    EVALUATION = "evaluation"
    REALIZATION = "realization"
    MASTERY = "mastery"


class Bloom(StrEnum):
    """Bloom's levels of thinking, lowest first."""

    REMEMBER = "remember"
    UNDERSTAND = "understand"
    APPLY = "apply"
    ANALYZE = "analyze"
    EVALUATE = "evaluate"
    CREATE = "create"


class Phase(StrEnum):
    """The part of a model's life a question is about."""

    TRAINING = "training"
    INFERENCE = "inference"
    BOTH = "both"


class Status(StrEnum):
    """Where a question stands between first draft and removal."""

    DRAFT = "draft"
    PUBLISHED = "published"
    FLAGGED = "flagged"
    ARCHIVED = "archived"
    DELETED = "deleted"


class Provenance(StrEnum):
    """Where the text of a question comes from."""

    HUMAN = "human"
    LLM_DRAFT = "llm-draft"
    LLM_THEN_HUMAN_EDITED = "llm-then-human-edited"
    IMPORTED = "imported"


class ReviewStatus(StrEnum):
    """What a human reviewer said."""

    NOT_REVIEWED = "not-reviewed"
    VERIFIED = "verified"
    FLAGGED = "flagged"
    NEEDS_REWORK = "needs-rework"


class VisualKind(StrEnum):
    """How a figure was made."""

    SVG = "svg"
    MERMAID = "mermaid"


class QuestionKind(StrEnum):
    """The form of a question, which decides how it is rendered and graded."""

    OPEN = "open"
    CHOICE = "choice"
    NUMERIC = "numeric"
    EXERCISE = "exercise"
    MEMO = "memo"
    LAB = "lab"


class SetKind(StrEnum):
    """The form of a set of questions."""

    QUIZ = "quiz"
    EXERCISES = "exercises"
    EXAM = "exam"
    LAB = "lab"


class Answers(StrEnum):
    """Where a rendered document shows the answers."""

    NONE = "none"
    COLLAPSED = "collapsed"
    INLINE = "inline"
    KEY = "key"


class Balance(StrEnum):
    """A dimension over which a selection is spread evenly."""

    TRACK = "track"
    LEVEL = "level"
    ZONE = "zone"
    TOPIC = "topic"
    BLOOM = "bloom"


class Area(StrEnum):
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

ZONE_BLOOM: Final[Mapping[Zone, tuple[Bloom, ...]]] = {
    Zone.RECALL: (Bloom.REMEMBER, Bloom.UNDERSTAND),
    Zone.FLUENCY: (Bloom.REMEMBER, Bloom.UNDERSTAND, Bloom.APPLY),
    Zone.ANALYZE: (Bloom.APPLY, Bloom.ANALYZE),
    Zone.DIAGNOSIS: (Bloom.APPLY, Bloom.ANALYZE, Bloom.EVALUATE),
    Zone.EVALUATION: (Bloom.ANALYZE, Bloom.EVALUATE),
    Zone.DESIGN: (Bloom.APPLY, Bloom.ANALYZE, Bloom.EVALUATE, Bloom.CREATE),
    Zone.SPECIFICATION: (Bloom.APPLY, Bloom.ANALYZE, Bloom.EVALUATE, Bloom.CREATE),
    Zone.OPTIMIZATION: (Bloom.APPLY, Bloom.ANALYZE, Bloom.EVALUATE, Bloom.CREATE),
    Zone.REALIZATION: (Bloom.APPLY, Bloom.ANALYZE, Bloom.EVALUATE, Bloom.CREATE),
    Zone.MASTERY: (Bloom.ANALYZE, Bloom.EVALUATE, Bloom.CREATE),
    Zone.IMPLEMENT: (Bloom.UNDERSTAND, Bloom.APPLY, Bloom.ANALYZE, Bloom.EVALUATE, Bloom.CREATE),
}
"""The Bloom levels a zone admits."""

ZONE_LEVELS: Final[Mapping[Zone, tuple[Level, ...]]] = {
    Zone.RECALL: (Level.L1, Level.L2),
    Zone.FLUENCY: (Level.L2, Level.L3),
    Zone.IMPLEMENT: (Level.L2, Level.L3, Level.L4),
    Zone.ANALYZE: (Level.L3, Level.L4),
    Zone.DIAGNOSIS: (Level.L3, Level.L4),
    Zone.DESIGN: (Level.L4, Level.L5),
    Zone.SPECIFICATION: (Level.L4, Level.L5),
    Zone.OPTIMIZATION: (Level.L4, Level.L5),
    Zone.EVALUATION: (Level.L5, Level.L6_PLUS),
    Zone.REALIZATION: (Level.L5, Level.L6_PLUS),
    Zone.MASTERY: (Level.L6_PLUS,),
}
"""The levels a zone is expected at."""

LEVEL_BLOOM: Final[Mapping[Level, Bloom]] = dict(zip(Level, Bloom, strict=True))
"""The Bloom level that usually goes with a level."""

ZONE_SKILLS: Final[Mapping[Zone, tuple[Skill, ...]]] = {
    Zone.RECALL: (Skill.RECALL,),
    Zone.ANALYZE: (Skill.ANALYZE,),
    Zone.DESIGN: (Skill.DESIGN,),
    Zone.IMPLEMENT: (Skill.QUANTIFY,),
    Zone.FLUENCY: (Skill.RECALL, Skill.QUANTIFY),
    Zone.DIAGNOSIS: (Skill.RECALL, Skill.ANALYZE),
    Zone.SPECIFICATION: (Skill.RECALL, Skill.DESIGN),
    Zone.OPTIMIZATION: (Skill.ANALYZE, Skill.QUANTIFY),
    Zone.EVALUATION: (Skill.ANALYZE, Skill.DESIGN),
    Zone.REALIZATION: (Skill.DESIGN, Skill.QUANTIFY),
    Zone.MASTERY: (Skill.RECALL, Skill.ANALYZE, Skill.DESIGN, Skill.QUANTIFY),
}
"""The basic skills a zone combines."""

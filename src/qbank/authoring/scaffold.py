"""A question to fill in: all its fields and markers, and a `TODO` for every text that is to be written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from qbank.bank.discovery import QUESTIONS_FOLDER
from qbank.model.taxonomy import (
    LEVEL_BLOOM,
    ZONE_BLOOM,
    ZONE_LEVELS,
    Area,
    Bloom,
    Level,
    Phase,
    QuestionKind,
    Track,
    Zone,
)
from qbank.yamlio.dump import dump_scalar

SCHEMA: Final = "schema/question.schema.json"
_TITLE: Final = "TODO: name what is surprising, scarce or asked for"

_BEFORE_DETAILS: Final[Mapping[QuestionKind, str]] = {
    QuestionKind.NUMERIC: """\
answer:
  value: 1 GB  # TODO: the value with its unit
  interval: [0.95 GB, 1.05 GB]  # TODO: the lowest and the highest answer that count as right
  digits: 2
""",
    QuestionKind.EXERCISE: """\
parts:
- prompt: 'TODO: what the first part asks'
  answer: 'TODO: its answer'
  napkin_math: 'TODO: name: expression = value unit'
- prompt: 'TODO: what the second part asks'
  answer: 'TODO: its answer'
  napkin_math: 'TODO: name: expression = value unit'
""",
}
_AFTER_DETAILS: Final[Mapping[QuestionKind, str]] = {
    QuestionKind.MEMO: """\
rubric:
- criterion: 'TODO: what must be computed'
  points: 3
- criterion: 'TODO: what must be weighed'
  points: 3
- criterion: 'TODO: what must be recommended, and what would change it'
  points: 4
""",
    QuestionKind.LAB: """\
rubric:
- criterion: 'TODO: what must be measured, and how'
  points: 5
- criterion: 'TODO: what must be concluded from it'
  points: 5
""",
}
_DETAILS: Final = """\
details:
  realistic_solution: |
    TODO: the answer as an experienced engineer would give it, with the numbers that decide.
  common_mistake: |
    **The Pitfall:** TODO: what people get wrong.
    **The Rationale:** TODO: why it seems right.
    **The Consequence:** TODO: what it leads to, with a number.
  napkin_math: |
    **Assumptions & Constraints:**
    - TODO: what is given, with its units.

    **Calculations:**
    - TODO: a line for each step, as in `- Weights: 7e9 params * 2 bytes = 14 GB`

    **Conclusion & Interpretation:**
    - TODO: what follows from the numbers.
"""
_OPTIONS: Final = """\
  options:
  - 'TODO: the right answer'
  - 'TODO: what comes of the pitfall'
  - 'TODO: what comes of another slip'
  - 'TODO: what comes of a third slip'
  correct_index: 0
"""
_MINUTES: Final[Mapping[QuestionKind, int]] = {
    QuestionKind.CHOICE: 5,
    QuestionKind.NUMERIC: 6,
    QuestionKind.EXERCISE: 20,
    QuestionKind.MEMO: 30,
    QuestionKind.LAB: 60,
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What is known of a question before it is written."""

    track: Track
    topic: str
    area: Area
    level: Level
    zone: Zone
    kind: QuestionKind = QuestionKind.OPEN
    bloom: Bloom | None = None
    phase: Phase | None = None
    title: str | None = None


def usual_zone(level: Level) -> Zone:
    """Return the first zone that is expected at a level."""
    return next(zone for zone, levels in ZONE_LEVELS.items() if level in levels)


def usual_level(zone: Zone) -> Level:
    """Return the first level that a zone is expected at."""
    return ZONE_LEVELS[zone][0]


def usual_bloom(level: Level, zone: Zone) -> Bloom:
    """Return the Bloom level that the zone admits and that is next to the usual one of the level."""
    order = list(Bloom)
    wanted = order.index(LEVEL_BLOOM[level])
    return min(ZONE_BLOOM[zone], key=lambda bloom: abs(order.index(bloom) - wanted))


def place_for(root: Path, id_: str, track: str, area: str) -> Path:
    """Return where the file of a question belongs: by track and area, or by track where the bank does so."""
    folder = root / QUESTIONS_FOLDER / track
    name = f"{id_}.yaml"
    if folder.is_dir():
        inside = [path for path in folder.iterdir() if not path.name.startswith(".")]
        flat = any(path.suffix in (".yaml", ".yml") for path in inside)
        if flat and not any(path.is_dir() and path.name in set(Area) for path in inside):
            return folder / name
    return folder / area / name


def scaffold(plan: Plan, id_: str, file: Path, root: Path) -> str:
    """Return the text of a new question, in canonical form, that will lie at `file` in the bank at `root`."""
    fields = [
        ("schema_version", "'1.0'"),
        ("id", id_),
        ("track", plan.track),
        ("level", plan.level),
        ("zone", plan.zone),
        ("topic", dump_scalar(plan.topic)),
        ("competency_area", plan.area),
        ("bloom_level", plan.bloom or usual_bloom(plan.level, plan.zone)),
        ("phase", plan.phase),
        ("kind", None if plan.kind is QuestionKind.OPEN else plan.kind),
        ("title", dump_scalar(plan.title or _TITLE)),
    ]
    explained = plan.kind not in (QuestionKind.CHOICE, QuestionKind.NUMERIC)
    return "".join(
        (
            schema_comment(file, root),
            *(f"{name}: {value}\n" for name, value in fields if value is not None),
            "scenario: >-\n"
            # With the id, for two drafts must not be the same.
            f"  TODO: the situation of {id_} in plain text, with the system, the load, the hardware and\n"
            "  every number that the answer needs.\n"
            "question: 'TODO: what is asked, in at most 200 characters?'\n",
            _BEFORE_DETAILS.get(plan.kind, ""),
            _DETAILS,
            _OPTIONS if plan.kind is QuestionKind.CHOICE else "",
            _AFTER_DETAILS.get(plan.kind, ""),
            "status: draft\nprovenance: human\n",
            f"requires_explanation: {str(explained).lower()}\n",
            f"expected_time_minutes: {_MINUTES.get(plan.kind, 10)}\n",
        )
    )


def schema_comment(file: Path, root: Path) -> str:
    """Return the line by which editors find the schema, if the bank has one."""
    schema = root / SCHEMA
    if not schema.is_file():
        return ""
    where = os.path.relpath(schema, file.parent).replace(os.sep, "/")
    return f"# yaml-language-server: $schema={where}\n"

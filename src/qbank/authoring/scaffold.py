"""A question to fill in: all its fields and markers, and a `TODO` for every text that is to be written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from qbank import pages
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
    return pages.render(
        "authoring/question.yaml.j2",
        schema_comment=schema_comment(file, root),
        id=id_,
        plan=plan,
        topic=dump_scalar(plan.topic),
        title=dump_scalar(plan.title or _TITLE),
        bloom_level=plan.bloom or usual_bloom(plan.level, plan.zone),
        minutes=_MINUTES.get(plan.kind, 10),
    )


def schema_comment(file: Path, root: Path) -> str:
    """Return the line by which editors find the schema, if the bank has one."""
    schema = root / SCHEMA
    if not schema.is_file():
        return ""
    where = os.path.relpath(schema, file.parent).replace(os.sep, "/")
    return f"# yaml-language-server: $schema={where}\n"

"""Open edX: *Problem responses*, a row for each answer; its block has our id, its state the seed and what
was right."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.results.reading.tables import Table
from qbank.results.sheet import OMITTED, Attempt, Cell, Column, Pseudonyms, Sheet, State, cells_of
from qbank.unchecked import as_mapping, mappings

NAME: Final = "Open edX"
_KINDS: Final = {"correct": 1.0, "incorrect": 0.0, "partially-correct": 0.5}
_LONGEST_STATE: Final = 1 << 18


def matches(table: Table) -> bool:
    """Whether a table is one."""
    return table.column("block_key") is not None and table.column("state") is not None


@dataclass(slots=True)
class _Answers:
    """What one student has for one problem."""

    texts: list[str] = field(default_factory=list)
    state: dict[str, Any] = field(default_factory=dict)


def read(table: Table, pseudonyms: Pseudonyms) -> Sheet:
    """Read the answers of each student; those of one problem belong together."""
    found: dict[bytes, dict[str, _Answers]] = {}
    blocks: dict[str, None] = {}
    who = table.column("username") or 0
    for row in table.rows:
        id_ = table.text(row, "block_key").rpartition("@")[2].strip()
        blocks.setdefault(id_)
        answers = found.setdefault(pseudonyms.of(row[who]), {}).setdefault(id_, _Answers())
        answers.state = answers.state or _state(table.text(row, "state"))
        if text := table.text(row, "Answer", "Antwort", "Respuesta", "Réponse").strip():
            answers.texts.append(text)
    attempts = [
        Attempt(student, cells_of({id_: _cell(id_, own) for id_, own in problems.items()}, blocks))
        for student, problems in found.items()
    ]
    columns = [Column(label=f"block {id_}", name=id_, maximum=1.0) for id_ in blocks]
    return Sheet(NAME, table.source, columns, attempts, rescaled=True)


def _cell(id_: str, answers: _Answers) -> Cell:
    seed = answers.state.get("seed")
    name = f"{id_}@{seed}" if isinstance(seed, int) and not isinstance(seed, bool) else id_
    entries = mappings([*as_mapping(answers.state.get("correct_map")).values()])
    shares = [_KINDS[kind] for entry in entries if (kind := entry.get("correctness")) in _KINDS]
    texts = answers.texts
    if not shares:
        if not texts:
            return OMITTED._replace(name=name)
        return Cell(State.NOT_GRADED, answer="; ".join(texts), name=name)
    return Cell(State.ANSWERED, answer="; ".join(texts) or None, score=sum(shares) / len(shares), name=name)


def _state(text: str) -> dict[str, Any]:
    try:
        return as_mapping(json.loads(text[:_LONGEST_STATE]))
    except (ValueError, RecursionError):
        return {}

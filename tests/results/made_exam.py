"""A made exam: versions of a set, students who know more or less, and faults planted in questions."""

from __future__ import annotations

import csv
import io
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qbank.results.paper_key import KeyItem, PaperKey

NAMES = (
    ("Łukasz", "Żółkiewski", "lukasz@example.edu"),
    ("Анастасия", "Щербакова", "anastasia@example.edu"),
    ("محمد", "الخوارزمي", "mohammed@example.edu"),
    ("小明", "王", "xiaoming@example.edu"),
    ("प्रिया", "शर्मा", "priya@example.edu"),
    ("Ελένη", "Παπαδοπούλου", "eleni@example.edu"),
)
"""Students in six scripts, who must be found in no file that is written."""


@dataclass
class Sitting:
    """What one student wrote: by position, the option (place printed), the number typed, or None."""

    first: str
    last: str
    mail: str
    number: str
    key: PaperKey
    answers: list[Any]


def choose(
    item: KeyItem, ability: float, draw: random.Random, *, difficulty: float = 0.0
) -> int | str | None:
    """Answer a question as somebody would: a place of an option, a number as text, or None for words."""
    right = draw.random() < 1 / (1 + math.exp(difficulty - 1.7 * ability))
    if item.options:
        places = [place for place, option in enumerate(item.options) if option.correct is right]
        return draw.choice(places)
    if item.number is not None:
        value = float(item.number.value)
        return f"{value if right else value * draw.choice([2, 10, 3.3, 0.7]):.6g}"
    return None


def sit(
    keys: Sequence[PaperKey],
    students: int,
    seed: int = 1,
    change: Callable[[KeyItem, int | str | None, float, random.Random, str | None], int | str | None]
    | None = None,
) -> list[Sitting]:
    """Let students sit an exam, each a version in turn; `change` plants faults."""
    draw = random.Random(seed)
    sittings = []
    for number in range(students):
        ability = draw.gauss(0, 1)
        key = keys[number % len(keys)]
        given = NAMES[number % len(NAMES)]
        answers = []
        for item in key.questions:
            answer = choose(item, ability, draw, difficulty=(sum(map(ord, item.id)) % 5 - 2) / 2)
            answers.append(answer if change is None else change(item, answer, ability, draw, key.form))
        unique = f"{number}-{given[2]}"
        sittings.append(
            Sitting(given[0], f"{given[1]}{number}", unique, f"{94_173_026 + 37 * number}", key, answers)
        )
    return sittings


def score(item: KeyItem, answer: int | str | None) -> float:
    """Return the points that the key gives."""
    if isinstance(answer, int):
        return item.points * item.options[answer].correct
    if isinstance(answer, str) and item.number is not None:
        return item.points * (float(item.number.low) <= float(answer) <= float(item.number.high))
    return 0.0


def shown(item: KeyItem, answer: int | str | None) -> str:
    """Return an answer as platforms export it: the text of the option."""
    if isinstance(answer, int):
        return item.options[answer].text
    return answer or ""


def write(
    path: Path, rows: Sequence[Sequence[object]], *, separator: str = ",", encoding: str = "utf-8"
) -> Path:
    """Write a table."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator).writerows(rows)
    path.write_bytes(text.getvalue().encode(encoding))
    return path


def canvas(path: Path, sittings: Sequence[Sitting]) -> Path:
    """Write what Canvas exports of classic quizzes: each variant is a question, two columns each."""
    items: dict[str, KeyItem] = {}
    for sitting in sittings:
        for item in sitting.key.questions:
            items.setdefault(item.reference, item)
    lead = ["name", "id", "sis_id", "section", "section_id", "section_sis_id", "submitted", "attempt"]
    header: list[object] = [*lead]
    for number, item in enumerate(items.values()):
        header += [f"{4100 + number}: {item.text.capitalize()}? [{item.reference}]", f"{item.points}"]
    rows: list[list[object]] = [[*header, "n correct", "n incorrect", "score"]]
    for sitting in sittings:
        own = {
            item.reference: (item, answer)
            for item, answer in zip(sitting.key.questions, sitting.answers, strict=True)
        }
        row: list[object] = [
            f"{sitting.first} {sitting.last}", sitting.number, sitting.mail, "S1", "1", "", "2026-09-25 "
            "23:30:00 UTC", "1",
        ]  # fmt: skip
        for reference in items:
            if reference not in own:
                row += ["", ""]
                continue
            item, answer = own[reference]
            graded = item.options or item.number
            row += [shown(item, answer), score(item, answer) if graded else ""]
        rows.append([*row, "", "", ""])
    return write(path, rows)

"""What a bank keeps of how its questions fared: of one question in lines, of an exam or a bank as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from qbank.picking import pick
from qbank.report.json_document import document
from qbank.report.results.numbers import interval_text, share, signed
from qbank.report.results.tables import table
from qbank.report.terminal import Style, sanitize
from qbank.results.measured import Measured
from qbank.sets.measured import Sitting
from qbank.unchecked import as_mapping, mappings
from qbank.units.format import counted

_SPARE: Final = (5, 3, 6)
"""Columns of the table that go where not all fit, so that the flags stay: intervals, then how many exams."""


def measured_lines(measured: Measured) -> Iterator[str]:
    """Yield in words how a question fared."""
    exams = counted(len(measured.sittings), "exam")
    difficulty = f"difficulty {share(measured.difficulty)} ({interval_text(measured.difficulty_interval)})"
    r = measured.discrimination
    told = (
        "" if r is None else f", item-rest r {signed(r)} ({interval_text(measured.discrimination_interval)})"
    )
    took = "" if measured.minutes is None else f", about {measured.minutes:.3g} minutes"
    yield f"Measured: {difficulty}{told}{took}; {counted(measured.students, 'student')} in {exams}"
    if measured.flags:
        yield f"Flagged: {', '.join(measured.flags)}"


def overview_line(measured: Sequence[Measured], questions: int) -> str:
    """Say in a line what is known of a bank's questions from exams."""
    mean = sum(one.difficulty for one in measured) / len(measured)
    flagged = sum(bool(one.flags) for one in measured)
    of = counted(questions, "question")
    return (
        f"Measured in exams: {len(measured):,} of {of}, mean difficulty {share(mean)}, {flagged:,} flagged "
        "(`qbank results show`)."
    )


def overview_data(measured: Sequence[Measured]) -> dict[str, Any]:
    """Return the same as data."""
    known = [one.discrimination for one in measured if one.discrimination is not None]
    return {
        "questions": len(measured),
        "difficulty": sum(one.difficulty for one in measured) / len(measured) if measured else None,
        "item_rest": sum(known) / len(known) if known else None,
        "flagged": sum(bool(one.flags) for one in measured),
    }


def measured_text(questions: Sequence[Measured], style: Style) -> Iterator[str]:
    """Yield a table of questions, and of one alone also what was chosen in each exam; nothing of none."""
    if not questions:
        return
    rows = [["question", "students", "difficulty", "95 %", "item-rest r", "95 %", "exams", "flags"]]
    rows += [
        [
            measured.id,
            str(measured.students),
            share(measured.difficulty),
            interval_text(measured.difficulty_interval),
            signed(measured.discrimination),
            interval_text(measured.discrimination_interval),
            str(len(measured.sittings)),
            ", ".join(measured.flags),
        ]
        for measured in questions
    ]
    harmless = [[sanitize(cell) for cell in row] for row in rows]
    yield from table(harmless, style, spare=_SPARE, more="--format json")
    if len(questions) == 1:
        for sitting in questions[0].sittings:
            exam = f"{sitting.set}, {sitting.date}"
            yield f"\n{sanitize(exam)}: {counted(sitting.students, 'student')}\n"
            yield from table(list(_chosen(sitting.data)), style)


def measured_json(questions: Sequence[Measured]) -> Iterator[str]:
    """Yield the text of the JSON document, one question a line."""
    return document("questions", map(measured_data, questions), {"questions": len(questions)})


def measured_data(measured: Measured) -> dict[str, Any]:
    """Return as data how a question fared."""
    return {
        **pick(measured, "id", "students", "difficulty", "difficulty_interval"),
        "item_rest": measured.discrimination,
        "item_rest_interval": measured.discrimination_interval,
        **pick(measured, "minutes", "flags"),
        "exams": [{**pick(one, "set", "date"), **fared_data(one)} for one in measured.sittings],
    }


def fared_data(measured: Measured | Sitting) -> dict[str, Any]:
    """Return as data what a list says of how a question fared, in one exam or in all."""
    return {**pick(measured, "students", "difficulty"), "item_rest": measured.discrimination}


def _chosen(data: Any) -> Iterator[list[str]]:
    for letter, count in as_mapping(data.get("options")).items():
        mark = "*" if letter == data.get("key") else " "
        yield [f"{mark}{sanitize(str(letter)).upper()}", str(count), ""]
    for field, name in (("mistakes", "text"), ("wrong", "answer")):
        for entry in mappings(data.get(field)):
            slip = f" {entry['slip']}" if entry.get("slip") else ""
            yield ["", str(entry.get("count")), sanitize(f"{entry.get(name)}{slip}")]

"""Telling what an import took and what it did not: a summary in words, and everything as data."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from qbank.importing.completing import Key, NewFile, State
from qbank.importing.excerpt import Excerpts
from qbank.importing.place import Content, Place
from qbank.importing.writing import Imported
from qbank.quoting import printable
from qbank.report.terminal import Style, pad, sanitize, style_for, wrap
from qbank.units.format import counted

VERSION: Final = 1
_STATES: Final = {
    State.UPDATED: ", brought up to date",
    State.UNCHANGED: ", as it was",
    State.EDITED: ", edited since and left alone",
}
_MOST_NAMED: Final = 10
_MOST_SHOWN: Final = 24
_NARROWEST: Final = 36
_NOT_SHOWN: Final = ("#", "schema_version:", "id:", "track:", "status:", "provenance:")
"""What is the same in every draft, or said above it."""


def summary(imported: Imported, done: str) -> Iterator[str]:
    """Yield the lines of a summary: what was taken, with how many keys, and what was not; `done` says how."""
    pieces = [counted(len(imported.files), "question")]
    if imported.files:
        pieces.append(f"{len(imported.with_key(Key.TOLD)):,} with a key")
    if missing := imported.with_key(Key.MISSING):
        pieces.append(f"{len(missing):,} without ({_named(missing)})")
    if unanswered := imported.with_key(Key.OPEN):
        pieces.append(f"{len(unanswered):,} open without a solution")
    if pictures := sum(bool(file.drawing) for file in imported.files):
        pieces.append(counted(pictures, "picture"))
    for state, words in ((State.UPDATED, "brought up to date"), (State.UNCHANGED, "as they were"),
                         (State.EDITED, "edited since and left alone")):  # fmt: skip
        if count := sum(file.state is state for file in imported.files):
            pieces.append(f"{count:,} {words}")
    yield f"{done} {', '.join(pieces)}."
    if math := imported.math.claims:
        wrong = (
            f", {imported.math.wrong:,} wrong ({', '.join(imported.math.ids[:_MOST_NAMED])})"
            if imported.math.wrong
            else ""
        )
        yield f"Napkin math: {counted(math, 'claim')}{wrong}."
    if lost := imported.lost:
        counts = [_counted(content, lost[content]) for content in Content if lost[content]]
        yield f"Not taken: {', '.join(counts)}."


def listed(imported: Imported, *, beside_source: bool) -> Iterator[str]:
    """Yield what becomes of each question, and where it is wanted the draft beside its source."""
    excerpts = Excerpts([file.place for file in imported.files])
    style = style_for(sys.stdout)
    for file in imported.files:
        moved = (
            "" if file.lay in {None, file.path} else f", moved from {printable(os.path.relpath(file.lay))}"
        )
        state = _STATES.get(file.state, "")
        yield f"{printable(os.path.relpath(file.path))}  from {file.place}{state}{moved}\n"
        if beside_source:
            yield from _side_by_side(file, excerpts.of(file.place), style)


def _side_by_side(file: NewFile, excerpt: list[str], style: Style) -> Iterator[str]:
    """Yield the lines of a draft beside those of its source; of a database or the like it stands alone."""
    excerpt = excerpt or ["(no text of its own)"]
    half = max((style.width - 3) // 2, _NARROWEST)
    left = [piece for line in excerpt for piece in _wrapped(line.expandtabs(2), half)]
    fields = file.text.split("\n")
    drafted = [line for line in fields if line and not line.startswith(_NOT_SHOWN)]
    right = [piece for line in drafted for piece in _wrapped(line, half)]
    if len(right) > _MOST_SHOWN:
        right[_MOST_SHOWN:] = [style.ellipsis]
    for one, other in zip_longest(left[:_MOST_SHOWN], right, fillvalue=""):
        yield f"  {pad(style.cut(one, half), half)} | {style.cut(other, half)}".rstrip() + "\n"
    yield "\n"


def _wrapped(line: str, width: int) -> list[str]:
    bare = line.strip()
    margin = " " * min(len(line) - len(line.lstrip()), width // 2)
    return wrap(sanitize(bare), width, margin, margin) if bare else [""]


def _counted(content: Content, count: int) -> str:
    return counted(count, "other thing" if content is Content.OTHER else content.value)


def _named(files: list[NewFile]) -> str:
    rest = f", and {len(files) - _MOST_NAMED} more" if len(files) > _MOST_NAMED else ""
    return ", ".join(file.id for file in files[:_MOST_NAMED]) + rest


def imported_json(imported: Imported, *, written: bool) -> Iterator[str]:
    """Yield what was taken and what was not as JSON."""
    lost = imported.lost
    data = {
        "version": VERSION,
        "written": written,
        "summary": {
            "questions": len(imported.files),
            "with_key": len(imported.with_key(Key.TOLD)),
            "without_key": len(imported.with_key(Key.MISSING)),
            "open": len(imported.with_key(Key.OPEN)),
            "pictures": sum(bool(file.drawing) for file in imported.files),
            "claims": imported.math.claims,
            "wrong_claims": imported.math.wrong,
            "not_taken": {content.value: lost[content] for content in Content},
        },
        "questions": [
            {
                "id": file.id,
                "path": printable(os.path.relpath(file.path)),
                **_place(file.place),
                "key": file.key.value,
                "state": file.state.value,
                "guessed_topic": file.guessed or None,
                "picture": bool(file.drawing),
            }
            for file in imported.files
        ],
        "not_taken": [
            {**_place(remark.place), "what": remark.content.value, "message": printable(remark.message)}
            for remark in imported.remarks
            if remark.lost
        ],
        "notes": [
            {**_place(remark.place), "message": printable(remark.message)}
            for remark in imported.remarks
            if not remark.lost
        ],
    }
    yield json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _place(place: Place) -> dict[str, Any]:
    return {"source": printable(place.source), "line": place.line}

"""Places that refer to a question by its id."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from qbank.bank.editing.editor import Edit
from qbank.rules.bank.chain_registry import Registry
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.positions import LineIndex


@dataclass(frozen=True, slots=True)
class Reference:
    """A place that refers to a question."""

    file: Path
    line: int
    column: int


def references_in(document: Document, file: Path, path: FieldPath) -> Reference:
    """Return the place of a reference in a question or a set."""
    span = document.span(path)
    return Reference(file, span.line, span.column)


def registry_references(registry: Registry, old_id: str, new_id: str) -> tuple[list[Reference], list[Edit]]:
    """Return where a chain registry refers to a question, and the edits that put in another id.

    Raises:
        ValueError: a place cannot be told exactly.
    """
    lines = LineIndex(registry.text)
    found, edits = [], []
    for chain in registry.chains:
        for name, place in chain.entries:
            if name != old_id:
                continue
            span = registry.span(place)
            start = lines.index(span.line, span.column)
            start += registry.text[start : start + 1] in ("'", '"')
            if not registry.text.startswith(old_id, start):
                raise ValueError(name)
            found.append(Reference(registry.file, span.line, span.column))
            edits.append(Edit(start, start + len(old_id), new_id))
    return found, edits

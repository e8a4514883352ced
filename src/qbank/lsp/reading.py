"""A document of the editor, read and audited as it stands there, and what else is known of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from qbank.audit.file_audit import FileOutcome, audit_source
from qbank.audit.plan import Plan
from qbank.bank.discovery import CHAIN_REGISTRIES, QUESTIONS_FOLDER, FileKind, find_root
from qbank.bank.discovery import kind_of as kind_of_folder
from qbank.facts.fact import Fact
from qbank.lsp.text import EditorText
from qbank.rules.core.claims import FieldClaim, field_claims
from qbank.rules.core.finding import Finding, Related
from qbank.rules.core.ledger import ledger_of, part_of
from qbank.rules.core.question_file import QuestionFile, SourceFile
from qbank.yamlio.positions import Span

UNNAMED: Final = "untitled.yaml"
"""What a document that was never saved is called in messages."""

_FIELD: Final = re.compile(r"^(?:schema_version|scenario|competency_area|bloom_level)[ \t]*:", re.MULTILINE)


def kind_of(path: Path | None, text: str) -> FileKind | None:
    """Tell what a document holds; None if it is no matter of ours, as the YAML of other tools.

    In a bank the folder decides, as it does for the audit, elsewhere whether there are fields of a question.
    """
    if path is not None:
        root = find_root(path.parent)
        if root is not None and path.is_relative_to(root / QUESTIONS_FOLDER):
            inner = path.relative_to(root / QUESTIONS_FOLDER)
            if path.name in CHAIN_REGISTRIES or any(part.startswith(".") for part in inner.parts):
                return None
            return kind_of_folder(str(path.parent))
    return FileKind.QUESTION if _FIELD.search(text) else None


PlacedFinding = tuple[int, int, Finding]
"""A finding, and the indices at which it starts and ends."""


class Reading:
    """A text of the editor, read and audited once.

    With `quick`, rules that take long are left to another reading; `carried` is what they found last.
    """

    def __init__(
        self,
        text: EditorText,
        path: Path | None,
        kind: FileKind,
        plan: Plan,
        *,
        quick: Plan | None = None,
        carried: Sequence[PlacedFinding] = (),
    ) -> None:
        self.text: Final = text
        self.kind: Final = kind
        self.plan: Final = plan
        # JSON can hold halves of characters; that they are no UTF-8 is then a finding like any other.
        data = text.text.encode("utf-8", "surrogatepass")
        self.source: Final = SourceFile.from_bytes(data, UNNAMED if path is None else str(path), path)
        self.outcome: Final[FileOutcome] = audit_source(self.source, quick or plan, kind=kind)
        self._carried: Final = tuple(carried)

    @cached_property
    def findings(self) -> list[PlacedFinding]:
        """What was found, with its places."""
        return [*((*self.extent(found), found) for found in self.outcome.findings), *self._carried]

    @cached_property
    def question(self) -> QuestionFile | None:
        """The question, or None if nothing useful could be read or the document is a set or a lab."""
        return self.source.question(self.plan.for_rules) if self.kind is FileKind.QUESTION else None

    @cached_property
    def claims(self) -> list[tuple[int, int, FieldClaim]]:
        """Every claim with the indices at which it starts and ends."""
        if self.question is None:
            return []
        document = self.question.document
        found = []
        for claim in field_claims(self.question, derived=True):
            part = claim.part(claim.claim.start, claim.claim.end)
            found.append((*self.extent(document.text_span(claim.path, *part)), claim))
        return found

    @cached_property
    def facts(self) -> list[tuple[int, int, Fact]]:
        """Every quantity with the indices at which it starts and ends, and what it was taken to be."""
        if self.question is None:
            return []
        placed = []
        for fact in ledger_of(self.question).facts:
            span = self.question.document.text_span(fact.path, *part_of(self.question, fact))
            placed.append((*self.extent(span), fact))
        return placed

    def extent(self, place: Finding | Related | Span) -> tuple[int, int]:
        """Return the indices at which a place starts and ends: a finding, what it rests on, or any other."""
        start = self.text.place(place.line, place.column)
        return start, max(start, self.text.place(place.end_line, place.end_column))

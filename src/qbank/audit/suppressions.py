"""What a file's own comments keep from being reported.

`# qbank: ignore QB201, QB5` behind a value holds for the field that starts on that line, its whole value
included; on a line of its own it holds for the next field. `# qbank: ignore-file QB501` holds for the file.
Without codes a comment means every rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from qbank.bank.document import Document, FieldPath
from qbank.bank.positions import Position
from qbank.rules.directives import Directive, DirectiveKind, Word, directives
from qbank.rules.finding import Finding
from qbank.rules.registry import UnknownRuleError, select


@dataclass(frozen=True, slots=True)
class Suppression:
    """Rules (None: all) that are not to be reported from one line to another, both included."""

    codes: frozenset[str] | None
    first_line: int
    last_line: int

    def covers(self, finding: Finding) -> bool:
        """Whether this keeps a finding from being reported."""
        return (
            self.first_line <= finding.line <= self.last_line
            and (self.codes is None or finding.code in self.codes)
        )  # fmt: skip


Suppressions = tuple[Suppression, ...]

_LAST_LINE = 1 << 31


@dataclass(frozen=True, slots=True)
class _Field:
    """A key with its value, or an item of a list, and where it stands."""

    start: Position
    end: Position
    has_key: bool

    @property
    def first_line(self) -> int:
        return self.start.line

    @property
    def last_line(self) -> int:
        # An end at the very beginning of a line takes nothing of that line.
        return self.end.line - 1 if self.end.column == 1 and self.end > self.start else self.end.line


def suppressions(document: Document | None) -> Suppressions:
    """Read what the comments of a document suppress; for a file that could not be read, that is nothing."""
    if document is None:
        return ()
    asked = [directive for directive in directives(document) if directive.kind is not None]
    if not asked:
        return ()
    fields = list(_fields(document, (), document.data, set()))
    found = []
    for directive in asked:
        codes = _codes(directive.selectors)
        if codes is not None and not codes:
            continue
        found.append(Suppression(codes, *_lines(directive, fields)))
    return tuple(found)


def split(findings: Iterable[Finding], by: Suppressions) -> tuple[list[Finding], int]:
    """Return the findings that remain, and how many are suppressed."""
    if not by:
        return list(findings), 0
    everything = list(findings)
    remaining = [
        finding for finding in everything if not any(suppression.covers(finding) for suppression in by)
    ]
    return remaining, len(everything) - len(remaining)


def _codes(selectors: tuple[Word, ...]) -> frozenset[str] | None:
    if not selectors:
        return None
    codes: set[str] = set()
    for selector in selectors:
        try:
            codes |= select((selector.text,)).codes
        except UnknownRuleError:
            continue  # QB002 reports it
    return frozenset(codes)


def _lines(directive: Directive, fields: list[_Field]) -> tuple[int, int]:
    """Return the first and the last line that a comment is about."""
    if directive.kind is DirectiveKind.IGNORE_FILE:
        return 1, _LAST_LINE
    line = directive.comment.line
    if directive.comment.own_line:
        following = [field for field in fields if field.first_line > line]
        if not following:
            return line, line
        first = min(field.start for field in following)
        # Where a list's item and its first key start together, the comment stands above the item.
        return first.line, max(field.last_line for field in following if field.start == first)
    starting = [field for field in fields if field.first_line == line]
    if starting:
        # In `- name: value  # ...` the comment is about the name; a list on one line is one field.
        keyed = [field for field in starting if field.has_key]
        inner = max(keyed or starting, key=lambda field: field.start)
        return line, inner.last_line
    # Behind the last line of a value that began further up.
    ending = [field for field in fields if field.last_line == line]
    return max((field.first_line for field in ending), default=line), line


def _fields(document: Document, path: FieldPath, value: Any, seen: set[int]) -> Iterator[_Field]:
    # Aliases lead to one list or mapping from many places; to walk it each time could take for ever.
    if not isinstance(value, dict | list) or id(value) in seen:
        return
    seen.add(id(value))
    steps = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in steps:
        there = (*path, step)
        span = document.span(there)
        key = document.span(there, key=True) if isinstance(value, dict) else span
        yield _Field(key.start, max(key.end, span.end), has_key=isinstance(value, dict))
        yield from _fields(document, there, inner, seen)

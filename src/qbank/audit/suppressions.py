"""What a file's own comments keep from being reported.

`# qbank: ignore QB201, QB5` behind a value holds for the field that starts on that line, its whole value
included; on a line of its own it holds for the next field. `# qbank: ignore-file QB501` holds for the file.
Without codes a comment means every rule. What comments may do at all, the bank's settings say.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from qbank.audit.result import Suppressed
from qbank.audit.settings import ANY_COMMENT, Comments
from qbank.rules.core.directives import Directive, DirectiveKind, Word, directives
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.registry import UnknownRuleError, all_rules, select
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.positions import Position, Span


class Suppression(Struct, frozen=True):
    """What one word of a comment keeps from being reported: rules (None: all), from one line to another.

    Both lines are included. `written` is where the word stands, or the verb if the comment names no rules.
    Where there is an `objection` it keeps nothing, and neither what weighs more than `up_to`.
    """

    codes: frozenset[str] | None
    first_line: int
    last_line: int
    written: Span
    selector: str = ""
    reason: str = ""
    objection: str = ""
    up_to: Severity = Severity.ERROR

    def may(self, finding: Finding) -> bool:
        """Whether the settings let this keep a finding from being reported."""
        return not self.objection and not finding.severity.outweighs(self.up_to)

    def means(self, finding: Finding) -> bool:
        """Whether this asks for a finding not to be reported."""
        return (
            self.first_line <= finding.line <= self.last_line
            and (self.codes is None or finding.code in self.codes)
        )  # fmt: skip


Suppressions = tuple[Suppression, ...]

_LAST_LINE = 1 << 31


class _Field(Struct, frozen=True):
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


def suppressions(document: Document | None, allowed: Comments = ANY_COMMENT) -> Suppressions:
    """Read what the comments of a document suppress; for a file that could not be read, that is nothing."""
    if document is None:
        return ()
    asked = [directive for directive in directives(document) if directive.kind is not None]
    if not asked:
        return ()
    fields = _Fields(_fields(document, (), document.data, set()))
    found = []
    for directive in asked:
        first, last = _lines(directive, fields)
        objection = _objection(directive, allowed)
        for word, codes in _codes(directive):
            line = directive.comment.line
            written = Span(line, word.column, line, word.end_column)
            selector = "" if word is directive.verb else word.text
            found.append(
                Suppression(codes, first, last, written, selector, directive.reason, objection, allowed.up_to)
            )
    return tuple(found)


def _objection(directive: Directive, allowed: Comments) -> str:
    """Say why a comment may let nothing pass; nothing if it may."""
    if allowed.name_rules and not directive.selectors:
        return "it must name its rules"
    if allowed.give_reason and not directive.reason:
        return "it must give a reason behind '--'"
    return ""


def line_to_ignore(document: Document, line: int) -> int | None:
    """Return the line above which a comment holds for what stands on a line; None if none does.

    That is where the innermost field begins that stands in lines of its own and holds the line.
    """
    first = None
    for field in _fields(document, (), document.data, set()):
        lead = document.lines.line_text(field.first_line)[: field.start.column - 1]
        if field.first_line <= line <= field.last_line and not lead.strip(" -"):
            first = max(first or 0, field.first_line)
    return first


class Split(NamedTuple):
    """The findings that remain, those suppressed, and by which suppressions (their indices).

    Those `refused` were meant to suppress what the settings do not let them.
    """

    remaining: list[Finding]
    suppressed: list[Suppressed]
    used: frozenset[int]
    refused: frozenset[int]


def split(findings: Iterable[Finding], by: Suppressions) -> Split:
    """Part what remains from what is suppressed."""
    everything = list(findings)
    if not by:
        return Split(everything, [], frozenset(), frozenset())
    remaining: list[Finding] = []
    suppressed: list[Suppressed] = []
    used: set[int] = set()
    refused: set[int] = set()
    for finding in everything:
        # Every one that is about it: which of two is one too many, nobody can tell.
        about = [index for index, suppression in enumerate(by) if suppression.means(finding)]
        covering = [index for index in about if by[index].may(finding)]
        used.update(about)
        refused.update(set(about).difference(covering))
        if covering:
            first = by[covering[0]]
            suppressed.append(Suppressed(finding, first.written, first.reason))
        else:
            remaining.append(finding)
    return Split(remaining, suppressed, frozenset(used), frozenset(refused))


def objections(by: Suppressions, refused: frozenset[int]) -> Iterator[tuple[Suppression, str]]:
    """Yield the suppressions that the settings do not let keep what they mean to, with the reason."""
    for index, suppression in enumerate(by):
        if suppression.objection:
            yield suppression, suppression.objection
        elif index in refused:
            yield suppression, f"what weighs more than {suppression.up_to} must not be suppressed"


def unused(by: Suppressions, used: frozenset[int], known: frozenset[str]) -> Iterator[Suppression]:
    """Yield the suppressions that suppressed nothing, though every rule they name had its say.

    `known` are the codes of the rules that did.
    """
    every = frozenset(rule.code for rule in all_rules())
    for index, suppression in enumerate(by):
        if suppression.objection or index in used:
            continue
        if (every if suppression.codes is None else suppression.codes) <= known:
            yield suppression


def _codes(directive: Directive) -> Iterator[tuple[Word, frozenset[str] | None]]:
    """Yield each word that names rules with their codes; None, for all rules, if there is none."""
    if not directive.selectors:
        yield directive.verb, None
    for word in directive.selectors:
        try:
            yield word, select((word.text,)).codes
        except UnknownRuleError:
            continue  # QB002 reports it


class _Fields:
    """The fields of a file by the lines they start and end on."""

    def __init__(self, fields: Iterable[_Field]) -> None:
        self._by_start: dict[Position, list[_Field]] = defaultdict(list)
        self._by_first: dict[int, list[_Field]] = defaultdict(list)
        # Where the outermost field that ends on a line begins.
        self._opening: dict[int, int] = {}
        for field in fields:
            self._by_start[field.start].append(field)
            self._by_first[field.first_line].append(field)
            self._opening[field.last_line] = max(self._opening.get(field.last_line, 0), field.first_line)
        self._starts = sorted(self._by_start)

    def below(self, line: int) -> tuple[int, int] | None:
        """Return the lines of the next field below a line."""
        index = bisect_left(self._starts, Position(line + 1, 0))
        if index == len(self._starts):
            return None
        # Where a list's item and its first key start together, the comment stands above the item.
        first = self._starts[index]
        return first.line, max(field.last_line for field in self._by_start[first])

    def on(self, line: int) -> tuple[int, int]:
        """Return the lines of the field that starts on a line, or ends there."""
        starting = self._by_first.get(line)
        if starting:
            # In `- name: value  # ...` the comment is about the name; a list on one line is one field.
            keyed = [field for field in starting if field.has_key]
            inner = max(keyed or starting, key=lambda field: field.start)
            return line, inner.last_line
        # Behind the last line of a value that began further up.
        return self._opening.get(line, line), line


def _lines(directive: Directive, fields: _Fields) -> tuple[int, int]:
    """Return the first and the last line that a comment is about."""
    if directive.kind is DirectiveKind.IGNORE_FILE:
        return 1, _LAST_LINE
    line = directive.comment.line
    if directive.comment.own_line:
        return fields.below(line) or (line, line)
    return fields.on(line)


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

"""Bringing a file into its canonical form, which `qbank.yamlio.writer` describes.

Nothing that a file says changes: its data is the same, and every comment stays with the field or the item it
stood at. The result is read again before it is handed out, and where it would not say the same there is none.
What the form leaves open stays as it is: quotes, numbers, blocks of one paragraph and brackets that fit.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from yaml.events import CollectionStartEvent, DocumentStartEvent, ScalarEvent

from qbank.authoring.field_order import field_order
from qbank.bank.discovery import FileKind
from qbank.rules.core.directives import DirectiveKind, parse
from qbank.yamlio.document import Comment, Document, FieldPath
from qbank.yamlio.equality import same
from qbank.yamlio.nodes import MappingNode, Part, SequenceNode, extent, is_flow, start_index
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes, read_file
from qbank.yamlio.writer import WIDTH, Layout, Manner, Writer


class _Entry(NamedTuple):
    """A field or an item: where it begins, its path, and its value."""

    start: int
    path: FieldPath
    value: Part


class FormatError(Exception):
    """A document that cannot be formatted; the message says why and what to do, `line` and `column` where."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.line = line
        self.column = column


def formatted(document: Document, layout: Layout) -> str:
    """Return the text of a document in its canonical form.

    Raises:
        FormatError: it has faults or anchors, or comments in places where they cannot be kept.
    """
    _refuse(document)
    text = Writer(document.data, _AsWritten(document)).text(layout)
    if document.text.partition("\n")[0].endswith("\r"):
        text = text.replace("\n", "\r\n")
    if text != document.text and not _says_the_same(document, text):
        raise FormatError(
            "cannot be written in canonical form with every comment in its place; left as it is"
        )
    return text


def format_file(path: Path, *, kind: FileKind = FileKind.QUESTION) -> tuple[str, str]:
    """Return the text of a file as it is and in its canonical form, and write nothing.

    Raises:
        FormatError: it cannot be read or formatted.
    """
    try:
        document = read_file(path)
    except ReadError as error:
        span = error.problem.span
        raise FormatError(error.problem.message, span.line, span.column) from None
    return document.text, formatted(document, field_order(kind))


def _refuse(document: Document) -> None:
    if document.problems:
        problem = document.problems[0]
        raise FormatError(f"{problem.message} (and then format it)", problem.span.line, problem.span.column)
    for event in document.events:
        if isinstance(event, ScalarEvent | CollectionStartEvent) and event.anchor is not None:
            place = document.lines.position(start_index(event))
            raise FormatError("an anchor: write the values out, and then format it", place.line, place.column)


def _says_the_same(document: Document, text: str) -> bool:
    try:
        after = read_bytes(text.encode("utf-8"))
    except (ReadError, UnicodeEncodeError):
        return False
    if after.problems or not same(after.data, document.data, ordered=False):
        return False
    before, now = sorted(_Attached(document).places()), sorted(_Attached(after).places())
    # A comment above the first field of an item stands above the item when that is where it begins.
    return len(before) == len(now) and all(
        old[:2] == new[:2] and old[2][: len(new[2])] == new[2] for old, new in zip(before, now, strict=True)
    )


class _Attached:
    """The comments of a document by what they are about.

    One on a line of its own is about the next field or item, one behind something about what it is behind.
    Those at the top of the file, up to the first that asks for something about a field, are about the file.
    """

    def __init__(self, document: Document) -> None:
        self.top: list[str] = []
        self.above: dict[FieldPath, list[str]] = defaultdict(list)
        self.behind: dict[FieldPath, list[str]] = defaultdict(list)
        self.bottom: list[str] = []
        self.inside: set[FieldPath] = set()
        # Whether a blank line sets the comments at the top off.
        self.set_off = False
        if comments := document.comments():
            self._attach(document, comments)

    def places(self) -> Iterator[tuple[str, bool, tuple[str, ...]]]:
        """Yield every comment with whether it stands above something, and the path of that."""
        for text in self.top:
            yield text, True, ("", "top")
        for text in self.bottom:
            yield text, True, ("", "bottom")
        for own_line, comments in ((True, self.above), (False, self.behind)):
            for path, texts in comments.items():
                for text in texts:
                    yield text, own_line, tuple(map(str, path))

    def _attach(self, document: Document, comments: list[Comment]) -> None:
        root = document.part(())
        entries = [] if root is None else list(_entries(document.text, root, ()))
        entries.sort(key=lambda entry: entry.start)
        starts = [entry.start for entry in entries]
        flows = [
            (*extent(document.text, entry.value), entry.path) for entry in entries if _is_flow(entry.value)
        ]
        leading = True
        for comment in comments:
            index = document.lines.index(comment.line, comment.column)
            at = bisect_left(starts, index)
            asked = parse(comment)
            leading = leading and at == 0 and (asked is None or asked.kind is not DirectiveKind.IGNORE)
            before = bisect_left(flows, index, key=lambda flow: flow[0]) - 1
            if before >= 0 and index < flows[before][1]:
                holder = flows[before][2]
                self.inside.add(holder)
                self.behind[holder].append(comment.text)
            elif leading:
                self.top.append(comment.text)
                self.set_off = not document.lines.line_text(comment.line + 1).strip()
            elif not comment.own_line and at:
                self.behind[entries[at - 1].path].append(comment.text)
            elif at < len(entries):
                self.above[entries[at].path].append(comment.text)
            else:
                self.bottom.append(comment.text)


def _entries(text: str, part: Part, path: FieldPath) -> Iterator[_Entry]:
    """Yield every field and every item outside of brackets and braces."""
    entries = []
    if isinstance(part, MappingNode):
        for name, (key, value) in part.pairs.items():
            entries.append(_Entry(start_index(key), (*path, name), value))
    elif isinstance(part, SequenceNode):
        for index, item in enumerate(part.items):
            start = extent(text, item)[0]
            start = start if is_flow(part) else text.rfind("-", 0, start)
            entries.append(_Entry(start, (*path, index), item))
    for entry in entries:
        yield entry
        if not _is_flow(entry.value):
            yield from _entries(text, entry.value, entry.path)


def _is_flow(part: Part | None) -> bool:
    """Whether a part is a collection in brackets or braces."""
    return isinstance(part, MappingNode | SequenceNode) and is_flow(part)


class _AsWritten(Manner):
    """The manner in which a document is written, with its comments."""

    widest_flow = WIDTH

    def __init__(self, document: Document) -> None:
        self._document = document
        self._comments = _Attached(document)

    def head(self) -> list[str]:
        lines = [*self._comments.top, *([""] if self._comments.set_off else [])]
        is_marked = any(
            isinstance(event, DocumentStartEvent) and event.explicit for event in self._document.events
        )
        return [*lines, "---"] if is_marked else lines

    def foot(self) -> list[str]:
        return self._comments.bottom

    def above(self, path: FieldPath) -> list[str]:
        return self._comments.above[path]

    def behind(self, path: FieldPath) -> str:
        return "".join(f"  {comment}" for comment in self._comments.behind[path])

    def name(self, path: FieldPath) -> str:
        return self._text(self._document.key(path))

    def style(self, path: FieldPath) -> str:
        part = self._document.part(path)
        return (part.style or "") if isinstance(part, ScalarEvent) else ""

    def source(self, path: FieldPath, value: Any) -> str:
        del value
        return self._text(self._document.part(path))

    def is_flow(self, path: FieldPath, value: Any) -> bool:
        del value
        return _is_flow(self._document.part(path))

    def is_fixed(self, path: FieldPath) -> bool:
        return path in self._comments.inside

    def _text(self, part: Part | None) -> str:
        assert part is not None, "what is written has a place"
        return self._document.text[slice(*extent(self._document.text, part))]

"""Reading a question file: bytes to data, with every problem at its place.

A question file comes from strangers. It is bounded in size, in depth and in the number of its values, and
what libyaml might trip over is refused before libyaml sees it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any, NoReturn

from yaml.error import MarkedYAMLError
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

from qbank import lazy_re
from qbank.quoting import quoted
from qbank.yamlio.decoding import decode
from qbank.yamlio.document import Document
from qbank.yamlio.events import LIBYAML_REMARK, NextEvent, default_parser, libyaml_missing
from qbank.yamlio.nodes import end_index, extent, property_range, start_index
from qbank.yamlio.plain_form import read_plain_form
from qbank.yamlio.positions import LineIndex, Span
from qbank.yamlio.read_problems import ReadError, ReadProblem, ReadProblemKind
from qbank.yamlio.scalars import resolve
from qbank.yamlio.syntax_errors import explain

__all__ = [
    "LIBYAML_REMARK",
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_VALUES",
    "ReadError",
    "ReadProblem",
    "ReadProblemKind",
    "libyaml_missing",
    "parse_text",
    "read_bytes",
    "read_content",
    "read_file",
]

MAX_BYTES = 1 << 20
"""The largest file that is read; a question is a few thousand bytes."""
MAX_DEPTH = 64
"""How deep lists and mappings may lie in each other."""
MAX_VALUES = 100_000
"""How many keys and values a file may hold, those that its aliases stand for among them."""

# A larger buffer makes every read map and unmap memory, which costs five times the reading.
_READ_SIZE = 1 << 16
# Without O_NONBLOCK opening a named pipe would wait for somebody to write to it.
_OPEN_FLAGS = (
    os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
)
_NOWHERE = Span(1, 1, 1, 1)
_BARE_TAG = lazy_re.compile(r"(?:^|[\s,\[{])!(?:\s|$)")
_DROPPED: Any = object()


def read_file(path: Path) -> Document:
    """Read a question file.

    Raises ReadError if nothing useful can be read. What leaves a useful rest is in the document's `problems`.
    """
    return read_bytes(read_content(path), path)


def read_content(path: Path) -> bytes:
    """Read the bytes of a regular file; of one larger than `MAX_BYTES` a byte more than that.

    Raises ReadError if the file cannot be read.
    """
    try:
        return _content(path)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        if isinstance(error, FileNotFoundError) and path.is_symlink():
            reason = "it is a link that leads nowhere"
        problem = ReadProblem(ReadProblemKind.UNREADABLE, f"the file cannot be read: {reason}", _NOWHERE)
        raise ReadError(problem, path) from error


def read_bytes(data: bytes, path: Path | None = None) -> Document:
    """Read the content of a question file; `path` is where it came from, if anywhere.

    Raises ReadError if nothing useful can be read. What leaves a useful rest is in the document's `problems`.
    """
    try:
        if len(data) > MAX_BYTES:
            raise ReadError(_size_problem())
        text = decode(data)
        if (found := read_plain_form(text)) is not None:
            return Document(path, text, found[0], places=found[1])
        return parse_text(text, path)
    except ReadError as error:
        raise ReadError(error.problem, path) from None


def parse_text(text: str, path: Path | None = None) -> Document:
    """Read the text of a question file with the YAML parser, in whatever form it is. Raises ReadError."""
    return _Builder(text, default_parser(text)).document(path)


def _content(path: Path) -> bytes:
    descriptor = os.open(path, _OPEN_FLAGS)
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise OSError(0, "it is a folder" if stat.S_ISDIR(mode) else "it is not a regular file")
        parts = []
        left = MAX_BYTES + 1
        while left > 0 and (part := os.read(descriptor, min(left, _READ_SIZE))):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)
    finally:
        os.close(descriptor)


def _size_problem() -> ReadProblem:
    message = f"the file is larger than {MAX_BYTES >> 20} MiB; one file holds one question"
    return ReadProblem(ReadProblemKind.SIZE, message, _NOWHERE)


class _Builder:
    """Builds data from parser events in one pass and keeps the events for those who later ask for places."""

    def __init__(self, text: str, next_event: NextEvent) -> None:
        self._text = text
        self._next_event = next_event
        self._events: list[Event] = []
        self._problems: list[ReadProblem] = []
        self._lines: LineIndex | None = None
        self._line: tuple[int, str] = (0, "")
        self._expanded = 0

    def document(self, path: Path | None) -> Document:
        """The document. Raises ReadError."""
        try:
            roots = self._build()
        except MarkedYAMLError as error:
            raise ReadError(self._problem(ReadProblemKind.SYNTAX, *explain(error, self._text))) from None
        if "!" in self._text and _BARE_TAG.search(self._text):
            self._find_bare_tags()
        data = roots[0] if roots else None
        if isinstance(data, dict):
            self._problems.sort(key=lambda problem: problem.span)
            return Document(path, self._text, data, tuple(self._problems), self._events)
        if data is None:
            self._refuse(
                ReadProblemKind.DOCUMENTS, "the file is empty: a question is a mapping of fields", 0, 0
            )
        return self._refuse_root(data)

    def _build(self) -> list[Any]:  # noqa: PLR0915
        """The top-level values. One long function, because it runs for every value of every file."""
        next_event = self._next_event
        keep = self._events.append
        anchors: dict[str, tuple[Any, int]] = {}
        open_anchors: set[str] = set()
        documents = 0
        count = 0
        # The collection being filled. In a mapping `seen` holds the event of every key so far, and `key` is
        # the key whose value comes next: None while a key is awaited, _DROPPED if the value is not wanted.
        roots: list[Any] = []
        target: Any = roots
        seen: dict[str, Event] | None = None
        key: Any = None
        stack: list[tuple[Any, dict[str, Event] | None, Any, str | None, int]] = []
        while (event := next_event()) is not None:
            keep(event)
            value: Any
            if isinstance(event, ScalarEvent):
                count += 1
                if count > MAX_VALUES:
                    self._refuse_count(event)
                if event.tag is not None:
                    self._note_tag(event)
                value = event.value if event.style else resolve(event.value)
                if event.anchor is not None:
                    anchors[event.anchor] = (value, 1)
                    open_anchors.discard(event.anchor)
                if seen is not None and key is None:
                    if value.__class__ is str and value not in seen and value != "<<":
                        key = value
                        seen[value] = event
                    else:
                        key = self._odd_key(event, value, seen)
                    continue
            elif isinstance(event, CollectionStartEvent):
                count += 1
                if count > MAX_VALUES:
                    self._refuse_count(event)
                if len(stack) >= MAX_DEPTH:
                    self._refuse_depth(event)
                if event.tag is not None:
                    self._note_tag(event)
                if seen is not None and key is None:
                    self._note_key(
                        event, "the name of a field must be text: quote it if it begins with [ or {"
                    )
                if event.anchor is not None:
                    anchors.pop(event.anchor, None)
                    open_anchors.add(event.anchor)
                stack.append((target, seen, key, event.anchor, count))
                if event.__class__ is MappingStartEvent:
                    target, seen, key = {}, {}, None
                else:
                    target, seen, key = [], None, None
                continue
            elif isinstance(event, CollectionEndEvent):
                value = target
                target, seen, key, anchor, started = stack.pop()
                if anchor is not None and anchor in open_anchors:
                    open_anchors.remove(anchor)
                    anchors[anchor] = (value, count - started + 1)
                if seen is not None and key is None:
                    key = _DROPPED
                    continue
            elif isinstance(event, AliasEvent):
                name = event.anchor or ""
                if name in open_anchors or name not in anchors:
                    self._refuse_alias(event, known=name in open_anchors)
                if seen is not None and key is None:
                    self._note_key(event, "an alias cannot be the name of a field: write the name out")
                    key = _DROPPED
                    continue
                shared, size = anchors[name]
                count += size
                if count > MAX_VALUES:
                    self._refuse_expansion(event)
                value = self._copied(shared, MAX_DEPTH - len(stack), event)
            else:
                if isinstance(event, DocumentStartEvent):
                    documents += 1
                    if documents > 1:
                        self._refuse_document(event)
                continue
            if seen is None:
                target.append(value)
            elif key is _DROPPED:
                key = None
            else:
                target[key] = value
                key = None
        return roots

    def _odd_key(self, event: ScalarEvent, value: Any, seen: dict[str, Event]) -> Any:
        """What becomes of a key that is no text, that is a merge key, or that occurred before."""
        name = event.value
        if name == "<<" and not event.style:
            message = "`<<` does not merge mappings in YAML 1.2: write the fields out"
            self._note(ReadProblemKind.MERGE_KEY, message, event)
            return _DROPPED
        if not isinstance(value, str):
            self._note_key(
                event, f"the name of a field must be text, and {quoted(name)} is none: put it in quotes"
            )
        if name in seen:
            line = self._index().position(start_index(seen[name])).line
            message = (
                f"{quoted(name)} occurs twice: the first, on line {line}, counts; remove or rename this one"
            )
            self._note(ReadProblemKind.DUPLICATE_KEY, message, event)
            return _DROPPED
        seen[name] = event
        return name

    def _copied(self, value: Any, room: int, event: Event) -> Any:
        """A copy of what an alias stands for, so that no two places of the data share a list or a mapping."""
        if isinstance(value, str):
            self._count_expanded(value, event)
            return value
        if not isinstance(value, dict | list):
            return value
        if room <= 0:
            self._refuse_depth(event)
        if isinstance(value, list):
            return [self._copied(item, room - 1, event) for item in value]
        copy = {}
        for name, item in value.items():
            self._count_expanded(name, event)
            copy[name] = self._copied(item, room - 1, event)
        return copy

    def _count_expanded(self, text: str, event: Event) -> None:
        # A copy of a text costs nothing here, but whoever works on the data works on every copy.
        self._expanded += len(text)
        if self._expanded > MAX_BYTES:
            self._refuse_expansion(event)

    def _find_bare_tags(self) -> None:
        """Note every `!` that stands alone: the parser drops it without a trace, and a text would lose it."""
        for event in self._events:
            if isinstance(event, ScalarEvent | CollectionStartEvent) and event.tag is None:
                found = property_range(self._text, start_index(event), "!")
                if found:
                    self._note_tag(event)

    def _note_tag(self, event: ScalarEvent | CollectionStartEvent) -> None:
        start, end = property_range(self._text, start_index(event), "!") or (
            start_index(event),
            end_index(event),
        )
        tag = quoted(self._text[start:end])
        message = (
            f"{tag} is read as a YAML tag, which question files do not use: remove it, or quote the value"
        )
        self._problems.append(self._problem(ReadProblemKind.TAG, message, start, end))

    def _note_key(self, event: Event, message: str) -> None:
        self._note(ReadProblemKind.KEY, message, event)

    def _note(self, kind: ReadProblemKind, message: str, event: Event) -> None:
        start, end = start_index(event), end_index(event)
        if isinstance(event, ScalarEvent):
            start, end = extent(self._text, event)
        self._problems.append(self._problem(kind, message, start, end))

    def _refuse_count(self, event: Event) -> NoReturn:
        message = f"the file holds more than {MAX_VALUES:,} values; one file holds one question"
        self._refuse(ReadProblemKind.SIZE, message, start_index(event), end_index(event))

    def _refuse_depth(self, event: Event) -> NoReturn:
        start = start_index(event)
        message = f"lists and mappings lie more than {MAX_DEPTH} deep in each other here"
        self._refuse(ReadProblemKind.DEPTH, message, start, start + 1)

    def _refuse_alias(self, event: AliasEvent, *, known: bool) -> NoReturn:
        name = quoted(f"*{event.anchor}")
        if known:
            message = f"the alias {name} stands inside the very value it refers to: write the value out"
        else:
            message = f"{name} is read as a YAML alias, and there is none: quote a value that begins with *"
        self._refuse(ReadProblemKind.ALIASES, message, start_index(event), end_index(event))

    def _refuse_expansion(self, event: Event) -> NoReturn:
        message = (
            f"the aliases up to here stand for more than {MAX_VALUES:,} values "
            f"or {MAX_BYTES >> 20} MiB of text: write the values out"
        )
        self._refuse(ReadProblemKind.ALIASES, message, start_index(event), end_index(event))

    def _refuse_document(self, event: Event) -> NoReturn:
        message = "a second YAML document begins here: one file holds one question, so remove or split it"
        self._refuse(ReadProblemKind.DOCUMENTS, message, start_index(event), end_index(event))

    def _refuse_root(self, data: Any) -> NoReturn:
        found = "a list" if isinstance(data, list) else "a single value"
        message = f"the file holds {found}; a question is a mapping of fields such as `title: ...`"
        first = next(event for event in self._events if isinstance(event, ScalarEvent | CollectionStartEvent))
        start = start_index(first)
        line_end = self._index().line_range(self._index().position(start).line)[1]
        self._refuse(ReadProblemKind.NOT_A_MAPPING, message, start, line_end)

    def _refuse(self, kind: ReadProblemKind, message: str, start: int, end: int) -> NoReturn:
        raise ReadError(self._problem(kind, message, start, end))

    def _problem(self, kind: ReadProblemKind, message: str, start: int, end: int) -> ReadProblem:
        lines = self._index()
        span = lines.span(start, end)
        if self._line[0] != span.line:
            # Kept, so that many problems on one endless line share one copy of it.
            self._line = (span.line, lines.line_text(span.line))
        return ReadProblem(kind, message, span, self._line[1])

    def _index(self) -> LineIndex:
        if self._lines is None:
            self._lines = LineIndex(self._text)
        return self._lines

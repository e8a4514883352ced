"""A file as it was read: its data, and where every part of it stands in the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from yaml.events import AliasEvent, Event, ScalarEvent

from qbank.yamlio.comments import Comment, find_comments
from qbank.yamlio.events import default_parser
from qbank.yamlio.key_spans import Place, skim
from qbank.yamlio.nodes import (
    MappingNode,
    Part,
    SequenceNode,
    build_tree,
    extent,
    scalar_node,
)
from qbank.yamlio.positions import LineIndex, Span
from qbank.yamlio.read_problems import ReadProblem
from qbank.yamlio.value_map import ValueMap, value_map

__all__ = ["Comment", "Document", "FieldPath"]

FieldPath = tuple[str | int, ...]
"""The keys and list indices that lead to a value, such as `("details", "options", 2)`."""


class Document:
    """A file of one YAML mapping.

    `data` holds plain dicts, lists, strings, numbers, booleans and None; `text` is the file decoded,
    without a byte order mark and with its own line ends. Everything about places is worked out when it is
    first asked for.
    """

    __slots__ = (
        "_events",
        "_has_aliases",
        "_lines",
        "_maps",
        "_places",
        "_root",
        "data",
        "path",
        "problems",
        "text",
    )

    def __init__(
        self,
        path: Path | None,
        text: str,
        data: dict[str, Any],
        problems: tuple[ReadProblem, ...] = (),
        events: Sequence[Event] | None = None,
        *,
        places: Mapping[str, Place] | None = None,
    ) -> None:
        self.path = path
        self.text = text
        self.data = data
        self.problems = problems
        self._events = events
        self._places = places
        self._lines: LineIndex | None = None
        self._root: Part | None = None
        self._maps: dict[int, ValueMap | None] = {}
        self._has_aliases: bool | None = None

    def __reduce__(
        self,
    ) -> tuple[type[Document], tuple[Path | None, str, dict[str, Any], tuple[ReadProblem, ...]]]:
        # Parser events cannot be pickled; a copy in another process parses the text again if it needs places.
        return Document, (self.path, self.text, self.data, self.problems)

    def __repr__(self) -> str:
        return f"Document({str(self.path) if self.path else None!r}, {len(self.text)} characters)"

    @property
    def lines(self) -> LineIndex:
        """The lines of the text."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    def has(self, path: FieldPath) -> bool:
        """Whether the data holds something, be it null, at `path`."""
        value: Any = self.data
        for step in path:
            found = step in value if isinstance(value, dict) else _is_index(value, step)
            if not found:
                return False
            value = value[step]
        return True

    def span(self, path: FieldPath, *, key: bool = False) -> Span:
        """Where the value at `path` stands, or its key.

        The item of a list has no key; its value stands in. For a path that leads nowhere it is the key of the
        nearest ancestor that exists. Where that has none, as the file and the items of lists, it is the first
        key in it, or its first line if there is no key either.
        """
        part, key_event, depth = self._walk(path)
        if depth == len(path):
            return self._part_span(key_event if key and key_event is not None else part)
        if key_event is None and isinstance(part, MappingNode) and part.pairs:
            key_event, _ = next(iter(part.pairs.values()))
        return self._part_span(key_event) if key_event is not None else self._first_line(part)

    @property
    def places(self) -> Mapping[str, Place]:
        """Where some top-level fields and the scalars in them stand, at a fraction of the work of `span`.

        See `qbank.yamlio.key_spans`.
        """
        if self._places is None:
            self._places = skim(self._parsed())
        return self._places

    def text_span(self, path: FieldPath, start: int, end: int) -> Span:
        """Where the characters `start` up to, not including, `end` of the decoded text at `path` stand.

        Falls back to the span of the whole value if the place cannot be told exactly.
        """
        found = self.source_range(path, start, end)
        return self.span(path) if found is None else self.lines.span(*found)

    def source_range(self, path: FieldPath, start: int, end: int) -> tuple[int, int] | None:
        """The same as indices into `text`; None if there is no text at `path` or its source cannot be mapped.

        A range that covers an escape, a doubled quote or a folded line end covers all the characters of it.
        """
        mapped = self.scalar_map(path)
        return None if mapped is None else mapped.source_range(start, end)

    def comments(self) -> list[Comment]:
        """All comments in order; a `#` inside a scalar is none."""
        return find_comments(self.text, self._parsed(), self.lines)

    def events(self) -> Sequence[Event]:
        """What the parser saw, in order."""
        return self._parsed()

    def part(self, path: FieldPath) -> Part | None:
        """The parsed part of the file at `path`; None if there is none."""
        part, _, depth = self._walk(path)
        return part if depth == len(path) else None

    def key(self, path: FieldPath) -> ScalarEvent | None:
        """The parsed key of the field at `path`; None for the item of a list and where nothing is."""
        _, key, depth = self._walk(path)
        return key if depth == len(path) else None

    def scalar_map(self, path: FieldPath) -> ValueMap | None:
        """The map from the decoded text at `path` to its source; None if there is none."""
        part = self.part(path)
        if not isinstance(part, ScalarEvent):
            return None
        if id(part) not in self._maps:
            self._maps[id(part)] = value_map(self.text, scalar_node(self.text, part))
        return self._maps[id(part)]

    @property
    def has_aliases(self) -> bool:
        """Whether a part of the file may stand in several places."""
        if self._has_aliases is None:
            self._has_aliases = any(isinstance(event, AliasEvent) for event in self._parsed())
        return self._has_aliases

    def _parsed(self) -> Sequence[Event]:
        if self._events is None:
            next_event = default_parser(self.text)
            events = []
            while (event := next_event()) is not None:
                events.append(event)
            self._events = events
        return self._events

    def _walk(self, path: FieldPath) -> tuple[Part, ScalarEvent | None, int]:
        """The part as far along `path` as there is one, its key if any, and how many steps led to it."""
        if self._root is None:
            self._root = build_tree(self._parsed())
        part = self._root
        key: ScalarEvent | None = None
        for depth, step in enumerate(path):
            if isinstance(part, MappingNode) and step in part.pairs:
                key, part = part.pairs[str(step)]
            elif isinstance(part, SequenceNode) and isinstance(step, int) and _is_index(part.items, step):
                key, part = None, part.items[step]
            else:
                return part, key, depth
        return part, key, len(path)

    def _part_span(self, part: Part) -> Span:
        return self.lines.span(*extent(self.text, part))

    def _first_line(self, part: Part) -> Span:
        start, end = extent(self.text, part)
        line_end = self.lines.line_range(self.lines.position(start).line)[1]
        return self.lines.span(start, min(end, line_end))


def _is_index(value: Any, step: str | int) -> bool:
    return isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)

"""A file as it was read: its data, and where every part of it stands in the text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from yaml.events import AliasEvent, Event, ScalarEvent

from qbank.yamlio.builder import Parsed, parse
from qbank.yamlio.comments import Comment, find_comments
from qbank.yamlio.nodes import MappingNode, Part, extent, locate, scalar_node
from qbank.yamlio.positions import LineIndex, Span
from qbank.yamlio.read_problems import ReadProblem
from qbank.yamlio.value_map import ValueMap, value_map

__all__ = ["Comment", "Document", "FieldPath"]

FieldPath = tuple[str | int, ...]
"""The keys and list indices that lead to a value, such as `("details", "options", 2)`."""


_NOTHING: Any = object()


class Document:
    """A file of one YAML mapping.

    `data` holds plain dicts, lists, strings, numbers, booleans and None; `text` is the file decoded,
    without a byte order mark and with its own line ends. Where the data came from elsewhere, the text is
    parsed when somebody first asks for a place.
    """

    __slots__ = ("_lines", "_maps", "_parsed", "data", "path", "problems", "text")

    def __init__(
        self,
        path: Path | None,
        text: str,
        data: dict[str, Any],
        problems: tuple[ReadProblem, ...] = (),
        parsed: Parsed | None = None,
    ) -> None:
        self.path = path
        self.text = text
        self.data = data
        self.problems = problems
        self._parsed = parsed
        self._lines: LineIndex | None = None
        self._maps: dict[int, ValueMap | None] = {}

    @property
    def lines(self) -> LineIndex:
        """The lines of the text."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    def has(self, path: FieldPath) -> bool:
        """Whether the data holds something, be it null, at `path`."""
        return self._found(path) is not _NOTHING

    def value(self, path: FieldPath) -> Any:
        """The value at `path`, None if there is none."""
        value = self._found(path)
        return None if value is _NOTHING else value

    def span(self, path: FieldPath, *, key: bool = False) -> Span:
        """Where the value at `path` stands, or its key.

        The item of a list has no key; its value stands in. For a path that leads nowhere it is the key of the
        nearest ancestor that exists. Where that has none, as the file and the items of lists, it is the first
        key in it, or its first line if there is no key either.
        """
        part, name, depth = locate(self.root, path)
        if depth == len(path):
            return self._part_span(name if key and name is not None else part)
        if name is None and isinstance(part, MappingNode) and part.pairs:
            name, _ = next(iter(part.pairs.values()))
        return self._part_span(name) if name is not None else self._first_line(part)

    def text_span(self, path: FieldPath, start: int, end: int) -> Span:
        """Where the characters `start` up to, not including, `end` of the decoded text at `path` stand.

        Falls back to the span of the whole value if the place cannot be told exactly.
        """
        source = self.source_range(path, start, end)
        return self.span(path) if source is None else self.lines.span(*source)

    def source_range(self, path: FieldPath, start: int, end: int) -> tuple[int, int] | None:
        """The same as indices into `text`; None if there is no text at `path` or its source cannot be mapped.

        A range that covers an escape, a doubled quote or a folded line end covers all the characters of it.
        """
        mapped = self.scalar_map(path)
        return None if mapped is None else mapped.source_range(start, end)

    def scalar_map(self, path: FieldPath) -> ValueMap | None:
        """The map from the decoded text at `path` to its source; None if there is none."""
        part = self.part(path)
        if not isinstance(part, ScalarEvent):
            return None
        if id(part) not in self._maps:
            self._maps[id(part)] = value_map(self.text, scalar_node(self.text, part))
        return self._maps[id(part)]

    def comments(self) -> list[Comment]:
        """All comments in order; a `#` inside a scalar is none."""
        return find_comments(self.text, self.events, self.lines)

    @property
    def events(self) -> Sequence[Event]:
        """What the parser saw, in order."""
        return self._places().events

    @property
    def root(self) -> Part:
        """The parsed part that the whole file is."""
        root = self._places().root
        assert root is not None, "a document holds a mapping"
        return root

    def part(self, path: FieldPath) -> Part | None:
        """The parsed part of the file at `path`; None if there is none."""
        part, _, depth = locate(self.root, path)
        return part if depth == len(path) else None

    def key(self, path: FieldPath) -> ScalarEvent | None:
        """The parsed key of the field at `path`; None for the item of a list and where nothing is."""
        _, key, depth = locate(self.root, path)
        return key if depth == len(path) else None

    @property
    def has_aliases(self) -> bool:
        """Whether a part of the file may stand in several places."""
        return any(isinstance(event, AliasEvent) for event in self.events)

    def _found(self, path: FieldPath) -> Any:
        value: Any = self.data
        for step in path:
            is_there = step in value if isinstance(value, dict) else _is_index(value, step)
            if not is_there:
                return _NOTHING
            value = value[step]
        return value

    def _places(self) -> Parsed:
        if self._parsed is None:
            self._parsed = parse(self.text)
        return self._parsed

    def _part_span(self, part: Part) -> Span:
        return self.lines.span(*extent(self.text, part))

    def _first_line(self, part: Part) -> Span:
        start, end = extent(self.text, part)
        line_end = self.lines.line_range(self.lines.position(start).line)[1]
        return self.lines.span(start, min(end, line_end))


def _is_index(value: Any, step: str | int) -> bool:
    return isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value)

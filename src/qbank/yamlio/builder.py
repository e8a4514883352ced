"""Data and the places of its parts, built together from the events of a YAML text.

The text may come from a stranger: how deep it is nested and how many values it holds, those that its aliases
stand for among them, is bounded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, NoReturn

from msgspec import Struct
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
from qbank.yamlio.content import MAX_BYTES
from qbank.yamlio.events import parser
from qbank.yamlio.nodes import (
    MappingNode,
    Part,
    SequenceNode,
    end_index,
    extent,
    locate,
    property_range,
    start_index,
)
from qbank.yamlio.positions import LineIndex
from qbank.yamlio.read_problems import ReadError, ReadProblem, ReadProblemKind
from qbank.yamlio.scalars import resolve
from qbank.yamlio.syntax_errors import explain

MAX_DEPTH: Final = 64
"""How deep lists and mappings may lie in each other."""
_TOO_DEEP: Final = "maximum nesting depth"
"""What libyaml says from 0.2.6 on, which has a bound of its own."""
MAX_VALUES: Final = 100_000
"""How many keys and values a file may hold, those that its aliases stand for among them."""

_BARE_TAG = lazy_re.compile(r"(?:^|[\s,\[{])!(?:\s|$)")
_ITEM: Any = object()
_DROPPED: Any = object()


class Limits(Struct, frozen=True):
    """What a file may hold at most; `content` says what it holds, for who exceeds that."""

    max_bytes: int = MAX_BYTES
    max_depth: int = MAX_DEPTH
    max_values: int = MAX_VALUES
    content: str = "one file holds one question"
    aliases: bool = True


QUESTION_LIMITS: Final = Limits()

Schema = Callable[[str], Any]
"""What a plain scalar means: `scalars.resolve` for the core schema of YAML, `str` for the failsafe one."""


class Parsed(Struct):
    """A YAML text as it was read; `root` is None if it holds nothing, and `data` as well."""

    text: str
    data: Any
    root: Part | None
    events: list[Event]
    problems: tuple[ReadProblem, ...]

    def place(self, path: tuple[str | int, ...]) -> tuple[int, int]:
        """Return line and column at which the field or item at `path` begins, or the nearest around it."""
        if self.root is None:
            return 1, 1
        part, key, _ = locate(self.root, path)
        start = (key or (part if isinstance(part, ScalarEvent) else part.opening)).start_mark
        return (start.line + 1, start.column + 1) if start is not None else (1, 1)


def parse(text: str, limits: Limits = QUESTION_LIMITS, schema: Schema = resolve) -> Parsed:
    """Read a YAML text of a single document.

    Raises ReadError if nothing useful can be read. What leaves a useful rest is in `problems`, in order.
    """
    return _Builder(text, limits, schema).parsed()


_Open = tuple[Any, Any, Any, Any]
"""The collection that is being filled: its node, its data, the parts in the node, and `key`.

In a mapping `key` is the name whose value comes next: None while it is awaited, _DROPPED if the value is not
wanted. In a list it is always _ITEM.
"""
_State = tuple[Any, Any, Any, Any, int]
"""A collection around another one, and how many values there were when that began, itself included."""


class _Anchored(Struct):
    """What an anchor names, and how many values that is."""

    part: Part
    value: Any
    size: int


class _Builder:
    def __init__(self, text: str, limits: Limits, schema: Schema) -> None:
        self._text = text
        self._limits = limits
        self._schema = schema
        self._events: list[Event] = []
        self._problems: list[ReadProblem] = []
        self._stack: list[_State] = []
        # An anchor whose collection is still open is None.
        self._anchors: dict[str, _Anchored | None] = {}
        self._documents = 0
        self._expanded = 0
        self._line: tuple[int, str] = (0, "")

    def parsed(self) -> Parsed:
        roots: list[Any] = []
        parts: list[Part] = []
        try:
            self._fill(roots, parts)
        except MarkedYAMLError as error:
            if _TOO_DEEP in (error.problem or "") and error.problem_mark is not None:
                # It read ahead for a colon, and told nothing of what stands before; without the rest it does.
                _Builder(self._text[: error.problem_mark.index], self._limits, self._schema).parsed()
            self._refuse(ReadProblemKind.SYNTAX, *explain(error, self._text))
        if "!" in self._text and _BARE_TAG.search(self._text):
            self._note_bare_tags()
        self._problems.sort(key=lambda problem: problem.span)
        root, data = (parts[0], roots[0]) if roots else (None, None)
        return Parsed(self._text, data, root, self._events, tuple(self._problems))

    def _fill(self, data: Any, parts: Any) -> None:
        """Put everything that the text holds into lists, as data and as parts."""
        next_event = parser(self._text)
        keep, resolved, most = self._events.append, self._schema, self._limits.max_values
        node: Any = None
        key: Any = _ITEM
        count = 0
        last: Event | None = None
        part: Part
        while (event := next_event()) is not None:
            keep(event)
            if isinstance(event, ScalarEvent):
                count += 1
                part = last = event
                value = event.value if event.style else resolved(event.value)
                if event.anchor is not None or event.tag is not None:
                    self._take_properties(event, _Anchored(event, value, 1))
            elif isinstance(event, CollectionStartEvent):
                count += 1
                node, data, parts, key = self._opened(event, (node, data, parts, key, count))
                continue
            elif isinstance(event, CollectionEndEvent):
                part, value, event = node, data, node.opening
                if event.flow_style:
                    last = self._events[-1]
                node.last = last
                node, data, parts, key, started = self._stack.pop()
                if event.anchor is not None and self._anchors[event.anchor] is None:
                    self._anchors[event.anchor] = _Anchored(part, value, count - started + 1)
            elif isinstance(event, AliasEvent):
                last = event
                part, value, size = self._shared(event, most - count)
                count += size
            else:
                self._check_document(event)
                continue
            if count > most:
                self._refuse_count(event)
            if key is None:
                if value.__class__ is str and value not in data and value != "<<" and part is event:
                    key = event
                else:
                    key = self._key(event, value, parts)
            elif key is _ITEM:
                data.append(value)
                parts.append(part)
            else:
                if key is not _DROPPED:
                    data[key.value] = value
                    parts[key.value] = key, part
                key = None

    def _check_document(self, event: Event) -> None:
        self._documents += isinstance(event, DocumentStartEvent)
        if self._documents > 1:
            message = "a second YAML document begins here: one file holds one question, so remove or split it"
            self._refuse(ReadProblemKind.DOCUMENTS, message, start_index(event), end_index(event))

    def _take_properties(self, event: ScalarEvent | CollectionStartEvent, anchored: _Anchored | None) -> None:
        if event.tag is not None:
            self._note_tag(event)
        if event.anchor is not None:
            self._anchors[event.anchor] = anchored

    def _opened(self, event: CollectionStartEvent, outer: _State) -> _Open:
        if outer[-1] > self._limits.max_values:
            self._refuse_count(event)
        if self._room() <= 0:
            self._refuse_depth(event)
        self._take_properties(event, None)
        self._stack.append(outer)
        if isinstance(event, MappingStartEvent):
            mapping = MappingNode(event)
            return mapping, {}, mapping.pairs, None
        sequence = SequenceNode(event)
        return sequence, [], sequence.items, _ITEM

    def _room(self) -> int:
        """How deep what comes next may be."""
        return self._limits.max_depth - len(self._stack)

    def _key(self, event: Event, value: Any, known: dict[str, tuple[ScalarEvent, Part]]) -> Any:
        """What becomes of a name: the event of it, or _DROPPED if its value is not wanted."""
        if isinstance(event, CollectionStartEvent):
            self._note_key(event, "the name of a field must be text: quote it if it begins with [ or {")
            return _DROPPED
        if not isinstance(event, ScalarEvent):
            self._note_key(event, "an alias cannot be the name of a field: write the name out")
            return _DROPPED
        name = event.value
        if name == "<<" and not event.style:
            message = "`<<` does not merge mappings in YAML 1.2: write the fields out"
            self._note(ReadProblemKind.MERGE_KEY, message, event)
            return _DROPPED
        if not isinstance(value, str):
            self._note_key(
                event, f"the name of a field must be text, and {quoted(name)} is none: put it in quotes"
            )
        if name in known:
            line = self._lines.position(start_index(known[name][0])).line
            message = (
                f"{quoted(name)} occurs twice: the first, on line {line}, counts; remove or rename this one"
            )
            self._note(ReadProblemKind.DUPLICATE_KEY, message, event)
            return _DROPPED
        return event

    def _shared(self, alias: AliasEvent, most: int) -> tuple[Part, Any, int]:
        """What an alias stands for, a copy of its value, and how many values that is, at most `most`."""
        name = quoted(f"*{alias.anchor}")
        shared = self._anchors.get(alias.anchor or "")
        if not self._limits.aliases:
            message = f"{name} is read as a YAML alias, which has no place here: write the value out"
        elif shared is not None:
            if shared.size > most:
                self._refuse_expansion(alias)
            return shared.part, self._copied(shared.value, self._room(), alias), shared.size
        elif alias.anchor in self._anchors:
            message = f"the alias {name} stands inside the very value it refers to: write the value out"
        else:
            message = f"{name} is read as a YAML alias, and there is none: quote a value that begins with *"
        return self._refuse(ReadProblemKind.ALIASES, message, start_index(alias), end_index(alias))

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

    def _note_bare_tags(self) -> None:
        """Note every `!` that stands alone: the parser drops it without a trace, and a text would lose it."""
        for event in self._events:
            if (
                isinstance(event, ScalarEvent | CollectionStartEvent)
                and event.tag is None
                and property_range(self._text, start_index(event), "!")
            ):
                self._note_tag(event)

    def _note_tag(self, event: ScalarEvent | CollectionStartEvent) -> None:
        start = start_index(event)
        start, end = property_range(self._text, start, "!") or (start, end_index(event))
        tag = quoted(self._text[start:end])
        message = (
            f"{tag} is read as a YAML tag, which question files do not use: remove it, or quote the value"
        )
        self._problems.append(self._problem(ReadProblemKind.TAG, message, start, end))

    def _note_key(self, event: Event, message: str) -> None:
        self._note(ReadProblemKind.KEY, message, event)

    def _note(self, kind: ReadProblemKind, message: str, event: Event) -> None:
        place = start_index(event), end_index(event)
        if isinstance(event, ScalarEvent):
            place = extent(self._text, event)
        self._problems.append(self._problem(kind, message, *place))

    def _refuse_count(self, event: Event) -> NoReturn:
        message = f"the file holds more than {self._limits.max_values:,} values; {self._limits.content}"
        self._refuse(ReadProblemKind.SIZE, message, start_index(event), end_index(event))

    def _refuse_depth(self, event: Event) -> NoReturn:
        start = start_index(event)
        message = f"lists and mappings lie more than {self._limits.max_depth} deep in each other here"
        self._refuse(ReadProblemKind.DEPTH, message, start, start + 1)

    def _refuse_expansion(self, event: Event) -> NoReturn:
        message = (
            f"the aliases up to here stand for more than {self._limits.max_values:,} values "
            f"or {MAX_BYTES >> 20} MiB of text: write the values out"
        )
        self._refuse(ReadProblemKind.ALIASES, message, start_index(event), end_index(event))

    def _refuse(self, kind: ReadProblemKind, message: str, start: int, end: int) -> NoReturn:
        raise ReadError(self._problem(kind, message, start, end)) from None

    def _problem(self, kind: ReadProblemKind, message: str, start: int, end: int) -> ReadProblem:
        span = self._lines.span(start, end)
        if self._line[0] != span.line:
            # Kept, so that many problems on one endless line share one copy of it.
            self._line = (span.line, self._lines.line_text(span.line))
        return ReadProblem(kind, message, span, self._line[1])

    @cached_property
    def _lines(self) -> LineIndex:
        return LineIndex(self._text)

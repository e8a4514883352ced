"""The tree of a document's parts, built from parser events when someone asks for a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

from qbank import lazy_re

_BLANK_OR_BREAK = " \t\r\n"
_BLANK_BREAK_OR_COMMENT = " \t\r\n#"
_PROPERTY = lazy_re.compile(r"!<[^>\s]*>|[&!][^\s,\[\]{}]*")
_COMMENT = lazy_re.compile(r"#[^\r\n]*")


@dataclass(slots=True, eq=False)
class ScalarNode:
    """A scalar: `start` is its first character (a quote, `|` or `>` included), `end` the one after its last.

    `raw_end` is where the parser stopped: after the blank lines behind a block scalar. The style is one of
    `|`, `>`, `'`, `"`, and empty for a plain scalar.
    """

    start: int
    end: int
    raw_end: int
    style: str
    value: str


class SequenceNode:
    """A list and its items."""

    __slots__ = ("close", "items", "last", "opening")

    def __init__(self, opening: Event) -> None:
        self.opening = opening
        self.close: Event | None = None
        self.last: Part | AliasEvent | None = None
        self.items: list[Part] = []


class MappingNode:
    """A mapping: its keys, each with the event of the key and the value. Of equal keys the first counts."""

    __slots__ = ("close", "last", "opening", "pairs")

    def __init__(self, opening: Event) -> None:
        self.opening = opening
        self.close: Event | None = None
        self.last: Part | AliasEvent | None = None
        self.pairs: dict[str, tuple[ScalarEvent, Part]] = {}


# Scalars stay events until somebody asks for one of them: most are never asked for.
Part = ScalarEvent | SequenceNode | MappingNode


def build_tree(events: Sequence[Event]) -> Part:
    """The tree of a single document that was read before: it holds one value and keeps all bounds."""
    anchors: dict[str, Part] = {}
    root = SequenceNode(events[0])
    stack: list[tuple[SequenceNode | MappingNode, Event | None]] = []
    top: SequenceNode | MappingNode = root
    # In a mapping, the last event of the key whose value comes next.
    key: Event | None = None
    for event in events:
        part: Part
        if isinstance(event, ScalarEvent):
            part = event
            top.last = event
            if event.anchor is not None:
                anchors[event.anchor] = event
        elif isinstance(event, CollectionStartEvent):
            part = MappingNode(event) if isinstance(event, MappingStartEvent) else SequenceNode(event)
            if event.anchor is not None:
                anchors[event.anchor] = part
            top.last = part
            stack.append((top, key))
            top, key = part, None
            continue
        elif isinstance(event, CollectionEndEvent):
            part = top
            part.close = event
            top, key = stack.pop()
        elif isinstance(event, AliasEvent):
            part = anchors[event.anchor or ""]
            top.last = event
        else:
            continue
        if isinstance(top, SequenceNode):
            top.items.append(part)
        elif key is None:
            key = event
        else:
            # The reader leaves out what stands under an alias, a collection or a merge key; so must this.
            if isinstance(key, ScalarEvent) and (key.value != "<<" or key.style):
                top.pairs.setdefault(key.value, (key, part))
            key = None
    return root.items[0]


def scalar_node(text: str, event: ScalarEvent) -> ScalarNode:
    """The node of a scalar."""
    end = raw_end = end_index(event)
    start = content_start(text, start_index(event), end)
    style = event.style or ""
    if start == end:
        # The parsers place an empty value before or after the blanks that follow its colon or comma.
        while start and text[start - 1] in _BLANK_OR_BREAK:
            start -= 1
        end = start
    elif style in ("|", ">"):
        while end > start and text[end - 1] in _BLANK_OR_BREAK:
            end -= 1
    return ScalarNode(start, end, raw_end, style, event.value)


def extent(text: str, part: Part) -> tuple[int, int]:
    """Where a part starts and ends, without its anchor and tag and without blank lines behind it."""
    if isinstance(part, ScalarEvent):
        node = scalar_node(text, part)
        return node.start, node.end
    start = content_start(text, start_index(part.opening), len(text))
    return start, _end(text, part)


def is_flow(part: SequenceNode | MappingNode) -> bool:
    """Whether a collection is written with brackets or braces."""
    return isinstance(part.opening, CollectionStartEvent) and bool(part.opening.flow_style)


def _end(text: str, part: Part | AliasEvent | None) -> int:
    # The parser ends a block collection where the next thing begins, so its end is that of its last part.
    while isinstance(part, SequenceNode | MappingNode) and not is_flow(part):
        part = part.last
    if isinstance(part, SequenceNode | MappingNode):
        return end_index(part.close) if part.close is not None else len(text)
    if isinstance(part, ScalarEvent):
        return scalar_node(text, part).end
    return end_index(part) if part is not None else len(text)


def start_index(event: Event) -> int:
    """Where an event starts in the text."""
    mark = event.start_mark
    return mark.index if mark is not None else 0


def end_index(event: Event) -> int:
    """Where an event ends in the text."""
    mark = event.end_mark
    return mark.index if mark is not None else 0


def content_start(text: str, start: int, end: int) -> int:
    """Where a node starts, the anchor and the tag before it left out; `end` bounds the search."""
    index = start
    while index < end and text[index] in "&!":
        index = _after_property(text, index, end)[1]
    return index


def property_range(text: str, start: int, indicator: str) -> tuple[int, int] | None:
    """Where the tag (`!`) or the anchor (`&`) of the node at `start` stands, if it has one."""
    index = start
    while index < len(text) and text[index] in "&!":
        end, following = _after_property(text, index, len(text))
        if text[index] == indicator:
            return index, end
        index = following
    return None


def _after_property(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the tag or anchor at `start` ends, and where what follows it starts."""
    found = _PROPERTY.match(text, start, end)
    index = behind = found.end() if found else end
    while index < end and text[index] in _BLANK_BREAK_OR_COMMENT:
        comment = _COMMENT.match(text, index, end)
        index = comment.end() if comment else index + 1
    return behind, index

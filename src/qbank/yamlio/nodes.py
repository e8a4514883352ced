"""The tree of a text's parts, which says where each of them stands."""

from __future__ import annotations

from msgspec import Struct, field
from yaml.events import CollectionStartEvent, Event, ScalarEvent

from qbank import lazy_re

_BLANK_OR_BREAK = " \t\r\n"
_BLANK_BREAK_OR_COMMENT = " \t\r\n#"
_PROPERTY = lazy_re.compile(r"!<[^>\s]*>|[&!][^\s,\[\]{}]*")
_COMMENT = lazy_re.compile(r"#[^\r\n]*")


class ScalarNode(Struct, eq=False):
    """A scalar: `start` is its first character (a quote, `|` or `>` included), `end` the one after its last.

    `raw_end` is where the parser stopped: after the blank lines behind a block scalar. The style is one of
    `|`, `>`, `'`, `"`, and empty for a plain scalar.
    """

    start: int
    end: int
    raw_end: int
    style: str
    value: str


class SequenceNode(Struct, eq=False):
    """A list and its items. `last` is its closing bracket, or where it has none the last event in it."""

    opening: CollectionStartEvent
    last: Event | None = None
    items: list[Part] = field(default_factory=list)


class MappingNode(Struct, eq=False):
    """A mapping: its fields by name, each with the event of the name. `last` is as in `SequenceNode`."""

    opening: CollectionStartEvent
    last: Event | None = None
    pairs: dict[str, tuple[ScalarEvent, Part]] = field(default_factory=dict)


# Scalars stay events until somebody asks for one of them: most are never asked for.
Part = ScalarEvent | SequenceNode | MappingNode


def locate(root: Part, path: tuple[str | int, ...]) -> tuple[Part, ScalarEvent | None, int]:
    """Return the part as far along `path` as there is one, its name if any, and how many steps led to it."""
    part = root
    key: ScalarEvent | None = None
    for depth, step in enumerate(path):
        if isinstance(part, MappingNode) and isinstance(step, str) and step in part.pairs:
            key, part = part.pairs[step]
        elif isinstance(part, SequenceNode) and isinstance(step, int) and 0 <= step < len(part.items):
            key, part = None, part.items[step]
        else:
            return part, key, depth
    return part, key, len(path)


def scalar_node(text: str, event: ScalarEvent) -> ScalarNode:
    """The node of a scalar."""
    end = raw_end = end_index(event)
    start = content_start(text, start_index(event), end)
    style = event.style or ""
    if start == end:
        # The parser places an empty value before or after the blanks that follow its colon or comma.
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
    # The parser ends a block collection where the next thing begins, so its end is that of what it ends with.
    if isinstance(part.last, ScalarEvent):
        return start, scalar_node(text, part.last).end
    return start, len(text) if part.last is None else end_index(part.last)


def is_flow(part: SequenceNode | MappingNode) -> bool:
    """Whether a collection is written with brackets or braces."""
    return bool(part.opening.flow_style)


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
    match = _PROPERTY.match(text, start, end)
    index = behind = match.end() if match else end
    while index < end and text[index] in _BLANK_BREAK_OR_COMMENT:
        comment = _COMMENT.match(text, index, end)
        index = comment.end() if comment else index + 1
    return behind, index

"""The comments of a document, told from every `#` that is part of a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from yaml.events import Event, ScalarEvent

from qbank import lazy_re
from qbank.yamlio.nodes import content_start, end_index, start_index
from qbank.yamlio.positions import LineIndex

# Names of anchors, tags and directives hold no `#`, so between scalars each begins a comment.
_BLOCK_HEADER = lazy_re.compile(r"[|>][^\r\n#]*")


class Comment(Struct, frozen=True):
    """A YAML comment. `text` runs from the `#` to the end of the line, trailing blanks left out.

    `own_line` is true if nothing but blanks stands before it.
    """

    line: int
    column: int
    text: str
    own_line: bool


def find_comments(text: str, events: Sequence[Event], lines: LineIndex) -> list[Comment]:
    """All comments of a document in their order."""
    if "#" not in text:
        return []
    comments = []
    for start, end in _gaps(text, events):
        at = text.find("#", start, end)
        while at >= 0:
            place = lines.position(at)
            stop = min(lines.line_range(place.line)[1], end)
            before = text[at - place.column + 1 : at]
            comments.append(Comment(place.line, place.column, text[at:stop].rstrip(), not before.strip()))
            at = text.find("#", stop, end)
    return comments


def _gaps(text: str, events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """The stretches of the text that belong to no scalar."""
    done = 0
    for event in events:
        if isinstance(event, ScalarEvent):
            end = end_index(event)
            start = content_start(text, start_index(event), end)
            yield done, start
            header = _BLOCK_HEADER.match(text, start) if event.style in ("|", ">") else None
            if header:
                yield header.end(), _line_end(text, header.end())
            done = end
    yield done, len(text)


def _line_end(text: str, index: int) -> int:
    end = text.find("\n", index)
    return len(text) if end < 0 else end

"""A cheap look at where some fields of a file stand, for those who want few of them in every file."""

from __future__ import annotations

from collections.abc import Iterable

from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    Event,
    MappingStartEvent,
    ScalarEvent,
)

Place = tuple[int, int, int, int]
"""Line, column, end line and end column of a scalar, as in `Span`."""

PLACED = frozenset({"id", "scenario", "chains", "related"})
"""The top-level fields that whoever looks at many files wants the places of."""

_UNNAMED = ""


def skim(events: Iterable[Event]) -> dict[str, Place]:
    """Return the places of the fields `PLACED` and of the scalars in them, of one document.

    A key of the result is the path to a value with slashes, such as `chains/0/id`, or the name of a top-level
    field and `!` for the place of its key. Only what stands on one line, without an anchor and a tag, is
    found; everything else is left to `Document.span`.
    """
    found: dict[str, Place] = {}
    # The collection that is open, and those around it: its path (None: nobody wants what is in it), the index
    # of its next item (-1: it is a mapping), and in a mapping the key whose value comes next.
    path: str | None = None
    index = 0
    key: str | None = None
    around: list[tuple[str | None, int, str | None]] = []
    for event in events:
        scalar = isinstance(event, ScalarEvent)
        if not scalar and isinstance(event, CollectionEndEvent):
            path, index, key = around.pop()
            continue
        if not scalar and not isinstance(event, CollectionStartEvent | AliasEvent):
            continue
        # The path of this part, None if it is not wanted or is itself a key.
        here: str | None = None
        if index >= 0:
            here = None if path is None else f"{path}/{index}"
            index += 1
        elif key is not None:
            if path is not None:
                here = f"{path}/{key}"
            elif len(around) == 1 and key in PLACED:
                here = key
            key = None
        else:
            key = event.value if isinstance(event, ScalarEvent) else _UNNAMED
            if len(around) == 1 and key in PLACED:
                if f"{key}!" in found:
                    key = _UNNAMED  # of equal keys the first one counts
                else:
                    _keep(found, f"{key}!", event)
        if scalar:
            if here is not None:
                _keep(found, here, event)
        elif not isinstance(event, AliasEvent):
            around.append((path, index, key))
            path, index, key = here, (-1 if isinstance(event, MappingStartEvent) else 0), None
    return found


def _keep(found: dict[str, Place], name: str, event: Event) -> None:
    start, end = event.start_mark, event.end_mark
    if not isinstance(event, ScalarEvent) or event.anchor is not None or event.tag is not None:
        return
    if start is None or end is None or start.line != end.line or start.index == end.index:
        return
    found.setdefault(name, (start.line + 1, start.column + 1, end.line + 1, end.column + 1))

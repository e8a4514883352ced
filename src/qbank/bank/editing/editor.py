"""Exact edits: they change the characters they must and nothing else.

Every edit that is made here from a document and a wish is tried before it is handed out: the edited text is
read again, and unless its data is exactly what was wished and its comments and problems are what they were,
there is no edit. Only where characters are exchanged that mean nothing to YAML, as the digits of a number in
a text, is there nothing to try: a file may hold thousands of them. So a caller can trust an edit, and must be
ready for None.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from yaml.events import ScalarEvent

from qbank import lazy_re
from qbank.bank.editing.edits import Edit, apply_edits
from qbank.bank.editing.scalar_edits import Replacement, scalar_edits
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.equality import same
from qbank.yamlio.nodes import SequenceNode, end_index, extent
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes

_QUIET = lazy_re.compile("[0-9A-Za-z](?:[.,]?[0-9A-Za-z])*")


def replace_in_scalar(
    document: Document, path: FieldPath, start: int, end: int, replacement: str
) -> tuple[Edit, ...] | None:
    """The edit that puts `replacement` for the characters `start` to `end` of the decoded text at `path`.

    It is escaped as the style of the scalar asks for. Empty if nothing would change; None if there is no
    text at `path`, if the range lies outside it, or if the scalar's style cannot hold the result.
    """
    old = document.value(path)
    event = document.part(path)
    mapped = document.scalar_map(path)
    source = mapped.source_range(start, end) if mapped is not None else None
    if not isinstance(old, str) or not isinstance(event, ScalarEvent) or mapped is None or source is None:
        return None
    if old[start:end] == replacement:
        return ()
    if _is_quiet(document, event, source, old[start:end], replacement):
        return (Edit(*source, replacement),)
    new = old[:start] + replacement + old[end:]
    wanted = _with_value(document.data, path, new)
    for edit in scalar_edits(document, Replacement(event, mapped, start, end, source, replacement)):
        if _holds(document, (edit,), wanted):
            return (edit,)
    return None


def replace_value(document: Document, path: FieldPath, value: Any) -> tuple[Edit, ...] | None:
    """The edit that puts `value` in the place of the one at `path`.

    A text stays in quotes or in a block if it was; everything else is written on one line, lists and mappings
    in brackets and braces. Empty if the value is there already; None if nothing is at `path`, or if the value
    cannot be put there without changing something else, such as a comment inside the old one. Raises
    TypeError for a value that a question file cannot hold.
    """
    if not path or not document.has(path):
        return None
    if same(document.value(path), value):
        return ()
    wanted = _with_value(document.data, path, copy.deepcopy(value))
    for edit in _value_edits(document, path, value):
        if _holds(document, (edit,), wanted):
            return (edit,)
    return None


def _value_edits(document: Document, path: FieldPath, value: Any) -> Iterator[Edit]:
    """Edits that may put `value` in the place of the one at `path`, the one nearest to its style first."""
    from qbank.yamlio.dump import dump_flow, dump_scalar  # noqa: PLC0415 - ruamel.yaml is slow to import

    text, part, key = document.text, document.part(path), document.key(path)
    if part is None:
        return
    start, end = extent(text, part)
    if isinstance(value, str) and isinstance(part, ScalarEvent) and part.style:
        mapped = document.scalar_map(path)
        source = None if mapped is None else mapped.source_range(0, mapped.length)
        if mapped is not None and source is not None:
            yield from scalar_edits(document, Replacement(part, mapped, 0, mapped.length, source, value))
    if isinstance(value, list | dict):
        ways = [dump_flow(value)]
    elif isinstance(value, str):
        ways = [dump_scalar(value), dump_flow(value), dump_scalar(value, style='"')]
    else:
        ways = [dump_scalar(value)]
    # What began on a line of its own may begin beside its field.
    starts = {start} if key is None else {start, text.find(":", end_index(key)) + 1}
    for begin in sorted(starts, reverse=isinstance(part, ScalarEvent)):
        blank = " " if text[begin - 1 : begin] in (":", "-") else ""
        yield from (Edit(begin, end, blank + written) for written in ways)


def _is_quiet(document: Document, event: ScalarEvent, source: tuple[int, int], old: str, new: str) -> bool:
    """Whether a part of a text can be exchanged as it stands in the file, and nothing else can change.

    No style of a scalar gives a meaning to letters, digits, and points and commas between them. Only a plain
    scalar may become something other than a text, and none that holds a blank does. In a block scalar nothing
    but blanks and line ends means anything. But a text that an alias repeats would change there as well.
    """
    is_block = event.style in ("|", ">")
    return (
        (bool(event.style) or " " in event.value)
        and event.tag is None
        and document.text[slice(*source)] == old
        and all(_QUIET.fullmatch(text) or (is_block and _stands_in_block(text)) for text in (old, new))
        and not document.has_aliases
    )


def _stands_in_block(part: str) -> bool:
    """Whether a part of a text is itself in a block scalar, and is neither indentation nor a line's end."""
    return part.isprintable() and bool(part) and part[0] != " " != part[-1]


def reorder_items(document: Document, path: FieldPath, order: Sequence[int]) -> tuple[Edit, ...] | None:
    """The edits that put the items of the list at `path` in another order, each written as it was.

    `order` says for each place which item comes there. Empty if nothing would change; None if there is no
    list at `path`, or if a comment among the items might be about one of them.
    """
    part, items = document.part(path), document.value(path)
    if not isinstance(part, SequenceNode) or not isinstance(items, list):
        return None
    extents = [extent(document.text, item) for item in part.items]
    if not extents:
        return ()
    first, last = (document.lines.position(end).line for end in (extents[0][0], extents[-1][1]))
    if any(first <= comment.line <= last for comment in document.comments()):
        return None
    edits = tuple(
        Edit(start, end, document.text[slice(*extents[item])])
        for place, ((start, end), item) in enumerate(zip(extents, order, strict=True))
        if place != item
    )
    wanted = _with_value(document.data, path, [items[item] for item in order])
    return edits if not edits or _holds(document, edits, wanted) else None


def _holds(document: Document, edits: Sequence[Edit], wanted: Any) -> bool:
    """Whether the text with the edits made reads as `wanted`, with the comments and problems it had."""
    try:
        after = read_bytes(apply_edits(document.text, edits).encode("utf-8"))
    except (ReadError, ValueError):  # such as edits that overlap, where an alias stands for an item
        return False
    return (
        same(after.data, wanted)
        and [problem.kind for problem in after.problems] == [problem.kind for problem in document.problems]
        and [(comment.text, comment.own_line) for comment in after.comments()]
        == [(comment.text, comment.own_line) for comment in document.comments()]
    )


def _with_value(data: dict[str, Any], path: FieldPath, value: Any) -> Any:
    """A copy of the data with another value at `path`."""
    changed: Any = copy.deepcopy(data)
    target = changed
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return changed

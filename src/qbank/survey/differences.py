"""What differs between two states of a question, and what kind of difference it is.

`cosmetic`: it reads the same. `structural`: where it stands and how it is kept. `semantic`: what it says,
asks for, or counts as right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any, Final

from qbank.problems import format_path
from qbank.yamlio.document import Document, FieldPath


class Kind(StrEnum):
    """Kinds of differences, the gravest last."""

    COSMETIC = "cosmetic"
    STRUCTURAL = "structural"
    SEMANTIC = "semantic"


_ORDER: Final = tuple(Kind)

_SAID: Final = frozenset(
    {
        "title", "scenario", "question", "visual", "tables", "details", "answer", "parts", "parameters",
        "derived", "hints", "mistakes", "rubric", "checks",
    }
)  # fmt: skip
"""Fields that readers see or are graded by; all others say where a question stands."""

_SAME: Final = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "−": "-", "‑": "-"}
)
"""Signs that differ in how they look alone."""

_MOST_HUNKS: Final = 12
_MOST_WORK: Final = 250_000
"""Words before times words after that are compared word by word; the work grows with more than that."""
_CONTEXT: Final = 4


@dataclass(frozen=True, slots=True)
class Hunk:
    """Words that changed, with a few of those around them."""

    lead: str
    before: str
    after: str
    tail: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that differs. A value is None where there is none; both are texts to show.

    `hunks` are the words that changed in a text, empty if they are too many to tell one by one.
    """

    field: str
    kind: Kind
    before: str | None
    after: str | None
    hunks: tuple[Hunk, ...] = ()


def differences(before: Document, after: Document) -> list[Difference]:
    """Return what differs, the gravest first, else in the order of the later file.

    Of files that hold the same data, but not the same text, it is one difference without a field.
    """
    changes = list(_values(before.data, after.data, ()))
    if not changes and before.text != after.text:
        return [Difference("", Kind.COSMETIC, None, None)]
    return sorted(changes, key=lambda change: -_ORDER.index(change.kind))


def gravest(changes: list[Difference]) -> Kind:
    """Return the gravest kind of some differences."""
    return max((change.kind for change in changes), key=_ORDER.index, default=Kind.COSMETIC)


def _values(before: Any, after: Any, path: FieldPath) -> Iterator[Difference]:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in (*after, *(name for name in before if name not in after)):
            if name not in before:
                yield from _leaf(None, after[name], (*path, name), missing=0)
            elif name not in after:
                yield from _leaf(before[name], None, (*path, name), missing=1)
            else:
                yield from _values(before[name], after[name], (*path, name))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _values(old, new, (*path, place))
    elif not _is_same(before, after):
        yield from _leaf(before, after, path)


def _leaf(before: Any, after: Any, path: FieldPath, missing: int | None = None) -> Iterator[Difference]:
    kind = Kind.SEMANTIC if path[0] in _SAID else Kind.STRUCTURAL
    hunks: tuple[Hunk, ...] = ()
    if isinstance(before, str) and isinstance(after, str):
        if _looks(before) == _looks(after):
            kind = Kind.COSMETIC
        else:
            hunks = tuple(_hunks(before.split(), after.split()))
    yield Difference(
        format_path(path),
        kind,
        None if missing == 0 else _shown(before),
        None if missing == 1 else _shown(after),
        hunks,
    )


def _is_same(before: Any, after: Any) -> bool:
    # To Python True is 1, and 1 is 1.0; of those only numbers are the same to readers.
    return before == after and isinstance(before, bool) == isinstance(after, bool)


def _looks(text: str) -> str:
    """Return a text as it would look without care for line ends, quotes and dashes."""
    return " ".join(text.translate(_SAME).split())


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_shown(item)}" for name, item in value.items()) + "}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def _hunks(before: list[str], after: list[str]) -> Iterator[Hunk]:
    """Yield the words that changed; none if there are too many to tell."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    if len(old) * len(new) > _MOST_WORK:
        return
    changed = [
        code for code in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if code[0] != "equal"
    ]
    if len(changed) > _MOST_HUNKS:
        return
    for _, old_start, old_end, new_start, new_end in changed:
        at, stop = start + new_start, start + new_end
        yield Hunk(
            " ".join(after[max(at - _CONTEXT, 0) : at]),
            " ".join(old[old_start:old_end]),
            " ".join(new[new_start:new_end]),
            " ".join(after[stop : stop + _CONTEXT]),
        )

"""Edits of a text: which characters to replace, and doing it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from qbank.yamlio.positions import FromZero


class Edit(Struct, frozen=True, order=True):
    """Replace the characters from index `start` up to, not including, `end` of a document's text."""

    start: FromZero
    end: FromZero
    replacement: str


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made. Their indices all refer to the text as given; equal edits count once.

    Raises ValueError if edits overlap, if two insert different texts at one place (their order would be a
    guess), or if one lies outside the text.
    """
    parts: list[str] = []
    done = 0
    previous: Edit | None = None
    for edit in sorted(set(edits)):
        if not 0 <= edit.start <= edit.end <= len(text):
            raise ValueError(f"{edit} lies outside a text of {len(text)} characters")
        if previous is not None and (edit.start < previous.end or _same_place(previous, edit)):
            raise ValueError(f"{previous} and {edit} overlap")
        parts += (text[done : edit.start], edit.replacement)
        done = edit.end
        previous = edit
    parts.append(text[done:])
    return "".join(parts)


def _same_place(first: Edit, second: Edit) -> bool:
    return first.start == first.end == second.start == second.end

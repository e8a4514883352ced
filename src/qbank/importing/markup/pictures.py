"""Drawings that come with a source: only SVG, which is what questions show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.importing.draft import Draft, Taken
from qbank.importing.exercise.stem import Asked
from qbank.importing.markup.inlines import Picture
from qbank.render.text.document import Blocks, BulletList, Emphasis, NumberedList, Paragraph, Strong, Text

LARGEST: Final = 2**20


def take_picture(draft: Draft, asked: Asked, drawing: bytes | None, taken: Taken) -> None:
    """Give a draft the picture that stood by itself; without a drawing its description is text."""
    picture = asked.picture
    if picture is None:
        return
    if drawing and b"<svg" in drawing and len(drawing) <= LARGEST:
        draft.drawing = drawing
        draft.fields["visual"] = {
            "kind": "svg",
            "path": "TODO.svg",
            "alt": picture.text or "TODO: describe it",
        }
        if asked.caption:
            draft.fields["visual"]["caption"] = asked.caption
        return
    why = "is no SVG" if drawing else "is not in the source"
    if drawing and b"<svg" in drawing:
        why = "is too large"
    taken.lose(draft.place, f"the picture {picture.source!r} {why}; its description stays in the scenario")
    said = [Text(picture.text or f"(picture: {picture.source})")] + (
        [Text(asked.caption)] if asked.caption else []
    )
    asked.describe(tuple(Paragraph((Emphasis((text,)),)) for text in said))
    draft.fields |= asked.fields()


def tell_pictures(draft: Draft, blocks: Blocks, taken: Taken) -> None:
    """Say of pictures within text that their descriptions alone were taken."""
    for picture in _pictures(blocks):
        taken.lose(
            draft.place, f"the picture {picture.source!r} stands within text; its description is taken"
        )


def _pictures(blocks: Blocks) -> Iterator[Picture]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield from _within(block.content)
        elif isinstance(block, BulletList | NumberedList):
            for item in block.items:
                yield from _pictures(item)


def _within(content: object) -> Iterator[Picture]:
    for inline in content if isinstance(content, tuple) else ():
        if isinstance(inline, Picture):
            yield inline
        elif isinstance(inline, Strong | Emphasis):
            yield from _within(inline.content)

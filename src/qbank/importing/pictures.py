"""Drawings that come with a source: only SVG, which is what questions show."""

from __future__ import annotations

from collections.abc import Iterator

from qbank.importing.draft import Draft, ImportResult
from qbank.importing.exercise.stem import Stem, lone_picture
from qbank.importing.markup.inlines import Picture
from qbank.render.text.document import (
    Block,
    Blocks,
    BulletList,
    Emphasis,
    Inline,
    NumberedList,
    Paragraph,
    Strong,
    Text,
)
from qbank.render.text.figures import LARGEST_DRAWING


def take_drawing(draft: Draft, drawing: bytes, alt: str, caption: str) -> bool:
    """Give a draft a drawing with its description; returns whether it is one that a question can show."""
    if b"<svg" not in drawing or len(drawing) > LARGEST_DRAWING:
        return False
    draft.drawing = drawing
    draft.fields["visual"] = {"kind": "svg", "path": "TODO.svg", "alt": alt}
    if caption:
        draft.fields["visual"]["caption"] = caption
    return True


def take_picture(draft: Draft, stem: Stem, drawing: bytes | None, result: ImportResult) -> None:
    """Give a draft the picture that stood by itself; without a drawing its description is text."""
    picture = stem.picture
    drawing = drawing or b""
    if picture is None or take_drawing(draft, drawing, picture.text or "TODO: describe it", stem.caption):
        return
    why = "is too large" if b"<svg" in drawing else "is no SVG" if drawing else "is not in the source"
    result.lose(draft.place, f"the picture {picture.source!r} {why}; its description stays in the scenario")
    texts = filter(None, (picture.text or _name(picture), stem.caption))
    stem.describe_picture(tuple(Paragraph((Emphasis((Text(text),)),)) for text in texts))
    draft.fields |= stem.fields()


def tell_pictures(draft: Draft, blocks: Blocks, result: ImportResult) -> None:
    """Say of pictures within text that their descriptions alone were taken."""
    for picture in _pictures(blocks):
        result.lose(
            draft.place, f"the picture {picture.source!r} stands within text; its description is taken"
        )


def name_pictures(blocks: Blocks) -> Blocks:
    """Return blocks with the address in place of each picture that stands by itself without a description."""

    def named(block: Block) -> Block:
        picture = lone_picture(block)
        return block if picture is None or picture.text else Paragraph((Text(_name(picture)),))

    return tuple(map(named, blocks))


def _name(picture: Picture) -> str:
    return f"(picture: {picture.source})"


def _pictures(blocks: Blocks) -> Iterator[Picture]:
    for block in blocks:
        if isinstance(block, Paragraph):
            yield from _within(block.content)
        elif isinstance(block, BulletList | NumberedList):
            for item in block.items:
                yield from _pictures(item)


def _within(content: tuple[Inline, ...]) -> Iterator[Picture]:
    for inline in content:
        if isinstance(inline, Picture):
            yield inline
        elif isinstance(inline, Strong | Emphasis):
            yield from _within(inline.content)

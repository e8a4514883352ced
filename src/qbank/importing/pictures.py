"""Pictures in the text of a source."""

from __future__ import annotations

from collections.abc import Iterator

from qbank.importing.exercise.stem import lone_picture
from qbank.importing.markup.inlines import Picture
from qbank.render.text.document import (
    Block,
    Blocks,
    BulletList,
    Emphasis,
    Inlines,
    NumberedList,
    Paragraph,
    Strong,
    Text,
)


def picture_name(picture: Picture) -> str:
    """Return what stands for a picture without a description."""
    return f"(picture: {picture.source})"


def name_pictures(blocks: Blocks) -> Blocks:
    """Return blocks with the address in place of each picture that stands by itself without a description."""

    def named(block: Block) -> Block:
        picture = lone_picture(block)
        return block if picture is None or picture.text else Paragraph((Text(picture_name(picture)),))

    return tuple(map(named, blocks))


def pictures_in(blocks: Blocks | Inlines) -> Iterator[Picture]:
    """Yield the pictures within text; those in tables are left out."""
    for piece in blocks:
        match piece:
            case Picture():
                yield piece
            case Paragraph() | Strong() | Emphasis():
                yield from pictures_in(piece.content)
            case BulletList() | NumberedList():
                for item in piece.items:
                    yield from pictures_in(item)

"""Pictures in the text of a source."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator
from typing import Final

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

_KINDS: Final = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"RIFF", "webp"),
)
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The marks of a JPEG behind which its size stands."""


def drawing_of(data: bytes) -> bytes:
    """Return a picture as SVG: as it is, or around pixels; nothing for what no browser shows."""
    if b"<svg" in data:
        return data
    kind = next((name for mark, name in _KINDS if data.startswith(mark)), "")
    size = _size(data, kind)
    if size is None:
        return b""
    width, height = size
    address = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}"><image width="{width}" height="{height}" '
        f'xlink:href="{address}"/></svg>\n'
    ).encode()


def _size(data: bytes, kind: str) -> tuple[int, int] | None:
    """Return width and height of a picture in pixels."""
    try:
        match kind:
            case "png":
                size = struct.unpack(">II", data[16:24])
            case "gif":
                size = struct.unpack("<HH", data[6:10])
            case "webp" if data[12:16] == b"VP8X":
                size = (1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little"))
            case "webp" if data[12:16] == b"VP8 ":
                first, second = struct.unpack("<HH", data[26:30])
                size = (first & 0x3FFF, second & 0x3FFF)
            case "jpeg":
                at = 2
                while data[at + 1] not in _FRAMES:
                    at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
                height, width = struct.unpack(">HH", data[at + 5 : at + 9])
                size = (width, height)
            case _:
                return None
    except (struct.error, IndexError):
        return None
    return (size[0], size[1]) if min(size) > 0 and max(size) < 30_000 else None


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

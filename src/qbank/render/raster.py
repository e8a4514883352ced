"""What pictures of pixels say of themselves: their kind and their size."""

from __future__ import annotations

import struct
from typing import Final

_KINDS: Final = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"RIFF", "webp"),
)
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""The marks of a JPEG behind which its size stands."""
_WIDEST: Final = 30_000


def kind_of(data: bytes) -> str:
    """Return the kind of a picture as in `image/png`; empty for what is none."""
    return next((name for mark, name in _KINDS if data.startswith(mark)), "")


def size_of(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a picture in pixels; None for what is none, or too wide."""
    try:
        match kind_of(data):
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
    return (size[0], size[1]) if min(size) > 0 and max(size) < _WIDEST else None

"""Pictures in the text of a source."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Final, TypeAlias
from urllib.parse import unquote

from qbank.importing.markup.inlines import Picture, with_inlines
from qbank.importing.place import Place
from qbank.render import raster
from qbank.render.text.document import Blocks, Inline
from qbank.render.text.figures import data_address, read_drawing

_DATA: Final = re.compile(r"data:image/[a-z+.-]{1,20}(?:;[a-z0-9=-]{1,40}){0,3}?(;base64)?,", re.I)
_LONGEST_NAME: Final = 100
_ACTIVE: Final = re.compile(
    rb"<script|[\s\"'/]on[a-z]{2,20}\s*=|javascript:|<foreignObject|<!ENTITY|<iframe|"
    rb"href\s*=\s*[\"'](?!#|data:image/)|url\(\s*[\"']?(?!#|data:image/)",
    re.I,
)
_WIDEST: Final = 30_000
_USUAL: Final = (300, 150)
"""What browsers take for a drawing that says no size."""
_LINE: Final = 32
"""Pixels of the line that numbers a picture."""
_HEAD: Final = 20_000
_ROOT: Final = re.compile(rb"<svg\b[^>]{0,5000}>")
_SIZES: Final = re.compile(r"\b(width|height|viewBox)\s*=\s*[\"']([^\"']{0,100})[\"']")
_LENGTH: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6})?(?=\s*(?:px)?$)")


Load: TypeAlias = Callable[[Picture], bytes | None]
"""Finds the file of a picture in its source; None where the source has none."""


def without_pictures(_picture: Picture) -> None:
    """Find nothing: the load of a format that has no files of pictures."""


def beside(place: Place) -> Load:
    """Return what finds pictures in the folder of a source, or below it, and nowhere else."""
    folder = Path(place.source).parent

    def load(picture: Picture) -> bytes | None:
        name = unquote(picture.source).partition("?")[0]
        if not name or "://" in name or PureWindowsPath(name).anchor or PurePosixPath(name).anchor:
            return None
        return read_drawing(folder, name) or None

    return load


def within_address(picture: Picture) -> bytes | None:
    """Return the picture that an address holds itself; None for any other address."""
    match = _DATA.match(picture.source)
    if match is None:
        return None
    rest = picture.source[match.end() :]
    try:
        return base64.b64decode(rest, validate=False) if match[1] else unquote(rest).encode()
    except (binascii.Error, ValueError):
        return None


def name_of(picture: Picture) -> str:
    """Return what messages call a picture: the end of its address, but not what an address holds."""
    if _DATA.match(picture.source):
        return picture.source[:20] + "..."
    return picture.source if len(picture.source) <= _LONGEST_NAME else "..." + picture.source[-_LONGEST_NAME:]


@dataclass(frozen=True, slots=True)
class Drawable:
    """A picture that browsers show: its address as data, and its size in pixels."""

    address: str
    width: int
    height: int


def drawable(data: bytes) -> Drawable | None:
    """Return a picture with its size; None for what no browser shows."""
    is_drawing = b"<svg" in data
    kind = "svg+xml" if is_drawing else raster.kind_of(data)
    size = _size_of_svg(data) if is_drawing else raster.size_of(data)
    if size is None:
        return None
    return Drawable(data_address(data, kind), *size)


def drawing_of(data: bytes) -> bytes:
    """Return a picture as SVG: as it is, or around what is none or could act; nothing for no picture."""
    if b"<svg" in data and not _ACTIVE.search(data):
        return data
    # As an image, which browsers run no scripts of and load nothing for.
    shown = drawable(data)
    return sheet_of([shown]) if shown else b""


def sheet_of(pictures: Sequence[Drawable]) -> bytes:
    """Return pictures as one drawing: below each other, and numbered where there are several."""
    numbered = len(pictures) > 1
    width = max((picture.width for picture in pictures), default=0)
    pieces = []
    top = 0
    for number, picture in enumerate(pictures, 1):
        if numbered:
            top += _LINE
            where = f'x="0" y="{top - _LINE // 4}" font-size="{_LINE // 2}"'
            pieces.append(f"<text {where}>Picture {number}</text>")
        at = f' y="{top}"' if top else ""
        size = f'width="{picture.width}" height="{picture.height}"'
        pieces.append(f'<image{at} {size} xlink:href="{picture.address}"/>')
        top += picture.height
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    size = f'width="{width}" height="{top}" viewBox="0 0 {width} {top}"'
    return f"<svg {names} {size}>{''.join(pieces)}</svg>\n".encode()


def _size_of_svg(data: bytes) -> tuple[int, int]:
    """Return width and height of a drawing, from what it says of itself; those of a page else."""
    head = _ROOT.search(data[:_HEAD])
    about = dict(_SIZES.findall(head[0].decode("ascii", "ignore") if head else ""))
    box = about.get("viewBox", "").replace(",", " ").split()
    told = about.get("width", ""), about.get("height", "")
    sizes = _lengths(told) or (_lengths(box[2:]) if len(box) == 4 else None)
    if sizes is None or not all(0 < size < _WIDEST for size in sizes):
        return _USUAL
    return round(sizes[0]) or 1, round(sizes[1]) or 1


def _lengths(texts: Sequence[str]) -> list[float] | None:
    """Return the lengths that texts say in pixels; None where one of them says none."""
    found = [length[0] for length in map(_LENGTH.match, texts) if length]
    return list(map(float, found)) if len(found) == len(texts) else None


def pictures_in(blocks: Blocks) -> list[Picture]:
    """Return the pictures within text, those of lists and tables too."""
    found: list[Picture] = []

    def look(inline: Inline) -> list[Inline]:
        found.extend([inline] if isinstance(inline, Picture) else ())
        return [inline]

    with_inlines(blocks, look)
    return found

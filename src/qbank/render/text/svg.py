"""Which drawings may be drawn here, by ourselves; everywhere else a browser does that, in its own bounds."""

from __future__ import annotations

import base64
import binascii
from typing import Final
from xml.etree import ElementTree

from qbank import lazy_re
from qbank.render import raster

_COSTLY: Final = frozenset({"filter", "feImage", "foreignObject"})
"""Filters take a second each."""
_REPEATING: Final = frozenset({"use", "pattern", "marker", "mask"})
"""What may show a picture many times over."""
_MOST_PIXELS: Final = 2**24
"""Pixels of all pictures in a drawing: a small file may unpack to gigabytes."""

_FILTER: Final = lazy_re.compile(r"(?i)filter\s*:")
_DATA: Final = lazy_re.compile(r"\s*data:image/[a-z+.-]{1,20};base64,")


def is_simple(svg: bytes) -> bool:
    """Whether a drawing is well-formed, of shapes, text and pictures of its own, so drawn within bounds."""
    return _is_simple(svg, _MOST_PIXELS)


def _is_simple(svg: bytes, most: int) -> bool:
    if b"<!ENTITY" in svg:
        return False
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, LookupError, ValueError):  # no XML, or an encoding that is not known
        return False
    names: set[str] = set()
    pixels = 0
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        name = element.tag.rpartition("}")[2]
        names.add(name)
        styles = [element.get("style", "")]
        if name == "style":
            styles.append("".join(element.itertext()))
        if name in _COSTLY or "filter" in element.attrib or any(map(_FILTER.search, styles)):
            return False
        if name == "image":
            pixels += _pixels(element, most)
    return pixels <= most and ("image" not in names or names.isdisjoint(_REPEATING))


def _pixels(image: ElementTree.Element, most: int) -> int:
    """Return how many pixels an image unpacks to; more than the most for one that is not known to be simple.

    A drawing within a drawing has none, and may hold no pictures itself.
    """
    addresses = [value for name, value in image.attrib.items() if name.rpartition("}")[2] == "href"]
    pixels = 0
    for address in addresses:
        start = _DATA.match(address)
        try:
            content = (
                base64.b64decode("".join(address[start.end() :].split()), validate=True) if start else b""
            )
        except (binascii.Error, ValueError):
            content = b""
        if size := raster.size_of(content):
            pixels += size[0] * size[1]
        elif not _is_simple(content, 0):
            return most + 1
    return pixels

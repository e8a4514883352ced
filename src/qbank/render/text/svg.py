"""Which drawings may be drawn here, by ourselves; everywhere else a browser does that, in its own bounds."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree

_COSTLY: Final = frozenset({"filter", "image", "feImage", "foreignObject"})
"""Filters take a second each, and a small picture may unpack to gigabytes."""

_FILTER: Final = re.compile(r"filter\s*:", re.IGNORECASE)


def is_simple(svg: bytes) -> bool:
    """Whether a drawing is well-formed and made of shapes and text, so that it is drawn within bounds."""
    if b"<!ENTITY" in svg:
        return False
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, LookupError, ValueError):  # no XML, or an encoding that is not known
        return False
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        name = element.tag.rpartition("}")[2]
        styles = [element.get("style", "")]
        if name == "style":
            styles.append("".join(element.itertext()))
        if name in _COSTLY or "filter" in element.attrib or any(map(_FILTER.search, styles)):
            return False
    return True

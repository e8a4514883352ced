"""Formulas as MathML, which browsers draw and screen readers speak without any script."""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import Final
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

from qbank.render.text.latex import is_formula

_DRAWN: Final = """
math mrow mi mn mo mtext mspace mfrac msqrt mroot mstyle menclose mphantom mpadded msub msup msubsup munder
mover munderover mtable mtr mtd
"""
_ELEMENTS: Final = frozenset(_DRAWN.split())
_HEEDED: Final = """
accent accentunder columnalign columnlines columnspacing depth displaystyle fence form height linebreak
linethickness lspace mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel
separator stretchy symmetric width voffset
"""
_ATTRIBUTES: Final = frozenset(_HEEDED.split())
_ENVIRONMENT: Final = re.compile(r"(\\(?:begin|end)\s*)\{(aligned|gathered)\}")
_LIKE: Final = {"aligned": "{split}", "gathered": "{matrix}"}
"""Environments that the library draws in one row, signs and all, and those of the same look that it knows."""

_ESCAPED: Final = re.compile(r"\\([%#$&_])")
_VALUE: Final = re.compile(r"[A-Za-z0-9 .,%+-]*")
_NAMESPACE: Final = "http://www.w3.org/1998/Math/MathML"


@lru_cache(maxsize=4096)
def to_mathml(latex: str, *, block: bool = False) -> str | None:
    """Return a formula as a `math` element, or None where it is no formula that we can read.

    The text of the formula is escaped, and the element holds nothing but MathML that is drawn.
    """
    if not is_formula(latex):
        return None
    readable = _ENVIRONMENT.sub(lambda match: match[1] + _LIKE[match[2]], latex)
    try:
        element = convert_to_element(readable, display="block" if block else "inline")
    except Exception:  # the library raises errors of all kinds for text that is no LaTeX
        return None
    inner = "".join(_pieces(child) for child in element)
    display = ' display="block"' if block else ""
    return f'<math xmlns="{_NAMESPACE}"{display}>{inner}</math>'


def _pieces(element: Element) -> str:
    # The library leaves text unescaped, so its own printing must not be used.
    if element.tag not in _ELEMENTS:
        return "".join(_pieces(child) for child in element)
    attributes = "".join(
        f' {name}="{value}"'
        for name, value in element.attrib.items()
        if name in _ATTRIBUTES and _VALUE.fullmatch(value)
    )
    text = html.unescape(element.text or "")
    if element.tag == "mtext":
        text = _ESCAPED.sub(r"\1", text)  # the library leaves `50\%` as it is
    if element.get("mathvariant") == "bold":
        text = "".join(map(_bold, text))
    inner = html.escape(text) + "".join(map(_pieces, element))
    return f"<{element.tag}{attributes}>{inner}</{element.tag}>"


def _bold(character: str) -> str:
    """Return the bold form of a letter or digit, as browsers no longer heed `mathvariant`."""
    for first, last, bold in (("A", "Z", 0x1D400), ("a", "z", 0x1D41A), ("0", "9", 0x1D7CE)):
        if first <= character <= last:
            return chr(bold + ord(character) - ord(first))
    return character

"""Texts of questions in a form that survives platforms: they drop markup and formulas, and move blanks."""

from __future__ import annotations

import unicodedata
from hashlib import sha256
from html import unescape
from typing import Final

from qbank import lazy_re

_INLINE: Final = lazy_re.compile(r"(?i)</?(?:a|b|code|em|i|span|strong|sub|sup|u)(?:\s[^<>]{0,2000})?>")
_TAG: Final = lazy_re.compile(r"</?[A-Za-z][^<>]{0,2000}>|<!--.{0,2000}?-->")
_MATHML: Final = lazy_re.compile(r"(?is)<math\b.{0,20000}?</math>")
_FORMULA: Final = lazy_re.compile(r"(?s)\\\(.{0,2000}?\\\)|\\\[.{0,2000}?\\\]|\$\$.{1,2000}?\$\$")
_CODE: Final = lazy_re.compile(r"\[([a-z][a-z0-9]*(?:-[a-z0-9]+)+)(?:@([A-Za-z0-9_-]+))?\]")
_BLANKS: Final = lazy_re.compile(r"\s+")
_LONGEST: Final = 100_000
"""Characters of a cell that are looked at; no question is as long."""


def item_code(reference: str) -> str:
    """Return the code that stands at the end of a printed question: `[cloud-0001@7]`."""
    return f"[{reference}]"


def coded_reference(text: str) -> str | None:
    """Return the `id` or `id@seed` that a code in a text names, the last where there are several."""
    codes: list[tuple[str, str]] = _CODE.findall(text[-_LONGEST:])
    if not codes:
        return None
    id_, variant = codes[-1]
    return f"{id_}@{variant}" if variant else id_


def plain(text: str) -> str:
    """Return a text without tags and entities, on one line."""
    return _BLANKS.sub(" ", _without_tags(text[:_LONGEST])).strip()


def normalised(text: str) -> str:
    """Return a text as letters and digits in words: without markup, formulas, codes, punctuation and case."""
    text = _FORMULA.sub(" ", _without_tags(_MATHML.sub(" ", text[:_LONGEST])))
    text = unicodedata.normalize("NFKC", _CODE.sub(" ", text)).casefold()
    return " ".join("".join(char if char.isalnum() else " " for char in text).split())


def _without_tags(text: str) -> str:
    return unescape(_TAG.sub(" ", _INLINE.sub("", text)))


def text_hash(text: str) -> str:
    """Return what a normalised text is known by: its SHA-256 in hexadecimal."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()

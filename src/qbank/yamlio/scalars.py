"""What a plain scalar means under the core schema of YAML 1.2.

Dates stay text, `yes` and `no` stay text, `010` is ten and `1_000` is text. That differs from YAML 1.1, which
PyYAML implements; hence this module.
"""

from __future__ import annotations

import math

from qbank import lazy_re

Scalar = str | int | float | bool | None

MAX_NUMBER_LENGTH = 300
"""Longer runs of digits stay text: no field holds such a number, and Python refuses to print an integer of
more than 4,300 digits."""

WORDS: dict[str, float | bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **{f"{sign}.{word}": math.inf for sign in ("", "+") for word in ("inf", "Inf", "INF")},
    **{f"-.{word}": -math.inf for word in ("inf", "Inf", "INF")},
}
_FIRST_OF_NUMBER = frozenset("+-.0123456789")
_MAY_BE_MORE = _FIRST_OF_NUMBER | {word[:1] for word in WORDS}
"""What a scalar begins with that may mean something else than its text."""

_INTEGER = lazy_re.compile(r"[-+]?[0-9]+")
_OCTAL = lazy_re.compile(r"0o[0-7]+")
_HEXADECIMAL = lazy_re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = lazy_re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


def resolve(text: str) -> Scalar:
    """The value a plain (unquoted) scalar stands for."""
    if text[:1] not in _MAY_BE_MORE:
        return text
    if text in WORDS:
        return WORDS[text]
    if text[0] not in _FIRST_OF_NUMBER or len(text) > MAX_NUMBER_LENGTH:
        return text
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _OCTAL.fullmatch(text):
        return int(text[2:], 8)
    if _HEXADECIMAL.fullmatch(text):
        return int(text[2:], 16)
    return text

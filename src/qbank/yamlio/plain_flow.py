"""Reading lists and mappings in brackets, on one line and of plain words, as part of the plain form."""

from __future__ import annotations

import re
from typing import Any, Final

from qbank import lazy_re
from qbank.yamlio.scalars import WORDS, resolve

_DEEPEST: Final = 10

KEY: Final = "[A-Za-z_][A-Za-z0-9_-]{0,99}+"
"""The name of a field; a parser takes none of more than 1,024 characters."""

BEGINS_TEXT: Final = r"""[^ \n\-?:,\[\]{}\#&*!|>'"%@`]"""
"""What a text without quotes surely begins with."""

_TOKEN: Final = lazy_re.compile(
    rf"""
    ([\[{{\]}},])\ ?+                                        # 1: bracket or comma
    | ({KEY}):\                                             # 2: key
    | ((?:{BEGINS_TEXT}|-[^ \n\-,\[\]{{}}])[^\n,\[\]{{}}:\#]*+)  # 3: plain text
    | '((?:[^'\n]++|'')*+)'                                # 4: text in single quotes
    | "([^"\\\n]*+)"                                       # 5: text in double quotes
    """,
    re.VERBOSE,
)


def read_plain_flow(
    text: str, path: str | None = None, places: dict[str, tuple[int, int]] | None = None
) -> list[Any] | dict[str, Any] | None:
    """Return the list or mapping that a line of text is; None if it takes a parser to read it.

    Where the scalars in it begin and end goes into `places`, by their paths as in `skim`.
    """
    outermost: list[Any] = []
    target: Any = outermost
    around: list[tuple[Any, str | None]] = []
    key: str | None = None
    # Whether a value may come next, or its key: at the beginning, and behind a comma.
    open_ = True
    offset = 0
    while offset < len(text):
        token = _TOKEN.match(text, offset)
        if token is None:
            return None
        offset = token.end()
        sign, name, plain, single, double = token.groups()
        value: Any
        if sign == ",":
            if open_ or key is not None or not around or text[offset - 1] != " ":
                return None
            open_ = True
            continue
        if name is not None:
            if not open_ or key is not None or target.__class__ is list or name in target or name in WORDS:
                return None
            key = name
            continue
        if sign is not None and sign in "]}":
            # A comma at the end is read by parsers, and never written.
            if not around or key is not None or (sign == "]") is not (target.__class__ is list):
                return None
            if (open_ and target) or (text[offset - 1] == " "):
                return None
            target, path = around.pop()
            open_ = False
            continue
        if not open_ or (target.__class__ is list) is not (key is None):
            return None
        if sign is not None:
            if len(around) == _DEEPEST or text[offset - 1] == " ":
                return None
            value = [] if sign == "[" else {}
        elif plain is not None:
            if plain[-1] == " ":
                return None
            value = resolve(plain)
        else:
            value = double if single is None else single.replace("''", "'")
        here = path if not around else f"{path}/{len(target) if key is None else key}"
        if key is None:
            target.append(value)
        else:
            target[key] = value
        if sign is not None:
            around.append((target, path))
            target, path = value, here
        else:
            open_ = False
            if places is not None:
                places[str(here)] = (token.start(), offset)
        key = None
    return outermost[0] if outermost and not around else None

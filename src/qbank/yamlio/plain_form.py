"""Reading the plain form in which nearly all question files are written, faster than a YAML parser.

The plain form is block mappings and lists, with each `key: value` and `- item` on lines of its own. What is
written in any other way, or wrongly, is left to the parser; so what is read here is what the parser would
read, and holds no problem.
"""

from __future__ import annotations

import re
from typing import Any, Final

from qbank import lazy_re
from qbank.yamlio.key_spans import PLACED, Place
from qbank.yamlio.plain_flow import BEGINS_TEXT, KEY, read_plain_flow
from qbank.yamlio.scalars import WORDS, resolve

_LONGEST: Final = 200_000  # no text this long holds more values than a file may
_DEEPEST: Final = 20

# One entry with all its lines. What it goes on in is indented by more than the mapping or list it stands in;
# the mapping of a first key in a list item begins behind the dash.
_ENTRY: Final = lazy_re.compile(
    rf"""^(
      (\ *)                                                # 2: indentation
      (?:
        (-\ )?                                             # 3: dash
        (?:({KEY}):(?:\ ++|(?=\n)))?                       # 4: key
        (?:
          ((?:{BEGINS_TEXT}|-[^ \n\-])                     # 5: plain text
            [^\n]*+(?:\n++\2(?(3)(?(4)\ \ ))\ ++[^\n]++)*+)
        | '((?:[^']++|\'\')*+)'                            # 6: text in single quotes
        | "([^"\\]*+)"                                     # 7: text in double quotes, without escapes
        | ([|>]-?)\n(\2(?(3)(?(4)\ \ ))\ ++)               # 8: style of a block, 9: indentation of its lines
          ([^\n]++\n(?:\n|\9[^\n]*+\n)*+)                  # 10: its lines
        | ([\[{{][^\n]*+)                                  # 11: list or mapping in brackets
        )?
      | \#[^\n]*+
      )
      (?(8)|\n)\n*+
    )""",
    re.VERBOSE | re.MULTILINE,
)
_BREAK: Final = lazy_re.compile(r"\n *")
_BREAKS: Final = lazy_re.compile(r"\n(\n*) *")
_Found = tuple[dict[str, Any], dict[str, Place]]


def read_plain_form(text: str) -> _Found | None:  # noqa: PLR0915
    """Return the data of a file, and the places of `PLACED`; None if it is not in the plain form.

    One long function, because it runs for every line of every file.
    """
    if text[-1:] != "\n" or " \n" in text or "\t" in text or "\r" in text or len(text) > _LONGEST:
        return None
    root: dict[str, Any] = {}
    places: dict[str, Place] = {}
    # What is being filled, the column it stands in, and its path if places in it are wanted; those around it.
    target: Any = root
    column = 0
    path: str | None = None
    around: list[tuple[Any, int, str | None]] = []
    # The key of `target` that has no value yet: it is null, unless something deeper follows.
    empty: str | None = None
    offset = 0
    for whole, blanks, dash, key, plain, single, double, style, pad, lines, flow in _ENTRY.findall(text):
        start = offset
        offset += len(whole)
        if plain and (": " in plain or " #" in plain or plain[-1] == ":"):
            return None
        if key and not (blanks or dash or key in PLACED) and plain and "\n" not in plain:
            # Most entries are fields of the question with a text on one line.
            if around:
                around.clear()
                target, column, path = root, 0, None
            if key in root or key in WORDS:
                return None
            root[key] = resolve(plain)
            empty = None
            continue
        indent = len(blanks)
        if dash or key:
            if empty is not None and (indent > column or (dash and indent == column)):
                if len(around) == _DEEPEST:
                    return None
                around.append((target, column, path))
                if path is not None:
                    path = f"{path}/{empty}"
                elif len(around) == 1 and empty in PLACED:
                    path = empty
                target[empty] = target = [] if dash else {}
                column = indent
            else:
                while indent < column or (not dash and indent == column and target.__class__ is list):
                    target, column, path = around.pop()
                if indent != column or (target.__class__ is list) is not bool(dash):
                    return None
            empty = None
            if dash and key:
                if len(around) == _DEEPEST:
                    return None
                around.append((target, column, path))
                if path is not None:
                    path = f"{path}/{len(target)}"
                item: dict[str, Any] = {}
                target.append(item)
                target = item
                column = indent + 2
            here: str | None = None
            spots: dict[str, tuple[int, int]] | None = None
            if path is not None or (key in PLACED and not around):
                line = text.count("\n", 0, start) + 1
                if path is None:
                    places[f"{key}!"] = (line, 1, line, 1 + len(key))
                here = key if path is None else f"{path}/{key or len(target)}"
                entry = whole.rstrip("\n")
                if flow:
                    spots = {}
                elif "\n" not in entry and entry[-1] != ":":
                    end = len(entry) + 1
                    places[here] = (line, end - (len(plain) or len(single or double) + 2), line, end)
        elif plain or single or double or style or flow or whole.lstrip(" ")[0] != "#":
            return None
        else:
            continue
        value: Any
        if plain:
            if "\n" in plain and ("#" in plain or ":\n" in plain):
                return None
            value = resolve(_folded(plain) if "\n" in plain else plain)
        elif style:
            value = lines.replace(f"\n{pad}", "\n").rstrip("\n")
            if style[0] == ">":
                if value[0] == " " or "\n " in value:
                    return None
                value = _folded(value)
            if len(style) == 1:
                value += "\n"
        elif single or double:
            value = single or double
            if "\n" in value:
                if not _is_indented(value, column):
                    return None
                value = _folded(value)
            if single:
                value = value.replace("''", "'")
        elif flow:
            value = read_plain_flow(flow, here, spots)
            if value is None:
                return None
            if spots:
                before = len(entry) - len(flow) + 1
                for name, (first, last) in spots.items():
                    places[name] = (line, before + first, line, before + last)
        else:
            quotes = whole.rstrip("\n")[-2:]
            value = "" if quotes in {"''", '""'} else None
            if value is None:
                empty = key
        if key:
            if key in target or key in WORDS:
                return None
            target[key] = value
        else:
            target.append(value)
    return (root, places) if root and offset == len(text) else None


def _folded(text: str) -> str:
    """Return the text that lines stand for: a break is a blank, and an empty line a break."""
    if "\n\n" not in text:
        return _BREAK.sub(" ", text)
    return _BREAKS.sub(lambda found: found[1] or " ", text)


def _is_indented(text: str, column: int) -> bool:
    """Whether the further lines of a quoted text, its quote at the end included, stand behind a column."""
    behind = " " * (column + 1)
    return text[-1] != "\n" and all(not line or line.startswith(behind) for line in text.split("\n")[1:])

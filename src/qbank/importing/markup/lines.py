"""Text files line by line, with fences known: what stands in code begins nothing."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from qbank.bank.given_files import is_utf_16, text_in_any_encoding
from qbank.importing.place import Place
from qbank.render.text.blocks import clean

LARGEST_TEXT: Final = 16 * 2**20
_LONGEST_CELL: Final = 128 * 1024

_FENCE: Final = re.compile(r"[ \t]{0,12}(`{3,}|~{3,})(.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its number from 1, and whether it stands in or around code."""

    number: int
    text: str
    code: bool = False

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match a pattern with the line, if it is no code."""
        return None if self.code else pattern.match(self.text)


def decoded(data: bytes, place: Place) -> str:
    """Return the text of a file in UTF-8, in UTF-16, or, which is noted, in Windows-1252.

    Raises:
        SourceError: it is no text, or too large.
    """
    if len(data) > LARGEST_TEXT:
        raise place.error(f"is larger than {LARGEST_TEXT // 2**20} MiB; import it in parts")
    text = text_in_any_encoding(data)
    if text is None:
        raise place.at(1).error("this is no text in an encoding that is known; save the file as UTF-8")
    if not is_utf_16(data):
        try:
            data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line, byte = data.count(b"\n", 0, error.start) + 1, f"0x{data[error.start]:02X}"
            place.at(line).note(
                f"the byte {byte} is not valid UTF-8; it is read as Windows-1252: check letters with accents"
            )
    return clean(text)


def read_json(data: bytes, place: Place) -> Any:
    """Return what a file of JSON holds.

    Raises:
        SourceError: it is none, or as in `decoded`.
    """
    try:
        return json.loads(decoded(data, place))
    except json.JSONDecodeError as error:
        raise place.at(error.lineno).error(f"is no JSON: {error.msg}") from None
    except RecursionError:
        raise place.error("is nested too deep") from None


def read_lines(data: bytes, place: Place) -> list[Line]:
    """Return the lines of a file in UTF-8.

    Raises:
        SourceError: as in `decoded`.
    """
    lines = []
    fence = ""
    for number, text in enumerate(decoded(data, place).split("\n"), 1):
        marks = _FENCE.fullmatch(text)
        code = bool(fence) or marks is not None
        if marks and not fence and "`" not in marks[2]:
            fence = marks[1]
        elif marks and fence and marks[1].startswith(fence) and not marks[2].strip():
            fence = ""
        lines.append(Line(number, text, code))
    return lines


def read_rows(text: str, delimiter: str, place: Place, *, strict: bool) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a text whose cells are parted by a sign, each with the line on which it begins.

    Raises:
        SourceError: it is no table; if `strict`, also where something stands behind a closing quote.
    """
    csv.field_size_limit(_LONGEST_CELL)  # of the whole process: who reads other tables sets another
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=strict)
    line = 1
    try:
        for row in reader:
            yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise place.at(reader.line_num).error(f"is no table: {error}") from None


def text_of(lines: list[Line]) -> str:
    """Return the text of lines, without blank lines at either end and without their common margin."""
    texts = [line.text.rstrip() for line in lines]
    margin = min((len(text) - len(text.lstrip(" ")) for text in texts if text), default=0)
    return "\n".join(text[margin:] for text in texts).strip("\n")

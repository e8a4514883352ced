"""From the bytes of a file to its text, refusing what editors and YAML parsers disagree about."""

from __future__ import annotations

import re
import unicodedata

from qbank import lazy_re
from qbank.yamlio.positions import LineIndex, Span
from qbank.yamlio.read_problems import ReadError, ReadProblem, ReadProblemKind

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_WIDE_STARTS = (
    (lazy_re.compile(rb"\xff\xfe\0\0|\0\0\xfe\xff|(?:[^\0]\0\0\0){2}|(?:\0\0\0[^\0]){2}"), "UTF-32"),
    (lazy_re.compile(rb"\xff\xfe|\xfe\xff|(?:[^\0]\0){2}|(?:\0[^\0]){2}"), "UTF-16"),
)
"""What text in wider encodings begins with: the mark of one, or a letter beside bytes of zero."""

# Everything YAML 1.2 does not allow in a text, and the line ends that editors do not count as such: a lone
# carriage return, NEL and the two Unicode separators. libyaml counts them, so every later line number would
# be wrong.
_REFUSED = lazy_re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]|\r(?!\n)")
_BINARY = lazy_re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Bytes that no encoding of one byte a letter uses for text."""
_NAMES = {
    "\0": "NULL",
    "\a": "BELL",
    "\b": "BACKSPACE",
    "\v": "VERTICAL TAB",
    "\f": "FORM FEED",
    "\x1b": "ESCAPE",
    "\x7f": "DELETE",
    "\x85": "NEXT LINE",
    "\ufeff": "BYTE ORDER MARK",
}


def decode(data: bytes) -> str:
    """The text of a file in UTF-8, a byte order mark left out.

    Raises ReadError (ENCODING or CONTROL_CHARACTER) with the place of the first byte or character that is
    refused.
    """
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ReadError(_encoding_problem(data, error)) from None
    refused = _refused(text)
    if refused is None:
        return text
    kind, message = ReadProblemKind.CONTROL_CHARACTER, _control_message(refused[0])
    if refused[0] == "\0" and (wide := _wide_encoding(data)):
        kind, message = ReadProblemKind.ENCODING, f"the file looks like {wide}; save it as UTF-8"
    raise ReadError(_located(kind, message, text, *refused.span()))


def control_character(text: str) -> tuple[str, int] | None:
    """Return the first character of a text that no file may hold as such, as a message, and where it is."""
    refused = _refused(text)
    return None if refused is None else (_control_message(refused[0]), refused.start())


def _refused(text: str) -> re.Match[str] | None:
    # What is refused cannot be printed; to look for it takes far longer than to see that there is none.
    return None if text.replace("\n", "").isprintable() else _REFUSED.search(text)


def _control_message(char: str) -> str:
    if char == "\r":
        return "a carriage return without a line feed: save the file with Unix or Windows line ends"
    name = _NAMES.get(char) or unicodedata.name(
        char, "CONTROL CHARACTER" if char < "\xa0" else "NO CHARACTER"
    )
    return f"the invisible character U+{ord(char):04X} ({name}) is not allowed here: remove it"


def _wide_encoding(data: bytes) -> str | None:
    return next((name for pattern, name in _WIDE_STARTS if pattern.match(data)), None)


def _encoding_problem(data: bytes, error: UnicodeDecodeError) -> ReadProblem:
    wide = _wide_encoding(data)
    if wide:
        message = f"the file is {wide}, not UTF-8; save it as UTF-8"
    elif _BINARY.search(data):
        message = "the file is no text: it holds bytes that stand in none; put what is no question elsewhere"
    else:
        byte = data[error.start]
        message = f"the byte 0x{byte:02X} is not valid UTF-8"
        char = bytes([byte]).decode("cp1252", errors="ignore")
        if error.end >= len(data) and error.reason == "unexpected end of data":
            message += "; the file seems to be cut off in the middle of a character"
        elif char.isprintable() and char:
            message += f"; the file is probably in Windows-1252, where it means '{char}': save it as UTF-8"
        else:
            message += "; save the file as UTF-8"
    # Broken bytes become one replacement character each, so that the text up to the first of them stays in
    # place.
    text = data[: error.start].decode("utf-8") + data[error.start :].decode("utf-8", errors="replace")
    at = len(data[: error.start].decode("utf-8"))
    return _located(ReadProblemKind.ENCODING, message, text, at, at + 1)


def _located(kind: ReadProblemKind, message: str, text: str, start: int, end: int) -> ReadProblem:
    lines = LineIndex(text)
    span = lines.span(start, end)
    if span.end_line != span.line:
        # The character is a line end itself, so that its end would stand on the next line.
        span = Span(span.line, span.column, span.line, span.column + 1)
    return ReadProblem(kind, message, span, lines.line_text(span.line))

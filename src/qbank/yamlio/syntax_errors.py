"""What a parser's error means in plain words, and the place an author should look at."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace
from yaml.error import MarkedYAMLError

from qbank import lazy_re
from qbank.quoting import quoted

_FIELD_BEFORE = lazy_re.compile(r"[ \t]*(?:- +)*(?:[\w.-]+|'[^']*'|\"[^\"]*\"):[ \t]+\S")
_FIELD_WITHOUT_SPACE = lazy_re.compile(r"[ \t]*(?:- +)*[A-Za-z_][\w-]*:[^\s:/]")
_ITEM_START = lazy_re.compile(r"[ \t]*(?:- +)*")


class _Error(Struct, frozen=True):
    """A parser's error: where the trouble showed, and where the thing in which it did began."""

    text: str
    at: int
    began: int

    @property
    def char(self) -> str:
        return self.text[self.at : self.at + 1]

    @property
    def first(self) -> str:
        """What the thing begins with."""
        return self.text[self.began : self.began + 1]

    @property
    def line_before(self) -> str:
        """The text of the line up to the place."""
        return self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at]

    @property
    def lines_above(self) -> str:
        return self.text[: self.text.rfind("\n", 0, self.at) + 1]

    def line_of(self, index: int) -> int:
        return self.text.count("\n", 0, index) + 1


_Explained = tuple[str, int]
_Explain = Callable[[_Error], _Explained]


def explain(error: MarkedYAMLError, text: str) -> tuple[str, int, int]:
    """The message for an author, and the indices between which the trouble stands."""
    problem = error.problem or "the structure is broken"
    at = min(error.problem_mark.index if error.problem_mark else 0, len(text))
    place = _Error(text, at, error.context_mark.index if error.context_mark else at)
    heard = f"{error.context or ''}; {problem}"
    for words, explanation in _EXPLANATIONS:
        if words.search(heard):
            message, start = explanation(place)
            break
    else:
        message, start = f"this is not valid YAML: {problem}", place.at
    end = start + 1 if text[start : start + 1] not in ("", "\r", "\n") else start
    return message, start, end


def _colon(error: _Error) -> _Explained:
    if _FIELD_BEFORE.match(error.line_before):
        return "a value that contains ': ' must be quoted, or YAML takes it for another field", error.at
    above = error.lines_above.rstrip().rpartition("\n")[2]
    if _FIELD_WITHOUT_SPACE.match(above):
        line = error.line_of(len(error.lines_above.rstrip()))
        return f"this field cannot follow line {line}, which lacks a space behind its colon", error.at
    return (
        "a field cannot begin here: the fields of one mapping start in the same column, "
        "and a value that contains ': ' must be quoted",
        error.at,
    )


def _unclosed_quote(error: _Error) -> _Explained:
    return f"the quote {error.first} that opens here is never closed", error.began


def _unclosed_flow(error: _Error) -> _Explained:
    opened = error.first
    kind, closing = ("list", "]") if opened == "[" else ("mapping", "}")
    holds = f"holds '{error.char}'" if error.char in ("[", "]", "{", "}") else f"begins with '{opened}'"
    return (
        f"the {kind} opened with '{opened}' on line {error.line_of(error.began)} "
        f"needs ',' or '{closing}' here; a text that {holds} must be quoted",
        error.at,
    )


def _unexpected(error: _Error) -> _Explained:
    before = error.line_before
    if _ITEM_START.fullmatch(before):
        if error.text.startswith(("- ", "-\n", "-\r"), error.at):
            return (
                "a list item does not fit here: check the indentation of this line and of those above",
                error.at,
            )
        return (
            "this line does not fit the ones above: the fields of one mapping and the items of one list "
            "start in the same column",
            error.at,
        )
    advice = "quote the whole value"
    if "'" in before:
        advice = "write '' for an apostrophe in single quotes"
    elif '"' in before:
        advice = 'write \\" for a quote in double quotes'
    return f"unexpected text after the end of a value: {advice}, or use a block text (|)", error.at


def _bad_start(error: _Error) -> _Explained:
    if error.char == "\t":
        return _TAB, error.at
    if not error.char:
        return "the file ends inside a list or mapping that was opened with '[' or '{'", error.at
    return f"a value cannot begin with {quoted(error.char)}: put it in quotes", error.at


def _alias(error: _Error) -> _Explained:
    return f"a value that begins with '{error.first}' must be quoted", error.began


def _escape(error: _Error) -> _Explained:
    start = error.at if error.char == "\\" else error.at - 1
    shown = error.text[start : start + 2]
    return (
        f"{quoted(shown)} is no escape in double quotes: write \\\\ for a backslash, or use single quotes",
        start,
    )


def _escape_digits(error: _Error) -> _Explained:
    start = error.text.rfind("\\", 0, error.at)
    digits = {"x": "two", "u": "four", "U": "eight"}[error.text[start + 1]]
    return (
        f"this escape needs {digits} hexadecimal digits: write \\\\ for a backslash, or use single quotes",
        start,
    )


def _escape_code(error: _Error) -> _Explained:
    start = error.text.rfind("\\", 0, error.at)
    return "this escape names no character: code points end at 10FFFF, and D800 to DFFF are none", start


def _directive(error: _Error) -> _Explained:
    start = error.text.rfind("\n", 0, error.at) + 1
    return "a line that begins with '%' is a YAML directive: quote it, or indent it under its text", start


def _after_the_end(error: _Error) -> _Explained:
    above = error.lines_above.rstrip()
    last_line = above.rfind("\n") + 1
    if above.startswith("%", last_line):
        return _directive(replace(error, at=last_line))
    if error.line_before.strip():
        return "unexpected text after the end of a value: quote the whole value", error.at
    return "the document ends above this line: the fields of one mapping start in the same column", error.at


def _says(message: str) -> _Explain:
    return lambda error: (message, error.at)


_TAB = "a tab cannot indent YAML: use spaces"
_NO_FIELD = "this line is no field and continues none: write `name: value`, or indent it under its text"
_EXPLANATIONS: tuple[tuple[re.Pattern[str], _Explain], ...] = tuple(
    (lazy_re.compile(words), explanation)
    for words, explanation in (
        ("mapping values are not allowed", _colon),
        ("could not find expected ':'", lambda error: (_NO_FIELD, error.began)),
        ("found unexpected ':'", _says("a text with a ':' inside brackets or braces must be quoted")),
        ("unexpected end of stream", _unclosed_quote),
        (
            "unexpected document",
            _says("a line that begins with --- or ... ends the text, yet its quote is still open"),
        ),
        (r"while parsing a flow.*expected ',' or", _unclosed_flow),
        ("scanning an? (?:alias|anchor)", _alias),
        ("tab character", _says(_TAB)),
        ("cannot start any token|node content", _bad_start),
        ("while parsing a block", _unexpected),
        (
            "sequence entries are not allowed",
            _says("a list begins on the line below its field; a text that begins with '- ' must be quoted"),
        ),
        ("mapping keys are not allowed", _says("a value that begins with '? ' must be quoted")),
        ("unknown escape", _escape),
        ("hexdecimal", _escape_digits),
        ("invalid Unicode character escape", _escape_code),
        (
            "scanning a block scalar",
            _says(
                "after | or > only a digit, + or - and a comment may follow: the text begins on the next line"
            ),
        ),
        (
            "undefined tag handle|scanning a tag|parsing a tag",
            _says("a value that begins with '!' must be quoted"),
        ),
        ("directive|incompatible YAML document", _directive),
        ("<?document start>?", _after_the_end),
    )
)

"""The YAML parsers: libyaml where PyYAML was built with it, else PyYAML's own, made to agree with libyaml.

A parser here turns text into events and nothing more: no tags are resolved, no objects are built.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml
from yaml.events import Event
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import ScalarToken

from qbank import lazy_re

NextEvent = Callable[[], Event | None]
"""Gives the next event, then None. Raises yaml.MarkedYAMLError where the text is no YAML."""

LIBYAML_REMARK = (
    "PyYAML was installed without libyaml, so reading is about 13 times slower than it could be: "
    "reinstall it from a binary wheel (`pip install --force-reinstall --only-binary :all: PyYAML`), "
    "or install the libyaml headers and build it again"
)

_ESCAPE = lazy_re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|.)", re.DOTALL)
_SURROGATE = lazy_re.compile("[\ud800-\udfff]")
_BLANKS = " \t"
_BREAKS = "\r\n"
_DIGITS = tuple("0123456789")


def libyaml_missing() -> bool:
    """Whether files are read by PyYAML's own slow parser; `LIBYAML_REMARK` then says how to change that."""
    return not yaml.__with_libyaml__


def libyaml_parser(text: str) -> NextEvent:
    """Parse with libyaml. Raises ImportError if PyYAML was built without it."""
    from yaml._yaml import CParser  # noqa: PLC0415 - there is no such module without libyaml

    return CParser(text).get_event


def python_parser(text: str) -> NextEvent:
    """Parse with PyYAML's own parser, which needs nothing but Python."""
    return _PythonParser(text).get_event


def default_parser(text: str) -> NextEvent:
    """Parse with the best parser there is."""
    return python_parser(text) if libyaml_missing() else libyaml_parser(text)


class _PythonParser(Reader, Scanner, Parser):
    """PyYAML's parser without its composer, and with libyaml's reading of tabs and of `\\u` escapes."""

    def __init__(self, text: str) -> None:
        self._text = text
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)

    def get_event(self) -> Event | None:
        event: Event | None = super().get_event()  # type: ignore[no-untyped-call]
        return event

    def scan_to_next_token(self) -> None:
        # PyYAML takes only spaces as separators; libyaml also takes tabs where no indentation is at stake.
        while True:
            blanks = _BLANKS if self.flow_level or not self.allow_simple_key else " "
            while self.peek() in blanks:
                self.forward()
            if self.peek() == "#":
                while self.peek() not in "\0\r\n":
                    self.forward()
            if not self.scan_line_break():  # type: ignore[no-untyped-call]
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain(self) -> ScalarToken:
        # As in PyYAML, but a `?` inside brackets is a letter like any other: `[Which one?, None]`.
        ends = "\0 \t\r\n"
        indicators = ",[]{}" if self.flow_level else ""
        chunks: list[str] = []
        spaces: list[str] = []
        start_mark = end_mark = self.get_mark()
        while self.peek() != "#":
            length = 0
            while (char := self.peek(length)) not in ends and char not in indicators:
                if char == ":" and self.peek(length + 1) in ends:
                    break
                if char == ":" and indicators and self.peek(length + 1) in indicators + "?":
                    self.forward(length)
                    problem = "found unexpected ':'"
                    raise ScannerError("while scanning a plain scalar", start_mark, problem, self.get_mark())
                length += 1
            if length == 0:
                break
            self.allow_simple_key = False
            chunks += spaces
            chunks.append(self.prefix(length))
            self.forward(length)
            end_mark = self.get_mark()
            spaces = self.scan_plain_spaces(self.indent + 1, start_mark) or []
            if not spaces or (not self.flow_level and self.column <= self.indent):
                break
        return ScalarToken("".join(chunks), True, start_mark, end_mark)

    def scan_plain_spaces(self, indent: int, start_mark: Any) -> list[str] | None:
        # As in PyYAML, but with tabs among the blanks.
        length = 0
        while self.peek(length) in _BLANKS:
            length += 1
        blanks = self.prefix(length)
        self.forward(length)
        if self.peek() not in _BREAKS:
            return [blanks] if blanks else []
        self.scan_line_break()  # type: ignore[no-untyped-call]
        self.allow_simple_key = True
        empty_lines: list[str] = []
        while True:
            if self.prefix(3) in ("---", "...") and self.column == 0 and self.peek(3) in "\0 \t\r\n":
                return None
            while self.peek() in _BLANKS:
                if self.peek() == "\t" and self.column < indent:
                    problem = "found a tab character that violates indentation"
                    raise ScannerError("while scanning a plain scalar", start_mark, problem, self.get_mark())
                self.forward()
            if self.peek() not in _BREAKS:
                return empty_lines or [" "]
            empty_lines.append(self.scan_line_break())  # type: ignore[no-untyped-call]

    def scan_block_scalar_indicators(self, start_mark: Any) -> tuple[bool | None, int | None]:
        # As in PyYAML, but a tab or a comment may follow at once; the next method looks at those.
        chomping: bool | None = None
        increment: int | None = None
        while True:
            char = self.peek()
            if char in ("+", "-") and chomping is None:
                chomping = char == "+"
            elif char in _DIGITS and increment is None:
                increment = int(char)
                if increment == 0:
                    problem = "expected indentation indicator in the range 1-9, but found 0"
                    raise ScannerError("while scanning a block scalar", start_mark, problem, self.get_mark())
            else:
                return chomping, increment
            self.forward()

    def scan_block_scalar_ignored_line(self, start_mark: Any) -> None:
        while self.peek() in _BLANKS:
            self.forward()
        super().scan_block_scalar_ignored_line(start_mark)

    def scan_block_scalar_indentation(self) -> tuple[list[Any], int, Any]:
        found = super().scan_block_scalar_indentation()
        self._refuse_tab()
        return found

    def scan_block_scalar_breaks(self, indent: int) -> tuple[list[Any], Any]:
        found = super().scan_block_scalar_breaks(indent)
        if self.column < indent:
            self._refuse_tab()
        return found

    def _refuse_tab(self) -> None:
        if self.peek() == "\t":
            problem = "found a tab character where an indentation space is expected"
            raise ScannerError("while scanning a block scalar", None, problem, self.get_mark())

    def scan_flow_scalar(self, style: str) -> ScalarToken:
        start = self.get_mark()
        context = "while scanning a double-quoted scalar"
        problem = "found invalid Unicode character escape code"
        try:
            token = super().scan_flow_scalar(style)
        except ValueError:
            raise ScannerError(context, start, problem, self.get_mark()) from None
        if _SURROGATE.search(token.value):
            # libyaml refuses `\ud800`; a lone surrogate would make text that cannot be written to a file.
            for escape in _ESCAPE.finditer(self._text, start.index):
                code = escape[1] or escape[2]
                if code and 0xD800 <= int(code, 16) <= 0xDFFF:
                    start.index = escape.start() + 2
                    break
            raise ScannerError(context, start, problem, start)
        return token

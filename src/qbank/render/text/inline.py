"""Reading what is within a line: bold, emphasis, code, and LaTeX told apart from money."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from qbank.render.text.document import Code, Emphasis, Inline, Inlines, LineBreak, Math, Strong, Text

_SIGN: Final = re.compile(r"\\[*$`_|]|(?<=[0-9])\\[.)](?=\s)|\*+|`+|\$\$?|\n")
_LATEX_SIGN: Final = re.compile(r"[\\^_{}=]")
_WORDS: Final = re.compile(r"^[0-9]|[A-Za-z]{3}")


def read_inlines(text: str) -> Inlines:
    """Read clean text into inlines; a line end in it is a break that is kept."""
    return _Reader(text).read()


@dataclass(slots=True)
class _Open:
    """A bold or emphasised stretch that has begun: its mark, and what stood before it."""

    mark: str
    before: list[Inline]


@dataclass(slots=True)
class _Reader:
    text: str
    pieces: list[Inline] = field(default_factory=list)
    plain: list[str] = field(default_factory=list)
    opened: list[_Open] = field(default_factory=list)

    def read(self) -> Inlines:
        text = self.text
        ends = _ends_of_code(text) | _ends_of_latex(text)
        at = 0
        for sign in _SIGN.finditer(text):
            start = sign.start()
            if start < at:
                continue  # within code or a formula
            self.plain.append(text[at:start])
            at = sign.end()
            what = sign[0]
            if what[0] == "\\":
                self.plain.append(what[1])
            elif what == "\n":
                self._add(LineBreak())
            elif what[0] == "*":
                self._stars(sign)
            elif start in ends:
                end = ends[start]
                inner = text[at:end]
                at = end + len(what)
                if what[0] == "`":
                    self._add(Code(_code(inner)))
                else:
                    self._add(Math(" ".join(inner.split())))
            else:
                self.plain.append(what)
        self.plain.append(text[at:])
        while self.opened:
            self._leave_open()
        self._flush()
        return tuple(self.pieces)

    def _stars(self, sign: re.Match[str]) -> None:
        marks = sign[0]
        before = self.text[sign.start() - 1 : sign.start()]
        after = self.text[sign.end() : sign.end() + 1]
        rest = len(marks)
        if rest > 3:
            self.plain.append(marks)
            return
        if before and not before.isspace():
            while rest and self.opened:
                closing = self._closable(rest, after)
                if not closing:
                    break
                self._close(closing)
                rest -= len(closing)
        # A star behind a word or a bracket multiplies: 2*3, (a)*b, 2**10.
        if rest and after and not after.isspace() and not (before.isalnum() or before in (")", "]")):
            for mark in ("**", "*"):
                if rest >= len(mark) and all(one.mark != mark for one in self.opened):
                    self._flush()
                    self.opened.append(_Open(mark, self.pieces))
                    self.pieces = []
                    rest -= len(mark)
        self.plain.append("*" * rest)

    def _closable(self, rest: int, after: str) -> str:
        """Return the mark that stars close: the innermost that they can, bold before emphasis."""
        if self.opened[-1].mark == "*" and rest != 2:
            return "" if after.isalnum() else "*"
        return "**" if rest >= 2 and any(one.mark == "**" for one in self.opened) else ""

    def _close(self, mark: str) -> None:
        while self.opened[-1].mark != mark:
            self._leave_open()
        self._flush()
        content = tuple(self.pieces)
        self.pieces = self.opened.pop().before
        if content:
            self.pieces.append(Strong(content) if mark == "**" else Emphasis(content))
        else:
            self.plain.append(mark * 2)

    def _leave_open(self) -> None:
        """Make the mark of the innermost stretch, which never ends, the text that it is."""
        self._flush()
        inner = self.pieces
        last = self.opened.pop()
        self.pieces = last.before
        self.plain.append(last.mark)
        for piece in inner:
            if isinstance(piece, Text):
                self.plain.append(piece.text)
            else:
                self._add(piece)

    def _add(self, piece: Inline) -> None:
        self._flush()
        self.pieces.append(piece)

    def _flush(self) -> None:
        text = "".join(self.plain)
        self.plain.clear()
        if text and self.pieces and isinstance(last := self.pieces[-1], Text):
            self.pieces[-1] = Text(last.text + text)
        elif text:
            self.pieces.append(Text(text))


def _code(inner: str) -> str:
    """Take off the blank on either side that keeps a backtick apart from the marks."""
    code = inner.replace("\n", " ")
    if code[:1] == code[-1:] == " " and code.strip():
        return code[1:-1]
    return code


def _ends_of_code(text: str) -> dict[int, int]:
    """Return where code begins, each with the place of the marks that end it."""
    ends: dict[int, int] = {}
    waiting: defaultdict[int, list[int]] = defaultdict(list)
    # From the right, so that the nearest run of the same length is known when a run is met.
    for run in reversed(list(re.finditer(r"(?<!\\)`+", text))):
        length = len(run[0])
        if waiting[length]:
            ends[run.start()] = waiting[length][-1]
        waiting[length].append(run.start())
    return ends


def _ends_of_latex(text: str) -> dict[int, int]:
    """Return the same of dollar signs that enclose LaTeX; the others are money."""
    ends: dict[int, int] = {}
    signs = list(re.finditer(r"(?<!\\)\$\$?", text))
    for sign, other in pairwise(signs):
        inner = text[sign.end() : other.start()]
        if sign[0] != other[0] or not inner.strip():
            continue
        tight = not inner[0].isspace() and not inner[-1].isspace()
        after = text[other.end() : other.end() + 1]
        likely = " " not in inner or _LATEX_SIGN.search(inner) or not _WORDS.search(inner)
        if sign[0] == "$$" or "\\" in inner or (tight and likely and not after.isdigit()):
            ends[sign.start()] = other.start()
    return ends

"""Blocks of Quarto, Pandoc and MyST: between colons, `::: {.solution}`, or as directives, `{solution}`.

Solutions and hints among them become sections as in other chapters, and exercises get headings. Any other
block stays in the text, which is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from qbank.importing.exercise.sections import section_named
from qbank.importing.markup.lines import Line
from qbank.importing.place import Place

_DIV: Final = re.compile(r"\s{0,9}:{3,}\s*(?P<about>[^:].*?)?\s*:*\s*$")
_FENCE: Final = re.compile(r"\s{0,9}(?P<marks>`{3,}|~{3,})\s*(?P<about>\{.*)?$")
_CELL: Final = re.compile(
    r"(\s{0,9}(?:`{3,}|~{3,})\s*)\{(?:python|r|julia|ojs|bash|code-cell)\b[^}]*\}.*", re.I
)
_CELL_OPTION: Final = re.compile(r"\s*(?:#|//)\|\s*(.*)")
_HIDDEN: Final = re.compile(r"(?:echo|include)\s*:\s*false", re.I)
_TITLE: Final = re.compile(r"""\btitle\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_NAMES: Final = re.compile(r"\{\s*([^}]*)\}\s*(.*)|(\S+)\s*(.*)")
_EXERCISE: Final = re.compile(r"[#.]?(?:exr-\S+|exercise|problem|question)", re.I)
_DIRECTIVE_OPTION: Final = re.compile(r"\s*:[a-z-]+:(?:\s.*)?$")
_HEADING: Final = re.compile(r"\s{0,3}#{1,6}\s+(?P<title>\S.*?)\s*(?:\{(?:[#.][^{}]*|-)\}\s*)?$")
_ATTRIBUTES: Final = re.compile(r"(#{1,6}\s.*?)\s*\{(?:[#.][^{}]*|-)\}\s*$")


def without_divs(lines: Sequence[Line], place: Place) -> list[Line]:
    """Return lines without the marks of blocks, which are sections, exercises or text like any other."""
    return list(_Divs(list(lines), place).plain())


class _Divs:
    def __init__(self, lines: list[Line], place: Place) -> None:
        self._lines = lines
        self._place = place
        self._at = 0
        self._open: list[tuple[str, str]] = []
        """The marks that each open block ends with, and what stands in place of its end."""
        self._exercises = 0

    def plain(self) -> Iterator[Line]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            is_directive = any(marks != ":::" for marks, _ in self._open)
            div = line.match(_DIV)
            fence = _FENCE.match(line.text) if line.code else None
            if div is not None and div["about"]:
                yield from self._begin(line, ":::", div["about"])
            elif div is not None and self._open:
                yield from self._end(line)
            elif fence and fence["about"] and _kind(fence["about"]):
                yield from self._begin(line, fence["marks"], fence["about"])
            elif fence and self._open and self._open[-1][0] == fence["marks"]:
                yield from self._end(line)
            elif line.code and (cell := _CELL.match(line.text)):
                yield from self._cell(line, f"{cell[1]}python" if "python" in line.text else cell[1])
            else:
                bare = line.match(_ATTRIBUTES)
                yield Line(line.number, bare[1] if bare else line.text, line.code and not is_directive)

    def _begin(self, line: Line, marks: str, about: str) -> Iterator[Line]:
        while self._at < len(self._lines) and _DIRECTIVE_OPTION.match(self._lines[self._at].text):
            self._at += 1
        kind, title = _kind(about), _title(about)
        heading = "" if title else self._heading(take=kind == "exercise")
        if not kind and (kind := section_named(heading)):
            self._heading(take=True)
        end: str = ""
        texts = ["", f"**{title}**", ""] if title else []
        if kind == "exercise":
            self._exercises += 1
            texts = [f"### Exercise {self._exercises}: {title or heading}".rstrip(": ")]
        elif kind:
            end, texts = "</details>", ["<details>", f"<summary>{kind}</summary>"]
        else:
            said = " ".join(line.text.split())
            what = f"the block '{said}' is taken as text; see whether it is the answer"
            self._place.at(line.number).note(what)
        self._open.append((marks, end))
        yield from (Line(line.number, text) for text in texts)

    def _end(self, line: Line) -> Iterator[Line]:
        _, text = self._open.pop()
        follows = self._at < len(self._lines) and bool(self._lines[self._at].text.strip())
        if text or follows:
            yield Line(line.number, text)

    def _heading(self, *, take: bool) -> str:
        """Return the heading that a block begins with; empty if it begins otherwise."""
        at = self._at
        while at < len(self._lines) and not self._lines[at].text.strip():
            at += 1
        heading = self._lines[at].match(_HEADING) if at < len(self._lines) else None
        if heading is None:
            return ""
        self._at = at + 1 if take else self._at
        return heading["title"]

    def _cell(self, line: Line, opening: str) -> Iterator[Line]:
        """Take code that a page runs: as code, unless the page shows only what it prints."""
        options = []
        while self._at < len(self._lines) and (option := _CELL_OPTION.match(self._lines[self._at].text)):
            options.append(option[1])
            self._at += 1
        if any(map(_HIDDEN.match, options)):
            self._place.at(line.number).lose("a cell of code, of which the page shows what it prints")
            while self._at < len(self._lines) and self._lines[self._at].code:
                self._at += 1
                if _FENCE.match(self._lines[self._at - 1].text):
                    break
        else:
            self._place.at(line.number).note("a cell of code is taken as text; what it prints is not known")
            yield Line(line.number, opening.rstrip(), code=True)


def _title(about: str) -> str:
    """Return the title that a block is given."""
    if said := _TITLE.search(about):
        return (said[1] or said[2] or "").strip()
    named = _NAMES.match(about)
    return (named[2] or "").strip() if named else ""


def _kind(about: str) -> str:
    """Return `exercise`, or the name of the section that a block is; empty for any other."""
    named = _NAMES.match(about)
    words = (named[1] or named[3] or "").split() if named else []
    if words and _EXERCISE.fullmatch(words[0]):
        return "exercise"
    titles = (word.lstrip("#.").replace("sol-", "solution ") for word in words if "=" not in word)
    said = (section_named(title) for title in (_title(about), *titles))
    return next(filter(None, said), "")

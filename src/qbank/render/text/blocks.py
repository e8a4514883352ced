"""Reading the text of a field: the small Markdown that authors write, and nothing more.

Blocks are paragraphs, lists (`-`, `*`, `1.`), fences, tables with pipes and `$$…$$`; `inline` reads what is
within a line. Anything else stays the text that it is: headings, links, HTML, directives.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from qbank.render.text.document import (
    Block,
    Blocks,
    BulletList,
    CodeBlock,
    Inlines,
    MathBlock,
    NumberedList,
    Paragraph,
    TableBlock,
)
from qbank.render.text.inline import read_inlines

_DEEPEST: Final = 6
"""How deep lists are read in lists; what is deeper is text."""

_UNPRINTABLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202d\u202e\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"
)
_LINE_END: Final = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,})\s*([^`]*)$")
_LANGUAGE: Final = re.compile(r"\{?\.?([A-Za-z][A-Za-z0-9+-]{0,19})")
_ITEM: Final = re.compile(r"(\s*)(?:[-*•]|([0-9]{1,2})[.)])\s+(?=\S)")
_LABEL: Final = re.compile(r"\s*\*\*[^*]*:\*\*|\s*\*\*[^*]*\*\*:")
_RULE_OF_TABLE: Final = re.compile(r":?-+:?")
_CELL_END: Final = re.compile(r"(?<!\\)\|")
_STATEMENT_END: Final = frozenset(".:;!?)=≈")


def clean(text: str) -> str:
    """Return text without characters that no document may hold; line ends become `\\n`.

    Control characters, halves of surrogate pairs and overrides of the direction become U+FFFD, so that it
    shows that something was there.
    """
    return _UNPRINTABLE.sub("\ufffd", _LINE_END.sub("\n", text))


def one_line(text: str) -> str:
    """Return plain text for a single line, such as a title: clean, and with single blanks."""
    return " ".join(clean(text).split())


def read_blocks(text: str) -> Blocks:
    """Read text into blocks. Never fails, and takes time in proportion to the length."""
    return _read(clean(text).expandtabs(4).split("\n"), 0)


def read_line(text: str) -> Inlines:
    """Read text that stands on one line, such as a cell of a table."""
    return read_inlines(one_line(text))


def _read(lines: list[str], depth: int) -> Blocks:
    reader = _Reader(lines, depth)
    reader.read()
    return tuple(reader.blocks)


@dataclass(slots=True)
class _Reader:
    """Goes through lines once; every method that takes a block leaves `at` behind it."""

    lines: list[str]
    depth: int
    at: int = 0
    blocks: list[Block] = field(default_factory=list)
    no_formula_before: int = 0

    def read(self) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.strip():
                self.at += 1
            elif fence := _FENCE.match(line):
                self._fence(fence)
            elif item := self._item(line):
                self._list(item)
            elif header := self._header():
                self._table(header)
            elif end := self._end_of_formula():
                formula = " ".join(" ".join(self.lines[self.at : end]).split())
                self.blocks.append(MathBlock(formula[2:-2].strip()))
                self.at = end
            else:
                self._paragraph()

    def _item(self, line: str) -> re.Match[str] | None:
        return _ITEM.match(line) if self.depth < _DEEPEST else None

    def _fence(self, opening: re.Match[str]) -> None:
        marks, info = opening[1], opening[2]
        margin = len(opening[0]) - len(opening[0].lstrip())
        code = []
        self.at += 1
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            bare = line.strip()
            if len(bare) >= len(marks) and bare == marks[0] * len(bare):
                break
            code.append(line[min(margin, len(line) - len(line.lstrip())) :])
        language = _LANGUAGE.match(info)
        self.blocks.append(CodeBlock("\n".join(code), language[1].lower() if language else ""))

    def _list(self, first: re.Match[str]) -> None:
        margin, numbered = len(first[1]), first[2] is not None
        items: list[Blocks] = []
        mark: re.Match[str] | None = first
        while mark is not None:
            items.append(self._list_item(mark, margin))
            mark = self._item(self.lines[self.at]) if self.at < len(self.lines) else None
            if mark is not None and (mark[2] is not None) != numbered:
                mark = None
        if numbered:
            self.blocks.append(NumberedList(tuple(items), int(first[2])))
        else:
            self.blocks.append(BulletList(tuple(items)))

    def _list_item(self, mark: re.Match[str], margin: int) -> Blocks:
        """Take one item: its first line, and what stands further to the right than the list."""
        indent = mark.end()
        lines = [self.lines[self.at][indent:]]
        self.at += 1
        blank = 0
        while self.at + blank < len(self.lines):
            line = self.lines[self.at + blank]
            if not line.strip():
                blank += 1
                continue
            inner = len(line) - len(line.lstrip())
            if inner <= margin:
                break
            lines += [""] * blank
            lines.append(line[min(inner, indent) :])
            self.at += blank + 1
            blank = 0
        self.at += blank
        return _read(lines, self.depth + 1)

    def _header(self) -> list[str] | None:
        return table_header(*self.lines[self.at : self.at + 2]) if self.at + 1 < len(self.lines) else None

    def _table(self, header: list[str]) -> None:
        self.at += 2
        rows = []
        while self.at < len(self.lines) and "|" in self.lines[self.at]:
            cells = table_cells(self.lines[self.at])[: len(header)]
            rows.append(cells + [""] * (len(header) - len(cells)))
            self.at += 1
        self.blocks.append(
            TableBlock(tuple(map(read_line, header)), tuple(tuple(map(read_line, row)) for row in rows))
        )

    def _end_of_formula(self) -> int | None:
        """Return the place behind the lines of a `$$…$$` that begins here and has nothing beside it."""
        if self.at < self.no_formula_before or not self.lines[self.at].lstrip().startswith("$$"):
            return None
        end = self.at
        text = ""
        while end < len(self.lines) and (line := self.lines[end].strip()):
            end += 1
            text = line if end > self.at + 1 else line[2:]
            if "$$" in text:
                alone = text.find("$$") == len(text) - 2 and (end > self.at + 1 or len(text) > 2)
                return end if alone else None
        # No need to look again from the lines in between.
        self.no_formula_before = end
        return None

    def _paragraph(self) -> None:
        lines = [self.lines[self.at].strip()]
        self.at += 1
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if (
                not line.strip()
                or _FENCE.match(line)
                or self._item(line)
                or _LABEL.match(line)
                or self._header()
                or self._end_of_formula()
            ):
                break
            lines.append(line.strip())
            self.at += 1
        self.blocks.append(Paragraph(read_inlines(_joined(lines))))


def _joined(lines: list[str]) -> str:
    """Join the lines of a paragraph: those that end a statement stay lines, wrapped ones become one."""
    pieces: list[str] = []
    for line in lines[:-1]:
        kept = line[-1] in _STATEMENT_END or "=" in line or "≈" in line
        pieces += (line, "\n" if kept else " ")
    return "".join(pieces) + lines[-1]


def table_header(line: str, below: str) -> list[str] | None:
    """Return the cells of a line that begins a table: the one below it holds a rule for each of them."""
    if "|" not in line or "|" not in below:
        return None
    header, rule = table_cells(line), table_cells(below)
    return header if len(header) == len(rule) and all(map(_RULE_OF_TABLE.fullmatch, rule)) else None


def table_cells(line: str) -> list[str]:
    """Return the cells of a line of a table; a pipe behind a backslash parts none."""
    bare = line.strip().removeprefix("|")
    if bare.endswith("|") and not bare.endswith("\\|"):
        bare = bare[:-1]
    return [cell.strip() for cell in _CELL_END.split(bare)]

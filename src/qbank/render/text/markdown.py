"""Printing text as Markdown, so that nothing in it is taken for a sign that the author did not mean.

Two dialects are told apart: that of GitHub, and that of Quarto, which is pandoc's with cells that can run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from qbank.render.labels import labelled
from qbank.render.templates import Printed
from qbank.render.text.document import (
    Block,
    Blocks,
    BulletList,
    Code,
    CodeBlock,
    Emphasis,
    Inline,
    Inlines,
    LineBreak,
    Math,
    MathBlock,
    NumberedList,
    Paragraph,
    Strong,
    TableBlock,
    Text,
)
from qbank.render.text.latex import is_formula
from qbank.render.text.markdown_syntax import code_span, fenced, list_item, pipe_table

_APART: Final = "&#8203;"
"""An empty character between signs that would melt into one, as an entity: it is the `&` that parts them."""

_GITHUB_SIGNS: Final = re.compile(r"[\\`*_\[\]<>|~$]")
_QUARTO_SIGNS: Final = re.compile(r"[\\`*_\[\]<>|~$@^{}]")
_ENTITY: Final = re.compile(r"&(?=#?[A-Za-z0-9]{1,40};)")
_CELL: Final = re.compile(r"^([\s>]*(?:`{3,}|~{3,})\s*)\{", re.MULTILINE)
_INLINE_CELL: Final = re.compile(r"`(?=r[ #]|\{)")
_RUNS: Final = re.compile(r"-(?=-)|(?<=-)-|:(?=:)|(?<=:):")
_OPENING_DOLLAR: Final = re.compile(r"(?<![^\s(])\$(?=[^\s$][^$]*(?<=\S)\$(?![A-Za-z0-9]))")

# What begins a block when it begins a line: headings, lists, rules, underlines, definitions, captions.
_LINE_START: Final = re.compile(
    r"""
      (?P<sign> [#+=%] | -(?!\S) | --- | : )
    | \(? (?: [0-9]{1,9} | [A-Za-z] | [ivxlcdmIVXLCDM]{1,12} | \# ) (?P<list> [.)] ) (?=\s|$)
    | [Tt]able (?P<caption> : )
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How to print text in one kind of Markdown."""

    quarto: bool

    def text(self, text: str) -> Printed:
        """Print plain text for the middle of a line, such as a title behind its number."""
        return Printed(self._text(" ".join(text.split())))

    def attribute(self, text: str) -> Printed:
        """Print plain text as the value of an attribute, with its quotes."""
        escaped = re.sub(r'["\\&{}\[\]$:#]', r"\\\g<0>", self._code(" ".join(text.split())))
        return Printed(f'"{escaped}"')

    def line(self, content: Inlines) -> Printed:
        """Print inlines on one line, for a cell of a table or behind a label."""
        return Printed(self._inlines(content, cell=True))

    def blocks(self, blocks: Blocks) -> Printed:
        """Print blocks with a blank line between them."""
        return Printed("\n\n".join(map(self._block, blocks)))

    def labelled(self, blocks: Blocks, label: str, note: str = "", mark: str = "") -> Printed:
        """Print blocks with a bold label before and a note behind them, as an item where there is a mark."""
        content = labelled(blocks, label, note)
        return Printed(self._item(content, mark) if mark else self.blocks(content))

    def _item(self, blocks: Blocks, mark: str) -> str:
        return list_item(self._in_item(blocks), mark)

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph():
                lines = self._inlines(block.content, cell=False).split("\n")
                return "\n".join(map(_not_a_block, lines))
            case BulletList():
                return self._list(block.items, ["-"] * len(block.items))
            case NumberedList():
                return self._list(block.items, [f"{block.start + at}." for at in range(len(block.items))])
            case CodeBlock():
                return fenced(self._code(block.text), block.language)
            case MathBlock():
                return self._formula(block.latex)
            case TableBlock():
                return pipe_table([list(map(self.line, row)) for row in (block.header, *block.rows)])

    def _list(self, items: tuple[Blocks, ...], marks: list[str]) -> str:
        loose = any(len(item) > 1 and not isinstance(item[1], BulletList | NumberedList) for item in items)
        return ("\n\n" if loose else "\n").join(map(self._item, items, marks))

    def _in_item(self, blocks: Blocks) -> str:
        pieces: list[str] = []
        for place, block in enumerate(blocks):
            if place:
                tight = isinstance(block, BulletList | NumberedList) and len(blocks) == 2
                pieces.append("\n" if tight else "\n\n")
            pieces.append(self._block(block))
        return "".join(pieces)

    def _formula(self, latex: str) -> str:
        if not is_formula(latex):
            return self._code_span(latex)
        return f"$$\n{latex}\n$$" if self.quarto else f"```math\n{latex}\n```"

    def _inlines(self, content: Inlines, *, cell: bool) -> str:
        pieces: list[str] = []
        before = ""
        for inline in content:
            piece = self._inline(inline, cell=cell)
            if not piece:
                continue
            if before and _would_melt(before, piece):
                pieces.append(_APART)
            pieces.append(piece)
            before = piece
        return "".join(pieces)

    def _inline(self, inline: Inline, *, cell: bool) -> str:
        match inline:
            case Text():
                return self._text(inline.text)
            case Strong():
                return f"**{self._inlines(inline.content, cell=cell)}**"
            case Emphasis():
                return f"*{self._inlines(inline.content, cell=cell)}*"
            case Code():
                return self._code_span(inline.text, cell=cell)
            case Math():
                return self._math(inline.latex.strip(), cell=cell)
            case LineBreak():
                return " " if cell else "\\\n"

    def _text(self, text: str) -> str:
        escaped = _ENTITY.sub(r"\\&", self._escaped(text))
        # Pandoc makes dashes of hyphens, which are signs of options here, and blocks of colons.
        return _INLINE_CELL.sub("`\u200b", _RUNS.sub(r"\\\g<0>", escaped)) if self.quarto else escaped

    def _escaped(self, text: str) -> str:
        if not self.quarto and "$" in text:
            # GitHub takes such dollar signs for LaTeX in spite of a backslash, but not behind this character.
            text = _OPENING_DOLLAR.sub("\u200b$", text)
        return (_QUARTO_SIGNS if self.quarto else _GITHUB_SIGNS).sub(r"\\\g<0>", text)

    def _code(self, text: str) -> str:
        if not self.quarto:
            return text
        # Quarto looks for directives and cells in code, too; only an empty character makes it look past them.
        return _INLINE_CELL.sub("`\u200b", _CELL.sub("\\1\u200b{", text.replace("{{", "{\u200b{")))

    def _math(self, latex: str, *, cell: bool) -> str:
        if not is_formula(latex):
            return self._code_span(latex, cell=cell)
        if cell:
            latex = latex.replace("\\|", r"\Vert ").replace("|", r"\vert ").strip()
        return f"${latex}$" if self.quarto else f"$`{latex}`$"

    def _code_span(self, text: str, *, cell: bool = False) -> str:
        text = self._code(" ".join(text.split()))
        # The blanks keep `{python} …` and `r …` from running as code within a line.
        blank = " " if not text or text[0] in "`{" or text[-1] == "`" or text.startswith("r ") else ""
        if cell and not self.quarto:
            text = text.replace("|", r"\|")  # GitHub parts cells before it reads code, pandoc does not
        return code_span(text, blank)


GITHUB: Final = Dialect(quarto=False)
QUARTO: Final = Dialect(quarto=True)


def _not_a_block(line: str) -> str:
    """Keep a line of a paragraph from beginning a block of its own."""
    begin = _LINE_START.match(line)
    if begin is None:
        return line
    place = begin.start(begin.lastgroup or 0)
    return f"{line[:place]}\\{line[place:]}"


def _would_melt(before: str, after: str) -> bool:
    """Whether two pieces side by side would be read as something else than each for itself."""
    last, first = before[-1], after[0]
    if last == first and first in "*`$":
        return True
    if before.endswith("*") and not before.endswith("\\*"):
        return first.isalnum()
    if last == "$":
        return first.isdigit() or first == "`"
    return first == "*" and not after.startswith("\\") and last.isalnum()

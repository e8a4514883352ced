"""Reading Markdown into blocks: what it is as HTML is read as HTML.

Fields hold a smaller Markdown; what it has not, such as links and headings, becomes the nearest that it has.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from html import escape
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.inlines import Display, with_inlines
from qbank.importing.place import Place
from qbank.render.text.blocks import clean
from qbank.render.text.document import Blocks, Inline, Inlines, Math, Paragraph, Text
from qbank.render.text.markdown_syntax import LIST_END

_APART: Final = "\u200b"
_GITHUB_MATH: Final = re.compile(r"\$`([^`]{1,2000})`\$")
_SIGN_OF_FORMULA: Final = re.compile(r"[\\$]")
_CODE: Final = re.compile(
    r"^ {0,3}(`{3,}|~{3,})[^\n]*\n.*?^ {0,3}\1[`~]* *$|(`+)(?!`).+?(?<!`)\2(?!`)", re.M | re.S
)
_MATH: Final = re.compile(
    r"(?<!\\)\$\$(.{1,2000}?)(?<!\\)\$\$|(?<![\\$])\$(?=\S)((?:[^$\n\\]|\\.|\n(?!\s*\n)){1,500}?)(?<=\S)(?<!\\)\$(?![0-9])"
    r"|\\\((.{1,500}?)\\\)|\\\[(.{1,2000}?)\\\]",
    re.S,
)
_KEPT: Final = re.compile("\ue010([0-9]{1,6})\ue011")
_LEFT_OUT: Final = re.compile(r"(?<=\))\{[^{}\n]{0,200}\}|<!--.{0,20000}?-->", re.S)
"""Attributes as Pandoc has them, and comments."""
_READ_TAG: Final = re.compile(
    r"</?(?:b|strong|i|em|code|tt|kbd|br|p|div|span|u|center|font|small|big|sub|sup|img"
    r"|iframe|script|object|embed|video|audio|style)\b",
    re.I,
)
"""A tag that means what it says within Markdown; others are text, as in a question about HTML."""


def read_github(markdown: str) -> Blocks:
    """Read Markdown as GitHub knows it, which is what our exports print; HTML is text like any other."""
    # Our exports part a sign from text before it that GitHub would take for LaTeX in spite of its backslash.
    markdown = clean(markdown).replace(f"{_APART}\\$", "\\$")
    return read_html(_parser(has_html=False).render(markdown))


def read_github_line(markdown: str) -> Inlines:
    """Read Markdown that stands on one line, such as a cell of a table or a heading."""
    line = " ".join(markdown.split())
    blocks = read_github(line)
    return blocks[0].content if len(blocks) == 1 and isinstance(blocks[0], Paragraph) else (Text(line),)


def read_pandoc(markdown: str, place: Place | None = None) -> Blocks:
    """Read Markdown as Pandoc and notebooks know it: formulas between dollar signs, and a little HTML.

    What is left out, such as frames, is told at `place`.
    """
    markdown = clean(markdown).replace("\ue010", "")
    formulas: list[Inline] = []

    def keep(match: re.Match[str]) -> str:
        latex = next(filter(None, match.groups()), "").strip()
        formulas.append(Math(latex) if match[1] is None and match[4] is None else Display(latex))
        return f"\ue010{len(formulas) - 1}\ue011"

    def restored(inline: Inline) -> list[Inline]:
        if not isinstance(inline, Text) or not _KEPT.search(inline.text):
            return [inline]
        pieces = enumerate(_KEPT.split(inline.text))
        return [formulas[int(piece)] if place % 2 else Text(piece) for place, piece in pieces if piece]

    pieces = []
    at = 0
    for code in _CODE.finditer(markdown):
        pieces += [_LEFT_OUT.sub("", _MATH.sub(keep, markdown[at : code.start()])), code[0]]
        at = code.end()
    pieces.append(_LEFT_OUT.sub("", _MATH.sub(keep, markdown[at:])))
    html = _parser(has_html=True).render("".join(pieces))
    return with_inlines(read_html(html, place), restored)


@lru_cache(maxsize=2)
def _parser(*, has_html: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    if has_html:
        parser.disable("html_block")  # what stands within tags is Markdown as well
    parser.inline.ruler.before("backticks", "math", _math)
    parser.core.ruler.before("text_join", "meant", partial(_tell_meaning, has_html))
    return parser


def _math(state: StateInline, silent: bool) -> bool:
    """Read a formula of GitHub, code between dollar signs."""
    match = _GITHUB_MATH.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        state.push("math", "", 0).content = match[1]
    state.pos = match.end()
    return True


def _tell_meaning(has_html: bool, state: StateCore) -> None:
    for block in state.tokens:
        for token in (block, *(block.children or ())):
            _tell(token, has_html)


def _tell(token: Token, has_html: bool) -> None:
    """Make tokens such that HTML says what they mean: signs of formulas and of HTML are mere text."""
    match token.type:
        case "math":
            token.type, token.content = "html_inline", _formula(token.content, "inline")
        case "fence" if token.info.split()[:1] == ["math"]:
            token.type, token.content = "html_block", _formula(token.content, "block")
        case "hardbreak":
            token.type, token.content = "html_inline", "<br>"
        case "html_block":
            lines = filter(None, map(str.strip, token.content.replace(LIST_END, "").split("\n")))
            token.content = "".join(f"<p>{escape(_mere(line))}</p>" for line in lines)
        case "text_special" if token.content == _APART:
            token.content = ""  # an entity of our own, which keeps marks apart
        case "text" | "text_special":
            token.type, token.content = "text", _mere(token.content)
        case "html_inline" if not (has_html and _READ_TAG.match(token.content)):
            token.type, token.content = "text", _mere(token.content)


def _formula(latex: str, display: str) -> str:
    return f'<math display="{display}"><annotation encoding="tex">{escape(latex)}</annotation></math>'


def _mere(text: str) -> str:
    """Return text with its dollar signs and backslashes apart, so that they begin no formula."""
    return _SIGN_OF_FORMULA.sub(rf"\g<0>{_APART}", text)

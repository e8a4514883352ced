"""Reading Markdown as Pandoc and notebooks know it: formulas between dollar signs, and a little HTML."""

from __future__ import annotations

import re
from typing import Final

from qbank.importing.markup.github import read_github
from qbank.importing.markup.inlines import Display, with_inlines
from qbank.importing.place import Place
from qbank.render.text.document import Blocks, Inline, Math, Text

_CODE: Final = re.compile(
    r"^ {0,3}(`{3,}|~{3,})[^\n]*\n.*?^ {0,3}\1[`~]* *$|(`+)(?!`).+?(?<!`)\2(?!`)", re.M | re.S
)
_MATH: Final = re.compile(
    r"(?<!\\)\$\$(.{1,2000}?)(?<!\\)\$\$|(?<![\\$])\$(?=\S)((?:[^$\n\\]|\\.|\n(?!\s*\n)){1,500}?)(?<=\S)(?<!\\)\$(?![0-9])"
    r"|\\\((.{1,500}?)\\\)|\\\[(.{1,2000}?)\\\]",
    re.S,
)
_RAISED: Final = re.compile(r"<(sub|sup)>\s*([^<>]{1,100}?)\s*</\1>", re.I)
_PAIRS: Final = (
    (re.compile(r"</?(?:b|strong)>", re.I), "**"),
    (re.compile(r"</?(?:i|em)>", re.I), "*"),
    (re.compile(r"</?(?:code|tt|kbd)>", re.I), "`"),
    (re.compile(r"<br\s*/?>", re.I), "\\\n"),
    (re.compile(r"</?(?:p|div)(?:\s[^<>]{0,300})?>", re.I), "\n\n"),
    (re.compile(r"</?(?:span|u|center|font|small|big)(?:\s[^<>]{0,300})?>", re.I), ""),
)
_IMAGE: Final = re.compile(r"<img\s([^<>]{1,1000})>", re.I)
_ATTRIBUTE: Final = re.compile(r"""([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.I)
_ATTRIBUTES_OF_PANDOC: Final = re.compile(r"(?<=\))\{[^{}\n]{0,200}\}")
_ACTIVE: Final = re.compile(
    r"<(iframe|script|object|embed|video|audio|style)\b[^<>]{0,2000}>(?:.{0,5000}?</\1>)?", re.I | re.S
)
_COMMENT: Final = re.compile(r"<!--.{0,20000}?-->", re.S)
_KEPT: Final = re.compile("\ue010([0-9]{1,6})\ue011")


def read_pandoc(markdown: str, place: Place | None = None) -> Blocks:
    """Read Markdown into blocks; what is left out, such as frames, is told at `place`."""
    formulas: list[tuple[str, bool]] = []

    def keep(match: re.Match[str]) -> str:
        latex = next(filter(None, match.groups()), "").strip()
        formulas.append((latex, match[1] is not None or match[4] is not None))
        return f"\ue010{len(formulas) - 1}\ue011"

    pieces = []
    at = 0
    for code in _CODE.finditer(markdown):
        pieces += [_plain(_MATH.sub(keep, markdown[at : code.start()]), place), code[0]]
        at = code.end()
    pieces.append(_plain(_MATH.sub(keep, markdown[at:]), place))
    return with_inlines(read_github("".join(pieces)), lambda inline: _restored(inline, formulas))


def _plain(text: str, place: Place | None) -> str:
    """Return Markdown with the HTML in it as Markdown."""
    if "<" in text:
        for active in _ACTIVE.finditer(text):
            if place is not None:
                place.lose(f"<{active[1].lower()}> is left out")
        text = _COMMENT.sub("", _ACTIVE.sub("", text))
        text = _RAISED.sub(_raised, text)
        text = _IMAGE.sub(_image, text)
        for pattern, mark in _PAIRS:
            text = pattern.sub(lambda _match, mark=mark: mark, text)  # type: ignore[misc]
    return _ATTRIBUTES_OF_PANDOC.sub("", text)


def _raised(match: re.Match[str]) -> str:
    sign, raised = "^" if match[1].lower() == "sup" else "\\_", match[2]
    return sign + (raised if raised.isalnum() else f"({raised})")


def _image(match: re.Match[str]) -> str:
    attributes = {
        name.lower(): first or second or third for name, first, second, third in _ATTRIBUTE.findall(match[1])
    }
    return f"![{attributes.get('alt', '')}](<{attributes.get('src', '')}>)"


def _restored(text: Inline, formulas: list[tuple[str, bool]]) -> list[Inline]:
    if not isinstance(text, Text):
        return [text]
    pieces: list[Inline] = []
    at = 0
    for kept in _KEPT.finditer(text.text):
        number = int(kept[1])
        if number >= len(formulas):
            continue
        latex, is_display = formulas[number]
        pieces += [Text(text.text[at : kept.start()]), Display(latex) if is_display else Math(latex)]
        at = kept.end()
    if not at:
        return [text]
    pieces.append(Text(text.text[at:]))
    return [piece for piece in pieces if piece != Text("")]

"""Printing text as LaTeX, so that nothing in it is a command.

Formulas that any program may typeset go through as they are; what is none is shown as it is written. Signs
that pdfTeX has no letter for are shown by other engines, and by their code points there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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

_ESCAPED: Final = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\textquotedbl{}", "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}", "-": r"{-}", "[": "{[}", "]": "{]}", "\u00a0": "~", "\u200b": "",
    "’": "'", "‘": "`", "“": "``", "”": "''", "–": "--", "—": "---", "…": r"\dots{}", "€": r"\texteuro{}",
    "−": r"\ensuremath{-}", "≈": r"\ensuremath{\approx}", "≤": r"\ensuremath{\le}",
    "≥": r"\ensuremath{\ge}", "≠": r"\ensuremath{\neq}", "→": r"\ensuremath{\to}",
    "⇒": r"\ensuremath{\Rightarrow}", "∞": r"\ensuremath{\infty}", "√": r"\ensuremath{\surd}",
    "Δ": r"\ensuremath{\Delta}", "Ω": r"\ensuremath{\Omega}", "α": r"\ensuremath{\alpha}",
    "β": r"\ensuremath{\beta}", "λ": r"\ensuremath{\lambda}", "μ": r"\ensuremath{\mu}",
    "π": r"\ensuremath{\pi}", "σ": r"\ensuremath{\sigma}", "⌈": r"\ensuremath{\lceil}",
    "⌉": r"\ensuremath{\rceil}", "⌊": r"\ensuremath{\lfloor}", "⌋": r"\ensuremath{\rfloor}",
    "∙": r"\ensuremath{\cdot}", "★": r"\ensuremath{\star}", "☆": r"\ensuremath{\circ}",
    "□": r"\ensuremath{\Box}",
}  # fmt: skip
_RAISED: Final = dict(zip("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789", strict=True))
_LOWERED: Final = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_LAST_LATIN: Final = "\u017e"
_LONGEST_ROW: Final = 60
"""Characters of a table's row that surely fit side by side."""


def text(text: str) -> Printed:
    """Print plain text on one line."""
    return Printed("".join(map(_sign, " ".join(text.split()))))


def blocks(content: Blocks) -> Printed:
    """Print blocks with a blank line between them."""
    return Printed("\n\n".join(map(_block, content)))


def line(content: Inlines) -> Printed:
    """Print inlines on one line."""
    return Printed("".join(map(_inline, content)))


def _sign(sign: str) -> str:
    if sign in _ESCAPED:
        return _ESCAPED[sign]
    if sign in _RAISED:
        return f"\\textsuperscript{{{_RAISED[sign]}}}"
    if sign in _LOWERED:
        return f"\\textsubscript{{{_LOWERED[sign]}}}"
    if sign > _LAST_LATIN:
        return f"\\othersign{{{ord(sign):X}}}{{{sign}}}"
    return sign


def _words(text: str) -> str:
    """Print text within a line; blanks at its ends stay."""
    return "".join(map(_sign, text.replace("\n", " ")))


def _block(block: Block) -> str:
    match block:
        case Paragraph():
            return line(block.content)
        case BulletList():
            return _list(block.items, [""] * len(block.items))
        case NumberedList():
            return _list(block.items, [f"[{block.start + place}.]" for place in range(len(block.items))])
        case CodeBlock():
            lines = [_code(each) or "~" for each in block.text.split("\n")]
            return "\\begin{flushleft}\\ttfamily\n" + "\\\\\n".join(lines) + "\n\\end{flushleft}"
        case MathBlock():
            return (
                f"\\[ {block.latex} \\]" if is_formula(block.latex) else f"\\texttt{{{_code(block.latex)}}}"
            )
        case TableBlock():
            return table(block)


def _list(items: tuple[Blocks, ...], marks: Sequence[str]) -> str:
    # The braces keep a bracket that an item begins with from being its label.
    body = "\n".join(f"\\item{mark} {{}}{blocks(item)}" for mark, item in zip(marks, items, strict=True))
    return f"\\begin{{itemize}}\n{body}\n\\end{{itemize}}"


def table(content: TableBlock, caption: str = "") -> Printed:
    """Print a table, with a caption above it unless that is empty."""
    rows = [list(map(line, row)) for row in (content.header, *content.rows)]
    columns = max(len(content.header), 1)
    longest = max(sum(map(len, row)) for row in rows)
    wide = f"{0.92 / columns:.3f}"
    column = "l" if longest <= _LONGEST_ROW else f">{{\\raggedright\\arraybackslash}}p{{{wide}\\linewidth}}"
    printed = [" & ".join(row) + r" \\" for row in rows]
    printed[0] = " & ".join(f"\\textbf{{{cell}}}" for cell in rows[0]) + r" \\ \midrule"
    title = f"{text(caption)}\\\\[0.5ex]\n" if caption else ""
    return Printed(
        f"\\begin{{center}}\n{title}\\begin{{tabular}}{{@{{}}{column * columns}@{{}}}}\n\\toprule\n"
        + "\n".join(printed)
        + "\n\\bottomrule\n\\end{tabular}\n\\end{center}"
    )


def _inline(inline: Inline) -> str:
    match inline:
        case Text():
            return _words(inline.text)
        case Strong():
            return f"\\textbf{{{line(inline.content)}}}"
        case Emphasis():
            return f"\\emph{{{line(inline.content)}}}"
        case Code():
            return f"\\texttt{{{_code(inline.text)}}}"
        case Math():
            latex = inline.latex.strip()
            return f"\\({latex}\\)" if is_formula(latex) else f"\\texttt{{{_code(latex)}}}"
        case LineBreak():
            return "\\newline{}"


def _code(text: str) -> str:
    return "".join("~" if sign == " " else _sign(sign) for sign in text.expandtabs(4).replace("\n", " "))

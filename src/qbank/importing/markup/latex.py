"""The little LaTeX of exercises as Markdown; formulas stay as they are."""

from __future__ import annotations

import re
from typing import Final

_FORMULA: Final = re.compile(
    r"\$\$.*?\$\$|(?<!\\)\$[^$]{1,1000}?(?<!\\)\$|\\\[.*?\\\]|\\\(.*?\\\)"
    r"|\\begin\{(equation|align|eqnarray|displaymath|math|gather)\*?\}.*?\\end\{\1\*?\}",
    re.S,
)
_VERBATIM: Final = re.compile(
    r"\\begin\{(?:verbatim|Schunk|Soutput|Sinput|lstlisting)\}(?:\[[^\]]*\])?\n?(.*?)\\end\{[A-Za-z]+\}", re.S
)
_CHANGES: Final = (
    (re.compile(r"\\(?:textbf|strong)\{([^{}]*)\}"), r"**\1**"),
    (re.compile(r"\\(?:emph|textit|textsl)\{([^{}]*)\}"), r"*\1*"),
    (re.compile(r"\\(?:texttt|code|verb\*?|pkg|file)\{([^{}]*)\}"), r"`\1`"),
    (re.compile(r"\\verb\*?([^a-zA-Z\s*])(.*?)\1"), r"`\2`"),
    (_VERBATIM, r"\n```\n\1```\n"),
    (re.compile(r"\\includegraphics(?:\[[^\]]*\])?\{([^{}]*)\}"), r"\n\n![](\1)\n\n"),
    (re.compile(r"\\url\{([^{}]*)\}"), r"<\1>"),
    (re.compile(r"\\href\{([^{}]*)\}\{([^{}]*)\}"), r"[\2](\1)"),
    (re.compile(r"\\(?:begin|end)\{(?:itemize|enumerate|center|figure|quote)\}(?:\[[^\]]*\])?"), "\n"),
    (re.compile(r"\\item(?:\[[^\]]*\])?[ \t]*"), "\n- "),
    (re.compile(r"\\\\(?:\[[^\]]*\])?[ \t]*"), "\\\\\n"),
    (re.compile(r"\\(?:noindent|medskip|bigskip|smallskip|newpage|centering|par|hfill)(?![a-zA-Z])"), ""),
    (re.compile(r"\\[vh]space\*?\{[^{}]*\}"), ""),
    (re.compile(r"``|''"), '"'),
    (re.compile(r"---"), "—"),
    (re.compile(r"(?<!-)--(?!-)"), "–"),
    (re.compile(r"(?<!\\)~"), " "),
    (re.compile(r"\\([%&#_{}$])"), r"\1"),
    (re.compile(r"\\(?:ldots|dots)(?:\{\})?"), "…"),
)  # fmt: skip


def markdown_of_latex(latex: str) -> str:
    """Return LaTeX as Markdown; a command that is not known stays as it is written."""
    pieces = []
    at = 0
    for formula in _FORMULA.finditer(latex):
        text = formula[0]
        if formula[1] and formula[1] != "math":
            inner = re.sub(
                r"^\\begin\{(?:equation|displaymath)\*?\}|\\end\{(?:equation|displaymath)\*?\}$", "", text
            )
            text = f"\n\n$${inner.strip()}$$\n\n"
        pieces += [_plain(latex[at : formula.start()]), text]
        at = formula.end()
    return "".join([*pieces, _plain(latex[at:])])


def _plain(text: str) -> str:
    for pattern, replacement in _CHANGES:
        text = pattern.sub(replacement, text)
    return text

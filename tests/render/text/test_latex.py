from __future__ import annotations

from each import each
from qbank.render.text.latex import is_formula


@each(
    "latex",
    [
        r"x \neq \frac{a}{b}",
        r"\sum_{i=1}^{n} x_i",
        r"\text{data} \times (p-1)/p",
        r"\begin{cases} a & b \\ c & d \end{cases}",
        r"\left( \frac{1}{2} \right)^2",
        r"5\% \, \$3 \{ \}",
        r"\operatorname{softmax}(QK^T/\sqrt{d_k})V",
    ],
)
def test_what_only_typesets_is_a_formula(latex: str) -> None:
    assert is_formula(latex)


@each(
    "latex",
    [
        "",
        r"\input{/etc/passwd}",
        r"\href{javascript:alert(1)}{x}",
        r"\newcommand{\a}{\a\a}\a",
        r"\def\x{1}",
        r"\write18{ls}",
        r"\color{red} x",
        r"^^5cinput{x}",
        r"\frac{a",
        r"} {",
        r"a & b",
        r"a \\ b",
        r"\begin{cases} x",
        r"\end{cases}\begin{cases}",
        r"\begin{verbatim} x \end{verbatim}",
        r"\begin {x}",
        r"\left( x",
        r"a $ b",
        "a % b",
        "a # b",
        "a ` b",
        "a \\",
        "x" * 3000,
        "{" * 30 + "}" * 30,
    ],
)
def test_what_may_do_more_is_none(latex: str) -> None:
    assert not is_formula(latex)

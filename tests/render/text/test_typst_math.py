from __future__ import annotations

from typing import Any

from each import each
from qbank.render.text.typst_math import to_tree


def symbols(text: str) -> list[Any]:
    return [["symbol", letter] for letter in text]


@each(
    "latex, tree",
    [
        ("x", ["symbol", "x"]),
        ("x_i^2", ["attach", *symbols("xi"), ["text", "2"]]),
        (r"\frac{a}{b}", ["frac", *symbols("ab")]),
        (r"\sqrt{x}", ["root", ["symbol", "x"], None]),
        (r"\sqrt[3]{x}", ["root", ["symbol", "x"], ["text", "3"]]),
        (r"a - b", ["row", symbols("a−b")]),
        (r"1{,}000", ["row", [["text", "1"], ["plain", ","], ["text", "000"]]]),
        (r"\mathrm{GB}", ["text", "GB"]),
        (r"\text{a b}", ["text", "a\u00a0b"]),
        (r"\max_i", ["attach", ["operator", "max"], ["symbol", "i"], None]),
        (r"\left( a \right)", ["fenced", symbols("(a)")]),
        (r"\hat{x}", ["accent", ["symbol", "x"], "\u0302"]),
        (r"\overline{x}", ["overline", ["symbol", "x"]]),
        (r"\underbrace{x}_{n}", ["limits", ["underbrace", ["symbol", "x"]], ["symbol", "n"], None]),
        (r"f'", ["attach", ["symbol", "f"], None, ["primes", 1]]),
        (r"\not=", ["symbol", "≠"]),
        (r"\xrightarrow{a}", ["limits", ["stretch", "→"], None, ["symbol", "a"]]),
        (r"\boxed{x}", ["box", ["symbol", "x"]]),
        (r"a\quad b", ["row", [["symbol", "a"], ["space", 1.0], ["symbol", "b"]]]),
        (
            r"\begin{pmatrix} a & b \end{pmatrix}",
            ["fenced", [["symbol", "("], ["table", [symbols("ab")], ["center"] * 2, False], ["symbol", ")"]]],
        ),
        (
            r"\begin{cases} a & b \\ c \end{cases}",
            [
                "fenced",
                [
                    ["symbol", "{"],
                    ["table", [symbols("ab"), [["symbol", "c"], ["row", []]]], ["left"] * 2, False],
                ],
            ],
        ),
        (
            r"\begin{aligned} a &= b \\ a &= b \end{aligned}",
            ["table", [[["symbol", "a"], ["row", symbols("=b")]]] * 2, ["right", "left"], True],
        ),
    ],
)
def test_trees(latex: str, tree: list[Any]) -> None:
    assert to_tree(latex) == tree


@each("latex", [r"\frac{a", r"\href{x}{y}", "", r"\sqrt" * 40 + "x", r"\sqrt" * 400 + "x"])
def test_what_cannot_be_drawn(latex: str) -> None:
    assert to_tree(latex) is None


def test_text_in_a_formula_is_text() -> None:
    assert to_tree(r'\text{\#eval("1")}') == ["text", '#eval("1")']

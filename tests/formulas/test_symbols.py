"""Symbols of formulas, as LaTeX and in letters."""

from __future__ import annotations

from each import each
from qbank.formulas.library import bundled
from qbank.formulas.symbols import symbol


@each(
    "latex, text",
    [
        ("n", "n"),
        (r"\alpha", "α"),
        (r"\lambda", "λ"),
        (r"\beta_{i}", "β_i"),
        (r"T_{\Sigma}", "T_Σ"),
        ("c_{s}^{2}", "c_s²"),
        ("W_{99}", "W_99"),
        ("x^2", "x²"),
        (r"\ell_0", "ℓ_0"),
    ],
)
def test_a_symbol_is_written_in_letters(latex: str, text: str) -> None:
    assert symbol(latex) == (latex, text)


def test_symbols_of_a_formula_differ_and_are_no_names_of_others() -> None:
    for formula in bundled():
        shown = {name: one.text for name, one in formula.symbols.items()}
        assert len(set(shown.values())) == len(shown), formula.id
        assert not [name for name, text in shown.items() if text != name and text in shown], formula.id

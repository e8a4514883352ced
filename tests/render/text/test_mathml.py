from __future__ import annotations

import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.render.text import latex, mathml
from qbank.render.text.mathml import to_mathml


def test_a_formula_becomes_an_element() -> None:
    drawn = to_mathml(r"x \neq \frac{a}{b}")
    assert drawn is not None
    assert drawn.startswith(
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><mi>x</mi><mo>≠</mo><mfrac>'
    )
    assert 'display="block"' in (to_mathml("x", block=True) or "")


def test_text_in_a_formula_is_escaped() -> None:
    drawn = to_mathml(r"\text{<script>alert(1)</script>} < y")
    assert drawn is not None
    assert "<script" not in drawn
    assert "&lt;script&gt;" in drawn


def test_bold_letters_are_bold_without_an_attribute_that_browsers_ignore() -> None:
    assert "𝐖" in (to_mathml(r"\mathbf{W}x") or "")


def test_equations_stand_below_each_other() -> None:
    drawn = to_mathml(r"\begin{aligned} a &= b \\ &= c \end{aligned}") or ""
    assert drawn.count("<mtr>") == 2
    assert "&amp;" not in drawn
    assert (to_mathml(r"\begin{gathered} a \\ b \end{gathered}") or "").count("<mtr>") == 2


def test_signs_in_text_need_no_backslash() -> None:
    assert "<mtext>50%\xa0of\xa0a_b</mtext>" in (to_mathml(r"\text{50\% of a\_b}") or "")


@each("broken", [r"\frac", "x^", r"\href{javascript:alert(1)}{x}", r"\foo", "", r"\begin{x}"])
def test_what_is_no_formula_is_left_to_the_format(broken: str) -> None:
    assert to_mathml(broken) is None


WORDS = [rf"\{name}" for name in sorted(latex._COMMANDS)] + [
    "{",
    "}",
    "^",
    "_",
    "x",
    "1",
    "&",
    r"\\",
    "<",
    ">",
    '"',
    "'",
]


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_whatever_is_drawn_is_well_formed_and_nothing_but_mathml(written: str) -> None:
    drawn = to_mathml(written)
    if drawn is None:
        return
    for element in ET.fromstring(drawn).iter():
        assert element.tag.removeprefix("{http://www.w3.org/1998/Math/MathML}") in mathml._ELEMENTS
        assert set(element.attrib) <= mathml._ATTRIBUTES | {"display"}

from __future__ import annotations

from qbank.render.labels import emphasised, labelled
from qbank.render.text.blocks import read_blocks
from qbank.render.text.markdown import GITHUB


def test_a_single_paragraph_is_emphasised() -> None:
    assert GITHUB.blocks(emphasised(read_blocks("How much?"))) == "**How much?**"
    assert emphasised(read_blocks("a\n\nb")) == read_blocks("a\n\nb")
    assert emphasised(read_blocks("- a")) == read_blocks("- a")


def test_a_label_and_a_note_go_into_the_paragraphs_that_are_there() -> None:
    assert GITHUB.blocks(labelled(read_blocks("x"), "(a)")) == "**(a)** x"
    assert GITHUB.blocks(labelled(read_blocks("x\n\ny"), "(a)", "(z)")) == "**(a)** x\n\ny *(z)*"


def test_else_they_make_paragraphs_of_their_own() -> None:
    assert GITHUB.blocks(labelled((), "(a)", "(z)")) == "**(a)** *(z)*"
    assert GITHUB.blocks(labelled(read_blocks("- x"), "(a)", "(z)")) == "**(a)**\n\n- x\n\n*(z)*"

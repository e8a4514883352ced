from __future__ import annotations

import re

from each import each
from qbank.model.taxonomy import Answers, SetKind
from qbank.render.registry import formats
from qbank.render.text import tex
from qbank.render.text.blocks import read_blocks
from render.hostile import PIECES, document, hostile_document

TEX = formats()["tex"]
_COMMAND = re.compile(r"\\([A-Za-z@]+)")


def source(name: str = "week-3.tex", **fields: object) -> str:
    output = TEX.render(document(**fields))
    files = output if isinstance(output, dict) else {"week-3.tex": output}
    return files[name].decode()


@each("piece", PIECES.values())
def test_no_text_is_a_command(piece: str) -> None:
    """But for formulas, which have been looked at, a text has no command that we did not write."""
    plain = re.sub(r"\$[^$]*\$", "", piece)
    ours = {"textbackslash", "textasciicircum", "textasciitilde", "textless", "textgreater", "textbar",
            "textquotedbl", "textquotesingle", "textasciigrave", "othersign", "texttt", "textbf", "emph",
            "ensuremath", "dots", "star", "to", "approx", "item", "begin", "end", "ttfamily", "newline",
            "toprule", "midrule", "bottomrule", "linewidth", "raggedright", "arraybackslash",
            "textsuperscript", "textsubscript", "Delta", "alpha"}  # fmt: skip
    printed = tex.blocks(read_blocks(plain))
    assert set(_COMMAND.findall(printed)) <= ours
    assert "\\input" not in printed.replace("\\textbackslash{}input", "")


def test_points_and_choices_of_the_class_exam() -> None:
    text = source(kind=SetKind.EXAM)
    assert "\\documentclass[11pt,a4paper,addpoints]{exam}" in text
    assert text.count("\\question") == 5
    assert text.count("\\CorrectChoice") == 1
    assert "\n\\noprintanswers" not in text


def test_a_paper_gives_no_answer_away() -> None:
    paper, key = (source(name, answers=Answers.KEY) for name in ("week-3.tex", "week-3-key.tex"))
    assert "\\noprintanswers" in paper
    assert "13.3 GB" not in paper
    assert "\\printanswers" in key
    assert "13.3 GB to 14.7 GB" in key


def test_hostile_documents_are_printed_twice_alike() -> None:
    assert TEX.render(hostile_document()) == TEX.render(hostile_document())

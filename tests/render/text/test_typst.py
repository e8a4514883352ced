from __future__ import annotations

from each import each
from qbank.render.text.blocks import read_blocks, read_line
from qbank.render.text.document import CodeBlock, MathBlock
from qbank.render.text.typst import breakable, data_of


def test_blocks_are_data() -> None:
    assert data_of(read_blocks("a **b** `c`\n\n- x\n\n3. y")) == [
        {
            "kind": "paragraph",
            "content": ["a ", {"kind": "strong", "content": ["b"]}, " ", {"kind": "code", "text": "c"}],
        },
        {"kind": "list", "items": [[{"kind": "paragraph", "content": ["x"]}]]},
        {"kind": "numbered", "start": 3, "items": [[{"kind": "paragraph", "content": ["y"]}]]},
    ]


def test_no_line_ends_between_number_and_unit() -> None:
    [made] = data_of(read_blocks("It takes 2 * 10 ms."))
    assert made["content"] == ["It takes 2 × 10\u00a0ms."]


def test_a_formula_keeps_its_latex_for_those_who_cannot_see_it() -> None:
    [made] = data_of((MathBlock("x"),))
    assert made == {"kind": "formula", "tree": ["symbol", "x"], "latex": "x"}


def test_what_is_no_formula_is_shown_as_it_is_written() -> None:
    assert data_of((MathBlock(r"\frac{a"),)) == [{"kind": "code", "text": r"\frac{a"}]
    assert data_of(read_line(r"$\input{x}$")) == [{"kind": "code", "text": r"\input{x}"}]


def test_a_table_is_data() -> None:
    [made] = data_of(read_blocks("| a | b |\n|---|---|\n| 1 | 2 |"))
    assert made == {"kind": "table", "caption": "", "header": [["a"], ["b"]], "rows": [[["1"], ["2"]]]}


@each("length", [1, 32, 33, 64, 65, 1000])
def test_long_words_may_go_on_on_the_next_line(length: int) -> None:
    word = "x" * length
    made = breakable(f"a {word} b")
    assert made.replace("\u200b", "") == f"a {word} b"
    assert max(map(len, made.replace("\u200b", " ").split())) <= 32


def test_lines_of_code_stay_lines() -> None:
    [made] = data_of((CodeBlock("a\n  b\n\nc", "python"),))
    assert made["text"] == "a\n  b\n\nc"

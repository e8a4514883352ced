from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.render.text.blocks import clean, one_line, read_blocks
from qbank.render.text.document import (
    Block,
    Blocks,
    BulletList,
    Code,
    CodeBlock,
    LineBreak,
    Math,
    MathBlock,
    NumberedList,
    Paragraph,
    Strong,
    TableBlock,
    Text,
)


def paragraph(content: str) -> Paragraph:
    return Paragraph((Text(content),))


def test_paragraphs_are_parted_by_blank_lines() -> None:
    assert read_blocks("one\n\n  two  \n\n\n") == (paragraph("one"), paragraph("two"))
    assert read_blocks("  \n\n") == ()


def test_a_wrapped_line_goes_on_and_a_statement_ends_one() -> None:
    assert read_blocks("the weights of\nthe model") == (paragraph("the weights of the model"),)
    assert read_blocks("Total = 5 GB\nand more") == (
        Paragraph((Text("Total = 5 GB"), LineBreak(), Text("and more"))),
    )
    assert read_blocks("It fits.\nIt is slow.") == (
        Paragraph((Text("It fits."), LineBreak(), Text("It is slow."))),
    )


def test_a_bold_label_begins_a_paragraph() -> None:
    read = read_blocks("**The Pitfall:** haste\n**The Rationale:** none")
    assert read == (
        Paragraph((Strong((Text("The Pitfall:"),)), Text(" haste"))),
        Paragraph((Strong((Text("The Rationale:"),)), Text(" none"))),
    )


@each("mark", ["-", "*", "•"])
def test_lists_with_lists_in_them(mark: str) -> None:
    read = read_blocks(f"{mark} a\n  {mark} b\n    more\n\n  {mark} c\n{mark} d\nafter")
    inner = BulletList(((paragraph("b more"),), (paragraph("c"),)))
    assert read == (BulletList(((paragraph("a"), inner), (paragraph("d"),))), paragraph("after"))


def test_numbered_lists_keep_their_first_number() -> None:
    assert read_blocks("3. a\n4) b") == (NumberedList(((paragraph("a"),), (paragraph("b"),)), 3),)


def test_a_year_and_a_product_begin_no_list() -> None:
    assert read_blocks("1986. A year.") == (paragraph("1986. A year."),)
    assert read_blocks("*4 and -5") == (paragraph("*4 and -5"),)


def test_lists_deeper_than_anyone_reads_become_text() -> None:
    depth = 0
    blocks: Blocks = read_blocks("".join(" " * place + "- x\n" for place in range(40)))
    while isinstance(block := blocks[-1], BulletList):
        blocks, depth = block.items[-1], depth + 1
    assert depth == 6
    assert "- x" in str(blocks)


def test_fences_keep_their_lines_and_a_plain_word_of_the_language() -> None:
    assert read_blocks("```{python}\nx = 1\n\n  y\n```\nafter") == (
        CodeBlock("x = 1\n\n  y", "python"),
        paragraph("after"),
    )
    assert read_blocks("~~~~ {=html}\n```\n~~~\n~~~~") == (CodeBlock("```\n~~~", ""),)
    assert read_blocks("```\nnever closed") == (CodeBlock("never closed"),)


def test_formulas_on_lines_of_their_own() -> None:
    assert read_blocks("Energy:\n$$E = m c^2$$\nfollows") == (
        paragraph("Energy:"),
        MathBlock("E = m c^2"),
        paragraph("follows"),
    )
    assert read_blocks("$$\na\nb\n$$") == (MathBlock("a b"),)
    assert read_blocks("$$a$$ and $$b$$") == (Paragraph((Math("a"), Text(" and "), Math("b"))),)
    assert read_blocks("$$never closed") == (paragraph("$$never closed"),)


def test_tables() -> None:
    read = read_blocks("| a | `b \\| c` |\n|:--|--:|\n| 1 |\n| 2 | 3 | 4 |\nafter")
    assert read == (
        TableBlock(
            ((Text("a"),), (Code("b \\| c"),)),
            (((Text("1"),), ()), ((Text("2"),), (Text("3"),))),
        ),
        paragraph("after"),
    )
    assert isinstance(read_blocks("a | b\nno rule | here")[0], Paragraph)


@each("literal", ["# heading", "[a](b)", "<b>x</b>", "> quoted", "::: note", "{{x}}", "@a"])
def test_anything_else_is_text(literal: str) -> None:
    assert read_blocks(literal) == (paragraph(literal),)


def test_what_no_document_may_hold_is_shown_as_replaced() -> None:
    assert clean("a\x07b\x1b[0m\ud800\u202e\ufeff\uffff") == "a\ufffdb\ufffd[0m\ufffd\ufffd\ufffd\ufffd"
    assert clean("a\r\nb\rc\u2028d\x85e") == "a\nb\nc\nd\ne"
    assert one_line(" a\n\tb ") == "a b"


def characters(block: Block | object) -> str:
    """Return all text of blocks."""
    if isinstance(block, str):
        return block
    if isinstance(block, tuple):
        return "".join(map(characters, block))
    names = ("content", "items", "header", "rows", "text", "latex")
    return "".join(characters(getattr(block, name, ())) for name in names)


@given(st.text(alphabet="ab *`$|-\n1.\\_~#:[]{}<>&=", max_size=200))
def test_reading_never_fails_and_loses_no_word(written: str) -> None:
    read = read_blocks(written)
    words = [character for character in written if character in "ab"]
    # The word behind a fence names its language.
    if "```" not in written and "~~~" not in written and "|" not in written:
        assert [character for character in characters(read) if character in "ab"] == words


@each(
    "unit",
    ["**a ", "*a ", "`a ``", "$a $$", "- a\n  ", "|a", "$$a\n", "```\n~~~\n", "*a**", "\\", "1. x\n", "x$$\n",
     "|a|\n|-|\n", "[", "**a:** \n", "\n\n"],
)  # fmt: skip
def test_long_text_of_signs_is_read(unit: str) -> None:
    # What looks again at every sign for each sign would not come to an end here.
    assert read_blocks(unit * 20_000) or not unit.strip()

from __future__ import annotations

import unicodedata
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from each import each
from qbank.render.text.blocks import one_line, read_blocks
from qbank.render.text.document import Code, CodeBlock, Emphasis, LineBreak, Math, Paragraph, Strong, Text
from qbank.render.text.markdown import GITHUB, QUARTO, Dialect
from render.hostile import PIECES

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def shown(markdown: str) -> str:
    """Return the text that a reader of Markdown shows, and fail on anything that is more than text."""
    found = []
    for token in READER.parse(markdown):
        assert token.type not in {"html_block", "heading_open", "hr", "blockquote_open", "code_block"}, token
        for child in token.children or ():
            assert child.type not in {"html_inline", "link_open", "image", "s_open"}, child
            found.append("\n" if child.type in {"softbreak", "hardbreak"} else child.content)
    return "".join(found).replace("\u200b", "")


@each("dialect", [GITHUB, QUARTO])
@each("name", PIECES)
def test_hostile_text_is_shown_as_it_is(dialect: Dialect, name: str) -> None:
    written = one_line(PIECES[name])
    assert shown(dialect.blocks((Paragraph((Text(written),)),))) == written


SIGNS = "ab1 \\`*_[]()<>|~#+-=.:!$@^{}&;'\"%\u00e9"


@given(st.text(alphabet=SIGNS, max_size=60))
def test_any_text_is_shown_as_it_is(written: str) -> None:
    line = one_line(written)
    for dialect in (GITHUB, QUARTO):
        assert shown(dialect.blocks((Paragraph((Text(line),)),))) == line


@each(
    "line",
    ["# a", "1. a", "12) a", "- a", "+ a", "-", "--- ", "===", "> a", ": a", "a) b", "(iv) c", "#. d",
     "(@) e", "::: {.note}", "Table: a", "| a", "```", "~~~"],
)  # fmt: skip
def test_no_line_begins_a_block(line: str) -> None:
    written = f"first.\n{line}".strip()
    paragraph = Paragraph((Text("first."), LineBreak(), Text(line.strip())))
    for dialect in (GITHUB, QUARTO):
        printed = dialect.blocks((paragraph,))
        assert shown(printed) == written
        assert printed.split("\n")[1] != line or (dialect is GITHUB and line == "(@) e")


@each(
    "content, html",
    [
        ((Strong((Text("Cost:"),)), Text("5")), "<strong>Cost:</strong>5"),
        ((Strong((Text("a"),)), Strong((Text("b"),))), "<strong>a</strong><strong>b</strong>"),
        ((Emphasis((Text("a"),)), Strong((Text("b"),))), "<em>a</em><strong>b</strong>"),
        ((Code("a"), Code("b")), "<code>a</code><code>b</code>"),
        ((Code("a`b"), Text("c")), "<code>a`b</code>c"),
        ((Code("`"),), "<code>`</code>"),
        ((Strong((Emphasis((Text("x"),)),)),), "<strong><em>x</em></strong>"),
    ],
)
def test_marks_side_by_side_stay_apart(content: Any, html: str) -> None:
    for dialect in (GITHUB, QUARTO):
        rendered = READER.render(dialect.blocks((Paragraph(content),))).replace("\u200b", "")
        # "***x***" may be read either way around, which looks the same.
        turned = html.replace("<strong><em>x</em></strong>", "<em><strong>x</strong></em>")
        assert rendered.strip() in {f"<p>{html}</p>", f"<p>{turned}</p>"}


@each("dialect", [GITHUB, QUARTO])
def test_what_authors_write_reads_the_same_when_printed(dialect: Dialect) -> None:
    written = (
        "One **bold** and *stressed* `code`.\n\n- a\n  - b\n- c\n\n3. d\n\n   more\n\n4. e\n\n"
        "| x | y |\n| --- | --- |\n| 1 | 2 |\n\n```python\nx = 1\n\ny\n```\n"
    )
    assert dialect.blocks(read_blocks(written)) + "\n" == written


def test_formulas_and_what_is_none() -> None:
    read = read_blocks(r"costs $x^2$ and $\input{x}$" + "\n\n$$a=b$$")
    assert GITHUB.blocks(read) == "costs $`x^2`$ and `\\input{x}`\n\n```math\na=b\n```"
    assert QUARTO.blocks(read) == "costs $x^2$ and `\\input{x}`\n\n$$\na=b\n$$"


def test_cells_hold_no_bars() -> None:
    read = (Code("a|b"), Math("|x|"), Text("c|d"))
    assert GITHUB.line(read) == "`a\\|b`$`\\vert x\\vert`$c\\|d"
    assert QUARTO.line(read) == "`a|b`$\\vert x\\vert$c\\|d"


def test_fences_are_longer_than_those_within() -> None:
    assert GITHUB.blocks((CodeBlock("```\nx\n````", "python"),)) == "`````python\n```\nx\n````\n`````"


@each("code", ["```{python}\nx\n```", "{{< include /etc/passwd >}}", "  ~~~ {r}\n1"])
def test_code_in_quarto_neither_runs_nor_includes(code: str) -> None:
    printed = QUARTO.blocks((CodeBlock(code), Paragraph((Code(code),))))
    assert "{{" not in printed
    assert "```{" not in printed
    assert "~~~ {" not in printed
    assert code.split(maxsplit=1)[0].strip("`~") in printed.replace("\u200b", "")


@each("code", ["{python} 1+1", "r 1+1", "{{x}}"])
def test_code_within_a_line_does_not_run(code: str) -> None:
    printed = QUARTO.blocks((Paragraph((Code(code),)),))
    assert not printed.startswith(("`{", "`r "))
    assert shown(printed) == code


def test_names_notes_and_directives_of_pandoc_are_text() -> None:
    assert QUARTO.text("@name x^2^ {.a} ^[n]") == r"\@name x\^2\^ \{.a\} \^\[n\]"


def test_hyphens_stay_hyphens() -> None:
    assert QUARTO.text("a --flag --- b-c") == r"a \-\-flag \-\-\- b-c"


def test_money_that_github_would_take_for_a_formula() -> None:
    assert GITHUB.text("pay $5 or $6") == r"pay \$5 or \$6"
    assert GITHUB.text("a $x$ b") == "a \u200b\\$x\\$ b"


def test_an_attribute_keeps_its_quotes() -> None:
    assert QUARTO.attribute('a "b" \\ {c}') == r'"a \"b\" \\ \{c\}"'


def test_labels_and_notes() -> None:
    assert (
        GITHUB.labelled(read_blocks("one\n\ntwo"), "(a)", "(2 points)") == "**(a)** one\n\ntwo *(2 points)*"
    )
    assert GITHUB.labelled(read_blocks("```\nx\n```"), "A.", mark="-") == "- **A.**\n\n  ```\n  x\n  ```"
    assert GITHUB.labelled((), "(b)") == "**(b)**"


def test_combining_characters_are_left_alone() -> None:
    assert GITHUB.text("e\u0301") == "e\u0301" != unicodedata.normalize("NFC", "e\u0301")

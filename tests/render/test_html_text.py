from __future__ import annotations

import pytest

from qbank.render import html_text, text
from qbank.render.document import CodeBlock, MathBlock, NumberedList, Paragraph


@pytest.mark.parametrize(
    ("written", "html"),
    [
        ("a **b** *c* `d<`", '<p dir="auto">a <strong>b</strong> <em>c</em> <code>d&lt;</code></p>'),
        ("a.\nb", '<p dir="auto">a.<br>b</p>'),
        (
            "2. a\n3. b",
            '<ol start="2">\n<li><span dir="auto">a</span></li>\n<li><span dir="auto">b</span></li>\n</ol>',
        ),
        ("```\n<x>\n```", "<pre><code>&lt;x&gt;</code></pre>"),
        (r"$\input{x}$", r'<p dir="auto"><code>\input{x}</code></p>'),
    ],
)
def test_blocks(written: str, html: str) -> None:
    assert str(html_text.blocks(text.read(written))) == html


def test_formulas_are_drawn_or_shown() -> None:
    assert "<mfrac>" in html_text.blocks((MathBlock(r"\frac{a}{b}"),))
    assert html_text.blocks((MathBlock(r"\input{a}"),)) == r"<pre><code>\input{a}</code></pre>"


def test_tables_have_headings_and_a_caption() -> None:
    (table,) = text.read("| a | b |\n|---|---|\n| 1 | <2> |")
    html = html_text.table(table, "x < y")  # type: ignore[arg-type]
    assert '<caption dir="auto">x &lt; y</caption>' in html
    assert '<th scope="col" dir="auto">a</th>' in html
    assert '<td dir="auto">&lt;2&gt;</td>' in html


def test_an_item_may_begin_with_code() -> None:
    html = html_text.blocks((NumberedList(((CodeBlock("x"), Paragraph(())),)),))
    assert html.startswith("<ol>\n<li><pre><code>x</code></pre>")

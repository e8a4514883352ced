from __future__ import annotations

from xml.etree import ElementTree

from each import each
from qbank.render.text.blocks import read_blocks
from qbank.render.text.document import (
    Code,
    CodeBlock,
    Math,
    MathBlock,
    NumberedList,
    Paragraph,
    TableBlock,
    Text,
)
from qbank.render.text.html import PAGE, PLATFORM, QTI
from render.hostile import PIECES, everything, hostile_items, hostile_line, piece
from render.reading import APART, read_html, text_of, text_of_html


@each(
    "written, html",
    [
        ("a **b** *c* `d<`", '<p dir="auto">a <strong>b</strong> <em>c</em> <code>d&lt;</code></p>'),
        ("a.\nb", '<p dir="auto">a.<br/>b</p>'),
        (
            "2. a\n3. b",
            '<ol start="2">\n<li><span dir="auto">a</span></li>\n<li><span dir="auto">b</span></li>\n</ol>',
        ),
        ("```\n<x>\n```", "<pre><code>&lt;x&gt;</code></pre>"),
        ("```c++\nx\n```", '<pre><code class="language-c++">x</code></pre>'),
        (r"$\input{x}$", r'<p dir="auto"><code>\input{x}</code></p>'),
    ],
)
def test_blocks(written: str, html: str) -> None:
    assert str(PAGE.blocks(read_blocks(written))) == html
    assert str(PLATFORM.blocks(read_blocks(written))) == html


def test_qti_knows_no_direction_and_no_start_of_lists() -> None:
    assert str(QTI.blocks(read_blocks("a\n\n2. b"))) == "<p>a</p>\n<ol>\n<li>b</li>\n</ol>"


def test_formulas_are_drawn_or_shown() -> None:
    assert "<mfrac>" in PAGE.blocks((MathBlock(r"\frac{a}{b}"),))
    assert QTI.line((Math("a"),)).startswith('<math xmlns="http://www.w3.org/1998/Math/MathML">')
    assert PLATFORM.line((Math(r"a < \frac{b}{c}"),)) == r"\(a &lt; \frac{b}{c}\)"
    assert PLATFORM.blocks((MathBlock("a"),)) == r"<p>\[a\]</p>"
    for kind in (PAGE, PLATFORM, QTI):
        assert kind.blocks((MathBlock(r"\input{a}"),)) == r"<pre><code>\input{a}</code></pre>"
        assert kind.line((Math(r"\input{a}"),)) == r"<code>\input{a}</code>"


def test_tables_have_headings_and_a_caption() -> None:
    (table,) = read_blocks("| a | b |\n|---|---|\n| 1 | <2> |")
    assert isinstance(table, TableBlock)
    html = PAGE.table(table, "x < y")
    assert '<div class="table"><table><caption dir="auto">x &lt; y</caption>' in html
    assert '<th scope="col" dir="auto">a</th>' in html
    assert '<td dir="auto">&lt;2&gt;</td>' in html
    assert QTI.table(table, "x < y") == (
        "<table><caption>x &lt; y</caption><thead><tr><th>a</th><th>b</th></tr></thead>\n"
        "<tbody><tr><td>1</td><td>&lt;2&gt;</td></tr></tbody></table>"
    )


def test_a_table_without_rows_still_has_a_body() -> None:
    table = TableBlock(((Text("a"),), (Code("b"),)), ())
    assert QTI.table(table) == "<table><tbody><tr><th>a</th><th><code>b</code></th></tr></tbody></table>"


def test_an_item_may_begin_with_code() -> None:
    html = PAGE.blocks((NumberedList(((CodeBlock("x"), Paragraph(())),)),))
    assert html.startswith("<ol>\n<li><pre><code>x</code></pre>")


def test_an_option_is_lines_where_it_can_be() -> None:
    assert PAGE.option(read_blocks("a\n\nb")) == "a<br/>b"
    assert PAGE.option(read_blocks("a\n\n- b")) == PAGE.blocks(read_blocks("a\n\n- b"))


@each("name", PIECES)
def test_hostile_text_is_shown_as_it_is(name: str) -> None:
    blocks = read_blocks(piece(name))
    assert text_of_html(PLATFORM.blocks(blocks)) == text_of(blocks)


def test_all_of_an_item_is_xml_and_no_element_comes_from_its_text() -> None:
    for item in hostile_items():
        for printer in (PAGE, PLATFORM, QTI):
            html = str(printer.blocks(item.scenario)) + str(printer.table(item.tables[0].content, item.title))
            tree = ElementTree.fromstring(f"<all>{html}</all>")
            names = {element.tag.rpartition("}")[2] for element in tree.iter()}
            assert not names & {"script", "img", "a", "b", "iframe", "input"}
            attributes = {name for element in tree.iter() for name in element.attrib}
            assert not any(name.startswith("on") for name in attributes)


def test_text_may_stand_in_an_attribute() -> None:
    reader = read_html(f'<img alt="{PLATFORM.text(hostile_line())}"/>')
    assert reader.images[0]["alt"].replace(APART, "") == hostile_line()


@each(
    "sign", [r"\(x\)", r"\[x\]", "$$x$$", r"\begin{x}", r"\end{x}", r"\ref{x}", r"\eqref{x}", r"\$", "\\\\"]
)
def test_signs_of_formulas_in_plain_text_are_taken_apart(sign: str) -> None:
    printed = PLATFORM.text(sign)
    assert printed.replace(APART, "") == sign
    assert sign[:2] not in printed
    assert PAGE.text(sign) == QTI.text(sign) == sign


def test_everything_at_once_in_time() -> None:
    blocks = read_blocks(everything() * 20)
    assert text_of_html(PLATFORM.blocks(blocks)) == text_of(blocks)

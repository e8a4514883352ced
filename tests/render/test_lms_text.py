from __future__ import annotations

from xml.etree import ElementTree

import pytest

from qbank.render import text
from qbank.render.document import Code, CodeBlock, Math, MathBlock, NumberedList, Paragraph, TableBlock, Text
from qbank.render.lms_text import LmsText
from render.hostile import PIECES, everything, hostile_items, one_line, piece
from render.reading import APART, read_html, text_of, text_of_html

SCRIPT = LmsText(mathml=False)
MATHML = LmsText(mathml=True, starts=False)


@pytest.mark.parametrize("name", PIECES)
def test_hostile_text_is_shown_as_it_is(name: str) -> None:
    blocks = text.read(piece(name))
    assert text_of_html(SCRIPT.blocks(blocks)) == text_of(blocks)


def test_all_of_an_item_is_xml_and_no_element_comes_from_its_text() -> None:
    for item in hostile_items():
        for printer in (SCRIPT, MATHML):
            html = printer.blocks(item.scenario) + printer.table(item.tables[0].content, item.title)
            tree = ElementTree.fromstring(f"<all>{html!s}</all>")
            names = {element.tag.rpartition("}")[2] for element in tree.iter()}
            assert not names & {"script", "img", "a", "b", "iframe", "input"}
            attributes = {name for element in tree.iter() for name in element.attrib}
            assert not any(name.startswith("on") for name in attributes)


def test_text_may_stand_in_an_attribute() -> None:
    reader = read_html(f'<img alt="{SCRIPT.text(one_line())}"/>')
    assert reader.images[0]["alt"].replace(APART, "") == one_line()


@pytest.mark.parametrize(
    "sign", [r"\(x\)", r"\[x\]", "$$x$$", r"\begin{x}", r"\end{x}", r"\ref{x}", r"\eqref{x}", r"\$", "\\\\"]
)
def test_signs_of_formulas_in_plain_text_are_taken_apart(sign: str) -> None:
    printed = SCRIPT.text(sign)
    assert printed.replace(APART, "") == sign
    assert sign[:2] not in printed
    assert MATHML.text(sign) == sign


def test_formulas() -> None:
    assert SCRIPT.line((Math(r"a < \frac{b}{c}"),)) == r"\(a &lt; \frac{b}{c}\)"
    assert SCRIPT.block(MathBlock("a")) == r"<p>\[a\]</p>"
    assert MATHML.line((Math("a"),)).startswith('<math xmlns="http://www.w3.org/1998/Math/MathML">')
    for printer in (SCRIPT, MATHML):
        assert printer.line((Math(r"\input{x}"),)) == r"<code>\input{x}</code>"


def test_blocks() -> None:
    blocks = text.read(
        "One *two* **three** `four`.\n\n- a\n- b\n  - c\n\n3. d\n4. e\n\n```python\nx < 1\n```"
    )
    assert SCRIPT.blocks(blocks) == (
        "<p>One <em>two</em> <strong>three</strong> <code>four</code>.</p>\n"
        "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>\n"
        '<ol start="3"><li>d</li><li>e</li></ol>\n'
        '<pre><code class="language-python">x &lt; 1</code></pre>'
    )
    assert "start" not in MATHML.blocks(blocks)


def test_an_item_of_several_paragraphs_keeps_them() -> None:
    item = (Paragraph((Text("a"),)), CodeBlock("b"))
    assert SCRIPT.block(NumberedList((item,))) == "<ol><li><p>a</p>\n<pre><code>b</code></pre></li></ol>"


def test_a_table_without_rows_still_has_a_body() -> None:
    table = TableBlock(((Text("a"),), (Code("b"),)), ())
    printed = SCRIPT.table(table, "c & d")
    assert printed == (
        "<table><caption>c &amp; d</caption><tbody><tr><th>a</th><th><code>b</code></th></tr></tbody></table>"
    )


def test_everything_at_once_in_time() -> None:
    blocks = text.read(everything() * 20)
    assert text_of_html(SCRIPT.blocks(blocks)) == text_of(blocks)

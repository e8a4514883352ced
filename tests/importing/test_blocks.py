"""HTML and Markdown become text that means the same, whatever they hold."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.importing.markup.github import read_github
from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.source_text import source_text
from qbank.render.text.blocks import read_blocks
from qbank.render.text.html import PLATFORM
from qbank.render.text.markdown import GITHUB
from render.hostile import PIECES, piece
from render.reading import text_of

TEXTS = st.text(st.sampled_from("ab .*_`$|\\-1()[]<>&#\n:=≈ é"), max_size=60)


@pytest.mark.parametrize("name", PIECES)
def test_hostile_text_is_said_again_by_a_field(name: str) -> None:
    blocks = read_blocks(piece(name))
    assert read_blocks(source_text(blocks)) == blocks


@pytest.mark.parametrize("name", sorted(PIECES.keys() - {"bad latex"}))
def test_hostile_text_comes_back_from_exports(name: str) -> None:
    blocks = read_blocks(piece(name))
    assert read_blocks(source_text(read_github(GITHUB.blocks(blocks)))) == blocks
    html = read_html(PLATFORM.blocks(blocks))
    assert html.lost == ()
    assert read_blocks(source_text(html.blocks)) == blocks


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_word_is_lost_whatever_the_text(source: str) -> None:
    blocks = read_blocks(source)
    assert text_of(read_blocks(source_text(blocks))) == text_of(blocks)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_html_of_anything_is_read(source: str) -> None:
    source_text(read_html(source).blocks)
    source_text(read_github(source))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one<br>two</p>", "one\n\ntwo"),
        ("<p>x = 1<br>y = 2</p>", "x = 1\ny = 2"),
        ("plain &amp; <b>bold </b>text", "plain & **bold** text"),
        ("<h3>Title</h3><p>text", "**Title**\n\ntext"),
        ("<p>10<sup>3</sup> and x<sub>i</sub></p>", "10^3 and x_i"),
        ('<a href="https://a.org/x">here</a>', "here (https://a.org/x)"),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", "- a\n- b\n  - c"),
        ("<ol start=3><li>a</li></ol>", "3. a"),
        ("<p>\\(x^2\\) costs $5</p>", "$x^2$ costs $5"),
        ("<p>2 * 3 * 4 = 24</p>", "2 * 3 * 4 = 24"),
        ("<p>a *star* `tick`</p>", "a \\*star\\* \\`tick\\`"),
        ("<pre>a\n  b</pre>", "```\na\n  b\n```"),
        ("<table><tr><th>a<th>b<tr><td>1<td>x|y</table>", "| a | b |\n| --- | --- |\n| 1 | x\\|y |"),
        ("<div><span><p>a</p></span><p>b</p></div>", "a\n\nb"),
        ("<p>wrapped\n   line</p>", "wrapped line"),
    ],
)
def test_html_as_editors_write_it(html: str, expected: str) -> None:
    assert source_text(read_html(html).blocks) == expected


def test_active_content_is_left_out_and_told() -> None:
    html = read_html("<p>a<script>alert(1)</script><iframe src=x></iframe> b</p><style>p{}</style>")
    assert source_text(html.blocks) == "a b"
    assert html.lost == ("<script>", "<iframe>", "<style>")


@pytest.mark.parametrize(
    "piece",
    [
        "<div>",
        "<b>",
        "<table>",
        "<ul><li>",
        "<a ",
        "<!--",
        "<![CDATA[",
        "<!",
        "\\(",
        "$$",
        " ",
        "**a",
        "`a",
        "a|\n  ",
    ],
)
def test_much_of_anything_is_read(piece: str) -> None:
    """Each of these once took time that grows with the square, or the power, of the length."""
    much = piece * 10_000
    source_text(read_html(much + "x").blocks)
    source_text(read_github(much + "x"))
    read_blocks(f"a|\n{much}x|")

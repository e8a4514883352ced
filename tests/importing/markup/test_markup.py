"""HTML and Markdown become text that means the same, whatever they hold."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.importing.markup.html_blocks import read_html
from qbank.importing.markup.markdown import read_github, read_pandoc
from qbank.importing.markup.source_text import source_text
from qbank.importing.place import Place
from qbank.render.text.blocks import read_blocks
from qbank.render.text.html import PLATFORM
from qbank.render.text.markdown import GITHUB
from render.hostile import PIECES, piece
from render.reading import text_of

TEXTS = st.text(st.sampled_from("ab .*_`$|\\-1()[]<>&#\n:=≈ é"), max_size=60)


def test_hostile_text_is_said_again_by_a_field() -> None:
    texts = {name: read_blocks(piece(name)) for name in PIECES}
    assert [name for name, blocks in texts.items() if read_blocks(source_text(blocks)) != blocks] == []


def test_hostile_text_comes_back_from_exports() -> None:
    failures = []
    for name in PIECES.keys() - {"bad latex"}:
        blocks = read_blocks(piece(name))
        place = Place(name)
        html = read_html(PLATFORM.blocks(blocks), place)
        failures += [(name, remark.message) for remark in place.remarks]
        for back in (read_github(GITHUB.blocks(blocks)), html):
            if read_blocks(source_text(back)) != blocks:
                failures.append((name, back))
    assert failures == []


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_word_is_lost_whatever_the_text(source: str) -> None:
    blocks = read_blocks(source)
    assert text_of(read_blocks(source_text(blocks))) == text_of(blocks)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_html_of_anything_is_read(source: str) -> None:
    source_text(read_html(source))
    source_text(read_github(source))


EDITED = [
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
    (
        "<table><caption>Two</caption><tr><th>a<th>b<tr><td>1<td>2</table><p>c",
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n*Two*\n\nc",
    ),
]
"""HTML as editors write it, and the text of a field that says the same."""


def test_html_as_editors_write_it() -> None:
    failures = [
        (html, text) for html, expected in EDITED if (text := source_text(read_html(html))) != expected
    ]
    assert failures == []


WRITTEN = [
    ("a <b>bold</b> word, 10<sup>3</sup> and x<sub>i</sub>", "a **bold** word, 10^3 and x_i"),
    ("What does `<nav>` add to <header>?", "What does `<nav>` add to <header>?"),
    ("<div>\n\n**Given:** 8 GB\n\n</div>", "**Given:** 8 GB"),
    ("$x^2$ costs \\$5, and $$y$$ more", "$x^2$ costs $5, and $y$ more"),
    ("one<!-- never\n\nseen --> two", "one two"),
    ("\\(a\\) and \\[b\\]", "$a$ and $b$"),
    ("- a\n- b\n  1. c", "- a\n- b\n  1. c"),
    ("![two boxes](a.png){width=3in} and <https://a.org>", "two boxes and https://a.org"),
]
"""Markdown with formulas and HTML as notebooks have it, and the text of a field that says the same."""


def test_markdown_with_html_and_formulas() -> None:
    failures = [
        (text, said) for text, wanted in WRITTEN if (said := source_text(read_pandoc(text))) != wanted
    ]
    assert failures == []


def test_active_content_is_left_out_and_told() -> None:
    place = Place("q.html")
    blocks = read_html("<p>a<script>alert(1)</script><iframe src=x></iframe> b</p><style>p{}</style>", place)
    assert source_text(blocks) == "a b"
    assert [remark.message for remark in place.remarks] == [
        "<script> is left out",
        "<iframe> is left out",
        "<style> is left out",
    ]


def test_much_of_anything_is_read() -> None:
    """Each of these once took time that grows with the square, or the power, of the length."""
    marks = ["<div>", "<b>", "<table>", "<ul><li>", "<!--", "<![CDATA[", "<!", "\\(", "$$", "**a", "`a"]
    for mark in [*marks, "<a ", " ", "a|\n  "]:
        much = mark * 10_000
        source_text(read_html(much + "x"))
        source_text(read_github(much + "x"))
        read_blocks(f"a|\n{much}x|")

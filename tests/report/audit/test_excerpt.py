from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.report.audit.excerpt import excerpt
from qbank.report.terminal import Style, cells

WIDE = Style()
PLAIN = Style(unicode=False)


def drawn(text: str, mark: str, room: int = 60, style: Style = WIDE) -> tuple[str, str]:
    """The line, and the line of carets below it."""
    start = text.index(mark)
    shown = excerpt(text, start, start + len(mark), style, room)
    return shown.line, " " * shown.offset + "^" * shown.length


@each(
    "text, mark, line, carets",
    [
        ("title: clowd", "clowd", "title: clowd", "       ^^^^^"),
        ("漢字: clowd", "clowd", "漢字: clowd", "      ^^^^^"),
        ("a: 漢字!", "漢字", "a: 漢字!", "   ^^^^"),
        ("e\u0301e\u0301: x", "x", "e\u0301e\u0301: x", "    ^"),
        ("👍👍 x", "x", "👍👍 x", "     ^"),
        ("\tab\tc", "c", "    ab  c", "        ^"),
        ("a\x1b[0m: x", "x", "a\\x1b[0m: x", "          ^"),
        ("\u202e: x", "x", "\\u202e: x", "        ^"),
    ],
)
def test_the_mark_stays_under_its_text(text: str, mark: str, line: str, carets: str) -> None:
    assert drawn(text, mark) == (line, carets)


def test_an_empty_mark_is_one_column_even_behind_the_end() -> None:
    assert excerpt("abc", 1, 1, WIDE, 60).length == 1
    shown = excerpt("abc", 3, 3, WIDE, 60)
    assert (shown.line, shown.offset, shown.length) == ("abc", 3, 1)
    beyond = excerpt("abc", 30, 40, WIDE, 60)
    assert (beyond.offset, beyond.length) == (3, 1)


LONG = " ".join(f"word{number}" for number in range(300))


@each(
    "mark, line, carets",
    [
        ("word0", "word0 word1 word2 word3 word4 word5…", "^^^^^"),
        ("word150", "…word149 word150 word151 word152…", "         ^^^^^^^"),
        ("word299", "…word296 word297 word298 word299", "                         ^^^^^^^"),
    ],
)
def test_a_long_line_is_cut_around_the_mark_at_words(mark: str, line: str, carets: str) -> None:
    assert drawn(LONG, mark, room=40) == (line, carets)


def test_cutting_without_unicode() -> None:
    line, carets = drawn(LONG, "word150", room=40, style=PLAIN)
    assert line.startswith("...")
    assert line.endswith("...")
    assert line[carets.index("^") :].startswith("word150")


def test_a_mark_wider_than_the_room_shows_its_beginning() -> None:
    text = "before " * 20 + "x" * 500 + " after"
    line, carets = drawn(text, "x" * 500, room=40)
    assert cells(line) <= 40
    assert line[carets.index("^")] == "x"
    assert line[carets.index("^") - 1] == " "
    assert len(carets) <= 40


@given(
    st.text(alphabet=st.sampled_from("ab  漢é\t\x1b\u202e👍"), max_size=200),
    st.integers(0, 210),
    st.integers(0, 210),
    st.integers(24, 90),
)
def test_every_excerpt_fits_and_marks_what_it_should(text: str, start: int, length: int, room: int) -> None:
    shown = excerpt(text, start, start + length, WIDE, room)
    assert cells(shown.line) <= room
    assert shown.length >= 1
    assert shown.offset + shown.length <= room + 1
    assert not any(char in shown.line for char in "\t\x1b\u202e")
    if start < len(text) and text[start] in "ab漢é👍":
        marked = shown.line
        while cells(marked) > 0 and cells(shown.line) - cells(marked) < shown.offset:
            marked = marked[1:]
        assert marked.startswith(text[start])

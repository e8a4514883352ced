"""A second opinion on reading: ruamel.yaml must read the same data.

The generated files are written here, style by style, from data that is known; so the tests say not only that
the readers agree, but that they are right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.yamlio.second_opinion import load

from qbank.yamlio.decoding import decode
from qbank.yamlio.document import Document, FieldPath
from qbank.yamlio.reader import read_bytes
from qbank.yamlio.scalars import resolve

QUESTIONS = Path(__file__).parents[2] / "questions"
MOST_FILES = 120  # ruamel.yaml takes some ten milliseconds a file


def paths_in(value: Any, path: FieldPath = ()) -> Iterator[tuple[FieldPath, Any]]:
    yield path, value
    if isinstance(value, dict):
        for name, item in value.items():
            yield from paths_in(item, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths_in(item, (*path, index))


def assert_same_reading(text: str) -> Document:
    """Both read the same data, and every text in it has a place."""
    document = read_bytes(text.encode())
    assert load(text) == document.data
    for path, value in paths_in(document.data):
        if isinstance(value, str):
            assert document.source_range(path, 0, len(value)) is not None, path
    return document


def own_files() -> list[Path]:
    files = sorted(QUESTIONS.glob("**/*.yaml"))
    return files[:: len(files) // MOST_FILES + 1]


def test_the_questions_of_this_bank() -> None:
    if not QUESTIONS.is_dir() or not any(QUESTIONS.iterdir()):
        pytest.skip("the bank holds no questions yet")
    files = own_files()
    assert files
    for file in files:
        document = assert_same_reading(decode(file.read_bytes()))
        assert document.problems == (), file


# Files made from data

WORDS = (
    "GPU",
    "moves",
    "3.5",
    "GB/s",
    "×",
    "(it's)",
    '"fast"',
    "**Assumptions:**",
    "#1",
    "a:",
    "b",
    "C:\\alpha",
    "≈",
    "😀",
)
WORDS += (
    "- x",
    "2.",
    "{y}",
    "[z]",
    "*w*",
    "&",
    "!",
    "%",
    "@",
    "`k`",
    "|",
    ">",
    "yes",
    "null",
    "50%",
    "? no",
    "~",
    "--- m",
)

lines = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
indented = st.builds("{}{}".format, st.sampled_from(["  ", "   ", " - "]), lines)
texts = st.builds(
    "{}{}".format,
    st.lists(st.one_of(lines, lines, indented, st.just("")), min_size=1, max_size=6).map("\n".join),
    st.sampled_from(["", "\n", "\n\n"]),
)
leaves = st.one_of(
    texts,
    lines,
    st.booleans(),
    st.none(),
    st.integers(-(10**6), 10**6),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(
        ["2026-04-01", "010", "1_000", "yes", "", " ", "1e3", "0x1F", "L6+", "12:30:45", "tab\there"]
    ),
)
names = st.sampled_from(
    ["id", "title", "scenario", "napkin_math", "realistic_solution", "level", "y", "5", "true"]
)
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
questions = st.dictionaries(names, values, min_size=1, max_size=5)

ESCAPES = {
    "\n": "\\n",
    "\t": "\\t",
    '"': '\\"',
    "\\": "\\\\",
    "×": "\\u00d7",
    "😀": "\\U0001F600",
    "b": "\\x62",
}
PLAIN = re.compile(r"[A-Za-z(≈][^\n\t]*")


class Writer:
    """Writes data as YAML, every text in one of the styles that can hold it."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.in_block = False

    def often(self) -> bool:
        return self.draw(st.booleans())

    def mapping(self, data: dict[str, Any], indent: int) -> str:
        written = []
        for name, value in data.items():
            if self.often():
                written.append(" " * indent + "# note: 'it\n")
            key = f"'{name}'" if not isinstance(resolve(name), str) or self.often() else name
            written.append(" " * indent + key + ":" + self.value(value, indent, indent))
        return "".join(written)

    def value(self, value: Any, indent: int, dash: int) -> str:
        """What stands behind the colon or dash of a field or item at `indent`, with the line end.

        The items of a list stand at `dash` or deeper.
        """
        if isinstance(value, dict):
            return "\n" + self.mapping(value, indent + 2) if value else " {}\n"
        if isinstance(value, list):
            dash += 2 * self.often()
            items = "".join(" " * dash + "-" + self.value(item, dash, dash + 2) for item in value)
            return "\n" + items if value else " []\n"
        self.in_block = False
        if isinstance(value, str):
            return " " + self.text(value, " " * (indent + 2))
        words = {None: "null", True: "true", False: "false"}
        return f" {words[value] if value is None or isinstance(value, bool) else repr(value)}\n"

    def text(self, text: str, margin: str) -> str:
        styles = [self.double]
        if not re.search(r"\n[ \t]|[ \t]\n", text):
            styles.append(self.single)
        if text.strip("\n ") and "\t" not in text:
            styles += [self.literal, self.folded]
        plain = PLAIN.fullmatch(text) and not re.search(r":( |$)| #| $", text)
        if plain and isinstance(resolve(text), str):
            styles.append(self.plain)
        return self.draw(st.sampled_from(styles))(text, margin) + "\n"

    def plain(self, text: str, margin: str) -> str:
        return self.broken(text, margin)

    def single(self, text: str, margin: str) -> str:
        return "'" + self.broken(text.replace("'", "''"), margin) + "'"

    def double(self, text: str, margin: str) -> str:
        written = []
        for index, char in enumerate(text):
            must = char in '\n\t"\\'
            written.append(ESCAPES[char] if must or (char in ESCAPES and self.often()) else char)
            if index % 7 == 6 and self.often():
                # A continued line begins with an escape if it begins with a blank.
                following = text[index + 1 : index + 2]
                written.append("\\\n" + margin + ("\\" if following == " " else ""))
        return '"' + "".join(written) + '"'

    def broken(self, text: str, margin: str) -> str:
        """A text for a plain or single-quoted scalar: broken at spaces, and with a line end more for each."""
        text = re.sub(r"\n+", lambda found: found[0] + "\n" + margin, text)
        fold = r"(?<=[^ \n]) (?=[^ \n#?>|&*!%@`\-])"
        return re.sub(fold, lambda _: "\n" + margin if self.often() else " ", text)

    def line_end_or_space(self, _: re.Match[str]) -> str:
        return "\n" if self.often() else " "

    def header(self, text: str, mark: str) -> str:
        self.in_block = True
        digit = "2" if re.match(r"\n* ", text) else ""
        chomping = "-" if not text.endswith("\n") else "+" if re.search(r"\n\n\Z", text) else ""
        return mark + digit + chomping + (" # why" if self.often() else "") + "\n"

    def literal(self, text: str, margin: str) -> str:
        written = re.sub(r"^(?=[^\n])", margin, text, flags=re.MULTILINE)
        return self.header(text, "|") + written.removesuffix("\n")

    def folded(self, text: str, margin: str) -> str:
        written = []
        body = text.rstrip("\n")
        rows = body.split("\n")
        for number, row in enumerate(rows):
            spaced = row.startswith(" ")
            broken = (
                row if spaced else re.sub(r"(?<=[^ ]) (?=[^ ])", lambda _: "\n" if self.often() else " ", row)
            )
            written.append(re.sub(r"^(?=[^\n])", margin, broken, flags=re.MULTILINE))
            following = next((other for other in rows[number + 1 :] if other), None)
            if row and not spaced and following is not None and not following.startswith(" "):
                written.append("")
        return self.header(text, ">") + "\n".join(written) + text[len(body) :].removesuffix("\n")


@st.composite
def files(draw: st.DrawFn) -> tuple[dict[str, Any], str]:
    data = draw(questions)
    writer = Writer(draw)
    text = writer.mapping(data, 0)
    if draw(st.booleans()):
        text = "---\n" + text
    if not writer.in_block and draw(st.booleans()):
        text = text.removesuffix("\n")
    return data, text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


@given(files())
def test_files_made_from_data(made: tuple[dict[str, Any], str]) -> None:
    data, text = made
    document = assert_same_reading(text)
    assert document.data == data
    assert repr(document.data) == repr(data)
    assert document.problems == ()

from __future__ import annotations

import io
import json
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from each import each
from qbank.report.json_document import dumps
from qbank.report.terminal import Style, cells, is_workflow_log, sanitize, style_for, without_commands


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Pipe(io.StringIO):
    encoding = "utf-8"


@each(
    "text, shown",
    [
        ("plain × ≈ µ é 漢字", "plain × ≈ µ é 漢字"),
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\x1b]8;;https://x\x07link", "\\x1b]8;;https://x\\x07link"),
        ("a\rb\nc\td\x00e\x7f", "a\\rb\\nc\\td\\x00e\\x7f"),
        ("\x9b31m", "\\x9b31m"),
        ("\u202egnirts\u2069", "\\u202egnirts\\u2069"),
        ("a\u200bb\ufeff", "a\\u200bb\\ufeff"),
        ("a\u2028b\u2029", "a\\u2028b\\u2029"),
        ("\U000e0041", "\\U000e0041"),
        ("\udcff", "\\udcff"),
        ("👩\u200d🔬 e\u0301", "👩\u200d🔬 e\u0301"),
        ("a\u00a0b", "a\u00a0b"),
    ],
)
def test_sanitize(text: str, shown: str) -> None:
    assert sanitize(text) == shown


@given(st.text(alphabet=st.characters(codec=None)))
def test_nothing_that_controls_a_terminal_comes_through(text: str) -> None:
    shown = sanitize(text)
    assert not {"Cc", "Cs", "Zl", "Zp"} & {unicodedata.category(char) for char in shown}
    assert "\u202e" not in shown
    assert sanitize(shown) == shown


@each(
    "environment, stream, colour",
    [
        ({}, Terminal(), True),
        ({}, Pipe(), False),
        ({}, None, False),
        ({"NO_COLOR": "1"}, Terminal(), False),
        ({"NO_COLOR": ""}, Terminal(), True),
        ({"TERM": "dumb"}, Terminal(), False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, Terminal(), True),
        ({"FORCE_COLOR": "1"}, Pipe(), True),
        ({"FORCE_COLOR": "0"}, Pipe(), False),
        ({"FORCE_COLOR": ""}, Pipe(), False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, Terminal(), False),
        ({"FORCE_COLOR": "1"}, None, False),
    ],
)
def test_when_there_are_colours(
    environment: dict[str, str], stream: io.StringIO | None, colour: bool
) -> None:
    assert style_for(stream, environment).colour is colour


@each("columns, width", [("80", 80), ("7", 40), ("0", 120), ("x", 120), ("", 120), ("9" * 5000, 120)])
def test_the_width_that_is_asked_for(columns: str, width: int) -> None:
    assert style_for(Pipe(), {"COLUMNS": columns}).width == width


def test_a_closed_stream_is_no_terminal() -> None:
    stream = Pipe()
    stream.close()
    assert style_for(stream, {}) == Style()


@each("encoding, unicode", [("utf-8", True), ("ascii", False), ("latin-1", False)])
def test_what_an_encoding_cannot_hold_is_not_used(encoding: str, unicode: bool) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    style = style_for(stream, {})
    assert style.unicode is unicode
    assert style.ellipsis.isascii() is not unicode


def test_painting() -> None:
    assert Style().paint("x", "error") == "x"
    assert Style(colour=True).paint("x", "error") == "\x1b[1;31mx\x1b[0m"
    assert Style(colour=True).paint("", "error") == ""


@given(st.text(alphabet="ab 漢é👍", max_size=60), st.integers(3, 40))
def test_cutting_keeps_to_the_width(text: str, width: int) -> None:
    shown = Style().cut(text, width)
    assert cells(shown) <= width
    assert shown == text or (shown.endswith("…") and text.startswith(shown[:-1]))


def test_only_where_a_runner_reads() -> None:
    assert is_workflow_log({"GITHUB_ACTIONS": "true"})
    assert not is_workflow_log({})


def test_no_chunk_holds_a_command() -> None:
    chunks = [
        "a.yaml:1:1: title: ##[error]got you\n",
        "::error::x.yaml:1:1\n",
        "  ::stop-commands::x\n",
        "fine\n",
    ]
    safe = list(without_commands(chunks))
    assert not any("##[" in chunk or chunk.lstrip().startswith("::") for chunk in safe)
    assert safe[-1] == "fine\n"


def test_commands_that_are_meant_stay() -> None:
    assert list(without_commands(["::error::a ##[b\n"], commands=True)) == ["::error::a ##\\u005bb\n"]


def test_json_means_the_same() -> None:
    data = {"message": "##[error]x"}
    [line] = without_commands([dumps(data)])
    assert "##[" not in line
    assert json.loads(line) == data


def test_links_go_to_terminals_that_can() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for links, environment in (
        (False, {}),
        (False, {"VTE_VERSION": "4999"}),
        (True, {"VTE_VERSION": "6800"}),
        (True, {"TERM_PROGRAM": "vscode"}),
        (False, {"TERM_PROGRAM": "vscode", "CI": "true"}),
        (False, {"TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"}),
        (True, {"TERM": "xterm-kitty"}),
    ):
        assert style_for(Terminal(), environment).links is links, environment
    assert style_for(io.StringIO(), {"FORCE_HYPERLINK": "1"}).links
    link = Style(links=True).link
    assert link("QB301", "https://example.org") == "\x1b]8;;https://example.org\x1b\\QB301\x1b]8;;\x1b\\"
    assert link("QB301", "https://example.org/\x1b") == "QB301"

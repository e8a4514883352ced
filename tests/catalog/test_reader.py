from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from qbank.catalog import reader
from qbank.catalog.reader import read, read_data
from qbank.yamlio.builder import Limits
from qbank.yamlio.read_problems import ReadError


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file to fill."""
    return tmp_path / "data.yaml"


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", None),
        ("# nothing\n", None),
        ("a: 1\nb: -2.5\nc: 1e3\nd: .5\n", {"a": 1, "b": -2.5, "c": 1000.0, "d": 0.5}),
        ("a: true\nb: yes\nc: null\nd: ~\ne:\n", {"a": True, "b": "yes", "c": None, "d": None, "e": None}),
        ('a: "1"\nb: 2026-11-21\nc: 1_000\nd: 010\n', {"a": "1", "b": "2026-11-21", "c": "1_000", "d": 10}),
        ("\ufeffa: [1, {b: c}, []]\n", {"a": [1, {"b": "c"}, []]}),
        ("- |\n  two\n  lines\n- {}\n", ["two\nlines\n", {}]),
    ],
)
def test_data(file: Path, text: str, data: Any) -> None:
    file.write_text(text, encoding="utf-8")
    assert read_data(file) == data


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "'a' occurs twice"),
        ("a: &x 1\nb: *x\n", 2, "alias"),
        ("a: !!python/object:os.system x\n", 1, "a YAML tag"),
        ("a: 1\n---\nb: 2\n", 2, "a second YAML document begins here"),
        ("a: b: c\n", 1, "a value that contains ': ' must be quoted"),
        ("a: [1,\n", 2, "the file ends inside a list"),
        ("[a]: 1\n", 1, "the name of a field must be text"),
        ("1: one\n", 1, "the name of a field must be text"),
        ("a: \x00\n", 1, "invisible character"),
        ("- " * 20 + "a\n", 1, "more than 12 deep"),
        ("[" * 100_000, 1, "more than 12 deep"),
    ],
)
def test_problems(file: Path, text: str, line: int, message: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match=message) as caught:
        read_data(file)
    assert caught.value.problem.span.line == line
    assert caught.value.path == file


def test_what_is_no_text(file: Path) -> None:
    file.write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(ReadError, match="2:4: the byte 0xFF is not valid UTF-8"):
        read_data(file)
    with pytest.raises(ReadError, match="cannot be read: no such file"):
        read_data(file.with_name("none.yaml"))


def test_bounds(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("a: [1, 2, 3, 4]\n", encoding="utf-8")
    monkeypatch.setattr(reader, "LIMITS", Limits(max_values=4))
    with pytest.raises(ReadError, match="holds more than 4 values"):
        read_data(file)
    monkeypatch.setattr(reader, "LIMITS", Limits(max_bytes=8))
    with pytest.raises(ReadError, match="the file is larger than"):
        read_data(file)


def test_places(file: Path) -> None:
    file.write_text(
        "# head\nentries:\n- id: a\n  values:\n    x: {value: 1,\n        unit: W}\n- id: b\n",
        encoding="utf-8",
    )
    parsed = read(file)
    assert parsed.place(("entries",)) == (2, 1)
    assert parsed.place(("entries", 0)) == (3, 3)
    assert parsed.place(("entries", 0, "values", "x", "unit")) == (6, 9)
    assert parsed.place(("entries", 1, "id")) == (7, 3)
    # What is missing is looked for where it should be.
    assert parsed.place(("entries", 1, "values", "x")) == (7, 3)
    assert parsed.place(("nothing",)) == (2, 1)

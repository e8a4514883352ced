from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from qbank.catalog import reader
from qbank.catalog.reader import DataError, Lines, read_data


@pytest.fixture(params=["libyaml", "pure"])
def file(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file to fill, read with either parser."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML without libyaml")
    return tmp_path / "data.yaml"


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("", None),
        ("# nothing\n", None),
        ("a: 1\nb: -2.5\nc: 1e3\nd: .5\n", {"a": 1, "b": -2.5, "c": 1000.0, "d": 0.5}),
        ("a: true\nb: yes\nc: null\nd: ~\ne:\n", {"a": True, "b": "yes", "c": None, "d": None, "e": None}),
        (
            'a: "1"\nb: 2026-11-21\nc: 1_000\nd: .nan\n',
            {"a": "1", "b": "2026-11-21", "c": "1_000", "d": ".nan"},
        ),
        ("a: 1e999\nb: 0x10\nc: 010\n", {"a": "1e999", "b": "0x10", "c": 10}),
        ("\ufeffa: [1, {b: c}, []]\n", {"a": [1, {"b": "c"}, []]}),
        ("- |\n  two\n  lines\n- {}\n", ["two\nlines\n", {}]),
        ("1: one\n", {"1": "one"}),
    ],
)
def test_data(file: Path, text: str, data: Any) -> None:
    file.write_text(text, encoding="utf-8")
    assert read_data(file) == data


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "the field 'a' stands here twice"),
        ("a: &x 1\n", 1, "anchors"),
        ("a: 1\nb: *x\n", 2, "alias"),
        ("a: !!python/object:os.system x\n", 1, "tags"),
        ("a: 1\n---\nb: 2\n", 2, "a second document begins here"),
        ("a: b: c\n", 1, "this is not valid YAML"),
        ("a: [1,\n", 2, "this is not valid YAML"),
        ("[a]: 1\n", 1, "the name of a field is a text"),
        ("a: \x00\n", 1, "characters that YAML does not allow"),
        ("- " * 20 + "a\n", 1, "more than 12 deep"),
        ("[" * 100_000, 1, "more than 12 deep"),
    ],
)
def test_problems(file: Path, text: str, line: int, message: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message) as caught:
        read_data(file)
    assert caught.value.line in (line, line - 1, line + 1)  # the parsers place the end of a file differently
    assert str(caught.value).startswith(f"{file}:")


def test_what_is_no_text(file: Path) -> None:
    file.write_bytes(b"a: 1\nb: \xff\n")
    with pytest.raises(DataError, match="2: is not UTF-8"):
        read_data(file)
    with pytest.raises(DataError, match="cannot be read: no such file"):
        read_data(file.with_name("none.yaml"))


def test_bounds(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("a: [1, 2, 3, 4]\n", encoding="utf-8")
    monkeypatch.setattr(reader, "MAX_VALUES", 4)
    with pytest.raises(DataError, match="holds more than 4 values"):
        read_data(file)
    monkeypatch.setattr(reader, "MAX_BYTES", 8)
    with pytest.raises(DataError, match="holds more than 8 bytes"):
        read_data(file)


def test_lines(file: Path) -> None:
    file.write_text(
        "# head\nentries:\n- id: a\n  values:\n    x: {value: 1,\n        unit: W}\n- id: b\n",
        encoding="utf-8",
    )
    lines = Lines(file)
    assert lines.of(("entries",)) == 2
    assert lines.of(("entries", 0)) == 3
    assert lines.of(("entries", 0, "values", "x", "unit")) == 6
    assert lines.of(("entries", 1, "id")) == 7
    # What is missing is looked for where it should be.
    assert lines.of(("entries", 1, "values", "x")) == 7
    assert lines.of(("nothing",)) == 1
    assert Lines(file.with_name("none.yaml")).of(("entries",)) == 1

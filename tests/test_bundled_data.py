from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qbank import bundled_data, resources
from qbank.catalog.reader import read_data


class Reader:
    """Reads JSON, and notes what it read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def __call__(self, file: Path) -> Any:
        self.read.append(file.name)
        return json.loads(file.read_text())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bundled_data, "FOLDER", tmp_path / "package")
    data = tmp_path / "data"
    data.mkdir()
    (data / "a").write_text('{"x": [1, 2.5, null, "é"]}')
    (data / "b").write_text("[true]")
    return data


def data_in(folder: Path) -> tuple[Any, list[str]]:
    reader = Reader()
    return bundled_data.load("things", sorted(folder.iterdir()), reader), reader.read


def test_what_was_read_is_not_read_again(folder: Path) -> None:
    first = data_in(folder)
    assert first == ({"a": {"x": [1, 2.5, None, "é"]}, "b": [True]}, ["a", "b"])
    assert data_in(folder) == (first[0], [])
    assert [file.name for file in bundled_data.FOLDER.iterdir()] == ["things.json"]


def test_other_content_is_read(folder: Path) -> None:
    data_in(folder)
    (folder / "b").write_text("[false]")
    assert data_in(folder)[0]["b"] == [False]
    (folder / "b").rename(folder / "c")
    assert data_in(folder)[0].keys() == {"a", "c"}


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"{}", b"\xff"])
def test_what_is_damaged_is_read_anew(folder: Path, damage: bytes) -> None:
    data = data_in(folder)[0]
    (bundled_data.FOLDER / "things.json").write_bytes(damage)
    assert data_in(folder) == (data, ["a", "b"])
    assert data_in(folder) == (data, [])


def test_where_nothing_can_be_written_the_files_are_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder.parent / "file").write_text("")
    monkeypatch.setattr(bundled_data, "FOLDER", folder.parent / "file" / "package")
    assert data_in(folder) == data_in(folder)
    assert data_in(folder)[1] == ["a", "b"]


def test_the_catalog_is_the_same_either_way(folder: Path) -> None:
    files = sorted((resources.schema_folder() / "catalog").glob("*.yaml"))
    data = {file.name: read_data(file) for file in files}
    assert bundled_data.load("catalog", files, read_data) == data
    assert bundled_data.load("catalog", files, Reader()) == data

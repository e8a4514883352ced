from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qbank import compiled, resources
from qbank.catalog import loading
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
    monkeypatch.setattr("qbank.compiled.user_folder", lambda: tmp_path / "user")
    data = tmp_path / "data"
    data.mkdir()
    (data / "a").write_text('{"x": [1, 2.5, null, "é"]}')
    (data / "b").write_text("[true]")
    return data


def data_in(folder: Path) -> tuple[Any, list[str]]:
    reader = Reader()
    return compiled.data_of("things", sorted(folder.iterdir()), reader), reader.read


def kept(folder: Path) -> list[Path]:
    return sorted((folder.parent / "user").iterdir())


def test_what_was_read_is_not_read_again(folder: Path) -> None:
    first = data_in(folder)
    assert first == ({"a": {"x": [1, 2.5, None, "é"]}, "b": [True]}, ["a", "b"])
    assert data_in(folder) == (first[0], [])
    assert list(data_in(folder)[0]) == ["a", "b"]


def test_other_content_is_read(folder: Path) -> None:
    data_in(folder)
    (folder / "b").write_text("[false]")
    assert data_in(folder)[0]["b"] == [False]
    (folder / "b").rename(folder / "c")
    assert data_in(folder)[0].keys() == {"a", "c"}


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"{}", b"\xff", b"[" * 100_000])
def test_what_is_damaged_is_read_anew(folder: Path, damage: bytes) -> None:
    right = data_in(folder)[0]
    (place,) = kept(folder)
    place.write_bytes(damage)
    assert data_in(folder) == (right, ["a", "b"])
    assert data_in(folder) == (right, [])


def test_without_a_place_the_files_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere() -> Path:
        raise OSError(0, "no home")

    monkeypatch.setattr("qbank.compiled.user_folder", nowhere)
    assert data_in(folder)[1] == ["a", "b"]
    (folder.parent / "file").write_text("")
    monkeypatch.setattr("qbank.compiled.user_folder", lambda: folder.parent / "file" / "user")
    assert data_in(folder)[1] == ["a", "b"]


def test_the_oldest_go(folder: Path) -> None:
    for number in range(9):
        (folder / "b").write_text(str(number))
        data_in(folder)
    assert len(kept(folder)) == compiled._KEPT


def test_the_catalog_is_the_same_either_way(folder: Path) -> None:
    files = list(loading._files(resources.schema_folder() / loading.FOLDER))
    plain = {file.name: read_data(file) for file in files}
    assert compiled.data_of("catalog", files, read_data) == plain
    assert compiled.data_of("catalog", files, Reader()) == plain

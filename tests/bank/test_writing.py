from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from qbank.bank.writing import WriteError, create, write_atomic
from qbank.errors import InputError
from qbank.render.writing import write_file

needs_modes = pytest.mark.skipif(os.name == "nt", reason="no POSIX modes")
needs_limits = pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to this user"
)


def left_behind(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_bytes(b"old")
    write_atomic(path, "a: é😀\r\nb: c\n")
    assert path.read_bytes() == "a: é😀\r\nb: c\n".encode()
    assert left_behind(tmp_path) == ["q.yaml"]


def test_a_byte_order_mark_stays(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: b")
    write_atomic(path, "a: c")
    assert path.read_bytes() == b"\xef\xbb\xbfa: c"
    write_atomic(path, b"a: d")
    assert path.read_bytes() == b"a: d"


def test_a_new_file(tmp_path: Path) -> None:
    write_atomic(tmp_path / "new.yaml", "a: b")
    assert (tmp_path / "new.yaml").read_bytes() == b"a: b"


@needs_modes
def test_modes(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("a")
    path.chmod(0o640)
    write_atomic(path, "b")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    mask = os.umask(0o027)
    try:
        write_atomic(tmp_path / "new.yaml", "b")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new.yaml").stat().st_mode) == 0o640


@needs_modes
@pytest.mark.parametrize("allowed", [True, False])
def test_the_owner_stays_if_that_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: bool
) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("old")
    asked = []

    def chown(_: Path, user: int, group: int) -> None:
        asked.append((user, group))
        if not allowed:
            raise PermissionError(1, "Operation not permitted")

    before = path.stat()
    foreign = os.stat_result((*before[:4], before.st_uid + 1, *before[5:10]))
    real_stat = Path.stat
    monkeypatch.setattr(Path, "stat", lambda self: foreign if self.name == "q.yaml" else real_stat(self))
    monkeypatch.setattr(os, "chown", chown)
    write_atomic(path, "new")
    assert asked == [(before.st_uid + 1, before.st_gid)]
    assert path.read_text() == "new"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real = tmp_path / "real" / "q.yaml"
    real.parent.mkdir()
    real.write_text("old")
    link = tmp_path / "link.yaml"
    link.symlink_to("real/q.yaml")
    write_atomic(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert left_behind(tmp_path) == ["link.yaml", "real"]


@pytest.mark.parametrize("function", ["fsync", "fdopen", "replace", "chmod"])
def test_a_failure_in_the_middle_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("old")

    def fails(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, function, fails)
    with pytest.raises(WriteError) as caught:
        write_atomic(path, "new")
    monkeypatch.undo()
    assert str(caught.value) == f"{path}: cannot be written: no space left on device; nothing was changed"
    assert path.read_text() == "old"
    assert left_behind(tmp_path) == ["q.yaml"]


def test_an_interruption_in_the_middle_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("old")

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(path, "new")
    assert path.read_text() == "old"
    assert left_behind(tmp_path) == ["q.yaml"]


@needs_limits
def test_a_read_only_folder(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("old")
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(WriteError, match=r"the folder .* is read-only; nothing was changed"):
            write_atomic(path, "new")
    finally:
        tmp_path.chmod(0o755)
    assert path.read_text() == "old"


def test_a_read_only_file(tmp_path: Path) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(WriteError, match="the file is read-only; nothing was changed"):
        write_atomic(path, "new")
    assert path.read_text() == "old"


def test_what_a_read_only_folder_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("old")

    def denied(*_: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("qbank.bank.writing.os.open", denied)
    with pytest.raises(WriteError) as caught:
        write_atomic(path, "new")
    monkeypatch.undo()
    expected = f"{path}: cannot be written: the folder {tmp_path} is read-only; nothing was changed"
    assert str(caught.value) == expected
    assert path.read_text() == "old"


def test_what_a_read_only_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "q.yaml"
    path.write_text("old")
    monkeypatch.setattr("qbank.bank.writing.os.access", lambda *_: False)
    with pytest.raises(WriteError) as caught:
        write_atomic(path, "new")
    assert str(caught.value) == f"{path}: cannot be written: the file is read-only; nothing was changed"
    assert path.read_text() == "old"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="no such file or directory"):
        write_atomic(tmp_path / "none" / "q.yaml", "new")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="is a directory"):
        write_atomic(tmp_path, "new")
    assert left_behind(tmp_path) == []


def test_a_text_that_is_no_unicode(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="lone surrogate"):
        write_atomic(tmp_path / "q.yaml", "\ud800")
    assert left_behind(tmp_path) == []


def test_a_folder_that_cannot_be_made_names_the_read_only_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(path: Path, *_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "mkdir", denied)
    for write in (create, write_file):
        with pytest.raises(InputError, match=rf"/a/b/q.yaml: .*the folder {tmp_path} is read-only"):
            write(tmp_path / "a/b/q.yaml", b"new")

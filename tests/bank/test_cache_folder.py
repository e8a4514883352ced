from __future__ import annotations

import os
from pathlib import Path

import pytest

from qbank.bank import cache_folder
from qbank.bank.cache_folder import FOLDER, make_cache_folder, user_secret, write_new


def test_the_folder_ignores_itself(tmp_path: Path) -> None:
    folder = make_cache_folder(tmp_path)
    assert folder == tmp_path / FOLDER
    assert (folder / ".gitignore").read_text().splitlines()[-1] == "*"
    (folder / ".gitignore").write_text("mine")
    assert (make_cache_folder(tmp_path) / ".gitignore").read_text() == "mine"


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_a_link_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / FOLDER).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="link"):
        make_cache_folder(tmp_path)


def test_a_file_in_its_place(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("")
    with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
        make_cache_folder(tmp_path)


def test_the_secret_is_the_same_every_time_and_one_of_each_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for home in ("one", "one", "two"):
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
            monkeypatch.setenv(name, str(tmp_path / home))
        found.append(user_secret())
    assert found[0] == found[1] != found[2]
    assert len(found[0]) == 32


def test_a_secret_that_is_damaged_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    user_secret()
    (file,) = (path for path in tmp_path.rglob("key"))
    file.write_bytes(b"")
    assert len(user_secret()) == 32
    assert file.read_bytes() == user_secret()


def test_of_several_who_make_one_at_once_all_have_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    of_another = b"s" * 32

    def make(length: int) -> bytes:
        cache_folder.user_folder().joinpath("key").write_bytes(of_another)
        return b"t" * length

    monkeypatch.setattr(cache_folder.secrets, "token_bytes", make)
    assert user_secret() == of_another
    assert [path.name for path in cache_folder.user_folder().iterdir()] == ["key"]


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="space"):
        write_new(tmp_path / "file", b"x")
    assert list(tmp_path.iterdir()) == []

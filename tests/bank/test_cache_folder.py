from __future__ import annotations

import os
from pathlib import Path

import pytest

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


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="space"):
        write_new(tmp_path / "file", b"x")
    assert list(tmp_path.iterdir()) == []

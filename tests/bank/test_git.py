from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from qbank.bank import git as module
from qbank.bank.git import GitError, blobs, commit_of, top_folder

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="no git")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name, size in (("a", 10), ("b", 20), ("c", 5000)):
        (tmp_path / name).write_bytes(name.encode() * size)
    (tmp_path / "inner").mkdir()
    nobody = ("-c", "user.name=x", "-c", "user.email=x")
    for arguments in (["init", "-q"], ["add", "-A"], [*nobody, "commit", "-qm", "one"], ["tag", "v1"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    return tmp_path


def test_where_and_what(repository: Path) -> None:
    assert top_folder(repository / "inner") == Path(os.path.realpath(repository))
    assert commit_of(repository, "v1") == commit_of(repository, "HEAD")


@pytest.mark.parametrize("revision", ["", "--all", "nothing", "v1\0", "HEAD:a", "v1~5"])
def test_what_is_no_revision(repository: Path, revision: str) -> None:
    with pytest.raises(GitError):
        commit_of(repository, revision)


def test_blobs(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = subprocess.run(
        ["git", "ls-tree", "HEAD"], cwd=repository, capture_output=True, text=True, check=True
    )
    names = {line.split("\t")[1]: line.split()[2] for line in listed.stdout.splitlines()}
    wanted = [names["b"], names["a"], names["b"], names["c"]]
    for at_once in (1 << 20, 1):
        monkeypatch.setattr(module, "_BATCH", at_once)
        found = dict(blobs(repository, wanted, 100))
        assert found == {names["a"]: b"a" * 10, names["b"]: b"b" * 20}
    assert dict(blobs(repository, [], 100)) == {}
    with pytest.raises(GitError):
        dict(blobs(repository, ["0" * 40], 100))

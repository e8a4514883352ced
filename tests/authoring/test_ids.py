from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from each import each
from qbank.authoring.ids import TakenIds, fetch, taken_ids
from qbank.bank import git as bank_git
from qbank.bank.git import GitError, Repository, repository

if TYPE_CHECKING:
    from tests.authoring.conftest import Git


def add(root: Path, name: str, content: str | None = None) -> Path:
    path = root / "questions" / name.split("-", 1)[0] / "memory" / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"id: {name}\n" if content is None else content)
    return path


@each(
    "ids, series, wanted",
    [
        ([], "cloud", "cloud-0001"),
        (["cloud-0007", "edge-0100"], "cloud", "cloud-0008"),
        (["cloud-0001", "cloud-0003"], "cloud", "cloud-0004"),
        (["cloud-9999"], "cloud", "cloud-10000"),
        (["cloud-00012"], "cloud", "cloud-00013"),
        (["cloud-cell-10102", "cloud-0002"], "cloud", "cloud-0003"),
        (["cloud-cell-10102"], "cloud-cell", "cloud-cell-10103"),
        (["cloud-99999999999999999999"], "cloud", "cloud-0001"),
    ],
)
def test_the_next_id(ids: list[str], series: str, wanted: str) -> None:
    assert TakenIds(frozenset(ids)).next(series) == wanted


def test_names_and_ids_of_files_count_without_any_git(tmp_path: Path) -> None:
    add(tmp_path, "cloud-0001")
    add(tmp_path, "cloud-0002", '# a note\nid: "cloud-0009"\r\n')
    add(tmp_path, "cloud-0003", "id: [broken\n")
    taken = taken_ids(tmp_path)
    assert taken.ids == taken.here == {"cloud-0001", "cloud-0002", "cloud-0003", "cloud-0009"}
    assert taken.remarks == ()


def test_an_empty_bank(tmp_path: Path) -> None:
    assert taken_ids(tmp_path).next("edge") == "edge-0001"


def test_every_branch_and_what_was_deleted_counts(tmp_path: Path, git: Git) -> None:
    root = tmp_path / "course" / "bank"
    add(root, "cloud-0001")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    git(tmp_path, "switch", "-qc", "other")
    add(root, "cloud-0007")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "two")
    git(tmp_path, "switch", "-q", "main")
    assert taken_ids(root).next("cloud") == "cloud-0008"
    add(root, "cloud-0009")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "three")
    git(tmp_path, "rm", "-q", "course/bank/questions/cloud/memory/cloud-0009.yaml")
    git(tmp_path, "commit", "-qm", "four")
    assert taken_ids(root).next("cloud") == "cloud-0010"
    git(tmp_path, "tag", "old", "other")
    git(tmp_path, "branch", "-D", "other")
    assert "cloud-0007" in taken_ids(root).ids


def test_a_renamed_file_and_one_that_came_with_a_merge_count(tmp_path: Path, git: Git) -> None:
    git(tmp_path, "init", "-q")
    add(tmp_path, "cloud-0001")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "one")
    git(tmp_path, "mv", "questions/cloud/memory/cloud-0001.yaml", "questions/cloud/memory/cloud-0005.yaml")
    git(tmp_path, "commit", "-qm", "two")
    git(tmp_path, "mv", "questions/cloud/memory/cloud-0005.yaml", "questions/cloud/memory/cloud-0002.yaml")
    git(tmp_path, "commit", "-qm", "three")
    git(tmp_path, "switch", "-qc", "side", "HEAD~1")
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "side")
    git(tmp_path, "switch", "-q", "main")
    git(tmp_path, "merge", "-q", "--no-commit", "--no-ff", "side")
    merged = add(tmp_path, "cloud-0011")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "merge")
    merged.unlink()
    assert {"cloud-0001", "cloud-0005", "cloud-0002", "cloud-0011"} <= taken_ids(tmp_path).ids


def test_other_worktrees_count_before_anything_is_committed(tmp_path: Path, git: Git) -> None:
    main = tmp_path / "main"
    add(main, "cloud-0001")
    git(main, "init", "-q")
    git(main, "add", ".")
    git(main, "commit", "-qm", "one")
    git(main, "worktree", "add", "-q", "../side", "-b", "side")
    add(tmp_path / "side", "cloud-0002")
    assert taken_ids(main).next("cloud") == "cloud-0003"


def test_branches_of_others_count_once_they_are_fetched(tmp_path: Path, git: Git) -> None:
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    add(theirs, "cloud-0001")
    git(theirs, "init", "-q")
    git(theirs, "add", ".")
    git(theirs, "commit", "-qm", "one")
    git(tmp_path, "clone", "-q", "theirs", "ours")
    git(theirs, "switch", "-qc", "draft")
    add(theirs, "cloud-0002")
    git(theirs, "add", ".")
    git(theirs, "commit", "-qm", "two")
    assert taken_ids(ours).next("cloud") == "cloud-0002"
    fetch(ours)
    assert taken_ids(ours).next("cloud") == "cloud-0003"


def test_a_git_that_fails_is_said(tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    add(tmp_path, "cloud-0001")
    git(tmp_path, "init", "-q")

    def slow(*_: object) -> None:
        raise GitError("git log did not end within 120 seconds")

    monkeypatch.setattr(Repository, "file_names", slow)
    taken = taken_ids(tmp_path)
    assert taken.ids == {"cloud-0001"}
    assert taken.remarks == (
        "ids on other branches were not looked at: git log did not end within 120 seconds",
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no locks")
def test_parallel_authors_get_different_ids(tmp_path: Path, git: Git) -> None:
    main = tmp_path / "main"
    add(main, "cloud-0001")
    git(main, "init", "-q")
    git(main, "add", ".")
    git(main, "commit", "-qm", "one")
    git(main, "worktree", "add", "-q", "../side", "-b", "side")
    topics = ("kv-cache-management", "tail-latency", "thermal-management")
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "qbank", "new", "cloud", topic, "--quiet"],
            cwd=tmp_path / place,
            stdout=subprocess.PIPE,
            text=True,
        )
        for topic in topics
        for place in ("main", "side")
    ]
    made = [Path(process.communicate(timeout=60)[0].strip()).stem for process in started]
    assert sorted(made) == [f"cloud-000{number}" for number in range(2, 8)]


def test_without_git_only_files_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(tmp_path, "cloud-0001")
    monkeypatch.setenv("PATH", "")
    assert repository(tmp_path) is None
    assert taken_ids(tmp_path).next("cloud") == "cloud-0002"


def test_a_git_that_takes_too_long(tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    git(tmp_path, "init", "-q")
    monkeypatch.setattr(bank_git, "SECONDS", 0.0)
    with pytest.raises(GitError, match="did not end within 0 seconds"):
        bank_git.ask_git(tmp_path, "status")

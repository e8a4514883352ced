from __future__ import annotations

import os
from pathlib import Path

import pytest

from qbank.bank.discovery import TargetError, find_question_files
from qbank.bank.listing import file_states

FILES = (
    "questions/a.yaml",
    "questions/cloud/b.yml",
    "questions/cloud/.hidden.yaml",
    "questions/.hidden/c.yaml",
    "questions/cloud/notes.md",
    "questions/sets/quiz.yaml",
    "questions/sets/deep/quiz.yaml",
    "questions/labs/lab.yaml",
    "questions/labs/deep/lab.yaml",
    "questions/cloud/labs/lab.yaml",
    "questions/cloud/sets/d.yaml",
    "questions/sets/questions/e.yaml",
    "questions/sets/questions/sets/f.yaml",
    "questions/folder.yaml/g.yaml",
)


def make(root: Path) -> None:
    for name in FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("id: x\n")


def searched(root: Path) -> list[str]:
    found = find_question_files([root / "questions"]).files
    return sorted(path.relative_to(root).as_posix() for path in found)


def test_the_files_are_those_that_a_search_finds(tmp_path: Path) -> None:
    make(tmp_path)
    found = file_states(tmp_path)
    assert [state[0] for state in found] == searched(tmp_path)
    assert "questions/sets/questions/e.yaml" in searched(tmp_path)
    for path, size, mtime, ctime in found:
        seen = (tmp_path / path).stat()
        assert (size, mtime, ctime) == (seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_with_links_too(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "questions" / "round").symlink_to(tmp_path / "questions")
    (tmp_path / "questions" / "broken.yaml").symlink_to(tmp_path / "nothing")
    (tmp_path / "questions" / "out.yaml").symlink_to(__file__)
    found = file_states(tmp_path)
    assert [state[0] for state in found] == searched(tmp_path)
    assert ("questions/broken.yaml", -1, -1, -1) in found


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(TargetError):
        file_states(tmp_path)

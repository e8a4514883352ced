"""A small bank to build sites of, with a text that would like to do harm."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from shipped_bank import common_folder
from site_bank import made

ROOT = Path(__file__).resolve().parents[2]
QUIZ = """\
title: A quiz of ours
kind: quiz
questions:
  - tinyml-0001
  - tinyml-0002
"""


@pytest.fixture(scope="session")
def built_bank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A few questions and sets of ours, with what sites of them leave in the cache.

    That holds in a copy which lies in folders of the same names, for the same user.
    """
    root = tmp_path_factory.mktemp("built") / "copy" / "bank"
    for part in ("precision", "memory"):
        shutil.copytree(ROOT / "questions" / "tinyml" / part, root / "questions" / "tinyml" / part)
    (root / "questions" / "sets").mkdir()
    (root / "questions" / "sets" / "own-quiz.yaml").write_text(QUIZ, encoding="utf-8")
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(common_folder(tmp_path_factory) / "user-cache"))
        for public in (False, True):
            made(root, public=public)
    return root


@pytest.fixture
def bank(built_bank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy that bank, and stand in the copy."""
    root = Path(shutil.copytree(built_bank, tmp_path / "copy" / "bank"))
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def changed(bank: Path) -> Callable[..., Path]:
    """Return a function that changes fields of a question, by the name of its file."""

    def change(name: str, **fields: Any) -> Path:
        [file] = (bank / "questions").rglob(f"{name}.yaml")
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
        file.write_text(yaml.safe_dump({**data, **fields}, sort_keys=False), encoding="utf-8")
        return file

    return change

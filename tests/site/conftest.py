"""A small bank to build sites of, with a text that would like to do harm."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
QUIZ = """\
title: A quiz of ours
kind: quiz
questions:
  - tinyml-0001
  - tinyml-0002
"""


@pytest.fixture
def bank(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy a few questions and sets of ours, and stand in the copy."""
    root = tmp_path / "bank"
    for part in ("precision", "memory"):
        shutil.copytree(ROOT / "questions" / "tinyml" / part, root / "questions" / "tinyml" / part)
    (root / "questions" / "sets").mkdir()
    (root / "questions" / "sets" / "own-quiz.yaml").write_text(QUIZ, encoding="utf-8")
    monkeypatch.chdir(root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
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

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Git = Callable[..., str]


@pytest.fixture
def git() -> Git:
    """Runs git in a folder, as somebody, and without what this machine has configured."""

    def run(folder: Path, *arguments: str) -> str:
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        options = (
            "-c",
            "user.name=Author",
            "-c",
            "user.email=author@example.org",
            "-c",
            "init.defaultBranch=main",
        )
        done = subprocess.run(
            ["git", *options, *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run

"""The bank that we ship is clean and in its canonical form."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("command", [("audit", "--fail-on", "info"), ("fmt", "--check")])
def test_there_is_nothing_to_mend(command: tuple[str, ...]) -> None:
    line = [sys.executable, "-m", "qbank", *command, "questions"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

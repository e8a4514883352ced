"""The bank that we ship is clean and in its canonical form."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from shipped_bank import AuditedBank

ROOT = Path(__file__).parents[2]


def test_an_audit_finds_nothing(shipped_bank: AuditedBank) -> None:
    assert shipped_bank.status == 0, shipped_bank.said


def test_nothing_is_to_be_formatted() -> None:
    line = [sys.executable, "-m", "qbank", "fmt", "--check", "questions"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

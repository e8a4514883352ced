from __future__ import annotations

import functools
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fork_server import qbank_program
from qbank.cli import main

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]

DECIDED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "QBANK_DEBUG")


@pytest.fixture
def spawn() -> Run:
    """Runs the command line in a process of its own, for what it does with its streams."""
    return functools.partial(_run, [qbank_program()])


@pytest.fixture
def start() -> Run:
    """Runs the command line the way a user does, from the start of an interpreter."""
    return functools.partial(_run, [sys.executable, "-m", "qbank"])


def _run(
    command: list[str],
    *arguments: str | Path,
    given: str | bytes = "",
    encoding: str = "utf-8",
    **environment: str,
) -> Done:
    kept = {name: value for name, value in os.environ.items() if name not in DECIDED}
    done = subprocess.run(
        [*command, *map(str, arguments)],
        input=given.encode() if isinstance(given, str) else given,
        capture_output=True,
        env={**kept, "PYTHONWARNINGS": "error", "PYTHONIOENCODING": encoding, **environment},
        timeout=60,
        check=False,
    )
    return Done(done.args, done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process, which is the same but for what starting one costs."""

    def call(*arguments: str | Path, given: str | bytes = "", **environment: str) -> Done:
        data = given.encode() if isinstance(given, str) else given
        with monkeypatch.context() as patch:
            for name in DECIDED:
                patch.delenv(name, raising=False)
            for name, value in environment.items():
                patch.setenv(name, value)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
            status = main([str(argument) for argument in arguments])
        seen = capsys.readouterr()
        return Done(["qbank", *map(str, arguments)], status, seen.out, seen.err)

    return call

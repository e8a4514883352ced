"""Where the programs are that read what we render, and how a test asks for one of them.

They live in `.consumers/`, in environments of their own: some of them want older packages than we do, and
some have licences under which nothing of ours may depend on them. `make consumers` puts them there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".consumers"
NODE_MODULES = FOLDER / "node_modules"
PROGRAMS = Path(__file__).parent / "programs"

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PATIENCE = 300


def python_of(environment: str, distribution: str) -> Path | None:
    """Return the interpreter of an environment that holds a distribution, or None."""
    python = FOLDER / environment / "bin" / "python"
    if not python.exists():
        return None
    question = f"import importlib.metadata as m; m.version({distribution!r})"
    asked = subprocess.run([python, "-c", question], capture_output=True, check=False)
    return python if asked.returncode == 0 else None


def needs(consumer: str, found: Any) -> Any:
    """Return what was found, or skip the test and say which consumer it lacks."""
    if not found:
        pytest.skip(f"consumer not installed: {consumer} (`make consumers`)")
    return found


def node_module(name: str) -> Path:
    """Return the folder of all node modules, in which there is the one named."""
    needs("node", shutil.which("node"))
    needs(name, (NODE_MODULES / name).is_dir())
    return NODE_MODULES


def run(command: Sequence[str | Path], *, given: Any = None) -> Any:
    """Run a program that reads JSON and prints JSON; what it says on standard error fails the test."""
    done = subprocess.run(
        list(map(str, command)),
        input=None if given is None else json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
        timeout=_PATIENCE,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout)


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that the tests of a process share; each use of it is in a new profile, see `browser.mjs`."""

    asked: IO[str]
    answers: IO[str]

    def use(self, program: str, given: Any) -> Any:
        """Let a program use pages, and return what came out; what goes wrong there fails the test."""
        self.asked.write(json.dumps({"program": program, "given": given}) + "\n")
        self.asked.flush()
        answer = json.loads(self.answers.readline() or '{"failure": "the browser cannot be used any more"}')
        assert "failure" not in answer, answer["failure"][-4000:]
        return answer["outcome"]


@contextmanager
def started_browser() -> Iterator[Browser]:
    """Start Chromium, and end it."""
    named = os.environ.get("CHROMIUM")
    chromium = needs("chromium", named or next(filter(None, map(shutil.which, _BROWSERS)), None))
    command = ["node", PROGRAMS / "browser.mjs", node_module("puppeteer-core"), chromium]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Browser(process.stdin, process.stdout)

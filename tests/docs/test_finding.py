"""The page on finding questions: its commands are run in a bank made for them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from docs.forms import json_form, keys
from fork_server import search_path

if TYPE_CHECKING:
    from tests.conftest import Bank

PAGES = Path(__file__).resolve().parents[2] / "docs"
SHELL = re.compile(r"^```sh\n(.*?)^```", re.M | re.S)
PAGE = (PAGES / "finding.md").read_text(encoding="utf-8")
LINES = [line for block in SHELL.findall(PAGE) for line in block.splitlines()]
NOBODY = {
    "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x",
    "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
}  # fmt: skip


def shell(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **NOBODY, "PATH": search_path()}
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture
def history(bank: Bank) -> Bank:
    """A bank whose branches, tags and questions the page speaks of."""
    bank.add("cloud-0003", "title: The Cache of Ten Users\ntags: [kv-cache]\n")
    bank.add("cloud-0007", "title: The Cache of Two Users\nlevel: L3\n")
    made = "git init -q -b main && git add -A && git commit -qm one && git tag v1.0"
    assert shell(bank.root, made).returncode == 0
    bank.add("cloud-0003", "title: The Cache of Six Users\ntags: [kv-cache]\n")
    assert shell(bank.root, "git checkout -qb work && git commit -qam two && git tag v1.1").returncode == 0
    return bank


@pytest.mark.skipif(os.name == "nt" or shutil.which("git") is None, reason="no shell or no git")
@pytest.mark.parametrize("line", LINES)
def test_commands_run(history: Bank, line: str) -> None:
    if line.startswith("sqlite3 "):
        if shutil.which("sqlite3") is None:
            pytest.skip("no sqlite3")
        assert shell(history.root, "qbank export --output bank.sqlite").returncode == 0
    done = shell(history.root, line)
    # The two questions are nearly the same, which is what the command is to say.
    finds = line.startswith("qbank duplicates") and "--acknowledge" not in line
    assert done.returncode == int(finds), done.stderr
    assert "qbank:" not in done.stderr


def test_the_acknowledged_pair_is_written_as_the_page_shows(history: Bank) -> None:
    [line] = [line for line in LINES if "--acknowledge" in line]
    assert shell(history.root, line).returncode == 0
    shown = re.search(r"^```yaml\n(.*?)^```", PAGE, re.M | re.S)
    assert shown is not None
    assert (history.root / "known-duplicates.yaml").read_text().endswith(shown[1])


@pytest.mark.parametrize(
    "command", ["list cache", "stats", "duplicates", "diff v1.0"], ids=lambda command: command.split()[0]
)
def test_the_json_page_shows_every_key(history: Bank, command: str) -> None:
    done = shell(history.root, f"qbank {command} --format json")
    found: Any = json.loads(done.stdout)
    name = command.split(maxsplit=1)[0]
    form: Any = json_form((PAGES / "json.md").read_text(encoding="utf-8"), f"qbank {name} --format json")
    if name == "stats":
        for part in ("track_topics", "track_levels", "track_zones"):
            form["gaps"][part] = {"cloud": form["gaps"][part]["cloud"]}
            found["gaps"][part] = {"cloud": found["gaps"][part]["cloud"]}
    assert keys(found) == keys(form)

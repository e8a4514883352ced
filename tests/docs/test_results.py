"""The page on results: its commands are run after an exam, and JSON has the keys that are shown."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from docs.forms import json_form, keys
from docs.pages import ROOT
from fork_server import search_path
from qbank.cli import main
from qbank.results.paper_key import read_key
from results.exports import canvas
from results.made_exam import sit

PAGE = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
LINES = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.M | re.S)
    for line in block.splitlines()
    if line
]


@pytest.fixture(scope="module")
def after_an_exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bank with a set, its paper in two versions and what came of it."""
    folder = tmp_path_factory.mktemp("bank")
    shutil.copytree(ROOT / "questions", folder / "questions")
    command = ["render", str(folder / "questions/sets/edge-quiz.yaml"), "--format", "qti12", "--quiet"]
    assert main([*command, "--seed", "3", "-o", str(folder / "quiz.zip")]) == 0
    (folder / "exports").mkdir()
    (folder / ".gitignore").write_text("/exports/\n")
    canvas(folder / "exports" / "quiz.csv", sit([read_key(folder / "quiz.key.json")], 120))
    return folder


def shell(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": search_path()}
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(os.name == "nt", reason="no shell")
@pytest.mark.parametrize("line", LINES)
def test_commands_run(after_an_exam: Path, line: str) -> None:
    done = shell(after_an_exam, line)
    assert done.returncode == 0, done.stderr
    assert done.stdout or "--output" in line


def test_json_has_the_keys_that_the_page_shows(after_an_exam: Path) -> None:
    form = json_form(
        (ROOT / "docs" / "json.md").read_text(encoding="utf-8"), "qbank results show --format json"
    )
    done = shell(after_an_exam, "qbank results show exports/quiz.csv --key quiz.key.json --format json")
    found = json.loads(done.stdout)
    first = form["questions"][0]

    def filled(question: dict[str, Any]) -> bool:
        return bool(question["options"]) or bool(question["wrong_answers"])

    seen: dict[str, Any] = {}
    for question in filter(filled, found["questions"]):
        for name, value in question.items():
            seen[name] = seen.get(name) or value
    seen["states"] = {"answered": 1}
    group = {"name": "", "n": 1, "difficulty": 1, "interval": [1]}
    for name in ("variants", "versions"):
        assert seen[name].keys() == {"groups", "probability"}
        seen[name] = first[name]
    summary = found["summary"]
    assert keys(first) == keys(seen)
    assert summary["groups"]["level"][0].keys() == group.keys()
    for name in ("versions", "groups", "minutes", "unmatched", "remarks"):
        summary[name] = form["summary"][name]
    assert keys(form["summary"]) == keys(summary)
    assert found.keys() == form.keys()

"""The examples in the help are run as they stand."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from each import each
from fork_server import search_path
from qbank.cli.app import command_table
from qbank.cli.reference import commands, examples

if TYPE_CHECKING:
    from tests.conftest import Bank


ROOT = Path(__file__).resolve().parents[2]
COMMANDS = list(commands(command_table()))
EXAMPLES = [
    *examples(command_table().help),
    *(example for command in COMMANDS for example in command.examples),
]

LEAD = "Last name,First name,Email address,State,Grade/10.00"
EXPORTS = {
    "quiz": "student,1\n" + "".join(f"s{n},{n % 2}\n" for n in range(40)),
    "matrix": "student,cloud-0001,cloud-0003\n" + "".join(f"s{n},{n % 2},1\n" for n in range(40)),
    "responses": f"{LEAD},Response 1\na,b,c@d,Finished,5.00,words\n",
    "grades": f"{LEAD},Q. 1 /1.00\na,b,c@d,Finished,5.00,0.50\n",
}
"""What platforms export after an exam."""

KEPT = "set: quiz\nquestions: [{id: cloud-0001, students: 20, difficulty: 0.5}]\n"

CHAPTER = "### Exercise 3.1: Caches\n\nHow large is the cache of 16 users?\n\n**Solution:** 17 GB\n"


def test_every_command_has_examples() -> None:
    for command in COMMANDS:
        assert any(example.startswith(command.path) for example in command.examples), command.path
        assert all(example.startswith("qbank ") for example in command.examples), command.path
        # A list of examples that is no paragraph of its own is filled like a text, with its mark in it.
        assert not any("Examples:" in paragraph for paragraph in command.paragraphs), command.path


@each("example", EXAMPLES)
def test_it_names_what_this_repository_has(example: str) -> None:
    for file in re.findall(r"\bquestions/[\w./-]+", example):
        assert (ROOT / file).exists()
    ids = re.findall(r"\b(?:cloud|edge|mobile|tinyml|global)-\d{4}\b", example)
    given = ids[1:] if example.startswith("qbank move") else []
    assert all(any(ROOT.glob(f"questions/**/{id_}.yaml")) != (id_ in given) for id_ in ids)


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What git keeps of one commit, which a branch of the origin is at too."""
    folder = tmp_path_factory.mktemp("history")
    for words in (
        "init -q --template=",
        "-c user.name=a -c user.email=a@b commit -q --allow-empty -m first",
        "update-ref refs/remotes/origin/main HEAD",
    ):
        subprocess.run(["git", *words.split()], cwd=folder, check=True)
    return folder / ".git"


@pytest.mark.skipif(os.name == "nt", reason="no shell")
@pytest.mark.parametrize(
    "example", [example for example in EXAMPLES if not {"--watch", "--serve"} & set(example.split())]
)
def test_it_runs(bank: Bank, history: Path, example: str) -> None:
    """What watches or serves goes on until it is stopped; the tests of these commands do that."""
    bank.add("cloud-0001", "title: Growth of the Cache.\n")
    bank.add("cloud-0003")
    bank.write("notes.md", "16 GB / 8 = 2 GB")
    bank.write("questions/sets/edge-quiz.yaml", "title: Caches\nkind: quiz\nquestions: [cloud-0001]\n")
    bank.write(
        "questions/sets/distributed-training-exam.yaml",
        "title: Caches\nkind: exam\nquestions: [cloud-0001]\n",
    )
    bank.write("chapter-3.md", CHAPTER)
    bank.write("../other-bank/questions/edge/memory/edge-0001.yaml", bank.add("edge-0001").read_bytes())
    shutil.copytree(history, bank.root / ".git")
    prepared = "export EDITOR=true"
    if example.startswith("qbank merge"):
        prepared += " && qbank audit -q --shard 1/2 --format json --output shard-1.json"
        prepared += " && qbank audit -q --shard 2/2 --format json --output shard-2.json"
    if "quiz.xml" in example:
        prepared += " && qbank render cloud-0003 --format moodle --output quiz.xml --quiet"
    if "draft.yaml" in example:
        prepared += " && cp questions/cloud/*/cloud-0003.yaml draft.yaml"
    if example.startswith("qbank results") or "--sort" in example:
        bank.write(".gitignore", "/exports/\n")
        bank.write("results/quiz-2026-10-01.yaml", KEPT)
        for name, content in EXPORTS.items():
            bank.write(f"exports/{name}.csv", content)
        prepared += " && qbank render cloud-0003 --format moodle --output quiz.xml --quiet"
    done = subprocess.run(
        ["bash", "-c", f"{prepared} && {example}"],
        env={**os.environ, "PATH": search_path()},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    # A title with a period is a warning: it fails the example that fails on warnings, and shows in a diff.
    fails = "--fail-on" in example or ("--diff" in example and "fmt" not in example)
    fails = fails or example.startswith("qbank duplicates")  # the two questions are the same
    assert done.returncode == int(fails), done.stderr
    assert "qbank:" not in done.stderr
    silent = (
        "--output",
        "-o ",
        "--select QB3",
        "--show wrong",
        "--update-baseline",
        "--changed-since",
        "fmt",
        "move",
        "qbank diff",
        "qbank lsp",
        "quant*",
        "draft.yaml",
        "qbank site",
    )
    assert done.stdout or any(words in example for words in silent)

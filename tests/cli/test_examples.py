"""The examples in the help are run as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from qbank.cli.app import group

if TYPE_CHECKING:
    from tests.conftest import Bank


def examples(help_text: str | None) -> list[str]:
    _, _, listed = (help_text or "").partition("Examples:\n")
    return [re.split(r"\s{3,}", line.strip())[0] for line in listed.splitlines() if line.strip()]


def commands(whole: Any = None, path: str = "qbank") -> Iterator[tuple[str, Any]]:
    """Yield every command with the words that lead to it, groups of commands among them."""
    for name, command in (whole or group()).commands.items():
        yield f"{path} {name}", command
        if hasattr(command, "commands"):
            yield from commands(command, f"{path} {name}")


COMMANDS = dict(commands())
EXAMPLES = [
    *examples(group().help),
    *(example for command in COMMANDS.values() for example in examples(command.help)),
]


def test_every_command_has_examples() -> None:
    for path, command in COMMANDS.items():
        found = examples(command.help)
        assert any(example.startswith(path) for example in found), path
        assert all(example.startswith("qbank ") for example in found), path


@pytest.mark.skipif(os.name == "nt", reason="no shell")
@pytest.mark.parametrize("example", EXAMPLES)
def test_it_runs(bank: Bank, example: str) -> None:
    bank.add("cloud-0001", "title: Growth of the Cache.\n")
    bank.add("cloud-0003")
    bank.write("notes.md", "16 GB / 8 = 2 GB")
    bank.write("questions/sets/quiz.yaml", "title: Caches\nkind: quiz\nquestions: [cloud-0001]\n")
    prepared = "git init -q && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first"
    prepared += " && git update-ref refs/remotes/origin/main HEAD && export EDITOR=true"
    if example.startswith("qbank merge"):
        prepared += " && qbank audit -q --shard 1/2 --format json --output shard-1.json"
        prepared += " && qbank audit -q --shard 2/2 --format json --output shard-2.json"
    script = f'qbank() {{ "{sys.executable}" -m qbank "$@"; }}; {prepared} && {example}'
    done = subprocess.run(
        ["bash", "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    # A title with a period is a warning: it fails the example that fails on warnings, and shows in a diff.
    fails = "--fail-on" in example or ("--diff" in example and "fmt" not in example)
    fails = fails or example.startswith("qbank duplicates")  # the two questions are the same
    assert done.returncode == int(fails), done.stderr
    assert "qbank:" not in done.stderr
    silent = (
        "--output",
        "--select QB3",
        "--show wrong",
        "--update-baseline",
        "--changed-since",
        "fmt",
        "move",
        "qbank diff",
        "qbank lsp",
        "quant*",
    )
    assert done.stdout or any(words in example for words in silent)

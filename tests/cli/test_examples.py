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
        assert found, path
        assert all(example.startswith(path) for example in found)


@pytest.mark.skipif(os.name == "nt", reason="no shell")
@pytest.mark.parametrize("example", EXAMPLES)
def test_it_runs(bank: Bank, example: str) -> None:
    bank.add("cloud-0001", "title: Growth of the Cache.\n")
    bank.write("notes.md", "16 GB / 8 = 2 GB")
    bank.write("questions/sets/quiz.yaml", "title: Caches\nkind: quiz\nquestions: [cloud-0001]\n")
    if example.startswith("qbank diff"):
        script = "git init -q && git add -A && git -c user.name=x -c user.email=x commit -qm one"
        subprocess.run(["bash", "-c", script], check=True)
    script = f'qbank() {{ "{sys.executable}" -m qbank "$@"; }}; {example}'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    # A title with a period is a warning: it fails the example that fails on warnings, and shows in a diff.
    assert done.returncode == int("--fail-on" in example or "--diff" in example), done.stderr
    assert "qbank:" not in done.stderr
    finds_nothing = example.startswith(("qbank diff", "qbank duplicates", "qbank list '"))
    assert done.stdout or finds_nothing or "--output" in example or "--select QB3" in example or "--show wrong" in example

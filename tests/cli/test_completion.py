"""What shells get to offer, asked for the way they ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("qbank doc", {"doctor"}),
        ("qbank show cloud-", {"cloud-0001", "cloud-0002"}),
        ("qbank move cloud-0002", {"cloud-0002"}),
        ("qbank rule QB30", {"QB301", "QB302", "QB303", "QB304", "QB305", "QB306"}),
        ("qbank audit --select QB501,napkin-w", {"QB501,napkin-wrong-value"}),
        ("qbank audit --format sa", {"sarif"}),
        ("qbank list --topic kv-", {"kv-cache-management"}),
        ("qbank new clo", {"cloud"}),
        ("qbank hardware show a100-sxm4-8", {"a100-sxm4-80gb"}),
        ("qbank formula show global_b", {"global_batch"}),
        ("qbank show nothing", set()),
    ],
)
def test_words_that_shells_offer(bank: Bank, spawn: Run, typed: str, offered: set[str]) -> None:
    bank.add("cloud-0001")
    bank.add("cloud-0002")
    words = typed.split(" ")
    asked = {"COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1), "_QBANK_COMPLETE": "complete_bash"}
    done = spawn(**asked)
    assert set(done.stdout.split()) == offered, done.stderr


def test_help_tells_the_exit_status_of_every_command(run: Run) -> None:
    from qbank.cli.reference import command_table, commands

    for command in commands(command_table()):
        if command.options or command.arguments:
            assert any("xit status" in paragraph for paragraph in command.paragraphs), command.path
    assert "Exit status: 0 done; 2 wrong use" in " ".join(run("diff", "--help").stdout.split())

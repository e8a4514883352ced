"""Starting up imports only what is used; what costs tenths of a second waits until something needs it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.conftest import Bank

HEAVY = ("pydantic", "pydantic_core", "sympy", "ruamel.yaml", "yaml", "rich", "jinja2", "pygls")
SNIPPET = """
import contextlib, io, sys
from qbank.cli import main
with contextlib.redirect_stdout(io.StringIO()) as out:
    status = main({arguments!r})
assert status == {status}, status
assert "Usage: qbank" in out.getvalue() or {status} == 2, out.getvalue()
print(*[name for name in {heavy!r} if name in sys.modules])
"""


def imported(arguments: list[str], status: int = 0) -> list[str]:
    script = SNIPPET.format(arguments=arguments, heavy=HEAVY, status=status)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["audit", "--help"],
        ["verify", "--help"],
        ["rule", "--help"],
        ["lsp", "--help"],
        ["list", "--help"],
        ["show", "--help"],
        ["stats", "--help"],
        ["duplicates", "--help"],
        ["diff", "--help"],
        ["export", "--help"],
        ["hardware", "--help"],
        ["import", "--help"],
        ["hardware", "show", "--help"],
        ["formula", "--help"],
        ["formula", "eval", "--help"],
        ["init", "--help"],
        ["new", "--help"],
        ["fmt", "--help"],
        ["move", "--help"],
    ],
    ids=" ".join,
)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    assert imported(arguments) == []


def test_without_arguments_help_is_shown_and_nothing_heavy_imported() -> None:
    assert imported([], status=2) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["audit", "--format", "concise", "-j", "1", "--select", "ALL", "{question}"],
        ["verify", "--text", "2 * 3 = 6"],
        ["rule", "QB301"],
        ["list", "cache", "--bank", "{bank}"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_commands_on_what_is_in_order_do_without_pydantic(bank: Bank, arguments: list[str]) -> None:
    path = bank.add()
    given = [argument.format(question=path, bank=bank.root) for argument in arguments]
    script = (
        f"import sys; from qbank.cli import main; status = main({given!r});"
        "sys.exit(status or 'pydantic' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done

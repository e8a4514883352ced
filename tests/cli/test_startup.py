"""Starting up imports only what is used; what costs tenths of a second waits until something needs it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.conftest import Bank

HEAVY = ("pydantic", "pydantic_core", "sympy", "ruamel.yaml", "yaml", "rich", "jinja2", "pygls")
SELDOM = ("sympy", "rich", "jinja2", "pygls", "typst")
"""What no command needs as such."""


def imported(arguments: list[str], status: int = 0) -> set[str]:
    """Return the modules that are imported when a command line has run, which shows a help."""
    script = f"""
import contextlib, io, sys
from qbank.cli import main
with contextlib.redirect_stdout(io.StringIO()) as out:
    status = main({arguments!r})
assert status == {status}, status
assert "Usage: qbank" in out.getvalue(), out.getvalue()
print(*sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    return set(done.stdout.split())


@pytest.mark.parametrize(("arguments", "status"), [(["--help"], 0), ([], 2)])
def test_the_help_imports_no_command_and_nothing_heavy(arguments: list[str], status: int) -> None:
    modules = imported(arguments, status)
    assert modules.isdisjoint(HEAVY)
    assert not [name for name in modules if name.startswith("qbank.cli.commands.")]


def test_the_help_of_a_command_imports_that_command_alone() -> None:
    modules = imported(["list", "--help"])
    assert [name for name in modules if name.startswith("qbank.cli.commands.")] == [
        "qbank.cli.commands.listing"
    ]


def test_no_command_imports_what_only_some_of_its_options_need() -> None:
    script = f"""
import sys
from qbank.cli.app import command_table
table = command_table()
for name in table.list_commands(None):
    table.get_command(None, name)
print(*[name for name in {SELDOM!r} if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout.split(), done.stderr) == ([], "")


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


def test_an_audit_makes_no_dataclasses(bank: Bank) -> None:
    """One takes a hundred times as long to make as a class of msgspec, and an audit loads many."""
    script = f"""
import sys
from dataclasses import is_dataclass
from qbank.cli import main
status = main(["audit", "-q", "--no-cache", {str(bank.add())!r}])
modules = [module for name, module in sys.modules.items() if name.startswith("qbank.")]
print(*{{one.__qualname__ for module in modules for one in vars(module).values() if is_dataclass(one)}})
sys.exit(status)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == []

"""Every format through the command line, and what its consumers need beside the report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

PERIOD = "title: Growth of the Cache.\n"
PATH = "questions/cloud/memory/cloud-0001.yaml"


@pytest.mark.parametrize("name", ["json", "sarif", "gitlab", "junit"])
def test_formats_for_programs_say_nothing_beside_the_report(bank: Bank, run: Run, name: str) -> None:
    bank.add("cloud-0001", PERIOD)
    done = run("audit", "--select", "QB501", "--format", name)
    assert (done.returncode, done.stderr) == (0, "")
    if name == "junit":
        assert ElementTree.fromstring(done.stdout).get("tests") == "1"
    else:
        assert PATH in done.stdout
        json.loads(done.stdout)


def test_annotations_and_their_summary(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    done = run("audit", "--select", "QB501", "-f", "github", GITHUB_ACTIONS="true")
    assert done.stdout == (
        f"::warning file={PATH},line=10,col=27,endColumn=27,title=QB501 title-period::"
        "title: ends with a period\n"
    )
    assert done.stderr.startswith("Audited 1 question: 1 warning.")


def test_the_fail_level_reaches_junit(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    done = run("audit", "--select", "QB501", "-f", "junit", "--fail-on", "warning")
    assert done.returncode == 1
    assert ElementTree.fromstring(done.stdout).get("failures") == "1"


@pytest.mark.parametrize("name", ["full", "concise", "github", "json", "sarif"])
def test_nothing_quoted_is_a_command_to_a_runner(bank: Bank, run: Run, name: str) -> None:
    bank.add("cloud-0001", "title: 'see ##[add-mask]a'\ntrack: '##[error]::error::'\n")
    done = run("audit", "-f", name, GITHUB_ACTIONS="true")
    assert "##[" not in done.stdout + done.stderr
    if name in {"full", "concise"}:
        assert not any(line.lstrip().startswith("::") for line in done.stdout.splitlines())


@pytest.mark.parametrize("name", ["sarif", "gitlab", "junit", "github"])
def test_counts_are_no_report_of_findings(bank: Bank, run: Run, name: str) -> None:
    bank.add()
    done = run("audit", "--statistics", "-f", name)
    assert done.returncode == 2
    assert done.stderr.startswith("qbank: --statistics writes lines or json; ")


def test_a_report_in_a_file(bank: Bank, run: Run) -> None:
    bank.add("cloud-0001", PERIOD)
    done = run("audit", "--select", "QB501", "-f", "sarif", "-o", "qbank.sarif")
    assert (done.returncode, done.stdout) == (0, "")
    assert json.loads(Path("qbank.sarif").read_text(encoding="utf-8"))["version"] == "2.1.0"

from __future__ import annotations

import csv
import io
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank


@pytest.fixture
def filled(bank: Bank) -> Bank:
    bank.add("cloud-0001", "title: Pears\ntags: [fruit]\n")
    bank.add("edge-0001", "track: edge\ntitle: Plums\nstatus: draft\n")
    return bank


def test_a_database(filled: Bank, run: Run) -> None:
    done = run("export", "--output", "bank.sqlite")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "2 questions.\n")
    with closing(sqlite3.connect(filled.root / "bank.sqlite")) as connection:
        found = connection.execute("SELECT id, title, path FROM question ORDER BY number").fetchall()
        assert found[0] == ("cloud-0001", "Pears", "questions/cloud/memory/cloud-0001.yaml")
        assert [row[0] for row in found] == ["cloud-0001", "edge-0001"]
        assert connection.execute("SELECT tag FROM tag").fetchall() == [("fruit",)]
    first = (filled.root / "bank.sqlite").read_bytes()
    run("export", "--output", "bank.sqlite")
    assert (filled.root / "bank.sqlite").read_bytes() == first


def test_csv(filled: Bank, run: Run) -> None:
    text = run("export", "--status", "draft").stdout
    [row] = csv.DictReader(io.StringIO(text, newline=""))
    assert (row["id"], row["track"], row["title"]) == ("edge-0001", "edge", "Plums")
    run("export", "-o", "all.csv", "-q")
    assert (filled.root / "all.csv").read_text().count("questions/") == 2


def test_what_cannot_be_read_is_told(filled: Bank, run: Run) -> None:
    filled.write("questions/bad.yaml", "- 1\n")
    done = run("export", "-o", "all.csv")
    assert done.returncode == 2
    assert "questions/bad.yaml:1:1: " in done.stderr
    assert (filled.root / "all.csv").read_text().count("questions/") == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--format", "sqlite"], "name a file, as --output bank.sqlite"),
        (["--output", "bank.xls"], "end the name in .sqlite or .csv"),
        (["--output", "bank.db", "--verbatim"], "--verbatim goes with CSV alone"),
        (["--format", "csv", "--output", "questions"], "is a folder"),
        (["--output", "nowhere/bank.sqlite"], "cannot be written"),
        (["--track", "clod"], "did you mean 'cloud'?"),
    ],
)
def test_wrong_use(filled: Bank, run: Run, arguments: list[str], said: str) -> None:
    done = run("export", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr

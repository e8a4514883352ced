from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

SAME = "title: The Cache.\nscenario: A service keeps its whole cache in the memory of one single GPU.\n"


@pytest.fixture
def three(bank: Bank) -> Bank:
    for number in range(3):
        bank.add(f"cloud-000{number}", SAME)
    return bank


def test_shards_are_merged_into_any_format(three: Bank, run: Run) -> None:
    for number in (1, 2):
        done = run("audit", "--shard", f"{number}/2", "-f", "json", "-o", f"{number}.json")
        assert done.returncode == 0
    for name in ("json", "sarif", "concise", "junit"):
        merged = run("merge", "1.json", "2.json", "-f", name)
        assert (merged.returncode, merged.stdout) == (0, run("audit", "-f", name).stdout)
    assert "QB612" in merged.stdout
    failing = run("merge", "1.json", "2.json", "--fail-on", "warning", "-f", "concise")
    assert failing.returncode == 1
    known = three.write("known.json", json.dumps({"version": 1, "findings": []}))
    assert run("merge", "1.json", "2.json", "--baseline", known, "-q").returncode == 0


def test_other_settings_here_than_there(three: Bank, run: Run) -> None:
    run("audit", "--shard", "1/1", "-f", "json", "-o", "1.json")
    three.write("qbank.toml", "verify = []\n")
    done = run("merge", "1.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert "the reports were made with other settings or another version of qbank" in done.stderr


def test_a_report_about_a_part_of_the_bank_is_nothing_to_merge(three: Bank, run: Run) -> None:
    run("audit", "questions/cloud/memory/cloud-0001.yaml", "--shard", "1/1", "-f", "json", "-o", "1.json")
    assert "is no report of `qbank audit --shard I/N --format json`" in run("merge", "1.json").stderr


@pytest.mark.parametrize("given", ["0/2", "3/2", "1", "1/", "a/b", "1/2/3", "99999999/99999999", "１/２"])
def test_no_shard(bank: Bank, run: Run, given: str) -> None:
    bank.add()
    done = run("audit", "--shard", given)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("qbank: --shard takes a part and how many there are, such as 2/4, not ")


def test_what_does_not_go_together(bank: Bank, run: Run) -> None:
    bank.add()
    for other in (["--fix"], ["--diff"], ["--changed-since", "HEAD"]):
        assert "--shard cannot go together" in run("audit", "--shard", "1/2", *other).stderr


def test_changed_since(three: Bank, run: Run) -> None:
    done = run("audit", "--changed-since", "HEAD")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("qbank: --changed-since HEAD: git rev-parse: not a git repository")
    subprocess.run(["git", "init", "-q"], check=True, timeout=60)
    done = run("audit", "--changed-since", "main")
    assert done.stderr.startswith("qbank: --changed-since main: git knows no revision 'main'")

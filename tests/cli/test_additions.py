from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

from qbank.audit.engine import MIN_CACHED_FILES
from qbank.rules.core.question_file import SourceFile
from qbank.rules.core.settings import RuleSettings
from qbank.rules.formulas.checks import CheckInput

if TYPE_CHECKING:
    from tests.cli.conftest import Run
    from tests.conftest import Bank

BROKEN = "entries: [\n"
FOLDERS = ("catalog", "formulas", "lexicon")
CHECKS = "checks:\n- formula: ring_allreduce_bytes\n  given: {n: 8, m: 16 GB}\n  expect: 28 GB\n"


def messages(folders: tuple[str, ...]) -> list[str]:
    what = "the file ends inside a list or mapping that was opened with '[' or '{'"
    return [f"qbank: schema/{folder}/x.yaml:2:1: {what}" for folder in folders]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_bank_whose_own_data_are_broken_is_not_audited(bank: Bank, run: Run, folder: str) -> None:
    for number in (1, 2, 3):
        bank.add(f"cloud-000{number}", CHECKS)
    bank.write(f"schema/{folder}/x.yaml", BROKEN)
    for command in (
        ("audit",),
        ("audit", "--no-cache", "--jobs", "2"),
        ("audit", "--select", "QB501"),
        ("audit", "--shard", "1/2", "--format", "json"),
        ("audit", "--fix"),
        ("audit", "questions/cloud/memory/cloud-0001.yaml"),
        ("verify", "questions"),
        ("facts", "questions"),
        ("site",),
    ):
        done = run(*command)
        *wrong, advice = done.stderr.splitlines()
        assert (done.returncode, done.stdout, wrong) == (2, "", messages((folder,))), command
        assert "correct this, or move the file" in advice
    assert run("audit", "-", given=b"title: A\n").returncode == 2


def test_all_that_is_broken_is_told_at_once_and_by_the_doctor(bank: Bank, run: Run) -> None:
    bank.add()
    for folder in FOLDERS:
        bank.write(f"schema/{folder}/x.yaml", BROKEN)
    assert run("audit").stderr.splitlines()[:-1] == messages(FOLDERS)
    done = run("doctor", "--format", "json")
    found = [f"qbank: {one['state']}" for one in json.loads(done.stdout)["checks"] if not one["fine"]]
    assert (done.returncode, found[:-1]) == (1, messages(FOLDERS))


def test_a_warm_cache_does_not_stand_for_what_was_broken_since(bank: Bank, run: Run) -> None:
    for number in range(MIN_CACHED_FILES):
        bank.add(f"cloud-{number:04}")
    for folder in FOLDERS:
        place = bank.root / "schema" / folder / "x.yaml"
        assert [run("audit", "--select", "QB501").returncode for _ in range(2)] == [0, 0]
        bank.write(place, BROKEN)
        assert [run("audit", "--select", "QB501").returncode for _ in range(2)] == [2, 2]
        place.unlink()
        os.mkfifo(place)
        assert "it is not a regular file" in run("audit", "--select", "QB501").stderr
        place.unlink()


def test_an_editor_is_told_at_the_checks_that_they_cannot_be_computed(bank: Bank) -> None:
    path = bank.add("cloud-0001", CHECKS)
    bank.write("schema/formulas/x.yaml", BROKEN)
    question = SourceFile.read(path, path.name).question(RuleSettings(root=bank.root))
    assert question is not None
    [finding] = CheckInput().check(question)
    assert finding.message.startswith(
        "checks: cannot be computed, since a formula of the bank is wrong: schema/formulas/x.yaml:2:1: "
    )

"""Files that go through the audit together come out as if each had gone alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest

from qbank.audit import file_audit
from qbank.audit.file_audit import audit_files
from qbank.audit.files import Task
from qbank.audit.plan import Plan
from qbank.audit.settings import Settings
from qbank.rules.core.base import QuestionRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.registry import RuleSet, select

if TYPE_CHECKING:
    from tests.conftest import Bank

    from qbank.rules.core.question_file import QuestionFile


class Picky(QuestionRule):
    """Fails on the third question."""

    code, name, severity = "QB999", "picky", Severity.ERROR

    def check(self, question: QuestionFile) -> Iterable[Finding]:
        if question.id == "cloud-0003":
            raise LookupError("not this one")
        return [self.finding(question, "seen", ("id",))]


def tasks_of(bank: Bank) -> list[Task]:
    wrong = "details:\n  napkin_math: 2 * 3 = 7\n"
    paths = [
        bank.add(f"cloud-000{number}", wrong if number % 2 else "title: A Title.\n") for number in range(6)
    ]
    paths.append(bank.write("questions/cloud/memory/cloud-0006.yaml", "not: [closed\n"))
    paths.append(bank.write("questions/cloud/memory/cloud-0007.yaml", b"\xff\xfe"))
    return [Task(path, path.name) for path in [*paths, bank.root / "gone.yaml"]]


def plan_of(bank: Bank) -> Plan:
    return Plan(Settings(root=bank.root), RuleSet([*select(("ALL",)), Picky()]))


@pytest.mark.parametrize(("files", "characters"), [(32, 300_000), (2, 300_000), (32, 1), (1, 1)])
def test_together_and_alone(bank: Bank, monkeypatch: pytest.MonkeyPatch, files: int, characters: int) -> None:
    tasks, plan = tasks_of(bank), plan_of(bank)
    alone = [next(audit_files([task], plan)) for task in tasks]
    monkeypatch.setattr(file_audit, "_MOST_FILES", files)
    monkeypatch.setattr(file_audit, "_MOST_CHARACTERS", characters)
    assert list(audit_files(tasks, plan)) == alone
    assert [outcome.path for outcome in alone] == [task.shown for task in tasks]
    assert [crash.what for outcome in alone for crash in outcome.crashes] == ["QB999 picky"]
    assert sum(finding.code == "QB301" for outcome in alone for finding in outcome.findings) == 3
    assert sum(finding.code == "QB999" for outcome in alone for finding in outcome.findings) == 5


def test_the_rest_is_left_alone_once_stopped(bank: Bank) -> None:
    tasks, plan = tasks_of(bank), plan_of(bank)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > len(tasks) + 3

    assert list(audit_files(tasks, plan, stop)) == []
    assert asked == len(tasks) + 4

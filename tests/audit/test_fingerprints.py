"""A finding stays the same one wherever its file goes and whatever is written above it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from qbank.audit.engine import Audit
from qbank.audit.fingerprints import fingerprint
from qbank.audit.result import AuditResult
from qbank.audit.settings import Settings

if TYPE_CHECKING:
    from tests.conftest import Bank

WRONG = (
    "details:\n  napkin_math: |\n    **Assumptions & Constraints:** two values.\n"
    "    **Calculations:** 2 * 3 GB = {stated} GB.\n    **Conclusion:** That fits.\n"
)


def found(bank: Bank, *select: str) -> AuditResult:
    return Audit.of([], Settings(root=bank.root, select=select or ("ALL",))).run()


def prints(result: AuditResult) -> list[str]:
    assert result.findings
    return sorted(map(fingerprint, result.findings))


def test_moving_a_file_and_inserting_lines_changes_no_fingerprint(bank: Bank) -> None:
    path = bank.add("cloud-0001", "title: Growth of the Cache.\n" + WRONG.format(stated=9))
    before = prints(found(bank, "QB3", "QB5"))
    text = path.read_text(encoding="utf-8").replace("details:\n", "# a comment\n\n\ndetails:\n")
    path.unlink()
    bank.write("questions/cloud/deep/memory/cloud-0001.yaml", text)
    assert prints(found(bank, "QB3", "QB5")) == before


def test_another_text_at_fault_is_another_finding(bank: Bank) -> None:
    bank.add("cloud-0001", WRONG.format(stated=9))
    before = prints(found(bank, "QB301"))
    bank.add("cloud-0001", WRONG.format(stated=8))
    assert prints(found(bank, "QB301")) != before


def test_two_questions_never_share_one(bank: Bank) -> None:
    bank.add("cloud-0001", "title: Growth of the Cache.\n")
    bank.add("cloud-0002", "title: Growth of the Cache.\n")
    assert len(set(prints(found(bank, "QB501")))) == 2


def test_a_finding_about_the_bank_keeps_its_own_when_the_other_file_changes(bank: Bank) -> None:
    same = "scenario: A service keeps its whole cache in the memory of one single GPU.\n"
    bank.add("cloud-0001", same)
    bank.add("cloud-0002", same + "related: [cloud-0001, nowhere]\n")
    before = prints(found(bank, "QB6"))
    first = Path("questions/cloud/memory/cloud-0001.yaml")
    first.write_text("\n\n" + first.read_text(encoding="utf-8"), encoding="utf-8")
    assert prints(found(bank, "QB6")) == before

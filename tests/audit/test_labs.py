"""Lab files are part of an audit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from audited import audit
from qbank.audit import engine, file_audit, pool
from qbank.audit.engine import Audit
from qbank.audit.fixes import fix
from qbank.audit.settings import Settings
from rules.rule_examples import laid_over

if TYPE_CHECKING:
    from tests.conftest import Bank

LAB = "questions/labs/lab-ring.yaml"
UNSOLVABLE = (
    "parts:\n"
    "- title: The ring\n"
    "  prediction: {kind: number, prompt: How long?, quantity: t_comm}\n"
    "  workbench: [nodes]\n"
    '  constraints: {tries: 3, require: ["t_comm <= 1[ms]"]}\n'
)


def codes(targets: list[Path] | None = None) -> list[tuple[str, str, int]]:
    return [(finding.code, finding.path, finding.line) for finding in audit(targets or ()).findings]


def test_a_good_lab_is_told_how_its_puzzle_can_be_solved_and_is_no_question(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.write(LAB, laid_over("", LAB))
    result = audit()
    assert (result.findings, result.files, result.questions) == ((), 2, 1)
    assert (result.puzzles.solvable, result.puzzles.other) == (1, 0)
    asked = audit(settings=Settings(select=("QB963",)))
    assert [(finding.code, finding.message) for finding in asked.findings] == [
        ("QB963", "parts[0].constraints: 3 of 6 settings solve it (track cloud)")
    ]


def test_fields_of_a_lab_are_checked_as_those_of_questions(bank: Bank) -> None:
    bank.write(LAB, laid_over("level: L9\nteacher: x\nquantities: {}\n", LAB))
    assert [code for code, _, _ in codes()] == ["QB203", "QB205", "QB202"]


def test_a_puzzle_without_a_solution(bank: Bank) -> None:
    bank.write(LAB, laid_over(UNSOLVABLE, LAB))
    result = audit()
    (found,) = result.findings
    assert (found.code, found.field) == ("QB960", "parts[0].constraints")
    assert (result.puzzles.solvable, result.puzzles.other) == (0, 1)
    assert found.message == "parts[0].constraints: none of the 6 settings satisfies it (track cloud)"


def test_a_lab_is_known_wherever_it_lies(bank: Bank) -> None:
    file = bank.write("drafts/lab-ring.yaml", laid_over(UNSOLVABLE, LAB))
    assert [code for code, _, _ in codes([file])] == ["QB960"]


def test_findings_in_a_lab_can_be_suppressed_and_fixed(bank: Bank) -> None:
    fields = "level: l3\n" + UNSOLVABLE.replace("constraints:", "constraints:  # qbank: ignore QB960\n   ")
    bank.write(LAB, laid_over(fields, LAB))
    work = Audit.of()
    # With a field that is wrong nothing is computed, so that nothing is suppressed either.
    assert [finding.code for finding in work.run().findings] == ["QB203", "QB003"]
    assert fix(work).fixed == 1
    assert "level: L3\n" in (bank.root / LAB).read_text()
    assert codes() == []


def test_labs_are_not_audited_again_unless_they_change(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    audited: list[str] = []

    def note(tasks: Any, plan: Any) -> Any:
        audited.extend(task.path.stem for task in tasks)
        return file_audit.audit_files(tasks, plan)

    monkeypatch.setattr(engine, "MIN_CACHED_FILES", 1)
    monkeypatch.setattr(pool, "audit_files", note)
    bank.write(LAB, laid_over("", LAB))
    first = Audit.of((), Settings(root=bank.root)).run(cached=True)
    again = Audit.of((), Settings(root=bank.root)).run(cached=True)
    assert again.findings == first.findings
    assert audited == ["lab-ring"]
    bank.write(LAB, laid_over(UNSOLVABLE, LAB))
    assert Audit.of((), Settings(root=bank.root)).run(cached=True).findings != first.findings
    assert audited == ["lab-ring", "lab-ring"]


def test_the_formulas_and_the_catalog_of_the_bank_are_used(bank: Bank) -> None:
    fields = "quantities:\n  rate: {label: Rate, field: own-link.per_direction}\n"
    bank.write(
        "schema/catalog/own.yaml",
        "sources:\n  OWN: {title: Own, where: https://example.org}\n"
        "entries:\n- id: own-link\n  name: Own link\n  track: interconnect\n  kind: network\n"
        "  values:\n    per_direction: {value: 50, unit: GB/s, source: [OWN], confidence: high}\n",
    )
    bank.write(LAB, laid_over(fields, LAB))
    result = audit()
    assert (result.findings, result.puzzles.solvable) == ((), 1)


@pytest.mark.parametrize(
    "content",
    ["", "[]\n", "kind: lab\n", "kind: lab\nquantities: 4\nparts: x\n", "quantities: {a: {}}\n",
     "parts: [[]]\n", "personas: {cloud: 4}\nquantities: {a: null}\nparts: [null]\n"],
)  # fmt: skip
def test_a_lab_may_hold_anything(bank: Bank, content: str) -> None:
    bank.write(LAB, content)
    result = audit()
    assert result.crashes == ()
    assert result.findings

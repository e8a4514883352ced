"""Set files are part of an audit."""

from __future__ import annotations

from pathlib import Path

from tests.conftest import Bank

from audited import audit
from qbank.audit.engine import Audit
from qbank.audit.fixes import fix

SET = "questions/sets/quiz.yaml"


def codes(targets: list[Path] | None = None) -> list[tuple[str, str, int]]:
    return [(finding.code, finding.path, finding.line) for finding in audit(targets or ()).findings]


def test_a_good_set_has_no_findings_and_is_no_question(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.write(SET, "title: Caches\nkind: quiz\nquestions: [cloud-0001]\n")
    result = audit()
    assert result.findings == ()
    assert (result.files, result.questions) == (2, 1)


def test_fields_of_a_set_are_checked_as_those_of_questions(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.write(SET, "title: Caches\nkind: quizz\nquestions: [cloud-0001, cloud-0001]\nteacher: x\n")
    assert codes() == [("QB203", SET, 2), ("QB217", SET, 3), ("QB202", SET, 4)]


def test_a_broken_set_is_reported(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.write(SET, "title: [\n")
    assert [(code, path) for code, path, _ in codes()] == [("QB105", SET)]


def test_what_a_set_lists_is_looked_up_in_the_whole_bank(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.write(SET, "title: Caches\nkind: quiz\nquestions: [cloud-0001, cloud-0002]\n")
    assert codes() == [("QB641", SET, 3)]
    assert codes([Path(SET)]) == [("QB641", SET, 3)]


def test_what_a_set_lists_is_looked_at_though_it_is_not_audited(bank: Bank) -> None:
    bank.add("cloud-0001", "status: draft\n")
    bank.add("cloud-0002", "scenario: What do you do about <b>this</b> cache?\n")
    bank.write(SET, "title: Caches\nkind: exam\nquestions: [cloud-0001, cloud-0002]\n")
    found = audit([Path(SET)]).findings
    assert [(finding.code, finding.column) for finding in found] == [("QB642", 13), ("QB641", 25)]
    assert found[0].message == "questions[0]: 'cloud-0001' is a draft"
    assert found[1].message.startswith("questions[1]: 'cloud-0002' cannot be rendered: cloud-0002.yaml:")
    assert ": scenario: holds '<b>'" in found[1].message
    assert ("QB641", SET) not in {(code, path) for code, path, _ in codes()}


def test_a_finding_in_a_set_can_be_suppressed_and_fixed(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.write(SET, "title: Caches\nkind: Quiz\nquestions: [cloud-0002]  # qbank: ignore QB641\n")
    work = Audit.of()
    work.run()
    report = fix(work)
    assert report.fixed == 1
    assert "kind: quiz\n" in (bank.root / SET).read_text()
    assert codes() == []


def test_a_set_may_hold_anything(bank: Bank) -> None:
    bank.add("cloud-0001")
    for number, content in enumerate(
        (
            "questions: 3",
            "sections: [1, {questions: x}]",
            "select: [a]",
            "select: {count: -1, level: {}}",
            "[]",
            "a: b",
        )
    ):
        bank.write(f"questions/sets/odd{number}.yaml", content + "\n")
    result = audit()
    assert result.crashes == ()
    assert {finding.path for finding in result.findings} == {f"questions/sets/odd{n}.yaml" for n in range(6)}

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from audited import audit
from qbank.audit.engine import Audit
from qbank.audit.plan import Plan
from qbank.audit.settings import Settings, SettingsError
from qbank.bank.discovery import TargetError
from qbank.napkin.judging.second_opinion import DisagreementError
from qbank.rules.core.base import BankRule, FileRule, QuestionRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile, SourceFile
from qbank.rules.core.summary import BankView
from qbank.rules.registry import RuleSet, find, select

if TYPE_CHECKING:
    from tests.conftest import Bank, Lock

PERIOD = "title: Growth of the Cache.\n"


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [finding.code for finding in findings]


def test_a_clean_bank(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.add("cloud-0002")
    result = audit()
    assert result.findings == ()
    assert (result.files, result.questions, result.suppressed) == (2, 2, ())
    assert result.claims_checked
    assert result.claims.ok > 0
    assert result.claims.total == result.claims.ok + result.claims.unchecked
    assert result.exit_status(Severity.INFO) == 0


def test_findings_are_sorted_and_shown_with_paths_as_given(bank: Bank) -> None:
    bank.add("cloud-0002", PERIOD + "level: L9\n")
    bank.add("cloud-0001", PERIOD)
    result = audit([Path("questions")], Settings(select=("QB501", "QB203")))
    assert [(f.path, f.line, f.code) for f in result.findings] == [
        ("questions/cloud/memory/cloud-0001.yaml", 10, "QB501"),
        ("questions/cloud/memory/cloud-0002.yaml", 4, "QB203"),
        ("questions/cloud/memory/cloud-0002.yaml", 10, "QB501"),
    ]
    assert result.findings[0].question_id == "cloud-0001"
    absolute = audit([bank.root / "questions"], Settings(select=("QB501",)))
    assert absolute.findings[0].path == (bank.root / result.findings[0].path).as_posix()


def test_the_file_whose_name_is_the_id_owns_it(bank: Bank) -> None:
    copied = bank.add("cloud-0001").read_bytes()
    bank.write("questions/cloud/memory/cloud 0032.yaml", copied)
    [taken, same] = audit([Path("questions")], Settings(select=("QB611", "QB612"), root=bank.root)).findings
    assert (Path(taken.path).stem, taken.message) == (
        "cloud 0032",
        "id: 'cloud-0001' is taken by questions/cloud/memory/cloud-0001.yaml:2",
    )
    assert same.message.endswith("the same, word for word, as questions/cloud/memory/cloud-0001.yaml")


def test_without_targets_from_inside_the_bank(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    bank.add("cloud-0001", PERIOD)
    bank.add("cloud-0002", "id: cloud-0003\n")
    bank.add("edge-0001", PERIOD)
    bank.add("edge-0002", "id: cloud-0003\n")
    outside = bank.write("outside.yaml", "")
    (bank.root / "questions" / "edge" / "link.yaml").symlink_to(outside)
    monkeypatch.chdir(bank.root / "questions" / "cloud")
    settings = Settings(select=("QB501", "QB611"), root=bank.root)
    result = audit([], settings)
    assert [(finding.code, finding.path) for finding in result.findings] == [
        ("QB501", "../edge/memory/edge-0001.yaml"),
        ("QB501", "memory/cloud-0001.yaml"),
        ("QB611", "memory/cloud-0002.yaml"),
    ]
    assert "is taken by ../edge/memory/edge-0002.yaml:" in result.findings[2].message
    assert result.remarks[0].startswith("../edge/link.yaml: left out")
    # What the user named stays as it is.
    assert {Path(finding.path).parts[:2] for finding in audit([Path("../cloud")], settings).findings} == {
        ("..", "cloud")
    }


def test_files_of_the_bank_itself_are_shown_like_its_questions(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add("cloud-0001")
    registry = bank.write("questions/chains.yaml", "c: 5\n")

    def shown(*targets: Path) -> set[str]:
        return {finding.path for finding in audit(targets).findings}

    assert shown() == shown(Path("questions")) == {"questions/chains.yaml"}
    monkeypatch.chdir(bank.root / "questions" / "cloud")
    assert shown() == {"../chains.yaml"}
    assert shown(bank.root / "questions") == {registry.as_posix()}


def test_outside_a_bank_targets_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TargetError, match="there is no bank here"):
        audit()


def test_a_bank_without_questions(bank: Bank) -> None:
    with pytest.raises(TargetError, match="no question files here"):
        audit()
    (bank.root / "questions").rmdir()
    bank.write("qbank.toml", "")
    with pytest.raises(TargetError, match="the bank has no such folder"):
        audit()


def test_a_target_that_does_not_exist(bank: Bank) -> None:
    bank.add()
    with pytest.raises(TargetError, match="questons"):
        audit([Path("questons")])


def test_severities(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)

    def severity(**chosen: Severity | None) -> list[Severity]:
        settings = Settings(select=("QB501",), severities=chosen)
        return [finding.severity for finding in audit([], settings).findings]

    assert severity() == [Severity.WARNING]
    assert severity(QB501=Severity.ERROR) == [Severity.ERROR]
    assert severity(QB5=Severity.INFO) == [Severity.INFO]
    assert severity(QB5=Severity.INFO, QB501=Severity.ERROR) == [Severity.ERROR]
    assert severity(QB501=Severity.ERROR, QB5=Severity.INFO) == [Severity.ERROR]
    assert severity(QB501=None) == []
    assert severity(QB5=None, QB501=Severity.INFO) == [Severity.INFO]
    assert severity(**{"title-period": Severity.ERROR}) == [Severity.ERROR]


def test_exit_status_follows_the_fail_level(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)
    result = audit([], Settings(select=("QB501",)))
    assert [result.exit_status(level) for level in Severity] == [0, 1, 1]


def test_per_path_ignores(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)
    bank.add("edge-0001", PERIOD)
    bank.write("qbank.toml", 'select = ["QB501"]\n[per-path-ignores]\n"questions/edge" = ["QB5"]\n')
    assert [finding.question_id for finding in audit().findings] == ["cloud-0001"]
    assert audit([Path("questions/edge")]).findings == ()


def test_per_path_ignores_hold_for_what_concerns_the_bank(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.add("cloud-0002", "id: cloud-0001\n")
    bank.write("qbank.toml", 'select = ["QB611"]\n')
    found = {finding.path for finding in audit().findings}
    assert found
    bank.write("qbank.toml", 'select = ["QB611"]\n[per-path-ignores]\n"*.yaml" = ["duplicate-id"]\n')
    assert audit().findings == ()


def test_exclude(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)
    bank.add("edge-0001", PERIOD)
    bank.write("qbank.toml", 'exclude = ["questions/edge"]\n')
    assert audit().files == 1
    with pytest.raises(TargetError, match="1 question file found, and `exclude` leaves out every one"):
        audit([Path("questions/edge/memory/edge-0001.yaml")])


def test_unknown_selectors_are_wrong_use(bank: Bank) -> None:
    bank.add()
    for settings in (Settings(select=("QB999",)), Settings(severities={"QB999": None})):
        with pytest.raises(SettingsError, match="'QB999' is no rule"):
            audit([], settings)


def test_suppressions_hold_and_are_counted(bank: Bank) -> None:
    bank.add("cloud-0001", "title: Growth of the Cache.  # qbank: ignore QB501\n")
    result = audit([], Settings(select=("QB501",)))
    assert (result.findings, len(result.suppressed)) == ((), 1)


def test_suppressions_hold_for_what_concerns_the_bank(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.add("cloud-0002", "id: cloud-0001  # qbank: ignore QB6\n")
    settings = Settings(select=("QB611",))
    suppressed = audit([], settings)
    assert len(suppressed.suppressed) == 1
    bank.add("cloud-0002", "id: cloud-0001\n")
    assert len(audit([], settings).findings) == len(suppressed.findings) + 1


def test_claims_are_not_counted_without_their_rules(bank: Bank) -> None:
    bank.add()
    result = audit([], Settings(select=("QB5",)))
    assert not result.claims_checked
    assert result.claims.total == 0


def test_a_file_that_is_no_question(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.write("questions/cloud/memory/cloud-0002.yaml", "title: [\n")
    bank.write("questions/cloud/memory/cloud-0003.yaml", b"title: \xff\n")
    bank.write("questions/cloud/memory/cloud-0004.yaml", "")
    result = audit()
    assert (result.files, result.questions) == (4, 1)
    assert {Path(finding.path).stem for finding in result.findings} == {
        "cloud-0002",
        "cloud-0003",
        "cloud-0004",
    }
    assert result.exit_status(Severity.ERROR) == 1
    assert result.unreadable == ()


def test_a_file_that_vanished_is_named_and_the_others_audited(bank: Bank) -> None:
    bank.add("cloud-0001", PERIOD)
    gone = bank.add("cloud-0002")
    work = Audit.of([], Settings(select=("QB501",)))
    gone.unlink()
    result = work.run()
    assert codes(result.findings) == ["QB501"]
    [unreadable] = result.unreadable
    assert unreadable.path == "questions/cloud/memory/cloud-0002.yaml"
    assert "no such file" in unreadable.message
    assert result.exit_status(Severity.ERROR) == 2


def test_a_file_without_permission(bank: Bank, lock: Lock) -> None:
    lock(bank.add("cloud-0001"))
    result = audit([], Settings(select=("QB501",)))
    assert result.unreadable[0].message == "the file cannot be read: permission denied"
    assert result.exit_status(Severity.ERROR) == 2


@pytest.mark.parametrize("pattern", ["per-path-ignores", "exclude"])
def test_a_link_to_itself_is_a_finding_whatever_the_patterns(bank: Bank, pattern: str) -> None:
    bank.add()
    (bank.root / "questions" / "loop.yaml").symlink_to("loop.yaml")
    patterns = {"per-path-ignores": '[per-path-ignores]\n"edge/*" = ["QB5"]', "exclude": 'exclude = ["edge"]'}
    bank.write("qbank.toml", patterns[pattern])
    result = audit()
    assert [(finding.code, finding.path) for finding in result.findings] == [("QB101", "questions/loop.yaml")]
    assert [unreadable.path for unreadable in result.unreadable] == ["questions/loop.yaml"]


def test_folders_that_may_not_be_entered_hold_neither_drawings_nor_registries(bank: Bank, lock: Lock) -> None:
    path = bank.add(fields="visual:\n  kind: svg\n  path: cloud-0001.svg\n  alt: The cache over time\n")
    draft = path.rename(bank.root / path.name)
    (bank.root / "visuals").mkdir()
    for folder in ("visuals", "questions"):
        lock(bank.root / folder)
    result = audit([draft])
    assert codes(result.findings) == ["QB215"]
    assert result.crashes == ()


class BadFile(FileRule):
    """Fails."""

    code, name, severity = "QB901", "bad-file", Severity.ERROR

    def check(self, file: SourceFile) -> Iterator[Finding]:
        raise RecursionError("too deep")


class BadQuestion(QuestionRule):
    """Finds one thing, then fails on one question."""

    code, name, severity = "QB902", "bad-question", Severity.ERROR

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        yield self.finding(question, "before", ("id",))
        if question.id == "cloud-0001":
            raise ZeroDivisionError("by zero")


class BadBank(BankRule):
    """Fails."""

    code, name, severity = "QB903", "bad-bank", Severity.ERROR

    def check(self, bank: BankView) -> Iterator[Finding]:
        raise KeyError("missing")


def crashing(settings: Settings, *rules: type) -> Plan:
    return Plan(settings, RuleSet([*select(("QB501", "QB611")), *(rule() for rule in rules)]))


@pytest.mark.parametrize(
    ("rule", "what", "error"),
    [
        (BadFile, "QB901 bad-file", "RecursionError: too deep"),
        (BadQuestion, "QB902 bad-question", "ZeroDivisionError: by zero"),
    ],
)
def test_a_failing_rule_is_named_and_nothing_else_is_lost(
    bank: Bank, rule: type, what: str, error: str
) -> None:
    for name in ("cloud-0001", "cloud-0002"):
        bank.add(name, PERIOD + "id: cloud-0001\n")
    plan = crashing(Settings(root=bank.root), rule)
    result = Audit.of([Path("questions")], plan=plan).run(jobs=1)
    assert [(crash.path, crash.what, crash.error) for crash in result.crashes] == [
        (f"questions/cloud/memory/{name}.yaml", what, error) for name in ("cloud-0001", "cloud-0002")
    ]
    assert "Traceback" in result.crashes[0].traceback
    assert codes(result.findings).count("QB501") == 2
    assert "QB611" in codes(result.findings)
    assert result.exit_status(Severity.ERROR) == 2


def test_a_failing_rule_about_the_bank(bank: Bank) -> None:
    for name in ("cloud-0001", "cloud-0002"):
        bank.add(name, "id: cloud-0001\n")
    result = Audit.of([Path("questions")], plan=crashing(Settings(root=bank.root), BadBank)).run()
    [crash] = result.crashes
    assert (crash.what, crash.error) == ("QB903 bad-bank", "KeyError: 'missing'")
    assert "QB611" in codes(result.findings)
    assert result.exit_status(Severity.ERROR) == 2


def test_one_defect_below_the_rules_is_told_once_a_file(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: object) -> list[object]:
        raise ValueError("broken model")

    bank.add("cloud-0001", PERIOD)
    monkeypatch.setattr("qbank.model.validation.validate.question_problems", broken)
    result = audit([], Settings(select=("QB2", "QB501")))
    assert [crash.error for crash in result.crashes] == ["ValueError: broken model"]
    assert codes(result.findings) == ["QB501"]


class Witness(BankRule):
    """Tells whether the audit covers the whole bank."""

    code, name, severity = "QB904", "witness", Severity.INFO

    def check(self, bank: BankView) -> Iterator[Finding]:
        yield self.finding(bank, bank.summaries[0], str(bank.complete), ())


def test_a_difference_of_the_evaluators_is_our_defect_and_not_the_authors(
    bank: Bank, monkeypatch: pytest.MonkeyPatch
) -> None:
    bank.add(fields="details:\n  napkin_math: 2 * 3 = 7\n")
    assert "QB301" in codes(audit().findings)

    def differ(*_: object) -> None:
        raise DisagreementError("6 against 5")

    monkeypatch.setattr(sys.modules["qbank.napkin.context"], "confirm", differ)
    result = audit()
    assert "QB301" not in codes(result.findings)
    assert [crash.error for crash in result.crashes] == [
        "RuntimeError: two evaluators differ on '2 * 3 = 7': 6 against 5"
    ]
    assert result.exit_status(Severity.ERROR) == 2


def test_whether_the_targets_are_the_whole_bank(bank: Bank) -> None:
    bank.add("cloud-0001")
    bank.add("edge-0001")

    def complete(*targets: str, exclude: tuple[str, ...] = ()) -> str:
        plan = Plan(Settings(root=bank.root, exclude=exclude), RuleSet([Witness()]))
        [finding] = Audit.of([Path(target) for target in targets], plan=plan).run().findings
        return finding.message

    assert complete() == "True"
    assert complete("questions") == "True"
    assert complete(".") == "True"
    assert complete(str(bank.root)) == "True"
    assert complete("questions/cloud") == "False"
    assert complete("questions/cloud", "questions") == "True"
    assert complete("questions/cloud", "questions/edge") == "False"
    assert complete(exclude=("edge",)) == "False"


def test_outcomes_can_be_pickled(bank: Bank) -> None:
    bank.add("cloud-0001", "title: Growth of the Cache.  # qbank: ignore QB502\n")
    work = Audit.of([], Settings())
    work.run()
    outcome = work.outcome(work.tasks[0])
    assert outcome.findings
    assert outcome.suppressions
    assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert len(pickle.dumps(outcome)) < 2000


def test_plans_can_be_pickled() -> None:
    plan = Plan(Settings(select=("QB5",), severities={"QB501": None}))
    copy = pickle.loads(pickle.dumps(plan))
    assert copy.rules.codes == plan.rules.codes
    assert find("QB501").code not in copy.rules.codes


def test_progress_is_told(bank: Bank) -> None:
    for number in range(3):
        bank.add(f"cloud-000{number}")
    told: list[tuple[int, int]] = []
    audit(progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_remarks_of_the_settings_are_passed_on(bank: Bank) -> None:
    bank.add()
    result = audit([], replace(Settings(), remarks=("read this",)))
    assert "read this" in result.remarks


def test_links_that_lead_out_are_remarked(bank: Bank, tmp_path_factory: pytest.TempPathFactory) -> None:
    bank.add()
    outside = tmp_path_factory.mktemp("outside") / "secret.yaml"
    outside.write_text("title: secret\n")
    (bank.root / "questions" / "link.yaml").symlink_to(outside)
    result = audit()
    assert result.files == 1
    assert any("link.yaml: left out" in remark for remark in result.remarks)

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from msgspec.structs import replace

from qbank.audit.engine import Audit as BankAudit
from qbank.audit.plan import Plan
from qbank.audit.settings import load_settings
from qbank.bank.editing.edits import apply_edits
from qbank.rules.audit_own import RefusedSuppression, UnusedSuppression
from qbank.rules.core.base import BankRule, Example, FileRule, LabRule, ProblemRule, QuestionRule
from qbank.rules.core.finding import Finding
from qbank.rules.core.question_file import QuestionFile, SourceFile
from qbank.rules.core.settings import RuleSettings
from qbank.rules.core.summary import BankView, SetSummary, Summary
from qbank.rules.registry import RuleSet, all_rules
from rules.rule_examples import laid_over, whole_text


@dataclass
class Audited:
    """The findings over some files, with what is needed to look at them."""

    root: Path
    findings: list[Finding] = field(default_factory=list)
    questions: dict[str, QuestionFile] = field(default_factory=dict)

    def of(self, code: str) -> list[Finding]:
        found = [finding for finding in self.findings if finding.code == code]
        return sorted(found, key=lambda finding: (finding.path, finding.line, finding.column))

    def text(self, path: str) -> str:
        text = (self.root / path).read_bytes().decode("utf-8", errors="replace")
        return text.removeprefix("\ufeff")

    def underlined(self, finding: Finding) -> str:
        """The source text from the beginning to the end of a finding, counted as an editor does."""
        lines = self.text(finding.path).split("\n")
        if finding.line == finding.end_line:
            return lines[finding.line - 1][finding.column - 1 : finding.end_column - 1]
        first = lines[finding.line - 1][finding.column - 1 :]
        between = lines[finding.line : finding.end_line - 1]
        return "\n".join([first, *between, lines[finding.end_line - 1][: finding.end_column - 1]])

    def fixed(self, code: str, path: str) -> str:
        edits = [
            edit
            for finding in self.of(code)
            if finding.fix is not None and finding.path == path
            for edit in finding.fix.edits
        ]
        return apply_edits(self.questions[path].document.text, edits)


Audit = Callable[..., Audited]


@pytest.fixture
def audit(tmp_path: Path) -> Audit:
    """Audit files given as path to content, or the files of an example, as a bank of their own."""
    written: set[Path] = set()

    def run(
        files: dict[str, str | bytes] | Example,
        *,
        rules: Sequence[str] = (),
        complete: bool = True,
        in_bank: bool = True,
    ) -> Audited:
        if isinstance(files, Example):
            files = files_of(files)
        while written:  # what was audited before
            written.pop().unlink(missing_ok=True)
        for path, content in files.items():
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
            written.add(file)
        chosen = RuleSet([rule for rule in all_rules() if not rules or rule.code in rules])
        settings = RuleSettings(root=tmp_path if in_bank else None)
        result = Audited(tmp_path)
        summaries = []
        sets = []
        for path in sorted(files):
            if not is_question(path):
                continue
            source = SourceFile.read(tmp_path / path, shown=path)
            result.findings += chosen.check(FileRule, source)
            if is_set(path):
                found = source.set(settings)
                if found is not None:
                    result.questions[path] = found
                    result.findings += chosen.check(ProblemRule, found)
                    sets.append(SetSummary.of(found))
                continue
            if path.startswith("questions/labs/"):
                lab = source.lab(settings)
                if lab is not None:
                    result.questions[path] = lab
                    result.findings += chosen.check((ProblemRule, LabRule), lab)
                continue
            question = source.question(settings)
            if question is not None:
                result.questions[path] = question
                result.findings += chosen.check(QuestionRule, question)
                summaries.append(Summary.of(question))
        view = BankView(
            summaries,
            complete=complete,
            root=settings.root,
            shown=lambda file: file.relative_to(tmp_path).as_posix(),
            sets=sets,
        )
        result.findings += chosen.check(BankRule, view)
        if any(b"qbank:" in (tmp_path / path).read_bytes() for path in files):
            result.findings += by_the_audit_itself(tmp_path, chosen)
        return result

    return run


def by_the_audit_itself(root: Path, rules: RuleSet) -> list[Finding]:
    """What only the audit can tell: which suppressions are of no use, or suppress what they must not."""
    work = BankAudit.of([root], plan=Plan(load_settings(root), rules))
    return [
        replace(finding, path=Path(finding.path).relative_to(root).as_posix())
        for finding in work.run(jobs=1).findings
        if finding.code in {UnusedSuppression.code, RefusedSuppression.code}
    ]


def is_question(path: str) -> bool:
    return path.endswith((".yaml", ".yml")) and Path(path).stem != "chains" and not is_result(path)


def is_result(path: str) -> bool:
    return path.startswith("results/")


def is_set(path: str) -> bool:
    return path.startswith("questions/sets/")


def files_of(example: Example) -> dict[str, str | bytes]:
    """The files of an example: its own, and the others it comes with."""
    files: dict[str, str | bytes] = {
        path: laid_over(content, path) if is_question(path) else content
        for path, content in example.others.items()
    }
    files[example.path] = whole_text(example)
    return files

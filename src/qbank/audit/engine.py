"""An audit from targets to result."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

from qbank.audit.file_audit import Task, audit_bank
from qbank.audit.plan import Plan
from qbank.audit.pool import available_jobs, outcomes
from qbank.audit.result import AuditResult, ClaimCounts, Crash, FileOutcome, place
from qbank.audit.settings import Settings, settings_for
from qbank.audit.suppressions import split
from qbank.bank.discovery import TargetError, find_question_files, find_root
from qbank.bank.reader import LIBYAML_REMARK, libyaml_missing
from qbank.rules.finding import Finding
from qbank.rules.summary import BankView

Progress = Callable[[int, int], None]
"""Is told how many files are done, and of how many."""


def audit(
    targets: Sequence[Path] = (),
    settings: Settings | None = None,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> AuditResult:
    """Audit files and folders; without targets, the bank around the working directory.

    `settings` default to those of the bank the first target lies in; `jobs` to the processors there are.

    Raises:
        TargetError: if a target leads to no question files.
        SettingsError: if the bank's settings cannot be used.
    """
    return Audit(targets, settings).run(jobs=jobs, progress=progress)


class NoBankError(TargetError):
    """There is no bank around the working directory, so that files or folders must be named."""


class Audit:
    """One audit: its files, and the outcome of each.

    Paths are shown as the user named them; without targets, from the working directory.

    Raises:
        NoBankError: if there are no targets, and no bank to take them from.
        TargetError: if a target leads to no question files.
        SettingsError: if the settings cannot be used.
    """

    def __init__(
        self, targets: Sequence[Path] = (), settings: Settings | None = None, *, plan: Plan | None = None
    ) -> None:
        if plan is None:
            plan = Plan(settings_for(targets) if settings is None else settings)
        self.plan = plan
        self._remarks = list(plan.settings.remarks)
        if libyaml_missing():
            self._remarks.append(LIBYAML_REMARK)
        self._named = bool(targets)
        targets = tuple(targets) or (_questions_folder(plan.settings),)
        found = self._find(targets)
        self.tasks = self._without_excluded(found)
        # What is excluded is not known to be missing, so a rule about what is missing must not speak.
        self._complete = len(found) == len(self.tasks) and _covers_bank(targets, plan.settings.root)
        self._outcomes: dict[str, FileOutcome] = {}
        self._texts: dict[str, str] = {}

    @property
    def remarks(self) -> tuple[str, ...]:
        """What someone who audits should know, besides the findings."""
        return tuple(self._remarks)

    def run(self, *, jobs: int | None = None, progress: Progress | None = None) -> AuditResult:
        """Audit every file and return the result."""
        total = len(self.tasks)
        count = available_jobs() if jobs is None else jobs
        # Closed at once should the loop be interrupted, so that no worker outlives it.
        with closing(outcomes(self.tasks, self.plan, count, self._remarks.append)) as found:
            for done, outcome in enumerate(found, start=1):
                self._outcomes[outcome.path] = outcome
                if progress is not None:
                    progress(done, total)
        return self.result()

    def outcome(self, task: Task) -> FileOutcome:
        """Return what the audit of a file gave."""
        return self._outcomes[task.shown]

    def replace(self, outcome: FileOutcome, text: str | None = None) -> None:
        """Put in a file's new outcome, as after it was changed; `text` if it has not been written."""
        self._outcomes[outcome.path] = outcome
        self._texts.pop(outcome.path, None)
        if text is not None:
            self._texts[outcome.path] = text

    def text(self, task: Task) -> str | None:
        """Return what `replace` said that the text of a file is; None if it is what lies on disk."""
        return self._texts.get(task.shown)

    def bank_findings(self) -> list[Finding]:
        """Return what there is to say of the bank as a whole."""
        return self._audit_bank(self._done())[0]

    def result(self) -> AuditResult:
        """Put the outcomes of all files together, and look at the bank as a whole."""
        done = self._done()
        findings = [finding for outcome in done for finding in outcome.findings]
        crashes = [crash for outcome in done for crash in outcome.crashes]
        of_bank, suppressed, bank_crashes = self._audit_bank(done)
        return AuditResult(
            findings=tuple(sorted((*findings, *of_bank), key=place)),
            files=len(done),
            questions=sum(outcome.summary is not None for outcome in done),
            claims=sum((outcome.claims for outcome in done), ClaimCounts()),
            claims_checked=self.plan.claims,
            suppressed=sum(outcome.suppressed for outcome in done) + suppressed,
            unreadable=tuple(outcome.unreadable for outcome in done if outcome.unreadable is not None),
            crashes=(*crashes, *bank_crashes),
            remarks=self.remarks,
        )

    def _done(self) -> list[FileOutcome]:
        return [self._outcomes[task.shown] for task in self.tasks if task.shown in self._outcomes]

    def _audit_bank(self, done: Iterable[FileOutcome]) -> tuple[list[Finding], int, tuple[Crash, ...]]:
        summaries = [outcome.summary for outcome in done if outcome.summary is not None]
        root = self.plan.settings.root
        shown = _if_below_here if self._named else _from_here
        view = BankView(
            summaries,
            complete=self._complete,
            root=root,
            shown=lambda path: shown(path).as_posix(),
            sets=[outcome.set_summary for outcome in done if outcome.set_summary is not None],
            texts=self._texts,
        )
        found, crashes = audit_bank(view, self.plan)
        kept: list[Finding] = []
        suppressed = 0
        for finding in self.plan.admit(found):
            # The comments of a file speak for its place in the bank as well.
            outcome = self._outcomes.get(finding.path)
            remaining, count = split([finding], () if outcome is None else outcome.suppressions)
            kept += remaining
            suppressed += count
        return kept, suppressed, crashes

    def _find(self, targets: Sequence[Path]) -> tuple[Task, ...]:
        found = find_question_files(targets)
        if found.left_out:
            first = self._shown(found.left_out[0])
            more = f" and {len(found.left_out) - 1} more" if len(found.left_out) > 1 else ""
            self._remarks.append(f"{first}{more}: left out, for it is a link that leads out of the folder")
        tasks = tuple(
            sorted(
                (
                    Task(path, path.as_posix(), is_set)
                    for paths, is_set in ((found.files, False), (found.sets, True))
                    for path in map(self._shown, paths)
                ),
                key=lambda task: task.shown,
            )
        )
        if not tasks:
            where = ", ".join(str(target) for target in targets)
            raise TargetError(f"{where}: no question files here; their names end in .yaml or .yml")
        return tasks

    def _shown(self, path: Path) -> Path:
        return path if self._named else _from_here(path)

    def _without_excluded(self, tasks: tuple[Task, ...]) -> tuple[Task, ...]:
        kept = tuple(task for task in tasks if not self.plan.excludes(task.shown))
        if not kept:
            raise TargetError(f"{_count(len(tasks))} found, and `exclude` leaves out every one of them")
        return kept


def _count(files: int) -> str:
    return "1 question file" if files == 1 else f"{files} question files"


def _questions_folder(settings: Settings) -> Path:
    root = settings.root if settings.root is not None else find_root(Path.cwd())
    if root is None:
        raise NoBankError(
            "there is no bank here: no `questions` folder, qbank.toml or [tool.qbank] in this folder "
            "or above; name files or folders"
        )
    folder = root / "questions"
    if not os.path.isdir(folder):  # noqa: PTH112 - Path.is_dir raises for what may not be looked at
        raise NoBankError(f"{folder}: the bank has no such folder; name files or folders")
    return _from_here(folder)


def _covers_bank(targets: Sequence[Path], root: Path | None) -> bool:
    """Whether the targets hold every question of the bank."""
    if root is None:
        return False
    questions = os.path.realpath(root / "questions")
    for target in targets:
        real = os.path.realpath(target)
        if real == questions or questions.startswith(real.rstrip(os.sep) + os.sep):
            return True
    return False


def _from_here(path: Path) -> Path:
    """Return a path as seen from the working directory."""
    try:
        return Path(os.path.relpath(path))
    except ValueError:  # another drive
        return path


def _if_below_here(path: Path) -> Path:
    """Return a path as seen from the working directory if it lies below, else as it is."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path

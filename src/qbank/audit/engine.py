"""An audit from targets to result."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.audit.file_audit import audit_bank
from qbank.audit.plan import Plan
from qbank.audit.pool import Store, available_jobs, outcomes, seldom_collecting
from qbank.audit.record import encode
from qbank.audit.result import NO_CLAIMS, NO_PUZZLES, AuditResult, Crash, FileOutcome, place
from qbank.audit.settings import Settings, settings_for
from qbank.audit.suppressions import split, unused
from qbank.audit.task import Task
from qbank.bank.discovery import FileKind, TargetError, find_question_files, find_root
from qbank.rules.audit_own import UnusedSuppression
from qbank.rules.core.base import BankRule
from qbank.rules.core.finding import Finding
from qbank.rules.core.summary import BankView, SetSummary, Summary
from qbank.yamlio.positions import Span

if TYPE_CHECKING:
    from qbank.audit.cache import Cache
    from qbank.audit.scope import Scope

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


MIN_CACHED_FILES = 50
"""Below this, to look things up costs as much as to audit them."""


class NoBankError(TargetError):
    """There is no bank around the working directory, so that files or folders must be named."""


class Audit:
    """One audit: its files, and the outcome of each.

    Paths are shown as the user named them; without targets, from the working directory. With `since`, it is
    about what changed since a revision; with `shard`, a number and how many there are, about a part of the
    files.

    Raises:
        NoBankError: if there are no targets, and no bank to take them from.
        TargetError: if a target leads to no question files.
        SettingsError: if the settings cannot be used.
        GitError: if git cannot tell what changed.
    """

    def __init__(
        self,
        targets: Sequence[Path] = (),
        settings: Settings | None = None,
        *,
        plan: Plan | None = None,
        since: str | None = None,
        shard: tuple[int, int] | None = None,
    ) -> None:
        if plan is None:
            plan = Plan(settings_for(targets) if settings is None else settings)
        self.plan = plan
        self._remarks = list(plan.settings.remarks)
        self._named = bool(targets)
        targets = tuple(targets) or (_questions_folder(plan.settings),)
        found = self._find(targets)
        self.tasks = self._without_excluded(found)
        # What is excluded is not known to be missing, so a rule about what is missing must not speak.
        self._complete = len(found) == len(self.tasks) and _covers_bank(targets, plan.settings.root)
        self.covers_bank = self._complete
        self._scope: Scope | None = None
        if since is not None:
            from qbank.audit.scope import Scope  # noqa: PLC0415 - it runs git

            self._scope = Scope.since(since, self.tasks, plan)
            self.tasks = self._scope.tasks
            whole = sum(not task.brief for task in self.tasks)
            self._remarks.append(f"only what changed since {since}: {_count(whole)} of {len(self.tasks):,}")
        if shard is not None:
            number, count = shard
            # Every so many, for neighbours are alike and cost alike.
            self.tasks = self.tasks[number - 1 :: count]
            self._complete = self._complete and count == 1
        self._outcomes: dict[str, FileOutcome] = {}
        self._looked_up: Mapping[str, Mapping[str, Span]] = {}
        self._texts: dict[str, str] = {}

    @property
    def remarks(self) -> tuple[str, ...]:
        """What someone who audits should know, besides the findings."""
        return tuple(self._remarks)

    def run(
        self,
        *,
        jobs: int | None = None,
        progress: Progress | None = None,
        cached: bool = False,
        known: Store | None = None,
    ) -> AuditResult:
        """Audit every file and return the result; with `cached`, take what is known from the bank's cache.

        Where there can be no cache there is none, and a remark says why. `known` is used in its place.
        """
        total = len(self.tasks)
        count = available_jobs() if jobs is None else jobs
        cache = self._cache() if cached and known is None else None
        store = cache if known is None else known
        with seldom_collecting():
            # Closed at once should the loop be interrupted, so that no worker outlives it.
            with closing(outcomes(self.tasks, self.plan, count, self._remarks.append, store)) as found:
                for done, outcome in enumerate(found, start=1):
                    self._outcomes[outcome.path] = outcome
                    if progress is not None:
                        progress(done, total)
            result = self.result()
        if cache is not None:
            self._keep(cache)
            result = replace(result, remarks=self.remarks)
        return result

    def _cache(self) -> Cache | None:
        root = self.plan.settings.root
        if root is None or len(self.tasks) < MIN_CACHED_FILES:
            return None
        from qbank.audit.cache import Cache, CacheError  # noqa: PLC0415 - not everybody wants one

        try:
            return Cache.of(root, self.plan)
        except CacheError as error:
            self._remarks.append(f"nothing is kept for the next run: {error}")
            return None

    def _keep(self, cache: Cache) -> None:
        from qbank.audit.cache import CacheError  # noqa: PLC0415

        for path, places in self._looked_up.items():
            outcome = self._outcomes[path]
            if outcome.lasting and outcome.summary is not None:
                summary = replace(outcome.summary, places={**outcome.summary.places, **places})
                outcome = replace(outcome, summary=summary)
                self._outcomes[path] = outcome
                cache.put(outcome.key, encode(outcome))
        try:
            cache.save(whole=self.complete)
        except CacheError as error:
            self._remarks.append(f"nothing is kept for the next run: {error}")

    @property
    def complete(self) -> bool:
        """Whether this is about everything in the whole bank."""
        return self._complete and self._scope is None

    @property
    def codes_heard(self) -> frozenset[str]:
        """The codes of the rules whose silence means something: about a part of a bank some cannot speak."""
        codes = self.plan.rules.codes
        if self.complete:
            return codes
        return codes - {rule.code for rule in self.plan.rules if isinstance(rule, BankRule)}

    def subjects(self) -> frozenset[str]:
        """Return the ids of the questions audited, and the names of their files."""
        names = {task.path.name for task in self.tasks if not task.brief}
        for task in self.tasks:
            summary = self._outcomes[task.shown].summary
            if not task.brief and summary is not None and summary.id:
                names.add(summary.id)
        return frozenset(names)

    def entries(self) -> Iterator[tuple[bytes, str]]:
        """Yield the key and the line of every file that was audited and could be read."""
        for task in self.tasks:
            outcome = self._outcomes[task.shown]
            if outcome.lasting:
                yield outcome.key, encode(outcome)

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
        return self._audit_bank(self._looked_at())[0]

    def result(self) -> AuditResult:
        """Put the outcomes of all files together, and look at the bank as a whole."""
        looked_at = self._looked_at()
        of_bank, suppressed, bank_crashes = self._audit_bank(looked_at)
        unreadable = tuple(item.unreadable for item in looked_at if item.unreadable is not None)
        brief = {task.shown for task in self.tasks if task.brief}
        done = [outcome for outcome in looked_at if outcome.path not in brief]
        findings = [finding for outcome in done for finding in outcome.findings]
        crashes = [crash for outcome in looked_at for crash in outcome.crashes]
        return AuditResult(
            findings=tuple(sorted((*findings, *of_bank), key=place)),
            files=len(done),
            questions=sum(outcome.summary is not None for outcome in done),
            claims=sum((one.claims for one in done if one.claims is not NO_CLAIMS), NO_CLAIMS),
            claims_checked=self.plan.claims,
            suppressed=sum(outcome.suppressed for outcome in done) + suppressed,
            unreadable=unreadable,
            crashes=(*crashes, *bank_crashes),
            remarks=self.remarks,
            paths=tuple(outcome.path for outcome in done),
            puzzles=sum((one.puzzles for one in done if one.puzzles is not NO_PUZZLES), NO_PUZZLES),
        )

    def _looked_at(self) -> list[FileOutcome]:
        return [self._outcomes[task.shown] for task in self.tasks if task.shown in self._outcomes]

    def _audit_bank(self, done: Iterable[FileOutcome]) -> tuple[list[Finding], int, tuple[Crash, ...]]:
        summaries = [outcome.summary for outcome in done if outcome.summary is not None]
        sets = [outcome.set_summary for outcome in done if outcome.set_summary is not None]
        view = self._view(summaries, sets)
        found, crashes = audit_bank(view, self.plan)
        if self._scope is not None:
            before, _ = audit_bank(self._view(*self._scope.as_it_was(summaries, sets)), self.plan)
            found = self._scope.new(found, before)
        self._looked_up = view.looked_up
        kept: list[Finding] = []
        suppressed = 0
        used: dict[str, frozenset[int]] = {}
        for finding in self.plan.admit(found):
            # The comments of a file speak for its place in the bank as well.
            outcome = self._outcomes.get(finding.path)
            parted = split([finding], () if outcome is None else outcome.suppressions)
            kept += parted.remaining
            suppressed += parted.suppressed
            if parted.used:
                used[finding.path] = used.get(finding.path, frozenset()) | parted.used
        kept += self._unused_suppressions(used)
        return kept, suppressed, crashes

    def _view(self, summaries: Sequence[Summary], sets: Sequence[SetSummary]) -> BankView:
        shown = _if_below_here if self._named else _from_here
        root = self.plan.settings.root
        return BankView(
            summaries,
            complete=self._complete,
            root=root,
            shown=lambda path: shown(path).as_posix(),
            sets=sets,
            texts=self._texts,
        )

    def _unused_suppressions(self, used_by_bank: Mapping[str, frozenset[int]]) -> Iterator[Finding]:
        rule = next((rule for rule in self.plan.rules if isinstance(rule, UnusedSuppression)), None)
        if rule is None:
            return
        known = self.codes_heard
        brief = {task.shown for task in self.tasks if task.brief}
        for path, outcome in self._outcomes.items():
            if not outcome.suppressions or outcome.crashes or path in brief:
                continue
            used = outcome.used | used_by_bank.get(path, frozenset())
            question_id = outcome.summary.id if outcome.summary is not None else None
            found = [
                rule.report(path, question_id, suppression.selector, suppression.written)
                for suppression in unused(outcome.suppressions, used, known)
            ]
            # A comment against everything does not speak for itself.
            by_name = tuple(one for one in outcome.suppressions if one.codes is not None)
            yield from split(self.plan.admit(found), by_name).remaining

    def _find(self, targets: Sequence[Path]) -> tuple[Task, ...]:
        found = find_question_files(targets)
        if found.left_out:
            first = self._shown(found.left_out[0])
            more = f" and {len(found.left_out) - 1} more" if len(found.left_out) > 1 else ""
            self._remarks.append(f"{first}{more}: left out, for it is a link that leads out of the folder")
        tasks = tuple(
            sorted(
                (
                    Task(path, path.as_posix(), kind)
                    for kind, paths in (
                        (FileKind.QUESTION, found.files),
                        (FileKind.SET, found.sets),
                        (FileKind.LAB, found.labs),
                    )
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
        # What was found below a folder that lies below this one is seen from here already.
        below = not path.is_absolute() and path.parts[0] != ".."
        return path if self._named or below else _from_here(path)

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

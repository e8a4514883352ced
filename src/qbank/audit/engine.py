"""An audit from targets to result."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from qbank.audit.files import AuditedFiles, Task, counted, find_files
from qbank.audit.guard import Guard
from qbank.audit.plan import Plan
from qbank.audit.pool import Store, available_jobs, outcomes
from qbank.audit.result import NO_CLAIMS, NO_PUZZLES, AuditResult, Crash, FileOutcome, place
from qbank.audit.settings import Settings
from qbank.audit.settings_file import settings_for
from qbank.audit.suppressions import split, unused
from qbank.rules.audit_own import UnusedSuppression
from qbank.rules.bank.chain_registry import find_registries
from qbank.rules.core.base import BankRule
from qbank.rules.core.finding import Finding
from qbank.rules.core.summary import BankView, SetSummary, Summary
from qbank.yamlio.positions import Span

if TYPE_CHECKING:
    from qbank.audit.cache import Cache
    from qbank.audit.scope import Scope

Progress = Callable[[int, int], None]
"""Is told how many files are done, and of how many."""

MIN_CACHED_FILES = 50
"""Below this, to look things up costs as much as to audit them."""


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
    return Audit.of(targets, settings).run(jobs=jobs, progress=progress)


class Audit:
    """One audit: its files, and the outcome of each.

    With a `scope`, it is about what changed since a revision.
    """

    def __init__(self, plan: Plan, files: AuditedFiles, scope: Scope | None = None) -> None:
        self.plan = plan
        self.files = files
        self.tasks = files.tasks if scope is None else scope.tasks
        self._scope = scope
        self._remarks = [*plan.settings.remarks, *files.remarks]
        if scope is not None:
            audited = counted(sum(not task.brief for task in self.tasks))
            self._remarks.append(
                f"only what changed since {scope.revision}: {audited} of {len(self.tasks):,}"
            )
        self._jobs = available_jobs()
        self._store: Store | None = None
        self._keys: dict[str, bytes] = {}
        self._known: dict[str, FileOutcome] | None = None
        self._looked_up: Mapping[str, Mapping[str, Span]] = {}
        self._texts: dict[str, str] = {}

    @classmethod
    def of(
        cls,
        targets: Sequence[Path] = (),
        settings: Settings | None = None,
        *,
        plan: Plan | None = None,
        since: str | None = None,
        shard: tuple[int, int] | None = None,
    ) -> Audit:
        """Prepare the audit of files and folders; without targets, of the bank around the working directory.

        `settings` default to those of the bank the first target lies in. With `since`, it is about what
        changed since a revision; with `shard`, a number and how many there are, about a part of the files.

        Raises:
            NoBankError: there are no targets, and no bank to take them from.
            TargetError: a target leads to no question files.
            SettingsError: the settings cannot be used.
            GitError: git cannot tell what changed.
        """
        if plan is None:
            plan = Plan(settings_for(targets) if settings is None else settings)
        files = find_files(targets, plan)
        if shard is not None:
            files = files.shard(*shard)
        if since is None:
            return cls(plan, files)
        from qbank.audit.scope import Scope  # noqa: PLC0415 - it runs git

        return cls(plan, files, Scope.since(since, files.tasks, plan))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What someone who audits should know, besides the findings."""
        return tuple(self._remarks)

    @property
    def complete(self) -> bool:
        """Whether this is about everything in the whole bank."""
        return self.files.complete and self._scope is None

    @property
    def codes_heard(self) -> frozenset[str]:
        """The codes of the rules whose silence means something: about a part of a bank some cannot speak."""
        codes = self.plan.rules.codes
        if self.complete:
            return codes
        return codes - {rule.code for rule in self.plan.rules if isinstance(rule, BankRule)}

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
        if jobs is not None:
            self._jobs = jobs
        cache = self._cache() if cached and known is None else None
        self._store = known if cache is None else cache
        if cache is not None and self._scope is None:
            result = cache.result(self._content_key, self.plan.places)
            if result is not None:
                return replace(result, remarks=self.remarks)
        self._known = self._audit_files(progress)
        result = self.result()
        if cache is not None:
            self._keep(cache, result)
        return replace(result, remarks=self.remarks)

    def _audit_files(self, progress: Progress | None = None) -> dict[str, FileOutcome]:
        known = {}
        found = outcomes(
            self.tasks, self.plan, self._jobs, self._remarks.append, cache=self._store, keys=self._keys
        )
        # Closed at once should the loop be interrupted, so that no worker outlives it.
        with closing(found):
            for done, outcome in enumerate(found, start=1):
                known[outcome.path] = outcome
                if progress is not None:
                    progress(done, len(self.tasks))
        return known

    @property
    def _outcomes(self) -> dict[str, FileOutcome]:
        # Whoever has the result of an earlier run need not have asked for those of the files.
        if self._known is None:
            self._known = self._audit_files()
        return self._known

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

    def _keep(self, cache: Cache, result: AuditResult) -> None:
        from qbank.audit.cache import CacheError  # noqa: PLC0415

        for path, places in self._looked_up.items():
            outcome = self._outcomes[path]
            if outcome.lasting and outcome.summary is not None:
                summary = replace(outcome.summary, places={**outcome.summary.places, **places})
                self._outcomes[path] = outcome = replace(outcome, summary=summary)
                cache.put(outcome)
        self._keys = {path: outcome.key for path, outcome in self._outcomes.items()}
        try:
            cache.save(whole=self.complete)
            if self._scope is None and not (result.unreadable or result.crashes):
                cache.keep_result(self._content_key(), self._outcomes.values(), result)
        except CacheError as error:
            self._remarks.append(f"nothing is kept for the next run: {error}")

    def _content_key(self) -> bytes:
        """Return what everything that this audit looks at is known by, but for the plan."""
        digest = blake2b(digest_size=32)
        root = self.plan.settings.root
        registries = find_registries(root) if root is not None else []
        for part in (str(Path.cwd()), str(self.files.named), str(self.files.complete), *map(str, registries)):
            digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
        for task in self.tasks:
            key = self._keys.get(task.shown)
            if key is None:
                key = self._keys[task.shown] = self.plan.places.key(task.path)
            digest.update(os.fsencode(task.shown) + b"\0" + key)
        for registry in registries:
            digest.update(b"\0" + self.plan.places.key(registry))
        return digest.digest()

    def subjects(self) -> frozenset[str]:
        """Return the ids of the questions audited, and the names of their files."""
        names = {task.path.name for task in self.tasks if not task.brief}
        for task in self.tasks:
            summary = self._outcomes[task.shown].summary
            if not task.brief and summary is not None and summary.id:
                names.add(summary.id)
        return frozenset(names)

    def lasting(self) -> Iterator[FileOutcome]:
        """Yield the outcome of every file that was audited and could be read."""
        return (outcome for outcome in self._looked_at() if outcome.lasting)

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

    def _audit_bank(self, outcomes: Iterable[FileOutcome]) -> tuple[list[Finding], int, tuple[Crash, ...]]:
        """Return what rules find about the bank as a whole, how much of it comments suppress, and defects."""
        summaries = [outcome.summary for outcome in outcomes if outcome.summary is not None]
        sets = [outcome.set_summary for outcome in outcomes if outcome.set_summary is not None]
        view = self._view(summaries, sets)
        guard = Guard(str(view.root) if view.root is not None else "the bank")
        findings = guard.check(self.plan.rules, BankRule, lambda rules: rules.check_bank(view))
        if self._scope is not None:
            before = self._view(*self._scope.as_it_was(summaries, sets))
            ignored = Guard("")
            former = ignored.check(self.plan.rules, BankRule, lambda rules: rules.check_bank(before))
            findings = self._scope.new(findings, former)
        self._looked_up = view.looked_up
        by_file: dict[str, list[Finding]] = defaultdict(list)
        for finding in self.plan.admit(findings):
            by_file[finding.path].append(finding)
        remaining: list[Finding] = []
        suppressed = 0
        used: dict[str, frozenset[int]] = {}
        for path, of_file in by_file.items():
            # The comments of a file speak for its place in the bank as well.
            outcome = self._outcomes.get(path)
            parted = split(of_file, () if outcome is None else outcome.suppressions)
            remaining += parted.remaining
            suppressed += parted.suppressed
            used[path] = parted.used
        remaining += self._unused_suppressions(used)
        return remaining, suppressed, guard.crashes

    def _view(self, summaries: Sequence[Summary], sets: Sequence[SetSummary]) -> BankView:
        return BankView(
            summaries,
            complete=self.files.complete,
            root=self.plan.settings.root,
            shown=self.files.shown,
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

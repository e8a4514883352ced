"""An audit from targets to result.

What runs rules is imported when something has to be audited: of an unchanged bank the last result stands.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from qbank.audit.files import AuditedFiles, Task, counted, find_files
from qbank.audit.keys import key_of
from qbank.audit.plan import Plan
from qbank.audit.result import NO_CLAIMS, NO_PUZZLES, AuditResult, Unreadable, place
from qbank.audit.settings import Settings, settings_for
from qbank.bank.discovery import find_registries, kind_of
from qbank.errors import InputError
from qbank.rules.core.finding import Finding
from qbank.sets.measured import faulty_results, result_files

if TYPE_CHECKING:
    from qbank.audit.bank_audit import BankOutcome
    from qbank.audit.cache import Cache
    from qbank.audit.changes.loosened import Gate
    from qbank.audit.file_audit import FileOutcome
    from qbank.audit.pool import Store

Progress = Callable[[int, int], None]
"""Is told how many files are done, and of how many."""

MIN_CACHED_FILES = 50
"""Below this, to look things up costs as much as to audit them."""


class Audit:
    """One audit: its files, and the outcome of each.

    With a `gate`, it is about what changed since a revision.
    """

    def __init__(self, plan: Plan, files: AuditedFiles, gate: Gate | None = None) -> None:
        self.plan = plan
        self.files = files
        self.gate = gate
        self._scope = scope = None if gate is None else gate.scope
        self.tasks = files.tasks if scope is None else scope.tasks
        self._loosened = () if gate is None else tuple(gate.loosened())
        self._remarks = [*plan.settings.remarks, *files.remarks]
        if scope is not None:
            audited = counted(sum(not task.brief for task in self.tasks))
            self._remarks.append(
                f"only what changed since {scope.revision}: {audited} of {len(self.tasks):,}"
            )
        self._jobs: int | None = None
        self._progress: Progress | None = None
        self._store: Store | None = None
        self._keys: dict[str, bytes] = {}
        self._given: FileOutcome | None = None
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
        from qbank.audit.changes.loosened import Gate  # noqa: PLC0415 - it runs git, and rules

        return cls(plan, files, Gate.since(since, files.tasks, plan))

    @classmethod
    def of_text(cls, data: bytes, name: str, settings: Settings) -> Audit:
        """Prepare the audit of one file that is given, such as from standard input, by the name it has.

        Nothing is read from disk under that name; it says what the file holds, and where in the bank it lies.

        Raises:
            SettingsError: the settings cannot be used.
        """
        from qbank.audit.file_audit import audit_source  # noqa: PLC0415 - it runs rules
        from qbank.rules.core.question_file import SourceFile  # noqa: PLC0415

        plan = Plan(settings)
        task = Task(Path(name), name, kind_of(str(Path(name).absolute().parent)))
        audit = cls(plan, AuditedFiles((task,), named=True, covers_bank=False))
        source = SourceFile.from_bytes(data, name, task.path)
        audit._given = audit_source(source, plan, kind=task.kind)
        if source.document is not None:
            audit._texts[name] = source.document.text
        return audit

    @property
    def remarks(self) -> tuple[str, ...]:
        """What someone who audits should know, besides the findings."""
        return tuple(self._remarks)

    @property
    def complete(self) -> bool:
        """Whether this is about everything in the whole bank."""
        return self.files.complete and self._scope is None

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

        Raises:
            AdditionsError: what the bank adds to catalog, formulas or lexicon has mistakes.
        """
        self._jobs, self._progress = jobs, progress
        cache = self._cache() if cached and known is None else None
        self._store = known if cache is None else cache
        if cache is not None and self._scope is None:
            result = cache.result(self._content_key, self.plan.paths)
            if result is not None:
                return replace(result, remarks=self.remarks)
        from qbank.rules.core.additions import check_additions  # noqa: PLC0415 - it knows catalog and formulas

        # A result that was kept is known by the additions too, and was made with sound ones.
        check_additions(self.plan.settings.root)
        bank = self._audit_bank()
        result = self._result(bank)
        if cache is not None:
            self._keep(cache, bank, result)
        return replace(result, remarks=(*self.remarks, *result.loosened))

    @cached_property
    def _outcomes(self) -> dict[str, FileOutcome]:
        """The outcome of every file; an earlier result may stand for them, so they are asked for here."""
        from qbank.audit.pool import outcomes  # noqa: PLC0415 - it runs rules

        known = {}
        if self._given is not None:
            return {self._given.path: self._given}
        audited = outcomes(
            self.tasks,
            self.plan,
            self._jobs,
            self._remarks.append,
            cache=self._store,
            keys=self._keys,
            begun=lambda: None if self._progress is None else self._progress(0, len(self.tasks)),
        )
        # Closed at once should the loop be interrupted, so that no worker outlives it.
        with closing(audited):
            for done, outcome in enumerate(audited, start=1):
                known[outcome.path] = outcome
                if self._progress is not None:
                    self._progress(done, len(self.tasks))
        return known

    def _cache(self) -> Cache | None:
        root = self.plan.settings.root
        if root is None or len(self.tasks) < MIN_CACHED_FILES:
            return None
        from qbank.audit.cache import Cache  # noqa: PLC0415 - not everybody wants one

        try:
            return Cache.of(root, self.plan)
        except InputError as error:
            self._remarks.append(f"nothing is kept for the next run: {error}")
            return None

    def _keep(self, cache: Cache, bank: BankOutcome, result: AuditResult) -> None:
        for path, places in bank.looked_up.items():
            outcome = self._outcomes[path]
            if outcome.lasting and outcome.summary is not None:
                summary = replace(outcome.summary, places={**outcome.summary.places, **places})
                self._outcomes[path] = outcome = replace(outcome, summary=summary)
                cache.put(outcome)
        self._keys = {path: outcome.key for path, outcome in self._outcomes.items()}
        try:
            cache.save(whole=self.complete)
            if self._scope is None and not (result.unreadable or result.crashes):
                looked_for = (entry for outcome in self._outcomes.values() for entry in outcome.looked_for)
                cache.keep_result(self._content_key(), looked_for, result)
        except InputError as error:
            self._remarks.append(f"nothing is kept for the next run: {error}")

    def _content_key(self) -> bytes:
        """Return what everything that this audit looks at is known by, but for the plan."""
        root, paths = self.plan.settings.root, self.plan.paths
        digest = blake2b(digest_size=32)
        for part in (str(Path.cwd()), str(self.files.named), str(self.files.complete)):
            digest.update(os.fsencode(part) + b"\0")
        read_by_rules = [*find_registries(root), *result_files(root)] if root is not None else []
        for file in read_by_rules:
            digest.update(os.fsencode(file) + b"\0" + key_of(file, paths))
        for task in self.tasks:
            key = self._keys.get(task.shown)
            if key is None:
                key = self._keys[task.shown] = key_of(task.path, paths)
            digest.update(os.fsencode(task.shown) + b"\0" + key)
        return digest.digest()

    def subjects(self) -> frozenset[str]:
        """Return the ids of the questions audited, and the names of their files."""
        names = {task.path.name for task in self.tasks if not task.brief}
        for task in self.tasks:
            summary = self._outcomes[task.shown].summary
            if not task.brief and summary is not None and summary.id:
                names.add(summary.id)
        return frozenset(names)

    def codes_heard(self) -> frozenset[str]:
        """Return the codes of the rules that had their say."""
        from qbank.audit.bank_audit import codes_heard  # noqa: PLC0415 - it runs rules

        return codes_heard(self.plan, complete=self.complete)

    def lasting(self) -> Iterator[FileOutcome]:
        """Yield the outcome of every file that was audited and could be read."""
        return (outcome for outcome in self._outcomes_in_order().values() if outcome.lasting)

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

    def bank_findings(self) -> Sequence[Finding]:
        """Return what there is to say of the bank as a whole."""
        return self._audit_bank().findings

    def result(self) -> AuditResult:
        """Put the outcomes of all files together, and look at the bank as a whole."""
        return self._result(self._audit_bank())

    def _result(self, bank: BankOutcome) -> AuditResult:
        outcomes = self._outcomes_in_order()
        brief = self._brief()
        in_full = [outcome for path, outcome in outcomes.items() if path not in brief]
        findings = (finding for outcome in in_full for finding in outcome.findings)
        crashes = (crash for outcome in outcomes.values() for crash in outcome.crashes)
        suppressed = (*(one for outcome in in_full for one in outcome.suppressed), *bank.suppressed)
        let_pass = () if self.gate is None else self.gate.let_pass(suppressed)
        loosened = (*self._loosened, *let_pass)
        return AuditResult(
            findings=tuple(sorted((*findings, *bank.findings), key=place)),
            files=len(in_full),
            questions=sum(outcome.summary is not None for outcome in in_full),
            sets=sum(outcome.set_summary is not None for outcome in in_full),
            labs=sum(outcome.is_lab for outcome in in_full),
            claims=sum((outcome.claims for outcome in in_full), NO_CLAIMS),
            claims_checked=self.plan.chosen.claims,
            suppressed=suppressed,
            unreadable=(
                *(outcome.unreadable for outcome in outcomes.values() if outcome.unreadable is not None),
                *self._faulty_results(),
            ),
            crashes=(*crashes, *bank.crashes),
            remarks=(*self.remarks, *loosened),
            paths=tuple(outcome.path for outcome in in_full),
            puzzles=sum((outcome.puzzles for outcome in in_full), NO_PUZZLES),
            loosened=loosened,
        )

    def _faulty_results(self) -> Iterator[Unreadable]:
        """Yield the files of results that rules about the bank could not use."""
        for fault in faulty_results(self.plan.settings.root):
            yield Unreadable(self.files.shown(fault.path), fault.message, fault.line, fault.column)

    def _audit_bank(self) -> BankOutcome:
        from qbank.audit.bank_audit import audit_bank  # noqa: PLC0415 - it runs rules

        return audit_bank(
            self._outcomes_in_order(),
            self.plan,
            self.files,
            scope=self._scope,
            brief=self._brief(),
            texts=self._texts,
        )

    def _brief(self) -> Collection[str]:
        return {task.shown for task in self.tasks if task.brief}

    def _outcomes_in_order(self) -> dict[str, FileOutcome]:
        return {task.shown: self._outcomes[task.shown] for task in self.tasks if task.shown in self._outcomes}

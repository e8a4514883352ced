"""An audit of what changed: which files count, and what was wrong with the bank before.

What a change brings about may show in a file that nobody touched: a new question takes the id of an old one,
or one that others refer to goes. So rules about the bank look at all of it, as it is and as it was, and a
finding in an untouched file counts if it was not there before.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from qbank.audit.changes import Changes, changed_files, contents
from qbank.audit.files import Task
from qbank.audit.fingerprints import fingerprint
from qbank.audit.plan import Plan
from qbank.bank.discovery import FileKind, kind_of
from qbank.rules.core.finding import Finding
from qbank.rules.core.question_file import SourceFile
from qbank.rules.core.summary import SetSummary, Summary
from qbank.yamlio.reader import MAX_BYTES

_SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Scope:
    """What changed since a revision: the paths that reports show of it, and the questions as they were."""

    revision: str
    tasks: tuple[Task, ...]
    changed: frozenset[str]
    questions: tuple[Summary, ...]
    sets: tuple[SetSummary, ...]

    @classmethod
    def since(cls, revision: str, tasks: Sequence[Task], plan: Plan) -> Scope:
        """Ask git what changed; if the settings did, or the bank's catalog or formulas, everything did.

        Raises:
            GitError: if git cannot tell.
        """
        changes = changed_files(revision, Path.cwd())
        here = os.path.realpath(Path.cwd())
        present = {os.path.join(here, path) for path in changes.present}  # noqa: PTH118
        everything = _judges_changed(plan, {*present, *(os.path.join(here, path) for path in changes.former)})  # noqa: PTH118
        known = {os.path.normpath(os.path.join(here, task.path)): task for task in tasks}  # noqa: PTH118
        kept = tuple(
            task if everything or place in present else replace(task, brief=True)
            for place, task in known.items()
        )
        changed = {task.shown for task in kept if not task.brief}
        # A chain registry is no question, and yet findings are in it.
        changed.update(path.as_posix() for path in changes.present)
        before = tuple(_before(changes, known, plan))
        return cls(
            revision,
            kept,
            frozenset(changed),
            tuple(summary for summary in before if isinstance(summary, Summary)),
            tuple(summary for summary in before if isinstance(summary, SetSummary)),
        )

    def as_it_was(
        self, questions: Iterable[Summary], sets: Iterable[SetSummary]
    ) -> tuple[list[Summary], list[SetSummary]]:
        """Return what there was before, given what there is."""
        return (
            [*(summary for summary in questions if summary.path not in self.changed), *self.questions],
            [*(summary for summary in sets if summary.path not in self.changed), *self.sets],
        )

    def new(self, now: Iterable[Finding], then: Iterable[Finding]) -> list[Finding]:
        """Return the findings about the bank that are in changed files, or that were not there before."""
        old = Counter(map(fingerprint, then))
        found = []
        for finding in now:
            name = fingerprint(finding)
            was_there = old[name] > 0
            old[name] -= was_there
            if finding.path in self.changed or not was_there:
                found.append(finding)
        return found


def _judges_changed(plan: Plan, changed: Collection[str]) -> bool:
    file, root = plan.settings.file, plan.settings.root
    if file is not None and os.path.realpath(file) in changed:
        return True
    schema = os.path.realpath(root / "schema") + os.sep if root is not None else None
    return schema is not None and any(path.startswith(schema) for path in changed)


def _before(changes: Changes, tasks: dict[str, Task], plan: Plan) -> Iterator[Summary | SetSummary]:
    here = os.path.realpath(Path.cwd())
    questions = os.path.realpath(os.path.join(plan.places.base, "questions")) + os.sep  # noqa: PTH118
    former = tuple(
        path
        for path in changes.former
        if path.suffix in _SUFFIXES
        and ((place := os.path.join(here, path)) in tasks or place.startswith(questions))  # noqa: PTH118
    )
    for path, content in contents(replace(changes, former=former), MAX_BYTES):
        source = SourceFile.from_bytes(content, path.as_posix(), path)
        # The file holds something else now, so that nothing may be looked up in it.
        kind = kind_of(str(path.parent))
        if kind is FileKind.SET:
            if (found := source.set(plan.for_rules)) is not None:
                yield replace(SetSummary.of(found), file=None)
        elif kind is FileKind.QUESTION and (question := source.question(plan.for_rules)) is not None:
            yield replace(Summary.of(question), file=None)

"""An audit of what changed: which files count, and what was wrong with the bank before.

What a change brings about may show in a file that nobody touched: a new question takes the id of an old one,
or one that others refer to goes. So rules about the bank look at all of it, as it is and as it was, and a
finding in an untouched file counts if it was not there before.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from qbank.audit.files import Task
from qbank.audit.fingerprints import fingerprint
from qbank.audit.plan import Plan
from qbank.bank.discovery import SUFFIXES, FileKind, kind_of
from qbank.bank.git import GitError, ask_git, blobs, changed_files, commit_of, top_folder, untracked_files
from qbank.bank.given_files import from_here
from qbank.rules.core.finding import Finding
from qbank.rules.core.question_file import SourceFile
from qbank.rules.core.summary import SetSummary, Summary
from qbank.yamlio.content import MAX_BYTES

_SUBMODULE = "160000"


@dataclass(frozen=True, slots=True)
class Changes:
    """Files that differ from how they were at a revision.

    `present` are changed or new, git's ignored files left out; `former` are what was changed or deleted, with
    the blobs that hold it. Of `submodules` git tells only that they changed. All paths are relative to the
    working directory if they lie below it, else absolute.
    """

    top: Path
    present: tuple[Path, ...]
    former: Mapping[Path, str]
    submodules: tuple[Path, ...] = ()

    @classmethod
    def since(cls, revision: str) -> Changes:
        """Return what changed between where a revision and HEAD parted and the files as they are now.

        Raises:
            GitError: there is no git, no repository, or no such revision.
        """
        here = Path(os.path.realpath(Path.cwd()))
        commit, top = commit_of(here, revision), top_folder(here)
        try:
            base = ask_git(here, "merge-base", "--end-of-options", commit, "HEAD").decode("ascii").strip()
        except GitError:
            # Histories that share nothing, or a clone too shallow to know: compare with the revision itself.
            base = commit

        def seen_from_here(name: str) -> Path:
            path = top / name
            return path.relative_to(here) if path.is_relative_to(here) else path

        files = list(changed_files(top, "diff", base, "--"))
        present = [file.name for file in files if int(file.mode_after)] + untracked_files(top)
        former = {
            seen_from_here(file.name): file.blob_before
            for file in files
            if int(file.mode_before) and file.mode_before != _SUBMODULE
        }
        modules = [file.name for file in files if file.mode_after == _SUBMODULE]
        return cls(top, tuple(map(seen_from_here, present)), former, tuple(map(seen_from_here, modules)))

    def touch(self, file: Path) -> bool:
        """Whether a file differs from how it was, is new, or is gone."""
        name = from_here(file)
        return name in self.former or name in self.present

    def content_before(self, file: Path) -> bytes | None:
        """Return what a file held; None if there was none, or it is too large.

        Raises:
            GitError: git fails.
        """
        if not self.touch(file):
            return file.read_bytes() if file.is_file() else None
        blob = self.former.get(from_here(file))
        return None if blob is None else dict(blobs(self.top, [blob], MAX_BYTES)).get(blob)


@dataclass(frozen=True, slots=True)
class Scope:
    """What changed since a revision: the paths that reports show of it, and the questions as they were."""

    revision: str
    tasks: tuple[Task, ...]
    changed: frozenset[str]
    questions: tuple[Summary, ...]
    sets: tuple[SetSummary, ...]
    changes: Changes

    @classmethod
    def since(cls, revision: str, tasks: Sequence[Task], plan: Plan) -> Scope:
        """Ask git what changed; if the settings did, or the bank's catalog or formulas, everything did.

        Raises:
            GitError: if git cannot tell.
        """
        changes = Changes.since(revision)
        here = os.path.realpath(Path.cwd())
        present = {os.path.join(here, path) for path in changes.present}  # noqa: PTH118
        everything = _judges_changed(plan, {*present, *(os.path.join(here, path) for path in changes.former)})  # noqa: PTH118
        modules = tuple(os.path.join(here, path, "") for path in changes.submodules)  # noqa: PTH118
        known = {os.path.normpath(os.path.join(here, task.path)): task for task in tasks}  # noqa: PTH118
        kept = tuple(
            task if everything or place in present or place.startswith(modules) else replace(task, brief=True)
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
            changes,
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
    questions = os.path.realpath(os.path.join(plan.paths.base, "questions")) + os.sep  # noqa: PTH118
    former = {
        path: blob
        for path, blob in changes.former.items()
        if path.suffix in SUFFIXES
        and ((place := os.path.join(here, path)) in tasks or place.startswith(questions))  # noqa: PTH118
    }
    contents = dict(blobs(changes.top, list(former.values()), MAX_BYTES))
    for path, blob in former.items():
        content = contents.get(blob)
        if content is None:  # too large
            continue
        source = SourceFile.from_bytes(content, path.as_posix(), path)
        # The file holds something else now, so that nothing may be looked up in it.
        kind = kind_of(str(path.parent))
        if kind is FileKind.SET:
            if (found := source.set(plan.for_rules)) is not None:
                yield replace(SetSummary.of(found), file=None)
        elif kind is FileKind.QUESTION and (question := source.question(plan.for_rules)) is not None:
            yield replace(Summary.of(question), file=None)

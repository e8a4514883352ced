"""What a change makes the audit more lenient about, as it can change the settings that it is audited with.

Everything that differs to the same effect is one line, and what is as strict as before is none.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from qbank.audit.baseline import Baseline, BaselineError
from qbank.audit.changes.scope import Changes, Scope
from qbank.audit.files import Task
from qbank.audit.plan import ChosenRules, Plan
from qbank.audit.result import Suppressed, weighs
from qbank.audit.settings import PYPROJECT, Comments, Settings, SettingsError, load_settings
from qbank.bank.discovery import SETTINGS_FILE, SUFFIXES
from qbank.bank.given_files import from_here
from qbank.bundled_data import DataError
from qbank.catalog import loading as catalog
from qbank.units.format import counted

_MOST_NAMED: Final = 4


class Gate:
    """What changes that are audited do to the audit itself."""

    def __init__(self, scope: Scope, plan: Plan) -> None:
        self.scope = scope
        self._plan = plan

    @classmethod
    def since(cls, revision: str, tasks: Sequence[Task], plan: Plan) -> Gate:
        """Ask git what changed since a revision.

        Raises:
            GitError: if git cannot tell.
        """
        return cls(Scope.since(revision, tasks, plan), plan)

    def loosened(self) -> Iterator[str]:
        """Yield what the audit is more lenient about than one by the settings of before.

        Where a bank's own data differ that questions are judged by, nobody can tell what that loosens.
        """
        plan, changes, revision = self._plan, self.scope.changes, self.scope.revision
        root = plan.settings.root
        if root is None:
            return
        for line in _by_settings(changes, plan.settings, root):
            yield f"looser than {revision}: {line}"
        if names := [path.as_posix() for path in changes.present if _is_left_out(path, plan)]:
            yield f"{counted(len(names), 'changed file')} not audited, by `exclude`: {_few(names)}"
        audited = {task.path for task in self.scope.tasks}
        if links := [path.as_posix() for path in changes.present if _is_link(path) and path not in audited]:
            yield f"{counted(len(links), 'changed file')} not audited, for a link leads out: {_few(links)}"
        yield from _other_data(changes, root, revision)

    def let_pass(self, suppressed: Iterable[Suppressed]) -> Iterator[str]:
        """Yield which findings comments let pass that would fail the audit."""
        level = self._plan.settings.fail_on
        places = [
            f"{one.finding.code} at {one.finding.path}:{one.finding.line}"
            for one in suppressed
            if weighs(one.finding, level)
        ]
        if places:
            yield f"comments let pass what would fail: {_few(places)}"

    def baseline_grown(self, file: Path, now: Baseline) -> Iterator[str]:
        """Yield how many findings a baseline lists that it did not list before."""
        changes = self.scope.changes
        if not changes.touch(file):
            return
        content = changes.content_before(file)
        before = Baseline()
        with suppress(BaselineError):
            before = before if content is None else Baseline.decode(content, file)
        if more := (now.counts - before.counts).total():
            revision = self.scope.revision
            yield f"looser than {revision}: {from_here(file)} lists {counted(more, 'more finding')}"


def _by_settings(changes: Changes, settings: Settings, root: Path) -> Iterator[str]:
    usual = [root / SETTINGS_FILE, root / PYPROJECT]
    named = settings.file if settings.file not in {None, *usual} else None
    files = usual if named is None else [named]
    if not any(map(changes.touch, files)):
        return
    now = load_settings(root, named)
    try:
        with TemporaryDirectory() as folder:
            former = Path(folder)
            for file in files:
                content = changes.content_before(file)
                if content is not None:
                    (former / file.name).write_bytes(content)
            given = None if named is None else former / named.name
            before = load_settings(former, given) if given is None or given.exists() else Settings()
    except SettingsError:
        yield "what the settings said before cannot be used; look at what they say now"
        return
    name = "the defaults" if now.file is None else from_here(now.file).as_posix()
    if before.file is not None and (now.file is None or now.file.name != before.file.name):
        yield f"{before.file.name} counts no more; the settings are {name}"
    for line in _looser(before, now):
        yield f"{name}: {line}"


def _looser(before: Settings, now: Settings) -> Iterator[str]:
    """Yield what settings are more lenient about than others."""
    then, rules = Plan(before).chosen, Plan(now).chosen
    if gone := then.rules.codes - rules.rules.codes:
        yield f"no longer runs {_named_rules(gone, then)}"
    lighter = [
        f"{code} {severity} → {rules.severities[code]}"
        for code, severity in sorted(then.severities.items())
        if code in rules.severities and severity.outweighs(rules.severities[code])
    ]
    if lighter:
        yield f"lets weigh less: {_few(lighter)}"
    if now.fail_on.outweighs(before.fail_on):
        yield f"fails on {now.fail_on}, before on {before.fail_on}"
    known = dict(then.ignored)
    for glob, codes in rules.ignored:
        if more := (codes & then.rules.codes) - known.get(glob, frozenset()):
            yield f"in {glob} no longer reports {_named_rules(more, then)}"
    if patterns := [glob for glob in now.exclude if glob not in before.exclude]:
        yield f"leaves out {_few(patterns)}"
    if fields := [field for field in before.verify if field not in now.verify]:
        yield f"no longer recomputes {_few(fields)}"
    for kind in now.tolerances.__struct_fields__:
        share, earlier = getattr(now.tolerances, kind), getattr(before.tolerances, kind)
        if share > earlier:
            yield f"tolerance for {kind} values {float(earlier):g} → {float(share):g}"
    yield from _of_comments(before.suppressions, now.suppressions)


def _of_comments(before: Comments, now: Comments) -> Iterator[str]:
    if now.up_to.outweighs(before.up_to):
        yield f"comments may suppress {now.up_to}s, before {before.up_to}s at most"
    if before.name_rules and not now.name_rules:
        yield "comments that suppress need name no rules"
    if before.give_reason and not now.give_reason:
        yield "comments that suppress need give no reason"


def _is_left_out(path: Path, plan: Plan) -> bool:
    return path.suffix in SUFFIXES and plan.excludes(path.as_posix())


def _is_link(path: Path) -> bool:
    return path.suffix in SUFFIXES and path.is_symlink()


def _other_data(changes: Changes, root: Path, revision: str) -> Iterator[str]:
    """Yield which of a bank's own data are others, and what of qbank's they replace."""
    schema = os.path.realpath(root / "schema") + os.sep
    files = sorted({path for path in (*changes.present, *changes.former) if path.suffix in SUFFIXES})
    if not (judging := [path for path in files if os.path.realpath(path).startswith(schema)]):
        return
    yield f"judged by other data than {revision}: {_few(path.as_posix() for path in judging)}"
    names, ours = {path.name for path in judging}, catalog.bundled()
    with suppress(DataError):  # whoever judges by it says so
        theirs = (one for one in catalog.load(root) if one.file in names)
        if replaced := [one.id for one in theirs if ours.get(one.id) not in {None, one}]:
            yield f"judged by values of this bank in place of qbank's: {_few(replaced)}"


def _named_rules(codes: Collection[str], of: ChosenRules) -> str:
    """Name rules: by the beginning of their codes where all of it is meant."""
    if codes == of.rules.codes:
        return "any rule"
    families = {code[:3] for code in codes}
    whole = {name for name in families if {code for code in of.rules.codes if code[:3] == name} <= set(codes)}
    return _few([*sorted(whole), *sorted(code for code in codes if code[:3] not in whole)])


def _few(names: Iterable[str]) -> str:
    everything = list(names)
    rest = len(everything) - _MOST_NAMED
    return ", ".join(everything[:_MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")

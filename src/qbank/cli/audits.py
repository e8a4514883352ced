"""What commands that audit, or that work on the files of an audit, have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from qbank.audit.baseline import Baseline
from qbank.audit.engine import Audit
from qbank.audit.files import NoBankError
from qbank.audit.result import AuditResult
from qbank.audit.settings import Settings, settings_for
from qbank.bank.discovery import FileKind
from qbank.cli.errors import CommandError
from qbank.cli.output import echo_remarks
from qbank.rules.core.finding import Severity
from qbank.units.format import counted

if TYPE_CHECKING:
    from qbank.rules.core.question_file import QuestionFile


def plan_audit(
    command: str,
    targets: Sequence[Path],
    settings: Settings,
    *,
    since: str | None = None,
    shard: tuple[int, int] | None = None,
) -> Audit:
    """Find the files that a command is about: as an audit does, with its search, settings and exclusions.

    Raises:
        InputError: there are none, or something cannot be read.
    """
    try:
        return Audit.of(targets, settings, since=since, shard=shard)
    except NoBankError as error:
        raise CommandError(f"{error}, such as `qbank {command} path/to/questions`") from error


def audit_settings(targets: Sequence[Path], file: Path | None, fail_on: Severity | None = None) -> Settings:
    """Read the settings that hold for some targets.

    Raises:
        SettingsError: they cannot be used.
    """
    settings = settings_for(targets, file)
    return settings if fail_on is None else replace(settings, fail_on=fail_on)


def load_baseline(file: Path | None, *, update: bool = False) -> Baseline | None:
    """Read the baseline, if there is one; with `update` it may be still to be made.

    Raises:
        BaselineError: if there is none, or it cannot be used.
    """
    if file is None or (update and not file.exists()):
        return None
    return Baseline.read(file)


def apply_baseline(
    audit: Audit, result: AuditResult, known: Baseline | None, file: Path | None, *, update: bool = False
) -> AuditResult:
    """Take what is known out of a result, with a remark if there is something to say of the baseline.

    Raises:
        InputError: if the baseline cannot be written.
    """
    if file is None:
        return result
    if known is not None and audit.gate is not None:
        grown = tuple(audit.gate.baseline_grown(file, known))
        result = replace(result, remarks=(*result.remarks, *grown), loosened=(*result.loosened, *grown))
    if known is None:
        baseline = Baseline.of(result)
        remark = f"{file}: made with {counted(len(baseline), 'finding')}"
    else:
        baseline = known.shrunk(result, audit.codes_heard(), None if audit.complete else audit.subjects())
        gone = len(known) - len(baseline)
        if not gone:
            return known.apply(result)
        remark = f"{file}: {counted(gone, 'finding')} of it {'is' if gone == 1 else 'are'} no more"
        remark += f", {len(baseline):,} left" if update else "; --update-baseline takes them out"
    if update:
        if result.unreadable or result.crashes:
            raise CommandError(f"{file}: left as it is, for not everything could be audited")
        baseline.write(file)
    applied = baseline.apply(result)
    return replace(applied, remarks=(*applied.remarks, remark))


def questions_of(
    command: str, targets: Sequence[Path], config: Path | None, unreadable: list[str], *, quiet: bool
) -> Iterator[QuestionFile]:
    """Yield the questions that a command is about; what cannot be read is added to `unreadable`, a line each.

    Raises:
        InputError: there are none, or what their bank adds to catalog, formulas or lexicon has mistakes.
    """
    from qbank.rules.core.additions import check_additions
    from qbank.rules.core.question_file import SourceFile

    audit = plan_audit(command, targets, settings_for(targets, config))
    check_additions(audit.plan.settings.root)
    echo_remarks(audit.remarks, quiet=quiet)
    for task in audit.tasks:
        if task.kind is not FileKind.QUESTION:
            continue
        source = SourceFile.read(task.path, task.shown)
        question = source.question(audit.plan.for_rules)
        if question is not None:
            yield question
        else:
            unreadable += [f"{task.shown}:{problem}" for problem in source.problems]

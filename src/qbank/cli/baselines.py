"""What `--baseline` and `--update-baseline` do to the result of an audit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from qbank.cli.errors import CommandError

if TYPE_CHECKING:
    from qbank.audit import Audit, AuditResult
    from qbank.audit.baseline import Baseline


def load(file: Path | None, *, update: bool) -> Baseline | None:
    """Read the baseline, if there is one; with `update` it may be still to be made.

    Raises:
        CommandError: if there is none, or it cannot be used.
    """
    if file is None:
        return None
    from qbank.audit.baseline import Baseline, BaselineError

    if update and not file.exists():
        return None
    try:
        return Baseline.read(file)
    except BaselineError as error:
        raise CommandError(str(error)) from error


def settle(
    work: Audit, result: AuditResult, known: Baseline | None, file: Path, *, update: bool
) -> tuple[AuditResult, str | None]:
    """Take what is known out of a result, and say what became of the baseline if there is something to say.

    Raises:
        CommandError: if the baseline cannot be written.
    """
    from qbank.audit.baseline import Baseline, BaselineError
    from qbank.report.wording import counted

    if known is None:
        new = Baseline.of(result)
        said = f"{file}: made with {counted(len(new), 'finding')}"
    else:
        new = known.shrunk(result, work.codes_heard, None if work.complete else work.subjects())
        gone = len(known) - len(new)
        if not gone:
            return known.apply(result), None
        said = f"{file}: {counted(gone, 'finding')} of it {'is' if gone == 1 else 'are'} no more"
        said += f", {len(new):,} left" if update else "; --update-baseline takes them out"
    if update:
        if result.unreadable or result.crashes:
            raise CommandError(f"{file}: left as it is, for not everything could be audited")
        try:
            new.write(file)
        except BaselineError as error:
            raise CommandError(str(error)) from error
    return new.apply(result), said

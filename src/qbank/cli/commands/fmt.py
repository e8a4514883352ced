"""`qbank fmt`: questions and sets in their canonical form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note, say
from qbank.cli.options import Output, Quiet, SettingsFile

if TYPE_CHECKING:
    from qbank.audit.task import Task


def fmt(  # noqa: PLR0917 - each option is a parameter
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH",
            help="Files, folders or patterns; without any, the bank around this folder.",
            show_default=False,
            readable=False,  # the search for files says it better
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Name the files that would change, and change nothing.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what would change as a patch, and change nothing.")
    ] = False,
    output: Output = None,
    config: SettingsFile = None,
    quiet: Quiet = False,
) -> int:
    """Write questions and sets in their canonical form: order of fields, indentation, long texts as blocks.

    What a file says stays the same, to the letter, and so do its comments. A second run changes nothing. Exit
    status: 0 done, or nothing to do; 1 if with --check or --diff something would change; 2 if a file could
    not be formatted, and stayed as it is.

    \b
    Examples:
      qbank fmt
      qbank fmt questions/cloud/memory/cloud-0003.yaml
      qbank fmt --check
      qbank fmt --diff questions/sets
    """
    if output is not None and not (check or diff):
        raise CommandError("--output needs --check or --diff; without them files are written in their place")
    from qbank.authoring.formatting import FormatError, format_file
    from qbank.bank.editing.editor import WriteError, write_atomic
    from qbank.bank.editing.patch import patch
    from qbank.report.wording import counted

    changed: list[tuple[Task, str, str]] = []
    failed = 0
    tasks = _tasks(paths or [], config)
    for task in tasks:
        try:
            before, after = format_file(task.path, kind=task.kind)
            if before == after:
                continue
            if not (check or diff):
                write_atomic(task.path, after)
        except FormatError as error:
            say(f"{task.shown}:{error.line}:{error.column}: {error}")
            failed += 1
        except WriteError as error:
            say(str(error))
            failed += 1
        else:
            # Of a large bank the texts would fill the memory, and only a patch shows them.
            changed.append((task, before, after) if diff else (task, "", ""))
    if diff:
        from qbank.cli.output import emit_patch

        emit_patch((line for task, *texts in changed for line in patch(task.shown, *texts)), output)
    elif check:
        from qbank.cli.output import emit
        from qbank.report.terminal import sanitize

        emit((f"{sanitize(task.shown)}\n" for task, *_ in changed), output)
    if not quiet:
        done = "Would format" if check or diff else "Formatted"
        rest = len(tasks) - len(changed) - failed
        note(f"{done} {counted(len(changed), 'file')}; {counted(rest, 'file')} in canonical form already.")
    return 2 if failed else int((check or diff) and bool(changed))


def _tasks(targets: list[Path], config: Path | None) -> tuple[Task, ...]:
    from qbank.audit import Audit, NoBankError, SettingsError, settings_for
    from qbank.bank.discovery import TargetError

    try:
        # What the settings leave out of an audit is not ours to change either.
        return Audit(targets, settings_for(targets, config)).tasks
    except NoBankError as error:
        raise CommandError(f"{error}, such as `qbank fmt path/to/questions`") from error
    except (SettingsError, TargetError) as error:
        raise CommandError(str(error)) from error

"""`qbank fmt`: questions and sets in their canonical form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from qbank.audit.files import Task
from qbank.bank.editing.patch import patch
from qbank.bank.writing import WriteError, write_atomic
from qbank.cli.audits import audit_settings, plan_audit
from qbank.cli.errors import CommandError
from qbank.cli.options import Output, Quiet, SettingsFile, Targets, TextOrJson, flag
from qbank.cli.output import echo_error, echo_note, emit, emit_patch
from qbank.report.json_document import document
from qbank.report.terminal import sanitize
from qbank.units.format import counted


@dataclass(frozen=True, slots=True)
class _Item:
    """A file, and why it stayed as it is if it did; without a line that is about the file as a whole."""

    path: str
    problem: str | None = None
    line: int | None = None
    column: int | None = None


def fmt(  # noqa: PLR0917 - each option is a parameter
    targets: Targets = None,
    check: Annotated[
        bool, flag("--check", help="Name the files that would change, and change nothing.")
    ] = False,
    diff: Annotated[
        bool, flag("--diff", help="Show what would change as a patch, and change nothing.")
    ] = False,
    output_format: TextOrJson = "text",
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
      qbank fmt --check --format json
    """
    from qbank.authoring.formatting import FormatError, format_file

    only_show = check or diff
    as_json = output_format == "json"
    if as_json and diff:
        raise CommandError("--diff writes a patch; it and --format json cannot go together")
    if output is not None and not (only_show or as_json):
        raise CommandError(
            "--output needs --check or --diff, or --format json; else files are written in their place"
        )
    changed: list[tuple[Task, str, str]] = []
    failed: list[_Item] = []
    # What the settings leave out of an audit is not ours to change either.
    tasks = plan_audit("fmt", targets or (), audit_settings(targets or (), config)).tasks
    for task in tasks:
        try:
            before, after = format_file(task.path, kind=task.kind)
            if before == after:
                continue
            if not only_show:
                write_atomic(task.path, after)
        except FormatError as error:
            failed.append(_Item(task.shown, str(error), error.line, error.column))
        except WriteError as error:
            failed.append(_Item(task.shown, str(error)))
        else:
            # Of a large bank the texts would fill the memory, and only a patch shows them.
            changed.append((task, before, after) if diff else (task, "", ""))
    if as_json:
        emit(_json([task for task, *_ in changed], failed, len(tasks)), output)
        return 2 if failed else int(only_show and bool(changed))
    for one in failed:
        # What is said of a file as a whole names it already.
        place = "" if one.line is None else f"{one.path}:{one.line}:{one.column}: "
        echo_error(f"{place}{one.problem}")
    if diff:
        emit_patch((line for task, *texts in changed for line in patch(task.shown, *texts)), output)
    elif check:
        emit((f"{sanitize(task.shown)}\n" for task, *_ in changed), output)
    if not quiet:
        done = "Would format" if only_show else "Formatted"
        rest = len(tasks) - len(changed) - len(failed)
        echo_note(
            f"{done} {counted(len(changed), 'file')}; {counted(rest, 'file')} in canonical form already."
        )
    return 2 if failed else int(only_show and bool(changed))


def _json(changed: Sequence[Task], failed: Sequence[_Item], files: int) -> Iterator[str]:
    items = [*(_Item(task.shown) for task in changed), *failed]
    return document("files", items, {"files": files, "changed": len(changed), "failed": len(failed)})

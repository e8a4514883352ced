"""`qbank init`: a new bank."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from qbank.authoring.starting import EDITORS, plan_start
from qbank.bank.transaction import apply_all_or_none
from qbank.cli.errors import CommandError
from qbank.cli.options import Quiet, choice, flag, text
from qbank.cli.output import echo_note, echo_remarks, emit
from qbank.report.terminal import sanitize
from qbank.units.format import counted


def init(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where; this folder by default.", readable=False)
    ] = Path(),
    requirement: Annotated[
        str | None,
        text(
            "--requirement",
            metavar="SPEC",
            help="What pip installs in CI; by default where this qbank came from.",
        ),
    ] = None,
    editor: Annotated[
        list[str] | None,
        choice(EDITORS, "--editor", metavar="EDITOR", help="Also write the files of an editor: vscode."),
    ] = None,
    dry_run: Annotated[
        bool, flag("--dry-run", help="Tell what would be written, and write nothing.")
    ] = False,
    quiet: Quiet = False,
) -> int:
    """Start a bank: questions/ with an example, schema/, templates/, settings, and checks.

    The checks are a workflow for GitHub and hooks for pre-commit. Files that are there already stay as they
    are, so that a bank can also be completed. What is written goes to standard output.

    \b
    Examples:
      qbank init
      qbank init my-course
      qbank init my-course --editor vscode
      qbank init my-course --requirement "qbank @ git+https://example.org/qbank.git@v0.1.0"
    """
    if requirement is not None and (not requirement.strip() or not requirement.isprintable()):
        raise CommandError("--requirement takes one line of a requirements.txt")
    try:
        start = plan_start(folder, requirement, editor or ())
        if not dry_run:
            apply_all_or_none(start.changes)
    except OSError as error:
        raise CommandError(str(error)) from error
    emit(f"{sanitize(os.path.relpath(change.path))}\n" for change in start.changes)
    if not quiet:
        echo_remarks(start.remarks)
        if start.kept:
            echo_note(f"{counted(len(start.kept), 'file')} there already, and left as they are.")
        if not dry_run and start.changes:
            echo_note("Next: `qbank audit`, `qbank new cloud kv-cache-management`, `pre-commit install`.")
    return 0

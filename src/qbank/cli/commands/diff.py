"""`qbank diff`: what changed between two revisions, by question."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import Annotated

import typer

from qbank.cli.errors import CommandError, note
from qbank.cli.options import BankFolder, Output, Quiet, choice


class Format(StrEnum):
    """How differences are written."""

    TABLE = "table"
    JSON = "json"


def diff(  # noqa: PLR0917 - each option is a parameter
    before: Annotated[str, typer.Argument(metavar="REV1", help="A branch, a tag or a commit.")],
    after: Annotated[
        str | None,
        typer.Argument(metavar="REV2", help="Another one; without it, the files as they are now."),
    ] = None,
    only: Annotated[
        str | None,
        typer.Option(
            "--only",
            metavar="KINDS",
            help="Only these: semantic, structural, cosmetic, added, removed, unreadable; with commas.",
        ),
    ] = None,
    output_format: Annotated[
        Format, choice(Format, "--format", "-f", help="table: to read; json: as data.")
    ] = Format.TABLE,
    output: Output = None,
    bank: BankFolder = None,
    quiet: Quiet = False,
) -> int:
    """Say which questions differ between two revisions, and how; git is read, nothing is checked out.

    A question is semantic if what it says, asks for or counts as right has changed, structural if where it
    stands or how it is kept has changed (file, level, status, tags and so on), cosmetic if it reads the same.
    It is known by its id, wherever its file lies.

    \b
    Examples:
      qbank diff HEAD
      qbank diff HEAD~0 HEAD --only semantic
      qbank diff HEAD --format json --output changes.json
    """
    from qbank.bank.git import GitError
    from qbank.cli.banks import bank_root
    from qbank.cli.output import emit
    from qbank.report.questions.differences import differences_json, differences_text, summary_line, told
    from qbank.report.terminal import style_for
    from qbank.survey.revisions import steps

    kinds = _kinds(only)
    try:
        found = [one for step in steps(bank_root(bank), before, after) if (one := told(step)) is not None]
    except GitError as error:
        raise CommandError(str(error)) from error
    shown = [one for one in found if one.kind in kinds]
    if output_format is Format.JSON:
        emit(differences_json(shown), output)
    else:
        emit(differences_text(shown, style_for(None if output is not None else sys.stdout)), output)
        if not quiet:
            note(summary_line(found))
    return 0


def _kinds(only: str | None) -> set[str]:
    from qbank.nearest import nearest
    from qbank.report.questions.differences import KINDS

    if only is None:
        return set(KINDS)
    asked = {word.strip() for word in only.split(",")}
    for word in sorted(asked.difference(KINDS)):
        near = nearest(word, KINDS)
        hint = f"; did you mean '{near}'?" if near else f"; there are {', '.join(KINDS)}"
        raise CommandError(f"--only '{word}' is no kind of difference{hint}")
    return asked

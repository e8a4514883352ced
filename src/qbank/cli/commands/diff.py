"""`qbank diff`: what changed between two revisions, by question."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from qbank.cli.banks import bank_root
from qbank.cli.options import BankFolder, Output, Quiet, TableOrJson, argument, text, word_reader
from qbank.cli.output import echo_note, emit_as
from qbank.report.questions.differences import (
    KINDS,
    change_of,
    differences_json,
    differences_text,
    summary_line,
)
from qbank.survey.revisions import steps


def diff(  # noqa: PLR0917 - each option is a parameter
    before: Annotated[str, argument("REV1", "A branch, a tag or a commit.")],
    after: Annotated[
        str | None, argument("REV2", "Another one; without it, the files as they are now.")
    ] = None,
    only: Annotated[
        str | None,
        text(
            "--only",
            metavar="KINDS",
            help="Only these: semantic, structural, cosmetic, added, removed, unreadable; with commas.",
        ),
    ] = None,
    output_format: TableOrJson = "table",
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
    read_kind = word_reader(KINDS, "--only")
    kinds = KINDS if only is None else {read_kind(word.strip()) for word in only.split(",")}
    changes = [
        change for step in steps(bank_root(bank), before, after) if (change := change_of(step)) is not None
    ]
    shown = [change for change in changes if change.kind in kinds]
    emit_as(output_format, output, partial(differences_text, shown), partial(differences_json, shown))
    if not quiet and output_format == "table":
        echo_note(summary_line(changes))
    return 0

"""`qbank duplicates`: questions that are nearly the same."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note
from qbank.cli.options import BankFolder, Output, Quiet, choice

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from qbank.survey.acknowledged import Acknowledged
    from qbank.survey.likeness import Compared, Pair


class Format(StrEnum):
    """How pairs are written."""

    TABLE = "table"
    JSON = "json"


def duplicates(  # noqa: PLR0917 - each option is a parameter
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID", help="Only pairs with one of these questions.", show_default=False),
    ] = None,
    threshold: Annotated[
        int, typer.Option("--threshold", min=50, max=100, metavar="PERCENT", help="How alike, at least.")
    ] = 85,
    everything: Annotated[bool, typer.Option("--all", help="Show acknowledged pairs too.")] = False,
    acknowledge: Annotated[
        tuple[str, str] | None,
        typer.Option("--acknowledge", metavar="ID ID", help="Note that both are wanted; with --reason."),
    ] = None,
    reason: Annotated[
        str | None, typer.Option("--reason", metavar="TEXT", help="Why both questions are wanted.")
    ] = None,
    output_format: Annotated[
        Format,
        choice(Format, "--format", "-f", help="table: to read; json: as data."),
    ] = Format.TABLE,
    output: Output = None,
    bank: BankFolder = None,
    quiet: Quiet = False,
) -> int:
    """Find questions that tell of nearly the same situation and ask nearly the same thing.

    Case, signs and line ends do not count, and archived and deleted questions are left out. A pair that is
    wanted is acknowledged in known-duplicates.yaml at the bank's root, and not reported any more.

    Exit status: 0 if there is no pair but acknowledged ones, 1 if there is one, 2 if something went wrong.

    \b
    Examples:
      qbank duplicates
      qbank duplicates cloud-0001 --threshold 60
      qbank duplicates --all --format json --output pairs.json
    """
    from qbank.cli.banks import bank_index, bank_root, from_here, tell_unreadable
    from qbank.cli.output import emit
    from qbank.report.questions.duplicates import duplicates_json, duplicates_text, summary_line
    from qbank.report.terminal import style_for
    from qbank.survey.acknowledged import Acknowledged, AcknowledgedError
    from qbank.survey.likeness import compared

    try:
        known = Acknowledged.of(bank_root(bank))
        with bank_index(bank, quiet=quiet) as index:
            questions = compared(index)
            there = {one.id for one in questions}
            if acknowledge is not None or reason is not None:
                return _acknowledge(known, acknowledge, reason, there, quiet=quiet)
            for id_ in ids or ():
                _check(id_, there)
            pairs = _pairs(questions, threshold / 100, ids or ())
            fresh = [pair for pair in pairs if pair.ids not in known.reasons]
            shown = pairs if everything else fresh
            if output_format is Format.JSON:
                paths = {one.path: from_here(index.root, one.path) for one in questions}
                emit(duplicates_json(shown, known.reasons, len(questions), paths), output)
            else:
                style = style_for(None if output is not None else sys.stdout)
                emit(duplicates_text(shown, known.reasons, style), output)
            broken = tell_unreadable(index)
    except AcknowledgedError as error:
        raise CommandError(str(error)) from error
    if not quiet and output_format is Format.TABLE:
        _tell_stale(known, there)
        note(summary_line(len(fresh), len(pairs) - len(fresh), len(questions)))
    return 2 if broken else int(bool(fresh))


def _pairs(questions: Sequence[Compared], threshold: float, ids: Sequence[str]) -> list[Pair]:
    from qbank.survey.likeness import TooManyError, alike

    try:
        return alike(questions, threshold, ids)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "qbank":
            raise
        raise CommandError(
            f"finding near-duplicates needs the package '{error.name}'; "
            "install it with `pip install 'qbank[duplicates]'`"
        ) from error
    except TooManyError as error:
        raise CommandError(f"{error}; name some questions to look for their likes alone") from error


def _acknowledge(
    known: Acknowledged,
    ids: tuple[str, str] | None,
    reason: str | None,
    there: Collection[str],
    *,
    quiet: bool,
) -> int:
    if ids is None or reason is None or not reason.strip():
        raise CommandError("--acknowledge and --reason go together: say why both questions are wanted")
    if ids[0] == ids[1]:
        raise CommandError(f"--acknowledge takes two different ids, not {ids[0]!r} twice")
    for id_ in ids:
        _check(id_, there)
    if frozenset(ids) in known.reasons:
        raise CommandError(f"{ids[0]} and {ids[1]} are acknowledged already")
    known.add(ids, " ".join(reason.split()))
    if not quiet:
        note(f"Noted in {known.path.name}.")
    return 0


def _check(id_: str, there: Collection[str]) -> None:
    if id_ not in there:
        from qbank.nearest import nearest

        near = nearest(id_, there)
        hint = f"; did you mean '{near}'?" if near else ""
        raise CommandError(f"there is no question '{id_}' in use in the bank{hint}")


def _tell_stale(known: Acknowledged, there: Collection[str]) -> None:
    from qbank.report.terminal import sanitize

    for ids in known.reasons:
        gone = sorted(ids.difference(there))
        if gone:
            both = " and ".join(sorted(ids))
            note(sanitize(f"note: {known.path.name}: {both}: there is no {gone[0]} in use; the pair can go"))

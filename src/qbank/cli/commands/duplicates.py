"""`qbank duplicates`: questions that are nearly the same."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Annotated

from qbank.cli import completion
from qbank.cli.banks import bank_index, bank_root, from_here, report_unreadable
from qbank.cli.errors import CommandError, missing_package
from qbank.cli.options import (
    BankFolder,
    Output,
    Quiet,
    TableOrJson,
    argument,
    flag,
    number,
    text,
)
from qbank.cli.output import echo_note, emit_as
from qbank.nearest import meant_id
from qbank.report.questions.duplicates import duplicates_json, duplicates_text, summary_line
from qbank.report.terminal import sanitize
from qbank.survey.acknowledged import Acknowledged
from qbank.survey.likeness import Compared, Pair, TooManyError, alike, compared


def duplicates(  # noqa: PLR0917 - each option is a parameter
    ids: Annotated[
        list[str] | None, argument("ID", "Only pairs with one of these questions.", completion.question_ids)
    ] = None,
    threshold: Annotated[
        int,
        number("--threshold", least=50, most=100, metavar="PERCENT", help="How alike, at least; 50 to 100."),
    ] = 85,
    everything: Annotated[bool, flag("--all", help="Show acknowledged pairs too.")] = False,
    acknowledge: Annotated[
        tuple[str, str] | None,
        text("--acknowledge", metavar="ID ID", help="Note that both are wanted; with --reason."),
    ] = None,
    reason: Annotated[
        str | None, text("--reason", metavar="TEXT", help="Why both questions are wanted.")
    ] = None,
    output_format: TableOrJson = "table",
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
    known = Acknowledged.of(bank_root(bank))
    with bank_index(bank, quiet=quiet) as index:
        questions = compared(index)
        in_use = {question.id for question in questions}
        if acknowledge is not None or reason is not None:
            _acknowledge(known, acknowledge, reason, in_use)
            if not quiet:
                echo_note(f"Noted in {known.path.name}.")
            return 0
        for id_ in ids or ():
            _check(id_, in_use)
        pairs = _pairs(questions, threshold / 100, ids or ())
        fresh = [pair for pair in pairs if pair.ids not in known.reasons]
        shown = pairs if everything else fresh
        paths = {question.path: from_here(index.root, question.path) for question in questions}
        emit_as(
            output_format,
            output,
            partial(duplicates_text, shown, known.reasons),
            lambda: duplicates_json(shown, known.reasons, len(questions), paths),
        )
        unreadable = report_unreadable(index)
    if not quiet and output_format == "table":
        _report_stale(known, in_use)
        echo_note(summary_line(len(fresh), len(pairs) - len(fresh), len(questions)))
    return 2 if unreadable else int(bool(fresh))


def _pairs(questions: Sequence[Compared], threshold: float, ids: Sequence[str]) -> list[Pair]:
    try:
        return alike(questions, threshold, ids)
    except ModuleNotFoundError as error:
        raise missing_package(error, "finding near-duplicates", "duplicates") from error
    except TooManyError as error:
        raise CommandError(f"{error}; name some questions to look for their likes alone") from error


def _acknowledge(
    known: Acknowledged, ids: tuple[str, str] | None, reason: str | None, in_use: Collection[str]
) -> None:
    if ids is None or reason is None or not reason.strip():
        raise CommandError("--acknowledge and --reason go together: say why both questions are wanted")
    if ids[0] == ids[1]:
        raise CommandError(f"--acknowledge takes two different ids, not {ids[0]!r} twice")
    for id_ in ids:
        _check(id_, in_use)
    if frozenset(ids) in known.reasons:
        raise CommandError(f"{ids[0]} and {ids[1]} are acknowledged already")
    known.add(ids, " ".join(reason.split()))


def _check(id_: str, in_use: Collection[str]) -> None:
    if id_ not in in_use:
        raise CommandError(f"there is no question '{id_}' in use in the bank{meant_id(id_, in_use)}")


def _report_stale(known: Acknowledged, in_use: Collection[str]) -> None:
    for ids in known.reasons:
        gone = sorted(ids.difference(in_use))
        if gone:
            both = " and ".join(sorted(ids))
            remark = f"{known.path.name}: {both}: there is no {gone[0]} in use; the pair can go"
            echo_note(sanitize(f"note: {remark}"))

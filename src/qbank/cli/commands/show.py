"""`qbank show`: a question to read in the terminal."""

from __future__ import annotations

import os
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note
from qbank.cli.options import BankFolder, Output, Quiet, SettingsFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qbank.report.terminal import Style
    from qbank.rules.core.question_file import QuestionFile


def show(  # noqa: PLR0917 - each option is a parameter
    targets: Annotated[
        list[str],
        typer.Argument(metavar="QUESTION...", help="Ids such as cloud-0145, or files of questions and labs."),
    ],
    answers: Annotated[
        bool, typer.Option("--answers/--no-answers", help="Show the answers, or what is asked alone.")
    ] = True,
    output: Output = None,
    bank: BankFolder = None,
    config: SettingsFile = None,
    quiet: Quiet = False,
) -> int:
    """Show questions as a reader sees them, with a mark for every line that states a value.

    What stands in the margin: ✓ right, ≈ rounded too far, ✗ wrong, ? could not be checked; below a line it
    says why. Numbers that vary have their default values. Of labs it shows who plays them, and how many
    settings solve their puzzles.

    \b
    Examples:
      qbank show cloud-0001
      qbank show questions/cloud --no-answers
      qbank show cloud-0001 --output cloud-0001.txt
    """
    from qbank.cli.output import emit
    from qbank.report.terminal import style_for

    labs, others = _labs(targets, bank)
    questions = [question for target in others for question in _questions(target, bank, config)]
    style = style_for(None if output is not None else sys.stdout)
    emit(chain(_lab_pages(labs, style, answers=answers), _pages(questions, style, answers=answers)), output)
    for question in questions:
        problems = len(question.problems) + len(question.document.problems)
        if problems and not quiet:
            many = "1 problem" if problems == 1 else f"{problems} problems"
            note(f"note: {_shown(question.path)}: {many} that `qbank audit` explains")
    return 0


def _labs(targets: list[str], bank: Path | None) -> tuple[list[Path], list[str]]:
    from qbank.bank.discovery import TargetError
    from qbank.labs.targets import find_labs

    try:
        return find_labs(targets, bank)
    except TargetError as error:
        raise CommandError(str(error)) from error


def _lab_pages(files: list[Path], style: Style, *, answers: bool) -> Iterator[str]:
    from qbank.labs.resolve import LabError, load_of_bank
    from qbank.report.questions.lab_page import lab_page

    for number, file in enumerate(files):
        if number:
            yield "\n"
        try:
            yield from lab_page(load_of_bank(file), style, answers=answers)
        except LabError as error:
            raise CommandError(str(error)) from error


def _pages(questions: list[QuestionFile], style: Style, *, answers: bool) -> Iterator[str]:
    from qbank.report.questions.question_page import question_page
    from qbank.report.verify.verification import count, verified
    from qbank.report.wording import claims_line

    for number, question in enumerate(questions):
        if number:
            yield "\n" + style.paint(("─" if style.unicode else "-") * min(style.width, 100), "dim") + "\n\n"
        # A value in what is asked may be judged as well, but to mark it would give the answer away.
        found = verified(question) if answers else None
        yield from question_page(question, found.claims if found else (), style, answers=answers)
        if found is not None and found.claims:
            yield f"\n{style.paint(f'{claims_line(count([found]))}.', 'dim')}\n"


def _questions(target: str, bank: Path | None, config: Path | None) -> Iterator[QuestionFile]:
    from qbank.audit.settings import SettingsError, settings_for
    from qbank.bank.discovery import TargetError, find_question_files
    from qbank.cli.banks import bank_root, from_here
    from qbank.rules.core.question_file import SourceFile

    path = Path(target)
    try:
        if os.path.lexists(target) or len(path.parts) > 1 or target.endswith((".yaml", ".yml")):
            found = [(file, file.as_posix()) for file in find_question_files([path]).files]
            if not found:
                raise CommandError(f"{_shown(target)}: no questions here; their names end in .yaml or .yml")
        else:
            root = bank_root(bank)
            file = _by_id(root, target)
            found = [(file, from_here(root, file.relative_to(root).as_posix()))]
        settings = settings_for([found[0][0]], config).for_rules()
    except (TargetError, SettingsError) as error:
        raise CommandError(str(error)) from error
    for file, shown in found:
        source = SourceFile.read(file, shown)
        question = source.question(settings)
        if question is None:
            problem = source.problems[0]
            place = f"{_shown(shown)}:{problem.span.line}:{problem.span.column}"
            raise CommandError(f"{place}: {problem.message}")
        yield question


def _by_id(root: Path, id_: str) -> Path:
    from qbank.bank.discovery import find_question_files
    from qbank.sets.collection import Collection, SetError

    if "@" in id_:
        raise CommandError(
            f"{id_}: this shows questions with their default values; `qbank render` makes variants"
        )
    files = find_question_files([root / "questions"]).files
    named = [file for file in files if file.stem == id_]
    if len(named) == 1:
        return named[0]
    try:
        return Collection(files).find(id_).path
    except SetError as error:
        raise CommandError(str(error)) from error


def _shown(path: str) -> str:
    from qbank.quoting import printable

    return printable(path)

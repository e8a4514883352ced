"""`qbank show`: a question to read in the terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

from qbank.audit.settings import settings_for
from qbank.bank.discovery import find_question_files, find_root
from qbank.cli import completion
from qbank.cli.banks import bank_root, from_here, report_left_out
from qbank.cli.errors import CommandError
from qbank.cli.options import BankFolder, Output, Quiet, SettingsFile, TextOrJson, argument, flag
from qbank.cli.output import echo_note, emit, style_of
from qbank.labs.targets import find_labs
from qbank.quoting import printable
from qbank.report.questions.json import questions_json
from qbank.report.questions.question_page import question_pages
from qbank.report.terminal import Style
from qbank.results.measured import measured_questions
from qbank.rules.core.question_file import QuestionFile, SourceFile
from qbank.sets.measured import faulty_results
from qbank.units.format import counted


def show(  # noqa: PLR0917 - each option is a parameter
    targets: Annotated[
        list[str],
        argument(
            "QUESTION...", "Ids such as cloud-0001, or files of questions and labs.", completion.question_ids
        ),
    ],
    answers: Annotated[
        bool, flag("--answers/--no-answers", help="Show the answers, or what is asked alone.")
    ] = True,
    output_format: TextOrJson = "text",
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
      qbank show cloud-0001 --format json
      qbank show cloud-0001 --output cloud-0001.txt
    """
    labs, others = find_labs(targets, bank)
    questions = [question for target in others for question in _questions(target, bank, config)]
    if output_format == "json":
        if labs:
            raise CommandError("--format json is for questions; `qbank render LAB --format json` shows a lab")
        emit(questions_json(questions, answers=answers), output)
        return 0
    style = style_of(output)
    root = find_root(questions[0].document.path.parent) if questions and questions[0].document.path else None
    pages = chain(
        _lab_pages(labs, style, answers=answers),
        question_pages(questions, style, answers=answers, measured=measured_questions(root)),
    )
    emit(pages, output)
    for question in questions:
        problems = len(question.problems) + len(question.document.problems)
        if problems and not quiet:
            many = counted(problems, "problem")
            echo_note(f"note: {printable(question.path)}: {many} that `qbank audit` explains")
    return 2 if report_left_out(faulty_results(root)) else 0


def _lab_pages(files: Sequence[Path], style: Style, *, answers: bool) -> Iterator[str]:
    if not files:
        return
    from qbank.labs.resolve import load_of_bank
    from qbank.report.questions.lab_page import lab_page

    for number, file in enumerate(files):
        if number:
            yield "\n"
        yield from lab_page(load_of_bank(file), style, answers=answers)


def _questions(target: str, bank: Path | None, config: Path | None) -> Iterator[QuestionFile]:
    path = Path(target)
    if os.path.lexists(target) or len(path.parts) > 1 or target.endswith((".yaml", ".yml")):
        files = [(file, file.as_posix()) for file in find_question_files([path]).files]
        if not files:
            raise CommandError(f"{printable(target)}: no questions here; their names end in .yaml or .yml")
    else:
        root = bank_root(bank)
        file = _by_id(root, target)
        files = [(file, from_here(root, file.relative_to(root).as_posix()))]
    settings = settings_for([files[0][0]], config).for_rules()
    for file, shown in files:
        source = SourceFile.read(file, shown)
        question = source.question(settings)
        if question is None:
            raise CommandError(f"{printable(shown)}:{source.problems[0]}")
        yield question


def _by_id(root: Path, id_: str) -> Path:
    from qbank.sets.bank_questions import BankQuestions

    if "@" in id_:
        raise CommandError(
            f"{id_}: this shows questions with their default values; `qbank render` makes variants"
        )
    files = find_question_files([root / "questions"]).files
    named = [file for file in files if file.stem == id_]
    return named[0] if len(named) == 1 else BankQuestions(files).find(id_).path

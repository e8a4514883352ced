"""`qbank blueprint`: a set against what it is to be."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

from qbank.bank.discovery import find_question_files, named_identity
from qbank.cli.banks import report_left_out
from qbank.cli.errors import CommandError
from qbank.cli.options import Output, TableOrJson, argument, number
from qbank.cli.output import emit_as
from qbank.report.questions.blueprint import blueprint_json, blueprints_text
from qbank.sets.bank_questions import BankQuestions
from qbank.sets.blueprint import Blueprint
from qbank.sets.blueprint import blueprint as blueprint_of
from qbank.sets.loading import load_set
from qbank.sets.targets import root_around, set_named


def blueprint(
    sets: Annotated[list[str], argument("SET", "Set files, or folders with sets.")],
    seed: Annotated[
        int | None, number("--seed", least=0, metavar="N", help="Decides the drawing, for the set's own.")
    ] = None,
    output_format: TableOrJson = "table",
    output: Output = None,
) -> int:
    """Show points and minutes of a paper by section, topic, Bloom level, level and kind.

    Says what cannot be filled and why, and draws as many questions there as fit; and whether the questions
    take longer than readers have.

    Exit status: 0; 1 if a selection cannot be filled; 2 if a set, or a file that it draws from, cannot be
    read.

    \b
    Examples:
      qbank blueprint questions/sets/distributed-training-exam.yaml
      qbank blueprint questions/sets/distributed-training-exam.yaml --seed 7 --format json
    """
    unreadable: dict[str, None] = {}
    plans = [
        _plan(path, seed, unreadable)
        for target in sets
        for path in _set_files(set_named(target) or Path(target))
    ]
    emit_as(output_format, output, partial(blueprints_text, plans), partial(blueprint_json, plans))
    if report_left_out(tuple(unreadable)):
        return 2
    return int(any(plan.shortages for plan in plans))


def _set_files(path: Path) -> list[Path]:
    if path.is_file():
        named_identity(str(path))
        return [path]
    found = find_question_files([path]).sets
    if not found:
        raise CommandError(f"{path}: no sets here; name a set file, such as questions/sets/exam.yaml")
    return list(found)


def _plan(path: Path, seed: int | None, unreadable: dict[str, None]) -> Blueprint:
    shortages: list[str] = []
    bank = BankQuestions.of_bank(root_around(path))
    assembled = load_set(path, bank, seed=seed, shortages=shortages)
    unreadable |= dict.fromkeys(bank.unreadable)
    return blueprint_of(assembled, shortages)

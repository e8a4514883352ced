"""`qbank formula`: the library of formulas; computing one, and solving one for a variable."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from qbank.cli import completion
from qbank.cli.banks import of_bank
from qbank.cli.errors import CommandError, unknown_word
from qbank.cli.options import Output, TextOrJson, argument
from qbank.cli.options import text as text_option
from qbank.cli.output import echo_note, echo_remarks, emit, emit_as
from qbank.formulas.formula import Formula
from qbank.formulas.library import load
from qbank.formulas.solve import Solved, solve
from qbank.quoting import reason
from qbank.report.formula.json import computed_data, formula_data, solved_data
from qbank.report.formula.text import computed_text, formula_page, formula_table, solved_text
from qbank.report.json_document import array, line

app = typer.Typer(
    name="formula",
    help="""Look up cost and throughput formulas, compute them, and solve them for any variable.

    A bank adds formulas in its own schema/formulas/*.yaml; the bank around the working directory counts.

    \b
    Examples:
      qbank formula list pipeline
      qbank formula show ring_allreduce_time
      qbank formula eval ring_allreduce_time n=8 a=5us m=14GB b=300GB/s
      qbank formula eval pipeline_bubble_fraction p=4 f=10% --solve-for m
    """,
    rich_markup_mode=None,
)


@app.command("list", short_help="List the formulas, all or some.")
def list_formulas(
    words: Annotated[
        list[str] | None, argument("TEXT", "Only formulas with these texts in id, name or variables.")
    ] = None,
    area: Annotated[
        str | None, text_option("--area", "-a", metavar="AREA", help="Only this area, such as memory.")
    ] = None,
    output_format: TextOrJson = "text",
    output: Output = None,
) -> int:
    """List the formulas by area.

    \b
    Examples:
      qbank formula list
      qbank formula list --area memory
      qbank formula list all-reduce time
      qbank formula list --format json
    """
    library = of_bank(load)
    wanted = None if area is None else area.lower().replace("-", "_")
    if wanted is not None and area is not None and wanted not in library.areas:
        raise unknown_word("--area", area, library.areas)
    formulas = [
        formula for formula in library if wanted in (None, formula.area) and _holds(formula, words or [])
    ]
    emit_as(
        output_format, output, partial(formula_table, formulas), lambda: array(map(formula_data, formulas))
    )
    if not formulas and output_format == "text":
        echo_note(f"No formula fits; the library has {len(library)}.")
    return 0


@app.command("show", short_help="Show one formula with all that is known of it.")
def show(
    identifier: Annotated[str, argument("ID", "The id of a formula.", completion.formulas)],
    output_format: TextOrJson = "text",
    output: Output = None,
) -> int:
    """Show a formula: its variables and units, when it holds, what goes wrong with it, and worked examples.

    \b
    Examples:
      qbank formula show mm1_time
      qbank formula show pipeline_bubble_fraction --format json
    """
    library = of_bank(load)
    formula = library.find(identifier)
    emit_as(
        output_format, output, partial(formula_page, formula, library), lambda: line(formula_data(formula))
    )
    return 0


@app.command("eval", short_help="Compute a formula, or solve it for a variable.")
def evaluate(  # noqa: PLR0917 - each option is a parameter
    identifier: Annotated[str | None, argument("ID", "The id of a formula.", completion.formulas)] = None,
    inputs: Annotated[
        list[str] | None,
        argument(
            "NAME=VALUE",
            "Plain numbers in the units that `show` lists, or quantities such as m=100MB or f=10%.",
        ),
    ] = None,
    variable: Annotated[
        str | None,
        text_option(
            "--solve-for", metavar="NAME", help="Find this variable; give the wanted result in its place."
        ),
    ] = None,
    batch: Annotated[
        str | None,
        text_option(
            "--batch", metavar="FILE", help='Compute every JSON line {"id", "inputs"} of a file, or of -.'
        ),
    ] = None,
    output_format: TextOrJson = "text",
    output: Output = None,
) -> int:
    """Compute a formula exactly, or solve it for a variable.

    A batch writes a JSON line for each that it reads, in order, with "error" where one fails (exit status 1
    then); "solve_for" beside "inputs" names a variable to solve for.

    \b
    Examples:
      qbank formula eval p2p_time a=2us m=1MB b=25GB/s
      qbank formula eval mm1_time l=80 m=100 --format json
      qbank formula eval pipeline_bubble_fraction p=4 f=10% --solve-for m
      qbank formula eval --batch - <<< '{"id": "world_size", "inputs": {"d": 8, "p": 4, "t": 8}}'
    """
    library = of_bank(load)
    if batch is not None:
        if identifier is not None or variable is not None:
            raise CommandError("--batch takes ids, inputs and what to solve for from its lines")
        from qbank.report.formula.batch import Batch

        work = Batch(library, _lines(batch))
        emit(work.lines(), output)
        return int(work.failed > 0)
    if identifier is None:
        raise CommandError("name a formula, such as `qbank formula eval world_size d=8 p=4 t=8`")
    formula = library.find(identifier)
    values = _values(formula, inputs or [])
    if variable is None:
        computed = formula.evaluate(values)
        warnings, text = computed.warnings, partial(computed_text, formula, computed)
        data = partial(computed_data, formula, computed)
    else:
        solved = _solved(formula, variable, values)
        warnings, text = solved.warnings, partial(solved_text, formula, solved)
        data = partial(solved_data, formula, solved)
    echo_remarks(warnings)
    emit_as(output_format, output, text, lambda: line(data()))
    return 0


def _solved(formula: Formula, variable: str, inputs: dict[str, str]) -> Solved:
    target = inputs.pop(formula.symbol, None)
    if target is None:
        wanted = f"give the {formula.symbol} that is wanted, in {formula.unit}, such as {formula.symbol}=1"
        raise CommandError(f"to solve {formula.id} for {variable}, {wanted}")
    return solve(formula, variable, target, inputs)


def _values(formula: Formula, inputs: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for text in inputs:
        name, sign, value = text.partition("=")
        name = name.strip()
        if not sign or not name:
            example = next(iter(formula.variables))
            raise CommandError(
                f"'{text}' is no input; write them as {example}=1, without blanks around the ="
            )
        if name in values:
            raise CommandError(f"{name} is given twice")
        values[name] = value.strip()
    return values


def _lines(batch: str) -> Iterator[bytes]:
    from qbank.report.formula.batch import MAX_LINE

    if batch == "-":
        if sys.stdin is None:
            raise CommandError("standard input is closed; name a file for --batch")
        yield from iter(lambda: sys.stdin.buffer.readline(MAX_LINE + 2), b"")
        return
    try:
        with Path(batch).open("rb") as file:
            yield from iter(lambda: file.readline(MAX_LINE + 2), b"")
    except OSError as error:
        raise CommandError(f"{batch}: cannot be read: {reason(error)}") from error


def _holds(formula: Formula, texts: list[str]) -> bool:
    """Whether each text is found in the id, the name or what a variable means."""
    meanings = (variable.meaning for variable in formula.variables.values())
    known = " ".join((formula.id, formula.id.replace("_", " "), formula.name, *meanings)).casefold()
    return all(text.casefold() in known for text in texts)

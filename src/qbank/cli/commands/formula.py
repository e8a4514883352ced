"""`qbank formula`: the library of formulas; computing one, and solving one for a variable."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qbank.cli.errors import CommandError, note
from qbank.cli.options import Output, choice

if TYPE_CHECKING:
    from qbank.formulas.formula import Formula
    from qbank.formulas.library import Library

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


class Format(StrEnum):
    """How formulas and results are written."""

    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, choice(Format, "--format", "-f", help="text: to read; json: as data.")]


@app.command("list", short_help="List the formulas, all or some.")
def list_formulas(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TEXT",
            help="Only formulas with these texts in id, name or variables.",
            show_default=False,
        ),
    ] = None,
    area: Annotated[
        str | None, typer.Option("--area", "-a", metavar="AREA", help="Only this area, such as memory.")
    ] = None,
    output_format: FormatOption = Format.TEXT,
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
    from qbank.cli.output import emit

    library = _library()
    if area is not None:
        area = _area(area, library)
    chosen = [one for one in library if area in (None, one.area) and _holds(one, words or [])]
    if output_format is Format.JSON:
        from qbank.report.formula.json import list_json

        with _told():
            emit(list_json(chosen), output)
        return 0
    from qbank.report.formula.text import formula_table
    from qbank.report.terminal import style_for

    emit(formula_table(chosen, style_for(None if output is not None else sys.stdout)), output)
    if not chosen:
        note(f"No formula fits; the library has {len(library)}.")
    return 0


@app.command("show", short_help="Show one formula with all that is known of it.")
def show(
    identifier: Annotated[str, typer.Argument(metavar="ID", help="The id of a formula.")],
    output_format: FormatOption = Format.TEXT,
    output: Output = None,
) -> int:
    """Show a formula: its variables and units, when it holds, what goes wrong with it, and worked examples.

    \b
    Examples:
      qbank formula show mm1_time
      qbank formula show pipeline_bubble_fraction --format json
    """
    from qbank.cli.output import emit

    library = _library()
    formula = _find(library, identifier)
    if output_format is Format.JSON:
        from qbank.report.formula.json import formula_json

        with _told():
            emit(formula_json(formula), output)
        return 0
    from qbank.report.formula.text import formula_page
    from qbank.report.terminal import style_for

    with _told():
        emit(formula_page(formula, library, style_for(None if output is not None else sys.stdout)), output)
    return 0


@app.command("eval", short_help="Compute a formula, or solve it for a variable.")
def evaluate(  # noqa: PLR0917 - each option is a parameter
    identifier: Annotated[
        str | None, typer.Argument(metavar="ID", help="The id of a formula.", show_default=False)
    ] = None,
    inputs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME=VALUE",
            help="Plain numbers in the units that `show` lists, or quantities such as m=100MB or f=10%.",
            show_default=False,
        ),
    ] = None,
    variable: Annotated[
        str | None,
        typer.Option(
            "--solve-for", metavar="NAME", help="Find this variable; give the wanted result in its place."
        ),
    ] = None,
    batch: Annotated[
        str | None,
        typer.Option(
            "--batch", metavar="FILE", help='Compute every JSON line {"id", "inputs"} of a file, or of -.'
        ),
    ] = None,
    output_format: FormatOption = Format.TEXT,
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
    from qbank.cli.output import emit

    library = _library()
    if batch is not None:
        if identifier is not None or variable is not None:
            raise CommandError("--batch takes ids, inputs and what to solve for from its lines")
        from qbank.report.formula.batch import Batch

        work = Batch(library, _lines(batch))
        emit(work.lines(), output)
        return int(work.failed > 0)
    if identifier is None:
        raise CommandError("name a formula, such as `qbank formula eval world_size d=8 p=4 t=8`")
    formula = _find(library, identifier)
    emit(_result(formula, _given(formula, inputs or []), variable, output_format, output), output)
    return 0


@contextmanager
def _told() -> Iterator[None]:
    """Tell of a formula that cannot be computed or written as of wrong use."""
    from qbank.formulas.formula import FormulaError

    try:
        yield
    except FormulaError as error:
        raise CommandError(str(error)) from error


def _result(
    formula: Formula, given: dict[str, str], variable: str | None, output_format: Format, output: Path | None
) -> Iterator[str]:
    from qbank.report.terminal import style_for

    with _told():
        if variable is None:
            computed = formula.evaluate(given)
            for warning in computed.warnings:
                note(f"note: {warning}")
            if output_format is Format.JSON:
                from qbank.report.formula.json import computed_json

                return iter((computed_json(formula, computed),))
            from qbank.report.formula.text import computed_text

            return computed_text(formula, computed, style_for(None if output is not None else sys.stdout))
        target = given.pop(formula.symbol, None)
        if target is None:
            said = f"give the {formula.symbol} that is wanted, in {formula.unit}, such as {formula.symbol}=1"
            raise CommandError(f"to solve {formula.id} for {variable}, {said}")
        from qbank.formulas.solve import solve

        solved = solve(formula, variable, target, given)
        for warning in solved.warnings:
            note(f"note: {warning}")
        if output_format is Format.JSON:
            from qbank.report.formula.json import solved_json

            return iter((solved_json(formula, solved),))
    from qbank.report.formula.text import solved_text

    return solved_text(formula, solved, style_for(None if output is not None else sys.stdout))


def _given(formula: Formula, inputs: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for text in inputs:
        name, sign, value = text.partition("=")
        name = name.strip()
        if not sign or not name:
            example = next(iter(formula.variables))
            raise CommandError(
                f"'{text}' is no input; write them as {example}=1, without blanks around the ="
            )
        if name in given:
            raise CommandError(f"{name} is given twice")
        given[name] = value.strip()
    return given


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
        raise CommandError(f"{batch}: cannot be read: {(error.strerror or str(error)).lower()}") from error


def _library() -> Library:
    """Return the formulas of the bank around the working directory, or those of qbank alone."""
    from qbank.bank.discovery import find_root
    from qbank.formulas.library import LibraryError, load

    try:
        return load(find_root(Path.cwd()))
    except (LibraryError, FileNotFoundError) as error:
        raise CommandError(str(error)) from error


def _find(library: Library, identifier: str) -> Formula:
    from qbank.formulas.library import UnknownFormulaError

    try:
        return library.find(identifier)
    except UnknownFormulaError as error:
        raise CommandError(str(error)) from error


def _area(given: str, library: Library) -> str:
    areas = list(library.areas)
    wanted = given.lower().replace("-", "_")
    if wanted in areas:
        return wanted
    from qbank.nearest import nearest

    near = nearest(given, areas)
    hint = f"did you mean '{near}'?" if near else f"there are {', '.join(areas)}"
    raise CommandError(f"--area: '{given}' is no area; {hint}")


def _holds(formula: Formula, texts: list[str]) -> bool:
    """Whether each text is found in the id, the name or what a variable means."""
    meanings = (variable.meaning for variable in formula.variables.values())
    known = " ".join((formula.id, formula.id.replace("_", " "), formula.name, *meanings)).casefold()
    return all(text.casefold() in known for text in texts)

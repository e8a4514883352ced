"""Formulas for people: the list of them, the page of one, and what one comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from qbank.algebra.exact import Real
from qbank.algebra.solving.ranges import Range, bounded
from qbank.algebra.solving.solve import Solution, Whole
from qbank.algebra.tree import spell_condition
from qbank.formulas.formula import Computed, Example, Formula, Variable
from qbank.formulas.library import Library
from qbank.formulas.solve import Solved
from qbank.grouping import grouped
from qbank.report.terminal import Style, cells, column_widths, pad, sanitize, wrap
from qbank.units.display_unit import with_prefix
from qbank.units.format import format_exact, format_number, format_quantity
from qbank.units.names import in_symbols

_WIDEST_NAME = 44
_LONGEST_EXACT = 24


def formula_table(formulas: Sequence[Formula], style: Style) -> Iterator[str]:
    """Yield a line a formula, by area: id, name, and the formula itself."""
    ids = max((len(formula.id) for formula in formulas), default=0)
    names = min(max((cells(sanitize(formula.name)) for formula in formulas), default=0), _WIDEST_NAME)
    gap = ""
    for area, members in grouped((formula.area, formula) for formula in formulas).items():
        yield f"{gap}{style.paint(sanitize(area), 'bold')} ({len(members)})\n"
        gap = "\n"
        for formula in members:
            name = style.cut(sanitize(formula.name), names)
            room = style.width - ids - names - 6
            equation = style.cut(formula.equation, room) if room >= 16 else ""
            line = f"  {formula.id:{ids}}  {pad(name, names)}  {style.paint(equation, 'dim')}"
            yield line.rstrip() + "\n"


def formula_page(formula: Formula, library: Library, style: Style) -> Iterator[str]:
    """Yield the page of a formula: what it says, of what, when it holds, what goes wrong, and examples."""
    yield f"{style.paint(formula.id, 'bold')}  {sanitize(formula.name)} ({sanitize(formula.area)})\n\n"
    yield f"  {formula.equation}\n\n"
    yield from _variables(formula, style)
    yield "\n"
    yield from _listed("Assumes", formula.assumes, style)
    yield from _listed("Holds when", [spell_condition(condition) for condition in formula.conditions], style)
    yield from _listed("Pitfall", [formula.pitfall] if formula.pitfall else [], style)
    variants = [
        f"{name} ({library.find(name).name})" if name in library else name for name in formula.variants
    ]
    yield from _listed("Not to be confused with", variants, style)
    yield from _listed("Source", [formula.source], style)
    yield from _listed("Examples", [_example(formula, example) for example in formula.examples], style)
    yield f"{style.paint('LaTeX', 'bold')}: {sanitize(formula.latex)}\n"
    yield f"{style.paint('JavaScript', 'bold')}: {sanitize(formula.javascript)}\n"


def computed_text(formula: Formula, computed: Computed, style: Style) -> Iterator[str]:
    """Yield what a formula comes to: the formula, what went in, and the result."""
    yield from _head(formula, style)
    for name, value in computed.inputs.items():
        yield _input(formula.variables[name], value, style)
    result = _assignment(formula.symbol, computed.value, formula.unit_of(formula.symbol))
    yield f"{style.paint(result, 'bold')}\n"


def solved_text(formula: Formula, solved: Solved, style: Style) -> Iterator[str]:
    """Yield the values of a variable that give a result, and what to take where only whole numbers count."""
    yield from _head(formula, style)
    yield f"  {_assignment(formula.symbol, solved.target, formula.unit_of(formula.symbol))} is wanted\n"
    for name, value in solved.inputs.items():
        yield _input(formula.variables[name], value, style)
    for number, solution in enumerate(solved.solutions):
        before = "or " if number else ""
        for line in _solution(formula, solved, solution):
            yield f"{before}{line if line.startswith(' ') else style.paint(line, 'bold')}\n"
            before = ""


def _head(formula: Formula, style: Style) -> Iterator[str]:
    yield f"{style.paint(formula.id, 'bold')}  {sanitize(formula.name)}\n"
    yield f"  {formula.equation}\n"


def _variables(formula: Formula, style: Style) -> Iterator[str]:
    rows = [(_named(formula, formula.symbol), sanitize(_unit(formula.unit)), "the result")]
    for name, variable in formula.variables.items():
        rows.append((_named(formula, name), sanitize(_unit(variable.unit)), sanitize(variable.about)))
    names, units, _ = column_widths(rows)
    for name, unit, about in rows:
        yield f"  {style.paint(name, 'bold')}{' ' * (names - cells(name))}  {pad(unit, units)}  {about}\n"


def _named(formula: Formula, name: str) -> str:
    """Return a name, with the symbol that the formula in LaTeX shows for it where that is another."""
    shown = formula.symbols[name].text
    return name if shown == name else sanitize(f"{name} ({shown})")


def _unit(unit: str) -> str:
    return "number" if unit == "1" else unit


def _listed(title: str, items: Sequence[str], style: Style) -> Iterator[str]:
    if not items:
        return
    shown = [sanitize(item) for item in items]
    head = style.paint(title, "bold")
    width = min(style.width, 100)
    if len(shown) == 1:
        text = "\n".join(wrap(f"{title}: {shown[0]}", width, rest="  "))
        yield f"{head}{text[len(title) :]}\n"
        return
    yield f"{head}:\n"
    for item in shown:
        yield "".join(f"{line}\n" for line in wrap(item, width, first="- ", rest="  "))


def _example(formula: Formula, example: Example) -> str:
    given = ", ".join(f"{name} = {value}" for name, value in example.given.items())
    return f"{given}: {formula.symbol} = {example.result} ({example.because})"


def _input(variable: Variable, value: Real, style: Style) -> str:
    text = _assignment(variable.name, value, in_symbols(variable.unit), exactly=False)
    return f"  {text}  {style.paint(sanitize(variable.meaning), 'dim')}\n"


def _assignment(name: str, value: Real, unit: str, *, exactly: bool = True) -> str:
    """Write `T = 0.08166667 s = 81.66667 ms, exactly 49/600 s`."""
    shown = format_quantity(format_number(value), unit)
    larger = with_prefix(value, unit)
    fraction = format_exact(value) if exactly else None
    text = f"{name} = {shown}"
    if larger is not None and larger != shown:
        text += f" = {larger}"
    if fraction is not None and "/" in fraction and len(fraction) <= _LONGEST_EXACT and not _plainly(value):
        text += f", exactly {format_quantity(fraction, unit)}"
    return sanitize(text)


def _plainly(value: Real) -> bool:
    """Whether the decimal number that is shown is the value itself."""
    return isinstance(value, Fraction) and Fraction(format_number(value).replace(",", "")) == value


def _solution(formula: Formula, solved: Solved, solution: Solution) -> Iterator[str]:
    variable = solved.variable
    unit = in_symbols(variable.unit)
    if solution.value is not None:
        yield _assignment(variable.name, solution.value, unit)
    if solution.among is not None:
        yield f"  as for every {variable.name} {_among(solution.among, unit)}"
    elif solution.whole is not None:
        yield _whole(formula, variable, solution.whole)


def _among(among: Range, unit: str) -> str:
    ends = (
        (among.low, "from" if among.low_in else "above"),
        (among.high, "up to" if among.high_in else "below"),
    )
    parts = [f"{word} {format_quantity(format_number(end), unit)}" for end, word in ends if bounded(end)]
    return " ".join(parts) or "that it can be"


def _whole(formula: Formula, variable: Variable, whole: Whole) -> str:
    about = f"  {variable.name} counts whole {sanitize(variable.meaning)}:"
    if whole.reaches == whole.passes:
        return f"{about} {whole.reaches:,} is the smallest that gets there, {_at(formula, whole.at_reaches)}"
    beyond = f"{whole.passes:,} is the smallest beyond it, {_at(formula, whole.at_passes)}"
    return f"{about} {whole.reaches:,} gives it exactly, {beyond}"


def _at(formula: Formula, value: Real | None) -> str:
    if value is None:
        return f"where {formula.symbol} has no value"
    return f"with {_assignment(formula.symbol, value, formula.unit_of(formula.symbol), exactly=False)}"

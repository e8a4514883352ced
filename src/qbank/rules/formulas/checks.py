"""QB803 to QB805: formulas that a question states outright in `checks`, computed and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum, auto
from fractions import Fraction
from typing import ClassVar, Final

from msgspec import Struct

from qbank import lazy_re
from qbank.bundled_data import DataError
from qbank.formulas.formula import Formula, FormulaError
from qbank.formulas.library import Library, UnknownFormulaError
from qbank.formulas.of_bank import library_of
from qbank.nearest import nearest
from qbank.problems import format_path, quote
from qbank.rules.core.base import Example, QuestionRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.units.format import format_number, format_quantity
from qbank.yamlio.document import FieldPath

MOST_CHECKS: Final = 100
"""Checks of one question that are computed; nobody states as many."""
_DIGITS: Final = lazy_re.compile(r"[0-9][0-9,_]*(?:\.([0-9]*))?|\.([0-9]+)", re.ASCII)
_FRACTION: Final = lazy_re.compile(r"\s*/\s*[0-9]", re.ASCII)
_ABOUT: Final = lazy_re.compile(r"\s*[~≈]\s*")
_ALIKE: Final = Fraction(1, 10**9)


class Kind(Enum):
    """What is wrong with a check."""

    VALUE = auto()
    NAME = auto()
    INPUT = auto()


class CheckProblem(Struct, frozen=True):
    """Something wrong with a check, and where; `key` if it is about the field's name."""

    kind: Kind
    path: FieldPath
    message: str
    key: bool = False


def check_problems(question: QuestionFile) -> tuple[CheckProblem, ...]:
    """Return what is wrong with the checks of a question; what has no shape is the schema's matter."""
    checks = question.data.get("checks")
    if not isinstance(checks, list) or not checks:
        return ()
    library = library_of(question.settings.root)
    if isinstance(library, DataError):
        detail = f"cannot be computed, since a formula of the bank is wrong: {library.problems[0]}"
        return (CheckProblem(Kind.INPUT, ("checks",), detail, key=True),)
    tolerance = question.settings.tolerances.approximate
    return tuple(
        problem
        for place, check in enumerate(checks[:MOST_CHECKS])
        if isinstance(check, dict)
        for problem in _problems(library, check, ("checks", place), tolerance)
    )


def _problems(
    library: Library, check: Mapping[str, object], path: FieldPath, tolerance: Fraction
) -> Iterator[CheckProblem]:
    name, given, expect = check.get("formula"), check.get("given"), check.get("expect")
    if not isinstance(name, str) or not isinstance(given, dict) or not _is_amount(expect):
        return
    if any(isinstance(one, str) and "{" in one for one in (*given.values(), expect)):
        return  # a value of the question's variants
    try:
        formula = library.find(name)
    except UnknownFormulaError as error:
        yield CheckProblem(Kind.NAME, (*path, "formula"), str(error))
        return
    named = list(_names(formula, given, (*path, "given")))
    yield from named
    if named:
        return
    inputs: dict[str, Fraction] = {}
    wrong = False
    for variable, value in given.items():
        detail = _input(formula, variable, value, inputs)
        if detail:
            wrong = True
            yield CheckProblem(Kind.INPUT, (*path, "given", variable), detail)
    if wrong:
        return
    try:
        formula.check(inputs)
        computed = Fraction(formula.compute(inputs))
    except FormulaError as error:
        yield CheckProblem(Kind.INPUT, (*path, "given"), str(error), key=True)
        return
    yield from _compared(formula, computed, _written(expect), (*path, "expect"), tolerance)


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float | str) and not isinstance(value, bool)


def _written(amount: object) -> str:
    """Return an amount with the digits that it shows: `5.16e9` has three, which a float no longer says."""
    return f"{Decimal(repr(amount)).normalize():E}" if isinstance(amount, float) else str(amount)


def _names(formula: Formula, given: Mapping[str, object], path: FieldPath) -> Iterator[CheckProblem]:
    for name in given:
        if name not in formula.variables:
            near = nearest(str(name), formula.variables)
            there = f"there are {', '.join(formula.variables)}"
            hint = f"did you mean '{near}'?" if near else there
            yield CheckProblem(
                Kind.NAME, (*path, name), f"{formula.id} has no variable {quote(name)}; {hint}", key=True
            )
    missing = [name for name in formula.variables if name not in given]
    if missing:
        listed = ", ".join(f"{name} ({formula.variables[name].meaning})" for name in missing)
        yield CheckProblem(Kind.NAME, path, f"{formula.id} also needs {listed}", key=True)


def _input(formula: Formula, name: str, value: object, inputs: dict[str, Fraction]) -> str:
    """Read an input, or say what is wrong with it."""
    variable = formula.variables[name]
    try:
        inputs[name] = formula.read_one(name, value)
        variable.check(inputs[name])
    except FormulaError as error:
        return f"{formula.id}: {error}"
    if variable.whole and inputs[name].denominator != 1:
        detail = (
            f"{name} ({variable.meaning}) is {format_number(inputs[name])}, and only whole numbers make sense"
        )
        return f"{formula.id}: {detail}"
    return ""


def _compared(
    formula: Formula, computed: Fraction, expect: str, path: FieldPath, tolerance: Fraction
) -> Iterator[CheckProblem]:
    about = _ABOUT.match(expect)
    text = expect[about.end() :] if about else expect
    try:
        wanted = formula.read_one(formula.symbol, text)
        step = _last_digit(formula, text, wanted)
    except FormulaError as error:
        yield CheckProblem(Kind.INPUT, path, f"{formula.id}: {error}")
        return
    apart = abs(computed - wanted)
    truncated = apart < step and (computed >= wanted) == (wanted >= 0)
    if apart <= step / 2 or truncated or apart <= _ALIKE * abs(wanted):
        return
    if about and apart <= tolerance * abs(wanted):
        return
    unit = formula.unit_of(formula.symbol)
    comes_to = format_quantity(format_number(computed), unit)
    detail = f"{formula.equation} ({formula.id}) is {comes_to}, not {quote(expect)}"
    if wanted and computed and unit and expect.strip() != format_number(wanted):
        detail += f", which is {format_quantity(format_number(wanted), unit)}"
    yield CheckProblem(Kind.VALUE, path, detail)


def _last_digit(formula: Formula, text: str, value: Fraction) -> Fraction:
    """Return what the last digit that a value shows is worth, in the formula's unit; 0 for a fraction."""
    match = _DIGITS.search(text)
    if match is None or _FRACTION.match(text, match.end()):
        return Fraction(0)
    decimals = len(match[1] or match[2] or "")
    digits = Decimal(match[0].replace(",", "").replace("_", "")) + Decimal(1).scaleb(-decimals)
    more = f"{text[: match.start()]}{digits:f}{text[match.end() :]}"
    return abs(formula.read_one(formula.symbol, more) - value)


class _CheckRule(QuestionRule):
    """A rule about what can be wrong with a check."""

    kind: ClassVar[Kind]
    severity = Severity.ERROR

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report the problems of this rule's kind."""
        if "checks" in question.data:
            for problem in question.cached_view(check_problems):
                if problem.kind is self.kind:
                    message = f"{format_path(problem.path)}: {problem.message}"
                    yield self.finding(question, message, problem.path, key=problem.key)


_GIVEN: Final = "checks:\n- formula: ring_allreduce_bytes\n  given: {n: 8, m: 16 GB}\n  expect: 28 GB\n"


class CheckFails(_CheckRule):
    """A formula stated in `checks` does not come to what is expected.

    Authors state which formula an answer rests on, with its values, and what it has to come to. It is
    computed in exact numbers. `expect` may be rounded or truncated at the digits it shows; with `~` or `≈` in
    front it may be 5 % off. Correct the value, or what is given.
    """

    code = "QB803"
    name = "check-fails"
    kind = Kind.VALUE
    bad = (Example(yaml=_GIVEN.replace("28 GB", "32 GB"), underlines="32 GB"),)
    good = (Example(yaml=_GIVEN), Example(yaml=_GIVEN.replace("28 GB", "~27.5 GB")))


class CheckName(_CheckRule):
    """A check names a formula or a variable that does not exist, or leaves one out.

    `qbank formula list` lists the formulas, `qbank formula show ID` the variables of one. All of them have to
    be given.
    """

    code = "QB804"
    name = "check-unknown-name"
    kind = Kind.NAME
    bad = (
        Example(yaml=_GIVEN.replace("reduce_bytes", "reduce_byte"), underlines="ring_allreduce_byte"),
        Example(yaml=_GIVEN.replace("m: 16", "msg: 16"), underlines=("given", "msg")),
    )
    good = (Example(yaml=_GIVEN),)


class CheckInput(_CheckRule):
    """A check gives a formula something that it cannot be computed with.

    The value is no quantity of the variable's kind, is out of its bounds, or breaks a condition under which
    the formula holds. The message says what is needed.
    """

    code = "QB805"
    name = "check-bad-input"
    kind = Kind.INPUT
    bad = (
        Example(yaml=_GIVEN.replace("16 GB", "16 s"), underlines="16 s"),
        Example(yaml=_GIVEN.replace("n: 8", "n: 0"), underlines="0"),
        Example(yaml=_GIVEN.replace("28 GB", "28 GB/s"), underlines="28 GB/s"),
    )
    good = (Example(yaml=_GIVEN),)

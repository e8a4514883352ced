"""Many computations at once: a JSON line in, a JSON line out, in order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NoReturn

from qbank.formulas.formula import Formula, FormulaError
from qbank.formulas.library import Library, UnknownFormulaError
from qbank.formulas.solve import solve
from qbank.problems import describe, quote
from qbank.report.formula.json import computed_data, solved_data
from qbank.report.json_document import dumps

MAX_LINE: Final = 1 << 16
"""The longest line that is read, in bytes."""
_MOST_INPUTS: Final = 64


class Batch:
    """Lines to compute; `failed` counts those that could not be, once their results have been taken."""

    def __init__(self, library: Library, lines: Iterable[bytes]) -> None:
        self.failed = 0
        self._library = library
        self._lines = lines

    def lines(self) -> Iterator[str]:
        """Yield a line for every line that is not blank."""
        number = 0
        skipping = False
        for line in self._lines:
            whole = line.endswith(b"\n")
            if skipping:  # the rest of a line that was too long
                skipping = not whole
                continue
            number += 1
            if len(line) > MAX_LINE:
                skipping = not whole
                yield self._failure(number, None, f"the line is longer than {MAX_LINE:,} bytes")
            elif line.strip():
                yield self._line(number, line)

    def _line(self, number: int, line: bytes) -> str:
        identifier: str | None = None
        try:
            data = _parsed(line)
            if not isinstance(data, dict):
                raise FormulaError(f'the line holds {describe(data)}, not {{"id": ..., "inputs": {{...}}}}')
            identifier = data.get("id") if isinstance(data.get("id"), str) else None
            inputs, variable = _fields(data)
            if identifier is None:
                raise FormulaError('"id" is missing: the id of a formula')
            formula = self._library.find(identifier)
            return dumps(_result(formula, inputs, variable)) + "\n"
        except (FormulaError, UnknownFormulaError) as error:
            return self._failure(number, identifier, str(error))

    def _failure(self, number: int, identifier: str | None, message: str) -> str:
        self.failed += 1
        return dumps({"id": identifier, "line": number, "error": message}) + "\n"


def _parsed(line: bytes) -> Any:
    """Read JSON with numbers as the text they are written as, so that 0.1 stays a tenth."""
    try:
        return json.loads(
            line.decode("utf-8-sig"),
            parse_float=str,
            parse_int=str,
            parse_constant=_refuse_constant,
            object_pairs_hook=_once,
        )
    except UnicodeDecodeError as error:
        raise FormulaError(f"the line is not UTF-8 (byte {error.start})") from None
    except json.JSONDecodeError as error:
        raise FormulaError(f"the line is not JSON: {error.msg.lower()}, column {error.colno}") from None
    except RecursionError:
        raise FormulaError("the line is not JSON that can be read: nested too deeply") from None


def _refuse_constant(text: str) -> NoReturn:
    raise FormulaError(f"{text} is no number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FormulaError(f"{quote(twice)} stands there twice")
    return found


def _fields(data: Mapping[str, Any]) -> tuple[Mapping[str, Any], str | None]:
    inputs, variable = data.get("inputs"), data.get("solve_for")
    if not isinstance(inputs, dict):
        raise FormulaError('"inputs" is missing: an object of variables and values')
    if len(inputs) > _MOST_INPUTS:
        raise FormulaError(f'"inputs" holds more than {_MOST_INPUTS} values')
    if variable is not None and not isinstance(variable, str):
        raise FormulaError('"solve_for" is the name of a variable')
    return inputs, variable


def _result(formula: Formula, inputs: Mapping[str, Any], variable: str | None) -> dict[str, Any]:
    if variable is None:
        return computed_data(formula, formula.evaluate(inputs))
    if formula.symbol not in inputs:
        raise FormulaError(f"give the {formula.symbol} that is wanted to solve {formula.id} for {variable}")
    given = {name: value for name, value in inputs.items() if name != formula.symbol}
    return solved_data(formula, solve(formula, variable, inputs[formula.symbol], given))

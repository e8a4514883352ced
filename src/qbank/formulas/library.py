"""The library: the formulas that qbank carries, and those that a bank adds in its own `schema/formulas/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from qbank import bundled_data, resources
from qbank.algebra.evaluate import EvaluationError
from qbank.algebra.exact import evaluate_exactly
from qbank.algebra.parse import RESERVED, ExpressionError, parse, parse_condition
from qbank.algebra.tree import variables
from qbank.errors import InputError
from qbank.formulas.formula import Example, Formula, FormulaError, Slip, Taken, Variable
from qbank.formulas.unit_check import UnitError, check, check_condition, unit_of
from qbank.nearest import nearest
from qbank.problems import Path as DataPath
from qbank.problems import listing, quote
from qbank.units import Unit
from qbank.units.format import format_number
from qbank.units.parse import UnknownUnitError, parse_unit
from qbank.units.read import QuantityError, read_quantity
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError, ReadProblem
from qbank.yamlio.reader import read_file

FOLDER: Final = "formulas"
"""The folder inside of `schema/`."""
MAX_FILES: Final = 200
MAX_PROBLEMS: Final = 100
AGREEMENT: Final = Fraction(1, 10**6)
"""How far, of its size, an example's result may be off: results are written to a few digits."""


@dataclass(frozen=True, slots=True)
class LibraryProblem:
    """What is wrong in a file of formulas, and where."""

    path: Path
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class LibraryError(InputError):
    """Files of formulas that cannot be used; `problems` says why, a line each."""

    def __init__(self, problems: Iterable[LibraryProblem]) -> None:
        self.problems: Final = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class UnknownFormulaError(InputError, LookupError):
    """An id that no formula has; the message names a near one."""


class Library:
    """Formulas by id, in the order in which they are listed. It is never changed."""

    def __init__(self, formulas: Iterable[Formula]) -> None:
        self._formulas: Final = MappingProxyType({formula.id: formula for formula in formulas})

    def __iter__(self) -> Iterator[Formula]:
        return iter(self._formulas.values())

    def __len__(self) -> int:
        return len(self._formulas)

    def __contains__(self, identifier: object) -> bool:
        return identifier in self._formulas

    def find(self, identifier: str) -> Formula:
        """Return the formula of an id; `-` may stand for `_`.

        Raises:
            UnknownFormulaError: there is none.
        """
        found = self._formulas.get(identifier) or self._formulas.get(identifier.replace("-", "_").lower())
        if found is not None:
            return found
        near = nearest(identifier, self._formulas)
        hint = f"did you mean '{near}'?" if near else "`qbank formula list` lists them"
        raise UnknownFormulaError(f"{quote(identifier)} is no formula; {hint}")

    @property
    def areas(self) -> Mapping[str, tuple[Formula, ...]]:
        """The formulas by area."""
        found: dict[str, list[Formula]] = {}
        for formula in self:
            found.setdefault(formula.area, []).append(formula)
        return {area: tuple(formulas) for area, formulas in found.items()}


@cache
def bundled() -> Library:
    """Return the formulas that qbank carries; they are read once in a process.

    Raises:
        FileNotFoundError: the installation lacks them.
        LibraryError: they cannot be read.
    """
    # They are checked in full when qbank is tested; checking shapes again would cost every start pydantic.
    reader = _Reader((), trusted=True)
    folder = resources.schema_folder() / FOLDER
    try:
        files = bundled_data.yaml_files(folder)
        data = bundled_data.load(FOLDER, files, _read_sound)
        for path in files:
            reader.take(Document(path, path.read_text(encoding="utf-8"), data[path.name]))
    except ReadError as error:
        raise LibraryError([_told(error.problem, error.path or folder)]) from error
    except OSError as error:
        raise LibraryError([_unreadable(folder, error)]) from error
    if reader.problems:
        raise LibraryError(reader.problems)
    return Library(reader.formulas.values())


def load(root: Path | None = None) -> Library:
    """Return the formulas of a bank: those of qbank, and what `schema/formulas/` at its root adds.

    Raises:
        LibraryError: files of the bank are wrong; the message names file, line and column of each problem.
    """
    files = added_files(root)
    return with_more(bundled(), files) if files else bundled()


def added_files(root: Path | None) -> list[Path]:
    """Return the files in which a bank adds formulas.

    Raises:
        LibraryError: their folder cannot be read.
    """
    if root is None:
        return []
    try:
        return bundled_data.added_files(root, FOLDER)
    except OSError as error:
        raise LibraryError([_unreadable(root / "schema" / FOLDER, error)]) from error


def with_more(base: Iterable[Formula], files: Sequence[Path]) -> Library:
    """Return a library with the formulas of some files of one folder added: all checked, their examples
    computed. What is the same as in the library is passed over.

    Raises:
        LibraryError: something is wrong with the files.
    """
    reader = _Reader(base)
    reader.read(files)
    reader.compare()
    if reader.problems:
        raise LibraryError(reader.problems[:MAX_PROBLEMS])
    return Library(reader.formulas.values())


class _Reader:
    """Formulas in the making, and what is wrong with them."""

    def __init__(self, base: Iterable[Formula], *, trusted: bool = False) -> None:
        self.formulas: dict[str, Formula] = {formula.id: formula for formula in base}
        self.problems: list[LibraryProblem] = []
        self._trusted = trusted
        self._own: dict[str, tuple[Document, DataPath]] = {}
        # Ids that something else has in the library, with its place.
        self._taken: dict[str, tuple[Document, DataPath]] = {}

    def read(self, files: Sequence[Path]) -> None:
        if len(files) > MAX_FILES:
            folder = files[0].parent
            self.problems.append(LibraryProblem(folder, 1, 1, f"holds more than {MAX_FILES} files"))
            return
        for path in files:
            try:
                self.take(read_file(path))
            except ReadError as error:
                self.problems.append(_told(error.problem, path))

    def compare(self) -> None:
        """Check what can be seen only when all files are read: variants, and worked examples."""
        self._report_taken()
        for identifier, (document, place) in self._own.items():
            formula = self.formulas[identifier]
            for number, variant in enumerate(formula.variants):
                if variant not in self.formulas:
                    near = nearest(variant, self.formulas)
                    hint = f"; did you mean '{near}'?" if near else ""
                    said = f"{identifier}: variants: {quote(variant)} is no formula{hint}"
                    self._report(document, (*place, "variants", number), said)
            for number, example in enumerate(formula.examples):
                for said in example_problems(formula, example):
                    self._report(document, (*place, "examples", number), f"{identifier}: examples: {said}")

    def take(self, document: Document) -> None:
        """Take in a file."""
        self.problems += (_told(problem, document.path or Path()) for problem in document.problems)
        bad = set() if self._trusted else self._check_shape(document)
        entries = document.data.get("formulas")
        if not isinstance(entries, list):
            return
        for number, entry in enumerate(entries):
            if number not in bad:
                self._add(document, ("formulas", number), entry)

    def _check_shape(self, document: Document) -> set[int]:
        """Report what does not fit the model, and return the numbers of the entries that it is in."""
        from qbank.model.formula import formula_problems  # noqa: PLC0415 - brings pydantic, for banks only

        bad = set()
        for problem in formula_problems(document.data):
            if len(problem.path) > 1 and isinstance(problem.path[1], int):
                bad.add(problem.path[1])
            self._report(document, problem.path, problem.message, on_key=problem.on_key)
        return bad

    def _add(self, document: Document, place: DataPath, entry: Mapping[str, Any]) -> None:
        made = self._formula(document, place, entry)
        if made is None:
            return
        first = self.formulas.get(made.id)
        if first is None:
            self.formulas[made.id] = made
            self._own[made.id] = (document, place)
        elif made.id in self._own:
            said = f"the id '{made.id}' is used by {first.path}:{_line(first)} already"
            self._report(document, (*place, "id"), said)
        elif not _alike(made, first):
            self._taken.setdefault(made.id, (document, (*place, "id")))

    def _report_taken(self) -> None:
        """Report what contradicts the library: in one message, for a copy of another version holds dozens."""
        if not self._taken:
            return
        identifier, (document, place) = next(iter(self._taken.items()))
        first = self.formulas[identifier]
        said = f"the id '{identifier}' is used by {first.path}:{_line(first)} already"
        if len(self._taken) > 1:
            said = f"the ids {listing(list(self._taken))} are used by the library of formulas already"
        self._report(document, place, said)

    def _formula(self, document: Document, place: DataPath, entry: Mapping[str, Any]) -> Formula | None:
        before = len(self.problems)
        identifier = entry["id"]
        names = entry["variables"]
        units = self._units(document, place, entry)
        result = entry["result"]["symbol"]
        places: dict[str, DataPath] = {name: (*place, "variables", name) for name in names}
        if result in names:
            said = f"{identifier}: result.symbol: '{result}' is one of the variables"
            self._report(document, (*place, "result", "symbol"), said)
        for name, path in {result: (*place, "result", "symbol"), **places}.items():
            if name in RESERVED:
                said = f"{identifier}: '{name}' is a word of the language of formulas; choose another name"
                self._report(document, path, said, on_key=path[-1] == name)
        tree = conditions = None
        try:
            tree = parse(entry["expression"], names)
            unused = sorted(set(names) - set(variables(tree)))
            if unused:
                said = f"{identifier}: expression: {', '.join(unused)} does not occur in it"
                self._report(document, (*place, "expression"), said)
            if units is not None and not self._trusted:
                check(tree, units, parse_unit(entry["result"]["unit"]))
        except (ExpressionError, UnitError) as error:
            self._report_expression(document, (*place, "expression"), f"{identifier}: expression", error)
        conditions = self._conditions(document, place, entry, units)
        slips = self._slips(document, place, entry, units)
        if tree is None or len(self.problems) > before:
            return None
        return Formula(
            id=identifier,
            name=entry["name"],
            area=entry["area"],
            symbol=entry["result"]["symbol"],
            unit=entry["result"]["unit"],
            expression=entry["expression"],
            tree=tree,
            variables=MappingProxyType({name: _variable(name, own) for name, own in names.items()}),
            conditions=conditions,
            assumes=tuple(entry.get("assumes", ())),
            source=entry["source"],
            pitfall=entry.get("pitfall"),
            variants=tuple(entry.get("variants", ())),
            examples=tuple(
                Example(example["given"], example["result"], example["because"])
                for example in entry["examples"]
            ),
            cues=_lower(entry.get("cues", ())),
            slips=slips,
            path=document.path,
            line=0 if self._trusted else document.span((*place, "id")).line,
        )

    def _units(self, document: Document, place: DataPath, entry: Mapping[str, Any]) -> dict[str, Unit] | None:
        """Return the units of the variables, or report those that are none."""
        units = {}
        fine = True
        paths: dict[str, tuple[DataPath, str]] = {
            name: ((*place, "variables", name, "unit"), own["unit"])
            for name, own in entry["variables"].items()
        }
        for name, (path, unit) in {
            **paths,
            "": ((*place, "result", "unit"), entry["result"]["unit"]),
        }.items():
            try:
                units[name] = parse_unit(unit)
            except UnknownUnitError as error:
                fine = False
                self._report(document, path, f"{entry['id']}: {name or 'result'}: {error}")
        units.pop("", None)
        return units if fine else None

    def _conditions(
        self,
        document: Document,
        place: DataPath,
        entry: Mapping[str, Any],
        units: Mapping[str, Unit] | None,
    ) -> tuple[Any, ...]:
        found = []
        for number, text in enumerate(entry.get("holds_when", ())):
            path = (*place, "holds_when", number)
            try:
                condition = parse_condition(text, entry["variables"])
                if units is not None and not self._trusted:
                    check_condition(condition, units)
                found.append(condition)
            except (ExpressionError, UnitError) as error:
                self._report_expression(document, path, f"{entry['id']}: holds_when", error)
        return tuple(found)

    def _slips(
        self,
        document: Document,
        place: DataPath,
        entry: Mapping[str, Any],
        units: Mapping[str, Unit] | None,
    ) -> tuple[Slip, ...]:
        found = []
        for number, own in enumerate(entry.get("slips", ())):
            path = (*place, "slips", number)
            expression, variable, tree = own.get("expression", ""), own.get("variable", ""), None
            if expression:
                try:
                    tree = parse(expression, entry["variables"])
                    if units is not None and not self._trusted:
                        unit_of(tree, units)
                except (ExpressionError, UnitError) as error:
                    self._report_expression(
                        document, (*path, "expression"), f"{entry['id']}: slips: expression", error
                    )
                    continue
            elif variable not in entry["variables"]:
                near = nearest(variable, entry["variables"])
                hint = f"; did you mean '{near}'?" if near else ""
                said = f"{entry['id']}: slips: {quote(variable)} is none of the variables{hint}"
                self._report(document, (*path, "variable"), said)
                continue
            found.append(
                Slip(
                    says=own.get("says", ""),
                    expression=expression,
                    tree=tree,
                    variable=variable,
                    taken=Taken(own["taken"]) if variable else None,
                    cues=_lower(own.get("cues", entry.get("cues", ()))),
                    unless=_lower(own.get("unless", ())),
                )
            )
        return tuple(found)

    def _report_expression(
        self, document: Document, path: DataPath, where: str, error: ExpressionError | UnitError
    ) -> None:
        if isinstance(error, UnitError):
            self._report(document, path, f"{where}: {error}")
            return
        span = document.text_span(path, error.column - 1, error.column)
        self.problems.append(
            LibraryProblem(document.path or Path(), span.line, span.column, f"{where}: {error.message}")
        )

    def _report(self, document: Document, path: DataPath, message: str, *, on_key: bool = False) -> None:
        span = document.span(path, key=on_key)
        self.problems.append(LibraryProblem(document.path or Path(), span.line, span.column, message))


def _read_sound(path: Path) -> dict[str, Any]:
    document = read_file(path)
    for problem in document.problems:
        raise ReadError(problem, path)
    return document.data


def _told(problem: ReadProblem, path: Path) -> LibraryProblem:
    return LibraryProblem(path, problem.span.line, problem.span.column, problem.message)


def _unreadable(folder: Path, error: OSError) -> LibraryProblem:
    return LibraryProblem(folder, 1, 1, f"cannot be read: {(error.strerror or str(error)).lower()}")


def _variable(name: str, own: Mapping[str, Any]) -> Variable:
    signed = own.get("signed", False)
    least = own.get("min", None if signed else 0)
    most = own.get("max")
    return Variable(
        name,
        own["unit"],
        own["meaning"],
        own.get("whole", False),
        None if least is None else Fraction(str(least)),
        None if most is None else Fraction(str(most)),
        own.get("latex"),
        _lower(own.get("called", ())),
        None if "left_out" not in own else Fraction(str(own["left_out"])),
    )


def _lower(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.lower() for word in words)


def _line(formula: Formula) -> int:
    """Return where a formula stands; for those that qbank carries it is looked up when it is asked for."""
    if formula.line or formula.path is None:
        return formula.line
    document = read_file(formula.path)
    for number, entry in enumerate(document.data["formulas"]):
        if entry["id"] == formula.id:
            return document.span(("formulas", number, "id")).line
    return 1


def _alike(one: Formula, other: Formula) -> bool:
    return replace(one, path=None, line=0) == replace(other, path=None, line=0)


def example_problems(formula: Formula, example: Example) -> Iterator[str]:
    """Yield what is wrong with a worked example: its inputs, its result, or the arithmetic that it shows."""
    try:
        expected = formula.read_one(formula.symbol, example.result)
        computed = Fraction(formula.evaluate(example.given).value)
    except FormulaError as error:
        yield str(error)
        return
    if abs(computed - expected) > AGREEMENT * abs(expected):
        yield f"{formula.symbol} is {format_number(computed)}, and the example says {format_number(expected)}"
    try:
        shown = Fraction(evaluate_exactly(parse(example.because, ()), {}))
        own = read_quantity(example.result, formula.unit)
    except ExpressionError as error:
        yield f"because: {error}"
    except (EvaluationError, QuantityError) as error:
        yield f"because: {error}"
    else:
        if abs(shown - own) > AGREEMENT * abs(own):
            yield f"because: comes to {format_number(shown)}, and the example says {format_number(own)}"

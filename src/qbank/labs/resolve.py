"""From the data of a lab file to a lab made ready, with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from qbank import catalog
from qbank.bank.discovery import find_root
from qbank.catalog import Catalog
from qbank.errors import InputError
from qbank.formulas import library
from qbank.formulas.library import Library
from qbank.labs.compute import closure
from qbank.labs.definitions import define
from qbank.labs.parts import PartReader, named_quantities
from qbank.labs.personas import PersonaReader
from qbank.labs.problem import LabProblem, LabProblemKind, Problems
from qbank.labs.quantity import LabModel, PersonaModel, Quantity
from qbank.model import lab as model
from qbank.model.lab import lab_problems
from qbank.model.validation.places import place_of
from qbank.problems import Problem, ProblemKind
from qbank.quoting import named
from qbank.yamlio.document import Document
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_file


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came out: the lab, as far as nothing is wrong with it, and the problems."""

    lab: LabModel | None
    problems: tuple[LabProblem, ...]


class LabError(InputError):
    """A lab that cannot be used; the message names file, line and column of each problem."""


def resolve(data: Mapping[str, Any], formulas: Library, hardware: Catalog) -> Resolved:
    """Make a lab ready whose data fits the model (`lab_problems` finds nothing).

    Nothing is raised for what a file may hold: whatever is wrong is in the problems, and there is no lab.
    """
    lab = model.Lab.model_validate(dict(data))
    problems = Problems()
    defined = define(lab, formulas, hardware, problems)
    _refuse_cycles(defined, problems)
    _tell_unused(lab, defined, problems)
    if problems.hindering:
        return Resolved(None, problems.found)
    personas = {}
    for track in lab.personas:
        persona = _persona(lab, str(track), defined, hardware, problems)
        if persona is not None:
            personas[str(track)] = persona
    for index, part in enumerate(lab.parts):
        if part.tracks is not None and not any(track in lab.personas for track in part.tracks):
            message = "no persona of this lab plays this part"
            problems.add(LabProblemKind.PERSONA, ("parts", index, "tracks"), message)
    if problems.hindering:
        return Resolved(None, problems.found)
    ready = LabModel(
        id=lab.id,
        title=lab.title,
        intro=lab.intro,
        objectives=tuple(lab.objectives),
        personas=personas,
        minutes=lab.expected_time_minutes,
        resources=tuple((one.name, one.url) for one in lab.resources or ()),
    )
    return Resolved(ready, problems.found)


def load_of_bank(path: FilePath) -> LabModel:
    """Read a lab file and make it ready with the formulas and the catalog of the bank that it lies in.

    Raises:
        LabError: it cannot be read, or something in it is wrong.
        DataError: what the bank adds cannot be used.
    """
    root = find_root(path.parent)
    return load(path, library.load(root), catalog.load(root))


def load(path: FilePath, formulas: Library, hardware: Catalog) -> LabModel:
    """Read a lab file and make it ready.

    Raises:
        LabError: it cannot be read, or something in it is wrong.
    """
    try:
        document = read_file(path)
    except ReadError as error:
        raise LabError(f"{named(path)}:{error.problem}") from None
    problems: Sequence[Problem | LabProblem] = [
        problem for problem in lab_problems(document.data) if problem.kind is not ProblemKind.UNKNOWN_FIELD
    ]
    if not problems:
        resolved = resolve(document.data, formulas, hardware)
        if resolved.lab is not None:
            return resolved.lab
        problems = [problem for problem in resolved.problems if problem.kind is not LabProblemKind.UNUSED]
    lines = (f"{named(path)}:{_place(document, problem)}: {problem.message}" for problem in problems)
    raise LabError("\n".join(lines))


def _place(document: Document, problem: Problem | LabProblem) -> str:
    if isinstance(problem, Problem):
        span = place_of(problem, document)
    elif problem.part is not None:
        span = document.text_span(problem.path, *problem.part)
    else:
        span = document.span(problem.path, key=problem.on_key)
    return f"{span.line}:{span.column}"


def _persona(
    lab: model.Lab, track: str, defined: Mapping[str, Quantity], hardware: Catalog, problems: Problems
) -> PersonaModel | None:
    parts = [
        (index, part) for index, part in enumerate(lab.parts) if part.tracks is None or track in part.tracks
    ]
    if not parts:
        problems.add(LabProblemKind.PERSONA, ("personas", track), "no part is for this track", on_key=True)
        return None
    needed = closure(defined, {name for _, part in parts for name in named_quantities(part, defined)})
    persona = next(persona for name, persona in lab.personas.items() if name == track)
    given = PersonaReader(lab, persona, ("personas", track), defined, hardware, problems).quantities(needed)
    if given is None:
        return None
    quantities = {name: given[name] for name in _ordered(needed, defined)}
    reader = PartReader(track, quantities, problems)
    read = tuple(reader.part(index, part) for index, part in parts)
    return PersonaModel(track, persona.role, persona.situation, quantities, read)


def _ordered(names: set[str], defined: Mapping[str, Quantity]) -> list[str]:
    """Order names so that each stands behind what it is computed from, else as in the file."""
    ordered: dict[str, None] = {}

    def add(name: str) -> None:
        if name not in ordered:
            for used in reversed(defined[name].uses):
                add(used)
            ordered[name] = None

    for name in defined:
        if name in names:
            add(name)
    return list(ordered)


def _refuse_cycles(defined: Mapping[str, Quantity], problems: Problems) -> None:
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            cycle = [*path[path.index(name) :], name]
            message = "needs itself: " + ", which needs ".join(cycle)
            problems.add(LabProblemKind.CYCLE, ("quantities", cycle[0]), message, on_key=True)
        elif name in defined and name not in done:
            for used in reversed(defined[name].uses):
                visit(used, (*path, name))
            done.add(name)

    for first in defined:
        visit(first, ())
    if problems.hindering:
        return
    for name, one in defined.items():
        if one.search is not None:
            others = [other for other in closure(defined, one.uses) if defined[other].search is not None]
            if others:
                message = f"a search within a search is not computed; it needs '{others[0]}'"
                problems.add(LabProblemKind.CYCLE, ("quantities", name, "search"), message, on_key=True)


def _tell_unused(lab: model.Lab, defined: Mapping[str, Quantity], problems: Problems) -> None:
    if problems.hindering:
        return
    used = closure(defined, {name for part in lab.parts for name in named_quantities(part, defined)})
    for name in defined:
        if name not in used:
            message = f"'{name}' is used by no part, and by nothing that a part uses"
            problems.add(LabProblemKind.UNUSED, ("quantities", name), message, on_key=True)

"""Finding what is wrong with the data of a question or a set, or of another model.

Pydantic is imported once something does not fit the schema: that takes longer than the rest of the audit of a
file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from qbank.model.validation.by_schema import fits_schema
from qbank.model.validation.cross_fields import question_conflicts, set_conflicts
from qbank.problems import Path, Problem, ProblemKind, format_path, quote

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_PROBLEMS: Final = 200
"""A file made to be wrong could hold hundreds of thousands of faults; nobody reads that many."""


def question_problems(data: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with the data of a question file; an empty list when it is valid.

    Takes data of any shape and raises nothing. At most `MOST_PROBLEMS` are told one by one.
    """
    if fits_schema(data, "question") and not any(question_conflicts(data)):
        return []
    from qbank.model.question import Question  # noqa: PLC0415

    return problems_in(data, Question, question_conflicts)


def set_problems(data: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with the data of a set file; otherwise the same as `question_problems`."""
    if fits_schema(data, "set") and not any(set_conflicts(data)):
        return []
    from qbank.model.set import QuestionSet  # noqa: PLC0415

    return problems_in(data, QuestionSet, set_conflicts)


def problems_in(
    data: Any,
    model: type[BaseModel],
    conflicts: Callable[[Mapping[str, Any]], Iterable[Problem]] = lambda _: (),
) -> list[Problem]:
    """Return what is wrong with data of a model; `conflicts` finds what is wrong between its fields."""
    from pydantic import ValidationError  # noqa: PLC0415

    from qbank.model.validation.wording import problem_from  # noqa: PLC0415

    if isinstance(data, Mapping) and not isinstance(data, dict):
        data = dict(data)
    in_fields: Iterator[Problem | None] = iter(())
    count = 0
    try:
        # Unknown fields are kept by the models and forbidden here only, to hear of them.
        model.__pydantic_validator__.validate_python(data, extra="forbid")
    except ValidationError as error:
        errors = error.errors(include_url=False)
        count = len(errors)
        in_fields = (problem_from(detail, data, model) for detail in errors)
    between_fields = list(conflicts(data)) if isinstance(data, Mapping) else []
    count += len(between_fields)
    all_problems = (problem for problem in chain(in_fields, between_fields) if problem is not None)
    problems = list(islice(all_problems, MOST_PROBLEMS))
    is_cut = len(problems) == MOST_PROBLEMS < count
    problems = _renamings_told_once(problems)
    if is_cut:
        more = f"{problems[-1].message}; and {count - MOST_PROBLEMS} more problems, not listed"
        problems[-1] = replace(problems[-1], message=more)
    return problems


def _renamings_told_once(problems: list[Problem]) -> list[Problem]:
    """Put an unknown field and the required one that is missing for it into one problem.

    Where several names seem to mean the same field, the first is taken: only one can be renamed.
    """
    missing = {problem.path for problem in problems if problem.kind is ProblemKind.MISSING}
    meant: set[Path] = set()
    merged = []
    for problem in problems:
        changed = problem
        if problem.kind is ProblemKind.UNKNOWN_FIELD and problem.suggestion is not None:
            path = (*problem.path[:-1], problem.suggestion)
            if path in meant:
                changed = replace(problem, suggestion=None)
            elif path in missing:
                fault = f"missing; is it {quote(problem.path[-1])} here that is meant?"
                changed = replace(problem, kind=ProblemKind.MISSING, message=f"{format_path(path)}: {fault}")
            meant.add(path)
        merged.append(changed)
    return [
        problem for problem in merged if problem.kind is not ProblemKind.MISSING or problem.path not in meant
    ]

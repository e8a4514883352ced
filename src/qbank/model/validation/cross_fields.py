"""Checks of one field against another, on data of any shape.

They look at the raw data, so that they are made even where some other field is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from qbank.model.taxonomy import Track
from qbank.model.validation.patterns import ID_PATTERN
from qbank.problems import Path, Problem, ProblemKind, format_path, problem_at, quote
from qbank.unchecked import as_list, as_mapping, mappings

_TRACKS: Final = frozenset(track.value for track in Track)


def _conflict(path: Path, fault: str, *, on_key: bool = False) -> Problem:
    return problem_at(ProblemKind.CONFLICT, path, fault, on_key=on_key)


def _missing(path: Path, why: str) -> Problem:
    return problem_at(ProblemKind.MISSING, path, f"missing; {why}")


def question_conflicts(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the problems between the fields of a question."""
    yield from _id_and_track(data)
    details = data.get("details")
    if isinstance(details, dict):
        yield from _options_and_index(details)
    yield from _kind(data, details)
    yield from _mistakes(as_list(data.get("mistakes")), as_mapping(details))
    parts = as_list(data.get("parts"))
    for index, part in enumerate(parts):
        yield from _mistakes(as_list(as_mapping(part).get("mistakes")), {}, ("parts", index))
    yield from _repeated_labels(parts)
    parameters, derived = data.get("parameters"), data.get("derived")
    if isinstance(parameters, dict) and isinstance(derived, dict):
        for name in derived:
            if isinstance(name, str) and name in parameters:
                yield _conflict(
                    ("derived", name),
                    "stands among the parameters too; give one of the two another name",
                    on_key=True,
                )


def set_conflicts(data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the problems between the fields of a set."""
    sources = [name for name in ("questions", "select", "sections") if data.get(name) is not None]
    if not sources:
        yield _missing(("questions",), "a set needs 'questions', 'select' or 'sections'")
    for name in sources[1:]:
        yield _conflict((name,), f"stands beside '{sources[0]}'; a set has only one of them", on_key=True)
    for index, section in enumerate(as_list(data.get("sections"))):
        path: Path = ("sections", index)
        given = [name for name in ("questions", "select") if isinstance(section, dict) and section.get(name)]
        if isinstance(section, dict) and not given and not isinstance(section.get("questions"), list):
            yield _missing((*path, "questions"), "a section needs 'questions' or 'select'")
        elif len(given) > 1:
            message = "stands beside 'questions'; a section has only one of them"
            yield _conflict((*path, "select"), message, on_key=True)
    places: dict[str, Path] = {}
    for path, reference in _listed(data):
        if reference in places:
            yield _conflict(path, f"{quote(reference)} is listed already at {format_path(places[reference])}")
        else:
            places[reference] = path


def _listed(data: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    yield from _texts(data.get("questions"), ("questions",))
    for index, section in enumerate(as_list(data.get("sections"))):
        yield from _texts(as_mapping(section).get("questions"), ("sections", index, "questions"))


def _texts(items: object, path: Path) -> Iterator[tuple[Path, str]]:
    for index, item in enumerate(as_list(items)):
        if isinstance(item, str):
            yield (*path, index), item


def _id_and_track(data: Mapping[str, Any]) -> Iterator[Problem]:
    id_, track = data.get("id"), data.get("track")
    if not isinstance(id_, str) or not isinstance(track, str):
        return
    # When the track itself is wrong, or the id is none, that has been said.
    if track in _TRACKS and re.fullmatch(ID_PATTERN, id_) and not id_.startswith(f"{track}-"):
        yield _conflict(("id",), f"{quote(id_)} does not begin with '{track}-', the track of the question")


def _options_and_index(details: Mapping[str, Any]) -> Iterator[Problem]:
    options, index = details.get("options"), details.get("correct_index")
    path: Path = ("details", "correct_index")
    if options is None and index is not None:
        yield problem_at(ProblemKind.OPTION_INDEX, path, "there are no options for it to point at")
    if options is not None and index is None:
        fault = "options need the place of the right one, counted from 0"
        yield _missing(path, fault)
    if not isinstance(options, list) or not isinstance(index, int) or isinstance(index, bool):
        return
    if index >= len(options) > 1:
        yield _behind_the_last(path, index, options)


def _mistakes(mistakes: list[Any], details: Mapping[str, Any], at: Path = ()) -> Iterator[Problem]:
    options, right = details.get("options"), details.get("correct_index")
    places: dict[int, int] = {}
    for index, mistake in enumerate(mistakes):
        option = mistake.get("option") if isinstance(mistake, dict) else None
        if option is None:
            continue
        path: Path = (*at, "mistakes", index, "option")
        if mistake.get("expression") is not None:
            fault = "stands beside 'expression'; a mistake leads to a listed option or makes one, not both"
            yield _conflict(path, fault, on_key=True)
        if not isinstance(option, int) or isinstance(option, bool) or option < 0:
            continue
        if options is None:
            yield problem_at(ProblemKind.OPTION_INDEX, path, "there are no options for it to point at")
        elif isinstance(options, list) and option >= len(options) > 1:
            yield _behind_the_last(path, option, options)
        elif option == right and not isinstance(right, bool):
            fault = f"{quote(option)} is the right option; a mistake leads to a wrong one"
            yield problem_at(ProblemKind.OPTION_INDEX, path, fault)
        elif option in places:
            fault = f"mistakes[{places[option]}] leads to option {option} already; put the two into one text"
            yield problem_at(ProblemKind.OPTION_INDEX, path, fault)
        places.setdefault(option, index)


def _behind_the_last(path: Path, index: int, options: list[Any]) -> Problem:
    hint = f"{len(options)} options are counted from 0 to {len(options) - 1}"
    return problem_at(ProblemKind.OPTION_INDEX, path, f"{quote(index)} points behind the last option; {hint}")


def _kind(data: Mapping[str, Any], details: object) -> Iterator[Problem]:
    kind = data.get("kind")
    without_options = isinstance(details, dict) and details.get("options") is None
    if kind == "choice" and without_options and not _makes_options(data):
        yield _missing(
            ("details", "options"),
            "a question of the kind 'choice' needs options, or an answer and mistakes with an "
            "expression to make them from",
        )
    if kind == "numeric" and data.get("answer") is None:
        yield _missing(("answer",), "a question of the kind 'numeric' needs an answer with a value")


def _makes_options(data: Mapping[str, Any]) -> bool:
    return data.get("answer") is not None and any(
        mistake.get("expression") is not None for mistake in mappings(data.get("mistakes"))
    )


def _repeated_labels(parts: list[Any]) -> Iterator[Problem]:
    places: dict[str, int] = {}
    for index, part in enumerate(parts):
        label = part.get("label") if isinstance(part, dict) else None
        if not isinstance(label, str) or not label.strip():
            continue
        if label.strip() in places:
            yield _conflict(
                ("parts", index, "label"),
                f"{quote(label)} is the label of parts[{places[label.strip()]}] too",
            )
        else:
            places[label.strip()] = index


def answer_fault(answer: Mapping[str, Any]) -> Problem | None:
    """Return what is wrong between the fields of an answer, each of which is right by itself.

    Here and in the next two, path and message are seen from the mapping that is looked at.
    """
    low, high = answer.get("interval") or ("", "")
    # Amounts with units are compared where units are known; here only plain numbers can be.
    if isinstance(low, str) or isinstance(high, str):
        return None
    path: Path = ("interval",)
    if low > high:
        message = f"{quote(low)} is above {quote(high)}; the lower end comes first"
        return Problem(ProblemKind.CONFLICT, path, message)
    value = answer["value"]
    if not isinstance(value, str) and not low <= value <= high:
        message = f"from {quote(low)} to {quote(high)} does not hold the value {quote(value)}"
        return Problem(ProblemKind.CONFLICT, path, message)
    return None


def parameter_fault(parameter: Mapping[str, Any]) -> Problem | None:
    """Return what is wrong between the fields of a parameter, each of which is right by itself."""
    default, choices = parameter["default"], parameter.get("choices")
    low, high, step = (parameter.get(name) for name in ("min", "max", "step"))
    if choices is not None:
        for name, bound in (("min", low), ("max", high), ("step", step)):
            if bound is not None:
                hint = "a parameter has either choices or a range, so leave one out"
                return Problem(ProblemKind.CONFLICT, (name,), f"stands beside 'choices'; {hint}")
        if default not in choices:
            return Problem(ProblemKind.CONFLICT, ("default",), f"{quote(default)} is not among the choices")
        return None
    for name, bound in (("min", low), ("max", high)):
        if bound is None:
            message = "missing; a parameter has either 'choices' or 'min' and 'max'"
            return Problem(ProblemKind.MISSING, (name,), message)
    if isinstance(low, int | float) and isinstance(high, int | float):
        if low > high:
            message = f"{quote(low)} is above the highest value {quote(high)}"
            return Problem(ProblemKind.CONFLICT, ("min",), message)
        if isinstance(default, int | float) and not low <= default <= high:
            message = f"{quote(default)} is outside of {quote(low)} to {quote(high)}"
            return Problem(ProblemKind.CONFLICT, ("default",), message)
    if isinstance(step, int | float) and step <= 0:
        return Problem(ProblemKind.RANGE, ("step",), f"{quote(step)} is not above 0")
    return None


def table_fault(table: Mapping[str, Any]) -> Problem | None:
    """Return what is wrong between the fields of a table, each of which is right by itself."""
    width = len(table["columns"])
    for index, row in enumerate(table["rows"]):
        if len(row) != width:
            cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            return Problem(ProblemKind.LENGTH, ("rows", index), f"{cells} for {width} columns")
    return None

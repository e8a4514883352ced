"""A lab for somebody who reads about it in a terminal: who plays it, its parts, and how they are solved."""

from __future__ import annotations

from collections.abc import Iterator

from qbank.labs.format import show
from qbank.labs.puzzle import Solutions, TooManySettingsError, solve
from qbank.labs.quantity import LabModel, PartModel, PersonaModel, PredictionModel, PuzzleModel
from qbank.report.terminal import Style, sanitize, wrap


def lab_page(lab: LabModel, style: Style, *, answers: bool = True) -> Iterator[str]:
    """Yield the page of a lab, with what is right and how its puzzles are solved, or without."""
    minutes = f" ({lab.minutes} min)" if lab.minutes else ""
    yield f"{style.paint(sanitize(f'{lab.id}  {lab.title}'), 'bold')}{minutes}\n"
    for objective in lab.objectives:
        yield from _lines(f"- {objective}", style, "", "  ")
    for persona in lab.personas.values():
        first, *rest = wrap(sanitize(f"{persona.track}  {persona.role}"), style.width, rest="  ")
        yield f"\n{style.paint(persona.track, 'bold')}{first.removeprefix(persona.track)}\n"
        yield from (f"{line}\n" for line in rest)
        for number, part in enumerate(persona.parts, start=1):
            yield from _lines(f"{number}. {part.title}", style, "  ", "     ")
            prediction = part.prediction
            right = f": {_right(persona, prediction)}" if answers and prediction.right is not None else ""
            yield from _lines(f"predict a {prediction.kind}{right}", style, "     ", "       ")
            if part.puzzle is not None:
                told = _puzzle(persona, part, part.puzzle, answers=answers)
                yield from _lines(told, style, "     ", "       ")


def _lines(text: str, style: Style, first: str, rest: str) -> Iterator[str]:
    yield from (f"{line}\n" for line in wrap(sanitize(text), style.width, first, rest))


def _right(persona: PersonaModel, prediction: PredictionModel) -> str:
    right = prediction.right or 0.0
    if prediction.quantity is not None:
        return show(right, persona.quantities[prediction.quantity])
    return prediction.options[int(right)].text


def _puzzle(persona: PersonaModel, part: PartModel, puzzle: PuzzleModel, *, answers: bool) -> str:
    try:
        found = solve(persona, part, puzzle)
    except TooManySettingsError as error:
        return f"a puzzle that {error}"
    told = f"a puzzle in {puzzle.tries} tries, solved by {found.solving:,} of {found.settings:,} settings"
    return f"{told}, such as {_setting(persona, found)}" if answers and found.example is not None else told


def _setting(persona: PersonaModel, found: Solutions) -> str:
    chosen = ((persona.quantities[name], number) for name, number in (found.example or {}).items())
    return "; ".join(
        f"{one.label}: {one.control.choices[number].label}" for one, number in chosen if one.control
    )

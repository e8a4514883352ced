"""A lab as the data that the script of its page works with."""

from __future__ import annotations

from typing import Any, Final

from qbank.algebra.tree import variables
from qbank.labs.compute import closure
from qbank.labs.data import quantities_data
from qbank.labs.expressions import uses_of
from qbank.labs.puzzle import solve
from qbank.labs.quantity import InstrumentModel, LabModel, PartModel, PersonaModel, PuzzleModel, Setting
from qbank.render.labs.script import Expressions
from qbank.render.labs.titles import condition_title, limit_title
from qbank.render.text import wording
from qbank.render.text.blocks import one_line

Data = dict[str, Any]

_COUNTS: Final = ("replicas", "stages", "shards", "layers", "devices")
"""Quantities that an instrument may count devices by."""


def lab_data(lab: LabModel, first: str, expressions: Expressions) -> Data:
    """Return everything but the functions; `first` is the track to open with.

    Values are in base units; nothing is escaped.
    Limits and conditions are added to `expressions`, and stand here as their numbers.
    """
    return {
        "id": lab.id,
        "title": one_line(lab.title),
        "first": first,
        "tracks": [_persona(persona, expressions) for persona in lab.personas.values()],
    }


def full_setting(persona: PersonaModel, setting: Setting) -> dict[str, int]:
    """Return the number of the choice of every control."""
    return {name: setting.get(name, control.default) for name, control in persona.controls.items()}


def _persona(persona: PersonaModel, expressions: Expressions) -> Data:
    return {
        "id": persona.track,
        "name": wording.TRACKS[persona.track],
        "role": one_line(persona.role),
        "quantities": quantities_data(persona),
        "parts": [_part(persona, part, expressions) for part in persona.parts],
    }


def _part(persona: PersonaModel, part: PartModel, expressions: Expressions) -> Data:
    asked = part.prediction
    prediction: Data = {"kind": asked.kind, "setting": full_setting(persona, asked.setting)}
    if asked.kind == "number":
        prediction |= {"quantity": asked.quantity, "within": asked.within}
    if asked.kind == "choice" and asked.right is not None:
        prediction["right"] = int(asked.right)
    return {
        "title": one_line(part.title),
        "setting": full_setting(persona, part.setting),
        "prediction": prediction,
        "workbench": list(part.workbench),
        "instruments": [_instrument(persona, instrument, expressions) for instrument in part.instruments],
        "puzzle": None if part.puzzle is None else _puzzle(persona, part, part.puzzle, expressions),
    }


def _instrument(persona: PersonaModel, plot: InstrumentModel, expressions: Expressions) -> Data:
    data: Data = {
        "kind": plot.kind,
        "title": one_line(plot.title),
        "of": list(plot.of),
        "needs": _needs(persona, plot),
    }
    data |= {
        name: getattr(plot, name) for name in ("x", "y", "by", *_COUNTS) if getattr(plot, name) is not None
    }
    if plot.per_node is not None:
        data["perNode"] = plot.per_node
    if plot.scale == "log":
        data["log"] = True
    if plot.stacked:
        data["stacked"] = True
    for name in ("least", "most", "limit"):
        if (node := getattr(plot, name)) is not None:
            data[name] = expressions.value(node)
    if plot.fails is not None:
        data |= {
            "fails": expressions.condition(plot.fails),
            "failsTitle": condition_title(plot.fails, persona),
        }
    if plot.shared is not None:
        data["shared"] = expressions.condition(plot.shared)
    if plot.limit is not None:
        data["limitTitle"] = limit_title(plot.limit, persona)
    return data


def _needs(persona: PersonaModel, plot: InstrumentModel) -> list[str]:
    """Return the quantities that an instrument shows, and all that they are computed from."""
    shown = [*plot.of, *filter(None, (*(getattr(plot, name) for name in _COUNTS), plot.per_node))]
    for node in (plot.least, plot.most, plot.limit):
        shown += variables(node) if node is not None else ()
    for condition in (plot.fails, plot.shared):
        shown += uses_of(condition) if condition is not None else ()
    needed = closure(persona.quantities, shown)
    return [name for name in persona.quantities if name in needed]


def _puzzle(persona: PersonaModel, part: PartModel, puzzle: PuzzleModel, expressions: Expressions) -> Data:
    solution = solve(persona, part, puzzle)
    data: Data = {
        "goal": one_line(puzzle.goal),
        "tries": puzzle.tries,
        "demands": [
            {"says": one_line(demand.says), "test": expressions.condition(demand.that)}
            for demand in puzzle.demands
        ],
        "settings": solution.settings,
        "solving": solution.solving,
    }
    if solution.example is not None:
        data["example"] = dict(solution.example)
    if puzzle.best is not None and solution.best is not None:
        data |= {"of": puzzle.best, "least": puzzle.least, "best": solution.best, "within": puzzle.within}
    return data

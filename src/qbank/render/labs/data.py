"""A lab as the data that the script of its page works with."""

from __future__ import annotations

from typing import Any

from qbank.algebra.tree import variables
from qbank.labs.data import quantities_data
from qbank.labs.expressions import uses_of
from qbank.labs.puzzle import solve
from qbank.labs.quantity import InstrumentModel, LabModel, PartModel, PersonaModel, PuzzleModel, Setting
from qbank.render.labs.script import Expressions
from qbank.render.labs.titles import condition_title, limit_title
from qbank.render.text import wording
from qbank.render.text.blocks import one_line

Data = dict[str, Any]


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
        "instruments": [_instrument(persona, one, expressions) for one in part.instruments],
        "puzzle": None if part.puzzle is None else _puzzle(persona, part, part.puzzle, expressions),
    }


def _instrument(persona: PersonaModel, one: InstrumentModel, expressions: Expressions) -> Data:
    named = {name: getattr(one, name) for name in ("x", "y", "by", "replicas", "stages", "shards", "layers")}
    made: Data = {
        "kind": one.kind,
        "title": one_line(one.title),
        "of": list(one.of),
        "needs": _needs(persona, one),
    }
    made |= {name: value for name, value in (*named.items(), ("perNode", one.per_node)) if value is not None}
    made |= {name: True for name, is_so in (("log", one.scale == "log"), ("stacked", one.stacked)) if is_so}
    for name in ("least", "most", "limit"):
        if (node := getattr(one, name)) is not None:
            made[name] = expressions.value(node)
    if one.fails is not None:
        made |= {"fails": expressions.condition(one.fails), "failsTitle": condition_title(one.fails, persona)}
    if one.limit is not None:
        made["limitTitle"] = limit_title(one.limit, persona)
    return made


def _needs(persona: PersonaModel, one: InstrumentModel) -> list[str]:
    """Return the quantities that an instrument shows, and all that they are computed from."""
    waiting = [*one.of, *filter(None, (one.replicas, one.stages, one.shards, one.layers, one.per_node))]
    for node in (one.least, one.most, one.limit):
        waiting += variables(node) if node is not None else ()
    waiting += uses_of(one.fails) if one.fails is not None else ()
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += persona.quantities[name].uses
    return [name for name in persona.quantities if name in found]


def _puzzle(persona: PersonaModel, part: PartModel, puzzle: PuzzleModel, expressions: Expressions) -> Data:
    found = solve(persona, part, puzzle)
    made: Data = {
        "goal": one_line(puzzle.goal),
        "tries": puzzle.tries,
        "demands": [
            {"says": one_line(one.says), "test": expressions.condition(one.that)} for one in puzzle.demands
        ],
        "settings": found.settings,
        "solving": found.solving,
    }
    if puzzle.best is not None and found.best is not None:
        made |= {"of": puzzle.best, "least": puzzle.least, "best": found.best, "within": puzzle.within}
    return made

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from qbank import catalog
from qbank.formulas import library
from qbank.labs.compute import Evaluator
from qbank.labs.puzzle import TooManySettingsError, near_enough, solve
from qbank.labs.quantity import PartModel, PersonaModel, PuzzleModel
from qbank.labs.resolve import load

CLOUD = load(Path(__file__).with_name("lab-ring.yaml"), library.bundled(), catalog.bundled()).personas[
    "cloud"
]

MIX = """\
quantities:
  a: {label: A, slider: {min: 1, max: 9, step: 1}}
  b: {label: B, slider: {min: 0, max: 6, step: 1}}
  c: {label: C, toggle: false}
  ab: {label: AB, expression: "a/b"}
  least: {label: Least, search: {over: a, when: "a*b >= 8"}}
parts:
- title: P
  prediction: {kind: text, prompt: How?}
  workbench: [a, c, b]
  constraints:
    tries: 3
    require: ["ab < 3", "least > 2 + c", "a != 4"]
    best: {of: ab, within: 40%}
"""


def puzzle_of(part: PartModel) -> PuzzleModel:
    assert part.puzzle is not None
    return part.puzzle


def brute_force(persona: PersonaModel, part: PartModel) -> tuple[int, int, list[dict[str, int]]]:
    puzzle = puzzle_of(part)
    evaluator = Evaluator(persona.quantities)
    demands = [evaluator.condition(demand.that) for demand in puzzle.demands]
    ranges = [range(len(persona.controls[name].choices)) for name in part.workbench]
    settings = [dict(zip(part.workbench, chosen, strict=True)) for chosen in product(*ranges)]
    fitting = []
    for setting in settings:
        values = evaluator.values({**part.setting, **setting})
        if all(demand(values) for demand in demands):
            fitting.append(setting)
    if puzzle.best is None:
        return len(settings), len(fitting), fitting
    scores = [evaluator.values({**part.setting, **setting})[puzzle.best] for setting in fitting]
    known = [score for score in scores if score == score]  # noqa: PLR0124 - NaN does not
    best = (min if puzzle.least else max)(known, default=0.0)
    near = [
        setting for setting, score in zip(fitting, scores, strict=True) if near_enough(score, best, puzzle)
    ]
    return len(settings), len(fitting), near


def check(persona: PersonaModel, part: PartModel) -> None:
    settings, satisfying, solving = brute_force(persona, part)
    found = solve(persona, part, puzzle_of(part))
    assert (found.settings, found.satisfying, found.solving) == (settings, satisfying, len(solving))
    assert (found.example in solving) if solving else found.example is None


def test_the_search_finds_what_trying_all_settings_finds(persona: Callable[[str], PersonaModel]) -> None:
    check(CLOUD, CLOUD.parts[1])
    found = persona(MIX)
    (part,) = found.parts
    assert brute_force(found, part)[1] > 10
    check(found, part)
    for puzzle in (
        replace(puzzle_of(part), least=True),
        replace(puzzle_of(part), best=None),
        replace(puzzle_of(part), best="least"),
        replace(puzzle_of(part), demands=()),
    ):
        check(found, replace(part, puzzle=puzzle))
    check(found, replace(part, workbench=("b",), setting={"a": 5}))


def test_nothing_satisfies_it(persona: Callable[[str], PersonaModel]) -> None:
    found = persona(MIX.replace("ab < 3", "ab < 0"))
    solutions = solve(found, found.parts[0], puzzle_of(found.parts[0]))
    assert (solutions.satisfying, solutions.solving, solutions.best, solutions.example) == (0, 0, None, None)
    assert not solutions.trivial


def test_everything_does(persona: Callable[[str], PersonaModel]) -> None:
    fields = MIX.replace('"ab < 3", "least > 2 + c", "a != 4"', '"a > 0"').replace(
        "    best: {of: ab, within: 40%}\n", ""
    )
    found = persona(fields)
    assert solve(found, found.parts[0], puzzle_of(found.parts[0])).trivial


def test_too_many_settings_are_refused_before_they_are_tried(persona: Callable[[str], PersonaModel]) -> None:
    many = MIX.replace("max: 9, step: 1", "max: 1000, step: 1").replace(
        "max: 6, step: 1", "max: 999, step: 1"
    )
    found = persona(many)
    with pytest.raises(TooManySettingsError, match="has 2,000,000 settings, and 1,000,000 are tried"):
        solve(found, found.parts[0], puzzle_of(found.parts[0]))
    # Few settings, each of which takes a long search.
    found = persona(
        many.replace("toggle: false", "value: 1").replace("workbench: [a, c, b]", "workbench: [a, b]")
    )
    with pytest.raises(TooManySettingsError, match=r"takes [0-9,]+ steps"):
        solve(found, found.parts[0], puzzle_of(found.parts[0]))


def test_near_enough() -> None:
    puzzle = PuzzleModel(1, (), best="a", within=0.1)
    assert near_enough(9.0, 10.0, puzzle)
    assert not near_enough(8.9, 10.0, puzzle)
    assert near_enough(-11.0, -10.0, puzzle)
    least = replace(puzzle, least=True)
    assert near_enough(11.0, 10.0, least)
    assert not near_enough(11.1, 10.0, least)

"""Whether a puzzle can be solved: all settings of its workbench are tried, and those that satisfy it counted.

Each quantity is computed in the outermost loop in which all it depends on is set, and each demand is looked
at as soon as it can be, so that trying everything costs little. What would cost too much is refused before
it begins, by counting, not by a clock.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from math import prod
from typing import Final

from qbank.algebra.floating import equal
from qbank.labs.compute import Demand, Evaluator, Step, closure, cost
from qbank.labs.expressions import uses_of
from qbank.labs.quantity import PartModel, PersonaModel, PuzzleModel, Setting

MOST_SETTINGS: Final = 1_000_000
"""Settings that are tried."""

MOST_WORK: Final = 4_000_000
"""Quantities that are computed and demands that are looked at while trying them."""


class TooManySettingsError(ValueError):
    """A puzzle whose settings are too many to be tried; the message says how many there are."""


@dataclass(frozen=True, slots=True)
class Solutions:
    """What trying all settings of a puzzle gave.

    Attributes:
        settings: how many there are.
        satisfying: how many satisfy the demands.
        solving: how many of these come near enough to the best value, all if there is no best to be found.
        best: the best value, in base units; None if there is none.
        example: the setting with the best value, or the first that satisfies the demands.
    """

    settings: int
    satisfying: int
    solving: int
    best: float | None
    example: Setting | None

    @property
    def trivial(self) -> bool:
        """Whether every setting solves it, so that there is nothing to find."""
        return self.solving == self.settings


def solve(persona: PersonaModel, part: PartModel, puzzle: PuzzleModel) -> Solutions:
    """Try all settings of the workbench of a part; every other control stays where the part puts it.

    Raises:
        TooManySettingsError: there are too many.
    """
    search = _Search(persona, part, puzzle)
    search.run()
    return search.solutions()


def near_enough(value: float, best: float, puzzle: PuzzleModel) -> bool:
    """Whether a value is as near to the best as a puzzle demands."""
    share = puzzle.within * abs(best)
    bound = best + share if puzzle.least else best - share
    return equal(value, bound) or (value < bound if puzzle.least else value > bound)


@dataclass(slots=True)
class _Loop:
    """What is done for each choice of one control, before the loops within: compute, then look."""

    name: str = ""
    choices: tuple[float, ...] = ()
    steps: list[tuple[str, Step]] = field(default_factory=list)
    demands: list[Demand] = field(default_factory=list)
    work: int = 0


class _Search:
    def __init__(self, persona: PersonaModel, part: PartModel, puzzle: PuzzleModel) -> None:
        self._evaluator = Evaluator(persona.quantities)
        self._puzzle = puzzle
        self._values = self._evaluator.values(part.setting)
        controls = persona.controls
        # Loops within run most often, so that the longest is innermost.
        moved = sorted(dict.fromkeys(part.workbench), key=lambda name: len(controls[name].choices))
        self._loops = [_Loop()] + [
            _Loop(name, tuple(one.value for one in controls[name].choices)) for name in moved
        ]
        self._spread()
        self._refuse_too_many()
        self._chosen: dict[str, int] = {}
        self._satisfying = 0
        self._found: list[float] = []
        self._best_value = math.nan
        self._example: dict[str, int] | None = None

    def _spread(self) -> None:
        """Put every quantity and every demand into the outermost loop that it can be in."""
        quantities = self._evaluator.quantities
        level = {loop.name: number for number, loop in enumerate(self._loops) if loop.name}
        wanted = [name for demand in self._puzzle.demands for name in uses_of(demand.that)]
        wanted += [self._puzzle.best] if self._puzzle.best is not None else []
        needed = closure(quantities, wanted)
        for name, one in quantities.items():
            if name not in needed or name in level:
                continue
            level[name] = max((level.get(used, 0) for used in one.uses), default=0)
            if level[name]:
                loop = self._loops[level[name]]
                loop.steps.append((name, self._evaluator.step(name)))
                loop.work += cost(quantities, name)
        for demand in self._puzzle.demands:
            inner = max((level.get(name, 0) for name in uses_of(demand.that)), default=0)
            self._loops[inner].demands.append(self._evaluator.condition(demand.that))
            self._loops[inner].work += 1

    def _refuse_too_many(self) -> None:
        self._settings = prod(len(loop.choices) for loop in self._loops[1:])
        if self._settings > MOST_SETTINGS:
            raise TooManySettingsError(
                f"has {self._settings:,} settings, and {MOST_SETTINGS:,} are tried; "
                "give its controls fewer positions"
            )
        times = work = 1
        for loop in self._loops[1:]:
            times *= len(loop.choices)
            work += times * (1 + loop.work)
        if work > MOST_WORK:
            raise TooManySettingsError(
                f"takes {work:,} steps to try all {self._settings:,} settings, and {MOST_WORK:,} are made; "
                "give its controls fewer positions"
            )

    def run(self) -> None:
        if all(demand(self._values) for demand in self._loops[0].demands):
            self._run(1)

    def _run(self, depth: int) -> None:
        if depth == len(self._loops):
            self._note()
            return
        loop, values = self._loops[depth], self._values
        for number, choice in enumerate(loop.choices):
            values[loop.name] = choice
            for name, step in loop.steps:
                values[name] = step(values)
            if all(demand(values) for demand in loop.demands):
                self._chosen[loop.name] = number
                self._run(depth + 1)

    def _note(self) -> None:
        self._satisfying += 1
        if self._puzzle.best is None:
            if self._example is None:
                self._example = dict(self._chosen)
            return
        value = self._values[self._puzzle.best]
        if math.isnan(value):
            return
        self._found.append(value)
        better = value < self._best_value if self._puzzle.least else value > self._best_value
        if self._example is None or better:
            self._best_value, self._example = value, dict(self._chosen)

    def solutions(self) -> Solutions:
        if self._puzzle.best is None:
            return Solutions(self._settings, self._satisfying, self._satisfying, None, self._example)
        solving = sum(near_enough(value, self._best_value, self._puzzle) for value in self._found)
        best = self._best_value if self._found else None
        return Solutions(self._settings, self._satisfying, solving, best, self._example)

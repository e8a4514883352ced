"""Computing all quantities of a persona at a setting, as the page does, in floating point."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from qbank.algebra.evaluate import compiled, compiled_condition
from qbank.algebra.floating import FLOATING, NAN
from qbank.algebra.tree import Condition, Node
from qbank.labs.quantity import Choice, Quantity, Search, Setting, Source

Values: TypeAlias = dict[str, float]
"""The values of quantities in base units, by name; NaN where one has no value."""
Step: TypeAlias = Callable[[Values], float]
Demand: TypeAlias = Callable[[Values], bool]


class Evaluator:
    """Computes the quantities of one persona.

    A setting gives for controls the number of their choice, from 0; the others stand at their default.
    """

    def __init__(self, quantities: Mapping[str, Quantity]) -> None:
        self.quantities: Final = quantities
        self._steps: dict[str, Step] = {}
        for name, one in quantities.items():
            self._steps[name] = self._step(one)

    def values(self, setting: Setting | None = None) -> Values:
        """Return the values of all quantities at a setting, by name and in base units; NaN for no value.

        Raises:
            KeyError: the setting names what is no control.
            IndexError: a control has no such choice.
        """
        values = dict.fromkeys(self.quantities, NAN)
        for name, number in (setting or {}).items():
            if not 0 <= number < len(self._choices(name)):
                raise IndexError(f"{name} has no choice {number}")
        for name, one in self.quantities.items():
            if one.control is None:
                values[name] = self._steps[name](values)
            else:
                values[name] = one.control.choices[(setting or {}).get(name, one.control.default)].value
        return values

    def expression(self, node: Node) -> Step:
        """Return a function of the values of all quantities."""
        return compiled(node, FLOATING)

    def condition(self, condition: Condition) -> Demand:
        """Return a function of the values of all quantities that tells whether a condition holds."""
        return compiled_condition(condition, FLOATING)

    def step(self, name: str) -> Step:
        """Return what computes a quantity that is no control from the values of those before it."""
        return self._steps[name]

    def _choices(self, name: str) -> tuple[Choice, ...]:
        control = self.quantities[name].control
        if control is None:
            raise KeyError(name)
        return control.choices

    def _step(self, one: Quantity) -> Step:
        if one.source is Source.COMPUTED and one.tree is not None:
            tree = compiled(one.tree, FLOATING)
            computed: Step = lambda values: _finite(tree(values))  # noqa: E731
            if one.guards:
                guards = compiled_condition(one.guards, FLOATING)
                computed = lambda values: _finite(tree(values)) if guards(values) else NAN  # noqa: E731
            return self._possible(one, computed) if one.possible else computed
        if one.source is Source.LOOKUP:
            chooser, table = one.uses[0], one.values
            # The value of a choice between entries is its number.
            return lambda values: table[int(values[chooser])]
        if one.source is Source.SEARCH and one.search is not None:
            return self._search(one, one.search)
        constant = NAN if one.value is None else one.value
        return lambda _: constant

    def _possible(self, one: Quantity, computed: Step) -> Step:
        conditions = [compiled_condition(demand.that, FLOATING) for demand in one.possible]

        def value(values: Values) -> float:
            values[one.name] = found = computed(values)  # the conditions may be about it
            return found if all(condition(values) for condition in conditions) else NAN

        return value

    def _search(self, one: Quantity, search: Search) -> Step:
        holds = compiled_condition(search.when, FLOATING)
        between = {name: self._steps[name] for name in depending(self.quantities, search.over, one.uses)}
        choices = [choice.value for choice in self._choices(search.over)]

        def least(values: Values) -> float:
            tried = dict(values)
            for choice in choices:
                tried[search.over] = choice
                for name, step in between.items():
                    tried[name] = step(tried)
                if holds(tried):
                    return choice
            return NAN

        return least


def closure(quantities: Mapping[str, Quantity], names: Iterable[str]) -> set[str]:
    """Return those names that are quantities, and all that they are computed from."""
    needed: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in needed and name in quantities:
            needed.add(name)
            waiting += quantities[name].uses
    return needed


def depending(quantities: Mapping[str, Quantity], on: str, among: tuple[str, ...]) -> list[str]:
    """Return what has to be computed again when a control moves so that `among` are right, in order."""
    needed = closure(quantities, among)
    moved = {on}
    found = []
    for name, one in quantities.items():
        if name != on and name in needed and not moved.isdisjoint(one.uses):
            moved.add(name)
            found.append(name)
    return found


def effort(quantities: Mapping[str, Quantity], names: Iterable[str]) -> int:
    """Return how many quantities have to be computed, searches counted through, so that `names` are known."""
    return sum(cost(quantities, name) for name in closure(quantities, names))


def cost(quantities: Mapping[str, Quantity], name: str) -> int:
    """Return how many quantities have to be computed for one: more than 1 for a search."""
    one = quantities[name]
    over = None if one.search is None else quantities[one.search.over].control
    if over is None or one.search is None:
        return 1
    return len(over.choices) * (1 + len(depending(quantities, one.search.over, one.uses)))


def _finite(value: float) -> float:
    return value if math.isfinite(value) else NAN

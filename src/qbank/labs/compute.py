"""Computing all quantities of a persona at a setting, as the page does, in floating point."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from qbank.algebra.floating import Compiled, Holds, Values, compiled, compiled_condition
from qbank.algebra.tree import Condition, Node
from qbank.labs.quantity import Choice, PersonaModel, Quantity, Search, Setting, Source

NAN: Final = math.nan
_Step = Callable[[Values], float]


class Evaluator:
    """Computes the quantities of one persona.

    `places` says where the value of each quantity stands in the lists that are computed, in their order.
    """

    def __init__(self, quantities: Mapping[str, Quantity]) -> None:
        self.quantities: Final = quantities
        self.places: Final = {name: place for place, name in enumerate(quantities)}
        self._steps: dict[str, _Step] = {}
        for name, one in quantities.items():
            self._steps[name] = self._step(one)

    def values(self, setting: Setting | None = None) -> Values:
        """Return the values of all quantities at a setting, in base units; NaN where one has no value.

        Raises:
            KeyError: the setting names what is no control.
            IndexError: a control has no such choice.
        """
        found = [NAN] * len(self.places)
        chosen = self.chosen(setting or {})
        for name, place in self.places.items():
            control = self.quantities[name].control
            found[place] = (
                control.choices[chosen[name]].value if control is not None else self._steps[name](found)
            )
        return found

    def chosen(self, setting: Setting) -> dict[str, int]:
        """Return the number of the choice of every control at a setting."""
        chosen = {
            name: one.control.default for name, one in self.quantities.items() if one.control is not None
        }
        for name, number in setting.items():
            if not 0 <= number < len(self._choices(name)):
                raise IndexError(f"{name} has no choice {number}")
            chosen[name] = number
        return chosen

    def by_name(self, setting: Setting | None = None) -> dict[str, float]:
        """Return the values of all quantities at a setting by their names."""
        return dict(zip(self.places, self.values(setting), strict=True))

    def expression(self, node: Node) -> Compiled:
        """Return a function of the values of all quantities."""
        return compiled(node, self.places)

    def condition(self, condition: Condition) -> Holds:
        """Return a function of the values of all quantities that tells whether a condition holds."""
        return compiled_condition(condition, self.places)

    def step(self, name: str) -> _Step:
        """Return what computes a quantity that is no control from the values of those before it."""
        return self._steps[name]

    def _choices(self, name: str) -> tuple[Choice, ...]:
        control = self.quantities[name].control
        if control is None:
            raise KeyError(name)
        return control.choices

    def _step(self, one: Quantity) -> _Step:
        if one.source is Source.COMPUTED and one.tree is not None:
            tree = compiled(one.tree, self.places)
            if not one.guards:
                return lambda values: _finite(tree(values))
            guards = compiled_condition(one.guards, self.places)
            return lambda values: _finite(tree(values)) if guards(values) else NAN
        if one.source is Source.LOOKUP:
            place, table = self.places[one.uses[0]], one.values
            # The value of a choice between entries is its number.
            return lambda values: table[int(values[place])]
        if one.source is Source.SEARCH and one.search is not None:
            return self._search(one, one.search)
        constant = NAN if one.value is None else one.value
        return lambda _: constant

    def _search(self, one: Quantity, search: Search) -> _Step:
        over = self.places[search.over]
        holds = compiled_condition(search.when, self.places)
        between = [
            (self.places[name], self._steps[name])
            for name in depending(self.quantities, search.over, one.uses)
        ]
        choices = [choice.value for choice in self._choices(search.over)]

        def least(values: Values) -> float:
            own = list(values)
            for choice in choices:
                own[over] = choice
                for place, step in between:
                    own[place] = step(own)
                if holds(own):
                    return choice
            return NAN

        return least


def closure(quantities: Mapping[str, Quantity], names: Iterable[str]) -> set[str]:
    """Return names, and all that they are computed from."""
    needed: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in needed:
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


def compute(persona: PersonaModel, setting: Setting | None = None) -> dict[str, float]:
    """Return all quantities of a persona at a setting, by name and in base units; NaN for no value.

    `setting` gives for controls the number of their choice, from 0; the others stand at their default. Who
    computes at many settings makes one `Evaluator`.

    Raises:
        KeyError: the setting names what is no control.
        IndexError: a control has no such choice.
    """
    return Evaluator(persona.quantities).by_name(setting)


def _finite(value: float) -> float:
    return value if math.isfinite(value) else NAN

"""The quantities of a lab as JavaScript, from the sympy expressions of the library.

Every function takes one object with the values of quantities in base units, and is made of arithmetic, of
`Math` and of the helpers of `templates/render/html/lab-model.js`, whose names begin with `$` as no quantity's
does. What `qbank.labs.compute` comes to, it comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from qbank.algebra.javascript import condition_for_page, javascript_for_page
from qbank.algebra.tree import Condition, Node, UnwritableError, variables
from qbank.labs.expressions import uses_of
from qbank.labs.quantity import LabModel, Quantity, Source
from qbank.problems import Path

POSSIBLE: Final = "$possible"


def functions(lab: LabModel) -> dict[str, str]:
    """Return a function for every computed quantity, and the condition of every search, by name.

    One that may be impossible has another with `POSSIBLE` behind its name, which returns for each of its
    demands whether it holds.

    Raises:
        UnwritableError: one holds numbers that cannot be written out.
    """
    written: dict[str, str] = {}
    for persona in lab.personas.values():
        for name, one in persona.quantities.items():
            if name not in written and (code := _function(one)) is not None:
                written[name] = code
                if one.possible:
                    written[name + POSSIBLE] = _possible(one)
    return written


def expression(node: Node) -> str:
    """Return a function for an expression such as the limit of an instrument; raises as `functions` does."""
    return f"({_destructured(dict.fromkeys(variables(node)))}) => {javascript_for_page(node)}"


def condition(found: Condition) -> str:
    """Return a function that tells whether a condition holds; raises as `functions` does."""
    return f"({_destructured(dict.fromkeys(uses_of(found)))}) => {condition_for_page(found)}"


def unwritable(lab: LabModel) -> Iterator[tuple[Path, str]]:
    """Yield what of a lab cannot be written as JavaScript: where it stands in the file, and why."""
    # What computes a quantity, and what is in a part, is the same on all tracks.
    writers: dict[tuple[Path, str], Callable[[], object]] = {}
    for persona in lab.personas.values():
        for name, quantity in persona.quantities.items():
            writers.setdefault((("quantities", name), ""), partial(_function, quantity))
            writers.setdefault((("quantities", name), POSSIBLE), partial(_possible, quantity))
        for part in persona.parts:
            for number, instrument in enumerate(part.instruments):
                path: Path = ("parts", part.index, "instruments", number)
                for name in ("least", "most", "limit"):
                    if (node := getattr(instrument, name)) is not None:
                        writers.setdefault((path, name), partial(expression, node))
                for name in ("fails", "shared"):
                    if (found := getattr(instrument, name)) is not None:
                        writers.setdefault((path, name), partial(condition, found))
            for number, demand in enumerate(part.puzzle.demands if part.puzzle else ()):
                path = ("parts", part.index, "constraints", "require", number)
                writers.setdefault((path, ""), partial(condition, demand.that))
    for (path, _), write in writers.items():
        try:
            write()
        except UnwritableError as error:
            yield path, f"cannot be written as code: {error}"


def _function(one: Quantity) -> str | None:
    if one.source is Source.SEARCH and one.search is not None:
        return condition(one.search.when)
    if one.source is not Source.COMPUTED or one.tree is None:
        return None
    names = dict.fromkeys((*variables(one.tree), *uses_of(one.guards)))
    body = javascript_for_page(one.tree)
    if one.guards:
        body = f"{condition_for_page(one.guards)} ? {body} : NaN"
    return f"({_destructured(names)}) => {body}"


def _possible(one: Quantity) -> str:
    names = dict.fromkeys(use for demand in one.possible for use in uses_of(demand.that))
    tests = ", ".join(condition_for_page(demand.that) for demand in one.possible)
    return f"({_destructured(names)}) => [{tests}]"


def _destructured(names: Mapping[str, None]) -> str:
    return f"{{{', '.join(names)}}}"

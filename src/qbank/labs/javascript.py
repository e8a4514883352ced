"""The quantities of a lab as JavaScript, from the sympy expressions of the library.

Every function takes one object with the values of quantities in base units, and is made of arithmetic, of
`Math` and of the helpers of `templates/render/html/lab-model.js`, whose names begin with `$` as no quantity's
does. What `qbank.labs.compute` comes to, it comes to.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from qbank.algebra.javascript import condition_for_page, javascript_for_page
from qbank.algebra.tree import Condition, Node, variables
from qbank.labs.expressions import uses_of
from qbank.labs.quantity import LabModel, Quantity, Source

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
            if name not in written:
                written |= functions_of(one)
    return written


def functions_of(one: Quantity) -> dict[str, str]:
    """Return the functions of a quantity by name, none if it is not computed; raises as `functions` does."""
    if one.source is Source.SEARCH and one.search is not None:
        return {one.name: condition(one.search.when)}
    if one.source is not Source.COMPUTED or one.tree is None:
        return {}
    body = javascript_for_page(one.tree)
    if one.guards:
        body = f"{condition_for_page(one.guards)} ? {body} : NaN"
    written = {one.name: _function((*variables(one.tree), *uses_of(one.guards)), body)}
    if one.possible:
        uses = (use for demand in one.possible for use in uses_of(demand.that))
        tests = ", ".join(condition_for_page(demand.that) for demand in one.possible)
        written[one.name + POSSIBLE] = _function(uses, f"[{tests}]")
    return written


@lru_cache(maxsize=1024)
def expression(node: Node) -> str:
    """Return a function for an expression such as the limit of an instrument; raises as `functions` does."""
    return _function(variables(node), javascript_for_page(node))


@lru_cache(maxsize=1024)
def condition(found: Condition) -> str:
    """Return a function that tells whether a condition holds; raises as `functions` does."""
    return _function(uses_of(found), condition_for_page(found))


def _function(names: Iterable[str], body: str) -> str:
    return f"({{{', '.join(dict.fromkeys(names))}}}) => {body}"

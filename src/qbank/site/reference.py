"""The catalog and the formulas as data of a site, with the code that pages compute with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from qbank.algebra.tree import (
    Condition,
    Name,
    Node,
    Number,
    UnwritableError,
    map_condition,
    map_leaves,
    spell_condition,
)
from qbank.catalog import Catalog, Entry, load
from qbank.catalog.entry import Value
from qbank.formulas.formula import Formula, FormulaError
from qbank.formulas.library import Library
from qbank.formulas.of_bank import usable_library
from qbank.labs import javascript
from qbank.picking import pick
from qbank.render.text.mathml import to_mathml
from qbank.render.text.spellings import spellings
from qbank.report.formula.json import formula_data, number
from qbank.report.hardware.json import source_data, value_data
from qbank.site.shards import FUNCTION, encoded

HELPERS: Final = ("$equal", "$less", "$atMost", "$floor", "$ceiling", "$sum", "$factorial")
"""What generated code calls, from `render/html/lab-model.js`."""

_ASKED: Final = ("FLOP", "GFLOP", "B", "GB", "FLOP/B")
"""Units that operations of a roofline are entered in."""


def hardware(root: Path | None) -> dict[str, Any]:
    """Return the catalog of a bank, with the sources that its values name.

    Raises:
        DataError: the bank's own additions are wrong.
    """
    return _hardware(load(root))


@cache
def _hardware(catalog: Catalog) -> dict[str, Any]:
    entries = [_entry(entry) for entry in catalog]
    used = dict.fromkeys(key for entry in catalog for key in entry.sources if key in catalog.sources)
    return {
        "entries": entries,
        "sources": {key: source_data(catalog.sources[key]) for key in used},
        "units": {unit: spellings(unit) for unit in _ASKED},
    }


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        **pick(entry, "id", "name", "track", "kind", "family", "release", "note", "has", "lacks"),
        "aliases": list(dict.fromkeys((*entry.aliases, *entry.default_for))),
        "values": {name: _value(value) for name, value in entry.values.items()},
        "omitted": dict(entry.omitted),
    }


def _value(value: Value) -> dict[str, Any]:
    data = value_data(value)
    base = data.pop("base")
    peak = value.peak
    return {
        "text": value.text,
        "base": None if base is None else base["value"],
        "unit": "" if base is None else base["unit"],
        "peak": None if peak is None else str(peak),
        **{
            name: data[name]
            for name in ("condition", "source", "confidence", "derived", "note", "conflict")
            if data[name]
        },
    }


def formulas(root: Path | None) -> bytes:
    """Return the file of the formulas: what they say as data, and their functions as code.

    The code is printed from checked expression trees; no text of a file gets into it.
    """
    return _formulas(usable_library(root))


@cache
def _formulas(library: Library) -> bytes:
    said: list[dict[str, Any]] = []
    functions: list[str] = []
    for formula in library:
        said.append(_formula(formula))
        functions += _functions(formula)
    head = f'{FUNCTION}("formulas",'.encode() + encoded(said)
    code = f",({{{', '.join(HELPERS)}}}) => ({{\n{''.join(functions)}}}));\n"
    return head + code.encode()


def _formula(formula: Formula) -> dict[str, Any]:
    data = formula_data(formula)
    try:
        law = to_mathml(formula.latex, block=True) or ""
    except FormulaError:
        law = ""
    data.pop("javascript", None)
    for name, said in (*data["variables"].items(), (formula.symbol, data["result"])):
        shown, mark = formula.symbols[name], formula.unit_of(name)
        said |= {
            "mark": mark,
            "spellings": spellings(mark),
            "shown": shown.text,
            "mathml": to_mathml(shown.latex) or "",
        }
    data["holds_when"] = [_shown(formula, condition) for condition in formula.conditions]
    data["example"] = _example(formula)
    return {**data, "mathml": law, "equation": formula.equation}


def _shown(formula: Formula, condition: Condition) -> str:
    """Write a condition with the symbols that the formula shows."""

    def shown(leaf: Number | Name) -> Node:
        known = formula.symbols.get(leaf.text) if isinstance(leaf, Name) else None
        return leaf if known is None else Name(known.text)

    return spell_condition(map_condition(condition, lambda side: map_leaves(side, shown)))


def _example(formula: Formula) -> dict[str, Any]:
    """Return the inputs of the first example in the units of the variables, to begin with."""
    for example in formula.examples:
        try:
            return {name: number(value) for name, value in formula.read(example.given).items()}
        except FormulaError:
            continue
    return {}


def _functions(formula: Formula) -> Iterator[str]:
    try:
        code = javascript.expression(formula.tree)
        conditions = ", ".join(map(javascript.condition, formula.conditions))
    except UnwritableError:
        return
    yield f"{json.dumps(formula.id)}: {{ compute: {code}, conditions: [{conditions}] }},\n"

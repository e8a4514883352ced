"""What trying many variants gave, to read and as data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from qbank.picking import pick
from qbank.problems import format_path
from qbank.quoting import printable
from qbank.report.terminal import sanitize
from qbank.sets.variants.stress import Stress
from qbank.units.format import counted


def stress_text(results: Sequence[Stress]) -> Iterator[str]:
    """Yield lines about each question that has parameters, then a summary."""
    for result in results:
        if result.tried or result.faults:
            yield from (f"{sanitize(line)}\n" for line in _lines(result))
    yield f"{_summary(results)}\n"


def stress_json(results: Sequence[Stress]) -> Iterator[str]:
    """Yield the same as JSON."""
    tried = [result for result in results if result.tried or result.faults]
    data = {
        "version": 1,
        "questions": [_data(result) for result in tried],
        "summary": {
            "questions": len(results),
            "with_parameters": len(tried),
            "variants": sum(result.tried for result in results),
            "failing": sum(result.failing for result in results),
        },
    }
    yield json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _lines(result: Stress) -> Iterator[str]:
    different = f"{result.distinct:,} different of {result.possible:,} possible"
    yield f"{result.id} ({printable(result.path)}): {result.tried:,} variants, {different}"
    width = max(map(len, result.spans), default=0)
    for name, span in result.spans.items():
        yield f"  {name:<{width}}  {span.low} to {span.high}, {counted(span.distinct, 'value')}"
    ok, unchecked = result.claims
    if ok or unchecked:
        yield f"  claims  {ok:,} ok, {unchecked:,} unchecked"
    for fault in result.faults:
        yield f"  seed {fault.seed}: {format_path(fault.path)}: {fault.message}"
    if result.failing:
        yield f"  {counted(result.failing, 'variant')} of {result.tried:,} cannot be used"


def _summary(results: Sequence[Stress]) -> str:
    tried = sum(bool(result.tried or result.faults) for result in results)
    if not tried:
        return f"{counted(len(results), 'question')}, none of them with parameters"
    variants = sum(result.tried for result in results)
    failing = sum(result.failing for result in results)
    outcome = f"{counted(failing, 'variant')} with faults" if failing else "no faults"
    return f"{counted(tried, 'question')} with parameters, {counted(variants, 'variant')}: {outcome}"


def _data(result: Stress) -> dict[str, Any]:
    ok, unchecked = result.claims
    return {
        "id": result.id,
        "path": result.path.as_posix(),
        "variants": result.tried,
        "distinct": result.distinct,
        "possible": result.possible,
        "values": {name: pick(span, "low", "high", "distinct") for name, span in result.spans.items()},
        "claims": {"ok": ok, "unchecked": unchecked},
        "failing": result.failing,
        "faults": [
            {"seed": fault.seed, "field": format_path(fault.path), "message": fault.message}
            for fault in result.faults
        ],
    }

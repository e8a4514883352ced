"""What a regrading would change, as counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean as mean
from typing import Any

from qbank.report.json_document import VERSION, line
from qbank.report.results.numbers import share
from qbank.report.terminal import Style, aligned, sanitize, wrap
from qbank.results.regrade import Correction, Regraded
from qbank.units.format import counted


def regraded_text(regraded: Regraded, style: Style) -> Iterator[str]:
    """Yield the lines of a report."""
    for of, (correction, concerned) in regraded.corrected.items():
        said = f"{of}: {_change(correction, regraded.described[of])}; {counted(concerned, 'student')} had it."
        yield from (f"{line}\n" for line in wrap(sanitize(said), style.width, "", "  "))
    yield "\n"
    students = len(regraded.after)
    before, after = (mean([total.share for total in totals]) for totals in (regraded.before, regraded.after))
    yield (
        f"{counted(students, 'student')}: {regraded.more} would have more, {regraded.less} less; the mean "
        f"goes from {share(before)} to {share(after)} of the points.\n"
    )
    up = sum(count for (old, new), count in regraded.moved.items() if new < old)
    down = sum(count for (old, new), count in regraded.moved.items() if new > old)
    yield f"{up} would move to a higher band, {down} to a lower one.\n\n"
    rows = [(name, str(old), str(new)) for name, old, new in _bands(regraded)]
    yield from (f"{line}\n" for line in aligned([("band", "before", "after"), *rows]))
    arrow = "→" if style.unicode else "->"
    for (place, other), count in regraded.moved.items():
        yield f"  {rows[place][0]} {arrow} {rows[other][0]}: {count}\n"


def regraded_json(regraded: Regraded) -> Iterator[str]:
    """Yield the text of the JSON document."""
    bands = _bands(regraded)
    data: dict[str, Any] = {
        "version": VERSION,
        "students": len(regraded.after),
        "corrected": [
            {
                "id": of,
                "accepted": list(correction.accepted),
                "replaces_key": correction.replaces,
                "left_out": correction.left_out,
                "students": concerned,
            }
            for of, (correction, concerned) in regraded.corrected.items()
        ],
        "more": regraded.more,
        "less": regraded.less,
        "mean_before": mean([total.share for total in regraded.before]),
        "mean_after": mean([total.share for total in regraded.after]),
        "bands": [{"name": name, "before": old, "after": new} for name, old, new in bands],
        "moved": [
            {"from": bands[old][0], "to": bands[new][0], "count": count}
            for (old, new), count in regraded.moved.items()
        ],
    }
    return line(data)


def _change(correction: Correction, accepted: Sequence[str]) -> str:
    if correction.left_out:
        return "left out"
    how = "in place of the key" if correction.replaces else "too"
    return f"{' or '.join(accepted)} is right {how}"


def _bands(regraded: Regraded) -> list[tuple[str, int, int]]:
    """Return the bands with how many students are in each before and after."""
    names = [*(f"{100 * least:g} % and more" for least in regraded.bands), "below"]
    before, after = regraded.in_band(regraded.before), regraded.in_band(regraded.after)
    return list(zip(names, before, after, strict=True))

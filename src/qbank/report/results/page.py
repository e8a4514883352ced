"""An analysed exam as one web page: what to do, plots and tables; it has no scripts and loads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import dist
from typing import Any

from qbank import pages
from qbank.report.results.json import remarks_of
from qbank.report.results.numbers import interval_text, percent, share, signed
from qbank.report.results.text import HEADINGS, alike_text, summary_of, title_of
from qbank.report.terminal import sanitize
from qbank.results.advice import Advice, Gravity, differs
from qbank.results.analysis import Analysis, ItemAnalysis
from qbank.results.options import on_papers
from qbank.results.statistics.differences import p_text
from qbank.results.statistics.paper import BINS
from qbank.units.format import counted

_WIDTH, _HEIGHT, _MARGIN = 460, 300, 44
_DOT = 17
"""How far dots are apart that do not touch."""
_AROUND = [(x, y) for x in range(-4 * _DOT, 4 * _DOT + 1, 4) for y in range(-4 * _DOT, 4 * _DOT + 1, 4)]


def results_page(analysis: Analysis, advice: Sequence[Advice]) -> str:
    """Return the text of the page."""
    exam = analysis.exam
    flagged = {one.question for one in advice if one.gravity is not Gravity.KNOW}
    return pages.markup(
        "report/results.html.j2",
        printed=_harmless,
        title=title_of(exam),
        summary=summary_of(analysis),
        advice=[
            (gravity.value, heading, [one for one in advice if one.gravity is gravity])
            for gravity, (heading, _) in HEADINGS.items()
            if any(one.gravity is gravity for one in advice)
        ],
        analysis=analysis,
        flagged=flagged,
        scatter=_scatter(analysis, flagged),
        histogram=_histogram(analysis),
        width=_WIDTH,
        height=_HEIGHT,
        margin=_MARGIN,
        share=share,
        signed=signed,
        percent=percent,
        interval=interval_text,
        p_text=p_text,
        differs=differs,
        alike=alike_text,
        on_papers=on_papers,
        unmatched=exam.unmatched,
        remarks=remarks_of(analysis),
    )


def _harmless(value: Any) -> Any:
    return sanitize(value) if type(value) is str else value


def _scatter(analysis: Analysis, flagged: set[str]) -> list[dict[str, Any]]:
    """Return a dot for each question: easy ones to the right, at the top those that discriminate.

    Dots that would lie on each other are moved apart.
    """
    dots: list[dict[str, Any]] = []
    for number, item in enumerate(analysis.items, 1):
        p, r = item.statistics.difficulty, item.statistics.item_rest
        if p is None or r is None:
            continue
        place = (_MARGIN + p * (_WIDTH - 2 * _MARGIN), height_of(r))
        near = sorted(((place[0] + x, place[1] + y) for x, y in _AROUND), key=partial(dist, place))
        others = [(dot["x"], dot["y"]) for dot in dots]
        x, y = next((one for one in near if all(dist(one, other) > _DOT for other in others)), place)
        dots.append(
            {
                "number": number,
                "x": round(x, 1),
                "y": round(y, 1),
                "flagged": item.item.id in flagged,
                "label": _label(number, item),
            }
        )
    return dots


def height_of(r: float) -> float:
    """Return where a correlation lies on the plot, from -0.5 at the bottom to 1 at the top."""
    return _HEIGHT - _MARGIN - (max(-0.5, min(1.0, r)) + 0.5) / 1.5 * (_HEIGHT - 2 * _MARGIN)


def _label(number: int, item: ItemAnalysis) -> str:
    statistics = item.statistics
    values = f"difficulty {share(statistics.difficulty)}, r {signed(statistics.item_rest)}"
    return f"{number}. {item.item.id}: {values}"


def _histogram(analysis: Analysis) -> list[dict[str, Any]]:
    counts = analysis.distribution.histogram
    most = max(counts) or 1
    room = (_WIDTH - 2 * _MARGIN) / BINS
    tall = _HEIGHT - 2 * _MARGIN
    return [
        {
            "x": round(_MARGIN + tenth * room + 1, 1),
            "y": round(_HEIGHT - _MARGIN - tall * count / most, 1),
            "width": round(room - 2, 1),
            "height": round(tall * count / most, 1),
            "count": count,
            "label": f"{10 * tenth} to {10 * tenth + 10} %: {counted(count, 'student')}",
        }
        for tenth, count in enumerate(counts)
    ]

"""Questions that are nearly the same, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qbank.report.json_document import document
from qbank.report.terminal import Style, cells, sanitize
from qbank.survey.likeness import Pair
from qbank.units.format import counted


def duplicates_text(
    pairs: Sequence[Pair], reasons: Mapping[frozenset[str], str], style: Style
) -> Iterator[str]:
    """Yield two lines a pair, and a third for why an acknowledged one is wanted."""
    width = max(
        (cells(sanitize(question.id)) for pair in pairs for question in (pair.first, pair.second)), default=0
    )
    for pair in pairs:
        lead = f"{_percent(pair.likeness):>5}  "
        room = max(style.width - len(lead) - width - 2, 20)
        for number, question in enumerate((pair.first, pair.second)):
            id_ = sanitize(question.id)
            padded = style.paint(id_, "bold") + " " * (width - cells(id_))
            margin = style.paint(lead, "warning") if number == 0 else " " * len(lead)
            yield f"{margin}{padded}  {style.cut(sanitize(question.title), room)}".rstrip() + "\n"
        remarks = [", ".join(f"{part} {_percent(share)}" for part, share in pair.parts.items())]
        if pair.ids in reasons:
            remarks.append(f"acknowledged: {sanitize(reasons[pair.ids])}")
        for remark in remarks:
            yield f"{' ' * len(lead)}{style.paint(style.cut(remark, style.width - len(lead)), 'dim')}\n"


def duplicates_json(
    pairs: Sequence[Pair],
    reasons: Mapping[frozenset[str], str],
    questions: int,
    paths: Mapping[str, str],
) -> Iterator[str]:
    """Yield the text of the JSON document, one pair a line; `paths` are those to show."""
    known = sum(pair.ids in reasons for pair in pairs)
    summary = {"questions": questions, "pairs": len(pairs), "acknowledged": known}
    return document("pairs", (_pair_data(pair, reasons, paths) for pair in pairs), summary)


def _pair_data(pair: Pair, reasons: Mapping[frozenset[str], str], paths: Mapping[str, str]) -> dict[str, Any]:
    both = (pair.first, pair.second)
    return {
        "ids": [question.id for question in both],
        "paths": [paths[question.path] for question in both],
        "titles": [question.title for question in both],
        "likeness": round(pair.likeness, 4),
        "parts": {part: round(share, 4) for part, share in pair.parts.items()},
        "acknowledged": reasons.get(pair.ids),
    }


def summary_line(pairs: int, known: int, questions: int) -> str:
    """Say how many pairs there are."""
    more = f", and {known:,} acknowledged" if known else ""
    return f"{counted(pairs, 'pair')} of {counted(questions, 'question')} nearly the same{more}."


def _percent(share: float) -> str:
    # 100 % is said of equal texts alone.
    return f"{int(100 * share)} %"

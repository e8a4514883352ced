"""An analysed exam as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from qbank.picking import pick
from qbank.report.json_document import document
from qbank.results.advice import Advice
from qbank.results.analysis import Analysis, Comparison, GroupAnalysis, ItemAnalysis, OptionAnalysis


def results_json(analysis: Analysis, advice: Sequence[Advice]) -> Iterator[str]:
    """Yield the text of the JSON document, one question a line."""
    questions = ({"number": number, **_item(item)} for number, item in enumerate(analysis.items, 1))
    return document("questions", questions, _summary(analysis, advice))


def _summary(analysis: Analysis, advice: Sequence[Advice]) -> dict[str, Any]:
    exam = analysis.exam
    return {
        "set": exam.set or None,
        "title": exam.title or None,
        "sources": exam.sources,
        "students": analysis.n,
        "totals": analysis.distribution,
        "reliability": analysis.reliability,
        "versions": _comparison(analysis.forms),
        "groups": {name: list(map(_group, groups)) for name, groups in analysis.groups.items()},
        "minutes": analysis.times,
        "advice": [pick(one, "code", "gravity", "question", "text") for one in advice],
        "unmatched": exam.unmatched,
        "remarks": remarks_of(analysis),
    }


def remarks_of(analysis: Analysis) -> list[str]:
    """Return what is to be said of an exam beside its numbers."""
    remarks = (*analysis.exam.remarks, analysis.reliability_remark, analysis.rasch_remark)
    return [remark for remark in remarks if remark]


def _item(item: ItemAnalysis) -> dict[str, Any]:
    statistics = item.statistics
    return {
        **pick(item.item, "id", "title", "kind", "topic", "level", "bloom"),
        "points": item.item.maximum,
        "states": {state.value: count for state, count in item.states.items()},
        "guess": item.guess,
        **pick(
            statistics,
            "n", "mean", "sd", "difficulty", "difficulty_interval", "corrected_difficulty", "item_rest",
            "item_rest_interval", "item_total", "efficiency", "upper_lower", "upper", "lower",
            "effective_weight", "intended_weight", "alpha_without",
        ),
        "rasch": None if item.rasch is None else item.rasch._asdict(),
        "options": list(map(_option, item.options)),
        "mistakes": [pick(mistake, "text", "count") for mistake in item.mistakes],
        "wrong_answers": [pick(wrong, "answer", "count", "ratio", "slip") for wrong in item.wrong],
        "variants": _comparison(item.variants),
        "versions": _comparison(item.forms),
    }  # fmt: skip


def _option(option: OptionAnalysis) -> dict[str, Any]:
    statistics = pick(
        option.statistics, "count", "share", "interval", "upper", "lower", "rest", "rest_interval"
    )
    return pick(option, "id", "text", "correct", "mistake") | statistics


def _comparison(comparison: Comparison) -> dict[str, Any]:
    return {"groups": list(map(_group, comparison.groups)), "probability": comparison.probability}


def _group(group: GroupAnalysis) -> dict[str, Any]:
    return pick(group, "name", "n", "difficulty", "interval")

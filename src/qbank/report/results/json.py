"""An analysed exam as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from qbank.picking import everything, pick
from qbank.report.json_document import document
from qbank.results.advice import Advice
from qbank.results.analysis import Analysis, ItemAnalysis, OptionAnalysis


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
        "versions": analysis.forms,
        "groups": analysis.groups,
        "minutes": analysis.times,
        "advice": advice,
        "unmatched": exam.unmatched,
        "remarks": remarks_of(analysis),
    }


def remarks_of(analysis: Analysis) -> list[str]:
    """Return what is to be said of an exam beside its numbers."""
    remarks = (*analysis.exam.remarks, analysis.reliability_remark, analysis.rasch_remark)
    return [remark for remark in remarks if remark]


def _item(item: ItemAnalysis) -> dict[str, Any]:
    return {
        **pick(item.item, "id", "title", "kind", "topic", "level", "bloom"),
        "points": item.item.maximum,
        **pick(item, "states", "guess"),
        **everything(item.statistics),
        "rasch": None if item.rasch is None else item.rasch._asdict(),
        "answers_known": item.told,
        "options": list(map(_option, item.options)),
        "mistakes": item.mistakes,
        "wrong_answers": item.wrong,
        "variants": item.variants,
        "versions": item.forms,
    }


def _option(option: OptionAnalysis) -> dict[str, Any]:
    printed = [{"version": form or None, "letter": letter} for form, letter in option.printed.items()]
    return {
        **pick(option, "id", "text", "correct", "mistake"),
        "printed": printed,
        **everything(option.statistics),
    }

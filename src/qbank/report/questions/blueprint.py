"""A paper against its blueprint: tables for people, and data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.picking import pick
from qbank.report.json_document import document
from qbank.report.terminal import Style, aligned, sanitize
from qbank.sets.blueprint import DIMENSIONS, Blueprint, Share
from qbank.units.format import counted

_HEADS = {"topic": "Topic", "bloom": "Bloom level", "level": "Level", "kind": "Kind"}


def blueprints_text(plans: Sequence[Blueprint], style: Style) -> Iterator[str]:
    """Yield papers as tables: each as a whole, by section, topic, Bloom level, level and kind."""
    for place, plan in enumerate(plans):
        yield from ["\n"][:place]
        yield from _text(plan, style)


def _text(plan: Blueprint, style: Style) -> Iterator[str]:
    whole = plan.whole
    yield style.paint(f"{sanitize(plan.identifier)}  {sanitize(plan.title)}", "bold") + "\n"
    facts = [counted(whole.questions, "question"), f"{whole.points:g} points", f"{whole.minutes:g} minutes"]
    if whole.unknown:
        facts.append(f"{counted(whole.unknown, 'question')} without a time")
    yield f"{', '.join(facts)}\n"
    if whole.mean is not None:
        yield f"{_expected(whole)}\n"
    if plan.minutes is not None and whole.minutes > plan.minutes:
        over = whole.minutes - plan.minutes
        yield f"! The questions take {over:g} minutes more than the {plan.minutes} that readers have.\n"
    for shortage in plan.shortages:
        yield f"! {sanitize(shortage)}\n"
    if plan.sections:
        yield from _table("Section", plan.sections, whole, style)
    for name in DIMENSIONS:
        yield from _table(_HEADS[name], plan.by[name], whole, style)


def _expected(whole: Share) -> str:
    """Say what a class can be expected to do with a paper, by what was measured of its questions."""
    some = f"{whole.measured} of {counted(whole.questions, 'question')}"
    told = f"Expected: a mean of {100 * (whole.mean or 0):.0f}% of the points"
    took = "" if whole.expected_minutes is None else f", {whole.expected_minutes:.0f} minutes"
    return f"{told}{took}; {some} measured in exams."


def _table(head: str, shares: Sequence[Share], whole: Share, style: Style) -> Iterator[str]:
    rows = [[head, "questions", "points", "share", "minutes"]]
    rows += [
        [
            style.cut(sanitize(share.name) or "not said", 40),
            str(share.questions),
            f"{share.points:g}",
            f"{100 * share.points / whole.points:.0f}%" if whole.points else "",
            f"{share.minutes:g}",
        ]
        for share in shares
    ]
    title, *body = aligned(rows, numbers=True)
    yield f"\n{style.paint(title, 'dim')}\n"
    yield from (f"{line}\n" for line in body)


def blueprint_json(plans: Sequence[Blueprint]) -> Iterator[str]:
    """Yield the text of the JSON document, one set a line."""
    listed = (
        {
            "id": plan.identifier,
            **pick(plan, "title", "total", "minutes", "whole", "sections", "by", "shortages"),
        }
        for plan in plans
    )
    short = sum(bool(plan.shortages) for plan in plans)
    return document("sets", listed, {"sets": len(plans), "short": short})

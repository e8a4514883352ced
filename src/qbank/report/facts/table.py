"""Ledgers as tables for people: what each fact was taken to be, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from qbank.facts.fact import Fact, Relation
from qbank.facts.placed import Placed, PlacedLedger
from qbank.facts.vocabulary import Modality, Role, Standing, Why
from qbank.report.terminal import Style, column_widths, one_line, pad, sanitize, wrap
from qbank.units.format import counted

_TEXT: Final = 24


def facts_table(ledgers: Sequence[PlacedLedger], style: Style, *, relations: bool = False) -> Iterator[str]:
    """Yield the table: for every question its facts, and with `relations` what is said of two things."""
    for ledger in ledgers:
        rows = [_fact_row(placed, style) for placed in ledger.facts]
        if relations:
            rows += [_relation_row(placed, style) for placed in ledger.relations]
        if not rows:
            continue
        if ledger.path is not None:
            identifier = f" ({sanitize(ledger.id)})" if ledger.id else ""
            yield f"{style.paint(sanitize(ledger.path), 'bold')}{identifier}\n"
        at, text, role, _ = column_widths(rows)
        margin = " " * (2 + at + 2 + text + 2 + role + 2)
        for number, row in enumerate(rows):
            if number == len(ledger.facts) > 0:
                yield "\n"
            start = f"  {row[0]:>{at}}  {pad(row[1], text)}  {pad(row[2], role)}  "
            for place, line in enumerate(wrap(row[3], style.width - len(margin))):
                yield f"{margin if place else start}{style.paint(line, 'dim')}".rstrip() + "\n"
        yield "\n"


def _fact_row(placed: Placed[Fact], style: Style) -> tuple[str, str, str, str]:
    fact = placed.told
    return _place(placed), style.cut(one_line(fact.text), _TEXT), fact.role, one_line(about_fact(fact))


def _relation_row(placed: Placed[Relation], style: Style) -> tuple[str, str, str, str]:
    relation = placed.told
    before, behind = (
        ", ".join(sorted(things)) for things in (relation.things_before, relation.things_behind)
    )
    parts = [f"before: {before}" if before else "", f"behind: {behind}" if behind else ""]
    parts += ["denied"] * relation.negated + ["supposed"] * relation.supposed
    about = "; ".join(filter(None, parts))
    return _place(placed), style.cut(one_line(relation.words), _TEXT), relation.name, one_line(about)


def facts_summary(ledgers: Sequence[PlacedLedger], *, relations: bool = False) -> str:
    """Say in a sentence how much was read."""
    facts = [placed.told for ledger in ledgers for placed in ledger.facts]
    unknown = sum(fact.role is Role.UNKNOWN for fact in facts)
    left = f", of {unknown} not known what" if unknown else ""
    told = sum(len(ledger.relations) for ledger in ledgers)
    more = f" and {counted(told, 'relation')}" if relations else ""
    return f"Read {counted(len(facts), 'fact')}{left}{more}."


def about_fact(fact: Fact) -> str:
    """Say of what a quantity was taken to be, how it is stated, and why that was taken."""
    subject = fact.subject
    named = subject.name if subject.name != fact.role else ""
    parts = [f"of {named}" if named else ""]
    if fact.place and fact.place not in subject.name:
        parts.append(f"in {fact.place}")
    if fact.scope or fact.per:
        parts.append(f"per {fact.per}" if fact.per else {"one": "each", "all": "in total"}[fact.scope])
    if fact.modality is not Modality.GIVEN and str(fact.modality) != fact.role:
        parts.append(fact.modality)
    if fact.standing is not Standing.TOPIC:
        parts.append(fact.standing)
    told = ", ".join(part for part in parts if part)
    why = _why(fact, fact.subject.why if named else Why.NOTHING)
    return " ".join(filter(None, (told, f"({why})" if why else "")))


def _why(fact: Fact, subject_why: Why) -> str:
    """Say why a fact has its role and its subject; which of them, where that is not one reason."""
    reasons = {"role": fact.role_why, "of what": subject_why}
    known = {what: why for what, why in reasons.items() if why is not Why.NOTHING}
    if len(set(known.values())) < 2:
        return next(iter(known.values()), "")
    return ", ".join(f"{what}: {why}" for what, why in known.items())


def _place(placed: Placed[Fact] | Placed[Relation]) -> str:
    return f"{placed.line}:{placed.column}"

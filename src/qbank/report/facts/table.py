"""Ledgers as tables for people: a line a fact, what it was taken to be, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qbank.facts.fact import Fact, Relation
from qbank.facts.placed import Placed, PlacedLedger
from qbank.facts.vocabulary import Modality, Role, Standing, Why
from qbank.report.terminal import Style, one_line, sanitize
from qbank.report.wording import counted

_TEXT = 24
_ROLE = max(map(len, Role))


def facts_table(ledgers: Sequence[PlacedLedger], style: Style) -> Iterator[str]:
    """Yield the table: for every question its facts, then what is said of them."""
    for ledger in ledgers:
        if not ledger.facts and not ledger.relations:
            continue
        if ledger.path is not None:
            identifier = f" ({sanitize(ledger.id)})" if ledger.id else ""
            yield f"{style.paint(sanitize(ledger.path), 'bold')}{identifier}\n"
        places: list[Placed[Fact] | Placed[Relation]] = [*ledger.facts, *ledger.relations]
        width = max(len(_place(placed)) for placed in places)
        for placed in ledger.facts:
            fact = placed.told
            place = _place(placed)
            text = style.cut(one_line(fact.text), _TEXT)
            start = f"  {place:>{width}}  {text:<{_TEXT}}  {fact.role:<{_ROLE}}  "
            about = style.cut(one_line(about_fact(fact)), max(style.width - len(start), 20))
            yield f"{start}{style.paint(about, 'dim')}".rstrip() + "\n"
        for relation in ledger.relations:
            yield _relation(relation, width)
        yield "\n"


def facts_summary(ledgers: Sequence[PlacedLedger]) -> str:
    """Say in a sentence how much was read."""
    facts = [placed.told for ledger in ledgers for placed in ledger.facts]
    unknown = sum(fact.role is Role.UNKNOWN for fact in facts)
    left = f", of {unknown} not known what" if unknown else ""
    return f"Read {counted(len(facts), 'fact')}{left}."


def about_fact(fact: Fact) -> str:
    """Say of what a quantity was taken to be, how it is stated, and why that was taken."""
    subject = fact.subject
    parts = [f"of {subject.name}" if subject.name else ""]
    if fact.place and fact.place not in subject.name:
        parts.append(f"in {fact.place}")
    if fact.scope or fact.per:
        parts.append(f"per {fact.per}" if fact.per else {"one": "each", "all": "in total"}[fact.scope])
    if fact.modality is not Modality.GIVEN:
        parts.append(fact.modality)
    if fact.standing is not Standing.TOPIC:
        parts.append(fact.standing)
    reasons = dict.fromkeys(why for why in (fact.role_why, subject.why) if why is not Why.NOTHING)
    told = ", ".join(part for part in parts if part)
    return f"{told} ({'; '.join(reasons)})" if reasons else told


def _relation(placed: Placed[Relation], width: int) -> str:
    relation = placed.told
    place = _place(placed)
    denied = "not " if relation.negated else ""
    things = " ".join(sorted(relation.things_before)) or "?"
    behind = " ".join(sorted(relation.things_behind)) or "?"
    text = f"  {place:>{width}}  “{one_line(relation.words)}”: {things} {denied}{relation.name} {behind}"
    return f"{text}\n"


def _place(placed: Placed[Fact] | Placed[Relation]) -> str:
    return f"{placed.line}:{placed.column}"

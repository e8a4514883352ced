"""What goes over a link in the time that it is said to take, held against what the link carries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Role
from qbank.rules.core.ledger import Violation
from qbank.rules.physics.shares import is_stated, is_told

_MORE: Final = 1.02
_NEAR: Final = 3
_CARRYING: Final = frozenset(("handled", "drawing", "moved"))
_MOVED: Final = frozenset((Role.DEMAND, Role.TRAFFIC))


def over_link(ledger: Ledger) -> Iterator[Violation]:
    """Yield the rates, computed, observed or told by amount and time, that no link of the question carries.

    What may be compressed, split or kept back on its way is left alone, unless the text says that it is not.
    """
    rates = [fact for fact in ledger.by_kind.get(Kind.BYTE_RATE, ()) if is_stated(fact)]
    links = [fact for fact in rates if fact.subject.sort == "link" and fact.result_of is None]
    unhelped = ledger.says("unhelped")
    if not links or (ledger.says("help") and not unhelped):
        return
    link = max(links, key=lambda one: one.value)
    only = min((one for one in links if _is_only_one(ledger, one)), key=lambda one: one.value, default=link)
    if any(one.value > link.value and _is_made_of(ledger, one, link) for one in rates):
        return  # several of them carry it together
    for fact in rates:
        observed = _is_observed(ledger, fact)
        needed = (
            fact.role is Role.THROUGHPUT
            and fact.result_of is not None
            and (fact.subject.sort == "data" or observed or _is_of_several(ledger, fact))
        )
        seen = is_told(fact) and "measured" in fact.traits and not fact.place and len(links) == 1
        seen = seen or _is_carried(ledger, fact, link)
        most = only if observed and unhelped else link
        if (needed or seen) and fact.value > most.value * _MORE and not _is_shared(ledger, fact, most):
            label = f" ({fact.label})" if fact.label else ""
            message = f"{fact.text}{label} is more than the {most.text} of {most.subject.name}"
            yield Violation(fact, message, ((most, most.text),))
            return
    if unhelped:
        yield from _too_soon(ledger, only)


def _is_shared(ledger: Ledger, fact: Fact, link: Fact) -> bool:
    """Tell whether a rate is that of several things, each of which has such a link: `8 * 120 MB/s`."""
    made = ledger.made_by(fact) if "every-one" in link.cues else []
    products = [claim for claim in made if claim.operator == "*"]
    return any(one.kind is Kind.COUNT and one.number > 1 for claim in products for one in claim.operands)


def _is_carried(ledger: Ledger, fact: Fact, link: Fact) -> bool:
    """Tell whether a sentence says that its one link did a rate: `the 10 Gb/s port carried 2.4 GB/s`."""
    here = [
        one
        for one in ledger.by_kind[Kind.BYTE_RATE]
        if (one.path, one.sentence) == (fact.path, fact.sentence)
    ]
    if [one.value for one in here] != [link.value, fact.value] or not is_told(fact) or here[0].count > 1:
        return False
    between = ledger.pieces[fact.path][here[0].at + 1 : fact.at]
    return any(not _CARRYING.isdisjoint(piece.meaning.cues) for piece in between)


def _is_made_of(ledger: Ledger, fact: Fact, link: Fact) -> bool:
    """Tell whether a rate is that of several such links: `8 * 25 Gb/s / 8 = 25 GB/s`."""
    parts = ledger.parts(fact) - {fact}
    return any(
        agree(part, link) if part.kind is link.kind else part.number == link.number != 1 for part in parts
    )


def _too_soon(ledger: Ledger, link: Fact) -> Iterator[Violation]:
    """Yield the one time that a log has for the one amount of data, if the link takes longer."""
    amounts = _given(ledger, Kind.BYTES, _MOVED)
    times = [
        time
        for time in _given(ledger, Kind.TIME, frozenset((Role.DURATION,))).values()
        if "measured" in ledger.cues_of(time.path, time.sentence)
    ]
    if len(amounts) != 1 or len(times) != 1:
        return
    (amount,), (time,) = amounts.values(), times
    if link.value and time.mention.high * link.value * _MORE < amount.mention.low:
        least = f"over the {link.text} of {link.subject.name} it takes {amount.value / link.value:.3g} s"
        yield Violation(time, f"{time.text} is too little for {amount.text}: {least}", ((link, link.text),))


def _given(ledger: Ledger, kind: Kind, roles: frozenset[Role]) -> dict[float, Fact]:
    """Return the values of a kind that the scenario tells of the topic, by their size."""
    return {
        fact.value: fact
        for fact in ledger.by_kind.get(kind, ())
        if fact.origin is Origin.SCENARIO and fact.role in roles and is_stated(fact)
    }


def _is_only_one(ledger: Ledger, fact: Fact) -> bool:
    """Whether the words before the rate of a link say that there is one: `a single 10 Gb/s port`."""
    before = ledger.pieces[fact.path][max(0, fact.at - _NEAR) : fact.at + 1 + _NEAR]
    return any(piece.clause == fact.clause and "sole" in piece.meaning.cues for piece in before)


def _is_of_several(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate is that of several streams, none of which is a link: `4 * 256 kbit/s`."""
    claim = ledger.claims[fact.result_of or 0]
    streams = [one for one in claim.operands if one.kind is Kind.BYTE_RATE]
    others = {one.kind for one in claim.operands if one not in streams}
    of_data = len(streams) == 1 and streams[0].subject.sort != "link" and streams[0].role is Role.THROUGHPUT
    return claim.operator == "*" and of_data and others == {Kind.COUNT}


def _is_observed(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate is what was moved in a time: `9.6 Gb / 40 s = 240 Mb/s`."""
    claim = None if fact.result_of is None else ledger.claims[fact.result_of]
    return (
        claim is not None
        and claim.operator == "/"
        and [one.kind for one in claim.operands] in ([Kind.BYTES, Kind.TIME], [Kind.BYTES, Kind.COUNT])
    )

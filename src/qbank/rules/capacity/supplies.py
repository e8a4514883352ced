"""What calculations themselves state as what there is, though no word says that it is a limit."""

from __future__ import annotations

from typing import Final

from qbank.facts.comparisons import compared_with
from qbank.facts.derivation import PLAIN, agree, the_only
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, CONCLUDING, Kind, Origin, Role
from qbank.rules.capacity.answers import verdict
from qbank.rules.capacity.held_against import is_serial
from qbank.rules.capacity.needs import goes_on

_NEAR: Final = 2.0
_KINDS: Final = frozenset((Kind.BYTES, Kind.TIME, Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.BYTE_RATE))
_DIVIDED: Final = frozenset((1.0, 1e3, 1e6))
"""What a rate divides, where a line works out its period: `1000 / 30 = 33.3 ms`."""
_RATES: Final = frozenset((Kind.COUNT, Kind.FREQUENCY, Kind.EVENT_RATE))


def stated_room(ledger: Ledger, total: Fact) -> Fact | None:
    """Return what the calculations state beside a total and do no more with: `SIM: 2 GB`, `window: 6 h`."""
    if ledger.view(verdict) is False or total.kind not in _KINDS:
        return None
    if any(one.meaning.thing == "latency" for one in ledger.label_of(total)):
        return None  # through stages that overlap
    return the_only(
        one
        for one in (*ledger.view(_restated), *ledger.view(_yields))
        if one.kind is total.kind
        and one.value <= total.value <= one.value * _NEAR
        and all(agree(other, total) for other in compared_with(ledger, one))
        and not any(agree(total, part) for part in ledger.parts(one) if part.kind is total.kind)
    )


def _restated(ledger: Ledger) -> list[Fact]:
    """Return the givens that a line of the calculations states again, and that no calculation uses."""
    return [
        given
        for fact in ledger.facts
        if fact.origin is Origin.CALCULATIONS and not fact.is_calculated and fact.is_topic and fact.label
        for given in fact.same
        if given.path[0] in ASKED
        and fact.subject.sort != "data"
        and (fact.kind is not Kind.TIME or _is_answered_with(ledger, fact))
        and not any(one.kind is fact.kind and agree(one, fact) for one in ledger.operands)
    ]


def _yields(ledger: Ledger) -> list[Fact]:
    """Return what lines work out that there is: a period, what a link carries, what a supply gives."""
    return [
        result
        for claim, result in ledger.worked_out("*/")
        if result.is_topic and _is_yield(ledger, claim, result)
        if not goes_on(ledger, result)
    ]


def _is_yield(ledger: Ledger, claim: ClaimFacts, result: Fact) -> bool:
    kinds = {one.kind for one in claim.operands}
    if result.kind is Kind.TIME and claim.operator == "/":
        is_period = kinds <= _RATES and any(one.value in _DIVIDED for one in claim.operands[:1])
        return ledger.view(is_serial) and (is_period or Kind.LENGTH in kinds)
    if result.kind is Kind.BYTES:
        rates = [one for one in claim.operands if one.kind is Kind.BYTE_RATE]
        is_link = any(one.role is Role.BANDWIDTH or one.subject.sort == "link" for one in (*rates, result))
        return bool(rates) and is_link and Kind.TIME in kinds
    if result.kind is Kind.POWER:
        is_lossy = any(one.kind in PLAIN and one.value < 1 for one in claim.operands)
        return is_lossy and {Kind.CURRENT, Kind.VOLTAGE} <= {one.kind for one in ledger.parts(result)}
    return result.kind is Kind.ENERGY and {Kind.CHARGE, Kind.VOLTAGE} <= kinds


def _is_answered_with(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a sentence that says that all is well tells a value."""
    told = [one for one in ledger.by_kind[fact.kind] if one.origin in CONCLUDING and agree(one, fact)]
    return any("suffices" in ledger.cues_of(one.path, one.sentence) for one in told)

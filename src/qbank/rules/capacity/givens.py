"""What a question gives: what nothing else in it has, windows of time, supplies; often limits of a total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from qbank.facts.clock import spans_of_clock
from qbank.facts.derivation import agree
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import ASKED, GIVING, Kind, Origin, Role, kind_of, unit_of_time
from qbank.units import readings

_DAY: Final = 24 * 3600
_WATT: Final = readings("W")[0]
_WITH: Final = frozenset(("at", "and", "with", "up to", "at up to", "at most", "/", ",", "(", "×"))
"""What stands between a voltage and the current that is there at it."""
_PHASES: Final = frozenset(("phase", "phases"))
_LOOSE: Final = 0.02
"""How far apart two values are at most that are one, told with more or fewer digits."""


def _is_told(fact: Fact, one: Fact) -> bool:
    """Tell whether another fact has the value of a given; 5 ms are not 5.4 ms, though they may be rounded."""
    is_near = abs(one.value - fact.value) <= _LOOSE * fact.value
    in_one_unit = one.mention.scale == fact.mention.scale
    return agree(one, fact) and (is_near or (fact.kind is Kind.BYTES and not in_one_unit))


def is_unused(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a question gives a value that neither its calculations nor its solution have."""
    return any(one is fact for one in ledger.view(unused_givens))


def unused_givens(ledger: Ledger) -> list[Fact]:
    """Return what a question gives and nothing else in it has, also as a bare number."""
    return [*ledger.view(_unused), *ledger.view(_supplies)]


def _unused(ledger: Ledger) -> list[Fact]:
    """Return the unused ones of what is given as it stands there, or for some time."""
    elsewhere = [piece for path, pieces in ledger.pieces.items() if path[0] not in ASKED for piece in pieces]
    bare = {one.mention.number for one in elsewhere if one.mention is not None and one.mention.is_bare}
    used = [one for one in ledger.facts if one.path[0] not in ASKED and not _is_restated(one)]
    return [
        fact
        for fact in (*ledger.facts, *ledger.view(_over_times))
        if fact.path[0] in ASKED
        and bare.isdisjoint({fact.number, fact.value})
        and not any(_is_told(fact, one) for one in used)
    ]


def _is_restated(fact: Fact) -> bool:
    """Tell whether an assumption only tells a value again; of a deadline that says it is kept in mind."""
    is_made = fact.operand_of is not None or fact.result_of is not None
    return fact.origin is Origin.ASSUMPTIONS and fact.kind is not Kind.TIME and not is_made


def told_of(ledger: Ledger, kind: Kind) -> Sequence[Fact]:
    """Return the facts of a kind, and what is given as another kind for some time, or to be used in part."""
    told = (
        *ledger.view(_over_times),
        *ledger.view(_supplies),
        *ledger.view(spans_of_clock),
    )
    return [*ledger.by_kind[kind], *(one for one in told if one.kind is kind)]


def windows(ledger: Ledger) -> list[Fact]:
    """Return the windows of a question: between two times of the day, or called so."""
    limits = [one for one in ledger.by_kind[Kind.TIME] if one.role is Role.LIMIT]
    return [
        *ledger.view(spans_of_clock),
        *(one for one in limits if one.origin in GIVING and one.is_topic if "window" in one.subject.name),
    ]


def _over_times(ledger: Ledger) -> list[Fact]:
    """Return limits of a time as totals are: `3 GB per month` in GB, `900 tokens a minute` as rates."""
    return list(_converted(ledger))


def _converted(ledger: Ledger) -> Iterator[Fact]:
    for fact in ledger.facts:
        if fact.path[0] not in ASKED:
            continue
        amount, _, per = fact.mention.unit.name.partition("/")
        units, time = readings(amount), unit_of_time(fact.per)
        if fact.kind is Kind.BYTE_RATE and units and kind_of(units[0]) is Kind.BYTES:
            seconds = float(units[0].scale / fact.mention.unit.scale)  # also of `15 GB per 30 days`
            if seconds >= _DAY:
                yield replace(fact, mention=fact.mention.times(seconds, units[0]), per=per, same=[])
        elif fact.kind is Kind.COUNT and fact.role is Role.LIMIT and not per and time is not None:
            mention = fact.mention.times(1 / float(time.scale), fact.mention.unit / time)
            yield replace(fact, mention=mention, same=[])


def _supplies(ledger: Ledger) -> list[Fact]:
    """Return the powers of supplies that are told by voltage and current: `5 V at up to 0.9 A`."""
    unused = ledger.view(_unused)
    return [
        replace(voltage, text=f"{voltage.text} × {current.text}", mention=power, role=Role.POWER, same=[])
        for voltage in unused
        for current in unused
        if voltage.kind is Kind.VOLTAGE and current.kind is Kind.CURRENT
        if (current.path, current.clause) == (voltage.path, voltage.clause) and voltage.at < current.at
        if all(piece.text in _WITH for piece in ledger.pieces[voltage.path][voltage.at + 1 : current.at])
        if _PHASES.isdisjoint(piece.text for piece in ledger.clause_of(voltage))
        for power in (voltage.mention.times(current.value, _WATT),)
    ]

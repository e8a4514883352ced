"""QB859: energies beyond the bound that a power and a time set them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Role
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.shares import is_stated, is_told

_MORE: Final = 1.02
_ONE_EVENT: Final = frozenset(("frame", "request", "sample"))


class EnergyBelowPower(LedgerRule):
    """Less energy was drawn than the power over the time comes to, or more than a cap allows.

    A meter that covers a device cannot show less than the device's power times its time, nor can what one
    event takes be more than the power that the device is capped at times the time of the event. Often a unit
    or a count was lost. Correct the reading, the power or the time.
    """

    code = "QB859"
    name = "energy-below-power"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "scenario: The module draws 30 W for 600 s.\n"
                "details:\n  napkin_math: |\n    - Energy drawn in that time, by the meter: 1.2 kJ\n"
            ),
            underlines="1.2 kJ",
        ),
        Example(
            yaml="scenario: A kiosk is capped by its supply at 20 W. The meter counted 600 Wh over 24 h.\n",
            underlines="600 Wh",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: The module draws 30 W for 600 s.\n"
                "details:\n  napkin_math: |\n    - Energy drawn in that time, by the meter: 18.2 kJ\n"
            )
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare readings of energy with power times time, computed by the text or of its only figures."""
        yield from _above_cap(ledger)
        expected = [
            result.value
            for claim, result in ledger.worked_out("*")
            if result.kind is Kind.ENERGY
            and {Kind.POWER, Kind.TIME} <= {fact.kind for fact in claim.operands}
        ]
        if not expected:
            power = the_only(filter(is_stated, ledger.by_kind[Kind.POWER]))
            time = the_only(filter(_is_whole, ledger.by_kind[Kind.TIME]))
            if power is None or time is None:
                return
            expected = [power.value * time.value]
        if len({f"{energy:.3g}" for energy in expected}) != 1:
            return  # of several things, and nobody knows which the meter sees
        least = expected[0]
        for fact in ledger.facts:
            if fact.kind is Kind.ENERGY and _is_reading(fact) and fact.value * _MORE < least:
                yield Violation(fact, f"{fact.text} is less than the {least:.4g} J of power times time")


def _above_cap(ledger: Ledger) -> Iterator[Violation]:
    """Yield the energy of one event that is more than the one cap of power over the time of the event."""
    cap = the_only(
        fact
        for fact in ledger.by_kind[Kind.POWER]
        if fact.is_topic
        and fact.origin is not Origin.CALCULATIONS
        and (fact.role is Role.LIMIT or not fact.cues.isdisjoint(("configured", "limit")))
    )
    if cap is None:
        return
    energies = [fact for fact in ledger.by_kind[Kind.ENERGY] if _is_of_event(fact)]
    times = [fact for fact in ledger.by_kind[Kind.TIME] if _is_of_event(fact)]
    pairs = list(_told_together(ledger))
    if len(energies) == len(times) == 1 and energies[0].subject.thing == times[0].subject.thing:
        pairs.append((energies[0], times[0]))
    for energy, time in pairs:
        if time.value and energy.mention.low > cap.value * time.value * _MORE:
            power = f"{energy.value / time.value:.3g} W, more than the cap of {cap.text}"
            yield Violation(energy, f"{energy.text} in {time.text} is {power}", (time, cap))


def _told_together(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what was metered with the one time of its sentence: `168 hours long, the meter counted 8 kWh`."""
    for energy in ledger.by_kind[Kind.ENERGY]:
        if energy.origin is not Origin.SCENARIO or not is_stated(energy):
            continue
        if "measured" not in ledger.cues_of(energy.path, energy.sentence):
            continue
        times = ledger.beside(energy, Kind.TIME)
        if len(times) == 1 and times[0].role is Role.DURATION and is_stated(times[0]):
            yield energy, times[0]


def _is_of_event(fact: Fact) -> bool:
    return fact.origin is Origin.SCENARIO and fact.subject.thing in _ONE_EVENT and is_stated(fact)


def _is_reading(fact: Fact) -> bool:
    return (
        is_told(fact)
        and fact.origin is Origin.CALCULATIONS
        and not {"measured", "drawing"}.isdisjoint(fact.said)
        and all(one.result_of is None for one in fact.same)
    )


def _is_whole(fact: Fact) -> bool:
    """Whether a time stands for itself, and is no bare step such as the seconds of a minute."""
    return is_stated(fact) and (fact.operand_of is None or bool(fact.same))

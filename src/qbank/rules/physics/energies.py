"""QB859: energies beyond the bound that a power and a time set them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.counted import counted
from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Role
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.stated import BOUND, behind, given, is_given, is_stated, is_told, quotients, where
from qbank.units.dimension import Dimension, dimension

_AREA: Final = dimension(metre=2)
_IRRADIANCE: Final = dimension(joule=1, second=-1, metre=-2)
_FROM_REACH: Final = 3
_NEVER_LESS: Final = frozenset(("denied", "falls"))
_ONE_EVENT: Final = frozenset(("frame", "request", "sample"))


class EnergyBelowPower(LedgerRule):
    """Less energy was drawn than the power over the time comes to, or more than a cap or the sun allows.

    A meter that covers a device cannot show less than the device's power times its time, nor can what one
    event takes be more than the power that the device is capped at times the time of the event. Nor does a
    panel give more power than the light that falls on its area. Often a unit or a count was lost. Correct the
    reading, the power or the time.
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
        Example(
            yaml="scenario: A flat panel of 0.06 m² gives 90 W at an irradiance of 1,000 W/m².\n",
            underlines="90 W",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: The module draws 30 W for 600 s.\n"
                "details:\n  napkin_math: |\n    - Energy drawn in that time, by the meter: 18.2 kJ\n"
            )
        ),
        Example(yaml="scenario: A flat panel of 0.06 m² gives 11 W at an irradiance of 1,000 W/m².\n"),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare readings of energy with power times time, computed by the text or of its only figures."""
        yield from _above_cap(ledger)
        yield from _above_sunlight(ledger)
        yield from _above_light_worked_out(ledger)
        yield from _below_current(ledger)
        readings = [fact for fact in ledger.by_kind[Kind.ENERGY] if _is_reading(fact)]
        least = _power_times_time(ledger) if readings else 0.0
        for fact in readings:
            if fact.value * BOUND < least:
                yield Violation(fact, f"{fact.text} is less than the {least:.4g} J of power times time")


def _power_times_time(ledger: Ledger) -> float:
    """Return the energy that lines work out so, or that of the only power and time; 0 if it is of several."""
    worked_out = {
        f"{result.value:.3g}": result.value
        for claim, result in ledger.worked_out("*")
        if result.kind is Kind.ENERGY and {Kind.POWER, Kind.TIME} <= {fact.kind for fact in claim.operands}
    }
    if worked_out:
        return worked_out.popitem()[1] if len(worked_out) == 1 else 0.0
    power = the_only(filter(is_stated, ledger.by_kind[Kind.POWER]))
    time = the_only(filter(_is_whole, ledger.by_kind[Kind.TIME]))
    return power.value * time.value if power is not None and time is not None else 0.0


def _is_reading(fact: Fact) -> bool:
    is_metered = is_told(fact) and not {"measured", "drawing"}.isdisjoint(fact.said)
    return is_metered and fact.origin is Origin.CALCULATIONS and not fact.is_made


def _is_whole(fact: Fact) -> bool:
    """Whether a time stands for itself, and is no bare step such as the seconds of a minute."""
    return is_stated(fact) and (fact.operand_of is None or bool(fact.same))


def _above_cap(ledger: Ledger) -> Iterator[Violation]:
    """Yield the energy of one event that is more than the one cap of power over the time of the event."""
    cap = the_only(
        fact
        for fact in ledger.by_kind[Kind.POWER]
        if fact.is_topic
        and fact.origin is not Origin.CALCULATIONS
        and (fact.role is Role.LIMIT or not fact.said.isdisjoint(("configured", "limit")))
    )
    if cap is None:
        return
    energies, times = (
        [fact for fact in given(ledger, kind) if fact.subject.thing in _ONE_EVENT]
        for kind in (Kind.ENERGY, Kind.TIME)
    )
    pairs = list(_metered(ledger))
    if len(energies) == len(times) == 1 and energies[0].subject.thing == times[0].subject.thing:
        pairs.append((energies[0], times[0]))
    for energy, time in pairs:
        if time.value and energy.mention.low > cap.value * time.value * BOUND:
            power = f"{energy.value / time.value:.3g} W, more than the cap of {cap.text}"
            yield Violation(energy, f"{energy.text} in {time.text} is {power}", (time, cap))


def _metered(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what was metered with the one time of its sentence, or that by which a line divides it."""
    metered = [one for one in given(ledger, Kind.ENERGY) if "measured" in ledger.cues_of(*where(one))]
    for energy in metered:
        times = ledger.beside(energy, Kind.TIME)
        if len(times) == 1 and times[0].role is Role.DURATION and is_stated(times[0]):
            yield energy, times[0]
    for energy, time, power in quotients(ledger):
        if time.kind is Kind.TIME and power.kind is Kind.POWER and power.is_topic:
            yield from [(one, time) for one in metered if one in energy.same][:1]


def _below_current(ledger: Ledger) -> Iterator[Violation]:
    """Yield what was metered, if the one voltage and what flows for the time of its sentence make more."""
    voltage = the_only(given(ledger, Kind.VOLTAGE))
    for energy in given(ledger, Kind.ENERGY) if voltage is not None else ():
        currents = ledger.beside(energy, Kind.CURRENT)
        times = {one.value for one in ledger.beside(energy, Kind.TIME) if is_stated(one)}
        is_alone = len(ledger.beside(energy, Kind.ENERGY)) == len(currents) == len(times) == 1
        if not (voltage and is_alone and "measured" in energy.said and _is_least(currents[0])):
            continue
        least = voltage.value * currents[0].mention.low * times.pop()
        if energy.mention.high * BOUND < least:
            what = f"{energy.text} is less than the {least:.3g} J of {voltage.text} and {currents[0].text}"
            yield Violation(energy, what, (currents[0],))


def _is_least(current: Fact) -> bool:
    """Whether as much flows as is told, or more: `never falls below 30 mA`."""
    return current.cues >= _NEVER_LESS if current.role is Role.LIMIT else is_stated(current)


def _above_sunlight(ledger: Ledger) -> Iterator[Violation]:
    """Yield the electrical power of a panel that is more than the light that falls on its area."""
    light = the_only(filter(is_given, _measured_in(ledger, _IRRADIANCE)))
    areas = {f"{fact.value:.3g}": fact.value for fact in _measured_in(ledger, _AREA) if is_stated(fact)}
    panels = [one for one in ledger.view(counted) if one.noun == "panel" and one.number > 1]
    if light is None or panels or len(areas) != 1:
        return
    most = areas.popitem()[1] * light.value
    for power in _powers(ledger):
        of_panel = power.subject.thing == "panel" or where(power) == where(light)
        if of_panel and "drawing" not in power.said and power.mention.low > most * BOUND:
            yield Violation(power, f"{power.text} is more than the {most:.3g} W of light on it", (light,))
            return


def _above_light_worked_out(ledger: Ledger) -> Iterator[Violation]:
    """Yield what is told to come from a cell or panel, above the light on it that a line works out."""
    for claim, light in ledger.worked_out("*"):
        units = [one.mention.unit.dimension for one in claim.operands]
        label = {piece.text for piece in ledger.label_of(light) if piece.is_noun}
        if {*units} != {_AREA, _IRRADIANCE} or len(units) != 2 or "light" not in label:
            continue
        for power in _powers(ledger):
            words = [piece.text for piece in behind(ledger, power, _FROM_REACH)]
            from_it = words[:1] == ["from"] and not (label - {"light"}).isdisjoint(words)
            from_it = from_it or {"arriving", "measured"} <= power.said  # `27 mW arriving in the storage`
            if from_it and power.mention.low > light.mention.high * BOUND:
                yield Violation(power, f"{power.text} is more than the {light.text} of light on it", (light,))
                return


def _powers(ledger: Ledger) -> list[Fact]:
    return [power for power in given(ledger, Kind.POWER) if power.role is not Role.LIMIT]


def _measured_in(ledger: Ledger, unit: Dimension) -> list[Fact]:
    return [fact for fact in ledger.by_kind[Kind.OTHER] if fact.mention.unit.dimension == unit]

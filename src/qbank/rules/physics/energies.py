"""QB859: energies beyond the bound that a power and a time set them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from qbank.facts.counted import counted
from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Role
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.shares import is_stated, is_told
from qbank.units.dimension import Dimension, dimension

_MORE: Final = 1.02
_AREA: Final = dimension(metre=2)
_IRRADIANCE: Final = dimension(joule=1, second=-1, metre=-2)
_TIMES: Final = (["×"], ["x"], ["*"], ["by"], ["·"])
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
            yaml="scenario: A flat panel of 20 cm × 30 cm gives 90 W at an irradiance of 1,000 W/m².\n",
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
        Example(yaml="scenario: A flat panel of 20 cm × 30 cm gives 11 W at an irradiance of 1,000 W/m².\n"),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare readings of energy with power times time, computed by the text or of its only figures."""
        yield from _above_cap(ledger)
        yield from _above_sunlight(ledger)
        yield from _above_light_worked_out(ledger)
        yield from _below_current(ledger)
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
        and (fact.role is Role.LIMIT or not fact.said.isdisjoint(("configured", "limit")))
    )
    if cap is None:
        return
    energies = [fact for fact in ledger.by_kind[Kind.ENERGY] if _is_of_event(fact)]
    times = [fact for fact in ledger.by_kind[Kind.TIME] if _is_of_event(fact)]
    pairs = [*_told_together(ledger), *_divided(ledger)]
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


def _divided(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what was metered with the time by which a line divides it: `Mean power: 400 kWh / 72 h`."""
    for claim, result in ledger.worked_out("/"):
        if [one.kind for one in claim.operands] == [Kind.ENERGY, Kind.TIME] and result.kind is Kind.POWER:
            energy, time = claim.operands
            metered = [one for one in energy.same if one.origin is Origin.SCENARIO and is_stated(one)]
            if result.is_topic and any(
                "measured" in ledger.cues_of(one.path, one.sentence) for one in metered
            ):
                yield metered[0], time


def _below_current(ledger: Ledger) -> Iterator[Violation]:
    """Yield what was metered, if the one voltage and what flows for the time of its sentence make more."""
    voltage = the_only(
        one for one in ledger.by_kind[Kind.VOLTAGE] if one.origin is Origin.SCENARIO and is_stated(one)
    )
    for energy in ledger.by_kind[Kind.ENERGY] if voltage is not None else ():
        currents = [one for one in ledger.beside(energy, Kind.CURRENT) if _is_least(one)]
        times = {one.value for one in ledger.beside(energy, Kind.TIME) if is_stated(one)}
        alone = len(ledger.beside(energy, Kind.ENERGY)) == len(ledger.beside(energy, Kind.CURRENT)) == 1
        if not (voltage and alone and currents and len(times) == 1 and is_stated(energy)):
            continue
        least = voltage.value * currents[0].mention.low * times.pop()
        is_metered = energy.origin is Origin.SCENARIO and "measured" in energy.said
        if is_metered and energy.mention.high * _MORE < least:
            what = f"{energy.text} is less than the {least:.3g} J of {voltage.text} and {currents[0].text}"
            yield Violation(energy, what, (currents[0],))


def _is_least(current: Fact) -> bool:
    """Whether as much flows as is told, or more: `never falls below 30 mA`."""
    return current.cues >= _NEVER_LESS if current.role is Role.LIMIT else is_stated(current)


def _above_sunlight(ledger: Ledger) -> Iterator[Violation]:
    """Yield the electrical power of a panel that is more than the light that falls on its area."""
    lights = (fact for fact in _measured_in(ledger, _IRRADIANCE) if is_stated(fact))
    light = the_only(fact for fact in lights if fact.origin is Origin.SCENARIO)
    panels = [one for one in ledger.view(counted) if one.noun == "panel" and one.number > 1]
    if light is None or panels:
        return
    areas = {f"{fact.value:.3g}": fact.value for fact in _measured_in(ledger, _AREA) if is_stated(fact)}
    if not areas:
        areas = {f"{one:.3g}": one for one in _sides(ledger)}
    if len(areas) != 1:
        return
    most = next(iter(areas.values())) * light.value
    for power in ledger.by_kind[Kind.POWER]:
        told = power.origin is Origin.SCENARIO and is_stated(power) and power.role is not Role.LIMIT
        of_panel = power.subject.thing == "panel" or (power.path, power.sentence) == (
            light.path,
            light.sentence,
        )
        if told and of_panel and "drawing" not in power.said and power.mention.low > most * _MORE:
            yield Violation(power, f"{power.text} is more than the {most:.3g} W of light on it", (light,))
            return


def _above_light_worked_out(ledger: Ledger) -> Iterator[Violation]:
    """Yield what is told to come from a cell or panel, above the light on it that a line works out."""
    for claim, light in ledger.worked_out("*"):
        units = [one.mention.unit.dimension for one in claim.operands]
        of_area = len(units) == 2 and set(units) == {_AREA, _IRRADIANCE}
        label = {piece.text for piece in ledger.label_of(light) if piece.is_noun}
        if light.kind is not Kind.POWER or not of_area or "light" not in label:
            continue
        for power in ledger.by_kind[Kind.POWER]:
            behind = ledger.pieces[power.path][power.at + 1 : power.at + 1 + _FROM_REACH]
            words = [piece.text for piece in behind]
            from_it = words[:1] == ["from"] and not (label - {"light"}).isdisjoint(words)
            from_it = from_it or {"arriving", "measured"} <= power.said  # `27 mW arriving in the storage`
            told = power.origin is Origin.SCENARIO and is_stated(power) and power.role is not Role.LIMIT
            if told and from_it and power.mention.low > light.mention.high * _MORE:
                yield Violation(power, f"{power.text} is more than the {light.text} of light on it", (light,))
                return


def _measured_in(ledger: Ledger, unit: Dimension) -> Iterator[Fact]:
    return (fact for fact in ledger.by_kind[Kind.OTHER] if fact.mention.unit.dimension == unit)


def _sides(ledger: Ledger) -> Iterator[float]:
    """Yield the areas that the scenario tells by their sides: `10 cm × 20 cm`."""
    lengths = [one for one in ledger.by_kind[Kind.LENGTH] if one.origin is Origin.SCENARIO and is_stated(one)]
    for one, two in pairwise(lengths):
        between = ledger.pieces[one.path][one.at + 1 : two.at]
        if one.path == two.path and [piece.text for piece in between] in _TIMES:
            yield one.value * two.value


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

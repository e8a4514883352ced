"""Totals beyond a stated limit, and energies beyond their bound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.facts.fact import Fact
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind, Origin, Role, Standing
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.answers import is_refused, verdict
from qbank.rules.physics.shares import is_stated, is_told

_MORE: Final = 1.02
_ONE_EVENT: Final = frozenset(("frame", "request", "sample"))
_SPENT: Final = frozenset((Kind.TIME, Kind.POWER, Kind.ENERGY, Kind.CHARGE, Kind.CURRENT))


class OverLimit(LedgerRule):
    """A total is beyond the limit that the question sets, and nothing says so.

    What is left of a budget is negative and the solution says that it is enough, or what is drawn comes to
    more than a battery holds. A question that says that something fails, misses or is too much is left alone.
    Correct the figures, or say that the limit is missed.
    """

    code = "QB855"
    name = "over-limit"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The captions fit into every frame.\n"
                "  napkin_math: |\n    - Left: 33.3 ms - 39 ms = -5.7 ms for the captions.\n"
            ),
            underlines="5.7 ms",
        ),
        Example(
            yaml=(
                "scenario: A drone has a battery of 77 Wh. It flew for 30 minutes and drew 180 W.\n"
                "details:\n  napkin_math: |\n    - Energy used: 180 W * 0.5 h = 90 Wh\n"
            ),
            underlines="90 Wh",
        ),
    )
    good = (
        Example(yaml="details:\n  napkin_math: |\n    - Left: 33.3 ms - 39 ms = -5.7 ms, so it is missed.\n"),
        Example(
            yaml=(
                "scenario: Can raw video be sent over a 1 Gb/s port?\n"
                "details:\n"
                "  realistic_solution: No, the port would have to be faster.\n"
                "  napkin_math: |\n    - Stream: 187 MB/s * 8 = 1,496 Mb/s\n"
            )
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: One feed has to hold the rack alone. The fourth chassis is declined.\n"
                "  napkin_math: |\n    - Left on a feed: 33.6 kW - 35.6 kW = -2.0 kW\n"
            )
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look at what is left, then at batteries."""
        if ledger.view(is_refused) or ledger.says("failure"):
            return
        for claim in ledger.claims:
            left = claim.result
            spent = left is not None and claim.negative and claim.operator == "-" and left.kind in _SPENT
            if left is not None and spent and ledger.view(verdict):
                yield Violation(left, f"-{left.text} is left: what it takes is more than there is")
        yield from _over_battery(ledger)
        yield from _beyond_battery(ledger)


def _battery(ledger: Ledger) -> Fact | None:
    """Return the energy of the only battery that the question tells; None if it may be charged on the way."""
    stores = {
        fact.value: fact
        for fact in ledger.by_kind.get(Kind.ENERGY, ())
        if fact.role is Role.CAPACITY and fact.subject.sort == "store" and is_stated(fact)
    }
    return next(iter(stores.values())) if len(stores) == 1 and not ledger.says("recharged") else None


def _over_battery(ledger: Ledger) -> Iterator[Violation]:
    """Yield the energy that something took in one go, where the one battery that fed it holds less."""
    store = _battery(ledger)
    for claim in ledger.claims if store else ():
        used = claim.result
        if (
            store is not None
            and used is not None
            and used.kind is Kind.ENERGY
            and [one.kind for one in claim.operands] == [Kind.POWER, Kind.TIME]
            and "drawing" in used.cues
            and not used.per
            and "day" not in used.label
            and is_stated(used)
            and not any(one.operand_of is not None for one in (used, *used.same))
            and used.mention.low > store.value * _MORE
        ):
            message = f"{used.text} ({used.label}) is more than the {store.text} that the battery holds"
            yield Violation(used, message, ((store, store.text),))


def _beyond_battery(ledger: Ledger) -> Iterator[Violation]:
    """Yield how long something ran on one charge that the mean power beside it uses up sooner."""
    store = _battery(ledger)
    if store is None:
        return
    for power in ledger.by_kind[Kind.POWER]:
        is_mean = "average" in power.cues | power.traits and power.origin is Origin.SCENARIO
        if not (is_mean and is_stated(power) and "charged" in ledger.cues_of(power.path, power.sentence)):
            continue
        for time in ledger.by_kind[Kind.TIME]:
            beside = (time.path, time.sentence) == (power.path, power.sentence) and is_stated(time)
            if beside and power.value * time.mention.low > store.value * _MORE:
                message = f"{time.text} at {power.text} take more than the {store.text} of the battery"
                yield Violation(time, message, ((power, power.text), (store, store.text)))
                return


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
        Example(
            yaml="scenario: The chip draws 12 mW. Each inference lasts 50 ms and uses 0.2 mJ.\n",
            underlines="0.2 mJ",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: The module draws 30 W for 600 s.\n"
                "details:\n  napkin_math: |\n    - Energy drawn in that time, by the meter: 18.2 kJ\n"
            )
        ),
        Example(yaml="scenario: The chip draws 12 mW. Each inference lasts 50 ms and uses 0.6 mJ.\n"),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare readings of energy with power times time, computed by the text or of its only figures."""
        yield from _above_cap(ledger)
        yield from _below_event(ledger)
        expected = [
            claim.result.value
            for claim in ledger.claims
            if claim.result is not None
            and claim.result.kind is Kind.ENERGY
            and claim.operator == "*"
            and {Kind.POWER, Kind.TIME} <= {fact.kind for fact in claim.operands}
        ]
        if not expected:
            powers = {fact.value for fact in ledger.facts if fact.kind is Kind.POWER and is_stated(fact)}
            times = {fact.value for fact in ledger.facts if fact.kind is Kind.TIME and _is_whole(fact)}
            if len(powers) != 1 or len(times) != 1:
                return
            expected = [powers.pop() * times.pop()]
        if len({f"{energy:.3g}" for energy in expected}) != 1:
            return  # of several things, and nobody knows which the meter sees
        least = expected[0]
        for fact in ledger.facts:
            if fact.kind is Kind.ENERGY and _is_reading(fact) and fact.value * _MORE < least:
                yield Violation(fact, f"{fact.text} is less than the {least:.4g} J of power times time")


def _above_cap(ledger: Ledger) -> Iterator[Violation]:
    """Yield the energy of one event that is more than the one cap of power over the time of the event."""
    caps = {
        fact.value: fact
        for fact in ledger.by_kind[Kind.POWER]
        if fact.standing is Standing.TOPIC
        and fact.origin is not Origin.CALCULATIONS
        and (fact.role is Role.LIMIT or not fact.cues.isdisjoint(("configured", "limit")))
    }
    if len(caps) != 1:
        return
    cap, told = caps.popitem()
    energies = [fact for fact in ledger.by_kind[Kind.ENERGY] if _is_of_event(fact)]
    times = [fact for fact in ledger.by_kind[Kind.TIME] if _is_of_event(fact)]
    pairs = list(_told_together(ledger))
    if len(energies) == len(times) == 1 and energies[0].subject.thing == times[0].subject.thing:
        pairs.append((energies[0], times[0]))
    for energy, time in pairs:
        if time.value and energy.mention.low > cap * time.value * _MORE:
            power = f"{energy.value / time.value:.3g} W, more than the cap of {told.text}"
            related = ((time, time.text), (told, told.text))
            yield Violation(energy, f"{energy.text} in {time.text} is {power}", related)


def _told_together(ledger: Ledger) -> Iterator[tuple[Fact, Fact]]:
    """Yield what was metered with the one time of its sentence: `168 hours long, the meter counted 8 kWh`."""
    for energy in ledger.by_kind[Kind.ENERGY]:
        if energy.origin is not Origin.SCENARIO or not is_stated(energy):
            continue
        if "measured" not in ledger.cues_of(energy.path, energy.sentence):
            continue
        times = [
            fact
            for fact in ledger.by_kind[Kind.TIME]
            if (fact.path, fact.sentence) == (energy.path, energy.sentence)
        ]
        if len(times) == 1 and times[0].role is Role.DURATION and is_stated(times[0]):
            yield energy, times[0]


def _below_event(ledger: Ledger) -> Iterator[Violation]:
    """Yield the energy told of one event, where its power, or the only one, times its duration is more.

    What handles several events at a time, or is one of several parts, may spend less on each.
    """
    powers = [
        fact for fact in ledger.by_kind[Kind.POWER] if fact.origin is Origin.SCENARIO and is_stated(fact)
    ]
    if not powers or ledger.says("many-streams", "at-a-time", "many-devices", "parallel", "change"):
        return
    for energy in ledger.by_kind[Kind.ENERGY]:
        if energy.origin is not Origin.SCENARIO or not is_stated(energy) or energy.role is not Role.ENERGY:
            continue
        here = [fact for fact in powers if (fact.path, fact.sentence) == (energy.path, energy.sentence)]
        told = next(iter(here or powers))
        if len({fact.value for fact in here or powers}) != 1 or told.role is not Role.POWER or told.per:
            continue
        times = [
            fact
            for fact in ledger.by_kind[Kind.TIME]
            if (fact.path, fact.sentence) == (energy.path, energy.sentence)
            and fact.subject.thing in _ONE_EVENT
            and fact.role is Role.DURATION
            and is_stated(fact)
        ]
        most = max(
            fact.value
            for fact in ledger.by_kind[Kind.ENERGY]
            if (fact.path, fact.sentence) == (energy.path, energy.sentence)
        )  # others are parts of it
        if len(times) != 1 or energy.value != most or ("average" in told.cues and not here):
            continue
        least = told.value * times[0].mention.low
        if energy.value * _MORE < least:
            needed = f"{times[0].text} at {told.text} are {least:.4g} J"
            yield Violation(energy, f"{energy.text} is too little: {needed}", ((told, told.text),))


def _is_of_event(fact: Fact) -> bool:
    return fact.origin is Origin.SCENARIO and fact.subject.thing in _ONE_EVENT and is_stated(fact)


def _is_reading(fact: Fact) -> bool:
    return (
        is_told(fact)
        and fact.origin is Origin.CALCULATIONS
        and not {"measured", "drawing"}.isdisjoint(fact.traits | fact.cues)
        and all(one.result_of is None for one in fact.same)
    )


def _is_whole(fact: Fact) -> bool:
    """Whether a time stands for itself, and is no bare step such as the seconds of a minute."""
    return is_stated(fact) and (fact.operand_of is None or bool(fact.same))

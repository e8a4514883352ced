"""QB853 and QB854: times that are shorter than a link or light allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isclose
from typing import Final

from qbank.facts.derivation import the_only
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import Kind, Modality, Origin, Role, Standing
from qbank.grouping import grouped
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.ceilings import is_allowance, link_rate, number_before
from qbank.rules.physics.stated import behind, is_given, is_measured, is_stated, where
from qbank.units.display_unit import power_of_thousand
from qbank.units.prefixes import USUAL_PREFIXES

_LIGHT: Final = 299_792_458.0
_FAR: Final = 1000
_LEAST_WAY: Final = 1000.0
"""Metres for which anybody asks how long light takes: what a rack is away takes no time beside a switch."""
_LIGHT_IN_FIBRE: Final = _LIGHT / 1.44
"""The refractive index of no glass fibre in use is lower."""
_SLACK: Final = 0.95
_SENT_WHOLE: Final = frozenset(("checkpoint", "weights", "dataset", "file"))
_GEOSTATIONARY: Final = 35_786_000.0
_RELAYS: Final = ("satellite", "satellites", "satellite link", "vsat", "vsat link")
_OVER: Final = frozenset(("over", "via", "through", "by way of", "by", "across"))
_OVER_REACH: Final = 4
"""How many pieces behind `over` what all goes through is named: `over a leased geostationary satellite`."""
_ROUNDED: Final = 0.02
_NOW_OR_BEFORE: Final = frozenset((Standing.TOPIC, Standing.FORMER))
_NOT_SAID: Final = frozenset((Modality.ASKED, Modality.DENIED, Modality.LIMIT))
_TELLING: Final = frozenset((Origin.SCENARIO, Origin.CALCULATIONS))


class FasterThanLink(LedgerRule):
    """A transfer takes less time than its bytes need over the link.

    The question names the bytes, the link and the time. The link's rate is the question's own, or that of the
    fastest variant of the named link in the catalog. Often bits were taken for bytes, or both directions were
    counted. Questions with compression, caching, several links or overlap are left alone.
    """

    code = "QB853"
    name = "faster-than-link"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="scenario: Loading the 14 GB of weights over a 25 Gbps link takes 0.6 s.\n",
            underlines="0.6 s",
        ),
        Example(yaml="scenario: The host copies 64 GB over PCIe 4.0 x16 in 200 ms.\n", underlines="200 ms"),
    )
    good = (
        Example(yaml="scenario: Loading the 14 GB of weights over a 25 Gbps link takes 4.5 s.\n"),
        Example(yaml="scenario: The host copies 64 GB over PCIe 4.0 x16 in 2.2 s.\n"),
        Example(yaml="scenario: Sending the 64 GB over 16 links of 25 Gbps takes 1.3 s.\n"),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Look at sentences with bytes, a rate and a time, then at what a log or a trace shows."""
        if ledger.says("failure"):
            return
        for time in ledger.of_role(Role.DURATION):
            if "moving" not in (ledger.cues_of(*where(time)) | time.traits) or "rest" in time.said:
                continue
            if not (time.value and is_stated(time)) or time.is_calculated or ledger.is_computed(time):
                continue
            here = ledger.beside(time)
            in_sentence = [fact for fact in here if _is_moved(fact)]
            if in_sentence and "moving" not in time.said:
                continue
            sizes = in_sentence or _sizes_elsewhere(ledger, time)
            size = the_only(sizes)
            told = [fact for fact in ledger.facts if is_given(fact)]
            rate = _rate(ledger, here) or _rate_of_link(ledger, time) or _rate(ledger, told)
            if size is None or not rate or any("help" in fact.cues for fact in (time, *here, *sizes)):
                continue
            least = size.value / rate
            right = any(abs(one.value - least) <= _ROUNDED * least for one in ledger.by_kind[Kind.TIME])
            is_length = "-" in time.text  # of `10-second clips`
            if time.value < least * _SLACK and not (right or is_length):
                needed = f"{rate / 1e9:.4g} GB/s take {seconds(least)}"
                yield Violation(time, f"{size.text} in {time.text} is too fast: {needed}", (size,))


def _sizes_elsewhere(ledger: Ledger, time: Fact) -> Sequence[Fact]:
    """Return what may have been moved in a time whose sentence tells no size: what it names, or all."""
    moved = [fact for fact in ledger.facts if _is_moved(fact)]
    whole = [fact for fact in moved if fact.subject.thing in _SENT_WHOLE]
    if time.origin is Origin.SCENARIO:
        names = {piece.meaning.thing for piece in ledger.sentence_of(time)}
        if found := [fact for fact in whole if fact.subject.thing in names]:
            return found
    if "moving" not in time.said:
        return ()
    given_whole = [fact for fact in whole if fact.origin is Origin.SCENARIO and time.origin in _TELLING]
    return given_whole or moved


def _is_moved(fact: Fact) -> bool:
    is_amount = fact.kind is Kind.BYTES and fact.role in {Role.DEMAND, Role.TRAFFIC}
    return is_amount and fact.is_topic and not fact.per


def _rate(ledger: Ledger, facts: Sequence[Fact]) -> float:
    """Return the one rate of bytes that facts tell, times the most links that they count; 0 if none."""
    rates = [fact for fact in facts if fact.kind is Kind.BYTE_RATE and not is_allowance(fact)]
    if len({f"{rate.value:.4g}" for rate in rates}) != 1:
        return 0.0
    counts = [fact.value for fact in facts if fact.kind is Kind.COUNT and fact.subject.sort == "link"]
    counts += [number_before(ledger, fact) for fact in rates]
    return max(fact.value for fact in rates) * max(counts)


def _rate_of_link(ledger: Ledger, time: Fact) -> float:
    """Return what the one link that the sentence of a time names carries by the catalog; 0 if none."""
    named = [one for one in ledger.devices if (one.path, one.sentence) == where(time)]
    links = {one.device for one in named if one.device.is_link}
    return link_rate(links.pop()) if len(links) == 1 else 0.0


class FasterThanLight(LedgerRule):
    """A message arrives sooner than light would.

    The question names a distance and a latency. In a vacuum light needs 3.34 ms for 1,000 km, in glass fibre
    at least 4.8 ms, and a round trip twice that. What goes over a satellite goes up and down again, there and
    back: over a geostationary one at least 477 ms. A commit that waits for another site makes a round trip.
    Correct the distance or the time.
    """

    code = "QB854"
    name = "faster-than-light"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="scenario: The data centres are 6,000 km apart and the round trip latency is 12 ms.\n",
            underlines="12 ms",
        ),
        Example(
            yaml=(
                "scenario: >-\n  A ship reaches the office over a geostationary satellite (35,786 km up).\n"
                "  The round trip of a ping takes 290 ms.\n"
            ),
            underlines="290 ms",
        ),
    )
    good = (
        Example(yaml="scenario: The data centres are 6,000 km apart and the round trip latency is 70 ms.\n"),
        Example(yaml="scenario: A rack 50 m away answers with a latency of 2 µs.\n"),
        Example(
            yaml=(
                "scenario: >-\n  A ship reaches the office over a geostationary satellite (35,786 km up).\n"
                "  The round trip of a ping takes 610 ms.\n"
            ),
        ),
        Example(
            yaml=(
                "scenario: >-\n  The data centres are 6,000 km apart and the round trip latency is 70 ms.\n"
                "  Within a site, the round trip is 12 µs.\n"
            )
        ),
        Example(
            yaml=(
                "scenario: >-\n  The two offices are 6,000 km apart. The round trip between them is 70 ms.\n"
                "  A copy next door would be reached with a round trip of 4 ms.\n"
            )
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what travels with the one distance of its sentence, or of the question."""
        times = list(_travelling(ledger))
        ways = _ways(ledger) if times else []
        speed = _LIGHT_IN_FIBRE if ledger.says("fibre") else _LIGHT
        longest = max((time.value for time in times if is_stated(time)), default=0.0)
        for time in times:
            goes_one_way = "one-way" in cues_in(
                behind(ledger, time, 1)
            )  # `30 ms one way and 60 ms there and back`
            is_round = not goes_one_way and ("round" in time.said or _waits(ledger, time))
            if not ways:
                if "round" in time.said and is_stated(time) and _goes_over_satellite(ledger, time):
                    height = f"{_GEOSTATIONARY / 1000:,.0f} km up and down, twice"
                    yield from _above_speed(time, 4 * _GEOSTATIONARY / _LIGHT, height)
                continue
            here = [one for one in ways if where(one) == where(time)]
            ahead = [one for one in ways if one.path == time.path and one.sentence < time.sentence]
            way = the_only(here or (one for one in ways if one.is_topic)) or (
                ahead[-1] if ahead and not here else None
            )
            far = is_stated(time) and time.value >= longest
            if way is None or not (here or far):
                continue  # of several ways, the longest time is that of the one told before it
            if _links_of(ledger, time) - _links_of(ledger, way):
                continue  # `1,200 km of fibre, and the gateway by 5G with 10 ms per round trip`
            is_relayed = _is_relayed(ledger, way)
            least = way.value * (2 if is_round else 1) * (2 if is_relayed else 1) / speed
            there = " up and down" if is_relayed else ""
            back = (", twice" if is_relayed else " there and back") if is_round else ""
            yield from _above_speed(time, least, f"{way.text}{there}{back}", way)


def _above_speed(time: Fact, least: float, way: str, *told: Fact) -> Iterator[Violation]:
    if 0 < time.value < least * _SLACK:
        message = f"{time.text} is less than the {seconds(least)} that light needs for {way}"
        yield Violation(time, message, told)


def _ways(ledger: Ledger) -> list[Fact]:
    """Return how far it is, as the question tells: none that is far shorter than the longest."""
    ways = [
        fact
        for fact in ledger.by_kind[Kind.LENGTH]
        if fact.standing in _NOW_OR_BEFORE and fact.modality not in _NOT_SAID
        if fact.value >= _LEAST_WAY
        and not fact.per  # `200 km a millisecond`
        and not any(ledger.is_computed(one) for one in (fact, *fact.same))
    ]
    longest = max((one.value for one in ways), default=0.0)
    return [one for one in ways if one.value * _FAR > longest]  # nor `1.5 m of travel`


def _goes_over_satellite(ledger: Ledger, time: Fact) -> bool:
    """Whether a time is over a geostationary satellite, of which all are as high, as its sentences say."""
    over = [
        one.sentence
        for one in ledger.pieces[time.path]
        if one.text.startswith("geostationary") and 0 <= time.sentence - one.sentence <= 1
    ]
    return bool(over) and _goes_over(ledger, time.path, over[0])


def _is_relayed(ledger: Ledger, way: Fact) -> bool:
    """Whether a way is the height of what passes all on to the ground: `over a geostationary satellite`."""
    is_height = isclose(way.value, _GEOSTATIONARY, rel_tol=_ROUNDED)
    return (is_height or way.subject.name.endswith(_RELAYS)) and _goes_over(ledger, way.path)


def _goes_over(ledger: Ledger, path: FieldPath, sentence: int | None = None) -> bool:
    """Whether a field, or a sentence of it, says that something goes over a satellite."""
    pieces = ledger.pieces[path]
    return any(
        one.text in _OVER
        and sentence in {None, one.sentence}
        and any(piece.text.endswith(_RELAYS) for piece in pieces[at + 1 : at + 1 + _OVER_REACH])
        for at, one in enumerate(pieces)
    )


def _travelling(ledger: Ledger) -> Iterator[Fact]:
    """Yield the longest time of each sentence that something is on its way, by its noun or its clause."""
    times = (time for time in ledger.of_role(Role.DURATION) if _travels(ledger, time))
    for here in grouped((where(time), time) for time in times).values():
        named = [time for time in here if "travel" in time.traits]
        yield max(named or here, key=lambda one: one.value)


def _travels(ledger: Ledger, time: Fact) -> bool:
    """Whether a time is that of a way as it was seen, none within a site, and no part of another time."""
    if not ("travel" in time.said or _waits(ledger, time)) or not is_measured(time):
        return False
    if time.origin is not Origin.SCENARIO and ledger.made_by(time):  # `1 * 62 = 62 ms` of it
        return False
    if any("same-zone" in piece.meaning.classes for piece in ledger.sentence_of(time)):
        return False  # `within a site the round trip is 12 µs`
    claim = ledger.claims[time.operand_of] if time.operand_of is not None else None
    ways = {one.number for one in ledger.by_kind[Kind.LENGTH]}  # `1,200 * 5 µs` for each kilometre
    return claim is None or not (
        claim.operator == "+" or (claim.operator == "*" and any(one.number in ways for one in claim.operands))
    )


def _waits(ledger: Ledger, time: Fact) -> bool:
    """Whether a time is that of a commit which another site has to acknowledge."""
    told = ledger.cues_of(*where(time)) if time.operand_of is None else ()
    return "committing" in told and "nearby" not in told and ledger.says("synchronous")


def _links_of(ledger: Ledger, fact: Fact) -> set[str]:
    """Return the links that the clause of a fact names, of those that the catalog has."""
    clause = ledger.clause_of(fact)
    return {piece.text for piece in clause if piece.device is not None and piece.device.is_link}


def seconds(value: float) -> str:
    """Return a time for a reader."""
    steps = max(-3, min(0, power_of_thousand(Fraction(value))))
    return f"{value * 1000.0**-steps:.3g} {USUAL_PREFIXES[steps]}s"

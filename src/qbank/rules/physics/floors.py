"""Rates above a peak, and times that are shorter than work, bytes or light allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Final

from qbank.catalog import AbsentValueError
from qbank.catalog.entry import Entry, Value
from qbank.facts.counted import number_of
from qbank.facts.devices import Device, devices
from qbank.facts.fact import Fact, FieldPath
from qbank.facts.hardware import FORMATS
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import Piece
from qbank.facts.vocabulary import Kind, Origin, Role, Standing, Why
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.capacity import MANY, devices_at_most
from qbank.rules.physics.shares import is_stated
from qbank.units.display_unit import power_of_thousand
from qbank.units.prefixes import USUAL_PREFIXES

_LIGHT: Final = 299_792_458.0
_LIGHT_IN_FIBRE: Final = _LIGHT / 1.44
"""The refractive index of no glass fibre in use is lower."""
_SLACK: Final = 0.95
_ABOVE: Final = 1.02
_FLOATING: Final = ("fp", "bf", "tf", "nf", "mx")
_SENT_WHOLE: Final = frozenset(("checkpoint", "weights", "dataset", "file"))
_ROUNDED: Final = 0.02
_TELLING: Final = frozenset((Origin.SCENARIO, Origin.CALCULATIONS))
_ELSEWHERE: Final = frozenset(("host", "disk"))
_COMPUTED_IN: Final = {
    "fp32": ("fp32", "tf32"),
    "fp16": ("fp16", "bf16"),
    "bf16": ("fp16", "bf16"),
}
"""What is computed with numbers of a format, where both have one rate or the one stands for the other."""


def measured(ledger: Ledger, role: Role) -> Iterator[Fact]:
    """Yield what is told of a role as observed: stated, not computed, and no step of a computation."""
    for fact in ledger.of_role(role):
        if (
            is_stated(fact)
            and fact.result_of is None
            and fact.operand_of is None
            and not any(other.result_of is not None for other in fact.same)
            and fact.value > 0
            and (fact.origin is Origin.CALCULATIONS or "measured" in fact.cues)
            and fact.traits.isdisjoint(("rest", "limit"))
        ):
            yield fact


class AboveRoofline(LedgerRule):
    """A throughput is stated that the device cannot reach.

    More operations a second are achieved than the peak or the ceiling that the question names, or than the
    highest peak of any variant of the device in the catalog; something is done in less time than its
    operations take at that peak; or a model generates tokens for one request faster than its weights can be
    read: every token reads them once, so the memory bandwidth over the bytes of the weights is the limit.

    Left alone: several devices of unknown number, and for tokens everything but a single stream.
    """

    code = "QB851"
    name = "above-roofline"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: The kernel achieves 1,200 TFLOPS on one A100.\n",
            underlines="1,200 TFLOPS",
        ),
        Example(
            yaml=(
                "scenario: At batch size 1 a 70B FP16 model generates 60 tokens/s on an accelerator with"
                " 3.35 TB/s.\n"
            ),
            underlines="60 tokens/s",
        ),
        Example(
            yaml="scenario: One A100 decodes 400 tokens/s for a single user with 14 GB of weights.\n",
            underlines="400 tokens/s",
        ),
        Example(
            yaml=(
                "scenario: A 7B model in FP16 (14 GB) runs on a card with 900 GB/s. At batch size 1 the trace"
                " shows 9 ms per token. More users come later.\n"
            ),
            underlines="9 ms per token",
        ),
        Example(
            yaml=(
                "scenario: A 3B model is trained in BF16 on A100 GPUs at 20,000 tokens/s and GPU.\n"
                "details:\n"
                "  realistic_solution: Each GPU delivers 360 TFLOP/s of useful work.\n"
                "  napkin_math: |\n"
                "    - Work per token: 6 * 3B params = 18 GFLOP\n"
                "    - Rate per GPU: 20,000 * 18 GFLOP = 360 TFLOP/s\n"
            ),
            underlines="360 TFLOP/s",
        ),
    )
    good = (
        Example(yaml="details:\n  realistic_solution: The kernel achieves 220 TFLOPS on one A100.\n"),
        Example(yaml="details:\n  realistic_solution: Eight A100 GPUs achieve 1,200 TFLOPS.\n"),
        Example(yaml="details:\n  realistic_solution: With 2:4 sparsity an A100 achieves 500 TFLOPS.\n"),
        Example(
            yaml=(
                "scenario: At batch size 1 a 70B FP16 model generates 20 tokens/s on an accelerator with"
                " 3.35 TB/s.\n"
            )
        ),
        Example(yaml="scenario: With a batch of 64 a 70B FP16 model generates 600 tokens/s at 3.35 TB/s.\n"),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is achieved with peaks, and times with work and weights."""
        yield from _done_too_soon(ledger, *_peak_of_core(ledger), on_core=True)
        if ledger.says("failure"):
            return
        for fact in ledger.of_role(Role.ACHIEVED_RATE):
            if is_stated(fact) and _is_told(ledger, fact):
                of_one = any(
                    one.scope == "one" and not _is_of_machine(ledger, one) for one in (fact, *fact.same)
                )
                peak, label = _peak(ledger, floating="FL" in fact.mention.unit.name, one=of_one)
                if 0 < peak / _SLACK < fact.value:
                    yield Violation(fact, f"{fact.text} is above {label}")
        yield from _read_above_bandwidth(ledger)
        yield from _done_too_often(ledger)
        yield from _done_too_soon(ledger, *_peak(ledger, floating=False))
        if ledger.says("one-stream") and not ledger.says("several-tokens"):
            yield from _read_too_fast(ledger)


def _is_of_machine(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label of a value's line names what holds several devices: `per node`."""
    words = [word for piece in ledger.label_of(fact) for word in piece.text.split()]
    meanings = (ledger.lexicon.find([word], 0) for word in words)
    return any(meaning is not None and meaning[0].thing == "node" for meaning in meanings)


def _devices(ledger: Ledger) -> int:
    count = ledger.view(devices_at_most)
    return MANY if count == 1 and ledger.says("many-devices") else count


def _is_told(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate is given, called achieved, or what was done in a time that was measured."""
    if fact.kind is not Kind.OPERATION_RATE:
        return False
    if fact.role_why is Why.LABEL and "measured" in fact.cues:
        return True
    if fact.origin is Origin.SOLUTION and fact.role_why is Why.BESIDE:
        return True  # `each GPU delivers 300 TFLOP/s`
    measured_rates = {
        one.number
        for one in ledger.by_kind.get(Kind.EVENT_RATE, ())
        if one.origin is Origin.SCENARIO and "measured" in one.cues and is_stated(one)
    }
    return all(
        {Kind.OPERATIONS, Kind.TIME} == {one.kind for one in claim.operands}
        if claim.operator == "/"
        else claim.operator == "*" and any(one.number in measured_rates for one in claim.operands)
        for claim in ledger.made_by(fact)
    )


def _peak(ledger: Ledger, *, floating: bool, one: bool = False) -> tuple[float, str]:
    """Return the highest rate of operations that the question or the catalog allows, and what says so.

    Of all devices together, or of `one` of them.
    """
    count = 1 if one else _devices(ledger)
    rates = [fact for fact in ledger.facts if fact.kind is Kind.OPERATION_RATE]
    stated = [fact for fact in rates if "ceiling" in fact.traits] or [
        fact for fact in rates if fact.role is Role.PEAK_RATE
    ]
    if stated:
        best = max(stated, key=lambda one: one.value)
        times = 1 if best.result_of is not None else count
        return best.value * times, f"the {best.text} of {best.label or best.subject.name}"
    named = {
        one.device for one in ledger.devices if one.standing is Standing.TOPIC and not one.device.is_link
    }
    if len({device.entries for device in named}) != 1:
        return 0.0, ""
    device = next(iter(named))
    formats = {name for said in FORMATS if ledger.says(said) for name in _COMPUTED_IN.get(said, (said,))}
    only_dense = not ledger.says("sparse")  # a network is dense unless it was pruned, which is told

    def may_be_meant(value: Value) -> bool:
        peak = value.peak
        return (
            peak is not None
            and (not floating or peak.format.startswith(_FLOATING))
            and (not formats or peak.format in formats)
            and not (only_dense and peak.sparse)
        )

    most = device.most(may_be_meant) or 0.0
    kind = " ".join(["dense"] * only_dense + [name.upper() for name in sorted(formats)])
    named_peak = f"the highest {kind} peak" if kind else "the highest peak"
    return most * count, f"{most / 1e12:.4g} TOP/s, {named_peak} of {device.text} (catalog)"


def _peak_of_core(ledger: Ledger) -> tuple[float, str]:
    """Return the most operations that the one core of a question does in a second, and what says so.

    A core does so many multiplications with their additions in a cycle; a network has no others.
    """
    topics = [one.device for one in ledger.devices if one.standing is Standing.TOPIC]
    cores = {core for device in topics for entry in device.entries for core in _cores(entry)}
    clocks = {fact.value: fact for fact in ledger.of_role(Role.CLOCK) if is_stated(fact)}
    if len(cores) != 1 or not clocks or any(d.knows(Kind.OPERATION_RATE) for d in topics):
        return 0.0, ""
    has_more = any(
        piece.meaning.thing == "card" and not piece.text.startswith("chip") and not _is_denied(piece, pieces)
        for pieces in ledger.pieces.values()
        for piece in pieces
    )
    if has_more:
        return 0.0, ""
    (name, steps), clock = cores.pop(), clocks[max(clocks)]
    return 2 * steps * clock.value, f"the {steps:g} MACs a cycle of an {name} (catalog) at {clock.text}"


def _is_denied(piece: Piece, pieces: Iterable[Piece]) -> bool:
    return any("denied" in one.meaning.cues for one in pieces if one.clause == piece.clause)


@cache
def _cores(entry: Entry) -> tuple[tuple[str, float], ...]:
    """Return the core that an entry is or has, with its multiplications in a cycle, if they are known."""
    steps, core = entry.values.get("int8_macs_per_cycle"), entry.values.get("core")
    if steps is not None:
        return ((entry.name, float(steps.quantity.value)),)
    if core is None or not isinstance(core.stated, str):
        return ()
    return tuple(found for device in devices(core.stated) for one in device.entries for found in _cores(one))


def _done_too_soon(ledger: Ledger, peak: float, label: str, *, on_core: bool = False) -> Iterator[Violation]:
    """Yield the measured times in which the least work of the question cannot be done.

    On a core other things are done as well, so that only what the scenario measured counts.
    """
    works = [fact for fact in ledger.of_role(Role.WORK) if fact.kind is Kind.OPERATIONS and is_stated(fact)]
    if not works or not peak:
        return
    in_steps = any(_counts_steps(fact) for fact in ledger.by_kind.get(Kind.OPERATION_RATE, ()))
    sizes = {fact: fact.value * (2 if _counts_steps(fact) and not in_steps else 1) for fact in works}
    work = min(works, key=sizes.__getitem__)
    for time in measured(ledger, Role.DURATION):
        least = sizes[work] / peak
        if time.value < least * _SLACK and (not on_core or time.origin is Origin.SCENARIO):
            message = f"{time.text} is less than the {seconds(least)} of {work.text} at {label}"
            yield Violation(time, message, ((work, work.text),))


def _done_too_often(ledger: Ledger) -> Iterator[Violation]:
    """Yield the rate of events that one device is told to reach, where its peak is less than their work."""
    works = {
        fact.value: fact for fact in ledger.by_kind.get(Kind.OPERATIONS, ()) if is_stated(fact) and fact.label
    }
    if len(works) != 1 or ledger.says("falls-short"):
        return
    work = works.popitem()[1]
    for rate in ledger.by_kind.get(Kind.EVENT_RATE, ()):
        event = rate.mention.unit.name.partition("/")[0].removesuffix("s")
        if rate.scope == "one" and is_stated(rate) and rate.result_of is None and event in work.label.split():
            peak, label = _peak(ledger, floating="FL" in work.mention.unit.name, one=True)
            if 0 < peak * _ABOVE < work.value * rate.value:
                need = f"{work.value * rate.value / 1e12:.4g} TOP/s"
                yield Violation(
                    rate, f"{rate.text} of {work.text} take {need}, above {label}", ((work, work.label),)
                )


def _counts_steps(fact: Fact) -> bool:
    """Tell whether a multiplication with its addition counts as one operation, and not as two."""
    return "MAC" in fact.mention.unit.name.upper()


def _read_above_bandwidth(ledger: Ledger) -> Iterator[Violation]:
    """Yield rates at which a memory would have to be read, computed from what it holds."""
    bandwidth = _memory_bandwidth(ledger)
    if not bandwidth or ledger.says("falls-short", "help"):
        return
    for claim in ledger.claims:
        rate = claim.result
        if (
            rate is None
            or rate.kind is not Kind.BYTE_RATE
            or not is_stated(rate)
            or claim.operator not in "*/"
        ):
            continue
        held = [one for one in claim.operands if _is_of_weights(one) and one.kind is Kind.BYTES]
        if len(held) == 1 and not _is_compared(rate) and rate.mention.low > bandwidth * _ABOVE:
            message = f"{rate.text} ({rate.label}) is more than the {bandwidth / 1e9:.4g} GB/s of the memory"
            yield Violation(rate, message, ((held[0], held[0].text),))


def _is_compared(rate: Fact) -> bool:
    """Tell whether the text itself computes with a rate: how many devices it takes, how far off it is."""
    return any(one.operand_of is not None for one in (rate, *rate.same))


def _read_too_fast(ledger: Ledger) -> Iterator[Violation]:
    bandwidth = _memory_bandwidth(ledger)
    if not bandwidth:
        return
    sizes = [fact for fact in ledger.facts if _is_of_weights(fact)]
    for fact in (*ledger.of_role(Role.EVENT_RATE), *measured(ledger, Role.DURATION)):
        near = [size for size in sizes if size.path == fact.path and size.sentence == fact.sentence] or sizes
        if len({_bytes(size) for size in near}) != 1 or not is_stated(fact) or not _is_of_tokens(fact):
            continue
        of_one = "one-stream" in ledger.cues_of(fact.path, fact.sentence)
        if ledger.says("many-streams") and (not of_one or _is_of_many(fact, ledger)):
            continue
        least = _bytes(near[0]) / bandwidth
        time = fact.value if fact.kind is Kind.TIME else 1 / fact.value if fact.value else least
        if time < least * _SLACK:
            reading = f"{bandwidth / 1e9:.4g} GB/s read {_bytes(near[0]) / 1e9:.4g} GB in {seconds(least)}"
            yield Violation(
                fact,
                f"{fact.text} is faster than reading allows: {reading}",
                ((near[0], near[0].text),),
            )


def _is_of_many(fact: Fact, ledger: Ledger) -> bool:
    """Tell whether the sentence of a rate speaks of several streams, which together may have more of it."""
    sentence = [piece for piece in ledger.pieces[fact.path] if piece.sentence == fact.sentence]
    return fact.kind is not Kind.TIME and any(
        "many-streams" in piece.meaning.cues and "denied" not in before.meaning.cues
        for before, piece in pairwise(sentence)
    )


def _is_of_tokens(fact: Fact) -> bool:
    return fact.kind is Kind.TIME or "token" in fact.mention.unit.name or fact.subject.thing == "token"


def _is_of_weights(fact: Fact) -> bool:
    return (
        fact.kind is Kind.BYTES
        and fact.role in {Role.DEMAND, Role.TRAFFIC}
        and fact.subject.thing in {"weights", "model"}
    ) or (fact.role is Role.PARAMETERS and fact.width > 0)


def _bytes(fact: Fact) -> float:
    return fact.value * fact.width if fact.role is Role.PARAMETERS else fact.value


def _memory_bandwidth(ledger: Ledger) -> float:
    count = _devices(ledger)
    stated = {
        fact.value
        for fact in ledger.facts
        if fact.kind is Kind.BYTE_RATE
        and fact.subject.sort != "link"
        and fact.place not in _ELSEWHERE
        and all(one.result_of is None for one in (fact, *fact.same))
    }
    if stated:
        return max(stated) * count
    named = {
        one.device for one in ledger.devices if one.standing is Standing.TOPIC and not one.device.is_link
    }
    if len({device.entries for device in named}) != 1:
        return 0.0
    return (next(iter(named)).memory_bandwidth or 0.0) * count


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
            if (
                not is_stated(time)
                or time.result_of is not None
                or time.operand_of is not None
                or "moving" not in (ledger.cues_of(time.path, time.sentence) | time.traits)
                or "rest" in time.cues | time.traits
                or not time.value
            ):
                continue
            here = [
                fact for fact in ledger.facts if fact.path == time.path and fact.sentence == time.sentence
            ]
            sizes: Sequence[Fact] = [fact for fact in here if _is_moved(fact)]
            if sizes and "moving" not in time.cues | time.traits:
                continue
            if not sizes:
                sizes = _sizes_elsewhere(ledger, time)
            told = [fact for fact in ledger.facts if is_stated(fact) and fact.origin is Origin.SCENARIO]
            rate = _rate(ledger, here, time) or _rate(ledger, told, None)
            helped = any("help" in fact.cues for fact in (time, *here, *sizes))
            if helped or len({size.value for size in sizes}) != 1 or not rate:
                continue
            least = sizes[0].value / rate
            right = any(abs(one.value - least) <= _ROUNDED * least for one in ledger.by_kind[Kind.TIME])
            is_length = "-" in time.text  # of `10-second clips`
            if time.value < least * _SLACK and not (right or is_length):
                needed = f"{rate / 1e9:.4g} GB/s take {seconds(least)}"
                message = f"{sizes[0].text} in {time.text} is too fast: {needed}"
                yield Violation(time, message, ((sizes[0], sizes[0].text),))


def _sizes_elsewhere(ledger: Ledger, time: Fact) -> Sequence[Fact]:
    """Return what may have been moved in a time whose sentence tells no size: what it names, or all."""
    moved = [fact for fact in ledger.facts if _is_moved(fact)]
    if time.origin in _TELLING:
        whole = [fact for fact in moved if fact.subject.thing in _SENT_WHOLE]
        named = {p.meaning.thing for p in ledger.pieces[time.path] if p.sentence == time.sentence}
        found = [fact for fact in whole if fact.subject.thing in named and time.origin is Origin.SCENARIO]
        if found:
            return found
        if "moving" in time.cues | time.traits:
            return [fact for fact in whole if fact.origin is Origin.SCENARIO] or moved
    return moved if "moving" in time.cues | time.traits else ()


def _is_moved(fact: Fact) -> bool:
    return (
        fact.kind is Kind.BYTES
        and fact.role in {Role.DEMAND, Role.TRAFFIC}
        and fact.standing is Standing.TOPIC
        and not fact.per
    )


def _rate(ledger: Ledger, facts: list[Fact], time: Fact | None) -> float:
    rates = {fact.value for fact in facts if fact.kind is Kind.BYTE_RATE}
    counts = [fact.value for fact in facts if fact.kind is Kind.COUNT and fact.subject.sort == "link"]
    counts += [_number_before(ledger, fact) for fact in facts if fact.kind is Kind.BYTE_RATE]
    if rates or time is None:
        return max(rates) * max(counts, default=1) if len({f"{rate:.4g}" for rate in rates}) == 1 else 0.0
    links = {
        one.device
        for one in ledger.devices
        if one.device.is_link and one.path == time.path and one.sentence == time.sentence
    }
    return _link_rate(next(iter(links))) if len(links) == 1 else 0.0


def _number_before(ledger: Ledger, fact: Fact) -> float:
    """Return how many links of a rate there are: `four 25 Gb/s ports`."""
    before = ledger.pieces[fact.path][max(0, fact.at - 1) : fact.at]
    return max([number_of(piece) or 1.0 for piece in before], default=1.0)


def _link_rate(device: Device) -> float:
    try:
        return max(float(entry.link_rate().quantity.value * device.share) for entry in device.entries)
    except AbsentValueError:
        return 0.0


class FasterThanLight(LedgerRule):
    """A message arrives sooner than light would.

    The question names a distance and a latency. In a vacuum light needs 3.34 ms for 1,000 km, in glass fibre
    at least 4.8 ms, and a round trip twice that. Correct the distance or the time.
    """

    code = "QB854"
    name = "faster-than-light"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="scenario: The data centres are 6,000 km apart and the round trip latency is 12 ms.\n",
            underlines="12 ms",
        ),
    )
    good = (
        Example(yaml="scenario: The data centres are 6,000 km apart and the round trip latency is 70 ms.\n"),
        Example(yaml="scenario: A rack 50 m away answers with a latency of 2 µs.\n"),
        Example(
            yaml=(
                "scenario: >-\n  The data centres are 6,000 km apart and the round trip latency is 70 ms.\n"
                "  Within a site, the round trip is 12 µs.\n"
            )
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what travels with the one distance of the question."""
        lengths = (fact for fact in ledger.by_kind.get(Kind.LENGTH, ()) if is_stated(fact))
        ways = {fact.value: fact for fact in lengths if not fact.per}  # but `200 km a millisecond`
        if len(ways) != 1:
            return
        way = next(iter(ways.values()))
        speed = _LIGHT_IN_FIBRE if ledger.says("fibre") else _LIGHT
        times: dict[tuple[FieldPath, int], Fact] = {}
        for time in ledger.of_role(Role.DURATION):
            travels = "travel" in time.traits | time.cues and not _is_nearby(ledger, time)
            if travels and is_stated(time) and not ledger.made_by(time):
                longest = times.setdefault((time.path, time.sentence), time)
                if time.value > longest.value:
                    times[time.path, time.sentence] = time
        for time in times.values():
            least = way.value * (2 if "round" in time.traits | time.cues else 1) / speed
            if 0 < time.value < least * _SLACK:
                message = f"{time.text} is less than the {seconds(least)} that light needs for {way.text}"
                yield Violation(time, message, ((way, way.text),))


def _is_nearby(ledger: Ledger, time: Fact) -> bool:
    """Whether the sentence of a time is about one place: `within a site the round trip is 12 µs`."""
    pieces = (piece for piece in ledger.pieces[time.path] if piece.sentence == time.sentence)
    return any("same-zone" in piece.meaning.classes for piece in pieces)


def seconds(value: float) -> str:
    """Return a time for a reader."""
    steps = max(-3, min(0, power_of_thousand(Fraction(value))))
    return f"{value * 1000.0**-steps:.3g} {USUAL_PREFIXES[steps]}s"

"""QB851: more done in a second than a device can compute, or than its memory or its link carries."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct

from qbank.facts.counted import counted, number_of, singular
from qbank.facts.derivation import is_conversion, the_only
from qbank.facts.devices.device import Device
from qbank.facts.fact import ClaimFacts, Fact
from qbank.facts.ledger import Ledger
from qbank.facts.pieces import cues_in
from qbank.facts.vocabulary import (
    CONCLUDING,
    GIVING,
    SURE,
    Kind,
    Modality,
    Origin,
    Role,
    Standing,
    Why,
)
from qbank.grouping import grouped
from qbank.rules.capacity.answers import verdict
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.ceilings import (
    Ceiling,
    compute_peak,
    counts_steps,
    is_disputed,
    lines_ceiling,
    link_ceiling,
    memory_bandwidth,
    memory_ceiling,
    only_rate,
    slope_ceiling,
    told_ceiling,
)
from qbank.rules.physics.floors import seconds
from qbank.rules.physics.stated import BOUND, is_given, is_stated, repeats, where

_SLACK: Final = 0.95
_WISHED: Final = frozenset(("wanted", "limit", "arriving", "ceiling", "nominal", "supposed", "possible"))
_SEEN: Final = frozenset(("measured", "receiving"))
_READING: Final = frozenset(("measured", "moved"))
_SINGULAR: Final = frozenset(("a", "an", "the", "this", "our", "one", "each", "every", "single"))
_NOW: Final = frozenset((Standing.TOPIC,))
_NO_RATES: Final = frozenset((Role.LIMIT, Role.PEAK_RATE))
"""What a rate may be that nothing was seen to reach."""
_NOT_SO: Final = frozenset((Modality.SUPPOSED, Modality.ASKED))
_COULD_BE: Final = frozenset(("modal", "supposed", "alternative"))
_RATES: Final = frozenset((Kind.BYTE_RATE, Kind.OPERATION_RATE, Kind.EVENT_RATE, Kind.TIME))
"""What tells of a time how much is done in it."""
_OPERATIONS_PER_PARAMETER: Final = 6
"""Of a token that a dense model is trained on: 2 forward and 4 backward."""
_TOKEN: Final = "token"
_UNITS_OF_TIME: Final = frozenset((1, 1000, 1e6))
_STEPS: Final = frozenset(("step", "pass"))
"""What one token takes of decoding."""
_NO_EVENTS: Final = frozenset(("second", "minute", "hour", "day", "s", "min", "h", "gpu", "device", "card"))


class AboveRoofline(LedgerRule):
    """A throughput is stated that the device cannot reach.

    What was seen to be done in a second, or is worked out of an amount and the time it took, or of a pace and
    what each takes, is at most what a ceiling of the same kind and of as many allows. Bytes cannot be more
    than the only link carries, by its rate or by its name, than the lines of a bus at their clock, or than
    the memory; operations not more than the peak that the question names, or the highest of any variant of
    the device in the catalog, than those that a core is said to do in a cycle, or than those of each byte
    times the bandwidth. What one event takes is held against the hardware as well: a token of one stream
    reads all weights, and training takes six operations for each of them; a sample or a frame takes the bytes
    or operations that a line works out.

    Left alone: several devices of unknown number, for tokens everything but a single stream, what is wanted,
    and what the solution doubts. Correct the rate, the time or the ceiling.
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
                "scenario: >-\n"
                "  One card of 600 GB/s writes verses for a single user with a 5B model in FP16. The log\n"
                "  has 480 tokens in 4.8 s. An older card made 30 tokens/s.\n"
                "details:\n  napkin_math: |\n    - Seen: 480 / 4.8 = 100 tokens/s\n"
            ),
            underlines="100 tokens/s",
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
        Example(
            yaml=(
                "scenario: A host reads plates over one port of 10 Gb/s.\n"
                "details:\n"
                "  napkin_math: |\n    - Monitoring: 1.7 GB/s sustained\n    - Plates: 1,700 / 0.5 = 3,400\n"
            ),
            underlines="1.7 GB/s",
        ),
        Example(
            yaml=(
                "scenario: A card (90 TFLOPS, 800 GB/s) runs a filter; the profiler counts 5 FLOP/byte of"
                " device memory and a sustained 6.3 TFLOPS.\n"
            ),
            underlines="6.3 TFLOPS",
        ),
        Example(
            yaml=(
                "scenario: The flash sits on a SPI bus with two lines at 40 MHz, single data rate. A timer"
                " shows it is read at 14 MB/s.\n"
            ),
            underlines="14 MB/s",
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
        Example(
            yaml=(
                "scenario: A host reads plates over one port of 10 Gb/s.\n"
                "details:\n"
                "  napkin_math: |\n    - Monitoring: 1.1 GB/s sustained\n    - Plates: 1,100 / 0.5 = 2,200\n"
            ),
        ),
    )

    def violations(self, ledger: Ledger) -> Iterator[Violation]:
        """Compare what is achieved with peaks, and paces and times with what they take."""
        yield from _too_fast(ledger)
        of_bytes = (*_done(ledger, Kind.BYTE_RATE), *_read_on_bus(ledger))
        for rates in (of_bytes, _done(ledger, Kind.OPERATION_RATE)):
            for rate in rates:
                above = [one for one in _ceilings(ledger, rate) if rate.mention.low > one.most * BOUND]
                if above and not is_disputed(ledger, rate, above[0].fact):
                    yield Violation(rate, f"{rate.text} is more than {above[0].label}", (above[0].fact,))
                    break


def _read_on_bus(ledger: Ledger) -> Iterator[Fact]:
    """Yield the one rate of bytes that a scenario tells, if something is read at it, or on lines of a bus."""
    rate = ledger.view(only_rate)
    if rate is None or not is_stated(rate) or rate.role is Role.LIMIT or not _WISHED.isdisjoint(rate.cues):
        return
    if not _READING.isdisjoint(ledger.cues_of(*where(rate))) or lines_ceiling(ledger) is not None:
        yield rate


def _ceilings(ledger: Ledger, rate: Fact) -> Iterator[Ceiling]:
    """Yield what a rate cannot exceed, of the same kind and of as many."""
    of_one = _is_of_one(ledger, rate)
    if rate.kind is Kind.BYTE_RATE:
        factors = [one for claim in ledger.made_by(rate, "*") for one in claim.operands]
        of_pace = any(_was_seen(ledger, one, Kind.EVENT_RATE) for one in factors)
        memory = memory_ceiling(ledger, of_one=of_one) if of_pace else None
        found = [link_ceiling(ledger, rate), lines_ceiling(ledger), told_ceiling(ledger), memory]
    else:
        peak = compute_peak(ledger, floating="FL" in rate.mention.unit.name, one=of_one)
        is_of_more = _is_of_one_of_two(ledger, rate) or _is_share_of_more(ledger, rate)
        may_be_above = Ceiling(peak.most / _SLACK, peak.label) if peak and not is_of_more else None
        found = [slope_ceiling(ledger, of_one=of_one), may_be_above]
    yield from filter(None, found)


def _is_of_one(ledger: Ledger, fact: Fact) -> bool:
    """Whether a rate is of one device: as it says, or as the rate says that it was computed from."""
    factors = {one.number for claim in ledger.made_by(fact, "*") for one in claim.operands}
    rates = (one for one in ledger.by_kind[Kind.EVENT_RATE] if one.number in factors)
    told = (fact, *fact.same, *(one for one in rates if _is_per_device(ledger, one)))
    device = fact.subject.device if fact.subject.why in SURE else None
    if device is not None and not (device.plural or device.is_machine) and _names_one(ledger, fact, device):
        return True
    return any(one.scope == "one" and not _is_of_machine(ledger, one) for one in told)


def _names_one(ledger: Ledger, fact: Fact, device: Device) -> bool:
    """Whether the sentence of a rate names its device with an article and no number: `on the A100`."""
    here = ledger.sentence_of(fact)
    named = [
        before
        for before, one in pairwise(here)
        if one.device is not None and one.device.entries == device.entries
    ]
    return len(named) == 1 and named[0].text in _SINGULAR


def _is_per_device(ledger: Ledger, rate: Fact) -> bool:
    """Whether the unit of a rate names one device that it is of: `tokens/s per GPU`."""
    meaning = ledger.meaning_of(rate.mention.unit.name.rpartition("/")[2].lower())
    return meaning.sort == "device" and meaning.thing != "node"


def _is_of_machine(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label of a value's line names what holds several devices: `per node`."""
    words = (word for piece in ledger.label_of(fact) for word in piece.text.split())
    return any(ledger.meaning_of(word).thing == "node" for word in words)


def _is_of_one_of_two(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate is of a device beside others, so that a peak may be theirs: a T4, then an L4."""
    cards = {one.device.text for one in ledger.devices if one.device.knows(Kind.OPERATION_RATE)}
    return fact.subject.device is not None and len(cards) > 1


def _is_share_of_more(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate was computed as a share of that of several devices: `256 * 312 TFLOPS * 0.45`."""
    parts = (one for one in ledger.parts(fact) if one.kind is fact.kind and one.result_of is not None)
    return any(one.value > fact.value for one in parts)


def _done(ledger: Ledger, kind: Kind) -> Iterator[Fact]:
    """Yield the rates of a kind that were reached: told as seen, or computed of what was seen."""
    for fact in ledger.by_kind[kind]:
        if is_stated(fact) and fact.role not in _NO_RATES and _WISHED.isdisjoint(fact.said):
            made = [claim for claim in ledger.made_by(fact) if not is_conversion(claim)]
            is_step = fact.operand_of is not None and fact.is_made
            is_called = ("measured" in fact.traits and bool(fact.label) and not is_step) or (
                fact.origin is Origin.SOLUTION
                and fact.role is Role.ACHIEVED_RATE
                and fact.role_why is Why.BESIDE  # `each GPU delivers 300 TFLOP/s`
            )
            if is_called or (all(_is_of_seen(ledger, one) for one in made) if made else _is_read(fact)):
                yield fact


def _is_read(fact: Fact) -> bool:
    """Whether a value is told as it was measured, where it stands or elsewhere."""
    told = (one for one in (fact, *fact.same) if one.result_of is None and one.is_topic)
    return any(
        not _SEEN.isdisjoint(one.said) or (one.role is Role.ACHIEVED_RATE and one.role_why in SURE)
        for one in told
    )


def _is_of_seen(ledger: Ledger, claim: ClaimFacts) -> bool:
    """Whether a claim makes a rate of an amount and the time it took, or of a pace and what each takes."""
    if claim.operator not in {"*", "/"}:
        return False
    of_work = claim.result is not None and claim.result.kind is Kind.OPERATION_RATE
    standings = _NOW | {Standing.FORMER} if of_work else _NOW
    if any(_was_seen(ledger, one, Kind.EVENT_RATE, standings) for one in claim.operands):
        return True
    is_rate = {one.kind for one in claim.operands} == {Kind.OPERATIONS, Kind.TIME}
    return claim.operator == "/" and (is_rate or _was_seen(ledger, claim.operands[-1], Kind.TIME))


def _was_seen(ledger: Ledger, operand: Fact, kind: Kind, standings: frozenset[Standing] = _NOW) -> bool:
    """Whether the scenario tells an operand as a time that something took, or as a pace that it had."""
    return any(
        repeats(operand, one)
        and (one.origin is Origin.SCENARIO or (one.kind is Kind.EVENT_RATE and bool(one.label)))
        and one.result_of is None
        and one.standing in standings
        and one.modality not in _NOT_SO
        and one.role not in {Role.LIMIT, Role.INTERVAL}
        and _WISHED.isdisjoint(one.said)
        and (one.kind is Kind.TIME or not _SEEN.isdisjoint(ledger.cues_of(*where(one))))
        for one in ledger.by_kind[kind]
    )


class _OfEvent(Struct, frozen=True):
    """How often something happens in a second, as somebody saw it, or what it takes: bytes or operations."""

    event: str
    size: float
    kind: Kind
    fact: Fact
    of_one: bool = False
    """Whether it is the part of one of several devices."""


def _paces(ledger: Ledger) -> Iterator[_OfEvent]:
    """Yield how fast things are told to happen: neither wanted nor computed."""
    for fact in (*ledger.by_kind[Kind.EVENT_RATE], *ledger.by_kind[Kind.TIME]):
        if (
            (fact.origin not in GIVING and fact.result_of is None and not _is_logged(fact))
            or fact.role in {Role.LIMIT, Role.INTERVAL}
            or not (fact.value and is_stated(fact))
            or fact.rank
            or not _WISHED.isdisjoint(fact.cues)
            or "limit" in fact.traits
            or any(_is_of_hardware(ledger, one) for one in (fact, *fact.same))
        ):
            continue
        if event := _event_of(fact):
            rate = 1 / fact.mention.high if fact.kind is Kind.TIME else fact.mention.low
            of_one = fact.scope == "one" and event not in {fact.per, fact.scope_of}
            yield _OfEvent(event, rate, fact.kind, fact, of_one)


def _is_logged(fact: Fact) -> bool:
    """Whether a line tells a value as it was read off, and no more: `Serial log: 38 ms per inference`."""
    is_read = "measured" in fact.said and bool(fact.label)
    return fact.origin is Origin.CALCULATIONS and fact.operand_of is None and is_read


def _is_of_hardware(ledger: Ledger, fact: Fact) -> bool:
    """Whether a value is computed otherwise than from the pace of one, which was seen, and their number."""
    if fact.result_of is None:
        return False
    claim = ledger.claims[fact.result_of]
    if claim.operator == "/" and len(claim.operands) == 2:
        return not all(_is_seen(ledger, one) for one in claim.operands)
    counts = [one for one in claim.operands if one.kind is Kind.COUNT]
    return claim.operator != "*" or fact.kind is not Kind.EVENT_RATE or len(counts) + 1 < len(claim.operands)


def _is_seen(ledger: Ledger, operand: Fact) -> bool:
    """Whether a quotient turns over what was seen by this: `1000 / 92 = 10.9 ms`, `500 / 5.26`."""
    if operand.kind not in {Kind.COUNT, Kind.TIME, Kind.EVENT_RATE}:
        return False
    return operand.number in _UNITS_OF_TIME or any(
        one.number == operand.number
        and is_given(one)
        and one.role is not Role.LIMIT
        and _WISHED.isdisjoint(one.cues)
        for one in ledger.facts
    )


def _event_of(fact: Fact) -> str:
    """Return what a rate counts, or what a time or an amount is of one of; empty if nothing says."""
    first, *behind = fact.mention.unit.name.split("/")
    if fact.kind is Kind.EVENT_RATE:
        names = [first]
    else:
        subject = fact.subject
        of_label = subject.why is Why.LABEL and not (subject.sort or subject.name.endswith("s"))
        called = subject.name if subject.sort == "event" else ""
        if subject.sort == "property" or of_label:
            called = subject.name.partition(" ")[0]  # `step time`
        names = [*behind, fact.per, called]
    words = (singular(name.split()[-1].lower()) for name in names if name.strip())
    event = next((word for word in words if word not in _NO_EVENTS), "")
    return _TOKEN if _TOKEN.startswith(event) and len(event) > 2 else event


def _amounts(ledger: Ledger) -> Iterator[_OfEvent]:
    """Yield what one event takes: as lines work it out, or what every token reads or is trained by."""
    works = ledger.by_kind[Kind.OPERATIONS]
    is_one = len({fact.value for fact in works}) == 1
    for fact in (*works, *ledger.by_kind[Kind.BYTES]):
        if fact.is_topic and fact.value:
            event = _event_of(fact)
            if _is_of_weights(fact):
                yield _OfEvent(_TOKEN, fact.mention.low, Kind.BYTES, fact, fact.scope == "one")
            elif (event and _is_worked_out(ledger, fact)) or (is_one and fact.kind is Kind.OPERATIONS):
                yield _OfEvent(event, fact.mention.low * _operations(ledger, fact), fact.kind, fact)
    told = (one for one in ledger.of_role(Role.PARAMETERS) if one.origin in GIVING and one.is_topic)
    model = the_only(one for one in told if one.subject.thing == "model")
    if model is not None:
        if model.width:
            yield _OfEvent(_TOKEN, model.value * model.width, Kind.BYTES, model)
        if ledger.says("trained") and not (ledger.says("partly-trained") or _says(ledger, "several-tokens")):
            yield _OfEvent(_TOKEN, model.value * _OPERATIONS_PER_PARAMETER, Kind.OPERATIONS, model)


def _is_worked_out(ledger: Ledger, fact: Fact) -> bool:
    """Whether a claim computes an amount, and not of what the hardware does in a time."""
    if fact.result_of is None:
        return False
    return all(one.kind not in _RATES for one in ledger.claims[fact.result_of].operands)


def _is_of_weights(fact: Fact) -> bool:
    is_read = fact.kind is Kind.BYTES and fact.role in {Role.DEMAND, Role.TRAFFIC}
    return is_read and fact.subject.thing in {"weights", "model"}


def _operations(ledger: Ledger, fact: Fact) -> int:
    """Return how many operations one of a fact is: two a step, unless rates are told in steps as well."""
    rates = ledger.by_kind[Kind.OPERATION_RATE]
    return 2 if counts_steps(fact) and not any(map(counts_steps, rates)) else 1


def _too_fast(ledger: Ledger) -> Iterator[Violation]:
    """Yield paces at which more is read or computed in a second than the hardware can."""
    taken = grouped(((one.kind, _is_of_model(one.fact)), one) for one in _amounts(ledger))
    for pace in _paces(ledger) if taken else ():
        for (kind, _), of_kind in taken.items():
            amounts = [one for one in of_kind if _is_of(ledger, one, pace)]
            if not amounts or (kind is Kind.BYTES and not _reads_all(ledger, pace)):
                continue
            as_it_is = [one for one in amounts if not any(map(_could_be, (one.fact, *one.fact.same)))]
            least = min(as_it_is or amounts, key=lambda one: one.size)
            most = _most(ledger, least, of_one=pace.of_one or least.of_one)
            is_above = most is not None and pace.size * least.size * _SLACK > most.most
            if most is not None and is_above and not _is_doubted(ledger, pace.fact):
                took = f"{seconds(least.size / most.most)} for {least.fact.text}"
                what = f"{pace.fact.text} is faster than the hardware allows: it takes {took} at {most.label}"
                yield Violation(pace.fact, what, (least.fact,))
                return


def _could_be(fact: Fact) -> bool:
    """Whether an amount is that of another case: `what would a 2.2 GB model change?`."""
    return fact.modality in _NOT_SO or not _COULD_BE.isdisjoint(fact.cues)


def _is_of_model(fact: Fact) -> bool:
    """Whether an amount is that of a model as a whole, and not what a line says of one event."""
    return _is_of_weights(fact) or fact.role is Role.PARAMETERS


def _is_of(ledger: Ledger, amount: _OfEvent, pace: _OfEvent) -> bool:
    """Whether an amount is that of the events of a pace; what a network does is done for every one."""
    in_steps = pace.event in _STEPS and pace.kind is Kind.TIME and amount.kind is Kind.BYTES
    of_frame = not amount.event and ledger.meaning_of(pace.event).thing == "frame"
    is_same = (_TOKEN if in_steps else pace.event) == amount.event or of_frame
    return is_same and not _is_of_all(ledger, amount.fact, pace.fact)


def _is_of_all(ledger: Ledger, amount: Fact, pace: Fact) -> bool:
    """Whether a line makes an amount of all that comes in a time: `2 * 13e9 * 2.4e9` of so many a day."""
    terms = [term.number for claim in ledger.made_by(amount, "*") for term in claim.operands]
    return pace.number > 1 and pace.number in terms


def _most(ledger: Ledger, amount: _OfEvent, *, of_one: bool) -> Ceiling | None:
    """Return how much of it the hardware does in a second, and what says so."""
    if amount.kind is Kind.OPERATIONS:
        return compute_peak(ledger, floating=not counts_steps(amount.fact), one=of_one)
    most = memory_bandwidth(ledger, one=of_one)
    if most and (amount.event != _TOKEN or not _is_of_weights(amount.fact)):
        most = max([most, *(one.value for one in ledger.by_kind[Kind.BYTE_RATE] if one.result_of is None)])
    return Ceiling(most, f"{most / 1e9:.4g} GB/s") if most else None


def _reads_all(ledger: Ledger, pace: _OfEvent) -> bool:
    """Whether every event reads all of its bytes: tokens of several streams share one reading."""
    if pace.event not in {_TOKEN, *_STEPS}:
        return not ledger.says("cached")
    fact = pace.fact
    sentence, clause = ledger.cues_of(*where(fact)), cues_in(ledger.clause_of(fact))
    is_computed = any(claim.operator not in {"", "/"} for claim in ledger.made_by(fact))  # `32 * 43.7`
    if _says(ledger, "several-tokens") or "at-once" in clause or is_computed:
        return False
    rates = {
        one.value
        for one in ledger.by_kind[fact.kind]
        if one.is_topic and one.origin not in CONCLUDING and _event_of(one) == pace.event
    }
    if len(rates) > 1 and fact.kind is Kind.EVENT_RATE and ledger.says("many-streams", "at-once"):
        is_one = "one-stream" in clause
    else:
        told = ledger.says("one-stream") or "one-stream" in sentence
        is_one = told or fact.kind is Kind.TIME or ledger.view(_serves_one)
    return is_one and "many-streams" not in sentence and not _serves_several(ledger, fact)


def _says(ledger: Ledger, cue: str) -> bool:
    """Whether a question says something, and neither that there is none of it nor what would help."""
    return any(
        cue in piece.meaning.cues
        and path not in ledger.solution
        and not any("denied" in one.meaning.cues for one in ledger.pieces[path][max(0, at - 1) : at])
        for path, cued in ledger.cued.items()
        for at, piece in cued
    )


def _serves_one(ledger: Ledger) -> bool:
    """Whether a question says that somebody is served alone: `one visitor at a time`."""
    return any(
        number_of(one) == 1
        and noun.is_noun
        and noun.meaning.thing != "token"
        and "at-a-time" in behind.meaning.cues
        for pieces in ledger.pieces.values()
        for one, noun, behind in zip(pieces, pieces[1:], pieces[2:], strict=False)
    )


def _serves_several(ledger: Ledger, fact: Fact) -> bool:
    """Whether a field has a number of streams above one: `for 16 users`, `at batch 32`."""
    several = any(
        one.number > 1 and one.is_topic and ledger.meaning_of(one.noun).thing == "request"
        for one in ledger.view(counted)
        if one.path == fact.path
    )
    pieces = ledger.pieces[fact.path]
    batches = (behind for one, behind in pairwise(pieces) if one.text.startswith("batch"))
    return several or any((number_of(behind) or 0) > 1 for behind in batches)


def _is_doubted(ledger: Ledger, fact: Fact) -> bool:
    """Whether the solution says that something cannot be, or a sentence that has the value again."""
    return ledger.view(verdict) is False or is_disputed(ledger, fact, None)

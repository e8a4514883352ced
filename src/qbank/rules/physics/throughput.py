"""QB851: more done in a second than a device can compute, or read from its memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from math import prod
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Value
from qbank.facts.counted import counted, number_of, singular
from qbank.facts.derivation import the_only
from qbank.facts.devices.device import Device
from qbank.facts.fact import Fact
from qbank.facts.hardware.qualifiers import FORMATS
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import (
    ASKED,
    CONCLUDING,
    GIVING,
    OUTSIDE,
    Kind,
    Modality,
    Origin,
    Role,
    Standing,
    Why,
    unit_of_time,
)
from qbank.rules.capacity.answers import verdict
from qbank.rules.capacity.fits import topical_devices
from qbank.rules.capacity.rooms import MANY
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation
from qbank.rules.physics.floors import link_rate, seconds
from qbank.rules.physics.shares import is_measured, is_stated

_SLACK: Final = 0.95
_ABOVE: Final = 1.02
_FLOATING: Final = ("fp", "bf", "tf", "nf", "mx")
_COMPUTED_IN: Final = {
    "fp32": ("fp32", "tf32"),
    "fp16": ("fp16", "bf16"),
    "bf16": ("fp16", "bf16"),
}
"""What is computed with numbers of a format, where both have one rate or the one stands for the other."""
_WISHED: Final = frozenset(("wanted", "limit", "arriving", "ceiling", "nominal", "supposed"))
_NOT_SO: Final = frozenset((Modality.SUPPOSED, Modality.ASKED))
_COULD_BE: Final = frozenset(("modal", "supposed", "alternative"))
_RATES: Final = frozenset((Kind.BYTE_RATE, Kind.OPERATION_RATE, Kind.EVENT_RATE))
_AMOUNTS: Final = frozenset((Kind.BYTES, Kind.OPERATIONS))
_OPERATIONS_PER_PARAMETER: Final = 6
"""Of a token that a dense model is trained on: 2 forward and 4 backward."""
_TOKEN: Final = "token"
_UNITS_OF_TIME: Final = frozenset((1, 1000, 1e6))
_STEPS: Final = frozenset(("step", "pass"))
"""What one token takes of decoding."""
_NO_EVENTS: Final = frozenset(("second", "minute", "hour", "day", "s", "min", "h", "gpu", "device", "card"))
_LINES: Final = frozenset(("line", "lane", "wire", "pin"))
_AT_ONE_EDGE: Final = ("single data rate", "sdr", "single edge", "one edge")
_DRIVES: Final = frozenset(("drive", "disk", "ssd", "nvme"))
_READING: Final = frozenset(("measured", "moved"))
_MACS: Final = frozenset(("mac", "macs", "multiply - accumulate", "multiply - accumulates"))
_ONLY: Final = frozenset(("only", "sole", "single", "one"))
_LESSENING: Final = frozenset(("cached", "help"))
_IN_EACH: Final = frozenset(("per", "each", "every", "a", "one"))
_AS_SEEN: Final = frozenset(("measured", "average", "granting"))
_MOST_DEVICES: Final = 100_000


class AboveRoofline(LedgerRule):
    """A throughput is stated that the device cannot reach.

    More operations a second are achieved than the peak or the ceiling that the question names, or than the
    highest peak of any variant of the device in the catalog; or something is done in less time than its
    operations take at that peak. What one event takes is held against the hardware as well: a token of one
    stream reads all weights, and training takes six operations for each of them; a sample or a frame takes
    the bytes or operations that a line works out. And what a line calls measured is held against the one
    line rate or peak that the question has, what is read against the lines of a bus at their clock or the
    slot of the one drive, and the MACs of a second against those that a core is said to do in a cycle.

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
        for fact in ledger.of_role(Role.ACHIEVED_RATE):
            if is_stated(fact) and _is_told(ledger, fact):
                of_one = _is_of_one(ledger, fact)
                peak, label = _peak(ledger, floating="FL" in fact.mention.unit.name, one=of_one)
                if (
                    0 < peak / _SLACK < fact.value
                    and not _is_of_one_of_two(ledger, fact)
                    and not _is_share_of_more(ledger, fact)
                ):
                    yield Violation(fact, f"{fact.text} is above {label}")
        yield from _measured_above_peak(ledger)
        yield from _measured_above_lines(ledger)
        yield from _measured_above_slot(ledger)


def _is_of_one(ledger: Ledger, fact: Fact) -> bool:
    """Whether a rate is of one device: as it says, or as the rate says that it was computed from."""
    factors = {one.number for claim in ledger.made_by(fact, "*") for one in claim.operands}
    from_rates = (
        one
        for one in ledger.by_kind[Kind.EVENT_RATE]
        if one.number in factors and _is_per_device(ledger, one)
    )
    return any(
        one.scope == "one" and not _is_of_machine(ledger, one) for one in (fact, *fact.same, *from_rates)
    )


def _is_per_device(ledger: Ledger, rate: Fact) -> bool:
    """Whether the unit of a rate names one device that it is of: `tokens/s per GPU`."""
    meaning = ledger.meaning_of(rate.mention.unit.name.rpartition("/")[2].lower())
    return meaning.sort == "device" and meaning.thing != "node"


def _measured_above_lines(ledger: Ledger) -> Iterator[Violation]:
    """Yield what is read in a second through so many lines of a bus, above one bit of each at every edge."""
    clock = the_only(
        one for one in ledger.by_kind[Kind.FREQUENCY] if one.origin is Origin.SCENARIO and is_stated(one)
    )
    rate = the_only(
        one for one in ledger.by_kind[Kind.BYTE_RATE] if one.origin is Origin.SCENARIO and is_stated(one)
    )
    if clock is None or rate is None or rate.role is Role.LIMIT or not rate.cues.isdisjoint(_WISHED):
        return
    sentence = ledger.sentence_of(clock)
    lines = {
        one.number
        for one in ledger.view(counted)
        if (one.path, one.sentence) == (clock.path, clock.sentence) and one.noun in _LINES
    }
    if len(lines) != 1 or not any(piece.meaning.sort == "link" for piece in sentence):
        return
    words = " ".join(piece.text for piece in sentence)
    edges = 1 if any(one in words for one in _AT_ONE_EDGE) else 2
    most = lines.pop() * clock.value * edges / 8
    if rate.mention.low > most * _ABOVE:
        what = f"{rate.text} is more than the {most / 1e6:.4g} MB/s of its lines at {clock.text}"
        yield Violation(rate, what, (clock,))


def _measured_above_slot(ledger: Ledger) -> Iterator[Violation]:
    """Yield what is read in a second from the one drive of a slot, above what the slot's link carries."""
    links = [one for one in ledger.devices if one.device.is_link and one.path == ("scenario",)]
    rates = [one for one in ledger.by_kind[Kind.BYTE_RATE] if one.origin is Origin.SCENARIO]
    if len(links) != 1 or len(rates) != 1 or ledger.says("cached"):
        return
    link, rate = links[0], rates[0]
    drives = [piece for piece in ledger.sentence_of(link) if piece.meaning.thing == "disk"]
    beside = ledger.sentence_of(rate)
    is_read = any(not _READING.isdisjoint(piece.meaning.cues) for piece in beside)
    several = any(one.number > 1 and one.noun in _DRIVES for one in ledger.view(counted))
    if not drives or several or not is_read or not is_stated(rate) or rate.role is Role.LIMIT:
        return
    most = link_rate(link.device)
    if 0 <= rate.sentence - link.sentence <= 1 and rate.mention.low > most * _ABOVE > 0:
        what = f"{rate.text} is more than the {most / 1e9:.4g} GB/s of {link.device.text} (catalog)"
        yield Violation(rate, what)


def _measured_above_peak(ledger: Ledger) -> Iterator[Violation]:
    """Yield rates that a line calls measured, above the one peak or line rate that the question has."""
    rates = [fact for fact in ledger.by_kind[Kind.BYTE_RATE] if is_stated(fact) and not fact.per]
    peaks = [one for one in rates if "maximum" in one.traits or _is_of_link(one)]
    if len({f"{one.value:.3g}" for one in peaks}) != 1 or _has_other_links(ledger):
        return
    for fact in rates:
        is_read = "measured" in fact.traits and fact.path[0] not in ASKED and bool(fact.label)
        is_read = is_read or (_is_of_seen(ledger, fact) and _goes_through(ledger, peaks[0]))
        if is_read and fact not in peaks and fact.mention.low > peaks[0].value * _ABOVE:
            what = f"{fact.text} ({fact.label}) is more than the {peaks[0].text} that there are at most"
            yield Violation(fact, what, (peaks[0],))
            return


def _is_of_seen(ledger: Ledger, fact: Fact) -> bool:
    """Whether a line makes a rate of bytes of how many came in a second, as was measured, and their size."""
    values = {one.value for claim in ledger.made_by(fact) for one in claim.operands}
    told = [one for one in ledger.facts if one.origin is Origin.SCENARIO and one.value in values]
    seen = [one for one in told if one.kind is Kind.EVENT_RATE and one.standing is Standing.TOPIC]
    return any(one.kind is Kind.BYTES and one.is_topic for one in told) and any(
        "measured" in ledger.cues_of(one.path, one.sentence) and _WISHED.isdisjoint(one.cues) for one in seen
    )


def _goes_through(ledger: Ledger, link: Fact) -> bool:
    """Whether the sentence of a link says that it is the only one, and nothing that less goes through it."""
    pieces = ledger.scenario
    denied = {one.clause for one in pieces if "denied" in one.meaning.cues}
    helped = (one for one in pieces if not _LESSENING.isdisjoint(one.meaning.cues))
    is_only = any(one.text in _ONLY for one in ledger.sentence_of(link))
    return is_only and all(one.clause in denied for one in helped)


def _has_other_links(ledger: Ledger) -> bool:
    return any(one.device.is_link for one in ledger.devices) or any(
        one.number > 1 and ledger.meaning_of(one.noun).sort == "link" for one in ledger.view(counted)
    )


def _is_of_link(fact: Fact) -> bool:
    return fact.role is Role.BANDWIDTH and fact.subject.sort == "link" and fact.origin in GIVING


def _is_share_of_more(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate was computed as a share of that of several devices: `256 * 312 TFLOPS * 0.45`."""
    return any(
        part.kind is fact.kind and part.result_of is not None and part.value > fact.value
        for part in ledger.parts(fact)
    )


class _Amount(Struct, frozen=True):
    """What one event reads or computes: bytes of memory or operations."""

    event: str
    size: float
    kind: Kind
    fact: Fact
    of_one: bool
    """Whether it is the part of one of several devices."""


class _Pace(Struct, frozen=True):
    """How many events there are in a second, or how long one takes, as somebody saw it."""

    event: str
    rate: float
    fact: Fact
    of_one: bool


def _paces(ledger: Ledger) -> Iterator[_Pace]:
    """Yield how fast things are told to happen: neither wanted nor computed."""
    for fact in (*ledger.by_kind[Kind.EVENT_RATE], *ledger.by_kind[Kind.TIME]):
        if (
            (fact.origin not in GIVING and fact.result_of is None and not _is_logged(fact))
            or fact.role in {Role.LIMIT, Role.INTERVAL}
            or not is_stated(fact)
            or not fact.value
            or fact.rank
            or not _WISHED.isdisjoint(fact.cues)
            or "limit" in fact.traits
            or any(_is_of_hardware(ledger, one) for one in (fact, *fact.same))
        ):
            continue
        event = _event_of(fact)
        if event:
            rate = 1 / fact.mention.high if fact.kind is Kind.TIME else fact.mention.low
            of_one = fact.scope == "one" and event not in {fact.per, fact.scope_of}
            yield _Pace(event, rate, fact, of_one)


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
        and is_stated(one)
        and _WISHED.isdisjoint(one.cues)
        and one.role is not Role.LIMIT
        for one in ledger.facts
        if one.origin is Origin.SCENARIO
    )


def _event_of(fact: Fact) -> str:
    """Return what a rate counts, or what a time or an amount is of one of; empty if nothing says."""
    first, *behind = fact.mention.unit.name.split("/")
    if fact.kind is Kind.EVENT_RATE:
        names = [first]
    else:
        called = fact.subject.name if fact.subject.sort == "event" else ""
        of_label = fact.subject.why is Why.LABEL and not fact.subject.name.endswith("s")
        if fact.subject.sort == "property" or (not fact.subject.sort and of_label):
            called = fact.subject.name.partition(" ")[0]  # `step time`
        names = [*behind, fact.per, called]
    words = (singular(name.split()[-1].lower()) for name in names if name.strip())
    event = next((word for word in words if word not in _NO_EVENTS), "")
    return _TOKEN if _TOKEN.startswith(event) and len(event) > 2 else event


def _amounts(ledger: Ledger) -> Iterator[_Amount]:
    """Yield what one event takes: as lines work it out, or what every token reads or is trained by."""
    works = ledger.by_kind[Kind.OPERATIONS] if _have_one_value(ledger, Kind.OPERATIONS) else ()
    for fact in ledger.facts:
        if fact.kind not in _AMOUNTS or not fact.is_topic or not fact.value:
            continue
        event = _event_of(fact)
        if _is_of_weights(fact):
            yield _Amount(_TOKEN, fact.mention.low, Kind.BYTES, fact, fact.scope == "one")
        elif (event and _is_worked_out(ledger, fact)) or fact in works:
            yield _Amount(event, fact.mention.low * _operations(ledger, fact), fact.kind, fact, of_one=False)
    model = the_only(filter(_is_model, ledger.of_role(Role.PARAMETERS)))
    if model is not None:
        if model.width:
            yield _Amount(_TOKEN, model.value * model.width, Kind.BYTES, model, of_one=False)
        if ledger.says("trained") and not (ledger.says("partly-trained") or _says(ledger, "several-tokens")):
            size = model.value * _OPERATIONS_PER_PARAMETER
            yield _Amount(_TOKEN, size, Kind.OPERATIONS, model, of_one=False)


def _is_worked_out(ledger: Ledger, fact: Fact) -> bool:
    """Whether a claim computes an amount, and not of what the hardware does in a time."""
    if fact.result_of is None:
        return False
    return not any(
        one.kind in _RATES or one.kind is Kind.TIME for one in ledger.claims[fact.result_of].operands
    )


def _have_one_value(ledger: Ledger, kind: Kind) -> bool:
    return len({fact.value for fact in ledger.by_kind[kind]}) == 1


def _is_model(fact: Fact) -> bool:
    return fact.origin in GIVING and fact.is_topic and fact.subject.thing == "model"


def _is_of_weights(fact: Fact) -> bool:
    return (
        fact.kind is Kind.BYTES
        and fact.role in {Role.DEMAND, Role.TRAFFIC}
        and fact.subject.thing in {"weights", "model"}
    )


def _counts_steps(fact: Fact) -> bool:
    """Tell whether a multiplication with its addition counts as one operation, and not as two."""
    return "MAC" in fact.mention.unit.name.upper()


def _operations(ledger: Ledger, fact: Fact) -> int:
    """Return how many operations one of a fact is: two a step, unless rates are told in steps as well."""
    rates = ledger.by_kind[Kind.OPERATION_RATE]
    return 2 if _counts_steps(fact) and not any(map(_counts_steps, rates)) else 1


def _too_fast(ledger: Ledger) -> Iterator[Violation]:
    """Yield paces at which more is read or computed in a second than the hardware can."""
    taken: dict[tuple[Kind, bool], list[_Amount]] = defaultdict(list)
    for one in _amounts(ledger):
        taken[one.kind, _is_of_model(one.fact)].append(one)
    for pace in _paces(ledger) if taken else ():
        for (kind, _), of_kind in taken.items():
            of_event = [one for one in of_kind if _is_of(ledger, one, pace)]
            of_event = [one for one in of_event if not _is_of_all(ledger, one.fact, pace.fact)]
            if not of_event or (kind is Kind.BYTES and not _reads_all(ledger, pace)):
                continue
            as_it_is = [one for one in of_event if not _is_of_other_case(one.fact)]
            least = min(as_it_is or of_event, key=lambda one: one.size)
            most, label = _most(ledger, least, of_one=pace.of_one or least.of_one)
            if most and pace.rate * least.size * _SLACK > most and not _is_disputed(ledger, pace.fact):
                yield _above(pace, least, most, label)
                return


def _is_of_other_case(fact: Fact) -> bool:
    """Whether an amount is one that could be: `what would a 2.2 GB model change?`."""
    told = (fact, *fact.same)
    return any(one.modality in _NOT_SO or not one.cues.isdisjoint(_COULD_BE) for one in told)


def _is_of_model(fact: Fact) -> bool:
    """Whether an amount is that of a model as a whole, and not what a line says of one event."""
    return _is_of_weights(fact) or fact.role is Role.PARAMETERS


def _is_of(ledger: Ledger, amount: _Amount, pace: _Pace) -> bool:
    """Whether an amount is that of the events of a pace; what a network does is done for every one."""
    in_steps = pace.event in _STEPS and pace.fact.kind is Kind.TIME and amount.kind is Kind.BYTES
    return (_TOKEN if in_steps else pace.event) == amount.event or (
        not amount.event and ledger.meaning_of(pace.event).thing == "frame"
    )


def _is_of_all(ledger: Ledger, amount: Fact, pace: Fact) -> bool:
    """Whether a line makes an amount of all that comes in a time: `2 * 13e9 * 2.4e9` of so many a day."""
    terms = [term.number for claim in ledger.made_by(amount, "*") for term in claim.operands]
    return pace.number > 1 and pace.number in terms


def _most(ledger: Ledger, amount: _Amount, *, of_one: bool) -> tuple[float, str]:
    """Return how much of it the hardware does in a second, and what says so."""
    if amount.kind is Kind.OPERATIONS:
        return _peak(ledger, floating=not _counts_steps(amount.fact), one=of_one)
    most = _memory_bandwidth(ledger, one=of_one)
    if amount.event != _TOKEN or not _is_of_weights(amount.fact):
        rates = [one.value for one in ledger.by_kind[Kind.BYTE_RATE] if one.result_of is None]
        most = max([most, *rates]) if most else 0.0
    return most, f"{most / 1e9:.4g} GB/s"


def _above(pace: _Pace, amount: _Amount, most: float, label: str) -> Violation:
    took = f"{seconds(amount.size / most)} for {amount.fact.text}"
    what = f"{pace.fact.text} is faster than the hardware allows: it takes {took} at {label}"
    return Violation(pace.fact, what, (amount.fact,))


def _reads_all(ledger: Ledger, pace: _Pace) -> bool:
    """Whether every event reads all of its bytes: tokens of several streams share one reading."""
    if pace.event not in {_TOKEN, *_STEPS}:
        return not ledger.says("cached")
    cues = ledger.cues_of(pace.fact.path, pace.fact.sentence)
    made = [claim.operator for claim in ledger.made_by(pace.fact)]
    is_computed = any(one not in {"", "/"} for one in made)  # `32 * 43.7 = 1,398 tokens/s`
    clause = ledger.clause_of(pace.fact)
    at_once = any("at-once" in one.meaning.cues for one in clause)
    if _says(ledger, "several-tokens") or at_once or is_computed:
        return False
    rates = {
        one.value
        for one in ledger.by_kind[pace.fact.kind]
        if _event_of(one) == pace.event and one.is_topic and one.origin not in CONCLUDING
    }
    if len(rates) > 1 and pace.fact.kind is Kind.EVENT_RATE and ledger.says("many-streams", "at-once"):
        is_one = any("one-stream" in one.meaning.cues for one in clause)
    else:
        is_told = pace.fact.kind is Kind.TIME
        is_one = "one-stream" in cues or ledger.says("one-stream") or is_told or ledger.view(_serves_one)
    return is_one and "many-streams" not in cues and not _serves_several(ledger, pace.fact)


def _says(ledger: Ledger, cue: str) -> bool:
    """Whether a question says something, and not that there is none of it: `no speculative decoding`."""
    return any(
        cue in piece.meaning.cues
        and not any("denied" in one.meaning.cues for one in ledger.pieces[path][max(0, at - 1) : at])
        for path, cued in ledger.cued.items()
        for at, piece in cued
    )


def _says_of_own(ledger: Ledger, cue: str) -> bool:
    """Whether a question says something, and not in what others claim of theirs: `a rival quotes a fleet`."""
    return any(
        cue in piece.meaning.cues and "claimed" not in ledger.cues_of(path, piece.sentence)
        for path, cued in ledger.cued.items()
        for _, piece in cued
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


def _is_disputed(ledger: Ledger, fact: Fact) -> bool:
    """Whether the solution says that something cannot be, or a sentence that has the value again."""
    if ledger.view(verdict) is False:
        return True
    return any(
        one.origin not in GIVING
        and not {"failure", "falls-short", "ceiling"}.isdisjoint(ledger.cues_of(one.path, one.sentence))
        for one in fact.same
    )


def _is_of_machine(ledger: Ledger, fact: Fact) -> bool:
    """Whether the label of a value's line names what holds several devices: `per node`."""
    words = (word for piece in ledger.label_of(fact) for word in piece.text.split())
    return any(ledger.meaning_of(word).thing == "node" for word in words)


def _products_of_counts(ledger: Ledger) -> Iterator[int]:
    """Yield what lines multiply of numbers of things, which may be devices: `32 nodes * 4 modules = 128`."""
    for claim, result in ledger.worked_out("*"):
        if result.value > _MOST_DEVICES:
            continue
        if any(unit_of_time(singular(word)) for word in result.label.split()):
            continue  # `GPU hours: 128 * 9 * 24`
        if all(one.kind is Kind.COUNT and not one.mention.scaled for one in (result, *claim.operands)):
            yield int(result.value)


def _only_device(ledger: Ledger) -> Device | None:
    """Return the device that the question is about, by whatever name; None if it names several."""
    devices_named = {one.device.entries: one.device for one in topical_devices(ledger)}
    return next(iter(devices_named.values())) if len(devices_named) == 1 else None


def _devices(ledger: Ledger) -> int:
    """Return how many devices the question has at most; very many if it does not say."""
    counts: dict[str, int] = {}
    for fact in ledger.by_kind[Kind.COUNT]:
        if fact.origin in GIVING and fact.is_topic and fact.subject.sort == "device":
            counts[fact.subject.thing] = max(counts.get(fact.subject.thing, 1), int(fact.value))
    most = prod(counts.values())
    named = topical_devices(ledger)
    most = max([most, *(one.count for one in named), *_products_of_counts(ledger)])
    unsaid = _says_of_own(ledger, "many-devices") or any(one.device.plural for one in named)
    return MANY if most == 1 and unsaid else most


def _is_told(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate is given, called achieved, or what was done in a time that was measured."""
    if fact.role_why is Why.LABEL and "measured" in fact.cues:
        return True
    if fact.origin is Origin.SOLUTION and fact.role_why is Why.BESIDE:
        return True  # `each GPU delivers 300 TFLOP/s`
    measured_rates = {
        one.number
        for one in ledger.by_kind[Kind.EVENT_RATE]
        if one.origin is Origin.SCENARIO and "measured" in one.cues and is_measured(one)
    }
    return all(
        {Kind.OPERATIONS, Kind.TIME} == {one.kind for one in claim.operands}
        if claim.operator == "/"
        else claim.operator == "*" and any(one.number in measured_rates for one in claim.operands)
        for claim in ledger.made_by(fact)
    )


def _is_of_one_of_two(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a rate is of a device beside others, so that a peak may be theirs: a T4, then an L4."""
    cards = {one.device.text for one in ledger.devices if one.device.knows(Kind.OPERATION_RATE)}
    return fact.subject.device is not None and len(cards) > 1


def _peak(ledger: Ledger, *, floating: bool, one: bool = False) -> tuple[float, str]:
    """Return the highest rate of operations that the question or the catalog allows, and what says so.

    Of all devices together, or of `one` of them.
    """
    count = 1 if one else _devices(ledger)
    rates = [one for one in ledger.by_kind[Kind.OPERATION_RATE] if one.origin not in CONCLUDING]
    stated = [fact for fact in rates if "ceiling" in fact.traits] or [
        fact for fact in rates if fact.role is Role.PEAK_RATE
    ]
    if stated:
        best = max(stated, key=lambda one: one.value)
        times = 1 if best.result_of is not None else count
        return best.value * times, f"the {best.text} of {best.label or best.subject.name}"
    of_clock = ledger.view(_per_cycles)
    if of_clock is not None:
        steps, clock = of_clock
        in_steps = not floating or any(map(_counts_steps, ledger.by_kind[Kind.OPERATION_RATE]))
        most = steps * clock.value * (1 if in_steps else 2)
        return most * count, f"the {steps:g} MACs of a cycle at {clock.text}"
    device = _only_device(ledger)
    if device is None:
        return 0.0, ""
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


def _per_cycles(ledger: Ledger) -> tuple[float, Fact] | None:
    """Return how many MACs the question says that a core does in a cycle at most, and its clock.

    A sentence tells both how many one instruction does and how many of these there are in a cycle.
    """
    told = (one for one in ledger.of_role(Role.CLOCK) if one.origin is Origin.SCENARIO)
    clock = the_only(one for one in told if one.is_topic)
    if clock is None or any(one.number > 1 and one.noun == "core" for one in ledger.view(counted)):
        return None
    for path, pieces in ledger.pieces.items():
        if path[0] not in ASKED:
            continue
        for at, (per, cycle) in enumerate(pairwise(pieces)):
            if cycle.text != "cycle" or per.text not in _IN_EACH:
                continue
            sentence = [one for one in pieces[:at] if one.sentence == cycle.sentence]
            if any(not _AS_SEEN.isdisjoint(one.meaning.cues) for one in sentence):
                continue
            steps = [
                one
                for one, noun in pairwise([*sentence, per])
                if noun.text in _MACS and (number_of(one) or 0) >= 1
            ]
            here = [one for one in steps if one.clause == cycle.clause][-1:]  # not those of the network
            of_each = [number_of(one) or 0 for one in here or steps]
            times = [number_of(one) or 0 for one in sentence if one.clause == cycle.clause]
            issued = [one for one in times if one >= 1]
            is_same = any(noun.text in _MACS and noun.clause == cycle.clause for noun in sentence)
            if len(of_each) == 1 and (here or len(issued) <= 1):
                return of_each[0] * (1 if is_same or not issued else issued[0]), clock
    return None


def _memory_bandwidth(ledger: Ledger, *, one: bool = False) -> float:
    """Return the highest bandwidth of a memory that is told or known, of all devices or of `one`."""
    count = 1 if one else _devices(ledger)
    stated = {
        fact.value
        for fact in ledger.facts
        if fact.kind is Kind.BYTE_RATE
        and fact.subject.sort != "link"
        and fact.place not in OUTSIDE
        and all(one.result_of is None or _is_peak_of_memory(ledger, one) for one in (fact, *fact.same))
    }
    if stated:
        return max(stated) * count
    device = _only_device(ledger)
    return 0.0 if device is None else (device.memory_bandwidth or 0.0) * count


def _is_peak_of_memory(ledger: Ledger, rate: Fact) -> bool:
    """Whether a line works out how fast a memory is at most: `DRAM peak: 60 GB/s`, `8533e6 * 8 bytes`."""
    if rate.place and "maximum" in rate.traits:
        return True
    made = [{one.kind for one in claim.operands} for claim in ledger.made_by(rate, "*")]
    of_pins = made == [{Kind.COUNT, Kind.BYTES}]
    return of_pins and any(
        "memory" in (one.meaning.place, *one.text.split()) for one in ledger.label_of(rate)
    )

"""QB7xx: what a question says of hardware, beside what data sheets say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import isclose
from typing import Final

from qbank.catalog.entry import Entry, Source, Value
from qbank.facts.counted import number_of
from qbank.facts.devices.device import Device
from qbank.facts.devices.finding import DeviceNames, names_of
from qbank.facts.fact import Fact
from qbank.facts.hardware.features import features
from qbank.facts.hardware.qualifiers import FLOATING
from qbank.facts.hardware.stated import Stated, stated
from qbank.facts.ledger import Ledger
from qbank.facts.vocabulary import Kind
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Severity
from qbank.rules.core.ledger import LedgerRule, Violation, ledger_of
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.hardware.confused import Confused, confused
from qbank.rules.hardware.counts import miscounted
from qbank.rules.hardware.known import Known, agrees_in_bytes, known_of
from qbank.rules.hardware.layout import misplaced
from qbank.rules.hardware.machines import misequipped
from qbank.rules.hardware.modes import other_pitch, too_fast
from qbank.rules.hardware.pictures import oversized
from qbank.rules.hardware.ports import misrated
from qbank.rules.hardware.properties import (
    SLIP_OF_PRICE,
    Disagreement,
    agreeing,
    disagreement,
    far_price,
    wanted_formats,
)
from qbank.rules.hardware.tapes import misfilled
from qbank.units.format import format_quantity, format_significant

_MOST_LISTED: Final = 3
_ROUNDED: Final = 0.005
_COUNT_REACH: Final = 3
_DIGITS: Final = 4


def stated_properties(question: QuestionFile) -> list[Stated]:
    """Return what a question says that hardware of the catalog has."""
    return list(stated(ledger_of(question)))


def disagreements(question: QuestionFile) -> list[Disagreement]:
    """Return the stated properties that disagree with the catalog."""
    catalog, ledger = _names(question).catalog, ledger_of(question)
    return [
        found
        for one in question.cached_view(stated_properties)
        if not _lacked(one) and (found := disagreement(one, catalog)) is not None
        if not (_is_share(ledger, one.fact) or _is_of_several(ledger, found) or _is_of_machine(ledger, found))
    ]


def _is_share(ledger: Ledger, fact: Fact) -> bool:
    """Tell whether a value is a share of another one of its sentence: `733 TFLOPS; 50% → 366.5 TFLOPS`."""
    wholes = ledger.beside(fact, fact.kind)
    return any(
        isclose(share.value * whole.value, fact.value, rel_tol=_ROUNDED)
        for share in (ledger.beside(fact, Kind.SHARE) if len(wholes) > 1 else ())
        for whole in wholes
        if whole is not fact
    )


def _is_of_several(ledger: Ledger, found: Disagreement) -> bool:
    """Tell whether a size is that of the devices counted before it or its brackets: `two GPUs (160 GB)`."""
    fact = found.stated.fact
    pieces = ledger.pieces[fact.path]
    opener = pieces[fact.at].opener
    numbers = (number_of(piece) for piece in pieces[max(0, opener - _COUNT_REACH) : max(0, opener)])
    sizes = [size for known in found.known for size in known.sizes]
    of_one = [one.value for one in ledger.beside(fact, fact.kind) if one.at < fact.at]
    counts = [one.value for one in ledger.beside(fact, Kind.COUNT) if one.at < fact.at]
    if any(isclose(count * value, fact.value) for count in counts for value in of_one):
        return True  # `four adapters of 200 Gb/s each give 800 Gb/s`
    return any(
        isclose(number * size, fact.value, rel_tol=_ROUNDED)
        for number in filter(None, numbers)
        for size in sizes
    )


def _is_of_machine(ledger: Ledger, found: Disagreement) -> bool:
    """Tell whether bytes are those of the rented machine around a card: `eight A100, 1,152 GiB of memory`."""
    mention = found.stated.fact.mention
    machines = (entry for name in ledger.devices for entry in name.device.entries if entry.accelerator)
    rooms = (entry.values.get(room) for entry in machines for room in ("host_memory", "local_nvme"))
    return found.stated.fact.kind is Kind.BYTES and any(
        agrees_in_bytes(mention.high, mention.step, float(room.quantity.value)) for room in rooms if room
    )


def _lacks(device: Device, name: str) -> bool:
    """Tell whether the catalog knows that nothing of a name has a feature."""
    return any(_without(entry, name) for entry in device.entries) and not any(
        name in entry.has for entry in device.entries
    )


def _without(entry: Entry, name: str) -> bool:
    return name in entry.lacks or (name in FLOATING and "floating-point" in entry.lacks)


def _lacked(one: Stated) -> str:
    """Return the number format of a stated rate that a device does not reckon with; else nothing."""
    wanted = sorted(wanted_formats(one)) if _is_rate_of(one) else []
    return wanted[0] if wanted and all(_lacks(one.device, name) for name in wanted) else ""


def _is_rate_of(one: Stated) -> bool:
    """Tell whether a rate of operations is the device's: its place says so, or it has that in a format."""
    rates = known_of(one.device.entries, Kind.OPERATION_RATE)
    return one.fact.kind is Kind.OPERATION_RATE and (one.sure or agreeing(one, rates) is not None)


def _instead(question: QuestionFile, found: Disagreement) -> str:
    """Say what the catalog has, in the unit of the text, and where from, and what may be meant.

    What is of the same devices is told once of them: `100 TOPS peak int8 sparse or 50 TOPS peak int8 dense`.
    """
    catalog = _names(question).catalog
    known: dict[str, list[Known]] = {}
    for fact in found.known:
        known.setdefault(f"{_in_unit_of(found.stated.fact, fact)} {fact.what}", []).append(fact)
    by_device: dict[str, list[str]] = {}
    for value, facts in list(known.items())[:_MOST_LISTED]:
        devices = ", ".join(fact.entry.name for fact in facts[:_MOST_LISTED])
        by_device.setdefault(f"{devices} ({_title(facts[0].value, catalog.sources)})", []).append(value)
    listed = "; ".join(f"{' or '.join(values)} of {devices}" for devices, values in by_device.items())
    share = found.stated.device.share
    lanes = f", of which this is {share}" if share != 1 else ""
    hint = f"; {found.meant}" if found.meant else ""
    return f"the catalog has {listed}{lanes}{hint}"


def _in_unit_of(stated: Fact, known: Known) -> str:
    """Return a value of the catalog in the unit that a text has; capacities, told in two ways, stay."""
    unit = stated.mention.unit
    fits = unit.dimension == known.value.measure.dimension and known.kind is not Kind.BYTES
    if not fits or len(known.sizes) != 1:
        return known.value.text
    return format_quantity(format_significant(Fraction(known.sizes[0]) / unit.scale, _DIGITS), unit.name)


class HardwareValue(LedgerRule):
    """A value stated of a device is not the one in its data sheet.

    Memory, bandwidth, peak rate, power, clock or the rate of a link stands beside the name of a device or
    link and differs from the catalog. Often it is right for something else: another variant of the device,
    another number format, the rate with sparsity, both directions of a link. The message says so if the
    catalog has such a value. Correct the value, or say what it is of.

    More cores, ports, lanes, slices or memory channels than a device has are told as well, a faster port, a
    wider bus, a deeper buffer, a picture that is larger than the array of its image sensor, a rate that it
    does not reach at the resolution told, and the compressed capacity of a tape for its native one. A rented
    machine is held against what it has: its accelerators and their number, vCPUs, memory and network.

    A value may be rounded or truncated at the digits it shows, or be 5 % off (12 % if marked `~` or "about").
    A bare name (`A100`) may mean any of its variants. What a job uses, reaches or measures is not looked at,
    nor are sums over several devices. `qbank hardware show NAME` prints what the catalog has, with sources.
    """

    code = "QB701"
    name = "hardware-value"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: An A100 at 400 dense BF16 TFLOPS needs 7 s for the step.\n",
            underlines="400 dense BF16 TFLOPS",
        ),
        Example(
            yaml="scenario: The collar is an nRF52840, Cortex-M4F at 128 MHz, and counts steps.\n",
            underlines="128 MHz",
        ),
        Example(
            yaml="scenario: The node loads its weights over PCIe 4.0 x16 at 200 GB/s while it serves.\n",
            underlines="200 GB/s",
        ),
        Example(
            yaml="details:\n  realistic_solution: The H100 (700 W, 5 TB/s of HBM3) is bound by memory.\n",
            underlines="5 TB/s",
        ),
        Example(
            yaml="details:\n  realistic_solution: The A100 PCIe 80GB has a memory bandwidth of 1,555 GB/s.\n",
            underlines="1,555 GB/s",
        ),
        Example(
            yaml="scenario: The node has eight A100 40 GB cards with a bandwidth of 2,039 GB/s each.\n",
            underlines="2,039 GB/s",
        ),
        Example(
            yaml="scenario: A door contact lives on one CR2032 with a nominal voltage of 1.5 V.\n",
            underlines="1.5 V",
        ),
        Example(
            yaml="scenario: At full load the Coral Edge TPU takes 0.6 W from its port.\n",
            underlines="0.6 W",
        ),
        Example(
            yaml="scenario: The A100 has 132 SMs and the kernel wants a block on each of them.\n",
            underlines="132 SMs",
        ),
        Example(
            yaml="scenario: The tuning runs on 4 H100 GPUs at $0.02 per GPU-hour for two days.\n",
            underlines="$0.02 per GPU-hour",
        ),
        Example(
            yaml="scenario: Each H100 SXM sends 900 GB/s over its NVLink and receives as much.\n",
            underlines="900 GB/s",
        ),
        Example(
            yaml="scenario: In an HGX H100, NVLink brings 900 GB/s in each direction to every GPU.\n",
            underlines="900 GB/s",
        ),
        Example(
            yaml="scenario: The Orin NX drives a cart. The module has 16 GB of LPDDR5 at 273 GB/s.\n",
            underlines="273 GB/s",
        ),
        Example(
            yaml="scenario: The L4's dense FP16 peak is 242 TFLOPS and the trace shows half of it in use.\n",
            underlines="242 TFLOPS",
        ),
        Example(
            yaml="scenario: The T4 sits beside a TPU v5e, which peaks at 394 TFLOPS in bf16.\n",
            underlines="394 TFLOPS",
        ),
        Example(
            yaml="scenario: A nest box has the IMX219, and its stills of 4056 × 3040 pixels go out.\n",
            underlines="4056 × 3040",
        ),
        Example(
            yaml="scenario: A Jetson AGX Orin 64GB offers 275 TOPS of dense INT8 to a Jetson Nano's heir.\n",
            underlines="275 TOPS",
        ),
        Example(
            yaml="scenario: Nothing shrinks any further, and an LTO-9 cartridge holds 45 TB of it.\n",
            underlines="45 TB",
        ),
        Example(
            yaml="scenario: The leaf is a QM8700, whose 64 ports all run at the full speed of HDR.\n",
            underlines="64",
        ),
        Example(
            yaml="scenario: We place 60 DGX H100 systems (8U, up to 6.5 kW each) in new 48U racks.\n",
            underlines="6.5 kW",
        ),
        Example(
            yaml="scenario: The trial has twelve iPhone 15. Their USB-C port is good for 10 Gb/s.\n",
            underlines="10 Gb/s",
        ),
        Example(
            yaml="scenario: They rent an NC4as_T4_v3, which carries one NVIDIA A10G with 24 GB.\n",
            underlines="A10G",
        ),
        Example(
            yaml="scenario: The tagger runs on an NC64as_T4_v3, which has sixteen T4 cards.\n",
            underlines="sixteen",
        ),
        Example(
            yaml="scenario: The panel reads its VL53L5CX in the 8×8 mode at 60 Hz.\n",
            underlines="60 Hz",
        ),
        Example(
            yaml="scenario: The lab cuts each A30 with MIG into seven instances, one for each student.\n",
            underlines="seven",
        ),
        Example(
            yaml="scenario: The iPhone 15 has a Neural Engine rated at 35 TOPS.\n",
            underlines="35 TOPS",
        ),
    )
    good = (
        Example(yaml="scenario: In an HGX B200, NVLink brings 900 GB/s in each direction to every GPU.\n"),
        Example(yaml="scenario: An LTO-9 cartridge holds 45 TB of compressed text, and 18 TB of video.\n"),
        Example(yaml="scenario: The leaf is a QM9700, split into 128 ports at 200 Gb/s for the old hosts.\n"),
        Example(yaml="scenario: They rent a g5.xlarge, which carries one NVIDIA A10G, after a T4.\n"),
        Example(yaml="scenario: The panel reads its VL53L5CX in the 4×4 mode at 60 Hz.\n"),
        Example(yaml="scenario: The lab cuts eight A30 with MIG into 32 instances, four of each card.\n"),
        Example(yaml="scenario: Two TPU v5e chips peak at 394 TFLOPS in bf16 together.\n"),
        Example(yaml="details:\n  realistic_solution: An A100 at 312 dense BF16 TFLOPS needs 9 s.\n"),
        Example(yaml="details:\n  realistic_solution: Eight A100s (640 GB) hold it; an A100 has 2 TB/s.\n"),
        Example(yaml="details:\n  realistic_solution: The kernel sustains 180 TFLOPS on an A100.\n"),
        Example(yaml="scenario: The CR2032 counts as empty at 2.0 V; two of them in series have 6 V.\n"),
        Example(yaml="scenario: The gauge has an AA lithium thionyl chloride cell, 2.4 Ah at 3.6 V.\n"),
        Example(yaml="scenario: Between two frames the Coral Edge TPU draws 0.4 W on average.\n"),
        Example(yaml='details:\n  napkin_math: "One port takes 14 W (PoE+ port: up to 30 W)."\n'),
        Example(yaml="scenario: An nRF52840 logs to an SPI flash (64 Mbit) that is read by USB.\n"),
        Example(yaml="scenario: The six A100 systems came to 39 kW, which the former hall allowed.\n"),
    )

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Yield the values that something else may have, and those that no device is named by."""
        off = question.cached_view(disagreements)
        told = {found.stated.fact.start for found in off}
        ledger, names = ledger_of(question), _names(question)
        sources = names.catalog.sources
        for mixed in confused(ledger, names.find):
            if mixed.fact.start not in told:
                yield Violation(mixed.fact, _other_sense(mixed))
        for large in oversized(ledger):
            detail = f"{_clean(large.text)} is more than {large.device} has"
            title = _title(large.entry.values["array_width"], sources)
            yield Violation(large, f"{detail}; the catalog has {large.most} of {large.entry.name} ({title})")
        for port in misrated(ledger):
            if port.fact.start not in told:
                detail = f"{_clean(port.fact.text)} is more than the port of {port.device.text} has"
                has = f"{port.known.text} ({_title(port.known, sources)})"
                yield Violation(port.fact, f"{detail}; the catalog has {has}")
        for tape in misfilled(ledger, names.catalog):
            has = f"{tape.instead.text} of {tape.entry.name} ({_title(tape.instead, sources)})"
            yield Violation(tape.fact, f"{_clean(tape.fact.text)} is {tape.known}; native are {has}")
        for part in misplaced(ledger):
            has = f"{part.known.text} {part.known.what} of {part.entry.name} ({_title(part.known, sources)})"
            detail = f"{_clean(part.text)} is more than {part.device.text} has"
            yield Violation(part, f"{detail}; the catalog has {has}")
        for many in miscounted(ledger):
            has = " or ".join(dict.fromkeys(f"{value.text} {value.what}" for value in many.known))
            yield Violation(many, f"{_clean(many.text)} is not what {many.device.text} has; it has {has}")
        for wrong in misequipped(ledger):
            if wrong.start not in told:
                yield Violation(wrong, f"{_clean(wrong.text)}: {wrong.machine.name} has {wrong.has}")
        for unfit in (*too_fast(ledger), *other_pitch(ledger)):
            has = f"{unfit.known.text} {unfit.known.what} of {unfit.entry.name}"
            if unfit.fact.start not in told:
                detail = f"{_clean(unfit.fact.text)} is not what it has"
                yield Violation(
                    unfit.fact, f"{detail}; the catalog has {has} ({_title(unfit.known, sources)})"
                )
        for found in off:
            if not found.impossible:
                one = found.stated
                detail = f"{_clean(one.fact.text)} is not what {one.device.text} has"
                yield Violation(one.fact, f"{detail}; {_instead(question, found)}")
        for one in question.cached_view(stated_properties):
            if prices := far_price(one, names.catalog, SLIP_OF_PRICE):
                yield Violation(
                    one.fact, f"{_clean(one.fact.text)} is no price of {one.device.text}: {_listed(prices)}"
                )


def _title(value: Value, sources: Mapping[str, Source]) -> str:
    return sources[value.source[0]].title


def _other_sense(mixed: Confused) -> str:
    """Say what a figure is of, and what the device has of what the text says."""
    known, device = mixed.known, mixed.device.text
    detail = (
        f"{_clean(mixed.fact.text)} is the {known.what} of {known.entry.name}, and not what the text says"
    )
    have = dict.fromkeys(f"{one.value.text} {one.what}" for one in mixed.instead if one.about != known.about)
    return f"{detail}; {device} has {' or '.join(list(have)[:_MOST_LISTED])}" if have else detail


def _listed(prices: Iterable[tuple[Entry, Value]]) -> str:
    known = [f"{price.text} ({entry.id}, {entry.region}, {entry.date})" for entry, price in prices]
    return ", ".join(known[:_MOST_LISTED])


class NoSuchDevice(LedgerRule):
    """A device does not exist in the form that the text names.

    No variant of the device has that much memory or that many MAC units: an A100 has 40 or 80 GB, an
    Ethos-U55 at most 256 MACs a cycle. Correct the figure or the name, or say that the device is a
    hypothetical one.
    """

    code = "QB702"
    name = "no-such-device"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml="scenario: The service runs on one A100 with 64 GB of memory and answers within a second.\n",
            underlines="64 GB",
        ),
        Example(
            yaml="details:\n  realistic_solution: The network runs on an Ethos-U55 with 512 MACs in 3 ms.\n",
            underlines="512 MACs",
        ),
    )
    good = (
        Example(yaml="scenario: The service runs on one A100 with 40 GB of memory and answers in time.\n"),
        Example(yaml="scenario: Imagine an A100 with 64 GB of memory that must answer within a second.\n"),
        Example(yaml="scenario: On the MI300X 3 GB are set aside, and 2 GB kept free on the H200.\n"),
        Example(yaml="scenario: The chats run with 3 GB set aside for the driver on the MI300X.\n"),
        Example(yaml="scenario: It runs on four L40S. Somebody saw it fit on an 80 GB card a year ago.\n"),
        Example(yaml="details:\n  realistic_solution: The network runs on an Ethos-U55 with 256 MACs.\n"),
    )

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Yield the forms that no variant has."""
        for found in question.cached_view(disagreements):
            if found.impossible:
                one = found.stated
                detail = f"there is no {one.device.text} with {_clean(one.fact.text)}"
                yield Violation(one.fact, f"{detail}; {_instead(question, found)}")


class LacksFeature(LedgerRule):
    """A device is said to have a feature that it lacks.

    The catalog knows of some devices that they lack a feature: MIG on a Jetson or an A10, FP8 tensor cores in
    an A100, BF16 in a V100, a floating-point unit in an RP2040, a radio in a chip without one, a global
    shutter, a magnetometer, a video encoder. Name another device or another way to do it.
    """

    code = "QB703"
    name = "lacks-feature"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: Split the Jetson AGX Orin into two slices with MIG.\n",
            underlines="MIG",
        ),
        Example(
            yaml="details:\n  realistic_solution: The A100's FP8 tensor cores double the rate of the step.\n",
            underlines="FP8 tensor cores",
        ),
        Example(
            yaml="scenario: The node reads a BMP280, which measures pressure and humidity every minute.\n",
            underlines="humidity",
        ),
        Example(
            yaml="details:\n  realistic_solution: An A100 peaks at 1,248 TFLOPS in FP8, which is plenty.\n",
            underlines="1,248 TFLOPS",
        ),
        Example(
            yaml="scenario: The wand has an RP2040. The core's FPU manages one product in 5 cycles.\n",
            underlines="FPU",
        ),
        Example(
            yaml="scenario: It runs on two L40S cards, and they are joined by an NVLink bridge.\n",
            underlines="NVLink bridge",
        ),
        Example(
            yaml="scenario: An Orin Nano films the deck, and its NVENC block encodes six streams.\n",
            underlines="NVENC block",
        ),
        Example(
            yaml="scenario: The nodes are ESP32-S3 boards. They are joined to the 5 GHz SSID.\n",
            underlines="SSID",
        ),
        Example(
            yaml="scenario: The camera is an IMX219, taken for its global shutter in front of a belt.\n",
            underlines="global shutter",
        ),
        Example(
            yaml="scenario: The net is exported in FP16, the format in which the Edge TPU executes it.\n",
            underlines="executes",
        ),
        Example(
            yaml="scenario: The ESP32-S3 streams its clips to the headset over Bluetooth Classic.\n",
            underlines="Bluetooth Classic",
        ),
        Example(
            yaml="scenario: A slice of 64 TPU v5e chips is wired as a three-dimensional torus.\n",
            underlines="three-dimensional torus",
        ),
    )
    good = (
        Example(yaml="scenario: The node has a BMP280 for the air pressure and an SHT31 for the humidity.\n"),
        Example(
            yaml="scenario: The camera is an IMX296, taken for its global shutter; the IMX219 has none.\n"
        ),
        Example(yaml="scenario: The A100 stores the weights in FP8 and multiplies them in BF16.\n"),
        Example(yaml="scenario: The ESP32 streams its clips to the headset over Bluetooth Classic.\n"),
        Example(yaml="details:\n  realistic_solution: Split the A100 into seven slices with MIG.\n"),
        Example(yaml="details:\n  realistic_solution: The A100 has no FP8 tensor cores, the H100 has.\n"),
        Example(yaml="details:\n  realistic_solution: FP8 weights on the A100 save memory, not time.\n"),
        Example(yaml="scenario: The lab has two RTX 3090 cards, and they are joined by an NVLink bridge.\n"),
        Example(yaml="scenario: The wand has an RP2350. The core's FPU manages one product in 5 cycles.\n"),
    )

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Yield the features named as such, and peak rates of formats that a device does not reckon with."""
        for given in features(ledger_of(question)):
            if _lacks(given.device, given.name):
                yield Violation(given, self._detail(question, given.device, given.name, _clean(given.text)))
        for one in question.cached_view(stated_properties):
            if lacked := _lacked(one):
                yield Violation(one.fact, self._detail(question, one.device, lacked, _clean(one.fact.text)))

    def _detail(self, question: QuestionFile, device: Device, name: str, written: str) -> str:
        entry = next(entry for entry in device.entries if _without(entry, name))
        sources = _names(question).catalog.sources
        titles = "; ".join(sources[key].title for key in entry.features_source)
        because = f" ({titles})" if titles else ""
        return f"{written}: {entry.name} lacks {name}{because}"


class FarPrice(LedgerRule):
    """A price by the hour is far from all known prices of the device.

    It is more than three times the highest price of the catalog or less than a third of the lowest. Prices
    differ by provider, region, contract and date, so this is a remark: check that the price is that of one
    device and not of a machine with several.
    """

    code = "QB704"
    name = "far-price"
    severity = Severity.INFO
    bad = (
        Example(
            yaml="scenario: The team rents an H100 at $98/hour for a month and asks what it pays.\n",
            underlines="$98/hour",
        ),
    )
    good = (
        Example(yaml="scenario: The team rents an H100 at $4.50/hour for a month and asks what it pays.\n"),
    )

    def violations_in(self, question: QuestionFile) -> Iterator[Violation]:
        """Yield prices by the hour."""
        for one in question.cached_view(stated_properties):
            prices = far_price(one, _names(question).catalog)
            if prices:
                detail = f"{_clean(one.fact.text)} for one {one.device.text} is far from known prices"
                yield Violation(one.fact, f"{detail}: {_listed(prices)}")


def _names(question: QuestionFile) -> DeviceNames:
    return names_of(question.settings.root)


def _clean(text: str) -> str:
    return " ".join(text.replace("*", " ").split())

"""QB7xx: what a question says of hardware, beside what data sheets say."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from qbank.rules.coherence.factual_text import factual_text
from qbank.rules.core.base import Example
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule
from qbank.rules.hardware.device_features import Feature, lacking, lacks
from qbank.rules.hardware.devices import Device, DeviceNames, names_of
from qbank.rules.hardware.spec_check import Disagreement, disagreement, far_price, what
from qbank.rules.hardware.spec_facts import Fact
from qbank.rules.hardware.spec_words import FORMATS, Measure
from qbank.rules.hardware.specs import Spec, is_otherwise, specs
from qbank.yamlio.document import FieldPath

_MOST_LISTED: Final = 3
_MOST_NAMES: Final = 500
_NOT_AGAINST: Final = frozenset(("which", "more", "before", "after", "must", "need", "needs", "do", "option"))
"""Words of questions and comparisons with which a device may well be said to have a feature."""


def named_devices(question: QuestionFile) -> list[tuple[FieldPath, str, Device]]:
    """Return field, its text and device for the names in the texts that tell facts, up to a bound."""
    names = _names(question)
    found = ((path, text, one) for path, text in factual_text(question).fields for one in names.find(text))
    return list(islice(found, _MOST_NAMES))


def stated_specs(question: QuestionFile) -> list[tuple[FieldPath, str, Spec]]:
    """Return what these texts give to devices.

    A value between two names is part of the second (`an A100 and an 80 GB H100`), or else that of the first.
    """
    found: dict[tuple[FieldPath, int], tuple[FieldPath, str, Spec]] = {}
    for path, text, device in question.cached_view(named_devices):
        for spec in specs(text, device):
            place = (path, spec.start)
            if place not in found or (spec.firm and spec.start < device.start):
                found[place] = (path, text, spec)
    return list(found.values())


def disagreements(question: QuestionFile) -> list[tuple[FieldPath, Disagreement]]:
    """Return the stated values that disagree with the catalog."""
    catalog = _names(question).catalog
    return [
        (path, found)
        for path, text, spec in question.cached_view(stated_specs)
        if (found := disagreement(spec, catalog)) is not None and not is_otherwise(text, spec)
    ]


class _CatalogRule(TextRule):
    """A rule about stated values that the catalog does not have."""

    def disagrees(self, question: QuestionFile, path: FieldPath, found: Disagreement, detail: str) -> Finding:
        """Report what the text says, what the catalog has and where from, and what may be meant."""
        catalog = _names(question).catalog
        known: dict[str, list[Fact]] = {}
        for fact in found.known:
            known.setdefault(f"{fact.value.text} {what(fact)}", []).append(fact)
        listed = "; ".join(
            f"{value} of {', '.join(fact.entry.name for fact in facts[:_MOST_LISTED])}"
            f" ({catalog.sources[facts[0].value.source[0]].title})"
            for value, facts in list(known.items())[:_MOST_LISTED]
        )
        share = found.spec.device.share
        lanes = f", of which this is {share}" if share != 1 else ""
        hint = f"; {found.meant}" if found.meant else ""
        place = found.spec.start, found.spec.end
        return self.at(question, path, place, f"{detail}; the catalog has {listed}{lanes}{hint}")


class HardwareValue(_CatalogRule):
    """A value stated of a device is not the one in its data sheet.

    Memory, bandwidth, peak rate, power, clock or the rate of a link stands beside the name of a device or
    link and differs from the catalog. Often it is right for something else: another variant of the device,
    another number format, the rate with sparsity, both directions of a link. The message says so if the
    catalog has such a value. Correct the value, or say what it is of.

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
    )
    good = (
        Example(yaml="details:\n  realistic_solution: An A100 at 312 dense BF16 TFLOPS needs 9 s.\n"),
        Example(yaml="details:\n  realistic_solution: Eight A100s (640 GB) hold it; an A100 has 2 TB/s.\n"),
        Example(yaml="details:\n  realistic_solution: The kernel sustains 180 TFLOPS on an A100.\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report the values that something else may have, and those that no device is named by."""
        for path, found in question.cached_view(disagreements):
            if not found.impossible:
                detail = f"{_clean(found.spec.text)} is not what {found.spec.device.text} has"
                yield self.disagrees(question, path, found, detail)


class NoSuchDevice(_CatalogRule):
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
        Example(yaml="details:\n  realistic_solution: The network runs on an Ethos-U55 with 256 MACs.\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report the forms that no variant has."""
        for path, found in question.cached_view(disagreements):
            if found.impossible:
                spec = found.spec
                macs = " MACs" if spec.text.isdigit() else ""
                detail = f"there is no {spec.device.text} with {_clean(spec.text)}{macs}"
                yield self.disagrees(question, path, found, detail)


class LacksFeature(TextRule):
    """A device is said to have a feature that it lacks.

    The catalog knows of some devices that they lack a feature: MIG on a Jetson or an A10, FP8 tensor cores in
    an A100, BF16 in a V100, a floating-point unit in an RP2040. Name another device or another way to do it.
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
            yaml="details:\n  realistic_solution: An A100 peaks at 1,248 TFLOPS in FP8, which is plenty.\n",
            underlines="1,248 TFLOPS",
        ),
    )
    good = (
        Example(yaml="details:\n  realistic_solution: Split the A100 into seven slices with MIG.\n"),
        Example(yaml="details:\n  realistic_solution: The A100 has no FP8 tensor cores, the H100 has.\n"),
        Example(yaml="details:\n  realistic_solution: FP8 weights on the A100 save memory, not time.\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report the features named as such, and peak rates of formats that a device does not reckon with."""
        for path, text, device in question.cached_view(named_devices):
            for feature in lacking(text, device):
                sentence = factual_text(question).sentence(path, text, feature.start)
                if sentence.asserts(besides=_NOT_AGAINST):
                    yield self._lacks(question, path, device, feature)
        for path, text, spec in question.cached_view(stated_specs):
            if spec.measure is Measure.OPERATIONS and not is_otherwise(text, spec):
                wanted = sorted(spec.about.intersection(FORMATS))
                if wanted and all(lacks(spec.device, one) for one in wanted):
                    feature = Feature(spec.start, spec.end, wanted[0])
                    yield self._lacks(question, path, spec.device, feature)

    def _lacks(self, question: QuestionFile, path: FieldPath, device: Device, feature: Feature) -> Finding:
        entry = next(entry for entry in device.entries if feature.name in entry.lacks)
        sources = _names(question).catalog.sources
        titles = "; ".join(sources[key].title for key in entry.features_source)
        place = feature.start, feature.end
        written = _clean(shown_text(question, path)[slice(*place)])
        because = f" ({titles})" if titles else ""
        return self.at(question, path, place, f"{written}: {entry.name} lacks {feature.name}{because}")


class FarPrice(TextRule):
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

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report prices by the hour."""
        for path, text, spec in question.cached_view(stated_specs):
            prices = far_price(spec, _names(question).catalog)
            if prices and not is_otherwise(text, spec):
                known = ", ".join(
                    f"{price.text} ({entry.id}, {entry.region}, {entry.date})"
                    for entry, price in prices[:_MOST_LISTED]
                )
                detail = f"{_clean(spec.text)} for one {spec.device.text} is far from known prices: {known}"
                yield self.at(question, path, (spec.start, spec.end), detail)


def _names(question: QuestionFile) -> DeviceNames:
    return names_of(question.settings.root)


def _clean(text: str) -> str:
    return " ".join(text.replace("*", " ").split())

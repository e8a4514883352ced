"""QB7xx: what a question says of hardware, beside what data sheets say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from qbank.bank.document import FieldPath
from qbank.catalog import Catalog
from qbank.rules.base import Example, QuestionRule, Rule
from qbank.rules.devices import Names, names_of
from qbank.rules.finding import Finding, Severity
from qbank.rules.source import QuestionFile
from qbank.rules.spec_check import Disagreement, disagreement, far_price, what
from qbank.rules.spec_facts import Fact
from qbank.rules.spec_words import Measure
from qbank.rules.specs import Spec, is_otherwise, specs
from qbank.rules.told import told

_MOST_KNOWN: Final = 3


def stated_specs(question: QuestionFile) -> list[tuple[FieldPath, Spec]]:
    """Return what the texts in which a question tells facts give to devices."""
    names = _names(question)
    found: dict[tuple[FieldPath, int], Spec] = {}
    for path, text in told(question).fields:
        for device in names.find(text):
            for spec in specs(text, device):
                found.setdefault((path, spec.start), spec)
    return [(path, spec) for (path, _), spec in found.items()]


def disagreements(question: QuestionFile) -> list[tuple[FieldPath, Disagreement]]:
    """Return the stated values that disagree with the catalog; worked out once a question."""
    catalog = _names(question).catalog
    return [
        (path, found)
        for path, spec in question.once(stated_specs)
        if (found := disagreement(spec, catalog)) is not None and not _is_otherwise(question, path, spec)
    ]


class HardwareValue(QuestionRule):
    """A value stated of a device is not the one in its data sheet.

    Memory, bandwidth, peak rate, power, clock or the rate of a link stands beside the name of a device or link and
    differs from the value in the catalog. Often it is right for something else: another variant of the device,
    another number format, the rate with sparsity, both directions of a link. The message says so if the catalog
    has such a value. Correct the value, or name what it is of.

    A value may be rounded or truncated at the digits it shows, or be 5 % off (12 % if marked `~` or "about").
    A bare name (`A100`) may mean any of its variants. Values of what a job uses, reaches or measures are not
    looked at, nor sums over several devices. `qbank hardware show NAME` prints what the catalog has and its sources.
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
            yaml="scenario: The node loads its weights over PCIe 4.0 x16 at 200 GB/s while it serves requests.\n",
            underlines="200 GB/s",
        ),
        Example(
            yaml="details:\n  realistic_solution: The H100 (700 W, 5 TB/s of HBM3) is bound by its memory here.\n",
            underlines="5 TB/s",
        ),
        Example(
            yaml="details:\n  realistic_solution: The A100 PCIe 80GB has a memory bandwidth of 1,555 GB/s.\n",
            underlines="1,555 GB/s",
        ),
    )
    good = (
        Example(
            yaml="details:\n  realistic_solution: An A100 at 312 dense BF16 TFLOPS needs 9 s for the step.\n"
        ),
        Example(
            yaml="details:\n  realistic_solution: Eight A100s (640 GB) hold it; an A100 (2 TB/s) is slow.\n"
        ),
        Example(yaml="details:\n  realistic_solution: The kernel sustains 180 TFLOPS on an A100.\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report the values that some variant might have, or that no data sheet has."""
        for path, found in question.once(disagreements):
            if not found.impossible:
                spec = found.spec
                said = f"{_clean(spec.text)} is not what {spec.device.text} has"
                message = _disagrees(question, path, found, said)
                yield self.finding(question, message, path, part=(spec.start, spec.end))


class NoSuchDevice(QuestionRule):
    """A device does not exist in the form that the text names.

    No variant of the device has that much memory or that many MAC units: an A100 has 40 or 80 GB, an Ethos-U55 at
    most 256 MACs a cycle. Correct the figure or the name, or say that the device is a hypothetical one.
    """

    code = "QB702"
    name = "no-such-device"
    severity = Severity.ERROR
    bad = (
        Example(
            yaml="scenario: The service runs on one A100 with 64 GB of memory and must answer within a second.\n",
            underlines="64 GB",
        ),
        Example(
            yaml="details:\n  realistic_solution: The network runs on an Ethos-U55 with 512 MACs in 3 ms.\n",
            underlines="512 MACs",
        ),
    )
    good = (
        Example(
            yaml="scenario: The service runs on one A100 with 40 GB of memory and must answer within a second.\n"
        ),
        Example(yaml="scenario: Imagine an A100 with 64 GB of memory that must answer within a second.\n"),
        Example(
            yaml="details:\n  realistic_solution: The network runs on an Ethos-U55 with 256 MACs in 3 ms.\n"
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report the forms that no variant has."""
        for path, found in question.once(disagreements):
            if found.impossible:
                spec = found.spec
                macs = " MACs" if spec.text.isdigit() else ""
                said = f"there is no {spec.device.text} with {_clean(spec.text)}{macs}"
                message = _disagrees(question, path, found, said)
                yield self.finding(question, message, path, part=(spec.start, spec.end))


class FarPrice(QuestionRule):
    """A price by the hour is far from all known prices of the device.

    It is more than three times the highest price of the catalog or less than a third of the lowest. Prices differ
    by provider, region, contract and date, so this is a remark: check that the price is of one device and not of a
    machine with several.
    """

    code = "QB704"
    name = "far-price"
    severity = Severity.INFO
    bad = (
        Example(
            yaml="scenario: The team rents an H100 at $98/hour for a month and wants to know what it pays.\n",
            underlines="$98/hour",
        ),
    )
    good = (
        Example(
            yaml="scenario: The team rents an H100 at $4.50/hour for a month and wants to know what it pays.\n"
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Report prices by the hour."""
        catalog = _names(question).catalog
        for path, spec in question.once(stated_specs):
            prices = far_price(spec, catalog) if spec.measure is Measure.PRICE else ()
            if prices and not _is_otherwise(question, path, spec):
                known = ", ".join(
                    f"{one.values['price_per_accelerator'].text} ({one.id}, {one.region}, {one.date})"
                    for one in prices[:_MOST_KNOWN]
                )
                price = f"{_clean(spec.text)} for one {spec.device.text}"
                message = f"{'.'.join(map(str, path))}: {price} is far from known prices: {known}"
                yield self.finding(question, message, path, part=(spec.start, spec.end))


def _is_otherwise(question: QuestionFile, path: FieldPath, spec: Spec) -> bool:
    return is_otherwise(question.text(path) or "", spec)


def _names(question: QuestionFile) -> Names:
    return names_of(question.settings.root)


def _disagrees(question: QuestionFile, path: FieldPath, found: Disagreement, said: str) -> str:
    """Write the message: what the text says, what the catalog has and where from, and what was meant perhaps."""
    catalog = _names(question).catalog
    known: dict[str, list[Fact]] = {}
    for fact in found.known:
        known.setdefault(f"{fact.value.text} {what(fact)}", []).append(fact)
    listed = "; ".join(
        f"{value} of {' and '.join(fact.entry.name for fact in facts[:_MOST_KNOWN])} ({_source(facts[0], catalog)})"
        for value, facts in list(known.items())[:_MOST_KNOWN]
    )
    share = found.spec.device.share
    lanes = f", of which this is {share}" if share != 1 else ""
    hint = f". {found.meant}" if found.meant else ""
    return f"{'.'.join(map(str, path))}: {said}; the catalog has {listed}{lanes}{hint}"


def _source(fact: Fact, catalog: Catalog) -> str:
    return catalog.sources[fact.value.source[0]].title


def _clean(text: str) -> str:
    return " ".join(text.replace("*", " ").split())


RULES: tuple[type[Rule], ...] = (HardwareValue, NoSuchDevice, FarPrice)

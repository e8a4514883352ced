"""Throughputs beyond what a device's memory or arithmetic can give."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from qbank import lazy_re
from qbank.rules.coherence.factual_text import Sentence, factual_text
from qbank.rules.coherence.figures import Figure, figures
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule
from qbank.rules.hardware.devices import Device, devices
from qbank.rules.physics.sizes import Size, device_count, sizes, weights
from qbank.units import dimension

_BANDWIDTH: Final = int(dimension(byte=1, second=-1))
_OPERATIONS: Final = lazy_re.compile(r"\d[ -]?(?:[GTPE](?:FL)?OPS?(?:/s)?|[GTPE](?:FL)?OPs/s|[TP]OPS)\b")
_TOKENS: Final = lazy_re.compile(r"\d ?(?:tok(?:ens?)?/s(?:ec)?|tokens? (?:per|a) second|tok/sec|TPS)\b")
_ONE: Final = lazy_re.compile(
    r"batch(?:[- ]size)?(?: of| =| is|=)? ?(?:1|one)\b|single[- ](?:stream|user|request|sequence)"
    r"|one (?:stream|user|request|sequence|conversation|query)|unbatched|\bbs ?= ?1\b",
    re.IGNORECASE,
)
_ACHIEVES: Final = lazy_re.compile(
    r"\b(?:achiev\w+|sustain\w+|reach\w*|deliver\w*|measur\w+|observ\w+|attain\w*|runs? at"
    r"|hits?|obtain\w*|profil\w+)\b",
    re.IGNORECASE,
)
_DECODES: Final = lazy_re.compile(
    r"\b(?:achiev\w+|sustain\w+|reach\w*|deliver\w*|measur\w+|generat\w+|decod\w+|produc\w+|emit\w*"
    r"|runs? at|serv\w+|hits?|outputs?|yields?|gives?|gets?)\b",
    re.IGNORECASE,
)
_HELP: Final = lazy_re.compile(
    r"speculat\w+|draft|batched|concurren\w+|aggregat\w+|cluster|\bmoe\b|expert|active|spars\w+|parallel\w*|prefill|"
    r"prompt|cache hit|early.exit|medusa|lookahead|shard\w*|\bper user\b|users\b|total|\bssd|nvme"
    r"|pcie|nvlink|network|ethernet|infiniband|usb|\bdisk|storage|host memory",
    re.IGNORECASE,
)
_FLOATING: Final = ("fp", "bf", "tf", "nf", "mx")
_WEIGHTS_BEHIND: Final = lazy_re.compile(
    r" (?:of |in )?(?:[A-Z]+\d+ )?(?:weights|model|parameters)\b", re.IGNORECASE
)
_WEIGHTS_BEFORE: Final = lazy_re.compile(
    r"\b(?:weights|model|parameters)(?: (?:of|are|is|take|takes|has|with|in|about)){1,2} $",
    re.IGNORECASE,
)
_SLACK: Final = 1.05
"""A throughput may be rounded."""


class AboveRoofline(TextRule):
    """A throughput is stated that the device cannot reach.

    A device is said to achieve more operations a second than the highest peak of any of its variants in the
    catalog, sparse ones included. Or a model is said to generate more tokens a second for one request than
    its weights can be read: every token reads them once, so the memory bandwidth over the bytes of the
    weights is the limit. The bandwidth is the text's own or that of the fastest variant of the device.

    Sentences about batches, speculative decoding, experts and an unknown number of devices are left alone.
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
    )
    good = (
        Example(yaml="details:\n  realistic_solution: The kernel achieves 220 TFLOPS on one A100.\n"),
        Example(yaml="details:\n  realistic_solution: Eight A100 GPUs achieve 1,200 TFLOPS.\n"),
        Example(
            yaml=(
                "scenario: At batch size 1 a 70B FP16 model generates 20 tokens/s on an accelerator with"
                " 3.35 TB/s.\n"
            )
        ),
        Example(yaml="scenario: With a batch of 64 a 70B FP16 model generates 600 tokens/s at 3.35 TB/s.\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at the sentences with operations or tokens a second."""
        text = factual_text(question)
        if text.has("flop", "tops", "pops"):
            for sentence in text.sentences(_OPERATIONS):
                yield from self._peak(question, sentence)
        if text.has("tok") and text.has("batch", "single", "one ", "bs=1", "bs = 1"):
            for sentence in text.sentences(_TOKENS):
                yield from self._decoding(question, sentence)

    def _peak(self, question: QuestionFile, sentence: Sentence) -> Iterator[Finding]:
        if not _ACHIEVES.search(sentence.text) or not sentence.asserts():
            return
        count = device_count(sentence.text, unless=sentence.text)
        named = devices(sentence.text)
        if not count or len({device.entries for device in named}) != 1:
            return
        device = named[0]
        if not device.sole or (count == 1 and device.plural):
            return
        for hit in _OPERATIONS.finditer(sentence.text):
            figure = _figure_at(sentence, hit.start())
            peak = _highest_peak(device, floating="FL" in hit[0])
            if figure is not None and peak is not None and figure.value > peak * count * _SLACK:
                times = f"{count} × " if count > 1 else ""
                unit = "TFLOP/s" if "FL" in hit[0] else "TOP/s"
                limit = f"{times}{peak / 1e12:.4g} {unit}, the highest peak of {device.text} in the catalog"
                yield self._over(question, sentence, figure, limit)

    def _decoding(self, question: QuestionFile, sentence: Sentence) -> Iterator[Finding]:
        text = sentence.text
        if not _ONE.search(text) or not _DECODES.search(text) or _HELP.search(text) or not sentence.asserts():
            return
        model = weights(text)
        stated = [size for size in sizes(text) if _is_of_weights(text, size)]
        size = model.least if model else (stated[0].least if len(stated) == 1 else None)
        bandwidth = _bandwidth(sentence)
        if size is None or bandwidth is None:
            return
        for hit in _TOKENS.finditer(text):
            figure = _figure_at(sentence, hit.start())
            if figure is not None and figure.number * size > bandwidth * _SLACK:
                reading = f"as often as {bandwidth / 1e9:.4g} GB/s read {size / 1e9:.4g} GB"
                limit = f"{bandwidth / size:.3g} tokens/s, {reading}"
                yield self._over(question, sentence, figure, limit)

    def _over(self, question: QuestionFile, sentence: Sentence, figure: Figure, limit: str) -> Finding:
        place = sentence.place(figure.start, figure.end)
        return self.at(question, sentence.path, place, f"{figure.text} is above {limit}")


def _highest_peak(device: Device, *, floating: bool) -> float | None:
    """Return the most operations a second of any variant, sparse ones included; None if one has none."""
    return device.most(
        lambda value: value.peak is not None and (not floating or value.peak.format.startswith(_FLOATING))
    )


def _is_of_weights(text: str, size: Size) -> bool:
    """Whether a size is that of the weights, not of a memory or a cache."""
    return bool(_WEIGHTS_BEHIND.match(text, size.end) or _WEIGHTS_BEFORE.search(text, 0, size.start))


def _bandwidth(sentence: Sentence) -> float | None:
    """Return the most bytes a second that the devices of the sentence read."""
    text = sentence.text
    count = device_count(text, unless=text)
    if not count:
        return None
    stated = [figure.value for figure in figures(text, 0, len(text)) if _BANDWIDTH in figure.kinds]
    named = devices(text)
    if not named:
        return max(stated) * count if stated else None
    if len({device.entries for device in named}) != 1 or named[0].plural:
        return None
    most = named[0].memory_bandwidth
    return most and max((most, *stated)) * count


def _figure_at(sentence: Sentence, digit: int) -> Figure | None:
    """Return the figure whose last digit is at a place of the sentence."""
    found = figures(sentence.text, 0, len(sentence.text))
    return next((one for one in found if one.start <= digit < one.end and not one.vague), None)

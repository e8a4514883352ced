"""What is said to fit where there is no room for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from qbank import lazy_re
from qbank.napkin import Verdict
from qbank.rules.coherence.factual_text import FactualText, Sentence, factual_text
from qbank.rules.core.base import Example
from qbank.rules.core.claims import claims_of
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule
from qbank.rules.hardware.devices import devices
from qbank.rules.physics.sizes import Size, device_count, sizes, weights

_VERB: Final = lazy_re.compile(
    r"\b(?:"
    r"(?P<fits>fits?|fitting)"
    r"|(?P<holds>holds|hold|accommodates?|houses?|has (?:enough )?(?:room|space|memory) for"
    r"|is (?:large|big) enough for|is (?:enough|sufficient) for|suffices for"
    r"|(?:can|easily|comfortably) (?:hold|store|host|serve|run|keep))"
    r"|(?P<runs>runs|run|running|serves?|serving|served|hosts?|hosted|loads?|loaded|loading|deploys?|deployed"
    r"|deploying|resides?|lives|sits|is stored|is kept|placed?|trains?|training|trained|fine-tun\w+)"
    r")\b",
    re.IGNORECASE,
)
# Help that makes things fit which do not fit by size alone.
_HELP: Final = lazy_re.compile(
    r"quanti[sz]\w*|offload\w*|shard\w*|split\w*|parallel\w*|\b[tp]p\s?=?\s?\d|partition\w*|stream\w*|mmap\w*"
    r"|memory.mapp\w*|\bpag(?:e|es|ed|ing)\b|swap\w*|compress\w*|prun\w+|distill\w*|q?lora\b|adapter\w*"
    r"|\bzero\b|zero-\d|fsdp|deepspeed|\btil(?:e|es|ed|ing)\b|chunk\w*|\bper\b|\beach\b"
    r"|layer by layer|spill\w*"
    r"|spread\w*|distribut\w*|checkpointing|recomput\w*|dedup\w*|spars\w+|across|slice\w*|subset|part of"
    r"|fraction|half of|reduc\w+|shrink\w*|unified|cluster|\bpod\b|\brack\b"
    r"|from (?:flash|disk|ssd|nvme|storage)"
    r"|\bmig\b|time-shar\w*|evict\w*|working set|\bhot\b|\bcach(?:es|ed|ing)\b",
    re.IGNORECASE,
)
_TROUBLE: Final = lazy_re.compile(
    r"out.of.memory|\boom\b|n['’o]t fit|too (?:large|big) (?:for|to)|no room|infeasib|impossib"
    r"|(?:exceed|overflow|insufficient|more than|larger than|run(?:s|ning)? out of|beyond)\w* "
    r"(?:[\w.-]+ ){0,4}(?:[kmgt]i?b\b|memory|vram|s?d?ram\b|hbm|capacity|gpu|flash)"
)
"""With one of these anywhere, what runs where it has no room may be the very point of the question."""
_REMEDIES: Final = ("quanti", "shard", "parallel", "offload")
"""With one of these, what is asked about may be such a case, but what is answered is not."""

_SIZE_OR_MODEL: Final = lazy_re.compile(r"\d[ -]?(?:[kKMGTP]i?B\b|[BMT]\b|(?:[bm]|tr)illion)")
_INTO: Final = lazy_re.compile(r"\b(?:in|into|inside|within|on|onto|under|below|to)\b", re.IGNORECASE)
_ON: Final = lazy_re.compile(r"\b(?:into|onto|on|in|inside|within)\b", re.IGNORECASE)
_THING: Final = lazy_re.compile(
    r"model|weights?|parameters?|params|\bllm|cache\b|states?\b|network|checkpoint|activations?|gradients?|buffers?|"
    r"optimi[sz]er|\b\w*gpt|llama|tensor|arena|embedding|table|transformer|\bkv\b",
    re.IGNORECASE,
)
_MEMORY: Final = lazy_re.compile(
    r"\bGPU|card|accelerator|device|board|phone|VRAM|HBM|DRAM|memory|\bRAM|SRAM|[Ff]lash|LPDDR|TPU|NPU|MCU|"
    r"microcontroller|chip|laptop|workstation|budget",
)
_ONE_NODE: Final = lazy_re.compile(r"\b(?:a|one|single) (?:server|node|host|machine)\b", re.IGNORECASE)
_DEVICE: Final = lazy_re.compile(r"[A-Za-z]-?\d|\d[A-Z]|Coral|Orin|Jetson|Edge TPU")
_PURPOSE: Final = lazy_re.compile(r"\bto\s+$")
_OF_MEMORY: Final = lazy_re.compile(
    r" (?:of )?(?:\w+ )?(?:HBM\w*|VRAM|memory|S?D?RAM|GPUs?|cards?|accelerators?|[A-Z]+\d+\w*s?)\b"
)
"""What follows the size of a device, not of a thing to be put there."""
_NEEDS: Final = frozenset("need needs needed require requires required".split())  # noqa: SIM905
_OPERATORS: Final = frozenset("*×/+−")
_VENDOR: Final = 1024**3 / 1000**3
"""A maker's GB may be 2^30 bytes."""
_NEAR: Final = 60
"""How many characters may stand between a result and what is said of it."""


@dataclass(frozen=True, slots=True)
class _Room:
    """The most bytes that there is room for, and what says so."""

    size: float
    label: str


@dataclass(frozen=True, slots=True)
class _Misfit:
    """A thing for which there is no room; `start` and `end` are the field's."""

    sentence: Sentence
    start: int
    end: int
    room: _Room
    thing: str


class DoesNotFit(TextRule):
    """Something is said to fit where there is no room for it.

    The text gives the size of the weights, a cache or other data, or the parameters and the data type of a
    model, and says that it fits, runs or is loaded on a device or in a memory that is smaller. The size of
    the memory is the text's own, or that of the largest variant of a device in the catalog, times the number
    of devices.
    Correct the size, the device or their number, or say what makes it fit: quantization, offloading, several
    devices.

    A text which says elsewhere that this fails, or names such a help, is left alone.
    """

    code = "QB850"
    name = "does-not-fit"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: The 28 GB model fits on a 24 GB A10G with its cache.\n",
            underlines="28 GB",
        ),
        Example(
            yaml="scenario: You serve a 70B FP16 model on a single 80 GB GPU for a team of analysts.\n",
            underlines="70B FP16",
        ),
        Example(
            yaml="details:\n  napkin_math: The KV cache of 120 GB fits comfortably on an H100.\n",
            underlines="120 GB",
        ),
        Example(
            yaml=(
                "details:\n  napkin_math: |\n"
                "    - Weights = 14B * 2 bytes = 28 GB.\n    - They fit in 24 GB of VRAM.\n"
            ),
            underlines="28 GB",
        ),
    )
    good = (
        Example(yaml="details:\n  realistic_solution: The 14 GB model fits on a 24 GB A10G.\n"),
        Example(yaml="details:\n  realistic_solution: The 28 GB model does not fit on a 24 GB A10G.\n"),
        Example(yaml="details:\n  realistic_solution: A 70B FP16 model fits on two 80 GB GPUs.\n"),
        Example(
            yaml="scenario: A team wants to run a 70B FP16 model on one 80 GB GPU. It runs out of memory.\n"
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at the sentences that say what fits where."""
        text = factual_text(question)
        for misfit in _misfits(text):
            path, place = misfit.sentence.path, (misfit.start, misfit.end)
            yield self.at(question, path, place, f"{misfit.thing} does not fit in {misfit.room.label}")


def _misfits(text: FactualText) -> Iterator[_Misfit]:
    """Yield what does not fit; whether the text says so for a reason is asked last, as it costs most."""
    for sentence in text.sentences(_SIZE_OR_MODEL):
        for verb in _VERB.finditer(sentence.text):
            found = _misfit(sentence, verb)
            if found is None or (not verb["fits"] and _is_the_point(text, sentence)):
                continue
            if sentence.asserts(besides=_NEEDS) and not _HELP.search(sentence.text) and not _judged(sentence):
                yield found
            break


def _is_the_point(text: FactualText, sentence: Sentence) -> bool:
    """Whether the question may be about what has no room."""
    asked = sentence.path[0] in {"scenario", "question"}
    return _TROUBLE.search(text.letters) is not None or (asked and text.has(*_REMEDIES))


def _judged(sentence: Sentence) -> bool:
    """Whether the sentence's comparison was found wrong already, as `28 GB fits in 24 GB` is by QB303."""
    return any(claim.verdict is Verdict.WRONG for claim in sentence.claims)


def _misfit(sentence: Sentence, verb: re.Match[str]) -> _Misfit | None:
    words = sentence.text
    if verb["fits"] and _PURPOSE.search(words, 0, verb.start()):
        return None
    if verb["holds"]:
        if not _THING.search(words, verb.end()):
            return None
        before, after = _sides(words, verb)
        room = _room(sentence, before, (0, verb.start()), last=True)
        return _too_large(sentence, after[:1], room, (verb.end(), len(words))) if room else None
    into = (_INTO if verb["fits"] else _ON).search(words, verb.end())
    if into is None or not (verb["fits"] or _THING.search(words)):
        return None
    before, after = _sides(words, verb)
    rooms = [size for size in after if size.start > into.start()]
    room = _room(sentence, rooms, (into.end(), len(words)), last=False)
    if room is None or not (verb["fits"] or not rooms or _is_memory(words[into.end() :])):
        return None
    things = [size for size in after if size.start < into.start()] or before
    found = _too_large(sentence, things, room, (0, into.start()))
    return found or (_earlier(sentence, room, verb) if verb["fits"] and not things else None)


def _sides(words: str, verb: re.Match[str]) -> tuple[list[Size], list[Size]]:
    """Return the sizes in front of a verb and those behind it."""
    stated = sizes(words)
    return (
        [size for size in stated if size.end <= verb.start()],
        [size for size in stated if size.start >= verb.end()],
    )


def _is_memory(text: str) -> bool:
    return _MEMORY.search(text) is not None or (_DEVICE.search(text) is not None and bool(devices(text)))


def _room(sentence: Sentence, found: list[Size], part: tuple[int, int], *, last: bool) -> _Room | None:
    """Return the room that a part of the sentence speaks of; None if it is not known how much that is.

    `last` is whether a device that the part names last is meant, not the first.
    """
    text = sentence.text[slice(*part)]
    named = devices(text) if not found and _DEVICE.search(text) else []
    if not found and not named:
        return None
    count = device_count(sentence.text, unless=_ONE_NODE.sub("", text) if found else text)
    if not count:
        return None
    times = f"{count} × " if count > 1 else ""
    if found:
        largest = max(found, key=lambda one: one.most)
        return _Room(largest.most * count, times + largest.label)
    device = named[-1 if last else 0]
    memory = device.memory
    if memory is None:
        return None
    label = f"{times}{memory / 1e9:.4g} GB, the most memory that {device.text} has in the catalog"
    return _Room(memory * _VENDOR * count, label)


def _too_large(sentence: Sentence, things: list[Size], room: _Room, part: tuple[int, int]) -> _Misfit | None:
    """Return what does not fit: a stated size, or the weights of a model in its data type."""
    found = [
        size
        for size in things
        if not _is_operand(sentence.text, size) and not _OF_MEMORY.match(sentence.text, size.end)
    ]
    if not found:
        model = weights(sentence.text, *part)
        found = [model] if model else []
    if not found or any(one.least <= room.size for one in found):
        return None
    size = found[-1]
    return _Misfit(sentence, sentence.start + size.start, sentence.start + size.end, room, size.label)


def _is_operand(text: str, size: Size) -> bool:
    return text[: size.start].rstrip()[-1:] in _OPERATORS or text[size.end :].lstrip()[:1] in _OPERATORS


_IT: Final = lazy_re.compile(
    r"^[-*•\s\d.)]*(?:\*\*[^*]{1,40}\*\*:?\s*|Result:\s*|Conclusion:\s*|So,?\s+|Thus,?\s+|Therefore,?\s+|Hence,?\s+)*"
    r"(?:\*\*)?(?:it|this|that|they|these"
    r"|(?:the|all) (?:\w+ ){0,2}(?:model|weights|cache|total|state|states|footprint))?"
    r"\s*(?:therefore |thus |easily |comfortably |just )?$",
    re.IGNORECASE,
)
_NAMED: Final = lazy_re.compile(
    r"weight|model|memory|total|footprint|size|cache|state|parameter", re.IGNORECASE
)


def _earlier(sentence: Sentence, room: _Room, verb: re.Match[str]) -> _Misfit | None:
    """Read `It fits in 24 GB` behind the line that computes the 28 GB."""
    if not _IT.fullmatch(sentence.text, 0, verb.start()):
        return None
    results = [
        field_claim.claim
        for field_claim in claims_of(sentence.question)
        if field_claim.path == sentence.path
        and field_claim.claim.end <= sentence.start
        and field_claim.claim.relation in {"=", "≈"}
    ]
    if not results:
        return None
    last = max(results, key=lambda one: one.end)
    text = shown_text(sentence.question, sentence.path)
    line = text[text.rfind("\n", 0, last.start) + 1 : last.end]
    between = text[last.end : sentence.start]
    found = [size for size in sizes(text[last.stated_start : last.stated_end]) if size.least > room.size]
    if not found or not _NAMED.search(line) or len(between.strip()) > _NEAR or sizes(between):
        return None
    return _Misfit(sentence, last.stated_start, last.stated_end, room, found[0].label)

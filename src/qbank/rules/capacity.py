"""QB85x: what is said to fit where it has no room, and what takes less than it can."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from qbank.napkin import Verdict
from qbank.rules.base import Example, QuestionRule, Rule
from qbank.rules.finding import Finding, Severity
from qbank.rules.source import QuestionFile
from qbank.rules.told import Sentence, Told, told
from qbank.units.table import BYTES_OF_TYPE

_VERB: Final = re.compile(
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
_LETTERS: Final = ("fit", "hold", "run", "serv", "host", "load", "deploy", "room for", "enough", "accommod", "train",
                   "resid", "lives", "sits", "store", "kept", "place", "tun", "suffic")  # fmt: skip

# Help that makes things fit which do not fit by size alone.
_HELP: Final = re.compile(
    r"quanti[sz]\w*|offload\w*|shard\w*|split\w*|parallel\w*|\b[TP]P\s?=?\s?\d|partition\w*|stream\w*|mmap\w*"
    r"|memory.mapp\w*|\bpag(?:e|es|ed|ing)\b|swap\w*|compress\w*|prun\w+|distill\w*|q?lora\b|adapter\w*"
    r"|\bzero\b|zero-\d|fsdp|deepspeed|\btil(?:e|es|ed|ing)\b|chunk\w*|\bper\b|\beach\b|layer by layer|spill\w*"
    r"|spread\w*|distribut\w*|checkpointing|recomput\w*|dedup\w*|spars\w+|across|slice\w*|subset|part of"
    r"|fraction|half of|reduc\w+|shrink\w*|unified|cluster|\bpod\b|\brack\b|from (?:flash|disk|ssd|nvme|storage)"
    r"|\bmig\b|time-shar\w*|evict\w*|working set|\bhot\b|\bcach(?:es|ed|ing)\b",
    re.IGNORECASE,
)
_TROUBLE: Final = re.compile(
    r"out.of.memory|\boom\b|not fit|n['’]t fit|cannot fit|too (?:large|big)|exceed\w*|offload\w*|quanti[sz]\w*|shard\w*"
    r"|parallel|no room|run(?:s|ning)? out|crash\w*|\bint[48]\b|4-bit|8-bit|infeasib\w+|impossib\w+|spill\w*"
    r"|overflow\w*|stream\w*|swap\w*|insufficient",
    re.IGNORECASE,
)
"""With one of these anywhere, what runs where it has no room may be the very point of the question."""

_SIZE: Final = re.compile(
    r"(?<![\w.])(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,12}(?:\.\d{1,6})?)[ -]?"
    r"(?P<prefix>[kKMGTP])(?P<binary>i?)B\b(?![/\w]|ps| per\b| ?[-–] ?\d)"
)
_POWERS: Final = {"k": 1, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
_SIZE_OR_MODEL: Final = re.compile(r"\d[ -]?(?:[kKMGTP]i?B\b|[BMT]\b|[bmt]illion)")
_INTO: Final = re.compile(r"\b(?:in|into|inside|within|on|onto|under|below|to)\b", re.IGNORECASE)
_ON: Final = re.compile(r"\b(?:into|onto|on|in|inside|within)\b", re.IGNORECASE)
_THING: Final = re.compile(
    r"model|weights?|parameters?|params|\bLLM|cache\b|states?\b|network|checkpoint|activations?|gradients?|buffers?|"
    r"optimi[sz]er|\b\w*GPT|Llama|tensor|arena|embedding|table|transformer|\bKV\b",
    re.IGNORECASE,
)
_MEMORY: Final = re.compile(
    r"\bGPU|card|accelerator|device|board|phone|VRAM|HBM|DRAM|memory|\bRAM|SRAM|[Ff]lash|LPDDR|TPU|NPU|MCU|"
    r"microcontroller|chip|laptop|workstation|budget",
)
_NUMBERS: Final = {"two": 2, "both": 2, "pair": 2, "dual": 2, "three": 3, "four": 4, "quad": 4, "five": 5,
                   "six": 6, "eight": 8, "twelve": 12, "sixteen": 16, "thirty-two": 32, "sixty-four": 64}  # fmt: skip
_HOLDERS: Final = (
    r"GPUs|devices|cards|accelerators|chips|boards|cores|servers?|machines|nodes?|instances|replicas|stacks|banks"
    r"|modules|TPUs|NPUs|units|Orins|workers|hosts|(?-i:[A-Z]+\d+\w*s)"
)
_COUNT: Final = re.compile(
    rf"\b(?P<times>\d{{1,5}}) ?[x×*] ?(?=[A-Za-z0-9])|[x×] ?(?P<by>\d{{1,5}})\b"
    rf"|\b(?P<plain>\d{{1,5}}|{'|'.join(_NUMBERS)})(?:[ -](?:of |[\w.()/-]+[ -]){{0,5}}?)(?:{_HOLDERS})\b",
    re.IGNORECASE,
)
_MANY: Final = re.compile(rf"\b(?:{_HOLDERS}|systems?|fleet|DGX|HGX)\b", re.IGNORECASE)
_ONE_NODE: Final = re.compile(r"\b(?:a|one|single) (?:server|node|host|machine)\b", re.IGNORECASE)
_MODEL: Final = re.compile(
    r"(?<![\w.$])(?P<size>\d+(?:\.\d+)?)[ -]?(?:(?P<unit>[BMT])\b|(?P<word>billion|million|trillion)\b)"
    r"(?![ -]*(?:tokens?|bytes?|rows|samples|images|FLOP|ops|requests|users|MAC|documents|per\b|/|records|pages"
    r"|dollars|vectors|queries|events|frames|keys|entries))"
)
_SCALE: Final = {"B": 1e9, "billion": 1e9, "M": 1e6, "million": 1e6, "T": 1e12, "trillion": 1e12}
_TYPE: Final = re.compile(
    r"\b(?P<name>(?:FP|BF|INT|TF|NF)-?\d+)\b|\b(?P<words>half|single|full)[ -]precision|\b(?P<bits>32|16|8|4)[ -]?bits?\b",
    re.IGNORECASE,
)
_PRECISIONS: Final = {"half": 2.0, "single": 4.0, "full": 4.0}
_OPTIMIZER: Final = re.compile(r"\bAdamW?\b(?![ -]?8)|full fine-tun\w+", re.IGNORECASE)
_TRAINED: Final = re.compile(r"\btrain|\btun|fine-tun")
# Weights, gradients and two moments, all in two bytes: the least that anybody trains with.
_LEAST_TRAINING: Final = 8.0
_PURPOSE: Final = re.compile(r"\bto\s+$")
_NEEDS: Final = frozenset("need needs needed require requires required".split())  # noqa: SIM905
_OPERATORS: Final = frozenset("*×/+−")
_MOST_DEVICES: Final = 1_000_000
_VENDOR: Final = 1024**3 / 1000**3
"""A maker's GB may be 2^30 bytes."""
_NEAR: Final = 60
"""How many characters may stand between a result and what is said of it."""


@dataclass(frozen=True, slots=True)
class _Size:
    """A number of bytes in a sentence, with what it may be at least and at most."""

    start: int
    end: int
    text: str
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class _Room:
    """The most bytes that there is room for, and what says so."""

    size: float
    said: str


@dataclass(frozen=True, slots=True)
class _Misfit:
    """A thing for which there is no room; `start` and `end` are the field's."""

    sentence: Sentence
    start: int
    end: int
    room: _Room
    thing: str


class DoesNotFit(QuestionRule):
    """Something is said to fit where there is no room for it.

    The text gives the size of the weights, a cache or other data, or the parameters and the data type of a model,
    and says that it fits, runs or is loaded on a device or in a memory that is smaller. The size of the memory
    is the text's own, or that of the largest variant of a device in the catalog, times the number of devices.
    Correct the size, the device or their number, or say what makes it fit: quantization, offloading, several
    devices.

    A text which says elsewhere that this fails, or names such a help, is left alone.
    """

    code = "QB850"
    name = "does-not-fit"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: The 28 GB model fits on a 24 GB A10G with room for its cache.\n",
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
            yaml="details:\n  napkin_math: |\n    - Weights = 14B * 2 bytes = 28 GB.\n    - They fit in 24 GB of VRAM.\n",
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
        text = told(question)
        if not text.has(*_LETTERS):
            return
        for misfit in _misfits(text):
            field = ".".join(map(str, misfit.sentence.path))
            message = f"{field}: {misfit.thing} does not fit in {misfit.room.said}"
            yield self.finding(question, message, misfit.sentence.path, part=(misfit.start, misfit.end))


def _misfits(text: Told) -> Iterator[_Misfit]:
    for sentence in text.sentences(_SIZE_OR_MODEL):
        letters = sentence.letters
        if not any([piece in letters for piece in _LETTERS]) or not sentence.asserts(besides=_NEEDS):
            continue
        if _HELP.search(letters):
            continue
        for verb in _VERB.finditer(sentence.text):
            found = _misfit(sentence, verb)
            if found is None or (not verb["fits"] and _TROUBLE.search(text.letters)):
                continue
            if not _judged(sentence):
                yield found
            break


def _judged(sentence: Sentence) -> bool:
    """Whether the sentence's comparison was found wrong already, as `28 GB fits in 24 GB` is by QB303."""
    return any(
        one.path == sentence.path
        and one.claim.verdict is Verdict.WRONG
        and sentence.start <= one.claim.start < sentence.end
        for one in sentence.question.claims
    )


def _misfit(sentence: Sentence, verb: re.Match[str]) -> _Misfit | None:
    words = sentence.text
    if verb["fits"] and _PURPOSE.search(words, 0, verb.start()):
        return None
    sizes = _sizes(words)
    before = [one for one in sizes if one.end <= verb.start()]
    after = [one for one in sizes if one.start >= verb.end()]
    if verb["holds"]:
        if not _THING.search(words, verb.end()):
            return None
        room = _room(sentence, before, (0, verb.start()), last=True)
        return room and _too_large(sentence, after[:1], room, (verb.end(), len(words)))
    into = (_INTO if verb["fits"] else _ON).search(words, verb.end())
    if into is None or not (verb["fits"] or _THING.search(words)):
        return None
    rooms = [one for one in after if one.start > into.start()]
    things = [one for one in after if one.start < into.start()] or before
    room = _room(sentence, rooms, (into.end(), len(words)), last=False)
    if room is None or not (verb["fits"] or not rooms or _MEMORY.search(words, into.end())):
        return None
    found = _too_large(sentence, things, room, (0, into.start()))
    return found or (_earlier(sentence, room, verb) if verb["fits"] and not things else None)


def _sizes(text: str) -> list[_Size]:
    found: list[_Size] = []
    for hit in _SIZE.finditer(text):
        number, power = float(hit["digits"].replace(",", "")), _POWERS[hit["prefix"]]
        most = number * 1024.0**power
        least = most if hit["binary"] else number * 1000.0**power
        found.append(_Size(hit.start(), hit.end(), hit[0], least, most))
    return found


def _room(sentence: Sentence, sizes: list[_Size], part: tuple[int, int], *, last: bool) -> _Room | None:
    """Return the room that a part of the sentence speaks of; None if it is not known how much that is.

    `last` is whether a device that the part names last is meant, not the first.
    """
    count = _count(sentence.text)
    text = sentence.text[slice(*part)]
    if not count or (count == 1 and _MANY.search(_ONE_NODE.sub("", text) if sizes else text)):
        return None
    times = f"{count} × " if count > 1 else ""
    if sizes:
        largest = max(sizes, key=lambda one: one.most)
        return _Room(largest.most * count, times + largest.text)
    from qbank.rules.devices import devices  # noqa: PLC0415 - the catalog only when a sentence asks for it

    named = devices(text)
    if not named:
        return None
    device = named[-1 if last else 0]
    memory = device.memory
    if memory is None:
        return None
    said = f"{times}{memory / 1e9:.4g} GB, the most memory that {device.text} has in the catalog"
    return _Room(memory * _VENDOR * count, said)


def _count(text: str) -> int:
    """Return the number of devices; 0 if it is not known."""
    count = 1
    for hit in _COUNT.finditer(text):
        number = hit["times"] or hit["by"] or hit["plain"]
        count *= int(number) if number.isdigit() else _NUMBERS[number.lower()]
    return count if count <= _MOST_DEVICES else 0


def _too_large(sentence: Sentence, things: list[_Size], room: _Room, part: tuple[int, int]) -> _Misfit | None:
    """Return what does not fit: a stated size, or the weights of a model in its data type."""
    sizes = [one for one in things if not _is_operand(sentence.text, one)]
    if not sizes:
        return _weights(sentence, room, part)
    if any(one.least <= room.size for one in sizes):
        return None
    size = sizes[-1]
    return _Misfit(sentence, sentence.start + size.start, sentence.start + size.end, room, size.text)


def _is_operand(text: str, size: _Size) -> bool:
    return text[: size.start].rstrip()[-1:] in _OPERATORS or text[size.end :].lstrip()[:1] in _OPERATORS


def _weights(sentence: Sentence, room: _Room, part: tuple[int, int]) -> _Misfit | None:
    models = list(_MODEL.finditer(sentence.text, *part))
    types = list(_TYPE.finditer(sentence.text))
    widths = {_width(one) for one in types}
    if len({one[0] for one in models}) != 1 or len(widths) != 1:
        return None
    model, kind, width = models[0], types[0], widths.pop()
    if width is None:
        return None
    if _TRAINED.search(sentence.letters) and _OPTIMIZER.search(sentence.text):
        width = max(width, _LEAST_TRAINING)
    size = float(model["size"]) * _SCALE[model["unit"] or model["word"]] * width
    if size <= room.size:
        return None
    start, end = model.span()
    if 0 <= kind.start() - end <= 1:
        end = kind.end()
    said = f"{model[0]} with {width:g} bytes a parameter ({size / 1e9:.4g} GB)"
    return _Misfit(sentence, sentence.start + start, sentence.start + end, room, said)


def _width(kind: re.Match[str]) -> float | None:
    if kind["name"]:
        width = BYTES_OF_TYPE.get(kind["name"].upper().replace("-", ""))
        return None if width is None else float(width)
    return _PRECISIONS[kind["words"].lower()] if kind["words"] else int(kind["bits"]) / 8


_IT: Final = re.compile(
    r"^[-*•\s\d.)]*(?:\*\*[^*]{1,40}\*\*:?\s*|Result:\s*|Conclusion:\s*|So,?\s+|Thus,?\s+|Therefore,?\s+|Hence,?\s+)*"
    r"(?:\*\*)?(?:it|this|that|they|these|(?:the|all) (?:\w+ ){0,2}(?:model|weights|cache|total|state|states|footprint))?"
    r"\s*(?:therefore |thus |easily |comfortably |just )?$",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"weight|model|memory|total|footprint|size|cache|state|parameter", re.IGNORECASE)


def _earlier(sentence: Sentence, room: _Room, verb: re.Match[str]) -> _Misfit | None:
    """Read `It fits in 24 GB` behind the line that computes the 28 GB."""
    if not _IT.fullmatch(sentence.text, 0, verb.start()):
        return None
    results = [
        one.claim
        for one in sentence.question.claims
        if one.path == sentence.path and one.claim.end <= sentence.start and one.claim.relation in {"=", "≈"}
    ]
    if not results:
        return None
    last = max(results, key=lambda one: one.end)
    text = sentence.question.text(sentence.path) or ""
    line = text[text.rfind("\n", 0, last.start) + 1 : last.end]
    between = text[last.end : sentence.start]
    sizes = [one for one in _sizes(text[last.stated_start : last.stated_end]) if one.least > room.size]
    if not sizes or not _NAMED.search(line) or len(between.strip()) > _NEAR or _SIZE.search(between):
        return None
    return _Misfit(sentence, last.stated_start, last.stated_end, room, sizes[0].text)


RULES: tuple[type[Rule], ...] = (DoesNotFit,)

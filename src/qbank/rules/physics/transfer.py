"""Times that are shorter than a link or the speed of light allows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from qbank import lazy_re
from qbank.catalog import AbsentValueError
from qbank.model.catalog_words import Shelf
from qbank.rules.coherence.factual_text import Sentence, factual_text
from qbank.rules.coherence.figures import Figure, figures
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule
from qbank.rules.hardware.devices import devices
from qbank.rules.physics.sizes import Size, device_count, sizes
from qbank.units import dimension
from qbank.units.display_unit import power_of_thousand
from qbank.units.prefixes import USUAL_PREFIXES

_TIME: Final = int(dimension(second=1))
_LENGTH: Final = int(dimension(metre=1))
_BANDWIDTH: Final = int(dimension(byte=1, second=-1))
_SECONDS: Final = lazy_re.compile(r"\d ?(?:[mµμun]?s|ms|sec\w*|seconds?|milliseconds?|min\w*)\b")
_MOVES: Final = lazy_re.compile(
    r"\b(?:transfer\w*|send\w*|sent|move[sd]?|moving|cop(?:y|ies|ied|ying)|load\w*|read\w*|stream\w*|upload\w*"
    r"|download\w*|fetch\w*|push\w*|ship\w*|transmit\w*|writes?|writing|written|swap\w*|sync\w*|broadcast\w*)\b",
    re.IGNORECASE,
)
_TAKES: Final = lazy_re.compile(
    r"\b(?:takes?|took|in|within|lasts?|finish\w*|complet\w*|arrives?|done|requires|needs)\b",
    re.IGNORECASE,
)
_HELP: Final = lazy_re.compile(
    r"\b(?:compress\w*|quanti[sz]\w*|overlap\w*|hid\w+|pipelin\w*|delta|incremental|cach\w+|chunk\w*|shard\w*|each|per"
    r"|every|first|dedup\w*|parallel\w*|lanes|links|rails|stripe\w*|bidirectional|both|async\w*|latency|plus|save[sd]?"
    r"|saving|faster|slower|of which|budget|deadline|only \d)\b",
    re.IGNORECASE,
)
_TRAVELS: Final = lazy_re.compile(
    r"\b(?:latency|round[- ]?trips?|RTT|ping\w*|propagat\w+|one[- ]way|delay|respon[ds]\w*"
    r"|arrives?|answers?)\b",
    re.IGNORECASE,
)
_DISTANCE: Final = lazy_re.compile(r"\d ?(?:km|kilomet\w+)\b")
# One set of first letters, so that the search leaps from one to the next.
_LINK: Final = lazy_re.compile(
    r"[KMGTPNUEI](?:(?<=[KMGT])(?:i?[Bb]|bit)(?:ps|/s)|(?<=P)CI|(?<=N)VLink|(?<=U)SB|(?<=E)thernet|(?<=I)nfiniBand)"
)
_PASSIVE: Final = lazy_re.compile(r"\b(?:is|are|was|were|can be)\b")
_HOLDER: Final = lazy_re.compile(r"\b(?:with|has|whose|having)\b")
_NEAR: Final = 40
_ROUND: Final = lazy_re.compile(r"round[- ]?trips?|RTT|\bping|\bthere and back", re.IGNORECASE)
_FIBRE: Final = lazy_re.compile(r"\bfib(?:re|er)|\bcable|\boptic", re.IGNORECASE)
_LIGHT: Final = 299_792_458.0
_LIGHT_IN_FIBRE: Final = _LIGHT / 1.44
"""The refractive index of no glass fibre in use is lower."""
_LANES: Final = lazy_re.compile(r"[x×] ?(?:1|2|4|8|16|32)\b")
_SLACK: Final = 0.95
_NEEDS: Final = frozenset("requires needs".split())  # noqa: SIM905


class FasterThanLink(TextRule):
    """A transfer takes less time than its bytes need over the link.

    A sentence names the bytes, the link and the time. The link's rate is the sentence's own, or that of the
    fastest variant of the named link in the catalog. Often bits were taken for bytes, or both directions were
    counted. Sentences with compression, caching, several links or overlap are left alone.
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

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at sentences with bytes, a rate and a time."""
        text = factual_text(question)
        for sentence in text.sentences(_LINK):
            words = sentence.text
            if not _SECONDS.search(words) or not _MOVES.search(words) or not _TAKES.search(words):
                continue
            found = _too_fast(sentence)
            helped = _HELP.search(words)
            if found and not helped and sentence.asserts(besides=_NEEDS) and not sentence.claims:
                time, size, rate = found
                least = f"{rate / 1e9:.4g} GB/s take {_seconds(size.least / rate)}"
                detail = f"{size.label} in {time.text} is too fast: {least}"
                yield self.at(question, sentence.path, sentence.place(time.start, time.end), detail)


class FasterThanLight(TextRule):
    """A message arrives sooner than light would.

    A sentence names a distance and a latency. In a vacuum light needs 3.34 ms for 1,000 km, in glass fibre at
    least 4.8 ms, and a round trip twice that. Correct the distance or the time.
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
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at sentences with a distance and a time."""
        text = factual_text(question)
        for sentence in text.sentences(_DISTANCE):
            words = sentence.text
            if not _TRAVELS.search(words) or not sentence.asserts():
                continue
            found = [figure for figure in figures(words, 0, len(words)) if not figure.vague]
            lengths = [one for one in found if _LENGTH in one.kinds]
            times = [one for one in found if _TIME in one.kinds]
            if len(lengths) != 1 or len(times) != 1:
                continue
            way = lengths[0].value * (2 if _ROUND.search(words) else 1)
            least = way / (_LIGHT_IN_FIBRE if _FIBRE.search(words) else _LIGHT)
            if 0 < times[0].value < least * _SLACK:
                detail = f"{times[0].text} is less than the {_seconds(least)} that light needs"
                place = sentence.place(times[0].start, times[0].end)
                yield self.at(question, sentence.path, place, detail)


def _too_fast(sentence: Sentence) -> tuple[Figure, Size, float] | None:
    text = sentence.text
    stated, found = sizes(text), [figure for figure in figures(text, 0, len(text)) if not figure.vague]
    stated = [size for size in stated if _is_moved(text, size)] if len(stated) == 1 else []
    times = [one for one in found if _TIME in one.kinds and not one.per]
    count = device_count(_LANES.sub(" ", text))
    rate = _rate(text, found)
    if len(stated) != 1 or len(times) != 1 or not rate or count != 1:
        return None
    return (times[0], stated[0], rate) if 0 < times[0].value < stated[0].least / rate * _SLACK else None


def _is_moved(text: str, size: Size) -> bool:
    """Whether a size is what is sent or read, not that of a memory."""
    for verb in _MOVES.finditer(text):
        if 0 <= size.start - verb.end() <= _NEAR and not _HOLDER.search(text, verb.end(), size.start):
            return True
        if 0 <= verb.start() - size.end <= _NEAR and _PASSIVE.search(text, size.end, verb.start()):
            return True
    return False


def _rate(text: str, found: list[Figure]) -> float | None:
    """Return the most bytes a second that the one link of a sentence carries."""
    rates = [one.most for one in found if _BANDWIDTH in one.kinds]
    if rates:
        return rates[0] if len(rates) == 1 else None
    links = [device for device in devices(text) if device.entries[0].track is Shelf.INTERCONNECT]
    if len(links) != 1:
        return None
    try:
        return max(float(entry.link_rate().quantity.value * links[0].share) for entry in links[0].entries)
    except AbsentValueError:
        return None


def _seconds(value: float) -> str:
    steps = max(-3, min(0, power_of_thousand(Fraction(value))))
    return f"{value * 1000.0**-steps:.3g} {USUAL_PREFIXES[steps]}s"

"""Shares of a whole that exceed it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from qbank import lazy_re
from qbank.rules.coherence.factual_text import factual_text
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule

_SHARE: Final = (
    r"(?P<noun>MFU|HFU|MBU|(?:model |hardware )?FLOPs? utili[sz]ation|(?:\w+ )?utili[sz]ation|occupancy"
    r"|duty[ -]cycle"
    r"|(?:scaling |parallel |compute |memory |energy |conversion |charging )?efficiency"
    r"|(?:cache )?hit[ -](?:rate|ratio)"
    r"|(?:top-1 |top-5 |test |validation )?accuracy|recall|precision)"
)
_VALUE: Final = r"(?P<value>\d{1,3}(?:,\d{3})*(?:\.\d{1,6})?) ?%"
_BEHIND: Final = lazy_re.compile(
    _SHARE
    + r"[*_]{0,2}:?[*_]{0,2} (?:(?:is|are|of|at|=|≈|~|about|roughly|reaches|rises to|climbs to|stays at|was"
    r"|hits|to|goes to|comes to|averages) {0,1}){1,3}[*$~]{0,3}" + _VALUE,
    re.IGNORECASE,
)
_BEFORE: Final = lazy_re.compile(_VALUE + r"[*$]{0,3} " + _SHARE + r"\b", re.IGNORECASE)
_NOT_WHOLE: Final = lazy_re.compile(
    r"\bCPU|\bcores?\b|thread|oversubscri|overcommit|super-?linear|relative|increas|improv|gain|higher|better|greater"
    r"|boost|faster|demand|load|offered|requir|would|need|target|margin"
    r"|of (?:peak )?baseline|compared|normali[sz]ed"
    r"|coefficient|quantum|external",
    re.IGNORECASE,
)
_TROUBLE: Final = (
    "over 100", "above 100", "exceed", "> 100", ">100", "more than 100", "unstable", "overload",
    "oversubscri", "infeasib", "impossib", "cannot keep up", "saturat", "backlog", "grows without",
    "too slow", "miss", "overrun",
)  # fmt: skip
_DEMAND: Final = (
    "queue", "deadline", "real-time", "real time", "schedul", "drop", "behind", "cannot", "can't", "not keep",
    "not enough", "too little", "insufficient", "more than one", "second gpu", "another",
)  # fmt: skip
"""Beside these, a utilization is what is asked of a resource, and may be above what it has."""
_ABOVE: Final = lazy_re.compile(
    r"%(?:(?<=\d{3}%)|(?<=\d{3} %)|(?<=\d{3}.\d%)|(?<=\d{3}.\d{2}%)|(?<=\d{3}\\%))"
)
_WHEN: Final = frozenset("before after previously".split())  # noqa: SIM905
_MOST: Final = 100.0


class OverWhole(TextRule):
    """A share of a whole is above 100 %.

    Utilization, MFU, occupancy, efficiency, duty cycle, hit rate, accuracy and the like compare a part with
    its whole. A value above 100 % means that the peak is that of another format, that one of several devices
    was counted, or a slip.

    Left alone: CPUs, which count every core; what changes by more than 100 %; and questions which say that
    something is overloaded.
    """

    code = "QB852"
    name = "over-whole"
    severity = Severity.WARNING
    bad = (
        Example(
            yaml="details:\n  realistic_solution: The training run reaches an MFU of 128%.\n",
            underlines="128%",
        ),
        Example(yaml="scenario: The job runs at 140% GPU utilization.\n", underlines="140%"),
    )
    good = (
        Example(yaml="details:\n  realistic_solution: The training run reaches an MFU of 48%.\n"),
        Example(yaml="scenario: The preprocessing takes four cores at 380% CPU utilization.\n"),
        Example(yaml="details:\n  realistic_solution: This gives a 140% efficiency gain.\n"),
        Example(yaml="scenario: A demand for 140% GPU utilization means that the queue is unstable.\n"),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look at percentages of three digits beside a share."""
        text = factual_text(question)
        if text.has(*_TROUBLE):
            return
        for sentence in text.sentences(_ABOVE):
            if _NOT_WHOLE.search(sentence.text) or not sentence.asserts(besides=_WHEN):
                continue
            for hit in (*_BEHIND.finditer(sentence.text), *_BEFORE.finditer(sentence.text)):
                if "tili" in hit["noun"] and text.has(*_DEMAND):
                    continue
                value = hit["value"]
                if float(value.replace(",", "")) > _MOST:
                    place = sentence.place(hit.start("value"), _end(sentence.text, hit))
                    detail = f"{hit['noun']} of {value}% is more than the whole"
                    yield self.at(question, sentence.path, place, detail)
                    break


def _end(text: str, hit: re.Match[str]) -> int:
    return text.index("%", hit.end("value")) + 1

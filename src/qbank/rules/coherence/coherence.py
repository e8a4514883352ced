"""QB9xx: whether the parts of a question agree on its figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from qbank import lazy_re
from qbank.rules.coherence.figures import Figure
from qbank.rules.coherence.text_sections import text_sections
from qbank.rules.coherence.unmatched import UnmatchedFigure, one_line, unmatched_figures, unmatched_in
from qbank.rules.core.base import Example
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.core.text_rule import TextRule
from qbank.rules.hardware.devices import names_of
from qbank.units import dimension, physical

_NO_RESULT: Final = lazy_re.compile(
    r"(?:\b(?:every|from|with|within|on|in|to|per|e\.g\.,?|say|like|one|single|another|additional|extra"
    r"|further|or|and)|[,|=+×−-])"
    r"[\s~≈$*\\_`]*(?:(?:about|approximately|roughly|around|some|only|just|a|an)\s+~?)?$",
    re.IGNORECASE,
)
"""What stands before a value that describes a case or a choice, and is no result."""
_OF: Final = lazy_re.compile(r"\bof ~?$")
_NOUN: Final = lazy_re.compile(r" (?!and|or|is|are|in|on|at|per|for|to|by|with|from)[a-z]")
"""In `five minutes of 16 kHz audio` the value describes the audio."""
_BYTE: Final = int(dimension(byte=1))
_LARGEST_ELEMENT: Final = 8
_NEAR: Final = 30


def _is_element(figure: Figure) -> bool:
    """Whether it may be the size of a value of some data type, which everybody knows."""
    return _BYTE in figure.kinds and figure.value <= _LARGEST_ELEMENT


def _is_printed(one: UnmatchedFigure) -> bool:
    """Whether the catalog has the figure for a device or a link that its sentence names."""
    figure = one.figure
    named = names_of(one.question.settings.root).find(one.sentence.text)
    sizes = (
        float(size.value)
        for device in named
        for entry in device.entries
        for value in entry.values.values()
        for size in value.quantities
        if int(physical(size.dimension)) in figure.kinds
    )
    return any(abs(size - value) <= 0.02 * size for size in sizes for value in (figure.value, figure.most))


class _ContradictionRule(TextRule):
    """A rule about figures of which the question has other ones elsewhere."""

    severity = Severity.WARNING

    def contradictions(
        self, question: QuestionFile, unmatched: Iterable[UnmatchedFigure]
    ) -> Iterator[Finding]:
        """Report the figures for which a source has another one."""
        for one in unmatched:
            conflict, section = one.conflict, one.section
            if conflict and not one.is_verified:
                detail = (
                    f"{one_line(one.figure.text)}, but {conflict.source.name} has "
                    f"{one_line(conflict.figure.text)} for what seems to be the same: {conflict.excerpt!r}"
                )
                yield self.at(question, section.path, one.part, detail, label=section.name)


class ContradictingFigure(_ContradictionRule):
    """A part of the question states another figure than the part it repeats.

    A figure of the title, the solution or the conclusion stands nowhere else, and for what has the same name
    and the same unit, the napkin math, the scenario or the question has one other value. Correct the one that
    is wrong, or say what the difference is: `peak`, `per GPU`, `after quantization`.

    Figures count as the same if they are rounded, converted, or read with prefixes of 1024 for 1000.
    Sentences that speak of other cases (`if`, `instead of`, `before`) are left alone.
    """

    code = "QB901"
    name = "contradicting-figure"
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The transfer time is 900 ms, so the reload dominates.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
                "    - Transfer time = 14 GB / 20 GB/s = 700 ms\n"
            ),
            underlines="900 ms",
        ),
        Example(
            yaml=(
                "title: Serving a Model on 4 GPUs\nscenario: A chat service runs on 8 GPUs of one server.\n"
            ),
            underlines="4 GPUs",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The transfer time is 0.7 s, so the reload dominates.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
                "    - Transfer time = 14 GB / 20 GB/s = 700 ms\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: At the peak rate of the link the transfer time would be 560 ms.\n"
                "  napkin_math: |\n"
                "    - Transfer time = 14 GB / 20 GB/s = 700 ms\n"
            ),
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compare the three parts with what they are made from."""
        return self.contradictions(question, unmatched_figures(question))


class UnsupportedFigure(TextRule):
    """The solution or the conclusion states a figure that nothing else in the question supports.

    It is neither given nor computed, no sum, difference or multiple of values that are, no product of values
    in its own sentence, and the catalog does not have it for a device named there. Show its calculation in
    the napkin math, or give it in the scenario. If another figure was meant, correct it.

    Only values with a unit of measure are looked at (bytes, seconds, watts, dollars, ...), in questions whose
    napkin math has values that measure the same. Sentences that speak of other cases (`if`, `for example`,
    `every 5 min`) are left alone.
    """

    code = "QB902"
    name = "unsupported-figure"
    severity = Severity.INFO
    bad = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The job needs 84 GB of memory and takes two nodes.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
            ),
            underlines="84 GB",
        ),
    )
    good = (
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: The job needs 42 GB of memory for weights and optimizer.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
                "    - Optimizer = 7B * 4 bytes = 28 GB\n"
            ),
        ),
        Example(
            yaml=(
                "details:\n"
                "  realistic_solution: With a longer context it would need 84 GB of memory.\n"
                "  napkin_math: |\n"
                "    - Weights = 7B * 2 bytes = 14 GB\n"
            ),
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Look for results that came from nowhere."""
        parts = text_sections(question)
        for one in unmatched_figures(question):
            figure, section = one.figure, one.section
            if section is parts.title or not figure.measured or _is_element(figure):
                continue
            if all(other.kinds.isdisjoint(figure.kinds) for other in parts.calculations.figures):
                continue
            before = section.text[max(0, figure.start - _NEAR) : figure.start]
            if (
                _NO_RESULT.search(before)
                or (_OF.search(before) and _NOUN.match(section.text, figure.end))
                or one.is_verified
                or one.conflict
            ):
                continue
            if not one.is_derived and not _is_printed(one):
                detail = f"{one_line(figure.text)} is neither given nor computed anywhere"
                yield self.at(question, section.path, one.part, detail, label=section.name)


class ChangedGiven(_ContradictionRule):
    """The napkin math assumes another figure than the question gives.

    What is assumed has the name and the unit of something in the scenario or the question, and another value.
    Correct the one that is wrong, or say what the difference is.
    """

    code = "QB903"
    name = "changed-given"
    bad = (
        Example(
            yaml=(
                "scenario: The cluster reads its checkpoints over a storage bandwidth of 40 GB/s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - Storage bandwidth: 25 GB/s.\n"
                "    **Calculations:**\n"
                "    - Time = 500 GB / 25 GB/s = 20 s\n"
                "    **Conclusion & Interpretation:** The restart takes 20 s.\n"
            ),
            underlines="25 GB/s",
        ),
    )
    good = (
        Example(
            yaml=(
                "scenario: The cluster reads its checkpoints over a storage bandwidth of 40 GB/s.\n"
                "details:\n"
                "  napkin_math: |\n"
                "    **Assumptions & Constraints:**\n"
                "    - Effective storage bandwidth: 25 GB/s.\n"
                "    **Calculations:**\n"
                "    - Time = 500 GB / 25 GB/s = 20 s\n"
                "    **Conclusion & Interpretation:** The restart takes 20 s.\n"
            ),
        ),
    )

    def check(self, question: QuestionFile) -> Iterator[Finding]:
        """Compare the assumptions with scenario and question."""
        parts = text_sections(question)
        given = (parts.scenario, parts.question)
        return self.contradictions(question, unmatched_in(question, parts.assumptions, given))

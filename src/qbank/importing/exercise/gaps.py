"""Gaps in a text: what may be put into each, and how that becomes a part of an exercise."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from qbank.importing.exercise.numeric_answers import AcceptedInterval, NumberFormat, answer_of, joint_interval
from qbank.importing.markup.inlines import paragraph
from qbank.importing.markup.source_text import source_text
from qbank.render.text.document import Block, Blocks, BulletList

BLANK: Final = "_____"
FULL: Final = 100.0
"""The share of what gets all points, in percent."""


@dataclass(slots=True)
class Gap:
    """One gap: a choice, a number or words.

    Attributes:
        label: how the text calls it.
        choices: what to choose from, each with its share of the points of the gap, in percent; none where
            something is to be written.
        several: whether more than one is to be chosen.
        numbers: numbers that count, each with its share in percent.
        words: words that count, each with its share in percent.
        feedback: what is said of an entry, by its text.
        asked: what the part for this gap asks, where the source says it.
        behind: what stands behind it in the text, such as a hint.
    """

    label: str
    choices: list[tuple[Blocks, float]] = field(default_factory=list)
    several: bool = False
    numbers: list[tuple[AcceptedInterval, float]] = field(default_factory=list)
    words: list[tuple[str, float]] = field(default_factory=list)
    feedback: list[tuple[str, Blocks]] = field(default_factory=list)
    points: float | None = None
    asked: Blocks = ()
    behind: str = ""

    def prompt(self) -> Blocks:
        """Return what the part for this gap asks."""
        what = "Which number belongs" if self.numbers else "Which words belong"
        if self.choices:
            what = "Which of these belong" if self.several else "Which of these belongs"
        asked = self.asked or paragraph(f"{what} into ({self.label})?")
        return (*asked, BulletList(tuple(choice for choice, _ in self.choices))) if self.choices else asked

    def answer(self) -> dict[str, Any] | str:
        """Return the answer of the part for this gap; nothing where none is told."""
        if self.choices:
            return _weighted(self.choices)
        if self.numbers:
            answer = self._number()
            return answer or "\n".join(worth(str(interval), share) for interval, share in self.numbers)
        return _weighted([(paragraph(word), share) for word, share in self.words])

    def partly(self) -> list[tuple[AcceptedInterval, float]]:
        """Return the numbers that count less than those that are the answer, unless it lists them all."""
        best = max((share for _, share in self.numbers), default=0.0)
        less = [(interval, share) for interval, share in self.numbers if share < best]
        return less if less and self._number() else []

    def _number(self) -> dict[str, Any] | None:
        """Return what counts most as an answer; None where that is no single interval."""
        best = max(share for _, share in self.numbers)
        interval = joint_interval([interval for interval, share in self.numbers if share == best])
        return answer_of(interval, NumberFormat()) if interval else None

    @property
    def has_key(self) -> bool:
        """Whether anything is known to count."""
        return bool(self.numbers or self.words) or any(share for _, share in self.choices)


def worth(text: str, share: float) -> str:
    """Return a text that counts with its share in percent, unless that is everything."""
    return text if share >= FULL else f"{text} ({share:g} %)"


def label_gaps(
    text: str, gap: re.Pattern[str], read: Callable[[re.Match[str], str], Gap]
) -> tuple[str, list[Gap]]:
    """Return a text with (1), (2) in place of its gaps, and the gaps, each read of its match and its label.

    A single gap, which is what the question asks, becomes a line to write on.
    """
    gaps: list[Gap] = []
    is_alone = sum(1 for _ in gap.finditer(text)) == 1

    def label(match: re.Match[str]) -> str:
        gaps.append(read(match, str(len(gaps) + 1)))
        return (BLANK if is_alone else f"({len(gaps)})") + gaps[-1].behind

    return gap.sub(label, text), gaps


def _weighted(entries: Sequence[tuple[Blocks, float]]) -> str:
    """Return what counts: alone, or in a list with what each is worth unless that is everything."""
    counting = [(blocks, share) for blocks, share in entries if share > 0]
    if len(counting) == 1 and counting[0][1] >= FULL:
        return source_text(counting[0][0])
    items: list[tuple[Block, ...]] = [
        tuple(blocks) if share >= FULL else (*blocks, *paragraph(f"({share:g} %)"))
        for blocks, share in counting
    ]
    return source_text((BulletList(tuple(items)),)) if items else ""

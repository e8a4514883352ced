"""Figures that one text of a question states and the others do not have, and what the others have instead.

Nearly all figures of a good solution stand in its napkin math or in what is asked. Comparing digits finds
those, for next to nothing; only what remains is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from qbank.napkin import Verdict
from qbank.rules.coherence.derivation import is_multiple, is_product, is_sum
from qbank.rules.coherence.factual_text import Sentence, factual_text
from qbank.rules.coherence.figures import RATIOS, Figure
from qbank.rules.coherence.text_sections import Section, text_sections
from qbank.rules.core.claims import claims_of
from qbank.rules.core.question_file import QuestionFile

_SUPPOSED: Final = frozenset(
    """
    if whether would could might may suppose imagine assume assuming hypothetical hypothetically
    ideally instead alternatively alternative alternatives unless without example another typical
    typically usually often generally naive naively say default
    """.split()  # noqa: SIM905
)
"""Words of sentences that speak of other cases than the one asked about."""
_COMPARED: Final = frozenset(
    """
    before after until than rather vs versus compared unlike previously formerly proposal proposed
    """.split()  # noqa: SIM905
)
"""Words of sentences that may give one thing two values."""
_DISTINCT: Final = frozenset(
    """
    effective theoretical ideal nominal average mean median idle active sleep sustained achieved
    peak worst best maximum minimum max min total net gross input output first second last old new
    naive baseline original initial final remaining free available unused used saved local remote
    global usable raw full base extra additional compressed quantized int8 int4 fp16 fp32 bf16 fp8
    p50 p95 p99 prefill decode forward backward training inference fused unfused cold warm hot hit
    miss down up low high inter intra micro mini one two both single each
    """.split()  # noqa: SIM905
)
"""Words that make two things of one noun."""
_FAR: Final = 1.06
_FAR_IF_ROUNDED: Final = 1.15
_ALIKE: Final = 0.5
_EQUATIONS: Final = frozenset(("=", "≈", "()"))
_LONGEST: Final = 70
_MOST: Final = 40
"""Figures of one text that are compared with those of the others; few have more that nobody else has."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """What a source has for the thing that a loose figure measures.

    Attributes:
        source: the text.
        figure: its figure.
        likeness: how alike the names are; beyond 1 one has all words of the other.
    """

    source: Section
    figure: Figure
    likeness: float

    @property
    def excerpt(self) -> str:
        """The end of the line up to the figure."""
        text, end = self.source.text, self.figure.end
        start = max(text.rfind("\n", 0, end), text.rfind(". ", 0, end), self.source.start - 1) + 1
        line = one_line(text[start:end]).strip(" -|")
        return line if len(line) <= _LONGEST else f"... {line[-_LONGEST:].partition(' ')[2]}"


@dataclass(frozen=True)
class UnmatchedFigure:
    """A figure that a section states and none of its sources has.

    `sentence` is the one that it stands in.
    """

    question: QuestionFile
    section: Section
    figure: Figure
    sentence: Sentence
    sources: tuple[Section, ...]

    @property
    def part(self) -> tuple[int, int]:
        """The place of the figure in the field."""
        return self.figure.start, self.figure.end

    @cached_property
    def is_verified(self) -> bool:
        """Whether the verifier has looked at it: it is right, or it is reported already."""
        path, at = self.section.path, self.figure.start
        return any(
            field_claim.path == path
            and field_claim.claim.start <= at < field_claim.claim.end
            and (field_claim.claim.verdict is Verdict.WRONG or field_claim.claim.relation in _EQUATIONS)
            for field_claim in claims_of(self.question)
        )

    @cached_property
    def conflict(self) -> Conflict | None:
        """The one value that the sources give for what the figure measures, if it is clearly another."""
        if not _COMPARED.isdisjoint(self.sentence.words):
            return None
        figure = self.figure
        comparable = [
            (source, other)
            for source in self.sources
            if source.given
            for other in source.figures
            if other.per == figure.per and not other.kinds.isdisjoint(figure.kinds)
        ]
        if not comparable:
            return None
        # A title names what it counts and says no more of it.
        subjects = _counted if self.section.path == ("title",) and not figure.measured else Section.subjects
        mine = subjects(self.section, figure)
        wanted = frozenset(word for subject in mine for word in subject)
        found = [
            Conflict(source, other, alike)
            for source, other in comparable
            if source.speaks_of(other, wanted)
            and source.states(other)
            and (alike := _likeness_of(mine, subjects(source, other))) >= _ALIKE
        ]
        if not found:
            return None
        best = max(found, key=lambda one: one.likeness)
        if any(one.likeness == best.likeness and not one.figure.near(best.figure) for one in found):
            return None
        # With both values in one text, they are values of two things.
        if not _is_far(self.figure, best.figure) or any(
            figure.near(best.figure) for figure in self.section.figures
        ):
            return None
        return None if self.is_derived else best

    @cached_property
    def is_derived(self) -> bool:
        """Whether it is a sum of what the sources have, or a product of what stands beside it."""
        known = [figure for source in self.sources for figure in source.figures]
        if is_sum(self.figure, known) or is_multiple(self.figure, known):
            return True
        start, end, at = self.sentence.start, self.sentence.end, self.figure.start
        beside = (
            figure for figure in self.section.figures if start <= figure.start < end and figure.start != at
        )
        return is_product(self.figure, beside)


def one_line(text: str) -> str:
    """Return a section of a text on one line and without emphasis."""
    return " ".join(text.replace("*", "").split())


def unmatched_in(
    question: QuestionFile, section: Section, sources: tuple[Section, ...]
) -> Iterator[UnmatchedFigure]:
    """Yield the figures that a section asserts and no source has, however it is rounded or scaled.

    Those that measure what no figure of any source does are left out: there is nothing to compare them with.
    """
    missing = section.numbers
    for source in sources:
        if not missing:
            return
        missing = missing.difference(source.numbers)
    for figure in islice(section.written(missing), _MOST):
        if not figure.kinds or not (figure.measured or _is_counted(figure, sources)):
            continue
        if not section.states(figure) or all(source.kinds.isdisjoint(figure.kinds) for source in sources):
            continue
        sentence = factual_text(question).sentence(section.path, section.text, figure.start)
        if _is_asserted(sentence) and not _is_known(figure, sources):
            yield UnmatchedFigure(question, section, figure, sentence, sources)


def unmatched_figures(question: QuestionFile) -> tuple[UnmatchedFigure, ...]:
    """Return the loose figures of the title, the solution and the conclusion; worked out once a question."""
    return question.cached_view(_unmatched_figures)


def _unmatched_figures(question: QuestionFile) -> tuple[UnmatchedFigure, ...]:
    parts = text_sections(question)
    math = (parts.calculations, parts.assumptions, parts.scenario, parts.question, *parts.others)
    return (
        *unmatched_in(question, parts.title, (parts.conclusion, *math, parts.solution)),
        *unmatched_in(question, parts.solution, (parts.conclusion, *math, parts.title)),
        *unmatched_in(question, parts.conclusion, (*math, parts.title, parts.solution)),
    )


def _is_asserted(sentence: Sentence) -> bool:
    return "?" not in sentence.text and _SUPPOSED.isdisjoint(sentence.words)


def _is_counted(figure: Figure, sources: Iterable[Section]) -> bool:
    """Whether any source has the noun that is counted, without which there is nothing to compare."""
    return any(kind in RATIOS or str(kind) in source.letters for kind in figure.kinds for source in sources)


def _counted(_: Section, figure: Figure) -> tuple[frozenset[str], ...]:
    return tuple(frozenset((kind,)) for kind in figure.kinds if isinstance(kind, str) and kind not in RATIOS)


def _is_known(figure: Figure, sources: Iterable[Section]) -> bool:
    """Whether a figure may be one of a source's: its value, or its digits in a unit that was not read."""
    kinds, number = figure.kinds, figure.number
    slack = 0.01 * number
    for source in sources:
        for other in source.figures:
            if abs(number - other.number) <= slack if kinds.isdisjoint(other.kinds) else figure.near(other):
                return True
    return False


def _is_far(one: Figure, other: Figure) -> bool:
    low, high = sorted((one.value, other.value))
    rounded = one.approximate or other.approximate or len(one.digits.strip("0.,")) < 2
    return low > 0 and high / low >= (_FAR_IF_ROUNDED if rounded else _FAR)


def _likeness_of(mine: Iterable[frozenset[str]], theirs: Iterable[frozenset[str]]) -> float:
    return max([_likeness(one, two) for one in mine for two in theirs], default=0.0)


def _likeness(one: frozenset[str], two: frozenset[str]) -> float:
    if not _DISTINCT.isdisjoint(one ^ two):
        return 0.0
    alike = len(one & two) / len(one | two)
    return alike + 0.5 if one <= two or two <= one else alike

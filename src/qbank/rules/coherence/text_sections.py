"""The texts of a question that tell facts in figures: what is given, computed, concluded and answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from qbank import lazy_re
from qbank.problems import format_path
from qbank.rules.coherence.figures import Figure, Kind, figures, figures_written
from qbank.rules.coherence.head_nouns import FAR, subjects
from qbank.rules.core.default_variant import shown_text
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import FieldPath

_DETAILS: Final = "details"
_DIGITS: Final = bytes([one if chr(one) in "0123456789.," else 32 for one in range(256)])
"""What leaves only the digits of a text, with their points and commas."""
_LINE: Final = lazy_re.compile(r"[ \t]*(?:[-*\d.]{1,4}[ \t]+)?(?:\*\*|#+ )?(?:The )?")
_OPERATOR_BEFORE: Final = lazy_re.compile(
    r"(?:[×/+−^√]|(?<!\*)\*|\\times|\\cdot|\\div|\d ?[x-]|[({]\d) ?[$\\]*$"
)
_OPERATOR_BEHIND: Final = lazy_re.compile(
    r"[ $}\\*]*(?:[×/+−^]|(?<!\*)\*(?!\*)|\\times|\\cdot|\\div|[x-] ?\d|\([^)]{0,40}\) ?[*×/+−-])"
)


@dataclass(eq=False)  # not frozen: nine of them are made for every file
class Section:
    """A text of a question, or a section of one.

    Attributes:
        path: the field.
        text: the whole field.
        start, end: the section.
        heading: what to call it beside the field, if it is a section.
        given: whether it says what is asked and how it is computed, and not what people get wrong.
    """

    path: FieldPath
    text: str
    start: int
    end: int
    heading: str = ""
    given: bool = True

    @property
    def name(self) -> str:
        """What to call it in a message."""
        field = format_path(self.path)
        return f"{field} ({self.heading})" if self.heading else field

    @cached_property
    def numbers(self) -> frozenset[bytes]:
        """The digits of all its numbers, and of names such as `FP16`."""
        text = self.text[self.start : self.end].encode("utf-8", "replace").translate(_DIGITS)
        return frozenset([one.strip(b".,") for one in text.split()])

    @cached_property
    def letters(self) -> str:
        """The section in lower case."""
        return self.text[self.start : self.end].lower()

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Its figures."""
        return tuple(figures(self.text, self.start, self.end))

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """What any of its figures may measure."""
        return frozenset().union(*[figure.kinds for figure in self.figures])

    def written(self, digits: Iterable[bytes]) -> Iterator[Figure]:
        """Yield its figures that are written with one of these digits."""
        return figures_written(self.text, self.start, self.end, sorted(one.decode() for one in digits))

    def states(self, figure: Figure) -> bool:
        """Whether one of its figures is neither an operand nor a bound nor the end of a range."""
        return not figure.vague and not self._is_operand(figure)

    def speaks_of(self, figure: Figure, words: frozenset[str]) -> bool:
        """Whether any of these nouns stands near one of its figures: a quick look before `subjects`."""
        around = self.text[max(0, figure.start - FAR) : figure.end + FAR].lower()
        return any(word in around for word in words)

    def subjects(self, figure: Figure) -> tuple[frozenset[str], ...]:
        """Return what one of its figures may be said to measure."""
        return subjects(self.text, figure.start, figure.end)

    def _is_operand(self, figure: Figure) -> bool:
        before = self.text[max(0, figure.start - 12) : figure.start]
        return bool(_OPERATOR_BEHIND.match(self.text, figure.end) or _OPERATOR_BEFORE.search(before))


class TextSections:
    """The pieces of a question that tell facts in figures; those that it does not have are empty.

    Attributes:
        title, scenario, question, solution: whole fields.
        assumptions, calculations, conclusion: sections of the napkin math; without headings, all is
            calculation.
        others: further texts that may say where a figure comes from.
    """

    def __init__(self, question: QuestionFile) -> None:
        def whole(*path: str | int, given: bool = True) -> Section:
            text = shown_text(question, path)
            return Section(path, text, 0, len(text), given=given)

        self.title: Final = whole("title", given=False)
        self.scenario: Final = whole("scenario")
        self.question: Final = whole("question")
        self.solution: Final = whole(_DETAILS, "realistic_solution")
        math = whole(_DETAILS, "napkin_math")
        end = _heading(math.text, "Conclusion", math.end)
        begin = _heading(math.text, "Calculation", 0)
        begin = begin if begin < end else 0
        self.assumptions: Final = Section(math.path, math.text, 0, begin, "assumptions")
        self.calculations: Final = Section(math.path, math.text, begin, end)
        self.conclusion: Final = Section(math.path, math.text, end, math.end, "conclusion")
        parts, options = question.items(("parts",)), question.items((_DETAILS, "options"))
        self.others: Final = (
            *(
                whole("parts", place, name)
                for place in range(len(parts))
                for name in ("prompt", "answer", "napkin_math")
            ),
            whole(_DETAILS, "common_mistake", given=False),
            *(whole(_DETAILS, "options", place, given=False) for place in range(len(options))),
        )


def _heading(text: str, word: str, otherwise: int) -> int:
    """Return where the line begins that has `word` for its heading."""
    at = text.find(word)
    while at >= 0:
        line = text.rfind("\n", 0, at) + 1
        if _LINE.fullmatch(text, line, at):
            return line
        at = text.find(word, at + 1)
    return otherwise


def text_sections(question: QuestionFile) -> TextSections:
    """Return the pieces of a question; made once a question."""
    return question.cached_view(TextSections)

"""What the formats for learning platforms share: how a question is answered there, and its texts as HTML.

Platforms grade choices and numbers. Whatever is answered in words they hand to a person, with our answer as
the model to compare with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from jinja2 import Environment

from qbank.model.taxonomy import TOPICS, Answers
from qbank.render import templates
from qbank.render.labels import emphasised, labelled
from qbank.render.registry import Settings
from qbank.render.text import wording
from qbank.render.text.document import Blocks, Document, ExpectedMistake, Figure, Item, Option, Section
from qbank.render.text.html import HtmlText
from qbank.sets.answers.numeric_key import NumericKey
from qbank.units.format import format_decimal

_DEFAULT_POINTS: Final = 1.0
"""What a question is worth that does not say so: platforms need a number."""

_LONGEST_LEVEL: Final = 120
"""Characters of a title that are kept in a path: the names of categories are short."""

_MOODLE_GRADES: Final = (
    "0", "5", "10", "11.11111", "12.5", "14.28571", "16.66667", "20", "25", "30", "33.33333", "40", "50",
    "60", "66.66667", "70", "75", "80", "83.33333", "90", "100",
)  # fmt: skip
"""The shares of the points that an answer may have in Moodle, from `question_bank::fraction_options`."""


class Answering(Enum):
    """How a question is answered on a platform."""

    CHOICE = auto()
    NUMBER = auto()
    WORDS = auto()


def answering(item: Item) -> Answering:
    """Return how a question is answered; one whose right option is not known is answered in words."""
    if item.options:
        right = sum(option.correct for option in item.options)
        return Answering.CHOICE if right == 1 else Answering.WORDS
    return Answering.NUMBER if item.key else Answering.WORDS


def item_points(item: Item) -> str:
    """Return what a question is worth."""
    return wording.number(_DEFAULT_POINTS if item.points is None else item.points)


def shows_answers(document: Document) -> bool:
    """Whether readers are to see the answer once they have given theirs.

    Answers that belong into a separate key go along as feedback, for those who grade, but where a format can
    say so they are withheld from readers.
    """
    return document.answers in {Answers.COLLAPSED, Answers.INLINE}


def moodle_grade(share: float) -> str:
    """Return a share of the points as the percentage nearest to it that Moodle takes."""
    return min(_MOODLE_GRADES, key=lambda grade: abs(float(grade) / 100 - share))


def item_tags(item: Item) -> tuple[str, ...]:
    """Return what to find a question by: its place in the taxonomy, and its own tags.

    The area is among them only where the topic does not tell it.
    """
    area = item.area if TOPICS.get(item.topic) is None else ""
    tags = (item.track, item.level, item.zone, item.topic, area, item.bloom, *item.tags)
    return tuple(dict.fromkeys(filter(None, tags)))


def document_title(document: Document) -> str:
    """Return the title of a document, with the version where there are several."""
    return f"{document.title}, version {document.version}" if document.version else document.title


def category_path(document: Document, section: Section) -> str:
    """Return the category that Moodle files the questions of a section under, as a path."""
    names = [document_title(document), *filter(None, [section.title])]
    return "/".join(["$course$/top/qbank", *map(_level, names)])


def _level(name: str) -> str:
    """Print one level of a path: slashes are doubled, and must not meet those between levels."""
    level = name[:_LONGEST_LEVEL].replace("/", "//")
    before, after = " " * level.startswith("/"), " " * level.endswith("/")
    return f"{before}{level}{after}"


@dataclass(frozen=True, slots=True)
class AcceptedNumber:
    """Numbers that are right: those at most `tolerance` away from `value`, both as plain decimals."""

    value: str
    tolerance: str


def accepted_numbers(key: NumericKey) -> tuple[AcceptedNumber, ...]:
    """Return a key for platforms that take a number and a tolerance, which together accept its interval.

    The first one is the answer that such platforms show; where it is not in the middle of the interval a
    second one covers all of it.
    """
    shown = key.shown
    around = AcceptedNumber(format_decimal(shown), format_decimal(min(shown - key.low, key.high - shown)))
    if shown == key.middle:
        return (around,)
    return around, AcceptedNumber(format_decimal(key.middle), format_decimal(key.tolerance))


def expected_number(mistake: ExpectedMistake) -> AcceptedNumber:
    """Return an expected wrong number for platforms that take a number and a tolerance."""
    answer = mistake.answer
    return AcceptedNumber(format_decimal(answer.middle), format_decimal(answer.tolerance))


@dataclass(frozen=True, slots=True)
class Fragments:
    """Prints the texts of a document's questions as HTML; made by `make_fragments`."""

    document: Document
    environment: Environment
    html: HtmlText

    def question(self, item: Item, *, options: bool = False) -> str:
        """Print what is asked; with `options` also those that a platform shows by itself."""
        listed = options or answering(item) is not Answering.CHOICE
        return self._print("question", item=item, options=item.options if listed else ())

    def answer(self, item: Item, *, options: bool = False) -> str:
        """Print the answer and all that belongs to it; with `options` also which of them is right."""
        return self._print("answer", item=item, options=item.options if options else ())

    # Where no answers are to be shown, there is none of these.

    def feedback(self, item: Item) -> str:
        """Print what readers see once they have answered."""
        return "" if self._tells_nothing else self.answer(item)

    def hints(self, item: Item) -> tuple[str, ...]:
        """Print the hints."""
        return () if self._tells_nothing else tuple(map(self.blocks, item.hints))

    def option_feedback(self, option: Option) -> str:
        """Print what is said about an option that was chosen."""
        return "" if self._tells_nothing else self.blocks(option.feedback)

    def mistake_feedback(self, mistake: ExpectedMistake) -> str:
        """Print what is said to somebody who has come to a wrong number that is expected."""
        slip = labelled(mistake.feedback, self.document.words("Likely slip:"))
        return "" if self._tells_nothing else self.blocks(slip)

    @property
    def _tells_nothing(self) -> bool:
        return self.document.answers is Answers.NONE

    def blocks(self, blocks: Blocks) -> str:
        """Print text."""
        return str(self.html.blocks(blocks))

    def _print(self, name: str, **values: Any) -> str:
        printed = templates.render(self.environment, f"render/lms/{name}.html.j2", **values)
        return printed.strip()


def make_fragments(
    settings: Settings, document: Document, html: HtmlText, source: Callable[[Figure], str]
) -> Fragments:
    """Make a printer of fragments.

    Args:
        settings: where the bank's own templates lie.
        document: what is printed of.
        html: the kind of HTML.
        source: returns the address of a drawing that has one, to stand in `src`.
    """
    environment = templates.environment(
        settings,
        None,
        {
            "blocks": html.blocks,
            "emphasised": lambda blocks: html.blocks(emphasised(blocks)),
            "labelled": lambda *arguments: html.blocks(labelled(*arguments)),
            "source": lambda figure: source(figure) if figure.svg else "",
            "table": lambda table: html.table(table.content, table.caption),
            "text": html.text,
        },
        document.words,
    )
    return Fragments(document, environment, html)


def platform_environment(
    settings: Settings, fragments: Fragments, types: Mapping[Answering, str], **filters: Callable[..., Any]
) -> Environment:
    """Make an environment for the files of a platform, which are XML; `types` says how it calls questions."""
    return templates.environment(
        settings,
        None,
        {
            "accepted": accepted_numbers,
            "answer": fragments.answer,
            "expected": expected_number,
            "feedback": fragments.feedback,
            "grade": lambda credit: moodle_grade(float(credit)),
            "hints": fragments.hints,
            "html": fragments.blocks,
            "mistake_feedback": fragments.mistake_feedback,
            "option_feedback": fragments.option_feedback,
            "points": item_points,
            "question": fragments.question,
            "tags": item_tags,
            "type": lambda item: types[answering(item)],
            **filters,
        },
        fragments.document.words,
    )

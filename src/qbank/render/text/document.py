"""The document that all formats print: what a set looks like once its questions are chosen and read.

Nothing here is escaped. `str` fields are plain text on one line, `Blocks` are text that `blocks`
has read; neither holds control characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from qbank.model.taxonomy import Answers, Grading, QuestionKind, SetKind, Shown
from qbank.render.text.words import ENGLISH, Words
from qbank.sets.answers.numeric_key import NumericKey


@dataclass(frozen=True, slots=True)
class Text:
    """Characters as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Text of strong importance."""

    content: Inlines


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Stressed text."""

    content: Inlines


@dataclass(frozen=True, slots=True)
class Code:
    """Code within a line."""

    text: str


@dataclass(frozen=True, slots=True)
class Math:
    """A formula within a line, as LaTeX without its dollar signs. It may not be valid LaTeX."""

    latex: str


@dataclass(frozen=True, slots=True)
class LineBreak:
    """The end of a line that is to be kept."""


Inline: TypeAlias = Text | Strong | Emphasis | Code | Math | LineBreak
Inlines: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    content: Inlines


@dataclass(frozen=True, slots=True)
class BulletList:
    """A list without an order; an item is at least one block."""

    items: tuple[Blocks, ...]


@dataclass(frozen=True, slots=True)
class NumberedList:
    """A list whose numbers count up from `start`; an item is at least one block."""

    items: tuple[Blocks, ...]
    start: int = 1


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Lines of code. `language` is one plain word, or empty."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class MathBlock:
    """A formula on lines of its own, as LaTeX without its dollar signs. It may not be valid LaTeX."""

    latex: str


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table; every row has as many cells as the header."""

    header: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]


Block: TypeAlias = Paragraph | BulletList | NumberedList | CodeBlock | MathBlock | TableBlock
Blocks: TypeAlias = tuple[Block, ...]


def with_inlines(
    blocks: Blocks,
    change: Callable[[Inline], Iterable[Inline]],
    paragraph: Callable[[Inlines], Block] = Paragraph,
    cell: Callable[[Inlines], Inlines] = tuple,
) -> Blocks:
    """Return blocks with each inline, but not those that hold others, as `change` makes it.

    What comes of the inlines of a paragraph and of a cell is made one by `paragraph` and `cell`.
    """

    def inlines(content: Inlines) -> Inlines:
        pieces: list[Inline] = []
        for inline in content:
            if isinstance(inline, Strong | Emphasis):
                pieces.append(replace(inline, content=inlines(inline.content)))
            else:
                pieces += change(inline)
        return tuple(pieces)

    def block(piece: Block) -> Block:
        match piece:
            case Paragraph():
                return paragraph(inlines(piece.content))
            case BulletList() | NumberedList():
                return replace(piece, items=tuple(tuple(map(block, item)) for item in piece.items))
            case TableBlock():
                rows = (piece.header, *piece.rows)
                header, *body = (tuple(cell(inlines(one)) for one in row) for row in rows)
                return TableBlock(header, tuple(body))
            case _:
                return piece

    return tuple(map(block, blocks))


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing. `svg` is the file as it is, active content included: show it as an image, never in line.

    `name` is that of a file, unique to the question. Where `svg` is empty there is nothing to show but `alt`.
    """

    name: str
    alt: str
    caption: str
    svg: bytes


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption, which may be empty."""

    caption: str
    content: TableBlock


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice. `identifier` is its letter in the question file, wherever it is shown."""

    identifier: str
    content: Blocks
    correct: bool
    feedback: Blocks = ()
    credit: float = 0.0


@dataclass(frozen=True, slots=True)
class ExpectedMistake:
    """A wrong number that is expected: when an answer is taken for it, and what to say then.

    `credit` is the share of the points that it earns all the same.
    """

    answer: NumericKey
    text: str
    feedback: Blocks
    credit: float = 0.0


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an exercise; `label` is bare, as `a`. With a `key` the part is answered by a number."""

    label: str
    prompt: Blocks
    answer: Blocks
    key: NumericKey | None
    reckoning: Blocks
    points: float | None
    expected: tuple[ExpectedMistake, ...] = ()


@dataclass(frozen=True, slots=True)
class Criterion:
    """One line of a rubric."""

    content: Blocks
    points: float


@dataclass(frozen=True, slots=True)
class Check:
    """A formula that the answer rests on: its variables and what it comes to, as the author wrote them."""

    formula: str
    given: Mapping[str, str | int | float]
    expect: str | int | float


@dataclass(frozen=True, slots=True)
class Resource:
    """Something to read on; the address is https."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Item:
    """One question as it is to be printed.

    `id` is that of the question, with `@seed` for a variant, and `guid` is made from it: both stay the same
    wherever and however often the question is rendered. `number` counts from 1 through the document.
    `changed` is when its file was changed last, in seconds since 1970, for programs that keep the newer one.
    `shown` is what readers see beside the text, before they have the answer; `mixes` says that a
    platform is to put the options into another order for each reader.
    """

    id: str
    guid: str
    number: int
    title: str
    kind: QuestionKind
    track: str
    level: str
    zone: str
    topic: str
    area: str
    bloom: str
    tags: tuple[str, ...]
    stars: int | None
    points: float | None
    minutes: int | None
    scenario: Blocks
    question: Blocks
    tables: tuple[Table, ...]
    figure: Figure | None
    options: tuple[Option, ...]
    key: NumericKey | None
    parts: tuple[Part, ...]
    hints: tuple[Blocks, ...]
    solution: Blocks
    reckoning: Blocks
    mistake: Blocks
    rubric: tuple[Criterion, ...]
    checks: tuple[Check, ...]
    related: tuple[str, ...]
    resources: tuple[Resource, ...]
    changed: int | None = None
    expected: tuple[ExpectedMistake, ...] = ()
    shown: frozenset[Shown] = frozenset(Shown)
    mixes: bool = False

    @property
    def anchor(self) -> str:
        """The id as a name in XML and HTML: `cloud-0001`, and `cloud-0001_7` for the variant of seed 7.

        Ids of questions hold no underscore, so two items never share an anchor.
        """
        return self.id.replace("@", "_")


@dataclass(frozen=True, slots=True)
class Section:
    """Items under a heading; an empty title means no heading."""

    title: str
    items: tuple[Item, ...]
    intro: Blocks = ()


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture for the head of a paper: its kind, `svg`, `png` or `jpg`, and the file as it is."""

    kind: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Document:
    """A set ready to be printed.

    `identifier` is a name for files (letters, digits, `-`, `_`). `version` is `A`, `B`, ... where a set is
    printed in several orders, else empty. `minutes` is how long readers have, or the time its questions take,
    None where none says so. `wrong_unit` is the share of the points that the right number with a wrong unit
    earns.
    """

    identifier: str
    title: str
    kind: SetKind
    intro: Blocks
    sections: tuple[Section, ...]
    answers: Answers
    version: str = ""
    seed: int | None = None
    minutes: int | None = None
    grading: Grading = Grading.PRACTICE
    wrong_unit: float = 0.0
    course: str = ""
    date: str = ""
    logo: Logo | None = None
    words: Words = ENGLISH
    answer_sheet: bool = False

    @property
    def stem(self) -> str:
        """The name of its file, without the suffix."""
        return f"{self.identifier}-{self.version}" if self.version else self.identifier

    @property
    def items(self) -> tuple[Item, ...]:
        """All items in order."""
        return tuple(item for section in self.sections for item in section.items)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures that have a drawing."""
        figures = (item.figure for item in self.items)
        return tuple(figure for figure in figures if figure is not None and figure.svg)

    @property
    def points(self) -> float | None:
        """What the document is worth, None where no item says what it is worth."""
        known = [item.points for item in self.items if item.points is not None]
        return sum(known) if known else None

"""A lab as a worksheet: to predict, to read static plots at one setting, and to write down what one thinks.

Everything here is blocks of text and drawings; formats print them and add room to write in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from qbank.labs.compute import Evaluator
from qbank.labs.format import show
from qbank.labs.formula_text import equation, symbols
from qbank.labs.puzzle import solve
from qbank.labs.quantity import (
    ControlKind,
    InstrumentModel,
    LabModel,
    PartModel,
    PersonaModel,
    PuzzleModel,
    Quantity,
)
from qbank.render.labs.drawing import Drawing
from qbank.render.labs.panels import draw_devices, draw_gauge, draw_heat_map
from qbank.render.labs.plots import Bench, draw_bars, draw_lines
from qbank.render.labs.system import draw_system
from qbank.render.labs.titles import given_quantities
from qbank.render.text import wording
from qbank.render.text.blocks import one_line, read_blocks
from qbank.render.text.document import (
    Blocks,
    BulletList,
    Figure,
    Inline,
    Inlines,
    Math,
    MathBlock,
    Paragraph,
    Strong,
    TableBlock,
    Text,
)

_DRAWN: Final[Mapping[str, Callable[[Bench, InstrumentModel], Drawing]]] = {
    "line": draw_lines,
    "bar": draw_bars,
    "gauge": draw_gauge,
    "heatmap": draw_heat_map,
    "map": draw_devices,
    "system": draw_system,
}


@dataclass(frozen=True, slots=True)
class PartSheet:
    """One part on paper.

    Attributes:
        prompt: what it is about.
        asked: what to predict; `options` of a choice, or the `unit` of a number.
        kind: number, choice or text.
        bench: what can be set, and how it stands in the figures.
        figures: the instruments that are drawn, but for gauges.
        gauges: drawings so small that two fit side by side.
        readings: the instruments that are formulas and tables.
        puzzle: what is demanded, empty if nothing is.
        tries: a table to fill in while solving it.
        answer: what a teacher needs.
    """

    title: str
    prompt: Blocks
    kind: str
    asked: Blocks
    options: tuple[Blocks, ...]
    unit: str
    bench: TableBlock | None
    figures: tuple[Figure, ...]
    gauges: tuple[Figure, ...]
    readings: Blocks
    puzzle: Blocks
    tries: TableBlock | None
    reflection: Blocks
    answer: Blocks


@dataclass(frozen=True, slots=True)
class PersonaSheet:
    """The parts of one persona, and its situation."""

    track: str
    name: str
    role: str
    situation: Blocks
    given: TableBlock | None
    parts: tuple[PartSheet, ...]


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A lab on paper. `identifier` is a name for files."""

    identifier: str
    title: str
    about: tuple[str, ...]
    intro: Blocks
    objectives: Blocks
    personas: tuple[PersonaSheet, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All drawings, each of which has a name of its own."""
        parts = [part for persona in self.personas for part in persona.parts]
        return tuple(figure for part in parts for figure in (*part.figures, *part.gauges))


def worksheet(lab: LabModel, tracks: Sequence[str] = ()) -> Worksheet:
    """Put a lab on paper, for some tracks or for all of them."""
    personas = [persona for persona in lab.personas.values() if not tracks or persona.track in tracks]
    about = ["Lab", wording.TRACKS[personas[0].track] if len(personas) == 1 else f"{len(personas)} tracks"]
    if lab.minutes:
        about.append(wording.minutes(lab.minutes))
    return Worksheet(
        identifier=lab.id,
        title=one_line(lab.title),
        about=tuple(about),
        intro=read_blocks(lab.intro),
        objectives=(BulletList(tuple(read_blocks(objective) for objective in lab.objectives)),),
        personas=tuple(_persona(lab, persona) for persona in personas),
    )


def _persona(lab: LabModel, persona: PersonaModel) -> PersonaSheet:
    given = given_quantities(persona)
    columns = 3 if any(origin for *_, origin in given) else 2
    header = ("Given", "Value", "From")
    return PersonaSheet(
        track=persona.track,
        name=wording.TRACKS[persona.track],
        role=one_line(persona.role),
        situation=read_blocks(persona.situation),
        given=_table(header[:columns], [row[:columns] for row in given]) if given else None,
        parts=tuple(_part(lab, persona, number, part) for number, part in enumerate(persona.parts, 1)),
    )


def _part(lab: LabModel, persona: PersonaModel, number: int, part: PartModel) -> PartSheet:
    bench = Bench(persona, Evaluator(persona.quantities), part.setting)
    asked = part.prediction
    stem = f"{lab.id}-{persona.track}-{number}"
    drawn = [
        (plot.kind, _figure(bench, plot, f"{stem}-{place}.svg"))
        for place, plot in enumerate(part.instruments, 1)
        if plot.kind in _DRAWN
    ]
    return PartSheet(
        title=one_line(part.title),
        prompt=read_blocks(part.prompt),
        kind=asked.kind,
        asked=read_blocks(asked.prompt),
        options=tuple(read_blocks(option.text) for option in asked.options),
        unit=asked.unit,
        bench=_controls(bench, part) if part.workbench else None,
        figures=tuple(figure for kind, figure in drawn if kind != "gauge"),
        gauges=tuple(figure for kind, figure in drawn if kind == "gauge"),
        readings=tuple(_readings(bench, part)),
        puzzle=() if part.puzzle is None else _demands(bench, part.puzzle),
        tries=None if part.puzzle is None else _tries(bench, part, part.puzzle),
        reflection=read_blocks(part.reflection),
        answer=tuple(_answer(bench, part)),
    )


def _controls(bench: Bench, part: PartModel) -> TableBlock:
    rows = []
    for name in part.workbench:
        choices = bench.choices(name)
        slides = bench.persona.controls[name].kind is ControlKind.SLIDER and len(choices) > 4
        can_be = f"{choices[0]}, {choices[1]}, …, {choices[-1]}" if slides else ", ".join(choices)
        rows.append((bench.label(name), choices[bench.at(name)], can_be))
    return _table(("Control", "In the figures", "Can be"), rows)


def _figure(bench: Bench, plot: InstrumentModel, name: str) -> Figure:
    drawing = _DRAWN[plot.kind](bench, plot)
    title = one_line(plot.title)
    return Figure(name, alt=f"{title}. {drawing.description}", caption=title, svg=drawing.svg(title))


def _readings(bench: Bench, part: PartModel) -> Iterator[Paragraph | MathBlock | TableBlock]:
    """Yield the instruments that are no drawings: formulas with their value, and tables."""
    for plot in part.instruments:
        if plot.kind == "readout":
            quantity = bench.quantity(plot.of[0])
            yield Paragraph((Strong(_words(plot.title)),))
            law = equation(quantity, bench.persona.quantities)
            if law is not None:
                yield MathBlock(law)
                yield _meanings(symbols(quantity, bench.persona.quantities))
            yield Paragraph(
                _words(f"{bench.label(quantity.name)}: {show(bench.values()[quantity.name], quantity)}")
            )
        elif plot.kind == "table":
            yield Paragraph((Strong(_words(plot.title)),))
            columns = bench.sweep(plot.by) if plot.by else [bench.values()]
            heads = bench.choices(plot.by) if plot.by else ["Value"]
            first = bench.label(plot.by) if plot.by else "Quantity"
            yield _table(
                (first, *heads),
                [
                    (bench.label(name), *(show(values[name], bench.quantity(name)) for values in columns))
                    for name in plot.of
                ],
            )


def _demands(bench: Bench, puzzle: PuzzleModel) -> Blocks:
    wanted = [demand.says for demand in puzzle.demands]
    if puzzle.best is not None:
        size = "small" if puzzle.least else "large"
        near = f", or within {100 * puzzle.within:g}% of that" if puzzle.within else ""
        wanted.append(f"{bench.label(puzzle.best)} as {size} as it can be{near}")
    items = tuple((Paragraph(_words(demand)),) for demand in wanted)
    return (*read_blocks(puzzle.goal), BulletList(items))


def _tries(bench: Bench, part: PartModel, puzzle: PuzzleModel) -> TableBlock:
    """Return a table with a row for each try: the setting, and what holds."""
    heads = [
        "Try",
        *(bench.label(name) for name in part.workbench),
        *(demand.says for demand in puzzle.demands),
    ]
    if puzzle.best is not None:
        heads.append(bench.label(puzzle.best))
    return _table(heads, [(str(number), *[""] * (len(heads) - 1)) for number in range(1, puzzle.tries + 1)])


def _answer(bench: Bench, part: PartModel) -> Iterator[Paragraph]:
    """Yield what the prediction comes to, and a setting that solves the puzzle."""
    asked = part.prediction
    if asked.kind == "number" and asked.quantity is not None and asked.right is not None:
        right = show(asked.right, bench.quantity(asked.quantity))
        yield _labelled("Prediction", f"{right} (near enough: within {100 * asked.within:g}%)")
    if asked.kind == "choice" and asked.right is not None:
        yield _labelled("Prediction", wording.letter(int(asked.right)))
    for more in (asked.answer, asked.explanation):
        yield from (block for block in read_blocks(more) if isinstance(block, Paragraph))
    for label, text in [("What surprises most", part.surprise), *(("Hint", hint) for hint in part.hints)]:
        for paragraph in read_blocks(text):
            if isinstance(paragraph, Paragraph):
                yield Paragraph((Strong(_words(f"{label}:")), Text(" "), *paragraph.content))
    if part.puzzle is not None:
        solution = solve(bench.persona, part, part.puzzle)
        if solution.example is not None:
            chosen = ", ".join(
                f"{bench.label(name)}: {bench.choices(name)[at]}" for name, at in solution.example.items()
            )
            best = ""
            if part.puzzle.best is not None and solution.best is not None:
                quantity = bench.quantity(part.puzzle.best)
                best = f" ({bench.label(quantity.name)}: {show(solution.best, quantity)})"
            yield _labelled(
                "Puzzle", f"{chosen}{best}. {solution.solving:,} of {solution.settings:,} settings solve it."
            )


def _meanings(quantities: Sequence[Quantity]) -> Paragraph:
    """Return what the symbols of a formula stand for."""
    pieces: list[Inline] = []
    for quantity in quantities:
        pieces += [Text("; " if pieces else ""), Math(quantity.symbol), Text(f" {one_line(quantity.label)}")]
    return Paragraph(tuple(pieces[1:]))


def _labelled(label: str, text: str) -> Paragraph:
    return Paragraph((Strong(_words(f"{label}:")), Text(f" {one_line(text)}")))


def _table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> TableBlock:
    return TableBlock(tuple(map(_words, header)), tuple(tuple(map(_words, row)) for row in rows))


def _words(text: str) -> Inlines:
    return (Text(one_line(text)),) if text else ()

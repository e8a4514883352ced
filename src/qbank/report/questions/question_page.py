"""A question for somebody who reads it in a terminal, with a mark for every line that states a value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from qbank.grouping import grouped
from qbank.napkin.verdicts import Verdict
from qbank.napkin.verified_text import PlacedClaim, count
from qbank.problems import format_path
from qbank.report.results.stored import measured_lines
from qbank.report.terminal import Style, aligned, lines_of, sanitize, wrap
from qbank.report.verify.table import behind
from qbank.report.wording import claims_line
from qbank.results.measured import Measured
from qbank.rules.core.default_variant import answer_keys, defaults, shown_text
from qbank.rules.core.question_file import QuestionFile
from qbank.rules.formulas.verified import verified_question
from qbank.sets.answers.numeric_key import NumericKey
from qbank.sets.answers.option_order import letter
from qbank.sets.answers.wrong_answers import value_text
from qbank.sets.variants.parameters import quantities_of
from qbank.survey.record import Record
from qbank.yamlio.document import FieldPath

_MARKS: Final = {
    Verdict.WRONG: ("✗", "x", "error"),
    Verdict.IMPRECISE: ("≈", "~", "warning"),
    Verdict.UNCHECKED: ("?", "?", "dim"),
    Verdict.OK: ("✓", "+", "good"),
}
"""How a verdict is marked, with and without Unicode, and in which role; the gravest first."""

_WIDEST: Final = 100
"""Longer lines are hard to read, however wide the terminal is."""
_BOLD: Final = re.compile(r"\*\*(?=\S)(.{1,200}?)(?<=\S)\*\*")
_HANGING: Final = re.compile(r"\s*(?:[-*+]\s+|\d{1,3}[.)]\s+)?")
_MOST_INDENT: Final = 24
_MARGIN: Final = "  "


class _Spot(NamedTuple):
    """A part of a line and how it is painted; role None hides it."""

    start: int
    end: int
    role: str | None


def question_pages(
    questions: Sequence[QuestionFile],
    style: Style,
    *,
    answers: bool = True,
    measured: Mapping[str, Measured] | None = None,
) -> Iterator[str]:
    """Yield the pages of questions; where answers are shown, with what claims come to and how they fared."""
    for number, question in enumerate(questions):
        if number:
            yield "\n" + style.paint(("─" if style.unicode else "-") * min(style.width, 100), "dim") + "\n\n"
        # A value in what is asked may be judged as well, but to mark it would give the answer away.
        verified = verified_question(question) if answers else None
        claims = () if verified is None else verified.claims
        yield from question_page(question, claims, style, answers=answers)
        if verified is not None and claims:
            yield f"\n{style.paint(f'{claims_line(count([verified]))}.', 'dim')}\n"
        known = (measured or {}).get(question.id or "") if answers else None
        for line in measured_lines(known) if known is not None else ():
            for piece in wrap(sanitize(line), style.width, rest="  "):
                yield f"{style.paint(piece, 'dim')}\n"


def question_page(
    question: QuestionFile, claims: Sequence[PlacedClaim], style: Style, *, answers: bool = True
) -> Iterator[str]:
    """Yield the page of a question, with its answers or without; `claims` are those of the question.

    Texts are shown as the default instance has them.
    """
    page = _Page(question, claims, style)
    yield from page.head()
    yield from page.text("Scenario", ("scenario",))
    yield from page.text("Question", ("question",))
    yield from page.given(answers=answers)
    yield from page.options(answers=answers)
    yield from page.parts(answers=answers)
    if answers:
        yield from page.answer()


class _Page:
    def __init__(self, question: QuestionFile, claims: Sequence[PlacedClaim], style: Style) -> None:
        self._question = question
        self._style = style
        self._width = min(style.width, _WIDEST)
        self._arrow = "→" if style.unicode else "->"
        self._claims = grouped((placed.field or "", placed) for placed in claims)

    def head(self) -> Iterator[str]:
        """Yield what the question is, and where it lies."""
        record = Record.of(self._question.data)
        yield from self._plain(f"{record.id}  {shown_text(self._question, ('title',))}", "bold")
        minutes = f"{record.minutes} min" if record.minutes else ""
        area = f"{record.topic} ({record.area})" if record.area else record.topic
        words = (
            record.track, record.level, record.zone, area, record.bloom, record.phase, record.kind, minutes,
            record.status,
        )  # fmt: skip
        yield from self._plain(", ".join(word for word in words if word))
        if record.tags:
            yield from self._plain(f"Tags: {', '.join(record.tags)}")
        chains = [f"{chain.get('id')} at {chain.get('position')}" for _, chain in self._mappings(("chains",))]
        if chains:
            yield from self._plain(f"Chains: {', '.join(chains)}")
        yield from self._plain(self._question.path, "dim")

    def text(self, title: str, path: FieldPath) -> Iterator[str]:
        """Yield a text under its heading, if there is any."""
        if shown_text(self._question, path).strip():
            yield from self._heading(title)
            yield from self._text(path)

    def given(self, *, answers: bool) -> Iterator[str]:
        """Yield what else goes with the question: its figure, tables and numbers that vary.

        What is derived from these is a step of the answer.
        """
        alt = shown_text(self._question, ("visual", "alt"))
        yield from self._section("Figure", [alt] if alt else [])
        for place, table in self._mappings(("tables",)):
            yield from self._heading(shown_text(self._question, ("tables", place, "caption")) or "Table")
            yield from self._table(table)
        parameters = self._question.value(("parameters",))
        if isinstance(parameters, dict):
            numbers = (f"- {name} = {_parameter(parameter)}" for name, parameter in parameters.items())
            yield from self._section("Numbers that vary", numbers)
        if answers and isinstance(derived := self._question.value(("derived",)), dict):
            known = self._question.cached_view(defaults).texts
            numbers = (f"- {name} = {_derived(value, known.get(name))}" for name, value in derived.items())
            yield from self._section("Numbers derived from them", numbers)

    def options(self, *, answers: bool) -> Iterator[str]:
        """Yield the options, the right one marked."""
        options = self._question.items(("details", "options"))
        if options:
            yield from self._heading("Options")
        right = self._question.value(("details", "correct_index"))
        for place in range(len(options)):
            mark = self._mark(Verdict.OK) if answers and place == right else " "
            yield from self._text(("details", "options", place), f"{letter(place)}. ", mark)
            for slip, mistake in self._mappings(("mistakes",)) if answers else ():
                if mistake.get("option") == place:
                    yield from self._text(("mistakes", slip, "text"), f"   {self._arrow} ")

    def parts(self, *, answers: bool) -> Iterator[str]:
        """Yield the parts, each with its answer."""
        for place, _ in self._mappings(("parts",)):
            label = shown_text(self._question, ("parts", place, "label")) or letter(place).lower()
            yield from self._heading(f"({label.strip('()')})")
            yield from self._text(("parts", place, "prompt"))
            if answers:
                yield from self._value("Answer", ("parts", place, "answer"))
                yield from self.text("Napkin math", ("parts", place, "napkin_math"))
                yield from self._mistakes(("parts", place))

    def answer(self) -> Iterator[str]:
        """Yield the answer and everything around it."""
        yield from self._value("Answer", ("answer",))
        for place in range(len(self._question.items(("hints",)))):
            yield from self.text(f"Hint {place + 1}", ("hints", place))
        yield from self.text("Solution", ("details", "realistic_solution"))
        yield from self.text("Napkin math", ("details", "napkin_math"))
        yield from self.text("Common mistake", ("details", "common_mistake"))
        yield from self._mistakes(())
        rubric = (f"- {one.get('criterion')} ({one.get('points')})" for _, one in self._mappings(("rubric",)))
        yield from self._section("Rubric", rubric)
        related = self._question.items(("related",))
        yield from self._section("Related", [", ".join(map(str, related))] if related else [])
        resources = self._mappings(("details", "resources"))
        yield from self._section(
            "To read on", (f"- {one.get('name')}: {one.get('url')}" for _, one in resources)
        )

    def _mistakes(self, of: FieldPath) -> Iterator[str]:
        """Yield the mistakes of the question or of a part, but for those that stand at its options."""
        at: FieldPath = (*of, "mistakes")
        options = range(0 if of else len(self._question.items(("details", "options"))))
        others = [slip for slip in self._mappings(at) if slip[1].get("option") not in options]
        if others:
            yield from self._heading("Mistakes")
        for place, mistake in others:
            yield from self._text((*at, place, "text"), "- ")
            if mistake.get("expression") is not None:
                comes_to = self._comes_to(str(mistake["expression"]), (*of, "answer"))
                yield from self._lines(f"  {self._arrow} {comes_to}")

    def _comes_to(self, expression: str, answer: FieldPath) -> str:
        """Return the wrong answer that an expression leads to, and behind it the expression."""
        values = quantities_of(self._question.cached_view(defaults).values)
        keys = dict(self._question.cached_view(answer_keys))
        key = keys.get(answer)
        value = value_text(expression, key, values) if isinstance(key, NumericKey) else ""
        return f"{value} ({expression})" if value not in {"", expression} else expression

    def _value(self, title: str, path: FieldPath) -> Iterator[str]:
        value = self._question.value(path)
        if isinstance(value, str):
            yield from self.text(title, path)
        elif isinstance(value, dict) and value.get("value") is not None:
            ends = value.get("interval")
            given = shown_text(self._question, (*path, "value")) or str(value["value"])
            between = f", from {ends[0]} to {ends[1]}" if isinstance(ends, list) and len(ends) == 2 else ""
            yield from self._section(title, [f"{given}{between}"])

    def _mappings(self, path: FieldPath) -> list[tuple[int, dict[str, Any]]]:
        """Return the items of a list that are mappings, with their places in it."""
        items = enumerate(self._question.items(path))
        return [(place, item) for place, item in items if isinstance(item, dict)]

    def _section(self, title: str, texts: Iterable[str]) -> Iterator[str]:
        """Yield texts under their heading, if there are any."""
        for number, text in enumerate(texts):
            if not number:
                yield from self._heading(title)
            yield from self._lines(text)

    def _heading(self, title: str) -> Iterator[str]:
        yield "\n"
        yield from self._plain(title, "frame")

    def _plain(self, text: str, role: str | None = None) -> Iterator[str]:
        for piece in wrap(sanitize(text), self._width):
            yield f"{self._style.paint(piece, role) if role else piece}\n"

    def _table(self, table: Mapping[str, Any]) -> Iterator[str]:
        columns, rows = table.get("columns"), table.get("rows")
        if not isinstance(columns, list) or not isinstance(rows, list):
            return
        lines = [
            [sanitize("" if cell is None else str(cell)) for cell in row]
            for row in [columns, *(row for row in rows if isinstance(row, list))]
        ]
        for line in aligned(lines):
            yield f"{_MARGIN}{line}".rstrip() + "\n"

    def _mark(self, verdict: Verdict) -> str:
        fancy, plain, role = _MARKS[verdict]
        return self._style.paint(fancy if self._style.unicode else plain, role)

    def _text(self, path: FieldPath, prefix: str = "", mark: str = " ") -> Iterator[str]:
        claims = self._claims.get(format_path(path), [])
        yield from self._lines(shown_text(self._question, path), claims, prefix, mark)

    def _lines(
        self, text: str, claims: Sequence[PlacedClaim] = (), prefix: str = "", mark: str = " "
    ) -> Iterator[str]:
        """Yield the lines of a text, in the margin a mark for the gravest verdict on each."""
        starts_at = 0
        for line in text.rstrip().split("\n"):
            ends_at = starts_at + len(line)
            of_line = [placed for placed in claims if starts_at <= placed.claim.start <= ends_at]
            verdicts = {placed.claim.verdict for placed in of_line}
            verdict = next((verdict for verdict in _MARKS if verdict in verdicts), None)
            spots = [
                _Spot(claim.start - starts_at, claim.end - starts_at, _MARKS[claim.verdict][2])
                for claim in (placed.claim for placed in of_line)
                if claim.verdict is not Verdict.UNCHECKED
            ]
            yield from self._line(line, spots, self._mark(verdict) if verdict else mark, prefix)
            for placed in of_line:
                if placed.claim.verdict is not Verdict.OK:
                    yield from self._why(placed)
            starts_at = ends_at + 1
            prefix, mark = " " * len(prefix), " "

    def _line(self, line: str, claims: Sequence[_Spot], mark: str, prefix: str) -> Iterator[str]:
        hanging = _HANGING.match(line)
        indent = " " * min(hanging.end() if hanging else 0, _MOST_INDENT)
        room = self._width - len(_MARGIN) - len(prefix)
        spots = _spots_of_characters(line, claims)
        for number, (start, end) in enumerate(lines_of(line, room, len(indent))):
            margin = (mark + " ", prefix) if number == 0 else (_MARGIN, " " * len(prefix) + indent)
            yield f"{''.join(margin)}{self._painted(line, start, end, spots)}".rstrip() + "\n"

    def _painted(self, line: str, start: int, end: int, spots: Sequence[_Spot | None]) -> str:
        """Return a piece of a line, painted."""
        if not self._style.colour:
            return sanitize(line[start:end])
        pieces = []
        for spot, places in groupby(range(start, end), key=spots.__getitem__):
            text = sanitize("".join(line[place] for place in places))
            if spot is None:
                pieces.append(text)
            elif spot.role is not None:
                pieces.append(self._style.paint(text, spot.role))
        return "".join(pieces)

    def _why(self, placed: PlacedClaim) -> Iterator[str]:
        lead = f"{_MARGIN}  {self._arrow} "
        for said in behind(placed):
            for number, piece in enumerate(wrap(sanitize(said), self._width - len(lead))):
                yield f"{' ' * len(lead) if number else lead}{self._style.paint(piece, 'dim')}\n"


def _spots_of_characters(line: str, claims: Sequence[_Spot]) -> list[_Spot | None]:
    """Return for every character the spot that it is in; where spots overlap, the first one."""
    bold = []
    for found in _BOLD.finditer(line):
        bold += [
            _Spot(found.start(), found.start(1), None),
            _Spot(found.start(1), found.end(1), "bold"),
            _Spot(found.end(1), found.end(), None),
        ]
    spots: list[_Spot | None] = [None] * len(line)
    for spot in sorted([*claims, *bold], key=lambda spot: (spot.start, -spot.end)):
        for place in range(spot.start, min(spot.end, len(line))):
            spots[place] = spots[place] or spot
    return spots


def _derived(derived: Any, value: str | None) -> str:
    expression = derived.get("expression") if isinstance(derived, dict) else derived
    return str(expression) if value is None else f"{value} ({expression})"


def _parameter(parameter: Any) -> str:
    if not isinstance(parameter, dict):
        return str(parameter)
    choices = parameter.get("choices")
    if isinstance(choices, list):
        return f"{parameter.get('default')}, one of {', '.join(map(str, choices))}"
    return f"{parameter.get('default')}, from {parameter.get('min')} to {parameter.get('max')}"

"""The parts of a lab for one persona: predictions, instruments and puzzles, with their names looked up."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from math import prod
from typing import Any, Final, NamedTuple

from qbank.algebra.tree import Condition, Node
from qbank.labs import javascript
from qbank.labs.compute import Evaluator, effort
from qbank.labs.controls import MOST_CHOICES, ControlError, position
from qbank.labs.expressions import read_condition, read_expression
from qbank.labs.format import show
from qbank.labs.problem import LabProblemKind, Problems
from qbank.labs.quantity import (
    DemandModel,
    InstrumentModel,
    OptionModel,
    PartModel,
    PredictionModel,
    PuzzleModel,
    Quantity,
    Setting,
)
from qbank.model import lab as model
from qbank.picking import pick
from qbank.problems import Path
from qbank.sets.variants.placeholders import fill, placeholders
from qbank.units import Unit
from qbank.units.dimension import Dimension
from qbank.units.read import read_quantity

_COUNTED: Final = ("replicas", "stages", "shards", "layers", "per_node", "devices")
_NAMED: Final = ("x", "y", "by", *_COUNTED)
_CONDITIONS: Final = ("fails", "shared")
_EXPRESSIONS: Final = ("least", "most", "limit")
_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_ITEM: Final = re.compile(r"(?m)^([ \t]*(?:[-*•][ \t]+)?\{(\w+)\})(?=[.)]\s)")
_ITEM_NUMBER: Final = re.compile(r"[0-9]{1,2}")

MOST_ROWS: Final = 40
"""Rows of a heat map."""

MOST_COLUMNS: Final = 60
"""Columns of a heat map."""

MOST_WORK: Final = 1_000_000
"""Quantities that are computed to draw an instrument once."""

MOST_LINES: Final = 8
"""Lines of a plot, groups of bars and columns of a table."""


class _Form(NamedTuple):
    """What an instrument of a kind has to have and may have, beside its title."""

    needs: tuple[str, ...]
    may: tuple[str, ...] = ()
    most: int = 8


FORMS: Final[Mapping[str, _Form]] = {
    "line": _Form(("of", "x"), ("by", "scale", "limit")),
    "bar": _Form(("of",), ("by", "scale", "stacked", "limit")),
    "gauge": _Form(("of", "most"), ("least", "limit", "fails"), 1),
    "heatmap": _Form(("of", "x", "y"), ("scale", "fails"), 1),
    "table": _Form(("of",), ("by",), 20),
    "readout": _Form(("of",), (), 1),
    "map": _Form(("replicas", "stages", "shards"), ("layers", "per_node", "limit")),
    "system": _Form(("devices", "of"), ("shared",), 4),
}
"""The kinds of instruments and what each takes."""


def named_quantities(part: model.LabPart, defined: Mapping[str, Quantity]) -> set[str]:
    """Return the quantities that a part names, in its texts and expressions too."""
    asked = part.prediction
    names: set[str | None] = {*part.workbench, *(part.at or {}), *(asked.at or {}), asked.quantity}
    texts = [part.prompt, asked.prompt, asked.explanation, asked.answer, part.reflection]
    texts += [part.surprise, *part.hints]
    expressions = [option.when for option in asked.options or () if isinstance(option, model.Option)]
    for instrument in part.instruments:
        names |= {*(instrument.of or ()), *(getattr(instrument, name) for name in _NAMED)}
        expressions += [getattr(instrument, name) for name in (*_EXPRESSIONS, *_CONDITIONS)]
    if part.constraints is not None:
        texts.append(part.constraints.goal)
        expressions += [_demand(demand)[0] for demand in part.constraints.require]
        names.add(part.constraints.best.of if part.constraints.best else None)
    names |= {found.name for text in texts for found in placeholders(text or "", defined)}
    names |= {word for text in expressions for word in _WORD.findall(text or "")}
    return {name for name in defined if name in names}


def _no_item(text: str, values: Mapping[str, str]) -> str:
    """Keep a line that begins with `{wall}.` from being an item of a list when a number is put in."""

    def escaped(found: re.Match[str]) -> str:
        return found[1] + ("\\" if _ITEM_NUMBER.fullmatch(values.get(found[2], "")) else "")

    return _ITEM.sub(escaped, text)


def _demand(found: model.Demand | str) -> tuple[str, str]:
    return (found, found) if isinstance(found, str) else (found.that, found.says)


class PartReader:
    """Reads parts for one persona, and notes what is wrong with them."""

    def __init__(self, track: str, quantities: Mapping[str, Quantity], problems: Problems) -> None:
        self._track = track
        self._quantities = quantities
        self._problems = problems
        self._evaluator = Evaluator(quantities)
        self._dimensions: dict[str, Dimension] = {
            name: quantity.dimension for name, quantity in quantities.items() if not quantity.chooses_entries
        }

    def part(self, index: int, part: model.LabPart) -> PartModel:
        """Read a part; where something is wrong with it, what comes out is of no use."""
        path: Path = ("parts", index)
        setting = self._setting(part.at, (*path, "at"))
        for place, name in enumerate(part.workbench):
            where = (*path, "workbench", place)
            if name in part.workbench[:place]:
                self._problems.add(LabProblemKind.FORM, where, f"'{name}' is on the workbench already")
            self._control(name, where)
        return PartModel(
            index=index,
            title=part.title,
            prompt=self._filled(part.prompt, setting, (*path, "prompt")),
            setting=setting,
            prediction=self._prediction(part.prediction, setting, (*path, "prediction")),
            workbench=tuple(part.workbench),
            instruments=tuple(
                self._instrument(instrument, (*path, "instruments", place))
                for place, instrument in enumerate(part.instruments)
            ),
            puzzle=self._puzzle(part, path),
            reflection=self._filled(part.reflection, setting, (*path, "reflection")),
            surprise=self._filled(part.surprise, setting, (*path, "surprise")),
            hints=tuple(
                self._filled(hint, setting, (*path, "hints", place)) for place, hint in enumerate(part.hints)
            ),
        )

    def _setting(self, at: model.Setting | None, path: Path) -> dict[str, int]:
        setting = {}
        for name, given in (at or {}).items():
            if self._control(name, (*path, name), on_key=True):
                quantity = self._quantities[name]
                try:
                    setting[name] = position(quantity.control, given, quantity.unit)  # type: ignore[arg-type]
                except ControlError as error:
                    self._problems.add(LabProblemKind.RANGE, (*path, name), f"{error} (track {self._track})")
        return setting

    def _control(self, name: str, path: Path, *, on_key: bool = False) -> bool:
        """Whether a name is a control of this persona; else that is noted."""
        known = self._quantities.get(name)
        if known is not None and known.control is not None:
            return True
        if known is None:
            self._unknown(name, path, on_key=on_key)
        else:
            message = f"'{name}' is no control on the track {self._track}; nothing can be set there"
            self._problems.add(LabProblemKind.FORM, path, message, on_key=on_key)
        return False

    def _unknown(self, name: str, path: Path, *, on_key: bool = False) -> None:
        self._problems.unknown(path, name, "no quantity of this lab", self._quantities, on_key=on_key)

    def _number(self, name: str, path: Path) -> Quantity | None:
        """Return the quantity of a name if it is a number; else that is noted."""
        known = self._quantities.get(name)
        if known is None:
            self._unknown(name, path)
        elif known.chooses_entries:
            message = f"'{name}' is a choice between catalog entries, which is no number"
            self._problems.add(LabProblemKind.FORM, path, message)
            return None
        return known

    def _filled(self, text: str | None, setting: Setting, path: Path) -> str:
        """Put the values of quantities at a setting into a text."""
        if not text:
            return ""
        names = {}
        for placeholder in placeholders(text, self._quantities):
            if placeholder.name and placeholder.name not in self._quantities:
                message = f"'{{{placeholder.name}}}' names no quantity of this lab; write '{{{{' for a brace"
                self._problems.add(
                    LabProblemKind.NAME, path, message, part=(placeholder.start, placeholder.end)
                )
            elif placeholder.name and placeholder.name not in names:
                names[placeholder.name] = self._shown(placeholder.name, setting)
        return fill(_no_item(text, names), names).text

    def _shown(self, name: str, setting: Setting) -> str:
        quantity = self._quantities[name]
        if quantity.control is not None:
            return quantity.control.choices[setting.get(name, quantity.control.default)].label
        return show(self._evaluator.values(setting)[name], quantity)

    def _prediction(self, written: model.Prediction, setting: Setting, path: Path) -> PredictionModel:
        at = {**setting, **self._setting(written.at, (*path, "at"))}
        belongs = {
            "number": ("quantity", "within"),
            "choice": ("options", "correct_index"),
            "text": ("answer",),
        }
        for kind, fields in belongs.items():
            for field in fields:
                if kind != written.kind and getattr(written, field) is not None:
                    message = f"goes with a prediction of kind '{kind}', and this is '{written.kind}'"
                    self._problems.add(LabProblemKind.FORM, (*path, field), message, on_key=True)
        needed = {"number": written.quantity, "choice": written.options}.get(written.kind, "")
        if needed is None:
            message = f"a prediction of kind '{written.kind}' needs '{belongs[written.kind][0]}'"
            self._problems.add(LabProblemKind.FORM, path, message, on_key=True)
        options = self._options(written, path)
        asked = self._quantities.get(written.quantity or "")
        return PredictionModel(
            kind=written.kind,
            prompt=self._filled(written.prompt, at, (*path, "prompt")),
            setting=at,
            quantity=written.quantity,
            unit=asked.mark if asked is not None else "",
            within=self._share(written.within, 0.1, (*path, "within")),
            options=options,
            right=self._right(written, options, at, path),
            answer=self._filled(written.answer, at, (*path, "answer")),
            explanation=self._filled(written.explanation, at, (*path, "explanation")),
        )

    def _options(self, written: model.Prediction, path: Path) -> tuple[OptionModel, ...]:
        options = []
        for place, option in enumerate(written.options or ()):
            text, when = (option, None) if isinstance(option, str) else (option.text, option.when)
            options.append(OptionModel(text, self._condition(when, (*path, "options", place, "when"))))
        return tuple(options)

    def _right(
        self, written: model.Prediction, options: tuple[OptionModel, ...], at: Setting, path: Path
    ) -> float | None:
        """Return the right value, or the number of the right option; None if there is none."""
        if self._problems.hindering:
            return None
        if written.kind == "choice":
            return self._right_option(written.correct_index, options, at, (*path, "options"))
        if written.kind != "number" or written.quantity is None:
            return None
        where = (*path, "quantity")
        if self._number(written.quantity, where) is None:
            return None
        value = self._evaluator.values(at)[written.quantity]
        if math.isnan(value):
            message = f"'{written.quantity}' has no value at this setting on the track {self._track}"
            self._problems.add(LabProblemKind.ANSWER, where, message)
        return value

    def _right_option(
        self, correct_index: int | None, options: tuple[OptionModel, ...], at: Setting, path: Path
    ) -> float | None:
        conditions = [option.when for option in options if option.when is not None]
        if not conditions:
            right = [correct_index] if correct_index is not None and correct_index < len(options) else []
            message = f"needs 'when' in every option, or a 'correct_index' below {len(options)}"
        elif correct_index is not None or len(conditions) < len(options):
            right = []
            message = "either every option has 'when', or none has and 'correct_index' says which is right"
        else:
            values = self._evaluator.values(at)
            holds = [self._evaluator.condition(condition)(values) for condition in conditions]
            right = [place for place, is_right in enumerate(holds) if is_right]
            which = f"{len(right)} options are" if right else "none of the options is"
            message = f"{which} right at this setting on the track {self._track}; it has to be one"
        if len(right) == 1:
            return float(right[0])
        self._problems.add(LabProblemKind.ANSWER, path, message, on_key=True)
        return None

    def _share(self, given: object, default: float, path: Path) -> float:
        if given is not None:
            with self._problems.reading(path):
                share = read_quantity(given, "1")
                if 0 <= share <= 10:
                    return float(share)
                self._problems.add(LabProblemKind.RANGE, path, "a share is from 0 to 10, as 0.1 or 10%")
        return default

    def _instrument(self, written: model.Instrument, path: Path) -> InstrumentModel:
        self._check_form(written, path)
        shown = [self._number(name, (*path, "of")) for name in written.of or ()]
        measured = {one.dimension for one in shown if one is not None}
        most_shown = FORMS[written.kind].most
        if len(shown) > most_shown:
            many = "1 quantity" if most_shown == 1 else f"{most_shown} quantities"
            message = f"a '{written.kind}' shows {many} at most"
            self._problems.add(LabProblemKind.FORM, (*path, "of"), message, on_key=True)
        if len(measured) > 1 and written.kind in {"line", "bar", "system"}:
            message = "what is drawn on one scale has to measure the same thing"
            self._problems.add(LabProblemKind.UNIT, (*path, "of"), message, on_key=True)
        unit = shown[0].unit if shown and shown[0] is not None else None
        for name in ("x", "y", "by"):
            if (axis := getattr(written, name)) is not None and self._control(axis, (*path, name)):
                self._check_size(written.kind, name, axis, path)
        for name in _COUNTED:
            if (count := getattr(written, name)) is not None:
                self._number(count, (*path, name))
        if written.x is not None and written.x in (written.y, written.by):
            message = f"'{written.x}' cannot be on two axes"
            self._problems.add(LabProblemKind.FORM, (*path, "y" if written.y else "by"), message)
        read: dict[str, Any] = {
            name: self._expression(getattr(written, name), unit, (*path, name)) for name in _EXPRESSIONS
        }
        self._check_effort(written, path)
        read |= {name: self._condition(getattr(written, name), (*path, name)) for name in _CONDITIONS}
        return InstrumentModel(
            of=tuple(written.of or ()),
            **pick(written, "kind", "title", "scale", "stacked", *_NAMED),
            **read,
        )

    def _check_form(self, written: model.Instrument, path: Path) -> None:
        """Note what an instrument lacks and what it does nothing with."""
        form = FORMS[written.kind]
        said = pick(written, *_NAMED, *_EXPRESSIONS, *_CONDITIONS, "of")
        given = [name for name, value in said.items() if value is not None]
        given += ["scale"] * (written.scale != "linear") + ["stacked"] * written.stacked
        for name in form.needs:
            if name not in given:
                self._problems.add(LabProblemKind.FORM, path, f"a '{written.kind}' needs '{name}'")
        for name in given:
            if name not in (*form.needs, *form.may):
                message = f"a '{written.kind}' does nothing with it"
                self._problems.add(LabProblemKind.FORM, (*path, name), message, on_key=True)

    def _check_size(self, kind: str, name: str, axis: str, path: Path) -> None:
        control = self._quantities[axis].control
        across = MOST_COLUMNS if kind == "heatmap" else MOST_CHOICES
        most = {"x": across, "y": MOST_ROWS, "by": MOST_LINES}[name]
        if control is not None and len(control.choices) > most:
            message = f"'{axis}' has {len(control.choices):,} positions, and {most} can be drawn"
            self._problems.add(LabProblemKind.RANGE, (*path, name), message)

    def _check_effort(self, written: model.Instrument, path: Path) -> None:
        """Keep what a page computes whenever a control moves within a blink."""
        axes = [self._quantities.get(name or "") for name in (written.x, written.y, written.by)]
        shown = [name for name in written.of or () if name in self._quantities]
        places = prod(len(one.control.choices) for one in axes if one is not None and one.control is not None)
        work = places * effort(self._quantities, shown)
        if work > MOST_WORK:
            message = (
                f"takes {work:,} steps to draw, and {MOST_WORK:,} are made; give its controls fewer positions"
            )
            self._problems.add(LabProblemKind.RANGE, path, message)

    def _puzzle(self, part: model.LabPart, path: Path) -> PuzzleModel | None:
        written = part.constraints
        if written is None:
            return None
        where: Path = (*path, "constraints")
        if not part.workbench:
            message = "a puzzle needs a workbench, or nothing can be tried"
            self._problems.add(LabProblemKind.FORM, where, message, on_key=True)
        demands = []
        for place, demand in enumerate(written.require):
            that, says = _demand(demand)
            own: Path = (*where, "require", place)
            condition = self._condition(that, own if isinstance(demand, str) else (*own, "that"))
            if condition is not None:
                demands.append(DemandModel(condition, says))
        best = written.best
        if best is not None:
            self._number(best.of, (*where, "best", "of"))
        return PuzzleModel(
            tries=written.tries,
            demands=tuple(demands),
            goal=self._filled(written.goal, {}, (*where, "goal")),
            best=None if best is None else best.of,
            least=best is not None and best.least,
            within=0.01 if best is None else self._share(best.within, 0.01, (*where, "best", "within")),
        )

    def _condition(self, text: str | None, path: Path) -> Condition | None:
        if text is not None:
            with self._problems.reading(path, text):
                found = read_condition(text, self._dimensions)
                javascript.condition(found)  # a page has to compute it
                return found
        return None

    def _expression(self, text: str | None, unit: Unit | None, path: Path) -> Node | None:
        if text is not None:
            with self._problems.reading(path, text):
                tree = read_expression(text, self._dimensions, unit).tree
                javascript.expression(tree)
                return tree
        return None

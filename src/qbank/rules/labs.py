"""QB95x and QB96x: whether labs compute, fit their personas and can be solved."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from qbank.facts.devices.finding import names_of
from qbank.formulas.of_bank import usable_library
from qbank.labs.problem import LabProblemKind
from qbank.problems import ProblemKind, quote
from qbank.quoting import printable
from qbank.rules.core.base import Example, LabRule
from qbank.rules.core.finding import Finding, Severity
from qbank.rules.core.question_file import LabFile
from qbank.yamlio.document import FieldPath

if TYPE_CHECKING:
    from qbank.labs.puzzle import Solutions
    from qbank.labs.quantity import PartModel, PersonaModel
    from qbank.labs.resolve import Resolved

_PATH = "questions/labs/lab-ring.yaml"


def _lab(
    fields: str, underlines: str | tuple[str, ...] | None = None, without: tuple[str, ...] = ()
) -> Example:
    return Example(yaml=fields, path=_PATH, underlines=underlines, without=without)


def _part(rest: str) -> str:
    """Return a part that shows the base's quantity, and goes on with `rest`."""
    return (
        "parts:\n"
        "- title: The ring\n"
        "  prediction: {kind: number, prompt: How long does it take?, quantity: t_comm}\n" + rest
    )


def resolved_lab(lab: LabFile) -> Resolved:
    """Make a lab ready, and say what is wrong with it; nothing of both where its data has another shape."""
    from qbank.labs.resolve import Resolved, resolve  # noqa: PLC0415 - labs are few

    if any(problem.kind is not ProblemKind.UNKNOWN_FIELD for problem in lab.problems):
        return Resolved(None, ())
    root = lab.settings.root
    return resolve(lab.data, usable_library(root), names_of(root).catalog)


def _personas(lab: LabFile) -> Iterable[PersonaModel]:
    ready = lab.cached_view(resolved_lab).lab
    return () if ready is None else ready.personas.values()


class _ProblemRule(LabRule):
    """A rule that reports what was found wrong when the lab was made ready."""

    severity = Severity.ERROR
    kind: ClassVar[LabProblemKind]

    def check(self, lab: LabFile) -> Iterator[Finding]:
        """Report every problem of the rule's kind."""
        for problem in lab.cached_view(resolved_lab).problems:
            if problem.kind is self.kind:
                yield self.finding(lab, problem.message, problem.path, key=problem.on_key, part=problem.part)


class UnknownNameInLab(_ProblemRule):
    """A lab names a quantity, a formula or an entry of the catalog that does not exist.

    Names stand in expressions, on the workbench, in instruments and, as `{name}`, in texts. `qbank formula
    list` and `qbank hardware list` show what else there is.
    """

    code = "QB950"
    name = "unknown-name-in-lab"
    kind = LabProblemKind.NAME
    bad = (
        _lab("quantities:\n  t_step: {label: Step, expression: t_com + t_comm, unit: s}\n", "t_com"),
        _lab("quantities:\n  rate: {label: Rate, field: ib-ndr.bandwith, unit: GB/s}\n", "ib-ndr.bandwith"),
        _lab(_part("  workbench: [knots]\n"), "knots"),
    )
    good = (_lab(""),)


class UnreadableExpression(_ProblemRule):
    """An expression or a condition of a lab cannot be read.

    It is a calculation with quantities in the language of formulas: numbers, which may carry a unit as in
    `5[ms]`, `+ - * / **`, brackets, and functions such as `Max`, `if` and `sum`.
    """

    code = "QB951"
    name = "unreadable-expression-in-lab"
    kind = LabProblemKind.EXPRESSION
    bad = (_lab("quantities:\n  t_step: {label: Step, expression: t_comm^2}\n", "^"),)
    good = (_lab(_part("  instruments: [{kind: readout, title: Ring, of: t_comm}]\n")),)


class QuantityNeedsItself(_ProblemRule):
    """A quantity is computed from itself, or a search stands within a search.

    Neither can be computed. The message names the way around.
    """

    code = "QB952"
    name = "quantity-needs-itself"
    kind = LabProblemKind.CYCLE
    bad = (
        _lab(
            "quantities:\n"
            "  up: {label: Up, expression: down + 1}\n"
            "  down: {label: Down, expression: up - 1}\n",
            "up",
        ),
    )
    good = (_lab(""),)


class UnitsInLab(_ProblemRule):
    """Units of a lab do not fit together.

    Quantities count with their units: what is added or compared measures the same thing, what goes into a
    formula measures what its variable does, and what comes out is what `unit` says. A number in an expression
    carries its unit in square brackets; without one it is a pure number.
    """

    code = "QB953"
    name = "units-in-lab"
    kind = LabProblemKind.UNIT
    bad = (
        _lab(
            "quantities:\n  t_step: {label: Step, expression: t_comm + gradient, unit: s}\n",
            "t_comm + gradient",
        ),
        _lab("quantities:\n  rate: {label: Rate, value: 50 GB, unit: GB}\n", "rate"),
    )
    good = (_lab("quantities:\n  rate: {label: Rate, value: 400 Gbit/s, unit: GB/s}\n"),)


class RangeInLab(_ProblemRule):
    """A control of a lab has no positions, too many, or does not have the one it is put to.

    A slider runs from `min` to `max` in steps that end there; its default, and what `at` says, is one of its
    positions. A plot can draw only so many lines.
    """

    code = "QB954"
    name = "range-in-lab"
    kind = LabProblemKind.RANGE
    bad = (
        _lab(
            "quantities:\n  nodes: {label: Devices, slider: {min: 2, max: 64, factor: 2, default: 9}}\n", "9"
        ),
        _lab("quantities:\n  nodes: {label: Devices, slider: {min: 64, max: 2, step: 1}}\n", "slider"),
        _lab(_part("  at: {nodes: 12}\n"), "12"),
    )
    good = (_lab(_part("  at: {nodes: 16}\n  workbench: [nodes]\n")),)


class PersonaInLab(_ProblemRule):
    """A persona lacks what its parts need, gives what is computed, or has no part.

    A persona gives numbers under `given` and controls of its own under `controls`; what no part of its track
    uses need not be given.
    """

    code = "QB955"
    name = "persona-in-lab"
    kind = LabProblemKind.PERSONA
    bad = (
        _lab("personas:\n  cloud: {role: Training lead, situation: A cluster.}\n", "cloud"),
        _lab(_part("  tracks: edge\n"), ("cloud", "edge")),
    )
    good = (
        _lab("personas:\n  cloud: {role: Training lead, situation: A cluster., given: {gradient: 2 GB}}\n"),
    )


class UnusedInLab(_ProblemRule):
    """A lab has a quantity, or a persona gives one, that nothing uses.

    It may be left over, or something was meant to use it.
    """

    code = "QB956"
    name = "unused-in-lab"
    severity = Severity.WARNING
    kind = LabProblemKind.UNUSED
    bad = (_lab("quantities:\n  spare: {label: Spare, value: 4}\n", "spare"),)
    good = (_lab(""),)


class FormOfLab(_ProblemRule):
    """Fields of a lab do not go together.

    A quantity has one source of its value. A formula is given all its variables. Each kind of instrument and
    of prediction has fields that it needs, and others that it does nothing with; `docs/labs.md` lists them.
    """

    code = "QB957"
    name = "form-of-lab"
    kind = LabProblemKind.FORM
    bad = (
        _lab(
            _part(
                "  workbench: [nodes]\n  instruments: [{kind: heatmap, title: Ring, of: t_comm, x: nodes}]\n"
            ),
            "{kind: heatmap, title: Ring, of: t_comm, x: nodes}",
        ),
        _lab("quantities:\n  nodes: {label: Devices, value: 8, toggle: true}\n", "value"),
    )
    good = (_lab(_part("  workbench: [nodes]\n  instruments: [{kind: table, title: Ring, of: t_comm}]\n")),)


class PredictionWithoutAnswer(_ProblemRule):
    """A prediction has no right answer, or several.

    The quantity asked for has no value at that setting; or none of the options, or more than one, is right
    there on some track.
    """

    code = "QB958"
    name = "prediction-without-answer"
    kind = LabProblemKind.ANSWER
    bad = (
        _lab(
            "parts:\n"
            "- title: The ring\n"
            "  prediction:\n"
            "    kind: choice\n"
            "    prompt: Is it slow?\n"
            '    options: [{text: "Yes", when: "t_comm > 1[ms]"}, {text: "No", when: "t_comm < 1[s]"}]\n'
            "  workbench: [nodes]\n",
            "options",
        ),
    )
    good = (
        _lab(
            "parts:\n"
            "- title: The ring\n"
            "  prediction:\n"
            "    kind: choice\n"
            "    prompt: Is it slow?\n"
            '    options: [{text: "Yes", when: "t_comm > 1[s]"}, {text: "No", when: "t_comm <= 1[s]"}]\n'
            "  workbench: [nodes]\n"
        ),
    )


class NoValueInLab(LabRule):
    """Something that a part shows has no value at a setting that readers come to.

    A formula does not hold there, or there is a division by zero. The page says so in the place of the value.
    What a lab itself calls impossible (`possible`) is told with its reason, and a part must not begin there.
    Looked at are the setting at which the part begins, and each position of each control of the workbench.
    Move the end of the slider, or begin elsewhere.
    """

    code = "QB959"
    name = "no-value-in-lab"
    severity = Severity.WARNING
    bad = (
        _lab(
            "quantities:\n  nodes: {label: Devices, slider: {min: 0, max: 8, step: 1, default: 2}}\n",
            "t_comm",
        ),
    )
    good = (_lab("quantities:\n  nodes: {label: Devices, slider: {min: 1, max: 8, step: 1}}\n"),)

    def check(self, lab: LabFile) -> Iterator[Finding]:
        """Compute everything that a part shows at these settings."""
        reported: set[tuple[int, str]] = set()
        for persona in _personas(lab):
            for part in persona.parts:
                for name, where in _without_value(persona, part).items():
                    if (part.index, name) not in reported:
                        reported.add((part.index, name))
                        path = _first_shown(part, name)
                        detail = f"'{name}' has no value {where} (track {persona.track})"
                        yield self.at_field(lab, path, detail)


def _without_value(persona: PersonaModel, part: PartModel) -> dict[str, str]:
    """Return what a part shows and what has no value somewhere, and the first place where it has none."""
    from qbank.labs.compute import Evaluator, closure  # noqa: PLC0415 - labs are few

    # That a search finds nothing is an answer, and only what is needed is computed.
    shown = [
        name
        for name in dict.fromkeys(name for instrument in part.instruments for name in instrument.of)
        if persona.quantities[name].search is None
    ]
    needed = closure(persona.quantities, shown)
    quantities = {name: one for name, one in persona.quantities.items() if name in needed}
    # Readers may come to what is impossible, which is told; but no part begins there.
    evaluator = Evaluator(quantities)
    moved = Evaluator({name: replace(one, possible=()) for name, one in quantities.items()})
    start = {name: number for name, number in part.setting.items() if name in needed}
    settings = [(start, "where the part begins")]
    for name in part.workbench:
        if name in needed:
            for number, choice in enumerate(persona.controls[name].choices):
                settings.append(({**start, name: number}, f"where '{name}' is {printable(choice.label)}"))
    found: dict[str, str] = {}
    for setting, where in settings:
        values = (evaluator if setting is start else moved).values(setting)
        for name in shown:
            if math.isnan(values[name]):
                found.setdefault(name, where)
    return found


def _first_shown(part: PartModel, name: str) -> FieldPath:
    place = next(place for place, instrument in enumerate(part.instruments) if name in instrument.of)
    return ("parts", part.index, "instruments", place, "of")


class _Solved(Struct, frozen=True):
    """A puzzle on one track, and what trying all settings gave."""

    persona: PersonaModel
    part: PartModel
    solutions: Solutions | None
    refused: str = ""


def _solved(lab: LabFile) -> list[_Solved]:
    """Return every puzzle of a lab on every track, tried."""
    from qbank.labs.puzzle import TooManySettingsError, solve  # noqa: PLC0415 - labs are few

    found = []
    for persona in _personas(lab):
        for part in persona.parts:
            if part.puzzle is not None:
                try:
                    found.append(_Solved(persona, part, solve(persona, part, part.puzzle)))
                except TooManySettingsError as error:
                    found.append(_Solved(persona, part, None, str(error)))
    return found


def solvable(lab: LabFile) -> tuple[int, int]:
    """Return how many puzzles of a lab, each on each track, some setting solves, and how many none does."""
    tried = [
        found.solutions is not None and found.solutions.solving > 0 for found in lab.cached_view(_solved)
    ]
    return sum(tried), len(tried) - sum(tried)


class PuzzleRule(LabRule):
    """A rule about what trying all settings of a puzzle gave."""

    def check(self, lab: LabFile) -> Iterator[Finding]:
        """Look at every puzzle on every track."""
        for found in lab.cached_view(_solved):
            detail = self.detail(found)
            if detail:
                path = ("parts", found.part.index, "constraints")
                yield self.at_field(lab, path, f"{detail} (track {found.persona.track})", key=True)

    def detail(self, found: _Solved) -> str:
        """Return what to report of a puzzle, if anything."""
        raise NotImplementedError


class PuzzleWithoutSolution(PuzzleRule):
    """No setting of the workbench satisfies all that a puzzle demands.

    All of them were tried, the other controls where the part puts them. Relax a demand, or give a control
    further positions.
    """

    code = "QB960"
    name = "puzzle-without-solution"
    severity = Severity.ERROR
    bad = (
        _lab(
            _part('  workbench: [nodes]\n  constraints: {tries: 3, require: ["t_comm <= 1[ms]"]}\n'),
            "constraints",
        ),
    )
    good = (_lab(""),)

    def detail(self, found: _Solved) -> str:
        """Say so if nothing solves it."""
        if found.solutions is None or found.solutions.solving:
            return ""
        return f"none of the {found.solutions.settings:,} settings satisfies it"


class PuzzleWithoutChoice(PuzzleRule):
    """Every setting of the workbench satisfies what a puzzle demands, so that there is nothing to find.

    Demand more, or give the controls on the workbench positions that fail.
    """

    code = "QB961"
    name = "puzzle-without-choice"
    severity = Severity.WARNING
    bad = (
        _lab(
            _part('  workbench: [nodes]\n  constraints: {tries: 3, require: ["t_comm <= 9[s]"]}\n'),
            "constraints",
        ),
    )
    good = (_lab(""),)

    def detail(self, found: _Solved) -> str:
        """Say so if everything solves it."""
        if found.solutions is None or not found.solutions.trivial:
            return ""
        return f"each of the {found.solutions.settings:,} settings satisfies it"


class PuzzleTooLarge(PuzzleRule):
    """A puzzle has too many settings for all of them to be tried.

    So nobody knows whether it can be solved. Give its sliders fewer positions, or take a control from the
    workbench.
    """

    code = "QB962"
    name = "puzzle-too-large"
    severity = Severity.ERROR
    bad = (
        _lab(
            "quantities:\n"
            "  nodes: {label: Devices, slider: {min: 1, max: 1000, step: 1}}\n"
            "  rate: {label: Rate, unit: GB/s, slider: {min: 1, max: 1000, step: 1}}\n"
            "  gradient: {label: Gradient, unit: GB, slider: {min: 1, max: 10, step: 1}}\n"
            "personas:\n  cloud: {role: Training lead, situation: A cluster.}\n"
            + _part(
                "  workbench: [nodes, rate, gradient]\n"
                '  constraints: {tries: 3, require: ["t_comm <= 1[s]"]}\n'
            ),
            "constraints",
        ),
    )
    good = (_lab(""),)

    def detail(self, found: _Solved) -> str:
        """Say so if it was refused."""
        return found.refused


class PuzzleSolutions(PuzzleRule):
    """How many settings solve a puzzle, which was found by trying all of them.

    With `best`, those count that come near enough to the best value that the other demands allow. The audit's
    last line counts the puzzles that can be solved; `qbank audit --select QB963` says in how many ways each.
    """

    code = "QB963"
    name = "puzzle-solutions"
    severity = Severity.INFO
    on_request = True
    bad = (_lab("title: The Ring\n", "constraints"),)
    good = (_lab(_part("  workbench: [nodes]\n")),)

    def detail(self, found: _Solved) -> str:
        """Say how many."""
        solutions, puzzle = found.solutions, found.part.puzzle
        if solutions is None or puzzle is None or not solutions.solving:
            return ""
        verb = "solves" if solutions.solving == 1 else "solve"
        detail = f"{solutions.solving:,} of {solutions.settings:,} settings {verb} it"
        if solutions.best is None or puzzle.best is None:
            return detail
        from qbank.labs.format import show  # noqa: PLC0415 - labs are few

        best = show(solutions.best, found.persona.quantities[puzzle.best])
        return (
            f"{detail}; {solutions.satisfying:,} satisfy the demands, and '{puzzle.best}' is {best} at best"
        )


class LabNamedOtherwise(LabRule):
    """The id of a lab is not the name of its file.

    A lab is found by the name of its file, and what is rendered from it carries the id.
    """

    code = "QB964"
    name = "lab-named-otherwise"
    severity = Severity.ERROR
    bad = (_lab("id: lab-wheel\n", "lab-wheel"),)
    good = (_lab("id: lab-ring\n"),)

    def check(self, lab: LabFile) -> Iterator[Finding]:
        """Compare the two."""
        name = PurePath(lab.path).stem
        if lab.id is not None and lab.id != name:
            detail = f"{quote(lab.id)} is not the name of the file, {quote(name)}"
            yield self.at_field(lab, ("id",), detail)

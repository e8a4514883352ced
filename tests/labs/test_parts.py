from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from qbank.labs.quantity import PersonaModel
from qbank.render.text.blocks import read_blocks
from qbank.render.text.document import Paragraph, Text

PREDICTION = "  prediction: {kind: number, prompt: How long?, quantity: t_comm}\n"


def part(rest: str, prediction: str = PREDICTION) -> str:
    return f"parts:\n- title: The ring\n{prediction}{rest}"


BAD_PARTS = [
    ("  workbench: [nods]\n", "name", "'nods' is no quantity of this lab; did you mean 'nodes'?"),
    ("  workbench: [nodes, nodes]\n", "form", "on the workbench already"),
    ("  workbench: [rate]\n", "form", "'rate' is no control on the track cloud"),
    ("  at: {nodes: 5}\n", "range", "5 is none of the positions of the slider; the nearest is 4"),
    ("  at: {rate: 5}\n", "form", "is no control"),
    ("  prompt: On {nodees} devices\n", "name", "'{nodees}' names no quantity"),
    ("  instruments: [{kind: gauge, title: G, of: t_comm}]\n", "form", "a 'gauge' needs 'most'"),
    ("  instruments: [{kind: bar, title: B, of: t_comm, x: nodes}]\n", "form", "does nothing with it"),
    (
        "  instruments: [{kind: bar, title: B, of: [t_comm, rate]}]\n",
        "unit",
        "has to measure the same thing",
    ),
    (
        "  instruments: [{kind: bar, title: B, of: t_comm, limit: 3}]\n",
        "unit",
        "comes out as a pure number",
    ),
    ("  instruments: [{kind: line, title: L, of: t_comm, x: t_comm}]\n", "form", "is no control"),
    (
        "  instruments: [{kind: heatmap, title: H, of: t_comm, x: nodes, y: nodes}]\n",
        "form",
        "cannot be on two axes",
    ),
    (
        "  instruments: [{kind: readout, title: R, of: [t_comm, rate]}]\n",
        "form",
        "shows 1 quantity at most",
    ),
    ("  constraints: {tries: 2, require: [t_comm > 0]}\n", "form", "needs a workbench"),
    ("  constraints: {tries: 2, require: [t_comm > 1]}\n", "unit", "cannot be added or compared"),
    (
        "  workbench: [nodes]\n  constraints: {tries: 2, require: [nodes >]}\n",
        "expression",
        "is expected",
    ),
    (
        "  workbench: [nodes]\n  constraints: {tries: 2, require: [nodes > 3], best: {of: tcom}}\n",
        "name",
        "'tcom' is no quantity",
    ),
    (
        "  workbench: [nodes]\n  constraints: {tries: 2, require: [nodes > 3], "
        "best: {of: t_comm, within: 5 s}}\n",
        "unit",
        "a pure number is needed",
    ),
]


def test_what_is_wrong_with_a_part(resolved: Callable[[str], Any]) -> None:
    for rest, kind, message in BAD_PARTS:
        found = [(problem.kind.value, problem.message) for problem in resolved(part(rest)).problems]
        assert any(kind == sort and message in text for sort, text in found), (rest, found)


@pytest.mark.parametrize(
    ("prediction", "kind", "said"),
    [
        ("{kind: number, prompt: How?}", "form", "needs 'quantity'"),
        ("{kind: choice, prompt: How?}", "form", "needs 'options'"),
        ("{kind: text, prompt: How?, quantity: t_comm}", "form", "goes with a prediction of kind 'number'"),
        ("{kind: number, prompt: How?, quantity: t_comm, within: 12}", "range", "a share is from 0 to 10"),
        ("{kind: choice, prompt: How?, options: [a, b]}", "answer", "'correct_index' below 2"),
        (
            "{kind: choice, prompt: How?, options: [a, b], correct_index: 2}",
            "answer",
            "'correct_index' below 2",
        ),
        (
            "{kind: choice, prompt: How?, options: [a, {text: b, when: nodes > 1}]}",
            "answer",
            "either every option has 'when'",
        ),
        (
            "{kind: choice, prompt: How?, options: [{text: a, when: nodes > 1}, {text: b, when: nodes > 0}]}",
            "answer",
            "2 options are right at this setting on the track cloud",
        ),
        (
            "{kind: choice, prompt: How?, options: [{text: a, when: nodes > 8}, {text: b, when: nodes > 9}]}",
            "answer",
            "none of the options is right",
        ),
    ],
)
def test_what_is_wrong_with_a_prediction(
    resolved: Callable[[str], Any], prediction: str, kind: str, said: str
) -> None:
    fields = part("  workbench: [nodes]\n", f"  prediction: {prediction}\n")
    found = [(problem.kind.value, problem.message) for problem in resolved(fields).problems]
    assert any(kind == sort and said in message for sort, message in found), found


def test_a_prediction_is_about_its_own_setting(persona: Callable[[str], PersonaModel]) -> None:
    prediction = (
        "  prediction:\n"
        "    kind: number\n"
        '    prompt: "From {gradient}: {nodes} devices, {{braces}}"\n'
        "    quantity: nodes\n"
        "    within: 25%\n"
        "    at: {nodes: 64}\n"
    )
    (found,) = persona(
        part("  at: {nodes: 4}\n  prompt: On {nodes}\n  workbench: [nodes]\n", prediction)
    ).parts
    assert found.prompt == "On 4"
    assert found.setting == {"nodes": 1}
    assert found.prediction.prompt == "From 14 GB: 64 devices, {braces}"
    assert (found.prediction.right, found.prediction.within) == (64, 0.25)


def test_instruments_that_would_take_too_long(resolved: Callable[[str], Any]) -> None:
    fields = (
        "quantities:\n"
        "  nodes: {label: N, slider: {min: 1, max: 1000, step: 1}}\n"
        "  first: {label: F, search: {over: nodes, when: t_comm > gradient/rate}}\n"
    ) + part("  instruments: [{kind: line, title: L, of: first, x: nodes}]\n")
    (problem,) = resolved(fields).problems
    assert "takes 2,004,000 steps to draw" in problem.message


def test_plots_have_no_more_lines_than_a_reader_can_tell_apart(resolved: Callable[[str], Any]) -> None:
    fields = "quantities:\n  m: {label: M, slider: {min: 1, max: 9, step: 1}}\n" + part(
        "  instruments: [{kind: line, title: L, of: t_comm, x: nodes, by: m}]\n"
    )
    (problem,) = resolved(fields).problems
    assert problem.message == "parts[0].instruments[0].by: 'm' has 9 positions, and 8 can be drawn"


@pytest.mark.parametrize("mark", [".", ")"])
def test_a_number_that_begins_a_text_begins_no_list(
    persona: Callable[[str], PersonaModel], mark: str
) -> None:
    [one] = persona(part(f"  prompt: '{{nodes}}{mark} So many. {{t_comm}}{mark} It is.'\n")).parts
    assert one.prompt.startswith(f"2\\{mark} So many. ")
    [block] = read_blocks(one.prompt)
    assert isinstance(block, Paragraph)
    assert block.content[0] == Text(f"2{mark} {one.prompt.split(' ', 1)[1]}")


def test_a_value_may_stand_in_an_answer_and_a_goal_alone(persona: Callable[[str], PersonaModel]) -> None:
    asked = "  prediction: {kind: text, prompt: How?, answer: 'At {t_comm}.'}\n"
    goal = "  workbench: [nodes]\n  constraints: {goal: 'Over {rate}.', tries: 2, require: [nodes > 3]}\n"
    [one] = persona(part(goal, asked)).parts
    assert one.puzzle is not None
    assert "{" not in one.prediction.answer + one.puzzle.goal

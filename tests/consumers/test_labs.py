"""Labs worked through in a browser, by keyboard and pointer, and what their pages compute."""

from __future__ import annotations

import json
import math
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from consumers.places import ROOT, Browser
from qbank import catalog
from qbank.formulas import library
from qbank.labs.compute import Evaluator
from qbank.labs.puzzle import solve
from qbank.labs.quantity import LabModel
from qbank.labs.resolve import load
from qbank.render.registry import formats
from render.labs.sample import PATH

LABS = [PATH, *sorted((ROOT / "questions" / "labs").glob("*.yaml"))]
MOST_BYTES = 400_000
SETTINGS = 20
"""Settings that are tried on each track, over all of its parts."""


@cache
def made(path: Path) -> LabModel:
    return load(path, library.bundled(), catalog.bundled())


def used(
    browser: Browser, folder: Path, path: Path, steps: list[dict[str, Any]], **asked: Any
) -> dict[str, Any]:
    """Work through a page; it must run into no error, ask for nothing, and fit into its window."""
    page = folder / "lab.html"
    printed = formats()["html"].render_lab(made(path))
    assert isinstance(printed, bytes)
    assert len(printed) < MOST_BYTES
    page.write_bytes(printed)
    outcome: dict[str, Any] = browser.use("lab_page", {"page": str(page), "steps": steps, **asked})
    assert outcome["errors"] == []
    assert outcome["requests"] == []
    for seen in outcome["seen"]:
        assert seen["width"][0] <= seen["width"][1], seen
    return outcome


def lock(lab: LabModel, track: str, number: int, *, rightly: bool = False) -> list[dict[str, Any]]:
    """Return the steps that lock in a prediction, whatever it is or, with `rightly`, the right one."""
    article = f"#{track}-{number}"
    persona = lab.personas[track]
    asked = persona.parts[number - 1].prediction
    if asked.kind == "choice":
        at = f":nth-child({int(asked.right or 0) + 1})" if rightly else ""
        answer = [{"click": f"{article} .option{at}"}]
    else:
        typed = "42"
        if rightly and asked.quantity is not None and asked.right is not None:
            typed = f"{asked.right / persona.quantities[asked.quantity].scale:.9f}"  # as the form asks for it
        answer = [{"click": f"{article} form.prediction :is(input, textarea)"}, {"type": typed}]
    return [*answer, {"click": f"{article} [type=submit]"}]


def through(lab: LabModel, track: str, number: int) -> list[dict[str, Any]]:
    """Return the steps from a locked prediction to the next part."""
    persona = lab.personas[track]
    part = persona.parts[number - 1]
    steps: list[dict[str, Any]] = []
    if part.puzzle is not None:
        example = solve(persona, part, part.puzzle).example
        assert example is not None
        steps += [{"set": dict(example), "part": f"{track}-{number}"}, {"click": ".puzzle button"}]
    return [*steps, {"click": f"#{track}-{number} .onward"}]


@pytest.mark.parametrize("path", LABS, ids=lambda path: path.stem)
def test_values_of_the_page_are_those_of_the_library(browser: Browser, tmp_path: Path, path: Path) -> None:
    lab = made(path)
    draw = random.Random(9)
    steps: list[dict[str, Any]] = []
    wanted: dict[int, dict[str, float]] = {}
    for track, persona in lab.personas.items():
        evaluator = Evaluator(persona.quantities)
        if len(lab.personas) > 1:
            steps.append({"click": f"input[name=track][value={track}]"})
        for number, part in enumerate(persona.parts, 1):
            steps += lock(lab, track, number)
            if part.puzzle is not None:
                steps += through(lab, track, number)[:-1]
            setting = dict(part.setting)
            for _ in range(math.ceil(SETTINGS / len(persona.parts))):
                choices = persona.controls
                chosen = {name: draw.randrange(len(choices[name].choices)) for name in part.workbench}
                setting |= chosen
                steps.append({"set": chosen, "part": f"{track}-{number}"})
                wanted[len(steps) - 1] = evaluator.values(setting)
            steps.append({"click": f"#{track}-{number} .onward"})
    seen = used(browser, tmp_path, path, steps)["seen"]
    assert len(wanted) >= SETTINGS * len(lab.personas)
    for place, values in wanted.items():
        shown = {name: float(value) for name, value in seen[place]["values"].items()}
        computed = {name for name in values if name in shown}
        assert len(computed) >= len(values) - len(
            lab.personas[seen[place]["part"].rpartition("-")[0]].controls
        )
        for name in computed:
            assert shown[name] == pytest.approx(values[name], rel=1e-9, nan_ok=True), (name, place)


@pytest.mark.parametrize(("path", "width"), [(PATH, 1100), *((path, 375) for path in LABS)])
def test_every_part_opens_after_the_one_before_it(
    browser: Browser, tmp_path: Path, path: Path, width: int
) -> None:
    lab = made(path)
    for track, persona in lab.personas.items():
        steps = [{"click": f"input[name=track][value={track}]"}] if len(lab.personas) > 1 else []
        locked = {}
        for number, part in enumerate(persona.parts, 1):
            steps += lock(lab, track, number, rightly=True)
            locked[len(steps) - 1] = part.prediction.kind
            steps += through(lab, track, number)
        seen = used(browser, tmp_path, path, steps, width=width)["seen"]
        assert {one["part"] for one in seen} == {f"{track}-{at}" for at in range(1, len(persona.parts) + 1)}
        assert seen[-1]["ledger"] == len(persona.parts)
        for place, kind in locked.items():
            verdict = {"number": "✓ Well judged.", "choice": "✓ Right.", "text": "Locked in."}[kind]
            assert seen[place]["outcome"].startswith(verdict), seen[place]
        for one in seen:
            assert all(one["guesses"]), "a curve strikes the name of a good guess through"
            assert one["workbench"] <= one["locked"], "nothing is shown before the prediction is locked in"
            assert one["disabled"] == one["locked"]


def test_the_keyboard_alone_is_enough(browser: Browser, tmp_path: Path) -> None:
    keys: list[dict[str, Any]] = [
        {"press": "Tab"}, {"press": "Enter"},  # past the introduction
        {"until": "form.prediction input"}, {"press": "Enter"},  # nothing is typed yet
        {"type": "20"}, {"press": "Enter"},
        {"until": "input[type=range]"}, {"press": "ArrowRight"}, {"press": "End"},
        {"until": "select"}, {"press": "ArrowDown"},
        {"until": "input[role=switch]"}, {"press": "Space"},
        {"until": "textarea.reflection"}, {"type": "A faster link."},
        {"until": ".onward"}, {"press": "Enter"},
    ]  # fmt: skip
    seen = used(browser, tmp_path, PATH, keys)["seen"]
    for step, one in zip(keys, seen, strict=True):
        if "until" in step:
            assert one["focus"]["outlined"], step
    assert (seen[3]["remark"], seen[3]["locked"]) == ("Type a number first.", False)
    assert not any(one["workbench"] for one in seen[:5])
    assert seen[5]["locked"]
    assert seen[5]["outcome"] == "✓ Well judged. You said 20\u00a0s; the model gives 19.6\u00a0s."
    assert [seen[at]["outputs"][0] for at in (6, 7, 8)] == ["8", "16", "512"]
    assert seen[6]["drawings"] != seen[7]["drawings"] != seen[8]["drawings"]
    assert seen[9]["lines"] != seen[10]["lines"], "another link, other lines"
    assert float(seen[12]["values"]["t_shown"]) == pytest.approx(float(seen[12]["values"]["t_comm"]) / 2)
    assert seen[16]["part"] == "cloud-2"
    assert seen[16]["ledger"] == 1
    assert seen[16]["focus"]["id"] == "cloud-2"


def test_a_puzzle_is_solved_by_the_pointer_and_the_ledger_is_handed_in(
    browser: Browser, tmp_path: Path
) -> None:
    lab = made(PATH)
    cloud = lab.personas["cloud"]
    solution = solve(cloud, cloud.parts[2], cloud.parts[2].puzzle).example  # type: ignore[arg-type]
    assert solution is not None
    steps = [
        *lock(lab, "cloud", 1),
        {"clickAt": [".of-line svg", 0.6, 0.5]},  # the slider goes where the plot is clicked
        *through(lab, "cloud", 1),
        *lock(lab, "cloud", 2),
        *through(lab, "cloud", 2),
        *lock(lab, "cloud", 3),
    ]
    first_try = len(steps)
    steps += [
        {"click": "#cloud-3 .puzzle button"},
        {"set": dict(solution), "part": "cloud-3"},
        {"click": "#cloud-3 .puzzle button"},
        {"click": "#cloud-3 textarea.reflection"},
        {"type": "It fits, *and* wastes little.\n# Not a heading"},
        {"click": "#cloud-3 .onward"},
        {"click": "#name"},
        {"type": "Reader"},
        {"download": "#as-json"},
        {"download": "#as-markdown"},
        {"reload": True},
    ]
    outcome = used(browser, tmp_path, PATH, steps, downloads=str(tmp_path))
    seen = outcome["seen"]
    assert seen[3]["outputs"][0] not in {"8", "1"}
    failed, moved, solved = seen[first_try : first_try + 3]
    assert failed["left"] == "3 tries left of 4"
    assert failed["remark"].startswith("Not yet: The model fits")
    assert moved["values"] != failed["values"], "the instruments move with the controls"
    assert solved["solved"] == "right"
    assert solved["values"] != failed["values"]
    assert seen[-1]["ledger"] == 3, "kept over a reload"

    ledger = json.loads((tmp_path / "lab-sample-cloud.json").read_text(encoding="utf-8"))
    assert (ledger["lab"]["id"], ledger["track"], ledger["name"]) == ("lab-sample", "cloud", "Reader")
    number, choice, text = ledger["parts"]
    assert number["answer"] == {"value": pytest.approx(cloud.parts[0].prediction.right), "unit": "s"}
    assert number["error"] == pytest.approx((42 - number["answer"]["value"]) / number["answer"]["value"])
    assert choice["answer"] == "At once."
    assert [one["solved"] for one in text["tries"]] == [False, True]
    assert text["reflection"] == "It fits, *and* wastes little.\n# Not a heading"
    written = (tmp_path / "lab-sample-cloud.md").read_text(encoding="utf-8")
    assert "> It fits, *and* wastes little.\n> # Not a heading" in written
    assert "**solved**" in written
    assert "Every Instrument \\<b\\>& More" in written
    assert "**Outcome:** ✗ Not right. The answer is: At once." in written


def test_the_tries_run_out(browser: Browser, tmp_path: Path) -> None:
    lab = made(PATH)
    steps = [
        *lock(lab, "cloud", 1), *through(lab, "cloud", 1), *lock(lab, "cloud", 2), *through(lab, "cloud", 2),
        *lock(lab, "cloud", 3),
    ]  # fmt: skip
    attempt = {"click": "#cloud-3 .puzzle button"}
    tries = [attempt, attempt]
    for micro in (0, 1, 2):
        tries += [{"set": {"micro": micro}, "part": "cloud-3"}, attempt]
    free = {"set": {"stages": 3}, "part": "cloud-3"}
    seen = used(browser, tmp_path, PATH, [*steps, *tries, free])["seen"]
    again = seen[len(steps) + 1]
    assert again["left"] == "3 tries left of 4"
    assert again["remark"].startswith("You have tried this setting")
    assert seen[-2]["solved"] == "wrong"
    assert "No tries are left" in seen[-2]["remark"]
    assert seen[-1]["values"]["stages"] == "8", "now the instruments follow the sliders"


def test_what_cannot_be_is_said_and_the_prediction_is_typed_as_in_a_quiz(
    browser: Browser, tmp_path: Path
) -> None:
    path = ROOT / "questions" / "labs" / "lab-parallelism-puzzle.yaml"
    steps = [
        {"click": "#cloud-1 form.prediction input"},
        {"type": "1,13 TB"},
        {"click": "#cloud-1 [type=submit]"},
        {"set": {"micro": 8}, "part": "cloud-1"},
        {"set": {"micro": 0}, "part": "cloud-1"},
    ]
    seen = used(browser, tmp_path, path, steps)["seen"]
    assert seen[2]["outcome"].startswith("✓ Well judged. You said 1,130\u00a0GB")
    assert seen[2]["refused"] == seen[4]["refused"] == ""
    assert "A micro-batch would have less than one sample." in seen[3]["refused"]
    assert seen[3]["values"]["held"] == "NaN"
    assert float(seen[4]["values"]["held"]) > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_can_be_chosen(browser: Browser, tmp_path: Path, scheme: str) -> None:
    seen = used(browser, tmp_path, PATH, [{"click": "#theme"}, {"click": "#theme"}], scheme=scheme)["seen"]
    assert [one["theme"] for one in seen] == ["light", "dark"]

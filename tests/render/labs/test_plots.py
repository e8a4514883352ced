from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from qbank.labs.compute import Evaluator
from qbank.labs.quantity import LabModel, PartModel
from qbank.render.labs.drawing import Drawing
from qbank.render.labs.panels import draw_devices, draw_gauge, draw_heat_map
from qbank.render.labs.plots import Bench, draw_bars, draw_lines
from qbank.render.text.svg import is_simple
from render.labs.sample import sample

LAB = sample()
SVG = "{http://www.w3.org/2000/svg}"


def bench(number: int, track: str = "cloud", lab: LabModel = LAB, **setting: int) -> tuple[Bench, PartModel]:
    persona = lab.personas[track]
    part = persona.parts[number - 1]
    return Bench(persona, Evaluator(persona.quantities), {**part.setting, **setting}), part


def texts(drawing: Drawing, title: str = "A title") -> list[str]:
    svg = drawing.svg(title)
    assert is_simple(svg)
    root = ElementTree.fromstring(svg)
    assert root.findtext(f"{SVG}title") == title
    assert root.findtext(f"{SVG}desc") == drawing.description
    assert "nan" not in svg.decode()
    assert "inf" not in re.sub(r"Infini", "", svg.decode())
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def shapes(drawing: Drawing, element: str) -> list[str]:
    return [line for line in drawing.svg("").decode().splitlines() if line.startswith(f"<{element} ")]


def test_lines_say_where_they_stand() -> None:
    at, part = bench(1, nodes=3)
    made = draw_lines(at, part.instruments[0])
    assert made.description == "At Number of nodes 8: Whole step 22 s; All-reduce not hidden 19.6 s."
    said = texts(made)
    assert {"Whole step", "All-reduce not hidden", "Step of one node", "Number of nodes", "s"} <= set(said)
    assert [one for one in said if one.isdigit()][-10:] == [
        "1",
        "2",
        "4",
        "8",
        "16",
        "32",
        "64",
        "128",
        "256",
        "512",
    ]
    lines = [path for path in shapes(made, "path") if path.count("L") > 3]
    assert len(lines) == 2
    # with one node there is no all-reduce, and 0 has no place on a logarithmic axis
    assert lines[0].count("L") == 9
    assert lines[1].count("L") == 8


def test_a_line_for_each_choice() -> None:
    at, part = bench(1)
    said = texts(draw_lines(at, part.instruments[1]))
    assert {"10 Gb/s Ethernet", "100 Gb/s Ethernet", "InfiniBand NDR (4x port)", "Limit", "%"} <= set(said)


def test_bars_stand_on_each_other_or_side_by_side() -> None:
    at, part = bench(1)
    stacked, beside = draw_bars(at, part.instruments[2]), draw_bars(at, part.instruments[3])
    first = "10 Gb/s Ethernet Step of one node 2.4 s, All-reduce not hidden 19.6 s"
    assert stacked.description.startswith(f"By Interconnect: {first}; 100 Gb/s Ethernet ")
    assert "Interconnect:" in texts(stacked)
    assert "22 s" in texts(stacked)
    assert "30 s" in texts(stacked) or "25 s" in texts(stacked), "the last mark has the unit"
    assert beside.description.startswith("Step of one node 2.4 s; All-reduce 19.6 s")
    rects = shapes(stacked, "rect")
    first, second = (
        [float(found) for found in re.findall(r'(?:x|width)="([\d.]+)"', piece)[:2]] for piece in rects[2:4]
    )
    assert first[0] + first[1] == pytest.approx(second[0], abs=0.1), "one begins where the other ends"


def test_a_gauge_says_whether_the_limit_is_kept() -> None:
    at, part = bench(1)
    assert "✗ misses the limit" in texts(draw_gauge(at, part.instruments[4]))
    fast, _ = bench(1, link=2)
    said = texts(draw_gauge(fast, part.instruments[4]))
    assert "✓ keeps the limit" in said
    assert {"83%", "0%", "100%", "50%"} <= set(said)
    assert texts(draw_gauge(at, part.instruments[5]))[1] == "", "without a condition it says nothing"


def test_a_heat_map_marks_what_fails_and_where_it_stands() -> None:
    at, part = bench(3, stages=1, shards=1)
    made = draw_heat_map(at, part.instruments[0])
    said = texts(made)
    assert said[0] == "✗ Memory held by a device > Memory of a device"
    assert said.count("✗") == 6
    assert made.description.startswith("30.2 GB as it stands; from 3.99 GB to 114 GB")
    here = [cell for cell in shapes(made, "rect") if 'stroke-width="2.5"' in cell]
    assert len(here) == 1


def test_devices_are_drawn_as_far_as_there_is_room() -> None:
    at, part = bench(3, stages=2, shards=1)
    made = draw_devices(at, part.instruments[3])
    assert made.description == (
        "64 devices: 8 copies of the model, each in 4 stages of 16 layers, each layer cut over 2. "
        "Drawn: 4 copies of 8."
    )
    said = texts(made)
    assert "Copy 4" in said
    assert "Copy 5" not in said
    assert "31" in said


def test_a_drawing_holds_text_as_text(tmp_path: Path) -> None:
    lab = sample(tmp_path, **{"label: Whole step": "label: '<b>&\"'"})
    at, part = bench(1, lab=lab)
    assert '<b>&"' in texts(draw_lines(at, part.instruments[0]), title="</title>")

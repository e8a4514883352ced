"""The labs that we ship: nothing is wrong with them, and what their texts say shows in their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from math import log, sqrt
from pathlib import Path

import pytest

from each import each
from qbank import catalog
from qbank.formulas import library
from qbank.labs.compute import Evaluator
from qbank.labs.controls import position
from qbank.labs.puzzle import near_enough, solve
from qbank.labs.quantity import LabModel, PersonaModel
from qbank.labs.resolve import load

FOLDER = Path(__file__).parents[2] / "questions/labs"
LABS = [path.stem for path in sorted(FOLDER.glob("*.yaml"))]
WALL, PUZZLE, AUDIT = (
    f"lab-{name}" for name in ("communication-wall", "parallelism-puzzle", "synchronization-audit")
)
TRACKS = ("cloud", "edge", "mobile", "tinyml")


@cache
def shipped(name: str) -> LabModel:
    return load(FOLDER / f"{name}.yaml", library.bundled(), catalog.bundled())


def persona_of(name: str, track: str) -> PersonaModel:
    return shipped(name).personas[track]


def at(name: str, track: str, **setting: object) -> Mapping[str, float]:
    """Return all quantities at a setting that is given as in the file, in base units."""
    persona = persona_of(name, track)
    positions = {}
    for moved, value in setting.items():
        one = persona.quantities[moved]
        assert one.control is not None
        positions[moved] = position(one.control, value, one.unit)
    return Evaluator(persona.quantities).values(positions)


def numbers(persona: PersonaModel, name: str) -> list[float]:
    return [choice.value for choice in persona.controls[name].choices]


@each("name", LABS)
def test_every_track_has_four_to_six_parts_and_a_puzzle(name: str) -> None:
    assert tuple(shipped(name).personas) == TRACKS
    for persona in shipped(name).personas.values():
        assert 4 <= len(persona.parts) <= 6
        assert any(part.puzzle for part in persona.parts)
        assert all(part.reflection and part.instruments for part in persona.parts)


@each("name, track", list(product(LABS, TRACKS)))
def test_a_puzzle_has_several_solutions_but_few_and_none_where_it_begins(name: str, track: str) -> None:
    persona = persona_of(name, track)
    for part in persona.parts:
        if part.puzzle is None:
            continue
        found = solve(persona, part, part.puzzle)
        assert 2 <= found.solving <= found.settings / 8, part.title
        evaluator = Evaluator(persona.quantities)
        values = evaluator.values(part.setting)
        assert not (
            all(evaluator.condition(one.that)(values) for one in part.puzzle.demands)
            and (found.best is None or near_enough(values[str(part.puzzle.best)], found.best, part.puzzle))
        ), part.title


@each("track", ["cloud", "edge"])
def test_at_the_wall_the_average_is_near_seventy_percent(track: str) -> None:
    persona = persona_of(WALL, track)
    for link in persona.controls["link"].choices:
        wall = at(WALL, track, link=link.entry)["wall"]
        reached = at(WALL, track, link=link.entry, nodes=wall)
        assert 0.69 < reached["efficiency"] < 0.77
        assert reached["worth"] == pytest.approx(reached["efficiency"] ** 2, abs=0.15)


def test_a_hidden_exchange_makes_a_cliff() -> None:
    worth = [at(WALL, "cloud", link="ib-ndr", overlap=True, nodes=nodes)["worth"] for nodes in (8, 464, 480)]
    assert worth == pytest.approx([1, 1, 1 / 3], abs=0.03)


@each("track", ["mobile", "tinyml"])
def test_on_one_channel_a_round_grows_again(track: str) -> None:
    nodes = numbers(persona_of(WALL, track), "nodes")
    rounds = [at(WALL, track, nodes=one) for one in nodes]
    best = min(rounds, key=lambda one: one["step"])
    each = best["t_comm"] / (best["nodes"] - 1)
    assert best["nodes"] == pytest.approx(sqrt(best["t_one"] / each), abs=1)
    assert best["nodes"] < nodes[-1]
    assert rounds[-1]["worth"] < 0


def test_the_dear_port_pays_for_itself() -> None:
    def cheapest(link: str) -> float:
        found = [
            at(WALL, "cloud", link=link, nodes=one) for one in numbers(persona_of(WALL, "cloud"), "nodes")
        ]
        return min((one["cost"] for one in found if one["run"] <= 72 * 3600), default=float("inf"))

    cost = {link: cheapest(link) for link in ("eth-10g", "eth-100g", "ib-ndr")}
    assert cost["ib-ndr"] < cost["eth-100g"] < cost["eth-10g"] == float("inf")


def test_gossip_to_a_tenth_is_longer_on_the_air_than_the_exact_sum() -> None:
    for nodes in (8, 16, 32):
        found = at(WALL, "tinyml", nodes=nodes)
        exchanges = (nodes - 1) * log(10)
        assert exchanges * 2 * found["gradient"] / found["rate"] > found["t_comm"]


@each("track", TRACKS)
def test_the_best_split_has_more_stages_than_copies_or_slices(track: str) -> None:
    persona = persona_of(PUZZLE, track)
    part = next(one for one in persona.parts if one.title == "The Puzzle")
    assert part.puzzle is not None
    example = solve(persona, part, part.puzzle).example
    assert example is not None
    split = {name: persona.controls[name].choices[place].value for name, place in example.items()}
    assert split["pipe"] > max(split["data"], split["tensor"])
    best = Evaluator(persona.quantities).values({**part.setting, **example})
    assert best["world"] == best["devices"]
    shares = (best[f"share_{name}"] for name in ("busy", "idle", "tensor", "handed", "data"))
    assert sum(shares) == pytest.approx(best["step"])


def test_only_sharding_the_optimizer_makes_the_better_split_possible() -> None:
    persona = persona_of(PUZZLE, "cloud")
    part = next(one for one in persona.parts if one.title == "The Optimizer, Sharded")
    assert part.puzzle is not None
    plain = replace(part, workbench=tuple(name for name in part.workbench if name != "zero"))
    assert solve(persona, plain, part.puzzle).solving == 0
    assert at(PUZZLE, "cloud", data=2, pipe=8, tensor=4)["state"] == pytest.approx(35.3e9, rel=0.01)


@each("track", TRACKS)
def test_waiting_is_cheap_for_small_delays_only(track: str) -> None:
    delays = numbers(persona_of(AUDIT, track), "delay")
    cheaper = [
        found["cost_sync"] <= found["cost_async"] for found in (at(AUDIT, track, delay=s) for s in delays)
    ]
    assert cheaper == sorted(cheaper, reverse=True)
    assert at(AUDIT, track)["turn"] == delays[cheaper.index(False)] > 0


def test_a_smaller_accelerator_pays_when_a_step_computes_for_long() -> None:
    costs = [at(AUDIT, "cloud", samples=one) for one in (4096, 8192, 16384, 65536)]
    assert [one["cheap_3"] < one["dear_1"] for one in costs] == [False, False, True, True]
    assert at(AUDIT, "cloud", stage="ZeRO-3", device="a100-sxm4-40gb")["token_cost"] == costs[2]["cheap_3"]


def test_half_of_the_values_with_their_places_are_more_bytes() -> None:
    assert at(AUDIT, "edge", kept="50%")["smaller"] < 1 < at(AUDIT, "edge", kept="20%")["smaller"]


@each("name", LABS)
def test_tracks_call_their_devices_what_they_are(name: str) -> None:
    many = {"lab-communication-wall": "nodes", "lab-parallelism-puzzle": "world"}.get(name, "workers")
    called = {persona.quantities[many].label for persona in shipped(name).personas.values()}
    assert len(called) == len(TRACKS)


def test_a_faster_cable_is_no_solution() -> None:
    persona = persona_of(WALL, "edge")
    [part] = [part for part in persona.parts if part.title == "Stale Gradients over a Slow Port"]
    assert part.puzzle is not None
    demand = Evaluator(persona.quantities).condition(part.puzzle.demands[0].that)
    evaluator = Evaluator(persona.quantities)
    kept, faster = (
        position(persona.controls["slow_rate"], f"{rate} Mbit/s", persona.quantities["slow_rate"].unit)
        for rate in (100, 200)
    )
    assert part.setting.get("slow_rate", persona.controls["slow_rate"].default) == kept
    assert demand(evaluator.values({**part.setting, "slow_rate": kept}))
    assert not demand(evaluator.values({**part.setting, "slow_rate": faster}))

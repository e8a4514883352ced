from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from each import each
from qbank.model.taxonomy import Answers, QuestionKind, SetKind
from qbank.render.build import build
from qbank.render.registry import RenderError
from qbank.render.text.blocks import read_blocks, read_line
from qbank.render.text.document import Document, Item, Resource
from qbank.sets.loading import AssembledSet, QuestionGroup
from qbank.sets.variants.make import make_variant
from qbank.sets.variants.variant import Variant


def variant(seed: str | None = None, path: Path | None = None, details: Any = None, **fields: Any) -> Variant:
    data: dict[str, Any] = {
        "schema_version": "1.0",
        "id": "cloud-0001",
        "track": "cloud",
        "level": "L3",
        "zone": "diagnosis",
        "topic": "kv-cache-management",
        "competency_area": "memory",
        "title": "The  Cache That Ate\nthe GPU",
        "scenario": "You serve a 7B model in FP16 on one 24 GB GPU.",
        "details": {"realistic_solution": "It **does not** fit."} | (details or {}),
        "status": "published",
        "provenance": "human",
    }
    return make_variant(data | fields, path, seed)


def made(*variants: Variant, title: str = "A Set", points: float | None = None, **fields: Any) -> Document:
    assembled = AssembledSet("set", title, SetKind.QUIZ, "", (), points=points)
    return build(assembled, [(QuestionGroup("", ()), variants)], answers=Answers.NONE, **fields)


def item(**fields: Any) -> Item:
    return made(variant(**fields)).items[0]


def test_a_question_with_nothing_optional() -> None:
    plain = item()
    assert (plain.id, plain.number, plain.title) == ("cloud-0001", 1, "The Cache That Ate the GPU")
    assert plain.kind is QuestionKind.OPEN
    assert plain.solution == read_blocks("It **does not** fit.")
    empty = (
        plain.question,
        plain.tables,
        plain.options,
        plain.parts,
        plain.hints,
        plain.reckoning,
        plain.rubric,
    )
    assert empty == ((),) * 7
    assert (plain.figure, plain.key, plain.points, plain.minutes, plain.bloom) == (None, None, None, None, "")


def test_a_question_with_everything() -> None:
    full = item(
        details={
            "options": ["7 GB", "14 GB"],
            "correct_index": 1,
            "napkin_math": "7e9 × 2 bytes = 14 GB",
            "common_mistake": "**The Pitfall:** x",
            "resources": [{"name": "A page", "url": "https://example.org/"}],
        },
        question="How much?",
        bloom_level="analyze",
        difficulty=2,
        points=3,
        expected_time_minutes=7,
        tags=["llm"],
        hints=["Count."],
        tables=[{"columns": ["GPU", "GB"], "rows": [["A100", 80], [None, True]], "caption": "Two"}],
        rubric=[{"criterion": "Says it.", "points": 2}],
        related=["cloud-0002"],
    )
    assert [(option.identifier, option.correct) for option in full.options] == [("a", False), ("b", True)]
    assert (full.stars, full.points, full.minutes, full.bloom, full.tags) == (2, 3.0, 7, "analyze", ("llm",))
    assert full.hints == (read_blocks("Count."),)
    assert full.tables[0].content.rows == (
        (read_line("A100"), read_line("80")),
        ((), read_line("yes")),
    )
    assert full.resources == (Resource("A page", "https://example.org/"),)
    assert full.rubric[0].points == 2


def test_parts_have_labels_keys_and_points() -> None:
    parts = [
        {"prompt": "One?", "answer": "yes", "points": 2},
        {"label": "(ii)", "prompt": "Two?", "answer": {"value": "14 GB", "interval": ["13 GB", "15 GB"]}},
    ]
    exercise = item(parts=parts)
    first, second = exercise.parts
    assert (first.label, second.label) == ("a", "ii")
    assert first.key is None
    assert second.key is not None
    assert second.answer == read_blocks("14 GB")
    assert exercise.points == 2


@each(
    "fields, points",
    [
        ({}, 5.0),
        ({"points": 0}, 0.0),
        ({"rubric": [{"criterion": "a", "points": 1.5}, {"criterion": "b", "points": 2}]}, 3.5),
    ],
)
def test_points_come_from_the_question_before_the_set(fields: dict[str, Any], points: float) -> None:
    assert made(variant(**fields), points=5.0).items[0].points == points


def test_ids_depend_on_the_question_and_its_seed_alone() -> None:
    again = made(variant(id="cloud-0002"), variant(), title="Other").items[1]
    assert again.guid == item().guid
    assert again.number == 2
    parameters = {"n": {"default": 2, "choices": [1, 2, 3]}}
    drawn = made(variant(), variant("7", parameters=parameters)).items[1]
    assert drawn.id == "cloud-0001@7"
    assert drawn.anchor == "cloud-0001_7"
    assert drawn.guid != again.guid


def test_the_same_question_twice_is_refused() -> None:
    with pytest.raises(RenderError, match="'cloud-0001' is chosen twice"):
        made(variant(), variant())


def test_numbers_run_through_the_sections() -> None:
    groups = [
        (QuestionGroup("One", ()), [variant()]),
        (QuestionGroup("Two\n", ()), [variant(id="cloud-0002", expected_time_minutes=4)]),
    ]
    document = build(AssembledSet("x", "X", SetKind.EXAM, "Hello *you*", ()), groups, answers=Answers.KEY)
    assert [section.title for section in document.sections] == ["One", "Two"]
    assert [each.number for each in document.items] == [1, 2]
    assert document.minutes == 4
    assert document.intro == read_blocks("Hello *you*")


SVG = b"<svg xmlns='http://www.w3.org/2000/svg'/>"
VISUAL = {"kind": "svg", "path": "a/cache.svg", "alt": "A  bar", "caption": "Bars"}


def test_drawings_are_found_where_the_rules_look_for_them(tmp_path: Path) -> None:
    beside, folder = tmp_path / "questions", tmp_path / "visuals"
    for place in (folder / "cloud" / "a", beside / "a"):
        place.mkdir(parents=True)
        (place / "cache.svg").write_bytes(SVG)
        document = made(variant(path=beside / "cloud-0001.yaml", visual=VISUAL), figure_folders=[folder])
        figure = document.items[0].figure
        assert figure is not None
        assert (figure.name, figure.alt, figure.caption, figure.svg) == (
            "cloud-0001.svg",
            "A bar",
            "Bars",
            SVG,
        )


@pytest.mark.parametrize("content", [None, b"GIF89a", b"<svg" + b" " * 2**20])
def test_what_is_no_drawing_is_described(tmp_path: Path, content: bytes | None) -> None:
    (tmp_path / "a").mkdir()
    if content is not None:
        (tmp_path / "a" / "cache.svg").write_bytes(content)
    figure = made(variant(visual=VISUAL), figure_folders=[tmp_path]).items[0].figure
    assert figure is not None
    assert figure.svg == b""


def test_a_link_leads_to_no_other_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_bytes(SVG)
    (tmp_path / "bank" / "a").mkdir(parents=True)
    (tmp_path / "bank" / "a" / "cache.svg").symlink_to(secret)
    figure = made(variant(visual=VISUAL), figure_folders=[tmp_path / "bank"]).items[0].figure
    assert figure is not None
    assert figure.svg == b""


def test_the_time_of_change_is_that_of_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    path = tmp_path / "cloud-0001.yaml"
    assert made(variant(path=path)).items[0].changed is None
    path.touch()
    os.utime(path, (1_790_000_000.9, 1_790_000_000.9))
    assert made(variant(path=path)).items[0].changed == 1_790_000_000
    assert item().changed is None


def test_a_question_changes_with_its_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    path, drawing = tmp_path / "cloud-0001.yaml", tmp_path / "a.svg"
    path.touch()
    drawing.write_text("<svg/>")
    os.utime(path, (1_790_000_000, 1_790_000_000))
    os.utime(drawing, (1_790_000_500, 1_790_000_500))
    visual = {"kind": "svg", "path": "a.svg", "alt": "A drawing."}
    assert made(variant(path=path, visual=visual)).items[0].changed == 1_790_000_500


@pytest.mark.parametrize(
    ("latest", "changed"),
    [
        ("1700000000", 1_700_000_000),
        ("1800000000", 1_790_000_000),
        ("", 1_790_000_000),
        ("yesterday", 1_790_000_000),
    ],
)
def test_no_time_is_later_than_what_a_reproducible_build_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, latest: str, changed: int
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", latest)
    path = tmp_path / "cloud-0001.yaml"
    path.touch()
    os.utime(path, (1_790_000_000, 1_790_000_000))
    assert made(variant(path=path)).items[0].changed == changed

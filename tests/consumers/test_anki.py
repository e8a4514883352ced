"""Anki packages imported by Anki itself."""

from __future__ import annotations

import dataclasses
import shutil
import unicodedata
from pathlib import Path
from typing import Any

from consumers.places import PROGRAMS, ROOT, needs, python_of, run
from qbank.cli import main
from qbank.render.lms import anki
from qbank.render.registry import Settings
from qbank.render.text.document import Document
from render.hostile import document, hostile_document, hostile_items, plain_items
from render.reading import text_of_html


def imported(folder: Path, *packages: Path) -> dict[str, Any]:
    python = needs("anki", python_of("tools", "anki"))
    collection = folder / "collection"
    collection.mkdir()
    result = run([python, PROGRAMS / "anki_import.py", collection, *packages])
    assert result["integrity"][-1] is True, result["integrity"]
    return result


def package(folder: Path, name: str, document: Document) -> Path:
    path = folder / f"{name}.apkg"
    path.write_bytes(anki.render(document, Settings()))
    return path


def counts(one: dict[str, Any]) -> tuple[int, int, int, int]:
    return one["new"], one["updated"], one["duplicate"], one["conflicting"]


def test_importing_again_adds_nothing_and_a_changed_question_is_updated(tmp_path: Path) -> None:
    first = package(tmp_path, "first", document())
    second = dataclasses.replace(plain_items()[1], title="Another Title", changed=1_790_000_000)
    changed = package(tmp_path, "changed", document(plain_items()[0], second, *plain_items()[2:]))
    result = imported(tmp_path, first, first, changed, changed)
    assert [counts(one) for one in result["imports"]] == [
        (5, 0, 0, 0),
        (0, 0, 5, 0),
        (0, 1, 4, 0),
        (0, 0, 5, 0),
    ]
    card = result["imports"][-1]["cards"][1]
    assert card["fields"]["Title"] == "Another Title"
    assert card["guid"] == plain_items()[1].guid
    assert {"llm", "memory", "cloud"} <= set(card["tags"])


def test_cards_are_shown_with_their_hints_and_drawings(tmp_path: Path) -> None:
    result = imported(tmp_path, package(tmp_path, "plain", document()))
    cards = result["imports"][0]["cards"]
    assert {card["deck"] for card in cards} == {"qbank::Week 3: memory"}
    assert "<h1>The Cache That Ate the GPU</h1>" in cards[0]["question"]
    assert "FP16 takes two." in cards[0]["question"], "behind a link that shows it"
    assert "the cache takes the rest" not in cards[0]["question"]
    assert "the cache takes the rest" in cards[0]["answer"]
    assert "<strong>B.</strong> 14 GB" in cards[1]["answer"]
    assert result["media"] == ["qbank-cache.svg"]


def test_hostile_text_comes_through_unchanged(tmp_path: Path) -> None:
    made = hostile_document()
    result = imported(tmp_path, package(tmp_path, "hostile", made))
    assert counts(result["imports"][0]) == (len(hostile_items()), 0, 0, 0)
    before = {one.guid: one for one in hostile_items()}
    for card in result["imports"][0]["cards"]:
        title = before[card["guid"]].title
        # Anki composes characters that can be written in several ways.
        composed = unicodedata.normalize("NFC", "".join(title.split()))
        assert text_of_html(card["fields"]["Title"]) == composed
        assert "alert" in text_of_html(card["fields"]["Question"])
        for side in (card["question"], card["answer"]):
            assert "<script" not in side
            assert "[sound:" not in side
            assert "[anki:" not in side


def test_a_question_that_is_edited_in_its_file_is_updated(tmp_path: Path) -> None:
    edge = tmp_path / "bank" / "questions" / "edge"
    shutil.copytree(ROOT / "questions" / "edge", edge)
    target = next(edge.rglob("*.yaml"))
    packages = []
    for name in ("first", "second"):
        packages.append(tmp_path / f"{name}.apkg")
        assert main(["render", str(edge), "-f", "anki", "-o", str(packages[-1])]) == 0
        target.write_text(target.read_text().replace("title: ", "title: New ", 1))
    result = imported(tmp_path, *packages)
    first, second = map(counts, result["imports"])
    assert first[0] > 5
    assert first[1:] == (0, 0, 0)
    assert second == (0, 1, first[0] - 1, 0)

"""QTI 2.1 converted to QTI 3 and played in a browser."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path
from typing import Any

from consumers.places import Browser, needs, node_module, python_of
from qbank.model.taxonomy import QuestionKind
from qbank.render.lms import qti21
from qbank.render.registry import Settings
from qbank.render.text.document import Document
from render.hostile import document, hostile_document, hostile_items, item, plain_items
from render.numeric_items import numeric_items


def converted(folder: Path, document: Document) -> dict[str, str]:
    """Return the items in QTI 3, by their ids."""
    python = needs("citolab-qti-convert", python_of("tools", "citolab-qti-convert"))
    old, new = folder / "old.zip", folder / "new.zip"
    old.write_bytes(qti21.render(document, Settings()))
    subprocess.run([python.parent / "qti-convert", "upgrade", old, new], check=True, capture_output=True)
    archive = zipfile.ZipFile(new)
    assert set(archive.namelist()) == set(zipfile.ZipFile(old).namelist())
    return {one.anchor: archive.read(f"items/{one.anchor}.xml").decode() for one in document.items}


def played(browser: Browser, items: list[tuple[str, list[str | None]]]) -> list[dict[str, Any]]:
    node_module("@citolab/qti-components")
    return browser.use("qti_player", [{"xml": xml, "responses": responses} for xml, responses in items])


def test_every_kind_of_question(browser: Browser, tmp_path: Path) -> None:
    items = converted(tmp_path, document())
    responses: list[str | None] = ["14", "1.4e1", "13.3", "14.7", "13.29", "14.71", "b", "a", None]
    results = played(browser, [(xml, responses) for xml in items.values()])
    assert [result["scores"] for result in results] == [
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 5, 0, 0],
        [5, 5, 5, 5, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    for one, result in zip(plain_items(), results, strict=True):
        assert "runs out of memory" in result["shown"]
        assert "Sizing by the weights alone" not in result["shown"], one.id
        assert result["feedback"][0] == ["SOLUTION"]
    assert all(size in results[1]["shown"] for size in ("7 GB", "14 GB", "28 GB", "56 GB"))


def test_hostile_text_is_shown_and_does_nothing(browser: Browser, tmp_path: Path) -> None:
    items = converted(tmp_path, hostile_document())
    results = played(browser, [(xml, ["x"]) for xml in items.values()])
    assert len(results) == len(hostile_items())
    for result in results:
        assert "<script>alert('qb')</script>" in result["shown"]
        assert "end ]]> of cdata" in result["shown"]


def test_numbers_are_graded_by_the_key_alone(browser: Browser, tmp_path: Path) -> None:
    numbers = numeric_items()
    made = document(*(item(id=one.id, kind=QuestionKind.NUMERIC, key=one.key, points=1) for one in numbers))
    items = converted(tmp_path, made)
    results = played(browser, [(items[one.id], [probe.text for probe in one.probes]) for one in numbers])
    for one, result in zip(numbers, results, strict=True):
        for probe, score in zip(one.probes, result["scores"], strict=True):
            if probe.form == "unit" and score == 0:
                continue  # a number with a unit is no number to this player
            assert score == probe.correct, (one, probe)

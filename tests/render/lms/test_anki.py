from __future__ import annotations

import dataclasses
import hashlib
import io
import json
import re
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from each import each
from qbank.model.taxonomy import QuestionKind
from qbank.render.lms import anki
from qbank.render.lms.anki_schema import FIELDS, MODEL_CHANGED, MODEL_ID
from qbank.render.registry import RenderError, Settings
from qbank.render.text.blocks import one_line, read_blocks
from qbank.render.text.document import Document
from render.hostile import (
    PIECES,
    document,
    hostile_document,
    hostile_items,
    item,
    options,
    piece,
    plain_items,
)
from render.reading import read_html, text_of, text_of_html

SETTINGS = Settings()


@dataclasses.dataclass
class Package:
    """What a package holds."""

    notes: list[dict[str, Any]]
    cards: list[dict[str, Any]]
    model: dict[str, Any]
    deck: dict[str, Any]
    media: dict[str, bytes]

    def fields(self, place: int) -> dict[str, str]:
        return dict(zip(FIELDS, self.notes[place]["flds"].split("\x1f"), strict=True))


def read(document: Document, settings: Settings = SETTINGS) -> Package:
    archive = zipfile.ZipFile(io.BytesIO(anki.render(document, settings)))
    assert archive.namelist()[0] == "collection.anki2"
    database = sqlite3.connect(":memory:")
    database.deserialize(archive.read("collection.anki2"))
    database.row_factory = sqlite3.Row
    assert database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    notes, cards, (collection,) = (
        [dict(row) for row in database.execute(f"SELECT * FROM {table} ORDER BY id")]
        for table in ("notes", "cards", "col")
    )
    database.close()
    (model,) = json.loads(collection["models"]).values()
    decks = json.loads(collection["decks"])
    media = {name: archive.read(place) for place, name in json.loads(archive.read("media")).items()}
    cards.sort(key=lambda card: card["due"])
    order = {card["nid"]: card["due"] for card in cards}
    notes.sort(key=lambda note: order[note["id"]])
    return Package(notes, cards, model, next(deck for key, deck in decks.items() if key != "1"), media)


def test_a_note_and_a_card_for_every_question() -> None:
    package = read(document())
    assert [note["guid"] for note in package.notes] == [one.guid for one in plain_items()]
    assert [card["nid"] for card in package.cards] == [note["id"] for note in package.notes]
    assert {card["did"] for card in package.cards} == {package.deck["id"]}
    assert package.deck["name"] == "qbank::Week 3: memory"
    assert package.deck["desc"] == '<p dir="auto">Ten minutes, no calculator.</p>'
    assert package.notes[0]["tags"] == " cloud L3 diagnosis kv-cache-management analyze llm memory "
    fields = package.fields(1)
    assert fields["Id"] == "cloud-0002"
    assert fields["Title"] == "Which GPU Holds It"
    assert "<strong>D.</strong> 56 GB" in fields["Question"]
    assert fields["Answer"].startswith('<p dir="auto"><strong>B.</strong> 14 GB</p>')
    assert "FP16 takes two." in package.fields(0)["Hints"]
    assert package.fields(1)["Hints"] == ""


def test_ids_do_not_depend_on_content_or_place() -> None:
    first, second = plain_items()[:2]
    one = read(document(first, second))
    other = read(document(dataclasses.replace(second, title="New", number=1)))
    assert one.notes[1]["id"] == other.notes[0]["id"]
    assert one.notes[1]["guid"] == other.notes[0]["guid"]
    assert one.deck["id"] == other.deck["id"] != read(document(identifier="week-4")).deck["id"]
    assert one.model["id"] == MODEL_ID


def test_ids_are_different_even_if_their_digests_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anki, "_MOMENTS", 1)
    package = read(document())
    assert len({note["id"] for note in package.notes}) == len(plain_items())
    assert len({card["id"] for card in package.cards}) == len(plain_items())


def test_a_note_says_when_its_question_was_changed() -> None:
    package = read(document(item(changed=1_790_000_000), item(id="cloud-0002", number=2)))
    assert [note["mod"] for note in package.notes] == [1_790_000_000, 1_577_836_800]
    assert [card["mod"] for card in package.cards] == [1_790_000_000, 1_577_836_800]


def test_drawings_come_along() -> None:
    package = read(document())
    figure = plain_items()[0].figure
    assert figure is not None
    assert package.media == {"qbank-cache.svg": figure.svg}
    (image,) = read_html(package.fields(0)["Question"]).images
    assert image["src"] == "qbank-cache.svg"


@each("name", PIECES)
def test_hostile_text_stays_text_in_every_field(name: str) -> None:
    blocks = read_blocks(piece(name))
    right, wrong = options(blocks, blocks, correct=0)
    one = item(
        kind=QuestionKind.CHOICE,
        title=one_line(piece(name)),
        scenario=blocks,
        solution=blocks,
        hints=(blocks,),
        options=(right, dataclasses.replace(wrong, feedback=blocks)),
        tags=(one_line(piece(name)),),
    )
    package = read(document(one))
    fields = package.fields(0)
    expected = text_of(blocks)
    assert text_of_html(fields["Title"]) == "".join(one_line(piece(name)).split())
    assert text_of_html(fields["Question"]).count(expected) == 3
    assert text_of_html(fields["Answer"]).count(expected) == 3
    assert text_of_html(fields["Hints"]) == expected
    assert package.notes[0]["tags"].split()[-1] == "_".join(one_line(piece(name)).replace('"', " ").split())


def test_nothing_is_taken_for_a_sound_for_latex_or_for_a_gap() -> None:
    package = read(hostile_document())
    for place in range(len(hostile_items())):
        for field in package.fields(place).values():
            assert not re.search(r"\[/?(latex|\$|\$\$|sound:|anki:)", field, re.IGNORECASE)
            assert not re.search(r"\{\{c[0-9]", field)


def test_the_note_type_is_never_changed_without_being_newer() -> None:
    """If this fails, raise `MODEL_CHANGED` and change the digest: readers then get the new templates."""
    model = read(document()).model
    shown = json.dumps([model["flds"], model["tmpls"], model["css"]], sort_keys=True)
    assert model["mod"] == MODEL_CHANGED
    assert (MODEL_CHANGED, hashlib.sha256(shown.encode()).hexdigest()[:16]) == DIGEST


DIGEST = (1_767_225_600, "b38076ddc5bd19fa")


def test_a_bank_may_have_cards_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "render" / "anki"
    folder.mkdir(parents=True)
    (folder / "style.css").write_text(".card { color: teal }\n")
    model = read(document(), Settings(templates=(tmp_path,))).model
    assert model["css"] == ".card { color: teal }\n"
    assert "{{Question}}" in model["tmpls"][0]["qfmt"]


def test_a_style_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "render" / "anki"
    folder.mkdir(parents=True)
    (folder / "style.css").write_bytes(b"\xff\xfe")
    with pytest.raises(RenderError, match=r"template 'render/anki/style\.css': cannot be read"):
        read(document(), Settings(templates=(tmp_path,)))


def test_the_same_document_gives_the_same_bytes() -> None:
    assert anki.render(hostile_document(), SETTINGS) == anki.render(hostile_document(), SETTINGS)
    archive = zipfile.ZipFile(io.BytesIO(anki.render(document(), SETTINGS)))
    assert archive.read("collection.anki2")[96:100] == bytes(4), "the version of SQLite here"

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from qbank.errors import InputError
from qbank.model.taxonomy import Answers, QuestionKind
from qbank.render.registry import formats
from qbank.render.text import wording
from qbank.render.text.blocks import read_blocks
from qbank.render.text.document import ExpectedMistake, Part
from qbank.render.text.words import ENGLISH, FOLDER, words_of
from qbank.resources import template_folder
from qbank.sets.answers.numeric_key import key_of
from qbank.yamlio.reader import read_file
from render.hostile import document, item

_IN_TEMPLATES = re.compile(r'\bsay\("((?:[^"\\]|\\.)*)"')
_IN_TYPST = re.compile(r'"(\{count\} points?)"')


def test_a_phrase_is_said_with_its_values() -> None:
    german = words_of("de")
    assert german("of {points}", points=4) == "von 4"
    assert german("a phrase of nobody {x}", x=1) == "a phrase of nobody 1"
    assert ENGLISH("{count} points", count="{count}") == "{count} points"


def test_numbers_have_the_decimal_sign_of_the_language() -> None:
    german = words_of("de")
    assert german.decimal("12,288 × 0.5") == "12.288 × 0,5"
    assert ENGLISH.decimal("12,288 × 0.5") == "12,288 × 0.5"
    key = key_of({"value": "0.5 s", "interval": ["0.48 s", "0.52 s"]})
    assert wording.stated(key, german) == "0,5 s"
    assert wording.within(key, german) == "(zählt: 0,48 s bis 0,52 s)"
    assert wording.points(1.5, german) == "1,5 Punkte"
    assert wording.slip(ExpectedMistake(key, "0.25 s", (), 0.5), 3, german) == "0,25 s (1,5 von 3 Punkten):"


def test_a_german_paper_has_german_numbers_in_its_keys() -> None:
    key = key_of("0.5 s")
    part = Part("a", (), read_blocks("0,5 s"), key, (), 1.5, ())
    made = document(
        item(kind=QuestionKind.NUMERIC, key=key, parts=(part,), points=2.5), answers=Answers.INLINE
    )
    printed = formats()["md"].render(dataclasses.replace(made, words=words_of("de")))
    assert isinstance(printed, bytes)
    text = printed.decode()
    assert "2,5 Punkte" in text
    assert "0,475 s bis 0,525 s" in text
    assert "0.475" not in text


def test_german_knows_all_phrases() -> None:
    """What templates, scripts and code say is in the file, and nothing else is."""
    said: set[str] = set(wording.KINDS.values()) | set(wording.TRACKS.values())
    for path in template_folder().joinpath("render").rglob("*"):
        if path.suffix in {".j2", ".typ", ".js"} and "lab" not in path.parts and "lab-" not in path.name:
            text = path.read_text()
            said |= {phrase.replace('\\"', '"') for phrase in _IN_TEMPLATES.findall(text)}
            said |= set(_IN_TYPST.findall(text))
    phrases = read_file(template_folder() / FOLDER / "de.yaml").data
    assert sorted(said - phrases.keys()) == []


def test_a_bank_adds_a_language_and_changes_words(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir(parents=True)
    (folder / "fr.yaml").write_text("Answer: Réponse\n")
    (folder / "de.yaml").write_text("Answer: Lösungsweg\n")
    assert words_of("fr", [tmp_path])("Answer") == "Réponse"
    german = words_of("de", [tmp_path])
    assert (german("Answer"), german("Check")) == ("Lösungsweg", "Prüfen")


@pytest.mark.parametrize(
    ("language", "content", "message"),
    [
        ("xx", None, "no words for the language 'xx'; there are de, en"),
        ("fr", "Answer: [a]\n", "'Answer' has to be text"),
        ("fr", "Answer: '{x}'\n", r"'Answer' knows no {x}"),
        ("fr", "Answer: 'a\n", r"fr.yaml:\d+:\d+"),
    ],
)
def test_what_is_wrong_with_words_is_told(
    tmp_path: Path, language: str, content: str | None, message: str
) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir(parents=True)
    if content is not None:
        (folder / f"{language}.yaml").write_text(content)
    with pytest.raises(InputError, match=message):
        words_of(language, [tmp_path])

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qbank.errors import InputError
from qbank.render.text import wording
from qbank.render.text.words import ENGLISH, FOLDER, words_of
from qbank.resources import template_folder
from qbank.yamlio.reader import read_file

_IN_TEMPLATES = re.compile(r'\bsay\("((?:[^"\\]|\\.)*)"')
_IN_TYPST = re.compile(r'"(\{count\} points?)"')


def test_a_phrase_is_said_with_its_values() -> None:
    german = words_of("de")
    assert german("of {points}", points=4) == "von 4"
    assert german("a phrase of nobody {x}", x=1) == "a phrase of nobody 1"
    assert ENGLISH("{count} points", count="{count}") == "{count} points"


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

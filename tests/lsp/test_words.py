from __future__ import annotations

from pathlib import Path

from each import each
from qbank.bank.discovery import FileKind
from qbank.lsp.fields import place_at
from qbank.lsp.text import EditorText
from qbank.lsp.words import meaning_at, title_of, words_at
from qbank.model.json_schema import schema_of

QUESTIONS = {"cloud-0001": Path("cloud-0001.yaml")}


def _words(kind: FileKind, marked: str) -> list[str]:
    text = EditorText(marked.replace("|", ""))
    place = place_at(text, marked.index("|"))
    assert place is not None
    return [word.text for word in words_at(kind, place, text.text, QUESTIONS)]


def test_every_closed_list_of_the_format_is_offered() -> None:
    """The schema says which fields take a closed list of words; each is completed with all of it."""
    for kind, schema in ((FileKind.QUESTION, schema_of("question")), (FileKind.SET, schema_of("set"))):
        closed = {name: field["enum"] for name, field in schema["properties"].items() if "enum" in field}
        assert closed
        for name, words in closed.items():
            assert set(_words(kind, f"{name}: |")) == {word for word in words if word is not None}, name


@each(
    "kind, marked, first",
    [
        (FileKind.QUESTION, "competency_area: power\ntopic: |", "power-budgeting"),
        (FileKind.QUESTION, "topic: kv-cache-management\ncompetency_area: |", "memory"),
        (FileKind.QUESTION, "zone: fluency\nlevel: |", "L2"),
        (FileKind.QUESTION, "zone: nonsense\nlevel: |", "L1"),
        (FileKind.SET, "sections:\n- questions: [|", "cloud-0001"),
        (FileKind.LAB, "zone: fluency\nlevel: |", "L2"),
        (FileKind.LAB, "parts:\n- title: P\n  tracks: [|", "cloud"),
    ],
)
def test_what_goes_with_the_file_comes_first(kind: FileKind, marked: str, first: str) -> None:
    assert _words(kind, marked)[0] == first


def test_related_takes_questions_and_topics() -> None:
    words = _words(FileKind.QUESTION, "related: [|")
    assert words[0] == "cloud-0001"
    assert "kv-cache-management" in words
    assert _words(FileKind.QUESTION, "title: |") == []


def test_meanings() -> None:
    place = place_at(EditorText("questions: [cloud-0001@7]"), 15)
    assert place is not None
    word = meaning_at(FileKind.SET, place, QUESTIONS)
    assert word is not None
    assert word.file == QUESTIONS["cloud-0001"]
    place = place_at(EditorText("track: clowd"), 8)
    assert place is not None
    assert meaning_at(FileKind.QUESTION, place, QUESTIONS) is None


def test_titles(tmp_path: Path) -> None:
    file = tmp_path / "cloud-0001.yaml"
    assert title_of(file) == ""
    file.write_text("title: The Cache\nlevel: L4\nzone: analyze\n")
    assert title_of(file) == "The Cache (L4, analyze)"
    file.write_text("title: [no, title]\n")
    assert title_of(file) == ""

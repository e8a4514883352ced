"""The sentences in which a question tells facts."""

from __future__ import annotations

import re

import pytest

from qbank.rules.coherence.factual_text import FactualText, factual_text
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import Document

CUE = re.compile("GPU")


def _told(text: str, **more: object) -> FactualText:
    details = {"realistic_solution": text, "common_mistake": "A GPU that nobody has."}
    return factual_text(QuestionFile(Document(None, "", {"title": "GPU", "details": details, **more})))


def test_sentences_and_items_of_lists_with_a_cue_each_once() -> None:
    text = "No cue. A GPU, e.g. one GPU of 2.5 TB. Next!\n- A GPU here\n- none\n\nThe GPU\ngoes on."
    found = [sentence.text.strip() for sentence in _told(text).sentences(CUE)]
    assert found == ["A GPU, e.g. one GPU of 2.5 TB.", "- A GPU here", "The GPU\ngoes on."]


def test_the_place_of_a_sentence() -> None:
    text = "It has 3 GB. The GPU has 80 GB. It has 4 GB."
    found = _told(text)
    [sentence] = found.sentences(CUE)
    assert text[sentence.start : sentence.end] == sentence.text
    assert found.sentence(sentence.path, text, text.index("80")) == sentence


def test_titles_and_mistakes_tell_nothing() -> None:
    assert [path for path, _ in _told("x").fields] == [("details", "realistic_solution")]
    assert _told("Fine.").has("fine")
    assert not _told("Fine.").has("nobody", "gpu")


@pytest.mark.parametrize(
    "text",
    [
        "Does it fit on the GPU?",
        "It cannot fit on the GPU.",
        "It can't fit on the GPU.",
        "It can’t fit on the GPU.",
        "Somebody claimed that it fits on the GPU.",
        "If it fits on the GPU, all is well.",
    ],
)
def test_questions_denials_and_suppositions_assert_nothing(text: str) -> None:
    [sentence] = _told(text).sentences(CUE)
    assert not sentence.asserts()


def test_a_plain_sentence_asserts() -> None:
    [sentence] = _told("It must fit on the GPU.").sentences(CUE)
    assert not sentence.asserts()
    assert sentence.asserts(besides=frozenset(["must"]))
    [sentence] = _told("It fits on the GPU.").sentences(CUE)
    assert sentence.asserts()

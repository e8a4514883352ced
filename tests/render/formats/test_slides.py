from __future__ import annotations

import dataclasses
import re

import yaml

from qbank.model.taxonomy import Answers
from qbank.render.registry import formats
from render.hostile import document


def slides(answers: Answers) -> dict[str, str]:
    output = formats()["slides"].render(dataclasses.replace(document(), answers=answers))
    assert isinstance(output, dict)
    return {name: content.decode() for name, content in output.items() if name.endswith(".qmd")}


def kinds(deck: str) -> list[str]:
    """Return what slides there are of the first question, in their order."""
    return re.findall(r"^## .* \{#(.*)-cloud-0001\}$", deck, re.MULTILINE)


def test_the_answer_is_on_slides_behind_its_question() -> None:
    [(name, deck)] = slides(Answers.COLLAPSED).items()
    assert name == "week-3-slides.qmd"
    matter = yaml.safe_load(deck.split("---\n")[1])
    assert matter["format"]["revealjs"]["slide-level"] == 2
    assert matter["execute"] == {"enabled": False}
    assert kinds(deck) == ["sec", "hint", "answer", "napkin", "slips"]
    question, answer = deck.split("{#answer-cloud-0001}")[0], deck.split("{#answer-cloud-0001}")[1]
    assert "![The cache over the batch](figures/cache.svg)" in question
    assert answer.split("## ")[0].startswith("\n\nThe weights take **14 GB**")
    assert "14 GB" not in question.split("## ")[1]
    assert "::: {.notes}\ncloud-0001 · " in answer


def test_they_can_be_left_out_or_be_a_deck_of_their_own() -> None:
    assert kinds(slides(Answers.NONE)["week-3-slides.qmd"]) == ["sec"]
    apart = slides(Answers.KEY)
    assert kinds(apart["week-3-slides.qmd"]) == ["sec"]
    assert kinds(apart["week-3-key-slides.qmd"]) == ["answer", "napkin", "slips"]

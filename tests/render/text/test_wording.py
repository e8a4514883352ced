from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from each import each
from qbank.render.text import wording
from qbank.sets.answers.numeric_key import NumericKey
from render.hostile import document, item


@each("value, said", [(1.0, "1 point"), (2.5, "2.5 points"), (0.1 + 0.2, "0.3 points")])
def test_points(value: float, said: str) -> None:
    assert wording.points(value) == said


def test_letters() -> None:
    assert [wording.letter(place) for place in (0, 25, 26, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]


def test_what_stands_under_a_title() -> None:
    assert wording.about_item(item()) == [
        "Cloud", "L3", "KV cache management", "open question", "★★☆☆", "5 points", "10 minutes",
    ]  # fmt: skip
    assert wording.about_item(item(stars=None, points=None, minutes=None)) == [
        "Cloud", "L3", "KV cache management", "open question",
    ]  # fmt: skip
    assert wording.about_document(document(item(points=None), version="B", minutes=1)) == [
        "Quiz", "Version B", "1 question", "1 minute",
    ]  # fmt: skip


def key(unit: str, digits: int | None) -> NumericKey:
    return NumericKey(Fraction(1), Fraction(3), Fraction(2), unit, digits)


def test_how_a_number_is_asked_for() -> None:
    assert wording.asked(key("GB", 2)) == "Answer in GB to 2 significant figures."
    assert wording.asked(key("", 1)) == "Answer to 1 significant figure."
    assert wording.asked(key("", None)) == ""
    assert wording.accepted(key("$/h", None)) == "$1/h to $3/h"
    exact = replace(key("$/h", None), low=Fraction(2), high=Fraction(2))
    assert wording.within(exact) == "(accepted: exactly $2/h)"

from __future__ import annotations

import time

from each import each
from qbank.survey.differences import Kind, differences, gravest
from qbank.yamlio.reader import read_bytes

BASE = """\
id: cloud-0001
level: L2
title: Pears
scenario: Ten pears weigh 2 kg - or so.
tags: [a, b]
validated: true
details:
  napkin_math: 10 * 0.2 kg = 2 kg
  options: [1 kg, 2 kg]
  correct_index: 1
"""


def found(before: str, after: str) -> list[tuple[str, str]]:
    both = [read_bytes(text.encode()) for text in (before, after)]
    return [(one.field, one.kind.value) for one in differences(*both)]


@each(
    "old, new, told",
    [
        ("level: L2", "level: L3", [("level", "structural")]),
        ("tags: [a, b]", "tags: [a]", [("tags", "structural")]),
        ("tags: [a, b]", "tags: [a, c]", [("tags[1]", "structural")]),
        ("tags: [a, b]\n", "", [("tags", "structural")]),
        ("level: L2", "level: L2\nhints: [x]", [("hints", "semantic")]),
        ("validated: true", "validated: 1", [("validated", "structural")]),
        ("correct_index: 1", "correct_index: 0", [("details.correct_index", "semantic")]),
        ("correct_index: 1", "correct_index: 1.0", [("", "cosmetic")]),
        ("[1 kg, 2 kg]", "[1 kg, 3 kg]", [("details.options[1]", "semantic")]),
        ("= 2 kg", "= 2 Kg", [("details.napkin_math", "semantic")]),
        ("2 kg - or so", "2 kg – or\n  so", [("scenario", "cosmetic")]),
        ("id: cloud-0001", "# note\nid: 'cloud-0001'", [("", "cosmetic")]),
        ("level: L2\ntitle: Pears", "title: Pears\nlevel: L2", [("", "cosmetic")]),
        ("level: L2", "level: L2", []),
    ],
)
def test_kinds(old: str, new: str, told: list[tuple[str, str]]) -> None:
    assert found(BASE, BASE.replace(old, new)) == told


def test_squares_are_not_twos() -> None:
    assert found(BASE.replace("Ten", "10²"), BASE.replace("Ten", "102")) == [("scenario", "semantic")]


def test_the_gravest_comes_first() -> None:
    after = BASE.replace("L2", "L3").replace("Pears", "Plums").replace(" - ", " — ")
    both = [read_bytes(text.encode()) for text in (BASE, after)]
    told = differences(*both)
    assert [one.kind for one in told] == [Kind.SEMANTIC, Kind.STRUCTURAL, Kind.COSMETIC]
    assert gravest(told) is Kind.SEMANTIC
    assert gravest([]) is Kind.COSMETIC


def test_words_that_changed() -> None:
    words = "one two three four five six seven eight nine ten eleven twelve thirteen"
    after = words.replace("five", "FIVE 5").replace("twelve ", "")
    both = [read_bytes(f"title: {text}\n".encode()) for text in (words, after)]
    [told] = differences(*both)
    first, second = told.hunks
    assert (first.lead, first.before, first.after, first.tail) == (
        "one two three four",
        "five",
        "FIVE 5",
        "six seven eight nine",
    )
    assert (second.before, second.after, second.tail) == ("twelve", "", "thirteen")


def test_a_hostile_text_costs_little() -> None:
    before = "x " + " ".join(f"x y{number}" for number in range(60_000))
    after = "z " + " ".join(f"x z{number}" for number in range(60_000))
    start = time.process_time()
    [told] = differences(*(read_bytes(f"title: {text}\n".encode()) for text in (before, after)))
    assert told.hunks == ()
    assert time.process_time() - start < 5

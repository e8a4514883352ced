from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qbank.sets.answers.option_order import letter, refers_to_positions
from qbank.sets.bank_questions import BankQuestion
from qbank.sets.loading import AssembledSet, ChosenQuestion, QuestionGroup
from qbank.sets.ordering import variants_of, version_names
from qbank.sets.variants.make import make_variant
from qbank.sets.variants.variant import Variant

Question = dict[str, Any]
OPTIONS = ["7 GB", "14 GB", "28 GB", "56 GB"]


@pytest.fixture
def choice(data: Question) -> Callable[..., Question]:
    """Make a question without parameters whose second option is right."""

    def choice(options: list[str] = OPTIONS, **fields: Any) -> Question:
        kept = {
            name: value
            for name, value in data.items()
            if name not in {"answer", "parameters", "derived", "mistakes"}
        }
        details = {"realistic_solution": "It says so.", "options": options, "correct_index": 1}
        texts = {"scenario": "A team serves a model from one GPU.", "kind": "choice", "details": details}
        return copy.deepcopy(kept | texts | fields)

    return choice


def versions(question: Question, count: int = 4, **fields: Any) -> list[Variant]:
    chosen = ChosenQuestion(BankQuestion(question["id"], Path("x.yaml"), question))
    sheet = AssembledSet(
        **({"identifier": "x", "title": "X", "kind": "exam", "intro": "", "shuffle": True} | fields),
        groups=(QuestionGroup("", (chosen,)),),
    )
    return [found for name in version_names(count) for _, [found] in variants_of(sheet, name)]


def right(variant: Variant) -> int:
    [place] = (place for place, option in enumerate(variant.options) if option.correct)
    return place


def letters(variant: Variant) -> str:
    return "".join(option.identifier for option in variant.options)


def test_letters() -> None:
    assert [letter(place) for place in (0, 25, 26, 51, 52, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "AZ",
        "BA",
        "ZZ",
        "AAA",
    ]


def test_the_right_option_stands_elsewhere_in_each_version(choice: Callable[..., Question]) -> None:
    made = versions(choice())
    assert sorted(map(right, made)) == [0, 1, 2, 3]
    assert len({letters(variant) for variant in made}) == 4
    for variant in made:
        assert sorted(letters(variant)) == list("abcd")
        for option in variant.options:
            assert option.text == OPTIONS["abcd".index(option.identifier)]
            assert option.correct == (option.identifier == "b")
        assert variant.reference == "cloud-0001"


def test_the_order_depends_on_the_seed_alone(choice: Callable[..., Question]) -> None:
    once, again = (list(map(letters, versions(choice(), seed=5))) for _ in range(2))
    assert once == again
    orders = {tuple(map(letters, versions(choice(), seed=seed))) for seed in range(20)}
    assert len(orders) > 15
    assert {right(versions(choice(), 1, seed=seed)[0]) for seed in range(40)} == {0, 1, 2, 3}


def test_made_options_differ_too(data: Question) -> None:
    made = versions(data | {"kind": "choice"}, 3)
    assert {right(variant) for variant in made} == {0, 1, 2}
    assert len({variant.reference for variant in made}) == 3


def test_the_order_of_the_file_stays_without_shuffling(choice: Callable[..., Question]) -> None:
    assert [letters(variant) for variant in versions(choice(), shuffle=False)] == ["abcd"] * 4
    assert letters(make_variant(choice())) == "abcd"


@pytest.mark.parametrize(
    "last",
    [
        "None of the above",
        "all of these",
        "Both A and C",
        "A or B",
        "Neither of the others",
        "None of the two",
        "Both of them",
        "Option A, twice",
    ],
)
def test_options_that_speak_of_others_stay_where_they_are(choice: Callable[..., Question], last: str) -> None:
    assert [letters(one) for one in versions(choice([*OPTIONS[:3], last]))] == ["abcd"] * 4


@pytest.mark.parametrize(
    "told",
    [
        "Option B counts two bytes.",
        "Here B is right.",
        "Answers A and C forget it.",
        "**A.** There it grows.",
        "It grows.\n\n**B** is right.",
        "A, because there it grows.",
        "The answer is A.",
        "The correct answer is (B), for it grows.",
        "Answer: **C**",
        "(A) grows with the batch.",
        "It grows; (B) does not.",
        "It grows. B and C forget that.",
        "So neither A nor D fits.",
    ],
)
def test_a_solution_that_names_letters_keeps_the_order(choice: Callable[..., Question], told: str) -> None:
    question = choice()
    question["details"]["realistic_solution"] = told
    assert refers_to_positions(make_variant(question))
    assert [letters(one) for one in versions(question)] == ["abcd"] * 4


@pytest.mark.parametrize(
    "told",
    [
        "An A100 is right.",
        "Options are many.",
        "None of the layers fit.",
        "Answer: 14 GB",
        "A model of 7B fits. A is no unit.",
        "The answer is A 7B model in FP16.",
        "Plan B is wrong, and vitamin B is right.",
        "It multiplies the matrices A and B.",
        "Each class C and D instance has a batch size (B) of 8.",
        "It is written in C and C++.",
        "14 B and 7 B",
        "**Answer:** A100s hold it.",
    ],
)
def test_other_texts_do_not(choice: Callable[..., Question], told: str) -> None:
    question = choice([*OPTIONS[:3], "An A100 or B200"])
    question["details"]["realistic_solution"] = told
    assert not refers_to_positions(make_variant(question))

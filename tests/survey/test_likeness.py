from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from each import each
from qbank.survey import likeness
from qbank.survey.index_file import open_index
from qbank.survey.likeness import Compared, TooManyError, alike, compared

if TYPE_CHECKING:
    from tests.conftest import Bank

SERVER = (
    "A team serves a language model of seven billion parameters on one card, and keeps the cache of keys and "
    "values in half precision. At the tenth user the server runs out of memory and stops."
)
ROBOT = "A robot in a warehouse plans its path with a small network that runs on a battery for eight hours."


def question(number: int, scenario: str, asked: str = "How much memory is left for the cache?") -> Compared:
    return Compared(f"cloud-{number:04}", f"questions/{number}.yaml", f"Title {number}", scenario, asked)


def ids(*questions: Compared, threshold: float = likeness.THRESHOLD, only: tuple[str, ...] = ()) -> list[str]:
    found = alike(sorted(questions, key=lambda one: one.id), threshold, only)
    return [f"{pair.first.id[-1]}{pair.second.id[-1]}" for pair in found]


def test_near_duplicates_are_found_and_others_are_not() -> None:
    edited = SERVER.replace("seven", "eight").replace("card", "GPU").replace("team", "group")
    assert ids(question(1, SERVER), question(2, ROBOT), question(3, edited)) == ["13"]


def test_case_signs_and_line_ends_do_not_count() -> None:
    other = SERVER.upper().replace(" ", "\n").replace(".", "!")
    [pair] = alike([question(1, SERVER), question(2, other)])
    assert pair.likeness == 1
    assert pair.parts["scenario"] == 1


def test_another_question_about_the_same_scenario_is_less_alike() -> None:
    other = question(2, SERVER, "What would a cache in eight bits change about the time to the first token?")
    assert ids(question(1, SERVER), other) == []
    [pair] = alike([question(1, SERVER), other], 0.5)
    assert pair.parts["scenario"] == 1 > pair.likeness > pair.parts["question"]


@each("every", [20, 12, 10])
def test_words_changed_all_over_the_text(every: int) -> None:
    words = f"{SERVER} {ROBOT}".split()
    changed = [word if at % every else "other" for at, word in enumerate(words)]
    assert ids(question(1, " ".join(words)), question(2, " ".join(changed))) == ["12"]


def test_the_most_alike_come_first() -> None:
    near, far = (
        SERVER.replace("seven", "nine"),
        SERVER.replace("seven", "nine").replace("tenth user", "visit"),
    )
    assert ids(question(1, SERVER), question(2, far), question(3, near)) == ["13", "23", "12"]


def test_copies_are_paired_with_the_first_of_them() -> None:
    assert ids(*(question(number, SERVER) for number in range(1, 6))) == ["12", "13", "14", "15"]


def test_only_some_questions() -> None:
    near = SERVER.replace("seven", "nine")
    three = (question(1, SERVER), question(2, near), question(3, SERVER.replace("seven", "ten")))
    assert set(ids(*three)) == {"12", "13", "23"}
    assert set(ids(*three, only=("cloud-0003",))) == {"13", "23"}


def test_short_and_empty_texts() -> None:
    assert ids(question(1, "", ""), question(2, "", ""), question(3, "One", ""), question(4, "one", "")) == [
        "34"
    ]


def test_too_many_pairs_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(likeness, "MOST_COMPARED", 3)
    with pytest.raises(TooManyError):
        alike([question(number, f"{SERVER} {number}") for number in range(1, 9)])


def test_a_long_text_is_compared_in_part() -> None:
    text = " ".join(f"word{number}" for number in range(100_000))
    assert ids(question(1, text), question(2, f"{text} more")) == ["12"]


def test_questions_of_a_bank_that_are_in_use(bank: Bank) -> None:
    bank.add("cloud-0002")
    bank.add("cloud-0001", "parts: [{prompt: What of (a)?}]\nquestion: What then?\n")
    bank.add("cloud-0003", "status: archived\n")
    with open_index(bank.root) as index:
        found = compared(index)
    assert [one.id for one in found] == ["cloud-0001", "cloud-0002"]
    assert found[0].question == "What then?\nWhat of (a)?"


def draft(number: int, title: str, scenario: str = "", asked: str = "") -> Compared:
    unwritten = (
        f"TODO: the situation of cloud-{number:04} in plain text, with every number that the answer needs."
    )
    return Compared(
        f"cloud-{number:04}", f"questions/{number}.yaml", title, f"{scenario}\n\n{unwritten}".strip(), asked
    )


def test_what_is_still_to_be_written_is_the_same_in_no_two_drafts() -> None:
    first = draft(1, "Which search expands the node that is closest to the goal?")
    other = draft(2, "What does a branch of a repository point to?")
    again = draft(3, "Which search expands the node that is the closest to the goal?")
    assert ids(first, other, again) == ["13"]
    assert ids(draft(4, "", "Dogs are insects."), draft(5, "", "I am wearing a black hat.")) == []
    assert (
        ids(draft(6, "6", asked="Which is 8 / 2?"), draft(7, "7", asked="Who invented the transistor?")) == []
    )


def test_a_title_that_asks_is_told_apart() -> None:
    code = "```python\nprices = {'apple': 1.25, 'pear': 2.0}\nprint(prices['apple'])\n```"
    changed = Compared("cloud-0001", "1.yaml", "How is the price of the apple changed to 1.5?", code, "")
    names = Compared("cloud-0002", "2.yaml", "Which call returns all of the keys at once?", code, "")
    assert ids(changed, names) == []

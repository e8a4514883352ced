from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest
from msgspec.structs import replace

from each import each
from qbank.rules.core.summary import Summary
from qbank.rules.prose.options import KeyPosition, _by_size, _chance
from qbank.yamlio.reader import read_bytes
from rules.rule_examples import laid_over

WHERE = "questions/cloud/memory/cloud-00{:02}.yaml"
SET = "questions/sets/quiz.yaml"


def _questions(keys: list[int], extra: str = "", count: int = 4) -> dict[str, str]:
    files = {}
    for number, key in enumerate(keys):
        path = WHERE.format(number)
        options = ", ".join(f"thing {letter}" for letter in "pqrstuvw"[:count])
        snippet = f"scenario: Of what does number {number} have too much?\n{extra}"
        snippet += f"details:\n  options: [{options}]\n  correct_index: {key}\n"
        files[path] = laid_over(snippet, path)
    return files


def _reported(audit: Any, files: dict[str, str], code: str = "QB561") -> list[Any]:
    return list(audit(files, rules=[code]).of(code))


@each(
    "keys, letters",
    [
        ([2] * 4, set()),
        ([2] * 5, {"C"}),
        ([0] * 5, {"A"}),
        ([2] * 6 + [0, 1], set()),
        ([2] * 7 + [0], {"C"}),
        ([0, 1, 2, 3] * 20, set()),
        ([1] * 20 + [2] * 20, {"B", "C"}),
        ([0, 1, 2, 3] * 8 + [1] * 6, set()),
    ],
)
def test_key_positions(audit: Any, keys: list[int], letters: set[str]) -> None:
    found = _reported(audit, _questions(keys))
    assert {finding.message.partition(" is ")[2][0] for finding in found} == letters
    for finding in found:
        assert finding.message.endswith("more often than chance would have it in the bank")


def test_the_chance_is_that_of_coins() -> None:
    for count, right in [(21, 13), (5, 5), (5, 0), (40, 11)]:
        exact = sum(Fraction(comb(count, n) * 3 ** (count - n), 4**count) for n in range(right, count + 1))
        assert _chance(count, right, 0.25) == pytest.approx(float(exact))


def test_a_little_more_than_chance_is_none_however_many_there_are() -> None:
    keys = [0] * 2_700 + [1] * 2_400 + [2] * 2_450 + [3] * 2_450
    assert _chance(10_000, 2_700, 0.25) < KeyPosition.MOST_CHANCE
    assert list(_favoured([(4, key) for key in keys])) == []
    assert list(_favoured([(4, key) for key in (*keys, *[0] * 2_000)])) == [0]
    # With more options in some of them, each place is right less often by chance.
    assert list(_favoured([(4, 2)] * 3 + [(8, 2)] * 2)) == [2]


def _favoured(choices: list[tuple[int, int]]) -> Any:
    empty = Summary("", None, None, None, None, None, None, None)
    return KeyPosition()._favoured([replace(empty, choice=choice) for choice in choices])


def test_two_options_and_retired_questions_do_not_count(audit: Any) -> None:
    assert _reported(audit, _questions([1] * 12, count=2)) == []
    assert _reported(audit, _questions([1] * 12, "status: archived\n")) == []


def test_a_set_is_looked_at_by_itself(audit: Any) -> None:
    files = _questions([2] * 5 + [0, 1, 3] * 5)
    assert _reported(audit, files) == []
    listed = ", ".join(f"cloud-00{number:02}" for number in range(5))
    files[SET] = f"title: Caches\nkind: quiz\nquestions: [{listed}]\n"
    found = _reported(audit, files)
    assert 1 < len(found) <= 5
    assert found[0].message.endswith(" in questions/sets/quiz.yaml")


def test_about_a_part_of_a_bank_nothing_is_said(audit: Any) -> None:
    assert audit(_questions([2] * 9), rules=["QB561"], complete=False).of("QB561") == []


@each(
    "change",
    [
        ("thing s]", "none of the above]"),
        ("title: Growth", "hints: ['Not option B.']\ntitle: Growth"),
        ("correct_index: 2", "correct_index: 2  # C"),
        ("correct_index: 2", "correct_index: 0x2"),
        ("[thing p, thing q, thing r, thing s]", "[1 GB, 2 GB, 3 GB, 4 GB]"),
        ("[thing p, thing q, thing r, thing s]", "['A) x', 'B) y', 'C) z', 'D) w']"),
        ("thing s]", "thing s]  # wrong"),
    ],
)
def test_an_order_that_means_something_is_not_changed(audit: Any, change: tuple[str, str]) -> None:
    files = {path: text.replace(*change) for path, text in _questions([2] * 8).items()}
    found = _reported(audit, files)
    assert found
    assert [finding.fix for finding in found] == [None] * len(found)


MISTAKES = "mistakes:\n- {text: Reads p., option: 0}\n- text: Reads s.\n  option: 3\n- text: Reads q.\n"


def test_mistakes_lead_to_the_same_options_in_another_order(audit: Any) -> None:
    """What is said of an option is said of its text, wherever it stands."""
    files = _questions([2] * 8, MISTAKES)
    audited = audit(files, rules=["QB561"])
    orders = set()
    for path in files:
        data = read_bytes(audited.fixed("QB561", path).encode()).data
        options = data["details"]["options"]
        assert options[data["details"]["correct_index"]] == "thing r"
        first, second, third = data["mistakes"]
        assert (options[first["option"]], options[second["option"]]) == ("thing p", "thing s")
        assert third == {"text": "Reads q."}
        orders.add(tuple(options))
    assert len(orders) > 1


@each(
    "change",
    [("option: 3", "option: 3  # S"), ("option: 3", "option: 0x3"), ("option: 3", "option: 9"),
     ("Reads q.", "See option B.")],
)  # fmt: skip
def test_options_stay_where_a_mistake_may_lose_its_own(audit: Any, change: tuple[str, str]) -> None:
    files = _questions([2] * 8, MISTAKES.replace(*change))
    found = _reported(audit, files)
    assert found
    assert [finding.fix for finding in found] == [None] * len(found)


def test_a_mistake_that_names_an_option_by_letter(audit: Any) -> None:
    path = WHERE.format(0)
    snippet = "details:\n  options: [x, y]\n  correct_index: 0\n"
    snippet += "mistakes:\n- {text: Option B counts bits., option: 1}\n"
    (finding,) = audit({path: laid_over(snippet, path)}, rules=["QB564"]).of("QB564")
    assert finding.field == "mistakes[0].text"


@each(
    "mistakes, told",
    [
        ("- text: a\n- text: b\n", True),
        ("- text: a\n", False),
        ("- text: a\n- text: b\n- text: c\n", False),
        ("- {text: a, option: 0}\n- text: b\n", False),
        ("- {text: a, expression: 7 GB}\n- text: b\n", False),
        ("- a\n- b\n", False),
    ],
)
def test_mistakes_that_seem_to_belong_to_options(audit: Any, mistakes: str, told: bool) -> None:
    path = WHERE.format(0)
    snippet = f"details:\n  options: [x, y, z]\n  correct_index: 1\nmistakes:\n{mistakes}"
    assert bool(audit({path: laid_over(snippet, path)}, rules=["QB566"]).of("QB566")) is told


def test_the_order_does_not_depend_on_the_order_it_was(audit: Any) -> None:
    """Fixed from two different orders, the same question is the same."""
    texts = []
    for options in ("[p1, q1, r1, s1, t1]", "[t1, p1, r1, q1, s1]"):
        files = _questions([2] * 8)
        path = WHERE.format(0)
        files[path] = files[path].replace("[thing p, thing q, thing r, thing s]", options)
        audited = audit(files, rules=["QB561"])
        texts.append(audited.fixed("QB561", path))
    first, second = (read_bytes(text.encode()).data["details"]["options"] for text in texts)
    assert first == second


@each(
    "options, ordered",
    [
        (["1 GB", "2 GB", "3 GB"], True),
        (["900 MB", "1 GB", "1.5 GB"], True),
        (["~300 ms: it waits", "~20 ms: it does not", "~1 ms"], True),
        (["1 GB", "3 GB", "2 GB"], False),
        (["1 GB", "2 ms", "3 GB"], False),
        (["The 8 GB", "The 16 GB", "The 32 GB"], True),
        (["It takes all of 8 GB", "It takes all of 9 GB", "no"], False),
        (["yes", "no", "maybe"], False),
    ],
)
def test_options_in_the_order_of_their_sizes(options: list[str], ordered: bool) -> None:
    assert _by_size(options) is ordered


def _found(audit: Any, code: str, options: list[str], key: int = 0, **details: str) -> list[str]:
    path = WHERE.format(1)
    listed = "".join(f"  - {option!r}\n" for option in options)
    more = "".join(f"  {name}: {text!r}\n" for name, text in details.items())
    text = laid_over(f"details:\n  options:\n{listed}  correct_index: {key}\n{more}", path)
    audited = audit({path: text}, rules=[code])
    return [audited.underlined(finding).strip("'") for finding in audited.of(code)]


@each(
    "option, found",
    [
        ("All of the above", True),
        ("none of the above.", True),
        ("None of these", True),
        ("Neither of the other options", True),
        ("A and C", True),
        ("Only A, B, and D.", True),
        ("Both (A) and (B) are correct", True),
        ("All of these caches together", False),
        ("None of the memory is used", False),
        ("GPU A and GPU B", False),
        ("A and B trees", False),
        ("Both", False),
        ("It holds all of the above", False),
    ],
)
def test_options_about_options(audit: Any, option: str, found: bool) -> None:
    assert bool(_found(audit, "QB563", ["A cache", option])) is found


@each(
    "text, marked",
    [
        ("So option C counts twice.", ["option C"]),
        ("B is wrong, for it counts twice.", ["B is wrong"]),
        ("The right answer (B) counts once.", ["answer (B"]),
        ("Plan A is dearer than plan B.", []),
        ("An A/B test tells.", []),
    ],
)
def test_letters_in_explanations(audit: Any, text: str, marked: list[str]) -> None:
    assert _found(audit, "QB564", ["x", "y"], realistic_solution=text) == marked


@each(
    "options, marked",
    [
        (["A) x", "B) y"], ["A) "]),
        (["(a) x", "(b) y"], ["(a) "]),
        (["1. x", "2. y"], ["1. "]),
        (["A) x", "C) y"], []),
        (["A) x", "y"], []),
        (["1.5 GB", "2.5 GB"], []),
        (["A: x", "B: y"], ["A: "]),
    ],
)
def test_letters_of_their_own(audit: Any, options: list[str], marked: list[str]) -> None:
    assert _found(audit, "QB565", options) == marked


@each("right, wrong, found", [(90, 50, True), (89, 50, False), (80, 60, False)])
def test_longest_is_right(audit: Any, right: int, wrong: int, found: bool) -> None:
    options = ["x" * right, "y" * wrong, "z"]
    assert bool(_found(audit, "QB562", options)) is found
    assert _found(audit, "QB562", options, key=1) == []


@each("options", ["7", "[]", "[x]", "[x, {a: b}]", "[[x], y]", "null", "[1, 2]"])
@each("key", ["0", "-1", "9", "true", "x", "[0]"])
def test_whatever_stands_there(audit: Any, options: str, key: str) -> None:
    path = WHERE.format(1)
    text = laid_over(f"details:\n  options: {options}\n  correct_index: {key}\n", path)
    assert not [finding for finding in audit({path: text}).findings if finding.code.startswith("QB56")]

"""The words and brackets around operands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from each import each
from qbank.napkin.lexing.tokens import CLOSE, OPEN, tokenize
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.parsing.phrases import Phrases


def parser(text: str) -> Parser:
    """A parser of what is put behind a relation, where everything is read."""
    return Parser(tokenize(f"= {text}"))


@each(
    "text, passed",
    [
        ("layers × 2", "layers"),
        ("big GPUs of it × 2", ""),  # "of it" is no noun
        ("(K,V) × 2", "( K , V )"),
        ("(Micro-Batch) layers + 3", "( Micro-Batch ) layers"),
        ("layers (each) then", "layers ( each )"),
        ("layers then 3", ""),
        ("a b c d e f × 2", "a b c d e f"),
        ("a b c d e f g × 2", ""),
        ("nodes @ $3k", "nodes"),
        ("nodes @ 3", ""),
        ("× 2", ""),
        ("layers", "layers"),
    ],
)
def test_what_is_passed_over_behind_an_operand(text: str, passed: str) -> None:
    reader = parser(text)
    place = reader.behind(1, len(reader.tokens))
    assert " ".join(reader.texts[1:place]) == passed


@each(
    "text, nouns",
    [
        ("camera 0.3 W", "camera"),
        ("sort/merge (4 ms)", "sort / merge"),
        ("RTT / 2", "RTT"),
        ("the big one (4 ms)", "the big one"),
        ("time to load (4 ms)", "time"),
        ("7 GB", ""),
    ],
)
def test_nouns_in_front_of_a_value(text: str, nouns: str) -> None:
    reader = parser(text)
    assert " ".join(reader.texts[1 : reader.behind_nouns(1, len(reader.tokens))]) == nouns


def test_a_label_goes_on_to_its_bracket() -> None:
    reader = parser("time to load it (4 ms)")
    assert reader.texts[reader.behind_label(1, 2, len(reader.tokens))] == "("
    assert reader.behind_label(1, 2, 3) == 3


@each(
    "text, holds",
    [("(3 ms)", True), ("(K)", False), ("(< 3 ms)", True), ("(so a = 3)", False), ("(3", False)],
)
def test_brackets_that_hold_a_value(text: str, holds: bool) -> None:
    assert parser(text).has_number(1) == holds


# -- brackets ------------------------------------------------------------------------------------------------


def matched(text: str) -> dict[int, tuple[int, int, bool, bool]]:
    return {at: astuple(bracket) for at, bracket in Phrases(tokenize(text)).brackets.items()}


def test_which_brackets_belong_together() -> None:
    cases: list[tuple[str, dict[int, tuple[int, int, bool, bool]]]] = [
        ("a = 3", {}),
        ("a = (3 + 4)", {2: (6, 1, True, False)}),
        ("a = (words)", {2: (4, 1, False, False)}),
        ("a (= 3)", {1: (4, 1, True, True)}),
        ("a = (3 + [4, (b)])", {2: (12, 3, True, False), 5: (11, 2, True, False), 8: (10, 1, False, False)}),
        ("a = (3 + 4", {}),
        ("a = 3 + 4)", {}),
        ("a = (3 + [4)", {}),
        ("a = (3\n+ 4)", {}),  # a bracket never closed does not swallow the next line
        ("a = ⌊3⌋ + ⌈4⌉", {2: (4, 1, True, False), 6: (8, 1, True, False)}),
    ]
    differing = [(text, found) for text, expected in cases if (found := matched(text)) != expected]
    assert differing == []


@given(data=st.data())
def test_pairs_nest(notation: st.SearchStrategy[str], data: st.DataObject) -> None:
    tokens = tokenize(data.draw(notation))
    pairs = [(at, bracket.close) for at, bracket in Phrases(tokens).brackets.items()]
    for at, close in pairs:
        assert (tokens.kinds[at], tokens.kinds[close]) == (OPEN, CLOSE)
        assert not any(at < other < close < end for other, end in pairs)

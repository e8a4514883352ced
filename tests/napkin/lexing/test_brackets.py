from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qbank.napkin.lexing.brackets import match_brackets
from qbank.napkin.lexing.tokens import CLOSE, OPEN, tokenize


def matched(text: str) -> dict[int, tuple[int, int, bool, bool]]:
    tokens = tokenize(text)
    return {at: tuple(bracket) for at, bracket in match_brackets(tokens, tokens.shape()).items()}  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
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
    ],
)
def test_which_belong_together(text: str, expected: dict[int, tuple[int, int, bool, bool]]) -> None:
    assert matched(text) == expected


@given(data=st.data())
def test_pairs_nest(notation: st.SearchStrategy[str], data: st.DataObject) -> None:
    tokens = tokenize(data.draw(notation))
    pairs = [(at, bracket.close) for at, bracket in match_brackets(tokens, tokens.shape()).items()]
    for at, close in pairs:
        assert (tokens.kinds[at], tokens.kinds[close]) == (OPEN, CLOSE)
        assert not any(at < other < close < end for other, end in pairs)

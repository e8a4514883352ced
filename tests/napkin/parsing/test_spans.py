from __future__ import annotations

from each import each
from qbank.napkin.lexing.tokens import tokenize
from qbank.napkin.limits import MAX_CLAUSE_TOKENS, MAX_DEPTH
from qbank.napkin.parsing.grammar import Parser
from qbank.napkin.parsing.spans import Clause, clauses


def found(text: str) -> list[list[str]]:
    """Every clause as the source text of its segments, in their order."""
    tokens = tokenize(text)
    return [
        [
            text[tokens.starts[start] : tokens.ends[end - 1]] if start < end else ""
            for start, end in segments(clause)
        ]
        for clause in clauses(Parser(tokens))
        if isinstance(clause, Clause)
    ]


def segments(clause: Clause) -> list[tuple[int, int]]:
    sides = [clause.sides(place) for place in range(len(clause.relations))]
    assert [behind for _, behind in sides[:-1]] == [before for before, _ in sides[1:]]
    return [sides[0][0], *(behind for _, behind in sides)]


@each(
    "text, expected",
    [
        ("2 + 3 = 5", [["2 + 3", "5"]]),
        ("a = b = 2 < 3", [["a", "b", "2", "3"]]),
        ("2 = 2. 3 = 3", [["2", "2"], ["3", "3"]]),
        (
            "2 = 2; 3 = 3, 4 = 4: 5 | 6 = 6! 7 = 7",
            [["2", "2"], ["3", "3"], ["4", "4"], ["6", "6"], ["7", "7"]],
        ),
        ("2 = 2\n- 3 = 3\r\n4 = 4", [["2", "2"], ["3", "3"], ["4", "4"]]),
        ("no relation, none here; (nor here)", []),
        ("x: 2 = 2", [["2", "2"]]),
        ("= 2", [["", "2"]]),
        ("2 =", [["2", ""]]),
        # brackets are clauses of their own, and hide their commas and relations
        ("max(2, 3) = 3", [["max(2, 3)", "3"]]),
        ("2 (a = b) * 3 = 6", [["a", "b"], ["2 (a = b) * 3", "6"]]),
        ("(2 = 2, 3 = 3)", [["2", "2"], ["3", "3"]]),
        ("((2 = 2) = 3) = 4", [["2", "2"], ["(2 = 2)", "3"], ["((2 = 2) = 3)", "4"]]),
        ("[2, 3] = 6", [["[2, 3]", "6"]]),
        ("(2 = 2", [["(2", "2"]]),
        ("4 2) = 2", [["4 2)", "2"]]),
        ("(2\n= 2)", [["", "2)"]]),
        ("(2 = 3] = 4", [["(2", "3]", "4"]]),
        # a number's comma and point end nothing
        ("1,024 × 1.5 = 1,536", [["1,024 × 1.5", "1,536"]]),
        ("2 → 3 -> 4", [["2", "3", "4"]]),
    ],
)
def test_clauses(text: str, expected: list[list[str]]) -> None:
    assert found(text) == expected


def test_a_clause_that_nobody_writes_is_left_out() -> None:
    longest = "1 + " * (MAX_CLAUSE_TOKENS // 2 - 1) + "1 = 2"
    assert len(found(longest[4:])) == 1
    assert found("1 + " + longest) == []
    assert len(found(f"{longest}, 2 = 2")) == 1


def test_brackets_are_searched_to_a_depth() -> None:
    assert len(found("(" * MAX_DEPTH + "2 = 2" + ")" * MAX_DEPTH)) == 1
    assert found("(" * (MAX_DEPTH + 1) + "2 = 2" + ")" * (MAX_DEPTH + 1)) == []


def test_brackets_with_numbers_stand_between_them() -> None:
    found = clauses(Parser(tokenize("a (3 = 3) = (4, b) + (c) = 5")))
    assert [place if isinstance(place, int) else place.end for place in found] == [1, 5, 7, 18]

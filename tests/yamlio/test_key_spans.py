"""The cheap look at places says what the thorough one says, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qbank.yamlio.key_spans import skim
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes


def agree(text: str) -> dict[str, tuple[int, int, int, int]]:
    document = read_bytes(text.encode())
    found = skim(document.events())
    assert document.places == found
    for name, place in found.items():
        key = name.endswith("!")
        path = tuple(int(step) if step.isdecimal() else step for step in name.removesuffix("!").split("/"))
        span = document.span(path, key=key)
        assert place == (span.line, span.column, span.end_line, span.end_column), (name, text)
    return found


def test_fields_and_what_is_in_them() -> None:
    found = agree(
        "id: cloud-0001 # c\ntitle: {id: x}\nscenario: |\n  two\n  lines\n"
        "chains:\n- id: 'a b'\n  position: 0\n"
        '- {position: 1, id: c}\nrelated: [x, "y", [deep]]\n'
    )
    assert sorted(found) == [
        "chains!",
        "chains/0/id",
        "chains/0/position",
        "chains/1/id",
        "chains/1/position",
        "id",
        "id!",
        "related!",
        "related/0",
        "related/1",
        "related/2/0",
        "scenario!",
    ]
    assert found["chains/1/id"] == (9, 21, 9, 22)


@pytest.mark.parametrize(
    "text",
    [
        "id: a\nid: b\nchains: [{id: x, id: y}]\n",
        "? [id, x]\n: id\nid: b\n",
        "? {a: b}\n: id\nscenario: id\n",
        "x: &a id\nid: *a\nscenario: s\n",
        "x: &a [1]\nchains: *a\nrelated: [*a, z]\n",
        "a: &x k\n? *x\n: 1\nid: b\n",
        "id: !!str a\nscenario: !x b\nrelated: &r [a]\n",
        "id:\nscenario:\nrelated: []\nchains: {}\n",
        "<<: {id: x}\nid: y\n",
        "'id': a\n\"scenario\": b\n",
        "id: a\n  b\nrelated:\n  - c\n    d\n",
        "\ufeffid: a\r\nscenario: b\r\n",
        "id: \U0001f680 # é\nscenario: x\n",
    ],
)
def test_odd_files(text: str) -> None:
    agree(text)


PIECES = [
    "id: a\n",
    "scenario: 'b'\n",
    "chains:\n- id: c\n  position: 1\n- x\n",
    "? [a]\n: id\n",
    "t: {id: 1}\n",
]
PIECES += ["related: [a, {id: b}, [c]]\n", "a: &x [1]\n", "chains: {id: [1, 2]}\n", "? {id: 2}\n: scenario\n"]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6))
def test_any_order(pieces: list[str]) -> None:
    try:
        agree("".join(pieces))
    except ReadError:
        return

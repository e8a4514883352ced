from __future__ import annotations

from pathlib import Path

import pytest

from qbank.survey.acknowledged import FILE, Acknowledged, AcknowledgedError

A, B, C = "cloud-0001", "cloud-0002", "cloud-0003"


def test_pairs_are_added_and_read_again(tmp_path: Path) -> None:
    Acknowledged.of(tmp_path).add((A, B), "Same server")
    Acknowledged.of(tmp_path).add((C, B), 'Quotes "and": colons, # signs')
    assert Acknowledged.of(tmp_path).reasons == {
        frozenset((A, B)): "Same server",
        frozenset((B, C)): 'Quotes "and": colons, # signs',
    }


@pytest.mark.parametrize(
    "before",
    [
        "",
        "pairs:\n",
        "pairs: []\n",
        "# note\npairs:\n- ids: [a, b] # why\n  reason: x",
        "pairs:\n  - ids: [a, b]\n    reason: x\n# end\n",
        "pairs:\r\n- ids: [a, b]\r\n  reason: x\r\n",
    ],
)
def test_what_was_there_stays(tmp_path: Path, before: str) -> None:
    (tmp_path / FILE).write_bytes(before.encode())
    if not before:
        (tmp_path / FILE).unlink()
    Acknowledged.of(tmp_path).add((A, B), "y")
    after = (tmp_path / FILE).read_bytes().decode()
    assert Acknowledged.of(tmp_path).reasons[frozenset((A, B))] == "y"
    for line in before.splitlines():
        assert line.removesuffix(" []") in after


def test_a_pair_that_cannot_be_put_to_the_end(tmp_path: Path) -> None:
    text = "pairs: [{ids: [a, b], reason: x}]\n"
    (tmp_path / FILE).write_text(text)
    with pytest.raises(AcknowledgedError, match="by hand"):
        Acknowledged.of(tmp_path).add((A, B), "y")
    assert (tmp_path / FILE).read_text() == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- a\n", ":1:1: "),
        ("pairs: 5\n", ":1:8: pairs: this is a list"),
        ("others: []\n", ":1:1: 'others' is not known"),
        ("pairs:\n- [a, b]\n", ":2:3: a pair has"),
        ("pairs:\n- ids: [a, b]\n", ":2:3: a pair has"),
        ("pairs:\n- ids: [a, a]\n  reason: x\n", ":2:8: ids: "),
        ("pairs:\n- ids: [a, {b: c}]\n  reason: x\n", ":2:8: ids: "),
        ("pairs:\n- ids: [a, b]\n  reason: ' '\n", ":3:11: reason: "),
        ("pairs: 'x\n", ":1:8: "),
    ],
)
def test_a_file_that_says_something_else(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(AcknowledgedError) as caught:
        Acknowledged.of(tmp_path)
    assert said in str(caught.value)

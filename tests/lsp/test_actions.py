from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qbank.bank.editing.edits import apply_edits
from qbank.lsp.actions import difference

TEXTS = st.text("ab\n", max_size=12)


@given(TEXTS, TEXTS)
def test_the_difference_of_two_texts(before: str, after: str) -> None:
    edit = difference(before, after)
    assert apply_edits(before, [edit]) == after
    middle = before[edit.start : edit.end]
    assert not (middle and edit.replacement) or (
        middle[0] != edit.replacement[0] and middle[-1] != edit.replacement[-1]
    )

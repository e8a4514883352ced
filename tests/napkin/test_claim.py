from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from qbank.napkin import Claim, Verdict, verify

TEXT = "Reading takes 42 GB / 3 GB/s = 14.0 s in all."


def test_values_are_there_when_they_are_asked_for() -> None:
    [claim] = verify(TEXT)
    assert (claim.start, claim.end, claim.verdict) == (14, 37, Verdict.OK)
    assert (claim.text, claim.expression) == ("42 GB / 3 GB/s = 14.0 s", "42 GB / 3 GB/s")
    assert claim.computed == claim.stated
    assert (claim.stated_start, claim.decimals, claim.note) == (31, 1, "")


def test_a_claim_equals_one_that_was_looked_at() -> None:
    [one], [two] = verify(TEXT), verify(TEXT)
    assert two.computed is not None
    assert one == two
    assert hash(one) == hash(two)
    assert one != replace(two, note="different")


@pytest.mark.parametrize("looked_at", [False, True])
def test_a_claim_can_be_copied_and_sent(looked_at: bool) -> None:
    [claim] = verify(TEXT)
    if looked_at:
        repr(claim)
    assert pickle.loads(pickle.dumps(claim)) == copy.copy(claim) == copy.deepcopy(claim) == verify(TEXT)[0]


def test_a_claim_has_its_fields_and_no_others() -> None:
    [claim] = verify(TEXT)
    assert Claim(**{field.name: getattr(claim, field.name) for field in fields(Claim)}) == claim
    with pytest.raises(AttributeError):
        claim.colour  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(FrozenInstanceError):
        claim.note = "changed"  # type: ignore[misc]

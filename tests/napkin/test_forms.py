"""The examples of every form of claim are its tests."""

from __future__ import annotations

import pytest

from qbank.napkin import verify
from qbank.napkin.forms import FORMS, Example, Form

CASES = [
    pytest.param(form, example, id=f"{form.name}: {example.text}")
    for form in FORMS
    for example in form.examples
]


@pytest.mark.parametrize(("form", "example"), CASES)
def test_an_example_is_read_as_it_says(form: Form, example: Example) -> None:
    own = [claim for claim in verify(example.text) if claim.form == form.name]
    verdicts = {claim.verdict for claim in own}
    assert (example.verdict in verdicts) if example.verdict else not own
    if example.expression is not None:
        assert example.expression in {claim.expression for claim in own}


def test_forms_explain_themselves() -> None:
    names = [form.name for form in FORMS]
    assert len(set(names)) == len(names)
    for form in FORMS:
        summary, _, rest = (type(form).__doc__ or "").partition("\n")
        assert summary
        assert rest.strip()
        assert {example.verdict is None for example in form.examples} == {True, False}

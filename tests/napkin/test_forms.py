"""The examples of every form of claim are its tests."""

from __future__ import annotations

from each import each
from qbank.napkin.forms import FORMS, Example, Form
from qbank.napkin.verifier import verify


def is_read(form: Form, example: Example) -> bool:
    claims = [claim for claim in verify(example.text) if claim.form == form.name]
    if example.verdict is None:
        return not claims
    expressions = {claim.expression for claim in claims}
    verdicts = {claim.verdict for claim in claims}
    return example.verdict in verdicts and example.expression in {None, *expressions}


@each("form", FORMS)
def test_examples_are_read_as_they_say(form: Form) -> None:
    assert [example for example in form.examples if not is_read(form, example)] == []


def test_forms_explain_themselves() -> None:
    names = [form.name for form in FORMS]
    assert len(set(names)) == len(names)
    for form in FORMS:
        summary, _, rest = (type(form).__doc__ or "").partition("\n")
        assert summary
        assert rest.strip()
        assert {example.verdict is None for example in form.examples} == {True, False}

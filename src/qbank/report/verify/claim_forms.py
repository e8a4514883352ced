"""The page `docs/claim-forms.md`, made from the forms of claims and their examples."""

from __future__ import annotations

import inspect

from qbank import pages
from qbank.napkin.forms import FORMS, Form


def render() -> str:
    """Return the page in Markdown, with every form in the order in which they are read."""
    return pages.render("docs/claim-forms.md.j2", forms=FORMS, explanation=_explanation)


def _explanation(form: Form) -> str:
    return inspect.cleandoc(type(form).__doc__ or "")

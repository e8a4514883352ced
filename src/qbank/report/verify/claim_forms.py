"""The page `docs/claim-forms.md`, made from the forms of claims and their examples."""

from __future__ import annotations

import inspect
from dataclasses import dataclass

from qbank import pages
from qbank.napkin.forms import FORMS, Form
from qbank.napkin.reasons import Verdict

TEMPLATE = "docs/claim-forms.md.j2"


@dataclass(frozen=True, slots=True)
class Entry:
    """A form as the page shows it: lines with their verdict, and lines that are no such claim."""

    name: str
    explanation: str
    claims: tuple[tuple[str, Verdict], ...]
    others: tuple[str, ...]


def entries() -> list[Entry]:
    """Return every form in the order in which they are read."""
    return [_entry(form) for form in FORMS]


def _entry(form: Form) -> Entry:
    return Entry(
        name=form.name,
        explanation=inspect.cleandoc(type(form).__doc__ or ""),
        claims=tuple((e.text, e.verdict) for e in form.examples if e.verdict is not None),
        others=tuple(e.text for e in form.examples if e.verdict is None),
    )


def render() -> str:
    """Return the page in Markdown."""
    return pages.render(TEMPLATE, forms=entries())

"""What templates of our own make: pages of the manual and of reports, drawings, drafts of questions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from qbank.resources import template_folder

if TYPE_CHECKING:
    from jinja2 import Environment


@lru_cache(maxsize=8)
def environment(*, markup: bool = False, printed: Callable[[Any], Any] | None = None) -> Environment:
    """Return what reads our templates.

    Args:
        markup: whether templates make HTML or XML, so that what they print is escaped.
        printed: turns a value into what is printed; `Markup` is not escaped again.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - few commands have pages

    made = Environment(
        loader=FileSystemLoader(template_folder()),
        undefined=StrictUndefined,
        autoescape=markup,
        finalize=printed,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["escaped"] = escaped
    return made


def markup(template: str, *, printed: Callable[[Any], Any] | None = None, **values: object) -> str:
    """Return the HTML or XML that a template in `templates/` makes of `values`; raises as `render` does."""
    return environment(markup=True, printed=printed).get_template(template).render(**values)


def escaped(text: str) -> str:
    """Return a text as Markdown that shows it as it is; a filter of templates."""
    return re.sub(r"([\\|*_\[\]<>$])", r"\\\1", text)


def render(template: str, **values: object) -> str:
    """Return the text that a template in `templates/` makes of `values`.

    Raises:
        FileNotFoundError: the installation lacks its templates.
        jinja2.TemplateError: the template is broken, or a value that it names is missing.
    """
    page = environment().get_template(template).render(**values)
    return re.sub(r"\n{3,}", "\n\n", page).strip() + "\n"

"""Pages of the manual that are made from templates and the code."""

from __future__ import annotations

import re

from qbank.resources import template_folder


def render(template: str, **values: object) -> str:
    """Return the page that a template in `templates/` makes of `values`.

    Raises:
        FileNotFoundError: the installation lacks its templates.
        jinja2.TemplateError: the template is broken, or a value that it names is missing.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - only for writing docs

    environment = Environment(
        loader=FileSystemLoader(template_folder()),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
    )
    page = environment.get_template(template).render(**values)
    return re.sub(r"\n{3,}", "\n\n", page).strip() + "\n"

"""Templates of the formats, and those by which a bank replaces them.

A template is looked for in the folders of the bank first, then among our own: `render/<format>/<name>`. It
gets the document as data and the functions of its format as filters. What it prints is escaped as the format
asks unless a filter of the format made it, so that a template cannot forget to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from qbank.render.registry import RenderError, Settings
from qbank.render.text import wording
from qbank.render.text.words import ENGLISH, Words
from qbank.resources import template_folder

Filters = Mapping[str, Callable[..., Any]]


class Printed(str):
    """Text that a format has made: escaped, and not to be escaped again."""

    __slots__ = ()


def environment(
    settings: Settings,
    escape: Callable[[str], str] | None,
    filters: Filters,
    words: Words = ENGLISH,
) -> Environment:
    """Make an environment for the templates of one format, which notices when a template changes.

    Args:
        settings: where the bank's own templates lie.
        escape: makes any text safe within the format; None for HTML, where the engine does so itself.
        filters: functions for the templates beside those that say things in words. Those that print return
            `Printed`, or `Markup` for HTML.
        words: the language of what stands around the questions; templates `say` a phrase in it.
    """

    def finalize(value: Any) -> Any:
        if escape is None or isinstance(value, Printed):
            return value
        return escape(str(value))

    sandbox = SandboxedEnvironment(
        loader=FileSystemLoader([*settings.templates, template_folder()]),
        undefined=StrictUndefined,
        autoescape=escape is None,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    sandbox.filters.update(wording.filters(words))
    sandbox.globals["say"] = words
    sandbox.filters.update(filters)
    return sandbox


def render(environment: Environment, template: str, **values: Any) -> str:
    """Print a template.

    Raises:
        RenderError: the template is missing or broken; the message names it and the line.
    """
    try:
        return environment.get_template(template).render(**values)
    except TemplateSyntaxError as error:
        raise RenderError(
            f"template '{error.name or template}', line {error.lineno}: {error.message}"
        ) from error
    except TemplateError as error:
        raise RenderError(f"template '{template}': {error.message or type(error).__name__}") from error
    except RenderError:
        raise  # said by a template that this one asked for
    except Exception as error:
        if len(getattr(environment.loader, "searchpath", ())) < 2:
            raise  # a fault of ours: the bank has no templates
        raise RenderError(f"template '{template}': {type(error).__name__}: {error}") from error


def source(environment: Environment, template: str) -> str:
    """Return a file as it is written: a style, a script, or a template that another program fills in.

    Raises:
        RenderError: it cannot be read.
    """
    assert environment.loader is not None
    try:
        return environment.loader.get_source(environment, template)[0]
    except Exception as error:
        raise RenderError(f"template '{template}': cannot be read: {error}") from error

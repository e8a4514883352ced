"""Text within XML, where a template's own escaping is not what is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markupsafe import Markup


def cdata(text: str) -> Markup:
    """Print text as it is, in as many sections of character data as it takes; nothing for no text."""
    from markupsafe import Markup  # noqa: PLC0415 - comes with the template engine

    if not text:
        return Markup("")
    return Markup(f"<![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]>")

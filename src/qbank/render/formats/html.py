"""One web page that needs nothing else: it works offline, without scripts, and with them grades itself.

The page may load nothing and may run only the script it was made with, whose hash it names: even if text of a
question came out unescaped, no browser would run it.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import lru_cache, partial
from typing import Any

from jinja2 import Environment

from qbank.model.taxonomy import Answers
from qbank.render import templates
from qbank.render.assemble import assemble
from qbank.render.registry import Output, RenderError, Settings
from qbank.render.text import wording
from qbank.render.text.document import Document, Item, Part
from qbank.render.text.figures import data_address
from qbank.render.text.html import PAGE
from qbank.render.text.spellings import spellings


def render(document: Document, settings: Settings) -> Output:
    """Print a document: a page, and its key where it has one."""
    return assemble(document, ".html", partial(_page, _environment(settings)), figures=False)


@lru_cache(maxsize=4)
def _environment(settings: Settings) -> Environment:
    return templates.environment(settings, None, _filters())


def _page(environment: Environment, document: Document, answers: Answers, key: bool) -> str:
    style = source(environment, "html/style.css")
    script = source(environment, "html/common.js") + source(environment, "html/script.js")
    graded = answers is Answers.COLLAPSED and any(_is_graded(item) for item in document.items)
    return templates.render(
        environment,
        "render/html/page.html.j2",
        document=document,
        about=wording.about_document(document),
        anchors={item.id: item.anchor for item in document.items},
        answers=answers.value,
        key=key,
        graded=graded,
        policy=policy(style, script),
        style=style,
        script=script,
        units=_units(document) if graded else "{}",
    )


def source(environment: Environment, name: str) -> str:
    """Read a style or a script, which is no template: braces mean something else in it.

    Raises:
        RenderError: it cannot be read, or would end the element it is to stand in.
    """
    source = templates.source(environment, f"render/{name}")
    if "</" in source and any(end in source.lower() for end in ("</script", "</style")):
        raise RenderError(f"template 'render/{name}' ends its own element; write '<\\/' where it says '</'")
    return f"\n{source}"


def policy(style: str, script: str) -> str:
    """Return what a page may do: show itself in its own style, and run its own script."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(script)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
        )
    )


def _hash(source: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()


def _units(document: Document) -> str:
    """Return how the units of all keys may be spelt, by unit."""
    keys = [key for item in document.items for key in (item.key, *(part.key for part in item.parts)) if key]
    table = {key.unit: spellings(key.unit) for key in keys if key.unit}
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _is_graded(item: Item) -> bool:
    return (
        any(option.correct for option in item.options)
        or item.key is not None
        or any(part.key is not None for part in item.parts)
    )


def _worth(item: Item) -> str:
    return "" if item.points is None else wording.number(item.points)


def _part_worth(part: Part) -> str:
    return "" if part.points is None else wording.points(part.points)


def _filters() -> dict[str, Any]:
    return {
        "blocks": PAGE.blocks,
        "image": data_address,
        "is_graded": _is_graded,
        "option": PAGE.option,
        "part_worth": _part_worth,
        "table": PAGE.table,
        "worth": _worth,
    }

"""One web page that needs nothing else: it works offline, without scripts, and with them grades itself.

The page may load nothing and may run only the script it was made with, whose hash it names: even if text of a
question came out unescaped, no browser would run it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any, Final

from jinja2 import Environment
from markupsafe import Markup

from qbank.model.taxonomy import Answers
from qbank.render import templates
from qbank.render.assemble import assemble, encoded, listed
from qbank.render.labels import labelled
from qbank.render.registry import Files, Output, RenderError, Settings
from qbank.render.text import wording
from qbank.render.text.document import Document, Item, Logo, Part, TableBlock
from qbank.render.text.figures import data_address, drawing_address
from qbank.render.text.html import PAGE
from qbank.render.text.spellings import spellings
from qbank.render.text.typesetting import typeset
from qbank.render.text.versions import at_a_glance
from qbank.render.text.words import ENGLISH, Words
from qbank.sets.answers.numeric_key import NumericKey

_SAID: Final = re.compile(r'\bsay\(("(?:[^"\\]|\\.)*")')
"""A phrase that a script says."""
_STYLE: Final = "render/html/style.css"
_THEMES: Final = ("system", "light", "dark")
_COMPACT: Final[dict[str, Any]] = {"ensure_ascii": False, "separators": (",", ":"), "sort_keys": True}
_SCRIPTS: Final = ("common", "reading", "checking", "script")


def render(document: Document, settings: Settings) -> Output:
    """Print a document: a page, and its key where it has one."""
    return assemble(document, ".html", partial(_page, page_environment(settings, document.words)))


def render_around(documents: Sequence[Document], settings: Settings) -> Files:
    """Print an index of documents where there are several; keys are not listed."""
    if len(documents) < 2:
        return {}
    environment = page_environment(settings, documents[0].words)
    made = page_of(
        environment,
        "render/html/index.html.j2",
        style=source(environment, _STYLE),
        title=documents[0].words("Questions"),
        pages=listed(documents, ".html"),
        language=documents[0].words.language,
    )
    return {"index.html": encoded(made)}


@lru_cache(maxsize=4)
def page_environment(settings: Settings, words: Words) -> Environment:
    """Return what reads the templates of pages, in a language."""
    return templates.environment(settings, None, _FILTERS, words)


def _page(environment: Environment, document: Document, answers: Answers) -> str:
    script = "".join(source(environment, f"render/html/{name}.js") for name in _SCRIPTS)
    graded = answers is Answers.COLLAPSED and any(_is_graded(item) for item in document.items)
    return page_of(
        environment,
        "render/html/page.html.j2",
        style=source(environment, _STYLE),
        script=script,
        document=document,
        about=wording.about_document(document),
        anchors={item.id: item.anchor for item in document.items},
        answers=answers.value,
        key=answers is Answers.KEY,
        graded=graded,
        units=json.dumps(known_units(document), **_COMPACT) if graded else "{}",
        page=_page_name(document),
        words=_phrases(document.words, script),
    )


def _phrases(words: Words, script: str) -> str:
    """Return what a script says in the language of the page, by the English phrases; nothing for English."""
    if words == ENGLISH:
        return ""
    said = dict.fromkeys(json.loads(phrase) for phrase in _SAID.findall(script))
    chosen = {phrase: words(phrase) for phrase in (*said, *_THEMES)}
    return json.dumps(chosen, ensure_ascii=False, separators=(",", ":"))


def source(environment: Environment, name: str) -> str:
    """Read a style or a script, which is no template: braces mean something else in it.

    Raises:
        RenderError: it cannot be read, or would end the element it is to stand in.
    """
    source = templates.source(environment, name)
    if "</" in source and any(end in source.lower() for end in ("</script", "</style")):
        raise RenderError(f"template '{name}' ends its own element; write '<\\/' where it says '</'")
    return f"\n{source}"


def page_of(environment: Environment, template: str, *, style: str, script: str = "", **values: Any) -> str:
    """Print a page that holds a style and a script, and may do nothing but show and run these."""
    allowed = policy(hashed(style), hashed(script))
    return templates.render(environment, template, policy=allowed, style=style, script=script, **values)


def policy(styles: str, scripts: str, *more: str) -> str:
    """Return what a page may do: show itself in these styles, run these scripts, and what `more` says."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {styles}",
            f"script-src {scripts}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            *more,
        )
    )


def hashed(source: str) -> str:
    """Return what a policy calls a style or a script in the page itself."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(source.encode()).digest()).decode() + "'"


def known_units(document: Document) -> dict[str, dict[str, str]]:
    """Return how the units of all keys may be spelt, by unit."""
    keys = [key for item in document.items for key in _keys(item) if key]
    return {key.unit: spellings(key.unit) for key in keys if key.unit}


def _is_graded(item: Item) -> bool:
    """Whether a page can grade a question, or have its reader grade it."""
    return not item.options or any(option.correct for option in item.options)


def _part_share(item: Item, part: Part) -> str:
    """Return what a part is worth: what it says, else as much as any other that says nothing."""
    if part.points is not None:
        return wording.number(part.points)
    if item.points is None:
        return ""
    silent = sum(other.points is None for other in item.parts)
    said = sum(other.points or 0 for other in item.parts)
    return wording.number(max(item.points - said, 0) / silent)


def _page_name(document: Document) -> str:
    """Return a name for what a browser keeps of a page; it changes with the questions and their numbers."""
    parts = [
        f"{item.id} {len(item.options)} {[key and key.value_text for key in _keys(item)]}"
        for item in document.items
    ]
    digest = hashlib.blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()
    return f"{document.stem}:{digest}"


def _keys(item: Item) -> list[NumericKey | None]:
    return [item.key, *(part.key for part in item.parts)]


def logo_address(logo: Logo) -> str:
    """Return an address that holds the logo itself."""
    return data_address(logo.content, {"svg": "svg+xml", "jpg": "jpeg"}.get(logo.kind, logo.kind))


def _typeset_table(table: TableBlock, caption: str = "") -> Markup:
    [content] = typeset((table,))
    assert isinstance(content, TableBlock)
    return PAGE.table(content, caption)


_FILTERS: Final[dict[str, Any]] = {
    "at_a_glance": at_a_glance,
    "blocks": lambda blocks: PAGE.blocks(typeset(blocks)),
    "image": drawing_address,
    "is_graded": _is_graded,
    "labelled": labelled,
    "logo": logo_address,
    "option": lambda blocks: PAGE.option(typeset(blocks)),
    "part_share": _part_share,
    "table": _typeset_table,
    "worth": wording.plain_points,
}

"""The page of a site, its style and its script, and what the page may do.

The page loads nothing from elsewhere and runs no script but its own, even if text of a question came out
unescaped: with files beside it these are named by where they lie, in one file by their hashes. What it shows
of questions goes through a list of elements and attributes besides (`templates/site/safe.js`).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from typing import Any, Final

from jinja2 import Environment

from qbank.render import templates
from qbank.render.formats.html import page_environment
from qbank.render.registry import RenderError
from qbank.render.registry import Settings as TemplateSettings
from qbank.render.text.words import ENGLISH
from qbank.site.settings import SiteSettings

LABS: Final = ("html/lab-model", "lab/numbers", "lab/elements", "lab/axes", "lab/model", "lab/line")
_LABS_GIVE: Final = (
    "$equal, $less, $atMost, $floor, $ceiling, $sum, $factorial, digits, withUnit, html, svg, drawing, "
    "label, dataTable, scale, mark, DASHES, SERIES, drawLines, drawable"
)
_CHECKING: Final = ("html/reading", "html/checking")
_SITE: Final = (
    "safe", "data", "store", "route", "search", "yaml", "basket", "parts", "list", "question", "basket-view",
    "practice", "hardware", "links", "roofline", "solve", "formulas", "coverage", "review", "front", "main",
)  # fmt: skip
_STYLES: Final = ("render/html/style.css", "render/lab/plots.css", "site/site.css")

_MARK: Final = '<meta name="generator" content="qbank site">'
"""What tells a site of ours from other pages."""


def is_site(page: bytes) -> bool:
    """Whether a page is that of a site that qbank made."""
    return _MARK.encode() in page


class Shell:
    """The parts of a site that do not depend on its questions."""

    def __init__(self, settings: SiteSettings, template_settings: TemplateSettings) -> None:
        self._settings = settings
        self._environment = page_environment(template_settings, ENGLISH)
        self.style = "".join(_source(self._environment, name) for name in _STYLES) + settings.theme()
        self.script = script(self._environment)

    def page(self) -> bytes:
        """Return the page, with its style and script in files beside it."""
        policy = _policy("'self' file:", "'self' file:")
        return self._rendered(policy, {"inline": False})

    def single(self, shards: Mapping[str, bytes], formulas: bytes) -> bytes:
        """Return the page with everything in it; `shards` are data by name, `formulas` a script."""
        script = self.script + formulas.decode()
        if "</script" in script.lower():
            raise RenderError("a script of the site holds '</script'; write '<\\/script'")
        policy = _policy(_hash(f"\n{self.style}"), _hash(f"\n{script}"))
        data = {name: content.decode() for name, content in shards.items()}
        return self._rendered(policy, {"inline": True, "style": self.style, "script": script, "shards": data})

    def question(self, entry: Mapping[str, Any], view: str) -> bytes:
        """Return the page of one question for links and search engines; it runs no script."""
        page = templates.render(
            self._environment,
            "site/static.html.j2",
            policy=_policy("'self' file:", "'none'"),
            mark=_MARK,
            site=self._settings,
            entry=entry,
            view=view.replace('href="#/q/', 'href="../index.html#/q/'),
        )
        return (page.rstrip() + "\n").encode()

    def _rendered(self, policy: str, values: Mapping[str, Any]) -> bytes:
        page = templates.render(
            self._environment,
            "site/page.html.j2",
            policy=policy,
            mark=_MARK,
            site=self._settings,
            logo=logo_address(self._settings),
            **values,
        )
        return (page.rstrip() + "\n").encode()


def logo_address(settings: SiteSettings) -> str:
    """Return the logo as an address that holds it; empty if there is none.

    Raises:
        RenderError: it cannot be read, or is too large.
    """
    if settings.logo is None:
        return ""
    try:
        content = settings.logo.read_bytes()
    except OSError as error:
        raise RenderError(f"{settings.logo}: the logo cannot be read: {error.strerror}") from error
    if len(content) > 2**20:
        raise RenderError(f"{settings.logo}: the logo is larger than 1 MB")
    kind = settings.logo.suffix[1:].lower()
    kind = {"svg": "svg+xml", "jpg": "jpeg"}.get(kind, kind)
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"


def script(environment: Environment) -> str:
    """Return the script: the code of labs and of quiz pages, each in a function, and the site's own."""

    def joined(folder: str, names: tuple[str, ...]) -> str:
        return "".join(_source(environment, f"{folder}/{name}.js") for name in names)

    def room(name: str, code: str, gives: str) -> str:
        return f"const {name} = (() => {{\n{code}\nreturn {{ {gives} }};\n}})();\n"

    # What the scripts of labs expect of their page: a lab, and the functions of its quantities.
    model = "const functions = Object.create(null), expressions = [], lab = { tracks: [] };\n"
    labs = room("labs", model + joined("render", LABS), f"{_LABS_GIVE}, functions")
    checks = room("checks", joined("render", _CHECKING), "formChecker, numberReader")
    common = _source(environment, "render/html/common.js")
    return f'{common}\n(() => {{\n"use strict";\n{labs}{checks}{joined("site", _SITE)}}})();\n'


def _source(environment: Environment, name: str) -> str:
    text = templates.source(environment, name)
    if any(end in text.lower() for end in ("</script", "</style")):
        raise RenderError(f"template '{name}' ends its own element; write '<\\/' where it says '</'")
    return f"\n{text}"


def _policy(styles: str, scripts: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {styles}",
            f"script-src {scripts}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types qbank",
        )
    )


def _hash(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

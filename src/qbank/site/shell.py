"""The page of a site, its style and its script, and what the page may do.

The page loads nothing from elsewhere and runs no script but its own, even if text of a question came out
unescaped: with files beside it these are named by where they lie, in one file by their hashes. What it shows
of questions goes through a list of elements and attributes besides (`templates/site/safe.js`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from jinja2 import Environment

from qbank.render import templates
from qbank.render.assemble import encoded
from qbank.render.build import read_logo
from qbank.render.formats.html import hashed, logo_address, page_environment, policy, source
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

_FILES: Final = "'self' file:"
"""Where a page may take what lies beside it from, on a server and on a disk."""
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
        self.style = "".join(source(self._environment, name) for name in _STYLES) + settings.theme()
        self.script = script(self._environment)

    def page(self) -> bytes:
        """Return the page, with its style and script in files beside it."""
        return self._rendered("page", _FILES, _FILES, logo=self._logo(), inline=False)

    def single(self, shards: Mapping[str, bytes], formulas: bytes) -> bytes:
        """Return the page with everything in it; `shards` are data by name, `formulas` a script."""
        script = self.script + formulas.decode()
        if "</script" in script.lower():
            raise RenderError("a script of the site holds '</script'; write '<\\/script'")
        return self._rendered(
            "page",
            hashed(f"\n{self.style}"),
            hashed(f"\n{script}"),
            logo=self._logo(),
            inline=True,
            style=self.style,
            script=script,
            shards={name: content.decode() for name, content in shards.items()},
        )

    def question(self, entry: Mapping[str, Any], view: str) -> bytes:
        """Return the page of one question for links and search engines; it runs no script."""
        view = view.replace('href="#/q/', 'href="../index.html#/q/')
        return self._rendered("static", _FILES, "'none'", entry=entry, view=view)

    def questions(self, entries: Sequence[Mapping[str, Any]]) -> bytes:
        """Return the page that leads to the pages of all questions; it runs no script either."""
        return self._rendered("static", _FILES, "'none'", entry=None, entries=entries)

    def _logo(self) -> str:
        """Return the logo as an address that holds it; empty if there is none."""
        logo = self._settings.logo
        return "" if logo is None else logo_address(read_logo(logo, 1))

    def _rendered(self, name: str, styles: str, scripts: str, **values: Any) -> bytes:
        page = templates.render(
            self._environment,
            f"site/{name}.html.j2",
            policy=policy(styles, scripts, "trusted-types qbank"),
            mark=_MARK,
            site=self._settings,
            **values,
        )
        return encoded(page)


def script(environment: Environment) -> str:
    """Return the script: the code of labs and of quiz pages, each in a function, and the site's own."""

    def joined(folder: str, names: tuple[str, ...]) -> str:
        return "".join(source(environment, f"{folder}/{name}.js") for name in names)

    def room(name: str, code: str, gives: str) -> str:
        return f"const {name} = (() => {{\n{code}\nreturn {{ {gives} }};\n}})();\n"

    # What the scripts of labs expect of their page: a lab, and the functions of its quantities.
    model = "const functions = Object.create(null), expressions = [], lab = { tracks: [] };\n"
    labs = room("labs", model + joined("render", LABS), f"{_LABS_GIVE}, functions")
    checks = room("checks", joined("render", _CHECKING), "formChecker, numberReader")
    common = source(environment, "render/html/common.js")
    return f'{common}\n(() => {{\n"use strict";\n{labs}{checks}{joined("site", _SITE)}}})();\n'

"""A lab as one web page that needs nothing else: it works offline, and computes with the lab's functions.

As on the pages of sets, nothing may be loaded, and only the script it was made with may run. The page holds
what `qbank.labs` found as data; the script that draws it is the same for all labs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from jinja2 import Environment

from qbank.labs.quantity import LabModel, PersonaModel
from qbank.model.taxonomy import Answers
from qbank.render import templates
from qbank.render.assemble import encoded
from qbank.render.formats.html import page_of, source
from qbank.render.labs.data import lab_data
from qbank.render.labs.formulas import written_formulas
from qbank.render.labs.script import Expressions, written
from qbank.render.labs.titles import given_quantities
from qbank.render.registry import Files, Settings
from qbank.render.text import wording
from qbank.render.text.blocks import one_line, read_blocks, read_line
from qbank.render.text.html import PAGE
from qbank.render.text.spellings import spellings
from qbank.render.text.typesetting import typeset

_STYLES: Final = ("render/html/style.css", "render/lab/plots.css", "render/lab/lab.css")

# In the order in which they are run: what one file defines, only those behind it may use at once.
_SCRIPTS: Final = (
    "numbers", "elements", "model", "axes", "line", "bars", "maps", "system", "instruments",
    "store", "workbench", "prediction", "puzzle", "ledger", "part", "page",
)  # fmt: skip


def render_lab(
    lab: LabModel,
    settings: Settings,
    *,
    answers: Answers,  # noqa: ARG001 - as all formats
    tracks: Sequence[str],
) -> bytes:
    """Print a lab as a page that holds all personas, and opens with the first of `tracks` if there are any.

    Where answers are wanted is for paper: here each comes when its prediction is locked in.
    """
    environment = _environment(settings)
    expressions = Expressions()
    data = lab_data(lab, tracks[0] if tracks else next(iter(lab.personas)), expressions)
    functions = written(lab, expressions)
    data["stamp"] = _stamp(data, functions)
    page = page_of(
        environment,
        "render/lab/page.html.j2",
        style="".join(source(environment, name) for name in _STYLES),
        script=_script(environment, functions),
        lab=_texts(lab),
        data=_embedded(data),
        units=_units(lab),
    )
    return encoded(page)


def render_around(labs: Sequence[LabModel], settings: Settings) -> Files:
    """Print an index of labs where there are several."""
    if len(labs) < 2:
        return {}
    pages = [{"file": f"{lab.id}.html", "title": one_line(lab.title), "about": _about(lab)} for lab in labs]
    environment = _environment(settings)
    style = source(environment, _STYLES[0])
    made = page_of(
        environment, "render/html/index.html.j2", style=style, title="Labs", pages=pages, language="en"
    )
    return {"index.html": encoded(made)}


@lru_cache(maxsize=4)
def _environment(settings: Settings) -> Environment:
    return templates.environment(
        settings,
        None,
        {
            "blocks": lambda text: PAGE.blocks(typeset(read_blocks(text))),
            "line": lambda text: PAGE.line(read_line(text)),
            "one_line": one_line,
            "option": lambda option: PAGE.option(typeset(read_blocks(option.text))),
        },
    )


def _script(environment: Environment, functions: str) -> str:
    scripts = "".join(source(environment, f"render/lab/{name}.js") for name in _SCRIPTS)
    shared, reading, model = (
        source(environment, f"render/html/{name}.js") for name in ("common", "reading", "lab-model")
    )
    # In a function, so that no name meets one of the browser's own.
    return (
        f'{shared}{reading}\n(() => {{\n{model}const lab = JSON.parse(byId("lab").textContent);\n'
        f"{functions}\n{scripts}}})();\n"
    )


def _units(lab: LabModel) -> str:
    """Return how the units of predictions may be spelt."""
    asked = {part.prediction.unit for persona in lab.personas.values() for part in persona.parts}
    return json.dumps({unit: spellings(unit) for unit in sorted(asked) if unit}, ensure_ascii=False)


def _stamp(data: dict[str, Any], functions: str) -> str:
    """Return what changes when the lab does, so that a browser tells old work from new."""
    written = json.dumps(data, sort_keys=True) + functions
    return hashlib.sha256(written.encode()).hexdigest()[:16]


def _embedded(data: dict[str, Any]) -> str:
    """Return JSON that cannot end the element it stands in, whatever its texts hold."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return written.replace("<", "\\u003c")


def _texts(lab: LabModel) -> dict[str, Any]:
    """Return what the template prints; its filters read the texts."""
    return {
        "title": one_line(lab.title),
        "about": _about(lab),
        "intro": lab.intro,
        "objectives": lab.objectives,
        "personas": [_persona(persona) for persona in lab.personas.values()],
        "resources": [{"name": one_line(name), "url": url} for name, url in lab.resources],
        "formulas": written_formulas(lab),
    }


def _about(lab: LabModel) -> list[str]:
    about = ["Lab", f"{len(lab.personas)} {'track' if len(lab.personas) == 1 else 'tracks'}"]
    if lab.minutes:
        about.append(wording.minutes(lab.minutes))
    return about


def _persona(persona: PersonaModel) -> dict[str, Any]:
    return {
        "track": persona.track,
        "name": wording.TRACKS[persona.track],
        "role": one_line(persona.role),
        "situation": persona.situation,
        "given": given_quantities(persona),
        "parts": persona.parts,
    }

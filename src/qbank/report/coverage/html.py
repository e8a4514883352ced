"""Coverage as one web page without scripts or outside parts."""

from __future__ import annotations

from collections.abc import Sequence

from qbank.report.coverage.gaps import named_gaps
from qbank.report.coverage.heat_map import DARK_FROM, SHADES, HeatMap
from qbank.resources import template_folder
from qbank.survey.coverage import Gaps


def coverage_html(maps: Sequence[HeatMap], gaps: Gaps | None, title: str, summary: str) -> str:
    """Return the text of the page; without gaps it does not speak of any."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415 - for this page only

    environment = Environment(
        loader=FileSystemLoader(template_folder()),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template("report/coverage.html.j2").render(
        title=title,
        summary=summary,
        maps=maps,
        gaps=None if gaps is None else named_gaps(gaps),
        shades=SHADES,
        dark_from=DARK_FROM,
    )

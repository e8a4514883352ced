"""Labs as pages, which compute in the browser, and as worksheets with static plots for paper.

What a lab is, and every value on it, comes from `qbank.labs`; here it is only written down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from qbank.model.taxonomy import Answers

if TYPE_CHECKING:
    from qbank.labs.quantity import LabModel
    from qbank.render.registry import Format, Output, Settings

FORMATS: Final = ("html", "md", "qmd", "pdf")
"""The names of the formats that labs have."""


def render(lab: LabModel, form: Format, settings: Settings, answers: Answers, track: str | None) -> Output:
    """Print a lab, for all its tracks or for one; a page holds all, and opens with the one.

    Raises:
        RenderError: labs have no such format, the lab no such track, or the format lacks what it needs.
    """
    from qbank.render.registry import RenderError  # noqa: PLC0415

    if form.name not in FORMATS:
        *most, last = FORMATS
        raise RenderError(f"a lab is rendered as {', '.join(most)} or {last}, not as '{form.name}'")
    if track is not None and track not in lab.personas:
        raise RenderError(f"{lab.id} has no track '{track}'; it has {', '.join(lab.personas)}")
    with form.needs_said():
        if form.name == "html":
            from qbank.render.labs.page import render_page  # noqa: PLC0415 - each format needs its own engine

            return render_page(lab, settings, track)
        from qbank.render.labs.worksheet import worksheet  # noqa: PLC0415

        sheet = worksheet(lab, track)
        if form.name == "pdf":
            from qbank.render.labs import pdf  # noqa: PLC0415

            return pdf.render(sheet, settings, answers)
        from qbank.render.labs import markdown  # noqa: PLC0415

        return markdown.render(sheet, settings, answers, for_quarto=form.name == "qmd")

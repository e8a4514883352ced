"""Worksheets for Quarto."""

from __future__ import annotations

from collections.abc import Sequence

from qbank.labs.quantity import LabModel
from qbank.model.taxonomy import Answers
from qbank.render.labs.markdown import print_sheet
from qbank.render.labs.worksheet import worksheet
from qbank.render.registry import Output, Settings


def render_lab(lab: LabModel, settings: Settings, *, answers: Answers, tracks: Sequence[str]) -> Output:
    """Print a lab as a worksheet: a page, its drawings, and its key where that is asked for."""
    return print_sheet(worksheet(lab, tracks), settings, answers, for_quarto=True)

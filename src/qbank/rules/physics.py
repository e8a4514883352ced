"""QB85x: what cannot be: things that do not fit, throughputs, shares and times beyond their limit."""

from __future__ import annotations

from qbank.rules.base import Rule
from qbank.rules.capacity import DoesNotFit
from qbank.rules.roofline import AboveRoofline
from qbank.rules.shares import OverWhole
from qbank.rules.transfer import FasterThanLight, FasterThanLink

RULES: tuple[type[Rule], ...] = (DoesNotFit, AboveRoofline, OverWhole, FasterThanLink, FasterThanLight)

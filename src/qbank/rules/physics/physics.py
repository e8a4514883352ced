"""QB85x: what cannot be: things that do not fit, throughputs, shares and times beyond their limit."""

from __future__ import annotations

from qbank.rules.core.base import Rule
from qbank.rules.physics.capacity import DoesNotFit
from qbank.rules.physics.roofline import AboveRoofline
from qbank.rules.physics.shares import OverWhole
from qbank.rules.physics.transfer import FasterThanLight, FasterThanLink

RULES: tuple[type[Rule], ...] = (DoesNotFit, AboveRoofline, OverWhole, FasterThanLink, FasterThanLight)

"""QB85x: what cannot be: things that do not fit, throughputs, shares and times beyond their limit."""

from qbank.rules.physics.capacity import DoesNotFit
from qbank.rules.physics.roofline import AboveRoofline
from qbank.rules.physics.shares import OverWhole
from qbank.rules.physics.transfer import FasterThanLight, FasterThanLink

__all__ = ["AboveRoofline", "DoesNotFit", "FasterThanLight", "FasterThanLink", "OverWhole"]

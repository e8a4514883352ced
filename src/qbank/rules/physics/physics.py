"""QB85x: what cannot be: things that do not fit, throughputs, shares and times beyond their limit."""

from qbank.rules.capacity.excess import OverLimit
from qbank.rules.capacity.fits import DoesNotFit
from qbank.rules.physics.energies import EnergyBelowPower
from qbank.rules.physics.floors import FasterThanLight, FasterThanLink
from qbank.rules.physics.in_flight import NotInFlight, UnstableQueue
from qbank.rules.physics.magnitudes import NoSuchMagnitude
from qbank.rules.physics.percentiles import PercentilesOutOfOrder
from qbank.rules.physics.scaling import SpeedUpBeyondBound
from qbank.rules.physics.shares import OverWhole
from qbank.rules.physics.throughput import AboveRoofline

__all__ = [
    "AboveRoofline",
    "DoesNotFit",
    "EnergyBelowPower",
    "FasterThanLight",
    "FasterThanLink",
    "NoSuchMagnitude",
    "NotInFlight",
    "OverLimit",
    "OverWhole",
    "PercentilesOutOfOrder",
    "SpeedUpBeyondBound",
    "UnstableQueue",
]

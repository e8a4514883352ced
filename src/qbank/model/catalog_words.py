"""The words of the catalog's fields; plain Python, so that reading the catalog imports nothing heavy."""

from __future__ import annotations

from qbank.model.taxonomy import FieldWord


class Confidence(FieldWord):
    """How far a value can be trusted."""

    HIGH = "high", "A source that was opened says it."
    MEDIUM = "medium", "From a second hand, derived, or widely published but not opened."
    LOW = "low", "Disputed or weak."


class Purchase(FieldWord):
    """How a machine is paid for."""

    ON_DEMAND = "on-demand", "By the hour, without a promise."
    SPOT = "spot", "By the hour, and taken back when others pay more."
    RESERVED = "reserved", "For a long time, at a discount."
    CAPACITY_BLOCK = "capacity-block", "For some days that are booked ahead."


class Shelf(FieldWord):
    """What part of the catalog an entry belongs to: a track of questions, or a sort of thing of its own."""

    CLOUD = "cloud", "Devices of data centres and workstations."
    EDGE = "edge", "Modules, boards and accelerators for the edge."
    MOBILE = "mobile", "Systems on a chip for phones, tablets and notebooks."
    TINYML = "tinyml", "Microcontrollers, boards with one, and cores that are built into chips."
    INTERCONNECT = "interconnect", "Links, networks, radios, memories and storage interfaces."
    ENERGY_SOURCE = "energy-source", "Batteries."
    CLOUD_PRICE = "cloud-price", "Prices of rented machines."
    MODEL = "model", "Models: parameters, layers, heads and sizes."

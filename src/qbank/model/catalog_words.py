"""The words of the catalog's fields; plain Python, so that reading the catalog imports nothing heavy."""

from __future__ import annotations

from enum import StrEnum


class Confidence(StrEnum):
    """How far a value can be trusted."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Purchase(StrEnum):
    """How a machine is paid for."""

    ON_DEMAND = "on-demand"
    SPOT = "spot"
    RESERVED = "reserved"
    CAPACITY_BLOCK = "capacity-block"


class Shelf(StrEnum):
    """What part of the catalog an entry belongs to: a track of questions, or a sort of thing of its own."""

    CLOUD = "cloud"
    EDGE = "edge"
    MOBILE = "mobile"
    TINYML = "tinyml"
    INTERCONNECT = "interconnect"
    ENERGY_SOURCE = "energy-source"
    CLOUD_PRICE = "cloud-price"
    MODEL = "model"


SHELF_MEANINGS: dict[Shelf, str] = {
    Shelf.CLOUD: "Devices of data centres and workstations.",
    Shelf.EDGE: "Modules, boards and accelerators for the edge.",
    Shelf.MOBILE: "Systems on a chip for phones, tablets and notebooks.",
    Shelf.TINYML: "Microcontrollers, boards with one, and cores that are built into chips.",
    Shelf.INTERCONNECT: "Links, networks, radios, memories and storage interfaces.",
    Shelf.ENERGY_SOURCE: "Batteries.",
    Shelf.CLOUD_PRICE: "Prices of rented machines.",
    Shelf.MODEL: "Models: parameters, layers, heads and sizes.",
}

CONFIDENCE_MEANINGS: dict[Confidence, str] = {
    Confidence.HIGH: "A source that was opened says it.",
    Confidence.MEDIUM: "From a second hand, derived, or widely published but not opened.",
    Confidence.LOW: "Disputed or weak.",
}

PURCHASE_MEANINGS: dict[Purchase, str] = {
    Purchase.ON_DEMAND: "By the hour, without a promise.",
    Purchase.SPOT: "By the hour, and taken back when others pay more.",
    Purchase.RESERVED: "For a long time, at a discount.",
    Purchase.CAPACITY_BLOCK: "For some days that are booked ahead.",
}

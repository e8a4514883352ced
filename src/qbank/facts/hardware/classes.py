"""Of what class of things with known magnitudes a name of the catalog is."""

from __future__ import annotations

from typing import Final

from qbank.facts.devices.device import Device
from qbank.facts.pieces import Piece
from qbank.model.catalog_words import Shelf

ANY_LINK: Final = frozenset(("network",))
"""The class of words that may mean any link: `the uplink`, `its port`."""
_CLASSES: Final = {
    (Shelf.TINYML, "mcu"): "mcu",
    (Shelf.TINYML, "board"): "mcu",
    (Shelf.TINYML, "cpu-ip"): "mcu",
    (Shelf.TINYML, "npu-ip"): "mcu",
    (Shelf.CLOUD, "gpu"): "gpu",
    (Shelf.CLOUD, "tpu"): "gpu",
    (Shelf.CLOUD, "asic"): "gpu",
    (Shelf.CLOUD, "cpu"): "server",
    (Shelf.CLOUD, "instance"): "instance",
    (Shelf.CLOUD, "server"): "server",
    (Shelf.CLOUD_PRICE, "on-demand"): "instance",
    (Shelf.CLOUD, "system"): "rack",
    (Shelf.CLOUD_PRICE, "capacity-block"): "instance",
    (Shelf.EDGE, "soc"): "edge-board",
    (Shelf.EDGE, "cpu"): "small-computer",
    (Shelf.EDGE, "npu"): "gpu",
    (Shelf.MOBILE, "soc"): "phone",
    (Shelf.MOBILE, "phone"): "phone",
    (Shelf.MOBILE, "tablet"): "tablet",
    (Shelf.MOBILE, "laptop"): "laptop",
    (Shelf.MOBILE, "notebook-soc"): "laptop",
    (Shelf.MOBILE, "watch"): "wearable",
    (Shelf.ENERGY_SOURCE, "battery"): "named-cell",
    (Shelf.INTERCONNECT, "network"): "network",
    (Shelf.INTERCONNECT, "gpu-link"): "gpu-link",
    (Shelf.INTERCONNECT, "host-link"): "pcie",
    (Shelf.INTERCONNECT, "storage"): "ssd",
    (Shelf.INTERCONNECT, "supply"): "poe",
}
"""Of what class of the lexicon the entries of the catalog are."""
_NAMED: Final = (
    ("ble", "bluetooth"),
    ("wifi", "wi-fi"),
    ("lte-cat", "cellular"),
    ("5g", "cellular"),
    ("lora", "lora"),
    ("lte-m", "narrow-cellular"),
    ("nb-iot", "narrow-cellular"),
    ("zigbee", "zigbee"),
    ("thread", "zigbee"),
    ("ib-", "fast-fabric"),
    ("mem-lpddr", "lpddr"),
    ("mem-ddr", "dram"),
    ("mem-", "gpu-memory"),
    ("ufs", "phone-storage"),
    ("usb-", "usb"),
    ("cr123", "small-cell"),
    ("cr", "coin-cell"),
    ("aa", "small-cell"),
    ("li-", "li-cell"),
    ("stm32l", "low-power-mcu"),
    ("stm32u", "low-power-mcu"),
    ("nrf5", "low-power-mcu"),
    ("cortex-m0", "small-core"),
    ("cortex-m33", "small-core"),
    ("cortex-m4", "small-core"),
    ("cortex-m7", "small-core"),
    ("rpi", "pi"),
    ("uwb", "uwb"),
    ("z-wave", "z-wave"),
    ("sigfox", "sigfox"),
    ("nfc", "nfc"),
    ("can-", "can"),
    ("i2c-", "i2c"),
    ("mipi-", "mipi"),
    ("ethos-", "with-npu"),
    ("hailo-8", "small-accelerator"),
    ("hailo-10", "small-accelerator"),
    ("coral", "small-accelerator"),
    ("myriad", "small-accelerator"),
)
"""The same, by how their names in the catalog begin."""
_SMALL_CELLS: Final = frozenset(("coin-cell", "small-cell"))
"""Cells with bounds of their own, which are narrower than those of any named cell."""
_ROUND_CELLS: Final = frozenset(("18650", "21700", "14500", "26650", "26700", "20700", "18500", "16340"))
"""Sizes of cells, which look like numbers."""
_ROUND_CELL: Final = frozenset(("round-cell",))
PARTS: Final = frozenset(("cpu",))
"""What a chip may have inside; beside an accelerator it is another one."""
HARDWARE: Final = frozenset((*_CLASSES.values(), *PARTS, "rack", "site", "sensor"))


def classes_of(piece: Piece) -> frozenset[str]:
    """Return the classes of things, with known magnitudes, that a piece names."""
    if piece.device is not None:
        return classes_of_device(piece.device)
    is_cell = piece.mention is not None and piece.text in _ROUND_CELLS
    return _ROUND_CELL if is_cell else piece.meaning.classes


def classes_of_device(device: Device) -> frozenset[str]:
    """Return the classes of things of which a device of the catalog is one."""
    entry = device.entries[0]
    named = next((of for start, of in _NAMED if entry.id.startswith(start)), "")
    sort = _CLASSES.get((entry.track, entry.kind), "")
    return frozenset(filter(None, (named, "" if named in _SMALL_CELLS else sort)))

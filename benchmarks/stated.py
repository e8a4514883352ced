"""State every value of the catalog in a sentence, as it is and seven times as large: which are accused?

    python benchmarks/stated.py                # how many of each value are found, how many right ones accused
    python benchmarks/stated.py --show missed  # or `accused`

The sentences are plain: what is missed here is not read, whatever the text around it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from semantics import accused_by_qbank

from qbank.catalog import bundled
from qbank.catalog.entry import Entry
from qbank.facts.devices.finding import names_of
from qbank.model.catalog_words import Shelf
from qbank.units.format import format_quantity

SENTENCES = {
    **dict.fromkeys(("memory_capacity", "memory_max"), "{} has {} of memory."),
    "memory_bandwidth": "{} has a memory bandwidth of {}.",
    "host_memory": "{} has {} of host memory.",
    "network_per_direction": "{} has {} of network bandwidth.",
    "sram": "{} has {} of SRAM.",
    "flash": "{} has {} of flash.",
    "tdp": "{} draws {} at full load.",
    "power_max": "{} draws up to {}.",
    **dict.fromkeys(("clock", "cpu_max_clock"), "{} is clocked at {}."),
    "npu_peak": "The NPU of {} has a peak of {}.",
    "peak_int8_dense": "{} has a peak of {} in INT8.",
    "peak_fp32_dense": "{} has a peak of {} in FP32.",
    "peak_bf16_tensor_dense": "{} has a peak of {} of dense BF16.",
    "capacity": "{} holds {}.",
    "energy": "{} stores {}.",
    **dict.fromkeys(("battery_capacity", "battery_energy"), "{} has a battery of {}."),
    **dict.fromkeys(("per_direction", "signalling_rate_per_direction"), "The camera sends over {} at {}."),
    **dict.fromkeys(("phy_rate", "phy_rate_max", "bit_rate", "uplink_peak"), "The node sends over {} at {}."),
    "downlink_peak": "The node receives over {} at {}.",
    **dict.fromkeys(("raw_rate", "interface_rate"), "The board reads over {} at {}."),
    **dict.fromkeys(("port_power", "device_power"), "{} supplies {}."),
}
WRONG = 7


def questions() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the name, the value's name and the text of each question."""
    find = names_of(None).find
    for entry in bundled():
        name = entry.name.split(" (")[0]
        if any(entry in found.entries for found in find(name)):
            for value in entry.values.values():
                if value.name in SENTENCES and len(value.options) == 1:
                    for half, factor in (("good", 1), ("bad", WRONG)):
                        stated = format_quantity(f"{float(value.options[0] * factor):.6g}", value.unit)
                        yield (
                            f"{entry.id}.{value.name}.{half}",
                            value.name,
                            text_of(entry, value.name, name, stated),
                        )


def text_of(entry: Entry, value: str, name: str, stated: str) -> dict[str, Any]:
    """Return a question that states one value."""
    subject = name if entry.track is Shelf.INTERCONNECT else f"The {name}"
    scenario = f"{SENTENCES[value].format(subject, stated)} What follows from it for the plan?"
    return {"scenario": scenario, "math": ["Load: 3 * 4 = 12"]}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--qbank", default=str(Path(sys.executable).parent / "qbank"))
    parser.add_argument("--show", choices=["missed", "accused"])
    options = parser.parse_args()
    asked = list(questions())
    accused = accused_by_qbank(asked, options.qbank)
    stated, found, wrongly = Counter[str](), Counter[str](), Counter[str]()
    for name, value, half in asked:
        is_bad = name.endswith(".bad")
        for key in (value, "all"):
            stated[key] += is_bad
            found[key] += is_bad and accused[name]
            wrongly[key] += not is_bad and accused[name]
        if options.show == ("missed" if is_bad else "accused") and accused[name] is not is_bad:
            print(f"{name}: {half['scenario']}")
    for key, count in stated.items():
        print(
            f"{key:30} {found[key]:4}/{count:<4} found ({found[key] / count:4.0%}),"
            f" {wrongly[key]} right ones accused"
        )


if __name__ == "__main__":
    main()

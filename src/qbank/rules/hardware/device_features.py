"""Features that a text gives to a device: MIG on a Jetson, FP8 tensor cores in an A100."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from qbank import lazy_re
from qbank.rules.hardware.devices import Device

_AHEAD: Final = 90
_BACK: Final = 70

_UNITS: Final = r"(?:[- ](?:[Tt]ensor [Cc]ores?|[Mm]atrix (?:cores?|engines?)|hardware|units?|support))"
_NATIVE: Final = r"(?:native|native hardware|hardware)[- ]"
_FORMATS: Final = {"bf16": "BF16|bfloat16", "tf32": "TF32", "fp8": "FP8", "fp4": "FP4|NVFP4|MXFP4"}
_SPELLINGS: Final[dict[str, str]] = {
    "mig": r"MIG|[Mm]ulti-[Ii]nstance GPU",
    "sparsity": r"(?:2:4 )?[Ss]tructured[- ][Ss]parsity|2:4 sparsity|[Ss]parse [Tt]ensor [Cc]ores",
    # Numbers of any format can be stored; only units that reckon with them are a feature.
    **{name: rf"(?:{words}){_UNITS}|{_NATIVE}(?:{words})(?:{_UNITS})?" for name, words in _FORMATS.items()},
    "nvlink": r"NVLink(?: (?:bridges?|links?|ports?))?",
    "fpu": r"(?:hardware )?FPU|floating-point unit",
    "dsp": r"DSP (?:extensions?|instructions)",
    "helium": r"Helium|MVE",
    "on-chip-flash": r"(?:on-chip|internal|embedded) flash",
}
_PATTERNS: Final = {name: lazy_re.compile(words) for name, words in _SPELLINGS.items()}
_OWNED: Final = lazy_re.compile(
    r"(?:\s+(?:GPU|card|module|chip|board|MCU|microcontroller)s?)?(?:\s*\(|\s+(?:that|which))?"
    r"(?:\s+(?:has|have|supports?|offers?|provides?|features?|includes?|comes with|with|using|uses?|via))?"
    r"(?:\s+(?:its|the|a|an|both|full))?\s+$"
)
"""Between a name and its feature."""
_LOCATED: Final = lazy_re.compile(
    r"(?:\s+(?:slices?|instances?|partitions?|partitioning|profiles?|mode|support|kernels?|engines?))?"
    r"\s+(?:on|of|in|inside)\s+(?:(?:the|a|an|each|every|one|this|our|its|NVIDIA|Arm)\s+)*$"
)
"""Between a feature and the name of what has it."""
_SPLIT: Final = lazy_re.compile(
    r"\b(?:partition|split|slic|divid|carv)\w*\s+(?:up\s+)?(?:(?:the|a|an|each|one|this|every)\s+)*\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that a text gives to a device.

    Attributes:
        start, end: its place in the text.
        name: as `has` and `lacks` of catalog entries call it.
    """

    start: int
    end: int
    name: str


def lacks(device: Device, name: str) -> bool:
    """Tell whether the catalog knows that nothing of a name has a feature."""
    return any(name in entry.lacks for entry in device.entries) and not any(
        name in entry.has for entry in device.entries
    )


def lacking(text: str, device: Device) -> Iterator[Feature]:
    """Yield the features that the text gives to a device and that the device lacks."""
    for name in {name: None for entry in device.entries for name in entry.lacks}:
        if name not in _PATTERNS or not lacks(device, name):
            continue
        for hit in _PATTERNS[name].finditer(text, max(0, device.start - _BACK), device.after + _AHEAD):
            if _belongs(text, device, hit, name):
                yield Feature(hit.start(), hit.end(), name)


def _belongs(text: str, device: Device, hit: re.Match[str], name: str) -> bool:
    if hit.end() <= device.start:
        return _LOCATED.fullmatch(text, hit.end(), device.start) is not None
    between = text[device.after : hit.start()]
    if _OWNED.fullmatch(between):
        return True
    return (
        name == "mig"
        and "." not in between
        and _SPLIT.search(text, max(0, device.start - _BACK), device.start) is not None
    )

"""Putting a set in order, and making versions of it: other orders, other numbers."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase
from typing import Final

from qbank.sets.answers.option_order import mixed
from qbank.sets.collection import instance
from qbank.sets.loading import Chosen, Group, Sheet
from qbank.sets.variants.drawing import shuffled
from qbank.sets.variants.parameters import has_parameters
from qbank.sets.variants.variant import Variant

MOST_VERSIONS: Final = len(ascii_uppercase)


def version_names(count: int) -> tuple[str, ...]:
    """Return `A`, `B`, ... for a number of versions up to `MOST_VERSIONS`."""
    return tuple(ascii_uppercase[:count])


def ordered(sheet: Sheet, version: str = "") -> tuple[Group, ...]:
    """Return the groups in the order to print: as listed, or drawn within each group.

    A version has an order of its own only where the set asks to be shuffled.
    """
    if not sheet.shuffle:
        return sheet.groups
    return tuple(
        replace(
            group,
            questions=tuple(
                shuffled(
                    group.questions,
                    "order",
                    sheet.seed or 0,
                    version,
                    names=[chosen.entry.id for chosen in group.questions],
                )
            ),
        )
        for group in sheet.groups
    )


def instances(sheet: Sheet, version: str = "") -> list[tuple[str, list[Variant]]]:
    """Return the questions of a set ready to be shown: a heading and its questions for each group.

    Where the set asks to be shuffled, options have an order of their own in each version too.

    Raises:
        SetError: a question is not valid.
    """
    return [
        (
            group.title,
            [_instance(chosen, sheet, version) for chosen in group.questions],
        )
        for group in ordered(sheet, version)
    ]


def _instance(chosen: Chosen, sheet: Sheet, version: str) -> Variant:
    variant = instance(chosen.entry, seed_for(chosen, sheet, version))
    if not (sheet.shuffle and version and variant.options):
        return variant
    return mixed(variant, sheet.seed or 0, ascii_uppercase.index(version))


def seed_for(chosen: Chosen, sheet: Sheet, version: str = "") -> str | None:
    """Return what to draw the numbers of a question by; None for the default instance.

    What the set says of a question comes first, then the seed of the set, with the version behind it.
    """
    if chosen.seed is not None or not has_parameters(chosen.entry.data):
        return chosen.seed
    if version:
        return f"{sheet.seed or 0}-{version}"
    return None if sheet.seed is None else str(sheet.seed)

"""Putting a set in order, and making versions of it: other orders, other numbers."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_uppercase
from typing import Final

from qbank.sets.answers.option_order import mixed
from qbank.sets.loading import AssembledSet, ChosenQuestion, QuestionGroup
from qbank.sets.variants.checked import checked_variant
from qbank.sets.variants.drawing import shuffled
from qbank.sets.variants.parameters import has_parameters
from qbank.sets.variants.variant import Variant

MOST_VERSIONS: Final = len(ascii_uppercase)


def version_names(count: int) -> tuple[str, ...]:
    """Return `A`, `B`, ... for a number of versions up to `MOST_VERSIONS`."""
    return tuple(ascii_uppercase[:count])


def ordered(assembled: AssembledSet, version: str = "") -> tuple[QuestionGroup, ...]:
    """Return the groups in the order to print: as listed, or drawn within each group.

    A version has an order of its own only where the set asks to be shuffled.
    """
    if not assembled.shuffle:
        return assembled.groups
    return tuple(replace(group, questions=_shuffled(group, assembled, version)) for group in assembled.groups)


def _shuffled(group: QuestionGroup, assembled: AssembledSet, version: str) -> tuple[ChosenQuestion, ...]:
    ids = [chosen.question.id for chosen in group.questions]
    return tuple(shuffled(group.questions, "order", assembled.seed or 0, version, names=ids))


def variants_of(assembled: AssembledSet, version: str = "") -> list[tuple[str, list[Variant]]]:
    """Return the questions of a set ready to be shown: a heading and its questions for each group.

    Where the set asks to be shuffled, options have an order of their own in each version too.

    Raises:
        SetError: a question is not valid.
    """
    return [
        (group.title, [_variant(chosen, assembled, version) for chosen in group.questions])
        for group in ordered(assembled, version)
    ]


def _variant(chosen: ChosenQuestion, assembled: AssembledSet, version: str) -> Variant:
    variant = checked_variant(chosen.question, seed_for(chosen, assembled, version))
    if not (assembled.shuffle and version and variant.options):
        return variant
    return mixed(variant, assembled.seed or 0, ascii_uppercase.index(version))


def seed_for(chosen: ChosenQuestion, assembled: AssembledSet, version: str = "") -> str | None:
    """Return what to draw the numbers of a question by; None for the default instance.

    What the set says of a question comes first, then the seed of the set, with the version behind it.
    """
    if chosen.seed is not None or not has_parameters(chosen.question.data):
        return chosen.seed
    if version:
        return f"{assembled.seed or 0}-{version}"
    return None if assembled.seed is None else str(assembled.seed)

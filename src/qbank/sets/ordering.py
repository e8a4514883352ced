"""Putting a set in order, and making versions of it: other orders, other numbers."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace
from string import ascii_uppercase
from typing import Final

from qbank.problems import quote
from qbank.sets.answers.option_order import mixed
from qbank.sets.files import SetError
from qbank.sets.loading import AssembledSet, ChosenQuestion, QuestionGroup
from qbank.sets.variants.checked import checked_variant
from qbank.sets.variants.drawing import shuffled
from qbank.sets.variants.parameters import combinations, has_parameters
from qbank.sets.variants.variant import Variant

MOST_VERSIONS: Final = len(ascii_uppercase)

_MOST_DRAWS: Final = 500
"""How often numbers are drawn anew that are on a paper already: enough to find the last of a few."""

_Numbers = tuple[str, ...]


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


def variants_of(
    assembled: AssembledSet, version: str = "", others: Iterable[Variant] = ()
) -> list[tuple[QuestionGroup, list[Variant]]]:
    """Return the questions of a set ready to be shown: a group and its questions for each group.

    Where the set asks to be shuffled, options have an order of their own in each version too. No two are the
    same question with the same numbers: one whose seed is not given is drawn again. It is also drawn again
    while a question of `others`, which are those of earlier versions, has its numbers and it can have more.

    Raises:
        SetError: a question is not valid, or is there twice with the same numbers.
    """
    groups = ordered(assembled, version)
    listed = [chosen for group in groups for chosen in group.questions]
    taken: set[_Numbers] = set()
    elsewhere = set(map(_numbers, others))
    made: dict[int, Variant] = {}
    # What has a seed of its own goes first: others can give way to it.
    for place in sorted(range(len(listed)), key=lambda place: listed[place].seed is None):
        variant = _new_variant(listed[place], assembled, version, taken, elsewhere)
        taken.add(_numbers(variant))
        made[place] = _in_order(variant, assembled, version)
    places = iter(range(len(listed)))
    return [(group, [made[next(places)] for _ in group.questions]) for group in groups]


def repeated(variants: Iterable[Variant]) -> list[str]:
    """Return the ids of questions that have the same numbers in several versions, though drawn for each."""
    seeds: dict[_Numbers, set[str | None]] = {}
    for variant in variants:
        seeds.setdefault(_numbers(variant), set()).add(variant.seed)
    return list(dict.fromkeys(numbers[0] for numbers, drawn_by in seeds.items() if len(drawn_by) > 1))


def _new_variant(
    chosen: ChosenQuestion,
    assembled: AssembledSet,
    version: str,
    taken: Set[_Numbers],
    elsewhere: Set[_Numbers],
) -> Variant:
    """Make a variant whose numbers are not on the paper yet, and not elsewhere if they need not be.

    Raises:
        SetError: there is none.
    """
    seed = seed_for(chosen, assembled, version)
    data = chosen.question.data
    is_drawn = chosen.seed is None and has_parameters(data)
    repeat: Variant | None = None
    for turn in range(_MOST_DRAWS if is_drawn else 1):
        variant = checked_variant(chosen.question, f"{seed or 0}-{turn}" if turn else seed)
        numbers = _numbers(variant)
        if numbers in taken:
            continue
        if not is_drawn or numbers not in elsewhere:
            return variant
        repeat = repeat or variant
        if sum(known[0] == chosen.question.id for known in taken | elsewhere) >= combinations(data):
            break
    if repeat is not None:
        return repeat
    name = quote(chosen.question.id if chosen.seed is None else f"{chosen.question.id}@{chosen.seed}")
    raise SetError(
        f"{assembled.identifier}: {name} is on the paper already with the same numbers; "
        "leave one out, or give it another seed"
    )


def _numbers(variant: Variant) -> _Numbers:
    """Return what tells a question from others: its id and the numbers that it shows."""
    return (variant.question.id, *variant.values.values())


def _in_order(variant: Variant, assembled: AssembledSet, version: str) -> Variant:
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

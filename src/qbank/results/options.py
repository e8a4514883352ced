"""The options of a question, over all its variants: by their letters, or by the slips that lead to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from qbank.results.exam import ExamItem
from qbank.results.paper_key import KeyOption


@dataclass(frozen=True, slots=True)
class PooledOptions:
    """Options that stand for the same in all variants; `letters` says which one a letter of a variant is."""

    options: tuple[KeyOption, ...]
    letters: Mapping[tuple[str, str], str]

    def ids(self, reference: str, chosen: str) -> frozenset[str] | None:
        """Return the ids of the options chosen in a variant; None if that is not known."""
        found = [self.letters.get((reference, letter)) for letter in chosen]
        return None if None in found else frozenset(id_ for id_ in found if id_ is not None)


def pooled_options(item: ExamItem) -> PooledOptions:
    """Return the options of a question.

    Options that are made of numbers are in another order in each variant: there the right one is the same as
    the right one of others, and a wrong one as that to which the same slip leads. The letters are those of
    the first variant.
    """
    first = item.key
    if first is None:
        return PooledOptions((), {})
    by_letter = {option.id: _role(option) for option in first.options}
    by_role = {_role(option): option.id for option in first.options}
    letters: dict[tuple[str, str], str] = {}
    for reference, key in item.keys.items():
        roles = {option.id: _role(option) for option in key.options}
        for letter, role in roles.items():
            if roles == by_letter:
                letters[reference, letter] = letter
            elif role in by_role:
                letters[reference, letter] = by_role[role]
    return PooledOptions(tuple(sorted(first.options, key=lambda option: option.id)), letters)


def _role(option: KeyOption) -> tuple[bool, str]:
    return option.correct, option.mistake

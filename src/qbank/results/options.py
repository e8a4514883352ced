"""The options of a question, over all its variants: by their letters, or by the slips that lead to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from qbank.grouping import grouped
from qbank.results.exam import ExamItem
from qbank.results.paper_key import KeyOption

_SHORT: Final = 48


@dataclass(frozen=True, slots=True)
class PooledOptions:
    """Options that stand for the same in all variants.

    Attributes:
        options: as the first variant has them, with its letters in the question file.
        letters: which of them a letter of a variant is.
        printed: by option, the letter that each version of the paper has before it.
    """

    options: tuple[KeyOption, ...]
    letters: Mapping[tuple[str, str], str]
    printed: Mapping[str, Mapping[str, str]]

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
        return PooledOptions((), {}, {})
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
    printed: dict[str, dict[str, str]] = {option.id: {} for option in first.options}
    for form, key in item.printed.items():
        for letter, option in zip(ascii_uppercase, key.options, strict=False):
            if (id_ := letters.get((key.reference, option.id))) is not None:
                printed[id_][form] = letter
    return PooledOptions(tuple(sorted(first.options, key=lambda option: option.id)), letters, printed)


def on_papers(id_: str, printed: Mapping[str, str]) -> str:
    """Say which letter an option has on which paper, `A on paper B`; nothing where it has its own on all."""
    if all(letter == id_.upper() for letter in printed.values()):
        return ""
    if "" in printed:
        return f"{printed['']} on the paper"
    forms = grouped((letter, form) for form, letter in sorted(printed.items()))
    return ", ".join(
        f"{letter} on paper{'s' if len(of) > 1 else ''} {' and '.join(of)}" for letter, of in forms.items()
    )


def described(text: str, id_: str, printed: Mapping[str, str]) -> str:
    """Return the words of an option, shortened, and its letters on papers."""
    short = text if len(text) <= _SHORT else f"{text[: _SHORT - 1].rstrip()}…"
    return "; ".join(filter(None, (short, on_papers(id_, printed))))


def _role(option: KeyOption) -> tuple[bool, str]:
    return option.correct, option.mistake

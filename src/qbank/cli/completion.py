"""What shells offer while a command is typed: ids, rules, devices, formulas, and closed lists of words.

Each list is read when somebody asks for it. Whatever goes wrong then offers nothing: a shell is no place for
messages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

Complete = Callable[[str], list[tuple[str, str]]]
"""Takes what is typed of a word, and returns words with what they mean."""

_MOST: Final = 500


def question_ids(incomplete: str) -> list[tuple[str, str]]:
    """Offer the questions of the bank around the working directory."""
    return _offered(incomplete, _questions())


def rules(incomplete: str) -> list[tuple[str, str]]:
    """Offer the codes and names of rules, the last of several with commas between."""
    before, comma, typed = incomplete.rpartition(",")
    from qbank.rules.registry import all_rules

    found = [(word, rule.summary) for rule in all_rules() for word in (rule.code, rule.name)]
    return [(f"{before}{comma}{word}", meaning) for word, meaning in _offered(typed, found)]


def devices(incomplete: str) -> list[tuple[str, str]]:
    """Offer the entries of the catalog of the bank around the working directory."""
    from qbank.catalog import load

    found: list[tuple[str, str]] = []
    with suppress(Exception):
        found = [(entry.id, entry.name) for entry in load(_root())]
    return _offered(incomplete, found)


def formulas(incomplete: str) -> list[tuple[str, str]]:
    """Offer the formulas of the bank around the working directory."""
    from qbank.formulas.of_bank import usable_library

    return _offered(incomplete, ((formula.id, formula.name) for formula in usable_library(_root())))


def _questions() -> Iterator[tuple[str, str]]:
    from qbank.bank.discovery import QUESTIONS_FOLDER, find_question_files

    root = _root()
    if root is not None:
        with suppress(Exception):
            for file in find_question_files((root / QUESTIONS_FOLDER,)).files:
                yield file.stem, file.parent.name


def _root() -> Path | None:
    from qbank.bank.discovery import find_root

    return find_root(Path.cwd())


def _offered(incomplete: str, words: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    typed = incomplete.casefold()
    return [pair for pair in words if pair[0].casefold().startswith(typed)][:_MOST]

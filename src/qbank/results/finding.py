"""Finding the question that a column or a cell of a result file is about: by code, id, text or place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from qbank.grouping import grouped
from qbank.results.normal_text import coded_reference, normalised, text_hash
from qbank.results.paper_key import KeyItem, PaperKey

_REFERENCE: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+(?:@[A-Za-z0-9_-]+)?")
_ALIKE: Final = 0.9
"""How much of two texts has to agree, between 0 and 1, for one to be the other with something lost on the
way."""
_AHEAD: Final = 0.02
"""By how much the best one has to be better than any other question."""
_MOST_COMPARED: Final = 5_000
"""Pairs of texts that are compared letter by letter, in all."""


_Options = tuple[str, ...]
"""The words of all options of a question, sorted: they stand for them in any order."""


class Target(NamedTuple):
    """A question that was found: its reference, its key, and the versions of the paper that have it so."""

    id: str
    reference: str
    key: KeyItem | None
    forms: frozenset[str | None]


class Finder:
    """Finds questions on the papers that key files tell of."""

    def __init__(self, keys: Sequence[PaperKey]) -> None:
        self._items = [(key.form, item) for key in keys for item in key.questions]
        self._by_reference = grouped((entry[1].reference, entry) for entry in self._items)
        self._by_id = grouped((entry[1].id, entry) for entry in self._items)
        self._by_hash = grouped((entry[1].hash, entry) for entry in self._items)
        self._by_options = grouped(
            (_option_words(entry[1]), entry) for entry in self._items if entry[1].options
        )
        self._by_position = grouped((entry[1].position, entry) for entry in self._items)
        self._remembered = cache(self._find)
        self._compared = 0

    def find(self, name: str, text: str, position: int | None, form: str | None) -> Target | str:
        """Return the question, or in words why none is certain.

        Args:
            name: an id, or a title that may be one.
            text: the text that students saw.
            position: its place on the paper.
            form: the version of the paper, where that is known.
        """
        return self._remembered(name, text, position, form)

    def _find(self, name: str, text: str, position: int | None, form: str | None) -> Target | str:
        reference = coded_reference(text) or coded_reference(name)
        if reference is None:
            named = [word for word in _REFERENCE.findall(name) if self._is_known(word.partition("@")[0])]
            reference = named[0] if len(set(named)) == 1 else None
        if reference is not None:
            return self._referenced(reference, form)
        if text.strip():
            return self._by_text(text, form)
        if position is not None:
            return self._at(position, form)
        return "nothing tells which question it is"

    def _is_known(self, id_: str) -> bool:
        return not self._items or id_ in self._by_id

    def _referenced(self, reference: str, form: str | None) -> Target | str:
        id_ = reference.partition("@")[0]
        exact = self._of_form(self._by_reference.get(reference, ()), form)
        if exact:
            return _target(exact)
        if not self._is_known(id_):
            return f"there is no question '{id_}' on the paper"
        others = self._of_form(self._by_id.get(id_, ()), form)
        if reference == id_ and others and len({item.reference for _, item in others}) == 1:
            return _target(others)
        forms = frozenset(other for other, _ in others)
        return Target(
            id_, reference, _title_only(others[0][1]) if others else None, forms or frozenset((None,))
        )

    def _by_text(self, text: str, form: str | None) -> Target | str:
        plain = normalised(text)
        same = self._same_text(plain) or self._with_options(plain)
        if not same:
            return "its text is that of no question on the paper"
        if len({item.id for _, item in same}) > 1:
            return "several questions of the paper have its text"
        return _target(self._of_form(same, form) or same)

    def _same_text(self, plain: str) -> list[tuple[str | None, KeyItem]]:
        return self._by_hash.get(text_hash(plain)) or self._nearest(plain)

    def _with_options(self, plain: str) -> list[tuple[str | None, KeyItem]]:
        """Return the question whose text this is with its options behind it, in any order.

        Moodle exports both in one, the options in the order that each student saw.
        """
        words = plain.split()
        rated: dict[_Options, float] = {}
        for options in self._by_options:
            listed = Counter(options)
            end = len(words) - listed.total()
            shared = (listed & Counter(words[end:])).total() if end > 0 else 0
            if shared >= _ALIKE * listed.total():
                rated[options] = shared / listed.total()
        for options in sorted(rated, key=lambda options: -rated[options]):
            text = " ".join(words[: len(words) - len(options)])
            same = [entry for entry in self._same_text(text) if entry in self._by_options[options]]
            if same:
                return same
        return []

    def _nearest(self, plain: str) -> list[tuple[str | None, KeyItem]]:
        """Return the question whose text is nearly this; its numbers have to be the same, as variants differ
        by them."""
        figures = _figures(plain)
        rated: dict[str, float] = {}
        for _, item in self._items:
            if item.text in rated or _figures(item.text) != figures or self._compared >= _MOST_COMPARED:
                continue
            matcher = SequenceMatcher(None, plain[:5000], item.text[:5000], autojunk=False)
            if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE:
                self._compared += 1
                rated[item.text] = matcher.ratio()
        ranked = sorted(rated.items(), key=lambda pair: -pair[1])
        if not ranked or ranked[0][1] < _ALIKE:
            return []
        if len(ranked) > 1 and ranked[0][1] - ranked[1][1] < _AHEAD:
            return []
        return self._by_hash[text_hash(ranked[0][0])]

    def _at(self, position: int, form: str | None) -> Target | str:
        if not self._items:
            return "only its place is known; name the key file of the paper with --key"
        there = self._of_form(self._by_position.get(position, ()), form)
        if not there:
            version = f" of version {form}" if form is not None else ""
            return f"the paper{version} has no question {position}"
        if len({item.id for _, item in there}) > 1:
            return (
                f"question {position} is another one in each version; say the version in a column "
                "`version`, or at the end of the file's name, as in grades-A.csv"
            )
        return _target(there)

    @staticmethod
    def _of_form(
        entries: Sequence[tuple[str | None, KeyItem]], form: str | None
    ) -> list[tuple[str | None, KeyItem]]:
        if form is None:
            return list(entries)
        return [entry for entry in entries if entry[0] in {None, form}]


def _target(entries: Sequence[tuple[str | None, KeyItem]]) -> Target:
    """Return what several places of one question have in common."""
    items = [item for _, item in entries]
    forms = frozenset(form for form, _ in entries)
    first = items[0]
    # Two variants may have drawn the same numbers.
    if all(item.hash == first.hash and item.number == first.number for item in items):
        if all(item.options == first.options for item in items):
            return Target(first.id, first.reference, first, forms)
        # The same question with options in several orders: only texts tell which was chosen.
        return Target(first.id, first.reference, replace(first, position=0), forms)
    return Target(first.id, first.id, _title_only(first), forms)


def _title_only(item: KeyItem) -> KeyItem:
    """Return a question without what differs from variant to variant."""
    return replace(item, variant=None, options=(), number=None, position=0)


def _option_words(item: KeyItem) -> _Options:
    return tuple(sorted(word for option in item.options for word in normalised(option.text).split()))


def _figures(plain: str) -> Counter[str]:
    return Counter(word for word in plain.split() if any(char.isdigit() for char in word))

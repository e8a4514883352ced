"""Finding an entry by what people call it, and saying why it is that one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from qbank.catalog.entry import Entry, Source
from qbank.catalog.names import MAX_NAME, key, maker_of, without_makers, words
from qbank.grouping import grouped

_MOST_LISTED: Final = 12
_NEAR: Final = 5


class Match(StrEnum):
    """How a name led to an entry."""

    ID = "id"
    NAME = "name"
    ALIAS = "alias"
    DEFAULT = "default"
    FAMILY = "family"
    WORDS = "words"


class Found(Struct, frozen=True):
    """An entry, what was asked for, and why it is this one.

    Attributes:
        match: how the name led to it. `WORDS` is the loosest: all words of the name fit this entry alone.
        others: variants that the name may mean as well.
        reason: the choice in a sentence, where there was one; else empty.
    """

    entry: Entry
    asked: str
    match: Match
    others: tuple[Entry, ...] = ()
    reason: str = ""


class NameLookupError(LookupError):
    """A name that does not lead to one entry; `candidates` are those that it may mean."""

    def __init__(self, message: str, candidates: tuple[Entry, ...]) -> None:
        super().__init__(message)
        self.candidates = candidates


class UnknownNameError(NameLookupError):
    """A name that nothing in the catalog has; `candidates` have a similar one."""


class AmbiguousNameError(NameLookupError):
    """A name that several entries have, with no default among them."""


class Catalog:
    """Entries and sources, found by id, by alias or by a bare name.

    Iterating yields the entries. A catalog is never changed; `checking.with_more` makes another one.
    """

    def __init__(self, entries: Iterable[Entry], sources: Iterable[Source]) -> None:
        self.entries: Final = tuple(entries)
        self.sources: Final[Mapping[str, Source]] = MappingProxyType(
            {source.key: source for source in sources}
        )
        self._by_id: Final = {entry.id: entry for entry in self.entries}
        self._known: Final[dict[str, Mapping[str, Mapping[Match, tuple[Entry, ...]]]]] = {}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, identifier: object) -> bool:
        return identifier in self._by_id

    def get(self, identifier: str) -> Entry | None:
        """Return the entry with exactly this id, or None."""
        return self._by_id.get(identifier)

    def find(self, name: str) -> Found:
        """Return what a name means: an id, a name, an alias, or a bare name with a declared default.

        Case and separators do not count, and the maker may be named: `a100`, `A100 80GB`,
        `NVIDIA A100-SXM4-80GB`. A name whose words all fit one entry alone is taken for it.

        Raises:
            AmbiguousNameError: several entries have the name, and none is its default.
            UnknownNameError: no entry has it.
        """
        if len(name) > MAX_NAME:
            raise UnknownNameError(f"a name of {len(name):,} characters is in no catalog", ())
        found = self._exact(name, name) or self._of_maker(name) or self._by_words(name)
        if found is None:
            raise self._unknown(name)
        return found

    def meanings(self, name: str) -> Mapping[Match, tuple[Entry, ...]]:
        """Return all entries that have exactly this name, in whatever spelling, by how they have it.

        Families are among them: `a100` is the family of all its variants as well as a bare name of one.
        """
        wanted = key(name) if len(name) <= MAX_NAME else ""
        return self._names(wanted[:1]).get(wanted, {})

    def variants(self, entry: Entry) -> tuple[Entry, ...]:
        """Return the other entries of the family of an entry."""
        if entry.family is None:
            return ()
        return tuple(
            variant for variant in self.entries if variant.family == entry.family and variant is not entry
        )

    def _names(self, first: str) -> Mapping[str, Mapping[Match, tuple[Entry, ...]]]:
        """Return the keys that begin with a character; made when a name that begins so is looked up."""
        if first not in self._known:
            names: dict[str, dict[Match, tuple[Entry, ...]]] = {}
            for match, name, entry in self._spelt.get(first, ()):
                known = names.setdefault(key(name), {})
                if entry not in known.get(match, ()):
                    known[match] = (*known.get(match, ()), entry)
            self._known[first] = names
        return self._known[first]

    @cached_property
    def _spelt(self) -> Mapping[str, Sequence[tuple[Match, str, Entry]]]:
        """All names by the first character of their key."""
        return grouped(
            (_first(name), (match, name, entry)) for entry in self.entries for match, name in spellings(entry)
        )

    def _exact(self, name: str, asked: str) -> Found | None:
        known = self.meanings(name)
        if not known:
            return None
        direct = _own(known)
        if len(direct) == 1:
            match, entry = direct[0]
            return Found(entry, asked, match)
        if direct:
            raise _ambiguous(asked, tuple(entry for _, entry in direct))
        family = known.get(Match.FAMILY, ())
        for entry in known.get(Match.DEFAULT, ())[:1]:
            others = self._also(name, entry)
            return Found(entry, asked, Match.DEFAULT, others, _why_default(asked, entry, others))
        if len(family) == 1:
            reason = f"'{asked}' is a family of which the catalog has this member alone"
            return Found(family[0], asked, Match.FAMILY, (), reason)
        if family:
            raise _ambiguous(asked, family)
        raise _ambiguous(asked, known.get(Match.ALIAS, ()))

    def _also(self, name: str, entry: Entry) -> tuple[Entry, ...]:
        """Return the variants of an entry which have the words of a bare name too."""
        asked = set(words(name))
        return tuple(variant for variant in self.variants(entry) if asked <= _words_of(variant))

    def _of_maker(self, name: str) -> Found | None:
        """Look a name up without the maker that it begins with; the entry must be that maker's."""
        rest = name
        makers: set[str] = set()
        while (parted := maker_of(rest)) is not None:
            makers.add(parted[0])
            rest = parted[1]
            if not rest:
                return None
            try:
                found = self._exact(rest, name)
            except AmbiguousNameError as error:
                of_maker = tuple(entry for entry in error.candidates if _makers(entry) >= makers)
                if len(of_maker) == 1:
                    return Found(of_maker[0], name, Match.ALIAS)
                raise
            if found is not None:
                return found if _makers(found.entry) >= makers else None
        return None

    def _by_words(self, name: str) -> Found | None:
        wanted = frozenset(words(name))
        if not any(len(word) > 1 for word in wanted):
            return None
        fitting = [entry for known, entry in self._vocabulary if wanted <= known]
        if len(fitting) == 1:
            reason = f"no other entry has all the words of '{name}'"
            return Found(fitting[0], name, Match.WORDS, (), reason)
        if fitting:
            raise _ambiguous(name, tuple(fitting))
        return None

    @cached_property
    def _vocabulary(self) -> list[tuple[frozenset[str], Entry]]:
        return [(_words_of(entry), entry) for entry in self.entries]

    def _unknown(self, name: str) -> UnknownNameError:
        near = self._similar(name)
        if not near:
            return UnknownNameError(f"'{name}' is not in the catalog; `qbank hardware list` shows it", ())
        listed = ", ".join(entry.id for entry in near)
        return UnknownNameError(f"'{name}' is not in the catalog; similar are {listed}", near)

    def _similar(self, name: str) -> tuple[Entry, ...]:
        """Return entries with a similar name: spelt nearly so, or with the word that says most."""
        names = {known: of for first in self._spelt for known, of in self._names(first).items()}
        wanted = key(name)
        close = get_close_matches(wanted, names, n=_NEAR, cutoff=0.75) if wanted else []
        found = [entry for near in close for entries in names[near].values() for entry in entries]
        asked = [word for word in words(without_makers(name)[1]) if len(word) > 1]
        shared = [(sum(word in known for word in asked), entry) for known, entry in self._vocabulary]
        most = max((count for count, _ in shared), default=0)
        if most:
            found += [entry for count, entry in shared if count == most]
        return tuple(dict.fromkeys(found))[:_NEAR]


def spellings(entry: Entry) -> Iterator[tuple[Match, str]]:
    """Yield all names of an entry with what sort of name each is."""
    yield Match.ID, entry.id
    yield Match.NAME, entry.name
    for alias in (*entry.aliases, *entry.ambiguous):
        yield Match.ALIAS, alias
    for name in entry.default_for:
        yield Match.DEFAULT, name
    if entry.family is not None:
        yield Match.FAMILY, entry.family


def _first(name: str) -> str:
    """Return the first character of a name's key, which is made for few names."""
    first = name[:1]
    return first.lower() if first.isascii() and first.isalnum() else key(name)[:1]


def _words_of(entry: Entry) -> frozenset[str]:
    """Return the words of all names of an entry."""
    return frozenset(word for _, name in spellings(entry) for word in words(name))


def _own(known: Mapping[Match, tuple[Entry, ...]]) -> list[tuple[Match, Entry]]:
    """Return the entries whose own name this is, each once; an id goes before all other names."""
    for entry in known.get(Match.ID, ()):
        return [(Match.ID, entry)]
    found: dict[str, tuple[Match, Entry]] = {}
    for match in (Match.NAME, Match.ALIAS):
        for entry in known.get(match, ()):
            found.setdefault(entry.id, (match, entry))
    return list(found.values())


def _makers(entry: Entry) -> set[str]:
    return without_makers(entry.name)[0]


def _why_default(asked: str, entry: Entry, others: tuple[Entry, ...]) -> str:
    reason = f" ({entry.default_reason})" if entry.default_reason else ""
    message = f"'{asked}' alone means {entry.id} by default{reason}"
    return f"{message}; it might be {_listing(others)} too" if others else message


def _ambiguous(asked: str, candidates: tuple[Entry, ...]) -> AmbiguousNameError:
    message = f"'{asked}' may mean {len(candidates)} entries, and none is its default: {_listing(candidates)}"
    return AmbiguousNameError(f"{message}; say which by its id", candidates)


def _listing(entries: tuple[Entry, ...]) -> str:
    shown = ", ".join(f"{entry.id}" for entry in entries[:_MOST_LISTED])
    more = len(entries) - _MOST_LISTED
    return f"{shown} and {more} more" if more > 0 else shown

"""What a bank adds to the lexicon and what cannot have any effect there: nobody would miss the check."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from qbank.catalog.units import BELOW_ZERO, unit_of
from qbank.nearest import meant
from qbank.problems import Path, format_path, joined, quote
from qbank.units.parse import UnknownUnitError

_CLOSED: Final = ("is", "part", "place", "relation", "cues")
"""Fields of entries whose words rules ask for by name; so ours has all that tell anything."""
_ANY_THING: Final = "any"
_FEW: Final = 20


def wrong_bounds(data: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield what is wrong with units and bounds of a file that fits the model."""
    for number, raw in enumerate(data.get("magnitudes") or ()):
        path: Path = ("magnitudes", number)
        least, most = raw.get("least"), raw.get("most")
        try:
            unit_of(raw["unit"])
        except UnknownUnitError as error:
            yield _at((*path, "unit"), str(error))
        if least is None and most is None:
            yield _at(path, "it needs a bound, `least` or `most`")
        elif least is not None and most is not None and least > most:
            yield _at((*path, "least"), f"{least:g} is more than `most`, which is {most:g}")
        elif raw["unit"] not in BELOW_ZERO:
            yield from (
                _at((*path, name), f"{bound:g} {raw['unit']} is less than 0")
                for name, bound in (("least", least), ("most", most))
                if bound is not None and bound < 0
            )


def effectless(
    added: Sequence[Mapping[str, Any]], ours: Iterable[Mapping[str, Any]]
) -> Iterator[list[tuple[Path, str]]]:
    """Yield for each file that a bank adds what no rule asks for, and classes that no word has.

    Of several classes in `of` one is enough: others keep a bound beside a wider one of the same things.
    """
    files = list(ours)
    known = {field: {word for data in files for word in _words(data, field)} for field in _CLOSED}
    classes = {word for data in (*files, *added) for word in _words(data, "classes")} | {_ANY_THING}
    # Names of the catalog have classes too, which the bounds of ours are for.
    classes |= {one for data in files for raw in data.get("magnitudes") or () for one in _classes(raw)}
    for data in added:
        yield [*_unasked(data, known), *_unnamed(data, classes)]


def _unasked(data: Mapping[str, Any], known: Mapping[str, set[str]]) -> Iterator[tuple[Path, str]]:
    for number, raw in enumerate(data.get("entries") or ()):
        for field, words in known.items():
            for word in _listed(raw.get(field)):
                if word not in words:
                    yield _at(
                        ("entries", number, field), f"nothing asks for {quote(word)}{_meant(word, words)}"
                    )


def _unnamed(data: Mapping[str, Any], classes: set[str]) -> Iterator[tuple[Path, str]]:
    for number, raw in enumerate(data.get("magnitudes") or ()):
        for field in ("of", "with", "unless", "between"):
            unknown = [one for one in _listed(raw.get(field)) if one not in classes]
            if unknown and (field != "of" or len(unknown) == len(raw["of"])):
                message = f"no word has the class {quote(unknown[0])}{meant(unknown[0], sorted(classes))}"
                yield _at(("magnitudes", number, field), message)


def _meant(word: str, known: Collection[str]) -> str:
    few = len(known) <= _FEW
    return meant(word, sorted(known)) or (f"; known are {joined(map(repr, sorted(known)))}" if few else "")


def _words(data: Mapping[str, Any], field: str) -> Iterator[str]:
    for raw in data.get("entries") or ():
        yield from _listed(raw.get(field))


def _classes(raw: Mapping[str, Any]) -> Iterator[str]:
    for field in ("of", "with", "unless", "between"):
        yield from _listed(raw.get(field))


def _listed(given: Any) -> Sequence[str]:
    return [] if given is None else [given] if isinstance(given, str) else given


def _at(path: Path, message: str) -> tuple[Path, str]:
    return path, f"{format_path(path)}: {message}"

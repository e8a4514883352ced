"""What a figure is said to measure: the nouns around it, for telling whether two texts speak of one thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import dropwhile
from typing import Final

from qbank import lazy_re

_TOKEN: Final = lazy_re.compile(r"[A-Za-zµλρ][\w'’µ]*|\d[\d.,]*\w*|[^\s\w]")
_CLAUSE: Final = lazy_re.compile(r"[.!?;|\n–—→⇒>](?:(?<=[.!?])[*_)]*\s|(?<=[;|\n→⇒])|(?<=->)|(?<= [–—])\s)")
_RESULT: Final = lazy_re.compile(r"[=≈\\](?:(?<!\\)|approx|u2248)")
_BRACKETED: Final = lazy_re.compile(r"\([^()]*\)")

_LINKS: Final = frozenset(
    """
    is are was were be being been a an the its our your their this that these those about
    approximately approx roughly only just exactly nearly almost around some takes take took taking
    needs need requires require costs cost costing comes come totals totaling totalling reaches
    reach equals at to of now up merely mere consumes consume uses use using draws draw occupies
    occupy has have having gives giving yields yielding means runs consuming requiring needing
    measures averages average amounts still precisely text mathbf over grows falls drops becomes as
    low high s gets full entire whole estimated calculated computed reduces
    """.split()  # noqa: SIM905
)
"""Words between a noun and its value."""
_STOPS: Final = frozenset(
    """
    and or but so because which that while when if then than with without by from into since
    therefore thus hence where whereas although though until before after via not no nor would could
    should can cannot will may might must per each every we you they it he she i on in between both
    plus minus times vs versus across under over through during as at to is are was were be has have
    had does do did
    """.split()  # noqa: SIM905
)
"""Words that end a phrase."""
_EMPTY: Final = frozenset(
    """
    a an the of for its our your their this that these those approximate estimated exact exactly
    about result required needed resulting actual only just s text mathbf same gb mb kb tb gib mib
    kib byte bytes bit bits ms us ns second seconds minute minutes hour hours uj mj mw uw wh gbps
    u2248 u00d7 approx times rightarrow with and to in on at
    """.split()  # noqa: SIM905
)
"""Words of a phrase that say nothing about what is measured."""
_SINGULAR: Final = frozenset(
    ("bus", "status", "bonus", "radius", "gas", "bias", "loss", "plus", "lens", "atlas")
)
_MARKS: Final = frozenset("*:=≈~$\\(_`{}")
_RECKONED: Final = lazy_re.compile(r"\d ?(?:[*×/+−^x-]|\\times) ?[\d(]|\d\w* [*×/+−] ")
FAR: Final = 140
"""How many characters around a figure are read."""
_LONGEST_LABEL: Final = 60
_MOST: Final = 6


def subjects(text: str, start: int, end: int) -> tuple[frozenset[str], ...]:
    """Return what the figure at `start` to `end` may be said to measure: the nouns of each way to read it."""
    head = text[max(0, start - FAR) : start]
    cuts = [one.end() for one in _CLAUSE.finditer(head)]
    head = head[cuts[-1] :] if cuts else head
    equals = _RESULT.search(head)
    found = [*_labels(head[: equals.start()] if equals else head[: head.rfind(":") + 1])]
    found += [_before(head), _behind(text[end : end + _LONGEST_LABEL])]
    return tuple(dict.fromkeys(one for one in found if one))


def _labels(head: str) -> Iterator[frozenset[str]]:
    """Yield the nouns of each part of `Step 1: Local time = ` that colons divide."""
    for part in _BRACKETED.sub(" ", head).split(":"):
        if len(part) <= _LONGEST_LABEL and not _RECKONED.search(part):
            yield _nouns(_TOKEN.findall(part))


def _before(head: str) -> frozenset[str]:
    tokens = _TOKEN.findall(head)
    while tokens and (tokens[-1] in _MARKS or tokens[-1].lower() in _LINKS):
        tokens.pop()
    return _phrase(reversed(tokens), skipped=frozenset(("per",)), joining="-*")


def _behind(tail: str) -> frozenset[str]:
    tokens = dropwhile(lambda token: token in "}$*", _TOKEN.findall(tail))
    return _phrase(tokens, skipped=frozenset("}$"), joining="-")


def _phrase(tokens: Iterable[str], *, skipped: frozenset[str], joining: str) -> frozenset[str]:
    """Return the nouns of the words up to one that ends a phrase."""
    phrase: list[str] = []
    for token in tokens:
        if token.lower() in skipped:
            continue
        if token.lower() in _STOPS or not (token[0].isalpha() or token in joining):
            break
        phrase.append(token)
        if len(phrase) == _MOST:
            break
    return _nouns(phrase)


def _nouns(tokens: list[str]) -> frozenset[str]:
    return frozenset(
        singular(word) for token in tokens if token[0].isalpha() and (word := token.lower()) not in _EMPTY
    )


@lru_cache(4096)
def singular(word: str) -> str:
    """Return a noun without the ending of several."""
    word = word.lower().removesuffix("'s").removesuffix("’s")
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if (
        len(word) > 2
        and word.endswith("s")
        and not word.endswith(("ss", "is", "ous"))
        and word not in _SINGULAR
    ):
        return word[:-1]
    return word

"""What a figure is said to measure: the nouns around it, for telling whether two texts speak of one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_TOKEN: Final = re.compile(r"[A-Za-zµλρ][\w'’µ]*|\d[\d.,]*\w*|[^\s\w]")
_CLAUSE: Final = re.compile(r"[.!?][*_)]*\s|[;|\n]|\s[–—]\s|→|⇒|->")
_RESULT: Final = re.compile(r"[=≈]|\\approx|\\u2248")
_BRACKETED: Final = re.compile(r"\([^()]*\)")

_LINKS: Final = frozenset(
    """
    is are was were be being been a an the its our your their this that these those about approximately approx roughly
    only just exactly nearly almost around some takes take took taking needs need requires require costs cost costing
    comes come totals totaling totalling reaches reach equals at to of now up merely mere consumes consume uses use
    using draws draw occupies occupy has have having gives giving yields yielding means runs consuming requiring
    needing measures averages average amounts still precisely text mathbf over grows falls drops becomes as low high
    s gets only mere full entire whole estimated calculated computed reduces
    """.split()  # noqa: SIM905
)
"""Words between a noun and its value."""
_STOPS: Final = frozenset(
    """
    and or but so because which that while when if then than with without by from into since therefore thus hence where
    whereas although though until before after via not no nor would could should can cannot will may might must per
    each every we you they it he she i on in between both plus minus times vs versus across under over through during
    as at to is are was were be has have had does do did
    """.split()  # noqa: SIM905
)
"""Words that end a phrase."""
_EMPTY: Final = frozenset(
    """
    a an the of for its our your their this that these those new overall approximate estimated exact exactly about
    result final required needed resulting actual only just s text mathbf same raw full entire current maximum minimum
    max min peak
    """.split()  # noqa: SIM905
)
"""Words of a phrase that say nothing about what is measured."""
_SINGULAR: Final = frozenset(("bus", "status", "bonus", "radius", "gas", "bias", "loss", "plus", "lens", "atlas"))
_MARKS: Final = frozenset("*:=≈~$\\(_`{}")
_FAR: Final = 140
_MOST: Final = 6


def subjects(text: str, start: int, end: int) -> tuple[frozenset[str], ...]:
    """Return what the figure at `start` to `end` may be said to measure: for each reading, the nouns of it."""
    head = text[max(0, start - _FAR) : start]
    cuts = [one.end() for one in _CLAUSE.finditer(head)]
    clause = cuts[-1] if cuts else 0
    head = head[clause:]
    found = []
    label = _RESULT.search(head)
    if label is not None:
        found.append(_label(head[: label.start()]))
    elif ":" in head:
        found.append(_label(head[: head.rfind(":")]))
    found += [_before(head), _behind(text[end : end + _FAR])]
    return tuple(dict.fromkeys(one for one in found if one))


def _label(head: str) -> frozenset[str]:
    """Return the nouns of `Local time = 12 / 40` in front of the first sign."""
    label = _BRACKETED.sub(" ", head)
    label = label[label.rfind(":", 0, len(label.rstrip(" *")) - 1) + 1 :] if ":" in label.rstrip(" *:") else label
    return _nouns(_TOKEN.findall(label)) if len(label) < _FAR // 2 else frozenset()


def _before(head: str) -> frozenset[str]:
    tokens = _TOKEN.findall(head)
    while tokens and (tokens[-1] in _MARKS or tokens[-1].lower() in _LINKS):
        tokens.pop()
    phrase: list[str] = []
    for token in reversed(tokens):
        if token.lower() == "per":
            continue
        if token.lower() in _STOPS or not (token[0].isalpha() or token in "-*"):
            break
        phrase.append(token)
        if len(phrase) == _MOST:
            break
    return _nouns(phrase)


def _behind(tail: str) -> frozenset[str]:
    phrase: list[str] = []
    for token in _TOKEN.findall(tail):
        if token == "}" or token == "$" or (token == "*" and not phrase):
            continue
        if token.lower() in _STOPS or not (token[0].isalpha() or token == "-"):
            break
        phrase.append(token)
        if len(phrase) == _MOST:
            break
    return _nouns(phrase)


def _nouns(tokens: list[str]) -> frozenset[str]:
    return frozenset(singular(word) for token in tokens if token[0].isalpha() and (word := token.lower()) not in _EMPTY)


def singular(word: str) -> str:
    """Return a noun without the ending of several."""
    word = word.lower().removesuffix("'s").removesuffix("’s")
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "is", "ous")) and word not in _SINGULAR:
        return word[:-1]
    return word

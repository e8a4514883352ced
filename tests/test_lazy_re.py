from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import qbank
from qbank import lazy_re

ONE_CHARACTER = (_constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY, _constants.IN)
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{+[0-9]*,?[0-9]*\}+)\+")
"""As sources write it. What an f-string puts in is a character or a group: there the parsed pattern tells."""


def every_pattern() -> list[Any]:
    """Return all patterns that modules of the package make when they are imported, except those of `re`."""
    for module in walk_packages(qbank.__path__, "qbank."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    return [one for one in gc.get_objects() if type(one) is lazy_re._Lazy]


def possessive(parsed: Any) -> Iterator[Any]:
    """Yield what a pattern repeats without giving anything back, from what `re` makes of it."""
    if isinstance(parsed, _parser.SubPattern):
        for operation, given in parsed.data:
            if operation is _constants.POSSESSIVE_REPEAT:
                yield given[2]
            yield from possessive(given)
    elif isinstance(parsed, tuple | list):
        for part in parsed:
            yield from possessive(part)


def is_one_character(repeated: Any) -> bool:
    return len(repeated) == 1 and repeated[0][0] in ONE_CHARACTER


def test_a_pattern_is_compiled_when_it_is_first_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    real = re.compile
    monkeypatch.setattr(re, "compile", lambda *given: compiled.append(given[0]) or real(*given))
    pattern = lazy_re.compile(r"(?P<word>[a-z]+)\d", re.IGNORECASE)
    assert pattern.pattern == r"(?P<word>[a-z]+)\d"
    assert compiled == []
    found = pattern.search("-AB1")
    assert found is not None
    assert found["word"] == "AB"
    assert pattern.sub("x", "a1 b2") == "x x"
    assert pattern.groupindex == {"word": 1}
    assert compiled == [r"(?P<word>[a-z]+)\d"]


def test_there_is_nothing_else() -> None:
    with pytest.raises(AttributeError):
        lazy_re.compile("a").nothing  # type: ignore[attr-defined] # noqa: B018


def test_every_pattern_there_is_can_be_compiled() -> None:
    patterns = every_pattern()
    assert len(patterns) > 100
    for pattern in patterns:
        assert pattern.groups >= 0, pattern.pattern


# Before 3.11.5 the last, failed round of a possessive group kept what it had read: `(?:ab?c)*+` found an `a`.
# https://github.com/python/cpython/issues/106052
def test_no_pattern_repeats_a_group_possessively() -> None:
    wrong = [
        pattern.pattern
        for pattern in every_pattern()
        if not all(map(is_one_character, possessive(_parser.parse(pattern.pattern, pattern.flags))))
    ]
    assert wrong == []


def test_no_source_writes_a_possessive_group() -> None:
    sources = sorted(Path(qbank.__file__).parent.rglob("*.py"))
    assert len(sources) > 100
    assert [path for path in sources if POSSESSIVE_GROUP.search(path.read_text(encoding="utf-8"))] == []


def test_a_possessive_group_is_told_from_a_character() -> None:
    groups = (r"(?:ab?c)*+", r"x(?:\.[0-9]++)?+", r"(?:(ab)|c){1,2}+", r"(?=(?:ab)++)", r"a|(?>(?:bc)?+)")
    characters = (r"[a-z]++(?: [^\W\d]?+)?", r"a++", r".*+", r"\w{2,3}+", r"\)++", r"[)*+]+", r"(?:ab)+")
    for pattern in groups:
        assert not all(map(is_one_character, possessive(_parser.parse(pattern)))), pattern
        assert POSSESSIVE_GROUP.search(pattern), pattern
    for pattern in characters:
        assert all(map(is_one_character, possessive(_parser.parse(pattern)))), pattern

from __future__ import annotations

import gc
import re

import pytest

from qbank import lazy_re
from qbank.rules.registry import all_rules


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
    all_rules()
    patterns = [one for one in gc.get_objects() if type(one) is lazy_re._Lazy]
    assert len(patterns) > 100
    for pattern in patterns:
        assert pattern.groups >= 0, pattern.pattern

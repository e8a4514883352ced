from __future__ import annotations

import pytest
import yaml
from yaml.events import ScalarEvent

from qbank.bank import LIBYAML_REMARK, libyaml_missing, read_bytes
from qbank.yamlio import events as backend
from qbank.yamlio.events import NextEvent


def scalars(next_event: NextEvent) -> list[str]:
    found = []
    while (event := next_event()) is not None:
        if isinstance(event, ScalarEvent):
            found.append(event.value)
    return found


def test_without_libyaml_the_python_parser_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    used = []

    def python_parser(text: str) -> NextEvent:
        used.append(text)
        return original(text)

    original = backend.python_parser
    monkeypatch.setattr(backend, "python_parser", python_parser)
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    assert libyaml_missing()
    assert read_bytes(b"a: b").data == {"a": "b"}
    assert used == ["a: b"]
    assert "pip install" in LIBYAML_REMARK


def test_with_libyaml_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    if not yaml.__with_libyaml__:
        pytest.skip("PyYAML was built without libyaml")
    monkeypatch.setattr(backend, "python_parser", None)
    assert not libyaml_missing()
    assert read_bytes(b"a: b").data == {"a": "b"}


# What PyYAML's own parser reads otherwise, or not at all, until it is brought in line.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a:\tb\t# c\n", ["a", "b"]),
        ("a: x\ty\n  \t z\n", ["a", "x\ty z"]),
        ("a: x\n\n\n  y\n", ["a", "x\n\ny"]),
        ("a: |\t# c\n  x\n", ["a", "x\n"]),
        ("a: >2-\t\n    x\n", ["a", "  x"]),
        ("a: |+2\n   x\n\n", ["a", " x\n\n"]),
        ("a: [Which one?, b? c]\n", ["a", "Which one?", "b? c"]),
        ("a: {b?: c:d}\n", ["a", "b?", "c:d"]),
        ('a: "\\U0001F600\\ud7ff"\n', ["a", "😀\ud7ff"]),
    ],
)
def test_the_python_parser_agrees_with_libyaml(text: str, expected: list[str]) -> None:
    assert scalars(backend.python_parser(text)) == expected
    if yaml.__with_libyaml__:
        assert scalars(backend.libyaml_parser(text)) == expected


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("a: |\n  \tx\n", 7),
        ("a: |\n    x\n \ty\n", 12),
        ("a: >\n\n\tx\n", 6),
        ("a: b\n  c\n\td\n", 9),
        ("a: |0\n x\n", 4),
        ('a: "x\\ud800"\n', 7),
        ('a: "\\\\ud800 \\udfff"\n', 14),
        ('a: "\\U00110000"\n', 6),
    ],
)
def test_the_python_parser_refuses_what_libyaml_refuses(text: str, index: int) -> None:
    parsers = [backend.python_parser, *([backend.libyaml_parser] if yaml.__with_libyaml__ else [])]
    for parser in parsers:
        with pytest.raises(yaml.MarkedYAMLError) as caught:
            scalars(parser(text))
        assert caught.value.problem_mark is not None
        assert caught.value.problem_mark.index == index

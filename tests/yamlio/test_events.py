from __future__ import annotations

import subprocess
import sys

import pytest
import yaml
from yaml.events import ScalarEvent

from each import each
from qbank.yamlio.events import parser


def scalars(text: str) -> list[str]:
    return [event.value for event in iter(parser(text), None) if isinstance(event, ScalarEvent)]


@each(
    "text, expected",
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
def test_what_readers_of_yaml_disagree_about(text: str, expected: list[str]) -> None:
    assert scalars(text) == expected


@each(
    "text, index",
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
def test_what_is_refused_has_its_place(text: str, index: int) -> None:
    with pytest.raises(yaml.MarkedYAMLError) as caught:
        scalars(text)
    assert caught.value.problem_mark is not None
    assert caught.value.problem_mark.index == index


def test_without_libyaml_one_message_says_what_to_do() -> None:
    code = "import sys; sys.modules['yaml._yaml'] = None; import qbank.cli as c; sys.exit(c.main(['list']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("qbank: PyYAML was installed without libyaml")
    assert "pip install --force-reinstall --only-binary :all: PyYAML" in line

from __future__ import annotations

import subprocess
import sys
from io import StringIO
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.yamlio.second_opinion import load, plain

from each import each
from qbank.yamlio.dump import dump_flow, dump_scalar, round_trip_yaml
from qbank.yamlio.reader import read_bytes

SCALARS = [
    "2026-04-01",
    "2026-04-01T10:00:00Z",
    "1_000",
    "010",
    "0o17",
    "0b11",
    "0x1F",
    "12:30:45",
    "1e3",
    "1.",
    ".5",
    "+12",
    "-.inf",
    "yes",
    "no",
    "on",
    "true",
    "FALSE",
    "~",
    "null",
    "",
    "=",
    "L6+",
    "'5'",
    '"true"',
]


@each("scalar", SCALARS)
def test_scalars_mean_the_same_to_both_readers(scalar: str) -> None:
    ours = read_bytes(f"a: {scalar}\n".encode()).data
    assert repr(load(f"a: {scalar}\n")) == repr(ours)


def test_a_file_survives_the_round_trip() -> None:
    text = "# head\na: 'it''s'  # why\nb: |\n  x\n\n  y\nc: 2026-04-01\nd: 010\ne: [f, g]\nh: null\n"
    yaml = round_trip_yaml()
    out = StringIO()
    yaml.dump(yaml.load(text), out)
    assert out.getvalue() == text


@each("text", ["a: !secret b\n", "a: !!timestamp 2026-04-01\n", "a: !!set {b, c}\n"])
def test_what_core_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(TypeError, match=r"YAML 1\.2 core does not know"):
        load(text)


def test_plain_leaves_none_of_the_types_that_remember() -> None:
    value = round_trip_yaml().load("a: 'x'\nb: 0x1F\nc: 1.50\nd: true\n")
    assert [type(item) for item in plain(value).values()] == [str, int, float, bool]
    assert type(plain(value)) is dict


def test_a_style_is_chosen_that_all_yaml_tools_read_alike() -> None:
    values = ["yes", "2026-04-01", "plain text", "x: y", "1\n2\n", "\x07", None, 1.5]
    written = [dump_scalar(value) for value in values]
    assert written == ["'yes'", "'2026-04-01'", "plain text", "'x: y'", '"1\\n2\\n"', '"\\a"', "null", "1.5"]
    assert dump_scalar("x", style='"') == '"x"'
    assert dump_flow([1, {"x": "y, z"}, {}]) == "[1, x: 'y, z', {}]"
    assert dump_flow("y, z") == "'y, z'"


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-9, 9)
        | st.floats(allow_nan=False)
        | st.text(alphabet="ab 1:#-'\"\n", max_size=6),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.text(alphabet="ab 1:'", max_size=3), inner, max_size=3)
        ),
        max_leaves=6,
    ),
    st.booleans(),
)
def test_what_is_dumped_reads_the_same(value: Any, flow: bool) -> None:
    text = f"k: {dump_flow(value) if flow or isinstance(value, list | dict) else dump_scalar(value)}\n"
    assert repr(read_bytes(text.encode()).data) == repr({"k": value})
    assert repr(load(text)) == repr({"k": value})


def test_reading_does_not_import_what_only_writing_needs() -> None:
    code = "import sys, qbank.yamlio.reader; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"ruamel.yaml", "pydantic", "sympy", "rich"} & set(loaded)
    assert "yaml" in loaded


@given(st.text("aZ09 _/%.;()-:#',\"{}[]&*!|>?@`~=+<\\$^é×", min_size=1, max_size=12))
@example("yes")
@example("null")
@example("1e3")
@example("2026-04-01")
@example("a: b")
@example("---")
@example("it's")
def test_texts_that_are_written_at_once_are_what_the_library_writes(text: str) -> None:
    line = f"k: {dump_scalar(text)}\n"
    read = round_trip_yaml().load(line)
    assert read == {"k": text}
    out = StringIO()
    round_trip_yaml().dump(read, out)
    assert out.getvalue() == line

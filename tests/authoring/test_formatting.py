from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from each import each
from qbank.authoring.field_order import field_order
from qbank.authoring.formatting import FormatError, format_file, formatted
from qbank.bank.discovery import FileKind
from qbank.model.question import Question
from qbank.rules.core.base import EXAMPLE_PATH
from qbank.rules.registry import all_rules
from qbank.yamlio.dump import dump_flow, round_trip_yaml
from qbank.yamlio.equality import same
from qbank.yamlio.read_problems import ReadError
from qbank.yamlio.reader import read_bytes
from qbank.yamlio.writer import canonical_text
from rules.rule_examples import whole_text

ROOT = Path(__file__).resolve().parents[2]
LONG = "The weights stay in flash and the activations in SRAM, which holds 256 KiB. " * 3


def canonical(text: str, kind: FileKind = FileKind.QUESTION) -> str:
    """Format a text, with everything that must hold of any."""
    before = read_bytes(text.encode())
    order = field_order(kind)
    after = formatted(before, order)
    again = read_bytes(after.encode())
    assert same(again.data, before.data, ordered=False)
    assert sorted(comment.text for comment in again.comments()) == sorted(
        comment.text for comment in before.comments()
    )
    assert formatted(again, order) == after
    return after


@each(
    "text, wanted",
    [
        ("level: L4\nid: a-1\n", "id: a-1\nlevel: L4\n"),
        ("zzz: 1\nid: a-1\nyyy: 2\n", "id: a-1\nzzz: 1\nyyy: 2\n"),
        (
            "details:\n    napkin_math: x\n    realistic_solution: y\n",
            "details:\n  realistic_solution: y\n  napkin_math: x\n",
        ),
        ("tags:\n    - a\n    - b\n", "tags:\n- a\n- b\n"),
        ("chains:\n  -   position: 0\n      id: c-1\n", "chains:\n- id: c-1\n  position: 0\n"),
        ("tags: [a,\n  b]\n", "tags: [a, b]\n"),
        ("tags: ['a',   'b']\n", "tags: ['a',   'b']\n"),
        ("id: a-1\n\n\nlevel: L4\n\n", "id: a-1\nlevel: L4\n"),
        ("id: a-1", "id: a-1\n"),
        ("{id: a-1, level: L4}\n", "id: a-1\nlevel: L4\n"),
        ("{}\n", "{}\n"),
        ("tags: []\ntables: {}\n", "tables: {}\ntags: []\n"),
        ("points: 1e1\nphase:\nvalidated: ~\n", "phase:\npoints: 1e1\nvalidated: ~\n"),
        ("schema_version: '1.0'\ntitle: \"A\"\n", "schema_version: '1.0'\ntitle: \"A\"\n"),
        ("scenario: 'one\n  two'\n", "scenario: one two\n"),
        ("scenario: 'a: b\n  c'\n", "scenario: 'a: b c'\n"),
        ('scenario: "one\\ntwo\\n"\n', "scenario: |\n  one\n  two\n"),
        ('scenario: "  one\\ntwo"\n', "scenario: |2-\n    one\n  two\n"),
        ('scenario: "one\\n\\n"\nstatus: draft\n', "scenario: |+\n  one\n\nstatus: draft\n"),
        ('scenario: "\\n"\n', 'scenario: "\\n"\n'),
        ('scenario: "bell \\a\n  two"\n', 'scenario: "bell \\a two"\n'),
        ("scenario: >-\n    one\n    two\n", "scenario: >-\n  one\n  two\n"),
        ("scenario: |-\n     one\n", "scenario: |-\n  one\n"),
        ("---\n# why\nid: a-1\n", "# why\n---\nid: a-1\n"),
        (
            "parameters:\n  zeta: {default: 1}\n  alpha:\n    max: 3\n    default: 2\n    min: 1\n",
            "parameters:\n  zeta: {default: 1}\n  alpha:\n    default: 2\n    min: 1\n    max: 3\n",
        ),
        (
            "tables:\n- rows:\n  - - a\n    - b\n  columns: [c, d]\n",
            "tables:\n- columns: [c, d]\n  rows:\n  -\n    - a\n    - b\n",
        ),
    ],
)
def test_the_canonical_form(text: str, wanted: str) -> None:
    assert canonical(text) == wanted


def test_long_texts_are_folded_and_markers_begin_lines() -> None:
    text = f"details:\n  common_mistake: '**The Pitfall:** {LONG}**The Rationale:** It looks right.'\n"
    after = canonical(text)
    assert "  common_mistake: >-\n    **The Pitfall:** The weights" in after
    assert "\n    **The Rationale:** It looks right.\n" in after
    assert max(map(len, after.splitlines())) <= 100


def test_a_list_of_numbers_in_brackets_stays_one() -> None:
    numbers = [*range(1000, 1060), 0.5]
    written = ", ".join(map(str, numbers))
    after = canonical(f"zzz: {{values: [{written}], default: 1}}  # why\n")
    assert after.startswith("zzz:  # why\n  values: [1000, 1001, ")
    assert after.endswith("1059, 0.5]\n  default: 1\n")
    assert 4 < after.count("\n") < 9
    assert max(map(len, after.splitlines())) <= 120
    # Texts are not numbers, and what stands one a line was wanted so.
    assert canonical(f"zzz: ['{written}', b]\n").count("\n") > 2
    assert canonical("zzz:\n- 1\n- 2\n") == "zzz:\n- 1\n- 2\n"
    assert canonical(f"zzz:\n- [{written}]\n").startswith("zzz:\n- [1000, ")


def test_a_title_is_never_folded() -> None:
    text = f"title: {LONG.strip()}\n"
    assert canonical(text) == text


def test_blanks_that_a_break_would_lose_stay() -> None:
    text = "scenario: '" + "a  b " * 40 + "'\n"
    assert canonical(text) == text


def test_comments_stay_with_what_they_are_about() -> None:
    text = """\
# yaml-language-server: $schema=question.schema.json

# qbank: ignore QB403
level: L4  # as in the course
details: # the answer
    # qbank: ignore QB301
    napkin_math: |  # in bytes
      1 + 1 = 3
    realistic_solution: two  # not three
    # the options
    options:
      # the wrong one
      - one
      - two  # the right one
id: a-1
# at the end
"""
    assert (
        canonical(text)
        == """\
# yaml-language-server: $schema=question.schema.json

id: a-1
# qbank: ignore QB403
level: L4  # as in the course
details:  # the answer
  realistic_solution: two  # not three
  # qbank: ignore QB301
  napkin_math: |  # in bytes
    1 + 1 = 3
  # the options
  options:
  # the wrong one
  - one
  - two  # the right one
# at the end
"""
    )


def test_comments_in_brackets_stay_where_they_are() -> None:
    text = "tags: [\n  a, # why\n  b\n  ]\n"
    assert canonical(text) == text


def test_a_comment_without_a_place_of_its_own_leaves_the_file_as_it_is() -> None:
    with pytest.raises(FormatError, match="every comment in its place"):
        canonical("tags:\n- # why\n  a\n- b\nchains:\n- # c\n  id: x\n  position: 0\n")


@each(
    "text, said, place",
    [
        ("id: a\nid: b\n", "'id'", (2, 1)),
        ("id: &a x\nlevel: *a\n", "an anchor", (1, 5)),
        ("id: !!str x\n", "tag", (1, 5)),
    ],
)
def test_faults_come_first(text: str, said: str, place: tuple[int, int]) -> None:
    with pytest.raises(FormatError, match=re.escape(said)) as caught:
        formatted(read_bytes(text.encode()), field_order())
    assert (caught.value.line, caught.value.column) == place


def test_line_ends_stay() -> None:
    text = "level: L4\r\nid: a-1\r\nscenario: |\r\n  one\r\n  two\r\n"
    assert canonical(text) == "id: a-1\r\nlevel: L4\r\nscenario: |\r\n  one\r\n  two\r\n"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "cloud-0001.yaml"
    path.write_bytes(b"id: \xff\n")
    with pytest.raises(FormatError, match="UTF-8"):
        format_file(path)


def test_every_field_of_the_model_has_its_place() -> None:
    assert list(field_order().fields) == list(Question.model_fields)
    assert list(field_order().of("parts").of("answer").fields) == ["value", "interval", "digits"]
    assert field_order().of("parameters").ordered(["b", "a"]) == ["b", "a"]
    assert next(iter(field_order().of("parameters").of("b").fields)) == "default"


EXAMPLES = sorted(
    {
        text if isinstance(text, str) else text.decode("utf-8", "replace")
        for rule in all_rules()
        for example in (*rule.bad, *rule.good)
        if len(text := whole_text(example)) < 100_000
    }
)


def test_every_example_of_a_rule_keeps_what_it_says() -> None:
    """They hold every oddity that a file may have; nearly all can be formatted."""
    done = 0
    for text in EXAMPLES:
        try:
            canonical(text)
            done += 1
        except (ReadError, FormatError):
            continue
    assert done > len(EXAMPLES) * 0.9
    assert EXAMPLE_PATH.endswith(".yaml")


def test_the_shipped_bank_can_be_formatted() -> None:
    # `fmt --check` reads all of them, in tests/integration.
    for path in sorted((ROOT / "questions").rglob("*.yaml"))[::4]:
        is_set = path.parent.name == "sets"
        canonical(path.read_text(encoding="utf-8"), FileKind.SET if is_set else FileKind.QUESTION)


def test_sets_have_an_order_of_their_own() -> None:
    text = "questions: [a-1]\nkind: quiz\ntitle: T\n"
    assert canonical(text, FileKind.SET) == "title: T\nkind: quiz\nquestions: [a-1]\n"


def in_block_style(data: dict[str, Any]) -> str:
    out = StringIO()
    round_trip_yaml().dump(data, out)
    return out.getvalue()


TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=40),
    st.text(alphabet=" \n\tab:#-'\"|>&*[]{}%@`,?!\\", max_size=30),
    st.lists(st.sampled_from(["word", "**The Pitfall:**", "a: b", "- c", "# d", "", "  e"]), max_size=60).map(
        " ".join
    ),
)
SCALARS = st.one_of(TEXTS, st.integers(-9, 9), st.booleans(), st.none(), st.floats(allow_nan=False, width=16))
KEYS = st.sampled_from(
    [*list(Question.model_fields)[:20], "options", "napkin_math", "x y", "default", "'", "-"]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=5), st.booleans())
def test_any_data_is_kept(data: dict[str, Any], flow: bool) -> None:
    text = f"{dump_flow(data)}\n" if flow else in_block_style(data)
    try:
        read_bytes(text.encode())
    except ReadError:
        return
    canonical(text)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=5))
def test_new_files_are_in_canonical_form(data: dict[str, Any]) -> None:
    text = canonical_text(data, field_order())
    assert same(read_bytes(text.encode()).data, data, ordered=False)
    assert canonical(text) == text


@given(st.sampled_from(EXAMPLES), st.data())
def test_comments_and_blank_lines_anywhere(text: str, data: st.DataObject) -> None:
    lines = text.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        added = data.draw(st.sampled_from(["# a note", "    # deep", "", "  # qbank: ignore QB301"]))
        if data.draw(st.booleans()):
            lines.insert(at, added)
        else:
            lines[at] += f"  {added.strip()}"
    try:
        canonical("\n".join(lines))
    except (ReadError, FormatError):
        return

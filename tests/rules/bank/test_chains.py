from __future__ import annotations

from typing import Any

import pytest

from each import each
from qbank.bank.discovery import find_registries
from qbank.rules.bank.chain_registry import read_registry
from rules.rule_examples import laid_over

FOLDER = "questions/cloud/memory"
CODES = [f"QB{number}" for number in range(621, 629)]


def _bank(*questions: str, start: int = 1) -> dict[str, str]:
    """Files cloud-0001, cloud-0002, ... with the given fields."""
    files = {}
    for number, fields in enumerate(questions, start=start):
        path = f"{FOLDER}/cloud-{number:04}.yaml"
        files[path] = laid_over(fields, path)
    return files


def _step(position: int, level: str = "L3", chain: str = "c", more: str = "") -> str:
    return f"level: {level}\nchains: [{{id: {chain}, position: {position}}}]\n{more}"


def _codes(audited: Any) -> list[str]:
    return [finding.code for finding in audited.findings]


@each(
    "positions, codes",
    [
        ([0, 1, 2], []),
        ([1, 2, 3], []),
        ([2, 3], ["QB622"]),
        ([0, 2], ["QB622"]),
        ([0, 5, 9], ["QB622", "QB622"]),
        ([0, 1, 1], ["QB621"]),
        ([7], ["QB622"]),
    ],
)
def test_positions(audit: Any, positions: list[int], codes: list[str]) -> None:
    files = _bank(*(_step(position) for position in positions))
    assert _codes(audit(files, rules=CODES)) == codes


def test_a_part_of_a_bank_may_have_gaps(audit: Any) -> None:
    files = _bank(_step(0), _step(4))
    assert _codes(audit(files, rules=CODES, complete=False)) == []


def test_a_deleted_question_keeps_its_place_and_may_be_replaced(audit: Any) -> None:
    deleted = "status: deleted\ndeletion_reason: outdated\n"
    files = _bank(_step(0), _step(1, "L6+", more=deleted), _step(2), _step(1))
    assert _codes(audit(files, rules=CODES)) == []
    files = _bank(_step(0), _step(1, more=deleted), _step(2))
    assert _codes(audit(files, rules=CODES)) == []


@each(
    "levels, found",
    [
        (["L1", "L1", "L4"], False),
        (["L1", "L5"], True),
        (["L4", "L3"], True),
        (["L1", "L9", "L2"], False),
    ],
)
def test_levels(audit: Any, levels: list[str], found: bool) -> None:
    files = _bank(*(_step(position, level) for position, level in enumerate(levels)))
    assert ("QB625" in _codes(audit(files, rules=CODES))) is found


def test_a_jump_over_questions_that_are_not_there_is_not_certain(audit: Any) -> None:
    files = _bank(_step(0, "L1"), _step(3, "L5"))
    assert _codes(audit(files, rules=CODES, complete=False)) == []
    files = _bank(_step(0, "L5"), _step(3, "L1"))
    assert _codes(audit(files, rules=CODES, complete=False)) == ["QB625"]


@each(
    "tier, levels, found",
    [
        ("primary", ["L1", "L2", "L4"], False),
        ("primary", ["L2", "L2"], True),
        ("primary", ["L1", "L4"], True),
        ("secondary", ["L2", "L2", "L5"], False),
        ("secondary", ["L1", "L5"], True),
        ("other", ["L2", "L2", "L5"], False),
    ],
)
def test_the_tier_of_a_registry_says_how_steep_a_chain_is(
    audit: Any, tier: str, levels: list[str], found: bool
) -> None:
    files = _bank(*(f"level: {level}\n" for level in levels))
    names = ", ".join(f"cloud-{number:04}" for number in range(1, len(levels) + 1))
    files["chains.yaml"] = f"- {{id: c, tier: {tier}, questions: [{names}]}}\n"
    assert ("QB625" in _codes(audit(files, rules=CODES))) is found


SHAPES = [
    "c: [cloud-0001, cloud-0002]\n",
    "c:\n- cloud-0001\n- id: cloud-0002\n",
    "c: {questions: [cloud-0001, cloud-0002], tier: primary}\n",
    "chains:\n  c: [cloud-0001, cloud-0002]\n",
    "- id: c\n  questions: [cloud-0001, cloud-0002]\n",
    "chains:\n- chain_id: c\n  questions: [{id: cloud-0001}, {id: cloud-0002}]\n",
    '[\n  {"chain_id": "c", "questions": [{"level": "L1", "id": "cloud-0001"}, {"id": "cloud-0002"}]}\n]\n',
    '{"c": ["cloud-0001", "cloud-0002"]}',
]


@pytest.mark.parametrize("text", SHAPES)
@pytest.mark.parametrize("name", ["chains.yaml", "questions/chains.json"])
def test_shapes_of_a_registry(audit: Any, text: str, name: str) -> None:
    files = _bank("level: L3\n", "level: L4\n") | {name: text}
    audited = audit(files, rules=CODES)
    assert _codes(audited) == []
    (file,) = find_registries(audited.root)
    (chain,) = read_registry(file).chains
    assert (chain.id, [name for name, _ in chain.entries]) == ("c", ["cloud-0001", "cloud-0002"])


@each(
    "text, underlined",
    [
        ("just text\n", "just text"),
        ("- c\n", "c"),
        ("- id: c\n", "id: c"),
        ("c: 5\n", "5"),
        ("c: [cloud-0001, [x]]\n", "[x]"),
        ("c: [cloud-0001]\n---\nd: []\n", "-"),
        ("c: &a [cloud-0001]\nd: *a\n", "*"),
        (f"c: {'[' * 30}{']' * 30}\n", "["),
        ("c: [cloud-0001\nd: x: y\n", ":"),
        ("c: \x07\n", "\x07"),
        ("c: [cloud-0001]\n'c': []\n", "'c'"),
        ("- {id: c, questions: []}\n- {id: c, questions: []}\n", "c"),
        ("", ""),
        ("# nothing yet\n", ""),
    ],
)
def test_what_is_no_registry_is_said_at_its_place(audit: Any, text: str, underlined: str) -> None:
    files = _bank("level: L3\n") | {"chains.yaml": text}
    audited = audit(files, rules=CODES)
    assert _codes(audited) == ["QB627"]
    finding = audited.findings[0]
    assert finding.path == "chains.yaml"
    assert audited.underlined(finding)[:1] == underlined[:1]


@each(
    "text, underlined",
    [
        ('{"c": ["cloud-0001"], "c": []}', '"c"'),
        ('{"c": ["cloud-0001"], "d": [5]}', "5"),
        ('{"c": ["cloud-0001"', ""),
        ("[" * 100_000, "["),
        ('[{"questions": []}]', '{"questions": []}'),
    ],
)
def test_what_is_no_registry_in_json(audit: Any, text: str, underlined: str) -> None:
    files = _bank("level: L3\n") | {"chains.json": text}
    audited = audit(files, rules=CODES)
    assert _codes(audited) == ["QB627"]
    assert audited.underlined(audited.findings[0]) == underlined


def test_a_registry_may_know_more_questions_than_a_part_of_the_bank(audit: Any) -> None:
    files = _bank("level: L3\n") | {"chains.yaml": "c: [cloud-0001, cloud-0099]\n"}
    assert _codes(audit(files, rules=CODES, complete=False)) == []
    assert _codes(audit(files, rules=CODES)) == ["QB627"]


def test_registry_and_questions_count_together(audit: Any) -> None:
    files = _bank("level: L3\nchains: [{id: c, position: 0}, {id: d, position: 0}]\n")
    files["chains.yaml"] = "c: [cloud-0001]\nd: [cloud-0001]\n"
    assert _codes(audit(files, rules=CODES)) == []
    files["chains.yaml"] += "e: [cloud-0001]\n"
    assert _codes(audit(files, rules=CODES)) == ["QB626"]


def test_without_a_bank_there_is_no_registry(audit: Any) -> None:
    files = _bank("level: L3\n") | {"chains.yaml": "c: 5\n"}
    assert _codes(audit(files, rules=CODES, in_bank=False)) == []


def test_a_large_registry(audit: Any) -> None:
    files = _bank("level: L3\n")
    files["chains.yaml"] = "".join(f"c{number}: [cloud-0001]\n" for number in range(3000))
    audited = audit(files, rules=["QB627"])
    assert audited.findings == []

"""Rules about names and answers: what no example can show."""

from __future__ import annotations

from typing import Any

from each import each

FIELDS = (
    "question: What do {batch} requests of {size} take?\n"
    "parameters:\n  batch: {default: 8, choices: [8, 16]}\n  size: {default: 2 GB, choices: [2 GB, 4 GB]}\n"
    "derived:\n  total: {expression: batch * size, unit: GB, digits: 3}\n"
)


def laid(fields: str) -> dict[str, str]:
    from rules.rule_examples import laid_over

    path = "questions/cloud/memory/cloud-0001.yaml"
    return {path: laid_over(fields, path)}


def test_napkin_math_is_verified_in_the_default_instance_and_marked_in_the_file(audit: Any) -> None:
    line = "{batch} * {size} = {total}, and {batch} * 3 GB = 25 GB"
    math = f"details:\n  napkin_math: |\n    **Calculations:** {line}\n"
    audited = audit(laid(FIELDS + math), rules=["QB301", "QB302"])
    assert [audited.underlined(finding) for finding in audited.findings] == ["25 GB"]
    assert (
        audited.fixed("QB302", "questions/cloud/memory/cloud-0001.yaml").count("{batch} * 3 GB = 24 GB") <= 1
    )
    assert "8 × 3 GB" in audited.findings[0].message


def test_a_value_that_comes_from_a_name_is_marked_there_and_not_fixed(audit: Any) -> None:
    math = "details:\n  napkin_math: |\n    **Calculations:** {batch} * 3 GB = {total}\n"
    audited = audit(laid(FIELDS + math), rules=["QB301", "QB302"])
    (finding,) = audited.findings
    assert audited.underlined(finding) == "{total}"
    assert finding.fix is None


@each(
    "fields",
    [
        "parameters: 3\n",
        "parameters: [a, b]\n",
        "parameters: {a: 3, b: [1], c: {}, d: {default: {}}, e: {choices: 3}, f: {min: [], max: 1}}\n",
        "parameters: {a: {default: 1, choices: []}, b: {default: 1, min: 1, max: 2, step: 0}}\n",
        "parameters: {a: {default: 1, min: 3, max: 2, step: -1}, b: {default: 1 GB, min: 1 s, max: 2}}\n",
        "derived: {a: 3, b: [], c: {expression: 3}, d: {expression: '2', unit: [], digits: 1e9}}\n",
        "derived: {a: {expression: 1/3, digits: 1000000000}, b: {expression: '1e4000', unit: GB}}\n",
        "derived: {a: 9^9^9^9, b: a^a^a, c: sqrt(0-1), d: ln(0)}\n",
        "answer: 3\n",
        "answer: {value: [], interval: 3, digits: x}\n",
        "answer: {value: 1, digits: 1000000000}\n",
        "answer: {value: '{a}', interval: ['{b}', 3]}\n",
        "answer: {value: 1e-4000, interval: [1, 2, 3]}\n",
        "parts: [1, {answer: {value: []}}, {answer: []}, {points: []}]\npoints: 3\n",
        "mistakes: [1, {expression: 3}, {text: a, expression: ''}, {text: b, expression: '((((('}]\n",
        "rubric: 3\npoints: x\n",
        "details:\n  options: [1, [], {}, null, '', '']\n  correct_index: -1\n",
        "points: 1e400\nrubric: [{points: 1}]\n",
    ],
)
def test_fields_of_any_shape_are_looked_at_without_a_defect(audit: Any, fields: str) -> None:
    audited = audit(laid(fields))
    assert all(finding.message.isprintable() for finding in audited.findings)


def test_a_name_that_a_mistake_of_a_part_takes_is_used(audit: Any) -> None:
    fields = (
        "parameters:\n  size: {default: 2 GB, choices: [2 GB, 4 GB]}\nderived: {twice: size * 2}\n"
        "parts:\n- prompt: How large is one of {size}?\n  answer: {value: 14 GB}\n"
        "  mistakes: [{text: Takes it twice., expression: twice}]\n"
    )
    assert audit(laid(fields), rules=["QB234", "QB251"]).findings == []


def test_a_number_in_the_place_of_a_name_is_pointed_at(audit: Any) -> None:
    fields = (
        "scenario: The driver takes 24 KiB and the runtime 16.24 KiB, says the sheet of the maker.\n"
        "question: How much is left?\nparameters:\n  stack: {default: 24, choices: [16, 24]}\n"
        "derived:\n  left: 100 KiB - stack * 1 KiB\nanswer: {value: '{left}'}\n"
    )
    (finding,) = audit(laid(fields), rules=["QB234"]).findings
    message = "stands in no text that is shown with the question; is the '24' of scenario meant?"
    assert finding.message == f"parameters.stack: {message}"
    shown = fields.replace("24 KiB and", "{stack} KiB and")
    assert audit(laid(shown), rules=["QB234"]).findings == []


@each(
    "text, underlined",
    [
        ("{ batch } requests", "{ batch }"),
        ("{batch:.1f} requests", "{batch:.1f}"),
        ("{batch.real} requests", "{batch.real}"),
        ("{{batch}} requests", "{{batch}}"),
        ("{batch requests", "{batch requests"),
        ("{batch} requests", ""),
        ("$\\frac{{batch}}{2}$ or $2^{batch}$ and {batch, 3} requests", ""),
        ("{batch size} or \\{ batch \\} requests", ""),
    ],
)
def test_what_is_nearly_a_name_is_told(audit: Any, text: str, underlined: str) -> None:
    fields = (
        f"question: |\n  What do {text}\n  of {{batch}} take?\n"
        "parameters:\n  batch: {default: 8, choices: [8, 16]}\n"
    )
    audited = audit(laid(fields), rules=["QB233"])
    assert [audited.underlined(one) for one in audited.findings] == [underlined][: bool(underlined)]


def test_a_choice_that_stands_there_twice_is_told(audit: Any) -> None:
    fields = (
        "question: What is {n}?\nparameters:\n  n: {default: 16 KiB, choices: [16 KiB, 24 KiB, 24576 B]}\n"
    )
    audited = audit(laid(fields), rules=["QB231"])
    assert [audited.underlined(one) for one in audited.findings] == ["24576 B"]
    assert audited.findings[0].message.endswith("is the same as choices[1]")


def test_the_ends_of_ranges_are_tried(audit: Any) -> None:
    fields = (
        "question: What is left of {all} KiB behind {stack} KiB?\nparameters:\n"
        "  all: {default: 100, min: 50, max: 200}\n  stack: {default: 8, min: 8, max: 64}\n"
        "derived:\n  left: (all - stack) * 1 KiB\nanswer: {value: '{left}'}\n"
    )
    (finding,) = audit(laid(fields), rules=["QB235"]).findings
    assert finding.message == "answer.value: is -14 KiB with all = 50 and stack = 64"


def test_endless_values_cost_little(audit: Any) -> None:
    names = "".join(f"  v{number}: v{number - 1} * 3 + 1\n" for number in range(1, 90))
    audit(laid("parameters:\n  v0: {default: 1, choices: [1]}\nderived:\n" + names))
    many = "".join(f"  n{number}: {{default: 1, choices: [1]}}\n" for number in range(500))
    audited = audit(laid("parameters:\n" + many), rules=["QB231", "QB232"])
    assert [finding.message for finding in audited.findings] == ["parameters: more than 100 names"]


def test_rules_about_meaning_read_the_default_instance_and_mark_the_name(audit: Any) -> None:
    fields = (
        "parameters:\n  memory: {default: 64 GB, choices: [64 GB, 80 GB]}\n"
        "scenario: The service runs on one A100 with {memory} of memory and answers within a second.\n"
    )
    audited = audit(laid(fields), rules=["QB702"])
    assert [audited.underlined(finding) for finding in audited.findings] == ["{memory}"]
    assert "64 GB" in audited.findings[0].message


def test_a_near_name_is_told_without_what_a_terminal_obeys(audit: Any) -> None:
    fields = (
        "question: What do {resistance} take?\n"
        'parameters:\n  "re\\e[31mistance": {default: 8, choices: [8, 9]}\n'
    )
    audited = audit(laid(fields), rules=["QB233"])
    (finding,) = audited.findings
    assert "did you mean" in finding.message
    assert finding.message.isprintable()


def test_a_near_id_is_told_without_what_a_terminal_obeys(audit: Any) -> None:
    files = laid("related: [cloud-00012345]\n") | {
        "questions/cloud/memory/cloud-0002.yaml": 'id: "cloud-0001234\\e[m"\n'
    }
    messages = [finding.message for finding in audit(files).findings if "did you mean" in finding.message]
    assert messages
    assert all(message.isprintable() for message in messages)

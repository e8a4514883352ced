"""What the messages say, word by word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from each import each
from qbank.model.validation.validate import question_problems, set_problems
from qbank.problems import Problem, ProblemKind

Problems = Callable[..., list[Problem]]

BATCH = {"default": 1, "choices": [1]}


@each(
    "changes, message, suggestion",
    [
        ({"track": "clowd"}, "track: 'clowd' is not a track; did you mean 'cloud'?", "cloud"),
        ({"zone": "recal"}, "zone: 'recal' is not a zone; did you mean 'recall'?", "recall"),
        (
            {"topic": "kv-cache"},
            "topic: 'kv-cache' is not a topic; did you mean 'kv-cache-management'?",
            "kv-cache-management",
        ),
        ({"level": "L6"}, "level: 'L6' is not a level; did you mean 'L6+'?", "L6+"),
        (
            {"competency_area": "parallel"},
            "competency_area: 'parallel' is not a competency area; did you mean 'parallelism'?",
            "parallelism",
        ),
        (
            {"bloom_level": "analyse"},
            "bloom_level: 'analyse' is not a Bloom level; did you mean 'analyze'?",
            "analyze",
        ),
        (
            {"phase": "serving"},
            "phase: 'serving' is not a phase; allowed are 'training', 'inference' and 'both'",
            None,
        ),
        (
            {"level": 7},
            "level: 7 is not a level; allowed are 'L1', 'L2', 'L3', 'L4', 'L5' and 'L6+'",
            None,
        ),
        (
            {"level": True},
            "level: true is not a level; allowed are 'L1', 'L2', 'L3', 'L4', 'L5' and 'L6+'",
            None,
        ),
        ({"level": 3}, "level: 3 is not a level; did you mean 'L3'?", "L3"),
        (
            {"phase": ["both"]},
            "phase: a list is not a phase; allowed are 'training', 'inference' and 'both'",
            None,
        ),
        ({"phase": ""}, "phase: is empty; allowed are 'training', 'inference' and 'both'", None),
        (
            {"topic": "xyzzy"},
            "topic: 'xyzzy' is not a topic; allowed are 'roofline-analysis', 'gpu-compute-architecture', "
            "'accelerator-comparison', 'mcu-compute-constraints', 'systolic-dataflow' and 82 more",
            None,
        ),
        ({"title": 2024}, "title: read by YAML as the number 2024; put quotes around it", None),
        ({"title": True}, "title: read by YAML as the truth value true; put quotes around it", None),
        (
            {"schema_version": 1.0},
            "schema_version: read by YAML as the number 1.0; put quotes around it",
            None,
        ),
        (
            {"title": {"The trap": "part two"}},
            "title: a mapping stands where text is expected; put quotes around text that holds ': '",
            None,
        ),
        (
            {"title": ["MASK"]},
            "title: a list stands where text is expected; "
            "put quotes around text that begins with '[' or '- '",
            None,
        ),
        ({"title": None}, "title: is empty; for example 'The Cache That Ate the GPU'", None),
        (
            {"status": None},
            "status: is empty; allowed are 'draft', 'published', 'flagged', 'archived' and 'deleted'",
            None,
        ),
        ({"scenario": None}, "scenario: is empty", None),
        ({"question": ""}, "question: is empty", None),
        ({"tags": ["a", None]}, "tags[1]: is empty; text is expected", None),
        (
            {"tags": [{"a": "b"}]},
            "tags[0]: read by YAML as a mapping because of the ': ' in it; put quotes around it",
            "a: b",
        ),
        (
            {"tags": "llm"},
            "tags: text stands where a list is expected; write each item on its own line after '- '",
            None,
        ),
        ({"chains": {"id": "c"}}, "chains: a mapping stands where a list is expected", None),
        ({"visual": "x.svg"}, "visual: text stands where a mapping of fields is expected", None),
        ({"validated": "yes"}, "validated: 'yes' is text; write true", "true"),
        ({"validated": "Off"}, "validated: 'Off' is text; write false", "false"),
        ({"validated": "maybe"}, "validated: 'maybe' is not true or false", None),
        ({"expected_time_minutes": "10"}, "expected_time_minutes: '10' is text; remove the quotes", None),
        ({"expected_time_minutes": "ten"}, "expected_time_minutes: 'ten' is not a whole number", None),
        ({"expected_time_minutes": 2.5}, "expected_time_minutes: 2.5 is not a whole number", None),
        (
            {"expected_time_minutes": []},
            "expected_time_minutes: a list stands where a whole number is expected",
            None,
        ),
        ({"expected_time_minutes": -5}, "expected_time_minutes: -5 is too small; the least is 0", None),
        ({"difficulty": 7}, "difficulty: 7 is too large; the most is 4", None),
        ({"points": float("inf")}, "points: inf is not a finite number", None),
        ({"title": "half \ud800"}, "title: holds half of a surrogate pair, which is no character", None),
        ({"created_at": "April"}, "created_at: 'April' is not a date; write it like '2026-04-01'", None),
        (
            {"created_at": "2026-02-30"},
            "created_at: '2026-02-30' is not a day of the calendar; write it like '2026-04-01'",
            None,
        ),
        (
            {"scenario": "A scenario with a <b>bold</b> word in it."},
            "scenario: holds '<b>'; this text is plain, without HTML or scripts",
            None,
        ),
        (
            {"answer": {"value": True}},
            "answer.value: true is neither a number nor text such as '14 GB'",
            None,
        ),
        (
            {"answer": {"value": 1, "interval": [2, 1]}},
            "answer.interval: 2 is above 1; the lower end comes first",
            None,
        ),
        (
            {"answer": {"value": "1", "interval": ["1"]}},
            "answer.interval: 1 item, at least 2 are needed",
            None,
        ),
        (
            {"parts": [{"prompt": "x", "answer": 5}]},
            "parts[0].answer: read by YAML as the number 5; put quotes around it",
            None,
        ),
        (
            {"details": {"options": ["only one"], "correct_index": 0}},
            "details.options: 1 item, at least 2 are needed",
            None,
        ),
        (
            {"details": {"resources": [{"name": "x", "url": "http://a.b"}]}},
            "details.resources[0].url: 'http://a.b' is not an https address; did you mean 'https://a.b'?",
            "https://a.b",
        ),
        (
            {"tables": [{"columns": ["a", "b"], "rows": [[1]]}]},
            "tables[0].rows[0]: 1 cell for 2 columns",
            None,
        ),
    ],
)
def test_values(problems: Problems, changes: dict[str, Any], message: str, suggestion: str | None) -> None:
    (problem,) = problems(**changes)
    assert problem.message == message
    assert problem.suggestion == suggestion
    assert not problem.on_key


@each(
    "changes, message, suggestion",
    [
        ({"questoin": "Why?"}, "unknown field 'questoin'; did you mean 'question'?", "question"),
        ({"bloom": "apply"}, "unknown field 'bloom'; did you mean 'bloom_level'?", "bloom_level"),
        (
            {"scenaro": "x"},
            "unknown field 'scenaro'; did you mean 'scenario', which is there already?",
            None,
        ),
        (
            {"derived": {"x": {"expression": "max(a", "b) / 2": None}}},
            "derived.x: unknown field 'b) / 2'; a comma in braces ends the value before it: put quotes "
            "around a whole value that holds one, as in 'max(a, b)'",
            None,
        ),
        ({"wibble": 1}, "unknown field 'wibble'; nothing reads it", None),
        ({"napkin_math": "1 + 1"}, "unknown field 'napkin_math'; it belongs under 'details'", None),
        (
            {"details": {"napkin_maths": "x"}},
            "details: unknown field 'napkin_maths'; did you mean 'napkin_math'?",
            "napkin_math",
        ),
        (
            {"details": {"tags": ["x"]}},
            "details: unknown field 'tags'; it belongs at the top level of the file",
            None,
        ),
        (
            {"chains": [{"id": "c", "position": 0, "foo": 1}]},
            "chains[0]: unknown field 'foo'; known are 'id' and 'position'",
            None,
        ),
        (
            {"parts": [{"prompt": "x", "answer": {"value": 1, "interwal": [1, 2]}}]},
            "parts[0].answer: unknown field 'interwal'; did you mean 'interval'?",
            "interval",
        ),
        (
            {"parameters": {"batch": BATCH | {"descripton": "x"}}},
            "parameters.batch: unknown field 'descripton'; did you mean 'description'?",
            "description",
        ),
        (
            {"derived": {"x": {"expression": "1", "units": "GB"}}},
            "derived.x: unknown field 'units'; did you mean 'unit'?",
            "unit",
        ),
        (
            {"parts": [{"prompt": "x", "answer": {"value": 1, "text": 2}}]},
            "parts[0].answer: unknown field 'text'; known are 'value', 'interval' and 'digits'",
            None,
        ),
        ({"\x1b[31m": 1}, r"unknown field '\x1b[31m'; nothing reads it", None),
    ],
)
def test_unknown_fields(
    problems: Problems, changes: dict[str, Any], message: str, suggestion: str | None
) -> None:
    (problem,) = problems(**changes)
    assert problem.kind is ProblemKind.UNKNOWN_FIELD
    assert problem.message == message
    assert problem.suggestion == suggestion
    assert problem.on_key


def test_the_path_of_an_unknown_field_leads_to_it(problems: Problems) -> None:
    (problem,) = problems(parts=[{"prompt": "x"}, {"prompt": "x", "answer": {"value": 1, "odd": 2}}])
    assert problem.path == ("parts", 1, "answer", "odd")


def test_a_misspelt_required_field_is_one_problem(problems: Problems, gone: Any) -> None:
    (problem,) = problems(provenance=gone, provenence="human")
    assert problem == Problem(
        ProblemKind.MISSING,
        ("provenence",),
        "provenance: missing; is it 'provenence' here that is meant?",
        suggestion="provenance",
        on_key=True,
    )
    (problem,) = problems(details={"realistic_solution": gone, "realistic_soluton": "x"})
    assert problem.path == ("details", "realistic_soluton")
    assert problem.message == (
        "details.realistic_solution: missing; is it 'realistic_soluton' here that is meant?"
    )


def test_a_field_is_missing_where_it_is_missing_only(problems: Problems, gone: Any) -> None:
    resources = [{"name": "A paper"}, {"name": "Another", "url": "https://example.org", "urls": "x"}]
    found = problems(details={"resources": resources})
    assert [(problem.kind, problem.message) for problem in found] == [
        (ProblemKind.MISSING, "details.resources[0].url: missing"),
        (
            ProblemKind.UNKNOWN_FIELD,
            "details.resources[1]: unknown field 'urls'; did you mean 'url', which is there already?",
        ),
    ]


def test_of_several_slips_one_is_renamed(problems: Problems, gone: Any) -> None:
    found = problems(provenance=gone, provenence="human", provenanc="human")
    assert [(problem.kind, problem.path, problem.suggestion) for problem in found] == [
        (ProblemKind.MISSING, ("provenence",), "provenance"),
        (ProblemKind.UNKNOWN_FIELD, ("provenanc",), None),
    ]
    found = problems(tag=["x"], tagss=["y"])
    assert [problem.suggestion for problem in found] == ["tags", None]


def test_keys_that_are_no_text(question: Callable[..., dict[Any, Any]]) -> None:
    (problem,) = question_problems(question() | {7: "x"})
    assert problem.message == "7 is no name of a field"
    assert problem.path == (7,)


@each(
    "data, message",
    [
        ([1, 2], "the file holds a list, not a mapping of fields"),
        ("text", "the file holds text, not a mapping of fields"),
        (None, "the file holds nothing, not a mapping of fields"),
        (7, "the file holds a number, not a mapping of fields"),
    ],
)
def test_data_that_is_no_mapping(data: Any, message: str) -> None:
    (problem,) = question_problems(data)
    assert (problem.path, problem.message) == ((), message)


def test_hostile_values_are_cut_and_escaped(problems: Problems) -> None:
    (problem,) = problems(track="\x1b]0;title\x07" + "x" * 10_000)
    assert problem.message.isprintable()
    assert len(problem.message) < 160


@each(
    "value, message",
    [
        ("logo", "logo: '../x' is no safe name of a picture; write a relative path of letters, digits"),
        ("language", "language: '../x' is no language; write its code, as in 'en' or 'pt-BR'"),
    ],
)
def test_every_pattern_of_a_set_has_its_words(value: str, message: str) -> None:
    messages = [problem.message for problem in set_problems({value: "../x"}) if problem.path == (value,)]
    assert any(one.startswith(message) for one in messages), messages


@each(
    "fields, message",
    [
        ({"total": -5}, "total: -5 is too small; it has to be more than 0"),
        ({"wrong_unit": 5}, "wrong_unit: 5 is too large; it has to be less than 1"),
        (
            {"select": {"level": "L4-L2"}},
            "select.level: 'L4-L2' is not a level or a range of levels; did you mean 'L2-L4'?",
        ),
        ({"select": {"points": "5-2"}}, "select.points: '5-2' goes down; the lower end comes first"),
    ],
)
def test_bounds_and_ranges_of_a_set(fields: dict[str, Any], message: str) -> None:
    assert message in [problem.message for problem in set_problems(fields)]

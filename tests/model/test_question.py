"""Every enum and every limit of the question format, with the values written out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from each import each
from qbank.model.question import Question
from qbank.model.validation.validate import question_problems
from qbank.problems import Path, Problem, ProblemKind

Problems = Callable[..., list[Problem]]
Make = Callable[..., dict[str, Any]]

TOPICS = """
roofline-analysis gpu-compute-architecture accelerator-comparison mcu-compute-constraints systolic-dataflow
compute-cost-estimation vram-budgeting kv-cache-management memory-hierarchy-design activation-memory
memory-mapped-inference tensor-arena-planning dma-data-movement memory-pressure-management
latency-decomposition batching-strategies tail-latency real-time-deadlines profiling-bottleneck-analysis
queueing-theory quantization-fundamentals mixed-precision-training extreme-quantization power-budgeting
thermal-management energy-per-operation duty-cycling datacenter-efficiency transformer-systems-cost
cnn-efficient-design attention-scaling mixture-of-experts model-size-estimation neural-architecture-search
encoder-decoder-tradeoffs pruning-sparsity knowledge-distillation kernel-fusion graph-compilation
operator-scheduling flash-attention speculative-decoding data-parallelism model-tensor-parallelism
pipeline-parallelism 3d-parallelism gradient-synchronization scheduling-resource-management
collective-communication interconnect-topology network-bandwidth-bottlenecks rdma-transport load-balancing
congestion-control model-serving-infrastructure mlops-lifecycle ota-firmware-updates container-orchestration
model-format-conversion ab-rollout-strategies compound-ai-systems fault-tolerance-checkpointing
distribution-drift-detection graceful-degradation safety-certification adversarial-robustness
monitoring-observability data-pipeline-engineering feature-store-management data-quality-validation
dataset-curation streaming-ingestion storage-format-selection data-efficiency-selection federated-learning
differential-privacy fairness-evaluation responsible-ai tco-cost-modeling autograd-computational-graphs
chiplet-architecture communication-computation-overlap disaggregated-serving model-adaptation-systems
recommendation-systems-engineering software-portability sustainability-carbon-accounting
"""

CHOICES = {
    "level": "L1 L2 L3 L4 L5 L6+",
    "zone": (
        "recall analyze design implement fluency diagnosis specification optimization evaluation realization "
        "mastery"
    ),
    "topic": TOPICS,
    "competency_area": (
        "compute memory latency precision power architecture optimization parallelism networking deployment "
        "reliability data cross-cutting"
    ),
    "bloom_level": "remember understand apply analyze evaluate create",
    "phase": "training inference both",
    "status": "draft published flagged archived deleted",
    "provenance": "human llm-draft llm-then-human-edited imported",
}


def test_a_small_and_a_full_question_are_valid(
    question: Make, full_question: dict[str, Any], problems: Problems
) -> None:
    assert question_problems(question()) == []
    assert question_problems(full_question) == []
    assert set(full_question) == set(Question.model_fields)


@each("field, value", [(field, word) for field, words in CHOICES.items() for word in words.split()])
def test_every_word_is_accepted(problems: Problems, field: str, value: str) -> None:
    assert problems(**{field: value}) == []


@each("field, value", product([*CHOICES, "track"], ["no-such-word", "", 3, True, ["x"], {"x": 1}]))
def test_other_words_are_refused(problems: Problems, field: str, value: object) -> None:
    assert _kinds(problems(**{field: value})) == [("choice", (field,))]


@each("track", ["cloud", "edge", "mobile", "tinyml", "global"])
def test_every_track_is_accepted(problems: Problems, track: str) -> None:
    assert problems(track=track, id=f"{track}-0001") == []


@each(
    "field",
    [
        "schema_version",
        "id",
        "track",
        "level",
        "zone",
        "topic",
        "competency_area",
        "title",
        "scenario",
        "details",
        "status",
        "provenance",
    ],
)
def test_required_fields(problems: Problems, gone: Any, field: str) -> None:
    for value in (gone, None):
        found = problems(**{field: value})
        assert _kinds(found) == [("missing", (field,))]


def test_a_solution_is_required(problems: Problems, gone: Any) -> None:
    path = ("details", "realistic_solution")
    assert _kinds(problems(details={"realistic_solution": gone})) == [("missing", path)]
    assert _kinds(problems(details={"realistic_solution": " \n"})) == [("length", path)]


@each("field", [name for name, field in Question.model_fields.items() if not field.is_required()])
def test_optional_fields_may_be_left_open(problems: Problems, field: str) -> None:
    assert problems(**{field: None}) == []


def test_parts_of_the_answer_are_optional(problems: Problems) -> None:
    assert problems(details={"common_mistake": None, "napkin_math": None, "resources": None}) == []


@each("field, longest", [("title", 120), ("question", 200)])
def test_longest_texts(problems: Problems, field: str, longest: int) -> None:
    assert problems(**{field: "é" * longest}) == []
    # A literal block ends with a line end that nobody counts.
    assert problems(**{field: "é" * longest + "\n"}) == []
    (problem,) = problems(**{field: "é" * (longest + 1)})
    assert problem.kind is ProblemKind.LENGTH
    assert problem.message == f"{field}: {longest + 1} characters, at most {longest} are allowed"


def test_shortest_scenario(problems: Problems) -> None:
    assert problems(scenario="x" * 30) == []
    (problem,) = problems(scenario="x" * 29 + "\n")
    assert problem.message == "scenario: 29 characters, at least 30 are needed"


@each("version", ["1.0", "1.1", "1.12"])
def test_known_versions(problems: Problems, version: str) -> None:
    assert problems(schema_version=version) == []


@each("version", ["2.0", "1", "1.", "10.0", "v1.0", "1.0.0", ""])
def test_other_versions_are_refused_by_name(problems: Problems, version: str) -> None:
    (problem,) = problems(schema_version=version)
    assert problem.kind is ProblemKind.VERSION
    assert problem.message == f"schema_version: '{version}' is not supported; this qbank reads '1.x'"


@each("id_", ["cloud-0145", "cloud-cell-10102", "cloud-new-50051", "cloud-a100-7"])
def test_ids(problems: Problems, id_: str) -> None:
    assert problems(id=id_) == []


@each("id_", ["cloud", "cloud-", "cloud_0145", "Cloud-0145", "cloud 0145", "cloud-01/45", "", "7-1"])
def test_ids_have_a_form(problems: Problems, id_: str) -> None:
    assert _kinds(problems(id=id_)) == [("pattern", ("id",))]


@each("field", ["expected_time_minutes"])
def test_numbers_from_zero_on(problems: Problems, field: str) -> None:
    assert problems(**{field: 0}) == []
    assert _kinds(problems(**{field: -1})) == [("range", (field,))]
    assert _kinds(problems(**{field: 1.5})) == [("type", (field,))]
    assert _kinds(problems(**{field: "5"})) == [("type", (field,))]
    assert _kinds(problems(**{field: True})) == [("type", (field,))]


@each("field", ["requires_explanation", "validated", "math_verified"])
def test_truth_values(problems: Problems, field: str) -> None:
    assert problems(**{field: True}) == problems(**{field: False}) == []
    for value in ("yes", 1, "true", []):
        assert _kinds(problems(**{field: value})) == [("type", (field,))]


@each(
    "field, value",
    product(
        ["title", "scenario", "question", "id", "schema_version", "deletion_reason"],
        [5, 1.0, True, ["x"], {"x": "y"}],
    ),
)
def test_texts_are_texts(problems: Problems, field: str, value: object) -> None:
    assert _kinds(problems(**{field: value})) == [("type", (field,))]


@each("field", ["created_at", "updated_at", "last_modified"])
def test_dates(problems: Problems, field: str) -> None:
    for value in ("2026-04-01", "2026-04-01T10:20:30.123456+00:00", "2026-04-01T10:20:30Z", "2024-02-29"):
        assert problems(**{field: value}) == []
    for value in ("1 April 2026", "2026-4-1", "2026-02-29", "2026-13-01", "2026-04-01 noon", ""):
        assert _kinds(problems(**{field: value})) == [("pattern", (field,))]


@each("field", ["tags", "authors", "related"])
def test_lists_of_texts(problems: Problems, field: str) -> None:
    assert problems(**{field: []}) == []
    assert problems(**{field: ["one", "two"]}) == []
    assert _kinds(problems(**{field: "one"})) == [("type", (field,))]
    assert _kinds(problems(**{field: ["one", 2]})) == [("type", (field, 1))]
    assert _kinds(problems(**{field: ["one", " "]})) == [("length", (field, 1))]


def test_options(problems: Problems, gone: Any) -> None:
    path = ("details", "options")
    assert problems(details={"options": ["a", "b"], "correct_index": 1}) == []
    assert _kinds(problems(details={"options": ["a"], "correct_index": 0})) == [("length", path)]
    assert _kinds(problems(details={"options": [], "correct_index": 0})) == [("length", path)]
    found = problems(details={"options": ["a", {"b": "c"}, None, 4], "correct_index": 0})
    assert _kinds(found) == [("mapping-option", (*path, 1)), ("type", (*path, 2)), ("type", (*path, 3))]


@each(
    "option, suggestion",
    [
        ({"Memory": "it runs out"}, "Memory: it runs out"),
        # What was written as 0x10 or 1.50 cannot be told from the number any more.
        ({"Memory": 16}, None),
        ({"Memory": "full", "Disk": "full"}, None),
        ({"Memory": {"GPU": "full"}}, None),
    ],
)
def test_options_read_as_mappings(problems: Problems, option: object, suggestion: str | None) -> None:
    (problem,) = problems(details={"options": ["a", "b", option], "correct_index": 0})
    assert problem.message == (
        "details.options[2]: read by YAML as a mapping because of the ': ' in it; put quotes around it"
    )
    assert problem.suggestion == suggestion


def test_resources(problems: Problems) -> None:
    def of(**resource: object) -> list[tuple[str, Path]]:
        found = problems(details={"resources": [{"name": "A paper", "url": "https://a.org/b"} | resource]})
        return [(problem.kind.value, problem.path[3:]) for problem in found]

    assert of() == []
    assert of(name="x" * 200) == []
    assert of(name="x" * 201) == [("length", ("name",))]
    assert of(name=" ") == [("length", ("name",))]
    assert of(url="https://user.github.io:8080/a/b?c=d&e=%20#f") == []
    for url in (
        "http://a.org/b",
        "ftp://a.org",
        "a.org",
        "",
        "https://",
        "https:///path",
        "https://a b.org",
        "https://a.org/\n",
        "https://[::1",
        "https://a.org:port/",
        "https://bank.org@evil.org/",
        "javascript:alert(1)",
    ):
        assert of(url=url) == [("url", ("url",))], url
    assert _kinds(problems(details={"resources": [{}]})) == [
        ("missing", ("details", "resources", 0, "name")),
        ("missing", ("details", "resources", 0, "url")),
    ]


def test_http_is_nearly_right(problems: Problems) -> None:
    (problem,) = problems(details={"resources": [{"name": "A", "url": "http://a.org/b"}]})
    assert problem.suggestion == "https://a.org/b"


def test_figures(problems: Problems) -> None:
    def of(**visual: object) -> list[tuple[str, Path]]:
        return _kinds(problems(visual={"kind": "svg", "path": "cloud-0145.svg", "alt": "A chart."} | visual))

    assert of() == of(kind="mermaid") == of(path="sub/x_1.a.svg") == of(caption="Figure") == []
    assert of(kind="png") == [("choice", ("visual", "kind"))]
    assert of(alt="") == [("length", ("visual", "alt"))]
    assert of(alt=None) == [("missing", ("visual", "alt"))]
    for path in (
        "x.png",
        "/x.svg",
        "../x.svg",
        "a/../x.svg",
        "a//x.svg",
        ".svg",
        ".x.svg",
        "C:\\x.svg",
        "a b.svg",
        "https://a.org/x.svg",
        "x.svg\n",
        "x.SVG",
    ):
        assert of(path=path) == [("visual", ("visual", "path"))], path
    assert _kinds(problems(visual="x.svg")) == [("type", ("visual",))]


def test_chains(problems: Problems) -> None:
    assert problems(chains=[{"id": "c", "position": 0}, {"id": "d", "position": 3}]) == []
    assert _kinds(problems(chains=[{"id": "c", "position": -1}])) == [("range", ("chains", 0, "position"))]
    assert _kinds(problems(chains=[{"id": "c"}])) == [("missing", ("chains", 0, "position"))]
    assert _kinds(problems(chains=[{"id": 7, "position": 0}])) == [("type", ("chains", 0, "id"))]


def test_human_review(problems: Problems) -> None:
    for status in ("not-reviewed", "verified", "flagged", "needs-rework", None):
        assert problems(human_reviewed={"status": status, "by": None, "date": None, "notes": None}) == []
    assert problems(human_reviewed={}) == []
    assert _kinds(problems(human_reviewed={"status": "ok"})) == [("choice", ("human_reviewed", "status"))]


@each(
    "field, value",
    product(
        [
            "validation_status",
            "validation_issues_pro",
            "math_date",
            "classification_review",
            "validation_notes_pro",
        ],
        ["OK", 3, ["x"], {"a": [1]}, True],
    ),
)
def test_audit_stamps_are_kept_as_they_are(problems: Problems, field: str, value: object) -> None:
    assert problems(**{field: value}) == []


@each("text", ["<b>bold</b>", "<script>", "javascript:x", "data:text/html", "onerror=", "onload="])
def test_scenarios_are_plain(problems: Problems, text: str) -> None:
    assert _kinds(problems(scenario=f"A scenario of a good length with {text}")) == [
        ("unsafe-text", ("scenario",))
    ]


def test_models_keep_unknown_fields(question: Make) -> None:
    made = Question.model_validate(question(wibble=1, details={"wobble": 2}))
    assert made.model_extra == {"wibble": 1}
    assert made.details.model_extra == {"wobble": 2}
    assert made.track == "cloud"


# The fields beyond the StaffML format.


@each("kind", ["open", "exercise", "memo", "lab"])
def test_kinds(problems: Problems, kind: str) -> None:
    assert problems(kind=kind) == []
    assert _kinds(problems(kind=f"{kind}x")) == [("choice", ("kind",))]


def test_difficulty(problems: Problems) -> None:
    for stars in (1, 2, 3, 4):
        assert problems(difficulty=stars) == []
    for stars in (0, 5):
        assert _kinds(problems(difficulty=stars)) == [("range", ("difficulty",))]


def test_points(problems: Problems) -> None:
    assert problems(points=0) == problems(points=2.5) == []
    for points in (-1, float("nan"), float("inf")):
        assert _kinds(problems(points=points)) == [("range", ("points",))]
    assert _kinds(problems(points="5")) == [("type", ("points",))]


def test_answers(problems: Problems) -> None:
    def of(**answer: object) -> list[tuple[str, Path]]:
        return _kinds(problems(answer={"value": "14 GB"} | answer))

    assert of() == of(value=14) == of(interval=["13 GB", "15 GB"]) == of(digits=1) == of(digits=15) == []
    assert of(value=14, interval=[13, 15.5]) == []
    for value in ("", True, ["14"], float("nan")):
        assert of(value=value) == [("type", ("answer", "value"))]
    for interval in ([13], [13, 14, 15], []):
        assert of(interval=interval) == [("length", ("answer", "interval"))]
    (parted,) = problems(answer={"value": "$26,000", "interval": ["$25", 500, "$26", 700]})
    assert parted.message.endswith(
        "at most 2 are allowed; a comma parts items, so '$25,500' needs its quotes"
    )
    for digits in (0, 16):
        assert of(digits=digits) == [("range", ("answer", "digits"))]
    assert of(interval=[15, 13]) == [("conflict", ("answer", "interval"))]
    assert of(value=20, interval=[13, 15]) == [("conflict", ("answer", "interval"))]


def test_parts(problems: Problems) -> None:
    assert problems(parts=[{"prompt": "Why?"}, {"prompt": "How?", "answer": {"value": 3}}]) == []
    assert _kinds(problems(parts=[])) == [("length", ("parts",))]
    assert _kinds(problems(parts=[{}])) == [("missing", ("parts", 0, "prompt"))]
    assert _kinds(problems(parts=[{"prompt": "x", "answer": {}}])) == [
        ("missing", ("parts", 0, "answer", "value"))
    ]
    assert _kinds(problems(parts=[{"prompt": "x", "answer": 3}])) == [("type", ("parts", 0, "answer"))]
    assert _kinds(problems(parts=[{"prompt": "x", "points": -1}])) == [("range", ("parts", 0, "points"))]


def test_parameters(problems: Problems) -> None:
    def of(**parameter: object) -> list[tuple[str, Path]]:
        return [
            (kind, path[2:]) for kind, path in _kinds(problems(parameters={"n": {"default": 8} | parameter}))
        ]

    assert (
        of(choices=[1, 8]) == of(min=1, max=8) == of(min=1, max=8, step=1) == of(min="1 GB", max="9 GB") == []
    )
    assert of() == [("missing", ("min",))]
    assert of(min=1) == [("missing", ("max",))]
    assert of(choices=[1, 2]) == [("conflict", ("default",))]
    assert of(choices=[8], max=9) == [("conflict", ("max",))]
    assert of(min=9, max=12) == [("conflict", ("default",))]
    assert of(min=12, max=9) == [("conflict", ("min",))]
    assert of(min=1, max=9, step=0) == [("range", ("step",))]
    assert of(choices=[]) == [("length", ("choices",))]


@each("name", ["1st", "a-b", "a b", "", "{x}", "é"])
def test_names_of_parameters(problems: Problems, name: str) -> None:
    parameter = {"default": 1, "choices": [1]}
    (problem,) = problems(parameters={"good_1": parameter, name: parameter})
    assert (problem.kind, problem.path, problem.on_key) == (ProblemKind.PATTERN, ("parameters", name), True)


def test_derived_values(problems: Problems) -> None:
    assert problems(derived={"a": "2 * 3", "b": {"expression": "a", "unit": "GB", "digits": 2}}) == []
    assert _kinds(problems(derived={"a": 3})) == [("type", ("derived", "a"))]
    assert _kinds(problems(derived={"a": {}})) == [("missing", ("derived", "a", "expression"))]


def test_mistakes_rubric_and_checks(problems: Problems) -> None:
    assert problems(mistakes=[{"text": "x"}], rubric=[{"criterion": "x", "points": 0}]) == []
    assert _kinds(problems(mistakes=[{"expression": "1"}])) == [("missing", ("mistakes", 0, "text"))]
    assert _kinds(problems(rubric=[{"criterion": "x"}])) == [("missing", ("rubric", 0, "points"))]
    assert _kinds(problems(rubric=[{"criterion": "x", "points": -1}])) == [("range", ("rubric", 0, "points"))]
    assert problems(checks=[{"formula": "f", "given": {}, "expect": 3}]) == []
    assert _kinds(problems(checks=[{"formula": "f", "given": {"x": None}, "expect": 3}])) == [
        ("missing", ("checks", 0, "given", "x"))
    ]


def test_tables(problems: Problems) -> None:
    assert problems(tables=[{"columns": ["a", "b"], "rows": [["x", 1], [None, True]]}]) == []
    assert _kinds(problems(tables=[{"columns": ["a", "b"], "rows": [["x", 1], ["x"]]}])) == [
        ("length", ("tables", 0, "rows", 1))
    ]
    assert _kinds(problems(tables=[{"columns": [], "rows": []}])) == [("length", ("tables", 0, "columns"))]
    assert _kinds(problems(tables=[{"columns": ["a"], "rows": [[["x"]]]}])) == [
        ("type", ("tables", 0, "rows", 0, 0))
    ]


def _kinds(problems: list[Problem]) -> list[tuple[str, Path]]:
    return [(problem.kind.value, problem.path) for problem in problems]

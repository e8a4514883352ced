from __future__ import annotations

from typing import Any

from each import each
from rules.rule_examples import laid_over

PATH = "questions/cloud/memory/cloud-0001.yaml"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _found(audit: Any, code: str, **fields: str) -> list[str]:
    snippet = "".join(f"{name}: {_quoted(value)}\n" for name, value in fields.items())
    audited = audit({PATH: laid_over(snippet, PATH)}, rules=[code])
    return [audited.underlined(finding) for finding in audited.of(code)]


@each(
    "title, marked",
    [
        ("The Cache That Grew.", ["."]),
        ("Ends With a Blank. ", ["."]),
        ("Wait...", []),
        ("Made in the U.S.", []),
        ("Version 2.0", []),
        ("", []),
    ],
)
def test_title_period(audit: Any, title: str, marked: list[str]) -> None:
    assert _found(audit, "QB501", title=title) == marked


@each(
    "title, marked",
    [
        ("The $N$ Body", ["$N$"]),
        ("Error \\leq 5", ["\\leq"]),
        ("Cost: $18M Saved", []),
        ("From $5 to $10", []),
        ("A Batch of 2^{10}", ["^{10}"]),
        ("$10^{12}$ FLOPs and $x$", ["$10^{12}$", "$x$"]),
    ],
)
def test_title_latex(audit: Any, title: str, marked: list[str]) -> None:
    assert _found(audit, "QB502", title=title) == marked


@each(
    "title, marked",
    [
        ("A* and D* Search", []),
        ("2 * 3 * 4 GPUs", []),
        ("The *Real* Cost", ["*Real*"]),
        ("Why `fork` Hangs", ["`fork`"]),
        ("## Heading", ["## "]),
        ("Issue #12", []),
        ("Range [0, 1] (Closed)", []),
    ],
)
def test_title_markdown(audit: Any, title: str, marked: list[str]) -> None:
    assert _found(audit, "QB503", title=title) == marked


@each(
    "title",
    [
        "Question 3",
        "Global New 0018",
        "Cloud Cell 10102",
        "KV Cache Q1",
        "KV-Cache Management #4",
        "Memory (2)",
        "Exercise 12.",
        "Vector Database Q12",
        "Cloud Train Serve Split L2 0",
        "New Question",
        "TODO",
    ],
)
def test_generic_titles(audit: Any, title: str) -> None:
    assert _found(audit, "QB505", title=title) == [_quoted(title)]


@each(
    "title",
    [
        "The KV Cache",
        "Serving with Q4",
        "Tensor Parallelism over NVLink 4",
        "Edge TPU vs Jetson Orin",
        "Sizing for Q3 2027",
        "Checkpointing a Job of 1024",
        "The 70B Inference Footprint",
        "On-Device RAG on Tensor G3",
        "Wi-Fi 6",
        "Testing the New Example Server",
    ],
)
def test_titles_that_say_something(audit: Any, title: str) -> None:
    assert _found(audit, "QB505", title=title) == []


@each(
    "question, marked",
    [
        ("How many GPUs are needed.", ["needed."]),
        ("Why is it slow", ["slow"]),
        ("Is the cache large enough.", ["enough."]),
        ("When does the cache fill up!", ["up!"]),
        ("What-if analysis: vary the batch.", []),
        ("When the cache fills up, name the first symptom.", []),
        ("Should the batch double, compute the latency.", []),
        ("Do the math for one GPU.", []),
        ("Have a look at the trace and explain it.", []),
        ("Calculate the footprint.", []),
        ("Given 8 GPUs, how long does it take?", []),
        ("Which is faster? Explain.", []),
        ("However large the batch, it fits. Prove it.", []),
    ],
)
def test_question_mark(audit: Any, question: str, marked: list[str]) -> None:
    underlined = _found(audit, "QB511", question=question)
    assert [text.removesuffix("'") for text in underlined] == marked


@each(
    "scenario, found",
    [
        ("A service runs on one GPU and is slow at night.", True),
        ("You check your dashboards and see the following numbers:", True),
        ("A service runs on one GPU. How fast is it?", False),
        ("A service is slow. Explain why.", False),
        ("Given a service on one GPU, estimate its throughput.", False),
        ("Your manager wants a number and you must design it.", False),
    ],
)
def test_no_question(audit: Any, scenario: str, found: bool) -> None:
    text = laid_over(f"scenario: {_quoted(scenario)}\n", PATH, without=("question",))
    assert bool(audit({PATH: text}).of("QB512")) is found


def test_no_question_is_a_matter_of_published_questions_only(audit: Any) -> None:
    text = laid_over(
        "scenario: A service runs on one GPU and is slow.\nstatus: draft\n", PATH, without=("question",)
    )
    assert audit({PATH: text}).of("QB512") == []


def test_an_escape_that_stands_for_nothing_printable_is_left_alone(audit: Any) -> None:
    assert _found(audit, "QB521", question="What does \\u200b do, and \\uXYZW?") == []


def test_a_note_in_a_comment_is_no_note_to_readers(audit: Any) -> None:
    assert audit({PATH: laid_over("# TODO: sort\ntags: [memory]\n", PATH)}).findings == []

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from qbank.model.validation.validate import question_problems, set_problems
from qbank.problems import Problem

QUESTION: dict[str, Any] = {
    "schema_version": "1.0",
    "id": "cloud-0145",
    "track": "cloud",
    "level": "L3",
    "zone": "diagnosis",
    "topic": "kv-cache-management",
    "competency_area": "memory",
    "title": "The Cache That Ate the GPU",
    "scenario": "You serve a 7B model in FP16 on one 24 GB GPU, and it runs out of memory.",
    "details": {"realistic_solution": "The cache of ten users takes more than the 10 GB left."},
    "status": "published",
    "provenance": "human",
}

SET: dict[str, Any] = {"title": "Week 3", "kind": "quiz", "questions": ["cloud-0145", "cloud-0146"]}

GONE: Any = object()


def changed(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    data = copy.deepcopy(base)
    for name, value in changes.items():
        if value is GONE:
            del data[name]
        elif name == "details" and isinstance(value, dict) and name in data:
            data[name] = changed(data[name], value)
        else:
            data[name] = value
    return data


@pytest.fixture
def gone() -> Any:
    """Give this as a value to leave the field out."""
    return GONE


@pytest.fixture
def question() -> Callable[..., dict[str, Any]]:
    """Make a valid question with some fields changed; those of `details` are laid over its own."""
    return lambda **changes: changed(QUESTION, changes)


@pytest.fixture
def problems() -> Callable[..., list[Problem]]:
    """Tell what is wrong with a valid question after changing some of its fields."""
    return lambda **changes: question_problems(changed(QUESTION, changes))


@pytest.fixture
def problems_of_set() -> Callable[..., list[Problem]]:
    """Tell what is wrong with a valid set after changing some of its fields."""
    return lambda **changes: set_problems(changed(SET, changes))


@pytest.fixture
def full_question(question: Callable[..., dict[str, Any]]) -> dict[str, Any]:
    """Make a valid question that uses every field."""
    stamps = {
        f"{check}_{what}{suffix}": "kept"
        for check in ("validation", "math")
        for what in ("status", "date", "model", "issues")
        for suffix in ("", "_pro")
        if (check, suffix) != ("math", "_pro")
    }
    return question(
        bloom_level="analyze",
        phase="inference",
        question="Which part of memory runs out first?",
        visual={
            "kind": "svg",
            "path": "figures/cache.svg",
            "alt": "A bar chart.",
            "caption": "Memory by use.",
        },
        tables=[{"caption": "GPUs", "columns": ["GPU", "Memory"], "rows": [["A100", "80 GB"], ["L4", 24]]}],
        details={
            "common_mistake": "**The Pitfall:** Forgetting the cache.",
            "napkin_math": "**Calculations:** 7e9 × 2 bytes = 14 GB.",
            "options": ["The weights", "The cache"],
            "correct_index": 1,
            "resources": [{"name": "A paper", "url": "https://doi.org/10.1145/1498765.1498785"}],
        },
        kind="numeric",
        difficulty=2,
        points=4.5,
        answer={"value": "14 GB", "interval": ["13.3 GB", "14.7 GB"], "digits": 2},
        parts=[
            {"label": "a", "prompt": "Weights?", "answer": "14 GB", "napkin_math": "7 × 2 = 14", "points": 2},
            {"label": "b", "prompt": "Cache?", "answer": {"value": 10, "interval": [9, 11]}},
        ],
        parameters={
            "batch": {"default": 8, "choices": [1, 8, 32], "description": "Users at once."},
            "layers": {"default": 32, "min": 16, "max": 64, "step": 16},
        },
        derived={"cache": "batch * 1 GB", "total": {"expression": "cache * 2", "unit": "GB", "digits": 3}},
        hints=["Count the bytes of one parameter."],
        mistakes=[{"text": "One byte per value.", "expression": "7e9 * 1 byte"}],
        rubric=[{"criterion": "Names the cache.", "points": 2}],
        related=["cloud-0146", "vram-budgeting"],
        checks=[{"formula": "weights", "given": {"parameters": 7e9}, "expect": "14 GB"}],
        requires_explanation=False,
        expected_time_minutes=10,
        chains=[{"id": "cloud-chain-001", "position": 0}],
        tags=["llm"],
        authors=["A. Author"],
        created_at="2026-04-01",
        updated_at="2026-04-01T12:30:00Z",
        last_modified="2026-04-01 12:30:00+02:00",
        deletion_reason=None,
        human_reviewed={"status": "verified", "by": "B. Reader", "date": "2026-04-02", "notes": None},
        validated=True,
        math_verified=False,
        classification_review={"zone": "agreed"},
        **stamps,
    )

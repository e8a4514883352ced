import copy
from pathlib import Path

import pytest

QUESTION = {
    "schema_version": "1.0",
    "id": "cloud-0001",
    "track": "cloud",
    "level": "L3",
    "zone": "recall",
    "topic": "kv-cache-management",
    "competency_area": "memory",
    "title": "Weights of a model",
    "scenario": "A team serves a model with {params} parameters, each of {width}, from one GPU.",
    "question": "How much memory do the weights take?",
    "details": {
        "realistic_solution": "The weights take {weights}.",
        "napkin_math": "**Calculations:** {params} parameters × {width} = {weights}",
    },
    "kind": "numeric",
    "answer": {"value": "{weights}", "digits": 2},
    "parameters": {
        "params": {"default": "7B", "choices": ["7B", "13B", "70B"]},
        "width": {"default": "2 bytes", "choices": ["1 bytes", "2 bytes", "4 bytes"]},
    },
    "derived": {"weights": {"expression": "params * width", "unit": "GB", "digits": 3}},
    "mistakes": [
        {"text": "Counts bits for bytes.", "expression": "params * width / 8"},
        {"text": "Doubles the weights for gradients.", "expression": "2 * params * width"},
        {"text": "Says nothing that can be computed."},
    ],
    "status": "published",
    "provenance": "human",
}


@pytest.fixture
def data():
    """A question with parameters, derived values and mistakes."""
    return copy.deepcopy(QUESTION)


@pytest.fixture
def write(tmp_path):
    """Write questions, as mappings or as text, into a bank."""
    import json

    def write(name: str, content) -> Path:
        path = tmp_path / "questions" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    return write

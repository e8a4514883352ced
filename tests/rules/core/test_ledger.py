"""The texts in which a question tells facts."""

from __future__ import annotations

from each import each
from qbank.rules.core.ledger import told_fields
from qbank.rules.core.question_file import QuestionFile
from qbank.yamlio.document import Document


def _told(data: dict[str, object]) -> list[object]:
    return [path for path, _ in told_fields(QuestionFile(Document(None, "title: x\n", data)))]


def test_facts_are_not_told_by_mistakes_and_wrong_options() -> None:
    paths = _told(
        {
            "details": {"options": ["a", "b"], "correct_index": 1, "common_mistake": "c"},
            "parts": [{"prompt": "d"}],
        }
    )
    assert ("details", "options", 1) in paths
    assert ("details", "options", 0) not in paths
    assert ("details", "common_mistake") not in paths
    assert ("parts", 0, "prompt") in paths


@each("data", [{}, {"parts": 3, "details": 5}, {"details": {"correct_index": True}}])
def test_data_of_any_shape_has_the_fields_of_every_question(data: dict[str, object]) -> None:
    paths = _told(data)
    assert ("scenario",) in paths
    assert ("details", "options", True) not in paths
